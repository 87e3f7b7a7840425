//! `certify init`: a mechanism file to begin with.

use super::declared::Declared;
use super::limits::Raised;
use super::output;
use super::terminal::shown;
use crate::declare::{Beside, Declaration, Graph, Privacy, by_flag};
use dp_verify::file::explain;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

const EXAMPLE: &str = "\
On a terminal, what the flags leave open is asked for. The file's note says what is left to fill in.

Example:
  certify init --graph line --labels none,mild,severe --epsilon 1 --prior uniform --claim optimal -o mechanism.json
  certify mechanism.json

Exit status: 0 the file is written, 2 the call is wrong.";

/// What a call without a terminal says.
const WITHOUT: &str = "on a terminal certify init asks for what is missing, without one it is said: certify init --graph line \
                       --labels none,mild,severe --epsilon 1 -o mechanism.json";

/// The most entries of a matrix that is written out to be filled in.
const MOST_ENTRIES: usize = 400;

/// Writes a mechanism file to be filled in
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    #[command(flatten)]
    declared: Declared,
    /// How many answers there are
    #[arg(long, value_name = "N")]
    nodes: Option<usize>,
    /// The answers' names, with commas between
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', conflicts_with = "nodes")]
    labels: Vec<String>,
    /// How many outputs the mechanism has (default: as many as answers)
    #[arg(long, value_name = "M")]
    outputs: Option<usize>,
    /// Where to write the file (default: standard output)
    #[arg(short, long, value_name = "MECHANISM.json")]
    output: Option<PathBuf>,
    /// Overwrite a file that is there
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    raised: Raised,
    /// With -o, print nothing
    #[arg(short, long)]
    quiet: bool,
}

/// What is to be written.
struct Start {
    declaration: Declaration,
    nodes: Option<usize>,
    labels: Vec<String>,
}

pub(super) fn run(call: &Call) -> Result<u8, String> {
    let limits = call.raised.limits();
    let declaration = call.declared.declaration(&limits)?;
    let mut start = Start { declaration, nodes: call.nodes, labels: call.labels.clone() };
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        ask(&mut start, &mut io::stdin().lock(), &mut io::stderr().lock()).map_err(|e| explain(&e))?;
    }
    let text = file(&start, call.outputs, &limits)?;
    if let Some(path) = &call.output {
        output::expect_folder(path)?;
        if path.exists() && !call.force {
            return Err(format!("{}: this file is there already, --force overwrites it", shown(path)));
        }
    }
    output::deliver(call.output.as_deref(), &text, "mechanism", call.quiet).map(|()| 0)
}

/// Asks for what is not said yet; an empty line takes what stands in brackets.
fn ask(start: &mut Start, answers: &mut dyn BufRead, to: &mut dyn Write) -> io::Result<()> {
    let mut question = |text: &str| -> io::Result<String> {
        write!(to, "{text} ")?;
        to.flush()?;
        let mut line = String::new();
        answers.read_line(&mut line)?;
        Ok(line.trim().to_owned())
    };
    let or = |answer: String, default: &str| if answer.is_empty() { default.to_owned() } else { answer };
    let declaration = &mut start.declaration;
    let all = declaration.graph.is_none() || declaration.privacy.is_none();
    if declaration.graph.is_none() {
        let text = "Which answers are neighbours? complete: any two, as in local privacy; line: those next to each other, as \
                    of a count; cycle, star; hamming, sum and counts are for --graph [complete]:";
        declaration.graph = Some(Graph::Named(or(question(text)?, "complete")));
    }
    if start.nodes.is_none() && start.labels.is_empty() && declaration.nodes().is_none() {
        let answer = or(question("How many answers, or their names with commas between? [2]:")?, "2");
        match answer.parse() {
            Ok(n) => start.nodes = Some(n),
            Err(_) => start.labels = answer.split(',').map(|name| name.trim().to_owned()).collect(),
        }
    }
    if declaration.privacy.is_none() {
        let answer = or(question("The declared ε, such as 1, 0.8 or ln(3) [1]:")?, "1");
        declaration.privacy = Some(Privacy::Epsilon(answer));
        if declaration.delta.is_none() {
            declaration.delta = Some(question("The declared δ [none]:")?).filter(|delta| !delta.is_empty());
        }
    }
    if all && declaration.priors.is_empty() {
        let answer = question("A prior, uniform or a list such as 1/2,1/4,1/4 [none]:")?;
        declaration.priors.extend((!answer.is_empty()).then_some(answer));
    }
    if all && declaration.claims.is_empty() {
        let answer = question("What is claimed beside that, such as optimal or tight-constraints [nothing]:")?;
        declaration.claims.extend(answer.split([' ', ',']).filter(|claim| !claim.is_empty()).map(str::to_owned));
    }
    Ok(())
}

/// The file, which is read with a mechanism before there is one: so what it says is right.
fn file(start: &Start, outputs: Option<usize>, limits: &Limits) -> Result<String, String> {
    let Start { declaration, labels, .. } = start;
    if declaration.graph.is_none() {
        return Err(format!("--graph is missing: who is whose neighbour, such as complete or line; {WITHOUT}"));
    }
    let said = start.nodes.or((!labels.is_empty()).then_some(labels.len())).or_else(|| declaration.nodes());
    let missing = || format!("--nodes or --labels is missing: how many answers there are, or their names; {WITHOUT}");
    let n = said.ok_or_else(missing)?;
    if declaration.privacy.is_none() {
        return Err(format!("--epsilon is missing: the declared privacy, such as 1 or ln(3); {WITHOUT}"));
    }
    let m = outputs.unwrap_or(n);
    let labels = Some(&labels[..]).filter(|labels| !labels.is_empty());
    let entries = n.checked_mul(m).filter(|&entries| entries > 0 && entries <= MOST_ENTRIES);
    let matrix = |entry: &str| {
        let row = format!("[{}]", vec![format!("\"{entry}\""); m].join(", "));
        format!("{{\n    \"matrix\": [\n      {}\n    ]\n  }}", vec![row; n].join(",\n      "))
    };
    let import = "certify import TABLE.csv THIS.json -o MECHANISM.json";
    let note = match entries {
        Some(_) => format!(
            "To fill in: each \"?\" of the matrix. It has a row for each answer, in the order of the labels (or of the numbers \
             from 0 on), and in it the probability of each output: 1/3, 0.25, 1e-3, or an expression in a = e^-ε such as \
             a/(1+a). Beside \"matrix\", \"outputs\": [names] names the columns, and \"rounding\": \"0.0005\" says how far the \
             numbers may be from the true ones. Then: certify THIS.json. Of a table in a file: {import}"
        ),
        None => {
            format!("To fill in: the mechanism. {import} puts a table into this file, a row for each answer in order")
        }
    };
    let of = |declaration: &Declaration, mechanism: Option<&str>| {
        let beside = Beside { name: "to be filled in", note: &note, nodes: n, labels, mechanism, sample: None };
        declaration.file(&beside).map_err(|wrong| wrong.to_string())
    };
    let tried = match entries {
        Some(_) => of(declaration, Some(&matrix(&format!("1/{m}"))))?,
        // What is claimed is read when there is a mechanism.
        None => of(&Declaration { claims: Vec::new(), within: None, ..declaration.clone() }, None)?,
    };
    Mechanism::read(tried.as_bytes(), limits).map_err(|e| by_flag(&e.path, &e.message).unwrap_or(e.message))?;
    of(declaration, entries.map(|_| matrix("?")).as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_open_is_asked_for() {
        let mut start = Start { declaration: Declaration::default(), nodes: None, labels: Vec::new() };
        let mut asked = Vec::new();
        ask(&mut start, &mut "line\nlow, high\nln(3)\n\nuniform\noptimal\n".as_bytes(), &mut asked).unwrap();
        assert_eq!(String::from_utf8(asked).unwrap().matches("]: ").count(), 6);
        let text = file(&start, None, &Limits::default()).unwrap();
        for part in [
            r#""query": { "graph": "line", "nodes": 2, "labels": ["low", "high"] }"#,
            r#""privacy": { "epsilon": "ln(3)" }"#,
            r#"["?", "?"]"#,
            r#"{ "claim": "optimal", "prior": "uniform" }"#,
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        // Nothing is asked that is said, and an empty line takes what stands in brackets.
        let mut start = Start { declaration: Declaration::default(), nodes: None, labels: Vec::new() };
        ask(&mut start, &mut "".as_bytes(), &mut Vec::new()).unwrap();
        let text = file(&start, None, &Limits::default()).unwrap();
        assert!(text.contains(r#""graph": "complete", "nodes": 2"#), "{text}");
        let mut asked = Vec::new();
        ask(&mut start, &mut "".as_bytes(), &mut asked).unwrap();
        assert_eq!(asked, b"");
    }
}
