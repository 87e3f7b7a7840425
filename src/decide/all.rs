//! All claims of a file side by side, what is asked for first, each within what is left of the search.

use super::case::{Case, Reason};
use super::{effort, finding, findings};
use crate::effort::{Claims, Spent, apart};
use crate::interrupt::checkpoint;
use crate::options::Options;
use crate::statement::{Finding, Statement, name};
use crate::timing::Part;
use dp_kernel::Verdict;
use dp_verify::alpha::Field;
use dp_verify::limits::{Limits, Of, note};
use dp_verify::model::{Claim, Kind, Mechanism};
use rayon::prelude::*;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What came of a file.
#[derive(Debug, Clone)]
pub(crate) struct Decisions {
    /// The file's claims, then its findings.
    pub(crate) statements: Vec<Statement>,
    /// Findings that take too long on a file of this size to be made without being asked for.
    pub(crate) left_out: Vec<Claim>,
    /// What is left of the limits `search`.
    pub(crate) left: Left,
    /// Whether the limits for what is asked for have decided something that the others have not.
    pub(crate) patiently: bool,
}

/// What claims on terms of their own find left by those before them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Left {
    search: u64,
    /// Set aside for checks, of what was taken.
    aside: u64,
    /// Of the limit for what is asked for.
    asked: u64,
}

impl Left {
    /// The steps to check with, where search and check share them.
    pub(crate) fn for_checks(self) -> u64 {
        self.search.saturating_add(self.aside)
    }
}

/// Decides the file's claims, then its findings; then once more what was asked for and is undecided, by the limits for
/// that; then likewise each file that has the terms of some claims for its own.
pub(crate) fn decide(mechanism: &Mechanism, options: &Options) -> Decisions {
    let search = options.limits.search as u64;
    let taken = options.limits.steps.saturating_sub(mechanism.left(&options.limits).steps) as u64;
    let asked = options.asked.map_or(0, |asked| asked.search as u64);
    let left = Left { search: search.saturating_sub(taken).max(search / 4), aside: 0, asked };
    let mut found = of_one_file(mechanism, options, left);
    let mut place = mechanism.claims.len().min(found.statements.len());
    for own in &mechanism.on_terms {
        let of_terms = of_one_file(&own.file(mechanism), options, found.left);
        let on = Some(Box::new(own.terms.clone()));
        for mut statement in of_terms.statements {
            statement.claim.on.clone_from(&on);
            found.statements.insert(place, statement);
            place += 1;
        }
        (found.left, found.patiently) = (of_terms.left, found.patiently || of_terms.patiently);
    }
    found
}

/// The claims of one file, and its findings.
fn of_one_file(mechanism: &Mechanism, options: &Options, left: Left) -> Decisions {
    let mut found = at_first(mechanism, options, left);
    if let Some(asked) = &options.asked {
        let count = asked_of(mechanism.claims.len(), options, found.statements.len());
        let statements = found.statements.get_mut(..count).unwrap_or_default();
        found.patiently = again(mechanism, options, asked, &mut found.left.asked, statements);
    }
    found
}

/// How many of the statements are asked for: the file's claims, which come first, and all where a call names them.
pub(crate) fn asked_for(mechanism: &Mechanism, options: &Options, statements: usize) -> usize {
    let of_terms: usize = mechanism.on_terms.iter().map(|own| own.claims.len()).sum();
    asked_of(mechanism.claims.len() + of_terms, options, statements)
}

/// The same where the file claims so much.
fn asked_of(claims: usize, options: &Options, statements: usize) -> usize {
    if options.only.is_empty() { claims.min(statements) } else { statements }
}

/// What is decided by the limits for all.
fn at_first(mechanism: &Mechanism, options: &Options, left: Left) -> Decisions {
    let mut claims: Vec<Claim> = mechanism.claims.iter().map(|declared| declared.claim.clone()).collect();
    let declared: HashSet<Claim> = claims.iter().cloned().collect();
    let case = Case::new(mechanism, options);
    // What most claims ask for is counted beside them.
    let (_, of_sums) = apart(u64::MAX, || case.is_faultless());
    let unasked = options.only.is_empty();
    let findings = findings(&case, &options.only).into_iter().filter(|claim| !declared.contains(claim));
    let (mut left_out, findings): (Vec<Claim>, Vec<Claim>) =
        findings.partition(|claim| unasked && effort::is_too_much(&case, claim));
    claims.extend(findings);
    let search = left.search.saturating_sub(of_sums).max(left.search / 4);
    let count = claims.len();
    // With a place for what the others make necessary.
    let first = if options.asked.is_some() { asked_of(mechanism.claims.len(), options, count) } else { count + 1 };
    let meters = Claims::in_groups([first, count + 1 - first], search / 4 * 3, &options.underway);
    let place = |k: usize| if k < first { k } else { meters.of_second(k - first) };
    let dp = claims.iter().position(|claim| *claim == Claim::plain(Kind::Dp)).map_or(0, |place| place + 1);
    let work = Work { case: &case, meters: &meters, options };
    let mut statements = work.side_by_side(claims, dp, &place);
    if unasked && needs_delta(&case, &statements) {
        let delta = Claim::plain(Kind::ApproximateDp);
        if effort::is_too_much(&case, &delta) {
            left_out.push(delta);
        } else {
            // The first of the findings: it says how far off `dp` is.
            options.underway.begin(1);
            statements.insert(mechanism.claims.len(), work.decide(delta, place(count)));
        }
    }
    note(Of::Search, meters.all());
    let aside = left.aside.saturating_add(meters.aside());
    let left = Left { search: search.saturating_sub(meters.all()), aside, ..left };
    Decisions { statements, left_out, left, patiently: false }
}

/// Decides once more what is undecided, by other limits, of whose search so much is left; whether any is decided now.
fn again(
    mechanism: &Mechanism,
    options: &Options,
    limits: &Limits,
    left: &mut u64,
    statements: &mut [Statement],
) -> bool {
    let undecided = |(_, s): &(usize, &Statement)| matches!(s.finding, Finding::Undecided(_));
    let places: Vec<usize> = statements.iter().enumerate().filter(undecided).map(|(place, _)| place).collect();
    if places.is_empty() || options.underway.is_ended() {
        return false;
    }
    let options = Options { limits: *limits, ..options.clone() };
    let case = Case::new(mechanism, &options);
    let _ = apart(u64::MAX, || case.is_faultless());
    let meters = Claims::new(places.len(), *left / 4 * 3, &options.underway);
    let claims = places.iter().map(|&place| statements[place].claim.clone()).collect();
    let found = Work { case: &case, meters: &meters, options: &options }.side_by_side(claims, 0, &|k| k);
    note(Of::Search, meters.all());
    *left = left.saturating_sub(meters.all());
    let decided = found.iter().any(|s| matches!(s.finding, Finding::Decided(_)));
    for (place, found) in places.into_iter().zip(found) {
        statements[place] = found;
    }
    decided
}

/// What claims are decided with.
struct Work<'a> {
    case: &'a Case<'a>,
    meters: &'a Arc<Claims>,
    options: &'a Options,
}

impl Work<'_> {
    /// The claims in their order, each with its place; the first few before the others, which ask for what is found of
    /// them.
    fn side_by_side(
        &self,
        claims: Vec<Claim>,
        first: usize,
        place: &(dyn Fn(usize) -> usize + Sync),
    ) -> Vec<Statement> {
        self.options.underway.begin(claims.len());
        let mut statements: Vec<Statement> = if self.options.in_order {
            claims.into_iter().enumerate().map(|(k, claim)| self.decide(claim, place(k))).collect()
        } else {
            // Begun in their order, so that no claim takes what those before it will: it would be done in vain.
            let next = AtomicUsize::new(0);
            let one = |_| {
                let k = next.fetch_add(1, Ordering::Relaxed);
                Some((k, self.decide(claims.get(k)?.clone(), place(k))))
            };
            let mut decided = Vec::with_capacity(claims.len());
            // What searches ask for first is there then: several of them would find it out at the same time.
            for many in [first, claims.len() - first] {
                decided.par_extend((0..many).into_par_iter().with_max_len(1).filter_map(one));
            }
            decided.sort_unstable_by_key(|(k, _)| *k);
            decided.into_iter().map(|(_, statement)| statement).collect()
        };
        self.end_what_is_over(&mut statements, place);
        statements
    }

    /// Leaves undecided what turns out to be over the limit once all are done.
    fn end_what_is_over(&self, statements: &mut [Statement], place: &dyn Fn(usize) -> usize) {
        for (k, statement) in statements.iter_mut().enumerate() {
            if self.meters.is_over(place(k)) {
                statement.finding = Finding::Undecided(self.ended(Spent));
            }
        }
    }

    fn decide(&self, claim: Claim, place: usize) -> Statement {
        checkpoint();
        let part = Part::begin(claim.kind.name());
        let finding = if self.options.underway.is_ended() {
            Err(Spent)
        } else {
            self.meters.within(place, || finding(self.case, &claim))
        };
        let finding = finding.unwrap_or_else(|spent| Finding::Undecided(self.ended(spent)));
        match &finding {
            Finding::Decided(decided) => {
                let taken = self.meters.taken(place);
                part.end(format_args!("{}, {taken} of the limit `search`", name(decided.verdict)));
            }
            Finding::Undecided(reason) => part.end(format_args!("undecided, {reason}")),
        }
        self.options.underway.one_more();
        Statement { claim, finding }
    }

    /// Why a search did not come to its end.
    fn ended(&self, spent: Spent) -> String {
        let ended = self.options.underway.reason().map(str::to_owned);
        ended.unwrap_or_else(|| spent.reason(self.case.limits).0)
    }
}

/// The reason of a claim whose search or check the limit leaves nothing for.
pub(crate) fn out_of_search(limits: &Limits) -> String {
    let Reason(reason) = Spent.reason(limits);
    reason
}

/// Whether `approximate-dp` has more to say than `dp`: at one α, where X is a mechanism that is not ε-private.
fn needs_delta(case: &Case, statements: &[Statement]) -> bool {
    let not_private = |s: &Statement| {
        s.claim.kind == Kind::Dp && matches!(&s.finding, Finding::Decided(found) if found.verdict == Verdict::Fails)
    };
    let symbolic = case.mechanism.field.as_ref().is_some_and(Field::is_symbolic);
    let stated = statements.iter().any(|s| s.claim.kind == Kind::ApproximateDp);
    let pure = case.mechanism.has_lengths();
    !case.mechanism.is_on_terms
        && !stated
        && !symbolic
        && !pure
        && statements.iter().any(not_private)
        && case.is_faultless()
}

#[cfg(test)]
mod tests;
