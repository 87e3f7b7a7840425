//! A set of signs.

use crate::number::Sign;
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
    pub fn of(sign: Sign) -> Self {
        Self { negative: sign == Sign::Minus, zero: sign == Sign::NoSign, positive: sign == Sign::Plus }
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
    pub fn contains(self, sign: Sign) -> bool {
        match sign {
            Sign::Minus => self.negative,
            Sign::NoSign => self.zero,
            Sign::Plus => self.positive,
        }
    }

    /// The sign, where there is one only.
    pub fn only(self) -> Option<Sign> {
        [Sign::Minus, Sign::NoSign, Sign::Plus].into_iter().find(|&sign| self == Self::of(sign))
    }

    /// = 0 everywhere.
    pub fn is_zero(self) -> bool {
        self.only() == Some(Sign::NoSign)
    }

    /// > 0 everywhere.
    pub fn is_positive(self) -> bool {
        self.only() == Some(Sign::Plus)
    }

    /// < 0 everywhere.
    pub fn is_negative(self) -> bool {
        self.only() == Some(Sign::Minus)
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

/// An order against 0 as a sign.
pub(super) fn signed(order: Ordering) -> Sign {
    match order {
        Ordering::Less => Sign::Minus,
        Ordering::Equal => Sign::NoSign,
        Ordering::Greater => Sign::Plus,
    }
}
