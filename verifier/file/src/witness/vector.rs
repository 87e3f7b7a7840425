//! Numbers, vectors and indices of a witness.

use super::reading::{Reading, Unread, unproved};
use crate::error::Error;
use crate::json::{Value, View};
use crate::number;
use crate::numerals::polynomial;
use dp_kernel::{Failure, Limit, Number, Root, Vector};

/// The bytes of a number without its digits.
pub(super) const BYTES: u64 = 32;

/// What one vector by cells may take of the memory.
const SHARE: u64 = 8;

/// The bytes of a number.
fn bytes(x: &Number) -> u64 {
    x.words().saturating_mul(8).saturating_add(BYTES)
}

/// A vector over a common denominator: `{"denominator": "6", "numerators": ["1", "-2"]}`; with `"cells": [0, 1, 1,
/// ...]`, entry i is the numerator that cell i names.
pub(super) fn vector(view: &View, name: &str, reading: &Reading) -> Result<Vector, Unread> {
    view.only(&["denominator", "numerators", "cells"])?;
    let denominator = polynomial(&view.required("denominator")?, reading.limits, reading.steps)?;
    let list = view.required("numerators")?;
    let items = list.array("an array of integers in strings")?;
    let values = items.map(|item| polynomial(&item, reading.limits, reading.steps)).collect::<Result<Vec<_>, _>>()?;
    let Some(cells) = view.field("cells") else { return Ok(Vector { denominator, numerators: values }) };
    let cells = cells.array("an array of cells")?;
    let each = values.iter().map(bytes).max().unwrap_or(0);
    let all = each.saturating_mul(cells.len() as u64);
    if all > reading.limits.memory as u64 / SHARE || reading.room.take(all).is_none() {
        return Err(Failure::Limit(Limit::Memory).into());
    }
    let mut numerators = Vec::with_capacity(cells.len());
    for cell in cells {
        let cell = index(&cell)?;
        match values.get(cell) {
            Some(value) => numerators.push(value.clone()),
            None => return unproved(format!("`{name}` names {cell}, the last is {}", values.len().saturating_sub(1))),
        }
    }
    Ok(Vector { denominator, numerators })
}

/// A list of vectors.
pub(super) fn vectors(view: &View, name: &str, expected: &str, reading: &Reading) -> Result<Vec<Vector>, Unread> {
    view.array(expected)?.map(|item| vector(&item, name, reading)).collect()
}

/// An index.
pub(super) fn index(view: &View) -> Result<usize, Error> {
    view.count(0, "an index")
}

/// A list of indices.
pub(super) fn indices(view: &View, expected: &str) -> Result<Vec<usize>, Error> {
    view.array(expected)?.map(|item| index(&item)).collect()
}

/// Two indices.
pub(super) fn pair(view: &View, name: &str, things: &str) -> Result<[usize; 2], Unread> {
    match indices(view, things)?[..] {
        [i, h] => Ok([i, h]),
        _ => unproved(format!("`{name}` names {things}")),
    }
}

/// A rational, or `{"root_of": [...], "between": [low, high]}`: the only root of a polynomial with integer coefficients
/// there.
pub(super) fn root(view: &View, reading: &Reading) -> Result<Root, Unread> {
    let rational = |view: &View| number::rational(view, reading.limits, reading.steps).map(|x| (&x).into());
    if !matches!(view.value(), Value::Object(_)) {
        return Ok(Root::Rational(rational(view)?));
    }
    view.only(&["root_of", "between"])?;
    let polynomial = polynomial(&view.required("root_of")?, reading.limits, reading.steps)?;
    let between = view.required("between")?;
    let ends = between.array("the two ends of an open interval")?.map(|end| rational(&end));
    match <[_; 2]>::try_from(ends.collect::<Result<Vec<_>, _>>()?) {
        Ok(between) => Ok(Root::Of { polynomial, between }),
        Err(_) => unproved("`between` has two ends"),
    }
}
