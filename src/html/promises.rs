//! What is said where all that is known are promises: of each part, and what they come to together.

use super::Page;
use super::outcome::value_of;
use super::standing::{Standing, State};
use super::text::{cut, digits, enough, fraction, number};
use crate::budget::WHO;
use dp_verify::model::Kind;
use dp_verify::report::{Statement, Value, Verdict};
use malachite::base::num::conversion::traits::FromSciString;
use malachite::rational::Rational;
use std::str::FromStr;

/// The most parts that are named.
const NAMED: usize = 4;

/// Whether every part is known by its promise alone.
pub(super) fn are_all(page: &Page) -> bool {
    page.report.promised.is_some() && page.mechanism.is_all_promised()
}

/// Whether nothing is declared of all parts together but what any budget's file has to declare.
pub(super) fn is_budget(page: &Page) -> bool {
    let nodes = page.mechanism.query.graph.nodes();
    are_all(page) && nodes == WHO.len() && (0..nodes).all(|i| page.mechanism.node(i) == WHO[i])
}

/// Whether the rows say all that a statement on the declared privacy says: nobody promised that.
pub(super) fn tell(statement: &Statement, page: &Page) -> bool {
    is_budget(page) && statement.verdict == Verdict::Holds
}

/// `ε = 0.2 for each of 90 uses`.
pub(super) fn each(page: &Page) -> String {
    let parts = &page.report.parts;
    let told = parts.iter().take(NAMED).map(|part| {
        let what = part.promise.as_deref().unwrap_or("its own privacy");
        let what = plain(&cut(what.strip_prefix("any mechanism of ").unwrap_or(what), 80));
        if part.times == 1 { format!("{what} for 1 use") } else { format!("{what} for each of {} uses", part.times) }
    });
    let told: Vec<String> = told.collect();
    let more = parts.len().saturating_sub(NAMED);
    if more > 0 { format!("{}; and {more} more", told.join("; ")) } else { told.join("; ") }
}

/// `ε = 0.2` for `ε = 1/5`: fractions that a short decimal is, as that.
fn plain(promise: &str) -> String {
    let decimal = |text: &str| {
        let exact = Rational::from_str(text).ok().filter(|_| text.contains('/'))?;
        let told = digits(&crate::exact::fraction(&exact), 6);
        Rational::from_sci_string(&told).filter(|x| *x == exact).map(|_| told)
    };
    let part = |part: &str| match part.rsplit_once(' ') {
        Some((name, number)) => format!("{name} {}", decimal(number).unwrap_or_else(|| number.to_owned())),
        None => part.to_owned(),
    };
    promise.split(", ").map(part).collect::<Vec<_>>().join(", ")
}

/// `ε = 9.9619 at δ = 1/1000000`: what the promises come to together.
fn least(page: &Page, standing: &Standing) -> Option<String> {
    let by = standing.by.filter(|by| by.checked)?;
    let value = value_of(by, "epsilon_min").filter(|value| **value != Value::Infinite)?;
    let delta = page.report.privacy.delta.as_ref().filter(|x| x.is_positive() && by.claim.kind == Kind::ApproximateDp);
    let at = delta.map_or_else(String::new, |x| format!(" at δ = {}", fraction(x)));
    Some(format!("ε = {}{at}", enough(number(&value.decimal()?)?)))
}

/// The head of the box where all came out.
pub(super) fn mark(page: &Page, standing: &Standing) -> Option<String> {
    let all = are_all(page) && standing.state == State::Kept;
    Some(format!("✓ Together these promises come to {}", least(page, standing).filter(|_| all)?))
}

/// What they are together.
pub(super) fn together(page: &Page, standing: &Standing) -> Option<String> {
    let least = least(page, standing).filter(|_| are_all(page))?;
    let declared = super::privacy::declared(page);
    let short = match standing.state {
        State::Kept if is_budget(page) => String::new(),
        State::Kept => format!(" The file says {declared}, which these promises imply."),
        _ => format!(" The file says {declared}, which these promises do not imply."),
    };
    Some(format!("{least}, and no less can be proved of these promises alone.{short}"))
}

/// Whether each is kept, of which nothing is known.
pub(super) fn kept() -> String {
    "That was not looked at. Each promise is taken as given; what is proved is what they come to together.".into()
}

/// Whom they protect.
pub(super) fn who(page: &Page) -> Option<String> {
    let query = &page.mechanism.query;
    let is_pair = query.graph.nodes() == 2 && query.databases.is_none();
    (are_all(page) && is_pair).then(|| {
        "Whoever each promise protects: any two inputs that it calls neighbours. Ask the vendor who that is.".into()
    })
}
