//! `tight-constraints-exist` at an irrational α, by exact signs of polynomials in α or by an enclosure of the solution.
//!
//! Fails: w, as at a rational α. (wΦ)_i is a polynomial in α whose coefficients are the sums of w's entries at each
//! distance from i; its sign at α is exact.
//!
//! Holds: the nodes fall into cells such that every node of a cell sees the same number of nodes of each cell at each
//! distance. With Q_KC = Σ_{j in C} α^d(k,j) for a node k of K, a solution of Qz = 1 gives one of Φz = 1 that is constant
//! on the cells. Let R be any matrix with ‖I − RQ‖ ≤ 1/2 in the norm of the largest row sum. Then Q is invertible, and
//! for any z', with r = 1 − Qz', z − z' = (RQ)^-1·Rr, so that |z_K − z'_K| ≤ ‖R‖·‖r‖/(1 − 1/2) for all K (the Neumann
//! series; Rump, Verification methods, Acta Numerica 19 (2010), section 10). So z ≥ 0 if all z'_K are larger than that.
//! All of Q is enclosed between integers over 2^192, from an enclosure of α.

use super::witness::index;
use super::{Case, Failure, Proved, similarity, unproved};
use crate::alpha::{Bounds, Bracket, Obstacle, Point, Polynomial};
use crate::graph::INFINITE;
use crate::json::View;
use crate::number::{BigInt, Enclosure, fraction, integer};
use crate::report::{Value, Verdict, exact_or_decimal};
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// The binary places of powers of α, of z' and of its residual.
const FINE: u64 = 192;

/// The binary places of Q where it is multiplied by R.
const COARSE: u64 = 48;

/// The binary places of R's entries, which lie below 2^56 in units of these.
const INVERSE: u64 = 40;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    let bounds = Bounds::new(case.limits, case.steps);
    let point = Point::generator(&case.mechanism.privacy.alpha, None, &bounds).map_err(obstacle)?;
    match (case.said, &point) {
        (Verdict::Holds, Point::Interval(_)) => unproved("this version of the verifier checks one α at a time"),
        (Verdict::Holds, _) => holds(case, &point, &bounds),
        _ => fails(case, &point, &bounds),
    }
}

fn obstacle(why: Obstacle) -> Failure {
    Failure::Unproved(why.to_string())
}

fn fails(case: &Case, point: &Point, bounds: &Bounds) -> Result<Proved, Failure> {
    case.witness.only(&["w"])?;
    let w = case.witness.vector("w", case.nodes())?;
    let total = w.total();
    if !total.is_negative() {
        return unproved(format!("w·1 is {}, expected < 0", exact_or_decimal(&total)));
    }
    let graph = &case.mechanism.query.graph;
    case.charge(graph.steps().saturating_add((case.nodes() as u64).saturating_pow(2).saturating_mul(16)))?;
    for (i, sums) in similarity::layers(graph, &w.numerators) {
        let signs = point.signs(&Polynomial::new(sums), bounds).map_err(obstacle)?;
        if !signs.is_nonnegative() {
            return unproved(format!("wΦ at {} is negative, expected ≥ 0", case.node(i)));
        }
    }
    Ok(Proved::new(Verdict::Fails)
        .because(format!("some w has wΦ ≥ 0 and w·1 = {} < 0, so that no z ≥ 0 has Φz = 1", exact_or_decimal(&total))))
}

fn holds(case: &Case, point: &Point, bounds: &Bounds) -> Result<Proved, Failure> {
    case.witness.only(&["cells", "z", "inverse"])?;
    let cells = Cells::read(case)?;
    let m = cells.sizes.len();
    let (z, inverse) = (cells.vector(case)?, cells.matrix(case)?);
    case.charge((m as u64).saturating_pow(3).saturating_mul(2))?;
    let q = cells.quotient(case, point, bounds)?;
    let norm = contracts(&q, &inverse)?;
    let residual = residual(&q, &z);
    // 2·‖R‖·‖r‖ over 2^192, rounded up.
    let error = ((BigInt::from(2) * norm * residual) >> INVERSE) + BigInt::one();
    if let Some(k) = z.iter().position(|z| *z <= error) {
        let found = fraction(z[k].clone(), BigInt::one() << FINE);
        return unproved(format!(
            "z at {} is only known to be within {} of {}, expected > 0",
            case.node(cells.first[k]),
            crate::number::decimal(&fraction(error, BigInt::one() << FINE)),
            crate::number::decimal(&found)
        ));
    }
    let sum: BigInt = z.iter().zip(&cells.sizes).map(|(z, size)| z * size).sum();
    let slack = error * case.nodes();
    let end = |x: BigInt| fraction(x, BigInt::one() << FINE);
    let sum = Enclosure { low: end(&sum - &slack), high: end(sum + slack) };
    Ok(Proved::new(Verdict::Holds).value("sum", Value::Enclosed(sum)))
}

/// A partition of the nodes that has been seen to be equitable.
struct Cells {
    /// The first node of each cell.
    first: Vec<usize>,
    /// How many nodes each has.
    sizes: Vec<usize>,
    /// For the first node of each cell: how many nodes of which cell lie at which distance.
    seen: Vec<BTreeMap<(usize, u32), u32>>,
}

impl Cells {
    /// Reads the partition and checks that all nodes of a cell see the same. Cost: n² log n.
    fn read(case: &Case) -> Result<Self, Failure> {
        let n = case.nodes();
        let view = case.witness.required("cells")?;
        let list = view.array("the cell of each node")?;
        if list.len() != n {
            return unproved(format!("`cells` has {}, expected {n}", crate::report::count(list.len(), "entry")));
        }
        let of: Vec<usize> = list.map(|cell| index(&cell, "cells", n)).collect::<Result<_, _>>()?;
        let mut cells = Self { first: Vec::new(), sizes: Vec::new(), seen: Vec::new() };
        let graph = &case.mechanism.query.graph;
        case.charge(graph.steps().saturating_add((n as u64).saturating_pow(2).saturating_mul(16)))?;
        for i in 0..n {
            let mut seen = BTreeMap::new();
            for (&cell, d) in of.iter().zip(graph.distances_from(i)).filter(|&(_, d)| d != INFINITE) {
                *seen.entry((cell, d)).or_insert(0) += 1;
            }
            match of[i] {
                new if new == cells.first.len() => {
                    cells.first.push(i);
                    cells.sizes.push(1);
                    cells.seen.push(seen);
                }
                old if old < cells.first.len() => {
                    if seen != cells.seen[old] {
                        let (here, there) = (case.node(i), case.node(cells.first[old]));
                        return unproved(format!("{here} and {there} are in one cell and do not see the same"));
                    }
                    cells.sizes[old] += 1;
                }
                _ => return unproved("`cells` are not numbered in the order of their first nodes"),
            }
        }
        Ok(cells)
    }

    /// The part `z`: an integer over 2^192 for each cell.
    fn vector(&self, case: &Case) -> Result<Vec<BigInt>, Failure> {
        let view = case.witness.required("z")?;
        let list = view.array("an integer for each cell")?;
        if list.len() != self.sizes.len() {
            return unproved(format!("`z` has {} entries for {} cells", list.len(), self.sizes.len()));
        }
        list.map(|item| Ok(integer(&item, case.limits)?)).collect()
    }

    /// The part `inverse`: R as integers over 2^40, a row for each cell.
    fn matrix(&self, case: &Case) -> Result<Vec<Vec<i64>>, Failure> {
        let m = self.sizes.len();
        let view = case.witness.required("inverse")?;
        let rows = view.array("a row for each cell")?;
        if rows.len() != m {
            return unproved(format!("`inverse` has {} rows for {m} cells", rows.len()));
        }
        let entry = |item: View| match integer(&item, case.limits)?.to_i64().filter(|x| x.abs() < 1 << 56) {
            Some(entry) => Ok(entry),
            None => unproved("an entry of `inverse` is not below 2^56"),
        };
        let row = |row: View| {
            let items = row.array("an integer for each cell")?;
            if items.len() != m {
                return unproved(format!("a row of `inverse` has {} entries for {m} cells", items.len()));
            }
            items.map(entry).collect::<Result<Vec<i64>, Failure>>()
        };
        rows.map(row).collect()
    }

    /// Q between integers over 2^192. Cost: m² long numbers.
    fn quotient(&self, case: &Case, point: &Point, bounds: &Bounds) -> Result<Vec<Vec<Bracket>>, Failure> {
        let m = self.sizes.len();
        let bytes = (m as u64).saturating_pow(2).saturating_mul(160);
        if bytes > case.limits.memory as u64 {
            return unproved(format!("Q takes over {} bytes (--limit memory=N)", case.limits.memory));
        }
        let alpha = point.bracket(FINE + 32, bounds).map_err(obstacle)?;
        let far = case.mechanism.query.graph.diameter() as usize;
        let mut low = vec![BigInt::one() << (FINE + 32)];
        let mut high = low.clone();
        for d in 0..far {
            low.push((&low[d] * &alpha.low) >> (FINE + 32));
            high.push(((&high[d] * &alpha.high) >> (FINE + 32)) + BigInt::one());
        }
        low.iter_mut().for_each(|x| *x >>= 32);
        high.iter_mut().for_each(|x| *x = (&*x >> 32) + BigInt::one());
        let row = |seen: &BTreeMap<(usize, u32), u32>| {
            let zero = || Bracket { low: BigInt::zero(), high: BigInt::zero(), bits: FINE };
            let mut row: Vec<Bracket> = (0..m).map(|_| zero()).collect();
            for (&(cell, d), &count) in seen {
                row[cell].low += &low[d as usize] * count;
                row[cell].high += &high[d as usize] * count;
            }
            row
        };
        Ok(self.seen.iter().map(row).collect())
    }
}

/// Checks ‖I − RQ‖ ≤ 1/2 and gives ‖R‖ in units of 2^-40.
///
/// Q is rounded to 2^-48 for the products, of m³ words; what that hides is added to each row's sum.
fn contracts(q: &[Vec<Bracket>], inverse: &[Vec<i64>]) -> Result<BigInt, Failure> {
    let m = q.len();
    // Q rounded down to 2^-48, which is at most `coarse` units from the truth.
    let down = |x: &Bracket| (&x.low >> (FINE - COARSE)).to_i64().filter(|x| *x < 1 << 60);
    let rounded: Option<Vec<Vec<i64>>> = q.iter().map(|row| row.iter().map(down).collect()).collect();
    let Some(rounded) = rounded else { return unproved("an entry of Q is too large") };
    let widest = q.iter().flatten().map(|x| &x.high - &x.low).max().unwrap_or_default();
    let coarse = (widest >> (FINE - COARSE)) + BigInt::from(2);
    let one = BigInt::one() << (INVERSE + COARSE);
    let mut norm = BigInt::zero();
    for (k, row) in inverse.iter().enumerate() {
        let mut products = vec![0i128; m];
        for (&r, q) in row.iter().zip(&rounded) {
            for (product, &q) in products.iter_mut().zip(q) {
                // Below 2^116 each.
                *product = product.checked_add(i128::from(r) * i128::from(q)).ok_or_else(too_large)?;
            }
        }
        let size: BigInt = row.iter().map(|r| BigInt::from(r.unsigned_abs())).sum();
        let apart = |(c, product): (usize, i128)| {
            (BigInt::from(product) - if c == k { one.clone() } else { BigInt::zero() }).abs()
        };
        let sum: BigInt = products.into_iter().enumerate().map(apart).sum();
        // What rounding Q has hidden, in each of the m columns.
        let hidden = &size * &coarse * m;
        if (sum + hidden) * 2 > one {
            return unproved(format!("row {k} of I − RQ has a sum over 1/2"));
        }
        norm = norm.max(size);
    }
    Ok(norm)
}

fn too_large() -> Failure {
    Failure::Unproved("a product of `inverse` and Q is too large".into())
}

/// ‖1 − Qz'‖ at most, over 2^192, for z' over 2^192.
fn residual(q: &[Vec<Bracket>], z: &[BigInt]) -> BigInt {
    let row = |row: &Vec<Bracket>| {
        let (mut low, mut high) = (BigInt::zero(), BigInt::zero());
        for (q, z) in row.iter().zip(z) {
            let (least, most) = if z.is_negative() { (&q.high, &q.low) } else { (&q.low, &q.high) };
            low += least * z;
            high += most * z;
        }
        let one = BigInt::one() << (2 * FINE);
        let worst = (&one - low).abs().max((high - one).abs());
        (worst >> FINE) + BigInt::one()
    };
    q.iter().map(row).max().unwrap_or_default()
}
