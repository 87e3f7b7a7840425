//! Polynomials as lists of coefficients from the constant up.

use crate::gcd::gcd;
use crate::meter::{Limit, charge, of_product, pass, size, steps, total, words};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// The steps that an operation on two coefficients takes beside those of their words.
pub const TERM: u64 = 24;

/// The sign of an integer.
pub fn order(n: &BigInt) -> Ordering {
    n.sign().cmp(&Sign::NoSign)
}

/// The bits of the longest coefficient.
pub fn bits(p: &[BigInt]) -> u64 {
    p.iter().map(BigInt::bits).max().unwrap_or(0)
}

fn long(p: &[BigInt]) -> u64 {
    pass(bits(p))
}

/// The words of a coefficient on the average, of so many.
fn mean(p: &[BigInt], count: u64) -> u64 {
    let all = p.iter().filter(|c| !c.is_zero()).map(|c| pass(c.bits())).fold(0, u64::saturating_add);
    all.checked_div(count).unwrap_or(0).saturating_add(1)
}

/// p·q; 0 over a limit. Cost: a product of coefficients for each pair, and p's zeros are left out.
pub fn product(p: &[BigInt], q: &[BigInt]) -> Vec<BigInt> {
    if p.is_empty() || q.is_empty() {
        return Vec::new();
    }
    let wide = total([bits(p), bits(q), p.len().min(q.len()).ilog2().into(), 1]);
    let some = p.iter().filter(|c| !c.is_zero()).count() as u64;
    let cost =
        steps(some, q.len() as u64, total([of_product(mean(p, some), mean(q, q.len() as u64)), words(wide), TERM]));
    let length = p.len().saturating_add(q.len()).saturating_sub(1);
    if size(length.saturating_sub(1) as u64, wide).and(charge(cost)).is_err() {
        return Vec::new();
    }
    let mut product = vec![BigInt::zero(); length];
    for (i, c) in p.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
        product.iter_mut().skip(i).zip(q).for_each(|(sum, d)| *sum += c * d);
    }
    product
}

/// p/t^k for the largest k.
pub fn without_powers(p: &[BigInt]) -> &[BigInt] {
    let zeros = p.iter().take_while(|c| c.is_zero()).count();
    p.get(zeros..).unwrap_or_default()
}

/// p/d where that has integer coefficients, d ≠ 0.
///
/// For a primitive d that is so iff d divides p over the rationals (Gauss). A true quotient q has
/// |q_i| ≤ 2^(deg q)·‖p‖₂ (Mignotte), so that the division ends as soon as a longer one appears.
/// Cost: a product of coefficients for each pair of those of q and d.
pub fn quotient(p: &[BigInt], d: &[BigInt]) -> Result<Option<Vec<BigInt>>, Limit> {
    let Some(lead) = d.last() else { return Ok(None) };
    let Some(shifts) = p.len().saturating_add(1).checked_sub(d.len()) else { return Ok(p.is_empty().then(Vec::new)) };
    let most = total([bits(p), shifts as u64, p.len().max(1).ilog2().into(), 1]);
    let each = total([steps(1, pass(most), long(d)), words(most.saturating_add(bits(d))), TERM]);
    charge(steps(shifts as u64, d.len() as u64, each))?;
    let (mut rest, mut quotient) = (p.to_vec(), vec![BigInt::zero(); shifts]);
    for (shift, place) in quotient.iter_mut().enumerate().rev() {
        let top = rest.iter().skip(shift).nth(d.len().saturating_sub(1));
        let Some(top) = top.filter(|top| !top.is_zero()) else { continue };
        let (q, remainder) = top.div_rem(lead);
        if !remainder.is_zero() || q.bits() > most {
            return Ok(None);
        }
        rest.iter_mut().skip(shift).zip(d).for_each(|(c, d)| *c -= &q * d);
        *place = q;
    }
    Ok(rest.iter().all(Zero::is_zero).then_some(quotient))
}

/// p without the greatest common divisor of its coefficients.
pub fn primitive(p: &[BigInt]) -> Result<Vec<BigInt>, Limit> {
    charge(steps((p.len() as u64).saturating_add(64), long(p), long(p)))?;
    let known = |content: &BigInt, c: &BigInt| !content.is_zero() && c.is_multiple_of(content);
    let content = p.iter().rev().fold(BigInt::zero(), |all, c| if known(&all, c) { all } else { gcd(&all, c) });
    Ok(if content.is_zero() { p.to_vec() } else { p.iter().map(|c| c / &content).collect() })
}

/// p(n/d)·d^deg: of p(n/d)'s sign for d > 0. Horner's rule on integers.
pub fn at(p: &[BigInt], n: &BigInt, d: &BigInt) -> Result<BigInt, Limit> {
    let wide = n.bits().max(d.bits());
    let grown = bits(p).saturating_add((p.len() as u64).saturating_mul(wide));
    charge(steps(p.len() as u64, pass(grown), words(wide).saturating_add(long(p))))?;
    let (mut power, mut sum) = (BigInt::one(), BigInt::zero());
    for c in p.iter().rev() {
        sum = sum * n + c * &power;
        power *= d;
    }
    Ok(sum)
}

/// p's Bernstein coefficients on the interval from a/m to b/m, a < b, m > 0, up to one positive factor: p is
/// Σ b_i·C(n,i)·u^i·(1−u)^(n−i), u running from 0 to 1 over it.
///
/// The basis is positive inside, so that b's of one sign, not all 0, give p that sign on the open interval. By
/// Descartes' rule, applied to x = u/(1−u), the sign changes among the b's are at least the number of roots in the open
/// interval, counted with multiplicity, and as even or odd as it: none means no root, one means one. The first and the
/// last b are the values at the ends. (Basu, Pollack and Roy, Algorithms in Real Algebraic Geometry, chapter 10.) The
/// coefficients here are C(n,i)·b_i, which have the same signs. Cost: deg² sums, and products with powers of a, b − a
/// and m for each coefficient.
pub fn bernstein(p: &[BigInt], [a, b, m]: [&BigInt; 3]) -> Result<Vec<BigInt>, Limit> {
    let terms = p.len() as u64;
    let wide = a.bits().max(b.bits()).max(m.bits());
    // Each term has a coefficient, deg factors among a, b − a and m, and two binomial coefficients.
    let grown = bits(p).saturating_add(terms.saturating_mul(total([wide, 3])));
    size(terms, grown)?;
    charge(steps(terms, pass(grown), pass(terms.saturating_mul(wide))))?;
    charge(steps(terms, terms, pass(grown).saturating_add(TERM)))?;
    // m^n·p((a + (b − a)·u)/m), by that of a·(1 + x) for a ≠ 0: sums are shorter than products.
    let mut c = p.to_vec();
    powers(c.iter_mut().rev(), m, |c, power| *c *= power);
    if !a.is_zero() {
        powers(c.iter_mut(), a, |c, power| *c *= power);
        shift(&mut c);
        powers(c.iter_mut(), a, |c, power| *c /= power);
    }
    powers(c.iter_mut(), &(b - a), |c, power| *c *= power);
    // (1+x)^n·p(x/(1+x)), whose coefficients are C(n,i)·b_i.
    c.reverse();
    shift(&mut c);
    c.reverse();
    Ok(c)
}

/// Does something to each coefficient with the next power of x, from 1 on.
fn powers<'a>(p: impl Iterator<Item = &'a mut BigInt>, x: &BigInt, each: impl Fn(&mut BigInt, &BigInt)) {
    p.fold(BigInt::one(), |power, c| {
        each(c, &power);
        power * x
    });
}

/// p(x + 1) in place of p(x), by Horner's scheme: from the top down.
fn shift(p: &mut [BigInt]) {
    (0..p.len()).for_each(|i| add_up(p.iter_mut().skip(i).rev()));
}

/// Each takes the one before it, which has taken its own.
fn add_up<'a>(p: impl Iterator<Item = &'a mut BigInt>) {
    p.reduce(|before, c| {
        *c += &*before;
        c
    });
}

/// The sums S_k of the coefficients up to the k-th.
pub fn sums(p: &[BigInt]) -> Result<Vec<BigInt>, Limit> {
    let (terms, grown) = (p.len() as u64, bits(p).saturating_add(64));
    size(terms, grown)?;
    charge(steps(terms, pass(grown), 1))?;
    let mut sums = p.to_vec();
    add_up(sums.iter_mut());
    Ok(sums)
}

/// How often the sign changes along the coefficients, zeros left out.
pub fn changes(coefficients: &[BigInt]) -> usize {
    let signs: Vec<bool> = coefficients.iter().filter(|c| !c.is_zero()).map(Signed::is_positive).collect();
    signs.iter().zip(signs.iter().skip(1)).filter(|(sign, next)| sign != next).count()
}
