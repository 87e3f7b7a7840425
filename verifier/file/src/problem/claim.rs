//! Claims by the places of what they name, and what files expect of them.

use super::{Names, value};
use crate::error::Error;
use crate::model::Verdict as Said;
use crate::model::{self, Bound, Kind};
use crate::number::fraction;
use dp_kernel::{Claim, Expect, Expected, Fraction, Relation, Verdict};
use std::collections::HashMap;

/// Where the priors and the other mechanisms stand that claims name.
#[derive(Debug, Clone)]
pub struct Places<'a> {
    priors: HashMap<&'a str, usize>,
    others: HashMap<&'a str, usize>,
}

impl<'a> Places<'a> {
    /// Those of a problem.
    pub fn new(names: &'a Names) -> Self {
        let priors = names.priors.iter().map(String::as_str).zip(0..).collect();
        Self { priors, others: names.others.iter().map(|other| &*other.from).zip(0..).collect() }
    }

    /// Those alone that a claim names.
    pub fn of(names: &'a Names, claim: &model::Claim) -> Self {
        let priors = names.priors.iter().map(String::as_str).zip(0..);
        let priors = priors.filter(|(name, _)| claim.prior.iter().chain(&claim.priors).any(|named| named == name));
        let others = names.others.iter().map(|other| &*other.from).zip(0..);
        let others = others.filter(|(from, _)| claim.from.as_deref() == Some(from));
        Self { priors: priors.collect(), others: others.collect() }
    }

    /// The place of a prior.
    pub(super) fn prior(&self, name: &str) -> Option<usize> {
        self.priors.get(name).copied()
    }

    /// The place of another mechanism.
    pub(super) fn other(&self, from: &str) -> Option<usize> {
        self.others.get(from).copied()
    }

    /// The claim as the kernel has it; `None` where it names what there is not.
    pub fn claim(&self, claim: &model::Claim) -> Option<Claim> {
        of_kind(claim.kind, &(claim, self)).ok()
    }
}

/// What a claim names, by its places.
pub(super) trait Parameters {
    type Error;

    fn prior(&self) -> Result<usize, Self::Error>;
    fn priors(&self) -> Result<Vec<usize>, Self::Error>;
    fn other(&self) -> Result<usize, Self::Error>;
    fn outputs(&self) -> Result<Option<usize>, Self::Error>;
    fn within(&self) -> Result<Option<Fraction>, Self::Error>;
    fn delta(&self) -> Result<Option<Fraction>, Self::Error>;
    fn distance(&self) -> Result<(usize, bool), Self::Error>;
    fn divergence(&self) -> Result<(usize, Fraction), Self::Error>;
    fn adaptive(&self) -> Result<bool, Self::Error>;
    fn pair(&self) -> Result<Option<[usize; 2]>, Self::Error>;
    fn at_most(&self, key: &'static str) -> Result<Fraction, Self::Error>;
    fn epsilon(&self) -> Result<Option<Fraction>, Self::Error>;
}

/// A claim that has been read, and the places of a problem.
impl Parameters for (&model::Claim, &Places<'_>) {
    type Error = ();

    fn prior(&self) -> Result<usize, ()> {
        self.0.prior.as_deref().and_then(|name| self.1.prior(name)).ok_or(())
    }

    fn priors(&self) -> Result<Vec<usize>, ()> {
        self.0.priors.iter().map(|name| self.1.prior(name).ok_or(())).collect()
    }

    fn other(&self) -> Result<usize, ()> {
        self.0.from.as_deref().and_then(|from| self.1.other(from)).ok_or(())
    }

    fn outputs(&self) -> Result<Option<usize>, ()> {
        Ok(self.0.outputs)
    }

    fn within(&self) -> Result<Option<Fraction>, ()> {
        Ok(self.0.within.as_ref().map(Fraction::from))
    }

    fn delta(&self) -> Result<Option<Fraction>, ()> {
        Ok(self.0.delta.as_ref().map(Fraction::from))
    }

    fn distance(&self) -> Result<(usize, bool), ()> {
        self.0.distance.ok_or(())
    }

    fn divergence(&self) -> Result<(usize, Fraction), ()> {
        self.0.divergence.as_ref().map(|(order, bound)| (*order, bound.into())).ok_or(())
    }

    fn adaptive(&self) -> Result<bool, ()> {
        Ok(self.0.adaptive)
    }

    fn pair(&self) -> Result<Option<[usize; 2]>, ()> {
        Ok(self.0.pair)
    }

    fn at_most(&self, _: &'static str) -> Result<Fraction, ()> {
        self.0.at_most.as_ref().map(Fraction::from).ok_or(())
    }

    fn epsilon(&self) -> Result<Option<Fraction>, ()> {
        Ok(self.0.epsilon.as_ref().map(Fraction::from))
    }
}

/// The claim of a kind.
pub(super) fn of_kind<P: Parameters>(kind: Kind, names: &P) -> Result<Claim, P::Error> {
    Ok(match kind {
        Kind::Stochastic => Claim::Stochastic,
        Kind::StochasticWithinRounding => Claim::StochasticWithinRounding,
        Kind::Dp if names.adaptive()? => Claim::AdaptiveDp,
        Kind::ApproximateDp if names.adaptive()? => Claim::AdaptiveApproximateDp,
        Kind::Dp => Claim::Dp,
        Kind::ApproximateDp => Claim::ApproximateDp,
        Kind::GroupPrivacy => {
            let (distance, nearer) = names.distance()?;
            Claim::GroupPrivacy { distance, nearer }
        }
        Kind::RenyiDp => {
            let (order, bound) = names.divergence()?;
            Claim::RenyiDp { order, bound }
        }
        Kind::BoundedRange => Claim::BoundedRange(names.at_most("epsilon")?),
        Kind::Zcdp => Claim::Zcdp(names.at_most("rho")?, names.epsilon()?),
        Kind::TradeOff => Claim::TradeOff { from: names.other()?, pair: names.pair()? },
        Kind::NotRefuted => Claim::NotRefuted,
        Kind::PrivateBySample => Claim::PrivateBySample { at_most: names.at_most("at_most")? },
        Kind::SampledFrom => Claim::SampledFrom(names.other()?),
        Kind::DpWithinRounding => Claim::DpWithinRounding,
        Kind::ApproximateDpWithinRounding => Claim::ApproximateDpWithinRounding,
        Kind::TightConstraintsExist => Claim::TightConstraintsExist,
        Kind::TightConstraints => Claim::TightConstraints,
        Kind::Regular => Claim::Regular(names.prior()?),
        Kind::Utility => Claim::Utility(names.prior()?),
        Kind::UtilityBound => Claim::UtilityBound(names.prior()?),
        Kind::Optimal => Claim::Optimal { prior: names.prior()?, within: names.within()?, delta: names.delta()? },
        Kind::UniversallyOptimal => Claim::UniversallyOptimal,
        Kind::JointlyOptimal => Claim::JointlyOptimal(names.priors()?),
        Kind::Derivable => Claim::Derivable(names.other()?),
        Kind::Leakage => Claim::Leakage(names.prior()?),
        Kind::GLeakage => Claim::GLeakage(names.prior()?),
        Kind::GCapacity => Claim::GCapacity,
        Kind::Capacity => Claim::Capacity,
        Kind::MutualInformation => Claim::MutualInformation(names.prior()?),
        Kind::ShannonCapacity => Claim::ShannonCapacity,
        Kind::LeakageBound => {
            let outputs = names.outputs()?;
            Claim::LeakageBound { prior: names.prior()?, outputs }
        }
        Kind::IndividualLeakage => Claim::IndividualLeakage,
        Kind::Threshold => Claim::Threshold,
        Kind::ExpectedError => Claim::ExpectedError,
        Kind::Oblivious => Claim::Oblivious,
    })
}

/// The kind of a claim.
pub(super) fn kind(claim: &Claim) -> Kind {
    match claim {
        Claim::Stochastic => Kind::Stochastic,
        Claim::StochasticWithinRounding => Kind::StochasticWithinRounding,
        Claim::Dp | Claim::AdaptiveDp => Kind::Dp,
        Claim::ApproximateDp | Claim::AdaptiveApproximateDp => Kind::ApproximateDp,
        Claim::GroupPrivacy { .. } => Kind::GroupPrivacy,
        Claim::RenyiDp { .. } => Kind::RenyiDp,
        Claim::BoundedRange { .. } => Kind::BoundedRange,
        Claim::Zcdp { .. } => Kind::Zcdp,
        Claim::TradeOff { .. } => Kind::TradeOff,
        Claim::NotRefuted => Kind::NotRefuted,
        Claim::PrivateBySample { .. } => Kind::PrivateBySample,
        Claim::SampledFrom(_) => Kind::SampledFrom,
        Claim::DpWithinRounding => Kind::DpWithinRounding,
        Claim::ApproximateDpWithinRounding => Kind::ApproximateDpWithinRounding,
        Claim::TightConstraintsExist => Kind::TightConstraintsExist,
        Claim::TightConstraints => Kind::TightConstraints,
        Claim::Regular(_) => Kind::Regular,
        Claim::Utility(_) => Kind::Utility,
        Claim::UtilityBound(_) => Kind::UtilityBound,
        Claim::Optimal { .. } => Kind::Optimal,
        Claim::UniversallyOptimal => Kind::UniversallyOptimal,
        Claim::JointlyOptimal(_) => Kind::JointlyOptimal,
        Claim::Derivable(_) => Kind::Derivable,
        Claim::Leakage(_) => Kind::Leakage,
        Claim::GLeakage(_) => Kind::GLeakage,
        Claim::GCapacity => Kind::GCapacity,
        Claim::Capacity => Kind::Capacity,
        Claim::MutualInformation(_) => Kind::MutualInformation,
        Claim::ShannonCapacity => Kind::ShannonCapacity,
        Claim::LeakageBound { .. } => Kind::LeakageBound,
        Claim::IndividualLeakage => Kind::IndividualLeakage,
        Claim::Threshold => Kind::Threshold,
        Claim::ExpectedError => Kind::ExpectedError,
        Claim::Oblivious => Kind::Oblivious,
    }
}

/// A claim with the names of what it is about, as a file has it; `None` where there is not what it names.
pub(super) fn said(of: &Claim, names: &Names) -> Option<model::Claim> {
    let plain = model::Claim::plain(kind(of));
    let prior = |k: usize| names.priors.get(k).cloned();
    let from = |k: usize| names.others.get(k).map(|other| other.from.clone());
    let rational =
        |x: &Fraction| Some(fraction(x.numerator.integer()?.into_owned(), x.denominator.integer()?.into_owned()));
    Some(match of {
        Claim::Stochastic | Claim::StochasticWithinRounding | Claim::Dp | Claim::ApproximateDp => plain,
        Claim::DpWithinRounding | Claim::TightConstraintsExist | Claim::TightConstraints => plain,
        Claim::ApproximateDpWithinRounding => plain,
        Claim::UniversallyOptimal | Claim::GCapacity | Claim::Capacity | Claim::IndividualLeakage => plain,
        Claim::Threshold | Claim::ExpectedError | Claim::Oblivious | Claim::NotRefuted => plain,
        Claim::ShannonCapacity => plain,
        Claim::AdaptiveDp | Claim::AdaptiveApproximateDp => model::Claim { adaptive: true, ..plain },
        Claim::GroupPrivacy { distance, nearer } => model::Claim { distance: Some((*distance, *nearer)), ..plain },
        Claim::RenyiDp { order, bound } => model::Claim { divergence: Some((*order, rational(bound)?)), ..plain },
        Claim::TradeOff { from: k, pair } => model::Claim { from: Some(from(*k)?), pair: *pair, ..plain },
        Claim::PrivateBySample { at_most: most } | Claim::BoundedRange(most) => {
            model::Claim { at_most: Some(rational(most)?), ..plain }
        }
        Claim::Zcdp(rho, epsilon) => {
            let epsilon = match epsilon {
                Some(epsilon) => Some(rational(epsilon)?),
                None => None,
            };
            model::Claim { at_most: Some(rational(rho)?), epsilon, ..plain }
        }
        Claim::Derivable(k) | Claim::SampledFrom(k) => model::Claim { from: Some(from(*k)?), ..plain },
        Claim::MutualInformation(k) => model::Claim { prior: Some(prior(*k)?), ..plain },
        Claim::Regular(k) | Claim::Utility(k) | Claim::UtilityBound(k) | Claim::Leakage(k) | Claim::GLeakage(k) => {
            model::Claim { prior: Some(prior(*k)?), ..plain }
        }
        Claim::Optimal { prior: k, within, delta } => {
            let said = |x: &Option<Fraction>| x.as_ref().map_or(Some(None), |x| rational(x).map(Some));
            model::Claim { prior: Some(prior(*k)?), within: said(within)?, delta: said(delta)?, ..plain }
        }
        Claim::JointlyOptimal(all) => {
            model::Claim { priors: all.iter().map(|k| prior(*k)).collect::<Option<_>>()?, ..plain }
        }
        Claim::LeakageBound { prior: k, outputs } => {
            model::Claim { prior: Some(prior(*k)?), outputs: *outputs, ..plain }
        }
    })
}

/// The relations by their names in files.
pub(super) const RELATIONS: [(&str, Relation); 3] =
    [("equals", Relation::Equals), ("at_least", Relation::AtLeast), ("at_most", Relation::AtMost)];

/// What a file expects, for the kernel.
pub(super) fn expect(expect: &model::Expect, path: &str) -> Result<Expect, Error> {
    let mut bounds = Vec::with_capacity(expect.bounds.len());
    for (name, bound) in &expect.bounds {
        let (relation, expected) = match bound {
            Bound::Equals(expected) => (Relation::Equals, expected),
            Bound::AtLeast(expected) => (Relation::AtLeast, expected),
            Bound::AtMost(expected) => (Relation::AtMost, expected),
        };
        let Some(name) = value::named(name) else {
            return Err(Error::malformed(path.into(), 0, "an expectation of a value that no claim has"));
        };
        let expected = match expected {
            model::Expected::Number(x) => Expected::Number(x.clone()),
            model::Expected::Flag(flag) => Expected::Flag(*flag),
            model::Expected::Set(parts) => {
                let part = |(low, high): &(dp_kernel::Point, dp_kernel::Point)| Some([low.given()?, high.given()?]);
                let parts = parts.iter().map(part).collect::<Option<_>>();
                Expected::Set(parts.ok_or_else(|| {
                    Error::malformed(path.into(), 0, "found another number, expected a rational or algebraic one")
                })?)
            }
        };
        bounds.push((name, relation, expected));
    }
    let verdict = if expect.verdict == Said::Fails { Verdict::Fails } else { Verdict::Holds };
    Ok(Expect { verdict, bounds })
}
