//! Counts of runs: tables of them, and logs.

use crate::choices::limits;
use crate::made::{Reading, settings};
use crate::raised::Raised;
use crate::work::run;
use dp_certify::counts::{Bins, Counts, Form, Log, Options, Outputs, Share, expect_order, sort, table};
use dp_verify::file::{self, Unusable};
use pyo3::prelude::*;
use std::fs::File;
use std::path::PathBuf;

/// The names of the answers and of the outputs, a row for each answer, and what was recognised.
type Counted = (Vec<String>, Vec<String>, Vec<Vec<u64>>, String);

fn counted(counts: Counts, recognised: String) -> Counted {
    (counts.answers, counts.outputs, counts.counts, recognised)
}

/// A table of counts.
#[pyfunction]
pub(crate) fn counts_table(
    py: Python<'_>,
    bytes: Vec<u8>,
    path: PathBuf,
    reading: Reading,
    raised: Vec<String>,
) -> PyResult<Counted> {
    run(py, move || {
        let settings = settings(reading, false)?;
        let found = table(&bytes, &settings, &limits(&raised)?).map_err(|e| Unusable::at(&path, e))?;
        Ok(counted(found.counts, found.recognised))
    })
}

/// A log of runs, a run a line. Of outputs, a share to learn them from, and cut points one is given.
#[pyfunction]
pub(crate) fn counts_log(
    py: Python<'_>,
    path: PathBuf,
    answers: Option<Vec<String>>,
    outputs: Option<Vec<String>>,
    learn: Option<String>,
    bins: Option<Vec<String>>,
    reading: Reading,
) -> PyResult<Counted> {
    run(py, move || {
        let said = |argument: &str, why: String| Raised::from(format!("{argument}: {why}"));
        let outputs = match (outputs, learn, bins) {
            (Some(names), ..) => Outputs::Named(names),
            (_, Some(share), _) => Outputs::Learnt(Share::read(&share).map_err(|why| said("learn", why))?),
            (.., Some(cuts)) => Outputs::Bins(Bins::read(&cuts).map_err(|why| said("bins", why))?),
            _ => Outputs::Seen,
        };
        let settings = settings(reading, false)?;
        let (header, form) = (settings.header, settings.delimiter.map(Form::Cells));
        let options = Options { answers, outputs, header, form, ..Options::default() };
        let from = File::open(&path).map_err(|e| format!("{}: {}", path.display(), file::explain(&e)))?;
        let log = Log::read(from, &options).map_err(|e| Unusable::at(&path, e))?;
        let recognised = log.recognised();
        Ok(counted(log.counts, recognised))
    })
}

/// That answers stand in an order from which it follows who is whose neighbour; those that nobody has put in one have
/// it if they are numbers.
#[pyfunction]
pub(crate) fn expect_answers(py: Python<'_>, answers: Vec<String>, graph: String, ordered: bool) -> PyResult<()> {
    expect_order(&answers, &graph, ordered).map_err(|why| Raised::from(why).exception(py))
}

/// Names in the order of a log's.
#[pyfunction]
pub(crate) fn sort_names(mut names: Vec<String>) -> Vec<String> {
    sort(&mut names);
    names
}
