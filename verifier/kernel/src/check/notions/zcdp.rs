//! `zcdp`: D_k(x_i ‖ x_h) ≤ ρ·k for every real k > 1 and all neighbours i, h, in both orders (Bun, Steinke, Concentrated
//! differential privacy, 2016).
//!
//! With p = x_i, q = x_h, L = ln(p/q), s = k − 1 and K(s) = ln Σ_o p_o·e^(s·L_o) the claim is K(s) ≤ ρ·s·(s+1) for all s
//! > 0: `rho_min` is the supremum of K(s)/(s·(s+1)), which tends to K'(0), the divergence of Kullback and Leibler, as s
//! tends to 0. Σp = 1, so that K(0) = 0. K' and K'' are the mean and the variance of L under the weights p_o·e^(s·L_o),
//! and K''' is its third central moment, so that |K'''| ≤ R·K'' with R = max L − min L. Hence
//! - K(s+u) ≤ K(s) + K'(s)·u + M·u² for u from −w to w, with M = K''(s)·e^(R·w)/2, and with M = R²/8, as no variance is
//!   over R²/4 (Popoviciu);
//! - K(s) ≤ s·max L, which is no more than η·s·(s+1) from s = max L/η − 1 on.
//!
//! Computed by branch and bound: η is a little more than the largest quotient that was seen. Of a piece from s to s + w
//! the polynomial A + B·u + C·u² in u, A = η·s·(s+1) − K(s), B = η·(2s+1) − K'(s), C = η − M, is looked at: with its
//! value Q at w it is A·(1−v) + Q·v − C·w²·v·(1−v) for u = v·w, and not negative on the piece if A, Q ≥ 0 and √A + √Q ≥
//! √C·w where C > 0; likewise from its other end, with −B in the place of B. A piece where neither shows is cut. All
//! numbers are between integers over 2^bits, and rounded so that each inequality stays true: the largest quotient and η
//! enclose the supremum.
//!
//! Of all uses of a composition K is the sum of the parts' own, the sum over tuples being the product. |K'''| is at most
//! the largest R times K'' then.

use crate::case::{Case, neighbours};
use crate::failure::{Failure, Why, refused};
use crate::problem::{Name, Verdict};
use crate::proved::{Found, Reason, Value};
use dp_number::meter::{charge, pass, steps};
use dp_number::{Bracket, Fraction, Number, Point, exp_of_minus, logarithm};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// By which part of it, 2^-places, the enclosure may be wider than nothing, and with how many bits it is looked for. The
/// next is tried where a number does not show with so many, or where the claim's ρ is inside.
const PRECISIONS: [[u64; 2]; 6] = [[56, 192], [56, 512], [112, 512], [112, 1_536], [240, 1_536], [240, 6_144]];

/// A first look for a large quotient, so that few pieces are left.
const COARSE: u64 = 8;

/// The most pieces of a pair.
const PIECES: usize = 1 << 14;

pub(crate) fn check(case: &Case, rho: &Fraction) -> Result<Found, Failure> {
    let mut pairs = neighbours(case.graph)?;
    for &pair in &pairs {
        for (k, (part, _)) in case.uses().into_iter().enumerate() {
            let [x, y] = part.pair(pair)?;
            for output in part.support(x)? {
                if !part.sign(&y[output])?.is_gt() {
                    let reason = Reason::Diverge { pair, output: Some(output) };
                    let found = Found::new(Verdict::Fails).value(Name::RhoMin, Value::Infinite).because(reason);
                    return Ok(found.because(case.is_composed().then_some(Reason::InPart(k))));
                }
            }
        }
    }
    let mut apart = Vec::new();
    for pair in pairs.drain(..) {
        if !are_alike(case, pair)? {
            apart.push(pair);
        }
    }
    if apart.is_empty() {
        let holds = Verdict::of(case.sign(&rho.numerator)?.is_ge());
        return Ok(Found::new(holds).number(Name::RhoMin, Fraction::ZERO));
    }
    for [places, bits] in PRECISIONS {
        let Some(best) = supremum(case, &apart, places, bits)? else { continue };
        let ends = best.ends(places, bits);
        let [low, high] = [case.compare(&ends[0], rho)?, case.compare(&ends[1], rho)?];
        if low.is_gt() || high.is_le() {
            let order = &Fraction::ONE + &over(best.s, bits);
            let found = Found::new(Verdict::of(!low.is_gt())).value(Name::RhoMin, Value::Enclosed(ends));
            return Ok(found.because(Reason::Concentrated { pair: best.pair, order }));
        }
    }
    refused(Why::NotEnclosed)
}

/// Whether two nodes have the same row in every part.
fn are_alike(case: &Case, pair: [usize; 2]) -> Result<bool, Failure> {
    for (part, _) in case.uses() {
        let [x, y] = part.pair(pair)?;
        for o in 0..part.outputs() {
            if part.compare_entries(x, y, o)?.is_ne() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The largest quotient that was seen, and where.
struct Best {
    eta: BigInt,
    pair: [usize; 2],
    s: BigInt,
}

impl Best {
    /// A little more than it.
    fn target(&self, places: u64) -> BigInt {
        &self.eta + (&self.eta >> places)
    }

    /// The enclosure, of no more digits than it is exact to.
    fn ends(&self, places: u64, bits: u64) -> [Fraction; 2] {
        let spare = self.eta.bits().saturating_sub(places).saturating_sub(8).min(bits);
        let end = |n: BigInt| over(n, bits.saturating_sub(spare));
        [end(&self.eta >> spare), end((self.target(places) >> spare) + 1)]
    }
}

/// n/2^bits.
fn over(n: BigInt, bits: u64) -> Fraction {
    Fraction::new(n.into(), (BigInt::one() << bits).into()).lowest()
}

/// Of all pairs of different rows; `None` where so many bits are too few.
fn supremum(case: &Case, pairs: &[[usize; 2]], places: u64, bits: u64) -> Result<Option<Best>, Failure> {
    let mut best = Best { eta: BigInt::ZERO, pair: [0; 2], s: BigInt::ZERO };
    for places in [COARSE, places] {
        for &pair in pairs {
            let Some(loss) = Loss::of(case, pair, bits)? else { return Ok(None) };
            if loss.search(pair, places, &mut best)?.is_none() {
                return Ok(None);
            }
        }
    }
    Ok(Some(best))
}

/// The privacy loss L of a pair of nodes. Numbers are over 2^bits, those of ln 2.
struct Loss {
    two: Bracket,
    parts: Vec<Part>,
    /// No less than max L of all uses, than R of each, and than R²/4 of all uses.
    most: BigInt,
    range: BigInt,
    spread: BigInt,
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
struct Place {
    s: BigInt,
    k: Bracket,
    slope: Bracket,
    bend: BigInt,
}

impl Loss {
    /// `None` where so many bits are too few, or numbers can't be enclosed.
    fn of(case: &Case, pair: [usize; 2], bits: u64) -> Result<Option<Self>, Failure> {
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

    fn bits(&self) -> u64 {
        self.two.bits
    }

    /// `None` where so many bits are too few. Cost: an exponential and a few products for each output.
    fn at(&self, s: BigInt) -> Result<Option<Place>, Failure> {
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

    /// Looks at a point: `None` where the quotient there is not known to within what is asked.
    fn seen(&self, pair: [usize; 2], (s, places): (BigInt, u64), best: &mut Best) -> Result<Option<Place>, Failure> {
        let Some(at) = self.at(s)? else { return Ok(None) };
        let square = &at.s * (&at.s + (BigInt::one() << self.bits()));
        let quotient = |k: &BigInt| (k << (2 * self.bits())).div_floor(&square);
        let [low, high] = match at.s.is_zero() {
            true => [at.slope.low.clone(), at.slope.high.clone()],
            false => [quotient(&at.k.low), quotient(&at.k.high) + 1],
        };
        if low > best.eta {
            *best = Best { eta: low.clone(), pair, s: at.s.clone() };
        }
        // Half of what η is more than the largest quotient.
        let is_known = (high - low) << places.saturating_add(1) <= best.eta;
        Ok(is_known.then_some(at))
    }

    /// Raises the largest quotient until no other of this pair is over η.
    fn search(&self, pair: [usize; 2], places: u64, best: &mut Best) -> Result<Option<()>, Failure> {
        let one = BigInt::one() << self.bits();
        let (mut pieces, mut left, mut end) = (Vec::new(), PIECES, one.clone());
        let Some(mut at) = self.seen(pair, (BigInt::ZERO, places), best)? else { return Ok(None) };
        loop {
            let Some(next) = self.seen(pair, (end.clone(), places), best)? else { return Ok(None) };
            pieces.push([at, next.clone()]);
            if &self.most << self.bits() <= best.target(places) * (&one + &end) {
                break;
            }
            (at, end) = (next, end << 1);
        }
        while let Some([at, end]) = pieces.pop() {
            let (eta, width) = (best.target(places), &end.s - &at.s);
            if self.is_below(&at, &width, &eta, false) || self.is_below(&end, &width, &eta, true) {
                continue;
            }
            left = left.saturating_sub(1);
            if left == 0 || width <= BigInt::one() {
                return Ok(None);
            }
            let middle = self.likely(&at, &end, &eta).unwrap_or_else(|| &at.s + (width >> 1));
            let Some(next) = self.seen(pair, (middle, places), best)? else { return Ok(None) };
            pieces.push([next.clone(), end]);
            pieces.push([at, next]);
        }
        Ok(Some(()))
    }

    /// Where a piece is cut with most hope: about where the quotient is largest, by a step of Newton's from either end;
    /// `None` if that is not well inside.
    fn likely(&self, at: &Place, end: &Place, eta: &BigInt) -> Option<BigInt> {
        let one = BigInt::one() << self.bits();
        let step = |from: &Place| {
            let rise = &from.slope.low - (eta * (2 * &from.s + &one) >> self.bits());
            let fall: BigInt = 2 * eta - &from.bend;
            fall.is_positive().then(|| &from.s + (rise << self.bits()) / fall)
        };
        let margin = (&end.s - &at.s) >> 3;
        let inside = |s: &BigInt| *s > &at.s + &margin && *s < &end.s - &margin;
        step(at).filter(inside).or_else(|| step(end).filter(inside))
    }

    /// Whether K(s+u) ≤ η·(s+u)·(s+u+1) for all u from 0 to w; or, `backward`, from −w to 0.
    fn is_below(&self, at: &Place, w: &BigInt, eta: &BigInt, backward: bool) -> bool {
        let (bits, one) = (self.bits(), BigInt::one() << self.bits());
        let growth = (&self.range * w >> bits) + 1;
        let mut m = self.spread.clone();
        if growth <= one {
            // e^x ≤ 1 + x + x² for 0 ≤ x ≤ 1.
            let most = &one + &growth + (&growth * &growth >> bits) + 1;
            m = m.min((&at.bend * most >> bits) + 1);
        }
        let a = (eta * &at.s * (&at.s + &one) >> (2 * bits)) - &at.k.high;
        let rise = eta * (2 * &at.s + &one);
        let b = if backward { &at.slope.low - (rise >> bits) - 1 } else { (rise >> bits) - &at.slope.high };
        // Twice C.
        let c = 2 * eta - m;
        let square = &c * w * w >> (2 * bits + 1);
        let q: BigInt = &a + (b * w >> bits) + &square;
        let apart: BigInt = square + 1 - &a - &q;
        !a.is_negative() && !q.is_negative() && (!apart.is_positive() || &apart * &apart <= 4 * a * q)
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
fn enclosed(case: &Case, n: &Number, places: u64) -> Result<Option<Bracket>, Failure> {
    Ok(Some(match (n.integer(), n.terms(), case.at.point()) {
        (Some(n), ..) => Bracket::exactly(n.into_owned(), places),
        (None, Some(terms), Some(Point::Exponential(t))) => t.evaluate(terms, places)?,
        (None, None, Some(t @ (Point::Rational(_) | Point::Algebraic(_) | Point::Exponential(_)))) => {
            t.bracket(places)?.evaluate(&n.coefficients())?
        }
        _ => return Ok(None),
    }))
}
