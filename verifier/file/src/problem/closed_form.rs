//! Mechanisms in closed form, row by row: those that a claim or a witness names, and Φ·diag(z). They are made in a
//! [`Meter`]'s run.
//!
//! [`Meter`]: dp_kernel::Meter

use dp_kernel::{Failure, Family, Fraction, Graph, INFINITE, Limit, Number, Vector, charge};

/// The closed form of that name on a graph at α; `None` where it does not fit the graph, or there is none of that name.
///
/// # Errors
/// Rows over the limits.
pub(crate) fn named(name: &str, graph: &Graph, alpha: &Fraction) -> Result<Option<Vec<Vector>>, Failure> {
    match (name, graph.family()) {
        ("truncated-geometric", Family::Line) => geometric(graph.nodes(), alpha).map(Some),
        ("randomised-response", Family::Complete) | ("exponential", Family::Hamming { .. }) => {
            proportional(graph, alpha).map(Some)
        }
        ("uniform", _) => uniform(graph.nodes()).map(Some),
        _ => Ok(None),
    }
}

/// x_ij = α^|i−j|/(1+α) at the ends j = 0 and j = n−1, (1−α)/(1+α)·α^|i−j| between them; 1 for n = 1.
///
/// With α = p/q over q^(n−1)·(p+q): α^d is p^d·q^(n−1−d), the factor of the ends q and that of the others q − p.
///
/// # Errors
/// Rows over the limits.
pub(crate) fn geometric(n: usize, alpha: &Fraction) -> Result<Vec<Vector>, Failure> {
    if n == 1 {
        return Ok(vec![Vector { denominator: Number::ONE, numerators: vec![Number::ONE] }]);
    }
    let (p, q) = (&alpha.numerator, &alpha.denominator);
    let last = n.saturating_sub(1);
    let layers = layers(alpha, last)?;
    let words = layers.iter().map(Number::words).max().unwrap_or(1).saturating_add(p.words()).saturating_add(q.words());
    room(n as u64, n as u64, words)?;
    let inner = q - p;
    let denominator = &q.power(last) * &(p + q);
    // By the distance, what stands there at an end and between them.
    let entries: Vec<[Number; 2]> = layers.iter().map(|x| [x * q, x * &inner]).collect();
    let row = |i| {
        let by_column =
            entries.iter().take(usize::saturating_add(i, 1)).rev().chain(entries.iter().skip(1)).take(n).enumerate();
        by_column.map(|(j, [end, inner])| if j == 0 || j == last { end } else { inner }.clone()).collect()
    };
    Ok((0..n).map(|i| Vector { denominator: denominator.clone(), numerators: row(i) }).collect())
}

/// Φ·diag(z): α^d(i,j)·z_j, over q^D and z's denominator. z has an entry for each node.
///
/// # Errors
/// Rows over the limits.
pub(crate) fn tight(graph: &Graph, alpha: &Fraction, z: &Vector) -> Result<Vec<Vector>, Failure> {
    let n = graph.nodes() as u64;
    charge(graph.steps())?;
    let layers = layers(alpha, dp_kernel::place(graph.diameter()))?;
    let longest = |numbers: &[Number]| numbers.iter().map(Number::words).max().unwrap_or(1);
    room(n, n, longest(&layers).saturating_add(longest(&z.numerators)))?;
    let denominator = &z.denominator * &alpha.denominator.power(dp_kernel::place(graph.diameter()));
    let mut rows = Vec::with_capacity(graph.nodes());
    for i in 0..graph.nodes() {
        let distances = graph.distances_from(i);
        let entry = |(&d, x): (&u64, &Number)| match (d, layers.get(dp_kernel::place(d))) {
            (INFINITE, _) => Ok(Number::ZERO),
            (_, Some(layer)) => Ok(layer * x),
            (_, None) => Err(Limit::Place),
        };
        let numerators = distances.iter().zip(&z.numerators).map(entry).collect::<Result<_, _>>()?;
        rows.push(Vector { denominator: denominator.clone(), numerators });
    }
    Ok(rows)
}

/// Rows proportional to those of Φ: randomised response on a complete graph, the exponential mechanism on a Hamming
/// graph.
fn proportional(graph: &Graph, alpha: &Fraction) -> Result<Vec<Vector>, Failure> {
    let ones = Vector { denominator: Number::ONE, numerators: vec![Number::ONE; graph.nodes()] };
    let mut rows = tight(graph, alpha, &ones)?;
    for row in &mut rows {
        row.denominator = Number::ZERO;
        row.numerators.iter().for_each(|x| row.denominator += x);
    }
    Ok(rows)
}

/// n outputs, each as likely as any other.
fn uniform(n: usize) -> Result<Vec<Vector>, Failure> {
    room(n as u64, n as u64, 1)?;
    Ok(vec![Vector { denominator: n.into(), numerators: vec![Number::ONE; n] }; n])
}

/// p^d·q^(most−d) for d from 0 to `most`, α = p/q.
fn layers(alpha: &Fraction, most: usize) -> Result<Vec<Number>, Failure> {
    let over = alpha.power(most);
    room(3, (most as u64).saturating_add(1), over.numerator.words().saturating_add(over.denominator.words()))?;
    let powers = |base: &Number| {
        let (mut powers, mut power) = (Vec::new(), Number::ONE);
        for _ in 0..most {
            let next = &power * base;
            powers.push(std::mem::replace(&mut power, next));
        }
        powers.push(power);
        powers
    };
    let (p, q) = (powers(&alpha.numerator), powers(&alpha.denominator));
    Ok(p.iter().zip(q.iter().rev()).map(|(p, q)| p * q).collect())
}

/// That so many rows of so many numbers may be made.
fn room(rows: u64, entries: u64, words: u64) -> Result<(), Limit> {
    charge(rows.saturating_mul(entries).saturating_mul(words))?;
    dp_kernel::room(rows.saturating_mul(entries), words)
}

/// The tensor product of vectors, the last index running fastest.
///
/// # Errors
/// A vector over the limits.
pub(crate) fn tensor(factors: &[&Vector]) -> Result<Vector, Failure> {
    let mut product = Vector { denominator: Number::ONE, numerators: vec![Number::ONE] };
    for factor in factors {
        let longest = |x: &Vector| x.numerators.iter().map(Number::words).max().unwrap_or(1);
        room(product.len() as u64, factor.len() as u64, longest(&product).saturating_add(longest(factor)))?;
        let numerators = product.numerators.iter().flat_map(|x| factor.numerators.iter().map(move |y| x * y)).collect();
        product = Vector { denominator: &product.denominator * &factor.denominator, numerators };
    }
    Ok(product)
}
