//! Product priors on Hamming graphs: what is proved for one individual at a time.
//!
//! Φ of {0..v-1}^u is the tensor product of u copies of Φ₁, the matrix of one individual (1 on the diagonal,
//! α elsewhere), and a product prior is the tensor product of its factors π_k. Products and sums of tensor
//! products go factor by factor: (⊗y_k)Φ = ⊗(y_k Φ₁), (⊗π_k)·(⊗w_k) = Π π_k·w_k.

use super::source::Source;
use super::{Case, Failure, Similarity, unproved, witness};
use crate::graph::{Family, Graph};
use crate::json::View;
use crate::number::{BigInt, Fractions};
use crate::report::count;

/// One individual: Φ₁ and the factors of the prior.
pub(super) struct Individuals<R = BigInt> {
    one: Graph,
    pub(super) priors: Vec<Fractions<R>>,
}

impl<R: Source> Individuals<R> {
    /// The individuals of a case, whose prior must be given as a product of rational distributions.
    pub(super) fn new(case: &Case) -> Result<Self, Failure> {
        let Family::Hamming { values, individuals } = *case.mechanism.query.graph.family() else {
            return unproved("a witness by factors needs a Hamming graph");
        };
        match &case.prior()?.factors {
            Some(priors) if priors.len() == individuals => {
                let within = |prior: &Fractions| Fractions {
                    denominator: R::of(&prior.denominator),
                    numerators: prior.numerators.iter().map(R::of).collect(),
                };
                let priors = priors.iter().map(within).collect();
                Ok(Self { one: Graph::new(Family::Complete, values), priors })
            }
            _ => unproved("a witness by factors needs a product prior"),
        }
    }

    /// Φ₁.
    pub(super) fn similarity(&self, case: &Case) -> Result<Similarity<'_, R>, Failure> {
        case.similarity_of(&self.one)
    }

    /// The complete graph on the values of one individual.
    pub(super) fn graph(&self) -> &Graph {
        &self.one
    }

    /// What `factors` has for each individual.
    pub(super) fn items<'v>(&self, factors: &'v View<'v>) -> Result<impl Iterator<Item = View<'v>>, Failure> {
        let items = factors.array("an array with an object for each individual")?;
        if items.len() != self.priors.len() {
            return unproved(format!(
                "`factors` has {}, expected one for each of {}",
                count(items.len(), "entry"),
                count(self.priors.len(), "individual")
            ));
        }
        Ok(items)
    }

    /// The vectors `name` of all individuals, one each.
    pub(super) fn vectors(
        &self,
        case: &Case,
        factors: &View,
        name: &str,
        known: &[&str],
    ) -> Result<Vec<Fractions<R>>, Failure> {
        let mut vectors = Vec::with_capacity(self.priors.len());
        for item in self.items(factors)? {
            item.only(known)?;
            let vector = item.required(name)?;
            vectors.push(witness::vector(&vector, name, self.one.nodes(), case.limits, &case.ground)?);
        }
        Ok(vectors)
    }
}
