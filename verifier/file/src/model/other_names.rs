//! What others call claims.

use super::kind::Kind::{self, self as K};
use crate::spelling::nearest;

/// What others call some of them.
const OTHER_NAMES: [(&str, Kind); 30] = [
    ("private", K::Dp),
    ("privacy", K::Dp),
    ("differential-privacy", K::Dp),
    ("differentially-private", K::Dp),
    ("epsilon-dp", K::Dp),
    ("pure-dp", K::Dp),
    ("approx-dp", K::ApproximateDp),
    ("epsilon-delta-dp", K::ApproximateDp),
    ("group-dp", K::GroupPrivacy),
    ("rdp", K::RenyiDp),
    ("renyi", K::RenyiDp),
    ("renyi-divergence", K::RenyiDp),
    ("cdp", K::Zcdp),
    ("concentrated-dp", K::Zcdp),
    ("zero-concentrated-dp", K::Zcdp),
    ("f-dp", K::TradeOff),
    ("tradeoff", K::TradeOff),
    ("trade-off-function", K::TradeOff),
    ("row-stochastic", K::Stochastic),
    ("accuracy", K::Utility),
    ("usefulness", K::Utility),
    ("mean-error", K::ExpectedError),
    ("min-entropy-leakage", K::Leakage),
    ("min-capacity", K::Capacity),
    ("shannon", K::ShannonCapacity),
    ("channel-capacity", K::ShannonCapacity),
    ("information-capacity", K::ShannonCapacity),
    ("information-leakage", K::MutualInformation),
    ("shannon-information", K::MutualInformation),
    ("shannon-leakage", K::MutualInformation),
];

impl Kind {
    /// The name of the kind that somebody means who writes something else.
    pub fn meant(name: &str) -> Option<&'static str> {
        let known: Vec<&str> = Self::all().map(Self::name).chain(OTHER_NAMES.map(|(other, _)| other)).collect();
        let found = nearest(name, &known)?;
        let other = OTHER_NAMES.iter().find(|(other, _)| *other == found).map(|(_, kind)| kind.name());
        other.or_else(|| Self::named(found).map(Self::name))
    }
}
