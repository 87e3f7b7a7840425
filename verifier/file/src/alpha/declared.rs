//! α and `b` as a file declares them.

use crate::number::Rational;

/// The number α = e^-ε, 0 < α ≤ 1, exactly as the file means it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Alpha {
    /// A rational.
    Rational(Rational),
    /// e^-r for a rational r > 0: transcendental.
    Exponential(Rational),
    /// base^-exponent, irrational, for ε = exponent·ln(base).
    Power {
        /// The r of ln(r), ≠ 1.
        base: Rational,
        /// The q of q·ln(r).
        exponent: Rational,
    },
    /// The one root of a polynomial in an open interval.
    Root {
        /// Coefficients from the constant up, the last one not 0.
        polynomial: Vec<Rational>,
        /// The interval.
        between: (Rational, Rational),
    },
    /// Every number of an open interval at once.
    Symbolic {
        /// The interval.
        between: (Rational, Rational),
    },
}

impl Alpha {
    /// The value where it is rational.
    pub fn rational(&self) -> Option<&Rational> {
        match self {
            Alpha::Rational(alpha) => Some(alpha),
            _ => None,
        }
    }

    /// `rational`, `transcendental`, `algebraic` or `symbolic`.
    pub fn kind(&self) -> &'static str {
        match self {
            Alpha::Rational(_) => "rational",
            Alpha::Exponential(_) => "transcendental",
            Alpha::Power { .. } | Alpha::Root { .. } => "algebraic",
            Alpha::Symbolic { .. } => "symbolic",
        }
    }
}

/// The number `b`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constant {
    /// A rational.
    Rational(Rational),
    /// The one root of a polynomial in an open interval.
    Root {
        /// Coefficients from the constant up, the last one not 0.
        polynomial: Vec<Rational>,
        /// The interval.
        between: (Rational, Rational),
    },
    /// α^(1/k).
    RootOfAlpha(u32),
    /// e^-r for a rational r > 0: transcendental, beside an α that is one number.
    Exponential(Rational),
}

impl Constant {
    /// The value where it is rational.
    pub fn rational(&self) -> Option<&Rational> {
        match self {
            Constant::Rational(b) => Some(b),
            _ => None,
        }
    }
}
