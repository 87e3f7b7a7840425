//! Which tables of a problem were counted, for people: nothing is concluded from it.

use super::Names;
use crate::error::Error;
use crate::json::View;
use crate::model::{Sampled, TableOf, runs_of_row};
use dp_kernel::{Mechanism, RawProblem, Used};
use serde_json::{Value, json};
use std::collections::HashSet;

/// `samples`: {`runs`: [least, most]} of X itself, with `part` that of a part in the file itself, with `file` that of a
/// file that a part or a claim names.
pub(super) fn read(view: &View, problem: &RawProblem, names: &Names) -> Result<Vec<Sampled>, Error> {
    let expected = "an array of tables that were counted, one or more";
    let items = view.array(expected)?;
    if items.len() == 0 {
        return Err(view.unexpected(expected));
    }
    let files = files(names);
    let (mut seen, mut found) = (HashSet::new(), Vec::with_capacity(items.len()));
    for item in items {
        let sampled = sampled(&item, problem, names, &files)?;
        if !seen.insert(sampled.of.clone()) {
            return Err(item.found("the table a second time", "each once"));
        }
        found.push(sampled);
    }
    Ok(found)
}

fn sampled(view: &View, problem: &RawProblem, names: &Names, files: &HashSet<&str>) -> Result<Sampled, Error> {
    view.only(&["part", "file", "runs"])?;
    let runs = view.required("runs")?;
    let expected = "the least and the most runs of a row, two numbers";
    let ends = runs.array(expected)?.map(|end| runs_of_row(&end)).collect::<Result<Vec<_>, _>>()?;
    let [least, most] = ends[..] else { return Err(runs.unexpected(expected)) };
    if least > most {
        return Err(runs.unexpected(expected));
    }
    let of = table_of(view, problem, names, files)?;
    Ok(Sampled { of, runs: [least, most] })
}

/// The files that parts and claims name.
pub(super) fn files(names: &Names) -> HashSet<&str> {
    let of_claims = names.others.iter().filter(|other| other.sha256.is_some()).map(|other| &*other.from);
    names.files().into_keys().chain(of_claims).collect()
}

/// Whose table is meant: with `part` that of a part in the file itself, with `file` that of a file, else X itself.
pub(super) fn table_of(
    view: &View,
    problem: &RawProblem,
    names: &Names,
    files: &HashSet<&str>,
) -> Result<TableOf, Error> {
    Ok(match (view.field("part"), view.field("file")) {
        (None, None) if matches!(problem.mechanism, Mechanism::Table(_)) => TableOf::Table,
        (None, None) => return Err(view.found("no \"part\" and no \"file\"", "a table beside it, and no product")),
        (Some(part), None) => {
            let k = part.count(0, "a part")?;
            let is_table = matches!(problem.mechanism.uses().get(k).map(|of| &of.part), Some(Used::Table(_)));
            let is_own = is_table && names.parts.get(k).is_some_and(Option::is_none);
            Some(TableOf::Part(k)).filter(|_| is_own).ok_or_else(|| part.unexpected("a part that has no \"file\""))?
        }
        (None, Some(file)) => {
            let path = file.string("a relative path")?;
            let named = Some(TableOf::File(path.to_owned())).filter(|_| files.contains(path));
            named.ok_or_else(|| file.unexpected("a file that a part or a claim names"))?
        }
        (Some(_), Some(file)) => return Err(file.error("expected \"part\" or \"file\", not both")),
    })
}

/// Which tables were counted: that of X itself, of a part, or of a file.
pub(super) fn json(samples: &[Sampled]) -> Value {
    if samples.is_empty() {
        return Value::Null;
    }
    let of = |sampled: &Sampled| match &sampled.of {
        TableOf::Table => json!({ "runs": sampled.runs }),
        TableOf::Part(k) => json!({ "part": k, "runs": sampled.runs }),
        TableOf::File(path) => json!({ "file": path, "runs": sampled.runs }),
    };
    samples.iter().map(of).collect()
}
