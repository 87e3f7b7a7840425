//! Priors: probability distributions on the nodes.

use super::Privacy;
use super::channel::read_numbers;
use super::family::proportional;
use super::function::{powers, refusal};
use super::reading::{Reading, power_bits};
use crate::alpha::{Fractions, Vectors as _};
use crate::alpha::{Polynomial, Polynomials as _};
use crate::error::Error;
use crate::json::{Value, View};
use crate::limits::words_of;
use crate::number::Rational;
use crate::number::{beside_one, exact_or_decimal};
use crate::text::named;
use dp_kernel::{Family, Graph, INFINITE};

/// π ≥ 0 with Σπ = 1.
#[derive(Debug, Clone)]
pub struct Prior {
    /// The weights.
    pub weights: Fractions,
    /// On a Hamming graph, the rational distributions of the individuals whose product π is, where the file says so.
    pub factors: Option<Vec<Fractions>>,
    /// Where X is a product seen through one individual, the prior of each individual, or one for all of them; then the
    /// weights are the first one's.
    pub each: Vec<Prior>,
}

impl Prior {
    /// The prior of each individual of a product, where the file gives one that is a product: `"uniform"` or `product`.
    pub(super) fn of_each(
        view: &View,
        values: usize,
        individuals: usize,
        reading: &Reading,
    ) -> Result<Option<Self>, Error> {
        let plain = |weights| Self { weights, factors: None, each: Vec::new() };
        let each = match (view.value(), view.field("product")) {
            (Value::String(text), _) if text == "uniform" => {
                reading.charge(view, values, 0)?;
                vec![plain(uniform(values))]
            }
            (_, Some(lists)) => {
                view.only(&["product"])?;
                let lists = read_lists(&lists, values, individuals, reading)?;
                lists.into_iter().map(plain).collect()
            }
            _ => return Ok(None),
        };
        let first = each.first().map(|prior| prior.weights.clone());
        Ok(first.map(|weights| Self { weights, factors: None, each }))
    }

    /// Whether all weights are rational.
    pub fn is_rational(&self) -> bool {
        self.weights.rational().is_some() && self.each.iter().all(Prior::is_rational)
    }

    /// What is named uniform is uniform: a report by that name would be read as one about every answer alike.
    pub(super) fn check_name(&self, name: &str, view: &View, reading: &Reading) -> Result<(), Error> {
        let each: Vec<&Fractions> = if self.each.is_empty() {
            vec![&self.weights]
        } else {
            self.each.iter().map(|prior| &prior.weights).collect()
        };
        if !is_named_uniform(name) {
            return Ok(());
        }
        for weights in each {
            if !are_same(weights, view, reading)? {
                return Err(not_uniform(name, view, "\"uniform\""));
            }
        }
        Ok(())
    }

    pub(super) fn read(view: &View, graph: &Graph, reading: &Reading) -> Result<Self, Error> {
        let expected = "\"uniform\", a list of weights, or an object with \"corner\", \"point\" or \"product\"";
        let n = graph.nodes();
        let plain = |weights| Self { weights, factors: None, each: Vec::new() };
        let base = reading.base.as_ref().filter(|_| view.field("corner").is_some());
        let far = base.map_or(0, |alpha| power_bits(alpha, graph.diameter()));
        reading.charge(view, n, far)?;
        match view.value() {
            Value::String(text) if text == "uniform" => Ok(plain(uniform(n))),
            Value::Array(_) => Ok(plain(read_distribution(view, n, "node", reading)?)),
            Value::Object(_) => {
                view.only(&["corner", "point", "product"])?;
                let node = |view: &View| match view.count(0, "a node")? {
                    i if i < n => Ok(i),
                    _ => Err(view.unexpected(&format!("a node, from 0 to {}", n.saturating_sub(1)))),
                };
                match (view.field("corner"), view.field("point"), view.field("product")) {
                    (Some(v), None, None) => Ok(plain(corner(node(&v)?, graph, &v, reading)?)),
                    (None, Some(v), None) => Ok(plain(point(node(&v)?, n))),
                    (None, None, Some(v)) => product(&v, graph, reading),
                    (None, None, None) => Err(view.unexpected(expected)),
                    _ => {
                        let keys = "\"corner\", \"point\" and \"product\"";
                        Err(view.found(format!("several of the keys {keys}"), "exactly one"))
                    }
                }
            }
            _ => Err(view.misspelled(expected, &["uniform"])),
        }
    }
}

/// Whether a prior's name says that it is uniform: the word in whichever case, with blanks around it.
pub(crate) fn is_named_uniform(name: &str) -> bool {
    name.trim().eq_ignore_ascii_case("uniform")
}

/// That a prior of such a name is another one.
pub(crate) fn not_uniform(name: &str, view: &View, expected: &str) -> Error {
    let found = format!("a prior named {}, whose weights are not all the same", named(name));
    view.found(found, format!("{expected}, or another name for these weights"))
}

/// `count` weights ≥ 0 that sum to exactly 1, at every α of an interval.
fn read_distribution(view: &View, count: usize, thing: &str, reading: &Reading) -> Result<Fractions, Error> {
    let numbers = read_numbers(view, count, thing, reading)?;
    let Some(weights) = numbers.rational() else {
        are_distribution(&numbers, view, reading)?;
        return Ok(numbers);
    };
    let ground = reading.ground();
    if let Some(i) = weights.negative(&ground).map_err(|why| refusal(view, &why))? {
        let entry = weights.lowest(i).map_or_else(|| "negative".into(), |x| exact_or_decimal(&x));
        return Err(view.instead(format!("entry {i} is {entry}"), "weights ≥ 0"));
    }
    // In lowest terms only for people: a gcd of long numbers takes a while.
    if weights.sum_of_numerators() != weights.denominator {
        let total = weights.total();
        let sum_is = || format!("is {}", exact_or_decimal(&total));
        let found = beside_one(&total).unwrap_or_else(sum_is);
        return Err(view.instead(format!("the sum of the weights {found}"), "exactly 1"));
    }
    Ok(numbers)
}

/// Whether all are one number, at every α of an interval.
fn are_same(weights: &Fractions, view: &View, reading: &Reading) -> Result<bool, Error> {
    let Some(first) = weights.numerators.first() else { return Ok(true) };
    for other in weights.numerators.iter().filter(|other| *other != first) {
        if weights.is_rational() || !reading.ground().vanishes(&(other - first)).map_err(|why| refusal(view, &why))? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn are_distribution(weights: &Fractions, view: &View, reading: &Reading) -> Result<(), Error> {
    let ground = reading.ground();
    let field = ground.field.ok_or_else(|| view.error("α is rational"))?;
    let place = if field.is_symbolic() { " at some α of the interval" } else { "" };
    for (i, x) in weights.numerators.iter().enumerate() {
        if !ground.is_nonnegative(x).map_err(|why| refusal(view, &why))? {
            return Err(view.instead(format!("entry {i} is negative{place}"), "weights ≥ 0"));
        }
    }
    let rest = &weights.sum_of_numerators() - &weights.denominator;
    if !ground.vanishes(&rest).map_err(|why| refusal(view, &why))? {
        return Err(view.instead(format!("the sum of the weights is not 1{place}"), "exactly 1"));
    }
    Ok(())
}

/// Row i of Φ over its sum.
fn corner(i: usize, graph: &Graph, view: &View, reading: &Reading) -> Result<Fractions, Error> {
    if reading.symbols.rho {
        let expected = "\"uniform\", a list of weights, {\"point\": 0} or {\"product\": […]}";
        return Err(Privacy::no_alpha(view, "a corner prior is made of powers of α = e^-ε", expected));
    }
    let distances = graph.distances_from(i);
    if graph.is_fine() {
        return Err(reading.no_powers(view));
    }
    let Some(alpha) = &reading.base else {
        let numerators = powers(&distances, view, reading)?;
        let mut row = Fractions { denominator: Polynomial::ZERO, numerators };
        row.denominator = row.sum_of_numerators();
        return Ok(row);
    };
    let far = distances.iter().copied().filter(|&d| d != INFINITE).max().unwrap_or(0);
    // The common denominator q^far of α^d = p^d·q^(far−d) / q^far cancels.
    Ok(proportional(&distances, &reading.layers(view, alpha, far)?))
}

fn uniform(n: usize) -> Fractions {
    Fractions { denominator: n.into(), numerators: vec![Polynomial::ONE; n] }
}

fn point(i: usize, n: usize) -> Fractions {
    let weight = |node| if node == i { Polynomial::ONE } else { Polynomial::ZERO };
    Fractions { denominator: Polynomial::ONE, numerators: (0..n).map(weight).collect() }
}

/// One distribution for all individuals, or one for each.
fn read_lists(view: &View, values: usize, individuals: usize, reading: &Reading) -> Result<Vec<Fractions>, Error> {
    let expected = format!("one list of {values} probabilities for all individuals, or {individuals} lists");
    let lists = view.array(&expected)?;
    if lists.len() != 1 && lists.len() != individuals {
        return Err(view.unexpected(&expected));
    }
    lists.map(|list| read_distribution(&list, values, "value", reading)).collect()
}

/// The product of one distribution for each individual, or of one for all of them.
fn product(view: &View, graph: &Graph, reading: &Reading) -> Result<Prior, Error> {
    let Family::Hamming { values, individuals } = *graph.family() else {
        return Err(view.error("a product prior needs a Hamming graph").expecting("a Hamming graph"));
    };
    let mut lists = read_lists(view, values, individuals, reading)?;
    let count = lists.len();
    let Some(mut factors) = lists.iter().map(|x| x.rational().cloned()).collect::<Option<Vec<Fractions>>>() else {
        if let [of_each] = &lists[..] {
            lists = vec![of_each.clone(); individuals];
        }
        return product_of_functions(&lists, view, reading);
    };
    let bits: u64 = factors.iter().map(|f| f.denominator.bits()).sum();
    let all = if count == 1 { bits.saturating_mul(individuals as u64) } else { bits };
    if all > reading.limits.bits as u64 {
        return Err(view.over_limit(format!("a product of over {} bits (--limit bits=N)", reading.limits.bits)));
    }
    reading.charge(view, graph.nodes(), all)?;
    if let [of_each] = &factors[..] {
        factors = vec![of_each.clone(); individuals];
    }
    // The last product is the longest, and half of all at least.
    let widest = factors.iter().map(|f| words_of(f.denominator.bits())).max().unwrap_or(1);
    let steps = (graph.nodes() as u64).saturating_mul(words_of(all)).saturating_mul(widest);
    if reading.steps.take(steps).is_none() {
        let most = reading.limits.steps;
        return Err(view.over_limit(format!("products that take over {most} steps (--limit steps=N)")));
    }
    let mut weights = Fractions::ones(1);
    for factor in &factors {
        let times = |x: &Polynomial| factor.numerators.iter().map(|y| x * y).collect::<Vec<_>>();
        weights.numerators = weights.numerators.iter().flat_map(times).collect();
        weights.denominator = &weights.denominator * &factor.denominator;
    }
    Ok(Prior { weights, factors: Some(factors), each: Vec::new() })
}

fn product_of_functions(lists: &[Fractions], view: &View, reading: &Reading) -> Result<Prior, Error> {
    let ground = reading.ground();
    let times = |x: &Polynomial, y: &Polynomial| ground.product(x, y).map_err(|why| refusal(view, &why));
    let mut weights = Fractions::ones(1);
    for list in lists {
        let factor = list;
        let mut numerators = Vec::with_capacity(weights.len().saturating_mul(factor.len()));
        for x in &weights.numerators {
            for y in &factor.numerators {
                let product = times(x, y)?;
                reading.charge_bytes(view, product.bytes().saturating_mul(2))?;
                numerators.push(product);
            }
        }
        weights = Fractions { denominator: times(&weights.denominator, &factor.denominator)?, numerators };
    }
    Ok(Prior { weights, factors: None, each: Vec::new() })
}

impl Prior {
    /// max_i π_i, where the weights are rational.
    pub fn most(&self) -> Option<Rational> {
        let weights = self.weights.rational()?;
        weights.entries().max()
    }
}
