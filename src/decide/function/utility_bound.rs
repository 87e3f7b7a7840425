//! `utility-bound` by functions of t: the least Σy with y ≥ 0, yΦ ≥ π, and its dual v, at a basis that a rational close
//! by proposes.

use super::near::{self, trials, values};
use super::parts;
use super::proposed::{Proposed, Tried};
use super::sample::samples;
use super::search::{EFFORT, Entry, Search, functions, oriented, out_of_reach, poly};
use super::{beside, program};
use crate::decide::attempt::{Attempt, serves};
use crate::decide::candidate::{self, Candidate};
use crate::decide::case::{Case, Reason, similarity};
use crate::effort::{Counted, spend, steps};
use crate::exact::{self, ForWitness};
use crate::linear::{Poly, Vector, independent_columns, solve_function};
use crate::program::covering;
use crate::statement::Decided;
use dp_kernel::Verdict;
use dp_verify::alpha::{Bounds, Field, Point, Polynomial, Polynomials as _};
use dp_verify::model::Claim;
use dp_verify::number::{Fractions, Rational, sign_at};
use dp_verify::witness::{Best, Covering, Given};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational as Exact;
use std::cmp::Ordering;

/// How many rationals of an interval are tried.
const SAMPLES: usize = 3;

/// `utility-bound` and `leakage-bound`.
pub(in crate::decide) fn decide(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    if case.alpha().is_ok() {
        return parts::decide_proposed(case, claim, field, &|point| {
            with_optimum(case, claim, field, point, (beside::covering(case, claim, field)?, None))
        });
    }
    let prior = case.prior(claim)?.weights.clone();
    let search = Search::new(case, field, &prior)?.ok_or_else(out_of_reach)?;
    parts::decide_proposed(case, claim, field, &|point| {
        let (bound, tried) = bound(case, claim, field, &search, point)?;
        with_optimum(case, claim, field, point, (bound, Some(tried)))
    })
}

fn stated(bound: Covering, optimum: Option<Best>) -> Decided {
    Decided::of_functions(Verdict::Holds, Given::Covering { bound, optimum, solution: None })
}

/// The bound with the optimum of the binary gain beside it, where the file expects something of that and it is within
/// reach.
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
    let gains = candidate::all_binary(&case.prior(claim)?.weights);
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
    let first: Vec<usize> = search.partition.cells().iter().filter_map(|cell| cell.first().copied()).collect();
    let (y, v) = (&found.y, &found.v);
    // Φ on the cells at this t = a/b, times b^m with m its highest exponent, and where yΦ = π and Φv = 1.
    let (matrix, scale) = times_power(&search.matrix, &exact::rational(t));
    let times = |x: &Vector| -> Vec<Exact> {
        let (denominator, x) = (x.denominator() * &scale, x.numerators());
        let product = |row: &Vec<Integer>| row.iter().zip(&first).map(|(q, &node)| q * &x[node]).sum::<Integer>();
        spend(steps(matrix.len(), matrix.len(), words(denominator.significant_bits())));
        matrix.iter().map(|row| Exact::from_integers(product(row), denominator.clone())).collect()
    };
    let (covered, packed) = (times(y), times(v));
    let is_positive = |x: &Vector, k: &usize| x.numerators()[first[*k]] > 0u32;
    let cells = 0..first.len();
    let mut rows: Vec<usize> = cells.clone().filter(|k| is_positive(y, k)).collect();
    let mut columns: Vec<usize> = cells.clone().filter(|k| is_positive(v, k)).collect();
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
    let place = |x: &Fractions, places: &[usize]| -> Result<Fractions, Reason> {
        let sign = bounds.run(|| sign_at(&x.denominator, t))?;
        let mut numerators = vec![Polynomial::ZERO; first.len()];
        for (p, &k) in x.numerators.iter().zip(places) {
            numerators[k] = if sign == Ordering::Less { -p } else { p.clone() };
        }
        let denominator = if sign == Ordering::Less { -&x.denominator } else { x.denominator.clone() };
        Ok(search.spread(&Fractions { denominator, numerators }))
    };
    Ok(Covering::Of { y: place(&of_y, &rows)?.for_witness(), v: place(&of_v, &columns)?.for_witness() })
}

/// The matrix of a similarity's entries at t = a/b as whole numbers, times b^m with m its highest exponent, and that
/// power.
fn times_power(matrix: &[Vec<Entry>], t: &Exact) -> (Vec<Vec<Integer>>, Integer) {
    let (a, b) = (Integer::from(t.numerator_ref()), Integer::from(t.denominator_ref()));
    let highest = matrix.iter().flatten().flatten().map(|&(_, e)| e).max().unwrap_or(0);
    let power = |e: u32| (&a).pow(u64::from(e)) * (&b).pow(u64::from(highest - e));
    let powers: Vec<Integer> = (0..=highest).map(power).collect();
    let entry = |entry: &Entry| entry.iter().map(|&(count, e)| &powers[e as usize] * Integer::from(count)).sum();
    (matrix.iter().map(|row| row.iter().map(entry).collect()).collect(), (&b).pow(u64::from(highest)))
}

/// Makes the block invertible, where y or v has zeros in the basis, by tight rows and columns; whether that can be.
///
/// Ranks are those modulo a prime: where one is lower there, this basis is not found.
fn complete(
    matrix: &[Vec<Integer>],
    rows: &mut Vec<usize>,
    tight_rows: &[usize],
    columns: &mut Vec<usize>,
    tight_columns: &[usize],
) -> bool {
    let rank = |rows: &[usize], columns: &[usize]| {
        let block: Vec<Vec<Integer>> =
            rows.iter().map(|&r| columns.iter().map(|&c| matrix[r][c].clone()).collect()).collect();
        let bits = block.iter().flatten().map(SignificantBits::significant_bits).max().unwrap_or(0);
        spend(steps(rows.len(), columns.len(), rows.len().saturating_add(words(bits))));
        independent_columns(&block, columns.len()).0.len()
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

fn words(bits: u64) -> usize {
    usize::try_from(bits / 64).unwrap_or(usize::MAX).saturating_add(1)
}

impl Search<'_, '_> {
    /// Φ^-1 b where its denominator is not 0 at this t, made positive there.
    pub(super) fn solution_at(&self, t: &Rational, bounds: &Bounds) -> Result<Option<Fractions>, Reason> {
        self.oriented_at(&self.x, t, bounds)
    }

    /// Φ^-1 1 likewise, where it is ≥ 0.
    pub(super) fn ones_at(&self, t: &Rational, bounds: &Bounds) -> Result<Option<Fractions>, Reason> {
        let Some(z) = self.oriented_at(self.ones.as_ref().unwrap_or(&self.x), t, bounds)? else { return Ok(None) };
        for p in &z.numerators {
            if bounds.run(|| sign_at(p, t))? == Ordering::Less {
                return Ok(None);
            }
        }
        Ok(Some(z))
    }

    fn oriented_at(&self, x: &Fractions, t: &Rational, bounds: &Bounds) -> Result<Option<Fractions>, Reason> {
        Ok(match bounds.run(|| sign_at(&x.denominator, t))? {
            Ordering::Equal => None,
            sign => Some(self.spread(&oriented(x, sign))),
        })
    }

    /// Φ^-1 b and Φ^-1 1 as y and v, where both are ≥ 0 at this t.
    fn both_nonnegative(&self, t: &Rational, bounds: &Bounds) -> Result<Option<Covering>, Reason> {
        let sign = |p: &Polynomial| bounds.run(|| sign_at(p, t)).map_err(Reason::from);
        let mut found = Vec::new();
        for x in [&self.x, self.ones.as_ref().unwrap_or(&self.x)] {
            let d = sign(&x.denominator)?;
            for p in &x.numerators {
                let s = sign(p)?;
                if d == Ordering::Equal || s != Ordering::Equal && s != d {
                    return Ok(None);
                }
            }
            found.push(self.spread(&oriented(x, d)).for_witness());
        }
        let (Some(v), Some(y)) = (found.pop(), found.pop()) else { return Ok(None) };
        Ok(Some(Covering::Of { y, v }))
    }
}
