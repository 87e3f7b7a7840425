//! `optimal` with `delta` by functions of t: the entries that are not 0 and the sets of outputs that bind are those of
//! the linear program at a rational close to t, and what they determine is solved for again at t.
//!
//! With α = p/q the entries y_iw of the basis have Σ_w y_iw = 1 and Σ_{w ∈ S} (p·y_iw − q·y_hw) = p·δ for each set that
//! binds, and the prices λ_i and κ_S have λ_i + Σ_S κ_S·(p or −q) = c_w(i) for each of these entries: a square matrix
//! and its transpose. Whether all signs are the same at t, the verifier says.

use super::near::{self, common, over_one, values};
use super::remainder;
use super::search::{EFFORT, poly};
use crate::decide::candidate::Candidate;
use crate::decide::case::{Case, Reason};
use crate::exact::{self, ForWitness};
use crate::graph::Lists;
use crate::linear::{Functions, Poly, Vector, solve_polynomials};
use crate::program::delta::{Best, Cut, Program, best};
use dp_kernel::{Dual, Multipliers};
use dp_verify::alpha::{Bounds, Field, Obstacle, Point, Polynomial, Polynomials as _, Quotient};
use dp_verify::number::{Fractions, Rational};
use dp_verify::witness::Mechanism;
use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational as Exact;
use std::collections::BTreeMap;

/// The most entries of the basis.
const MOST: usize = 128;

/// The bound and a mechanism that reaches it, for gains c_w(i), a row for each guess: at that point or on that part, by
/// t, a rational close by.
pub(super) fn candidate(
    case: &Case,
    field: &Field,
    delta: &Rational,
    (point, t): (&Point, &Rational),
    gains: &[Fractions],
    bounds: &Bounds,
) -> Result<Option<Candidate>, Reason> {
    let alpha = near::alpha(field, t, bounds)?;
    if alpha <= Exact::ZERO || alpha > Exact::ONE {
        return Ok(None);
    }
    let Lists { neighbours, .. } = Lists::of(case.graph());
    let close = gains.iter().map(|row| Ok(Vector::from_rationals(&values(row, t, bounds)?)));
    let close = close.collect::<Result<Vec<_>, Obstacle>>()?;
    let program = Program { neighbours: &neighbours, alpha, delta: exact::rational(delta), gains: &close };
    let Some(best) = best(&program).filter(|best| best.entries.len() <= MOST) else { return Ok(None) };
    let point = if field.is_symbolic() { &field.point } else { point };
    let at = At { field, delta, t, point, bounds };
    Ok(at.solved(&best, gains)?)
}

/// Where a basis is solved.
struct At<'a> {
    field: &'a Field,
    delta: &'a Rational,
    t: &'a Rational,
    point: &'a Point,
    bounds: &'a Bounds<'a>,
}

impl At<'_> {
    /// `None` where the system is too large, or no square one.
    fn solved(&self, best: &Best, gains: &[Fractions]) -> Result<Option<Candidate>, Obstacle> {
        let (n, alpha) = (best.rows.len(), near::base(self.field)?);
        let (p, q) = (poly(&alpha.numerator), poly(&alpha.denominator));
        let matrix = matrix(n, best, [&p, &q]);
        // δ = d/e: the unknowns are e·y.
        let [d, e] = [self.delta.numer(), self.delta.denom()].map(exact::integer);
        let times = |p: &Poly, c: &Integer| p.iter().map(|x| x * c).collect::<Poly>();
        let right = (0..n).map(|_| vec![e.clone()]).chain(best.cuts.iter().map(|_| times(&p, &d))).collect();
        let denominators: Vec<&Polynomial> = gains.iter().map(|row| &row.denominator).collect();
        let (over, factors) = common(&denominators, self.t, self.bounds)?;
        let gain = |(i, w): &(usize, usize)| Ok(poly(&gains[*w].numerators[*i].times(&factors[*w], self.bounds)?));
        let of_gains = best.entries.iter().map(gain).collect::<Result<Vec<_>, Obstacle>>()?;
        let transposed =
            (0..matrix.len()).map(|j| matrix.iter().map(|row| row[j].clone()).collect()).collect::<Vec<_>>();
        let [Some(y), Some(prices)] = [(&matrix, right), (&transposed, of_gains)]
            .map(|(matrix, right)| solve_polynomials(matrix, &[right], EFFORT).ok().and_then(|mut all| all.pop()))
        else {
            return Ok(None);
        };
        let better = Some(Mechanism::Rows(self.rows(best, &y, (n, gains.len()), &e)?));
        let (lambda, kappa) = prices.numerators.split_at(n);
        let denominator = polynomial(&prices.denominator).times(&over, self.bounds)?;
        let vector = |numerators: Vec<Polynomial>| self.vector(numerators, &denominator);
        let lambda = vector(lambda.iter().map(polynomial).collect())?;
        let mut multipliers = Vec::with_capacity(gains.len());
        for w in 0..gains.len() {
            let mut all: BTreeMap<[usize; 2], Polynomial> = BTreeMap::new();
            for (Cut { arc: (i, h), outputs }, kappa) in best.cuts.iter().zip(kappa) {
                if outputs.contains(&w) {
                    let mu = polynomial(kappa).times(&alpha.denominator, self.bounds)?;
                    let sum = all.entry([*i, *h]).or_insert(Polynomial::ZERO);
                    *sum = &*sum + &mu;
                }
            }
            let (edges, mu) = all.into_iter().filter(|(_, mu)| !mu.is_zero()).unzip();
            multipliers.push(Multipliers { edges, mu: vector(mu)? });
        }
        Ok(Some(Candidate { dual: Dual::Multipliers { lambda, multipliers }, better }))
    }

    fn rows(
        &self,
        best: &Best,
        y: &Functions,
        (n, guesses): (usize, usize),
        e: &Integer,
    ) -> Result<Vec<dp_kernel::Vector>, Obstacle> {
        let mut rows = vec![vec![Polynomial::ZERO; guesses]; n];
        for ((i, w), x) in best.entries.iter().zip(&y.numerators) {
            rows[*i][*w] = polynomial(x);
        }
        let e = Polynomial::from(exact::bigint(e));
        let denominator = polynomial(&y.denominator).times(&e, self.bounds)?;
        rows.into_iter().map(|row| self.vector(row, &denominator)).collect()
    }

    /// Over a denominator that is positive at t.
    fn vector(&self, numerators: Vec<Polynomial>, denominator: &Polynomial) -> Result<dp_kernel::Vector, Obstacle> {
        let all: Vec<Quotient> =
            numerators.into_iter().map(|numerator| Quotient { numerator, denominator: denominator.clone() }).collect();
        Ok(remainder::low(over_one(&all, self.t, self.bounds)?, self.point).for_witness())
    }
}

/// The row sums, and the sets of outputs that bind, of the entries of the basis.
fn matrix(n: usize, best: &Best, [p, q]: [&Poly; 2]) -> Vec<Vec<Poly>> {
    let sum =
        |node: usize| best.entries.iter().map(move |(i, _)| if *i == node { vec![Integer::ONE] } else { Poly::new() });
    let minus: Poly = q.iter().map(|x| -x).collect();
    let cut = |Cut { arc: (i, h), outputs }: &Cut| {
        let entry = |(node, w): &(usize, usize)| match (node, outputs.contains(w)) {
            (node, true) if node == i => p.clone(),
            (node, true) if node == h => minus.clone(),
            _ => Poly::new(),
        };
        best.entries.iter().map(entry).collect()
    };
    (0..n).map(|i| sum(i).collect()).chain(best.cuts.iter().map(cut)).collect()
}

fn polynomial(p: &Poly) -> Polynomial {
    Polynomial::polynomial(p.iter().map(exact::bigint).collect())
}
