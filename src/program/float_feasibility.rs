//! A basis at which a system of equations in x ≥ 0 is solved, or seen to have no solution, proposed in floating point.
//!
//! Nothing here is believed: a basis only says which exact equations to solve, and their solution decides.
#![expect(clippy::float_arithmetic, reason = "a proposal may be approximate: every sign is settled exactly later")]

use super::mechanism::approximate;
use malachite::Integer;
use malachite::base::num::basic::traits::Zero;

use crate::linear::Vector;

/// Values above −TOLERANCE, in rows whose largest entry is 1, count as ≥ 0.
const TOLERANCE: f64 = 1e-9;

/// Entries below this are no pivots: they may be the rounding error of a zero.
const PIVOT: f64 = 1e-9;

/// How many exchanges may be made for each row and column.
const EXCHANGES: usize = 20;

/// Where the exchanges end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Proposal {
    /// The variable of each row.
    pub(super) basic: Vec<usize>,
    /// The row that no point x ≥ 0 solves, if one was seen.
    pub(super) contradiction: Option<usize>,
}

/// The dual simplex method from the basis at hand, with costs that leave no ties; row i reads
/// x_basic\[i\] + Σ_j t_ij x_nonbasic\[j\] = b_i and is the vector (b_i, t_i0, t_i1, ...).
///
/// `None` if the exchanges are used up. Cost: an exchange takes as many products as there are entries, and 20 of them
/// for each row and column are the most.
pub(super) fn propose(basic: &[usize], nonbasic: &[usize], rows: &[Vector]) -> Option<Proposal> {
    let mut table = Table::new(basic, nonbasic, rows);
    for _ in 0..EXCHANGES * (basic.len() + nonbasic.len()) + EXCHANGES {
        let Some(row) = table.leaving() else { return Some(table.proposal(None)) };
        let Some(column) = table.entering(row) else { return Some(table.proposal(Some(row))) };
        table.exchange(row, column);
    }
    None
}

struct Table {
    basic: Vec<usize>,
    nonbasic: Vec<usize>,
    /// (b_i, t_i0, t_i1, ...), scaled to a largest entry of 1.
    rows: Vec<Vec<f64>>,
    /// d_j ≥ 0, after a first entry that is not used.
    costs: Vec<f64>,
}

impl Table {
    fn new(basic: &[usize], nonbasic: &[usize], rows: &[Vector]) -> Self {
        let row = |row: &Vector| {
            let largest = row.numerators().iter().map(|x| Integer::from(x.unsigned_abs_ref())).max();
            let largest = largest.filter(|x| *x != Integer::ZERO).unwrap_or(Integer::from(1));
            row.numerators().iter().map(|x| approximate(x, &largest)).collect()
        };
        Self {
            basic: basic.to_vec(),
            nonbasic: nonbasic.to_vec(),
            rows: rows.iter().map(row).collect(),
            costs: (0..=nonbasic.len()).map(spread).collect(),
        }
    }

    fn proposal(self, contradiction: Option<usize>) -> Proposal {
        Proposal { basic: self.basic, contradiction }
    }

    /// The row with a negative constant that is the most negative for its length (steepest edge: Goldfarb, Reid 1977).
    fn leaving(&self) -> Option<usize> {
        let steep = |row: &[f64]| row[0] * row[0] / row[1..].iter().map(|x| x * x).sum::<f64>().max(PIVOT);
        let negative = self.rows.iter().enumerate().filter(|(_, row)| row[0] < -TOLERANCE);
        let best = negative.map(|(i, row)| (i, steep(row))).max_by(|a, b| a.1.total_cmp(&b.1));
        best.map(|(i, _)| i)
    }

    /// Of the columns whose cost is among the first to vanish, within the tolerance, the one with the largest pivot
    /// (Harris 1973).
    fn entering(&self, row: usize) -> Option<usize> {
        let row = &self.rows[row];
        let falling = || (1..row.len()).filter(|&j| row[j] < -PIVOT);
        let bound = falling().map(|j| (self.costs[j].max(0.0) + TOLERANCE) / -row[j]).min_by(f64::total_cmp)?;
        let first = falling().filter(|&j| self.costs[j].max(0.0) <= bound * -row[j]);
        first.min_by(|&j, &k| row[j].total_cmp(&row[k])).map(|j| j - 1)
    }

    fn exchange(&mut self, row: usize, column: usize) {
        let place = column + 1;
        let mut pivot = std::mem::take(&mut self.rows[row]);
        let scale = 1.0 / pivot[place];
        pivot[place] = 1.0;
        pivot.iter_mut().for_each(|x| *x *= scale);
        let others = self.rows.iter_mut().filter(|row| !row.is_empty());
        for other in others.chain(std::iter::once(&mut self.costs)) {
            let factor = std::mem::take(&mut other[place]);
            if factor != 0.0 {
                other.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            }
        }
        self.rows[row] = pivot;
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
    }
}

/// Some number in [1, 2), another one for each k.
fn spread(k: usize) -> f64 {
    let k = u32::try_from(k).unwrap_or(u32::MAX);
    1.0 + (f64::from(k) * 0.618_033_988_749_895).fract()
}
