//! Products: a mechanism that passes each individual's value through the same channel, its parent, by itself.
//!
//! X[(i_1, …, i_n), (o_1, …, o_n)] = Π_k P[i_k, o_k], inputs and outputs in lexicographic order. A small X is written
//! out entry by entry and is then a mechanism like any other, with the same file seen through one individual beside it:
//! the graph is that of one individual's values, the table is the parent's, and `notions/product.rs` says what follows
//! for databases. A large one is only seen so.

use super::channel::read_table;
use super::each_use::{self, Whose};
use super::function::refusal;
use super::gaussian;
use super::incomplete;
use super::mechanism::Product;
use super::reading::{Reading, bytes_of};
use super::{Channel, Query};
use crate::alpha::Fractions;
use crate::alpha::{Polynomial, Polynomials};
use crate::error::Error;
use crate::json::View;
use crate::limits::total;
use dp_kernel::{Family, Graph};

/// The most rows of a product that is written out.
pub const MOST_ROWS: usize = 4_096;

/// The most bytes that its table may take, by a count made before it is.
const MOST_BYTES: u64 = 1 << 27;

impl Product {
    /// Reads the product and its parent; `None` where the file has no mechanism of that form.
    pub(super) fn read(file: &View, reading: &Reading) -> Result<Option<(Self, Channel)>, Error> {
        let view = file.field("mechanism").filter(|view| view.field("product").is_some());
        view.map(|view| Self::of(&view, Whose::File, file, reading)).transpose()
    }

    /// What an object with `product` says: all of the mechanism, or a part of a composition.
    pub(super) fn of(view: &View, whose: Whose, file: &View, reading: &Reading) -> Result<(Self, Channel), Error> {
        let parent = view.required("product")?;
        view.only(&[&["product", "individuals"], whose.times()].concat())?;
        let query = file.required("query")?;
        let is_hamming = query.field("graph").is_some_and(|name| name.string("").is_ok_and(|name| name == "hamming"));
        if !is_hamming {
            return Err(query
                .error("a product needs a query on databases: \"graph\": \"hamming\"")
                .expecting("\"graph\": \"hamming\""));
        }
        let count = |of: &View, key| of.required(key)?.count(1, key);
        let (values, individuals) = (count(&query, "values")?, count(&query, "individuals")?);
        if count(view, "individuals")? != individuals {
            let expected = format!("{individuals}, the query's individuals");
            return Err(view.required("individuals")?.unexpected(&expected));
        }
        if values > reading.limits.nodes {
            return Err(query.over_limit(format!("more than {} values (--limit nodes=N)", reading.limits.nodes)));
        }
        parent.is_object("a product's parent: an object with \"matrix\" or \"family\"")?;
        incomplete::is_whole(&parent, "a whole table: no mass is missing of the parent of a product")?;
        gaussian::is_none(&parent)?;
        each_use::only(&parent, &["matrix", "family", "noise"], whose)?;
        let (table, width) = read_table(&parent, &Graph::new(Family::Complete, values), "value", whose, reading)?;
        nonnegative(&table, &parent, reading)?;
        let product = Self { values, outputs: width, individuals, parent: None };
        Ok((product, Channel { outputs: None, table, width, rounding: None, noise: None }))
    }

    /// Whether X is written out: up to [`MOST_ROWS`] rows and [`MOST_BYTES`], whatever the limits are.
    pub(super) fn is_small(&self, parent: &Channel) -> bool {
        let n = self.individuals as u64;
        let all = || parent.table.iter().flat_map(|row| row.numerators.iter().chain([&row.denominator]));
        let entry = if parent.rows().is_some() {
            64_u64.saturating_add(n.saturating_mul(all().map(Polynomial::bits).max().unwrap_or(0)) / 8)
        } else {
            let terms = all().map(|x| x.degree() as u64).max().unwrap_or(0).saturating_mul(n).saturating_add(1);
            let bits =
                all().map(|x| total([x.bits(), u64::from(x.degree().saturating_add(1).ilog2()), 1])).max().unwrap_or(0);
            terms.saturating_mul(32_u64.saturating_add(n.saturating_mul(bits) / 8)).saturating_add(64)
        };
        let rows = self.databases().number().filter(|&rows| rows <= MOST_ROWS as u64);
        let entries = rows.zip(self.columns().number()).map(|(rows, columns)| rows.saturating_mul(columns));
        // A database of one value each is read individual by individual all the same.
        self.individuals <= 1_000 && entries.is_some_and(|all| all.saturating_mul(entry) <= MOST_BYTES)
    }

    /// X entry by entry.
    pub(super) fn expand(&self, parent: &Channel, view: &View, reading: &Reading) -> Result<Channel, Error> {
        let longest = |of: &dyn Fn(&Fractions) -> u64| parent.table.iter().map(of).max().unwrap_or(0);
        let bytes = if parent.rows().is_some() {
            let bits = longest(&|row| row.denominator.bits().max(row.words().saturating_mul(64)));
            bytes_of(bits.saturating_mul(self.individuals as u64))
        } else {
            // Of one more individual there are as many terms more, and longer ones: what that is too much is for
            // the copy.
            let squared = (self.individuals as u64).saturating_pow(2);
            let bytes = longest(&|row| row.numerators.iter().map(Polynomials::bytes).max().unwrap_or(0));
            bytes.saturating_mul(squared).saturating_add(64)
        };
        let table = self.power(&parent.table, bytes, view, reading)?;
        let width = self.columns().number().and_then(|columns| usize::try_from(columns).ok()).unwrap_or(0);
        Ok(Channel { outputs: None, table, width, rounding: None, noise: None })
    }

    fn power(&self, parent: &[Fractions], bytes: u64, view: &View, reading: &Reading) -> Result<Vec<Fractions>, Error> {
        let entries =
            self.databases().number().zip(self.columns().number()).map(|(rows, columns)| rows.saturating_mul(columns));
        reading.charge_bytes(view, entries.unwrap_or(u64::MAX).saturating_mul(bytes))?;
        let ground = reading.ground();
        let times = |x: &Polynomial, y: &Polynomial| {
            ground.bounds.charge(8).and_then(|()| ground.product(x, y)).map_err(|why| refusal(view, &why))
        };
        let mut rows = vec![Fractions::ones(1)];
        for _ in 0..self.individuals {
            let mut longer = Vec::with_capacity(rows.len().saturating_mul(parent.len()));
            for row in &rows {
                for own in parent {
                    let mut numerators = Vec::with_capacity(row.len().saturating_mul(own.len()));
                    for x in &row.numerators {
                        for y in &own.numerators {
                            numerators.push(times(x, y)?);
                        }
                    }
                    longer.push(Fractions { denominator: times(&row.denominator, &own.denominator)?, numerators });
                }
            }
            rows = longer;
        }
        Ok(rows)
    }

    /// The query of one individual, where X is large. Its many nodes have no labels.
    pub(super) fn query(&self, view: &View) -> Result<Query, Error> {
        view.only(&["graph", "values", "individuals", "labels"])?;
        match view.field("labels") {
            Some(labels) => Err(labels.found("labels", "none: a product too large to be written out has none")),
            None => Ok(self.of_one()),
        }
    }

    /// The query of one individual.
    pub(super) fn of_one(&self) -> Query {
        let family = Family::Hamming { values: self.values, individuals: 1 };
        Query::of(Graph::new(family, self.values))
    }
}

/// Refuses a parent with a negative entry: two of them would have a positive product.
fn nonnegative(table: &[Fractions], view: &View, reading: &Reading) -> Result<(), Error> {
    let ground = reading.ground();
    let mut found = None;
    for (i, row) in table.iter().enumerate() {
        for (o, x) in row.numerators.iter().enumerate() {
            if found.is_none() && !ground.is_nonnegative(x).map_err(|why| refusal(view, &why))? {
                found = Some((i, o));
            }
        }
    }
    match found {
        Some((i, o)) => {
            Err(view.instead(format!("row {i}, output {o} is negative"), "probabilities ≥ 0 of a product's parent"))
        }
        None => Ok(()),
    }
}
