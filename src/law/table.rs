//! The mechanism file of a law: what the verifier computes from the law's own file, written down.

use super::chain::visits;
use super::file::{Visits, write};
use super::{Explore, Head, Wrong};
use crate::construct::document::string;
use crate::declare::{Beside, Declaration};
use dp_verify::alpha::Quotient;
use dp_verify::law::{self, Law, Row};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::Mechanism;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufReader, BufWriter, Seek as _, Write as _};
use std::sync::Arc;

/// What is asked of a law beside the program.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Who is whose neighbour, and the declared privacy.
    pub declaration: Declaration,
    /// The answers, in the order of the graph.
    pub answers: Vec<String>,
    /// What the file calls itself, and how it was made.
    pub name: String,
    /// The same in more words.
    pub note: String,
    /// That no other output is possible than those that were seen: an assumption.
    pub no_further_outputs: bool,
}

impl Asked {
    /// The file's text with that mechanism, or without one.
    ///
    /// # Errors
    /// What is missing, or can't be put into JSON.
    fn file(&self, note: &str, mechanism: Option<&str>) -> Result<String, String> {
        let is_plain = self.answers.iter().enumerate().all(|(i, name)| *name == i.to_string());
        let beside = Beside {
            name: &self.name,
            note,
            nodes: self.answers.len(),
            labels: (!is_plain).then_some(&self.answers),
            mechanism,
            sample: None,
        };
        self.declaration.file(&beside).map_err(|wrong| wrong.to_string())
    }
}

/// The file that is asked for before there is a law: its graph and its α.
///
/// # Errors
/// What is missing, in a sentence.
pub fn of_nothing(asked: &Asked, limits: &Limits) -> Result<Arc<Mechanism>, String> {
    // Claims may speak of the mechanism that is not there yet.
    let declaration = Declaration { claims: Vec::new(), within: None, ..asked.declaration.clone() };
    let text = Asked { declaration, ..asked.clone() }.file(&asked.note, None)?;
    let mechanism = Mechanism::read(text.as_bytes(), limits).map_err(|e| {
        crate::declare::by_flag(&e.path, &e.message).unwrap_or_else(|| e.message.clone())
    })?;
    Ok(Arc::new(mechanism))
}

/// A law's mechanism file, and what there is to say of it.
#[derive(Debug)]
pub struct Made {
    /// The mechanism file.
    pub text: String,
    /// The law as its file has it, read back.
    pub law: Law,
    /// What is missing of each row.
    pub missing: Vec<Quotient>,
}

/// How often what is left is looked at more closely, where keys that are come to in many ways hide how much that is.
const CLOSER: usize = 16;

/// Looks at a law until no more is missing of a row than is asked for, or the runs are used up, or until `explore` says
/// that it was ended; then as [`made`].
///
/// # Errors
/// What the program did wrong, in a sentence; as [`made`].
pub fn found(
    of: &mut Explore,
    asked: &Asked,
    (head, file, limits): (&Head, &mut File, &Limits),
    explore: &mut dyn FnMut(&mut Explore) -> Result<bool, Wrong>,
) -> Result<Made, String> {
    let wanted = of.bounds.left;
    for _ in 0..CLOSER {
        let ended = explore(of).map_err(|wrong| wrong.0)?;
        let found = made(of, head, asked, file, limits)?;
        let most = found.missing.iter().filter_map(|x| of.about(x)).fold(0.0, f64::max);
        if ended || most <= wanted || wanted <= 0.0 || of.runs >= of.bounds.runs {
            return Ok(found);
        }
        of.look_closer(of.bounds.left * (wanted / most) / 8.0);
    }
    made(of, head, asked, file, limits)
}

/// Writes the law into a file, reads it as the verifier does, and makes the mechanism file.
///
/// # Errors
/// A sentence: the file can't be written, a chain can't be solved, a limit.
fn made(of: &Explore, head: &Head, asked: &Asked, file: &mut File, limits: &Limits) -> Result<Made, String> {
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
    let missing: Vec<Quotient> = rows.iter().map(|row| row.missing.clone().unwrap_or(Quotient::ZERO)).collect();
    if missing.iter().any(|x| !x.numerator.is_zero()) {
        let each: Vec<String> = missing.iter().map(number).collect();
        let _ = write!(matrix, ",\n    \"missing\": [{}]", each.join(", "));
        if asked.no_further_outputs {
            matrix.push_str(",\n    \"further_outputs\": false");
        }
    }
    matrix.push_str("\n  }");
    let note = format!("{} The law's own file has the SHA-256 {}.", asked.note, law.sha256);
    let text = asked.file(&note, Some(&matrix))?;
    Ok(Made { text, law, missing })
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

/// Outputs by their numbers, where all are whole numbers; else as they came.
fn in_order(outputs: &[String]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..outputs.len()).collect();
    let number = |o: &usize| outputs[*o].parse::<i128>().ok().filter(|n| n.to_string() == outputs[*o]);
    if order.iter().all(|o| number(o).is_some()) {
        order.sort_by_key(number);
    }
    order
}
