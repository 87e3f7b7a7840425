//! Outputs of many uses, put together by type: how often which output came, or which likelihood ratio.
//!
//! A table's outputs have keys, vectors of integers, and the key of several uses' outputs is the sum of theirs. What has one key
//! is put together: its probabilities are added, for each row by itself. So k uses of one table are the k-th power of the
//! polynomial Σ_o x_o·z^key(o), and uses of several the product of theirs. Whoever chooses the keys sees to it that outputs of one
//! key may be put together.

use super::keys::on_line;
use super::*;
use crate::meter::{count as count_steps, words};
use std::collections::btree_map::{BTreeMap, Entry};

/// The numerators of each row, by key; all keys are of one length.
pub(super) type Types = BTreeMap<Vec<i64>, Vec<Number>>;

/// The steps of finding a key's place among others, and of making room for it, beside those of its numbers.
const OF_A_KEY: u64 = 96;

/// What has one key is put together.
pub(super) fn add(all: &mut Types, (key, column): Type) {
    count_steps(OF_A_KEY + 4 * key.len() as u64);
    match all.entry(key) {
        Entry::Vacant(place) => drop(place.insert(column)),
        Entry::Occupied(mut place) => place.get_mut().iter_mut().zip(&column).for_each(|(sum, x)| *sum += x),
    }
}

/// What one of these tables and one of those give together. Cost: a product for each pair and row.
pub(super) fn product(some: &Types, others: &Types) -> Result<Types, Failure> {
    let mut all = Types::new();
    for (key, column) in some {
        for (other, factors) in others {
            add(&mut all, (sum_of_keys(key, other, 1)?, column.iter().zip(factors).map(|(x, y)| x * y).collect()));
        }
        room((all.len() * (key.len() + column.len())) as u64, column.iter().map(Number::words).max().unwrap_or(1))?;
    }
    Ok(all)
}

/// A key and its numerators.
pub(super) type Type = (Vec<i64>, Vec<Number>);

/// All ways to take k of these, in any order, with the number of orders. Cost: three products for each, and each row.
pub(super) fn of_uses(part: &[Type], k: usize) -> Result<Vec<Type>, Failure> {
    let Some((key, column)) = part.first() else { return Ok(Vec::new()) };
    // The types, and the powers of one column.
    let numbers = count(part.len(), k).saturating_add(k as u64).saturating_mul((key.len() + column.len()) as u64);
    room(numbers, words(bits(part.iter().map(|(_, x)| x), k)))?;
    let first = (vec![0; key.len()], vec![Number::ONE; column.len()]);
    let (mut done, mut open) = (Vec::new(), vec![(k, first)]);
    for (n, (key, column)) in part.iter().enumerate() {
        let mut powers = vec![vec![Number::ONE; column.len()]];
        for _ in 0..k {
            charge(1)?;
            let next = powers.last().map(|power| power.iter().zip(column).map(|(power, x)| power * x).collect());
            powers.extend(next);
        }
        let mut next = Vec::new();
        for (left, (sum, product)) in open {
            // Of so many ways to choose, c of those left are this one.
            let mut ways = Number::ONE;
            for (c, power) in powers.iter().enumerate().take(left + 1) {
                if c == left || n + 1 < part.len() {
                    let x = product.iter().zip(power).map(|(x, y)| &(x * y) * &ways).collect();
                    let of_type = (sum_of_keys(&sum, key, c)?, x);
                    if c == left { done.push(of_type) } else { next.push((left - c, of_type)) }
                }
                ways = (&ways * &Number::from(left - c)).over(&Number::from(c + 1)).ok_or(Limit::Steps)?;
            }
        }
        open = next;
    }
    Ok(done)
}

/// The bits of a power's coefficient: it is at most the k-th power of the sum of all entries of a row.
fn bits<'a>(columns: impl Iterator<Item = &'a Vec<Number>> + Clone, k: usize) -> u64 {
    let longest = columns.clone().flatten().map(Number::bits).max().unwrap_or(1);
    (longest + u64::from(columns.count().max(1).ilog2()) + 1).saturating_mul(k as u64)
}

/// key + k·other. A key that does not fit is that of a number over every limit.
fn sum_of_keys(key: &[i64], other: &[i64], k: usize) -> Result<Vec<i64>, Limit> {
    charge(OF_A_KEY + key.len() as u64)?;
    let sum = |(a, b): (&i64, &i64)| a.checked_add(b.checked_mul(i64::try_from(k).ok()?)?);
    key.iter().zip(other).map(sum).collect::<Option<_>>().ok_or(Limit::Degree)
}

/// k uses, k ≥ 1. Keys on a line make a polynomial in one variable, see [`powers`]; of others all ways to take k are put together.
pub(super) fn power(part: &Types, k: usize) -> Result<Types, Failure> {
    let Some((key, column)) = part.first_key_value() else { return Ok(Types::new()) };
    let (rows, mut all) = (column.len(), Types::new());
    let Some((step, places, top)) = polynomial(part, k) else {
        of_uses(&part.clone().into_iter().collect::<Vec<_>>(), k)?
            .into_iter()
            .for_each(|of_type| add(&mut all, of_type));
        return Ok(all);
    };
    // Of sparse ones, terms: products count their own.
    let degree = |x: &Number| x.terms().map_or(x.degree(), <[_]>::len);
    let degree = part.values().flatten().map(degree).max().unwrap_or(0) as u64;
    let words = words(bits(part.values(), k)).saturating_mul(degree.saturating_mul(k as u64) + 1);
    room((top as u64 + 1).saturating_mul((key.len() + rows) as u64), words)?;
    let mut columns = vec![Vec::with_capacity(rows); top + 1];
    for row in 0..rows {
        let terms = places.iter().zip(part.values()).map(|(n, column)| Ok((*n, column.at(row)?)));
        let coefficients = powers(&terms.collect::<Result<Vec<_>, Failure>>()?, k, columns.len())?;
        columns.iter_mut().zip(coefficients).for_each(|(column, x)| column.push(x));
    }
    let origin = sum_of_keys(&vec![0; key.len()], key, k)?;
    for (n, column) in columns.into_iter().enumerate() {
        if column.iter().any(|x| !x.is_zero()) {
            all.insert(sum_of_keys(&origin, &step, n)?, column);
        }
    }
    Ok(all)
}

/// The keys on a line, and the degree of the power, if that is less than there are types.
fn polynomial(part: &Types, k: usize) -> Option<(Vec<i64>, Vec<usize>, usize)> {
    let (step, places) = on_line(part)?;
    let top = places.last()?.saturating_mul(k);
    (top as u64 <= count(part.len(), k)).then_some((step, places, top))
}

/// The number of ways to take k of m outputs, (k+m−1 choose m−1), or more than any memory.
pub(super) fn count(m: usize, k: usize) -> u64 {
    (1..m as u64).try_fold(1u64, |c, j| Some(c.checked_mul(k as u64 + j)? / j)).unwrap_or(u64::MAX)
}

/// The coefficients of B = (Σ a_n z^n)^k, as many as are asked for. A·B' = k·A'·B says that of z^n, the lowest term of A being
/// a_0: n·a_0·b_n = Σ_i (k·i − n + i)·a_i·b_(n−i) over i from 1 on, and b_0 = a_0^k (Euler). Cost: a product and a division by a
/// short number for each coefficient and each term of A.
fn powers(terms: &[(usize, &Number)], k: usize, length: usize) -> Result<Vec<Number>, Failure> {
    let (mut terms, mut all) = (terms.iter().filter(|(_, a)| !a.is_zero()), vec![Number::ZERO; length]);
    let Some((least, first)) = terms.next() else { return Ok(all) };
    let rest: Vec<(usize, &Number)> = terms.map(|(i, a)| (i - least, *a)).collect();
    let shift = least * k;
    *all.at_mut(shift)? = first.power(k);
    for n in 1..=rest.last().map_or(0, |(i, _)| i * k) {
        let mut sum = Number::ZERO;
        for (i, a) in rest.iter().take_while(|(i, _)| *i <= n) {
            let times = Number::from((k * i + i) as i128 - n as i128);
            sum += &(&(*a * &times) * all.at(shift + n - i)?);
        }
        // All coefficients are integers, or polynomials in t.
        *all.at_mut(shift + n)? = sum.over(&(*first * &Number::from(n))).ok_or(Limit::Steps)?;
    }
    Ok(all)
}
