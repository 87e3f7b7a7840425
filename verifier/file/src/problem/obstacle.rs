//! Why something could not be computed, in words.

use crate::alpha::Obstacle;
use crate::error::Error;
use dp_kernel::{Failure, Limit, Why};

/// Why something could not be computed, by its limit.
pub fn obstacle(failure: &Failure) -> &'static str {
    match failure {
        Failure::Limit(Limit::Steps) => "it takes more steps than are left (--limit steps=N)",
        Failure::Limit(Limit::Degree) => "a polynomial of too high a degree (--limit exponent=N)",
        Failure::Limit(Limit::Bits) => "numbers of too many bits (--limit bits=N)",
        Failure::Limit(Limit::Memory) => "numbers that fill too many bytes (--limit memory=N)",
        Failure::Limit(Limit::Parts) => "parts of an interval that fill too many bytes (--limit memory=N)",
        Failure::Limit(Limit::Nodes) => "a graph of too many nodes (--limit nodes=N)",
        Failure::Limit(Limit::Place) => "a place that is not there was looked up: a mistake in the kernel",
        Failure::Changes(_) => "a sign changes on the interval of α",
        Failure::Unknown(_) => "a sign does not show",
        Failure::Unproved(why) if matches!(**why, Why::Flaw(_)) => {
            "a part of the problem that is not what FORMAT.md says of it"
        }
        Failure::Unproved(_) => "the number is not one root between two rationals",
    }
}

/// The error of a failure at a path of the file.
pub(super) fn failed(failure: &Failure, path: &str) -> Error {
    match failure {
        Failure::Limit(_) => Error::over_limit(path.into(), 0, obstacle(failure)),
        _ => Error::malformed(path.into(), 0, obstacle(failure)),
    }
}

/// The error of an obstacle at a path of the file.
pub(super) fn hindered(why: &Obstacle, path: &str) -> Error {
    match why {
        Obstacle::Unfit(why) => Error::malformed(path.into(), 0, *why),
        why => Error::over_limit(path.into(), 0, why.to_string()),
    }
}
