//! Witnesses as a certificate gives them: some in short, and here they are written out.

use super::reading::Reading;
use super::vector::BYTES;
use crate::problem::closed_form;
use dp_kernel::{Dual, Failure, Family, Limit, Number, Optimum, Root, Vector, Verdict, Why, Witness};
use std::collections::HashMap;
use std::sync::Arc;

/// A witness as a certificate gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variant says what its fields are")]
pub enum Given {
    /// The kernel's, nothing of which is in short.
    Whole(Witness),
    /// `regular` holds: for each individual of a Hamming graph y ≥ 0 with yΦ₁ = π₁.
    Representations(Vec<Vector>),
    /// `regular` fails: for each individual a factor of w.
    Separations(Vec<Vector>),
    /// [`Witness::Covering`].
    Covering { bound: Covering, optimum: Option<Best>, solution: Option<(Vector, Vector)> },
    /// [`Witness::Better`].
    Better { mechanism: Mechanism, dual: Option<Dual> },
    /// [`Witness::Against`].
    Against { prior: Vector, mechanism: Mechanism },
    /// [`Witness::Common`].
    Common { mechanism: Mechanism, bounds: Vec<Dual> },
    /// [`Witness::Joint`].
    Joint { joint: Best, separate: Vec<Best> },
    /// [`Witness::Parts`].
    Parts { cuts: Vec<Root>, parts: Vec<(Verdict, Arc<Given>)> },
    /// [`Witness::At`].
    At { number: Root, witness: Box<Given> },
}

/// A mechanism: a row for each node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mechanism {
    /// All rows.
    Rows(Vec<Vector>),
    /// The truncated geometric mechanism, on a line.
    Geometric,
    /// Φ·diag(z).
    Tight(Vector),
}

/// A private mechanism and a bound that are equal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say what they are")]
pub struct Best {
    pub mechanism: Mechanism,
    pub dual: Dual,
}

/// y and v, or for each individual of a Hamming graph their factors.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say what they are")]
pub enum Covering {
    Of { y: Vector, v: Vector },
    Factors(Vec<[Vector; 2]>),
}

impl From<Witness> for Given {
    fn from(witness: Witness) -> Self {
        let best = |best: Optimum| Best { mechanism: Mechanism::Rows(best.rows), dual: best.dual };
        match witness {
            Witness::Covering { y, v, optimum, solution } => {
                Given::Covering { bound: Covering::Of { y, v }, optimum: optimum.map(best), solution }
            }
            Witness::Better { rows, dual } => Given::Better { mechanism: Mechanism::Rows(rows), dual },
            Witness::Against { prior, rows } => Given::Against { prior, mechanism: Mechanism::Rows(rows) },
            Witness::Common { rows, bounds } => Given::Common { mechanism: Mechanism::Rows(rows), bounds },
            Witness::Joint { joint, separate } => {
                Given::Joint { joint: best(joint), separate: separate.into_iter().map(best).collect() }
            }
            Witness::Parts { cuts, parts } => {
                let part = |(verdict, witness): (Verdict, Arc<Witness>)| {
                    (verdict, Arc::new(Arc::unwrap_or_clone(witness).into()))
                };
                Given::Parts { cuts, parts: parts.into_iter().map(part).collect() }
            }
            Witness::At { number, witness } => Given::At { number, witness: Box::new((*witness).into()) },
            whole => Given::Whole(whole),
        }
    }
}

impl Given {
    /// The kernel's witness that it stands for.
    ///
    /// # Errors
    /// What does not fit the graph, and what is over a limit.
    pub fn written_out(self, reading: &Reading) -> Result<Witness, Failure> {
        Ok(match self {
            Given::Whole(witness) => witness,
            Given::Representations(factors) => {
                let y = tensor(&factors.iter().collect::<Vec<_>>(), reading)?;
                Witness::Representation { y, v: of_all_ones(reading)? }
            }
            Given::Separations(factors) => {
                Witness::Separating { w: tensor(&factors.iter().collect::<Vec<_>>(), reading)?, solution: None }
            }
            Given::Covering { bound, optimum, solution } => {
                let [y, v] = bound.written_out(reading)?;
                let optimum = optimum.map(|best| best.written_out(reading)).transpose()?;
                Witness::Covering { y, v, optimum, solution }
            }
            Given::Better { mechanism, dual } => Witness::Better { rows: mechanism.written_out(reading)?, dual },
            Given::Against { prior, mechanism } => Witness::Against { prior, rows: mechanism.written_out(reading)? },
            Given::Common { mechanism, bounds } => Witness::Common { rows: mechanism.written_out(reading)?, bounds },
            Given::Joint { joint, separate } => {
                let joint = joint.written_out(reading)?;
                let separate = separate.into_iter().map(|best| best.written_out(reading));
                Witness::Joint { joint, separate: separate.collect::<Result<_, _>>()? }
            }
            Given::Parts { cuts, parts } => Witness::Parts { cuts, parts: in_turn(parts, reading)? },
            Given::At { number, witness } => Witness::At { number, witness: Box::new(witness.written_out(reading)?) },
        })
    }
}

/// What several parts share is written out once.
fn in_turn(parts: Vec<(Verdict, Arc<Given>)>, reading: &Reading) -> Result<Vec<(Verdict, Arc<Witness>)>, Failure> {
    let mut known: HashMap<*const Given, Arc<Witness>> = HashMap::new();
    let mut found = Vec::with_capacity(parts.len());
    for (verdict, given) in parts {
        let place = Arc::as_ptr(&given);
        let witness = match known.get(&place) {
            Some(witness) => Arc::clone(witness),
            None => Arc::new(Arc::unwrap_or_clone(given).written_out(reading)?),
        };
        known.insert(place, Arc::clone(&witness));
        found.push((verdict, witness));
    }
    Ok(found)
}

impl Best {
    fn written_out(self, reading: &Reading) -> Result<Optimum, Failure> {
        Ok(Optimum { rows: self.mechanism.written_out(reading)?, dual: self.dual })
    }
}

impl Mechanism {
    /// Its rows. Those that a few characters stand for are n² entries, and one witness may have many such mechanisms:
    /// all of them together take at most the memory.
    fn written_out(self, reading: &Reading) -> Result<Vec<Vector>, Failure> {
        let (graph, alpha) = (&reading.problem.graph, &reading.problem.alpha);
        let take = |bytes| reading.mechanisms.take(bytes).ok_or(Failure::Limit(Limit::Memory));
        let all = || take((graph.nodes() as u64).saturating_pow(2).saturating_mul(BYTES));
        let rows = match self {
            Mechanism::Rows(rows) => return Ok(rows),
            Mechanism::Geometric => {
                all()?;
                reading.meter.run(|| closed_form::geometric(graph.nodes(), alpha))?
            }
            Mechanism::Tight(z) => {
                length("z", z.len(), graph.nodes())?;
                all()?;
                reading.meter.run(|| closed_form::tight(graph, alpha, &z))?
            }
        };
        take(rows.iter().flat_map(|row| &row.numerators).map(|x| x.words().saturating_mul(8)).sum())?;
        Ok(rows)
    }
}

impl Covering {
    fn written_out(self, reading: &Reading) -> Result<[Vector; 2], Failure> {
        match self {
            Covering::Of { y, v } => Ok([y, v]),
            Covering::Factors(factors) => {
                let (y, v): (Vec<_>, Vec<_>) = factors.iter().map(|[y, v]| (y, v)).unzip();
                Ok([tensor(&y, reading)?, tensor(&v, reading)?])
            }
        }
    }
}

/// The number of values and of individuals of a Hamming graph.
fn hamming(reading: &Reading) -> Result<(usize, usize), Failure> {
    match *reading.problem.graph.family() {
        Family::Hamming { values, individuals } => Ok((values, individuals)),
        _ => Err(Why::NoProductPrior.into()),
    }
}

/// The tensor product of a vector for each individual.
fn tensor(factors: &[&Vector], reading: &Reading) -> Result<Vector, Failure> {
    let (values, individuals) = hamming(reading)?;
    length("factors", factors.len(), individuals)?;
    factors.iter().try_for_each(|factor| length("factors", factor.len(), values))?;
    reading.meter.run(|| closed_form::tensor(factors))
}

/// The v with Φv = 1: all row sums of Φ₁ are W = 1 + (v−1)α, so that it is 1/W^u·1.
fn of_all_ones(reading: &Reading) -> Result<Vector, Failure> {
    let ((values, individuals), alpha) = (hamming(reading)?, &reading.problem.alpha);
    reading.meter.run(|| {
        let sum = &(&Number::from(values.saturating_sub(1)) * &alpha.numerator) + &alpha.denominator;
        let numerators = vec![alpha.denominator.power(individuals); reading.problem.graph.nodes()];
        Ok(Vector { denominator: sum.power(individuals), numerators })
    })
}

fn length(part: &'static str, found: usize, expected: usize) -> Result<(), Failure> {
    if found == expected { Ok(()) } else { Err(Why::Length { part, found, expected }.into()) }
}
