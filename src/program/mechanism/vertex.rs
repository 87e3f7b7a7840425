//! From an optimal mechanism to an optimal vertex.
//!
//! The constraints that are tight at a guess's column x_w cut the graph into classes: nodes joined by tight arcs have
//! fixed ratios. x is a vertex iff the vectors of all classes of all guesses, each a column on its class, are
//! independent. Otherwise x may be moved along a dependence both ways, and is moved until another constraint is tight.
//! Every mechanism on this way is optimal, since the end of no segment in the optimal face leaves the face.

use crate::effort::{spend, steps};
use std::collections::BTreeMap;

use malachite::Integer;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

use super::pricing::Cone;
use crate::graph::components;
use crate::linear::{Square, Vector, independent_columns_by_prime};

/// The columns x_w that are not 0, by guess.
pub(super) type Columns = BTreeMap<usize, Vector>;

/// A class of the nodes of a guess's column: it may only grow as a whole, by multiples of a vector.
pub(super) struct Class {
    pub(super) guess: usize,
    pub(super) entries: Vec<(usize, Integer)>,
}

/// How many primes may make independent classes seem dependent before they are taken to be independent.
const PRIMES: usize = 4;

/// A vertex of the least face that x lies in, for α < 1; short of one if eliminations meet that many unlucky primes.
///
/// Cost: an elimination and a lifting for each class more than a vertex has.
pub(super) fn to_vertex(cone: &Cone, mut x: Columns) -> Columns {
    loop {
        let n = cone.nodes();
        spend(steps(n, n, n / 4 + 4).saturating_add(steps(x.len(), cone.arcs.ends.len(), 64)));
        // Slacks and what they are compared by, of numbers so long, and a common divisor for each class.
        let long = x.values().map(|column| usize::try_from(column.bits() / 64).unwrap_or(usize::MAX) + 1).max();
        let long = long.unwrap_or(1);
        spend(steps(x.len(), 2 * n + cone.arcs.ends.len(), 4 * long).saturating_add(steps(n, long, 4 * long)));
        let classes = classes(cone, &x);
        let Some(direction) = dependence(cone.nodes(), &classes) else { return x };
        let Some(moved) = moved(cone, &x, &classes, &direction) else { return x };
        x = moved;
    }
}

/// b x_h − a x_i for an arc i→h, times the denominator of x, where α = a/b; to the power of the arc's length.
fn slack(cone: &Cone, x: &[Integer], arc: usize) -> Integer {
    let (i, h) = cone.arcs.ends[arc];
    let (a, b) = cone.ratio();
    match cone.length(arc) {
        1 => &x[h] * b - &x[i] * a,
        length => &x[h] * b.pow(length.into()) - &x[i] * a.pow(length.into()),
    }
}

/// The classes of all columns.
pub(super) fn classes(cone: &Cone, x: &Columns) -> Vec<Class> {
    let mut classes = Vec::new();
    for (&guess, column) in x {
        let tight = |&(arc, _): &(usize, (usize, usize))| slack(cone, column.numerators(), arc) == 0;
        let arcs = cone.arcs.ends.iter().copied().enumerate().filter(tight).map(|(_, ends)| ends);
        for nodes in components(cone.nodes(), arcs) {
            let entries: Vec<Integer> = nodes.iter().map(|&i| column.numerators()[i].clone()).collect();
            let entries = primitive(entries);
            classes.push(Class { guess, entries: nodes.into_iter().zip(entries).collect() });
        }
    }
    classes
}

/// The vector divided by its content.
fn primitive(entries: Vec<Integer>) -> Vec<Integer> {
    match entries.first() {
        Some(first) if *first != 0 => Vector::reduced(first.clone(), entries).numerators().to_vec(),
        _ => entries,
    }
}

/// The classes' vectors as the columns of a matrix, row by row.
pub(super) fn matrix(nodes: usize, classes: &[Class]) -> Vec<Vec<Integer>> {
    let mut rows = vec![vec![Integer::ZERO; classes.len()]; nodes];
    for (k, class) in classes.iter().enumerate() {
        class.entries.iter().for_each(|(i, entry)| rows[*i][k] = entry.clone());
    }
    rows
}

/// A combination of the classes' vectors that is 0, or `None` if they are independent.
fn dependence(nodes: usize, classes: &[Class]) -> Option<Vec<Rational>> {
    let rows = matrix(nodes, classes);
    for (found, independent) in independent_columns_by_prime(&rows, classes.len(), PRIMES) {
        // Columns that are independent modulo one prime are independent.
        let dependent = (0..classes.len()).find(|k| !independent.contains(k))?;
        let block = found.iter().map(|&i| independent.iter().map(|&k| rows[i][k].clone()).collect());
        let target: Vec<Integer> = found.iter().map(|&i| -&rows[i][dependent]).collect();
        let Some(block) = Square::new(block.collect()) else { continue };
        let solution = block.solve(&target);
        let mut direction = vec![Rational::ZERO; classes.len()];
        independent.iter().enumerate().for_each(|(s, &k)| direction[k] = solution.entry(s));
        direction[dependent] = Rational::ONE;
        let vanishes = |row: &Vec<Integer>| {
            let terms = row.iter().zip(&direction).filter(|(entry, _)| **entry != 0);
            terms.fold(Rational::ZERO, |sum, (entry, d)| sum + Rational::from(entry) * d) == 0
        };
        if rows.iter().all(vanishes) {
            return Some(direction);
        }
    }
    None
}

/// Of what falls from above 0, as pairs of a value and its change, the one that is at 0 first: its value, and by how
/// much it falls.
fn least_ratio(pairs: impl Iterator<Item = (Integer, Integer)>) -> Option<(Integer, Integer)> {
    let falling = pairs.filter(|(value, change)| *change < 0 && *value > 0).map(|(value, change)| (value, -change));
    falling.reduce(|least, next| if &next.0 * &least.1 < &least.0 * &next.1 { next } else { least })
}

/// x + θ·direction for the largest θ that is allowed.
fn moved(cone: &Cone, x: &Columns, classes: &[Class], direction: &[Rational]) -> Option<Columns> {
    let mut changes: BTreeMap<usize, Vec<Rational>> = BTreeMap::new();
    for (class, factor) in classes.iter().zip(direction).filter(|(_, factor)| **factor != 0) {
        let change = changes.entry(class.guess).or_insert_with(|| vec![Rational::ZERO; cone.nodes()]);
        class.entries.iter().for_each(|(i, entry)| change[*i] = Rational::from(entry) * factor);
    }
    let changes: BTreeMap<usize, Vector> =
        changes.iter().map(|(&w, change)| (w, Vector::from_rationals(change))).collect();
    let mut step: Option<Rational> = None;
    for (guess, change) in &changes {
        let column = x.get(guess)?;
        let (now, change_of) = (column.numerators(), change.numerators());
        let arcs = (0..cone.arcs.ends.len()).map(|arc| (slack(cone, now, arc), slack(cone, change_of, arc)));
        let entries = now.iter().cloned().zip(change_of.iter().cloned());
        let Some((value, falls)) = least_ratio(arcs.chain(entries)) else { continue };
        let scale = Rational::from_integers(change.denominator().clone(), column.denominator().clone());
        let most = Rational::from_integers(value, falls) * scale;
        if step.as_ref().is_none_or(|step| most < *step) {
            step = Some(most);
        }
    }
    let step = step?;
    let mut result = x.clone();
    for (guess, change) in &changes {
        let column = result.get(guess)?.add_multiple(&step, change)?;
        if column.is_zero() {
            result.remove(guess)
        } else {
            result.insert(*guess, column)
        };
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two columns that the first prime does not tell apart, and a third that depends on both.
    #[test]
    fn a_prime_that_hides_a_dependence_is_followed_by_another() {
        let class = |entries: [i64; 2]| Class {
            guess: 0,
            entries: entries.map(Integer::from).into_iter().enumerate().collect(),
        };
        let prime = (1 << 28) - 57;
        let mut all = vec![class([prime, 1]), class([2 * prime, 1])];
        assert_eq!(dependence(2, &all), None);
        all.push(class([1, 0]));
        let direction = dependence(2, &all).expect("three columns of two entries");
        assert_eq!([&direction[1], &direction[2]], [&-&direction[0], &(&direction[0] * Rational::from(prime))]);
        assert_ne!(direction[0], 0);
    }
}
