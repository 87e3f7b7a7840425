//! `zcdp`: D_k(x_i ‖ x_h) ≤ ρ·k for every real k > 1 and all neighbours i, h, in both orders (Bun, Steinke,
//! Concentrated differential privacy, 2016).
//!
//! With p = x_i, q = x_h, L = ln(p/q), s = k − 1 and K(s) = ln Σ_o p_o·e^(s·L_o) the claim is K(s) ≤ ρ·s·(s+1) for
//! s > 0: `rho_min` is the supremum of K(s)/(s·(s+1)), which tends to K'(0), the divergence of Kullback and Leibler,
//! as s tends to 0. Σp = 1, so that K(0) = 0. K' and K'' are the mean and the variance of L under the weights
//! p_o·e^(s·L_o), and K''' is its third central moment, so that |K'''| ≤ R·K'' with R = max L − min L. Hence
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
//! Of all uses of a composition K is the sum of the parts' own, the sum over tuples being the product. |K'''| is then
//! at most the largest R times K''.

use super::delta_of_rho::delta_of_rho;
use super::privacy_loss::{Loss, Place};
use crate::case::{Case, neighbours};
use crate::failure::{Failure, Why, refused};
use crate::problem::{Name, Verdict};
use crate::proved::{Found, Reason, Value};
use dp_number::Fraction;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// The enclosure may be as wide as its 2^-places part, and is looked for with so many bits. The next is tried where
/// that does not show with so many, or where the claim's ρ is inside.
const PRECISIONS: [[u64; 2]; 6] = [[56, 192], [56, 512], [112, 512], [112, 1_536], [240, 1_536], [240, 6_144]];

/// A first look for a large quotient, so that few pieces are left.
const COARSE: u64 = 8;

/// The most pieces of a pair.
const PIECES: usize = 1 << 14;

/// With an ε, beside it what ρ alone says of δ there: see `delta_of_rho`.
pub(crate) fn check(case: &Case, rho: &Fraction, epsilon: Option<&Fraction>) -> Result<Found, Failure> {
    by_rho_alone(rho_min(case, rho)?, rho, epsilon)
}

/// What is found of ρ, with what it says of δ at an ε.
pub(super) fn by_rho_alone(found: Found, rho: &Fraction, epsilon: Option<&Fraction>) -> Result<Found, Failure> {
    let (Some(epsilon), Verdict::Holds) = (epsilon, found.verdict) else { return Ok(found) };
    let (Some(of), Some(at)) = (rho.rational()?, epsilon.rational()?) else { return refused(Why::DoesNotFit) };
    let found = found.value(Name::DeltaAtMost, Value::Enclosed(delta_of_rho(&of, &at)?));
    Ok(found.because(Reason::ByRhoAlone { rho: rho.clone(), epsilon: epsilon.clone() }))
}

fn rho_min(case: &Case, rho: &Fraction) -> Result<Found, Failure> {
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

impl Loss {
    /// Looks at a point: `None` where the quotient there is not known to within what is asked.
    fn seen(&self, pair: [usize; 2], (s, places): (BigInt, u64), best: &mut Best) -> Result<Option<Place>, Failure> {
        let Some(at) = self.at(s)? else { return Ok(None) };
        let square = &at.s * (&at.s + (BigInt::one() << self.bits()));
        let quotient = |k: &BigInt| (k << self.bits() << self.bits()).div_floor(&square);
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
            let rise = &from.slope.low - ((eta * (2 * &from.s + &one)) >> self.bits());
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
        let growth = ((&self.range * w) >> bits) + 1;
        let mut m = self.spread.clone();
        if growth <= one {
            // e^x ≤ 1 + x + x² for 0 ≤ x ≤ 1.
            let most = &one + &growth + ((&growth * &growth) >> bits) + 1;
            m = m.min(((&at.bend * most) >> bits) + 1);
        }
        let a = ((eta * &at.s * (&at.s + &one)) >> bits >> bits) - &at.k.high;
        let rise = eta * (2 * &at.s + &one);
        let b = if backward { &at.slope.low - (rise >> bits) - 1 } else { (rise >> bits) - &at.slope.high };
        // Twice C.
        let c = 2 * eta - m;
        let square = (&c * w * w) >> bits >> bits >> 1;
        let q: BigInt = &a + ((b * w) >> bits) + &square;
        let apart: BigInt = square + 1 - &a - &q;
        !a.is_negative() && !q.is_negative() && (!apart.is_positive() || &apart * &apart <= 4 * a * q)
    }
}
