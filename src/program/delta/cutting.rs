//! A linear program whose constraints are found as they are broken.

use crate::effort::spend;
use crate::linear::Vector;
use crate::program::simplex::{Feasibility, Tableau};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::collections::BTreeMap;

/// The most entries of a tableau.
const MOST_ENTRIES: usize = 1 << 21;

/// The objective that is made large; before that, one that is close to it and has no ties.
const OWN: usize = 0;
const CLOSE: usize = 1;

/// The binary places by which that differs.
const PLACES: u64 = 24;

/// What it takes to look at one output of an arc, however short its numbers are.
const OF_AN_OUTPUT: u64 = 256;

/// Σ_{o ∈ S} (α·y_io − y_ho) ≤ α·δ for an arc i→h and a set S of outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// (i, h).
    pub arc: (usize, usize),
    /// S.
    pub outputs: Vec<usize>,
}

/// For each output the arcs i→h with μ > 0.
pub type Multipliers = Vec<Vec<((usize, usize), Rational)>>;

/// A constraint Σ coefficients·x ≤ constant.
pub(super) struct Constraint {
    pub(super) coefficients: Vec<(usize, Rational)>,
    pub(super) constant: Rational,
    /// What it is, unless it is another one than those of sets of outputs.
    pub(super) cut: Option<Cut>,
}

/// A tableau, and what its slack variables are of.
pub(super) struct Cutting {
    pub(super) tableau: Tableau,
    /// Variables with smaller numbers are no slacks.
    variables: usize,
    cuts: Vec<Option<Cut>>,
}

impl Cutting {
    /// By a tableau without slacks whose objective has no negative coefficient. `None` where it is too large.
    pub(super) fn new(basic: Vec<usize>, nonbasic: Vec<usize>, rows: Vec<Vector>, objective: Vector) -> Option<Self> {
        let variables = basic.len() + nonbasic.len();
        if rows.len().checked_mul(variables)? > MOST_ENTRIES {
            return None;
        }
        let close = without_ties(&objective);
        let tableau = Tableau::new(basic, nonbasic, rows, vec![objective, close])?;
        Some(Self { tableau, variables, cuts: Vec::new() })
    }

    /// The point at which no constraint is broken any more, the objective being as large as it can be; `None` where
    /// there is none, or the tableau grows too large.
    pub(super) fn solve(&mut self, broken: impl Fn(&[Rational]) -> Vec<Constraint>) -> Option<Vec<Rational>> {
        let mut objective = CLOSE;
        loop {
            if self.tableau.make_feasible(objective) != Feasibility::Feasible {
                return None;
            }
            let point = self.tableau.values(self.variables);
            let constraints = broken(&point);
            match (constraints.is_empty(), objective) {
                (true, CLOSE) => {
                    // No other point is far away.
                    self.tableau.make_optimal(OWN);
                    objective = OWN;
                    continue;
                }
                (true, _) => return Some(point),
                (false, _) => {}
            }
            let rows = self.tableau.rows().len() + constraints.len();
            if rows.saturating_mul(self.tableau.nonbasic().len() + 1) > MOST_ENTRIES {
                return None;
            }
            for Constraint { coefficients, constant, cut } in constraints {
                self.tableau.push_row(self.variables + self.cuts.len(), constant, &coefficients)?;
                self.cuts.push(cut);
            }
        }
    }

    /// The sets of outputs whose slack is not basic, each with the coefficient of that in the objective, which may be
    /// 0.
    pub(super) fn binding(&self) -> Vec<(&Cut, Rational)> {
        let costs = &self.tableau.objectives()[OWN];
        let slack = |(j, variable): (usize, &usize)| {
            let cut = self.cuts.get(variable.checked_sub(self.variables)?)?.as_ref()?;
            Some((cut, costs.entry(j + 1)))
        };
        self.tableau.nonbasic().iter().enumerate().filter_map(slack).collect()
    }

    /// The variables that are basic, and no slacks.
    pub(super) fn basis(&self) -> Vec<usize> {
        let mut all: Vec<usize> = self.tableau.basic().iter().copied().filter(|v| *v < self.variables).collect();
        all.sort_unstable();
        all
    }
}

/// Coefficients that are a little larger, each by something else.
fn without_ties(objective: &Vector) -> Vector {
    let all = objective.to_rationals();
    let most = all.iter().skip(1).max().filter(|most| **most > 0u32).cloned().unwrap_or(Rational::ONE);
    let unit = most >> (PLACES + 10);
    let more = |(j, d): (u64, &Rational)| {
        let by = if j == 0 { Rational::ZERO } else { &unit * Rational::from(1_000 + j * 7_919 % 1_009) };
        d + by
    };
    Vector::from_rationals(&(0..).zip(&all).map(more).collect::<Vec<_>>())
}

/// The value that is made large.
pub(super) fn value(cutting: &Cutting) -> Rational {
    cutting.tableau.objectives()[OWN].entry(0)
}

/// μ_ih,o = Σ_{S ∋ o} κ_S.
pub(super) fn multipliers(binding: &[(&Cut, Rational)], outputs: usize) -> Multipliers {
    let mut all: Vec<BTreeMap<(usize, usize), Rational>> = vec![BTreeMap::new(); outputs];
    for (cut, kappa) in binding.iter().filter(|(_, kappa)| *kappa > 0u32) {
        for &o in &cut.outputs {
            *all[o].entry(cut.arc).or_insert(Rational::ZERO) += kappa;
        }
    }
    all.into_iter().map(|of| of.into_iter().collect()).collect()
}

/// The largest Σ_{o ∈ S} (α·y_io − y_ho) of an arc, and its S; `None` where that is 0.
pub(super) fn worst(arc: (usize, usize), alpha: &Rational, [x, y]: [&[Rational]; 2]) -> Option<(Cut, Rational)> {
    spend(OF_AN_OUTPUT.saturating_mul(x.len() as u64));
    let (mut outputs, mut sum) = (Vec::new(), Rational::ZERO);
    for (o, (x, y)) in x.iter().zip(y).enumerate() {
        let by = if *x == 0u32 { Rational::ZERO } else { alpha * x - y };
        if by > 0u32 {
            outputs.push(o);
            sum += by;
        }
    }
    (!outputs.is_empty()).then_some((Cut { arc, outputs }, sum))
}

/// What a cut says of variables that are the entries of y, less a number each, row by row.
pub(super) fn coefficients(cut: &Cut, alpha: &Rational, outputs: usize) -> Vec<(usize, Rational)> {
    let (i, h) = cut.arc;
    let of = |&o: &usize| [(i * outputs + o, alpha.clone()), (h * outputs + o, -Rational::ONE)];
    cut.outputs.iter().flat_map(of).collect()
}
