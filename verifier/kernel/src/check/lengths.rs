//! `dp` on a graph whose edges have lengths, d(i, h) being the length of a shortest path: X ≥ 0 and α^d(i,h)·x_io ≤ x_ho for
//! all i, h and o (metric privacy; geo-indistinguishability: Andrés, Bordenabe, Chatzikokolakis, Palamidessi, 2013;
//! Chatzikokolakis, Andrés, Bordenabe, Palamidessi, Broadening the scope of differential privacy using metrics, 2013).
//!
//! Lengths are whole numbers of units, and the case's α is that of one unit. Edges suffice: along a shortest path the factors
//! α^ℓ of its edges multiply to α^d. And it makes no difference that an edge, of length ℓ, is asked for α^ℓ where it is longer
//! than d between its ends: α^ℓ ≤ α^d.
//!
//! Computed: for each length ℓ the least ratio r = x_ho/x_io of an edge of that length. The claim holds iff α^ℓ ≤ r for all of
//! them. Of two edges r^(1/ℓ) < s^(1/m) iff r^m < s^ℓ, in whole powers; the least r^(1/ℓ) of all is the largest α of one unit for
//! which it holds, and `alpha_max` = r^(u/ℓ) that of the u units that make up the length 1. An edge that is longer than d never
//! has the least: with b the least of the others, r ≥ b^d, and r^(1/ℓ) ≥ b^(d/ℓ) > b for 0 < b < 1.

use super::*;
use num_integer::Integer;
use std::collections::BTreeMap;

/// The least ratio below 1 of the edges of each length, and a place that has it, for a table ≥ 0. Cost: one pass over every edge and
/// output.
fn extremes(case: &Case, rows: &[Vector]) -> Result<BTreeMap<u32, dp::Extreme>, Failure> {
    let mut of_length: BTreeMap<u32, Option<dp::Extreme>> = BTreeMap::new();
    let outputs = rows.first().map_or(0, Vector::len);
    for i in 0..rows.len() {
        let arcs = case.graph.arcs(i);
        charge((arcs.len() as u64).saturating_mul(8))?;
        for (h, length) in arcs.into_iter().filter(|&(h, _)| h > i) {
            let known = of_length.entry(length).or_default();
            (0..outputs).try_for_each(|o| dp::lower(case, rows, [i, h], o, known))?;
        }
    }
    Ok(of_length.into_iter().filter_map(|(length, known)| Some((length, known?))).collect())
}

/// Whether α^ℓ ≤ r for the least ratio r of the edges of each length ℓ.
fn are_kept(case: &Case, extremes: &BTreeMap<u32, dp::Extreme>) -> Result<bool, Failure> {
    for (length, extreme) in extremes {
        if case.compare(&case.alpha.power(*length as usize), &extreme.ratio)?.is_gt() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether X is private, for a table ≥ 0.
pub(super) fn is_private(case: &Case, rows: &[Vector]) -> Result<bool, Failure> {
    are_kept(case, &extremes(case, rows)?)
}

/// n/d of whole numbers, d > 0.
fn over(n: u32, d: u32) -> u32 {
    n.checked_div(d).unwrap_or(n)
}

/// r^(1/ℓ) against s^(1/m), by r^(m/g) against s^(ℓ/g) for g the common divisor of ℓ and m.
fn order_roots(case: &Case, (r, l): (&Fraction, u32), (s, m): (&Fraction, u32)) -> Result<Ordering, Failure> {
    let common = l.gcd(&m);
    case.compare(&r.power(over(m, common) as usize), &s.power(over(l, common) as usize))
}

/// The claim, for a table ≥ 0.
pub(super) fn dp(case: &Case, witness: &Witness) -> Result<Found, Failure> {
    let extremes = extremes(case, case.rows)?;
    let verdict = Verdict::of(are_kept(case, &extremes)?);
    let mut least: Option<(u32, dp::Extreme)> = None;
    for (length, extreme) in extremes {
        let below = |(l, known): &(u32, dp::Extreme)| order_roots(case, (&extreme.ratio, length), (&known.ratio, *l));
        if least.as_ref().map_or(Ok(true), |least| below(least).map(Ordering::is_lt))? {
            least = Some((length, extreme));
        }
    }
    match witness {
        Witness::None => {}
        Witness::Pair { pair, output } => attains(case, *pair, *output, least.as_ref())?,
        _ => return refused(Why::WrongWitness),
    }
    let Some((length, dp::Extreme { pair, output, ratio })) = least else {
        return dp::with_privacy(case, Found::new(verdict), Fraction::ONE);
    };
    let found = with_privacy(case, Found::new(verdict), ratio.clone(), length)?;
    let entries = case.pair(pair)?.map(|row| row.entry(output));
    let reason = Reason::Ratio { pair, output, entries, ratio };
    Ok(if verdict == Verdict::Fails { found.because(reason) } else { found })
}

/// That the pair, two neighbours, has the least ratio for its distance at the output.
fn attains(case: &Case, pair: [usize; 2], output: usize, least: Option<&(u32, dp::Extreme)>) -> Result<(), Failure> {
    case.adjacent("pair", pair)?;
    index("output", output, case.outputs())?;
    let [x, y] = dp::over_one(case.pair(pair)?, output);
    let most = least.map_or(Fraction::ONE, |(_, extreme)| extreme.ratio.clone());
    let wrong = || Why::NotLeastRatio { pair, output, alpha_max: most.clone() };
    ensure(case.sign(&y)?.is_gt(), wrong)?;
    let (ratio, distance) =
        (Fraction::new(x.into_owned(), y.into_owned()), *case.graph.distances_from(pair[0]).at(pair[1])?);
    let of_least = (&most, least.map_or(1, |(length, _)| *length));
    ensure(order_roots(case, (&ratio, distance), of_least)?.is_eq(), wrong)
}

/// Adds `alpha_max` = r^(u/ℓ) and `epsilon_min`, r < 1, the exponent as small as it can be seen to be.
fn with_privacy(case: &Case, found: Found, ratio: Fraction, length: u32) -> Result<Found, Failure> {
    if case.sign(&ratio.numerator)?.is_eq() {
        return dp::with_privacy(case, found, Fraction::ZERO);
    }
    let (unit, mut ratio) = (case.graph.unit(), simplest(ratio));
    let common = unit.gcd(&length);
    let (power, mut root) = (over(unit, common), over(length, common));
    // r = s^f for a divisor f of the root's order: r^(p/q) = s^(p/(q/f)).
    let mut divisor = 2;
    while divisor <= root {
        let found = if root.is_multiple_of(divisor) { ratio.root(divisor) } else { None };
        match found {
            Some(found) => (ratio, root) = (found, over(root, divisor)),
            None => divisor = divisor.saturating_add(1),
        }
    }
    if root == 1 {
        return dp::with_privacy(case, found, ratio.power(power as usize).lowest());
    }
    let exponent = [power, root];
    let found = found.value(Name::AlphaMax, Value::Power(ratio.clone(), exponent));
    Ok(found.value(Name::EpsilonMin, Value::MinusLnPower(ratio, exponent)))
}

/// n/d with what of the one divides the other.
fn simplest(ratio: Fraction) -> Fraction {
    let Fraction { numerator: n, denominator: d } = &ratio;
    match (n.over(d), d.over(n)) {
        _ if ratio.is_rational() => ratio.lowest(),
        (Some(whole), _) => whole.into(),
        (_, Some(whole)) => Fraction::new(Number::ONE, whole),
        _ => ratio,
    }
}
