//! Outputs of many uses, put together by type: how often which output came, or which likelihood ratio.
//!
//! A table's outputs have keys, vectors of integers, and the key of several uses' outputs is the sum of theirs. What has one key
//! is put together: its probabilities are added, for each row by itself. So k uses of one table are the k-th power of the
//! polynomial Σ_o x_o·z^key(o), and uses of several the product of theirs. Whoever chooses the keys sees to it that outputs of one
//! key may be put together.

use super::*;
use crate::meter::words;
use std::collections::BTreeMap;

/// The numerators of each row, by key; all keys are of one length. Keys that wrap are those of numbers over the limit on bits,
/// which ends the run.
pub(super) type Types = BTreeMap<Vec<i64>, Vec<Number>>;

/// What one of these tables and one of those give together. Cost: a product for each pair and row.
pub(super) fn product(some: &Types, others: &Types) -> Result<Types, Failure> {
    let mut all = Types::new();
    for (key, column) in some {
        for (other, factors) in others {
            let sum = key.iter().zip(other).map(|(a, b)| a.wrapping_add(*b)).collect();
            charge(key.len() as u64)?;
            let products = column.iter().zip(factors).map(|(x, y)| x * y);
            match all.entry(sum) {
                std::collections::btree_map::Entry::Vacant(place) => {
                    place.insert(products.collect());
                }
                std::collections::btree_map::Entry::Occupied(mut place) => {
                    place.get_mut().iter_mut().zip(products).for_each(|(sum, x)| *sum += &x);
                }
            }
        }
        room((all.len() * column.len()) as u64, column.iter().map(Number::words).max().unwrap_or(1))?;
    }
    Ok(all)
}

/// k uses, k ≥ 1. Keys on a line make a polynomial in one variable, see [`powers`]; others are multiplied one by one.
pub(super) fn power(part: &Types, k: usize) -> Result<Types, Failure> {
    let Some(rows) = part.values().next().map(Vec::len) else { return Ok(Types::new()) };
    // A coefficient is at most the k-th power of the sum of all entries of a row.
    let bits = part.values().flatten().map(Number::bits).max().unwrap_or(1) + u64::from(part.len().ilog2()) + 1;
    // Of sparse ones, terms: products count their own.
    let degree = |x: &Number| x.terms().map_or(x.degree(), <[_]>::len);
    let degree = part.values().flatten().map(degree).max().unwrap_or(0) as u64;
    let words = words(bits.saturating_mul(k as u64)).saturating_mul(degree.saturating_mul(k as u64) + 1);
    if let Some(((origin, step, places), top)) = polynomial(part, k) {
        room((top as u64 + 1).saturating_mul(rows as u64), words)?;
        let mut columns = vec![Vec::with_capacity(rows); top + 1];
        for row in 0..rows {
            let terms: Vec<(usize, &Number)> = places.iter().copied().zip(part.values().map(|x| &x[row])).collect();
            let coefficients = powers(&terms, k, columns.len())?;
            columns.iter_mut().zip(coefficients).for_each(|(column, x)| column.push(x));
        }
        let key = |n: usize| {
            let place = |(a, d): (&i64, &i64)| a.wrapping_mul(k as i64).wrapping_add(d.wrapping_mul(n as i64));
            origin.iter().zip(&step).map(place).collect()
        };
        let all = columns.into_iter().enumerate().filter(|(_, column)| column.iter().any(|x| !x.is_zero()));
        return Ok(all.map(|(n, column)| (key(n), column)).collect());
    }
    let mut all = part.clone();
    for _ in 1..k {
        all = product(&all, part)?;
    }
    Ok(all)
}

/// The keys on a line, and the degree of the power, if that is less than there are types.
fn polynomial(part: &Types, k: usize) -> Option<(Line, usize)> {
    let line = on_line(part)?;
    let top = line.2.last().map_or(0, |top| top.saturating_mul(k));
    (top as u64 <= count(part.len(), k)).then_some((line, top))
}

/// Whether the power takes one product for each type.
pub(super) fn is_wide(part: &Types, k: usize, types: u64) -> bool {
    polynomial(part, k).is_none() && count(part.len(), k) > types
}

/// The number of ways to take k of m outputs, (k+m−1 choose m−1), or more than any memory.
pub(super) fn count(m: usize, k: usize) -> u64 {
    (1..m as u64).try_fold(1u64, |c, j| Some(c.checked_mul(k as u64 + j)? / j)).unwrap_or(u64::MAX)
}

/// Keys origin + n·step, by origin, step and all n.
type Line = (Vec<i64>, Vec<i64>, Vec<usize>);

/// The keys as those of a line with n rising from 0, if they lie on one.
pub(super) fn on_line(part: &Types) -> Option<Line> {
    let mut keys = part.keys();
    let origin = keys.next()?;
    let apart: Vec<Vec<i64>> = keys.map(|key| key.iter().zip(origin).map(|(a, b)| a - b).collect()).collect();
    let Some(first) = apart.first() else { return Some((origin.clone(), vec![0; origin.len()], vec![0])) };
    let place = first.iter().position(|d| *d != 0)?;
    // Keys rise, so that all differences are positive at their first place.
    let common = apart.iter().fold(0, |common, key| num_integer::gcd(common, key[place]));
    let step = first.iter().map(|d| ((d * common) % first[place] == 0).then(|| d * common / first[place]));
    let step = step.collect::<Option<Vec<i64>>>()?;
    let n = |key: &Vec<i64>| {
        let n = key[place] / common;
        key.iter().zip(&step).all(|(a, d)| *a == n * d).then(|| usize::try_from(n).ok())?
    };
    let places = std::iter::once(Some(0)).chain(apart.iter().map(n)).collect::<Option<_>>()?;
    Some((origin.clone(), step, places))
}

/// The coefficients of B = (Σ a_n z^n)^k, as many as are asked for. A·B' = k·A'·B says that of z^n, the lowest term of A being
/// a_0: n·a_0·b_n = Σ_i (k·i − n + i)·a_i·b_(n−i) over i from 1 on, and b_0 = a_0^k (Euler). Cost: a product and a division by a
/// short number for each coefficient and each term of A.
fn powers(terms: &[(usize, &Number)], k: usize, length: usize) -> Result<Vec<Number>, Failure> {
    let mut terms = terms.iter().filter(|(_, a)| !a.is_zero());
    let mut all = vec![Number::ZERO; length];
    let Some((least, first)) = terms.next() else { return Ok(all) };
    let rest: Vec<(usize, &Number)> = terms.map(|(i, a)| (i - least, *a)).collect();
    let shift = least * k;
    all[shift] = first.power(k);
    let top = rest.last().map_or(0, |(i, _)| i * k);
    for n in 1..=top {
        let mut sum = Number::ZERO;
        for (i, a) in rest.iter().take_while(|(i, _)| *i <= n) {
            let times = Number::from((k * i + i) as i128 - n as i128);
            sum += &(&(*a * &times) * &all[shift + n - i]);
        }
        // All coefficients are integers, or polynomials in t.
        all[shift + n] = sum.over(&(*first * &Number::from(n))).ok_or(Limit::Steps)?;
    }
    Ok(all)
}
