//! Mechanisms in closed form, row by row: those that a claim or a witness names, and Φ·diag(z).

use super::over;
use dp_kernel::{Failure, Family, Fraction, Graph, INFINITE, Meter, Number, Vector};

/// The closed form of that name on a graph at α; `None` where it does not fit the graph, or there is none of that name.
///
/// # Errors
/// Rows over the limits.
pub(crate) fn named(
    name: &str,
    graph: &Graph,
    alpha: &Fraction,
    meter: &Meter,
) -> Result<Option<Vec<Vector>>, Failure> {
    match (name, graph.family()) {
        ("truncated-geometric", Family::Line) => geometric(graph.nodes(), alpha, meter).map(Some),
        ("randomised-response", Family::Complete) | ("exponential", Family::Hamming { .. }) => {
            proportional(graph, alpha, meter).map(Some)
        }
        ("uniform", _) => uniform(graph.nodes(), meter).map(Some),
        _ => Ok(None),
    }
}

/// x_ij = α^|i−j|/(1+α) at the ends j = 0 and j = n−1, (1−α)/(1+α)·α^|i−j| between them; 1 for n = 1.
///
/// With α = p/q over q^(n−1)·(p+q): α^d is p^d·q^(n−1−d), the factor of the ends q and that of the others q − p.
///
/// # Errors
/// Rows over the limits.
pub(crate) fn geometric(n: usize, alpha: &Fraction, meter: &Meter) -> Result<Vec<Vector>, Failure> {
    if n == 1 {
        return Ok(vec![Vector { denominator: Number::ONE, numerators: vec![Number::ONE] }]);
    }
    let (p, q) = (&alpha.numerator, &alpha.denominator);
    let layers = layers(alpha, n - 1, meter)?;
    let words = layers.iter().map(Number::words).max().unwrap_or(1).saturating_add(p.words()).saturating_add(q.words());
    room(n as u64, n as u64, words, meter)?;
    let inner = q.minus(p, meter);
    let denominator = q.power(n - 1, meter)?.times(&p.plus(q, meter), meter)?;
    let times = |factor: &Number| layers.iter().map(|x| x.times(factor, meter)).collect::<Result<Vec<_>, _>>();
    let (ends, inners) = (times(q)?, times(&inner)?);
    let entry = |i: usize, j: usize| if j == 0 || j == n - 1 { &ends[i.abs_diff(j)] } else { &inners[i.abs_diff(j)] };
    let row = |i| (0..n).map(|j| entry(i, j).clone()).collect();
    Ok((0..n).map(|i| Vector { denominator: denominator.clone(), numerators: row(i) }).collect())
}

/// Φ·diag(z): α^d(i,j)·z_j, over q^D and z's denominator. z has an entry for each node.
///
/// # Errors
/// Rows over the limits.
pub(crate) fn tight(graph: &Graph, alpha: &Fraction, z: &Vector, meter: &Meter) -> Result<Vec<Vector>, Failure> {
    let n = graph.nodes() as u64;
    meter.charge(graph.steps())?;
    let layers = layers(alpha, graph.diameter() as usize, meter)?;
    let longest = |numbers: &[Number]| numbers.iter().map(Number::words).max().unwrap_or(1);
    room(n, n, longest(&layers).saturating_add(longest(&z.numerators)), meter)?;
    let denominator = z.denominator.times(&alpha.denominator.power(graph.diameter() as usize, meter)?, meter)?;
    let mut rows = Vec::with_capacity(graph.nodes());
    for i in 0..graph.nodes() {
        let distances = graph.distances_from(i);
        let entry = |(&d, x): (&u32, &Number)| match d {
            INFINITE => Ok(Number::ZERO),
            d => layers[d as usize].times(x, meter),
        };
        let numerators = distances.iter().zip(&z.numerators).map(entry).collect::<Result<_, _>>()?;
        rows.push(Vector { denominator: denominator.clone(), numerators });
    }
    Ok(rows)
}

/// Rows proportional to those of Φ: randomised response on a complete graph, the exponential mechanism on a Hamming graph.
fn proportional(graph: &Graph, alpha: &Fraction, meter: &Meter) -> Result<Vec<Vector>, Failure> {
    let ones = Vector { denominator: Number::ONE, numerators: vec![Number::ONE; graph.nodes()] };
    let mut rows = tight(graph, alpha, &ones, meter)?;
    for row in &mut rows {
        row.denominator = Number::ZERO;
        for x in &row.numerators {
            row.denominator.add(x, meter);
        }
    }
    Ok(rows)
}

/// n outputs, each as likely as any other.
fn uniform(n: usize, meter: &Meter) -> Result<Vec<Vector>, Failure> {
    room(n as u64, n as u64, 1, meter)?;
    Ok(vec![Vector { denominator: n.into(), numerators: vec![Number::ONE; n] }; n])
}

/// p^d·q^(most−d) for d from 0 to `most`, α = p/q.
fn layers(alpha: &Fraction, most: usize, meter: &Meter) -> Result<Vec<Number>, Failure> {
    let over = over(alpha.numerator.power(most, meter)?, alpha.denominator.power(most, meter)?);
    room(3, most as u64 + 1, over.numerator.words().saturating_add(over.denominator.words()), meter)?;
    let powers = |base: &Number| {
        let mut powers = vec![Number::ONE];
        for d in 0..most {
            powers.push(powers[d].times(base, meter)?);
        }
        Ok::<_, Failure>(powers)
    };
    let (p, q) = (powers(&alpha.numerator)?, powers(&alpha.denominator)?);
    p.iter().zip(q.iter().rev()).map(|(p, q)| p.times(q, meter)).collect()
}

/// That so many rows of so many numbers may be made.
fn room(rows: u64, entries: u64, words: u64, meter: &Meter) -> Result<(), Failure> {
    meter.charge(rows.saturating_mul(entries).saturating_mul(words))?;
    meter.room(rows.saturating_mul(entries), words)
}
