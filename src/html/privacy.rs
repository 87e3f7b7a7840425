//! What is said of the declared privacy, in the field's own terms.

use super::Page;
use super::outcome::{reason, unmet, value_of};
use super::text::{cut, digits, enough, float, number, trimmed};
use dp_verify::graph::Family;
use dp_verify::model::{Alpha, Declared, Kind};
use dp_verify::number::{BigInt, Rational, product};
use dp_verify::report::{Because, Outcome, Statement, Value, Verdict, printable};

/// Sentences on the declared privacy.
pub(super) fn sentences(statement: &Statement, page: &Page) -> Vec<String> {
    let (who, one) = neighbours(page);
    let what = promise(page);
    let expected = if statement.outcome() == Outcome::Met { ", as the file expects" } else { "" };
    let table = match () {
        () if page.report.lacking.is_some() => "Every completion of this table",
        () if page.report.rounding.is_some() => "The printed table",
        () if page.is_noise() => "This noise",
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
            let it = if page.report.rounding.is_some() { "what is printed" } else { "it" };
            vec![format!(
                "Whether {it} is {what} {between} can't be asked{expected}: privacy is a promise about \
                 probabilities, which these are not."
            )]
        }
        Verdict::Fails => {
            let plain = page.broken.as_ref().and_then(|broken| broken.plainly.clone());
            // What the worst mechanisms that keep promises do stands with the claim.
            let why = plain.or_else(|| reason(statement)).filter(|_| page.report.promised.is_none());
            let why = why.map_or_else(String::new, |why| format!(": {why}"));
            let is_not = match (&page.report.lacking, &page.report.promised) {
                (Some(_), _) => format!("NO completion of this table is {what} {between}"),
                (None, Some(_)) => {
                    format!("The promises do NOT imply that what all uses release together is {what} {between}")
                }
                (None, None) => start("NOT "),
            };
            vec![format!("{is_not}{expected}{why}.")]
        }
        Verdict::Undecided => {
            let why =
                statement.reason.as_ref().map_or_else(String::new, |why| format!(": {}", cut(&printable(why), 300)));
            let whether = match page.report.lacking {
                Some(_) => "Whether every completion of this table, or none,",
                None if page.is_noise() => "Whether this noise",
                None => "Whether this table",
            };
            vec![format!("{whether} is {what} {between} is undecided{why}.")]
        }
    }
}

/// That entries were rounded, and how far.
pub(super) fn rounded(page: &Page) -> Option<String> {
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
    let about = match super::within::within(page.report).map(|s| s.verdict) {
        Some(Verdict::Fails) => "none of the tables that round to these numbers is private as declared",
        Some(Verdict::Holds) => {
            "that some table which rounds to these numbers is private as declared says nothing of the true one"
        }
        _ if super::within::rounds_nothing(page.report) => {
            "no table whose rows are probabilities rounds to these numbers"
        }
        _ => "the verdict on privacy is about the printed numbers, and says nothing of the true table",
    };
    Some(format!(
        "The file says that its entries are rounded, each within {} of the true one; {about}.{much}",
        super::text::fraction(within)
    ))
}

/// For which ε it would be private, or for which ρ.
pub(super) fn least(statement: &Statement, page: &Page) -> Option<String> {
    if let Some(rho) = rho(statement, page) {
        return Some(rho.trim_start().into());
    }
    let value = value_of(statement, "epsilon_min")?;
    if *value == Value::Infinite {
        return Some(match page.report.promised {
            Some(_) => "There is no ε for which all that keep the promises are private.".into(),
            None => "There is no ε for which it is private between the file's neighbours.".into(),
        });
    }
    let decimal = value.decimal()?;
    let short = enough(number(&decimal)?);
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

/// Whether it is proved that no smaller ε, or ρ, is enough.
pub(super) fn is_least(statement: &Statement, page: &Page) -> bool {
    let is_zero = |of: &str| {
        statement.gap.as_ref().is_some_and(|gap| {
            gap.of == of && gap.by.rational().is_some_and(|by| by == Rational::from(BigInt::from(0)))
        })
    };
    let most = value_of(statement, "alpha_max").and_then(Value::rational);
    statement.checked
        && statement.verdict == Verdict::Holds
        && (most.is_some_and(|most| page.report.privacy.alpha.rational() == Some(&most))
            || is_zero("alpha - alpha_max"))
}

/// The least ρ beside the claimed one.
pub(super) fn rho(statement: &Statement, page: &Page) -> Option<String> {
    let value = value_of(statement, "rho_min")?;
    let claimed = super::text::fraction(statement.claim.at_most.as_ref()?);
    if *value == Value::Infinite {
        return Some(format!(" No ρ is enough; {claimed} is claimed."));
    }
    let beside = page.report.beside(statement, "rho_min").map_or_else(String::new, |beside| format!("{beside} = "));
    Some(format!(" The least ρ is {beside}{}, the claimed one {claimed}.", trimmed(&value.decimal()?)))
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
        // What δ means is an answer of its own.
        _ if privacy.rho.is_some() || has_delta(page) && statement.claim.kind == Kind::ApproximateDp => return None,
        Alpha::Symbolic { .. } => "1/α".to_owned(),
        Alpha::Rational(alpha) => digits(&alpha.recip(), 4),
        _ => float(number(privacy.epsilon_decimal()?).map(f64::exp)?),
    };
    if page.mechanism.has_lengths() {
        return Some(format!(
            "No output is more than {factor}^d times as probable under one {one} as under another at the distance d."
        ));
    }
    Some(format!("No output is more than {factor} times as probable under one {one} as under a neighbouring one."))
}

/// Whether a δ > 0 is declared.
pub(super) fn has_delta(page: &Page) -> bool {
    page.report.privacy.delta.as_ref().is_some_and(Rational::is_positive)
}

/// `ε = 0.8, δ = 1/100`.
pub(super) fn declared(page: &Page) -> String {
    let privacy = &page.report.privacy;
    let delta = privacy.delta.as_ref().filter(|delta| delta.is_positive());
    let delta = delta.map_or_else(String::new, |delta| format!(", δ = {}", super::text::fraction(delta)));
    match (&privacy.declared, privacy.epsilon_decimal().and_then(number)) {
        (Declared::Rho(text), _) => format!("ρ = {}", cut(text, 24)),
        (Declared::Symbolic { .. }, _) => format!("every ε of an interval{delta}"),
        (_, Some(epsilon)) => format!("ε = {}{delta}", float(epsilon)),
        (_, None) => format!("an ε that is not known to twelve digits{delta}"),
    }
}
