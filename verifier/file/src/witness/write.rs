//! From witnesses to JSON, in the forms of `certificates/FORMAT.md`.

use super::given::{Best, Covering, Given, Mechanism};
use crate::limits::total;
use crate::numerals::{number_json, root_json};
use crate::object::{add, object};
use dp_kernel::{Bound, Dual, Enclosed, Invertible, Multipliers, Number, Unique};
use dp_kernel::{Vector, Verdict, Weights, Witness};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// The binary places of an enclosure that does not say how many it has.
pub(super) const FINE: u64 = 192;

/// How many characters a vector by cells must save: a short one is easier to read entry by entry.
const WORTH_CELLS: u64 = 200;

/// The witness as it stands in a certificate: `Null` where there is none. `of_t` says whether it is about functions of
/// t, `sha256` is that of the other mechanism file, of a claim from one, and `alone` whether the witness is nothing
/// else.
pub fn write(witness: &Given, of_t: bool, (sha256, alone): (Option<&str>, bool)) -> Value {
    Writing { of_t, sha256, alone }.given(witness)
}

/// What a witness is written with.
#[derive(Clone, Copy)]
struct Writing<'a> {
    /// Whether vectors of rationals stand among those of functions, and are written as these are.
    of_t: bool,
    sha256: Option<&'a str>,
    alone: bool,
}

impl Writing<'_> {
    fn given(self, witness: &Given) -> Value {
        match witness {
            Given::Whole(witness) => self.whole(witness),
            Given::Representations(factors) => self.factors(factors, &|y| json!({ "y": self.vector(y) })).into(),
            Given::Separations(factors) => self.factors(factors, &|w| json!({ "w": self.vector(w) })).into(),
            Given::Covering { bound, optimum, solution } => {
                let mut object = match bound {
                    Covering::Of { y, v } => self.two(y, v),
                    Covering::Factors(factors) => self.factors(factors, &|[y, v]| self.two(y, v).into()),
                };
                insert(&mut object, "optimum", optimum.as_ref().map_or(Value::Null, |best| self.best(best)));
                insert(&mut object, "solution", solution.as_ref().map_or(Value::Null, |(y, v)| self.two(y, v).into()));
                object.into()
            }
            Given::Better { mechanism, dual } => self.better(mechanism, dual.as_ref()),
            Given::Against { prior, mechanism } => {
                json!({ "prior": self.vector(prior), "better": self.mechanism(mechanism) })
            }
            Given::Common { mechanism, bounds } => {
                json!({ "better": self.mechanism(mechanism), "bounds": self.bounds(bounds) })
            }
            Given::Joint { joint, separate } => {
                let separate: Vec<Value> = separate.iter().map(|best| self.best(best)).collect();
                json!({ "joint": self.best(joint), "separate": separate })
            }
            Given::Parts { cuts, parts } => {
                let cuts: Vec<Value> = cuts.iter().map(root_json).collect();
                json!({ "cuts": cuts, "parts": self.in_turn(parts) })
            }
            Given::At { number, witness } => {
                let mut at = object("at", root_json(number));
                insert(&mut at, "witness", self.given(witness));
                at.into()
            }
        }
    }

    fn whole(self, witness: &Witness) -> Value {
        match witness {
            Witness::None if self.alone && self.sha256.is_some() => self.with_hash(Map::new()),
            Witness::None => Value::Null,
            Witness::Row(row) => json!({ "row": row }),
            Witness::Entry { row, output } => json!({ "row": row, "output": output }),
            Witness::Pair { pair, output } => json!({ "pair": pair, "output": output }),
            Witness::Event { pair, outputs } => json!({ "pair": pair, "outputs": outputs }),
            Witness::Weighting { z, unique } => self.weighting(z, unique),
            Witness::Separating { w, solution } => self.separating(w, solution.as_ref()),
            Witness::Enclosed(x) => json!({ "enclosed": enclosed(x) }),
            Witness::Representation { y, v } => self.two(y, v).into(),
            Witness::Remap(remap) => json!({ "remap": remap }),
            Witness::Input(prior) => json!({ "prior": self.vector(prior) }),
            Witness::Bound(dual) => Value::Object(self.dual(dual)),
            Witness::Deciding(bounds) => json!({ "bounds": self.bounds(bounds) }),
            Witness::Garbling(remap) => self.with_hash(object("remap", self.vector(remap))),
            Witness::NoGarbling { w, nu } => {
                let mut both = object("w", self.vector(w));
                insert(&mut both, "nu", self.vector(nu));
                self.with_hash(both)
            }
            Witness::Upper(nodes) => json!({ "upper": nodes.iter().map(|bounds| upper(bounds)).collect::<Vec<_>>() }),
            Witness::Inside { upper: bounds, weights, laws } => {
                let mut all = object("upper", bounds.iter().map(|bounds| upper(bounds)).collect::<Vec<_>>());
                if !weights.is_empty() {
                    insert(
                        &mut all,
                        "weights",
                        weights.iter().map(|of| of_weights(of, self.sha256.is_some())).collect(),
                    );
                }
                if let Some(laws) = laws {
                    insert(&mut all, "pair", json!(laws.pair));
                    insert(&mut all, "outputs", json!(laws.outputs));
                    insert(&mut all, "laws", self.vectors(&laws.laws).into());
                }
                if self.sha256.is_some() { self.with_hash(all) } else { all.into() }
            }
            Witness::Near(rows) => json!({ "rows": self.vectors(rows) }),
            Witness::Clash { places, mu } => json!({ "places": places, "mu": self.vector(mu) }),
            Witness::Far { lambda, multipliers } => {
                json!({ "lambda": self.vector(lambda), "multipliers": self.multipliers(multipliers) })
            }
            Witness::LeastDelta { rows, lambda, multipliers } => {
                let (rows, multipliers) = (self.vectors(rows), self.multipliers(multipliers));
                json!({ "rows": rows, "lambda": self.vector(lambda), "multipliers": multipliers })
            }
            Witness::Covering { .. }
            | Witness::Better { .. }
            | Witness::Against { .. }
            | Witness::Common { .. }
            | Witness::Joint { .. }
            | Witness::Parts { .. }
            | Witness::At { .. } => self.given(&witness.clone().into()),
        }
    }

    fn factors<T>(self, factors: &[T], of_one: &dyn Fn(&T) -> Value) -> Map<String, Value> {
        object("factors", factors.iter().map(of_one).collect::<Vec<_>>())
    }

    fn with_hash(self, mut object: Map<String, Value>) -> Value {
        insert(&mut object, "sha256", self.sha256.map_or(Value::Null, Value::from));
        object.into()
    }

    /// What holds between the cuts, and at them; a witness that an earlier part has is written there.
    fn in_turn(self, parts: &[(Verdict, Arc<Given>)]) -> Vec<Value> {
        let mut written = Vec::with_capacity(parts.len());
        for (k, (verdict, witness)) in parts.iter().enumerate() {
            let mut part = object("verdict", if *verdict == Verdict::Holds { "holds" } else { "fails" });
            let same = |other: &Arc<Given>| Arc::ptr_eq(other, witness) || other == witness;
            let before = match **witness {
                Given::Whole(Witness::None) => None,
                _ => parts.iter().take(k).position(|(_, other)| same(other)),
            };
            match before {
                Some(place) => insert(&mut part, "as", place.into()),
                None => insert(&mut part, "witness", self.given(witness)),
            }
            written.push(part.into());
        }
        written
    }

    fn weighting(self, z: &Vector, unique: &Unique) -> Value {
        let mut witness = object("z", self.vector(z));
        match unique {
            Unique::Open => {}
            Unique::Invertible(proof) => insert(&mut witness, "invertible", self.invertible(proof)),
            Unique::Only { modulus, w } => {
                let only = json!({ "modulus": modulus.to_string(), "w": self.vector(w) });
                insert(&mut witness, "only", only);
            }
            Unique::Second(second) => insert(&mut witness, "second", self.vector(second)),
        }
        witness.into()
    }

    fn separating(self, w: &Vector, solution: Option<&(Vector, Invertible)>) -> Value {
        let mut witness = object("w", self.vector(w));
        if let Some((z, proof)) = solution {
            insert(&mut witness, "z", self.vector(z));
            insert(&mut witness, "invertible", self.invertible(proof));
        }
        witness.into()
    }

    fn invertible(self, proof: &Invertible) -> Value {
        match proof {
            Invertible::Modulus(m) => json!({ "modulus": m.to_string() }),
            Invertible::Hamming => json!({ "structure": "hamming" }),
            Invertible::Sum(m) => json!({ "structure": "sum", "modulus": m.to_string() }),
            Invertible::Inverse(columns) => json!({ "inverse": self.vectors(columns) }),
        }
    }

    fn two(self, y: &Vector, v: &Vector) -> Map<String, Value> {
        Map::from_iter([("y".to_owned(), self.vector(y)), ("v".to_owned(), self.vector(v))])
    }

    fn best(self, best: &Best) -> Value {
        self.better(&best.mechanism, Some(&best.dual))
    }

    fn better(self, mechanism: &Mechanism, dual: Option<&Dual>) -> Value {
        let mut parts = dual.map(|dual| self.dual(dual)).unwrap_or_default();
        parts.insert("better".into(), self.mechanism(mechanism));
        Value::Object(parts)
    }

    fn bounds(self, bounds: &[Dual]) -> Value {
        bounds.iter().map(|dual| Value::Object(self.dual(dual))).collect()
    }

    fn mechanism(self, mechanism: &Mechanism) -> Value {
        match mechanism {
            Mechanism::Rows(rows) => json!({ "rows": self.vectors(rows) }),
            Mechanism::Geometric => json!({ "family": "truncated-geometric" }),
            Mechanism::Tight(z) => json!({ "tight": self.vector(z) }),
        }
    }

    fn dual(self, dual: &Dual) -> Map<String, Value> {
        match dual {
            Dual::Multipliers { lambda, multipliers } => Map::from_iter([
                ("lambda".to_owned(), self.vector(lambda)),
                ("multipliers".to_owned(), self.multipliers(multipliers)),
            ]),
            Dual::Forest(lambda) => Map::from_iter([("lambda".to_owned(), self.vector(lambda))]),
            Dual::Covering(y) => Map::from_iter([("y".to_owned(), self.vector(y))]),
        }
    }

    fn multipliers(self, multipliers: &[Multipliers]) -> Value {
        let of_guess = |of_guess: &Multipliers| {
            if of_guess.edges.is_empty() && of_guess.mu.is_empty() && of_guess.mu.denominator == Number::ONE {
                return json!({});
            }
            json!({ "edges": of_guess.edges, "mu": self.vector(&of_guess.mu) })
        };
        multipliers.iter().map(of_guess).collect()
    }

    fn vectors(self, vectors: &[Vector]) -> Vec<Value> {
        vectors.iter().map(|x| self.vector(x)).collect()
    }

    /// A vector over its common denominator, with entries that are equal written once where that is shorter.
    fn vector(self, x: &Vector) -> Value {
        let denominator = number_json(&x.denominator);
        let mut known: HashMap<&Number, (usize, Rc<Value>)> = HashMap::new();
        let mut distinct = Vec::new();
        let place_and_text = |p| {
            let place_and_text = known.entry(p).or_insert_with(|| {
                let text = Rc::new(number_json(p));
                distinct.push(Rc::clone(&text));
                (distinct.len().saturating_sub(1), text)
            });
            place_and_text.clone()
        };
        let (cells, all): (Vec<usize>, Vec<Rc<Value>>) = x.numerators.iter().map(place_and_text).unzip();
        if saves(&distinct, &all, self.of_t || !x.is_rational()) {
            return json!({ "denominator": denominator, "numerators": list(&distinct), "cells": cells });
        }
        json!({ "denominator": denominator, "numerators": list(&all) })
    }
}

fn list(texts: &[Rc<Value>]) -> Vec<&Value> {
    texts.iter().map(Rc::as_ref).collect()
}

/// Whether a vector is better written by cells: the distinct entries once each.
fn saves(distinct: &[Rc<Value>], all: &[Rc<Value>], of_t: bool) -> bool {
    if of_t {
        return distinct.len() <= all.len() / 2 && all.len() > 4;
    }
    // With quotes and comma; a cell's number has at most so many digits.
    let length = |text: &Rc<Value>| text.as_str().map_or(0, str::len).saturating_add(3) as u64;
    let sum = |texts: &[Rc<Value>]| texts.iter().map(length).fold(0, u64::saturating_add);
    let of_a_cell = distinct.len().to_string().len().saturating_add(1) as u64;
    total([sum(distinct), of_a_cell.saturating_mul(all.len() as u64), WORTH_CELLS]) < sum(all)
}

/// Adds a part, unless there is none.
fn insert(object: &mut Map<String, Value>, name: &str, part: Value) {
    if !part.is_null() {
        add(object, name, part);
    }
}

fn enclosed(found: &Enclosed) -> Value {
    let x: Vec<Value> = found.x.iter().map(number_json).collect();
    let row = |row: &Vec<i64>| row.iter().map(ToString::to_string).collect::<Vec<_>>();
    let inverse: Vec<Vec<String>> = found.inverse.iter().map(row).collect();
    let mut witness = object("cells", json!(found.cells));
    insert(&mut witness, "x", x.into());
    insert(&mut witness, "inverse", json!(inverse));
    if found.bits != FINE {
        insert(&mut witness, "bits", found.bits.into());
    }
    witness.into()
}

/// Those of a pair, or of a node.
fn of_weights(of: &Weights, of_node: bool) -> Value {
    let Weights { pair: [i, h], weights: [theta, phi] } = of;
    if of_node { json!(theta) } else { json!([i, h, theta, phi]) }
}

/// The numbers of the grid for a node's counts.
fn upper(bounds: &[Bound]) -> Value {
    bounds.iter().map(|bound| json!([bound.digits, bound.places])).collect()
}
