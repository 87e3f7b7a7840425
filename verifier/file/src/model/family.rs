//! The closed forms: tables that a file gives by their names.

use super::Privacy;
use super::closed_form::{FAMILIES, family};
use super::each_use::{self, Whose};
use super::function::{self, powers, refusal};
use super::gaussian::GAUSSIAN;
use super::noise::GEOMETRIC;
use super::reading::{Reading, power_bits};
use crate::alpha::{Fractions, Polynomial, Polynomials as _, Quotient};
use crate::error::Error;
use crate::json::{Value, View};
use crate::limits::words_of;
use crate::number::{self, BigInt, Rational};
use dp_kernel::{Family, Graph};

/// A closed form by its name, which fits the graph.
pub(super) struct Form<'a> {
    /// The name.
    pub(super) name: &'static str,
    /// Where it stands.
    pub(super) place: View<'a>,
}

impl<'a> Form<'a> {
    /// The `family` of a mechanism; `None` where it has none.
    pub(super) fn read(view: &'a View<'a>, graph: &Graph) -> Result<Option<Self>, Error> {
        let place = match (view.value(), view.field("matrix")) {
            (Value::Object(_), None) => view.field("family"),
            _ => None,
        };
        let Some(place) = place else { return Ok(None) };
        let expected =
            "\"truncated-geometric\", \"geometric\", \"randomised-response\", \"exponential\" or \"uniform\"";
        let name = family(place.string(expected)?);
        let Some(name) = name else {
            let known = [&FAMILIES[..], &[GAUSSIAN]].concat();
            return Err(place.misspelled(expected, &known));
        };
        let fits = match name {
            "truncated-geometric" => matches!(graph.family(), Family::Line),
            GEOMETRIC => matches!(graph.family(), Family::Line | Family::Sum { .. }),
            "randomised-response" => matches!(graph.family(), Family::Complete),
            "exponential" => matches!(graph.family(), Family::Hamming { .. }),
            _ => true,
        };
        if fits {
            return Ok(Some(Self { name, place }));
        }
        let message = format!(
            "\"{name}\" does not fit this graph: truncated-geometric is for a line, geometric for a line or a sum query, randomised-response for a \
             complete graph, exponential for a Hamming graph"
        );
        Err(place.error(message).expecting("a closed form for this graph"))
    }
}

/// `noise`, the probability with which randomised response gives a uniformly random one of all answers.
pub(super) fn read_noise(view: &View, name: &str, reading: &Reading) -> Result<Option<Rational>, Error> {
    let Some(noise) = view.field("noise") else { return Ok(None) };
    if name != "randomised-response" {
        return Err(noise.found(format!("a noise beside \"{name}\""), "one beside \"randomised-response\", or none"));
    }
    let r = number::rational(&noise, reading.limits, reading.steps)?;
    if r.is_negative() || r.numer() > r.denom() {
        return Err(noise.unexpected("a probability: a rational from 0 to 1"));
    }
    Ok(Some(r))
}

/// That a closed form at the file's α is one of a file that declares it.
pub(super) fn has_alpha(name: &str, place: &View, reading: &Reading) -> Result<(), Error> {
    if !reading.symbols.rho {
        return Ok(());
    }
    let expected = "a \"matrix\", \"family\": \"uniform\", or randomised response with a \"noise\" of its own";
    Err(Privacy::no_alpha(place, &format!("the closed form \"{name}\" depends on ε"), expected))
}

/// The closed forms, by their definitions: at the file's α, or in a composition at that of one use.
pub(super) fn expand(view: &View, graph: &Graph, whose: Whose, reading: &Reading) -> Result<Vec<Fractions>, Error> {
    let Some(Form { name, place }) = Form::read(view, graph)? else {
        return Err(view.one_of(["matrix", "family"], false));
    };
    let noise = read_noise(view, name, reading)?;
    let n = graph.nodes();
    if name == "uniform" || noise.is_some() {
        each_use::has_none(view, name)?;
        if let Some(noise) = noise {
            return with_noise(n, &noise, &place, reading);
        }
        reading.charge(&place, n.saturating_mul(n), 0)?;
        let row = Fractions { denominator: n.into(), numerators: vec![Polynomial::ONE; n] };
        return Ok(vec![row; n]);
    }
    if whose == Whose::File {
        has_alpha(name, &place, reading)?;
    }
    match (whose, &reading.base) {
        (Whose::File, Some(alpha)) => rational(name, graph, alpha, &place, reading),
        (Whose::File, None) => functions(name, graph, &place, reading),
        (Whose::Use, _) => {
            let alpha = each_use::alpha(view, name, reading)?;
            let Some(alpha) = function::rational(&alpha) else {
                return of_function(name, graph, &alpha, &place, reading);
            };
            reading.check_power(&place, &alpha, graph.diameter())?;
            rational(name, graph, &alpha, &place, reading)
        }
    }
}

/// A closed form at a rational α.
fn rational(
    name: &str,
    graph: &Graph,
    alpha: &Rational,
    view: &View,
    reading: &Reading,
) -> Result<Vec<Fractions>, Error> {
    let n = graph.nodes();
    reading.charge(view, n.saturating_mul(n), power_bits(alpha, graph.diameter()))?;
    if name == "truncated-geometric" {
        return truncated_geometric(n, alpha, view, reading);
    }
    // Every node of these graphs is as far as the diameter from some other.
    let layers = reading.layers(view, alpha, graph.diameter())?;
    Ok((0..n).map(|i| proportional(&graph.distances_from(i), &layers)).collect())
}

/// Randomised response with r = s/d: d − s + s/n for the true answer and s/n for every other one, over n·d.
fn with_noise(n: usize, noise: &Rational, view: &View, reading: &Reading) -> Result<Vec<Fractions>, Error> {
    reading.charge(view, n.saturating_mul(n), number::bits(noise).saturating_add(64))?;
    let (s, d, n_) = (noise.numer(), noise.denom(), BigInt::from(n));
    let own = (d - s) * &n_ + s;
    let row = |i| Fractions {
        denominator: (d * &n_).into(),
        numerators: (0..n).map(|j| if j == i { &own } else { s }.clone().into()).collect(),
    };
    Ok((0..n).map(row).collect())
}

/// The truncated geometric mechanism on 0..n-1: α^|i-j|/(1+α) at the ends j = 0 and j = n-1, (1-α)/(1+α)·α^|i-j|
/// between them; 1 for n = 1 (Ghosh, Roughgarden, Sundararajan).
///
/// With α = p/q and D = max(i, n−1−i) the ends of row i are p^d·q^(D−d) over q^(D−1)·(p+q), and the others, all of
/// which have d < D, p^d·q^(D−1−d)·(q−p): in lowest terms, as p, q and p+q have no common divisor and an end has the
/// numerator p^D. Rows i and n−1−i have the same D.
fn truncated_geometric(n: usize, alpha: &Rational, view: &View, reading: &Reading) -> Result<Vec<Fractions>, Error> {
    if n == 1 {
        return Ok(vec![Fractions::ones(1)]);
    }
    let too_long = || view.error("a line that is too long").expecting("a shorter line");
    let layers = |far: usize| reading.layers(view, alpha, far as u64);
    let words = |x: &BigInt| words_of(x.bits());
    let (both, apart) = (alpha.numer() + alpha.denom(), alpha.denom() - alpha.numer());
    let mut falling = Vec::with_capacity(n);
    let mut ends = layers(n.saturating_sub(1))?;
    for far in (n / 2..n).rev() {
        let next = layers(far.saturating_sub(1))?;
        let power = next.first().ok_or_else(too_long)?;
        reading.charge_steps(
            view,
            (far as u64).saturating_add(1).saturating_mul(words(power)).saturating_mul(words(&both)),
        )?;
        let inner: Vec<BigInt> = next.iter().map(|x| x * &apart).collect();
        falling.push(Fractions { denominator: (power * &both).into(), numerators: row(&ends, &inner, n) });
        ends = next;
    }
    let mirrored = |row: &Fractions| Fractions {
        denominator: row.denominator.clone(),
        numerators: row.numerators.iter().rev().cloned().collect(),
    };
    let mut rows: Vec<Fractions> = falling.iter().take(n / 2).map(mirrored).collect();
    rows.extend(falling.into_iter().rev());
    Ok(rows)
}

/// A row of n ≥ 2 entries at distances that fall to 0 and rise again: the first and the last of them from `ends`, and
/// the others from `inner`, both by distance.
fn row(ends: &[BigInt], inner: &[BigInt], n: usize) -> Vec<Polynomial> {
    let mut ends = ends.iter().rev().chain(ends.iter().skip(1));
    let others = n.saturating_sub(2);
    let between = inner.iter().rev().chain(inner.iter().skip(1)).take(others);
    let (first, last) = (ends.next(), ends.nth(others));
    first.into_iter().chain(between).chain(last).map(|x| x.clone().into()).collect()
}

/// The row with entries proportional to α^d, from the numbers p^d·q^(D−d) for α = p/q: randomised response on a
/// complete graph, the exponential mechanism for the Hamming distance (without the factor 2: every row has the same
/// sum).
pub(super) fn proportional(distances: &[u64], layers: &[BigInt]) -> Fractions {
    let weight = |&d: &u64| layers.get(dp_kernel::place(d)).cloned().unwrap_or_default();
    let numerators: Vec<BigInt> = distances.iter().map(weight).collect();
    let denominator = numerators.iter().sum::<BigInt>().into();
    Fractions { denominator, numerators: numerators.into_iter().map(Polynomial::from).collect() }
}

/// The closed forms where α is irrational, over the denominators 1+α and the row sums.
fn functions(name: &str, graph: &Graph, view: &View, reading: &Reading) -> Result<Vec<Fractions>, Error> {
    let (n, ground) = (graph.nodes(), reading.ground());
    let one = Polynomial::ONE;
    let mut rows = Vec::with_capacity(n);
    for i in 0..n {
        let mut numerators = powers(&graph.distances_from(i), view, reading)?;
        let mut denominator = Polynomial::ZERO;
        if name == "truncated-geometric"
            && let [_, between @ .., _] = &mut numerators[..]
        {
            let alpha = powers(&[1], view, reading)?.swap_remove(0);
            let inner = &one - &alpha;
            for x in between {
                *x = ground.product(x, &inner).map_err(|why| refusal(view, &why))?;
            }
            denominator = &one + &alpha;
        } else {
            numerators.iter().for_each(|x| denominator += x);
        }
        rows.push(Fractions { denominator, numerators });
    }
    Ok(rows)
}

/// The closed forms at another function α = n/d of t, d·n^k·d^(D−k) and (d−n)·n^k·d^(D−k) over (d+n)·d^D, or
/// n^k·d^(D−k) over their sum: n^k·d^(D−k) is α^k over d^D, D the diameter.
fn of_function(
    name: &str,
    graph: &Graph,
    alpha: &Quotient,
    view: &View,
    reading: &Reading,
) -> Result<Vec<Fractions>, Error> {
    let (nodes, ground) = (graph.nodes(), reading.ground());
    let times = |x: &Polynomial, y: &Polynomial| {
        let product = ground.product(x, y).map_err(|why| refusal(view, &why))?;
        reading.charge_bytes(view, product.bytes())?;
        Ok::<_, Error>(product)
    };
    let Quotient { numerator: n, denominator: d } = alpha;
    let powers = |x: &Polynomial| {
        let mut powers = vec![Polynomial::ONE];
        for _ in 0..graph.diameter() {
            let next = powers.last().map(|last| times(last, x)).transpose()?;
            powers.extend(next);
        }
        Ok::<_, Error>(powers)
    };
    let (of_n, of_d) = (powers(n)?, powers(d)?);
    let layers = of_n.iter().zip(of_d.iter().rev()).map(|(x, y)| times(x, y)).collect::<Result<Vec<_>, _>>()?;
    let is_geometric = name == "truncated-geometric" && nodes > 1;
    let by = |factor: &Polynomial| layers.iter().map(|x| times(x, factor)).collect::<Result<Vec<_>, _>>();
    let (ends, between, geometric) = match of_d.last().filter(|_| is_geometric) {
        Some(whole) => (by(d)?, by(&(d - n))?, Some(times(whole, &(d + n))?)),
        None => (layers.clone(), layers, None),
    };
    let longest = ends.iter().chain(&between).map(Polynomial::bytes).max().unwrap_or(0);
    // There once more in the problem.
    let entries = (nodes as u64).saturating_mul(nodes as u64);
    reading.charge_bytes(view, entries.saturating_mul(longest).saturating_mul(2))?;
    let last = nodes.saturating_sub(1);
    let row = |i: usize| {
        let entry = |(j, &k): (usize, &u64)| {
            let from = if j == 0 || j == last { &ends } else { &between };
            from.get(dp_kernel::place(k)).cloned().unwrap_or_default()
        };
        let numerators: Vec<Polynomial> = graph.distances_from(i).iter().enumerate().map(entry).collect();
        let mut denominator = geometric.clone().unwrap_or_default();
        if geometric.is_none() {
            numerators.iter().for_each(|x| denominator += x);
        }
        Fractions { denominator, numerators }
    };
    Ok((0..nodes).map(row).collect())
}
