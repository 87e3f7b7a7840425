//! What sentences about one claim are made with.

use crate::Place;
use dp_file::alpha::{Bounds, Field, Quotient, Quotients as _, Symbol};
use dp_file::limits::{Budget, Limits};
use dp_file::model::{Alpha, Claim, Gain, Kind, Mechanism};
use dp_file::number::{Rational, fraction};
use dp_file::text::named;
use dp_kernel::{Family, Fraction, Graph, Way};
use std::cmp::Ordering;

/// What sentences about one claim are made with.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    /// What calls things by their names, and declares something of them.
    pub(super) file: &'a Mechanism,
    /// The claim.
    pub claim: &'a Claim,
    /// Where numbers lie, if some are irrational.
    pub field: Option<&'a Field>,
    /// The limits that the flags set.
    pub limits: &'a Limits,
    /// What may be computed.
    pub bounds: Bounds<'a>,
}

impl<'a> Words<'a> {
    /// Words about a claim, at the file's own t.
    pub fn new(mechanism: &'a Mechanism, claim: &'a Claim, limits: &'a Limits, steps: &'a Budget) -> Self {
        let field = mechanism.field.as_ref();
        Self { file: mechanism, claim, field, limits, bounds: Bounds::new(limits, steps) }
    }

    /// Words at another t, or on a part of an interval.
    #[must_use]
    pub fn at(self, field: &'a Field) -> Self {
        Self { field: Some(field), ..self }
    }

    /// Words with the labels of one individual of a product.
    fn of_one(self) -> Self {
        let parent = self.file.product().and_then(|product| product.parent.as_deref());
        Self { file: parent.unwrap_or(self.file), ..self }
    }

    /// Words about the parent of a product where the claim is judged by it: of one that is not written out always,
    /// else where numbers are irrational, if the parent decides.
    pub(super) fn through_parent(self) -> Option<Self> {
        use Kind as K;
        let of_one = self.of_one();
        let has_prior = || self.claim.prior.as_ref().is_some_and(|name| of_one.has_prior(name));
        let decides = match self.kind() {
            K::Utility => self.is_binary() && has_prior(),
            K::Leakage => has_prior(),
            kind => kind.rule().product != Way::Not,
        };
        let (is_large, is_irrational) = (self.file.large_product().is_some(), self.file.field.is_some());
        (self.individuals().is_some() && (is_large || decides && is_irrational)).then_some(of_one)
    }

    /// How many individuals a product has.
    pub(super) fn individuals(&self) -> Option<usize> {
        self.file.product().map(|product| product.individuals)
    }

    /// How many answers databases have.
    pub(super) fn answers(&self) -> Option<usize> {
        self.file.query.answers.as_ref().map(|answers| answers.names.len())
    }

    pub(super) fn kind(&self) -> Kind {
        self.claim.kind
    }

    /// What nodes are.
    pub(super) fn thing(&self) -> &'static str {
        let of_individuals = matches!(self.graph().family(), Family::Hamming { individuals, .. } if *individuals > 1);
        if of_individuals || self.file.query.answers.is_some() { "database" } else { "answer" }
    }

    /// What a node is called; its number where there is no such node.
    pub(crate) fn node(&self, i: usize) -> String {
        if i < self.graph().nodes() { named(&self.file.node(i)) } else { i.to_string() }
    }

    /// What an output is called; its number where there is no such output.
    pub(super) fn output(&self, o: usize) -> String {
        let of_table = self.file.channel().is_some_and(|x| o < x.width);
        let of_response = self.file.response().is_some() && o < self.graph().nodes();
        let of_counts = self.file.counts().is_some_and(|counts| o < counts.of.outputs());
        let of_part = self.file.incomplete().is_some_and(|table| o < table.channel.width);
        if of_table || of_response || of_counts || of_part { named(&self.file.output(o)) } else { o.to_string() }
    }

    /// The answer of a database.
    pub(super) fn answer(&self, i: usize) -> Option<String> {
        let answers = self.file.query.answers.as_ref()?;
        answers.names.get(*answers.of.get(i)?).map(|name| named(name))
    }

    /// An entry of X.
    pub(super) fn entry(&self, i: usize, output: usize) -> Option<Fraction> {
        let row = self.file.channel()?.table.get(i)?;
        Some(Fraction::new(row.numerators.get(output)?.clone(), row.denominator.clone()))
    }

    pub(super) fn graph(&self) -> &'a Graph {
        &self.file.query.graph
    }

    pub(super) fn is_binary(&self) -> bool {
        matches!(self.file.gain, Gain::Binary)
    }

    pub(super) fn has_prior(&self, name: &str) -> bool {
        self.file.prior(name).is_some()
    }

    pub(super) fn rounding(&self) -> Option<Rational> {
        self.file.channel()?.rounding.clone()
    }

    /// The length of a shortest path between two nodes.
    pub(super) fn distance(&self, i: usize, h: usize) -> Option<Rational> {
        let units = self.graph().distances_from(i).get(h).copied().filter(|&d| d != dp_kernel::INFINITE)?;
        Some(fraction(units.into(), self.graph().unit().into()))
    }

    /// The declared privacy.
    pub(super) fn alpha(&self) -> &'a Alpha {
        &self.file.privacy.alpha
    }

    /// The symbol of t.
    pub(super) fn symbol(&self) -> &'static str {
        let own = self.claim.on.as_ref().is_some_and(|terms| terms.epsilon.is_some());
        match (self.is_of_alpha(), own) {
            (true, true) => "the file's α",
            (true, false) => "α",
            (false, _) => "b",
        }
    }

    /// Whether numbers are written as functions of α, and not of `b`.
    pub(super) fn is_of_alpha(&self) -> bool {
        self.field.is_none_or(|field| field.symbol == Symbol::A)
    }

    /// The declared δ: 0 where the file has none.
    pub(super) fn delta(&self) -> Rational {
        self.file.privacy.delta.clone().unwrap_or_else(|| Rational::from(dp_file::number::BigInt::default()))
    }

    /// The confidence of bounds from counts of runs.
    pub(super) fn confidence(&self) -> Option<Rational> {
        self.file.counts().map(|counts| counts.of.confidence.clone())
    }

    /// x against y, where that is the same at every number of an interval.
    pub(crate) fn order(&self, x: &Fraction, y: &Fraction) -> Option<Ordering> {
        let (n, m) = (|| &x.numerator * &y.denominator, || &y.numerator * &x.denominator);
        let apart = self.bounds.run(|| Ok(&n() - &m())).ok()?;
        match self.field {
            None => apart.integer_sign(),
            Some(field) => self.bounds.run(|| dp_algebra::signs(&field.point, &apart)).ok()?.only(),
        }
    }

    /// α as a function of t.
    pub(super) fn alpha_of_t(&self) -> Option<Quotient> {
        let rational = || self.alpha().rational().map(Quotient::constant);
        self.field.map(|field| field.alpha.clone()).or_else(rational)
    }

    /// A node by its number and whole label.
    pub(crate) fn place_of_node(&self, index: usize) -> Place {
        let labels = self.file.query.labels.as_ref();
        Place { index, label: labels.and_then(|labels| labels.get(index)).cloned() }
    }

    /// An output by its number and whole label.
    pub(super) fn place_of_output(&self, index: usize) -> Place {
        let labels = self.file.output_labels();
        Place { index, label: labels.and_then(|labels| labels.get(index)).cloned() }
    }
}
