//! Short polynomials for algebraic numbers.

use super::degrees::of_divisors;
use crate::effort::{Counted, spend, steps};
use crate::exact;
use dp_verify::algebra;
use dp_verify::alpha::{Algebraic, Bounds, Point, Polynomial};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::number::BigInt;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{DivExact, DivRound};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;

/// The highest degree that is tried.
const HIGHEST: usize = 8;

/// The most bits of coefficients of divisors that are looked for: lattices of longer ones take long to reduce.
const LONGEST: u64 = 768;

/// The part of `steps` that the search for a factor of the file's own polynomial may take.
const OF_FACTOR: usize = 1 << 5;

/// The same where an interval is cut, at thousands of numbers perhaps: divisors that are longer are found as what two
/// polynomials have in common, where the kernel does not see one of them vanish.
const SHORT: u64 = 96;

/// A factor of t's polynomial, or that of u beside it, with the number as a root, of a lower degree, its coefficients
/// from the constant up: the kernel sees by it what vanishes there, and a certificate names it. Found for degrees up to
/// 8.
pub(crate) fn factor(mechanism: &Mechanism, limits: &Limits) -> Option<Polynomial> {
    let t = match &mechanism.field.as_ref()?.point {
        Point::Algebraic(t) => t,
        Point::Beside(both) => &both.u,
        _ => return None,
    };
    // By no claim's meter, and once more for the certificate.
    let steps = Counted::new(limits.steps / OF_FACTOR);
    let short = shorter(t, LONGEST, &Bounds::new(limits, &steps))?;
    let Point::Algebraic(short) = short else { return None };
    (short.polynomial().degree() < t.polynomial().degree()).then(|| short.polynomial().clone())
}

/// The same number as a root of a divisor of its polynomial that has the least degree, if that is found.
///
/// The divisor has small coefficients c with Σ c_i·t^i = 0: for each degree a short vector of the lattice of all
/// (c, 2^B·Σ c_i·t^i), with t enclosed to B bits, is a candidate (Kannan, Lenstra, Lovász 1988), and it is one if it
/// divides the polynomial and has t as a root. What is not found costs nothing but length.
pub(super) fn simplest(point: Point, bounds: &Bounds) -> Point {
    let Point::Algebraic(t) = &point else { return point };
    shorter(t, LONGEST, bounds).unwrap_or(point)
}

/// The same by short divisors alone.
pub(super) fn simpler(point: Point, bounds: &Bounds) -> Point {
    let Point::Algebraic(t) = &point else { return point };
    shorter(t, SHORT, bounds).unwrap_or(point)
}

/// Without the divisors that α's own bounds give, and then of the least degree.
fn shorter(t: &Algebraic, longest: u64, bounds: &Bounds) -> Option<Point> {
    match without_bounds(t, bounds) {
        Some(Point::Algebraic(less)) => Some(of_least_degree(&less, longest, bounds).unwrap_or(Point::Algebraic(less))),
        Some(other) => Some(other),
        None => of_least_degree(t, longest, bounds),
    }
}

/// The cyclotomic polynomials of degrees 2 and 4 and of sevenths and ninths, whose roots are no α: sums of powers of t
/// along cycles have them as divisors.
const CYCLOTOMIC: [&[i64]; 9] = [
    &[1, 1, 1],
    &[1, 0, 1],
    &[1, -1, 1],
    &[1, 1, 1, 1, 1],
    &[1, 0, 0, 0, 1],
    &[1, -1, 1, -1, 1],
    &[1, 0, -1, 0, 1],
    &[1, 1, 1, 1, 1, 1, 1],
    &[1, 0, 0, 1, 0, 0, 1],
];

/// t by its polynomial without the divisors t, 1 − t and 1 + t and cyclotomic ones, if it has one: most polynomials
/// whose signs are asked for do.
fn without_bounds(t: &Algebraic, bounds: &Bounds) -> Option<Point> {
    let mut rest = t.polynomial().clone();
    for divisor in [&[0, 1][..], &[-1, 1], &[1, 1]].into_iter().chain(CYCLOTOMIC) {
        let divisor = Polynomial::polynomial(divisor.iter().map(|&c| BigInt::from(c)).collect());
        while rest.degree() > divisor.degree()
            && let Some(less) = bounds.run(|| Ok(rest.over(&divisor))).ok()?
        {
            rest = less;
        }
    }
    if rest.degree() == t.polynomial().degree() || !bounds.run(|| algebra::is_root_of(t, &rest)).ok()? {
        return None;
    }
    root_of(&rest, t, bounds)
}

/// t as the root of a polynomial that has it as one.
fn root_of(p: &Polynomial, t: &Algebraic, bounds: &Bounds) -> Option<Point> {
    let [low, high] = t.between();
    bounds.run(|| algebra::root(&algebra::primitive(p)?, &low, &high)).ok()
}

fn of_least_degree(t: &Algebraic, longest: u64, bounds: &Bounds) -> Option<Point> {
    let p = t.polynomial();
    let degrees = of_divisors(p, HIGHEST);
    for degree in (1..p.degree().min(HIGHEST + 1)).filter(|degree| degrees >> degree & 1 == 1) {
        // A divisor's coefficients have no more than deg more bits (Mignotte).
        let size = (p.bits() + p.degree() as u64 + 8).min(longest);
        let bits = size * (degree as u64 + 2) + 32;
        bounds.charge(steps_to_reduce(degree as u64 + 1, bits)).ok()?;
        let near = exact::integer(&bounds.run(|| t.bracket(bits)).ok()?.low);
        let mut powers = vec![Integer::ONE << bits];
        for k in 0..degree {
            powers.push((&powers[k] * &near) >> bits);
        }
        let rows = powers.iter().enumerate().map(|(k, power)| {
            let unit = (0..=degree).map(|j| Integer::from(j == k));
            unit.chain([power.clone()]).collect::<Vec<_>>()
        });
        let basis = reduced(rows.collect());
        let candidate = Polynomial::polynomial(basis.first()?[..=degree].iter().map(exact::bigint).collect());
        let divides = || bounds.run(|| Ok(p.over(&algebra::primitive(&candidate)?).is_some()));
        if candidate.degree() == 0 || !divides().ok()? {
            continue;
        }
        if bounds.run(|| algebra::is_root_of(t, &candidate)).ok()? {
            return root_of(&if candidate.leading() < BigInt::from(0) { -&candidate } else { candidate }, t, bounds);
        }
    }
    None
}

/// About how many word operations [`reduced`] takes for n rows with one number of so many bits each: exchanges by the
/// number of bits, each with n products of such a number and a short one. Measured, not proved.
fn steps_to_reduce(n: u64, bits: u64) -> u64 {
    bits.saturating_mul(n).saturating_mul(bits / 512 + 8)
}

/// A reduced basis of the lattice that the rows span, which are independent (Lenstra, Lenstra, Lovász 1982), in
/// integers throughout (Cohen, A Course in Computational Algebraic Number Theory, Algorithm 2.6.7).
fn reduced(rows: Vec<Vec<Integer>>) -> Vec<Vec<Integer>> {
    let n = rows.len();
    let mut basis = Basis { rows, d: vec![Integer::ONE], lambda: vec![vec![Integer::ZERO; n]; n] };
    basis.orthogonalise(0);
    let mut k = 1;
    while k < n {
        let words = basis.d.last().map_or(0, |d| usize::try_from(d.significant_bits() / 64).unwrap_or(usize::MAX)) + 1;
        spend(steps(n, words, 8));
        if basis.d.len() == k + 1 {
            basis.orthogonalise(k);
        }
        basis.shorten(k, k - 1);
        let (d, lambda) = (&basis.d, &basis.lambda[k][k - 1]);
        let left = (&d[k + 1] * &d[k - 1] + lambda * lambda) * Integer::from(4);
        if left < &d[k] * &d[k] * Integer::from(3) {
            basis.swap(k);
            k = (k - 1).max(1);
        } else {
            (0..k - 1).rev().for_each(|l| basis.shorten(k, l));
            k += 1;
        }
    }
    basis.rows
}

/// Rows b_i with the determinants d_i of the Gram matrices of the first i rows, and λ_ij = d_(j+1)·μ_ij.
struct Basis {
    rows: Vec<Vec<Integer>>,
    d: Vec<Integer>,
    lambda: Vec<Vec<Integer>>,
}

impl Basis {
    fn orthogonalise(&mut self, k: usize) {
        for j in 0..=k {
            let pairs = self.rows[k].iter().zip(&self.rows[j]);
            let mut u: Integer = pairs.map(|(x, y)| x * y).sum();
            for i in 0..j {
                u = (&self.d[i + 1] * u - &self.lambda[k][i] * &self.lambda[j][i]).div_exact(&self.d[i]);
            }
            if j < k {
                self.lambda[k][j] = u;
            } else {
                self.d.push(u);
            }
        }
    }

    /// b_k less the multiple of b_l that makes |2λ_kl| ≤ d_(l+1).
    fn shorten(&mut self, k: usize, l: usize) {
        let (lambda, d) = (&self.lambda[k][l], &self.d[l + 1]);
        // The nearest integer to λ/d.
        let q = (lambda * Integer::from(2) + d).div_round(d * Integer::from(2), RoundingMode::Floor).0;
        if q == 0 {
            return;
        }
        let other = self.rows[l].clone();
        self.rows[k].iter_mut().zip(&other).for_each(|(x, y)| *x -= &q * y);
        self.lambda[k][l] -= &q * &self.d[l + 1];
        for i in 0..l {
            let step = &q * &self.lambda[l][i];
            self.lambda[k][i] -= step;
        }
    }

    fn swap(&mut self, k: usize) {
        self.rows.swap(k, k - 1);
        for j in 0..k - 1 {
            let (head, tail) = self.lambda.split_at_mut(k);
            std::mem::swap(&mut head[k - 1][j], &mut tail[0][j]);
        }
        let lambda = self.lambda[k][k - 1].clone();
        let b = (&self.d[k - 1] * &self.d[k + 1] + &lambda * &lambda).div_exact(&self.d[k]);
        for i in k + 1..self.d.len() - 1 {
            let t = self.lambda[i][k].clone();
            let next = (&self.d[k + 1] * &self.lambda[i][k - 1] - &lambda * &t).div_exact(&self.d[k]);
            self.lambda[i][k - 1] = (&b * t + &lambda * &next).div_exact(&self.d[k + 1]);
            self.lambda[i][k] = next;
        }
        self.d[k] = b;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dp_verify::alpha::Interval;
    use dp_verify::limits::Limits;

    /// Between two integers.
    fn zeros(p: &Polynomial, low: i64, high: i64) -> Vec<Point> {
        let [low, high] = [low, high].map(|x| Point::Rational(BigInt::from(x).into()));
        algebra::zeros(&Interval::between(low, high).expect("an interval"), p).expect("isolated")
    }

    #[test]
    fn divisors_of_least_degree_are_found() {
        let limits = Limits::default();
        let steps = Counted::new(limits.steps);
        let bounds = Bounds::new(&limits, &steps);
        let of = |c: &[i64]| Polynomial::polynomial(c.iter().map(|&c| BigInt::from(c)).collect());
        let short: [(&[i64], i64, i64); 4] = [
            // √5−2, √3−√2, 1/√2, and a root of x³−x²−2x+1.
            (&[-1, 4, 1], 0, 1),
            (&[1, 0, -10, 0, 1], 0, 1),
            (&[-1, 0, 2], 0, 1),
            (&[1, -2, -1, 1], 0, 1),
        ];
        for (c, low, high) in short {
            let long = [of(&[-7, 3, 0, 5, 11]), of(&[3, 1, 4, 1, 5]), of(&[2, 1])];
            let product = long.iter().fold(of(c), |product, p| &product * p);
            let isolated = |p: &Polynomial| zeros(p, low, high);
            let root = isolated(&of(c)).remove(0);
            let among = isolated(&product);
            let same = |x: &&Point| algebra::order(x, &root).expect("ordered").is_eq();
            let found = simplest(among.iter().find(same).expect("it is a root").clone(), &bounds);
            assert_eq!(found, root, "{c:?}");
        }
        // Of a degree past those that are looked for, with 1 + t² and 1 − t + t²: t^10 + 2t − 2 is irreducible
        // (Eisenstein).
        let irreducible = of(&[-2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
        let product = &(&irreducible * &of(&[1, 0, 1])) * &of(&[1, -1, 1]);
        let root = zeros(&product, 0, 1).remove(0);
        let Point::Algebraic(found) = simplest(root, &bounds) else { panic!("it is irrational") };
        assert_eq!(found.polynomial(), &irreducible);
    }
}
