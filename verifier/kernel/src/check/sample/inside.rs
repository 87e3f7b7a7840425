//! The most, and the least, that laws inside a node's bounds give to a set of outputs.
//!
//! A law is inside where P(T) ≤ U(T) for each event T, and so P(T) ≥ L(T) = 1 − U(all but T). One is: that of the runs
//! themselves, as λ < 1/2. The least P(S) is 1 less the most of all but S.
//!
//! *By sets*, of few outputs, and where all sets are events: for `all` the most is U(S). Else it is at most Σ U(T)
//! where the events T together have all of S, and 1 − Σ L(T) where they are disjoint and have none of it: the least
//! of these. Of `outputs` it is attained: P(o) = L_o, and what is left of 1 goes to outputs of S up to U_o.
//!
//! *By thresholds*, for `at-least`: G_o = P(o and above) is between L_o and U_o, which fall as o rises. S is a union of
//! runs a ≤ o < b, and P(S) = G_a1 − G_b1 + G_a2 − … with G_b1 ≥ G_a2: at most U_a1 + Σ min(0, U_a(k+1) − L_b(k)) −
//! L_bk, which is attained by G_o = U_o on S, and max(L_o, U_a) off it, a being where the next run starts. The least,
//! of the complement so, is Σ max(0, L_a − U_b) over the runs. So the best S is a longest path from each end of a run
//! to the next.
//!
//! *By weights*: for L_o ≤ P(o) ≤ U_o and 0 ≤ θ ≤ 1 the most P(S) is at most θ·Σ_S U_o + (1−θ)·(1 − Σ_(not S) L_o), and
//! the least is at least φ·Σ_S L_o + (1−φ)·(1 − Σ_(not S) U_o): sums over S, and a number, so that the S for which they
//! differ most is seen output by output.

use super::bound::Bound;
use super::node::{Node, complement};
use crate::case::Case;
use crate::failure::{Failure, Sampling, ensure};
use crate::problem::{Counts, Events, MOST_OF_ALL};
use dp_number::list::List;
use dp_number::meter::{charge, missing, room, steps};
use dp_number::{Fraction, Number, Rational, Vector};
use num_bigint::BigInt;
use num_traits::One;
use std::cmp::Ordering;

/// The words of a bound, a multiple of 2^-256 at least.
const OF_A_NUMBER: u64 = 12;
/// Weights are multiples of 2^-40.
const WHOLE: u64 = 1 << 40;
/// A weight, where the witness has none.
pub(super) const HALF: u64 = WHOLE / 2;

/// What is known of a node's law, in units: 1 is `one` of them.
pub(super) struct Side {
    one: Number,
    known: Known,
}

enum Known {
    /// The most P(S), by the bits of S.
    Sets(Vec<Number>),
    /// L_o and U_o of the outputs from each one on, 1 at the first and 0 beyond the last.
    Thresholds(Vec<[Number; 2]>),
    /// L_o and U_o of each output.
    Outputs(Vec<[Number; 2]>),
}

/// A set S, and bounds on the most that one side gives it and the least of the other.
pub(super) struct Gap {
    pub(super) outputs: Vec<usize>,
    pub(super) masses: [Fraction; 2],
    /// The one less λ times the other.
    pub(super) by: Fraction,
}

/// 2^k.
fn bit(k: usize) -> usize {
    1usize.unbounded_shl(u32::try_from(k).unwrap_or(u32::MAX))
}

/// 1 in the units of a node.
fn one(node: &Node) -> Number {
    (BigInt::one() << node.places).into()
}

/// The first unless the other one is so beside it.
fn unless(other: Number, is: Ordering, first: Number) -> Number {
    if other.integer_order(&first) == Some(is) { other } else { first }
}

/// U of an event, in units.
pub(super) fn upper(node: &Node, event: usize) -> Result<Number, Failure> {
    let of = |bound: Bound| &bound.value() * &Rational::from(BigInt::one() << node.places);
    Ok(node.bound(event)?.map_or_else(|| one(node), |bound| of(bound).numer().clone().into()))
}

/// U of an event, as a fraction.
pub(super) fn most(node: &Node, event: usize) -> Result<Fraction, Failure> {
    Ok(Fraction::new(upper(node, event)?, one(node)))
}

/// L and U of an event.
fn ends(node: &Node, event: usize) -> Result<[Number; 2], Failure> {
    Ok([&one(node) - &upper(node, complement(event, node.tallies.len()))?, upper(node, event)?])
}

impl Side {
    /// That all of these may be made, of so many nodes.
    pub(super) fn room(nodes: usize, counts: &Counts) -> Result<(), Failure> {
        let is_by_sets = counts.events != Events::AtLeast && !counts.is_by_weights();
        let each =
            if is_by_sets { bit(counts.outputs()) } else { counts.outputs().saturating_add(1).saturating_mul(2) };
        Ok(room((nodes as u64).saturating_mul(each as u64), OF_A_NUMBER)?)
    }

    /// By the bounds of a node.
    pub(super) fn of(node: &Node, counts: &Counts) -> Result<Self, Failure> {
        let (m, events) = (counts.outputs(), node.tallies.len());
        let known = if counts.events == Events::AtLeast {
            let mut from = vec![[one(node), one(node)]];
            for event in 0..events / 2 {
                from.push(ends(node, event)?);
            }
            from.push([Number::ZERO, Number::ZERO]);
            Known::Thresholds(from)
        } else if counts.is_by_weights() {
            let mut all = vec![[Number::ZERO, one(node)]; m];
            // The complement of an output says no more of it.
            let taken = if counts.events == Events::Outputs { events / 2 } else { events };
            for event in 0..taken {
                let (set, [low, high]) = (counts.events.set(m, event), ends(node, event)?);
                charge(steps(set.len() as u64, OF_A_NUMBER, 1))?;
                for o in &set {
                    let Some([least, most]) = all.get_mut(*o) else { continue };
                    *most = unless(high.clone(), Ordering::Less, most.clone());
                    if set.len() == 1 {
                        *least = low.clone();
                    }
                }
            }
            Known::Outputs(all)
        } else {
            Known::Sets(of_sets(bit(m), node, counts)?)
        };
        Ok(Self { one: one(node), known })
    }

    /// Of a law that is known.
    pub(super) fn of_row(row: &Vector, counts: &Counts) -> Result<Self, Failure> {
        let known = if counts.events == Events::AtLeast {
            let mut sums = vec![Number::ZERO];
            for x in row.numerators.iter().rev() {
                sums.push(sums.last().map_or(Number::ZERO, |sum| sum + x));
            }
            Known::Thresholds(sums.into_iter().rev().map(|sum| [sum.clone(), sum]).collect())
        } else if counts.is_by_weights() {
            Known::Outputs(row.numerators.iter().map(|x| [x.clone(), x.clone()]).collect())
        } else {
            let mut sums = vec![Number::ZERO];
            for (o, x) in row.numerators.iter().enumerate() {
                room(bit(o) as u64, x.words())?;
                sums.extend(sums.iter().map(|sum| sum + x).collect::<Vec<_>>());
            }
            Known::Sets(sums)
        };
        Ok(Self { one: row.denominator.clone(), known })
    }

    /// By sets the most that any of these gives to each, and which of them first; `None` of sides that are not by sets.
    pub(super) fn widest(sides: &[&Self]) -> Result<Option<(Self, Vec<usize>)>, Failure> {
        let Some((Self { one, known: Known::Sets(first) }, rest)) = sides.split_first() else { return Ok(None) };
        let (mut most, mut who) = (first.clone(), vec![0; first.len()]);
        for (k, side) in rest.iter().enumerate() {
            let Known::Sets(sets) = &side.known else { return Ok(None) };
            charge(steps(sets.len() as u64, OF_A_NUMBER, 1))?;
            for ((known, who), x) in most.iter_mut().zip(&mut who).zip(sets) {
                if x.integer_order(known) == Some(Ordering::Greater) {
                    (*known, *who) = (x.clone(), k.saturating_add(1));
                }
            }
        }
        Ok(Some((Self { one: one.clone(), known: Known::Sets(most) }, who)))
    }

    /// By the weight of L_o for the `least`, of U_o else: what of each output to sum over S, and the number beside.
    fn sums(&self, ends: &[[Number; 2]], least: bool, weight: u64) -> (Vec<Number>, Number) {
        let [own, rest] = [weight, WHOLE.saturating_sub(weight)].map(|x| Number::from(i128::from(x)));
        let [on_low, on_high] = if least { [&own, &rest] } else { [&rest, &own] };
        let of = |[low, high]: &[Number; 2]| &(on_low * low) + &(on_high * high);
        let others: Number = ends.iter().map(|[low, high]| if least { high.clone() } else { low.clone() }).sum();
        (ends.iter().map(of).collect(), &rest * &(&self.one - &others))
    }
}

/// The most of each set, by the bits of S.
fn of_sets(all: usize, node: &Node, counts: &Counts) -> Result<Vec<Number>, Failure> {
    room((all as u64).saturating_mul(3), OF_A_NUMBER)?;
    let (full, mut parts) = (all.saturating_sub(1), Vec::new());
    for event in 0..node.tallies.len() {
        let set = counts.events.set(counts.outputs(), event);
        parts.push((bits(&set), ends(node, event)?));
    }
    let (mut covers, mut within) = (vec![Number::ZERO; all], vec![Number::ZERO; all]);
    if counts.events == Events::All {
        let known = parts.into_iter().map(|(set, [_, high])| (set, high)).chain([(full, one(node))]);
        known.for_each(|(set, high)| covers.get_mut(set).into_iter().for_each(|most| *most = high.clone()));
        return Ok(covers);
    }
    charge(steps(all as u64, parts.len() as u64, 2))?;
    for set in 1..all {
        let first = set & set.wrapping_neg();
        let (mut cover, mut least) = (one(node), within.at(set ^ first)?.clone());
        for (part, [low, high]) in parts.iter().filter(|(part, _)| part & first != 0) {
            cover = unless(high + covers.at(set & !part)?, Ordering::Less, cover);
            if part & !set == 0 {
                least = unless(low + within.at(set ^ part)?, Ordering::Greater, least);
            }
        }
        covers.get_mut(set).into_iter().for_each(|known| *known = cover.clone());
        within.get_mut(set).into_iter().for_each(|known| *known = least.clone());
    }
    let most = covers.into_iter().zip(within.into_iter().rev());
    Ok(most.map(|(cover, least)| unless(&one(node) - &least, Ordering::Less, cover)).collect())
}

/// The bits of a set.
pub(super) fn bits(outputs: &[usize]) -> usize {
    outputs.iter().fold(0, |bits, o| bits | bit(*o))
}

/// The set for which bounds on the most of one side and the least of the other, times λ, differ most; none for no
/// outputs. By the weights θ and φ, in units of 2^-40.
pub(super) fn gap(
    case: &Case,
    [mine, other]: [&Side; 2],
    lambda: &Fraction,
    weights: [u64; 2],
) -> Result<Gap, Failure> {
    let [p, q] = [&lambda.denominator * &other.one, &lambda.numerator * &mine.one];
    let found = match [&mine.known, &other.known] {
        [Known::Sets(mine), Known::Sets(others)] => {
            let (mut known, mut found) = (Number::ZERO, None);
            for (set, (most, rest)) in mine.iter().zip(others.iter().rev()).enumerate() {
                let asked = &(&p * most) - &(&q * &(&other.one - rest));
                if case.order(&asked, &known)?.is_gt() {
                    (known, found) = (asked, Some((set, [most.clone(), &other.one - rest])));
                }
            }
            found.map(|(set, masses)| ((0..MOST_OF_ALL).filter(|o| set & bit(*o) != 0).collect(), masses, Number::ONE))
        }
        [Known::Thresholds(mine), Known::Thresholds(others)] => {
            let (outputs, masses) = longest(case, [mine, others], [&p, &q])?;
            Some((outputs, masses, Number::ONE))
        }
        [Known::Outputs(ends), Known::Outputs(others)] => {
            ensure(weights.iter().all(|weight| *weight <= WHOLE), || Sampling::Weight)?;
            let ((a, mut most), (b, mut least)) =
                (mine.sums(ends, false, weights[0]), other.sums(others, true, weights[1]));
            let mut outputs = Vec::new();
            for (o, (a, b)) in a.iter().zip(&b).enumerate() {
                if case.order(&(&p * a), &(&q * b))?.is_gt() {
                    (most, least) = (&most + a, &least + b);
                    outputs.push(o);
                }
            }
            Some((outputs, [most, least], Number::from(i128::from(WHOLE))))
        }
        _ => None,
    };
    let (outputs, [most, least], units) = found.unwrap_or((Vec::new(), [Number::ZERO, Number::ZERO], Number::ONE));
    let masses = [Fraction::new(most, &mine.one * &units), Fraction::new(least, &other.one * &units)];
    Ok(Gap { outputs, by: &masses[0] - &(lambda * &masses[1]), masses })
}

/// Runs of outputs up to an end of one: the most that one side gives them, the least of the other, and which end is
/// before that one.
struct Runs {
    most: Number,
    least: Number,
    before: Option<usize>,
}

/// Those of which p·most − q·least is largest.
fn best(
    case: &Case,
    [p, q]: [&Number; 2],
    all: impl Iterator<Item = (Option<usize>, Number, Number)>,
) -> Result<Option<Runs>, Failure> {
    let mut known: Option<(Number, Runs)> = None;
    for (before, most, least) in all {
        let worth = &(p * &most) - &(q * &least);
        let is_more = known.as_ref().map_or(Ok(true), |(known, _)| case.order(&worth, known).map(Ordering::is_gt))?;
        if is_more {
            known = Some((worth, Runs { most, least, before }));
        }
    }
    Ok(known.map(|(_, runs)| runs))
}

/// The outputs, as runs of which p·most − q·least is largest, with both: of those that end at each place, by one that
/// starts before it, and those that start there, by one that ended before; none, where that is 0.
fn longest(
    case: &Case,
    [mine, others]: [&[[Number; 2]]; 2],
    factors: [&Number; 2],
) -> Result<(Vec<usize>, [Number; 2]), Failure> {
    let (mut starts, mut ends): (Vec<Runs>, Vec<Runs>) = (Vec::new(), Vec::new());
    for ([_, high], [_, most]) in mine.iter().zip(others) {
        let last = starts.iter().zip(others).enumerate().map(|(a, (runs, [least, _]))| {
            (Some(a), runs.most.clone(), &runs.least + &unless(least - most, Ordering::Greater, Number::ZERO))
        });
        let next = ends.iter().zip(mine.iter().skip(1)).enumerate().map(|(b, (runs, [low, _]))| {
            (Some(b), &runs.most + &unless(high - low, Ordering::Less, Number::ZERO), runs.least.clone())
        });
        let next = best(case, factors, std::iter::once((None, high.clone(), Number::ZERO)).chain(next))?;
        ends.extend(best(case, factors, last)?);
        starts.extend(next);
    }
    let whole = ends.iter().zip(mine.iter().skip(1)).enumerate();
    let whole = whole.map(|(b, (runs, [low, _]))| (Some(b), &runs.most - low, runs.least.clone()));
    let none = std::iter::once((None, Number::ZERO, Number::ZERO));
    let Some(found) = best(case, factors, none.chain(whole))? else { return Err(missing().into()) };
    let (mut outputs, mut end) = (Vec::new(), found.before);
    while let Some(runs) = end.and_then(|b| ends.get(b)) {
        let Some(start) = runs.before else { break };
        outputs.extend(start..=end.unwrap_or(start));
        end = starts.get(start).and_then(|runs| runs.before);
    }
    outputs.sort_unstable();
    Ok((outputs, [found.most, found.least]))
}

/// Of two, that for which bounds differ by more.
pub(super) fn keep<T>(case: &Case, known: &mut Option<(T, Gap)>, of: T, gap: Gap) -> Result<(), Failure> {
    let is_more = known.as_ref().map_or(Ok(true), |(_, known)| case.compare(&gap.by, &known.by).map(|o| o.is_gt()))?;
    if is_more {
        *known = Some((of, gap));
    }
    Ok(())
}
