//! `tight-constraints-exist` and `regular` at an irrational α: is there an x > 0 with Φx = b, for b = 1 or b = π?
//!
//! The nodes fall into cells on which b is constant, such that every node of a cell sees the same number of nodes of
//! each cell at each distance. With Q_KC = Σ_{j in C} α^d(k,j) for a node k of K, a solution of Qx = b gives one of
//! Φx = b that is constant on the cells. Let R be any matrix with ‖I − RQ‖ ≤ 1/2 in the norm of the largest row sum.
//! Then Q is invertible, and for any x', with r = b − Qx', x − x' = (RQ)^-1·Rr, so that |x_K − x'_K| ≤ ‖R‖·‖r‖/(1 − 1/2)
//! for all K (the Neumann series; Rump, Verification methods, Acta Numerica 19 (2010), section 10). So x > 0 if all x'_K
//! are larger than that. All of Q is enclosed between integers over 2^B, from an enclosure of α, where the witness says
//! what B is: r is a few units of 2^-B, so that any x > 0 shows for some B. The inverse may stay as coarse as it is.
//!
//! `sum` is Σx for every solution x ≥ 0: Q is invertible, so some z has Φz = 1, and Σx = x·Φz = b·z.

use super::*;
use crate::bracket::Bracket;
use crate::meter::words;
use crate::witness::Enclosed;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// The least binary places of powers of α, of x' and of its residual.
const LEAST: u64 = 192;

/// The binary places of Q where it is multiplied by R.
const COARSE: u64 = 48;

/// The binary places of R's entries, which lie below 2^56 in units of these.
const INVERSE: u64 = 40;

/// What an entry of [`Seen`] takes at most.
const BYTES_SEEN: u64 = 64;

/// How many nodes of which cell lie at which distance.
type Seen = BTreeMap<(usize, u32), u32>;

/// A partition of the nodes that has been seen to be equitable, and b on it.
struct Cells {
    /// The first node of each cell.
    first: Vec<usize>,
    /// How many nodes each has.
    sizes: Vec<usize>,
    /// What the first node of each cell sees.
    seen: Vec<Seen>,
    /// b on each cell between integers over 2^B.
    of_b: Vec<Bracket>,
}

/// Checks that the solution x of Φx = b that is described is > 0, and encloses Σx.
pub(super) fn positive(
    case: &Case,
    graph: &Graph,
    b: &Vector,
    witness: &Enclosed,
    place: Places,
) -> Result<[Fraction; 2], Failure> {
    let (meter, fine) = (case.meter, witness.bits);
    let Some(alpha) = alpha(case) else { return refused(Why::NotEnclosable) };
    if fine > meter.longest() {
        return Err(Failure::Limit(Limit::Bits));
    }
    if fine < LEAST {
        return refused(Why::FewBits(fine));
    }
    let cells = Cells::new(case, graph, b, witness)?;
    let m = cells.sizes.len();
    length("x", witness.x.len(), m)?;
    length("inverse", witness.inverse.len(), m)?;
    let mut x = Vec::with_capacity(m);
    for entry in &witness.x {
        // Φx = b ≤ 1 with x ≥ 0 and a diagonal of 1 makes x ≤ 1, so that nothing longer need be multiplied.
        match entry.integer() {
            Some(n) if n.bits() <= fine + 1 => x.push(n.into_owned()),
            _ => return refused(Why::TooLarge("x")),
        }
    }
    for row in &witness.inverse {
        length("inverse", row.len(), m)?;
        if row.iter().any(|x| x.unsigned_abs() >= 1 << 56) {
            return refused(Why::TooLarge("inverse"));
        }
    }
    // R·Q in words, and Qx' in products of so many.
    meter.charge((m as u64).saturating_pow(3).saturating_mul(2))?;
    meter.charge((m as u64).saturating_pow(2).saturating_mul(2 * words(fine) * words(fine)))?;
    let q = cells.quotient(case, graph, alpha, fine)?;
    let norm = contracts(&q, &witness.inverse, fine)?;
    let residual = residual(&q, &x, &cells.of_b, fine);
    // 2·‖R‖·‖r‖ over 2^B, rounded up.
    let error = ((BigInt::from(2) * norm * residual) >> INVERSE) + BigInt::one();
    let one = Number::from(BigInt::one() << fine);
    let over = |x: BigInt| Fraction::new(x.into(), one.clone());
    if let Some(k) = x.iter().position(|x| *x <= error) {
        let (place, found, error) = (place(cells.first[k]), over(x[k].clone()), over(error));
        return refused(Why::NotPositive { place, found, error });
    }
    let sum: BigInt = x.iter().zip(&cells.sizes).map(|(x, size)| x * size).sum();
    let slack = error * graph.nodes();
    Ok([over(&sum - &slack), over(sum + slack)])
}

/// The problem's own irrational α, and no other number: not one that `threshold` or a part of an interval asks of, nor a t
/// beside which α is rational.
fn alpha<'a>(case: &Case<'a>) -> Option<&'a Point> {
    let (problem, alpha) = (case.problem, case.alpha);
    if case.point != problem.point.as_ref() || *alpha != problem.alpha {
        return None;
    }
    let is_t = alpha.numerator.exponent() == Some(1) && alpha.denominator == Number::ONE;
    let of_t = problem.point.as_ref().filter(|_| is_t);
    problem.alpha_point.as_ref().or(of_t).filter(|alpha| alpha.is_single())
}

impl Cells {
    /// Checks that all nodes of a cell see the same and have the same entry of b.
    ///
    /// Cost: n² log n.
    fn new(case: &Case, graph: &Graph, b: &Vector, witness: &Enclosed) -> Result<Self, Failure> {
        let (n, meter, fine) = (graph.nodes(), case.meter, witness.bits);
        length("cells", witness.cells.len(), n)?;
        let Some(denominator) = b.denominator.integer() else { return refused(Why::NotEnclosable) };
        let mut cells = Self { first: Vec::new(), sizes: Vec::new(), seen: Vec::new(), of_b: Vec::new() };
        meter.charge(graph.steps().saturating_add((n as u64).saturating_pow(2).saturating_mul(100)))?;
        let mut kept = 0;
        for i in 0..n {
            let mut seen = Seen::new();
            for (&cell, d) in witness.cells.iter().zip(graph.distances_from(i)).filter(|&(_, d)| d != INFINITE) {
                *seen.entry((cell, d)).or_insert(0) += 1;
            }
            let own = witness.cells[i];
            if own == cells.first.len() {
                kept += seen.len() as u64 * BYTES_SEEN;
                if kept > meter.memory() {
                    return Err(Failure::Limit(Limit::Memory));
                }
                let Some(entry) = b.numerators[i].integer() else { return refused(Why::NotEnclosable) };
                let long = words(fine + entry.bits().max(denominator.bits()));
                meter.charge(long.saturating_mul(long).saturating_mul(2))?;
                let high = (&*entry << fine).div_ceil(&denominator);
                let low = (&*entry << fine).div_floor(&denominator);
                cells.first.push(i);
                cells.sizes.push(1);
                cells.seen.push(seen);
                cells.of_b.push(Bracket { low, high, bits: fine });
            } else if let Some(&first) = cells.first.get(own) {
                if seen != cells.seen[own] || b.numerators[i] != b.numerators[first] {
                    return refused(Why::UnlikeCells([i, first]));
                }
                cells.sizes[own] += 1;
            } else {
                return refused(Why::CellOrder);
            }
        }
        Ok(cells)
    }

    /// Q between integers over 2^B. Cost: m² long numbers, and as many sums as cells are seen at a distance.
    fn quotient(&self, case: &Case, graph: &Graph, alpha: &Point, bits: u64) -> Result<Vec<Vec<Bracket>>, Failure> {
        let (m, words, meter) = (self.sizes.len(), words(bits), case.meter);
        let layers = u64::from(graph.diameter()) + 1;
        let numbers = (m as u64).saturating_pow(2).saturating_add(layers);
        if numbers.saturating_mul(16 * words + 96) > meter.memory() {
            return Err(Failure::Limit(Limit::Memory));
        }
        let seen = self.seen.iter().map(|seen| seen.len() as u64).sum::<u64>();
        let powers = layers.saturating_mul(2 * words * words);
        meter.charge(seen.saturating_add(numbers).saturating_mul(4 * words).saturating_add(powers))?;
        // Powers of α rounded outwards, 32 places finer than they are needed.
        let fine = bits + 32;
        let alpha = alpha.bracket(fine, meter)?;
        let (mut low, mut high) = (vec![BigInt::one() << fine], vec![BigInt::one() << fine]);
        for d in 0..graph.diameter() as usize {
            low.push((&low[d] * &alpha.low) >> fine);
            high.push(((&high[d] * &alpha.high) >> fine) + BigInt::one());
        }
        low.iter_mut().for_each(|x| *x >>= 32);
        high.iter_mut().for_each(|x| *x = (&*x >> 32) + BigInt::one());
        let row = |seen: &Seen| {
            let zero = Bracket { low: BigInt::zero(), high: BigInt::zero(), bits };
            let mut row = vec![zero; m];
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
fn contracts(q: &[Vec<Bracket>], inverse: &[Vec<i64>], fine: u64) -> Result<BigInt, Failure> {
    let m = q.len();
    // Q rounded down to 2^-48, which is at most `coarse` units from the truth.
    let down = |x: &Bracket| (&x.low >> (fine - COARSE)).to_i64().filter(|x| *x < 1 << 60);
    let rounded: Option<Vec<Vec<i64>>> = q.iter().map(|row| row.iter().map(down).collect()).collect();
    let Some(rounded) = rounded else { return refused(Why::TooLarge("cells")) };
    let widest = q.iter().flatten().map(|x| &x.high - &x.low).max().unwrap_or_default();
    let coarse = (widest >> (fine - COARSE)) + BigInt::from(2);
    let one = BigInt::one() << (INVERSE + COARSE);
    let mut norm = BigInt::zero();
    for (k, row) in inverse.iter().enumerate() {
        let mut products = vec![0i128; m];
        for (&r, q) in row.iter().zip(&rounded) {
            for (product, &q) in products.iter_mut().zip(q) {
                // Below 2^116 each.
                let sum = product.checked_add(i128::from(r) * i128::from(q));
                *product = sum.map_or_else(|| refused(Why::TooLarge("inverse")), Ok)?;
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
            return refused(Why::NoContraction(k));
        }
        norm = norm.max(size);
    }
    Ok(norm)
}

/// ‖b − Qx'‖ at most, over 2^B, for x' over 2^B.
fn residual(q: &[Vec<Bracket>], x: &[BigInt], b: &[Bracket], fine: u64) -> BigInt {
    let row = |(row, b): (&Vec<Bracket>, &Bracket)| {
        let (mut low, mut high) = (BigInt::zero(), BigInt::zero());
        for (q, x) in row.iter().zip(x) {
            let (least, most) = if x.is_negative() { (&q.high, &q.low) } else { (&q.low, &q.high) };
            low += least * x;
            high += most * x;
        }
        let worst = ((&b.high << fine) - low).abs().max((high - (&b.low << fine)).abs());
        (worst >> fine) + BigInt::one()
    };
    q.iter().zip(b).map(row).max().unwrap_or_default()
}
