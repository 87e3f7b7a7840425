//! The t at which Φ is singular, of which an interval has finitely many: a vector in the kernel that b is not
//! orthogonal to, or a linear program.

use super::basis::{Basis, PLACES, Program, optimal_basis};
use super::near;
use super::search::{Entry, Here, Search, functions, oriented, poly, separated};
use super::simplex::{Feasible, feasible};
use crate::decide::attempt::attempt_within;
use crate::decide::case::{Reason, refused, similarity};
use crate::decide::minimal;
use crate::exact;
use crate::linear::{Functions, Poly, Vector};
use crate::program::{Nonnegative, nonnegative_solution};
use crate::statement::Decided;
use dp_verify::alpha::{Point, Polynomial, Polynomials as _, Quotient, Quotients as _};
use dp_verify::number::{BigInt, Fractions, Rational};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::Zero;
use std::cmp::Ordering;
use std::slice;

impl Search<'_, '_> {
    /// At one t where Φ is singular, or some other denominator vanishes.
    pub(super) fn singular(&self, here: &Here) -> Result<Decided, Reason> {
        if let Some(w) = self.kernel(here)? {
            return Ok(separated(&self.spread(&w)));
        }
        if let Point::Rational(t) = &here.point {
            return self.at_rational(t, here);
        }
        if let Some(proposal) = self.at_basis(here)?
            && self.serves(&proposal, here)
        {
            return Ok(proposal);
        }
        self.exactly(here)
    }

    /// Whether the verifier takes it at this t.
    fn serves(&self, proposal: &Decided, here: &Here) -> bool {
        let at = self.field.at(here.point.clone());
        let found = attempt_within(self.case, here.claim, proposal, Some(&at), &self.steps);
        found.is_ok_and(|verdict| verdict == proposal.verdict)
    }

    /// The least Σy with y ≥ 0 and yQ = b, or a Farkas vector, at the basis that is optimal as far as 2,048 bits tell.
    ///
    /// The basis names a block of Q that is invertible at this t, though Q itself is not. What solves its equations as
    /// functions of t is what is looked for at this t, and its polynomials are shorter than numbers of the field.
    fn at_basis(&self, here: &Here) -> Result<Option<Decided>, Reason> {
        let Some(basis) = optimal_basis(&self.at_places(here)?, here.bounds)? else {
            return Ok(None);
        };
        let Basis { rows, columns, broken } = &basis;
        let below = |entry: &dyn Fn(usize, usize) -> Entry| -> Vec<Vec<Entry>> {
            (0..rows.len()).map(|i| (0..columns.len()).map(|j| entry(i, j)).collect()).collect()
        };
        let transposed = below(&|i, j| self.matrix[rows[j]][columns[i]].clone());
        if !broken.is_empty() {
            let right = columns.iter().map(|&c| {
                let terms = broken.iter().map(|&(i, negative)| (&self.matrix[i][c], negative));
                terms.fold(Poly::new(), |sum, (entry, negative)| plus(sum, entry, negative))
            });
            let w = self.block(&transposed, right.collect())?;
            let one = w.denominator.clone();
            let sign = |negative: bool| if negative { one.clone() } else { -&one };
            let others: Vec<(usize, Polynomial)> = broken.iter().map(|&(i, s)| (i, sign(s))).collect();
            let w = self.placed(w, rows, others, here)?;
            return Ok(Some(separated(&self.shared(&w, here)?)));
        }
        let block = below(&|i, j| self.matrix[rows[i]][columns[j]].clone());
        let mut y = self.block(&block, rows.iter().map(|&k| poly(&self.b.numerators[k])).collect())?;
        y.denominator = y.denominator.times(&self.b.denominator, here.bounds)?;
        let y = self.spread(&self.placed(y, columns, Vec::new(), here)?);
        if !here.is_regular() {
            return Ok(Some(here.holds(&y, &y, None)));
        }
        let sizes = columns.iter().map(|&c| vec![Integer::from(self.sizes[c])]).collect();
        let v = self.placed(self.block(&transposed, sizes)?, rows, Vec::new(), here)?;
        Ok(Some(here.holds(&y, &self.shared(&v, here)?, None)))
    }

    /// The program in fixed point.
    fn at_places(&self, here: &Here) -> Result<Program, Reason> {
        let spare = 64;
        let t = here.bounds.run(|| here.point.bracket(PLACES + spare))?;
        let t = exact::integer(&t.low) >> spare;
        let highest = self.matrix.iter().flatten().flatten().map(|&(_, e)| e as usize).max().unwrap_or(0);
        let of_b = self.b.numerators.iter().chain([&self.b.denominator]).map(Polynomial::degree).max().unwrap_or(0);
        let mut powers = vec![Integer::from(1) << PLACES];
        for k in 0..highest.max(of_b) {
            powers.push((&powers[k] * &t) >> PLACES);
        }
        let value = |p: &Polynomial| -> Integer {
            p.coefficients().iter().zip(&powers).map(|(c, power)| exact::integer(c) * power).sum()
        };
        let entry = |entry: &Entry| -> Integer {
            entry.iter().map(|&(count, e)| &powers[e as usize] * Integer::from(count)).sum()
        };
        let over = value(&self.b.denominator);
        if over == 0 {
            return Err(Reason::new("the prior's denominator is too small to be seen at this α"));
        }
        Ok(Program {
            matrix: self.matrix.iter().map(|row| row.iter().map(entry).collect()).collect(),
            b: self.b.numerators.iter().map(|p| (value(p) << PLACES) / &over).collect(),
            costs: self.sizes.iter().map(|&size| Integer::from(size) << PLACES).collect(),
        })
    }

    /// The solution of a square block.
    fn block(&self, matrix: &[Vec<Entry>], right: Vec<Poly>) -> Result<Fractions, Reason> {
        if matrix.is_empty() {
            return Ok(functions(&Functions { denominator: vec![1.into()], numerators: Vec::new() }));
        }
        let solved = self.solve(matrix, slice::from_ref(&right))?;
        solved.first().map(functions).ok_or_else(|| Reason::new("a system without an equation"))
    }

    /// The vector on all cells that has these entries in these places and in others, with a denominator that is
    /// positive at this t.
    fn placed(
        &self,
        x: Fractions,
        places: &[usize],
        others: Vec<(usize, Polynomial)>,
        here: &Here,
    ) -> Result<Fractions, Reason> {
        let mut numerators = vec![Polynomial::ZERO; self.sizes.len()];
        for (k, p) in places.iter().copied().zip(x.numerators).chain(others) {
            numerators[k] = p;
        }
        let sign = here.sign(&x.denominator)?;
        Ok(oriented(&Fractions { denominator: x.denominator, numerators }, sign))
    }

    /// On the nodes, each of a cell having an equal share of its entry.
    fn shared(&self, x: &Fractions, here: &Here) -> Result<Fractions, Reason> {
        let all = self.sizes.iter().fold(1u64, |all, &size| all.lcm(size as u64));
        let times = |p: &Polynomial, by: u64| p.scaled(&BigInt::from(by), here.bounds).map_err(Reason::from);
        let share = |(p, &size): (&Polynomial, &usize)| times(p, all / size as u64);
        let numerators = x.numerators.iter().zip(&self.sizes).map(share).collect::<Result<_, _>>()?;
        Ok(self.spread(&Fractions { denominator: times(&x.denominator, all)?, numerators }))
    }

    /// The same by the simplex method on numbers of the field, for what the basis does not show.
    fn exactly(&self, here: &Here) -> Result<Decided, Reason> {
        let bounds = here.bounds;
        let local = self.field.at(minimal::simplest(here.point.clone(), bounds));
        let entry = |entry: &Entry| {
            let mut coefficients = Vec::new();
            for &(count, exponent) in entry {
                let place = exponent as usize;
                if coefficients.len() <= place {
                    coefficients.resize(place + 1, BigInt::from(0));
                }
                coefficients[place] += count;
            }
            local.simplest(whole(Polynomial::polynomial(coefficients)), bounds)
        };
        let matrix = self.matrix.iter().map(|row| row.iter().map(entry).collect::<Result<Vec<_>, _>>());
        let matrix = matrix.collect::<Result<Vec<_>, _>>()?;
        let over = |x: &Polynomial| {
            local.simplest(Quotient { numerator: x.clone(), denominator: self.b.denominator.clone() }, bounds)
        };
        let rhs = self.b.numerators.iter().map(over).collect::<Result<Vec<_>, _>>()?;
        match feasible(&matrix, &rhs, &local, bounds)? {
            Feasible::Solution(x) => {
                let x = self.spread(&common(&x, here)?);
                if !here.is_regular() {
                    return Ok(here.holds(&x, &x, None));
                }
                // Σx is the same for all solutions where some v has Φv = 1.
                let ones = vec![Quotient::constant(&Rational::from(BigInt::from(1))); matrix.len()];
                match feasible(&matrix, &ones, &local, bounds)? {
                    Feasible::Solution(v) => Ok(here.holds(&x, &self.spread(&common(&v, here)?), None)),
                    Feasible::None(_) => Err(Reason::new(
                        "the search for the least Σy at an α where Φ is singular found none that proves it",
                    )),
                }
            }
            Feasible::None(w) => {
                // On the nodes each cell shares its entry.
                let share = |(x, &size): (&Quotient, &usize)| Quotient {
                    numerator: x.numerator.clone(),
                    denominator: (&x.denominator + &Polynomial::ZERO)
                        .scaled(&BigInt::from(size), bounds)
                        .unwrap_or_default(),
                };
                let w: Vec<Quotient> = w.iter().zip(&self.sizes).map(share).collect();
                Ok(separated(&self.spread(&common(&w, here)?)))
            }
        }
    }

    /// A vector in the kernel of Φ that is not orthogonal to b, among those that the poles of x and its rows give:
    /// where D vanishes, ΦN = D·b = 0.
    fn kernel(&self, here: &Here) -> Result<Option<Fractions>, Reason> {
        let rows: Vec<Fractions> = self.rows.borrow().values().cloned().collect();
        for x in [&self.x].into_iter().chain(&rows) {
            if here.sign(&x.denominator)? != Ordering::Equal {
                continue;
            }
            let mut separation = Polynomial::ZERO;
            for ((x, b), &size) in x.numerators.iter().zip(&self.b.numerators).zip(&self.sizes) {
                let term = x.times(b, here.bounds).and_then(|p| p.scaled(&BigInt::from(size), here.bounds));
                separation = &separation + &term?;
            }
            let numerators = match here.sign(&separation)? {
                Ordering::Equal => continue,
                Ordering::Less => x.numerators.clone(),
                Ordering::Greater => x.numerators.iter().map(|x| -x).collect(),
            };
            return Ok(Some(Fractions { denominator: Polynomial::from(BigInt::from(1)), numerators }));
        }
        Ok(None)
    }

    /// By the search for rational α.
    fn at_rational(&self, t: &Rational, here: &Here) -> Result<Decided, Reason> {
        let alpha = near::alpha(self.field, t, here.bounds)?;
        let phi = similarity(self.case.graph(), alpha, self.case.limits)?;
        let b = Vector::from_rationals(&near::values(&self.spread(&self.b), t, here.bounds)?);
        let answer = nonnegative_solution(&phi, &b).ok_or_else(refused)?;
        Ok(match &answer.outcome {
            Nonnegative::Found { y, v } => here.holds(y, v, None),
            Nonnegative::None { w } => separated(w),
        })
    }
}

/// sum ± the entry.
fn plus(mut sum: Poly, entry: &Entry, negative: bool) -> Poly {
    for &(count, exponent) in entry {
        let place = exponent as usize;
        if sum.len() <= place {
            sum.resize(place + 1, Integer::ZERO);
        }
        if negative {
            sum[place] -= Integer::from(count);
        } else {
            sum[place] += Integer::from(count);
        }
    }
    sum
}

fn whole(p: Polynomial) -> Quotient {
    Quotient { numerator: p, denominator: Polynomial::from(BigInt::from(1)) }
}

/// Over the product of all different denominators, which are positive.
fn common(x: &[Quotient], here: &Here) -> Result<Fractions, Reason> {
    let times = |x: &Polynomial, y: &Polynomial| x.times(y, here.bounds).map_err(Reason::from);
    let mut different: Vec<&Polynomial> = Vec::new();
    for entry in x {
        if !different.contains(&&entry.denominator) {
            different.push(&entry.denominator);
        }
    }
    let product = |without: Option<&Polynomial>| {
        let mut factors = different.iter().filter(|d| Some(**d) != without);
        factors.try_fold(Polynomial::from(BigInt::from(1)), |product, d| times(&product, d))
    };
    let numerators = x.iter().map(|entry| times(&entry.numerator, &product(Some(&entry.denominator))?));
    Ok(Fractions { numerators: numerators.collect::<Result<_, _>>()?, denominator: product(None)? })
}
