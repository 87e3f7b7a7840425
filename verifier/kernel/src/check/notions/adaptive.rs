//! `dp` and `approximate-dp` with `adaptive`: an adversary who sees every answer names an ordered pair of neighbours
//! (i, h) before each use, in the order of the parts, and gets the answer at i, or always that at h (Rogers, Roth,
//! Ullman, Vadhan, Privacy odometers and filters). One hidden bit throughout, and how well it is told.
//!
//! `dp`: the least ratio of a use is that of its part at its worst pair, whatever was seen: their product.
//! `approximate-dp`: V_0(p, q) = max(0, p − λq), V_k(p, q) = max over (i, h) of Σ_o V_{k−1}(p·x_io, q·x_ho), as whoever
//! has seen what has probabilities p and q can do no better than the best pair for these; δ is V(1, 1). V is convex and
//! V(cp, cq) = c·V(p, q): a pair that is another seen through a channel is never better (Jensen; Blackwell for two
//! rows: δ of the other is no less at every λ). Where a part has a pair of which all others are channels, it is the
//! best after whatever was seen, and V is the δ of the product (Zhu, Dong, Wang, Optimal accounting of differential
//! privacy via characteristic function).

use super::classes::Classes;
use super::least_ratio::{by_least_ratio, least_of};
use super::uses::{self, Uses};
use crate::case::{Case, neighbours};
use crate::check::core::events::{self, Event, Most, declared, inverse, least_lambda, take, tells_alpha_max};
use crate::failure::{Failure, Why, ensure};
use crate::list::{any, first};
use crate::problem::{Name, Verdict};
use crate::proved::{Found, Reason, Value};
use dp_number::meter::{missing, room};
use dp_number::{Fraction, Number};

/// `dp` against an adversary who names the pair of each use: each part at its own worst pair.
pub(crate) fn dp(case: &Case) -> Result<Found, Failure> {
    by_least_ratio(case, least(case)?, case.alpha)
}

/// The product of the least ratios of all uses, and where they are.
fn least(case: &Case) -> Result<(Option<Reason>, Fraction), Failure> {
    let pairs = neighbours(case.graph)?;
    let (mut named, mut outputs, mut ratio) = (Vec::new(), Vec::new(), Fraction::ONE);
    for (part, k) in case.uses() {
        let ratios = pairs.iter().map(|pair| Ok(least_of(&part, *pair)?.map(|(output, ratio)| (*pair, output, ratio))));
        let below = |x: &(_, _, Fraction), known: &(_, _, Fraction)| Ok(case.compare(&x.2, &known.2)?.is_lt());
        // Where it releases nothing at any neighbour, nothing is ever seen.
        let Some((pair, output, own)) = first(ratios.filter_map(Result::transpose), below)? else {
            return Ok((None, Fraction::ONE));
        };
        // None is above 1, as each pair comes in both orders.
        if case.compare(&own, &Fraction::ONE)?.is_lt() {
            named.push(pair);
            outputs.push(output);
            ratio = &ratio * &own.power(k);
        }
    }
    let most = ratio.clone().lowest();
    let reason = (!named.is_empty()).then_some(Reason::RatioOfUses { pairs: named, outputs, ratio });
    Ok((reason, most))
}

/// The ways to choose, and what may be seen, that are tried; each use has two or more.
const MOST_WAYS: u64 = 1 << 18;

/// The pairs of a part that no other dominates.
type Choices = Vec<([usize; 2], Classes)>;

/// `approximate-dp` against an adversary who names the pair of each use.
pub(crate) fn approximate_dp(case: &Case) -> Result<Found, Failure> {
    let (declared, pairs) = (declared(case), neighbours(case.graph)?);
    let mut all: Vec<(Choices, usize)> = Vec::new();
    for (part, k) in case.uses() {
        let mut choices = Choices::new();
        for &pair in &pairs {
            let classes = Classes::of(case, part.pair(pair)?)?;
            if !any(&choices, |(_, other)| Ok(*other == classes || uses::dominate(case, other, &classes)?))? {
                let mut kept = Choices::new();
                for (pair, other) in choices {
                    if !uses::dominate(case, &classes, &other)? {
                        kept.push((pair, other));
                    }
                }
                kept.insert(0, (pair, classes));
                choices = kept;
                let words = choices.iter().map(|(_, classes)| classes.words()).fold(0, u64::saturating_add);
                room(1, words)?;
            }
        }
        if !choices.is_empty() {
            all.push((choices, k));
        }
    }
    // From the last part with more than one choice on, the same pairs are the best whatever was seen.
    let tried = all.iter().rposition(|(choices, _)| choices.len() > 1).map_or(0, |last| last.saturating_add(1));
    let (levels, rest) = all.split_at_checked(tried).ok_or_else(missing)?;
    let ways = levels.iter().try_fold(1u64, |ways, (choices, k)| {
        let of_one =
            choices.iter().map(|(_, classes)| (classes.masses.len() as u64).saturating_add(1)).sum::<u64>().max(2);
        ways.checked_mul(of_one.checked_pow(u32::try_from(*k).ok()?)?)
    });
    if ways.is_none_or(|ways| ways > MOST_WAYS) {
        return between(case, &pairs, &declared);
    }
    let levels: Vec<&Choices> = levels.iter().flat_map(|(choices, k)| vec![choices; *k]).collect();
    let rest: Vec<_> = rest.iter().filter_map(|(choices, k)| Some((&choices.first()?.1, *k))).collect();
    let rest = Uses::new(case, &rest)?;
    let event = |lambda: &Fraction| best(case, &levels, &rest, [&Fraction::ONE, lambda]);
    let found = event(&case.alpha.inverse())?;
    let alpha_max = match tells_alpha_max(case) {
        true if declared.numerator.is_zero() => Some(least(case)?.1),
        true => Some(inverse(least_lambda(case, &declared, Fraction::ONE, &|lambda| Ok(event(lambda)?.masses))?)),
        false => None,
    };
    let named = all.iter().filter(|_| levels.is_empty()).filter_map(|(choices, _)| Some(choices.first()?.0)).collect();
    let mut most = None;
    take(case, &mut most, named, found)?;
    events::by_most_delta(case, most, alpha_max)
}

/// Where there are too many ways: δ is at most that of pairs that dominate all pairs of their part, and at least that
/// of the same pair for all uses.
fn between(case: &Case, pairs: &[[usize; 2]], declared: &Fraction) -> Result<Found, Failure> {
    // Of a promise any pair is this one.
    let own = |part: &Case| if part.promised { pairs.get(..1).map(|_| &[[0, 1]][..]) } else { Some(pairs) };
    let of_part = |(part, k): (Case, usize)| Ok((Classes::envelope(case, part.rows, own(&part).unwrap_or(&[]))?, k));
    let envelopes = case.uses().into_iter().map(of_part).collect::<Result<Vec<_>, Failure>>()?;
    let uses: Vec<_> = envelopes.iter().map(|(classes, k)| (classes, *k)).collect();
    let most = Uses::new(case, &uses)?.event(case, [&Fraction::ONE, &case.alpha.inverse()])?.delta.lowest();
    let least = events::delta_min(&uses::most(case, pairs, &mut |_| Ok(()))?).lowest();
    let holds = case.compare(&most, declared)?.is_le();
    ensure(holds || case.compare(&least, declared)?.is_gt(), || Why::Between([least.clone(), most.clone()]))?;
    Ok(Found::new(Verdict::of(holds)).value(Name::DeltaMin, Value::Enclosed([least, most])).because(Reason::ManyWays))
}

/// V(p, q): the most that p·P − q·Q comes to for a set of what is seen, over all ways to choose. Cost: the product of
/// the numbers of classes of all choices of all levels.
fn best(case: &Case, levels: &[&Choices], rest: &Uses, of: [&Fraction; 2]) -> Result<Event, Failure> {
    let Some((first, later)) = levels.split_first() else { return rest.event(case, of) };
    let mut most: Most = None;
    for (_, classes) in *first {
        let over = classes.over.each_ref().map(|over| Fraction::new(Number::ONE, over.clone()));
        // What only the first row has is seen under it alone.
        let mut alone = classes.over[0].clone();
        let mut masses = [Fraction::ZERO, Fraction::ZERO];
        for class in &classes.masses {
            alone = &alone - &class[0];
            let [x, y] = class.each_ref().map(|x| Fraction::from(x.clone()));
            let own = [(&over[0] * &x).lowest(), (&over[1] * &y).lowest()];
            let next = best(case, later, rest, [&(of[0] * &own[0]).lowest(), &(of[1] * &own[1]).lowest()])?;
            let [x, y] = [&own[0] * &next.masses[0], &own[1] * &next.masses[1]];
            masses = [(&masses[0] + &x).lowest(), (&masses[1] + &y).lowest()];
        }
        masses[0] = (&masses[0] + &Fraction::new(alone, classes.over[0].clone())).lowest();
        let delta = (&(of[0] * &masses[0]) - &(of[1] * &masses[1])).lowest();
        take(case, &mut most, Vec::new(), Event { outputs: Vec::new(), masses, delta })?;
    }
    Ok(most.map_or(Event::EMPTY, |(_, event)| event))
}
