//! The mechanism file of a law: what the verifier computes from the law's own file, written down.

use super::chain::visits;
use super::file::{Visits, write};
use super::{Explore, Wrong};
use crate::construct::document::{Splice, string, write as write_file};
use dp_verify::alpha::Quotient;
use dp_verify::error::Error;
use dp_verify::json;
use dp_verify::law::{self, Head, Law, Row};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::Mechanism;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufReader, BufWriter, Seek as _, Write as _};
use std::sync::Arc;

/// What is asked of a law beside the program.
#[derive(Debug, Clone)]
pub struct Asked {
    /// A mechanism file without a mechanism: who is whose neighbour, the declared privacy, what is claimed.
    pub file: String,
    /// What the file calls itself.
    pub name: String,
    /// That no other output is possible than those that were seen: an assumption.
    pub no_further_outputs: bool,
}

impl Asked {
    /// The file with that mechanism, or without one and without claims, which may speak of it.
    fn with(&self, mechanism: Option<&str>, limits: &Limits) -> Result<String, Error> {
        let root = json::read(self.file.as_bytes(), limits)?;
        let splice = Splice {
            name: &self.name,
            mechanism: mechanism.unwrap_or("null"),
            sample: None,
            constant: None,
            keeps: &|_| mechanism.is_some(),
            claims: &[],
        };
        write_file(&root, self.file.as_bytes(), &splice, limits)
    }
}

/// The file that is asked for before there is a law: its graph and its α.
///
/// # Errors
/// What is missing or wrong, with its place in the file.
pub fn of_nothing(asked: &Asked, limits: &Limits) -> Result<Arc<Mechanism>, Error> {
    let text = asked.with(None, limits)?.replace(",\n  \"mechanism\": null", "");
    Mechanism::read(text.as_bytes(), limits).map(Arc::new)
}

/// A law's mechanism file, and what there is to say of it.
#[derive(Debug)]
pub struct Made {
    /// The mechanism file.
    pub text: String,
    /// The law as its file has it, read back.
    pub law: Law,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// Looks at a law until no more is missing of a row than is asked for, or the runs are used up, or until `explore` says
/// that it was ended; then as [`found_once`].
///
/// # Errors
/// What the program did wrong, in a sentence; as [`found_once`].
pub fn found(
    of: &mut Explore,
    asked: &Asked,
    (head, file, limits): (&Head, &mut File, &Limits),
    explore: &mut dyn FnMut(&mut Explore) -> Result<bool, Wrong>,
) -> Result<Made, String> {
    loop {
        let ended = explore(of).map_err(|wrong| wrong.0)?;
        let found = found_once(of, head, asked, file, limits)?;
        if ended || !looks_closer(of, &found.rows) {
            return Ok(found);
        }
    }
}

/// Whether more is missing of a row than is asked for, where keys that are come to in many ways hide how much that is,
/// so that more is to be looked at.
pub fn looks_closer(of: &mut Explore, rows: &[Row]) -> bool {
    let most = rows.iter().filter_map(|row| of.about(row.missing.as_ref()?)).fold(0.0, f64::max);
    let looks = most > of.wanted && of.wanted > 0.0 && of.runs < of.bounds.runs && of.closer < CLOSER;
    if looks {
        of.look_closer(most);
    }
    looks
}

/// How often a law is looked at more closely.
const CLOSER: u32 = 16;

/// Writes the law into a file, reads it as the verifier does, and makes the mechanism file.
///
/// # Errors
/// A sentence: the file can't be written, a chain can't be solved, a limit.
pub fn found_once(of: &Explore, head: &Head, asked: &Asked, file: &mut File, limits: &Limits) -> Result<Made, String> {
    let mechanism = of.mechanism();
    let steps = Budget::new(limits.steps);
    let ground = mechanism.ground(limits, &steps);
    let mut law = written(of, head, &Visits::new(), file, limits)?;
    if law.answers.iter().any(|answer| !answer.keys.is_empty()) {
        let mut known = Visits::new();
        for (place, answer) in law.answers.iter().enumerate() {
            let solved = visits(answer, &ground, limits.search as u64)?;
            for (key, visits) in answer.keys.iter().zip(&solved) {
                known.insert((place, key.name.clone()), mechanism.written(visits));
            }
        }
        law = written(of, head, &known, file, limits)?;
    }
    let rows: Vec<Row> = law.answers.iter().map(|answer| answer.row(&ground)).collect::<Result<_, _>>()?;
    if law.outputs.is_empty() {
        return Err("no run has ended with an output: there is no table".to_owned());
    }
    let order = in_order(&law.outputs);
    let zero = Quotient::ZERO;
    let number = |x: &Quotient| string(&mechanism.written(x));
    let mut matrix = String::from("{\n    \"matrix\": [");
    for (k, row) in rows.iter().enumerate() {
        let entries: Vec<String> = order.iter().map(|o| number(row.outputs.get(o).unwrap_or(&zero))).collect();
        let _ = write!(matrix, "{}\n      [{}]", if k == 0 { "" } else { "," }, entries.join(", "));
    }
    let names: Vec<String> = order.iter().map(|o| string(&law.outputs[*o])).collect();
    let _ = write!(matrix, "\n    ],\n    \"outputs\": [{}]", names.join(", "));
    let missing: Vec<&Quotient> = rows.iter().map(|row| row.missing.as_ref().unwrap_or(&zero)).collect();
    if missing.iter().any(|x| !x.numerator.is_zero()) {
        let each: Vec<String> = missing.iter().map(|x| number(x)).collect();
        let _ = write!(matrix, ",\n    \"missing\": [{}]", each.join(", "));
        if asked.no_further_outputs {
            matrix.push_str(",\n    \"further_outputs\": false");
        }
    }
    matrix.push_str("\n  }");
    let text = asked.with(Some(&matrix), limits).map_err(|e| e.message)?;
    Ok(Made { text, law, rows })
}

/// The law in the file, written and read back.
fn written(of: &Explore, head: &Head, visits: &Visits, file: &mut File, limits: &Limits) -> Result<Law, String> {
    let failed = |e: std::io::Error| format!("the law can't be written: {}", dp_verify::file::explain(&e));
    file.set_len(0).and_then(|()| file.rewind()).map_err(failed)?;
    let mut out = BufWriter::new(&*file);
    write(of, head, visits, &mut out).and_then(|()| out.flush()).map_err(failed)?;
    drop(out);
    file.rewind().map_err(failed)?;
    law::read(BufReader::new(&*file), "the law", of.mechanism(), limits).map_err(|e| e.message)
}

/// Outputs by their numbers, where they are whole numbers, and all others after them, as they came.
fn in_order(outputs: &[String]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..outputs.len()).collect();
    let number = |o: &usize| outputs[*o].parse::<i128>().ok().filter(|n| n.to_string() == outputs[*o]);
    order.sort_by_key(|o| (number(o).is_none(), number(o)));
    order
}
