//! `private-by-sample` and `sampled-from`: weights that make the bounds of many outputs small, and laws inside the
//! bounds that need much δ.

use super::{Search, float, lambda};
use crate::decide::attempt::{Attempt, attempted};
use crate::decide::case::{Case, Reason};
use crate::effort::spend;
use crate::statement::Decided;
use dp_kernel::{Bound, Counts, Events, Laws, Number, Rays, Vector, Verdict, Weights, Witness, different};
use dp_verify::limits::Budget;
use dp_verify::model::{self, Channel, Claim};
use dp_verify::number::{BigInt, Rational};
use dp_verify::problem::NoTable;
use std::collections::HashMap;

/// How many weights of other pairs are tried.
const TRIED: usize = 8;
/// The bytes of a pair and its weights, twice.
const OF_A_PAIR: usize = 256;
/// By how little two numbers in floating point may seem to differ.
const CLOSE: f64 = 1e-9;
/// 1 as a weight.
const WHOLE: f64 = (1u64 << 40) as f64;
/// The steps of a search for a weight, and what each adds to those that it takes.
const MOST_THIRDS: usize = 80;
/// Those that are enough for most pairs.
const FEW_THIRDS: usize = 12;
const ON_TERMS: u64 = 8;

pub(in crate::decide) fn private(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let Some(counts) = case.mechanism.counts() else { return Err(Reason::new("there are no counts of runs")) };
    let counts = &counts.of;
    let nodes = Nodes::new(counts, Search::new(counts, case.limits)?.all()?);
    let lambda = lambda(case)?;
    let weights = if counts.is_by_weights() { nodes.of_pairs(case, lambda)? } else { Vec::new() };
    let witness = |laws| Witness::Inside { upper: nodes.upper.clone(), weights: weights.clone(), laws };
    let decided = |verdict, laws| Decided::new(verdict, witness(laws));
    let (holds, undecided) = (decided(Verdict::Holds, None), |why: Attempt| Reason::new(why.reason()));
    // What is known from one attempt to the next is not shared with other claims: which is first is not fixed.
    let (rays, steps) = (Rays::default(), Budget::new(case.limits.steps));
    let attempt = |claim: &Claim, of: &Decided| attempted(case, claim, of, None, (&rays, &steps));
    // Whatever it is, what asks for most is told; and that is mostly far from what is claimed.
    let told = Claim { at_most: Some(Rational::from(BigInt::from(2))), ..claim.clone() };
    let found = attempt(&told, &holds).map_err(undecided)?;
    let Some(dp_kernel::Reason::Inside { pair, outputs, masses, .. }) = found.reasons.into_iter().next() else {
        // Nothing asks for more than 0.
        return Ok(holds);
    };
    let [most, least] = masses.map(|mass| mass.rational().ok().flatten().as_ref().map_or(f64::NAN, float));
    let bound = claim.at_most.as_ref().map_or(0.0, float);
    let is_more = is_more(most, lambda * least, bound);
    if is_more == Some(false) {
        return Ok(holds);
    }
    if is_more.is_none() && attempt(claim, &holds).is_ok() {
        return Ok(holds);
    }
    let others: Vec<usize> = (0..counts.outputs()).filter(|o| !outputs.contains(o)).collect();
    let laws = [nodes.law(pair[0], &outputs), nodes.law(pair[1], &others)];
    let fails = decided(Verdict::Fails, Some(Box::new(Laws { pair, outputs, laws })));
    match attempt(claim, &fails) {
        Ok(_) => Ok(fails),
        Err(_) => Err(attempt(claim, &holds).map_or_else(undecided, |_| Reason::new("it holds"))),
    }
}

pub(in crate::decide) fn drawn(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let Some(counts) = case.mechanism.counts() else { return Err(Reason::new("there are no counts of runs")) };
    let names = &case.elaborated()?.names;
    let named = names.others.iter().find(|known| claim.from.as_ref() == Some(&known.from));
    if let Some(NoTable::Because(why)) = named.and_then(|known| known.refused.as_ref()) {
        return Err(Reason::new(why.clone()));
    }
    let nodes = Nodes::new(&counts.of, Search::new(&counts.of, case.limits)?.all()?);
    // Of a closed form the weights that are taken without any serve well enough.
    let other = claim.from.as_deref().and_then(|from| case.mechanism.other(from));
    let weights = match other.and_then(|other| other.channel()) {
        Some(table) if counts.of.is_by_weights() => nodes.of_rows(&gathered(table, counts)),
        _ => Vec::new(),
    };
    let witness = Witness::Inside { upper: nodes.upper, weights, laws: None };
    let (rays, steps) = (Rays::default(), Budget::new(case.limits.steps));
    let found = attempted(case, claim, &Decided::new(Verdict::Holds, witness.clone()), None, (&rays, &steps));
    found.map(|found| Decided::new(found.verdict, witness)).map_err(|why| Reason::new(why.reason()))
}

/// The rows of a table by the outputs of counts; where its numbers are irrational, 0.
fn gathered(table: &Channel, counts: &model::Counts) -> Vec<Vec<f64>> {
    let places = counts.columns(table).unwrap_or_default();
    let of_row = |row: &Vector| {
        let mut gathered = vec![0.0; counts.of.outputs()];
        let of = |x: &Number| {
            let value = dp_kernel::Fraction::new(x.clone(), row.denominator.clone()).rational().ok().flatten();
            value.as_ref().map_or(0.0, float)
        };
        row.numerators.iter().zip(&places).for_each(|(x, o)| gathered[*o] += of(x));
        gathered
    };
    table.table.iter().map(of_row).collect()
}

/// The bounds of all nodes.
struct Nodes<'a> {
    counts: &'a Counts,
    upper: Vec<Vec<Bound>>,
    /// U of each event of each node, the complements after the others.
    events: Vec<Vec<Rational>>,
}

impl<'a> Nodes<'a> {
    fn new(counts: &'a Counts, upper: Vec<Vec<Bound>>) -> Self {
        let of_node = |(row, bounds): (&Vec<u64>, &Vec<Bound>)| {
            let (tallies, runs) = counts.events.tallies(row);
            let below = different(&tallies, runs);
            let known: HashMap<u64, Rational> =
                below.into_iter().zip(bounds.iter().map(|bound| bound.value())).collect();
            tallies.iter().map(|count| known.get(count).cloned().unwrap_or_else(one)).collect()
        };
        let events = counts.rows.iter().zip(&upper).map(of_node).collect();
        Self { counts, upper, events }
    }

    /// L and U of an event.
    fn event(&self, node: usize, event: usize) -> [Rational; 2] {
        let events = &self.events[node];
        let half = events.len() / 2;
        let other = if event < half { event + half } else { event - half };
        [&one() - &events[other], events[event].clone()]
    }

    /// L and U of the outputs from each one on, with 1 at the first and 0 beyond the last.
    fn thresholds(&self, node: usize) -> Vec<[Rational; 2]> {
        let own = (0..self.events[node].len() / 2).map(|event| self.event(node, event));
        std::iter::once([one(), one()]).chain(own).chain([[zero(), zero()]]).collect()
    }

    /// L and U of each output.
    fn outputs(&self, node: usize) -> Vec<[Rational; 2]> {
        let m = self.counts.outputs();
        let mut ends = vec![[zero(), one()]; m];
        let events = self.events[node].len();
        for event in 0..if self.counts.events == Events::Outputs { events / 2 } else { events } {
            let [low, high] = self.event(node, event);
            let set = self.counts.events.set(m, event);
            for o in &set {
                ends[*o][1] = high.clone().min(ends[*o][1].clone());
                if set.len() == 1 {
                    ends[*o][0] = low.clone();
                }
            }
        }
        ends
    }

    /// A law inside the bounds that gives much to a set.
    fn law(&self, node: usize, set: &[usize]) -> Vector {
        let m = self.counts.outputs();
        let law = match self.counts.events {
            Events::AtLeast => falling(&self.thresholds(node), set),
            Events::All => {
                // Each output what it adds to the sets before it, those of the set first.
                let mut order: Vec<usize> = set.to_vec();
                order.extend((0..m).filter(|o| !set.contains(o)));
                let (mut law, mut sum, mut bits) = (vec![zero(); m], zero(), 0usize);
                for o in order {
                    bits |= 1 << o;
                    let next = self.events[node].get(place(bits, m)).filter(|_| bits + 1 < 1 << m).cloned();
                    let next = next.unwrap_or_else(one);
                    law[o] = &next - &sum;
                    sum = next;
                }
                law
            }
            Events::Outputs | Events::Listed(_) => poured(&self.outputs(node), set),
        };
        // All denominators are powers of 2.
        let unit = law.iter().map(|x| x.denom().clone()).max().unwrap_or_else(|| BigInt::from(1));
        let numerators = law.iter().map(|x| (x.numer() * (&unit / x.denom())).into()).collect();
        Vector { denominator: unit.into(), numerators }
    }

    /// θ and φ of the pairs that need them.
    fn of_pairs(&self, case: &Case, lambda: f64) -> Result<Vec<Weights>, Reason> {
        let ends: Vec<Ends> = (0..self.events.len()).map(|node| Ends::new(&self.outputs(node))).collect();
        let (mut pairs, most) = (Vec::new(), case.limits.memory / OF_A_PAIR);
        for i in 0..ends.len() {
            if pairs.len() > most {
                return Err(Reason::new("weights of all pairs fill too many bytes (--limit memory=N)"));
            }
            for h in case.graph().neighbours(i) {
                spend(self.counts.outputs() as u64 * ON_TERMS);
                pairs.push((ends[i].apart(&ends[h], lambda, [0.5, 0.5]), [i, h]));
            }
        }
        pairs.sort_by(|(x, _), (y, _)| y.total_cmp(x));
        let (mut most, mut found, mut tried) = (0.0, Vec::new(), Vec::<[f64; 2]>::new());
        for (bound, [i, h]) in pairs {
            if bound <= most {
                break;
            }
            // Those of a pair before it are often good enough: it only has to ask for less.
            spend(self.counts.outputs() as u64 * ON_TERMS * TRIED as u64);
            let known = tried.iter().find(|weights| ends[i].apart(&ends[h], lambda, **weights) <= most).copied();
            let (rough, near) = known.map_or_else(|| ends[i].best(&ends[h], lambda, FEW_THIRDS), |known| (most, known));
            let weights = if rough <= most {
                near
            } else {
                let (best, weights) = ends[i].best(&ends[h], lambda, MOST_THIRDS);
                most = best.max(most);
                weights
            };
            if known.is_none() {
                tried.insert(0, weights);
                tried.truncate(TRIED);
            }
            found.push(Weights { pair: [i, h], weights: weights.map(units) });
        }
        Ok(found)
    }

    /// θ of each node, beside rows of a table.
    fn of_rows(&self, rows: &[Vec<f64>]) -> Vec<Weights> {
        let of = |(node, row): (usize, &Vec<f64>)| {
            let (own, table) = (Ends::new(&self.outputs(node)), Ends { ends: row.iter().map(|x| [*x, *x]).collect() });
            let (_, theta) = least(|theta| own.apart(&table, 1.0, [theta, 0.0]), MOST_THIRDS);
            Weights { pair: [node; 2], weights: [units(theta), 0] }
        };
        rows.iter().enumerate().map(of).collect()
    }
}

/// The place of a set among all events, by its bits.
fn place(bits: usize, m: usize) -> usize {
    let half = (1usize << (m - 1)) - 1;
    if bits % 2 == 1 { bits / 2 } else { (((1 << m) - 1) ^ bits) / 2 + half }
}

/// All at their least, and what is left of 1 to outputs of the set first, up to their most.
fn poured(ends: &[[Rational; 2]], set: &[usize]) -> Vec<Rational> {
    let mut law: Vec<Rational> = ends.iter().map(|[low, _]| low.clone()).collect();
    let mut left = law.iter().fold(one(), |left, x| &left - x);
    let others = (0..ends.len()).filter(|o| !set.contains(o));
    for o in set.iter().copied().chain(others) {
        let more = (&ends[o][1] - &law[o]).min(left.clone());
        law[o] = &law[o] + &more;
        left = &left - &more;
    }
    law
}

/// The outputs from each one on at their most on the set, and off it as low as the next of the set allows.
fn falling(ends: &[[Rational; 2]], set: &[usize]) -> Vec<Rational> {
    let m = ends.len() - 1;
    let mut above = vec![zero(); m + 1];
    let mut next = zero();
    for o in (0..m).rev() {
        let [low, high] = &ends[o];
        above[o] = if set.contains(&o) { high.clone() } else { low.clone().max(next.clone()) };
        if set.contains(&o) && (o == 0 || !set.contains(&(o - 1))) {
            next = high.clone();
        }
    }
    above.windows(2).map(|pair| &pair[0] - &pair[1]).collect()
}

/// L and U of each output in floating point.
struct Ends {
    ends: Vec<[f64; 2]>,
}

#[allow(clippy::float_arithmetic, reason = "any weights prove a bound, and these make it small")]
impl Ends {
    fn new(ends: &[[Rational; 2]]) -> Self {
        Self { ends: ends.iter().map(|ends| ends.each_ref().map(float)).collect() }
    }

    /// What the kernel finds by these weights.
    fn apart(&self, other: &Self, lambda: f64, [theta, phi]: [f64; 2]) -> f64 {
        let (mut sum, mut low, mut high) = (0.0, 1.0, 1.0);
        for ([least, most], [own_least, own_most]) in self.ends.iter().zip(&other.ends) {
            let mine = theta * most + (1.0 - theta) * least;
            sum += (mine - lambda * (phi * own_least + (1.0 - phi) * own_most)).max(0.0);
            low -= least;
            high -= own_most;
        }
        sum + (1.0 - theta) * low - lambda * (1.0 - phi) * high
    }

    /// The least of these, and its weights: it is convex in both.
    fn best(&self, other: &Self, lambda: f64, thirds: usize) -> (f64, [f64; 2]) {
        spend((thirds * thirds * 4 * self.ends.len()) as u64);
        let of = |theta: f64| least(|phi| self.apart(other, lambda, [theta, phi]), thirds);
        let (bound, theta) = least(|theta| of(theta).0, thirds);
        (bound, [theta, of(theta).1])
    }
}

/// Whether the one less the other is above a number, if that shows.
#[allow(clippy::float_arithmetic, reason = "the kernel has the last word")]
fn is_more(one: f64, other: f64, bound: f64) -> Option<bool> {
    let over = one - other - bound;
    (over.abs() > CLOSE).then_some(over > 0.0)
}

/// The least of a convex function from 0 to 1, and where.
#[allow(clippy::float_arithmetic, reason = "any weights prove a bound, and these make it small")]
fn least(of: impl Fn(f64) -> f64, thirds: usize) -> (f64, f64) {
    let (mut low, mut high) = (0.0f64, 1.0f64);
    for _ in 0..thirds {
        let third = (high - low) / 3.0;
        let [x, y] = [low + third, high - third];
        if of(x) <= of(y) { high = y } else { low = x }
    }
    let ends = [0.0, f64::midpoint(low, high), 1.0].map(|x| (of(x), x));
    ends.into_iter().min_by(|(x, _), (y, _)| x.total_cmp(y)).unwrap_or((of(0.5), 0.5))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number from 0 to 2^40")]
fn units(weight: f64) -> u64 {
    (weight * WHOLE).round() as u64
}

fn one() -> Rational {
    Rational::from(BigInt::from(1))
}

fn zero() -> Rational {
    Rational::from(BigInt::default())
}
