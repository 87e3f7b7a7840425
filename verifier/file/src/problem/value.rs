//! The names that files and reports have for the values of claims.

use dp_kernel::Name;

/// Every value and what it is called.
pub const NAMES: [(Name, &str); 30] = [
    (Name::AlphaMax, "alpha_max"),
    (Name::EpsilonMin, "epsilon_min"),
    (Name::DeltaMin, "delta_min"),
    (Name::Sum, "sum"),
    (Name::Unique, "unique"),
    (Name::Least, "least"),
    (Name::Utility, "utility"),
    (Name::Loss, "loss"),
    (Name::Bound, "bound"),
    (Name::Optimum, "optimum"),
    (Name::LeastLoss, "least_loss"),
    (Name::Joint, "joint"),
    (Name::Separate, "separate"),
    (Name::Multiplicative, "multiplicative"),
    (Name::Bits, "bits"),
    (Name::Maximum, "maximum"),
    (Name::Theorem, "theorem"),
    (Name::Set, "set"),
    (Name::AlphaStar, "alpha_star"),
    (Name::Error, "error"),
    (Name::Argument, "argument"),
    (Name::Divergence, "divergence"),
    (Name::Additive, "additive"),
    (Name::Excess, "excess"),
    (Name::EpsilonAtLeast, "epsilon_at_least"),
    (Name::EpsilonAtMost, "epsilon_at_most"),
    (Name::DeltaAtLeast, "delta_at_least"),
    (Name::DeltaAtMost, "delta_at_most"),
    (Name::DistanceAtMost, "distance_at_most"),
    (Name::RhoMin, "rho_min"),
];

/// What a value is called.
pub fn name(name: Name) -> &'static str {
    // The table has every name; a test holds it to that.
    NAMES.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
}

/// The value that is called so.
pub fn named(text: &str) -> Option<Name> {
    NAMES.iter().find(|(_, known)| *known == text).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Kind;

    #[test]
    fn every_name_stands_at_its_place() {
        // A name that is new must be given a place here, and then in the table.
        let place = |name: Name| match name {
            Name::AlphaMax => 0,
            Name::EpsilonMin => 1,
            Name::DeltaMin => 2,
            Name::Sum => 3,
            Name::Unique => 4,
            Name::Least => 5,
            Name::Utility => 6,
            Name::Loss => 7,
            Name::Bound => 8,
            Name::Optimum => 9,
            Name::LeastLoss => 10,
            Name::Joint => 11,
            Name::Separate => 12,
            Name::Multiplicative => 13,
            Name::Bits => 14,
            Name::Maximum => 15,
            Name::Theorem => 16,
            Name::Set => 17,
            Name::AlphaStar => 18,
            Name::Error => 19,
            Name::Argument => 20,
            Name::Divergence => 21,
            Name::Additive => 22,
            Name::Excess => 23,
            Name::EpsilonAtLeast => 24,
            Name::EpsilonAtMost => 25,
            Name::DeltaAtLeast => 26,
            Name::DeltaAtMost => 27,
            Name::DistanceAtMost => 28,
            Name::RhoMin => 29,
        };
        for (k, (of, text)) in NAMES.into_iter().enumerate() {
            assert_eq!((place(of), name(of), named(text)), (k, text, Some(of)));
        }
        // What files may expect something of are among them.
        let known = Kind::all().flat_map(|kind| kind.values().iter().chain(kind.values_of(true)).copied());
        assert!(known.into_iter().all(|text| named(text).is_some()));
        assert_eq!(named("epsilon"), None);
    }
}
