//! Which tables of a problem stand for geometric noise on all whole numbers, for people: nothing is concluded from
//! it.

use super::Names;
use super::samples::{files, table_of};
use crate::error::Error;
use crate::json::View;
use crate::model::{Noisy, TableOf, Told};
use dp_kernel::{Family, RawProblem};
use serde_json::{Map, Value};
use std::collections::HashSet;

/// `geometric`: {`report`} of X itself, with `part` that of a part in the file itself, with `file` that of a file that
/// a part or a claim names.
pub(super) fn read(view: &View, problem: &RawProblem, names: &Names) -> Result<Vec<Noisy>, Error> {
    let expected = "an array of tables that stand for geometric noise, one or more";
    let items = view.array(expected)?;
    if items.len() == 0 {
        return Err(view.unexpected(expected));
    }
    let (files, mut seen, mut found) = (files(names), HashSet::new(), Vec::with_capacity(items.len()));
    for item in items {
        item.only(&["part", "file", "report"])?;
        let noisy = Noisy { of: table_of(&item, problem, names, &files)?, report: Told::read(&item, true)? };
        let is_file = matches!(noisy.of, TableOf::File(_));
        if !is_file && !matches!(problem.graph.family(), Family::Line | Family::Sum { .. }) {
            return Err(item.found("geometric noise on another graph", "a line, or that of a sum query"));
        }
        if noisy.of == TableOf::Table && problem.rounding.is_some() {
            return Err(item.found("geometric noise beside a rounding", "the numbers themselves"));
        }
        if !seen.insert(noisy.of.clone()) {
            return Err(item.found("the table a second time", "each once"));
        }
        found.push(noisy);
    }
    Ok(found)
}

/// Which tables they are, and how the noise is told.
pub(super) fn json(noises: &[Noisy]) -> Value {
    if noises.is_empty() {
        return Value::Null;
    }
    let of = |noisy: &Noisy| {
        let mut item = Map::new();
        match &noisy.of {
            TableOf::Table => {}
            TableOf::Part(k) => drop(item.insert("part".into(), (*k).into())),
            TableOf::File(path) => drop(item.insert("file".into(), path.as_str().into())),
        }
        if !noisy.report.json().is_null() {
            item.insert("report".into(), noisy.report.json());
        }
        Value::Object(item)
    };
    noises.iter().map(of).collect()
}
