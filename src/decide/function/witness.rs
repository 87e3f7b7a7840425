//! Witnesses with functions of t in them, as JSON.

use crate::certificate::Decided;
use dp_verify::alpha::{Point, Polynomial};
use dp_verify::number::Fractions;
use dp_verify::report::Verdict;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// A verdict and its witness, for one number or one part of an interval.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Proposal {
    pub(super) said: Verdict,
    pub(super) witness: Map<String, Value>,
}

impl Proposal {
    pub(super) fn new(said: Verdict) -> Self {
        Self { said, witness: Map::new() }
    }

    pub(super) fn vector(self, name: &str, x: &Fractions<Polynomial>) -> Self {
        self.part(name, vector_json(x))
    }

    pub(super) fn part(mut self, name: &str, part: impl Into<Value>) -> Self {
        self.witness.insert(name.into(), part.into());
        self
    }

    pub(super) fn text(&self) -> String {
        Value::Object(self.witness.clone()).to_string()
    }

    pub(super) fn decided(self) -> Decided {
        self.witness.into_iter().fold(Decided::new(self.said), |decided, (name, part)| decided.witness(&name, part))
    }
}

/// A polynomial: its coefficients, or the one integer that it is.
fn polynomial_json(p: &Polynomial) -> Value {
    match p.coefficients() {
        [] => "0".into(),
        [c] => c.to_string().into(),
        all => all.iter().map(ToString::to_string).collect::<Vec<_>>().into(),
    }
}

/// A vector over its common denominator, with entries that are equal written once where that is shorter.
pub(super) fn vector_json(x: &Fractions<Polynomial>) -> Value {
    let denominator = polynomial_json(&x.denominator);
    let mut places: HashMap<&Polynomial, usize> = HashMap::new();
    let mut distinct = Vec::new();
    let place = |p| {
        *places.entry(p).or_insert_with(|| {
            distinct.push(p);
            distinct.len() - 1
        })
    };
    let cells: Vec<usize> = x.numerators.iter().map(place).collect();
    if 2 * distinct.len() <= cells.len() && cells.len() > 4 {
        let numerators: Vec<Value> = distinct.into_iter().map(polynomial_json).collect();
        return json!({ "denominator": denominator, "numerators": numerators, "cells": cells });
    }
    let numerators: Vec<Value> = x.numerators.iter().map(polynomial_json).collect();
    json!({ "denominator": denominator, "numerators": numerators })
}

/// A number at which an interval is cut.
pub(super) fn point_json(point: &Point) -> Option<Value> {
    match point {
        Point::Rational(x) => Some(x.to_string().into()),
        Point::Algebraic(x) => {
            let coefficients: Vec<String> = x.polynomial().coefficients().iter().map(ToString::to_string).collect();
            Some(json!({ "root_of": coefficients, "between": [x.low().to_string(), x.high().to_string()] }))
        }
        Point::Exponential(_) | Point::Interval(_) => None,
    }
}
