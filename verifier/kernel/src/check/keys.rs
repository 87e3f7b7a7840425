//! Likelihood ratios as vectors of integers: their exponents over numbers that do not divide each other.

use super::classes::Classes;
use super::types::{self, Types};
use super::*;
use crate::meter::count;

/// The classes by keys: the exponents of x/y over t and a base of numbers of which all are products. A constant factor of all ratios
/// of a part is in no key.
pub(super) fn keyed(parts: &[(&Classes, usize)]) -> Result<Vec<Types>, Failure> {
    let mut base: Vec<Number> = Vec::new();
    let mut left: Vec<Number> = parts.iter().flat_map(|(part, _)| part.masses.iter().flatten().cloned()).collect();
    let count = left.len() as u64 / 2;
    while let Some(x) = left.pop() {
        charge(1)?;
        let (_, x) = x.without_t();
        // Signs are left out: all ratios are positive.
        if x.word().is_some_and(|x| x.unsigned_abs() <= 1) {
            continue;
        }
        let found = base.iter().enumerate().find_map(|(k, b)| common(&x, b).map(|common| (k, common)));
        let Some((k, common)) = found else {
            base.push(x);
            // A place of a key takes a quarter of what is counted for a number.
            room(count.saturating_mul(base.len() as u64 / 4), 0)?;
            continue;
        };
        let b = base.swap_remove(k);
        left.extend([x.over(&common), b.over(&common)].into_iter().flatten());
        base.push(common);
    }
    let mut all = Vec::with_capacity(parts.len());
    for (part, _) in parts {
        let mut keys = Vec::with_capacity(part.masses.len());
        for [x, y] in &part.masses {
            charge(2 * base.len() as u64)?;
            room(count.saturating_mul(base.len() as u64 / 4), 0)?;
            let [x, y] = [exponents(x, &mut base)?, exponents(y, &mut base)?];
            let at = |exponents: &[i64], k: usize| exponents.get(k).copied().unwrap_or(0);
            keys.push((0..=base.len()).map(|k| at(&x, k) - at(&y, k)).collect::<Vec<i64>>());
        }
        all.push(keys);
    }
    let length = base.len() + 1;
    let keyed = all.into_iter().zip(parts).map(|(keys, (part, _))| {
        let mut types = Types::new();
        for (mut key, masses) in keys.into_iter().zip(&part.masses) {
            key.resize(length, 0);
            types::add(&mut types, (key, masses.to_vec()));
        }
        types
    });
    Ok(keyed.collect())
}

/// The steps of the greatest common divisor of two words.
const OF_A_GCD: u64 = 64;

/// A divisor of both that is not 1 or −1: the greatest one of integers; of polynomials one of the two, if it divides the other.
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
    let mut all = Vec::with_capacity(base.len() + 1);
    // Differences of two are numbers too.
    all.push(i64::try_from(e).ok().filter(|e| *e < i64::MAX / 2).ok_or(Limit::Degree)?);
    for b in &*base {
        let mut exponent = 0;
        while let Some(quotient) = left.over(b) {
            charge(1)?;
            left = quotient;
            exponent += 1;
        }
        all.push(exponent);
    }
    if left.word().is_none_or(|left| left.unsigned_abs() > 1) {
        base.push(left);
        all.push(1);
    }
    Ok(all)
}

/// The keys as those of a line, the first and n·step with n rising from 0: the step and all n, if they lie on one.
pub(super) fn on_line(part: &Types) -> Option<(Vec<i64>, Vec<usize>)> {
    let mut keys = part.keys();
    let origin = keys.next()?;
    let less = |key: &Vec<i64>| key.iter().zip(origin).map(|(a, b)| a.checked_sub(*b)).collect::<Option<Vec<_>>>();
    let apart = keys.map(less).collect::<Option<Vec<_>>>()?;
    let Some(first) = apart.first() else { return Some((vec![0; origin.len()], vec![0])) };
    let place = first.iter().position(|d| *d != 0)?;
    // Keys rise, so that all differences are positive at their first place.
    let common = apart.iter().try_fold(0, |common, key| Some(num_integer::gcd(common, *key.get(place)?)))?;
    let times = first.get(place)? / common;
    let step = first.iter().map(|d| (d % times == 0).then(|| d / times)).collect::<Option<Vec<i64>>>()?;
    let n = |key: &Vec<i64>| {
        let n = key.get(place)? / common;
        let is_at = |(a, d): (&i64, &i64)| n.checked_mul(*d) == Some(*a);
        key.iter().zip(&step).all(is_at).then(|| usize::try_from(n).ok())?
    };
    let places = std::iter::once(Some(0)).chain(apart.iter().map(n)).collect::<Option<_>>()?;
    Some((step, places))
}
