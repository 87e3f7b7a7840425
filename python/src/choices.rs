//! What a call may choose: limits, claims, routes.

use crate::raised::Raised;
use dp_certify::construct;
use dp_certify::{Kind, Limits, Options, patient};
use dp_verify::file::Unusable;
use dp_verify::spelling::one_of;
use pyo3::prelude::*;

/// Limits as `NAME=NUMBER`, each.
pub(crate) fn limits(texts: &[String]) -> Result<Limits, Raised> {
    let mut limits = Limits::default();
    for text in texts {
        limits.set(text).map_err(|why| Unusable::from(format!("limits: {why}")))?;
    }
    Ok(limits)
}

/// The same for one thing that is asked for, with the search of whoever waits for it.
pub(crate) fn asked(texts: &[String]) -> Result<Limits, Raised> {
    let limits = limits(texts)?;
    Ok(Limits { search: patient(&limits).search, ..limits })
}

/// What is to be decided, by which route, and whether strangers' files are to take no more than some seconds.
pub(crate) fn options(only: &[String], route: &str, limits: Limits, strangers: bool) -> Result<Options, Raised> {
    let mut options = Options { limits, ..Options::default() };
    options.general = match route {
        "any" => false,
        "program" => true,
        _ => return Err(format!("route: found \"{route}\", expected \"any\" or \"program\"").into()),
    };
    for name in only {
        options.unique |= name == "unique";
        let name = if name == "unique" { Kind::TightConstraintsExist.name() } else { name };
        options.only.push(Kind::named(name).ok_or_else(|| {
            let names: Vec<&str> = Kind::all().map(Kind::name).chain(["unique"]).collect();
            format!("only: found \"{name}\", {}", one_of(name, &names))
        })?);
    }
    Ok(if strangers { options } else { options.with_patience() })
}

/// The names of the claims.
#[pyfunction]
pub(crate) fn claims() -> Vec<&'static str> {
    Kind::all().map(Kind::name).collect()
}

/// The constructions: each name with what it is for.
#[pyfunction]
pub(crate) fn kinds() -> Vec<(&'static str, &'static str)> {
    construct::Kind::ALL.map(|kind| (kind.name(), kind.description())).to_vec()
}
