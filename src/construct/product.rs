//! Product sanitisation: each individual's value perturbed by itself.

use super::closed_entry::ClosedEntry;
use super::document::{self, Splice};
use super::{Kind, error_at, formula, promise};
use crate::exact;
use dp_verify::error::Error;
use dp_verify::json::{Node, View};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::report::Size;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// Up to so many databases the product is written out.
const MOST_ROWS: u64 = 64;

/// The mechanism file of a product that is given by its parent, whose entries are those of [`product`] for one
/// individual; `None` where the query has few databases or none, and the product is written out.
///
/// # Errors
/// With path: a file that would not be read with a product as its mechanism, or one over a limit.
pub(super) fn by_parent(node: &Node, query: &[u8], limits: &Limits) -> Result<Option<String>, Error> {
    let root = View::root(node);
    let number = |key: &str| root.field("query").and_then(|of| of.field(key)?.count(1, key).ok());
    let Some((values, individuals)) = number("values").zip(number("individuals")) else { return Ok(None) };
    if individuals == 1 || (Size { base: values, exponent: individuals }).number().is_some_and(|rows| rows <= MOST_ROWS)
    {
        return Ok(None);
    }
    let written = |parent: &str, name: &str, claims: &[String]| {
        let mechanism = format!("{{ \"product\": {parent}, \"individuals\": {individuals} }}");
        let splice = Splice { name, mechanism: &mechanism, constant: None, keeps: &|_| true, claims };
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

/// The entries of the product of u copies of the best (ε, δ)-private parent on v = m+1 values, by Hamming distance.
///
/// The parent tells each value that is not the truth with probability p = (1-δ)/(λ+m) = (1-δ)α/(1+mα), λ = 1/α, and
/// the truth with 1 - mp = (1+mδα)/(1+mα); at distance d the product has p^d (1-mp)^(u-d). For δ = 0 it is the
/// exponential mechanism of [`super::hamming`].
///
/// Shape: u+1 entries, for 0 < α ≤ 1 and 0 ≤ δ < 1. It is (ε, δ)-private, and no product of a smaller p is; its
/// expected error is [`error`].
///
/// Source: Holohan, Leith, Mason, on optimal differentially private mechanisms for categorical data, Theorems 6, 8
/// and 10.
pub(super) fn product(values: usize, individuals: u32, delta: &Rational) -> Vec<ClosedEntry> {
    let others = Rational::from(values.saturating_sub(1));
    let sum = [Rational::ONE, others.clone()];
    let truth = [Rational::ONE, others * delta];
    let entry = |d: u32| {
        let lie = ClosedEntry::power(d).times(&[Rational::ONE - delta], d.into());
        lie.times(&truth, (individuals - d).into()).times(&sum, -i64::from(individuals))
    };
    (0..=individuals).map(entry).collect()
}

/// The expected Hamming distance of input and output, whatever the input: u·m(1-δ)α/(1+mα), the least of any
/// (ε, δ)-private mechanism on databases.
pub(super) fn error(values: usize, individuals: u32, delta: &Rational) -> ClosedEntry {
    let others = Rational::from(values.saturating_sub(1));
    let most = Rational::from(individuals) * &others * (Rational::ONE - delta);
    ClosedEntry::power(1).times(&[most], 1).times(&[Rational::ONE, others], -1)
}
