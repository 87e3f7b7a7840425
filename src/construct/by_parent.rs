//! Product sanitisation of many databases, by the mechanism on one individual.

use super::document::{self, Splice};
use super::kind::Kind;
use super::product::{error, product};
use super::query::error_at;
use super::{formula, promise};
use crate::exact;
use dp_verify::error::Error;
use dp_verify::json::{Node, View};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::report::Size;

/// Up to so many databases the product is written out.
const MOST_ROWS: u64 = 64;

/// The mechanism file of a product that is given by its parent, whose entries are those of [`product`] for one
/// individual; `None` where the query has few databases or none, and the product is written out.
///
/// # Errors
/// With path: a file that would not be read with a product as its mechanism, or one over a limit.
pub(super) fn write(node: &Node, query: &[u8], limits: &Limits) -> Result<Option<String>, Error> {
    let root = View::root(node);
    let number = |key: &str| root.field("query").and_then(|of| of.field(key)?.count(1, key).ok());
    let Some((values, individuals)) = number("values").zip(number("individuals")) else { return Ok(None) };
    if individuals == 1 || (Size { base: values, exponent: individuals }).number().is_some_and(|rows| rows <= MOST_ROWS)
    {
        return Ok(None);
    }
    let written = |parent: &str, name: &str, claims: &[String]| {
        let mechanism = format!("{{ \"product\": {parent}, \"individuals\": {individuals} }}");
        let splice = Splice { name, mechanism: &mechanism, sample: None, constant: None, keeps: &|_| true, claims };
        document::write(node, query, &splice, limits)
    };
    // The query alone may be too large to be read, and with any product it is not.
    let uniform = written("{ \"family\": \"uniform\" }", "", &[])?;
    let file = Mechanism::read(uniform.as_bytes(), limits).map_err(|why| {
        let Error { path, message, .. } = why;
        root.error(format!("the file with a product as its mechanism would not be read: {path}: {message}"))
    })?;
    let delta = file.privacy.delta.as_ref().map(exact::rational).unwrap_or_default();
    let (alpha, _) = formula::base(&file, 1).map_err(|why| error_at(&root, "constant", why))?;
    // Whole numbers of at most nine digits.
    let count = u32::try_from(individuals).unwrap_or(u32::MAX);
    let error = alpha.text(&error(values, count, &delta));
    let claims = promise::product(&error, delta == 0u32, &file);
    let parent = if delta == 0u32 {
        "{ \"family\": \"randomised-response\" }".to_owned()
    } else {
        let entries: Vec<String> = product(values, 1, &delta).iter().map(|entry| alpha.text(entry)).collect();
        let row = |i: usize| (0..values).map(|j| entries[usize::from(i != j)].clone()).collect();
        document::matrix(&mut (0..values).map(row), None, &root, limits)?
    };
    let called = root.field("name").and_then(|name| name.string("").ok().map(str::to_owned));
    let called = called.unwrap_or_else(|| format!("a query of {} nodes", file.nodes()));
    written(&parent, &format!("{} constructed for: {called}", Kind::Product.title()), &claims).map(Some)
}
