//! Reading witnesses.

use super::{Failure, SHARE, unproved};
use crate::alpha::{Ground, Ring};
use crate::error::Error;
use crate::json::View;
use crate::limits::Limits;
use crate::number::{Fractions, Sign};
use crate::report::count;

/// The witness of a statement; absent and empty are the same.
#[derive(Debug, Clone, Copy)]
pub struct Witness<'a> {
    view: Option<&'a View<'a>>,
    limits: &'a Limits,
}

impl<'a> Witness<'a> {
    pub(super) fn new(view: Option<&'a View<'a>>, limits: &'a Limits) -> Result<Self, Error> {
        if let Some(view) = view {
            view.is_object("a witness: an object")?;
        }
        Ok(Self { view, limits })
    }

    /// Refuses parts that the claim's witness does not have.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), Failure> {
        let unknown = match self.view {
            Some(view) => view.object("a witness: an object")?.map(|(key, _)| key).find(|key| !known.contains(key)),
            None => None,
        };
        match unknown {
            Some(key) => unproved(format!(
                "the witness has a part `{}` that does not belong to this verdict",
                crate::json::shorten(key)
            )),
            None => Ok(()),
        }
    }

    /// A part, if it is there.
    pub(super) fn part(&self, name: &str) -> Option<View<'_>> {
        self.view.and_then(|view| view.field(name))
    }

    /// A part that must be there.
    pub(super) fn required(&self, name: &str) -> Result<View<'_>, Failure> {
        self.part(name).ok_or_else(|| Failure::Unproved(format!("the witness lacks `{name}`")))
    }

    /// The whole witness, if it has a part at all.
    pub(super) fn view(&self) -> Option<&'a View<'a>> {
        self.view.filter(|view| view.object("").is_ok_and(|parts| parts.len() > 0))
    }

    /// A vector of n entries that must be there.
    pub(super) fn vector<R: Ring>(&self, name: &str, n: usize, ground: &Ground) -> Result<Fractions<R>, Failure> {
        vector(&self.required(name)?, name, n, self.limits, ground)
    }

    /// An index below `bound` that must be there.
    pub(super) fn index(&self, name: &str, bound: usize) -> Result<usize, Failure> {
        index(&self.required(name)?, name, bound)
    }
}

/// An index below `bound`.
pub(super) fn index(view: &View, name: &str, bound: usize) -> Result<usize, Failure> {
    match view.count(0, "an index")? {
        i if i < bound => Ok(i),
        i => unproved(format!("`{name}` names {i}, the last is {}", bound.saturating_sub(1))),
    }
}

/// How many entries a vector has.
pub(super) fn length(view: &View) -> Result<usize, Failure> {
    let list = view.field("cells").map_or_else(|| view.required("numerators"), Ok)?;
    Ok(list.array("an array")?.len())
}

/// A vector over a common denominator: `{"denominator": "6", "numerators": ["1", "-2"]}`, of n entries; with
/// `"cells": [0, 1, 1, ...]`, entry i is the numerator that cell i names. A polynomial in t is an array of its
/// coefficients, the constant one first.
pub(super) fn vector<R: Ring>(
    view: &View,
    name: &str,
    n: usize,
    limits: &Limits,
    ground: &Ground,
) -> Result<Fractions<R>, Failure> {
    view.only(&["denominator", "numerators", "cells"])?;
    let denominator = R::read(&view.required("denominator")?, limits, &ground.bounds)?;
    if Ring::sign(&denominator, ground)? != Sign::Plus {
        return unproved(format!("the denominator of `{name}` is not positive"));
    }
    let list = view.required("numerators")?;
    let items = list.array("an array of integers in strings")?;
    let Some(cells) = view.field("cells") else {
        if items.len() != n {
            return unproved(format!("`{name}` has {}, expected {n}", count(items.len(), "entry")));
        }
        let numerators = items.map(|item| R::read(&item, limits, &ground.bounds)).collect::<Result<_, _>>()?;
        return Ok(Fractions { denominator, numerators });
    };
    let values = items.map(|item| R::read(&item, limits, &ground.bounds)).collect::<Result<Vec<_>, _>>()?;
    let cells = cells.array("an array of cells")?;
    if cells.len() != n {
        return unproved(format!("`{name}` has {} cells, expected {n}", cells.len()));
    }
    let bytes = values.iter().map(|x| x.words().saturating_mul(8).saturating_add(32)).max().unwrap_or(0);
    let most = limits.memory as u64 / SHARE;
    if bytes.saturating_mul(n as u64) > most {
        return unproved(format!("`{name}` takes over {most} bytes, an eighth of the limit (--limit memory=N)"));
    }
    let entry = |cell: View| Ok::<_, Failure>(values[index(&cell, name, values.len())?].clone());
    let numerators = cells.map(entry).collect::<Result<_, _>>()?;
    Ok(Fractions { denominator, numerators })
}
