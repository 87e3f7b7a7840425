//! What repeated use costs, by promises alone.

use crate::choices::limits;
use crate::raised::Raised;
use crate::work::run;
use dp_certify::Options;
use dp_certify::budget::{Asked, Use, budget as answered};
use pyo3::prelude::*;

/// The answer as `dp-budget/1`, and the mechanism file and certificate of each end: what is enough, and, where ε were
/// rounded, what is needed.
#[pyfunction]
pub(crate) fn budget(
    py: Python<'_>,
    uses: Vec<String>,
    delta: Option<String>,
    epsilon: Option<String>,
    curve: bool,
    raised: Vec<String>,
) -> PyResult<(String, Vec<(String, String)>)> {
    run(py, move || {
        let options = Options { limits: limits(&raised)?, ..Options::default() }.with_patience();
        let uses = uses.iter().map(|text| Use::read(text)).collect::<Result<Vec<_>, _>>();
        let uses = uses.map_err(|why| Raised::from(format!("uses: {why}")))?;
        let asked = match (delta, epsilon) {
            (Some(delta), None) => Asked::Delta(delta),
            (None, Some(epsilon)) => Asked::Epsilon(epsilon),
            _ => return Err(Raised::from("found neither or both of delta and epsilon, expected one".to_owned())),
        };
        let found = answered(&uses, &asked, curve, &options).map_err(Raised::from)?;
        let json = found.to_json(&uses, &asked).to_string();
        let ends = [Some(found.upper), found.lower].into_iter().flatten();
        Ok((json, ends.map(|end| (end.file, end.certified.certificate)).collect()))
    })
}
