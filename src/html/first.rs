//! The first screen: what is given away in odds, and what whoever decides asks first, a line each.

use super::Page;
use super::caution::{decimal_of, elsewhere, sure, unseen};
use super::odds::{MONTH, Odds, beyond, both, is_short, often, percent};
use super::outcome::{About, says, small, value_of};
use super::privacy::{declared, is_least, least, neighbours};
use super::questions::questions;
use super::standing::{Standing, State};
use super::text::{cut, enough, float, fraction, name, number};
use super::{anyone, promises, rounding, within};
use dp_verify::graph::Family;
use dp_verify::model::{Alpha, Kind};
use dp_verify::report::{Outcome, Statement, Verdict, printable};
use maud::{Markup, html};

/// So many claims are named on a line.
const NAMED: usize = 3;

/// What one output gives away, as odds; `None` where the file has nothing that puts out.
pub(super) fn lead(page: &Page, standing: &Standing) -> Option<String> {
    let Some(by) = standing.by else {
        let none = "No mechanism is looked at here: the file has none, and so promises nobody anything.";
        return page.has_none().then(|| none.into());
    };
    if let Some(told) = rounding::lead(page, standing.state) {
        return Some(told);
    }
    let (who, one) = neighbours(page);
    let report = page.report;
    let pair = if promises::who(page).is_some() {
        "any two inputs that these promises call neighbours".to_owned()
    } else if page.mechanism.has_lengths() {
        format!("two {who} one unit of length apart")
    } else {
        format!("two neighbouring {who}")
    };
    let seen = match page.uses() {
        0 | 1 => "whoever sees one output".to_owned(),
        n => format!("whoever sees everything that the {n} uses release"),
    };
    let start = match &report.counted {
        Some(runs) => format!("With confidence {}, of {pair}", decimal_of(&runs.confidence)),
        None => format!("Of {pair}"),
    };
    let guess = format!("{start}, equally likely beforehand, {seen} names the right one");
    let [promised, at_worst] =
        [&standing.promised, &standing.proved].map(|odds| odds.as_ref().map(|odds| odds.right(1)));
    let proved = standing.right();
    let delta = report.privacy.delta.as_ref().filter(|delta| delta.is_positive());
    let is_ratio = by.claim.kind == Kind::Dp && report.promised.is_none() && report.lacking.is_none();
    Some(match (standing.state, &promised, &proved) {
        (State::NoTable, ..) => format!("{}, so that nobody can say from them what an output gives away.", no_table(page)),
        (State::Kept, _, Some(proved)) if promises::are_all(page) => format!("{guess} at most {}.", often(proved)),
        (State::Kept, Some(promised), Some(proved)) if proved < promised => {
            let [allowed, found] = both(promised, proved);
            let found = if is_short(proved) { often(proved) } else { format!("{found} of the time") };
            format!("{guess} at most {found}. The promise would allow {allowed}.")
        }
        (State::Kept, Some(promised), _) => format!("{guess} at most {}. That is what was promised.", often(promised)),
        (State::Kept, None, _) if matches!(report.privacy.alpha, Alpha::Symbolic { .. }) && delta.is_none() => {
            format!("{guess} at most 1/(1 + α) of the time, for every α = e^-ε that the file speaks of.")
        }
        (State::Kept, None, _) => return None,
        (State::Broken, Some(promised), _) if report.counted.is_some() => by_runs(page, standing, promised, &pair)?,
        // The outputs of many uses that tell most hardly ever come: of these all outcomes are told.
        (State::Broken, Some(promised), _) if is_ratio && at_worst.is_some() && page.uses() <= 1 => {
            let [allowed, found] = beyond(promised, at_worst.as_ref().unwrap_or(promised));
            format!("Of {pair}, equally likely beforehand, whoever sees the most revealing output names the right one {found} of the time, where the promise allows {allowed}.")
        }
        (State::Broken, _, Some(proved)) => {
            let how = if report.promised.is_some() { "implied" } else { "kept" };
            format!("What is promised is not {how}. What is proved instead: {} at most {}.", small(&guess), often(proved))
        }
        (State::Broken, ..) => return None,
        (State::Hopeless, ..) if report.promised.is_some() => {
            format!("Mechanisms may keep all these promises and give the {one} away with certainty.")
        }
        (State::Hopeless, ..) if report.noise.is_some() => {
            format!("Of {pair}, an output far out can tell the right one as surely as you like: there is no bound on how sure it makes whoever sees it.")
        }
        (State::Hopeless, ..) => match delta {
            None => format!("Some output gives the answer away with certainty: it can come out under one {one}, and can't under a neighbouring one."),
            Some(delta) => format!("With a probability of more than δ = {}, the answer is given away with certainty: by outputs that can't come out under a neighbouring {one}.", fraction(delta)),
        },
        (State::Open, _, Some(proved)) => format!("{guess} at most {}.", often(proved)),
        (State::Within | State::Never | State::Unasked, ..) => return None,
        (State::Open, ..) if report.counted.is_some() => "These runs do not refute what is declared. They do not prove it either, so that nobody knows from them how much one output gives away.".into(),
        (State::Open, ..) => "How much one output gives away is not known: whether the promise is kept is not decided here.".into(),
    })
}

/// Why rows are no probabilities.
fn no_table(page: &Page) -> &'static str {
    let entries = page.entries.as_ref();
    let is_negative = entries.is_some_and(|of| (0..of.rows).any(|i| of.row(i).iter().any(|x| *x < 0.0)));
    match () {
        () if is_negative => "Some numbers of this table are below 0",
        () if within::rounds_nothing(page.report) => "No table whose rows add up to 1 rounds to these numbers",
        () => "The rows of this table do not add up to 1",
    }
}

/// What runs show where they refute what is declared.
fn by_runs(page: &Page, standing: &Standing, promised: &malachite::rational::Rational, pair: &str) -> Option<String> {
    let confidence = decimal_of(&page.report.counted.as_ref()?.confidence);
    let epsilon = standing.by.and_then(|by| value_of(by, "epsilon_at_least")).and_then(|value| value.decimal());
    let least = epsilon.as_deref().and_then(number).map(super::odds::at_least);
    Some(match least.filter(|_| !super::privacy::has_delta(page)) {
        Some(least) => format!(
            "With confidence {confidence}, of {pair}, equally likely beforehand, some outputs let whoever sees one of them name the right \
             one {least} of the time or more, where the promise allows {}.",
            percent(promised, 1)
        ),
        None => format!("With confidence {confidence}, the sampler does not keep what is promised."),
    })
}

/// The lines.
pub(super) fn answers(page: &Page, standing: &Standing) -> Markup {
    let rows = [
        ("What was promised?", promised(page, standing)),
        ("What is it together?", promises::together(page, standing)),
        ("What does δ mean?", delta(page, standing)),
        ("Is it kept?", kept(page, standing)),
        ("Who is protected?", Some(covered(page))),
        ("And any two?", anyone::any_two(page, standing)),
        ("Protected from whom?", standing.by.map(|_| from_whom(page))),
        (if page.uses() > 1 { "For how many outputs?" } else { "And after a month?" }, month(page, standing)),
        ("What does “fails” mean here?", fails(page, standing)),
        ("How sure is this?", Some(sure(page))),
        ("What was not looked at?", Some(unseen(page))),
        ("May I rely on it elsewhere?", Some(elsewhere(page))),
    ];
    html! {
        dl.answers {
            @for (question, answer) in &rows {
                @if let Some(answer) = answer { div { dt { (question) } dd { (unbroken(answer)) } } }
            }
            div {
                dt { "What to ask the vendor" }
                dd { ol { @for question in questions(page, standing) { li { (unbroken(&question)) } } } }
            }
        }
    }
}

/// The same with equations that no line breaks.
fn unbroken(text: &str) -> String {
    text.replace(" = ", "\u{a0}=\u{a0}")
}

/// Who sees what is put out, and who sees more.
fn from_whom(page: &Page) -> String {
    let outputs = if page.uses() > 1 { "the outputs" } else { "the output" };
    format!(
        "From everybody who sees {outputs} and nothing else. Whoever runs the mechanism sees the data, unless the noise \
         is added on each person’s own device."
    )
}

/// Who is protected, and who is not.
fn covered(page: &Page) -> String {
    promises::who(page).unwrap_or_else(|| match anyone::uncovered(page) {
        Some(not) => format!("{} {not}", who(page)),
        None => who(page),
    })
}

/// Between whom a guess is.
fn apart(page: &Page) -> &'static str {
    if page.mechanism.has_lengths() { "answers one unit of length apart" } else { "neighbours" }
}

fn promised(page: &Page, standing: &Standing) -> Option<String> {
    standing.by?;
    if promises::are_all(page) {
        return Some(format!("{}.", promises::each(page)));
    }
    let worth = standing.promised.as_ref().map_or_else(String::new, |odds| {
        format!(": a guess between two {} is right at most {}", apart(page), often(&odds.right(1)))
    });
    let symbolic = matches!(page.report.privacy.alpha, Alpha::Symbolic { .. }) && page.report.privacy.rho.is_none();
    let worth = if symbolic && !super::privacy::has_delta(page) {
        ": a guess between two neighbours is right at most 1/(1 + α) of the time, α being e^-ε".into()
    } else {
        worth
    };
    let together = if page.uses() > 1 { format!(" for all {} uses together", page.uses()) } else { String::new() };
    Some(format!("{}{together}{worth}. Tossing a coin is right 50\u{a0}% of the time.", declared(page)))
}

/// What δ leaves open: the worst mechanism of an ε and a δ tells all with probability δ, and else keeps ε.
fn delta(page: &Page, standing: &Standing) -> Option<String> {
    let delta = standing.runs_delta(page).or(page.report.privacy.delta.as_ref()).filter(|delta| delta.is_positive())?;
    let all = if page.uses() > 1 { "all outputs together" } else { "an output" };
    Some(format!(
        "With a probability of up to {}, {all} may tell the two apart for certain. Otherwise ε limits how well.",
        fraction(delta)
    ))
}

/// A smaller δ that every completion keeps.
fn smaller_delta(by: &Statement, page: &Page) -> Option<String> {
    let delta = value_of(by, "delta_at_most")?.rational()?;
    let is_less = page.report.privacy.delta.as_ref().is_some_and(|declared| delta < *declared);
    is_less.then(|| format!(" δ = {} is enough.", fraction(&delta)))
}

fn kept(page: &Page, standing: &Standing) -> Option<String> {
    let by = standing.by?;
    if let Some(told) = rounding::kept(page, standing.state) {
        return Some(told);
    }
    let least = least(by, page).map_or_else(String::new, |least| format!(" {least}"));
    let expected = by.verdict == Verdict::Fails && by.outcome() == Outcome::Met;
    let expected = if expected { " The file says so itself." } else { "" };
    let counted = page.report.counted.is_some();
    Some(match standing.state {
        State::Kept if promises::are_all(page) => promises::kept(),
        State::Kept if is_least(by, page) => {
            format!("Yes. No smaller ε is enough{}.", if super::privacy::has_delta(page) { " at this δ" } else { "" })
        }
        State::Kept => format!("Yes.{}", smaller_delta(by, page).unwrap_or(least)),
        State::Broken if counted => "No: the runs refute it.".into(),
        State::Broken | State::Hopeless if page.report.promised.is_some() => {
            format!("The promises of the parts do not imply it.{expected}{least}")
        }
        State::Broken | State::Hopeless => format!("No.{expected}{least}{}", rounding::divided(page)),
        State::Open if counted && standing.proved.is_some() => {
            let delta = standing.runs_delta(page);
            let delta =
                delta.map_or_else(String::new, |delta| format!(" They prove it up to δ = {}.", fraction(delta)));
            format!("The runs do not refute it.{delta}")
        }
        State::Open if counted => "Not refuted, which is no proof.".into(),
        State::Within | State::Never | State::Unasked => return None,
        State::Open => "Not decided.".into(),
        State::NoTable => format!("That can't be asked: {}.", small(no_table(page))),
    })
}

/// Who neighbours are.
fn who(page: &Page) -> String {
    let query = &page.mechanism.query;
    let graph = &query.graph;
    let apart = "The promise limits how well an output tells the two apart.";
    let of = |i: usize| name(&page.mechanism.node(i));
    let such = |i: usize, h: usize| {
        if h < graph.nodes() { format!(", such as {} and {}", of(i), of(h)) } else { String::new() }
    };
    let farther = if graph.nodes() > 2 && anyone::uncovered(page).is_none() {
        "Those farther apart are easier to tell apart."
    } else {
        ""
    };
    if page.is_product() || page.mechanism.large_product().is_some() {
        return format!(
            "Every single individual: neighbours are two data sets that differ in what one of them says. {apart}"
        );
    }
    if query.databases.is_some() {
        return format!(
            "Every single individual: neighbours are the answers of two data sets that differ in what one of them says. {apart}"
        );
    }
    let told = match graph.family() {
        Family::Hamming { .. } => format!(
            "Every single individual: neighbours are two data sets that differ in what one of them says. {apart}"
        ),
        Family::Line | Family::Cycle => format!("Answers next to each other{}. {apart} {farther}", such(0, 1)),
        Family::Complete => format!("Any two answers{}. {apart}", such(0, 1)),
        Family::Star => {
            format!("{} and any other answer. {apart}", of(0))
        }
        Family::Sum { most } => {
            format!("Sums that differ by at most {most}, which is what one individual can change. {apart} {farther}")
        }
        Family::Counts { .. } => format!(
            "Lists of counts that differ by at most 1 each, which is what one individual can change. {apart} {farther}"
        ),
        Family::Directed(_) => "Answers that an arc joins, in its order alone: see below.".into(),
        Family::Lengths { .. } => format!(
            "Any two answers{}, by their distance: the nearer they are, the less an output may tell them apart.",
            such(0, 1)
        ),
        Family::Listed(_) => match (0..graph.nodes()).find_map(|i| Some((i, *graph.neighbours(i).first()?))) {
            Some((i, h)) => format!("Answers that are joined below{}. {apart} {farther}", such(i, h)),
            None => "Nobody: no two answers are neighbours.".into(),
        },
    };
    told.trim_end().to_owned()
}

/// What more than one output gives away.
fn month(page: &Page, standing: &Standing) -> Option<String> {
    standing.by.filter(|_| standing.state != State::NoTable)?;
    if page.uses() > 1 {
        let all = page.uses();
        let once = standing.once.as_ref();
        let once = once.map_or_else(String::new, |right| format!(", after the first alone at most {}", often(right)));
        let right = standing.together.as_ref();
        let right = right.map_or_else(String::new, |right| {
            format!(" A guess after all of them is right at most {}{once}.", often(right))
        });
        return Some(format!(
            "All that is said here is about the {all} uses together.{right} Anything else that is released adds to this."
        ));
    }
    let odds: Option<&Odds> = standing.proved.as_ref();
    let who = format!("hoever sees {MONTH} outputs about the same two {}, one a day, is right at most", apart(page));
    Some(match (standing.state, odds) {
        (State::Hopeless, _) => "One output can be enough.".into(),
        (State::Broken | State::Never, None) => {
            format!("{MONTH} outputs tell no less than one. How much more is not computed.")
        }
        (_, Some(odds)) => {
            let right = odds.right(MONTH);
            let often = if right == 1u32 { "every time".to_owned() } else { percent(&right, 1) };
            format!("W{who} {often}. That is for {}.", which(page, standing))
        }
        (State::Kept, None) => format!("{MONTH} outputs give away more than one. How much more depends on ε."),
        (_, None) => match &standing.promised {
            Some(promised) => {
                let right = percent(&promised.right(MONTH), 1);
                format!("That is not known either. If the promise is kept, w{who} {right}.")
            }
            None => format!("Nothing is proved for one output, and so nothing for {MONTH}."),
        },
    })
}

/// Which privacy odds are of: what is proved, where that is not what is declared.
fn which(page: &Page, standing: &Standing) -> String {
    let rho = standing.by.and_then(|by| value_of(by, "rho_min")).and_then(|value| value.decimal());
    let of = |text: String| number(&text).map(float);
    let delta = page.report.privacy.delta.as_ref().filter(|delta| delta.is_positive());
    let beside = delta.map_or_else(String::new, |delta| format!(", δ = {}", fraction(delta)));
    match (rho.and_then(of), standing.epsilon().and_then(of)) {
        _ if page.report.counted.is_some() => standing.runs_delta(page).map_or_else(
            || declared(page),
            |delta| {
                let epsilon = page.report.privacy.epsilon_decimal().and_then(number).map(float);
                format!("ε = {}, δ = {}", epsilon.unwrap_or_else(|| "?".into()), fraction(delta))
            },
        ),
        (Some(rho), _) => format!("ρ = {rho}"),
        (None, Some(epsilon)) => {
            // The declared one is told as it is everywhere.
            let own = page.report.privacy.epsilon_decimal().and_then(number).map(float);
            let least = standing.epsilon().as_deref().and_then(number).filter(|_| own.as_ref() != Some(&epsilon));
            let epsilon = least.map_or(epsilon, enough);
            format!("ε = {epsilon}{}", if super::privacy::has_delta(page) { beside } else { String::new() })
        }
        (None, None) => declared(page),
    }
}

/// What fails, and whom that refutes.
fn fails(page: &Page, standing: &Standing) -> Option<String> {
    let report = page.report;
    let called = |s: &Statement| {
        format!("“{}” ({})", says(&s.claim, About::of(page.report)).title, super::parameters::label(s, page.report))
    };
    let refuted = report.claims().filter(|s| s.outcome() == Outcome::Refuted);
    let (printed, refuted): (Vec<&Statement>, Vec<&Statement>) =
        refuted.partition(|s| rounding::beside(s, report).is_some());
    let found = report.statements.iter().filter(|s| !s.declared && s.verdict == Verdict::Fails).count();
    let mut told = Vec::new();
    for (how, all) in [("Refuted", refuted), ("Not kept by the printed numbers", printed.clone())] {
        if all.is_empty() {
            continue;
        }
        let more = all.len().saturating_sub(NAMED);
        let first = listed(&all.into_iter().map(called).collect::<Vec<_>>());
        told.push(if more > 0 { format!("{how}: {first} and {more} more.") } else { format!("{how}: {first}.") });
    }
    if !printed.is_empty() {
        told.push("What is refuted of the printed numbers is not refuted of the true ones.".to_owned());
    }
    let own = standing.by.is_some_and(|by| by.declared && by.verdict == Verdict::Fails && by.outcome() == Outcome::Met);
    let whose = if own { "The declared privacy is among that." } else { "That takes nothing from the promise." };
    told.extend(match report.as_expected() {
        0 => None,
        1 => Some(format!("The file itself says that one thing fails, and it does. {whose}")),
        n => Some(format!("The file itself says that {n} things fail, and they do. {whose}")),
    });
    told.extend(match found {
        0 => None,
        1 => Some("1 more check came out negative. It was not promised.".to_owned()),
        n => Some(format!("{n} more checks came out negative. They were not promised.")),
    });
    (!told.is_empty()).then(|| told.join(" "))
}

fn listed(all: &[String]) -> String {
    all.iter().take(NAMED).map(|label| cut(&printable(label), 120)).collect::<Vec<_>>().join(", ")
}
