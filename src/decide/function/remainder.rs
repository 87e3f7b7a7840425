//! Vectors of high degrees in an algebraic t, modulo its polynomial.

use super::search::poly;
use crate::effort::{spend, steps};
use crate::exact;
use crate::linear::Poly;
use dp_verify::alpha::{Point, Polynomial};
use dp_verify::number::Fractions;
use malachite::base::num::arithmetic::traits::{DivExactAssign, Gcd};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural};

/// Lower degrees than so many times that of t are let be.
const HIGH: usize = 4;

/// Whether polynomials of a degree are taken modulo that of a t of another.
pub(super) fn is_far_above(degree: usize, of_t: usize) -> bool {
    degree >= HIGH * of_t
}

/// The same vector at t, its polynomials below the degree of t's own where they are far above it.
///
/// With p = c·t^k + …, c > 0, all entries and the denominator are multiplied by one power of c.
pub(super) fn low(x: Fractions, point: &Point) -> Fractions {
    let Point::Algebraic(t) = point else { return x };
    let all: Vec<Poly> = x.numerators.iter().chain([&x.denominator]).map(poly).collect();
    let mut modulus = poly(t.polynomial());
    let degree = all.iter().map(Vec::len).max().unwrap_or(0).saturating_sub(1);
    let k = modulus.len() - 1;
    if k == 0 || !is_far_above(degree, k) {
        return x;
    }
    if modulus[k] < 0 {
        modulus.iter_mut().for_each(|c| *c = -&*c);
    }
    let mut rests: Vec<Poly> = all.iter().map(|f| remainder(f, &modulus, degree)).collect();
    let content = rests.iter().flatten().fold(Natural::ZERO, |g, c| g.gcd(c.unsigned_abs_ref()));
    let content = Integer::from(content);
    if content > 1 {
        rests.iter_mut().flatten().for_each(|c| c.div_exact_assign(&content));
    }
    let polynomial = |f: &Poly| Polynomial::polynomial(f.iter().map(exact::bigint).collect());
    let (denominator, numerators) = rests.split_last().map_or((Polynomial::ZERO, &[][..]), |(d, n)| (polynomial(d), n));
    Fractions { denominator, numerators: numerators.iter().map(polynomial).collect() }
}

/// c^m·f modulo p = c·t^k + …, for an m that is the degree of the longest such f.
///
/// By Horner's rule: a product with t is one with c·t, less a multiple of p.
fn remainder(f: &Poly, p: &Poly, m: usize) -> Poly {
    let k = p.len() - 1;
    let c = &p[k];
    let mut rest = vec![Integer::ZERO; k];
    let mut scale = Integer::ONE;
    for i in (0..=m).rev() {
        spend(steps(k, 2, usize::try_from(scale.significant_bits() / 64 + 1).unwrap_or(usize::MAX)));
        let high = rest[k - 1].clone();
        for j in (0..k).rev() {
            let below = if j == 0 { Integer::ZERO } else { &rest[j - 1] * c };
            rest[j] = below - &high * &p[j];
        }
        if i < m {
            scale *= c;
        }
        if let Some(next) = f.get(i) {
            rest[0] += next * &scale;
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// f − c^-m·(the rest) is a multiple of p: at p's root 3/2 of 2t − 3, and by hand.
    #[test]
    fn remainders_have_the_same_value_at_the_root() {
        let whole = |x: &[i64]| x.iter().map(|&c| Integer::from(c)).collect::<Poly>();
        // 5 + t + 7t³ at 3/2, times 2³: 40 + 12 + 189.
        assert_eq!(remainder(&whole(&[5, 1, 0, 7]), &whole(&[-3, 2]), 3), whole(&[241]));
        // The same with one power of 2 more.
        assert_eq!(remainder(&whole(&[5, 1, 0, 7]), &whole(&[-3, 2]), 4), whole(&[482]));
        // Modulo t² − t − 1 the powers of t are 1, t, t + 1, 2t + 1, 3t + 2.
        assert_eq!(remainder(&whole(&[1, 0, 0, 0, 2]), &whole(&[-1, -1, 1]), 4), whole(&[5, 6]));
    }
}
