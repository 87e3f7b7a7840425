//! Optima of the linear program as functions of t: the optimal basis at a rational t close by, solved again at t.
//!
//! A basis is as many columns as there are nodes, rays c_i = α^p_i of guesses w. Where α = t^k or a rational, the
//! prices with λ·c = c_w·c for all of them, and the weights y with Σ y c = 1, are rational functions of t; so are the
//! flows that show λ − c_w to be ≥ 0 on the cone of a guess (see [`crate::program::mechanism`]). Which arcs carry what
//! is settled at the rational t; whether all signs are the same at t, the verifier says.

use super::near::{Near, common_within, over_one, trials, value, values};
use super::power::{Alpha, Power, powers};
use super::remainder;
use super::search::poly;
use crate::decide::candidate::{self, Candidate};
use crate::decide::case::{Case, Reason};
use crate::effort::Counted;
use crate::exact::{self, ForWitness};
use crate::graph::Lists;
use crate::linear::{Poly, Vector};
use crate::program::mechanism::{Basis, Effort, Places, Program, bases, before, carried};
use dp_kernel::{Dual, Multipliers};
use dp_verify::alpha::{Bounds, Field, Obstacle, Point, Polynomial, Polynomials as _, Quotient, Quotients as _};
use dp_verify::model::Prior;
use dp_verify::number::{BigInt, Fractions, Rational};
use dp_verify::witness::Mechanism;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational as Exact;

/// The most nodes.
pub(super) const MOST_NODES: usize = 16;

/// The most guesses, or tuples of guesses.
pub(super) const MOST_GUESSES: usize = 256;

/// The most binary places of multipliers that have room at a rational α.
const MOST_PLACES: u64 = 1 << 12;

/// Prices of so many words are long: those of guesses with room have short multipliers then.
const LONG: u64 = 256;

/// The exchanges that may be made at a rational t.
const EXCHANGES: Effort = Effort { guided: 100_000, exact: 2_000 };

/// The bound and a mechanism that reaches it, for gains c_w(i), a row for each guess: at that point or on that part, by
/// t, a rational close by.
pub(super) fn candidate(
    case: &Case,
    field: &Field,
    (here, t): (&Point, &Rational),
    gains: &[Fractions],
    bounds: &Bounds,
) -> Result<Option<Candidate>, Reason> {
    let forest = crate::graph::is_forest(case.graph());
    let wanted = match here {
        // The bound of a forest has no multipliers.
        _ if forest => None,
        Point::Interval(_) => Some(Places::Exact),
        Point::Rational(_) => Some(Places::UpTo(MOST_PLACES)),
        _ => Some(Places::UpTo(t.denom().bits() / 2)),
    };
    let Some(whole) = solve(case, field, (wanted, t), gains, bounds)? else { return Ok(None) };
    let point = if field.is_symbolic() { &field.point } else { &case.point(field) };
    whole.candidate(t, point, bounds, forest).map(Some).map_err(Reason::from)
}

/// The rows of a mechanism that reaches this much at t, if no private one has more there; on the part that t is of
/// perhaps.
pub(super) fn reaching(
    case: &Case,
    field: &Field,
    t: &Rational,
    (gains, worth): (&[Fractions], &Exact),
    bounds: &Bounds,
) -> Result<Option<Mechanism>, Reason> {
    let Some(whole) = solve(case, field, (None, t), gains, bounds)? else { return Ok(None) };
    let mut total = Exact::ZERO;
    for price in &whole.lambda {
        total += value(&price.numerator, t, bounds)? / value(&price.denominator, t, bounds)?;
    }
    Ok(if total == *worth { Some(whole.mechanism(t, &field.point, bounds)?) } else { None })
}

/// The optimum near that t; `None` where α is neither a power of t nor rational, or the program is too large.
fn solve(
    case: &Case,
    field: &Field,
    (wanted, t): (Option<Places>, &Rational),
    gains: &[Fractions],
    bounds: &Bounds,
) -> Result<Option<Whole>, Reason> {
    let n = case.nodes();
    let Some(alpha) = Alpha::of(field) else { return Ok(None) };
    if n > MOST_NODES || gains.len() > MOST_GUESSES {
        return Ok(None);
    }
    let Lists { neighbours, lengths } = Lists::of(case.graph());
    let (neighbours, lengths) = (&neighbours[..], &lengths[..]);
    let program = |t: &Rational| {
        let near = gains.iter().map(|row| Ok(Vector::from_rationals(&values(row, t, bounds)?)));
        let near = near.collect::<Result<_, Obstacle>>()?;
        Ok::<_, Obstacle>(Program { neighbours, lengths, alpha: alpha.at(t), gains: near })
    };
    // Close to 1 the same basis is optimal as further from it as a rule.
    let further = if alpha.is_power() { before(&exact::rational(t)) } else { Vec::new() };
    let before = further.iter().map_while(|t| program(&exact::fraction(t)).ok()).collect::<Vec<_>>();
    let Ok(bases) = bases(&program(t)?, &before, EXCHANGES, wanted) else { return Ok(None) };
    let modulo = match (&case.point(field), &alpha) {
        (Point::Algebraic(x), Alpha::Power(_)) if !field.is_symbolic() => Some(x.polynomial().degree()),
        _ => None,
    };
    let at = At { neighbours, lengths, alpha, t, gains, modulo, bounds };
    let mut whole = Whole::new(n, gains.len());
    for basis in &bases {
        match at.add(basis, &mut whole) {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(why) => return Err(why.into()),
        }
    }
    Ok(Some(whole))
}

/// The rows of a mechanism that is optimal at a t close by, as functions of t; whether it is optimal at t is for the
/// caller to see.
pub(in crate::decide) fn rows(case: &Case, field: &Field, prior: &Prior) -> Option<Vec<Vec<Quotient>>> {
    let steps = Counted::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let t = trials(&field.point, &bounds).ok()?.into_iter().next()?;
    let gains = gains(case, prior, &bounds).ok()??;
    let rows = solve(case, field, (None, &t), &gains, &bounds).ok()??.rows;
    let lowest = |row: Vec<Quotient>| row.into_iter().map(|x| x.reduced(&bounds)).collect::<Result<_, _>>().ok();
    rows.into_iter().map(lowest).collect()
}

/// c_w(i) = π_i·g(w, i), a row for each guess.
pub(super) fn gains(case: &Case, prior: &Prior, bounds: &Bounds) -> Result<Option<Vec<Fractions>>, Obstacle> {
    let (gain, graph) = (&case.mechanism.gain, case.graph());
    candidate::gains(graph, gain, &prior.weights, |gain, w| gain.row(w, graph), *bounds)
}

/// The same at a rational t.
pub(super) fn gains_at(case: &Case, prior: &Prior, t: &Rational, bounds: &Bounds) -> Result<Vec<Vector>, Reason> {
    let gains = gains(case, prior, bounds)?.ok_or_else(|| Reason::new("a gain that does not fit the graph"))?;
    gains.iter().map(|row| Ok(Vector::from_rationals(&values(row, t, bounds)?))).collect()
}

/// A directed edge and its multiplier.
type Multiplier = ((usize, usize), Quotient);

/// Where a basis is solved.
struct At<'a> {
    neighbours: &'a [Vec<usize>],
    lengths: &'a [Vec<u32>],
    alpha: Alpha,
    t: &'a Rational,
    gains: &'a [Fractions],
    /// The degree of an algebraic t whose power is α.
    modulo: Option<usize>,
    bounds: &'a Bounds<'a>,
}

/// λ, the mechanism's rows and the multipliers of each guess.
pub(super) struct Whole {
    lambda: Vec<Quotient>,
    pub(super) rows: Vec<Vec<Quotient>>,
    multipliers: Vec<Vec<Multiplier>>,
}

impl Whole {
    fn new(n: usize, guesses: usize) -> Self {
        let zero = Quotient { numerator: Polynomial::ZERO, denominator: Polynomial::from(BigInt::from(1)) };
        Self {
            lambda: vec![zero.clone(); n],
            rows: vec![vec![zero; guesses]; n],
            multipliers: vec![Vec::new(); guesses],
        }
    }

    fn candidate(&self, t: &Rational, point: &Point, bounds: &Bounds, forest: bool) -> Result<Candidate, Obstacle> {
        let vector = |x: &[Quotient]| Ok::<_, Obstacle>(remainder::low(over_one(x, t, bounds)?, point).for_witness());
        let lambda = vector(&self.lambda)?;
        let of_guess = |arcs: &Vec<Multiplier>| {
            let edges = arcs.iter().map(|&((i, h), _)| [i, h]).collect();
            let mu: Vec<Quotient> = arcs.iter().map(|(_, mu)| mu.clone()).collect();
            Ok(Multipliers { edges, mu: vector(&mu)? })
        };
        let dual = if forest {
            Dual::Forest(lambda)
        } else {
            let multipliers = self.multipliers.iter().map(of_guess).collect::<Result<_, Obstacle>>()?;
            Dual::Multipliers { lambda, multipliers }
        };
        Ok(Candidate { dual, better: Some(self.mechanism(t, point, bounds)?) })
    }

    fn mechanism(&self, t: &Rational, point: &Point, bounds: &Bounds) -> Result<Mechanism, Obstacle> {
        let mut rows = self.rows.iter().map(|x| over_one(x, t, bounds)).collect::<Result<Vec<_>, _>>()?;
        if matches!(point, Point::Interval(_)) {
            share_denominator(&mut rows, t, bounds)?;
        }
        Ok(Mechanism::Rows(rows.into_iter().map(|x| remainder::low(x, point).for_witness()).collect()))
    }
}

impl At<'_> {
    /// Whether a denominator stays as it is, which all entries of a vector have in common: in the end the vector is
    /// taken modulo the polynomial of t, of a far lower degree, where common divisors are no longer seen.
    fn stays(&self, denominator: &Polynomial) -> bool {
        self.modulo.is_some_and(|degree| remainder::is_far_above(denominator.degree(), degree))
    }

    /// In lowest terms, unless its denominator stays.
    fn lowest(&self, x: Quotient) -> Result<Quotient, Obstacle> {
        if self.stays(&x.denominator) { Ok(x) } else { x.reduced(self.bounds) }
    }

    /// Adds one component's part; whether the basis has one at t.
    fn add(&self, basis: &Basis, whole: &mut Whole) -> Result<bool, Obstacle> {
        let Some(lambda) = self.prices(basis)? else { return Ok(false) };
        let Some(weights) = self.weights(basis) else { return Ok(false) };
        for (&i, price) in basis.nodes.iter().zip(&lambda) {
            whole.lambda[i] = price.clone();
        }
        for ((w, potentials), weight) in basis.columns.iter().zip(&weights) {
            for (&i, p) in basis.nodes.iter().zip(powers(potentials)) {
                let entry = Quotient {
                    numerator: weight.numerator.times(&self.alpha.power(p, self.bounds)?, self.bounds)?,
                    ..weight.clone()
                };
                let known = &whole.rows[i][*w];
                let sum = if known.numerator.is_zero() { entry } else { known.plus(&entry, self.bounds)? };
                whole.rows[i][*w] = self.lowest(sum)?;
            }
        }
        let long = lambda.iter().map(words).sum::<u64>() > LONG;
        for (w, (potentials, short)) in basis.least.iter().enumerate() {
            if let Some(short) = short.as_ref().filter(|_| long) {
                let constant = |(arc, mu): &((usize, usize), Exact)| (*arc, Quotient::constant(&exact::fraction(mu)));
                whole.multipliers[w].extend(short.iter().map(constant));
                continue;
            }
            let Some(arcs) = self.flow(basis, &lambda, w, potentials)? else { return Ok(false) };
            whole.multipliers[w].extend(arcs);
        }
        Ok(true)
    }

    /// λ with λ·c = c_w·c for each column.
    fn prices(&self, basis: &Basis) -> Result<Option<Vec<Quotient>>, Obstacle> {
        // Each column's gain, over a denominator of its own guess: so that all right-hand sides are polynomials, over
        // the product of those that differ.
        let mut different: Vec<&Polynomial> = Vec::new();
        for (w, _) in &basis.columns {
            if !different.contains(&&self.gains[*w].denominator) {
                different.push(&self.gains[*w].denominator);
            }
        }
        let product = |without: Option<&Polynomial>| -> Result<Polynomial, Obstacle> {
            let mut product = Polynomial::from(BigInt::from(1));
            for d in different.iter().filter(|d| Some(**d) != without) {
                product = product.times(d, self.bounds)?;
            }
            Ok(product)
        };
        let (mut matrix, mut right): (Vec<Vec<Power>>, Vec<Poly>) = (Vec::new(), Vec::new());
        for (w, potentials) in &basis.columns {
            let gains = &self.gains[*w];
            let mut sum = Polynomial::ZERO;
            for (&i, p) in basis.nodes.iter().zip(powers(potentials)) {
                sum = &sum + &gains.numerators[i].times(&self.alpha.power(p, self.bounds)?, self.bounds)?;
            }
            right.push(poly(&sum.times(&product(Some(&gains.denominator))?, self.bounds)?));
            matrix.push(powers(potentials).collect());
        }
        let Some(solved) = self.alpha.solve(&matrix, &right, self.bounds) else { return Ok(None) };
        let denominator = solved.denominator.times(&product(None)?, self.bounds)?;
        let price = |x: Polynomial| self.lowest(Quotient { numerator: x, denominator: denominator.clone() });
        solved.numerators.into_iter().map(price).collect::<Result<_, _>>().map(Some)
    }

    /// y with Σ y c = 1.
    fn weights(&self, basis: &Basis) -> Option<Vec<Quotient>> {
        let columns: Vec<Vec<Power>> =
            basis.columns.iter().map(|(_, potentials)| powers(potentials).collect()).collect();
        let row = |i: usize| columns.iter().map(|column| column[i]).collect();
        let matrix: Vec<Vec<Power>> = (0..basis.nodes.len()).map(row).collect();
        let ones: Vec<Poly> = vec![vec![1.into()]; basis.nodes.len()];
        let solved = self.alpha.solve(&matrix, &ones, self.bounds)?;
        let weight = |x| Quotient { numerator: x, denominator: solved.denominator.clone() };
        Some(solved.numerators.iter().cloned().map(weight).collect())
    }

    /// The multipliers of guess w: flows of (λ_i − c_w(i))·α^p_i, less all that is left at the first node, over
    /// α^p at the arc's head.
    fn flow(
        &self,
        basis: &Basis,
        lambda: &[Quotient],
        w: usize,
        potentials: &[u32],
    ) -> Result<Option<Vec<Multiplier>>, Obstacle> {
        let gains = &self.gains[w];
        let surplus = |(&i, price): (&usize, &Quotient)| {
            let gain = Quotient { numerator: -&gains.numerators[i], denominator: gains.denominator.clone() };
            price.plus(&gain, self.bounds)
        };
        let surplus = basis.nodes.iter().zip(lambda).map(surplus).collect::<Result<Vec<_>, _>>()?;
        let over = over_one(&surplus, self.t, self.bounds)?;
        let mut demand = Vec::with_capacity(over.numerators.len());
        let mut left = Polynomial::ZERO;
        for (x, p) in over.numerators.iter().zip(powers(potentials)) {
            let here = x.times(&self.alpha.power(p, self.bounds)?, self.bounds)?;
            left = &left + &here;
            demand.push(here);
        }
        demand[0] = &demand[0] - &left;
        let near = |polynomial| Near::new(polynomial, self.t, self.bounds);
        let demand = demand.into_iter().map(near).collect::<Result<Vec<_>, _>>()?;
        let lists = (self.neighbours, self.lengths);
        let Some(arcs) = carried(lists, &basis.nodes, potentials, demand) else { return Ok(None) };
        let powers: Vec<Power> = powers(potentials).collect();
        let head = |h: usize| basis.nodes.iter().position(|&i| i == h).map_or(Power::ONE, |k| powers[k]);
        // Over one denominator, if it stays.
        let most = potentials.iter().copied().max().filter(|_| self.stays(&over.denominator));
        let multiplier = |((i, h), y): ((usize, usize), Near)| {
            let head = head(h);
            let (scale, power) = match most {
                Some(most) => (Power { p: most - head.p, ..head }, Power { p: most, ..head }),
                None => (Power::ONE, head),
            };
            let numerator = y.polynomial.times(&self.alpha.power(scale, self.bounds)?, self.bounds)?;
            let denominator = over.denominator.times(&self.alpha.power(power, self.bounds)?, self.bounds)?;
            Ok(((i, h), self.lowest(Quotient { numerator, denominator })?))
        };
        arcs.into_iter().map(multiplier).collect::<Result<Vec<_>, Obstacle>>().map(Some)
    }
}

/// Brings rows over one denominator, where that has no more degrees than a product of two of theirs: entries of two
/// rows are compared by their numerators then, in place of products across.
fn share_denominator(rows: &mut [Fractions], t: &Rational, bounds: &Bounds) -> Result<(), Obstacle> {
    let denominators: Vec<&Polynomial> = rows.iter().map(|row| &row.denominator).collect();
    let highest = denominators.iter().map(|d| d.degree()).max().unwrap_or(0);
    let Some((one, factors)) = common_within(&denominators, 2 * highest, t, bounds)? else { return Ok(()) };
    for (row, factor) in rows.iter_mut().zip(factors) {
        for x in &mut row.numerators {
            *x = x.times(&factor, bounds)?;
        }
        row.denominator = one.clone();
    }
    Ok(())
}

/// The words of a function's coefficients.
fn words(x: &Quotient) -> u64 {
    let of = |p: &Polynomial| (p.coefficients().len() as u64).saturating_mul(p.bits() / 64 + 1);
    of(&x.numerator) + of(&x.denominator)
}
