//! Polynomials as lists of terms c·t^e, e rising and no c = 0: for powers of t that no list of all coefficients could hold.

use crate::meter::{Limit, charge, room, size, steps, words};
use crate::polynomial::TERM;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// e and c ≠ 0.
pub(crate) type Term = (u128, BigInt);

/// A quotient may have so many terms beside 16 for each of the dividend.
const MOST_OF_QUOTIENT: usize = 1 << 10;

/// The bits of the longest coefficient.
pub(crate) fn bits(p: &[Term]) -> u64 {
    p.iter().map(|(_, c)| c.bits()).max().unwrap_or(0)
}

/// About the words that they take.
pub(crate) fn long(p: &[Term]) -> u64 {
    (p.len() as u64).saturating_mul(words(bits(p)) + 4)
}

/// The greatest number that all e are multiples of; 1 of none.
pub(crate) fn step(p: &[Term]) -> u128 {
    p.iter().fold(0, |step: u128, (e, _)| step.gcd(e)).max(1)
}

/// The terms of c_0 + c_1 t + …
pub(crate) fn of_dense(coefficients: &[BigInt]) -> Vec<Term> {
    let terms = (0u128..).zip(coefficients).filter(|(_, c)| !c.is_zero());
    terms.map(|(e, c)| (e, c.clone())).collect()
}

/// All coefficients from the constant up; none over a limit.
pub(crate) fn to_dense(p: &[Term]) -> Vec<BigInt> {
    let degree = p.last().map_or(0, |(e, _)| u64::try_from(*e).unwrap_or(u64::MAX));
    size(degree, bits(p)).and_then(|()| in_steps(p, 1)).unwrap_or_default()
}

/// All coefficients of a polynomial in t^step, from the constant up, where all of its powers are such.
pub(crate) fn in_steps(p: &[Term], step: u128) -> Result<Vec<BigInt>, Limit> {
    let degree = p.last().map_or(0, |(e, _)| u64::try_from(e / step).unwrap_or(u64::MAX - 1));
    room(degree + 1, words(bits(p)))?;
    charge(degree)?;
    let mut all = Vec::new();
    for (e, c) in p {
        all.resize(usize::try_from(e / step).map_err(|_| Limit::Degree)?, BigInt::zero());
        all.push(c.clone());
    }
    Ok(all)
}

/// p + times·q. Linear in their size.
pub(crate) fn plus_times(p: Vec<Term>, q: &[Term], times: i64) -> Vec<Term> {
    let (mut sum, mut p) = (Vec::with_capacity(p.len() + q.len()), p.into_iter().peekable());
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
pub(crate) fn product(p: &[Term], q: &[Term]) -> Vec<Term> {
    let (many, each) = (p.len() as u64, q.len() as u64);
    let wide = bits(p) + bits(q) + u64::from(p.len().min(q.len()).max(1).ilog2()) + 1;
    let all = many.saturating_mul(each);
    let cost = (words(bits(p)) + 2) * (words(bits(q)) + 2) + words(wide) + 4 * TERM;
    let degree = |p: &[Term]| p.last().map_or(0, |(e, _)| *e);
    let highest = if degree(p).checked_add(degree(q)).is_some() { 0 } else { u64::MAX };
    if size(highest, wide).and(room(all, words(wide) + 4)).and(charge(steps(1, all, cost))).is_err() {
        return Vec::new();
    }
    let mut product = BTreeMap::new();
    for (e, c) in p {
        q.iter().for_each(|(f, d)| *product.entry(e + f).or_insert_with(BigInt::zero) += c * d);
    }
    product.into_iter().filter(|(_, c)| !c.is_zero()).collect()
}

/// p/d where that has integer coefficients and no more than 16 terms for each of p's, and 1,024; d ≠ 0.
///
/// Cost: a product of coefficients for each pair of those of the quotient and d.
pub(crate) fn quotient(p: &[Term], d: &[Term]) -> Result<Option<Vec<Term>>, Limit> {
    let Some(((top, lead), rest)) = d.split_last() else { return Ok(None) };
    charge(long(p))?;
    let (mut left, mut quotient): (BTreeMap<u128, BigInt>, _) = (p.iter().cloned().collect(), Vec::new());
    while let Some((e, c)) = left.pop_last() {
        charge(steps(2, d.len() as u64 + 1, (words(c.bits()) + 2) * (words(bits(d)) + 2) + 4 * TERM))?;
        let (q, remainder) = c.div_rem(lead);
        let Some(shift) = e.checked_sub(*top).filter(|_| remainder.is_zero()) else { return Ok(None) };
        if quotient.len() > 16 * p.len() + MOST_OF_QUOTIENT {
            return Ok(None);
        }
        for (f, d) in rest {
            let c = left.entry(shift + f).or_default();
            *c -= &q * d;
            if c.is_zero() {
                left.remove(&(shift + f));
            }
        }
        quotient.push((shift, q));
    }
    quotient.reverse();
    Ok(Some(quotient))
}

/// Terms in any order, some of one power, as they should be.
pub(crate) fn sorted(mut terms: Vec<Term>) -> Vec<Term> {
    terms.sort_by_key(|(e, _)| *e);
    let mut sum: Vec<Term> = Vec::with_capacity(terms.len());
    for (e, c) in terms {
        match sum.last_mut().map(|last| (last.0.cmp(&e), last)) {
            Some((Ordering::Equal, last)) => last.1 += c,
            _ => sum.push((e, c)),
        }
    }
    sum.retain(|(_, c)| !c.is_zero());
    sum
}
