//! Roots of rationals that are rational.

use super::{BigInt, Rational};
use num_traits::{Pow, Signed};

/// x^(1/k) for x > 0 and k ≥ 1 where it is rational.
///
/// A fraction in lowest terms has a rational k-th root iff its numerator and denominator have integer ones.
pub fn rational_root(x: &Rational, k: u32) -> Option<Rational> {
    let root = |n: &BigInt| {
        let r = n.nth_root(k);
        (Pow::pow(&r, k) == *n).then_some(r)
    };
    if !x.is_positive() || k == 0 {
        return None;
    }
    Some(Rational::new_raw(root(x.numer())?, root(x.denom())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_that_are_rational_are_found_and_no_others() {
        let r = |n: i64, d: i64| Rational::new(n.into(), d.into());
        assert_eq!(rational_root(&r(8, 27), 3), Some(r(2, 3)));
        assert_eq!(rational_root(&r(8, 27), 2), None);
        assert_eq!(rational_root(&r(1, 1), 7), Some(r(1, 1)));
        assert_eq!(rational_root(&r(-8, 1), 3), None);
    }
}
