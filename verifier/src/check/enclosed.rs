//! `tight-constraints-exist` and `regular` at an irrational α: is there an x ≥ 0 with Φx = b, for b = 1 or b = π?
//!
//! No: w with Φw ≥ 0 and b·w < 0, as at a rational α, checked by each claim itself. Yes, without exact numbers:
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

use super::factors::Individuals;
use super::witness::index;
use super::{Case, Failure, Proved, unproved};
use crate::alpha::{Bounds, Bracket, Point};
use crate::graph::{Graph, INFINITE};
use crate::json::View;
use crate::number::{BigInt, Enclosure, Fractions, Rational, decimal, fraction, integer};
use crate::report::{Value, Verdict, count};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// The binary places of powers of α, of x' and of its residual, where the witness does not say how many.
const FINE: u64 = 192;

/// The binary places of Q where it is multiplied by R.
const COARSE: u64 = 48;

/// The binary places of R's entries, which lie below 2^56 in units of these.
const INVERSE: u64 = 40;

/// A case at an irrational α.
struct Irrational<'a, 'c> {
    case: &'a Case<'c>,
    point: Point,
    bounds: Bounds<'a>,
}

pub(super) fn tight_constraints_exist(case: &Case) -> Result<Proved, Failure> {
    Irrational::new(case)?.check(&Fractions::ones(case.nodes()))
}

/// Whether the witness is one of enclosures.
pub(super) fn is_enclosed(case: &Case) -> bool {
    let first = |factors: &View| factors.array("").ok()?.next()?.field("enclosed").map(|_| ());
    case.witness.part("enclosed").is_some() || case.witness.part("factors").is_some_and(|f| first(&f).is_some())
}

pub(super) fn regular(case: &Case) -> Result<Proved, Failure> {
    let this = Irrational::new(case)?;
    match (case.witness.part("factors"), case.prior()?.weights.rational()) {
        (Some(factors), _) => this.check_factors(&factors),
        (None, Some(prior)) => this.check(prior),
        (None, None) => unproved("an enclosed solution needs a rational prior"),
    }
}

impl<'a, 'c> Irrational<'a, 'c> {
    /// An enclosure is one at the file's own α, and proves nothing of the other α that `threshold` or a part asks of.
    fn new(case: &'a Case<'c>) -> Result<Self, Failure> {
        if case.field() != case.mechanism.field.as_ref() {
            return unproved("an enclosed solution is one at the file's own α, and other α are asked of");
        }
        let bounds = Bounds::new(case.limits, case.steps);
        let point = Point::root_of_alpha(&case.mechanism.privacy.alpha, 1, &bounds)?;
        Ok(Self { case, point, bounds })
    }

    /// The graph of the file.
    fn graph(&self) -> &'c Graph {
        &self.case.mechanism.query.graph
    }

    /// Whether some x ≥ 0 has Φx = b.
    fn check(&self, b: &Fractions) -> Result<Proved, Failure> {
        let case = self.case;
        case.witness.only(&["enclosed"])?;
        let node = |i| case.node(i);
        let sum = self.positive(self.graph(), b, &case.witness.required("enclosed")?, &node)?;
        Ok(Proved::new(Verdict::Holds).value("sum", Value::Enclosed(sum)))
    }

    /// `regular` for a product prior, by what is proved of each factor.
    fn check_factors(&self, factors: &View) -> Result<Proved, Failure> {
        let case = self.case;
        case.witness.only(&["factors"])?;
        let individuals = Individuals::<BigInt>::new(case)?;
        let mut sum = Enclosure { low: Rational::one(), high: Rational::one() };
        for (k, (item, prior)) in individuals.items(factors)?.zip(&individuals.priors).enumerate() {
            item.only(&["enclosed"])?;
            let name = |i| format!("value {i} of individual {k}");
            let of_one = self.positive(individuals.graph(), prior, &item.required("enclosed")?, &name)?;
            // A sum of positive numbers is positive, so both ends may be taken to be.
            sum.low = case.product(&sum.low, &of_one.low)?;
            sum.high = case.product(&sum.high, &of_one.high)?;
        }
        Ok(Proved::new(Verdict::Holds).value("sum", Value::Enclosed(sum)))
    }

    /// Checks that the solution x of Φx = b that `enclosed` describes is > 0, and encloses Σx.
    fn positive(
        &self,
        graph: &Graph,
        b: &Fractions,
        view: &View,
        name: &dyn Fn(usize) -> String,
    ) -> Result<Enclosure, Failure> {
        if let Point::Interval(_) = self.point {
            return unproved("this version of the verifier checks a solution at one α at a time");
        }
        view.only(&["bits", "cells", "x", "inverse"])?;
        let fine = self.places(view)?;
        let cells = Cells::read(self.case, graph, b, fine, &view.required("cells")?, name)?;
        let x = cells.vector(self.case, &view.required("x")?)?;
        let inverse = cells.matrix(self.case, &view.required("inverse")?)?;
        let (m, words) = (cells.sizes.len() as u64, fine / 64 + 1);
        // R·Q in words, and Qx' in products of so many.
        self.case.charge(m.saturating_pow(3).saturating_mul(2))?;
        self.case.charge(m.saturating_pow(2).saturating_mul(2 * words * words))?;
        let q = self.quotient(graph, &cells, fine)?;
        let norm = contracts(&q, &inverse, fine)?;
        let residual = residual(&q, &x, &cells.of_b, fine);
        // 2·‖R‖·‖r‖ over 2^B, rounded up.
        let error = ((BigInt::from(2) * norm * residual) >> INVERSE) + BigInt::one();
        let over = |x: BigInt| fraction(x, BigInt::one() << fine);
        if let Some(k) = x.iter().position(|x| *x <= error) {
            let (found, error) = (decimal(&over(x[k].clone())), decimal(&over(error)));
            let first = name(cells.first[k]);
            return unproved(format!("`x` at {first} is {found} up to {error}, which does not prove it > 0"));
        }
        let sum: BigInt = x.iter().zip(&cells.sizes).map(|(x, size)| x * size).sum();
        let slack = error * graph.nodes();
        Ok(Enclosure { low: over(&sum - &slack), high: over(sum + slack) })
    }

    /// B: what `bits` says, from 192 to the limit on bits; 192 where it is not there.
    fn places(&self, view: &View) -> Result<u64, Failure> {
        let Some(bits) = view.field("bits") else { return Ok(FINE) };
        let (bits, most) = (bits.count(0, "a number of binary places")? as u64, self.case.limits.bits as u64);
        if bits > most {
            return unproved(format!("`bits` is over {most} (--limit bits=N)"));
        }
        if bits < FINE {
            return unproved(format!("`bits` is {bits}, expected at least {FINE}"));
        }
        Ok(bits)
    }

    /// Q between integers over 2^B. Cost: m² long numbers, and as many sums as cells are seen at a distance.
    fn quotient(&self, graph: &Graph, cells: &Cells, bits: u64) -> Result<Vec<Vec<Bracket>>, Failure> {
        let (m, words) = (cells.sizes.len(), bits / 64 + 1);
        let most = self.case.limits.memory;
        let numbers = (m as u64).saturating_pow(2).saturating_add(u64::from(graph.diameter()) + 1);
        if numbers.saturating_mul(16 * words + 96) > most as u64 {
            return unproved(format!("Q takes over {most} bytes (--limit memory=N)"));
        }
        let seen = cells.seen.iter().map(|seen| seen.len() as u64).sum::<u64>();
        let powers = (u64::from(graph.diameter()) + 1).saturating_mul(2 * words * words);
        self.case.charge(seen.saturating_add(numbers).saturating_mul(4 * words).saturating_add(powers))?;
        // Powers of α rounded outwards, 32 places finer than they are needed.
        let fine = bits + 32;
        let alpha = self.point.bracket(fine, &self.bounds)?;
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
        Ok(cells.seen.iter().map(row).collect())
    }
}

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
    /// B.
    fine: u64,
    /// b on each cell between integers over 2^B.
    of_b: Vec<Bracket>,
}

impl Cells {
    /// Reads the partition, and checks that all nodes of a cell see the same and have the same entry of b.
    ///
    /// Cost: n² log n.
    fn read(
        case: &Case,
        graph: &Graph,
        b: &Fractions,
        fine: u64,
        view: &View,
        name: &dyn Fn(usize) -> String,
    ) -> Result<Self, Failure> {
        let n = graph.nodes();
        let list = view.array("the cell of each node")?;
        if list.len() != n {
            return unproved(format!("`cells` has {}, expected {n}", count(list.len(), "entry")));
        }
        let of: Vec<usize> = list.map(|cell| index(&cell, "cells", n)).collect::<Result<_, _>>()?;
        let mut cells = Self { first: Vec::new(), sizes: Vec::new(), seen: Vec::new(), fine, of_b: Vec::new() };
        case.charge(graph.steps().saturating_add((n as u64).saturating_pow(2).saturating_mul(100)))?;
        let mut kept = 0;
        for i in 0..n {
            let mut seen = Seen::new();
            for (&cell, d) in of.iter().zip(graph.distances_from(i)).filter(|&(_, d)| d != INFINITE) {
                *seen.entry((cell, d)).or_insert(0) += 1;
            }
            match of[i] {
                new if new == cells.first.len() => {
                    kept += seen.len() as u64 * BYTES_SEEN;
                    if kept > case.limits.memory as u64 {
                        let most = case.limits.memory;
                        return unproved(format!("what the cells see takes over {most} bytes (--limit memory=N)"));
                    }
                    let long = (fine + b.numerators[i].bits().max(b.denominator.bits())) / 64 + 1;
                    case.charge(long.saturating_mul(long).saturating_mul(2))?;
                    let high = (&b.numerators[i] << fine).div_ceil(&b.denominator);
                    let low = (&b.numerators[i] << fine).div_floor(&b.denominator);
                    cells.first.push(i);
                    cells.sizes.push(1);
                    cells.seen.push(seen);
                    cells.of_b.push(Bracket { low, high, bits: fine });
                }
                old if old < cells.first.len() => {
                    let first = cells.first[old];
                    if seen != cells.seen[old] || b.numerators[i] != b.numerators[first] {
                        let (here, there) = (name(i), name(first));
                        return unproved(format!("{here} and {there} are in one cell and do not see the same"));
                    }
                    cells.sizes[old] += 1;
                }
                _ => return unproved("`cells` are not numbered in the order of their first nodes"),
            }
        }
        Ok(cells)
    }

    /// x': an integer over 2^B for each cell, below 2: Φx = b ≤ 1 with x ≥ 0 and a diagonal of 1 makes x ≤ 1, so
    /// that nothing longer is multiplied.
    fn vector(&self, case: &Case, view: &View) -> Result<Vec<BigInt>, Failure> {
        let list = view.array("an integer for each cell")?;
        if list.len() != self.sizes.len() {
            return unproved(format!("`x` has {}, expected {}", count(list.len(), "entry"), self.sizes.len()));
        }
        let entry = |item: View| match integer(&item, case.limits, case.steps)? {
            x if x.bits() <= self.fine + 1 => Ok(x),
            _ => unproved("an entry of `x` is not below 2, and the solution is at most 1"),
        };
        list.map(entry).collect()
    }

    /// R as integers over 2^40, a row for each cell.
    fn matrix(&self, case: &Case, view: &View) -> Result<Vec<Vec<i64>>, Failure> {
        let m = self.sizes.len();
        let rows = view.array("a row for each cell")?;
        if rows.len() != m {
            return unproved(format!("`inverse` has {}, expected {m}", count(rows.len(), "row")));
        }
        let entry = |item: View| match integer(&item, case.limits, case.steps)?.to_i64().filter(|x| x.abs() < 1 << 56) {
            Some(entry) => Ok(entry),
            None => unproved("an entry of `inverse` is not below 2^56"),
        };
        let row = |row: View| {
            let items = row.array("an integer for each cell")?;
            if items.len() != m {
                return unproved(format!("a row of `inverse` has {}, expected {m}", count(items.len(), "entry")));
            }
            items.map(entry).collect::<Result<Vec<i64>, Failure>>()
        };
        rows.map(row).collect()
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
    let Some(rounded) = rounded else { return unproved("an entry of Q is too large") };
    let widest = q.iter().flatten().map(|x| &x.high - &x.low).max().unwrap_or_default();
    let coarse = (widest >> (fine - COARSE)) + BigInt::from(2);
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
