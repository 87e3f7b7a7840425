//! How many roots a polynomial has in an interval (Sturm).

use super::{BigInt, Rational, gcd};
use num_integer::Integer;
use num_traits::{Signed, Zero};

/// Integer coefficients from the constant up, the last one not 0; empty for the zero polynomial.
type Polynomial = Vec<BigInt>;

/// The number of distinct real roots in the open interval, for a polynomial that is not constant.
///
/// With p free of squares and p, p', and the negatives of the remainders, the sign changes at low less those
/// at high are the roots in (low, high], at whichever end one may lie.
/// Cost: about degree² products of numbers of degree times the coefficients' bits.
pub(crate) fn roots_between(coefficients: &[BigInt], low: &Rational, high: &Rational) -> usize {
    let p = primitive(coefficients.to_vec());
    let common = chain(&p).pop().unwrap_or_default();
    let free = if common.len() > 1 { quotient(&p, &common) } else { p };
    let chain = chain(&free);
    let changes = |x: &Rational| {
        let signs: Vec<bool> =
            chain.iter().map(|p| value(p, x)).filter(|v| !v.is_zero()).map(|v| v.is_negative()).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    };
    let at_high = usize::from(value(&free, high).is_zero());
    changes(low).saturating_sub(changes(high)).saturating_sub(at_high)
}

/// p, p' and the negatives of the remainders down to the last that is not 0, each up to a positive factor.
fn chain(p: &Polynomial) -> Vec<Polynomial> {
    let derivative = p.iter().enumerate().skip(1).map(|(k, c)| c * k).collect();
    let mut chain = vec![p.clone(), primitive(derivative)];
    loop {
        let [.., a, b] = &chain[..] else { return chain };
        if b.is_empty() {
            chain.pop();
            return chain;
        }
        let rest = divide(a, b).1.into_iter().map(|c| -c).collect();
        chain.push(primitive(rest));
    }
}

/// Quotient and remainder of a by b ≠ 0, both up to one positive factor.
fn divide(a: &Polynomial, b: &Polynomial) -> (Polynomial, Polynomial) {
    let (mut rest, mut quotient) = (a.clone(), Vec::new());
    let Some(lead) = b.last() else { return (quotient, rest) };
    while rest.len() >= b.len() {
        let shift = rest.len() - b.len();
        let top = rest.pop().unwrap_or_default() * lead.signum();
        for c in rest.iter_mut().chain(&mut quotient) {
            *c *= lead.abs();
        }
        for (c, d) in rest[shift..].iter_mut().zip(b) {
            *c -= &top * d;
        }
        quotient.insert(0, top);
    }
    trim(&mut rest);
    (quotient, rest)
}

/// a/b up to a positive factor, where b divides a.
fn quotient(a: &Polynomial, b: &Polynomial) -> Polynomial {
    primitive(divide(a, b).0)
}

fn trim(p: &mut Polynomial) {
    while p.last().is_some_and(Zero::is_zero) {
        p.pop();
    }
}

/// Divided by the greatest common divisor of the coefficients.
fn primitive(mut p: Polynomial) -> Polynomial {
    trim(&mut p);
    let mut content = BigInt::zero();
    for c in &p {
        if content.is_zero() || !c.is_multiple_of(&content) {
            content = gcd(&content, c);
        }
    }
    for c in &mut p {
        *c /= &content;
    }
    p
}

/// p(n/d)·d^degree, d > 0.
fn value(p: &Polynomial, x: &Rational) -> BigInt {
    let mut power = BigInt::from(1);
    let mut sum = BigInt::zero();
    for c in p.iter().rev() {
        sum = sum * x.numer() + c * &power;
        power *= x.denom();
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(coefficients: &[i64], (low, high): ((i64, i64), (i64, i64))) -> usize {
        let coefficients: Vec<BigInt> = coefficients.iter().map(|&c| c.into()).collect();
        let end = |(n, d): (i64, i64)| Rational::new(n.into(), d.into());
        roots_between(&coefficients, &end(low), &end(high))
    }

    /// Π (x - r_i), from the constant up.
    fn product(roots: &[i64]) -> Vec<i64> {
        roots.iter().fold(vec![1], |p, r| {
            let mut next = vec![0; p.len() + 1];
            for (k, c) in p.iter().enumerate() {
                next[k] -= r * c;
                next[k + 1] += c;
            }
            next
        })
    }

    #[test]
    fn known_polynomials() {
        let unit = ((0, 1), (1, 1));
        assert_eq!(count(&[-1, 1, 1], unit), 1);
        assert_eq!(count(&[1, -1, 1], unit), 0);
        assert_eq!(count(&[3, -16, 16], unit), 2);
        assert_eq!(count(&[1, -4, 4], unit), 1);
        assert_eq!(count(&[0, -1, 1, 1], unit), 1);
        assert_eq!(count(&[-2, 0, 1], ((-2, 1), (2, 1))), 2);
        assert_eq!(count(&[-1, 2], unit), 1);
        assert_eq!(count(&[-1, 1], unit), 0);
        assert_eq!(count(&[1, -2], unit), 1);
        assert_eq!(count(&[-1, 0, -1], ((-9, 1), (9, 1))), 0);
    }

    /// Every polynomial with four roots among -2..=2, repeated ones too, times x² + 1 or -1, on every interval.
    #[test]
    fn products_of_known_roots() {
        let range = || -2i64..=2;
        for a in range() {
            for b in a..=2 {
                for c in b..=2 {
                    for d in c..=2 {
                        let p = product(&[a, b, c, d]);
                        let mut complex = vec![0; p.len() + 2];
                        for (k, x) in p.iter().enumerate() {
                            complex[k] -= x;
                            complex[k + 2] -= x;
                        }
                        for low in -5..=5 {
                            for high in low + 1..=5 {
                                let inside = |r: i64| 2 * r > low && 2 * r < high;
                                let mut roots = vec![a, b, c, d];
                                roots.dedup();
                                let expected = roots.into_iter().filter(|&r| inside(r)).count();
                                let between = ((low, 2), (high, 2));
                                assert_eq!(count(&p, between), expected, "{a} {b} {c} {d} in {between:?}");
                                assert_eq!(count(&complex, between), expected, "{a} {b} {c} {d} in {between:?}");
                            }
                        }
                    }
                }
            }
        }
    }
}
