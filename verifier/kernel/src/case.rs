//! One statement under check, and what all checks ask of it.

use crate::failure::{Counterexample, Failure, Flaw, Part, Wanted, Why, ensure, refused};
use crate::graph::{Graph, place};
use crate::list::first;
use crate::problem::{self, Mechanism, Problem, Relation, Use, Used, Verdict};
use crate::rays::Rays;
use crate::similarity::Similarity;
use dp_number::list::List;
use dp_number::meter::{charge, missing, room};
use dp_number::{At, Fraction, Number, Point, Vector, width};
use std::cmp::Ordering;

/// One statement under check, at one t or on an interval on which every sign that is asked for is constant.
#[derive(Clone, Copy)]
pub(crate) struct Case<'a> {
    pub(crate) problem: &'a Problem,
    /// What is said; `None` where a verdict that takes no witness is asked for.
    pub(crate) said: Option<Verdict>,
    /// t.
    pub(crate) at: At<'a>,
    /// α, as a function of t.
    pub(crate) alpha: &'a Fraction,
    /// The graph that the claim is judged on: the problem's, or that of one individual.
    pub(crate) graph: &'a Graph,
    /// The table that it is judged by: the problem's, or the parent of a product; none of a claim that speaks of none.
    pub(crate) rows: &'a [Vector],
    /// Whether these are two rows that stand for those of any two neighbours: of a promise.
    pub(crate) promised: bool,
    /// What `g-capacity` knows from one part of an interval to the next.
    pub(crate) rays: &'a Rays,
}

impl<'a> Case<'a> {
    /// At the problem's own t and α, unless there are others.
    pub(crate) fn new(
        (problem, rays): (&'a Problem, &'a Rays),
        said: Option<Verdict>,
        (point, alpha): (Option<&'a Point>, Option<&'a Fraction>),
    ) -> Self {
        let (point, alpha) = (point.or(problem.point.as_ref()), alpha.unwrap_or(&problem.alpha));
        Self {
            problem,
            said,
            at: At(point),
            alpha,
            graph: &problem.graph,
            rows: problem.mechanism.table().unwrap_or(&[]),
            promised: false,
            rays,
        }
    }

    /// The parts of X with how often each is used; of a single table, that.
    pub(crate) fn uses(&self) -> Vec<(Self, usize)> {
        let of = |Use { part, times }: &'a Use| {
            (Self { rows: part.rows(), promised: matches!(part, Used::Promise(_)), ..*self }, *times)
        };
        if let Mechanism::Uses(parts) = &self.problem.mechanism {
            parts.iter().map(of).collect()
        } else {
            vec![(*self, 1)]
        }
    }

    /// Whether X is a composition.
    pub(crate) fn is_composed(&self) -> bool {
        matches!(self.problem.mechanism, Mechanism::Uses(_))
    }

    pub(crate) fn nodes(&self) -> usize {
        self.graph.nodes()
    }

    /// The number of outputs of X.
    pub(crate) fn outputs(&self) -> usize {
        width(self.rows)
    }

    /// Row i of the table.
    pub(crate) fn row(&self, i: usize) -> Result<&'a Vector, Failure> {
        Ok(self.rows.at(i)?)
    }

    /// The rows of two nodes; of a promise those of any two neighbours.
    pub(crate) fn pair(&self, pair: [usize; 2]) -> Result<[&'a Vector; 2], Failure> {
        let [i, h] = if self.promised { [0, 1] } else { pair };
        Ok([self.row(i)?, self.row(h)?])
    }

    /// π.
    pub(crate) fn prior(&self, place: usize) -> Result<&'a Vector, Failure> {
        let Some(prior) = self.problem.priors.get(place) else { return refused(Why::DoesNotFit) };
        self.is_distribution(place, &prior.weights).map(|()| &prior.weights)
    }

    /// That weights of a prior are a distribution at this t, where that was left open.
    pub(crate) fn is_distribution(&self, place: usize, weights: &Vector) -> Result<(), Failure> {
        let is_so = !self.problem.is_open() || problem::is_distribution(self.at, weights)?;
        ensure(is_so, || Flaw::Prior(place))
    }

    /// Φ.
    pub(crate) fn similarity(&self) -> Result<Similarity<'a>, Failure> {
        Similarity::new(self.graph, self.alpha)
    }

    /// Φv.
    pub(crate) fn phi(&self, v: &Vector) -> Result<Vector, Failure> {
        self.similarity()?.times(v)
    }

    /// The sign of x at t.
    pub(crate) fn sign(&self, x: &Number) -> Result<Ordering, Failure> {
        Ok(self.at.sign(x)?)
    }

    /// x against y at t.
    pub(crate) fn order(&self, x: &Number, y: &Number) -> Result<Ordering, Failure> {
        Ok(self.at.order(x, y)?)
    }

    /// x against y at t.
    pub(crate) fn compare(&self, x: &Fraction, y: &Fraction) -> Result<Ordering, Failure> {
        Ok(self.at.compare(x, y)?)
    }

    /// x_i against y_i at t.
    pub(crate) fn compare_entries(&self, x: &Vector, y: &Vector, i: usize) -> Result<Ordering, Failure> {
        Ok(self.at.compare_entries(x, y, i)?)
    }

    /// The first entry of x that none is less, or none is greater than; of at least one.
    pub(crate) fn extreme(&self, x: &Vector, order: Ordering) -> Result<usize, Failure> {
        Ok(first((0..x.len()).map(Ok), |i, known| Ok(self.order(&x[*i], &x[*known])? == order))?.ok_or_else(missing)?)
    }

    /// Where x > 0.
    pub(crate) fn support(&self, x: &Vector) -> Result<Vec<usize>, Failure> {
        let signs = x.numerators.iter().map(|x| self.sign(x)).collect::<Result<Vec<_>, _>>()?;
        Ok(signs.into_iter().enumerate().filter_map(|(i, sign)| sign.is_gt().then_some(i)).collect())
    }

    /// A vector of a witness, which must have n entries and a positive denominator.
    pub(crate) fn fits(&self, part: Part, x: &Vector, n: usize) -> Result<(), Failure> {
        length(part, x.len(), n)?;
        ensure(self.sign(&x.denominator)?.is_gt(), || Why::Denominator(part))
    }

    /// The first entry that is negative at t. An entry that is written like the one before has its sign.
    pub(crate) fn negative(&self, x: &Vector) -> Result<Option<usize>, Failure> {
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
    pub(crate) fn nonnegative(&self, part: Part, x: &Vector, n: usize) -> Result<(), Failure> {
        self.fits(part, x, n)?;
        self.negative(x)?.map_or(Ok(()), |i| Err(wrong(part, Some(i), x.entry(i), Wanted::Nonnegative)))
    }

    /// That each entry of x stands to that of y as it should, or what was wanted of the first that does not.
    pub(crate) fn each(
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
    pub(crate) fn ones(&self, part: Part, x: &Vector) -> Result<(), Failure> {
        self.each((part, x), Relation::Equals, (&Vector::ones(x.len()), &|_| Wanted::One))
    }

    /// The length of the edge between two nodes, which must be there and adjacent.
    pub(crate) fn length(&self, part: Part, pair: [usize; 2]) -> Result<usize, Failure> {
        pair.iter().try_for_each(|i| index(part, *i, self.nodes()))?;
        let length = self.graph.length(pair[0], pair[1]);
        length.map_or_else(|| refused(Counterexample::NotAdjacent(pair)), |length| Ok(place(length)))
    }
}

/// All pairs of neighbours, in both orders.
pub(crate) fn neighbours(graph: &Graph) -> Result<Vec<[usize; 2]>, Failure> {
    pairs_of(graph, |i| graph.neighbours(i))
}

/// All pairs of a node i and one of those that are named for it.
pub(crate) fn pairs_of(graph: &Graph, of: impl Fn(usize) -> Vec<usize>) -> Result<Vec<[usize; 2]>, Failure> {
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
pub(crate) fn wrong(part: Part, node: Option<usize>, found: Fraction, wanted: Wanted) -> Failure {
    Why::Number { part, node, found, wanted }.into()
}

/// That an index is below a count.
pub(crate) fn index(part: Part, found: usize, count: usize) -> Result<(), Failure> {
    ensure(found < count, || Why::Index { part, found, count })
}

/// The outputs of another table, of which there are some: all rows have as many entries.
pub(crate) fn outputs_of(rows: &[Vector]) -> Result<usize, Failure> {
    let outputs = width(rows);
    ensure(outputs > 0 && rows.iter().all(|row| row.len() == outputs), || Why::OtherShape).map(|()| outputs)
}

/// That a part has the length that it should have.
pub(crate) fn length(part: Part, found: usize, expected: usize) -> Result<(), Failure> {
    ensure(found == expected, || Why::Length { part, found, expected })
}
