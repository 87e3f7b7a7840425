//! Claims about a composition (see the kernel's `notions/composition.rs`): the kernel computes them, part by part and
//! by types.

use dp_verify::model::{Kind, Mechanism};

/// What speaks of X, and is decided without being asked for.
const FINDINGS: [Kind; 2] = [Kind::Stochastic, Kind::Dp];

/// The same where the outputs of all uses have few types.
const BY_TYPE: [Kind; 4] = [Kind::Capacity, Kind::Utility, Kind::Leakage, Kind::GLeakage];

/// Up to so many types, for all nodes together.
const FEW: u64 = 1 << 16;

/// Whether claims of this kind are decided of a composition.
pub(super) fn decides(kind: Kind) -> bool {
    let of_rows = matches!(kind, Kind::RenyiDp | Kind::BoundedRange | Kind::Zcdp);
    let by_parts = of_rows || matches!(kind, Kind::ApproximateDp | Kind::GroupPrivacy);
    let by_type =
        matches!(kind, Kind::GCapacity | Kind::MutualInformation | Kind::ShannonCapacity) || BY_TYPE.contains(&kind);
    !kind.speaks_of_x() || by_parts || FINDINGS.contains(&kind) || by_type
}

/// Whether a claim of this kind is made of a composition by itself.
pub(super) fn is_found(mechanism: &Mechanism, kind: Kind) -> bool {
    // Of promises what is not asked for is told only about neighbours.
    if mechanism.is_all_promised() {
        return kind == Kind::Dp;
    }
    let few = || types(mechanism).is_some_and(|types| types <= FEW);
    !kind.speaks_of_x() || FINDINGS.contains(&kind) || BY_TYPE.contains(&kind) && few()
}

/// The entries of the table of all types: Π (k+m−1 choose m−1) over the parts, for each node.
fn types(mechanism: &Mechanism) -> Option<u64> {
    mechanism.parts().iter().try_fold(mechanism.query.graph.nodes() as u64, |all, part| {
        let m = mechanism.part_channel(part)?.width as u64;
        let count = (1..m).try_fold(1u64, |c, j| Some(c.checked_mul(part.times as u64 + j)? / j))?;
        all.checked_mul(count)
    })
}
