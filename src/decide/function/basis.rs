//! The basis at which a linear program has its optimum, in fixed point of so many bits that what is not 0 is seen.

use crate::effort::spend;
use dp_verify::alpha::{Bounds, Obstacle};
use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;

/// The binary places of all numbers.
pub(super) const PLACES: u64 = 2_048;

/// A number below 2^-1024 is taken for 0.
const NOTHING: u64 = PLACES / 2;

/// The least c·x with x ≥ 0 and Ax = b, all numbers over 2^2048.
pub(super) struct Program {
    /// A, row by row.
    pub(super) matrix: Vec<Vec<Integer>>,
    pub(super) b: Vec<Integer>,
    /// c ≥ 0.
    pub(super) costs: Vec<Integer>,
}

/// A block of A that is invertible, which determines the optimum, or a Farkas vector.
pub(super) struct Basis {
    /// Its rows.
    pub(super) rows: Vec<usize>,
    /// Its columns: those where x may be other than 0.
    pub(super) columns: Vec<usize>,
    /// Where no x ≥ 0 has Ax = b: the other rows, with b's sign there. They are some of those that cannot be kept.
    pub(super) broken: Vec<(usize, bool)>,
}

/// The optimal basis, by the simplex method in two phases with Bland's rule.
///
/// Nothing is proved by it: the numbers are rounded. `None` where it finds no end. Cost: m·(n + m) products of 2,048
/// bits for each exchange.
///
/// # Errors
/// More steps than are left.
pub(super) fn optimal_basis(program: &Program, bounds: &Bounds) -> Result<Option<Basis>, Obstacle> {
    let (m, n) = (program.b.len(), program.costs.len());
    let mut tableau = Tableau::new(program);
    // The reduced costs of the sum of all unit variables.
    let unit = |j: usize| Integer::from(u8::from(j > n)) << PLACES;
    let mut costs: Vec<Integer> = (0..=n + m).map(unit).collect();
    for row in &tableau.rows {
        costs.iter_mut().zip(row).for_each(|(cost, x)| *cost -= x);
    }
    tableau.costs = costs;
    if !tableau.descend(n + m, bounds)? {
        return Ok(None);
    }
    let is_broken = tableau.costs[0].significant_bits() > NOTHING;
    if !is_broken {
        // Unit variables of value 0 leave where a column can take their place.
        for i in 0..m {
            if tableau.basis[i] > n
                && let Some(j) = (1..=n).find(|&j| tableau.rows[i][j] != 0)
            {
                tableau.exchange(i, j, bounds)?;
            }
        }
        let mut costs: Vec<Integer> = [Integer::ZERO].into_iter().chain(program.costs.iter().cloned()).collect();
        costs.resize(n + m + 1, Integer::ZERO);
        for (row, &j) in tableau.rows.iter().zip(&tableau.basis) {
            let factor = costs[j].clone();
            costs.iter_mut().zip(row).for_each(|(cost, x)| *cost -= (&factor * x) >> PLACES);
        }
        tableau.costs = costs.into_iter().map(snapped).collect();
        if !tableau.descend(n, bounds)? {
            return Ok(None);
        }
    }
    let left: Vec<usize> = tableau.basis.iter().filter(|&&j| j > n).map(|&j| j - n - 1).collect();
    Ok(Some(Basis {
        rows: (0..m).filter(|i| !left.contains(i)).collect(),
        columns: tableau.basis.iter().filter(|&&j| j <= n).map(|&j| j - 1).collect(),
        broken: if is_broken { left.iter().map(|&i| (i, program.b[i] < 0)).collect() } else { Vec::new() },
    }))
}

/// Row i: b_i, A_i, e_i, turned so that b_i ≥ 0.
struct Tableau {
    rows: Vec<Vec<Integer>>,
    costs: Vec<Integer>,
    /// The column that each row determines.
    basis: Vec<usize>,
}

impl Tableau {
    fn new(program: &Program) -> Self {
        let (m, n) = (program.b.len(), program.costs.len());
        let row = |(i, (row, b)): (usize, (&Vec<Integer>, &Integer))| {
            let turned = |x: &Integer| if *b < 0 { -x } else { x.clone() };
            let unit = (0..m).map(|k| Integer::from(u8::from(k == i)) << PLACES);
            let all = [b].into_iter().chain(row).map(turned);
            all.map(snapped).chain(unit).collect()
        };
        let rows = program.matrix.iter().zip(&program.b).enumerate().map(row).collect();
        Self { rows, costs: Vec::new(), basis: (n + 1..=n + m).collect() }
    }

    /// Exchanges columns up to the last one that may enter until no cost is negative; whether that came to an end.
    fn descend(&mut self, last: usize, bounds: &Bounds) -> Result<bool, Obstacle> {
        while let Some(j) = (1..=last).find(|&j| self.costs[j] < 0) {
            spend(0);
            let mut leaving: Option<usize> = None;
            for (i, row) in self.rows.iter().enumerate().filter(|(_, row)| row[j] > 0) {
                let better = leaving.is_none_or(|k| {
                    let other = &self.rows[k];
                    let apart = snapped((&row[0] * &other[j] - &other[0] * &row[j]) >> PLACES);
                    apart < 0 || apart == 0 && self.basis[i] < self.basis[k]
                });
                if better {
                    leaving = Some(i);
                }
            }
            let Some(i) = leaving else { return Ok(false) };
            self.exchange(i, j, bounds)?;
        }
        Ok(true)
    }

    fn exchange(&mut self, i: usize, j: usize, bounds: &Bounds) -> Result<(), Obstacle> {
        let words = PLACES / 64;
        bounds.charge(
            (self.rows.len() as u64 + 1).saturating_mul(self.costs.len() as u64).saturating_mul(words * words),
        )?;
        let pivot = self.rows[i][j].clone();
        for x in &mut self.rows[i] {
            *x = snapped((&*x << PLACES) / &pivot);
        }
        let row = self.rows[i].clone();
        let others = self.rows.iter_mut().enumerate().filter(|&(k, _)| k != i).map(|(_, row)| row);
        for other in others.chain([&mut self.costs]) {
            let factor = other[j].clone();
            if factor != 0 {
                for (x, p) in other.iter_mut().zip(&row) {
                    *x = snapped(&*x - ((&factor * p) >> PLACES));
                }
                other[j] = Integer::ZERO;
            }
        }
        self.basis[i] = j;
        Ok(())
    }
}

fn snapped(x: Integer) -> Integer {
    if x.significant_bits() <= NOTHING { Integer::ZERO } else { x }
}
