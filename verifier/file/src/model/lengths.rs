//! The lengths of edges, which say in powers of which root of α the numbers α^d are.

use super::privacy::{Privacy, root_of_alpha};
use crate::alpha::Constant;
use crate::error::Error;
use crate::json::View;
use crate::limits::{Budget, Limits};
use crate::number::{BigInt, Rational, exact_or_decimal, rational};
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

/// Lengths as whole numbers > 0 of units.
pub(super) struct Lengths {
    /// That of each edge, in the order of the file.
    pub(super) of_edges: Vec<u32>,
    /// How many units the length 1 is.
    pub(super) unit: u32,
}

/// What an edge is to be.
const EDGE: &str = "a length > 0, such as \"3/2\"";

impl Lengths {
    /// The lengths of the edges that a file's query lists, and `b`; no lengths where all are 1. It is left to whoever reads the edges
    /// to say what else is wrong with them.
    ///
    /// The unit is 1/k for the least common denominator k of all lengths; where that is not 1, `b` is α^(1/k), or as the file
    /// has it α^(1/j) for a multiple j of k, and then the unit is 1/j.
    pub(super) fn read(
        file: &View,
        privacy: &Privacy,
        constant: Option<Constant>,
        (limits, steps): (&Limits, &Budget),
    ) -> Result<(Option<Self>, Option<Constant>), Error> {
        let query = file.required("query")?;
        let edges = if query.object("").is_ok() { query.field("edges") } else { None };
        let Some(edges) = edges.filter(|edges| edges.array("").is_ok()) else { return Ok((None, constant)) };
        let mut all = Vec::new();
        for edge in edges.array("")? {
            let third = edge.array("").ok().filter(|items| items.len() == 3).and_then(|mut items| items.nth(2));
            all.push(third.map_or(Ok(Rational::one()), |length| read_length(&length, limits, steps))?);
        }
        if all.iter().all(Rational::is_one) {
            return Ok((None, constant));
        }
        if privacy.delta.is_some() {
            let privacy = file.required("privacy")?;
            let delta = privacy.required("delta")?;
            return Err(delta.instead("δ beside edges that have lengths", "no \"delta\": metric privacy is pure"));
        }
        let mechanism = file.field("mechanism");
        if let Some(composition) = mechanism.as_ref().and_then(|view| view.field("compose")) {
            let expected = "a mechanism that is used once: a composition is about edges without lengths";
            return Err(composition.instead("`compose` beside edges that have lengths", expected));
        }
        let most = limits.exponent;
        let mut unit = BigInt::one();
        for length in &all {
            unit = unit.lcm(length.denom());
            if unit > BigInt::from(most) {
                let message = format!(
                    "lengths whose common denominator is over {most} (--limit exponent=N): round them to fewer digits"
                );
                return Err(edges.over_limit(message));
            }
        }
        let least =
            unit.to_u32().ok_or_else(|| edges.over_limit("lengths with a common denominator of over 32 bits"))?;
        let (unit, constant) = match file.field("constant") {
            None if least == 1 => (1, constant),
            None => (least, Some(root_of_alpha(&privacy.alpha, least))),
            Some(view) => (of_constant(&view, least)?, constant),
        };
        let whole = |length: &Rational| (length * Rational::from(BigInt::from(unit))).to_integer().to_u32();
        let of_edges = all.iter().map(whole).collect::<Option<Vec<_>>>();
        let of_edges = of_edges.ok_or_else(|| edges.over_limit(format!("a length of over 2^32 times 1/{unit}")))?;
        Ok((Some(Self { of_edges, unit }), constant))
    }
}

/// A rational > 0.
fn read_length(view: &View, limits: &Limits, steps: &Budget) -> Result<Rational, Error> {
    let length = rational(view, limits, steps)?;
    if length.is_positive() { Ok(length) } else { Err(view.found(exact_or_decimal(&length), EDGE)) }
}

/// The unit beside a `constant` of the file: k = 1 where lengths are whole, else that j of which `b` is α^(1/j).
fn of_constant(view: &View, least: u32) -> Result<u32, Error> {
    let expected = format!("{{\"root_of_alpha\": {least}}}");
    let Some(order) = view.field("root_of_alpha") else {
        return Err(view.instead("a `constant` that is no power of α beside edges that have lengths", expected));
    };
    let j = order.count(1, "the k of α^(1/k)")?;
    match u32::try_from(j) {
        _ if least == 1 => Ok(1),
        Ok(j) if j.is_multiple_of(least) => Ok(j),
        _ => {
            let found = format!("b = α^(1/{j}) beside lengths that are multiples of 1/{least}");
            Err(order.found(found, format!("a multiple of {least}, or no \"constant\": then b = α^(1/{least})")))
        }
    }
}
