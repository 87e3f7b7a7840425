//! Short polynomials for algebraic numbers.

use dp_verify::alpha::{Algebraic, Bounds, Point, Polynomial};
use dp_verify::number::{BigInt, Rational, compare};

/// The highest degree that is tried.
const HIGHEST: usize = 8;

/// The same number as a root of a divisor of its polynomial that has the least degree, if that is found.
///
/// The divisor has small coefficients c with Σ c_i·t^i = 0: for each degree a short vector of the lattice of all
/// (c, 2^B·Σ c_i·t^i), with t enclosed to B bits, is a candidate (Kannan, Lenstra, Lovász 1988), and it is one if it
/// divides the polynomial and has t as a root. What is not found costs nothing but length.
pub(super) fn simplest(point: Point, bounds: &Bounds) -> Point {
    let Point::Algebraic(t) = &point else { return point };
    shorter(t, bounds).unwrap_or(point)
}

fn shorter(t: &Algebraic, bounds: &Bounds) -> Option<Point> {
    let p = t.polynomial();
    for degree in 1..p.degree().min(HIGHEST + 1) {
        // A divisor's coefficients have no more than deg more bits (Mignotte).
        let size = p.bits() + p.degree() as u64 + 8;
        let bits = size * (degree as u64 + 2) + 32;
        let near = t.bracket(bits, bounds).ok()?.low;
        let mut powers = vec![BigInt::from(1) << bits];
        for k in 0..degree {
            powers.push((&powers[k] * &near) >> bits);
        }
        let rows = powers.iter().enumerate().map(|(k, power)| {
            let unit = (0..=degree).map(|j| BigInt::from(u8::from(j == k)));
            unit.chain([power.clone()]).collect::<Vec<_>>()
        });
        let basis = reduced(rows.collect());
        let candidate = Polynomial::new(basis.first()?[..=degree].to_vec());
        if candidate.degree() == 0 || p.divided_by(&candidate.primitive(bounds).ok()?, bounds).ok()?.is_none() {
            continue;
        }
        if t.is_root_of(&candidate, bounds).ok()? {
            let lead = if candidate.leading() < BigInt::from(0) { candidate.negative() } else { candidate };
            return Algebraic::point(&lead.primitive(bounds).ok()?, &t.low(), &t.high(), bounds).ok();
        }
    }
    None
}

/// A reduced basis of the lattice that the rows span, with exact fractions (Lenstra, Lenstra, Lovász 1982).
///
/// For a handful of rows: the inner products are computed anew after each exchange.
fn reduced(mut rows: Vec<Vec<BigInt>>) -> Vec<Vec<BigInt>> {
    let n = rows.len();
    let mut k = 1;
    while k < n {
        let (mu, norms) = orthogonal(&rows);
        let mut row = mu[k].clone();
        for j in (0..k).rev() {
            let q = row[j].round().to_integer();
            if q != BigInt::from(0) {
                let other = rows[j].clone();
                rows[k].iter_mut().zip(&other).for_each(|(x, y)| *x -= &q * y);
                for i in 0..=j {
                    let step = if i == j { Rational::from(q.clone()) } else { &mu[j][i] * Rational::from(q.clone()) };
                    row[i] -= step;
                }
            }
        }
        let bound = (Rational::new(3.into(), 4.into()) - &row[k - 1] * &row[k - 1]) * &norms[k - 1];
        if compare(&norms[k], &bound).is_lt() {
            rows.swap(k, k - 1);
            k = (k - 1).max(1);
        } else {
            k += 1;
        }
    }
    rows
}

/// The Gram–Schmidt coefficients below the diagonal and the squared norms.
fn orthogonal(rows: &[Vec<BigInt>]) -> (Vec<Vec<Rational>>, Vec<Rational>) {
    let dot = |x: &[BigInt], y: &[BigInt]| Rational::from(x.iter().zip(y).map(|(x, y)| x * y).sum::<BigInt>());
    let n = rows.len();
    let mut mu = vec![vec![Rational::from(BigInt::from(0)); n]; n];
    let mut norms: Vec<Rational> = Vec::with_capacity(n);
    for i in 0..n {
        // r_ij = <b_i, b*_j>.
        let mut r: Vec<Rational> = Vec::with_capacity(i + 1);
        for j in 0..=i {
            let mut value = dot(&rows[i], &rows[j]);
            for k in 0..j {
                value -= &mu[j][k] * &r[k];
            }
            if j < i {
                mu[i][j] = &value / &norms[j];
            }
            r.push(value);
        }
        norms.extend(r.pop());
    }
    (mu, norms)
}
