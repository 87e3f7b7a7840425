//! What the kernel says of a proposal, before anything is written down.

use super::case::Case;
use dp_kernel::{Failure, Found, Number, Witness};
use dp_verify::alpha::{Field, Polynomial};
use dp_verify::json::{self, View};
use dp_verify::limits::Budget;
use dp_verify::model::Claim;
use dp_verify::problem;
use dp_verify::report::Verdict;
use dp_verify::witness::{self, Reading, Unread};
use dp_verify::words::{self, Words};

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
    fn of(failure: &Failure, case: &Case, claim: &Claim, said: dp_kernel::Verdict) -> Self {
        let steps = Budget::new(case.limits.steps);
        let text = || words::failure(failure, said, &Words::new(case.mechanism, claim, case.limits, &steps));
        match failure {
            Failure::Changes(p) => Attempt::Changes(Box::new(polynomial(p))),
            Failure::Unknown(p) => Attempt::Unknown(Box::new(polynomial(p))),
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

/// What a witness proves of a claim at the file's own t, or at that of a field, a part of an interval perhaps.
///
/// # Errors
/// Why it proves nothing.
pub(super) fn attempt(
    case: &Case,
    claim: &Claim,
    said: Verdict,
    witness: Option<&str>,
    field: Option<&Field>,
) -> Result<Verdict, Attempt> {
    attempt_within(case, claim, said, witness, field, &Budget::new(case.limits.steps))
}

/// The same with word operations that several attempts share.
///
/// # Errors
/// As [`attempt`].
pub(super) fn attempt_within(
    case: &Case,
    claim: &Claim,
    said: Verdict,
    witness: Option<&str>,
    field: Option<&Field>,
    steps: &Budget,
) -> Result<Verdict, Attempt> {
    let limits =
        dp_verify::limits::Limits { steps: usize::try_from(steps.left()).unwrap_or(usize::MAX), ..*case.limits };
    let meter = problem::meter(&limits);
    let found = try_one(case, claim, said, witness, field, &meter);
    steps.take(steps.left() - meter.left());
    found
}

/// What the kernel finds by itself of a claim that takes no witness, at the file's own t.
///
/// # Errors
/// Why it finds nothing.
pub(super) fn computed(case: &Case, claim: &Claim) -> Result<Found, Attempt> {
    let meter = problem::meter(case.limits);
    let elaborated = case.elaborated().map_err(|why| Attempt::Unproved(why.0))?;
    let unnamed = || Attempt::Unproved("the claim names what the file does not have".into());
    let kernel_claim = elaborated.places().claim(claim).ok_or_else(unnamed)?;
    let found = dp_kernel::attempt(&elaborated.problem, &kernel_claim, None, &Witness::None, (None, None), &meter);
    found.map_err(|failure| Attempt::of(&failure, case, claim, dp_kernel::Verdict::Holds))
}

fn try_one(
    case: &Case,
    claim: &Claim,
    said: Verdict,
    witness: Option<&str>,
    field: Option<&Field>,
    meter: &dp_kernel::Meter,
) -> Result<Verdict, Attempt> {
    let (limits, unproved) = (case.limits, |why: &dyn ToString| Attempt::Unproved(why.to_string()));
    let elaborated = case.elaborated().map_err(|why| unproved(&why.0))?;
    let kernel_claim = elaborated.places().claim(claim);
    let kernel_claim = kernel_claim.ok_or_else(|| unproved(&"the claim names what the file does not have"))?;
    let node = witness.map(|text| json::read(text.as_bytes(), limits)).transpose().map_err(|e| unproved(&e.message))?;
    let view = node.as_ref().map(View::root);
    let steps = Budget::new(limits.steps);
    let reading = Reading::new(&elaborated.problem, &elaborated.names, limits, &steps, meter);
    let kernel_said = if said == Verdict::Fails { dp_kernel::Verdict::Fails } else { dp_kernel::Verdict::Holds };
    let of_failure = |failure: &Failure| Attempt::of(failure, case, claim, kernel_said);
    let witness =
        witness::read(view.as_ref(), &kernel_claim, kernel_said, &reading).map_err(|unread| match unread {
            Unread::Malformed(e) => Attempt::Unproved(e.message),
            Unread::Unproved(why) => Attempt::Unproved(why),
            Unread::Failed(failure) => of_failure(&failure),
        })?;
    let at = field.map(|field| problem::at(field, limits)).transpose().map_err(|e| Attempt::Unproved(e.message))?;
    let (point, alpha) = at.unzip();
    let proved = |verdict| match verdict {
        dp_kernel::Verdict::Holds => Verdict::Holds,
        dp_kernel::Verdict::Fails => Verdict::Fails,
    };
    if field.is_none() && matches!(witness, dp_kernel::Witness::Parts { .. } | dp_kernel::Witness::At { .. }) {
        let mut session =
            dp_kernel::Session::new(&elaborated.problem, meter).map_err(|failure| of_failure(&failure))?;
        let found = session.prove(&kernel_claim, kernel_said, &witness);
        return found.map(|found| proved(found.verdict)).map_err(|failure| of_failure(&failure));
    }
    let found =
        dp_kernel::attempt(&elaborated.problem, &kernel_claim, None, &witness, (point.as_ref(), alpha.as_ref()), meter);
    found.map(|found| proved(found.verdict)).map_err(|failure| of_failure(&failure))
}

fn polynomial(p: &Number) -> Polynomial {
    Polynomial::new(p.coefficients().into_owned())
}
