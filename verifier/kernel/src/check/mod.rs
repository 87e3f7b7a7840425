//! The checks: for each claim, what its witness must satisfy and the theorem that makes that sufficient.
//!
//! A check returns a [`Found`] as its last step, after every inequality has been computed from the problem and the witness;
//! everything else is a [`Failure`]. What all checks speak of is imported here, once.

mod adaptive;
mod approximate_dp;
mod capacity;
mod classes;
mod composition;
mod covering;
mod derivable;
mod dp;
mod dp_within_rounding;
mod enclosed;
mod events;
mod expected_error;
mod g_capacity;
mod g_leakage;
mod group_privacy;
mod individual_leakage;
mod invertible;
mod jointly_optimal;
mod keys;
mod leakage;
mod leakage_bound;
mod lengths;
mod oblivious;
mod optimal;
mod optimum;
mod priors;
mod product;
mod ray_bounds;
mod regular;
mod renyi_dp;
mod response;
mod stochastic;
mod stochastic_within_rounding;
mod tight_constraints;
mod tight_constraints_exist;
mod trade_off;
mod types;
mod universally_optimal;
mod uses;
mod utility;
mod utility_bound;

pub(crate) use priors::deciding_priors;
pub use ray_bounds::Rays;

use crate::bracket::Bracket;
use crate::failure::{Failure, Part, Wanted, Why, ensure, refused};
use crate::graph::{Family, Graph, INFINITE, place};
use crate::list::{List, any, first};
use crate::meter::{Limit, charge, count, memory, missing, room, room_beside, steps, total, trial, words};
use crate::number::{Fraction, Number, Vector, common_denominator, shorter, width};
use crate::point::Point;
use crate::powers;
use crate::problem::{Claim, Gain, Name, Problem, Relation, Rows, Verdict};
use crate::proved::{Found, Reason, Theorem, Value};
use crate::similarity::Similarity;
use crate::witness::{Dual, Invertible, Multipliers, Optimum, Unique, Witness};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

/// From this degree on products are compared by enclosures first, of so many places past the coefficients'.
const HIGH: usize = 64;
const PLACES: u64 = 128;

/// To enclose an algebraic t is little work beside that if its polynomial has no more coefficients.
const FEW: usize = 16;

/// One statement under check, at one t or on an interval on which every sign that is asked for is constant.
#[derive(Clone, Copy)]
pub(crate) struct Case<'a> {
    pub(crate) problem: &'a Problem,
    /// What is said; `None` where a verdict that takes no witness is asked for.
    pub(crate) said: Option<Verdict>,
    /// t.
    pub(crate) point: Option<&'a Point>,
    /// α, as a function of t.
    pub(crate) alpha: &'a Fraction,
    /// The graph that the claim is judged on: the problem's, or that of one individual.
    graph: &'a Graph,
    /// The table that it is judged by: the problem's, or the parent of a product; none of a claim that speaks of none.
    rows: &'a [Vector],
}

impl<'a> Case<'a> {
    /// At the problem's own t and α, unless there are others.
    pub(crate) fn new(
        problem: &'a Problem,
        said: Option<Verdict>,
        (point, alpha): (Option<&'a Point>, Option<&'a Fraction>),
    ) -> Self {
        let (point, alpha) = (point.or(problem.point.as_ref()), alpha.unwrap_or(&problem.alpha));
        Self { problem, said, point, alpha, graph: &problem.graph, rows: problem.table.as_deref().unwrap_or(&[]) }
    }

    fn nodes(&self) -> usize {
        self.graph.nodes()
    }

    /// The number of outputs of X.
    fn outputs(&self) -> usize {
        width(self.rows)
    }

    /// Row i of the table.
    fn row(&self, i: usize) -> Result<&'a Vector, Failure> {
        Ok(self.rows.at(i)?)
    }

    /// Two of its rows.
    fn pair(&self, [i, h]: [usize; 2]) -> Result<[&'a Vector; 2], Failure> {
        Ok([self.row(i)?, self.row(h)?])
    }

    /// π.
    fn prior(&self, place: usize) -> Result<&'a Vector, Failure> {
        self.problem.priors.get(place).map_or_else(|| refused(Why::DoesNotFit), |prior| Ok(&prior.weights))
    }

    /// Φ.
    fn similarity(&self) -> Result<Similarity<'a>, Failure> {
        Similarity::new(self.graph, self.alpha)
    }

    /// Φv.
    fn phi(&self, v: &Vector) -> Result<Vector, Failure> {
        self.similarity()?.times(v)
    }

    /// The sign of x at t.
    pub(crate) fn sign(&self, x: &Number) -> Result<Ordering, Failure> {
        match (x.integer_sign(), self.point) {
            (Some(sign), _) => Ok(charge(2).map(|()| sign)?),
            (None, Some(point)) => point.sign(x),
            (None, None) => refused(Why::DoesNotFit),
        }
    }

    /// x against y at t. Coefficients lie far from each other: they count as more words.
    fn order(&self, x: &Number, y: &Number) -> Result<Ordering, Failure> {
        let each = if x.is_integer() || y.is_integer() { 1 } else { 5 };
        charge(steps(each, x.words().min(y.words()), 1).saturating_add(7))?;
        match x.integer_order(y) {
            Some(order) => Ok(order),
            None if x == y => Ok(Ordering::Equal),
            None => self.sign(&(x - y)),
        }
    }

    /// x·y against z·w at t.
    fn order_products(&self, x: [&Number; 2], z: [&Number; 2]) -> Result<Ordering, Failure> {
        if let Some(order) = Number::compare_words(x, z) {
            return Ok(charge(0).map(|()| order)?);
        }
        self.seen_apart([x, z])?.map_or_else(|| self.order(&(x[0] * x[1]), &(z[0] * z[1])), Ok)
    }

    /// The same by enclosures of the four, where their degrees make the products far more work; `None` where these overlap, as all
    /// ties do.
    fn seen_apart(&self, products: [[&Number; 2]; 2]) -> Result<Option<Ordering>, Failure> {
        if products.iter().all(|[x, y]| x.degree().min(y.degree()) < HIGH) {
            return Ok(None);
        }
        let Some(all) = self.enclosed(products.as_flattened().iter().copied(), PLACES)? else { return Ok(None) };
        let [x, y, z, w] = &all[..] else { return Ok(None) };
        let mut apart = x.times(y);
        apart.add(&z.times(w).scaled(&(-1).into()));
        Ok(apart.sign())
    }

    /// Encloses polynomials with all their coefficients at one irrational t, to some places past the longest of these; `None` of
    /// sparse ones, and at other t.
    pub(crate) fn enclosed<'n>(
        &self,
        all: impl Iterator<Item = &'n Number> + Clone,
        places: u64,
    ) -> Result<Option<Vec<Bracket>>, Failure> {
        let point = match self.point {
            Some(t @ Point::Exponential(_)) => t,
            Some(t @ Point::Algebraic(x)) if x.polynomial().len() <= FEW => t,
            _ => return Ok(None),
        };
        if all.clone().any(|x| x.terms().is_some()) {
            return Ok(None);
        }
        let t = point.bracket(places.saturating_add(all.clone().map(Number::bits).max().unwrap_or(0)))?;
        Ok(Some(all.map(|x| t.evaluate(&x.coefficients())).collect::<Result<_, _>>()?))
    }

    /// n/d against m/e at t, for positive denominators.
    fn order_fractions(&self, [n, d]: [&Number; 2], [m, e]: [&Number; 2]) -> Result<Ordering, Failure> {
        charge(steps(8, d.length().min(e.length()).saturating_sub(1), 1))?;
        if d == e { self.order(n, m) } else { self.order_products([n, e], [m, d]) }
    }

    /// x against y at t.
    pub(crate) fn compare(&self, x: &Fraction, y: &Fraction) -> Result<Ordering, Failure> {
        self.order_fractions([&x.numerator, &x.denominator], [&y.numerator, &y.denominator])
    }

    /// x_i against y_i at t.
    fn compare_entries(&self, x: &Vector, y: &Vector, i: usize) -> Result<Ordering, Failure> {
        self.order_fractions([&x[i], &x.denominator], [&y[i], &y.denominator])
    }

    /// The first entry of x that none is less, or none is greater than; of at least one.
    fn extreme(&self, x: &Vector, order: Ordering) -> Result<usize, Failure> {
        Ok(first((0..x.len()).map(Ok), |i, known| Ok(self.order(&x[*i], &x[*known])? == order))?.ok_or_else(missing)?)
    }

    /// Where x > 0.
    fn support(&self, x: &Vector) -> Result<Vec<usize>, Failure> {
        let signs = x.numerators.iter().map(|x| self.sign(x)).collect::<Result<Vec<_>, _>>()?;
        Ok(signs.into_iter().enumerate().filter_map(|(i, sign)| sign.is_gt().then_some(i)).collect())
    }

    /// A vector of a witness, which must have n entries and a positive denominator.
    pub(crate) fn fits(&self, part: Part, x: &Vector, n: usize) -> Result<(), Failure> {
        length(part, x.len(), n)?;
        ensure(self.sign(&x.denominator)?.is_gt(), || Why::Denominator(part))
    }

    /// The first entry that is negative at t. An entry that is written like the one before has its sign.
    fn negative(&self, x: &Vector) -> Result<Option<usize>, Failure> {
        let mut last: Option<&Number> = None;
        for (i, x) in x.numerators.iter().enumerate() {
            if last != Some(x) && self.sign(x)?.is_lt() {
                return Ok(Some(i));
            }
            last = Some(x);
        }
        Ok(None)
    }

    /// That x has n entries, none of them negative.
    fn nonnegative(&self, part: Part, x: &Vector, n: usize) -> Result<(), Failure> {
        self.fits(part, x, n)?;
        self.negative(x)?.map_or(Ok(()), |i| Err(wrong(part, Some(i), x.entry(i), Wanted::Nonnegative)))
    }

    /// That each entry of x stands to that of y as it should, or what was wanted of the first that does not.
    fn each(
        &self,
        (part, x): (Part, &Vector),
        relation: Relation,
        (y, wanted): (&Vector, &dyn Fn(Fraction) -> Wanted),
    ) -> Result<(), Failure> {
        length(part, x.len(), y.len())?;
        for i in 0..x.len() {
            if !relation.accepts(self.compare_entries(x, y, i)?) {
                return Err(wrong(part, Some(i), x.entry(i), wanted(y.entry(i))));
            }
        }
        Ok(())
    }

    /// That each entry of x is 1.
    fn ones(&self, part: Part, x: &Vector) -> Result<(), Failure> {
        self.each((part, x), Relation::Equals, (&Vector::ones(x.len()), &|_| Wanted::One))
    }

    /// The length of the edge between two nodes, which must be there and adjacent.
    fn length(&self, part: Part, pair: [usize; 2]) -> Result<usize, Failure> {
        pair.iter().try_for_each(|i| index(part, *i, self.nodes()))?;
        let length = self.graph.length(pair[0], pair[1]);
        length.map_or_else(|| refused(Why::NotAdjacent(pair)), |length| Ok(place(length)))
    }
}

/// All pairs of neighbours, in both orders.
fn neighbours(graph: &Graph) -> Result<Vec<[usize; 2]>, Failure> {
    pairs_of(graph, |i| graph.neighbours(i))
}

/// All pairs of a node i and one of those that are named for it.
fn pairs_of(graph: &Graph, of: impl Fn(usize) -> Vec<usize>) -> Result<Vec<[usize; 2]>, Failure> {
    let mut pairs = Vec::new();
    for i in 0..graph.nodes() {
        charge(0)?;
        pairs.extend(of(i).into_iter().map(|h| [i, h]));
        // A pair takes half of what is counted for a number.
        room(pairs.len() as u64 / 2, 0)?;
    }
    Ok(pairs)
}

/// A number that is not as it should be.
fn wrong(part: Part, node: Option<usize>, found: Fraction, wanted: Wanted) -> Failure {
    Why::Number { part, node, found, wanted }.into()
}

/// That an index is below a count.
fn index(part: Part, found: usize, count: usize) -> Result<(), Failure> {
    ensure(found < count, || Why::Index { part, found, count })
}

/// The outputs of another table, of which there are some: all rows have as many entries.
fn outputs_of(rows: &[Vector]) -> Result<usize, Failure> {
    let outputs = width(rows);
    ensure(outputs > 0 && rows.iter().all(|row| row.len() == outputs), || Why::OtherShape).map(|()| outputs)
}

/// That a part has the length that it should have.
pub(crate) fn length(part: Part, found: usize, expected: usize) -> Result<(), Failure> {
    ensure(found == expected, || Why::Length { part, found, expected })
}

/// Checks a statement at one t, or on an interval on which every sign that is asked for is constant.
pub(crate) fn at_one(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    ensure(claim.knows_lengths(case.graph), || Why::Lengths)?;
    ensure(!case.graph.is_fine() || claim.knows_fine_lengths(), || Why::FineLengths)?;
    if let Claim::ApproximateDp | Claim::AdaptiveApproximateDp = claim {
        stochastic::printed(case)?;
    }
    let is_adaptive = matches!(claim, Claim::AdaptiveDp | Claim::AdaptiveApproximateDp);
    let found = if is_adaptive || claim.needs_table() && !case.problem.parts.is_empty() {
        ensure(!case.graph.has_lengths(), || Why::Lengths)?;
        composition::check(case, claim, witness)?
    } else {
        of_one_use(case, claim, witness)?
    };
    ensure(case.said.is_none_or(|said| said == found.verdict), || Why::OtherVerdict)?;
    Ok(found)
}

/// Of one table, or of what is said of none.
fn of_one_use(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    let (response, product) = (response::seen(case, claim), product::seen(case, claim));
    let of_parent = product.map(|product| Case { graph: &product.graph, rows: &product.rows, ..*case });
    let of_part = response.map(|response| response::of_pair(case, response)).or(of_parent);
    let part = of_part.as_ref().unwrap_or(case);
    ensure(!claim.needs_table() || !part.rows.is_empty(), || Why::DoesNotFit)?;
    let refuted = refuted(part, claim, witness)?;
    ensure(refuted.is_some() || !claim.is_computed() || *witness == Witness::None, || Why::WrongWitness)?;
    match (refuted, response, product) {
        (Some(refuted), ..) => Ok(refuted),
        (None, Some(response), _) => response::check(case, response, claim, witness),
        (None, None, Some(product)) => product::check(part, product, claim, witness),
        (None, None, None) => of_table(case, claim, witness),
    }
}

/// The refutation of a claim by a row of the table that is not what it asks for.
fn refuted(case: &Case, claim: &Claim, witness: &Witness) -> Result<Option<Found>, Failure> {
    match claim.rows() {
        Rows::Unread | Rows::Any => Ok(None),
        Rows::Nonnegative => dp::refuted(case, witness),
        Rows::Distributions => stochastic::refute(case, witness),
    }
}

/// A statement about the table, whose rows are distributions where the claim speaks of a mechanism.
fn of_table(case: &Case, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    match claim {
        Claim::Stochastic => Ok(Found::new(Verdict::Holds)),
        Claim::StochasticWithinRounding => stochastic_within_rounding::check(case, witness),
        Claim::Dp => dp::check(case, witness),
        Claim::ApproximateDp => approximate_dp::check(case, witness),
        Claim::GroupPrivacy { distance, nearer } => group_privacy::check(case, (*distance, *nearer), witness),
        Claim::RenyiDp { order, bound } => renyi_dp::check(case, *order, bound),
        Claim::TradeOff { from, pair } => trade_off::check(case, *from, *pair),
        Claim::DpWithinRounding => dp_within_rounding::check(case, witness),
        Claim::TightConstraintsExist => tight_constraints_exist::check(case, witness),
        Claim::TightConstraints => tight_constraints::check(case, witness),
        Claim::Regular(prior) => regular::check(case, *prior, witness),
        Claim::Utility(prior) => utility::check(case, *prior),
        Claim::UtilityBound(prior) => utility_bound::check(case, *prior, witness),
        Claim::Optimal { prior, within } => optimal::check(case, *prior, within.as_ref(), witness),
        Claim::UniversallyOptimal => universally_optimal::check(case, witness),
        Claim::JointlyOptimal(priors) => jointly_optimal::check(case, priors, witness),
        Claim::Derivable(other) => derivable::check(case, *other, witness),
        Claim::Leakage(prior) => leakage::check(case, *prior),
        Claim::GLeakage(prior) => g_leakage::check(case, *prior),
        Claim::GCapacity => g_capacity::check(case),
        Claim::Capacity => capacity::check(case),
        Claim::LeakageBound { prior, outputs } => leakage_bound::check(case, *prior, *outputs, witness),
        Claim::IndividualLeakage => individual_leakage::check(case),
        Claim::ExpectedError => expected_error::check(case, 1),
        Claim::Oblivious => oblivious::check(case, witness),
        // Of every α, not at one: see `session`; and of uses, see `composition`.
        Claim::Threshold | Claim::AdaptiveDp | Claim::AdaptiveApproximateDp => refused(Why::WrongWitness),
    }
}
