//! Products: that a table and priors are those of the parent that stands beside them.

use super::closed_form::tensor;
use super::numbers::Numbers;
use crate::error::Error;
use crate::json::View;
use crate::model::{is_named_uniform, not_uniform};
use dp_kernel::{Family, Gain, Graph, Mechanism, Prior, Product, RawProblem, Vector};
use std::collections::HashSet;

/// What a problem is the product of: n individuals and P. X is written out, or the problem is that of one individual.
pub(super) struct Parent {
    individuals: usize,
    rows: Vec<Vector>,
    is_written_out: bool,
}

/// Priors and their names.
#[derive(Default)]
pub(super) struct Priors {
    pub(super) names: Vec<String>,
    pub(super) own: Vec<Prior>,
}

impl Parent {
    /// `product`: {`individuals`, `parent`}. A table beside it must be the product; without one the graph is that of
    /// one individual.
    pub(super) fn read(view: &View, problem: &RawProblem, numbers: &Numbers) -> Result<Self, Error> {
        view.only(&["individuals", "parent"])?;
        let n = view.required("individuals")?.count(1, "the number of individuals")?;
        let Family::Hamming { values, individuals } = *problem.graph.family() else {
            return Err(view.found("a product", "a Hamming graph beside it"));
        };
        let place = view.required("parent")?;
        let rows = numbers.nonnegative_table(&place, values)?;
        let Some(table) = problem.mechanism.table() else {
            let plain = problem.gain == Gain::Binary && problem.answers.is_none();
            if individuals != 1 || !plain {
                return Err(view.error(
                    "found a product without a table, expected the graph of one individual, the binary gain and no answers",
                ));
            }
            return Ok(Self { individuals: n, rows, is_written_out: false });
        };
        if individuals != n || problem.rounding.is_some() {
            return Err(view.found("a product", "the individuals of the graph and no rounding"));
        }
        for (i, row) in table.iter().enumerate() {
            let own: Option<Vec<&Vector>> = digits(i, values, n).map(|k| rows.get(k)).collect();
            let fits = own.map(|own| is_product(row, &own, &place, numbers)).transpose()?;
            if fits != Some(true) {
                return Err(place.error(format!("row {i} of \"table\" is not the product of rows of this parent")));
            }
        }
        Ok(Self { individuals: n, rows, is_written_out: true })
    }

    /// The kernel's product, of what is there without it: the table, or nothing.
    pub(super) fn of(self, plain: Mechanism) -> Mechanism {
        let values = self.rows.len();
        let graph = Graph::new(Family::Hamming { values, individuals: 1 }, values);
        let table = if let Mechanism::Table(rows) = plain { Some(rows) } else { None };
        Mechanism::Product(Product { individuals: self.individuals, graph, rows: self.rows, table })
    }
}

/// The priors: {`name`, `weights`, `each`}.
pub(super) fn priors(
    view: &View,
    parent: Option<&Parent>,
    problem: &RawProblem,
    numbers: &Numbers,
) -> Result<Priors, Error> {
    let (mut seen, mut found) = (HashSet::new(), Priors::default());
    for item in view.array("an array of priors")? {
        item.only(&["name", "weights", "each"])?;
        let name = item.required("name")?.string("a prior's name")?.to_owned();
        if !seen.insert(name.clone()) {
            return Err(item.found("the name a second time", "each prior once"));
        }
        let weights = numbers.distribution(&item.required("weights")?, problem.graph.nodes())?;
        let each = each(&item, &weights, parent, numbers)?;
        if is_named_uniform(&name) {
            for own in each.iter().chain([&weights]) {
                if !are_same(own, &item, numbers)? {
                    return Err(not_uniform(&name, &item, "weights that all are the same"));
                }
            }
        }
        found.names.push(name);
        found.own.push(Prior { weights, each });
    }
    Ok(found)
}

/// Whether all entries are one number, at every t of an interval.
fn are_same(x: &Vector, view: &View, numbers: &Numbers) -> Result<bool, Error> {
    let Some(first) = x.numerators.first() else { return Ok(true) };
    for other in x.numerators.iter().filter(|other| *other != first) {
        if !numbers.signs(&(other - first), view)?.is_zero() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The distribution of each individual of a product, or one for all of them.
fn each(view: &View, weights: &Vector, parent: Option<&Parent>, numbers: &Numbers) -> Result<Vec<Vector>, Error> {
    let (each, parent) = match (view.field("each"), parent) {
        (Some(each), Some(parent)) => (distributions(&each, parent.rows.len(), numbers)?, parent),
        (None, None | Some(Parent { is_written_out: true, .. })) => return Ok(Vec::new()),
        (None, Some(_)) => return Err(view.error("the key \"each\" is missing: the individuals' distributions")),
        (Some(each), None) => return Err(each.error("found distributions of individuals, and no product")),
    };
    let n = parent.individuals;
    let fits = match (each.len() == 1 || each.len() == n, parent.is_written_out) {
        (false, _) => false,
        (true, false) => each.first() == Some(weights),
        (true, true) => {
            let all: Vec<&Vector> = each.iter().cycle().take(n).collect();
            is_product(weights, &all, view, numbers)?
        }
    };
    if fits {
        Ok(each)
    } else {
        Err(view.error("expected one distribution for all individuals, or one for each, that fit the weights"))
    }
}

fn distributions(view: &View, values: usize, numbers: &Numbers) -> Result<Vec<Vector>, Error> {
    let expected = "an array of one or more distributions";
    let all = view.array(expected)?.map(|item| numbers.distribution(&item, values));
    let all = all.collect::<Result<Vec<_>, _>>()?;
    if all.is_empty() { Err(view.unexpected(expected)) } else { Ok(all) }
}

/// The digits of i in base `base`, the first first.
fn digits(i: usize, base: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |k| {
        let after = count.saturating_sub(1).saturating_sub(k);
        let place = u32::try_from(after).ok().and_then(|e| base.checked_pow(e));
        place.and_then(|place| i.checked_div(place)?.checked_rem(base)).unwrap_or(0)
    })
}

/// Whether x is the tensor product of these vectors, as polynomials in t.
fn is_product(x: &Vector, factors: &[&Vector], view: &View, numbers: &Numbers) -> Result<bool, Error> {
    let length = factors.iter().try_fold(1usize, |all, factor| all.checked_mul(factor.len()));
    if length != Some(x.len()) {
        return Ok(false);
    }
    let product = numbers.meter.run(|| tensor(factors)).map_err(|failure| numbers.failed(view, &failure))?;
    numbers.is_same_vector(x, &product, view)
}
