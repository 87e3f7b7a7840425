//! A set of signs.

use std::cmp::Ordering;

/// The signs that a polynomial takes: one at a number, up to three on an interval. Never empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signs {
    negative: bool,
    zero: bool,
    positive: bool,
}

impl Signs {
    /// Less than 0, 0, and more.
    pub const ALL: Self = Self { negative: true, zero: true, positive: true };

    /// That one sign.
    pub fn of(sign: Ordering) -> Self {
        Self { negative: sign == Ordering::Less, zero: sign == Ordering::Equal, positive: sign == Ordering::Greater }
    }

    /// The signs of either set.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            negative: self.negative || other.negative,
            zero: self.zero || other.zero,
            positive: self.positive || other.positive,
        }
    }

    /// Whether this sign is taken somewhere.
    pub fn contains(self, sign: Ordering) -> bool {
        match sign {
            Ordering::Less => self.negative,
            Ordering::Equal => self.zero,
            Ordering::Greater => self.positive,
        }
    }

    /// The sign, where there is one only.
    pub fn only(self) -> Option<Ordering> {
        [Ordering::Less, Ordering::Equal, Ordering::Greater].into_iter().find(|&sign| self == Self::of(sign))
    }

    /// = 0 everywhere.
    pub fn is_zero(self) -> bool {
        self.only() == Some(Ordering::Equal)
    }

    /// > 0 everywhere.
    pub fn is_positive(self) -> bool {
        self.only() == Some(Ordering::Greater)
    }

    /// < 0 everywhere.
    pub fn is_negative(self) -> bool {
        self.only() == Some(Ordering::Less)
    }

    /// ≥ 0 everywhere.
    pub fn is_nonnegative(self) -> bool {
        !self.negative
    }

    /// ≠ 0 everywhere.
    pub fn is_nonzero(self) -> bool {
        !self.zero
    }
}
