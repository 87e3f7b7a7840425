//! `approximate-dp` of all uses together: every ordered pair of neighbours by the classes of its outputs, see
//! `classes`.

use super::classes::{Classes, OF_A_CLASS, falling, turned};
use super::keys::{keyed, on_line};
use super::least_ratio::least;
use super::powers::Powers;
use super::types::{self, Types};
use crate::case::{Case, neighbours};
use crate::check::core::events::{Event, Most, by_most_delta, declared, inverse, least_lambda, take, tells_alpha_max};
use crate::failure::Failure;
use crate::list::any;
use crate::proved::Found;
use dp_number::list::List;
use dp_number::meter::{charge, count, memory};
use dp_number::{Fraction, Number};
use std::collections::HashSet;

/// A word for so many bytes of the memory.
const REMEMBERED: u64 = 64;

/// The pair that needs the most δ at λ = 1/α, the same for all uses, with what else is asked of each: those whose parts
/// have the same classes are one.
pub(crate) fn most(
    case: &Case,
    pairs: &[[usize; 2]],
    other: &mut dyn FnMut(&Uses) -> Result<(), Failure>,
) -> Result<Most, Failure> {
    let (parts, lambda) = (case.uses(), case.alpha.inverse());
    // Of those that are known as many are remembered as have room; others are looked at again.
    let (mut known, mut left, mut most) = (HashSet::new(), memory() / REMEMBERED, None);
    for &pair in pairs {
        let classes = parts.iter().map(|(part, _)| Classes::of(case, part.pair(pair)?));
        let classes = classes.collect::<Result<Vec<_>, _>>()?;
        let words = classes.iter().map(Classes::words).fold(0, u64::saturating_add);
        charge(words)?;
        if known.contains(&classes) {
            continue;
        }
        let uses: Vec<_> = classes.iter().zip(&parts).map(|(classes, (_, k))| (classes, *k)).collect();
        let uses = Uses::new(case, &uses)?;
        take(case, &mut most, vec![pair], uses.event(case, [&Fraction::ONE, &lambda])?)?;
        other(&uses)?;
        if words <= left {
            left = left.saturating_sub(words);
            known.insert(classes);
        }
    }
    Ok(most)
}

pub(crate) fn approximate_dp(case: &Case) -> Result<Found, Failure> {
    let (pairs, declared, mut enough) = (neighbours(case.graph)?, declared(case), Some(Fraction::ONE));
    // Without a δ it is the ratios of `dp`.
    let (by_ratio, tells) = (declared.numerator.is_zero(), tells_alpha_max(case));
    let most = most(case, &pairs, &mut |uses| {
        if let Some(from) = enough.take_if(|_| tells && !by_ratio) {
            enough = least_lambda(case, &declared, from, &|lambda| uses.masses(case, [&Fraction::ONE, lambda]))?;
        }
        Ok(())
    })?;
    let alpha_max = if by_ratio { least(case, &pairs)?.1 } else { inverse(enough) };
    by_most_delta(case, most, tells.then_some(alpha_max))
}

/// The classes of all uses of some pairs of rows.
pub(crate) struct Uses {
    classes: All,
    over: [Number; 2],
    /// The probability under the first rows of what the second ones do not have.
    alone: Fraction,
}

enum All {
    /// Those of two lists together, each with each: `many` by falling ratio, and its sums from the first on.
    Lists { few: Vec<[Number; 2]>, many: Vec<[Number; 2]>, above: Vec<[Number; 2]> },
    /// Those whose ratios are powers of t.
    Powers(Powers),
}

impl Uses {
    /// Of classes that are used so often each. Cost: that of the types of each, of the products of all but the largest,
    /// and a sort.
    pub(crate) fn new(case: &Case, parts: &[(&Classes, usize)]) -> Result<Self, Failure> {
        if let [(once, 1)] = parts {
            return Ok(Self::once(once));
        }
        let mut over = [Number::ONE, Number::ONE];
        for (classes, k) in parts {
            let [x, y] = &classes.over;
            over = [&over[0] * &x.power(*k), &over[1] * &y.power(*k)];
        }
        if let Some(powers) = Powers::of(case, parts)? {
            let [x, _] = powers.first(powers.len())?;
            return Ok(Self::with(All::Powers(powers), &x, over));
        }
        let mut factors = Vec::new();
        for (part, (_, k)) in keyed(parts)?.iter().zip(parts) {
            // A use by itself of many types is two halves.
            let half = if parts.len() == 1 && !on_line(part) { k / 2 } else { 0 };
            for k in [half, k.saturating_sub(half)].into_iter().filter(|k| *k > 0) {
                factors.push(types::power(part, k)?);
            }
        }
        factors.sort_by_key(|factor| std::cmp::Reverse(factor.len()));
        let length = factors.first().and_then(|factor| factor.keys().next()).map_or(0, Vec::len);
        let mut factors = factors.into_iter();
        let one = || Types::from([(vec![0; length], vec![Number::ONE; 2])]);
        let mut lists = [factors.next(), factors.next()].map(|factor| factor.unwrap_or_else(one));
        for factor in factors {
            let [some, others] = &mut lists;
            let shorter = if others.len() < some.len() { others } else { some };
            *shorter = types::product(shorter, &factor)?;
        }
        lists.sort_by_key(Types::len);
        // On a line the ratios rise or fall with the keys.
        let in_order = on_line(&lists[1]);
        let pairs = |list: Types| list.into_values().filter_map(|masses| masses.try_into().ok()).collect::<Vec<_>>();
        let [few, many] = lists.map(pairs);
        let many = if in_order { turned(case, many)? } else { falling(case, many)? };
        Ok(Self::of(few, many, over))
    }

    /// Of one use.
    pub(crate) fn once(classes: &Classes) -> Self {
        Self::of(vec![[Number::ONE, Number::ONE]], classes.masses.clone(), classes.over.clone())
    }

    fn of(few: Vec<[Number; 2]>, many: Vec<[Number; 2]>, over: [Number; 2]) -> Self {
        count((many.len() as u64).saturating_mul(OF_A_CLASS));
        let mut above: Vec<[Number; 2]> = Vec::with_capacity(many.len());
        for masses in &many {
            above.push(match above.last() {
                Some([x, y]) => [x + &masses[0], y + &masses[1]],
                None => masses.clone(),
            });
        }
        let sums = [few.iter().map(|[x, _]| x.clone()).sum(), above.last().map_or(Number::ZERO, |[x, _]| x.clone())];
        let x = &sums[0] * &sums[1];
        Self::with(All::Lists { few, many, above }, &x, over)
    }

    /// x: what the first rows have where the second ones have something too.
    fn with(classes: All, x: &Number, over: [Number; 2]) -> Self {
        let alone = Fraction::new(&over[0] - x, over[0].clone());
        Self { classes, over, alone }
    }

    /// What the set of all outputs with p·x > q·y has, and needs.
    pub(crate) fn event(&self, case: &Case, [p, q]: [&Fraction; 2]) -> Result<Event, Failure> {
        let masses = self.masses(case, [p, q])?;
        let [x, y] = &masses;
        let delta = match x.denominator == y.denominator {
            true => {
                let [mine, other] = [&p.numerator * &q.denominator, &q.numerator * &p.denominator];
                let over = &x.denominator * &(&p.denominator * &q.denominator);
                Fraction::new(&(&x.numerator * &mine) - &(&y.numerator * &other), over)
            }
            false => &(p * x) - &(q * y),
        };
        Ok(Event { outputs: Vec::new(), masses, delta })
    }

    /// The probabilities of the set of all outputs with p·x > q·y, q ≥ 0. Cost: a binary search of the longer list for
    /// each class of the shorter one, or of the powers.
    fn masses(&self, case: &Case, [p, q]: [&Fraction; 2]) -> Result<[Fraction; 2], Failure> {
        let (mut mine, mut other) = (&p.numerator * &q.denominator, &q.numerator * &p.denominator);
        if self.over[0] != self.over[1] {
            (mine, other) = (&mine * &self.over[1], &other * &self.over[0]);
        }
        let sums = match &self.classes {
            All::Lists { few, many, above } => of_lists(case, [few, many, above], &mine, &other)?,
            All::Powers(powers) => powers.above(case, &mine, &other)?,
        };
        let ([x, y], [of_x, of_y]) = (sums, self.over.clone());
        let [x, y] = [Fraction::new(x, of_x), Fraction::new(y, of_y)];
        Ok([&x + &self.alone, y])
    }
}

/// The sums of all with mine·x > other·y, of two lists together.
fn of_lists(
    case: &Case,
    [few, many, above]: [&[[Number; 2]]; 3],
    mine: &Number,
    other: &Number,
) -> Result<[Number; 2], Failure> {
    let mut sums = [Number::ZERO, Number::ZERO];
    for masses in few {
        let [x, y] = [&masses[0] * mine, &masses[1] * other];
        let (mut low, mut high) = (0, many.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            let [u, v] = many.at(middle)?;
            if case.at.order_products([u, &x], [v, &y])?.is_gt() {
                low = middle.saturating_add(1);
            } else {
                high = middle;
            }
        }
        if let Some([x, y]) = low.checked_sub(1).and_then(|last| above.get(last)) {
            sums[0] += &(&masses[0] * x);
            sums[1] += &(&masses[1] * y);
        }
    }
    Ok(sums)
}

/// Whether Σ max(0, x − μ·y) of these rows is at least that of others for all μ ≥ 0; rows of sum 1.
///
/// At 0 both are 1. Between two ratios of these classes this one is linear and the other convex, and beyond the largest
/// this one is constant and the other falls: so it is enough to look at the ratios.
pub(crate) fn dominate(case: &Case, these: &Classes, others: &Classes) -> Result<bool, Failure> {
    let [own, other] = [these, others].map(Uses::once);
    let is_below = |[x, y]: &[Number; 2]| {
        let at = [&Fraction::from(y * &these.over[0]), &Fraction::from(x * &these.over[1])];
        Ok(case.compare(&own.event(case, at)?.delta, &other.event(case, at)?.delta)?.is_lt())
    };
    Ok(!any(&these.masses, is_below)?)
}
