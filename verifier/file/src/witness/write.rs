//! From the kernel's witnesses to JSON, in the forms of `certificates/FORMAT.md`.

use dp_kernel::{Dual, Enclosed, Fraction, Invertible, Multipliers, Number, Optimum, Root, Unique};
use dp_kernel::{Vector, Verdict, Witness};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::sync::Arc;

/// The binary places of an enclosure that does not say how many it has.
pub(super) const FINE: u64 = 192;

/// How many characters a vector by cells must save: a short one is easier to read entry by entry.
const WORTH_CELLS: usize = 200;

/// The witness as it stands in a certificate: `Null` where there is none. `sha256` is that of the other mechanism file, of
/// `derivable` from one.
pub fn write(witness: &Witness, sha256: Option<&str>) -> Value {
    match witness {
        Witness::None => Value::Null,
        Witness::Row(row) => json!({ "row": row }),
        Witness::Entry { row, output } => json!({ "row": row, "output": output }),
        Witness::Pair { pair, output } => json!({ "pair": pair, "output": output }),
        Witness::Event { pair, outputs } => json!({ "pair": pair, "outputs": outputs }),
        Witness::Weighting { z, unique } => weighting(z, unique),
        Witness::Separating { w, solution } => separating(w, solution.as_ref()),
        Witness::Enclosed(x) => json!({ "enclosed": enclosed(x) }),
        Witness::Representation { y, v } => two(y, v),
        Witness::Covering { y, v, optimum, solution } => bound([y, v], optimum.as_ref(), solution.as_ref()),
        Witness::Remap(remap) => json!({ "remap": remap }),
        Witness::Bound(dual) => Value::Object(dual_parts(dual)),
        Witness::Better { rows, dual } => better(rows, dual.as_ref()),
        Witness::Deciding(bounds) => {
            json!({ "bounds": bounds.iter().map(|dual| Value::Object(dual_parts(dual))).collect::<Vec<_>>() })
        }
        Witness::Against { prior, rows } => json!({ "prior": vector_json(prior), "better": mechanism(rows) }),
        Witness::Joint { joint, separate } => {
            json!({ "joint": optimum(joint), "separate": separate.iter().map(optimum).collect::<Vec<_>>() })
        }
        Witness::Garbling(remap) => with_hash(json!({ "remap": vector_json(remap) }), sha256),
        Witness::NoGarbling { w, nu } => with_hash(json!({ "w": vector_json(w), "nu": vector_json(nu) }), sha256),
        Witness::Near(rows) => mechanism(rows),
        Witness::Far { lambda, multipliers } => {
            json!({ "lambda": vector_json(lambda), "multipliers": list(multipliers) })
        }
        Witness::Parts { cuts, parts } => {
            let cuts: Vec<Value> = cuts.iter().map(root_json).collect();
            json!({ "cuts": cuts, "parts": in_turn(parts, sha256) })
        }
        Witness::At { number, witness } => {
            let mut at = json!({ "at": root_json(number) });
            insert(&mut at, "witness", write(witness, sha256));
            at
        }
    }
}

/// Adds a part, unless there is none.
fn insert(object: &mut Value, name: &str, part: Value) {
    if !part.is_null() {
        object[name] = part;
    }
}

fn with_hash(mut object: Value, sha256: Option<&str>) -> Value {
    insert(&mut object, "sha256", sha256.map_or(Value::Null, Value::from));
    object
}

/// What holds between the cuts, and at them; a witness that an earlier part has is written there.
fn in_turn(parts: &[(Verdict, Arc<Witness>)], sha256: Option<&str>) -> Vec<Value> {
    let mut written = Vec::with_capacity(parts.len());
    for (k, (verdict, witness)) in parts.iter().enumerate() {
        let mut part = json!({ "verdict": if *verdict == Verdict::Holds { "holds" } else { "fails" } });
        let same = |other: &Arc<Witness>| Arc::ptr_eq(other, witness) || other == witness;
        let before = match **witness {
            Witness::None => None,
            _ => parts[..k].iter().position(|(_, other)| same(other)),
        };
        match before {
            Some(place) => insert(&mut part, "as", place.into()),
            None => insert(&mut part, "witness", write(witness, sha256)),
        }
        written.push(part);
    }
    written
}

fn weighting(z: &Vector, unique: &Unique) -> Value {
    let mut witness = json!({ "z": vector_json(z) });
    match unique {
        Unique::Open => {}
        Unique::Invertible(proof) => insert(&mut witness, "invertible", invertible(proof)),
        Unique::Only { modulus, w } => {
            let only = json!({ "modulus": modulus.to_string(), "w": vector_json(w) });
            insert(&mut witness, "only", only);
        }
        Unique::Second(second) => insert(&mut witness, "second", vector_json(second)),
    }
    witness
}

fn separating(w: &Vector, solution: Option<&(Vector, Invertible)>) -> Value {
    let mut witness = json!({ "w": vector_json(w) });
    if let Some((z, proof)) = solution {
        insert(&mut witness, "z", vector_json(z));
        insert(&mut witness, "invertible", invertible(proof));
    }
    witness
}

fn invertible(proof: &Invertible) -> Value {
    match proof {
        Invertible::Modulus(m) => json!({ "modulus": m.to_string() }),
        Invertible::Hamming => json!({ "structure": "hamming" }),
        Invertible::Sum(m) => json!({ "structure": "sum", "modulus": m.to_string() }),
        Invertible::Inverse(columns) => json!({ "inverse": vectors(columns) }),
    }
}

fn enclosed(found: &Enclosed) -> Value {
    let x: Vec<Value> = found.x.iter().map(number_json).collect();
    let row = |row: &Vec<i64>| row.iter().map(ToString::to_string).collect::<Vec<_>>();
    let inverse: Vec<Vec<String>> = found.inverse.iter().map(row).collect();
    let mut witness = json!({ "cells": found.cells, "x": x, "inverse": inverse });
    if found.bits != FINE {
        insert(&mut witness, "bits", found.bits.into());
    }
    witness
}

fn two(y: &Vector, v: &Vector) -> Value {
    json!({ "y": vector_json(y), "v": vector_json(v) })
}

fn bound([y, v]: [&Vector; 2], best: Option<&Optimum>, solution: Option<&(Vector, Vector)>) -> Value {
    let mut witness = two(y, v);
    insert(&mut witness, "optimum", best.map_or(Value::Null, optimum));
    insert(&mut witness, "solution", solution.map_or(Value::Null, |(y, v)| two(y, v)));
    witness
}

fn optimum(optimum: &Optimum) -> Value {
    better(&optimum.rows, Some(&optimum.dual))
}

fn better(rows: &[Vector], dual: Option<&Dual>) -> Value {
    let mut parts = Map::from_iter([("better".to_owned(), mechanism(rows))]);
    parts.extend(dual.map(dual_parts).unwrap_or_default());
    Value::Object(parts)
}

fn mechanism(rows: &[Vector]) -> Value {
    json!({ "rows": vectors(rows) })
}

fn dual_parts(dual: &Dual) -> Map<String, Value> {
    let mut parts = Map::new();
    match dual {
        Dual::Multipliers { lambda, multipliers } => {
            parts.insert("lambda".into(), vector_json(lambda));
            parts.insert("multipliers".into(), list(multipliers));
        }
        Dual::Forest(lambda) => {
            parts.insert("lambda".into(), vector_json(lambda));
        }
        Dual::Covering(y) => {
            parts.insert("y".into(), vector_json(y));
        }
    }
    parts
}

fn list(multipliers: &[Multipliers]) -> Value {
    let of_guess = |of_guess: &Multipliers| {
        if of_guess.edges.is_empty() && of_guess.mu.is_empty() && of_guess.mu.denominator == Number::ONE {
            return json!({});
        }
        json!({ "edges": of_guess.edges, "mu": vector_json(&of_guess.mu) })
    };
    multipliers.iter().map(of_guess).collect()
}

/// A polynomial: its coefficients from the constant up, or the integer that it is.
pub(crate) fn number_json(x: &Number) -> Value {
    match (x.word(), x.integer()) {
        (Some(word), _) => word.to_string().into(),
        (None, Some(integer)) => integer.to_string().into(),
        (None, None) => coefficients(x),
    }
}

fn coefficients(x: &Number) -> Value {
    x.coefficients().iter().map(ToString::to_string).collect::<Vec<_>>().into()
}

/// A rational number: `"1/2"`, `"3"`.
pub(crate) fn fraction_json(x: &Fraction) -> Value {
    match (x.numerator.integer(), x.denominator.integer()) {
        (Some(n), Some(_)) if x.denominator == Number::ONE => n.to_string().into(),
        (Some(n), Some(d)) => format!("{n}/{d}").into(),
        _ => json!({ "numerator": number_json(&x.numerator), "denominator": number_json(&x.denominator) }),
    }
}

/// A rational or algebraic number.
pub(crate) fn root_json(root: &Root) -> Value {
    match root {
        Root::Rational(x) => fraction_json(x),
        Root::Of { polynomial, between: [low, high] } => {
            json!({ "root_of": coefficients(polynomial), "between": [fraction_json(low), fraction_json(high)] })
        }
    }
}

fn vectors(vectors: &[Vector]) -> Vec<Value> {
    vectors.iter().map(vector_json).collect()
}

/// A vector over its common denominator, with entries that are equal written once where that is shorter.
pub(crate) fn vector_json(x: &Vector) -> Value {
    let denominator = number_json(&x.denominator);
    let mut places: HashMap<&Number, usize> = HashMap::new();
    let mut distinct = Vec::new();
    let place = |p| {
        *places.entry(p).or_insert_with(|| {
            distinct.push(p);
            distinct.len() - 1
        })
    };
    let cells: Vec<usize> = x.numerators.iter().map(place).collect();
    let texts: Vec<Value> = distinct.into_iter().map(number_json).collect();
    if saves(&texts, &cells, x.is_rational()) {
        return json!({ "denominator": denominator, "numerators": texts, "cells": cells });
    }
    let numerators: Vec<&Value> = cells.iter().map(|&cell| &texts[cell]).collect();
    json!({ "denominator": denominator, "numerators": numerators })
}

/// Whether a vector is better written by cells.
fn saves(texts: &[Value], cells: &[usize], is_rational: bool) -> bool {
    if !is_rational {
        return 2 * texts.len() <= cells.len() && cells.len() > 4;
    }
    // With quotes and comma; a cell's number has at most so many digits.
    let length = |text: &Value| text.as_str().map_or(0, str::len) + 3;
    let lengths: Vec<usize> = texts.iter().map(length).collect();
    let [once, all] = [lengths.iter().sum::<usize>(), cells.iter().map(|&cell| lengths[cell]).sum()];
    once + cells.len() * (texts.len().to_string().len() + 1) + WORTH_CELLS < all
}
