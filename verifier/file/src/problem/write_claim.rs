//! A declared claim of a problem by itself, as JSON, with what is expected of it.

use super::claim::{RELATIONS, kind};
use super::{Names, value};
use crate::numerals::{fraction_json, root_json};
use crate::object::{add, object};
use dp_kernel::{Claim, Declared, Expect, Expected, Verdict};
use serde_json::{Value, json};

/// `claim`, its parameters, and `expect`.
pub(super) fn claim(declared: &Declared, names: &Names) -> Value {
    let mut all = object("claim", kind(&declared.claim).name());
    let prior = |place: usize| names.priors.get(place).map_or(Value::Null, |name| name.as_str().into());
    match &declared.claim {
        Claim::Regular(k) | Claim::Utility(k) | Claim::UtilityBound(k) | Claim::Leakage(k) | Claim::GLeakage(k) => {
            add(&mut all, "prior", prior(*k));
        }
        Claim::MutualInformation(k) => add(&mut all, "prior", prior(*k)),
        Claim::Optimal { prior: k, within, delta } => {
            add(&mut all, "prior", prior(*k));
            within.iter().for_each(|within| add(&mut all, "within", fraction_json(within)));
            delta.iter().for_each(|delta| add(&mut all, "delta", fraction_json(delta)));
        }
        Claim::LeakageBound { prior: k, outputs } => {
            add(&mut all, "prior", prior(*k));
            if let Some(outputs) = outputs {
                add(&mut all, "outputs", json!(outputs));
            }
        }
        Claim::JointlyOptimal(all_of_them) => add(&mut all, "priors", all_of_them.iter().map(|&k| prior(k)).collect()),
        Claim::GroupPrivacy { distance, nearer } => {
            add(&mut all, "distance", json!(distance));
            if *nearer {
                add(&mut all, "at_most", true.into());
            }
        }
        Claim::AdaptiveDp | Claim::AdaptiveApproximateDp => add(&mut all, "adaptive", true.into()),
        Claim::RenyiDp { order, bound } => {
            add(&mut all, "order", json!(order));
            add(&mut all, "bound", fraction_json(bound));
        }
        Claim::BoundedRange(most) => add(&mut all, "epsilon", fraction_json(most)),
        Claim::Zcdp(rho, epsilon) => {
            add(&mut all, "rho", fraction_json(rho));
            epsilon.iter().for_each(|epsilon| add(&mut all, "epsilon", fraction_json(epsilon)));
        }
        Claim::PrivateBySample { at_most } => add(&mut all, "at_most", fraction_json(at_most)),
        Claim::Derivable(k) | Claim::SampledFrom(k) | Claim::TradeOff { from: k, .. } => {
            add(&mut all, "from", names.others.get(*k).map_or(Value::Null, |other| other.from.as_str().into()));
            if let Claim::TradeOff { pair: Some(pair), .. } = &declared.claim {
                add(&mut all, "pair", json!(pair));
            }
        }
        Claim::Stochastic | Claim::StochasticWithinRounding | Claim::Dp | Claim::ApproximateDp => {}
        Claim::DpWithinRounding | Claim::TightConstraintsExist | Claim::TightConstraints => {}
        Claim::ApproximateDpWithinRounding => {}
        Claim::UniversallyOptimal | Claim::GCapacity | Claim::Capacity | Claim::IndividualLeakage => {}
        Claim::Threshold | Claim::ExpectedError | Claim::Oblivious | Claim::NotRefuted => {}
        Claim::ShannonCapacity => {}
    }
    if !declared.expects.is_empty() {
        add(&mut all, "expect", declared.expects.iter().map(expect).collect());
    }
    all.into()
}

fn expect(expect: &Expect) -> Value {
    let mut all = object("verdict", if expect.verdict == Verdict::Holds { "holds" } else { "fails" });
    let bounds: Vec<Value> = expect
        .bounds
        .iter()
        .map(|(name, relation, expected)| {
            let relation = RELATIONS.iter().find(|(_, known)| known == relation).map_or("", |(name, _)| name);
            let mut bound = object("value", value::name(*name));
            add(&mut bound, relation, expected_json(expected));
            bound.into()
        })
        .collect();
    if !bounds.is_empty() {
        add(&mut all, "bounds", bounds.into());
    }
    all.into()
}

fn expected_json(expected: &Expected) -> Value {
    match expected {
        Expected::Number(x) => fraction_json(x),
        Expected::Flag(flag) => (*flag).into(),
        Expected::Set(parts) => {
            parts.iter().map(|ends| ends.iter().map(root_json).collect::<Vec<_>>()).map(Value::from).collect()
        }
    }
}
