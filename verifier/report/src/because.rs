//! What a verdict rests on, where claims that ask for several things differ by it.

/// What a verdict rests on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Because {
    /// What the claim's own sentence says; or the claim does not fail.
    #[default]
    Own,
    /// X is not a mechanism: an entry is negative, or a row does not sum to 1.
    NoMechanism,
    /// X is not ε-private.
    NotPrivate,
    /// Another private mechanism has more utility.
    Outdone,
    /// Not the same everywhere on an interval.
    Several,
    /// The claim holds, and is about nothing: no two answers are at its distance.
    Vacuous,
}
