//! Claims about a product too large to be written out: those that its parent decides (see the kernel's
//! `notions/product.rs`).

use dp_verify::model::Kind;

/// What is decided of a large product without being asked for.
pub(super) const FINDINGS: [Kind; 7] = [
    Kind::Stochastic,
    Kind::Dp,
    Kind::Capacity,
    Kind::Utility,
    Kind::Leakage,
    Kind::IndividualLeakage,
    Kind::ExpectedError,
];

/// Whether claims of this kind are decided of a large product, by its parent.
pub(super) fn decides(kind: Kind) -> bool {
    matches!(kind, Kind::ApproximateDp | Kind::GroupPrivacy | Kind::TradeOff)
        || matches!(kind, Kind::RenyiDp | Kind::BoundedRange | Kind::Zcdp)
        || matches!(kind, Kind::MutualInformation | Kind::ShannonCapacity)
        || FINDINGS.contains(&kind)
}
