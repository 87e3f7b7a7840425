//! Claims about randomised response that is not written out (see the kernel's `notions/response.rs`): those that its
//! structure decides.

use super::attempt::proves;
use super::case::{Case, Reason};
use super::optimal::covering;
use crate::statement::Decided;
use dp_kernel::Verdict;
use dp_verify::graph::Family;
use dp_verify::model::{Claim, Formula, Gain, Kind, Mechanism};

/// What is decided of it without being asked for, but what its priors and its gain keep from being so.
pub(super) const FINDINGS: [Kind; 10] = [
    Kind::Stochastic,
    Kind::Dp,
    Kind::TightConstraintsExist,
    Kind::TightConstraints,
    Kind::Capacity,
    Kind::Regular,
    Kind::Utility,
    Kind::UtilityBound,
    Kind::Leakage,
    Kind::LeakageBound,
];

/// Whether claims of this kind are decided of it.
pub(super) fn decides(mechanism: &Mechanism, kind: Kind) -> bool {
    use Kind as K;
    let is_complete = *mechanism.query.graph.family() == Family::Complete;
    let gain = &mechanism.gain;
    match kind {
        K::BoundedRange | K::Zcdp | K::MutualInformation | K::ShannonCapacity => true,
        K::Stochastic | K::Dp | K::ApproximateDp | K::GroupPrivacy | K::RenyiDp | K::Capacity | K::Leakage => true,
        K::Utility | K::GLeakage | K::Optimal => match gain {
            Gain::Binary | Gain::Formula(Formula::BinaryLoss) => true,
            Gain::Formula(Formula::Distance(_)) => is_complete,
            _ => false,
        },
        K::TightConstraints => is_complete,
        kind => !kind.speaks_of_x(),
    }
}

/// `optimal`: X or the tight-constraints mechanism reaches the covering bound.
pub(super) fn optimal(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let not_private = Decided::plain(Verdict::Fails);
    if proves(case, claim, &not_private) {
        return Ok(not_private);
    }
    let prior = case.weights(claim)?;
    case.alpha()?;
    let proposals = covering(case, &case.mechanism.gain, &prior);
    let proposals = proposals.into_iter().flat_map(|optimum| optimum.found.proposals(claim, Decided::new));
    let mut found = proposals.filter(|proposal| proves(case, &proposal.of, &proposal.decided));
    found
        .next()
        .map(|proposal| proposal.decided)
        .ok_or_else(|| Reason::new("no optimum was found for a closed form that is not written out"))
}
