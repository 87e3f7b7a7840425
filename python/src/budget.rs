//! What repeated use costs, by promises alone.

use crate::choices::limits;
use crate::raised::Raised;
use crate::work::run;
use dp_certify::Options;
use dp_certify::budget::{Asked, Use, UseOfRho, budget as answered, by_rho};
use pyo3::prelude::*;

/// The answer as `dp-budget/1`, and the mechanism file and certificate of each end: what is enough, and, where ε were
/// rounded, what is needed; no file of what ρ implies.
#[pyfunction]
pub(crate) fn budget(
    py: Python<'_>,
    uses: Vec<String>,
    rho: Vec<String>,
    delta: Option<String>,
    epsilon: Option<String>,
    curve: bool,
    raised: Vec<String>,
) -> PyResult<(String, Vec<(String, String)>)> {
    run(py, move || {
        let options = Options { limits: limits(&raised)?, ..Options::default() }.with_patience();
        let asked = match (delta, epsilon) {
            (Some(delta), None) => Asked::Delta(delta),
            (None, Some(epsilon)) => Asked::Epsilon(epsilon),
            _ => return Err(Raised::from("found neither or both of delta and epsilon, expected one".to_owned())),
        };
        if !rho.is_empty() {
            let uses = rho.iter().map(|text| UseOfRho::read(text)).collect::<Result<Vec<_>, _>>();
            let uses = uses.map_err(|why| Raised::from(format!("rho: {why}")))?;
            let found = by_rho(&uses, &asked, curve, &options.limits).map_err(Raised::from)?;
            return Ok((found.to_json(&uses, &asked).to_string(), Vec::new()));
        }
        let uses = uses.iter().map(|text| Use::read(text)).collect::<Result<Vec<_>, _>>();
        let uses = uses.map_err(|why| Raised::from(format!("uses: {why}")))?;
        let found = answered(&uses, &asked, curve, &options).map_err(Raised::from)?;
        let json = found.to_json(&uses, &asked).to_string();
        let ends = [Some(found.upper), found.lower].into_iter().flatten();
        Ok((json, ends.map(|end| (end.file, end.certified.certificate)).collect()))
    })
}
