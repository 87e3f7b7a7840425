//! The verdict in plain sentences.

use super::Page;
use super::outcome::{About, fails, holds, says};
use super::parameters::about;
use super::text::{cut, digits, float, number, trimmed};
use crate::explain;
use dp_verify::graph::Family;
use dp_verify::model::{Alpha, Claim, Declared, Kind};
use dp_verify::number::{BigInt, Rational, product};
use dp_verify::report::{Because, Outcome, Report, Statement, Value, Verdict, printable};
use maud::{Markup, html};

/// The most claims that have a sentence of their own.
const SENTENCES: usize = 5;

/// How it came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Good,
    Bad,
    Open,
    Plain,
}

impl Tone {
    pub(super) fn class(self) -> &'static str {
        match self {
            Tone::Good => "good",
            Tone::Bad => "bad",
            Tone::Open => "open",
            Tone::Plain => "plain",
        }
    }
}

/// What became of a statement, in a word: nothing holds that claims nothing.
pub(super) fn word(statement: &Statement, report: &Report) -> (&'static str, Tone) {
    let is_value = statement.is_value();
    match (statement.verdict, statement.outcome(), statement.expected) {
        (Verdict::Undecided, ..) => ("undecided", Tone::Open),
        (_, Outcome::Open, _) => ("not proved", Tone::Open),
        (Verdict::Holds, _, None) if is_value => ("computed", Tone::Plain),
        (Verdict::Fails, _, None) if is_value => ("not defined", Tone::Bad),
        (Verdict::Holds, Outcome::Met, Some(_)) => ("as expected", Tone::Good),
        (Verdict::Holds, Outcome::Refuted, _) => ("not as expected", Tone::Bad),
        (Verdict::Holds, ..) => ("holds", Tone::Good),
        (Verdict::Fails, Outcome::Met, _) => ("fails, as expected", Tone::Plain),
        (Verdict::Fails, ..) if statement.declared && statement.claim.kind == Kind::PrivateBySample => {
            ("not proved by the runs", Tone::Bad)
        }
        (Verdict::Fails, ..) if statement.declared && report.is_of_promises(statement.claim.kind) => {
            ("not implied by the promises", Tone::Bad)
        }
        (Verdict::Fails, ..) if statement.declared => ("refuted", Tone::Bad),
        (Verdict::Fails, ..) => ("fails", Tone::Plain),
    }
}

/// The box at the top.
pub(super) fn section(page: &Page) -> Markup {
    let report = page.report;
    let tone = match () {
        () if report.count(Outcome::Refuted) > 0 => Tone::Bad,
        () if report.count(Outcome::Open) > 0 => Tone::Open,
        () if report.claims().next().is_none() => Tone::Plain,
        () => Tone::Good,
    };
    let before_rounding = |s: &Statement| s.claim.kind == Kind::ApproximateDpWithinRounding;
    let privacy = |s: &&Statement| {
        matches!(s.claim.kind, Kind::Dp | Kind::ApproximateDp) && !s.claim.adaptive || before_rounding(s)
    };
    let no_mechanism = |s: &Statement| {
        s.claim.kind == Kind::Stochastic && s.verdict == Verdict::Fails && s.outcome() == Outcome::Refuted
    };
    let of_privacy = report.claims().find(privacy);
    let mark = match (tone, of_privacy.map(Statement::outcome)) {
        _ if report.claims().any(no_mechanism) => "✗ This table is no mechanism",
        (Tone::Bad, Some(Outcome::Refuted)) if of_privacy.is_some_and(|s| s.holds_against() && !before_rounding(s)) => {
            if report.lacking.is_some() {
                "✗ Every completion of the table is private, and NOT as the file expects"
            } else {
                "✗ The table is private, and NOT as the file expects"
            }
        }
        (Tone::Bad, Some(Outcome::Refuted)) if report.promised.is_some() => {
            "✗ The promises do NOT imply the privacy that the file says"
        }
        (Tone::Bad, Some(Outcome::Refuted)) => "✗ Privacy is NOT as the file says",
        (Tone::Bad, Some(Outcome::Met)) => "✗ Privacy is as the file says; something else that it says is refuted",
        (Tone::Good, _) => "✓ All came out as the file says",
        (Tone::Bad, _)
            if report.claims().all(|s| s.outcome() != Outcome::Refuted || s.claim.kind == Kind::PrivateBySample) =>
        {
            "✗ The runs do not prove what the file says"
        }
        (Tone::Bad, _) => "✗ Something that the file says is refuted",
        (Tone::Open, _) => "? Something that the file says is undecided",
        (Tone::Plain, _) => "The file claims nothing",
    };
    html! {
        section.verdict.(tone.class()) {
            p.mark { (mark) }
            @for (k, sentence) in sentences(page).iter().enumerate() {
                @if k == 0 { p.lead { (sentence) } } @else { p { (sentence) } }
            }
            @if let Some(words) = report.sample_in_words() { p { b { "A sample: " } (cut(&words, 400)) "." } }
            @for hint in &report.hints {
                p { (hint.words) @if let Some(call) = &hint.call { ": " code { (call) } } }
            }
        }
    }
}

/// The sentences: on privacy where there is a table, then on the other claims.
fn sentences(page: &Page) -> Vec<String> {
    let report = page.report;
    let mut told = Vec::new();
    let is_broken = |s: &&Statement| s.claim.kind == Kind::Stochastic && s.verdict == Verdict::Fails;
    if let Some(broken) = report.claims().find(is_broken) {
        // What to do about it stands below.
        let fault = |why: String| why.split("; no claim about").next().unwrap_or_default().to_owned();
        let why = reason(broken).map_or_else(String::new, |why| format!(": {}", fault(why)));
        let expected = if broken.outcome() == Outcome::Met { ", as the file expects" } else { "" };
        let rows = "The rows of this table are NOT all probability distributions";
        told.push(format!("{rows}{expected}, so it is no mechanism{why}."));
    }
    let declared = Claim::declared(page.mechanism);
    let beside = if declared.kind == Kind::Dp { Kind::ApproximateDp } else { Kind::Dp };
    told.extend(report.claims().find(|s| s.claim == declared).map(|s| privacy(s, page)).unwrap_or_default());
    told.extend(rounded(page));
    let rest = report.claims().filter(|s| s.claim.kind != Kind::Stochastic && s.claim != declared);
    // What went wrong first.
    let (values, mut claims): (Vec<&Statement>, Vec<&Statement>) =
        rest.partition(|s| s.is_value() && s.outcome() == Outcome::Met);
    claims.sort_by_key(|s| (s.outcome() == Outcome::Met, s.claim.kind != beside));
    told.extend(claims.iter().take(SENTENCES).map(|statement| other(statement, page)));
    if claims.len() > SENTENCES {
        let left = claims.len() - SENTENCES;
        let met = claims[SENTENCES..].iter().filter(|s| s.outcome() == Outcome::Met).count();
        let failing =
            claims[SENTENCES..].iter().filter(|s| s.verdict == Verdict::Fails && s.outcome() == Outcome::Met).count();
        let expected = if failing == 0 { String::new() } else { format!(", {failing} of them by failing as expected") };
        told.push(format!("Of {left} more claims {met} came out as the file says{expected}."));
    }
    match (values.len(), told.is_empty()) {
        (0, false) => {}
        (0, true) => told.push(
            "The file has no table and claims nothing; what was found of its neighbour relation stands below.".into(),
        ),
        (n, _) => {
            let names: Vec<&str> = explained(&values);
            let times = if n == 1 { "1 value is computed".to_owned() } else { format!("{n} values are computed") };
            let start = if told.is_empty() { "" } else { "Besides, " };
            told.push(format!("{start}{times}: {}.", names.join(", ")));
        }
    }
    told
}

/// The headings of what is computed, each once.
fn explained(values: &[&Statement]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for statement in values {
        let title = says(&statement.claim, About::Table).title;
        if !names.contains(&title) {
            names.push(title);
        }
    }
    names
}

/// Sentences on the declared privacy.
fn privacy(statement: &Statement, page: &Page) -> Vec<String> {
    let (who, one) = neighbours(page);
    let what = promise(page);
    let expected = if statement.outcome() == Outcome::Met { ", as the file expects" } else { "" };
    let table = match () {
        () if page.report.lacking.is_some() => "Every completion of this table",
        () if page.report.rounding.is_some() => "The printed table",
        () if page.report.noise.is_some() => "This noise",
        () if !page.report.parts.is_empty() => "What all uses release together",
        () => "This table",
    };
    let between = if page.mechanism.has_lengths() {
        format!("for each unit of length between {who}")
    } else {
        format!("between neighbouring {who}")
    };
    let start = |how: &str| format!("{table} is {how}{what} {between}");
    let no_mechanism = |s: &Statement| s.claim.kind == Kind::Stochastic && s.verdict == Verdict::Fails;
    match statement.verdict {
        Verdict::Holds if page.report.claims().any(no_mechanism) => vec![format!(
            "No ratio of its entries is too large for a table that is {what} {between}; but privacy is a \
             promise about probabilities, which these are not."
        )],
        Verdict::Holds => {
            let not = (statement.outcome() == Outcome::Refuted).then(|| unmet(statement).trim_start().to_owned());
            [Some(start("") + "."), not, plainly(statement, page, one)].into_iter().flatten().collect()
        }
        Verdict::Fails if statement.because == Because::NoMechanism && statement.claim.kind != Kind::Dp => {
            vec![format!(
                "Whether it is {what} {between} can't be asked{expected}: privacy is a promise about \
                 probabilities, which these are not."
            )]
        }
        Verdict::Fails => {
            let plain = page.broken.as_ref().and_then(|broken| broken.plainly.clone());
            let why = plain.or_else(|| reason(statement)).map_or_else(String::new, |why| format!(": {why}"));
            let is_not = match (&page.report.lacking, &page.report.promised) {
                (Some(_), _) => format!("NO completion of this table is {what} {between}"),
                (None, Some(_)) => {
                    format!("The promises do NOT imply that what all uses release together is {what} {between}")
                }
                (None, None) => start("NOT "),
            };
            [Some(format!("{is_not}{expected}{why}.")), least(statement, page)].into_iter().flatten().collect()
        }
        Verdict::Undecided => {
            let why =
                statement.reason.as_ref().map_or_else(String::new, |why| format!(": {}", cut(&printable(why), 300)));
            let whether = match page.report.lacking {
                Some(_) => "Whether every completion of this table, or none,",
                None if page.report.noise.is_some() => "Whether this noise",
                None => "Whether this table",
            };
            vec![format!("{whether} is {what} {between} is undecided{why}.")]
        }
    }
}

/// That entries were rounded, and how far.
fn rounded(page: &Page) -> Option<String> {
    let within = page.report.rounding.as_ref()?;
    let entries = page.entries.as_ref();
    let largest = entries.map(|entries| (0..entries.rows).flat_map(|i| entries.row(i)).copied().fold(0.0, f64::max));
    let times = |k: i32| number(&digits(&product(within, &Rational::from(BigInt::from(k))), 12));
    let (size, tenfold) = (times(1)?, times(10)?);
    let much = match largest {
        Some(most) if size >= most => " That is as much as the largest entry, so that the printed numbers say nothing.",
        Some(most) if tenfold >= most => {
            " That is a tenth of the largest entry or more: the printed numbers say little."
        }
        _ => "",
    };
    let before = page.report.claims().any(|s| s.claim.kind == Kind::ApproximateDpWithinRounding);
    let about = if before {
        "what is said of privacy is said of all tables that round to these numbers, of which nobody here knows which is the \
         true one"
    } else {
        "the verdict on privacy is about the printed numbers, and says nothing of the true table"
    };
    Some(format!(
        "The file says that its entries are rounded, each within {} of the true one; {about}.{much}",
        super::text::fraction(within)
    ))
}

/// For which ε it would be private.
fn least(statement: &Statement, page: &Page) -> Option<String> {
    let (_, value) = statement.values.iter().find(|(name, _)| *name == "epsilon_min")?;
    if *value == Value::Infinite {
        return Some(match page.report.promised {
            Some(_) => "There is no ε for which all that keep the promises are private.".into(),
            None => "There is no ε for which it is private between the file's neighbours.".into(),
        });
    }
    let decimal = value.decimal()?;
    let short = float(number(&decimal)?);
    let same = page.report.privacy.epsilon_decimal().and_then(number).is_some_and(|own| float(own) == short);
    let told = match page.report.beside(statement, "epsilon_min") {
        Some(beside) => beside.replacen('ε', &trimmed(&decimal), 1),
        None if same => trimmed(&decimal),
        None => short,
    };
    let delta = page.report.privacy.delta.as_ref().filter(|_| statement.claim.kind == Kind::ApproximateDp);
    let at =
        delta.filter(|x| x.is_positive()).map_or_else(String::new, |x| format!(" at δ = {}", super::text::fraction(x)));
    let it = if page.report.promised.is_some() { "all that keep the promises are" } else { "it is" };
    Some(format!("The least ε for which {it} private{at} is {told}."))
}

/// `0.8-differentially private`.
fn promise(page: &Page) -> String {
    let privacy = &page.report.privacy;
    let epsilon = || privacy.epsilon_decimal().and_then(number).map_or_else(|| "?".to_owned(), float);
    let delta = privacy.delta.as_ref().filter(|delta| delta.is_positive()).map(super::text::fraction);
    let own = match &privacy.declared {
        Declared::Epsilon(text) => cut(text, 24),
        Declared::Symbolic { .. } => "ε".into(),
        Declared::Rho(text) => return format!("{}-zero-concentrated differentially private", cut(text, 24)),
        Declared::Alpha(_) | Declared::Root { .. } => epsilon(),
    };
    let beside = match &privacy.declared {
        Declared::Epsilon(text) if text.bytes().any(|b| !b.is_ascii_digit() && b != b'.') => {
            format!(" (ε = {})", epsilon())
        }
        Declared::Alpha(text) => format!(" (α = e^-ε = {})", cut(text, 24)),
        Declared::Symbolic { between } => {
            let ends: Vec<String> = between.iter().map(|x| cut(x, 16)).collect();
            format!(" for every α = e^-ε between {}", ends.join(" and "))
        }
        _ => String::new(),
    };
    match delta {
        Some(delta) => format!("({own}, {delta})-differentially private{beside}"),
        None => format!("{own}-differentially private{beside}"),
    }
}

/// What nodes are, many and one.
pub(super) fn neighbours(page: &Page) -> (&'static str, &'static str) {
    let graph = &page.mechanism.query.graph;
    let databases = page.is_product() || matches!(graph.family(), Family::Hamming { .. });
    if databases { ("databases", "database") } else { ("answers", "answer") }
}

/// What that comes to.
fn plainly(statement: &Statement, page: &Page, one: &str) -> Option<String> {
    let privacy = &page.report.privacy;
    let factor = match &privacy.alpha {
        _ if privacy.rho.is_some() => return None,
        Alpha::Symbolic { .. } => "1/α".to_owned(),
        Alpha::Rational(alpha) => digits(&alpha.recip(), 4),
        _ => float(number(privacy.epsilon_decimal()?).map(f64::exp)?),
    };
    let delta =
        privacy.delta.as_ref().filter(|delta| delta.is_positive() && statement.claim.kind == Kind::ApproximateDp);
    let (what, but) = match delta {
        Some(delta) => ("set of outputs", format!(", but for a probability of {}", super::text::fraction(delta))),
        None => ("output", String::new()),
    };
    if page.mechanism.has_lengths() {
        return Some(format!(
            "No {what} is more than {factor}^d times as probable under one {one} as under another at the distance d."
        ));
    }
    Some(format!("No {what} is more than {factor} times as probable under one {one} as under a neighbouring one{but}."))
}

/// Whether a δ > 0 is declared.
pub(super) fn has_delta(page: &Page) -> bool {
    page.report.privacy.delta.as_ref().is_some_and(Rational::is_positive)
}

/// A sentence on another claim.
fn other(statement: &Statement, page: &Page) -> String {
    let beside = has_delta(page);
    let (holds, fails, about) = (
        holds(statement, beside, About::of(page.report)),
        fails(statement, beside, About::of(page.report)),
        about(statement, page.report),
    );
    let with = |sentence: &str| format!("{}{about}.", sentence.trim_end_matches('.'));
    match (statement.verdict, statement.outcome()) {
        (Verdict::Undecided, _) => {
            format!("Undecided{about}: {}.", explain::claim(statement.claim.kind).in_short)
        }
        (Verdict::Holds, Outcome::Refuted) => {
            format!("Not as the file expects: {}{}", with(&holds), unmet(statement))
        }
        (Verdict::Holds, _) => with(&holds),
        (Verdict::Fails, Outcome::Met) => format!("{} The file expects so.", with(&fails)),
        // That it fails refutes nobody.
        (Verdict::Fails, _)
            if statement.claim.kind == Kind::PrivateBySample || page.report.is_of_promises(statement.claim.kind) =>
        {
            format!("{}{}", with(&fails), unmet(statement))
        }
        (Verdict::Fails, _) => format!("A claim of the file is refuted. {}{}", with(&fails), unmet(statement)),
    }
}

/// What the file expects of what did not come out so, and what was found.
pub(super) fn unmet(statement: &Statement) -> String {
    statement
        .expected_and_found()
        .map_or_else(String::new, |told| format!(" {}.", capitalised(&cut(&printable(&told), 300))))
}

fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The first sentences of a reason.
fn reason(statement: &Statement) -> Option<String> {
    let told: Vec<String> =
        statement.explanation.iter().take(2).map(|sentence| cut(&printable(sentence), 300)).collect();
    (!told.is_empty()).then(|| told.join("; "))
}
