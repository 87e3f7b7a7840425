//! Counting the real roots of a polynomial with rational coefficients.

use super::Rational;
use num_traits::{Signed, Zero};

/// The number of different real roots in the open interval (low, high), by Sturm's theorem.
///
/// `coefficients` go from the constant up, the last one not 0. Cost: about degree³ operations on numbers
/// that grow with the degree.
pub fn roots_between(coefficients: &[Rational], low: &Rational, high: &Rational) -> usize {
    let p = square_free(coefficients.to_vec());
    let mut chain = vec![p.clone(), derivative(&p)];
    while chain.last().is_some_and(|last| !last.is_empty()) {
        let negated = remainder(&chain[chain.len() - 2], &chain[chain.len() - 1]).into_iter().map(|c| -c).collect();
        chain.push(scaled(negated));
    }
    chain.pop();
    // Sign changes count the roots of (low, high]; of a square-free polynomial also where an end is a root.
    let upto = changes(&chain, low).saturating_sub(changes(&chain, high));
    upto - usize::from(value(&p, high).is_zero())
}

/// p(x), by Horner's scheme.
fn value(p: &[Rational], x: &Rational) -> Rational {
    p.iter().rev().fold(Rational::zero(), |sum, c| sum * x + c)
}

fn changes(chain: &[Vec<Rational>], x: &Rational) -> usize {
    let signs: Vec<bool> =
        chain.iter().map(|p| value(p, x)).filter(|v| !v.is_zero()).map(|v| v.is_positive()).collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

fn derivative(p: &[Rational]) -> Vec<Rational> {
    p.iter().enumerate().skip(1).map(|(k, c)| c * Rational::from(super::BigInt::from(k))).collect()
}

/// p over the greatest common divisor of p and p': the same roots, each once.
fn square_free(p: Vec<Rational>) -> Vec<Rational> {
    let (mut a, mut b) = (p.clone(), derivative(&p));
    while !b.is_empty() {
        (a, b) = (b.clone(), scaled(remainder(&a, &b)));
    }
    divide(p, &a).0
}

/// Divided by the size of the leading coefficient, which keeps numbers short and signs as they are.
fn scaled(p: Vec<Rational>) -> Vec<Rational> {
    let Some(lead) = p.last().map(Signed::abs) else { return p };
    p.into_iter().map(|c| c / &lead).collect()
}

fn remainder(a: &[Rational], b: &[Rational]) -> Vec<Rational> {
    divide(a.to_vec(), b).1
}

/// Quotient and remainder, the remainder without leading zeros; `b` is not empty.
fn divide(mut a: Vec<Rational>, b: &[Rational]) -> (Vec<Rational>, Vec<Rational>) {
    let mut quotient = vec![Rational::zero(); (a.len() + 1).saturating_sub(b.len())];
    while a.len() >= b.len() {
        let shift = a.len() - b.len();
        let factor = &a[a.len() - 1] / &b[b.len() - 1];
        for (x, y) in a[shift..].iter_mut().zip(b) {
            *x -= y * &factor;
        }
        quotient[shift] = factor;
        a.pop();
        while a.last().is_some_and(Zero::is_zero) {
            a.pop();
        }
    }
    (quotient, a)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(coefficients: &[i64], low: (i64, i64), high: (i64, i64)) -> usize {
        let r = |(n, d): (i64, i64)| Rational::new(n.into(), d.into());
        let p: Vec<Rational> = coefficients.iter().map(|&c| r((c, 1))).collect();
        roots_between(&p, &r(low), &r(high))
    }

    #[test]
    fn roots_are_counted_once_and_ends_left_out() {
        assert_eq!(count(&[-1, 1, 1], (0, 1), (1, 1)), 1, "x²+x-1");
        assert_eq!(count(&[1, -2, 1], (0, 1), (2, 1)), 1, "(x-1)²");
        assert_eq!(count(&[1, -2, 1], (0, 1), (1, 1)), 0, "(x-1)² left of its root");
        assert_eq!(count(&[1, -2, 1], (1, 1), (2, 1)), 0, "(x-1)² right of its root");
        assert_eq!(count(&[0, 2, -3, 1], (-1, 1), (3, 1)), 3, "x(x-1)(x-2)");
        assert_eq!(count(&[0, 2, -3, 1], (0, 1), (2, 1)), 1, "x(x-1)(x-2) between its outer roots");
        assert_eq!(count(&[1, 0, 1], (-5, 1), (5, 1)), 0, "x²+1");
        assert_eq!(count(&[1, -2, -1, 1], (0, 1), (1, 1)), 1, "x³-x²-2x+1");
    }
}
