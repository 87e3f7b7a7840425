//! `dp`: X ≥ 0 and α·x_io ≤ x_ho for all i ~ h and all o.
//!
//! Both verdicts are computed. `alpha_max` is the least of x_io/x_ho over all i ~ h and o with
//! x_ho > 0, and 1 where there is none: these are all the upper bounds that the definition puts on α.
//! Pairs of zeros bind nothing, and nodes without a path between them have no edge to bind them.
//! A pair and output that attain it may be named. Where edges have lengths: see `lengths`. Of an arc from i to h alone
//! α·x_io ≤ x_ho, so that the pair of an extreme is (h, i).

use super::lengths::{self, Extreme};
use super::{alpha_max, stochastic};
use crate::case::{Case, index, length, outputs_of};
use crate::failure::{Counterexample, Failure, Why, ensure, refused};
use crate::graph::Family;
use crate::list::any;
use crate::problem::Verdict;
use crate::proved::{Found, Reason};
use crate::witness::Witness;
use dp_number::list::List;
use dp_number::meter::charge;
use dp_number::{Fraction, Number, Vector, width};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

pub(crate) fn check(case: &Case, witness: &Witness) -> Result<Found, Failure> {
    let extremes = extremes(case, case.rows)?;
    let verdict = Verdict::of(are_kept(case, &extremes)?);
    let of_neighbours = |pair: [usize; 2]| {
        let [i, h] = if case.graph.is_directed() { [pair[1], pair[0]] } else { pair };
        case.length("pair", [i, h])?;
        Ok(*case.graph.distances_from(i).at(h)?)
    };
    decided(case, verdict, lengths::least(case, extremes)?, witness, &of_neighbours)
}

/// The verdict with the least ratio; a pair that may be named has it for its length, which `length_of` gives if the
/// claim is about it.
pub(crate) fn decided(
    case: &Case,
    verdict: Verdict,
    least: Option<Extreme>,
    witness: &Witness,
    length_of: &dyn Fn([usize; 2]) -> Result<u64, Failure>,
) -> Result<Found, Failure> {
    let (most, length) = least.as_ref().map_or((Fraction::ONE, case.graph.unit()), |e| (e.ratio.clone(), e.length));
    let most = most.lowest();
    match *witness {
        Witness::None => {}
        Witness::Pair { pair, output } => {
            let own = length_of(pair)?;
            index("output", output, case.outputs())?;
            let [x, y] = case.pair(pair)?.map(|row| row.entry(output));
            let has_ratio = case.sign(&y.numerator)?.is_gt()
                && lengths::order_roots(case, (&(&x / &y), own), (&most, length))?.is_eq();
            ensure(has_ratio, || Counterexample::NotLeastRatio { pair, output, alpha_max: most.clone() })?;
        }
        _ => return refused(Why::WrongWitness),
    }
    let found = alpha_max::of_root(case, Found::new(verdict), most, length)?;
    let of_failure = least.filter(|_| verdict == Verdict::Fails).map(|Extreme { pair, output, ratio, .. }| {
        let entries = case.pair(pair)?.map(|row| row.entry(output));
        Ok::<_, Failure>(Reason::Ratio { pair, output, entries, ratio })
    });
    Ok(found.because(of_failure.transpose()?))
}

/// Two fractions of positive denominators over one.
fn over_one<'n>([[a, d], [b, e]]: [[&'n Number; 2]; 2]) -> [Cow<'n, Number>; 2] {
    if d == e { [a, b].map(Cow::Borrowed) } else { [a * e, b * d].map(Cow::Owned) }
}

/// The least ratio below 1 of the edges of each length, and a place that has it, for a table ≥ 0. Cost: one pass over
/// every edge and output; on a complete graph over every entry, as the least ratio at an output is that of its least
/// and its largest entry.
pub(crate) fn extremes(case: &Case, rows: &[Vector]) -> Result<Vec<Extreme>, Failure> {
    let (graph, outputs) = (case.graph, width(rows));
    let mut of_length: BTreeMap<u64, Option<Extreme>> = BTreeMap::new();
    if let Family::Complete | Family::Hamming { individuals: 1, .. } = graph.family() {
        let known = of_length.entry(1).or_default();
        for o in 0..outputs {
            let [mut low, mut high] = [0, 0];
            for (i, row) in rows.iter().enumerate().skip(1) {
                if case.compare_entries(row, rows.at(low)?, o)?.is_lt() {
                    low = i;
                }
                if case.compare_entries(row, rows.at(high)?, o)?.is_gt() {
                    high = i;
                }
            }
            lower(case, rows, ([low, high], 1), [o], known)?;
        }
    } else {
        for i in 0..rows.len() {
            for (h, length) in graph.arcs(i).into_iter().filter(|&(h, _)| h > i || graph.is_directed()) {
                let known = of_length.entry(length).or_default();
                lower(case, rows, ([i, h], length), 0..outputs, known)?;
            }
        }
    }
    Ok(of_length.into_values().flatten().collect())
}

/// Takes two rows at these outputs where they have a lower ratio than is known, in either order; of an arc in its own.
/// What their denominators have in common cancels.
pub(crate) fn lower(
    case: &Case,
    rows: &[Vector],
    (pair, length): ([usize; 2], u64),
    outputs: impl IntoIterator<Item = usize>,
    known: &mut Option<Extreme>,
) -> Result<(), Failure> {
    let ([i, h], [x, y]) = (pair, [rows.at(pair[0])?, rows.at(pair[1])?]);
    let apart = Fraction::new(x.denominator.clone(), y.denominator.clone());
    let Fraction { numerator: d, denominator: e } =
        if x.denominator == y.denominator { Fraction::ONE } else { apart.lowest() };
    for output in outputs {
        let [x, y] = [[&x[output], &d], [&y[output], &e]];
        let (pair, lower) = match case.at.order_fractions(x, y)? {
            Ordering::Equal => continue,
            Ordering::Less if case.graph.is_directed() => continue,
            Ordering::Less => ([i, h], [x, y]),
            Ordering::Greater => ([h, i], [y, x]),
        };
        // The larger one is positive, as the table is ≥ 0.
        let [a, b] = over_one(lower);
        if let Some(Extreme { ratio, .. }) = known
            && case.at.order_products([&a, &ratio.denominator], [&b, &ratio.numerator])?.is_ge()
        {
            continue;
        }
        let mut ratio = Fraction::new(a.into_owned(), b.into_owned()).lowest();
        // Where it is α, or its power at that edge, as a function of t: others are held against something short then.
        if let (false, Some(alpha)) = (ratio.is_rational(), lengths::power(case, length, &ratio)) {
            let [n, d] = [&ratio.numerator * &alpha.denominator, &ratio.denominator * &alpha.numerator];
            charge(n.words().min(d.words()))?;
            ratio = if n == d { alpha } else { ratio };
        }
        *known = Some(Extreme { pair, output, ratio, length });
    }
    Ok(())
}

/// Whether α^ℓ ≤ r for the least ratio r of the edges of each length ℓ.
fn are_kept(case: &Case, extremes: &[Extreme]) -> Result<bool, Failure> {
    Ok(!any(extremes, |e| Ok(!lengths::is_kept(case, e.length, &e.ratio)?))?)
}

/// `alpha_max`, for a table ≥ 0, where edges have no lengths.
pub(crate) fn least_ratio(case: &Case, rows: &[Vector]) -> Result<Fraction, Failure> {
    ensure(!case.graph.has_lengths(), || Why::Lengths)?;
    Ok(extremes(case, rows)?.pop().map_or(Fraction::ONE, |e| e.ratio).lowest())
}

/// Whether X is private, for a table ≥ 0.
pub(crate) fn is_private(case: &Case, rows: &[Vector]) -> Result<bool, Failure> {
    are_kept(case, &extremes(case, rows)?)
}

/// Checks another mechanism: a row of positive length for each node, stochastic and ε-private.
pub(crate) fn is_mechanism(case: &Case, rows: &[Vector]) -> Result<(), Failure> {
    are_distributions(case, rows)?;
    ensure(is_private(case, rows)?, || Why::OtherNotPrivate)
}

/// That there is a row of positive length for each node, and each is a distribution.
pub(crate) fn are_distributions(case: &Case, rows: &[Vector]) -> Result<(), Failure> {
    length("rows", rows.len(), case.nodes())?;
    let outputs = outputs_of(rows)?;
    rows.iter().try_for_each(|row| case.fits("rows", row, outputs))?;
    let faults = stochastic::faults(case, rows)?;
    faults.first().map_or(Ok(()), |(i, _)| refused(Why::OtherNoDistribution(*i)))
}
