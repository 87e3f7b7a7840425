//! Rationals as powers of one.

use super::{BigInt, Rational, compare};
use crate::limits::{Budget, words_of};
use num_integer::Integer;
use num_traits::{One, Zero};
use std::cmp::Ordering;

/// r, p and q with x = r^p and y = r^q, for x and y above 1, where there are such: r the largest one. `None` where that
/// takes more steps than are left.
///
/// By Euclid on the exponents: of two different powers of r > 1 the larger over the smaller is one too, and its
/// numerator and denominator are integers, as those of the smaller divide those of the larger. Each quotient is
/// shorter, so that there are at most as many as there are bits.
pub fn common_base(x: &Rational, y: &Rational, steps: &Budget) -> Option<Option<(Rational, [BigInt; 2])>> {
    if ![x, y].into_iter().all(|x| compare(x, &Rational::one()).is_gt()) {
        return Some(None);
    }
    let (mut pair, mut left) = ([x.clone(), y.clone()], Vec::new());
    loop {
        let [x, y] = &pair;
        let words = |x: &Rational| words_of(x.numer().bits()).saturating_add(words_of(x.denom().bits()));
        steps.take(words(x).saturating_mul(words(y)).saturating_mul(4).saturating_add(64))?;
        let of_first = match compare(x, y) {
            Ordering::Equal => break,
            order => order.is_gt(),
        };
        let (long, short) = if of_first { (x, y) } else { (y, x) };
        let Some(quotient) = exactly(long, short) else { return Some(None) };
        pair = if of_first { [quotient, y.clone()] } else { [x.clone(), quotient] };
        left.push(of_first);
    }
    let [base, _] = pair;
    let mut exponents = [BigInt::one(), BigInt::one()];
    for of_first in left.into_iter().rev() {
        steps.take(words_of(exponents.iter().map(BigInt::bits).max().unwrap_or(0)))?;
        let [p, q] = &mut exponents;
        if of_first {
            *p += &*q;
        } else {
            *q += &*p;
        }
    }
    Some(Some((base, exponents)))
}

/// x/y, where the numerator and the denominator of y divide those of x.
fn exactly(x: &Rational, y: &Rational) -> Option<Rational> {
    let over = |x: &BigInt, y: &BigInt| {
        let (quotient, rest) = x.div_rem(y);
        rest.is_zero().then_some(quotient)
    };
    Some(Rational::new_raw(over(x.numer(), y.numer())?, over(x.denom(), y.denom())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(x: (u32, u32), y: (u32, u32)) -> Option<(String, String)> {
        let rational = |(n, d): (u32, u32)| Rational::new_raw(n.into(), d.into());
        let found = common_base(&rational(x), &rational(y), &Budget::new(1 << 20)).expect("few steps");
        found.map(|(base, [p, q])| (base.to_string(), format!("{p} {q}")))
    }

    #[test]
    fn powers_of_one_number_show_it_and_others_do_not() {
        let found = |base: &str, exponents: &str| Some((base.to_owned(), exponents.to_owned()));
        assert_eq!(of((2, 1), (2, 1)), found("2", "1 1"));
        assert_eq!(of((8, 1), (4, 1)), found("2", "3 2"));
        assert_eq!(of((32, 243), (4, 9)), None, "numbers below 1 have no place here");
        assert_eq!(of((243, 32), (9, 4)), found("3/2", "5 2"));
        assert_eq!(of((2, 1), (3, 1)), None);
        assert_eq!(of((12, 1), (2, 1)), None);
        assert_eq!(of((9, 2), (3, 2)), None);
        assert_eq!(of((9, 4), (3, 1)), None);
        assert_eq!(of((1, 1), (2, 1)), None);
    }

    #[test]
    fn long_powers_are_counted_before_they_are_divided() {
        let long = Rational::from(BigInt::one() << 100_000_u32);
        assert_eq!(common_base(&long, &Rational::from(BigInt::from(2)), &Budget::new(1 << 20)), None);
        let found = common_base(&long, &Rational::from(BigInt::from(2)), &Budget::new(1 << 30));
        assert_eq!(found.flatten().map(|(_, [p, _])| p), Some(BigInt::from(100_000)));
    }
}
