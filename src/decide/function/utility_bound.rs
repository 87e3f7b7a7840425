//! `utility-bound` by functions of t: the least Σy with y ≥ 0, yΦ ≥ π, and its dual v, at a basis that a rational close
//! by proposes.

use super::near::{self, trials, values};
use super::parts::{self, Proposed, Tried};
use super::sample::samples;
use super::search::{EFFORT, Entry, Search, functions, oriented, out_of_reach, poly};
use super::{beside, program};
use crate::decide::attempt::{Attempt, serves};
use crate::decide::candidate::{self, Candidate};
use crate::decide::case::{Case, Reason, similarity};
use crate::effort::Counted;
use crate::exact::{self, ForWitness};
use crate::linear::{Poly, Vector, solve_function};
use crate::program::covering;
use crate::statement::Decided;
use dp_kernel::Verdict;
use dp_verify::alpha::{Bounds, Field, Point, Polynomial};
use dp_verify::model::Claim;
use dp_verify::number::{Fractions, Rational, Sign};
use dp_verify::witness::{Best, Covering, Given};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational as Exact;

/// How many rationals of an interval are tried.
const SAMPLES: usize = 3;

/// `utility-bound` and `leakage-bound`.
pub(in crate::decide) fn decide(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    if case.alpha().is_ok() {
        return parts::decide_proposed(case, claim, field, &|point| {
            with_optimum(case, claim, field, point, (beside::covering(case, claim, field)?, None))
        });
    }
    let prior = case.prior(claim)?.weights.functions().into_owned();
    let search = Search::new(case, field, &prior)?.ok_or_else(out_of_reach)?;
    parts::decide_proposed(case, claim, field, &|point| {
        let (bound, tried) = bound(case, claim, field, &search, point)?;
        with_optimum(case, claim, field, point, (bound, Some(tried)))
    })
}

fn stated(bound: Covering, optimum: Option<Best>) -> Decided {
    Decided::of_functions(Verdict::Holds, Given::Covering { bound, optimum, solution: None })
}

/// The bound with the optimum of the binary gain beside it, where the file expects something of that and it is within reach.
fn with_optimum(
    case: &Case,
    claim: &Claim,
    field: &Field,
    point: &Point,
    (bound, tried): (Covering, Option<Tried>),
) -> Result<Proposed, Reason> {
    if !case.expects(claim, &["optimum", "maximum"]) {
        return Ok(Proposed { decided: stated(bound, None), tried });
    }
    let steps = Counted::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let gains = candidate::all_binary(&case.prior(claim)?.weights.functions());
    for t in trials(point, &bounds)? {
        let found = program::candidate(case, field, (point, &t), &gains, &bounds)?;
        if let Some(best) = found.and_then(Candidate::best) {
            let with_optimum = stated(bound.clone(), Some(best));
            if serves(case, claim, &with_optimum, &field.at(point.clone())).is_ok() {
                return Ok(with_optimum.into());
            }
        }
    }
    Ok(Proposed { decided: stated(bound, None), tried })
}

/// y and v at t, or on an interval.
///
/// Where Φ^-1 π and Φ^-1 1 are ≥ 0 they are y and v. Else the program is solved at a rational close to t: the cells on
/// which y is positive and those on which v is name a block of Φ on which both solve equations, and the solution of
/// these as functions of t is the one at t if the rational is close enough. The verifier says whether it is.
fn bound(
    case: &Case,
    claim: &Claim,
    field: &Field,
    search: &Search,
    point: &Point,
) -> Result<(Covering, Tried), Reason> {
    let limits = case.limits;
    let steps = Counted::new(limits.steps);
    let bounds = Bounds::new(limits, &steps);
    let near: Vec<Rational> = match point {
        // The middle of an interval may be special.
        Point::Interval(interval) => samples(interval, &bounds)?.take(SAMPLES).collect(),
        other => trials(other, &bounds)?,
    };
    let here = field.at(point.clone());
    let mut refusal = Reason::new("no α to try");
    for t in &near {
        let found = match search.both_nonnegative(t, &bounds)? {
            Some(bound) => Ok(bound),
            None => at_basis(case, field, search, t, &bounds),
        };
        let tried = found.map(|bound| {
            let tried = Tried::now(case, claim, &stated(bound.clone(), None), &here, limits.steps as u64);
            (bound, tried)
        });
        match tried {
            Ok((bound, tried)) => match &tried.result {
                // A witness that serves only a part of the interval has it cut.
                Ok(_) | Err(Attempt::Changes(_)) => return Ok((bound, tried)),
                Err(why) => refusal = Reason::new(why.clone().reason()),
            },
            Err(why) => refusal = why,
        }
    }
    Err(refusal)
}

fn at_basis(case: &Case, field: &Field, search: &Search, t: &Rational, bounds: &Bounds) -> Result<Covering, Reason> {
    let alpha = near::alpha(field, t, bounds)?;
    let on_cells = values(&search.b, t, bounds)?;
    let on_nodes: Vec<Exact> = (0..case.nodes()).map(|i| on_cells[search.partition.cell_of(i)].clone()).collect();
    let phi = similarity(case.graph(), alpha, case.limits)?;
    let found = covering(&phi, &Vector::from_rationals(&on_nodes)).map_err(|why| Reason::new(why.to_string()))?;
    let first = |x: &Vector| -> Vec<Exact> {
        search.partition.cells().iter().filter_map(|cell| cell.first()).map(|&node| x.entry(node)).collect()
    };
    let (y, v) = (first(&found.y), first(&found.v));
    // Φ on the cells at this t, and where yΦ = π and Φv = 1.
    let t_exact = exact::rational(t);
    let power = |exponent: u32| (0..exponent).fold(Exact::ONE, |power, _| power * &t_exact);
    let entry = |entry: &Entry| entry.iter().map(|&(count, e)| power(e) * Exact::from(count)).sum::<Exact>();
    let matrix: Vec<Vec<Exact>> = search.matrix.iter().map(|row| row.iter().map(entry).collect()).collect();
    let times = |x: &[Exact]| -> Vec<Exact> {
        matrix.iter().map(|row| row.iter().zip(x).map(|(q, x)| q * x).sum::<Exact>()).collect()
    };
    let (covered, packed) = (times(&y), times(&v));
    let cells = 0..y.len();
    let mut rows: Vec<usize> = cells.clone().filter(|&k| y[k] > Exact::ZERO).collect();
    let mut columns: Vec<usize> = cells.clone().filter(|&k| v[k] > Exact::ZERO).collect();
    let tight_rows: Vec<usize> = cells.clone().filter(|k| !rows.contains(k) && packed[*k] == 1u32).collect();
    let tight_columns: Vec<usize> = cells.filter(|k| !columns.contains(k) && covered[*k] == on_cells[*k]).collect();
    if !complete(&matrix, &mut rows, &tight_rows, &mut columns, &tight_columns) {
        return Err(Reason::new("the program's optimum near this α is no basis"));
    }
    let block = |rows: &[usize], columns: &[usize]| -> Vec<Vec<Entry>> {
        rows.iter().map(|&r| columns.iter().map(|&c| search.matrix[r][c].clone()).collect()).collect()
    };
    let solve = |matrix: Vec<Vec<Entry>>, right: Vec<Poly>| {
        let solved = solve_function(&matrix, &right, EFFORT).map_err(|why| Reason::new(why.to_string()))?;
        Ok::<_, Reason>(functions(&solved))
    };
    let ones = vec![vec![1.into()]; rows.len()];
    let prior = columns.iter().map(|&c| poly(&search.b.numerators[c])).collect();
    let mut of_y = solve(block(&columns, &rows), prior)?;
    of_y.denominator = of_y.denominator.times(&search.b.denominator, bounds)?;
    let of_v = solve(block(&rows, &columns), ones)?;
    let place = |x: &Fractions<Polynomial>, places: &[usize]| -> Result<Fractions<Polynomial>, Reason> {
        let sign = x.denominator.sign_at(t, bounds)?;
        let mut numerators = vec![Polynomial::default(); y.len()];
        for (p, &k) in x.numerators.iter().zip(places) {
            numerators[k] = if sign == Sign::Minus { p.negative() } else { p.clone() };
        }
        let denominator = if sign == Sign::Minus { x.denominator.negative() } else { x.denominator.clone() };
        Ok(search.spread(&Fractions { denominator, numerators }))
    };
    Ok(Covering::Of { y: place(&of_y, &rows)?.for_witness(), v: place(&of_v, &columns)?.for_witness() })
}

/// Makes the block invertible, where y or v has zeros in the basis, by tight rows and columns; whether that can be.
fn complete(
    matrix: &[Vec<Exact>],
    rows: &mut Vec<usize>,
    tight_rows: &[usize],
    columns: &mut Vec<usize>,
    tight_columns: &[usize],
) -> bool {
    let rank = |rows: &[usize], columns: &[usize]| {
        rank(rows.iter().map(|&r| columns.iter().map(|&c| matrix[r][c].clone()).collect()).collect())
    };
    let with = |list: &[usize], k: usize| list.iter().copied().chain([k]).collect::<Vec<_>>();
    loop {
        let found = rank(rows, columns);
        if found == rows.len() && found == columns.len() {
            return true;
        }
        let row = tight_rows.iter().find(|&&k| !rows.contains(&k) && rank(&with(rows, k), columns) > found);
        let column = tight_columns.iter().find(|&&k| !columns.contains(&k) && rank(rows, &with(columns, k)) > found);
        // Dependent rows lack a column, dependent columns a row.
        match (row, column) {
            (_, Some(&k)) if found < rows.len() => columns.push(k),
            (Some(&k), _) if found < columns.len() => rows.push(k),
            _ => return false,
        }
    }
}

fn rank(mut rows: Vec<Vec<Exact>>) -> usize {
    let width = rows.first().map_or(0, Vec::len);
    let mut rank = 0;
    for c in 0..width {
        let Some(pivot) = (rank..rows.len()).find(|&r| rows[r][c] != 0u32) else { continue };
        rows.swap(rank, pivot);
        let (done, rest) = rows.split_at_mut(rank + 1);
        for row in rest.iter_mut().filter(|row| row[c] != 0u32) {
            let factor = &row[c] / &done[rank][c];
            for (x, p) in row[c..].iter_mut().zip(&done[rank][c..]) {
                *x -= &factor * p;
            }
        }
        rank += 1;
    }
    rank
}

impl Search<'_, '_> {
    /// Φ^-1 b where its denominator is not 0 at this t, made positive there.
    pub(super) fn solution_at(&self, t: &Rational, bounds: &Bounds) -> Result<Option<Fractions<Polynomial>>, Reason> {
        self.oriented_at(&self.x, t, bounds)
    }

    /// Φ^-1 1 likewise, where it is ≥ 0.
    pub(super) fn ones_at(&self, t: &Rational, bounds: &Bounds) -> Result<Option<Fractions<Polynomial>>, Reason> {
        let Some(z) = self.oriented_at(self.ones.as_ref().unwrap_or(&self.x), t, bounds)? else { return Ok(None) };
        for p in &z.numerators {
            if p.sign_at(t, bounds)? == Sign::Minus {
                return Ok(None);
            }
        }
        Ok(Some(z))
    }

    fn oriented_at(
        &self,
        x: &Fractions<Polynomial>,
        t: &Rational,
        bounds: &Bounds,
    ) -> Result<Option<Fractions<Polynomial>>, Reason> {
        Ok(match x.denominator.sign_at(t, bounds)? {
            Sign::NoSign => None,
            sign => Some(self.spread(&oriented(x, sign))),
        })
    }

    /// Φ^-1 b and Φ^-1 1 as y and v, where both are ≥ 0 at this t.
    fn both_nonnegative(&self, t: &Rational, bounds: &Bounds) -> Result<Option<Covering>, Reason> {
        let sign = |p: &Polynomial| p.sign_at(t, bounds).map_err(Reason::from);
        let mut found = Vec::new();
        for x in [&self.x, self.ones.as_ref().unwrap_or(&self.x)] {
            let d = sign(&x.denominator)?;
            for p in &x.numerators {
                let s = sign(p)?;
                if d == Sign::NoSign || s != Sign::NoSign && s != d {
                    return Ok(None);
                }
            }
            found.push(self.spread(&oriented(x, d)).for_witness());
        }
        let (Some(v), Some(y)) = (found.pop(), found.pop()) else { return Ok(None) };
        Ok(Some(Covering::Of { y, v }))
    }
}
