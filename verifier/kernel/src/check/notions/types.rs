//! Outputs of many uses, put together by type: how often which output came, or which likelihood ratio.
//!
//! A table's outputs have keys, vectors of integers, and the key of several uses' outputs is the sum of theirs. What
//! has one key is put together: its probabilities are added, for each row by itself. So k uses of one table are the
//! k-th power of the polynomial Σ_o x_o·z^key(o), and uses of several the product of theirs. Whoever chooses the keys
//! sees to it that outputs of one key may be put together.

use crate::failure::Failure;
use dp_number::list::List;
use dp_number::meter::{charge, count, missing, room, steps, total};
use dp_number::{Limit, Number};
use std::collections::BTreeMap;

/// The numerators of each row, by key; all keys are of one length.
pub(crate) type Types = BTreeMap<Vec<i64>, Vec<Number>>;

/// The steps of finding a key's place among so many others, and of making room for it, beside those of its numbers.
fn of_a_key(others: usize, key: &[i64]) -> u64 {
    total([64, steps(16, others.max(1).ilog2().into(), 1), steps(4, key.len() as u64, 1)])
}

/// That so many types may be kept: each has a place in a tree, a key of that length, and a number for each row.
pub(crate) fn room_for(types: usize, key: usize, rows: usize, words: u64) -> Result<(), Limit> {
    // There are several lists of them at once.
    room(steps(4, types as u64, 1), total([steps(rows as u64, words.saturating_add(4), 1), key as u64, 16]))
}

/// The numbers with a key, to be added to; so many of them.
pub(crate) fn at_key(all: &mut Types, key: Vec<i64>, rows: usize) -> &mut [Number] {
    count(of_a_key(all.len(), &key));
    all.entry(key).or_insert_with(|| vec![Number::ZERO; rows])
}

/// What one of these tables and one of those give together. Cost: a product for each pair and row.
pub(crate) fn product(some: &Types, others: &Types) -> Result<Types, Failure> {
    let (mut all, mut longest) = (Types::new(), 1);
    for (key, column) in some {
        for (other, factors) in others {
            let sums = at_key(&mut all, sum_of_keys(key, other, 1)?, column.len());
            for (sum, (x, y)) in sums.iter_mut().zip(column.iter().zip(factors)) {
                // Sums are about as long as products.
                longest = longest.max(x.words_of_product(y));
                *sum += &(x * y);
            }
        }
        let kept = all.len().saturating_add(some.len()).saturating_add(others.len());
        room_for(kept, key.len(), column.len(), longest)?;
    }
    Ok(all)
}

/// Outputs by keys that tell how often each of them but the first came in k uses: digits to the base k + 1, as many to
/// a word as have room.
pub(crate) fn by_output(columns: Vec<Vec<Number>>, k: usize) -> Result<Types, Limit> {
    let base = i64::try_from(k).unwrap_or(i64::MAX).saturating_add(1);
    let powers = std::iter::successors(Some(1), |power: &i64| power.checked_mul(base));
    let powers: Vec<i64> = powers.take_while(|power| power.checked_mul(base).is_some()).collect();
    let words = columns.len().div_ceil(powers.len().max(1));
    room(steps(columns.len() as u64, words as u64, 1), 1)?;
    let digits = (0..words).flat_map(|word| powers.iter().map(move |power| (word, *power)));
    let key = |(word, power): (usize, i64)| (0..words).map(|own| if own == word { power } else { 0 }).collect();
    let keys = std::iter::once(vec![0; words]).chain(digits.map(key));
    Ok(keys.zip(columns).collect())
}

/// key + k·other, of one length. A key that does not fit is that of a number over every limit.
fn sum_of_keys(key: &[i64], other: &[i64], k: i64) -> Result<Vec<i64>, Limit> {
    charge(steps(4, key.len() as u64, 1).saturating_add(64))?;
    if key.len() != other.len() {
        return Err(missing());
    }
    let sum = |(a, b): (&i64, &i64)| a.checked_add(b.checked_mul(k)?);
    key.iter().zip(other).map(sum).collect::<Option<_>>().ok_or(Limit::Degree)
}

/// k uses, k ≥ 1: a few of many outputs by one product after the other, others by [`of_row`].
pub(crate) fn power(part: &Types, k: usize) -> Result<Types, Failure> {
    if k <= part.len() {
        return (1..k).try_fold(part.clone(), |all, _| product(&all, part));
    }
    let (rows, mut all) = (part.values().next().map_or(0, Vec::len), Types::new());
    for row in 0..rows {
        of_row(part, row, k, &mut all)?;
    }
    Ok(all)
}

/// The coefficients of one row's power, taken into those of all.
///
/// Of A = Σ a_d·z^d with the lowest key 0 and B = A^k, A·∂B = k·∂A·B says that a_0·w(n)·b_n = Σ_d (k·w(d) −
/// w(n−d))·a_d·b_(n−d) over d ≠ 0 for every ∂ with ∂z^n = w(n)·z^n, w linear, and b_0 = a_0^k (Euler). With keys read
/// as digits to a base that is more than twice the largest of them w(d) has the sign of the first that is not 0, and so
/// w(n) > 0 for n ≠ 0. Each coefficient gives its part of the sums of later ones. Cost: a product and a division by a
/// short number for each coefficient and each a_d.
fn of_row(part: &Types, row: usize, k: usize, all: &mut Types) -> Result<(), Failure> {
    let terms = part.iter().map(|(key, column)| Ok((key, column.at(row)?))).collect::<Result<Vec<_>, Limit>>()?;
    let mut terms = terms.into_iter().filter(|(_, a)| !a.is_zero());
    let Some((lowest, first)) = terms.next() else { return Ok(()) };
    let rest = terms.map(|(key, a)| Ok((sum_of_keys(key, lowest, -1)?, a))).collect::<Result<Vec<_>, Limit>>()?;
    let digit = rest.iter().flat_map(|(d, _)| d).map(|d| d.unsigned_abs()).max().unwrap_or(0);
    let base = Number::from(i128::from(digit).saturating_mul(2).saturating_add(1));
    let weight = |d: &[i64]| d.iter().fold(Number::ZERO, |w, d| &(&w * &base) + &i128::from(*d).into());
    let rest: Vec<_> = rest.into_iter().map(|(d, a)| (weight(&d), d, a)).collect();
    let times = i64::try_from(k).map_err(|_| Limit::Degree)?;
    let origin = sum_of_keys(&vec![0; lowest.len()], lowest, times)?;
    let mut open = BTreeMap::from([(origin, (Number::ZERO, first.power(k)))]);
    let (rows, mut longest) = (part.values().next().map_or(0, Vec::len), 1);
    while let Some((key, (w, sum))) = open.pop_first() {
        // All coefficients are integers, or polynomials in t.
        let b = if w.is_zero() { sum } else { sum.over(&(first * &w)).ok_or(Limit::Steps)? };
        if b.is_zero() {
            continue;
        }
        for (of_d, d, a) in &rest {
            let times = &(&Number::from(k) * of_d) - &w;
            count(of_a_key(open.len(), d));
            let (_, sum) = open.entry(sum_of_keys(&key, d, 1)?).or_insert_with(|| (&w + of_d, Number::ZERO));
            *sum += &(&(*a * &times) * &b);
        }
        longest = longest.max(b.words());
        room_for(all.len().saturating_add(open.len()), key.len(), rows.max(2), longest)?;
        *at_key(all, key, rows).at_mut(row)? = b;
    }
    Ok(())
}
