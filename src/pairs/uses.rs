//! The outputs of all uses of a composition, for two nodes: those of one likelihood ratio put together.
//!
//! Whatever a test does with outputs of one ratio x : y it does with all of them together as well. The ratio of several
//! uses' outputs is the product of theirs: written with exponents over a base of numbers of which all ratios are
//! products, exponents are added. So k uses are the k-th power of the polynomial Σ x_r·z^key(r) in each row, and uses
//! of several tables the product of theirs. Where all ratios of a part are c·r^e for one r it has one variable, and all
//! coefficients of its power follow from the last few (Miller's recurrence, from p·q' = k·p'·q for q = p^k).

use super::row::{Row, spend_on_divisors, spend_on_products};
use crate::effort::{spend, steps, words};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{DivExact, Gcd, Pow};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;
use std::collections::{BTreeMap, HashMap};

/// The most different ratios of two nodes, and the most bits of all numerators of one of their rows.
pub(super) const MOST: usize = 1 << 14;
pub(super) const MOST_BITS: u64 = 1 << 26;

/// The most bits of all rows together.
pub(super) const MOST_BITS_OF_ALL: u64 = 1 << 29;

/// The most ratios of all parts that are written over a base.
const MOST_RATIOS: usize = 1 << 10;

/// The most products for the uses of two parts.
const MOST_PRODUCTS: usize = 1 << 24;

/// The outputs of two nodes are too many.
pub(super) struct Many {
    pub(super) pair: [usize; 2],
}

/// What a part tells of two nodes: the masses of each ratio where both are positive, sorted, their denominators, and
/// how often it is used.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Part {
    masses: Vec<[Integer; 2]>,
    over: [Integer; 2],
    times: usize,
}

/// Masses by the exponents of their ratio.
type Types = HashMap<Vec<i64>, [Integer; 2]>;

impl Part {
    pub(super) fn of([x, y]: [&Row; 2], times: usize) -> Self {
        let mut by_ratio: BTreeMap<Rational, [Integer; 2]> = BTreeMap::new();
        for (x, y) in x.numerators.iter().zip(&y.numerators) {
            if *x > 0u32 && *y > 0u32 {
                let long = words(x).max(words(y));
                spend_on_divisors(1, long);
                // Its place among the others.
                spend_on_products(by_ratio.len().max(1).ilog2() as usize, long);
                let sums = by_ratio.entry(Rational::from_integers_ref(x, y)).or_default();
                sums.iter_mut().zip([x, y]).for_each(|(sum, x)| *sum += x);
            }
        }
        let masses = by_ratio.into_values().collect();
        Self { masses, over: [&x.denominator, &y.denominator].map(Clone::clone), times }
    }

    /// That of the nodes in the other order.
    pub(super) fn turned(&self) -> Self {
        let turn = |[x, y]: &[Integer; 2]| [y.clone(), x.clone()];
        Self { masses: self.masses.iter().rev().map(turn).collect(), over: turn(&self.over), times: self.times }
    }
}

/// The bits of a row.
pub(super) fn bits(row: &Row) -> u64 {
    row.numerators.iter().map(|x| x.significant_bits()).sum()
}

/// The rows of two nodes by all uses of these parts: an output for each ratio, and one each for what only one of them
/// has. None where that is too much.
pub(super) fn together(parts: &[Part]) -> Option<[Row; 2]> {
    let uses = parts.iter().fold(0, |sum: usize, part| sum.saturating_add(part.times));
    let ratios: usize = parts.iter().map(|part| part.masses.len()).sum();
    // Of a denominator 1 all powers are 1.
    let long = |part: &Part| part.over.iter().map(|d| (d - Integer::ONE).significant_bits()).max().unwrap_or(0);
    let longest =
        parts.iter().fold(0, |sum: u64, part| sum.saturating_add(long(part).saturating_mul(part.times as u64)));
    if longest > MOST_BITS || ratios > MOST || uses > 1 && ratios > MOST_RATIOS {
        return None;
    }
    spend_on_products(4, usize::try_from(longest / 64).unwrap_or(usize::MAX).saturating_add(1));
    let power = |x: &Integer, k: usize| x.pow(k as u64);
    let over = [0, 1].map(|side| parts.iter().map(|part| power(&part.over[side], part.times)).product::<Integer>());
    let sum = |part: &Part, side: usize| part.masses.iter().map(|masses| &masses[side]).sum::<Integer>();
    let common = [0, 1].map(|side| parts.iter().map(|part| power(&sum(part, side), part.times)).product::<Integer>());
    let keys = if uses > 1 { keys(parts) } else { parts.iter().map(|part| numbered(part.masses.len())).collect() };
    let length = keys.iter().flatten().next().map_or(0, Vec::len);
    let mut all = Types::from([(vec![0; length], [Integer::ONE, Integer::ONE])]);
    for (part, keys) in parts.iter().zip(keys) {
        let mut types = Types::new();
        for (key, masses) in keys.into_iter().zip(&part.masses) {
            types.insert(key, masses.clone());
        }
        all = product(&all, &powers(types, part.times, longest)?, longest)?;
    }
    let [mut x, mut y] = over.each_ref().map(|over| Row { denominator: over.clone(), numerators: Vec::new() });
    for [of_x, of_y] in all.into_values() {
        x.numerators.push(of_x);
        y.numerators.push(of_y);
    }
    x.numerators.extend([&over[0] - &common[0], Integer::ZERO]);
    y.numerators.extend([Integer::ZERO, &over[1] - &common[1]]);
    Some([x, y])
}

/// 0, 1, …: keys of outputs that are used once.
fn numbered(count: usize) -> Vec<Vec<i64>> {
    (0..).take(count).map(|k| vec![k]).collect()
}

/// Whether so many types of numbers up to so many bits are too much.
fn is_much(types: usize, bits: u64) -> bool {
    types > MOST || bits.saturating_mul(types as u64) > MOST_BITS
}

/// The exponents of each part's ratios over a base of numbers without common divisors.
fn keys(parts: &[Part]) -> Vec<Vec<Vec<i64>>> {
    let ratio = |[x, y]: &[Integer; 2]| {
        spend_on_divisors(1, words(x).max(words(y)));
        let common = Integer::from(x.unsigned_abs_ref().gcd(y.unsigned_abs_ref()));
        [x.div_exact(&common), y.div_exact(&common)]
    };
    let ratios: Vec<Vec<[Integer; 2]>> = parts.iter().map(|part| part.masses.iter().map(ratio).collect()).collect();
    let mut base: Vec<Integer> = Vec::new();
    let mut left: Vec<Integer> = ratios.iter().flatten().flatten().cloned().collect();
    left.sort_unstable();
    left.dedup();
    while let Some(x) = left.pop() {
        if x == 1u32 {
            continue;
        }
        let shared = |b: &Integer| {
            spend_on_divisors(1, words(&x).max(words(b)));
            Integer::from(x.unsigned_abs_ref().gcd(b.unsigned_abs_ref()))
        };
        let found = base.iter().enumerate().map(|(k, b)| (k, shared(b))).find(|(_, common)| *common != 1u32);
        match found {
            None => base.push(x),
            Some((k, common)) if base[k] == common => left.push(x.div_exact(&common)),
            Some((k, common)) => {
                let b = base.swap_remove(k);
                left.extend([x.div_exact(&common), b.div_exact(&common), common]);
            }
        }
    }
    let exponents = |[x, y]: &[Integer; 2]| {
        let of = |x: &Integer, b: &Integer| {
            let (mut x, mut exponent) = (x.clone(), 0);
            spend_on_products(1, words(&x));
            while &x % b == 0u32 {
                spend_on_products(2, words(&x));
                x /= b;
                exponent += 1;
            }
            exponent
        };
        base.iter().map(|b| of(x, b) - of(y, b)).collect()
    };
    ratios.iter().map(|of_part| of_part.iter().map(exponents).collect()).collect()
}

/// What one of these and one of those give together.
fn product(some: &Types, others: &Types, bits: u64) -> Option<Types> {
    if some.len().saturating_mul(others.len()) > MOST_PRODUCTS {
        return None;
    }
    let mut all = Types::new();
    let long = |types: &Types| types.values().flatten().map(words).max().unwrap_or(1);
    let long = long(some).max(long(others));
    for (key, [x, y]) in some {
        spend_on_products(2 * others.len(), long);
        spend(steps(others.len(), key.len() + 64, 2));
        for (other, [u, v]) in others {
            let sum = key.iter().zip(other).map(|(a, b)| a + b).collect();
            let masses = all.entry(sum).or_insert([Integer::ZERO, Integer::ZERO]);
            masses[0] += x * u;
            masses[1] += y * v;
        }
        if is_much(all.len(), bits) {
            return None;
        }
    }
    Some(all)
}

/// k uses, k ≥ 1, of numbers that grow to so many bits.
fn powers(types: Types, k: usize, bits: u64) -> Option<Types> {
    if types.len() < 2 {
        let scale = |x: i64| x.checked_mul(i64::try_from(k).ok()?);
        let one = |(key, masses): (Vec<i64>, [Integer; 2])| {
            Some((key.into_iter().map(scale).collect::<Option<_>>()?, masses.map(|x| x.pow(k as u64))))
        };
        return types.into_iter().map(one).collect();
    }
    if k == 1 {
        return Some(types);
    }
    // Two ratios alone make k + 1.
    if is_much(k + 1, bits) {
        return None;
    }
    if let Some(line) = Line::through(&types).filter(|line| line.coefficients.len() * k <= 4 * MOST) {
        return line.power(k, bits);
    }
    let mut all = types.clone();
    for _ in 1..k {
        all = product(&all, &types, bits)?;
    }
    Some(all)
}

/// Types whose keys are `start` + e·`step` for e = 0, 1, …, 0 where there are none.
struct Line {
    start: Vec<i64>,
    step: Vec<i64>,
    coefficients: Vec<[Integer; 2]>,
}

impl Line {
    /// Of two or more types.
    fn through(types: &Types) -> Option<Self> {
        let start = types.keys().min()?;
        let apart = |key: &Vec<i64>| key.iter().zip(start).map(|(a, b)| a - b).collect::<Vec<i64>>();
        let second = types.keys().map(apart).find(|step| step.iter().any(|x| *x != 0))?;
        // The first that is not 0 is > 0, as `start` is the least of all.
        let place = second.iter().position(|x| *x != 0)?;
        let common = types.keys().fold(0u64, |common, key| common.gcd(apart(key)[place].unsigned_abs()));
        let common = i64::try_from(common).ok()?;
        let whole = |x: &i64| (x * common % second[place] == 0).then(|| x * common / second[place]);
        let step: Vec<i64> = second.iter().map(whole).collect::<Option<_>>()?;
        let mut by_exponent = BTreeMap::new();
        for (key, masses) in types {
            let apart = apart(key);
            let e = apart[place] / common;
            if apart.iter().zip(&step).any(|(x, step)| *x != e * step) {
                return None;
            }
            by_exponent.insert(usize::try_from(e).ok()?, masses);
        }
        let length = by_exponent.keys().last()? + 1;
        if length > 4 * MOST {
            return None;
        }
        let zero = || [Integer::ZERO, Integer::ZERO];
        let coefficients = (0..length).map(|e| by_exponent.get(&e).map_or_else(zero, |masses| (*masses).clone()));
        Some(Self { start: start.clone(), step, coefficients: coefficients.collect() })
    }

    fn power(&self, k: usize, bits: u64) -> Option<Types> {
        let [x, y] = [0, 1].map(|side| self.coefficients.iter().map(|masses| &masses[side]).collect::<Vec<_>>());
        let [x, y] = [power(&x, k), power(&y, k)];
        let key = |e: usize| -> Option<Vec<i64>> {
            let (e, k) = (i64::try_from(e).ok()?, i64::try_from(k).ok()?);
            self.start.iter().zip(&self.step).map(|(start, step)| Some(start * k + step * e)).collect()
        };
        let some = x.into_iter().zip(y).enumerate().filter(|(_, (x, _))| *x != 0u32);
        let all: Types = some.map(|(e, (x, y))| Some((key(e)?, [x, y]))).collect::<Option<_>>()?;
        (!is_much(all.len(), bits)).then_some(all)
    }
}

/// The coefficients of q = p^k for p_0 ≠ 0: n·p_0·q_n = Σ_j ((k + 1)·j − n)·p_j·q_(n−j).
fn power(p: &[&Integer], k: usize) -> Vec<Integer> {
    let mut q = vec![p[0].pow(k as u64)];
    for n in 1..=(p.len() - 1) * k {
        let mut sum = Integer::ZERO;
        // Numbers of a file times what has come out so far.
        spend(steps(p.len().min(n + 1), words(&q[n - 1]) + 64, 4 * p.iter().map(|x| words(*x)).max().unwrap_or(1)));
        for j in (1..p.len().min(n + 1)).filter(|&j| *p[j] != 0u32) {
            sum += (Integer::from((k + 1) * j) - Integer::from(n)) * p[j] * &q[n - j];
        }
        q.push(sum.div_exact(p[0] * Integer::from(n)));
    }
    q
}
