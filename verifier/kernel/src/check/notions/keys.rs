//! Likelihood ratios as vectors of integers: their exponents over numbers that do not divide each other.

use super::classes::Classes;
use super::types::{Types, at_key};
use crate::failure::Failure;
use dp_number::meter::{charge, count, room};
use dp_number::{Limit, Number};

/// The classes by keys: the exponents of x/y over t and a base of numbers of which all are products. A constant factor
/// of all ratios of a part is in no key.
pub(crate) fn keyed(parts: &[(&Classes, usize)]) -> Result<Vec<Types>, Failure> {
    let numbers = || parts.iter().flat_map(|(part, _)| part.masses.iter().flatten());
    let (mut base, mut left): (Vec<Number>, Vec<Number>) = (Vec::new(), numbers().cloned().collect());
    let count = left.len() as u64 / 2;
    while let Some(x) = left.pop() {
        charge(1)?;
        let (_, x) = x.without_t();
        // Signs are left out: all ratios are positive.
        if x.word().is_some_and(|x| x.unsigned_abs() <= 1) {
            continue;
        }
        // A place of a key takes a quarter of what is counted for a number.
        room(count.saturating_mul(base.len() as u64 / 4), 0)?;
        let found = base.iter().enumerate().find_map(|(k, b)| common(&x, b).map(|common| (k, common)));
        let Some((k, common)) = found else {
            base.push(x);
            continue;
        };
        let b = base.swap_remove(k);
        left.extend([x.over(&common), b.over(&common)].into_iter().flatten());
        base.push(common);
    }
    // What has none of these as a divisor is left of polynomials of which none divides the other.
    numbers().try_for_each(|x| exponents(x, &mut base).map(drop))?;
    let mut keyed = |part: &Classes| {
        let mut types = Types::new();
        for masses in &part.masses {
            let [x, y] = [exponents(&masses[0], &mut base)?, exponents(&masses[1], &mut base)?];
            let key = x.iter().zip(&y).map(|(x, y)| x.checked_sub(*y)).collect::<Option<_>>().ok_or(Limit::Degree)?;
            room(count.saturating_mul(base.len() as u64 / 4), 0)?;
            at_key(&mut types, key, 2).iter_mut().zip(masses).for_each(|(sum, x)| *sum += x);
        }
        Ok(types)
    };
    parts.iter().map(|(part, _)| keyed(part)).collect()
}

/// The steps of the greatest common divisor of two words.
const OF_A_GCD: u64 = 64;

/// A divisor of both that is not 1 or −1: the greatest one of integers; of polynomials one of the two, if it divides
/// the other.
fn common(x: &Number, y: &Number) -> Option<Number> {
    if let (Some(x), Some(y)) = (x.word(), y.word()) {
        count(OF_A_GCD);
        let common = num_integer::gcd(x.unsigned_abs(), y.unsigned_abs());
        return (common > 1).then(|| Number::from(i128::from(common)));
    }
    if x.is_integer() && y.is_integer() {
        return Number::common_divisor([x, y]).map(Number::from).filter(|common| *common != Number::ONE);
    }
    if x.over(y).is_some() { Some(y.clone()) } else { y.over(x).is_some().then(|| x.clone()) }
}

/// How often t and each of the base divide x, up to its sign; what is left is taken into the base.
fn exponents(x: &Number, base: &mut Vec<Number>) -> Result<Vec<i64>, Failure> {
    let (e, mut left) = x.without_t();
    let mut all = Vec::with_capacity(base.len().saturating_add(1));
    // Differences of two are numbers too.
    all.push(i64::try_from(e).ok().filter(|e| *e < i64::MAX / 2).ok_or(Limit::Degree)?);
    for b in &*base {
        let mut exponent = 0i64;
        while let Some(quotient) = left.over(b) {
            charge(1)?;
            left = quotient;
            exponent = exponent.saturating_add(1);
        }
        all.push(exponent);
    }
    if left.word().is_none_or(|left| left.unsigned_abs() > 1) {
        base.push(left);
        all.push(1);
    }
    Ok(all)
}

/// Whether all keys lie on one line, in the order of its points.
pub(crate) fn on_line(part: &Types) -> bool {
    let mut keys = part.keys();
    let Some(origin) = keys.next() else { return true };
    let less = |(a, b): (&i64, &i64)| i128::from(*a).saturating_sub((*b).into());
    let apart = |key: &Vec<i64>| key.iter().zip(origin).map(less).collect::<Vec<_>>();
    let Some(step) = keys.next().map(apart) else { return true };
    let Some(place) = step.iter().position(|d| *d != 0) else { return false };
    let is_multiple = |key: Vec<i128>| {
        let product = |x: &[i128], y: &[i128], k: usize| x.get(k)?.checked_mul(*y.get(place)?);
        (0..step.len()).all(|k| product(&key, &step, k).is_some_and(|xy| Some(xy) == product(&step, &key, k)))
    };
    keys.map(apart).all(is_multiple)
}
