//! What sentences about one claim are made with.

use dp_file::alpha::{Bounds, Field};
use dp_file::json::shorten;
use dp_file::limits::{Budget, Limits};
use dp_file::model::{Claim, Gain, Kind, Mechanism};
use dp_file::number::Rational;

/// What sentences about one claim are made with.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    /// The file, for what it calls things and what it declares.
    pub mechanism: &'a Mechanism,
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
        Self { mechanism, claim, field: mechanism.field.as_ref(), limits, bounds: Bounds::new(limits, steps) }
    }

    /// The same at another t, or on a part of an interval.
    #[must_use]
    pub fn at(self, field: &'a Field) -> Self {
        Self { field: Some(field), ..self }
    }

    /// The same with the labels of one individual of a product.
    fn of_one(self) -> Self {
        let parent = self.mechanism.product.as_ref().and_then(|product| product.parent.as_deref());
        Self { mechanism: parent.unwrap_or(self.mechanism), ..self }
    }

    /// The same about the parent of a product where the claim is judged by it: of one that is not written out always, else where
    /// numbers are irrational, if the parent decides.
    pub(super) fn through_parent(self) -> Option<Self> {
        use Kind as K;
        let (file, of_one) = (self.mechanism, self.of_one());
        let has_prior = || self.claim.prior.as_ref().is_some_and(|name| of_one.mechanism.prior(name).is_some());
        let decides = match self.kind() {
            K::Stochastic | K::Dp | K::ApproximateDp | K::IndividualLeakage | K::ExpectedError | K::Capacity => true,
            K::Utility => matches!(file.gain, Gain::Binary) && has_prior(),
            K::Leakage => has_prior(),
            _ => false,
        };
        let is_seen = file.large_product().is_some() || decides && file.field.is_some();
        (is_seen && file.product.is_some()).then_some(of_one)
    }

    pub(super) fn kind(&self) -> Kind {
        self.claim.kind
    }

    /// What a node is called; its number where there is no such node.
    pub(super) fn node(&self, i: usize) -> String {
        let known = i < self.mechanism.query.graph.nodes();
        if known { shorten(&self.mechanism.node(i)) } else { i.to_string() }
    }

    /// What an output is called; its number where there is no such output.
    pub(super) fn output(&self, o: usize) -> String {
        let known = self.mechanism.channel.as_ref().is_some_and(|x| o < x.width);
        if known { shorten(&self.mechanism.output(o)) } else { o.to_string() }
    }

    /// The symbol of t.
    pub(super) fn symbol(&self) -> &'static str {
        if self.field.is_some_and(|field| field.symbol != 'a') { "b" } else { "α" }
    }

    /// The declared δ: 0 where the file has none.
    pub(super) fn delta(&self) -> Rational {
        self.mechanism.privacy.delta.clone().unwrap_or_else(|| Rational::from(dp_file::number::BigInt::default()))
    }
}
