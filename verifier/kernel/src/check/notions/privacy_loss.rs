//! The privacy loss L = ln(p/q) of two nodes with the rows p and q, and K(s) = ln Σ_o p_o·e^(s·L_o) with K' and K'' of
//! all uses together: enclosed between integers over 2^bits, at one t. See `zcdp`.

use crate::case::Case;
use crate::failure::Failure;
use dp_number::meter::{charge, pass, steps};
use dp_number::{Bracket, Number, Point, exp_of_minus, logarithm};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

/// The privacy loss L of a pair of nodes. Numbers are over 2^bits, those of ln 2.
pub(super) struct Loss {
    two: Bracket,
    parts: Vec<Part>,
    /// No less than max L of all uses, than R of each, and than R²/4 of all uses.
    pub(super) most: BigInt,
    pub(super) range: BigInt,
    pub(super) spread: BigInt,
}

/// That of one part, used so many times: a number that is no less than max L, and for each output p and what L lacks of
/// it.
struct Part {
    times: BigInt,
    most: BigInt,
    outputs: Vec<[Bracket; 2]>,
}

/// K and K' at s, and the most that K'' may be there.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) s: BigInt,
    pub(super) k: Bracket,
    pub(super) slope: Bracket,
    pub(super) bend: BigInt,
}

impl Loss {
    /// `None` where so many bits are too few, or numbers can't be enclosed.
    pub(super) fn of(case: &Case, pair: [usize; 2], bits: u64) -> Result<Option<Self>, Failure> {
        let mut all = Self {
            two: logarithm::ln_two(bits)?,
            parts: Vec::new(),
            most: 0.into(),
            range: 0.into(),
            spread: 0.into(),
        };
        for (part, times) in case.uses() {
            let Some(outputs) = losses(&part, pair, &all.two)? else { return Ok(None) };
            let ends = outputs.iter().map(|[_, loss]| [&loss.low, &loss.high]);
            let (least, most) = (ends.clone().map(|[low, _]| low).min(), ends.map(|[_, high]| high).max());
            let (Some(least), Some(most)) = (least, most) else { return Ok(None) };
            let (range, most, times) = (most - least, most.clone(), BigInt::from(times));
            let lacks = |loss: &Bracket| Bracket { low: &most - &loss.high, high: &most - &loss.low, bits };
            let outputs = outputs.iter().map(|[p, loss]| [p.clone(), lacks(loss)]).collect();
            all.most += &most * &times;
            all.spread += ((&range * &range * &times) >> bits.saturating_add(2)) + 1;
            all.range = all.range.max(range);
            all.parts.push(Part { times, most, outputs });
        }
        Ok(Some(all))
    }

    pub(super) fn bits(&self) -> u64 {
        self.two.bits
    }

    /// `None` where so many bits are too few. Cost: an exponential and a few products for each output.
    pub(super) fn at(&self, s: BigInt) -> Result<Option<Place>, Failure> {
        let (bits, is_first) = (self.bits(), s.is_zero());
        let (zero, place) = (Bracket::exactly(0, bits), Bracket { low: s.clone(), high: s.clone(), bits });
        let (mut k, mut slope, mut bend) = (zero.clone(), zero.clone(), BigInt::ZERO);
        for Part { times, most, outputs } in &self.parts {
            let [mut sum, mut mean, mut square] = [zero.clone(), zero.clone(), zero.clone()];
            for [p, lacks] in outputs {
                let weight = if is_first { p.clone() } else { p.times(&exp_of_minus(&place.times(lacks))?) };
                let lacking = weight.times(lacks);
                square.add(&lacking.times(lacks));
                mean.add(&lacking);
                sum.add(&weight);
            }
            let (Some(mean), Some(square)) = (mean.over(&sum), square.over(&sum)) else { return Ok(None) };
            charge(steps(16, pass(bits), pass(bits)))?;
            slope.add(&Bracket { low: most - &mean.high, high: most - &mean.low, bits }.scaled(times));
            bend += (&square.high - ((&mean.low * &mean.low) >> bits)) * times;
            // K(0) = 0.
            if !is_first {
                let mut ln = logarithm::ln(&sum.low, bits, &self.two)?;
                ln.high += (((&sum.high - &sum.low) << bits) / &sum.low) + 1;
                ln.add(&self.two.scaled(&-BigInt::from(bits)));
                ln.add(&Bracket { low: most.clone(), high: most.clone(), bits }.times(&place));
                k.add(&ln.scaled(times));
            }
        }
        Ok(Some(Place { s, k, slope, bend: bend.max(BigInt::ZERO) }))
    }
}

/// p and L at each output that p has. `None` where numbers can't be enclosed so closely.
fn losses(case: &Case, pair: [usize; 2], two: &Bracket) -> Result<Option<Vec<[Bracket; 2]>>, Failure> {
    let (rows, bits) = (case.pair(pair)?, two.bits);
    let support = case.support(rows[0])?;
    let mut all: Vec<&Number> = Vec::new();
    for row in rows {
        all.push(&row.denominator);
        all.extend(support.iter().map(|o| &row[*o]));
    }
    // Integers as they are.
    let places = match all.iter().all(|n| n.is_integer()) {
        true => 0,
        false => all.iter().map(|n| n.bits()).fold(bits, u64::max).saturating_add(64),
    };
    let all = all.into_iter().map(|n| enclosed(case, n, places)).collect::<Result<Option<Vec<_>>, _>>()?;
    let Some(all) = all else { return Ok(None) };
    let (x, y) = all.split_at(all.len() / 2);
    let (Some((d, x)), Some((e, y))) = (x.split_first(), y.split_first()) else { return Ok(None) };
    let mut outputs = Vec::new();
    for (x, y) in x.iter().zip(y) {
        if ![x, y, d, e].iter().all(|n| n.low.is_positive()) {
            return Ok(None);
        }
        charge(steps(8, pass(x.high.bits()), pass(e.high.bits())))?;
        charge(steps(8, pass(y.high.bits()), pass(d.high.bits())))?;
        let ln = |n: BigInt| logarithm::ln(&n, bits, two);
        let low = ln(&x.low * &e.low)?.low - ln(&y.high * &d.high)?.high;
        let high = ln(&x.high * &e.high)?.high - ln(&y.low * &d.low)?.low;
        let p =
            [Bracket::around(&x.low, &x.low, &d.high, bits).low, Bracket::around(&x.high, &x.high, &d.low, bits).high];
        let [least, most] = p;
        outputs.push([Bracket { low: least, high: most, bits }, Bracket { low, high, bits }]);
    }
    Ok(Some(outputs))
}

/// Encloses a number at one t; `None` at others, and of powers of two numbers.
pub(super) fn enclosed(case: &Case, n: &Number, places: u64) -> Result<Option<Bracket>, Failure> {
    Ok(Some(match (n.integer(), n.terms(), case.at.point()) {
        (Some(n), ..) => Bracket::exactly(n.into_owned(), places),
        (None, Some(terms), Some(Point::Exponential(t))) => t.evaluate(terms, places)?,
        (None, None, Some(t @ (Point::Rational(_) | Point::Algebraic(_) | Point::Exponential(_)))) => {
            t.bracket(places)?.evaluate(&n.coefficients())?
        }
        _ => return Ok(None),
    }))
}
