//! What the report proves of the declared privacy, as who decides is told it: no verdict is found here.

use super::Page;
use super::odds::{Odds, of_equal_uses};
use super::outcome::value_of;
use dp_verify::graph::Family;
use dp_verify::model::{Claim, Kind};
use dp_verify::number::Rational;
use dp_verify::report::{Because, Statement, Value, Verdict};
use malachite::rational::Rational as Guess;

/// How the declared privacy stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// It is proved.
    Kept,
    /// It is refuted.
    Broken,
    /// No ε is enough, at the declared δ.
    Hopeless,
    /// It is not decided, or not asked.
    Open,
    /// The rows are no probabilities.
    NoTable,
    /// The printed numbers do not keep it, or do not show it, and some table that rounds to them does.
    Within,
    /// No table that rounds to the printed numbers keeps it.
    Never,
    /// The printed numbers break it, and whether another table rounds to them that does not is not decided.
    Unasked,
}

/// How it came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Good,
    Bad,
    Open,
    Plain,
}

/// What is known of the declared privacy.
pub(super) struct Standing<'a> {
    pub(super) state: State,
    /// The statement that says so.
    pub(super) by: Option<&'a Statement>,
    /// What the declared privacy is worth.
    pub(super) promised: Option<Odds>,
    /// What is proved: at most this is given away, whatever is declared.
    pub(super) proved: Option<Odds>,
    /// Of a composition how often a guess is right after the first use, at most, and after all.
    pub(super) once: Option<Guess>,
    pub(super) together: Option<Guess>,
}

impl<'a> Standing<'a> {
    pub(super) fn of(page: &Page<'a>) -> Self {
        let (report, mechanism) = (page.report, page.mechanism);
        let declared = Claim::declared(mechanism);
        let is_counted = report.counted.is_some();
        let is_it = |s: &&Statement| {
            let kind = if is_counted { s.claim.kind == Kind::NotRefuted } else { s.claim == declared };
            s.claim.on.is_none() && kind
        };
        let by = report.statements.iter().find(is_it).or_else(|| super::within::within(report));
        // Of neighbours in one order alone the other order is open.
        let has_odds = !matches!(mechanism.query.graph.family(), Family::Directed(_));
        let promised = Odds::declared(&report.privacy).filter(|_| has_odds);
        let no_mechanism = |s: &Statement| s.claim.kind == Kind::Stochastic && s.verdict == Verdict::Fails;
        let state = match by {
            Some(by) if !by.checked => State::Open,
            _ if report.statements.iter().any(no_mechanism) => State::NoTable,
            Some(by) if by.because == Because::NoMechanism => State::NoTable,
            Some(by) if by.claim.kind != declared.kind && !is_counted => State::Open,
            Some(by) if by.verdict == Verdict::Holds && !is_counted => State::Kept,
            Some(by) if by.verdict == Verdict::Fails && is_hopeless(by) => State::Hopeless,
            Some(by) if by.verdict == Verdict::Fails => State::Broken,
            _ => State::Open,
        };
        let state = of_rounded(report, state);
        let delta = report.privacy.delta.as_ref().filter(|_| by.is_some_and(|by| by.claim.kind != Kind::Dp));
        let proved = match state {
            State::Kept | State::Broken if !is_counted && has_odds => {
                by.and_then(|by| least(by, delta)).or_else(|| promised.clone().filter(|_| state == State::Kept))
            }
            _ if is_counted && has_odds => by_runs(page),
            _ => None,
        };
        let [once, together] = guesses(page).map(|guess| guess.filter(|_| has_odds));
        let together = together.or_else(|| {
            of_equal_uses(mechanism, u32::try_from(page.uses()).ok()?, &by_epsilon(by?)?).filter(|_| has_odds)
        });
        Self { state, by, promised, proved, once, together }
    }

    /// The δ up to which runs prove it.
    pub(super) fn runs_delta<'b>(&self, page: &'b Page) -> Option<&'b Rational> {
        proof_by_runs(page)?.claim.at_most.as_ref()
    }

    /// Whether less is given away than is promised, or more.
    pub(super) fn differs(&self) -> bool {
        self.proved.is_some() && self.proved != self.promised
    }

    /// How often a guess is right after one use, or all that the file is about, at most.
    pub(super) fn right(&self) -> Option<Guess> {
        let by_odds = self.proved.as_ref().map(|odds| odds.right(1));
        by_odds.into_iter().chain(self.together.clone()).min()
    }

    /// The ε that is proved to be enough, in decimals.
    pub(super) fn epsilon(&self) -> Option<String> {
        by_epsilon(self.by?)
    }
}

/// The ε that a statement proves to be enough, in decimals.
fn by_epsilon(by: &Statement) -> Option<String> {
    ["epsilon_min", "epsilon_at_most"].iter().find_map(|name| value_of(by, name)).and_then(Value::decimal)
}

/// How the declared privacy stands, from how it stands by the printed numbers.
fn of_rounded(report: &dp_verify::report::Report, printed: State) -> State {
    let breaks = matches!(printed, State::Broken | State::Hopeless | State::NoTable);
    match super::within::within(report).map(|s| s.verdict) {
        _ if report.rounding.is_none() => printed,
        _ if super::within::rounds_nothing(report) => State::NoTable,
        Some(Verdict::Fails) => State::Never,
        Some(_) if printed != State::Kept => State::Within,
        None if breaks => State::Unasked,
        _ => printed,
    }
}

/// How often a guess is right after the first use of a composition, and after all, where that is decided here.
#[cfg(feature = "html")]
fn guesses(page: &Page) -> [Option<Guess>; 2] {
    super::uses::guesses(page)
}

#[cfg(not(feature = "html"))]
fn guesses(_: &Page) -> [Option<Guess>; 2] {
    [None, None]
}

fn is_hopeless(by: &Statement) -> bool {
    ["epsilon_min", "rho_min"].iter().any(|name| value_of(by, name) == Some(&Value::Infinite))
}

/// The least that a statement proves to be enough.
fn least(by: &Statement, delta: Option<&Rational>) -> Option<Odds> {
    if let Some(rho) = value_of(by, "rho_min") {
        return Odds::of_rho(rho);
    }
    if let Some(epsilon) = value_of(by, "epsilon_at_most") {
        return Odds::of_epsilon(super::text::number(&epsilon.decimal()?)?, delta);
    }
    Odds::of_alpha(value_of(by, "alpha_max")?, delta)
}

/// What runs prove, with their confidence: a δ at the declared ε.
fn by_runs(page: &Page) -> Option<Odds> {
    Odds::at(&page.report.privacy, proof_by_runs(page)?.claim.at_most.as_ref())
}

fn proof_by_runs<'b>(page: &'b Page) -> Option<&'b Statement> {
    let proves = |s: &&Statement| {
        let own = s.claim.kind == Kind::PrivateBySample && s.claim.on.is_none();
        own && s.checked && s.verdict == Verdict::Holds
    };
    page.report.statements.iter().find(proves)
}
