//! The lengths of edges, which say in powers of which root of α the numbers α^d are.

use super::privacy::{Privacy, root_of_alpha};
use crate::alpha::{Alpha, Constant};
use crate::error::Error;
use crate::json::View;
use crate::limits::{Budget, Limits, words_of};
use crate::number::{BigInt, Rational, bits, exact_or_decimal, rational, rational_root};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive};

/// Lengths as whole numbers > 0 of units.
pub(super) struct Lengths {
    /// That of each edge, in the order of the file.
    pub(super) of_edges: Vec<u64>,
    /// How many units the length 1 is.
    pub(super) unit: u64,
    /// Whether α^(1/k) of one unit is of too high a degree to be made: then α is that of the length 1.
    pub(super) fine: bool,
}

/// The most units that the length 1 may be, and the highest degree of an algebraic α^(1/k) that is made.
pub(crate) const MOST_UNITS: u32 = 1_000_000_000;
const MOST_ORDER: u64 = 1 << 10;

/// Why what takes powers of α by one unit of length has none.
pub fn no_powers(unit: u64) -> String {
    match unit {
        1 => "powers of α, and of lengths so long none are made: measure them in a larger unit, and α by that".into(),
        k => {
            format!("powers of α^(1/{k}), and of lengths so fine or so long none are made: round them to fewer digits")
        }
    }
}

/// What an edge is to be.
const EDGE: &str = "a length > 0, such as \"3/2\"";

impl Lengths {
    /// The lengths of the edges that a file's query lists, and `b`; no lengths where all are 1. It is left to whoever
    /// reads the edges to say what else is wrong with them.
    ///
    /// The unit is 1/k for the least common denominator k of all lengths; where that is not 1, `b` is α^(1/k), or as
    /// the file has it α^(1/j) for a multiple j of k, and then the unit is 1/j. Where α^(1/k) is out of reach there is
    /// no `b`.
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
        if privacy.rho.is_some() {
            let expected = "\"epsilon\" or \"alpha\" in \"privacy\", or edges without lengths";
            return Err(Privacy::no_alpha(&edges, "lengths of edges are in multiples of ε", expected));
        }
        let mechanism = file.field("mechanism");
        if let Some(composition) = mechanism.as_ref().and_then(|view| view.field("compose")) {
            let expected = "a mechanism that is used once: a composition is about edges without lengths";
            return Err(composition.instead("`compose` beside edges that have lengths", expected));
        }
        let mut unit = BigInt::one();
        for length in &all {
            unit = unit.lcm(length.denom());
            if unit > BigInt::from(MOST_UNITS) {
                let message = format!(
                    "lengths whose common denominator is over {MOST_UNITS}: round them to nine digits or fewer"
                );
                return Err(edges.over_limit(message));
            }
        }
        let k = unit.to_u32().ok_or_else(|| edges.over_limit("lengths with a common denominator of over 32 bits"))?;
        let nodes = query.field("nodes").and_then(|nodes| nodes.count(1, "").ok()).unwrap_or(0);
        let units = |length: &Rational| (length * Rational::from(unit.clone())).to_integer();
        let longest = all.iter().map(units).max().unwrap_or_default();
        let is_far = longest * nodes >= BigInt::from(u32::MAX);
        let fine = is_far || k as usize > limits.exponent || order_of_root(&privacy.alpha, k, steps).is_none();
        let (unit, fine, constant) = match file.field("constant") {
            Some(view) => (of_constant(&view, k)?, false, constant),
            None if k == 1 || fine => (k, fine, constant),
            None => (k, false, Some(root_of_alpha(&privacy.alpha, k))),
        };
        let whole = |length: &Rational| (length * Rational::from(BigInt::from(unit))).to_integer().to_u64();
        let of_edges = all.iter().map(whole).collect::<Option<Vec<_>>>();
        let of_edges = of_edges.ok_or_else(|| edges.over_limit(format!("a length of over 2^64 times 1/{unit}")))?;
        Ok((Some(Self { of_edges, unit: unit.into(), fine }), constant))
    }
}

/// The degree of α^(1/k), 1 where it is rational or not algebraic; `None` of a degree over the limit.
///
/// Of α = x^(s/q) for a rational x: with f the largest divisor of k·q for which x^s is an f-th power the degree is
/// k·q/f (Capelli).
fn order_of_root(alpha: &Alpha, k: u32, steps: &Budget) -> Option<u64> {
    let within = |order: u64| (order <= MOST_ORDER).then_some(order);
    let (mut x, s, mut order) = match alpha {
        Alpha::Rational(x) => (x.clone(), BigInt::one(), u64::from(k)),
        Alpha::Power { base, exponent } => {
            (base.clone(), exponent.numer().abs(), exponent.denom().to_u64()?.checked_mul(k.into())?)
        }
        Alpha::Root { polynomial, .. } => {
            return within((polynomial.len() as u64).saturating_sub(1).saturating_mul(k.into()));
        }
        Alpha::Exponential(_) | Alpha::Symbolic { .. } => return Some(1),
    };
    order = order.checked_div(s.gcd(&order.into()).to_u64()?)?;
    // No rational but 1 is an f-th power for an f over its bits.
    let most = order.min(bits(&x));
    let mut divisor = 2;
    while divisor <= most {
        let words = words_of(bits(&x));
        steps.take(words.saturating_mul(words).saturating_mul(64))?;
        let root = if order.is_multiple_of(divisor) { rational_root(&x, u32::try_from(divisor).ok()?) } else { None };
        match root {
            Some(root) => (x, order) = (root, order.checked_div(divisor)?),
            None => divisor = divisor.saturating_add(1),
        }
    }
    if x.is_one() { Some(1) } else { within(order) }
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
