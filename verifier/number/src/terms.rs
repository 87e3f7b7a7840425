//! Polynomials as lists of terms c·t^e, e rising and no c = 0: for powers of t that no list of all coefficients could
//! hold, and for polynomials in t and a second number u.

use crate::meter::{Limit, charge, of_product, pass, room, size, steps, total, words};
use crate::polynomial::TERM;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;
use std::collections::BTreeMap;

/// u^u·t^t, in the order of u's power, then t's. Where nothing is said of u there is none, and its power is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the powers of u and of t")]
pub struct Monomial {
    pub u: u32,
    pub t: u128,
}

/// t^e.
impl From<u128> for Monomial {
    fn from(t: u128) -> Self {
        Self { u: 0, t }
    }
}

impl Monomial {
    /// self·other; `None` of powers that have no room.
    pub fn times(self, other: Self) -> Option<Self> {
        Some(Self { u: self.u.checked_add(other.u)?, t: self.t.checked_add(other.t)? })
    }

    /// self/other, where that has no powers below 0.
    pub fn over(self, other: Self) -> Option<Self> {
        Some(Self { u: self.u.checked_sub(other.u)?, t: self.t.checked_sub(other.t)? })
    }
}

/// Its powers and c ≠ 0.
pub type Term = (Monomial, BigInt);

/// The steps of a sum for each term, and of finding a term's place among so many others.
pub const OF_A_TERM: u64 = 3 * TERM;

fn of_a_place(others: u64) -> u64 {
    total([OF_A_TERM, steps(12, others.max(1).ilog2().into(), 1)])
}

/// That so many terms with coefficients of so many bits may be made, as one number of several.
fn room_for(terms: usize, bits: u64) -> Result<(), Limit> {
    room(steps(4, terms as u64, 1), pass(bits).saturating_add(10))
}

/// A quotient may have so many terms beside 16 for each of the dividend.
const MOST_OF_QUOTIENT: usize = 1 << 10;

/// The bits of the longest coefficient.
pub fn bits(p: &[Term]) -> u64 {
    p.iter().map(|(_, c)| c.bits()).max().unwrap_or(0)
}

/// About the words that they take.
pub fn long(p: &[Term]) -> u64 {
    (p.len() as u64).saturating_mul(pass(bits(p)).saturating_add(2))
}

/// The least power of t.
pub fn least(p: &[Term]) -> u128 {
    p.iter().map(|(e, _)| e.t).min().unwrap_or(0)
}

/// p/t^e, for an e that no power is less than.
pub fn lower(p: &[Term], e: u128) -> Vec<Term> {
    p.iter().map(|(own, c)| (Monomial { t: own.t.saturating_sub(e), ..*own }, c.clone())).collect()
}

/// The greatest number that all powers of t are multiples of; 1 of none.
pub fn step(p: &[Term]) -> u128 {
    p.iter().fold(0, |step: u128, (e, _)| step.gcd(&e.t)).max(1)
}

/// The terms of c_0 + c_1 t + …
pub fn of_dense(coefficients: &[BigInt]) -> Vec<Term> {
    let terms = (0u128..).zip(coefficients).filter(|(_, c)| !c.is_zero());
    terms.map(|(e, c)| (e.into(), c.clone())).collect()
}

/// All coefficients from the constant up; none over a limit, as of a polynomial in u.
pub fn to_dense(p: &[Term]) -> Vec<BigInt> {
    let degree = p.last().filter(|(e, _)| e.u == 0).and_then(|(e, _)| u64::try_from(e.t).ok()).unwrap_or(u64::MAX);
    size(degree, bits(p)).and_then(|()| in_steps(p.iter().map(|(e, c)| (e.t, c)), bits(p))).unwrap_or_default()
}

/// All coefficients from the constant up of the sum of c·x^e, e rising.
pub fn in_steps<'a>(p: impl Iterator<Item = (u128, &'a BigInt)> + Clone, bits: u64) -> Result<Vec<BigInt>, Limit> {
    let degree = p.clone().last().map_or(0, |(e, _)| u64::try_from(e).unwrap_or(u64::MAX - 1));
    room(degree.saturating_add(1), words(bits))?;
    charge(degree)?;
    let mut all = Vec::new();
    for (e, c) in p {
        all.resize(usize::try_from(e).map_err(|_| Limit::Degree)?, BigInt::zero());
        all.push(c.clone());
    }
    Ok(all)
}

/// p + times·q. Linear in their size.
pub fn plus_times(p: Vec<Term>, q: &[Term], times: i64) -> Vec<Term> {
    let (mut sum, mut p) = (Vec::with_capacity(p.len().saturating_add(q.len())), p.into_iter().peekable());
    for (e, c) in q {
        while let Some(before) = p.next_if(|(own, _)| own < e) {
            sum.push(before);
        }
        let own = p.next_if(|(own, _)| own == e).map_or(BigInt::zero(), |(_, own)| own);
        let c = own + c * times;
        if !c.is_zero() {
            sum.push((*e, c));
        }
    }
    sum.extend(p);
    sum
}

/// p·q; nothing over a limit. Cost: a product of coefficients for each pair, and its place among the others.
pub fn product(p: &[Term], q: &[Term]) -> Vec<Term> {
    let (many, each) = (p.len() as u64, q.len() as u64);
    let wide = total([bits(p), bits(q), p.len().min(q.len()).max(1).ilog2().into(), 1]);
    let all = many.saturating_mul(each);
    let cost = total([of_product(pass(bits(p)), pass(bits(q))), words(wide), of_a_place(all)]);
    let most = |of: fn(&Term) -> u128| {
        let [p, q] = [p, q].map(|p| p.iter().map(of).max().unwrap_or(0));
        p.checked_add(q)
    };
    // All products of powers have room if these have.
    let of_u = most(|(e, _)| e.u.into()).and_then(|u| u32::try_from(u).ok());
    let highest = of_u.filter(|_| most(|(e, _)| e.t).is_some()).map_or(u64::MAX, u64::from);
    if size(highest, wide).and(room_for(q.len(), wide)).and(charge(steps(1, all, cost))).is_err() {
        return Vec::new();
    }
    let mut product: BTreeMap<Monomial, BigInt> = BTreeMap::new();
    for (e, c) in p {
        for (f, d) in q {
            let Some(power) = e.times(*f) else { return Vec::new() };
            *product.entry(power).or_default() += c * d;
        }
        if room_for(product.len(), wide).is_err() {
            return Vec::new();
        }
    }
    product.into_iter().filter(|(_, c)| !c.is_zero()).collect()
}

/// p/d where that has integer coefficients and no more than 16 terms for each of p's, and 1,024; d ≠ 0.
///
/// The highest term of p is the quotient's times d's, as of any order of powers that products keep. Cost: a product of
/// coefficients for each pair of those of the quotient and d.
pub fn quotient(p: &[Term], d: &[Term]) -> Result<Option<Vec<Term>>, Limit> {
    let Some(((top, lead), rest)) = d.split_last() else { return Ok(None) };
    charge(long(p))?;
    let (mut left, mut quotient): (BTreeMap<Monomial, BigInt>, _) = (p.iter().cloned().collect(), Vec::new());
    while let Some((e, c)) = left.pop_last() {
        charge(steps(
            2,
            (d.len() as u64).saturating_add(1),
            total([steps(1, pass(c.bits()), pass(bits(d))), of_a_place(left.len() as u64)]),
        ))?;
        room_for(left.len().saturating_add(quotient.len()), c.bits())?;
        let (q, remainder) = c.div_rem(lead);
        let Some(shift) = e.over(*top).filter(|_| remainder.is_zero()) else { return Ok(None) };
        if quotient.len() > p.len().saturating_mul(16).saturating_add(MOST_OF_QUOTIENT) {
            return Ok(None);
        }
        for (f, d) in rest {
            let Some(power) = shift.times(*f) else { return Ok(None) };
            let c = left.entry(power).or_default();
            *c -= &q * d;
            if c.is_zero() {
                left.remove(&power);
            }
        }
        quotient.push((shift, q));
    }
    quotient.reverse();
    Ok(Some(quotient))
}

/// Terms in any order, some of one power, as they should be.
pub fn sorted(mut terms: Vec<Term>) -> Vec<Term> {
    terms.sort_unstable_by_key(|(e, _)| *e);
    terms.dedup_by(|(e, c), (last, sum)| {
        let is_same = e == last;
        if is_same {
            *sum += std::mem::take(c);
        }
        is_same
    });
    terms.retain(|(_, c)| !c.is_zero());
    terms
}
