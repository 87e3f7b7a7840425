//! From JSON to what a certificate gives as the witness of a statement about one number, or about all of an interval at
//! once.

use super::given::{Covering, Given};
use super::mechanism::{best, dual, has_dual, mechanism, multipliers, rows};
use super::parts::Parts;
use super::reading::{Reading, Unread, unproved};
use super::sampled::{bounds, inside};
use super::vector::{indices, pair, vector, vectors};
use crate::json::View;
use crate::numerals::integer;
use crate::problem::NoTable;
use dp_kernel::{
    Approximation, Claim, Dual, Enclosed, Failure, Invertible, Rows, Tightness, Unique, Vector, Verdict, Why, Witness,
};
use num_traits::ToPrimitive;

/// The witness of a statement about one number, or about all of an interval without a cut.
pub(super) fn single(parts: &Parts, claim: &Claim, said: Verdict, reading: &Reading) -> Result<Given, Unread> {
    let fails = said == Verdict::Fails;
    if fails && claim.rule().rows == Rows::Distributions && parts.part("row").is_some() {
        parts.only(&["row"])?;
        return Ok(Witness::Row(parts.index("row")?).into());
    }
    let nothing = || parts.only(&[]).map(|()| Witness::None);
    let whole = match claim {
        Claim::TradeOff { from, .. } => trade_off(parts, *from, reading),
        computed if !computed.rule().takes_witness => nothing(),
        Claim::Dp if reading.problem.mechanism.incomplete().is_some() => clash(parts, fails, reading),
        Claim::Dp | Claim::GroupPrivacy { .. } if fails && parts.part("row").is_some() => entry(parts),
        Claim::Dp | Claim::GroupPrivacy { .. } => of_pair(parts, "two nodes"),
        Claim::Oblivious if fails => of_pair(parts, "two databases"),
        Claim::Oblivious => nothing(),
        Claim::ApproximateDp => event(parts),
        Claim::NotRefuted => parts.only(&["upper"]).and_then(|()| bounds(parts)).map(Witness::Upper),
        Claim::PrivateBySample { .. } => {
            let of_laws: &[&str] = if fails { &["pair", "outputs", "laws"] } else { &[] };
            parts.only(&[&["upper", "weights"], of_laws].concat())?;
            inside(parts, true, reading)
        }
        Claim::SampledFrom(place) => {
            not_refused(*place, reading)?;
            only_about(parts, &["upper", "weights"], *place, reading)?;
            inside(parts, false, reading)
        }
        Claim::DpWithinRounding => within_rounding(parts, fails, reading),
        Claim::ApproximateDpWithinRounding if parts.part("rows").is_some() && parts.part("lambda").is_some() => {
            least_delta(parts, reading)
        }
        Claim::ApproximateDpWithinRounding => within_rounding(parts, fails, reading),
        Claim::TightConstraintsExist | Claim::Threshold => exist(parts, fails, reading),
        Claim::TightConstraints if fails || reading.problem.mechanism.response().is_some() => nothing(),
        Claim::TightConstraints => remap(parts),
        Claim::Regular(_) if parts.part("factors").is_some() => return product(parts, fails, reading),
        Claim::Regular(_) => regular(parts, fails, reading),
        Claim::UtilityBound(_) => return covering(parts, &["optimum", "solution"], reading),
        Claim::LeakageBound { .. } => return covering(parts, &["optimum"], reading),
        Claim::Optimal { .. } => return optimal(parts, reading),
        Claim::UniversallyOptimal => return universally_optimal(parts, fails, reading),
        Claim::JointlyOptimal(_) => return joint(parts, fails, reading),
        Claim::Derivable(place) => derivable(parts, *place, fails, reading),
        Claim::ShannonCapacity => input(parts, reading),
        // Of these nothing is given, and so it has been read.
        Claim::Stochastic | Claim::StochasticWithinRounding | Claim::AdaptiveDp | Claim::AdaptiveApproximateDp => {
            nothing()
        }
        Claim::BoundedRange { .. } | Claim::Zcdp { .. } => nothing(),
        Claim::RenyiDp { .. } | Claim::Utility(_) | Claim::Leakage(_) | Claim::GLeakage(_) => nothing(),
        Claim::GCapacity | Claim::Capacity | Claim::IndividualLeakage | Claim::ExpectedError => nothing(),
        Claim::MutualInformation(_) => nothing(),
    };
    whole.map(Given::Whole)
}

/// A prior; of randomised response that is not written out nothing.
fn input(parts: &Parts, reading: &Reading) -> Result<Witness, Unread> {
    parts.only(&["prior"])?;
    if parts.is_empty() {
        return Ok(Witness::None);
    }
    Ok(Witness::Input(parts.vector("prior", reading)?))
}

fn entry(parts: &Parts) -> Result<Witness, Unread> {
    parts.only(&["row", "output"])?;
    Ok(Witness::Entry { row: parts.index("row")?, output: parts.index("output")? })
}

fn of_pair(parts: &Parts, things: &str) -> Result<Witness, Unread> {
    parts.only(&["pair", "output"])?;
    if parts.is_empty() {
        return Ok(Witness::None);
    }
    let pair = pair(&parts.required("pair")?, "pair", things)?;
    Ok(Witness::Pair { pair, output: parts.index("output")? })
}

/// Of a table of which mass is missing: nothing, or multipliers of what is asked for at [i, h, o].
fn clash(parts: &Parts, fails: bool, reading: &Reading) -> Result<Witness, Unread> {
    if !fails {
        return parts.only(&[]).map(|()| Witness::None);
    }
    parts.only(&["places", "mu"])?;
    let place = |item: View| match indices(&item, "two nodes and an output")?[..] {
        [i, h, o] => Ok([i, h, o]),
        _ => unproved("`places` names two nodes and an output each"),
    };
    let places = parts.required("places")?;
    let places = places.array("an array of places [i, h, o]")?.map(place).collect::<Result<_, Unread>>()?;
    Ok(Witness::Clash { places, mu: parts.vector("mu", reading)? })
}

fn event(parts: &Parts) -> Result<Witness, Unread> {
    parts.only(&["pair", "outputs"])?;
    if parts.is_empty() {
        return Ok(Witness::None);
    }
    let pair = pair(&parts.required("pair")?, "pair", "two nodes")?;
    Ok(Witness::Event { pair, outputs: indices(&parts.required("outputs")?, "an array of outputs")? })
}

fn within_rounding(parts: &Parts, fails: bool, reading: &Reading) -> Result<Witness, Unread> {
    if !fails {
        parts.only(&["rows"])?;
        return Ok(Witness::Near(rows(&parts.required("rows")?, reading)?));
    }
    if parts.part("row").is_some() {
        return entry(parts);
    }
    parts.only(&["lambda", "multipliers"])?;
    let lambda = parts.vector("lambda", reading)?;
    Ok(Witness::Far { lambda, multipliers: multipliers(&parts.required("multipliers")?, reading)? })
}

/// A table within the rounding, and multipliers by which none needs a smaller δ.
fn least_delta(parts: &Parts, reading: &Reading) -> Result<Witness, Unread> {
    parts.only(&["rows", "lambda", "multipliers"])?;
    let (rows, lambda) = (rows(&parts.required("rows")?, reading)?, parts.vector("lambda", reading)?);
    Ok(Witness::LeastDelta { rows, lambda, multipliers: multipliers(&parts.required("multipliers")?, reading)? })
}

fn remap(parts: &Parts) -> Result<Witness, Unread> {
    parts.only(&["remap"])?;
    Ok(Witness::Remap(indices(&parts.required("remap")?, "an array of nodes, one for each output")?))
}

/// `tight-constraints-exist`, and each part of a `threshold`.
fn exist(parts: &Parts, fails: bool, reading: &Reading) -> Result<Witness, Unread> {
    let proof = || parts.part("invertible").map(|view| invertible(&view, reading)).transpose();
    if fails {
        parts.only(&["w", "z", "invertible"])?;
        let w = parts.vector("w", reading)?;
        let z = parts.part("z").map(|z| vector(&z, "z", reading)).transpose()?;
        let solution = match (z, proof()?) {
            (None, None) => None,
            (Some(z), Some(proof)) => Some((z, proof)),
            (Some(_), None) => return unproved("the witness lacks `invertible`"),
            (None, Some(_)) => return unproved("the witness lacks `z`"),
        };
        return Ok(Witness::Separating { w, solution });
    }
    if let Some(view) = parts.part("enclosed") {
        parts.only(&["enclosed"])?;
        return Ok(Witness::Enclosed(enclosed(&view, reading)?));
    }
    parts.only(&["z", "invertible", "only", "second"])?;
    let z = parts.vector("z", reading)?;
    let unique = match (proof()?, parts.part("only"), parts.part("second")) {
        (None, None, None) => Unique::Open,
        (Some(proof), None, None) => Unique::Invertible(proof),
        (None, Some(only), None) => {
            only.only(&["modulus", "w"])?;
            let modulus = modulus(&only, reading)?;
            Unique::Only { modulus, w: vector(&only.required("w")?, "w", reading)? }
        }
        (None, None, Some(second)) => Unique::Second(vector(&second, "second", reading)?),
        _ => return unproved("the witness proves `unique` in more than one way"),
    };
    Ok(Witness::Weighting { z, unique })
}

/// `{"modulus": m}`, `{"structure": "hamming"}`, `{"structure": "sum", "modulus": m}`, or `{"inverse": [...]}`.
fn invertible(view: &View, reading: &Reading) -> Result<Invertible, Unread> {
    if let Some(inverse) = view.field("inverse") {
        view.only(&["inverse"])?;
        return Ok(Invertible::Inverse(vectors(&inverse, "inverse", "the columns of the inverse", reading)?));
    }
    let Some(structure) = view.field("structure") else {
        view.only(&["modulus"])?;
        return Ok(Invertible::Modulus(modulus(view, reading)?));
    };
    match structure.string("\"hamming\" or \"sum\"")? {
        "hamming" => {
            view.only(&["structure"])?;
            Ok(Invertible::Hamming)
        }
        "sum" => {
            view.only(&["structure", "modulus"])?;
            Ok(Invertible::Sum(modulus(view, reading)?))
        }
        _ => unproved("invertibility by a structure that is not known"),
    }
}

fn modulus(view: &View, reading: &Reading) -> Result<u64, Unread> {
    let m = integer(&view.required("modulus")?, reading.limits, reading.steps)?;
    m.integer().and_then(|m| m.to_u64()).ok_or_else(|| Failure::from(Tightness::Modulus).into())
}

/// {`cells`, `x`, `inverse`, and perhaps `bits`}.
fn enclosed(view: &View, reading: &Reading) -> Result<Enclosed, Unread> {
    view.only(&["bits", "cells", "x", "inverse"])?;
    let bits = match view.field("bits") {
        Some(bits) => bits.count(0, "a number of binary places")? as u64,
        None => super::write::FINE,
    };
    let cells = indices(&view.required("cells")?, "a cell for each node")?;
    let x = view.required("x")?;
    let x = x
        .array("an integer for each cell")?
        .map(|x| integer(&x, reading.limits, reading.steps))
        .collect::<Result<_, _>>()?;
    let inverse = view.required("inverse")?;
    let number = |x: &View| integer(x, reading.limits, reading.steps);
    let word = |x: View| number(&x)?.word().ok_or_else(|| Failure::from(Approximation::TooLarge("inverse")).into());
    let row = |row: View| row.array("an integer for each cell")?.map(word).collect::<Result<Vec<i64>, Unread>>();
    let inverse = inverse.array("a row for each cell")?.map(row).collect::<Result<_, _>>()?;
    Ok(Enclosed { bits, cells, x, inverse })
}

fn regular(parts: &Parts, fails: bool, reading: &Reading) -> Result<Witness, Unread> {
    if fails {
        parts.only(&["w"])?;
        return Ok(Witness::Separating { w: parts.vector("w", reading)?, solution: None });
    }
    if let Some(view) = parts.part("enclosed") {
        parts.only(&["enclosed"])?;
        return Ok(Witness::Enclosed(enclosed(&view, reading)?));
    }
    parts.only(&["y", "v"])?;
    Ok(Witness::Representation { y: parts.vector("y", reading)?, v: parts.vector("v", reading)? })
}

/// `regular` for a product prior.
fn product(parts: &Parts, fails: bool, reading: &Reading) -> Result<Given, Unread> {
    parts.only(&["factors"])?;
    let found = factors(parts, [if fails { "w" } else { "y" }], reading)?;
    let found = found.into_iter().map(|[x]| x).collect();
    Ok(if fails { Given::Separations(found) } else { Given::Representations(found) })
}

/// `utility-bound` and `leakage-bound`; `more` are the parts that may be beside the bound.
fn covering(parts: &Parts, more: &[&str], reading: &Reading) -> Result<Given, Unread> {
    let bound = if parts.part("factors").is_some() {
        parts.only(&[&["factors"], more].concat())?;
        Covering::Factors(factors(parts, ["y", "v"], reading)?)
    } else {
        parts.only(&[&["y", "v"], more].concat())?;
        Covering::Of { y: parts.vector("y", reading)?, v: parts.vector("v", reading)? }
    };
    let optimum = parts.part("optimum").map(|view| best(&view, reading)).transpose()?;
    let solution = parts.part("solution").map(|view| two(&view, reading)).transpose()?;
    Ok(Given::Covering { bound, optimum, solution })
}

/// An object with vectors of these names for each individual of a Hamming graph.
fn factors<const K: usize>(
    parts: &Parts,
    names: [&'static str; K],
    reading: &Reading,
) -> Result<Vec<[Vector; K]>, Unread> {
    let list = parts.required("factors")?;
    let of_one = |item: View| {
        item.only(&names)?;
        let mut found = Vec::with_capacity(K);
        for name in names {
            found.push(vector(&item.required(name)?, name, reading)?);
        }
        // There is one for each name.
        found.try_into().map_err(|_| Failure::from(Why::DoesNotFit).into())
    };
    list.array("an array with an object for each individual")?.map(of_one).collect()
}

/// {`y`, `v`}.
fn two(view: &View, reading: &Reading) -> Result<(Vector, Vector), Unread> {
    view.only(&["y", "v"])?;
    let part = |name| vector(&view.required(name)?, name, reading);
    Ok((part("y")?, part("v")?))
}

fn optimal(parts: &Parts, reading: &Reading) -> Result<Given, Unread> {
    parts.only(&["better", "lambda", "multipliers", "y"])?;
    let bound = match parts.view {
        Some(view) if has_dual(view) => Some(dual(view, reading)?),
        _ => None,
    };
    let better = parts.part("better").map(|view| mechanism(&view, reading)).transpose()?;
    Ok(match (better, bound) {
        (Some(mechanism), dual) => Given::Better { mechanism, dual },
        (None, Some(dual)) => Witness::Bound(dual).into(),
        (None, None) => Witness::None.into(),
    })
}

fn universally_optimal(parts: &Parts, fails: bool, reading: &Reading) -> Result<Given, Unread> {
    if parts.is_empty() {
        return Ok(Witness::None.into());
    }
    if fails {
        parts.only(&["prior", "better"])?;
        let prior = parts.vector("prior", reading)?;
        return Ok(Given::Against { prior, mechanism: mechanism(&parts.required("better")?, reading)? });
    }
    let Some(bounds) = parts.part("bounds") else { return remap(parts).map(Given::Whole) };
    parts.only(&["bounds"])?;
    Ok(Witness::Deciding(of_priors(&bounds, "a bound for each of the priors that decide", reading)?).into())
}

/// A bound for each of some priors.
fn of_priors(bounds: &View, expected: &str, reading: &Reading) -> Result<Vec<Dual>, Unread> {
    let of_prior = |proof: View| {
        proof.only(&["lambda", "multipliers", "y"])?;
        dual(&proof, reading)
    };
    bounds.array(expected)?.map(of_prior).collect()
}

fn joint(parts: &Parts, fails: bool, reading: &Reading) -> Result<Given, Unread> {
    if !fails {
        parts.only(&["better", "bounds"])?;
        let mechanism = mechanism(&parts.required("better")?, reading)?;
        let bounds = of_priors(&parts.required("bounds")?, "a bound for each prior", reading)?;
        return Ok(Given::Common { mechanism, bounds });
    }
    parts.only(&["joint", "separate"])?;
    let joint = best(&parts.required("joint")?, reading)?;
    let separate = parts.required("separate")?;
    let separate = separate.array("the optimum of each prior")?.map(|view| best(&view, reading));
    Ok(Given::Joint { joint, separate: separate.collect::<Result<_, _>>()? })
}

/// That there is a table of the other mechanism.
fn not_refused(place: usize, reading: &Reading) -> Result<(), Unread> {
    match reading.names.others.get(place).and_then(|other| other.refused.as_ref()) {
        Some(NoTable::Because(why)) => unproved(why.clone()),
        Some(NoTable::Limit(limit)) => Err(Failure::from(*limit).into()),
        None => Ok(()),
    }
}

/// That there are these parts, and `sha256` where the other mechanism is a file, which must be the one that the witness
/// is for.
fn only_about(parts: &Parts, own: &[&str], place: usize, reading: &Reading) -> Result<(), Unread> {
    match reading.names.others.get(place).and_then(|other| other.sha256.as_ref()) {
        None => parts.only(own),
        Some(expected) => {
            let said = parts.required("sha256")?;
            if said.string("the SHA-256 of the other mechanism file")? != expected {
                return unproved(format!("`sha256` is that of another file, the one beside it has {expected}"));
            }
            parts.only(&[own, &["sha256"]].concat())
        }
    }
}

/// Nothing but which file Y is: the kernel computes the verdict.
fn trade_off(parts: &Parts, place: usize, reading: &Reading) -> Result<Witness, Unread> {
    not_refused(place, reading)?;
    only_about(parts, &[], place, reading).map(|()| Witness::None)
}

fn derivable(parts: &Parts, place: usize, fails: bool, reading: &Reading) -> Result<Witness, Unread> {
    not_refused(place, reading)?;
    // Where X is no mechanism the kernel names the row itself.
    if fails && parts.is_empty() {
        return Ok(Witness::None);
    }
    only_about(parts, if fails { &["w", "nu"] } else { &["remap"] }, place, reading)?;
    if fails {
        return Ok(Witness::NoGarbling { w: parts.vector("w", reading)?, nu: parts.vector("nu", reading)? });
    }
    Ok(Witness::Garbling(parts.vector("remap", reading)?))
}
