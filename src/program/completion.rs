//! That no completion of a table is ε-private, of which mass is missing.
//!
//! A completion is Y = X + Z with Z ≥ 0 and Σ_o z_io = m_i = 1 − Σ_o x_io, on the outputs of X and perhaps one more,
//! at which x = 0, for all further ones. It is private if α·y_io ≤ y_ho for all neighbours i, h. What is looked for
//! are multipliers of these inequalities by which they contradict what is missing: see FORMAT.md, *Tables with mass
//! missing*.

use super::simplex::{Feasibility, Tableau};
use crate::effort::{self, spend, steps};
use crate::linear::Vector;
use malachite::base::num::basic::traits::{NegativeOne, One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;

/// The most entries of a tableau.
const MOST_ENTRIES: usize = 1 << 16;

/// A table of which mass is missing.
pub struct Completion<'a> {
    /// The neighbours of each node.
    pub neighbours: &'a [Vec<usize>],
    /// α, 0 < α ≤ 1.
    pub alpha: Rational,
    /// X ≥ 0.
    pub rows: Vec<Vec<Rational>>,
    /// Whether further outputs are possible.
    pub further: bool,
}

/// A path of nodes along which an entry of its first node bounds one of its last from below, and the output.
pub type Forced = (usize, Vec<usize>);

impl Completion<'_> {
    /// Paths to one node along which entries of others, each times α for a step, come to more than 1 with its own: no
    /// private completion has less there. `None` where there are none, or where the search is left off.
    ///
    /// Cost: a product and a comparison for each output of each ordered pair of neighbours, as often as there are steps
    /// in the longest path.
    #[must_use]
    pub fn forced(&self) -> Option<Vec<Forced>> {
        let (n, m) = (self.rows.len(), self.rows.first().map_or(0, Vec::len));
        let mut least = self.rows.clone();
        let mut before: Vec<Vec<Option<usize>>> = vec![vec![None; m]; n];
        for _ in 1..n.max(2) {
            let mut grown = least.clone();
            for (i, of_i) in self.neighbours.iter().enumerate() {
                for &h in of_i {
                    for o in 0..m {
                        let by_h = &least[h][o];
                        let bits = by_h.significant_bits() + self.alpha.significant_bits() + 64;
                        spend(effort::products(1, usize::try_from(bits / 64 + 1).unwrap_or(usize::MAX)));
                        let bound = by_h * &self.alpha;
                        if bound > grown[i][o] {
                            grown[i][o] = bound;
                            before[i][o] = Some(h);
                        }
                    }
                }
            }
            let above = |row: &Vec<Rational>| row.iter().sum::<Rational>() > 1u32;
            if let Some(i) = grown.iter().position(above) {
                return Some((0..m).filter_map(|o| Some((o, path(&before, i, o)?))).collect());
            }
            if grown == least {
                return None;
            }
            least = grown;
        }
        None
    }

    /// Multipliers [i, h, o] of some nodes and what is between them that contradict each other, by the simplex method
    /// on exact numbers: output m stands for all further ones. `None` where there are none, or the tableau would be too
    /// large.
    #[must_use]
    pub fn contradiction(&self, nodes: &[usize]) -> Option<Vec<([usize; 3], Rational)>> {
        let width = self.rows.first().map_or(0, Vec::len) + usize::from(self.further);
        let variables = nodes.len().checked_mul(width)?;
        let arcs: Vec<[usize; 2]> = (0..nodes.len())
            .flat_map(|i| (0..nodes.len()).map(move |h| [i, h]))
            .filter(|[i, h]| self.neighbours[nodes[*i]].binary_search(&nodes[*h]).is_ok())
            .collect();
        let rows = arcs.len().checked_mul(width)?.checked_add(2 * nodes.len())?;
        if rows.checked_mul(variables + 1)? > MOST_ENTRIES {
            return None;
        }
        spend(steps(rows, variables + 1, 1));
        let entry = |i: usize, o: usize| self.rows[nodes[i]].get(o).cloned().unwrap_or(Rational::ZERO);
        let (mut lines, mut places) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
        let mut line = |constant: Rational, coefficients: &[(usize, Rational)], place| {
            let mut entries = vec![Rational::ZERO; variables + 1];
            entries[0] = constant;
            coefficients.iter().for_each(|(v, c)| entries[v + 1] = c.clone());
            lines.push(Vector::from_rationals(&entries));
            places.push(place);
        };
        for (i, &node) in nodes.iter().enumerate() {
            let missing = Rational::ONE - self.rows[node].iter().sum::<Rational>();
            let all = |c: Rational| (0..width).map(|o| (i * width + o, c.clone())).collect::<Vec<_>>();
            line(missing.clone(), &all(Rational::ONE), None);
            line(-missing, &all(Rational::NEGATIVE_ONE), None);
        }
        for &[i, h] in &arcs {
            for o in 0..width {
                let ends = [(i * width + o, self.alpha.clone()), (h * width + o, Rational::NEGATIVE_ONE)];
                line(entry(h, o) - &self.alpha * entry(i, o), &ends, Some([nodes[i], nodes[h], o]));
            }
        }
        // Any costs ≥ 0 are a start; different ones leave fewer ties.
        let cost = |v: u64| if v == 0 { Rational::ZERO } else { Rational::from(1_000 + v * 7_919 % 1_009) };
        let costs: Vec<Rational> = (0..=variables as u64).map(cost).collect();
        let slacks = (variables..variables + rows).collect();
        let costs = vec![Vector::from_rationals(&costs)];
        let mut tableau = Tableau::new(slacks, (0..variables).collect(), lines, costs)?;
        let Feasibility::Infeasible { row } = tableau.make_feasible(0) else { return None };
        // A sum of inequalities with a negative constant, and no negative coefficient of a variable or slack.
        let others = tableau.nonbasic().iter().enumerate();
        let others = others.map(|(j, &variable)| (variable, tableau.rows()[row].entry(j + 1)));
        let of_arc = |(variable, y): (usize, Rational)| {
            let place = places[variable.checked_sub(variables)?]?;
            (y > 0u32).then_some((place, y))
        };
        Some(others.chain([(tableau.basic()[row], Rational::ONE)]).filter_map(of_arc).collect())
    }
}

/// The path to node i that bounds its entry at an output; `None` where that is its own.
fn path(before: &[Vec<Option<usize>>], i: usize, o: usize) -> Option<Vec<usize>> {
    let mut nodes = vec![i];
    let mut at = before[i][o]?;
    while nodes.len() <= before.len() {
        nodes.push(at);
        match before[at][o] {
            Some(next) => at = next,
            None => break,
        }
    }
    nodes.reverse();
    Some(nodes)
}
