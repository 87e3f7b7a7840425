//! Why a question about numbers has no answer.

use crate::meter::Limit;
use crate::number::Number;

/// What stands between a question and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// It would take more than a limit allows.
    Limit(Limit),
    /// The sign of this polynomial changes on the interval.
    Changes(Box<Number>),
    /// The sign of this polynomial does not show at t: it may vanish there, which takes a factor of t's polynomial to
    /// show.
    Unknown(Box<Number>),
    /// A number is none that t can be: it is not one root between two rationals, or not e^-r for a rational r > 0.
    NoRoot,
    /// Two ends are no rational or algebraic numbers, or do not rise.
    Order,
    /// t occurs, or a number beside it, and nothing says what that is.
    NoPoint,
    /// The question makes no sense: what is wrong with it.
    Unfit(&'static str),
}

impl From<Limit> for Obstacle {
    fn from(limit: Limit) -> Self {
        Obstacle::Limit(limit)
    }
}

/// That something is so.
pub(crate) fn ensure(so: bool, obstacle: impl FnOnce() -> Obstacle) -> Result<(), Obstacle> {
    if so { Ok(()) } else { Err(obstacle()) }
}
