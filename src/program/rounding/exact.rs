//! The same by the simplex method on exact numbers.

use super::printed::{Printed, Within};
use crate::linear::Vector;
use crate::program::simplex::{Feasibility, Tableau};
use malachite::base::num::basic::traits::{NegativeOne, One, Zero};
use malachite::rational::Rational;

/// The most entries of a tableau.
const MOST_ENTRIES: usize = 1 << 18;

/// One inequality in v = m − l ≥ 0: Σ coefficients·v ≤ constant.
struct Row {
    coefficients: Vec<(usize, Rational)>,
    constant: Rational,
    from: From,
}

/// The constraint that an inequality is.
#[derive(Clone, Copy)]
enum From {
    /// Σ_o m_io ≤ 1.
    Sum(usize),
    /// Σ_o m_io ≥ 1.
    NegativeSum(usize),
    /// m_io ≤ u_io.
    Bound,
    /// α·m_io ≤ m_ho.
    Arc(usize, (usize, usize)),
}

/// M, or multipliers; `None` where the tableau would be too large.
pub(super) fn within(printed: &Printed) -> Option<Within> {
    let (n, m) = (printed.rows.len(), printed.width());
    let variables = n * m;
    let most = (2 * n + variables).saturating_add(printed.arcs().len().saturating_mul(m));
    if most.saturating_mul(variables) > MOST_ENTRIES {
        return None;
    }
    let rows = inequalities(printed);
    let slacks = variables..variables + rows.len();
    let dense = |row: &Row| {
        let mut entries = vec![Rational::ZERO; variables + 1];
        entries[0] = row.constant.clone();
        row.coefficients.iter().for_each(|(v, c)| entries[v + 1] = c.clone());
        Vector::from_rationals(&entries)
    };
    // Any costs ≥ 0 are a start; different ones leave fewer ties.
    let costs: Vec<Rational> = (0..=variables as u64)
        .map(|v| if v == 0 { Rational::ZERO } else { Rational::from(1_000 + v * 7_919 % 1_009) })
        .collect();
    let lines = rows.iter().map(dense).collect();
    let mut tableau =
        Tableau::new(slacks.collect(), (0..variables).collect(), lines, vec![Vector::from_rationals(&costs)])?;
    match tableau.make_feasible(0) {
        Feasibility::Feasible => {
            let point = tableau.point(variables);
            let entry = |i: usize, o: usize| point.entry(o * n + i) + printed.low(i, o);
            Some(Within::Table((0..n).map(|i| (0..m).map(|o| entry(i, o)).collect()).collect()))
        }
        Feasibility::Infeasible { row } => {
            // A sum of inequalities with a negative constant, and no negative coefficient of a variable or slack.
            let mut lambda = vec![Rational::ZERO; n];
            let mut multipliers = vec![Vec::new(); m];
            let others = tableau.nonbasic().iter().enumerate();
            let others = others.map(|(j, &variable)| (variable, tableau.rows()[row].entry(j + 1)));
            for (variable, y) in others.chain([(tableau.basic()[row], Rational::ONE)]) {
                let Some(slack) = variable.checked_sub(variables).filter(|_| y > 0u32) else { continue };
                match rows[slack].from {
                    From::Sum(i) => lambda[i] += y,
                    From::NegativeSum(i) => lambda[i] -= y,
                    From::Bound => {}
                    From::Arc(o, arc) => multipliers[o].push((arc, y)),
                }
            }
            Some(Within::Refuted { lambda, multipliers })
        }
    }
}

fn inequalities(printed: &Printed) -> Vec<Row> {
    let (n, m) = (printed.rows.len(), printed.width());
    let mut rows = Vec::new();
    for i in 0..n {
        let left = Rational::ONE - (0..m).map(|o| printed.low(i, o)).sum::<Rational>();
        let all = |c: Rational| (0..m).map(|o| (o * n + i, c.clone())).collect();
        rows.push(Row { coefficients: all(Rational::ONE), constant: left.clone(), from: From::Sum(i) });
        rows.push(Row { coefficients: all(Rational::NEGATIVE_ONE), constant: -left, from: From::NegativeSum(i) });
        for o in 0..m {
            let constant = printed.high(i, o) - printed.low(i, o);
            rows.push(Row { coefficients: vec![(o * n + i, Rational::ONE)], constant, from: From::Bound });
        }
    }
    for (i, h) in printed.arcs() {
        let alpha = printed.factor((i, h));
        for o in 0..m {
            let constant = printed.low(h, o) - &alpha * printed.low(i, o);
            let coefficients = vec![(o * n + i, alpha.clone()), (o * n + h, Rational::NEGATIVE_ONE)];
            rows.push(Row { coefficients, constant, from: From::Arc(o, (i, h)) });
        }
    }
    rows
}
