//! Whether a mechanism file's table is the law's.

use super::read::Law;
use super::row::{Row, is_same};
use crate::alpha::{Ground, Quotient};
use crate::model::Mechanism;
use crate::text::{count, shorten};
use std::collections::HashMap;

/// That every row of the file's table is what the law says, output by output, and that what is missing of it is what
/// the law has cut; the file's answers are the law's, in this order. The rows of the law.
///
/// # Errors
/// A sentence: the first that is not so; that the file has no table; a limit.
pub fn agree(law: &Law, mechanism: &Mechanism, ground: &Ground) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    let whole = mechanism.channel().filter(|_| mechanism.product().is_none());
    let channel = whole.or_else(|| mechanism.incomplete().map(|of| &of.channel));
    let channel = channel.ok_or("the file has no table of its own to compare with the law")?;
    let nodes = channel.table.len();
    if nodes != law.answers.len() {
        return Err(format!("the file has {}, the law {}", count(nodes, "answer"), law.answers.len()));
    }
    let columns: HashMap<String, usize> = (0..channel.width).map(|o| (mechanism.output(o), o)).collect();
    for ((answer, row), node) in law.answers.iter().zip(&channel.table).zip(0..) {
        let name = shorten(&answer.name);
        let of_file = mechanism.node(node);
        if answer.name != of_file {
            return Err(format!("the law has the answer \"{name}\" where the file has \"{}\"", shorten(&of_file)));
        }
        let of_law = answer.row(ground)?;
        let mut known: HashMap<usize, &Quotient> = HashMap::new();
        for (output, p) in &of_law.outputs {
            let of_output = law.outputs.get(*output).map_or("", String::as_str);
            match columns.get(of_output) {
                Some(column) => drop(known.insert(*column, p)),
                None if p.numerator.is_zero() => {}
                None => return Err(format!("the law has the output \"{}\", and the file has not", shorten(of_output))),
            }
        }
        let same = |x: &Quotient, y: &Quotient| is_same(x, y, ground).map_err(|why| why.to_string());
        for (o, _) in row.numerators.iter().enumerate() {
            let (entry, zero) = (row.entry(o), Quotient::ZERO);
            let of_law = known.get(&o).copied().unwrap_or(&zero);
            if !same(&entry, of_law)? {
                let output = mechanism.output(o);
                let [law, file] = [of_law, &entry].map(|x| mechanism.written(x));
                let [law, file, output] = [&law, &file, &output].map(|text| shorten(text));
                return Err(format!("answer \"{name}\", output \"{output}\": the law has {law}, the file {file}"));
            }
        }
        let (zero, lacks) = (Quotient::ZERO, mechanism.incomplete().and_then(|of| of.missing.get(node)));
        let (cut, missing) = (of_law.missing.as_ref().unwrap_or(&zero), lacks.unwrap_or(&zero));
        if !same(cut, missing)? {
            let [law, file] = [cut, missing].map(|x| shorten(&mechanism.written(x)));
            return Err(format!("answer \"{name}\": of the law {law} is missing, of the file {file}"));
        }
        rows.push(of_law);
    }
    Ok(rows)
}
