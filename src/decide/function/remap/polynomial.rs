//! Remaps of polynomials in t, by one linear program in rational numbers.

use super::tables::{Rows, Tables};
use crate::decide::case::Reason;
use crate::decide::function::search::poly;
use crate::effort::{spend, steps};
use crate::exact::{self, ForWitness};
use crate::linear::{Vector, independent_columns};
use crate::program::{Remap, remap};
use crate::statement::Decided;
use dp_kernel::{Verdict, Witness};
use dp_verify::algebra;
use dp_verify::alpha::{Bounds, Obstacle, Point, Polynomial, Polynomials as _};
use dp_verify::number::{BigInt, Fractions, Rational};
use malachite::Integer;
use malachite::rational::Rational as Exact;

/// The highest degree of remaps of polynomials that are tried on an interval, where there are several remaps.
const HIGHEST_DEGREE: usize = 4;

impl Tables {
    /// Of polynomials that may be the entries of a remap: none but constants where Y has independent columns, as there
    /// is but one remap then.
    pub(super) fn highest_degree(&self) -> usize {
        let p = self.widths().1;
        let is_only_one = independent_columns(&self.y_at_place(), p).1.len() == p;
        if is_only_one { 0 } else { HIGHEST_DEGREE }
    }

    /// A remap of polynomials of such a degree whose coefficients in Bernstein's basis of the interval, or else of [0,
    /// 1], are remaps C_j: X = Y·Σ B_j·C_j is X = (Y·B_0, Y·B_1, …)·C with one C, in rational numbers. The coefficients
    /// of all powers of t agree; or, at an algebraic t, those that are left modulo its polynomial.
    pub(super) fn polynomial(&self, degree: usize, point: &Point, bounds: &Bounds) -> Result<Option<Decided>, Reason> {
        let (m, p) = self.widths();
        let [low, high] = match point {
            Point::Interval(interval) => bounds.run(|| algebra::ends(interval))?,
            _ => [0, 1].map(|end| Rational::from(BigInt::from(end))),
        };
        let (basis, whole) = bernstein(degree, [&low, &high], bounds)?;
        let width = basis.len() * p;
        let mut rows: Vec<Vec<Exact>> = Vec::new();
        for (x, y) in self.x.iter().zip(&self.y) {
            let of_y = basis.iter().flat_map(|b| y.iter().map(|y| y.times(b, bounds)));
            let of_x = x.iter().map(|x| x.times(&whole, bounds));
            let mut entries = Vec::with_capacity(width + m);
            for entry in of_y.chain(of_x) {
                let entry = entry?;
                let (rest, over) = match point {
                    Point::Algebraic(t) => bounds.run(|| algebra::remainder(&entry, t.polynomial()))?,
                    _ => (entry, BigInt::from(1)),
                };
                let over = exact::integer(&over);
                entries
                    .push(poly(&rest).into_iter().map(|c| Exact::from_integers(c, over.clone())).collect::<Vec<_>>());
            }
            let longest = entries.iter().map(Vec::len).max().unwrap_or(0);
            rows.extend((0..longest).map(|e| entries.iter().map(|x| x.get(e).cloned().unwrap_or_default()).collect()));
        }
        let integral: Vec<Vector> = rows.iter().map(|row| Vector::from_rationals(row)).collect();
        let columns: Vec<Vec<Integer>> =
            (0..width + m).map(|j| integral.iter().map(|row| row.numerators()[j].clone()).collect()).collect();
        spend(steps(width + m, rows.len(), width + m));
        // As many as are independent determine all.
        let (_, independent) = independent_columns(&columns, rows.len());
        let (y, x): (Rows, Rows) =
            independent.iter().map(|&e| (rows[e][..width].to_vec(), rows[e][width..].to_vec())).unzip();
        let Ok(Remap::Found(found)) = remap(&x, &y) else { return Ok(None) };
        let mut numerators = vec![Polynomial::ZERO; p * m];
        for (b, coefficients) in basis.iter().zip(found.numerators().chunks(p * m)) {
            for (sum, c) in numerators.iter_mut().zip(coefficients).filter(|(_, c)| **c != 0u32) {
                *sum += &b.scaled(&exact::bigint(c), bounds)?;
            }
        }
        let denominator = whole.scaled(&exact::bigint(found.denominator()), bounds)?;
        let remap = Fractions { denominator, numerators };
        Ok(Some(Decided::of_functions(Verdict::Holds, Witness::Garbling(remap.for_witness()))))
    }
}

/// C(d, j)·(t − low)^j·(high − t)^(d−j), and their sum: (high − low)^d, all times an integer.
fn bernstein(
    degree: usize,
    [low, high]: [&Rational; 2],
    bounds: &Bounds,
) -> Result<(Vec<Polynomial>, Polynomial), Obstacle> {
    let (p, q, r, s) = (low.numer(), low.denom(), high.numer(), high.denom());
    let scale = q * s;
    let above = Polynomial::polynomial(vec![-(p * s), scale.clone()]);
    let below = Polynomial::polynomial(vec![r * q, -scale]);
    let mut basis = Vec::with_capacity(degree + 1);
    let mut binomial = BigInt::from(1);
    for j in 0..=degree {
        let product = above.raised(j, bounds)?.times(&below.raised(degree - j, bounds)?, bounds)?;
        basis.push(product.scaled(&binomial, bounds)?);
        binomial = binomial * BigInt::from(degree - j) / BigInt::from(j + 1);
    }
    Ok((basis, (&above + &below).raised(degree, bounds)?))
}
