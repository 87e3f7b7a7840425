//! What `certify explain` prints, at most 80 columns wide but for the files.

use super::{Entry, Term, claim, graphs, terms};
use dp_verify::model::{Kind, Verdict};
use dp_verify::report::wrap;
use dp_verify::spelling::{did_you_mean, plain};

/// The list: each claim with what it says in a line, then the words.
pub fn list() -> String {
    let mut text = String::from("Claims (certify explain CLAIM)\n\n");
    for kind in Kind::all() {
        wrap(&mut text, &format!("  {:<26} ", kind.name()), "", claim(kind).in_short);
    }
    text += "\nWords (certify explain WORD)\n\n";
    let words: Vec<&str> = terms().iter().map(|term| term.name).collect();
    wrap(&mut text, "  ", "  ", &words.join(", "));
    text + "\nWhich graph is yours: certify explain graphs\n"
}

/// The table of graphs.
pub fn which_graph() -> String {
    let mut text = String::new();
    let head = "A table is private with respect to a neighbour relation, and to no other: the same table may be private on a \
        line and not on a complete graph. The query of the mechanism file says which answers are neighbours.";
    wrap(&mut text, "", "", head);
    for which in graphs() {
        text += "\n";
        wrap(&mut text, "", "  ", which.situation);
        wrap(&mut text, "  graph       ", "              ", which.graph);
        wrap(&mut text, "  neighbours  ", "              ", which.neighbours);
        text += &format!("  \"query\":    {}\n", which.query);
    }
    text
}

/// What there is to say of a claim or word, whichever way it is spelled.
///
/// # Errors
/// A sentence with the nearest word that there is something to say of.
pub fn about(asked: &str) -> Result<String, String> {
    let wanted = plain(asked);
    // Letters stand for different things by their case: X is a mechanism.
    let exact = |word: &str| word == asked || word.chars().count() > 1 && plain(word) == wanted;
    let term = terms().iter().find(|term| exact(term.name) || term.also.iter().any(|also| exact(also)));
    let kind = Kind::all().find(|kind| plain(kind.name()) == wanted);
    let graph = graphs().iter().any(|which| plain(which.graph) == wanted);
    match (term, kind) {
        (None, None) if graph || ["graphs", "which graph?"].iter().any(|name| plain(name) == wanted) => {
            Ok(which_graph())
        }
        (None, None) => {
            let names = Kind::all().map(Kind::name).chain(terms().iter().map(|term| term.name)).chain(["graphs"]);
            let known: Vec<&str> = names.collect();
            let hint = did_you_mean(asked, &known);
            Err(format!("neither a claim nor a word of the list that `certify explain` prints{hint}"))
        }
        (term, kind) => {
            let parts = [term.map(of_term), kind.map(|kind| of_claim(claim(kind)))];
            Ok(parts.into_iter().flatten().collect::<Vec<_>>().join("\n"))
        }
    }
}

fn of_term(term: &Term) -> String {
    let mut text = format!("{}\n\n", term.name);
    wrap(&mut text, "  ", "  ", term.meaning);
    text
}

fn of_claim(entry: &Entry) -> String {
    let mut text = format!("{}: {}\n\n", entry.kind.name(), entry.in_short);
    wrap(&mut text, "  ", "  ", entry.meaning);
    part(&mut text, "Formula", entry.formula);
    if !entry.values.is_empty() {
        text += "\nValues\n";
    }
    for (name, value) in entry.values {
        wrap(&mut text, &format!("  {name:<17} "), &" ".repeat(20), value);
    }
    text += "\nExample\n";
    for line in entry.example.file.lines() {
        text += &format!("  {line}\n");
    }
    text += "\n";
    wrap(&mut text, "  ", "  ", &format!("{}: {}", outcome(entry), entry.example.why));
    part(&mut text, "Witness", entry.witness);
    let paper = match entry.paper.place {
        "" => entry.paper.title.to_owned(),
        place => format!("{}: {place}", entry.paper.title),
    };
    part(&mut text, "Paper", &paper);
    text
}

fn part(text: &mut String, title: &str, words: &str) {
    *text += &format!("\n{title}\n");
    wrap(text, "  ", "  ", words);
}

/// What comes out: the verdict, where the claim says more than what a number is, and the values.
fn outcome(entry: &Entry) -> String {
    let verdict = match entry.example.verdict {
        _ if entry.kind.states_values() => None,
        Verdict::Holds => Some("it holds".to_owned()),
        Verdict::Fails => Some("it fails".to_owned()),
        Verdict::Undecided => Some("it is undecided".to_owned()),
    };
    let values = entry.example.values.iter().map(|(name, value)| format!("{name} = {value}"));
    verdict.into_iter().chain(values).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_listed_is_explained_and_fits_a_terminal() {
        let names = Kind::all()
            .map(Kind::name)
            .chain(terms().iter().flat_map(|term| [term.name].into_iter().chain(term.also.iter().copied())));
        for name in names.chain(["graphs", "line", "complete"]) {
            let text = about(name).unwrap_or_else(|e| panic!("{name}: {e}"));
            let prose = text.lines().filter(|line| !line.contains('"'));
            prose.for_each(|line| assert!(line.chars().count() <= 80, "{name}: {line}"));
        }
        let list = list();
        for kind in Kind::all() {
            assert!(list.contains(&format!("  {} ", kind.name())), "{}", kind.name());
        }
        assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
    }

    #[test]
    fn a_word_is_found_however_it_is_spelled() {
        assert_eq!(about("Neighbor"), about("neighbour"));
        assert_eq!(about("tight_constraints"), about("tight-constraints"));
        assert_eq!(about("TIGHT"), about("tight"));
        assert_ne!(about("X"), about("y"));
        let error = about("optimall").unwrap_err();
        assert!(error.ends_with("; did you mean optimal?"), "{error}");
        assert!(about("banana").unwrap_err().ends_with("prints"), "nothing is near");
    }
}
