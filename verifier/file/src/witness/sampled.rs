//! From JSON to what a certificate gives for claims about counts of runs.

use super::parts::Parts;
use super::reading::{Reading, Unread};
use super::vector::{indices, pair, vector};
use crate::json::{Value, View};
use dp_kernel::{Bound, Laws, Weights, Witness};

/// `[k, e]` for each of the different counts of a node.
pub(super) fn bounds(parts: &Parts) -> Result<Vec<Vec<Bound>>, Unread> {
    let bound = |item: View| {
        let [digits, places] = item.array("a bound: [k, e]")?.collect::<Vec<_>>()[..] else {
            return Err(item.unexpected("a bound: [k, e]").into());
        };
        let places = u32::try_from(places.count(0, "binary places")?).unwrap_or(u32::MAX);
        Ok::<_, Unread>(Bound { digits: word(&digits)?, places })
    };
    let of_node = |node: View| node.array("a bound for each count")?.map(bound).collect::<Result<Vec<_>, Unread>>();
    parts.required("upper")?.array("a list of bounds for each node")?.map(of_node).collect()
}

/// `upper`, and `weights` and laws where there are some.
pub(super) fn inside(parts: &Parts, of_pairs: bool, reading: &Reading) -> Result<Witness, Unread> {
    let upper = bounds(parts)?;
    let weights = match parts.part("weights") {
        Some(list) => weights(&list, of_pairs)?,
        None => Vec::new(),
    };
    let laws = match parts.part("laws") {
        Some(list) => {
            let pair = pair(&parts.required("pair")?, "pair", "two nodes")?;
            let outputs = indices(&parts.required("outputs")?, "an array of outputs")?;
            let [mine, other] = list.array("two vectors")?.collect::<Vec<_>>()[..] else {
                return Err(list.unexpected("two vectors").into());
            };
            Some(Box::new(Laws {
                pair,
                outputs,
                laws: [vector(&mine, "laws", reading)?, vector(&other, "laws", reading)?],
            }))
        }
        None => None,
    };
    Ok(Witness::Inside { upper, weights, laws })
}

/// `[i, h, θ, φ]` for some pairs, or `θ` for each node.
fn weights(list: &View, of_pairs: bool) -> Result<Vec<Weights>, Unread> {
    let number = |view: &View| Ok::<_, Unread>(u64::try_from(word(view)?).unwrap_or(u64::MAX));
    let of = |(i, item): (usize, View)| {
        if !of_pairs {
            return Ok(Weights { pair: [i; 2], weights: [number(&item)?, 0] });
        }
        let [i, h, theta, phi] = item.array("[i, h, θ, φ]")?.collect::<Vec<_>>()[..] else {
            return Err(item.unexpected("[i, h, θ, φ]").into());
        };
        let pair = [i.count(0, "a node")?, h.count(0, "a node")?];
        Ok(Weights { pair, weights: [number(&theta)?, number(&phi)?] })
    };
    let weights =
        list.array("a list of weights, one or more")?.enumerate().map(of).collect::<Result<Vec<_>, Unread>>()?;
    if weights.is_empty() { Err(list.unexpected("a list of weights, one or more").into()) } else { Ok(weights) }
}

/// A whole number of at most 18 digits.
fn word(view: &View) -> Result<i64, Unread> {
    let digits = if let Value::Number(text) = view.value() { text.parse().ok() } else { None };
    digits.ok_or_else(|| view.unexpected("a whole number").into())
}
