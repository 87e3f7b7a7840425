//! Two rows of a table as far as they can be told apart: their outputs by likelihood ratio.
//!
//! Σ_o max(0, p·x_o − q·y_o), which is all that (ε, δ)-privacy asks of rows x and y, does not change where outputs of one ratio
//! x_o : y_o are put together, and outputs with y_o = 0 add p·x_o. Many uses are multiplied out by types, see `types`, whose keys
//! are the exponents of the ratios over numbers that do not divide each other: one key is one ratio.

use super::types::{self, Types};
use super::*;
use crate::meter::count;

/// The steps that an output takes to be listed, beside those of its numbers.
const OF_A_CLASS: u64 = 48;

/// Probabilities x and y of classes of outputs, both positive, over two denominators, by falling ratio x : y, each once.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Classes {
    pub(super) masses: Vec<[Number; 2]>,
    pub(super) over: [Number; 2],
}

impl Classes {
    /// Of two rows ≥ 0. Cost: a sort.
    pub(super) fn of(case: &Case, [x, y]: [&Vector; 2]) -> Result<Self, Failure> {
        let mut all = Vec::new();
        for (x, y) in x.numerators.iter().zip(&y.numerators) {
            charge(OF_A_CLASS)?;
            if case.sign(x)?.is_gt() && case.sign(y)?.is_gt() {
                all.push([x.clone(), y.clone()]);
            }
        }
        let mut masses: Vec<[Number; 2]> = Vec::with_capacity(all.len());
        for class in falling(case, all)? {
            match masses.last_mut() {
                Some(last) if ratios(case, last, &class)?.is_eq() => {
                    last.iter_mut().zip(&class).for_each(|(sum, x)| *sum += x);
                }
                _ => masses.push(class),
            }
        }
        Ok(Self { masses, over: [&x.denominator, &y.denominator].map(Clone::clone) })
    }

    /// The pair whose Σ max(0, x − μ·y) is the largest of several pairs' at every μ ≥ 0: its classes are the edges of the hull of all
    /// points (y(S), x(S)), see `trade_off`.
    pub(super) fn envelope(case: &Case, rows: &[Vector], pairs: &[[usize; 2]]) -> Result<Self, Failure> {
        let edges = trade_off::edges(case, rows, pairs)?;
        let mut over = [Number::ONE, Number::ONE];
        for edge in &edges {
            over = [0, 1].map(|row| over[row].common_multiple(&edge.masses[row].denominator));
        }
        let mass = |mass: &Fraction, over: &Number| over.over(&mass.denominator).map(|times| &mass.numerator * &times);
        let class = |edge: &trade_off::Edge| Some([mass(&edge.masses[0], &over[0])?, mass(&edge.masses[1], &over[1])?]);
        // The common multiple is one of each.
        let masses = edges.iter().rev().map(class).collect::<Option<_>>().ok_or(Limit::Steps)?;
        Ok(Self { masses, over })
    }

    /// Whether Σ max(0, x − μ·y) of these rows is at least that of others for all μ ≥ 0; rows of sum 1.
    ///
    /// At 0 both are 1. Between two ratios of these classes this one is linear and the other convex, and beyond the largest
    /// this one is constant and the other falls: so it is enough to look at the ratios.
    pub(super) fn dominate(&self, case: &Case, other: &Self) -> Result<bool, Failure> {
        for [x, y] in &self.masses {
            let at = [&(y * &self.over[0]), &(x * &self.over[1])];
            if case.compare(&self.excess(case, at)?, &other.excess(case, at)?)?.is_lt() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Σ max(0, p·x − q·y) over all outputs, for x of sum 1 and p, q ≥ 0.
    fn excess(&self, case: &Case, [p, q]: [&Number; 2]) -> Result<Fraction, Failure> {
        let [mine, other] = [p * &self.over[1], q * &self.over[0]];
        let (mut sum, mut alone) = (Number::ZERO, self.over[0].clone());
        for [x, y] in &self.masses {
            alone = &alone - x;
            if case.order_products([x, &mine], [y, &other])?.is_gt() {
                sum += &(&(x * &mine) - &(y * &other));
            }
        }
        Ok(Fraction::new(&sum + &(&alone * &mine), &self.over[0] * &self.over[1]))
    }
}

/// The set S of outputs with p·x > q·y: x(S) and y(S), and what p·x(S) is more than q·y(S).
pub(super) struct Event {
    pub(super) masses: [Fraction; 2],
    pub(super) excess: Fraction,
}

/// The classes of all uses of some pairs of rows: those of two lists together, each with each.
pub(super) struct Uses {
    few: Vec<[Number; 2]>,
    /// By falling ratio, and the sums from the first on.
    many: Vec<[Number; 2]>,
    above: Vec<[Number; 2]>,
    over: [Number; 2],
    /// The probability under the first rows of what the second ones do not have.
    alone: Fraction,
}

impl Uses {
    /// Of classes that are used so often each. Cost: that of the types of each, of the products of all but the largest, and a sort.
    pub(super) fn new(case: &Case, parts: &[(&Classes, usize)]) -> Result<Self, Failure> {
        if let [(once, 1)] = parts {
            return Ok(Self::of(vec![[Number::ONE, Number::ONE]], once.masses.clone(), once.over.clone()));
        }
        let mut over = [Number::ONE, Number::ONE];
        for (classes, k) in parts {
            over = [0, 1].map(|row| &over[row] * &classes.over[row].power(*k));
        }
        let mut factors = Vec::new();
        for (part, (_, k)) in keyed(parts)?.iter().zip(parts) {
            // A use by itself of many types is two halves.
            let half = if parts.len() == 1 && types::on_line(part).is_none() { k / 2 } else { 0 };
            for k in [half, k - half].into_iter().filter(|k| *k > 0) {
                factors.push(types::power(part, k)?);
            }
        }
        factors.sort_by_key(|factor| std::cmp::Reverse(factor.len()));
        let length = factors.first().and_then(|factor| factor.keys().next()).map_or(0, Vec::len);
        let mut lists = [0, 1].map(|_| Types::from([(vec![0; length], vec![Number::ONE; 2])]));
        for factor in factors {
            let shorter = usize::from(lists[1].len() < lists[0].len());
            lists[shorter] = types::product(&lists[shorter], &factor)?;
        }
        lists.sort_by_key(Types::len);
        // On a line the ratios rise or fall with the keys.
        let in_order = types::on_line(&lists[1]).is_some();
        let pairs = |list: Types| list.into_values().filter_map(|masses| masses.try_into().ok()).collect::<Vec<_>>();
        let [few, many] = lists.map(pairs);
        let many = if in_order { turned(case, many)? } else { falling(case, many)? };
        Ok(Self::of(few, many, over))
    }

    fn of(few: Vec<[Number; 2]>, many: Vec<[Number; 2]>, over: [Number; 2]) -> Self {
        count(many.len() as u64 * OF_A_CLASS);
        let mut above: Vec<[Number; 2]> = Vec::with_capacity(many.len());
        for masses in &many {
            above.push(match above.last() {
                Some(last) => [0, 1].map(|row| &last[row] + &masses[row]),
                None => masses.clone(),
            });
        }
        let sums = [few.iter().map(|[x, _]| x.clone()).sum(), above.last().map_or(Number::ZERO, |[x, _]| x.clone())];
        let alone = Fraction::new(&over[0] - &(&sums[0] * &sums[1]), over[0].clone());
        Self { few, many, above, over, alone }
    }

    /// The set of all outputs with p·x > q·y, q ≥ 0. Cost: a binary search of the longer list for each class of the shorter one.
    pub(super) fn event(&self, case: &Case, [p, q]: [&Fraction; 2]) -> Result<Event, Failure> {
        let mine = &(&p.numerator * &q.denominator) * &self.over[1];
        let other = &(&q.numerator * &p.denominator) * &self.over[0];
        let mut sums = [Number::ZERO, Number::ZERO];
        for masses in &self.few {
            let [x, y] = [&masses[0] * &mine, &masses[1] * &other];
            let (mut low, mut high) = (0, self.many.len());
            while low < high {
                let middle = usize::midpoint(low, high);
                let [u, v] = &self.many[middle];
                if case.order_products([u, &x], [v, &y])?.is_gt() {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            if let Some(above) = low.checked_sub(1).map(|last| &self.above[last]) {
                (0..2).for_each(|row| sums[row] += &(&masses[row] * &above[row]));
            }
        }
        let [x, y] = [0, 1].map(|row| Fraction::new(sums[row].clone(), self.over[row].clone()));
        let masses = [&x + &self.alone, y];
        let excess = &(p * &masses[0]) - &(q * &masses[1]);
        Ok(Event { masses, excess })
    }
}

/// The classes by keys: the exponents of x/y over t and a base of numbers of which all are products. A constant factor of all ratios
/// of a part is in no key.
fn keyed(parts: &[(&Classes, usize)]) -> Result<Vec<Types>, Failure> {
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

/// The ratio of one class against another's.
fn ratios(case: &Case, [x, y]: &[Number; 2], [u, v]: &[Number; 2]) -> Result<Ordering, Failure> {
    case.order_products([x, v], [u, y])
}

/// The other way round, if the last ratio is larger than the first.
fn turned(case: &Case, mut all: Vec<[Number; 2]>) -> Result<Vec<[Number; 2]>, Failure> {
    if let [first, .., last] = &all[..]
        && ratios(case, first, last)?.is_lt()
    {
        all.reverse();
    }
    Ok(all)
}

/// By falling ratio. A list that falls or rises is only looked through; others are merged from what falls in them.
fn falling(case: &Case, all: Vec<[Number; 2]>) -> Result<Vec<[Number; 2]>, Failure> {
    let mut runs: Vec<Vec<[Number; 2]>> = Vec::new();
    for class in turned(case, all)? {
        match runs.last_mut() {
            Some(run) if ratios(case, &run[run.len() - 1], &class)?.is_ge() => run.push(class),
            _ => runs.push(vec![class]),
        }
    }
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
        let mut left = runs.into_iter();
        while let Some(run) = left.next() {
            let mut next = left.next().unwrap_or_default().into_iter().peekable();
            let mut both = Vec::with_capacity(run.len() + next.len());
            for class in run {
                while let Some(other) = next.peek()
                    && ratios(case, other, &class)?.is_gt()
                {
                    both.extend(next.next());
                }
                both.push(class);
            }
            both.extend(next);
            merged.push(both);
        }
        runs = merged;
    }
    Ok(runs.pop().unwrap_or_default())
}
