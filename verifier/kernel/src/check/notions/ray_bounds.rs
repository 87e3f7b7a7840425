//! Which extreme rays of `g-capacity` may gain the most, by enclosures that fit words: only these are looked at
//! exactly, and an interval is cut only for these.
//!
//! Of π that sums to 1, and any guess v, let d_w = g_w − g_v. As Σ_o x_io = 1, U(π) − V(π) = Σ_o max_w Σ_i
//! x_io·π_i·d_w(i) − m with m = max_w Σ_i π_i·d_w(i), and V(π) = g_v·π + m. All of these are enclosed by integers over
//! 2^PLACES, rounded outwards (Moore, Interval Analysis, chapter 3). A ray whose upper bound lies below the lower bound
//! of another one is not the largest. An interval is halved for closer bounds: a ray that is not the largest on any
//! part is so nowhere.

use crate::case::Case;
use crate::failure::Failure;
use crate::rays::{Known, Range, Sum};
use dp_number::list::List;
use dp_number::meter::{charge, room, room_beside, steps, total, trial};
use dp_number::{Bracket, Limit, Number, Point, Vector};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};
use std::collections::VecDeque;

/// The places of enclosures, those of t, and how many more a quotient of what is gained has.
const PLACES: u32 = 56;
const OF_T: u64 = 128;
const OF_FACTORS: u32 = 40;

// Entries of X, of π and of gains are at most 2 in size over 2^PLACES; nodes and guesses are 128 together, so that sums
// of products have less than 127 bits.

/// So few rays are not told apart further; and all rays are looked at so often at most, where X at one t counts as a
/// look for each of so many entries.
const FEW: usize = 2;
const PASSES: usize = 3;
const ENTRIES: usize = 2;

/// x·y for x ≥ 0, over 2^(2·PLACES).
fn product(x: Range, y: Range) -> Sum {
    let [low, high] = [if y[0] < 0 { x[1] } else { x[0] }, if y[1] < 0 { x[0] } else { x[1] }];
    [i128::from(low).wrapping_mul(y[0].into()), i128::from(high).wrapping_mul(y[1].into())]
}

/// Over 2^PLACES, rounded outwards.
fn rounded(x: Sum) -> Sum {
    [x[0] >> PLACES, (x[1].wrapping_neg() >> PLACES).wrapping_neg()]
}

fn plus(x: Sum, y: Sum) -> Sum {
    [x[0].saturating_add(y[0]), x[1].saturating_add(y[1])]
}

/// Σ x_i·y_i for x ≥ 0.
fn dot(x: &[Range], y: &[Range]) -> Sum {
    // Of binary gains all but two for each guess are 0.
    let pairs = x.iter().zip(y).filter(|(_, y)| **y != [0; 2]);
    rounded(pairs.fold([0; 2], |sum, (x, y)| plus(sum, product(*x, *y))))
}

fn larger(x: Sum, y: Sum) -> Sum {
    [x[0].max(y[0]), x[1].max(y[1])]
}

fn short(x: Sum) -> Option<Range> {
    Some([x[0].to_i64()?, x[1].to_i64()?])
}

/// x/d, at most 2 in size, or nothing.
fn over(x: &Bracket, d: &Bracket) -> Option<Range> {
    let Bracket { low, high, .. } = x.over(d)?.coarser(PLACES.into());
    Some([low.to_i64()?, high.to_i64()?]).filter(|ends| ends.iter().all(|end| end.unsigned_abs() <= 2 << PLACES))
}

/// The numbers t of the part; none of two numbers beside each other.
fn whole(case: &Case) -> Result<Option<Bracket>, Failure> {
    Ok(match case.at.point() {
        // All is rational.
        None => Some(Bracket::exactly(0, OF_T)),
        Some(Point::Interval(interval)) => {
            let [low, high] = interval.ends();
            Some(Bracket { low: low.bracket(OF_T)?.low, high: high.bracket(OF_T)?.high, bits: OF_T })
        }
        Some(Point::Beside(_)) => None,
        Some(single) => Some(single.bracket(OF_T)?),
    })
}

/// Numbers at these t; nothing of sparse ones.
fn enclosed(t: &Bracket, all: &[Number]) -> Result<Option<Vec<Bracket>>, Failure> {
    let one = |x: &Number| match x.integer() {
        Some(n) => Ok(Some(Bracket::exactly(n.into_owned(), OF_T))),
        None if x.terms().is_some() => Ok(None),
        None => t.evaluate(&x.coefficients()).map(Some),
    };
    Ok(all.iter().map(one).collect::<Result<Option<Vec<_>>, Limit>>()?)
}

/// Each over d; none of them is negative.
fn quotients(all: &[Bracket], d: &Bracket) -> Option<Vec<Range>> {
    all.iter().map(|x| Some(over(x, d)?.map(|end| end.max(0)))).collect()
}

/// π, of a ray's weights of any sum.
fn prior(t: &Bracket, weights: &[Number]) -> Result<Option<Vec<Range>>, Failure> {
    let Some(weights) = enclosed(t, weights)? else { return Ok(None) };
    let mut sum = Bracket::exactly(0, OF_T);
    weights.iter().for_each(|x| sum.add(x));
    Ok(quotients(&weights, &sum))
}

/// The gains by guesses, in units of the largest one.
fn gains(t: &Bracket, rows: &[Vector]) -> Result<Option<Vec<Vec<Range>>>, Failure> {
    let Some(all) = rows.iter().map(|row| enclosed(t, &row.numerators)).collect::<Result<Option<Vec<_>>, _>>()? else {
        return Ok(None);
    };
    let largest = all.iter().flatten().flat_map(|x| [x.low.abs(), x.high.abs()]).max().unwrap_or_default();
    let unit = Bracket { low: largest.clone(), high: largest, bits: OF_T };
    Ok(all.iter().map(|row| row.iter().map(|x| over(x, &unit)).collect()).collect())
}

/// X by outputs, one after the other.
fn table(case: &Case, t: &Bracket) -> Result<Option<Vec<Range>>, Failure> {
    room(steps(4, case.nodes() as u64, case.outputs() as u64), 1)?;
    let mut rows = Vec::with_capacity(case.nodes());
    for row in case.rows {
        let d = enclosed(t, std::slice::from_ref(&row.denominator))?;
        let (Some([d]), Some(entries)) = (d.as_deref(), enclosed(t, &row.numerators)?) else { return Ok(None) };
        let Some(entries) = quotients(&entries, d) else { return Ok(None) };
        rows.push(entries);
    }
    Ok((0..case.outputs()).flat_map(|o| rows.iter().map(move |row| row.get(o).copied())).collect())
}

/// What is known of a ray's prior without X.
fn known(gains: &[Vec<Range>], prior: &[Range]) -> Option<Known> {
    let guess = gains.iter().max_by_key(|row| dot(prior, row)[0])?;
    let less = |x: Range, y: Range| [x[0].saturating_sub(y[1]), x[1].saturating_sub(y[0])];
    // Of v itself it is 0.
    let others = gains.iter().filter(|row| !std::ptr::eq(*row, guess));
    let of = |(p, (g, own)): (&Range, (&Range, &Range))| short(rounded(product(*p, less(*g, *own))));
    let more = others.flat_map(|row| prior.iter().zip(row.iter().zip(guess)).map(of));
    let more: Vec<Range> = more.collect::<Option<_>>()?;
    let sum = |row: &[Range]| row.iter().fold([0; 2], |sum, x| plus(sum, x.map(i128::from)));
    let best = more.chunks(prior.len().max(1)).fold([0; 2], |best, row| larger(best, sum(row)));
    Some(Known { before: plus(dot(prior, guess), best), more, best })
}

/// The same of all rays, lists of n weights and another number each, for [`leading`].
pub(crate) fn known_of(case: &Case, rows: &[Vector], rays: &[Vec<Number>]) -> Result<Vec<Option<Known>>, Failure> {
    let each = steps(2, case.nodes() as u64, rows.len() as u64);
    let (t, none) = (whole(case)?, || Ok(vec![None; rays.len()]));
    let has_room = trial(|| room_beside(steps(1, each, rays.len() as u64))).is_ok();
    let Some(t) = t.filter(|_| has_room) else { return none() };
    let Some(gains) = gains(&t, rows)? else { return none() };
    let mut all = Vec::with_capacity(rays.len());
    for ray in rays {
        charge(steps(4, each, 1))?;
        all.push(prior(&t, ray.get(..case.nodes()).unwrap_or(&[]))?.and_then(|prior| known(&gains, &prior)));
    }
    Ok(all)
}

/// What U − V at a prior, and (U − V)/V where V > 0, lie between.
fn gained(table: &[Range], n: usize, Known { more, best, before }: &Known) -> (Sum, Option<Sum>) {
    let after = table.chunks(n).fold([0; 2], |after, column| {
        plus(after, more.chunks(n).fold([0; 2], |best, row| larger(best, dot(column, row))))
    });
    // Nothing is lost by what is seen.
    let additive = [after[0].saturating_sub(best[1]), after[1].saturating_sub(best[0])].map(|end| end.max(0));
    let ratio = |x: i128, y: i128| x.checked_mul(1 << OF_FACTORS)?.checked_div(y);
    let factor = ratio(additive[0], before[1]).zip(ratio(additive[1], before[0])).filter(|_| before[0] > 0);
    (additive, factor.map(|(low, high)| [low, high.saturating_add(1)]))
}

/// Whether each of these rays may have the largest U − V, or, if that is asked for, U/V.
pub(crate) fn leading(case: &Case, known: &[Option<Known>], has_factor: bool) -> Result<Vec<bool>, Failure> {
    let (n, mut leads) = (case.nodes().max(1), known.iter().map(Option::is_none).collect::<Vec<_>>());
    let all: Vec<(usize, &Known)> =
        known.iter().enumerate().filter_map(|(k, known)| Some((k, known.as_ref()?))).collect();
    let Some(t) = whole(case)?.filter(|_| !all.is_empty()) else { return Ok(vec![true; known.len()]) };
    let entries = n.saturating_mul(case.outputs());
    let products = |known: &Known| known.more.iter().map(|x| if *x == [0; 2] { 1 } else { 4 }).sum();
    let products = all.iter().map(|(_, known)| products(known)).max().unwrap_or(0);
    let each = total([steps(1, products, case.outputs() as u64), 256]);
    let mut looks = all.len().saturating_mul(PASSES);
    let mut left = VecDeque::from([(t, all)]);
    while let Some((t, some)) = left.pop_front() {
        let cost = some.len().saturating_add(entries / ENTRIES);
        let may_halve = &t.high - &t.low > BigInt::one() && looks >= cost;
        looks = looks.saturating_sub(cost);
        charge(steps(1, some.len() as u64, each))?;
        let kept: Vec<(usize, &Known)> = match table(case, &t)? {
            Some(table) => {
                let gained: Vec<_> = some.iter().map(|(_, known)| gained(&table, n, known)).collect();
                let least = gained.iter().map(|(additive, _)| additive[0]).max().unwrap_or(0);
                let least_factor = gained.iter().filter_map(|(_, factor)| Some((*factor)?[0])).max().unwrap_or(0);
                let may_lead = |(additive, factor): &(Sum, Option<Sum>)| {
                    additive[1] >= least || has_factor && factor.is_none_or(|factor| factor[1] >= least_factor)
                };
                some.into_iter().zip(&gained).filter(|(_, gained)| may_lead(gained)).map(|(ray, _)| ray).collect()
            }
            None => some,
        };
        if may_halve && kept.len() > FEW {
            let middle: BigInt = (&t.low + &t.high) >> 1;
            left.push_back((Bracket { high: middle.clone(), ..t.clone() }, kept.clone()));
            left.push_back((Bracket { low: middle, ..t }, kept));
        } else {
            kept.into_iter().try_for_each(|(k, _)| leads.at_mut(k).map(|lead| *lead = true))?;
        }
    }
    Ok(leads)
}
