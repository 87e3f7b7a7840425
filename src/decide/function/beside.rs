//! `regular`, `utility-bound` and `leakage-bound` where α is rational and the prior lies in Q(b).
//!
//! Φ is rational, so that everything is linear in the prior: with π = Σ_k π_k·b^k also y = Σ_k (Φ^-1 π_k)·b^k, and the
//! simplex method works on rationals but for the right-hand side, whose signs at b are asked for. Farkas vectors and
//! dual solutions are rational.

use super::search::separated;
use crate::decide::case::{Case, Reason, refused, similarity};
use crate::effort::{Counted, spend, steps};
use crate::exact::{self, ForWitness};
use crate::linear::{Partition, Poly, Vector};
use crate::program::inverse;
use crate::statement::Decided;
use dp_kernel::{Verdict, Witness};
use dp_verify::algebra;
use dp_verify::alpha::{Bounds, Field, Polynomial, Polynomials as _};
use dp_verify::model::Claim;
use dp_verify::number::Fractions;
use dp_verify::witness::Covering;
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational as Exact;
use malachite::{Integer, Natural};
use std::cmp::Ordering;
use std::collections::HashMap;

/// The most cells.
const MOST_CELLS: usize = 64;

/// The exchanges of the simplex method.
const MOST_EXCHANGES: usize = 5_000;

/// A number of Q(b): the coefficients of b^0, b^1, ...
type Number = Vec<Exact>;

/// `regular`, which is about one number b.
pub(super) fn regular(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    let steps = Counted::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    System::new(case, field, &case.prior(claim)?.weights, &bounds)?.regular()
}

/// y and v of the least Σy.
pub(super) fn covering(case: &Case, claim: &Claim, field: &Field) -> Result<Covering, Reason> {
    let steps = Counted::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    System::new(case, field, &case.prior(claim)?.weights, &bounds)?.covering()
}

/// Φ and π·D on the cells of a partition that is equitable for Φ and on which π is constant, D > 0 being the
/// denominator of π.
struct System<'a> {
    field: &'a Field,
    bounds: &'a Bounds<'a>,
    partition: Partition,
    matrix: Vec<Vec<Exact>>,
    prior: Vec<Number>,
    denominator: Polynomial,
}

impl<'a> System<'a> {
    fn new(case: &Case, field: &'a Field, prior: &Fractions, bounds: &'a Bounds<'a>) -> Result<Self, Reason> {
        let phi = similarity(case.graph(), case.alpha()?, case.limits)?;
        // Nodes with the same weight have the same label.
        let mut labels: HashMap<&Polynomial, u64> = HashMap::new();
        let label = |p| {
            let next = labels.len() as u64;
            Exact::from(*labels.entry(p).or_insert(next))
        };
        let labels: Vec<Exact> = prior.numerators.iter().map(label).collect();
        let partition = Partition::coarsest_equitable(&phi, &Vector::from_rationals(&labels)).ok_or_else(refused)?;
        let cells = partition.cells();
        if cells.len() > MOST_CELLS {
            let reason = format!("the prior is irrational, and symmetry leaves {} unknowns", cells.len());
            return Err(Reason::new(reason + &format!(": this version solves for up to {MOST_CELLS}")));
        }
        let entry = |i: usize, cell: &Vec<usize>| cell.iter().map(|&j| phi.entry(i, j)).sum::<Exact>();
        let row = |cell: &Vec<usize>| cells.iter().map(|other| entry(cell[0], other)).collect();
        let number = |p: &Polynomial| p.coefficients().iter().map(|c| Exact::from(exact::integer(c))).collect();
        let matrix = cells.iter().map(row).collect();
        let right = cells.iter().map(|cell| number(&prior.numerators[cell[0]])).collect();
        Ok(Self { field, bounds, partition, matrix, prior: right, denominator: prior.denominator.clone() })
    }

    fn sizes(&self) -> impl Iterator<Item = Exact> {
        self.partition.cells().iter().map(|cell| Exact::from(cell.len()))
    }

    fn sign(&self, x: &Number) -> Result<Ordering, Reason> {
        let (p, _) = whole(&[x]);
        self.bounds.run(|| algebra::sign(&self.field.point, &p[0])).map_err(Reason::from)
    }

    /// A vector over D, an entry for each node.
    fn over_denominator(&self, x: &[Number]) -> Result<Fractions, Reason> {
        let (numerators, scale) = whole(&x.iter().collect::<Vec<_>>());
        let scaled = self.denominator.scaled(&exact::bigint(&scale), self.bounds);
        Ok(self.spread(&Fractions { denominator: scaled?, numerators }))
    }

    /// A rational vector.
    fn rational(&self, x: &[Exact]) -> Fractions {
        self.spread(&exact::fractions(&Vector::from_rationals(x)))
    }

    fn spread(&self, x: &Fractions) -> Fractions {
        let nodes = self.partition.cells().iter().map(Vec::len).sum();
        let entry = |node| x.numerators[self.partition.cell_of(node)].clone();
        Fractions { denominator: x.denominator.clone(), numerators: (0..nodes).map(entry).collect() }
    }

    /// The first negative entry.
    fn negative(&self, x: &[Number]) -> Result<Option<usize>, Reason> {
        for (k, x) in x.iter().enumerate() {
            if self.sign(x)? == Ordering::Less {
                return Ok(Some(k));
            }
        }
        Ok(None)
    }

    /// Φ^-1 π and Φ^-1 1 where Φ is invertible; a negative entry of the former gives a column of Φ^-1 that refutes.
    /// Else the least Σy by the simplex method.
    fn regular(&self) -> Result<Decided, Reason> {
        if let Some(inverse) = inverse(&self.matrix) {
            let y: Vec<Number> = inverse.iter().map(|row| combination(row, &self.prior)).collect();
            return Ok(match self.negative(&y)? {
                None => {
                    let v: Vec<Exact> = inverse.iter().map(|row| row.iter().sum()).collect();
                    self.represented(&y, &v)?
                }
                Some(k) => {
                    let w: Vec<Exact> = inverse.iter().map(|row| row[k].clone()).collect();
                    separated(&self.rational(&w))
                }
            });
        }
        match self.least(&self.matrix)? {
            Least::Found { x, prices } => self.represented(&x, &self.each(&prices)),
            Least::None { w } => Ok(separated(&self.rational(&self.each(&w)))),
        }
    }

    /// The least Σy with y ≥ 0, yΦ ≥ π: Φ^-1 π where that and Φ^-1 1 are ≥ 0, else by the simplex method.
    fn covering(&self) -> Result<Covering, Reason> {
        if let Some(inverse) = inverse(&self.matrix) {
            let v: Vec<Exact> = inverse.iter().map(|row| row.iter().sum()).collect();
            let y: Vec<Number> = inverse.iter().map(|row| combination(row, &self.prior)).collect();
            if v.iter().all(|v| *v >= Exact::ZERO) && self.negative(&y)?.is_none() {
                return self.held(&y, &v);
            }
        }
        // Φy − s = π.
        let m = self.matrix.len();
        let less = |i: usize| (0..m).map(move |k| if k == i { -Exact::ONE } else { Exact::ZERO });
        let matrix: Vec<Vec<Exact>> =
            self.matrix.iter().enumerate().map(|(i, row)| row.iter().cloned().chain(less(i)).collect()).collect();
        match self.least(&matrix)? {
            Least::Found { x, prices } => self.held(&x[..m], &self.each(&prices)),
            // Φ ≥ I: there is such a y.
            Least::None { .. } => Err(refused()),
        }
    }

    fn represented(&self, y: &[Number], v: &[Exact]) -> Result<Decided, Reason> {
        let [y, v] = [self.over_denominator(y)?.for_witness(), self.rational(v).for_witness()];
        Ok(Decided::of_functions(Verdict::Holds, Witness::Representation { y, v }))
    }

    fn held(&self, y: &[Number], v: &[Exact]) -> Result<Covering, Reason> {
        Ok(Covering::Of { y: self.over_denominator(y)?.for_witness(), v: self.rational(v).for_witness() })
    }

    /// A cell's entry shared by its nodes.
    fn each(&self, x: &[Exact]) -> Vec<Exact> {
        x.iter().zip(self.sizes()).map(|(x, size)| x / size).collect()
    }

    /// The least Σ size·x over the first variables, a cell each, where Ax = π·D and x ≥ 0, by the simplex method in two
    /// phases with Bland's rule (Chvátal, Linear Programming, chapters 3 and 8).
    ///
    /// Cost: as many eliminations of a rational tableau as there are exchanges, of which there are at most
    /// [`MOST_EXCHANGES`].
    fn least(&self, matrix: &[Vec<Exact>]) -> Result<Least, Reason> {
        let (m, n) = (matrix.len(), matrix.first().map_or(0, Vec::len));
        let mut turned = Vec::with_capacity(m);
        let mut rows = Vec::with_capacity(m);
        for (i, (row, right)) in matrix.iter().zip(&self.prior).enumerate() {
            let minus = self.sign(right)? == Ordering::Less;
            let oriented = |x: &Exact| if minus { -x } else { x.clone() };
            let unit = (0..m).map(|k| if k == i { Exact::ONE } else { Exact::ZERO });
            let entries = row.iter().map(oriented).chain(unit).collect();
            rows.push(Row { basic: n + i, entries, right: right.iter().map(oriented).collect() });
            turned.push(minus);
        }
        let back = |y: Vec<Exact>| -> Vec<Exact> {
            y.into_iter().zip(&turned).map(|(y, &minus)| if minus { -y } else { y }).collect()
        };
        let ones = (0..n + m).map(|j| if j < n { Exact::ZERO } else { Exact::ONE });
        let mut tableau = Tableau { system: self, rows, costs: ones.collect(), left: MOST_EXCHANGES };
        tableau.price();
        tableau.improve(n + m)?;
        for k in 0..m {
            if tableau.rows[k].basic >= n && self.sign(&tableau.rows[k].right)? == Ordering::Greater {
                // The cost of unit variable i is 1 − y_i with yA ≤ 0 and y·b > 0.
                return Ok(Least::None { w: back(tableau.costs[n..].iter().map(|c| c - Exact::ONE).collect()) });
            }
        }
        tableau.drive_out(n);
        let mut costs: Vec<Exact> = vec![Exact::ZERO; n + m];
        costs.iter_mut().zip(self.sizes()).for_each(|(cost, size)| *cost = size);
        tableau.costs = costs;
        tableau.price();
        tableau.improve(n)?;
        let mut x = vec![Number::new(); n];
        for row in tableau.rows.iter().filter(|row| row.basic < n) {
            x[row.basic].clone_from(&row.right);
        }
        Ok(Least::Found { x, prices: back(tableau.costs[n..].iter().map(|c| -c).collect()) })
    }
}

/// What the simplex method ends with.
enum Least {
    /// x, and prices p with pA ≤ the costs and p·b = the least cost.
    Found { x: Vec<Number>, prices: Vec<Exact> },
    /// w with wA ≥ 0 and w·b < 0.
    None { w: Vec<Exact> },
}

/// An equation solved for its basic variable.
struct Row {
    basic: usize,
    entries: Vec<Exact>,
    right: Number,
}

struct Tableau<'s, 'a> {
    system: &'s System<'a>,
    rows: Vec<Row>,
    /// The reduced costs.
    costs: Vec<Exact>,
    /// The exchanges that may still be made.
    left: usize,
}

impl Tableau<'_, '_> {
    /// Makes the costs of the basic variables 0.
    fn price(&mut self) {
        for row in &self.rows {
            let factor = self.costs[row.basic].clone();
            subtract(&mut self.costs, &factor, &row.entries);
        }
    }

    /// Exchanges until no variable among the first ones has a negative cost.
    fn improve(&mut self, columns: usize) -> Result<(), Reason> {
        while let Some(j) = self.costs[..columns].iter().position(|cost| *cost < Exact::ZERO) {
            spend(steps(self.rows.len(), self.costs.len(), 64));
            let mut leaving: Option<(usize, Number)> = None;
            for (i, row) in self.rows.iter().enumerate().filter(|(_, row)| row.entries[j] > Exact::ZERO) {
                let ratio: Number = row.right.iter().map(|x| x / &row.entries[j]).collect();
                let better = match &leaving {
                    None => true,
                    Some((k, least)) => match self.system.sign(&difference(&ratio, least))? {
                        Ordering::Less => true,
                        Ordering::Equal => row.basic < self.rows[*k].basic,
                        Ordering::Greater => false,
                    },
                };
                if better {
                    leaving = Some((i, ratio));
                }
            }
            // Costs are bounded by 0 from below: some row leaves.
            let (i, _) = leaving.ok_or_else(refused)?;
            let spent = || Reason::new(format!("the search for a basis takes over {MOST_EXCHANGES} exchanges"));
            self.left = self.left.checked_sub(1).ok_or_else(spent)?;
            self.exchange(i, j);
        }
        Ok(())
    }

    /// Exchanges the unit variables, which are 0, for others wherever an equation has one.
    fn drive_out(&mut self, columns: usize) {
        for i in 0..self.rows.len() {
            let other = self.rows[i].entries[..columns].iter().position(|x| *x != Exact::ZERO);
            if let (true, Some(j)) = (self.rows[i].basic >= columns, other) {
                self.exchange(i, j);
            }
        }
    }

    fn exchange(&mut self, i: usize, j: usize) {
        let pivot = self.rows[i].entries[j].clone();
        let row = &mut self.rows[i];
        row.basic = j;
        row.entries.iter_mut().chain(&mut row.right).for_each(|x| *x /= &pivot);
        let (entries, right) = (row.entries.clone(), row.right.clone());
        for (_, other) in self.rows.iter_mut().enumerate().filter(|(k, _)| *k != i) {
            let factor = other.entries[j].clone();
            subtract(&mut other.entries, &factor, &entries);
            let times: Number = right.iter().map(|x| x * &factor).collect();
            other.right = difference(&other.right, &times);
        }
        let factor = self.costs[j].clone();
        subtract(&mut self.costs, &factor, &entries);
    }
}

/// x −= factor·y.
fn subtract(x: &mut [Exact], factor: &Exact, y: &[Exact]) {
    if *factor != Exact::ZERO {
        x.iter_mut().zip(y).filter(|(_, y)| **y != Exact::ZERO).for_each(|(x, y)| *x -= factor * y);
    }
}

fn difference(x: &Number, y: &Number) -> Number {
    let at = |x: &Number, k: usize| x.get(k).cloned().unwrap_or(Exact::ZERO);
    (0..x.len().max(y.len())).map(|k| at(x, k) - at(y, k)).collect()
}

/// The solution of a square system with a rational matrix and polynomials to its right; `None` where it is singular.
pub(super) fn solved(matrix: &[Vec<Exact>], right: &[Poly]) -> Option<Fractions> {
    let right: Vec<Number> = right.iter().map(|p| p.iter().map(Exact::from).collect()).collect();
    let x: Vec<Number> = inverse(matrix)?.iter().map(|row| combination(row, &right)).collect();
    let (numerators, scale) = whole(&x.iter().collect::<Vec<_>>());
    Some(Fractions { denominator: Polynomial::from(exact::bigint(&scale)), numerators })
}

/// Σ factor·x.
fn combination(factors: &[Exact], x: &[Number]) -> Number {
    let mut sum = vec![Exact::ZERO; x.iter().map(Vec::len).max().unwrap_or(0)];
    for (factor, x) in factors.iter().zip(x) {
        sum.iter_mut().zip(x).for_each(|(sum, x)| *sum += factor * x);
    }
    sum
}

/// Polynomials with integer coefficients over one integer > 0.
fn whole(x: &[&Number]) -> (Vec<Polynomial>, Integer) {
    let denominators = x.iter().flat_map(|x| x.iter()).map(Exact::denominator_ref);
    let scale = denominators.fold(Natural::ONE, |scale, d| scale.lcm(d));
    let over = Exact::from(&scale);
    let coefficient = |c: &Exact| exact::bigint(&Integer::from((c * &over).into_numerator()));
    let signed = |c: &Exact| if *c < Exact::ZERO { -coefficient(c) } else { coefficient(c) };
    let polynomial = |x: &&Number| Polynomial::polynomial(x.iter().map(signed).collect());
    (x.iter().map(polynomial).collect(), Integer::from(scale))
}
