//! What a mechanism file says.

use super::function;
use super::sample::{Sample, Sampled, TableOf};
use super::{
    Channel, Claimed, Counts, Gain, Incomplete, Noisy, OnTerms, Part, Prior, Privacy, Query, Response, Size, Source,
};
use crate::alpha::{Bounds, Constant, Field, Ground, Quotient};
use crate::error::Error;
use crate::json::View;
use crate::limits::{Budget, Limits};
use crate::number::{Expression, Rational};
use dp_kernel::{Family, Gaussian, Graph};
use std::collections::{BTreeSet, HashMap, HashSet};

/// A mechanism file, read and checked for shape.
#[derive(Debug, Clone)]
pub struct Mechanism {
    /// What the file calls itself.
    pub name: Option<String>,
    /// What it says of itself besides, such as how the table was read. Nothing follows from it.
    pub note: Option<String>,
    /// SHA-256 of the file's bytes, in hexadecimal.
    pub sha256: String,
    /// The declared privacy.
    pub privacy: Privacy,
    /// The number `b`.
    pub constant: Option<Constant>,
    /// What the number `b` is, for people, where the ε of the uses of a composition say it and not the file.
    pub implied: Option<String>,
    /// Where all numbers of the file lie, if α or `b` is irrational.
    pub field: Option<Field>,
    /// The adjacency graph of the answers and their labels; that of one individual where X is a large product.
    pub query: Query,
    /// X.
    pub structure: Structure,
    /// What X was counted in, if its entries are frequencies. Nothing is concluded from it, and every report tells it.
    pub sample: Option<Sample>,
    /// The priors by name, in the file's order.
    pub priors: Vec<(String, Prior)>,
    /// Where in `priors` each name is.
    pub(crate) place_of_prior: HashMap<String, usize>,
    /// The gain, or the loss as its negative.
    pub gain: Gain,
    /// The mechanism files that its claims name, by their paths as written there, as far as they have been read (see
    /// [`crate::file::mechanism`]).
    pub others: Vec<(String, Mechanism)>,
    /// The declared claims, each once: those implied by a mechanism first, then the file's in its order.
    pub claims: Vec<Claimed>,
    /// The claims that it makes about other neighbours, another ε or another δ, each once in its order.
    pub on_terms: Vec<OnTerms>,
    /// Whether this is a file on a claim's own terms: see [`OnTerms::file`].
    pub is_on_terms: bool,
    /// What it took to read it, of the limit on steps.
    pub steps: u64,
    /// The bytes of its numbers, of the limit on memory.
    pub memory: u64,
}

/// How a file gives X.
#[derive(Debug, Clone)]
pub enum Structure {
    /// It gives none.
    None,
    /// A table, or a closed form that has been written out.
    Table(Channel),
    /// A product: with X itself, or the parent of one that is too large to be written out.
    Product(Product, Channel),
    /// A composition.
    Uses(Vec<Part>),
    /// Randomised response that is judged by its structure.
    Response(Response),
    /// Counts of runs.
    Counts(Counts),
    /// A table of which mass is missing.
    Incomplete(Incomplete),
    /// Discrete Gaussian noise, which has no table.
    Gaussian(Gaussian),
}

/// The product of n copies of a parent with a row for each of v values and m outputs.
#[derive(Debug, Clone)]
pub struct Product {
    /// v
    pub values: usize,
    /// m
    pub outputs: usize,
    /// n
    pub individuals: usize,
    /// Where X is written out, the same file seen through one individual.
    pub parent: Option<Box<Mechanism>>,
}

impl Product {
    /// v^n, the number of rows.
    pub fn databases(&self) -> Size {
        Size { base: self.values, exponent: self.individuals }
    }

    /// m^n, the number of columns.
    pub fn columns(&self) -> Size {
        Size { base: self.outputs, exponent: self.individuals }
    }
}

impl Mechanism {
    /// The mechanism with these priors.
    #[must_use]
    pub(crate) fn with_priors(self, priors: Vec<(String, Prior)>) -> Self {
        let place_of_prior = priors.iter().zip(0..).map(|((name, _), place)| (name.clone(), place)).collect();
        Self { priors, place_of_prior, ..self }
    }

    /// α of one unit of length (see [`dp_kernel::Graph::unit`]), where that is rational and made: α itself where edges
    /// have no lengths.
    pub fn base(&self) -> Option<&Rational> {
        if self.query.graph.is_fine() {
            return None;
        }
        self.privacy.base(self.constant.as_ref(), self.query.graph.unit())
    }

    /// The limits that are left to what is done with it: reading it, and the files that it names, took some steps, and
    /// their numbers some memory, of which an eighth is left in any case.
    #[must_use]
    pub fn left(&self, limits: &Limits) -> Limits {
        let taken = |of: fn(&Self) -> u64| {
            let all = self.others.iter().fold(of(self), |sum, (_, other)| sum.saturating_add(of(other)));
            usize::try_from(all).unwrap_or(usize::MAX)
        };
        let memory = limits.memory.saturating_sub(taken(|file| file.memory)).max(limits.memory / 8);
        Limits { steps: limits.steps.saturating_sub(taken(|file| file.steps)), memory, ..*limits }
    }

    /// The bytes that its own numbers leave to those of others.
    #[must_use]
    pub fn memory_left(&self, limits: &Limits) -> usize {
        limits.memory.saturating_sub(usize::try_from(self.memory).unwrap_or(usize::MAX))
    }

    /// Where signs of its numbers are asked.
    pub fn ground<'a>(&'a self, limits: &Limits, steps: &'a Budget) -> Ground<'a> {
        Ground { field: self.field.as_ref(), bounds: Bounds::new(limits, steps) }
    }

    /// A number in the file's `a` and `b`, of another file that is about this one.
    ///
    /// # Errors
    /// Another value, or a limit.
    pub fn number(&self, view: &View, limits: &Limits, steps: &Budget) -> Result<Quotient, Error> {
        let symbols = self.privacy.symbols(self.constant.as_ref());
        let expression = Expression::read(view, &symbols, limits, steps)?;
        function::expanded(&expression, &self.ground(limits, steps), view)
    }

    /// A number of the file as an expression in `a` and `b`.
    pub fn written(&self, x: &Quotient) -> String {
        self.field.as_ref().map_or_else(|| dp_algebra::written_quotient(x, 'a'), |field| field.written(x))
    }

    /// Whether edges have lengths of their own.
    pub fn has_lengths(&self) -> bool {
        self.query.graph.has_lengths()
    }

    /// X as a table; its parent where it is a product too large to be written out.
    pub fn channel(&self) -> Option<&Channel> {
        match &self.structure {
            Structure::Table(channel) | Structure::Product(_, channel) => Some(channel),
            Structure::None | Structure::Uses(_) | Structure::Response(_) => None,
            Structure::Counts(_) | Structure::Incomplete(_) | Structure::Gaussian(_) => None,
        }
    }

    /// What X is the product of.
    pub fn product(&self) -> Option<&Product> {
        if let Structure::Product(product, _) = &self.structure { Some(product) } else { None }
    }

    /// The product that X is, where it is not written out and seen through one individual.
    pub fn large_product(&self) -> Option<&Product> {
        self.product().filter(|product| product.parent.is_none())
    }

    /// The file of a product that is written out, seen through one individual; another one as it is.
    #[must_use]
    pub fn through_parent(self) -> Self {
        match self.structure {
            Structure::Product(Product { parent: Some(parent), .. }, _) => *parent,
            _ => self,
        }
    }

    /// What X is the composition of; nothing of another one.
    pub fn parts(&self) -> &[Part] {
        if let Structure::Uses(parts) = &self.structure { parts } else { &[] }
    }

    /// How many of the parts of a composition are known by their promises alone.
    pub fn promises(&self) -> usize {
        self.parts().iter().filter(|part| matches!(part.source, Source::Promise(_))).count()
    }

    /// Whether X is a composition of promises, without any table.
    pub fn is_all_promised(&self) -> bool {
        !self.parts().is_empty() && self.promises() == self.parts().len()
    }

    /// X as randomised response that is judged by its structure.
    pub fn response(&self) -> Option<&Response> {
        if let Structure::Response(response) = &self.structure { Some(response) } else { None }
    }

    /// Counts of runs in the place of X.
    pub fn counts(&self) -> Option<&Counts> {
        if let Structure::Counts(counts) = &self.structure { Some(counts) } else { None }
    }

    /// A table of which mass is missing, in the place of X.
    pub fn incomplete(&self) -> Option<&Incomplete> {
        if let Structure::Incomplete(table) = &self.structure { Some(table) } else { None }
    }

    /// Discrete Gaussian noise, where X is that.
    pub fn gaussian(&self) -> Option<&Gaussian> {
        if let Structure::Gaussian(noise) = &self.structure { Some(noise) } else { None }
    }

    /// Whether the file has a mechanism with outputs that can be listed: counts of runs say nothing for certain, a part
    /// of a table not all, and noise on all whole numbers has no table.
    pub fn has_mechanism(&self) -> bool {
        self.lacks().is_none()
    }

    /// What it has in the place of such a mechanism, where it has none.
    pub fn lacks(&self) -> Option<&'static str> {
        match self.structure {
            Structure::None => Some("no mechanism"),
            Structure::Counts(_) => Some("counts of runs, and no mechanism"),
            Structure::Incomplete(_) => Some("a table of which mass is missing, and no whole mechanism"),
            Structure::Gaussian(_) => Some("noise on all whole numbers, and no table"),
            _ => None,
        }
    }

    /// The table of a part of a composition, once the file that has it has been read.
    pub fn part_channel<'a>(&'a self, part: &'a Part) -> Option<&'a Channel> {
        match &part.source {
            Source::Table(channel) => Some(channel),
            Source::File(path) => self.other(path)?.channel(),
            Source::Promise(_) => None,
        }
    }

    /// The other mechanism file of that path, once it has been read.
    pub fn other(&self, path: &str) -> Option<&Mechanism> {
        self.others.iter().find(|(known, _)| known == path).map(|(_, other)| other)
    }

    /// The files that the parts of a composition name, each once, rising.
    pub fn part_files(&self) -> BTreeSet<&str> {
        let paths = self.parts().iter().filter_map(|part| match &part.source {
            Source::Table(_) | Source::Promise(_) => None,
            Source::File(path) => Some(path.as_str()),
        });
        paths.collect()
    }

    /// n, the number of nodes, of databases where X is a product.
    pub fn nodes(&self) -> Size {
        let plain = Size { base: self.query.graph.nodes(), exponent: 1 };
        self.large_product().map_or(plain, Product::databases)
    }

    /// The number of outputs, where there is a mechanism.
    pub fn outputs(&self) -> Option<Size> {
        match &self.structure {
            Structure::None | Structure::Uses(_) | Structure::Gaussian(_) => None,
            Structure::Product(product @ Product { parent: None, .. }, _) => Some(product.columns()),
            Structure::Table(channel) | Structure::Product(_, channel) => {
                Some(Size { base: channel.width, exponent: 1 })
            }
            Structure::Response(_) => Some(self.nodes()),
            Structure::Counts(counts) => Some(Size { base: counts.of.outputs(), exponent: 1 }),
            Structure::Incomplete(table) => Some(Size { base: table.channel.width, exponent: 1 }),
        }
    }

    /// The prior of that name.
    pub fn prior(&self, name: &str) -> Option<&Prior> {
        self.priors.get(self.place_of_prior(name)?).map(|(_, prior)| prior)
    }

    /// Where the prior of that name is in their list.
    pub fn place_of_prior(&self, name: &str) -> Option<usize> {
        self.place_of_prior.get(name).copied()
    }

    /// The paths of the mechanism files that parts of a composition and claims name, each once.
    pub fn named_files(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        let parts = self.part_files().into_iter();
        let paths = self.claims.iter().filter(|declared| !declared.claim.names_closed_form());
        let paths = paths.filter_map(|declared| declared.claim.from.as_deref());
        parts.chain(paths).filter(|path| seen.insert(*path)).collect()
    }

    /// The name of node i for people: its label, or its number.
    pub fn node(&self, i: usize) -> String {
        let label = self.query.labels.as_ref().and_then(|labels| labels.get(i));
        label.cloned().unwrap_or_else(|| i.to_string())
    }

    /// What the file calls the outputs.
    pub fn output_labels(&self) -> Option<&Vec<String>> {
        match &self.structure {
            Structure::None | Structure::Uses(_) | Structure::Gaussian(_) => None,
            Structure::Table(channel) | Structure::Product(_, channel) => channel.outputs.as_ref(),
            Structure::Response(response) => response.outputs.as_ref(),
            Structure::Counts(counts) => counts.outputs.as_ref(),
            Structure::Incomplete(table) => table.channel.outputs.as_ref(),
        }
    }

    /// The name of output o for people.
    pub fn output(&self, o: usize) -> String {
        let label = self.output_labels().and_then(|labels| labels.get(o));
        label.cloned().unwrap_or_else(|| o.to_string())
    }

    /// The tables that stand for geometric noise on all whole numbers: the own one, those of parts, and of the files
    /// that parts and claims name, each once.
    pub fn noises(&self) -> Vec<Noisy> {
        let noisy = |of: TableOf, channel: Option<&Channel>| Some(Noisy { of, report: channel?.noise? });
        let own = noisy(TableOf::Table, self.channel()).into_iter();
        let parts = self.parts().iter().enumerate().filter_map(|(k, part)| match &part.source {
            Source::Table(channel) => noisy(TableOf::Part(k), Some(channel)),
            Source::File(_) | Source::Promise(_) => None,
        });
        let files = self.others.iter().filter_map(|(path, other)| noisy(TableOf::File(path.clone()), other.channel()));
        own.chain(parts).chain(files).collect()
    }

    /// Whether outputs of X, or of a part of it, stand for infinitely many; what a claim compares it with is another
    /// matter.
    pub(super) fn is_merged(&self) -> bool {
        let parts = self.part_files();
        let of_x = |of: &TableOf| !matches!(of, TableOf::File(path) if !parts.contains(path.as_str()));
        self.noises().iter().any(|noisy| noisy.report.is_merged() && of_x(&noisy.of))
    }

    /// The tables that were counted: the own one, those of parts, and of the files that parts and claims name, each
    /// once.
    pub fn samples(&self) -> Vec<Sampled> {
        let own = self.sample.iter().filter_map(|sample| Sampled::new(TableOf::Table, sample));
        let parts = self.parts().iter().enumerate();
        let parts = parts.filter_map(|(k, part)| Sampled::new(TableOf::Part(k), part.sample.as_ref()?));
        let files = self.others.iter();
        let files = files.filter_map(|(path, other)| Sampled::new(TableOf::File(path.clone()), other.sample.as_ref()?));
        own.chain(parts).chain(files).collect()
    }

    /// Two answers of randomised response that is not written out, as a mechanism on them.
    pub fn of_pair(&self) -> Option<Self> {
        let structure = Structure::Table(self.response()?.pair.clone());
        let query = Query::of(Graph::new(Family::Complete, 2));
        let (priors, claims, on_terms) = (Vec::new(), Vec::new(), Vec::new());
        Some(Self { query, structure, priors, claims, on_terms, ..self.clone() })
    }
}
