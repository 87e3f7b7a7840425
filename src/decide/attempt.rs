//! What the kernel says of a proposal, before anything is written down.

use super::case::{Case, Reason};
use crate::effort;
use crate::statement::Decided;
use dp_kernel::{Failure, Found, Rays, Verdict, Witness};
use dp_verify::alpha::{Field, Polynomial};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::Claim;
use dp_verify::problem::{self, Elaborated, Places};
use dp_verify::witness::Reading;
use dp_verify::words::{self, Words};
use std::sync::{PoisonError, TryLockError};

/// Why an attempt proves nothing.
#[derive(Debug, Clone)]
pub(crate) enum Attempt {
    /// The sign of this polynomial changes on the part of the interval.
    Changes(Box<Polynomial>),
    /// The sign of this polynomial does not show: it may vanish at t, whose polynomial has a factor in common with it.
    Unknown(Box<Polynomial>),
    /// It takes more than a limit allows.
    Limit(String),
    /// The first inequality or equation that fails, or what is lacking.
    Unproved(String),
}

impl Attempt {
    fn of(failure: &Failure, case: &Case, claim: &Claim, said: Verdict) -> Self {
        let steps = Budget::new(case.limits.steps);
        let text = || words::failure(failure, said, &Words::new(case.mechanism, claim, case.limits, &steps));
        match failure {
            Failure::Changes(p) => Attempt::Changes(p.clone()),
            Failure::Unknown(p) => Attempt::Unknown(p.clone()),
            Failure::Limit(_) => Attempt::Limit(text()),
            Failure::Unproved(_) => Attempt::Unproved(text()),
        }
    }

    /// The reason in words.
    pub(crate) fn reason(self) -> String {
        match self {
            Attempt::Changes(_) => "a sign changes on a part of the interval, and the part was not cut".into(),
            Attempt::Unknown(_) => "a sign does not show at this α".into(),
            Attempt::Limit(why) | Attempt::Unproved(why) => why,
        }
    }
}

/// The verdict that a proposal's witness proves at the file's own t, or at that of a field, a part of an interval
/// perhaps.
///
/// # Errors
/// Why it proves nothing.
pub(super) fn attempt(
    case: &Case,
    claim: &Claim,
    proposal: &Decided,
    here: Option<&Field>,
) -> Result<Verdict, Attempt> {
    attempt_within(case, claim, proposal, here, &Budget::new(case.limits.steps))
}

/// The same with word operations that several attempts share.
///
/// # Errors
/// As [`attempt`].
pub(super) fn attempt_within(
    case: &Case,
    claim: &Claim,
    proposal: &Decided,
    here: Option<&Field>,
    steps: &Budget,
) -> Result<Verdict, Attempt> {
    attempted(case, claim, proposal, here, (&case.rays, steps)).map(|found| found.verdict)
}

/// All that it proves.
///
/// # Errors
/// As [`attempt`].
pub(super) fn attempted(
    case: &Case,
    claim: &Claim,
    proposal: &Decided,
    here: Option<&Field>,
    (rays, steps): (&Rays, &Budget),
) -> Result<Found, Attempt> {
    let limits = Limits { steps: usize::try_from(steps.left()).unwrap_or(usize::MAX), ..*case.limits };
    let (found, taken) = metered(&limits, |meter| found(case, claim, proposal, here, (rays, meter)));
    steps.take(taken);
    one_more(steps);
    found
}

/// The kernel has no result that takes all that it may: of steps that are used up it needed one more.
pub(super) fn one_more(steps: &Budget) {
    steps.take((steps.left() == 0).into());
}

/// The kernel takes no more than one in so many of the search beside a claim that may take all of it.
const BESIDE: u64 = 1 << 2;

/// What the kernel finds by itself of a claim that takes no witness, at the file's own t: half as much again is set
/// aside, as it is all done again when the certificate is checked.
///
/// What it takes is counted when it is done, and each of two claims side by side would have all that is left. So one at
/// a time has that; a claim beside it has a part, and where that is too little begins again when the other is done.
///
/// # Errors
/// Why it finds nothing.
pub(super) fn computed(case: &Case, claim: &Claim) -> Result<Found, Attempt> {
    // Whoever has its turn waits for nothing: the kernel's problem is made, and the kernel works on one thread.
    let _ = case.elaborated();
    let _turn = match case.turn.try_lock() {
        Ok(turn) => turn,
        Err(TryLockError::Poisoned(turn)) => turn.into_inner(),
        Err(TryLockError::WouldBlock) => {
            let part = of_kernel().min(case.limits.search as u64 / BESIDE);
            // What is begun again is not counted twice, lest it depend on the others what comes of it.
            let (found, taken) = effort::unmetered(|| computed_within(case, claim, part));
            if taken <= part {
                return counted(found, taken, taken);
            }
            case.turn.lock().unwrap_or_else(PoisonError::into_inner)
        }
    };
    let most = of_kernel();
    let (found, taken) = computed_within(case, claim, most);
    if taken > most {
        effort::stop();
    }
    counted(found, 0, taken)
}

/// What the search has left for the kernel, with half as much again.
fn of_kernel() -> u64 {
    effort::left().saturating_mul(2).saturating_add(1) / 3
}

/// Within so many steps, or one more, by which it shows that these are not enough.
fn computed_within(case: &Case, claim: &Claim, most: u64) -> (Result<Found, Attempt>, u64) {
    let steps = usize::try_from(most).unwrap_or(usize::MAX).saturating_add(1).min(case.limits.steps);
    // What is begun again finds nothing that it has found before.
    let (limits, rays) = (Limits { steps, ..*case.limits }, Rays::default());
    metered(&limits, |meter| found(case, claim, &Decided::plain(Verdict::Holds), None, (&rays, meter)))
}

/// What is found, counted as far as it has not been, and what the check takes set aside.
fn counted(found: Result<Found, Attempt>, uncounted: u64, taken: u64) -> Result<Found, Attempt> {
    effort::spend(uncounted.saturating_add(taken / 2));
    if found.is_ok() {
        effort::set_aside(taken / 2);
    }
    found
}

/// What the kernel makes of its steps within the limits, as far as the search has left for them; and what it took.
fn metered<T>(limits: &Limits, work: impl FnOnce(&dp_kernel::Meter) -> T) -> (T, u64) {
    // One more than is left, by which it shows that it is the search that has no more.
    let left = effort::left();
    let most = left.saturating_add(1).min(limits.steps as u64);
    let meter = problem::meter(&Limits { steps: usize::try_from(most).unwrap_or(usize::MAX), ..*limits });
    let done = work(&meter);
    let taken = most - meter.left();
    effort::spend(if meter.left() == 0 && left < limits.steps as u64 { u64::MAX } else { taken });
    (done, taken)
}

/// Whether the kernel proves the claim by that evidence, at the file's own t.
pub(super) fn proves(case: &Case, claim: &Claim, proposal: &Decided) -> bool {
    proves_at(case, claim, proposal, None)
}

/// The same at that of a field.
pub(super) fn proves_at(case: &Case, claim: &Claim, proposal: &Decided, here: Option<&Field>) -> bool {
    attempt(case, claim, proposal, here).is_ok_and(|verdict| verdict == proposal.verdict)
}

/// Whether a proposal serves at t or on a part of an interval: it is proved there, or a sign changes on the part, which
/// is cut then and each piece tried again. Not so where the contrary is proved.
///
/// # Errors
/// Why it proves nothing.
pub(super) fn serves(case: &Case, claim: &Claim, proposal: &Decided, here: &Field) -> Result<bool, Reason> {
    match attempt(case, claim, proposal, Some(here)) {
        Ok(verdict) => Ok(verdict == proposal.verdict),
        Err(Attempt::Changes(_)) => Ok(true),
        Err(why) => Err(Reason::new(why.reason())),
    }
}

fn found(
    case: &Case,
    claim: &Claim,
    proposal: &Decided,
    here: Option<&Field>,
    (rays, meter): (&Rays, &dp_kernel::Meter),
) -> Result<Found, Attempt> {
    let (limits, unproved) = (case.limits, |why: &str| Attempt::Unproved(why.to_owned()));
    let elaborated = case.elaborated().map_err(|why| unproved(&why.0))?;
    let Elaborated { problem, names, .. } = elaborated;
    let of_kernel = match case.elaborated_claim(claim) {
        Some(declared) => declared,
        None => &Places::of(names, claim)
            .claim(claim)
            .map(|claim| dp_kernel::Declared { claim, expects: Vec::new() })
            .ok_or_else(|| unproved("the claim names what the file does not have"))?,
    };
    let of_kernel = (&of_kernel.claim, &of_kernel.expects[..]);
    let of_failure = |failure: Failure| Attempt::of(&failure, case, claim, proposal.verdict);
    let steps = Budget::new(limits.steps);
    let reading = Reading::new(problem, names, limits, &steps, meter);
    let witness: Witness = proposal.witness.clone().written_out(&reading).map_err(of_failure)?;
    let at = here.map(|field| (&field.point, field.declared())).unzip();
    dp_kernel::attempt((problem, rays), of_kernel, None, &witness, at, meter).map_err(of_failure)
}
