//! `dp`: X ≥ 0 and α·x_io ≤ x_ho for all i ~ h and all o.
//!
//! Both verdicts are recomputed. `alpha_max` is the least of x_io/x_ho over all i ~ h and o with
//! x_ho > 0, and 1 where there is none: these are all the upper bounds that the definition puts on α.
//! Pairs of zeros bind nothing, and nodes without a path between them have no edge to bind them.
//! A pair and output that attain it may be named, and must be named in a refutation.

use super::{Case, Failure, Proved, unproved, witness};
use crate::number::{BigInt, Fractions, Logarithm, Rational, compare, fraction, significant};
use crate::report::{Value, Verdict, exact_or_decimal};
use num_traits::{One, Signed, Zero};

/// A pair of adjacent nodes and an output, with x at `low` / x at `high` = `ratio` < 1.
struct Extreme {
    low: usize,
    high: usize,
    output: usize,
    ratio: Rational,
}

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    let rows = case.rows()?;
    if let Some((i, o)) = rows.iter().enumerate().find_map(|(i, row)| Some((i, row.first_negative()?))) {
        return negative(case, rows, i, o);
    }
    case.witness.only(&["pair", "output"])?;
    let extreme = extreme(case, rows)?;
    let most = extreme.as_ref().map_or_else(Rational::one, |e| e.ratio.clone());
    if case.said == Verdict::Fails || case.witness.part("pair").is_some() {
        attains(case, rows, &most)?;
    }
    let verdict = verdict(case, &most)?;
    let epsilon = if most.is_zero() { Value::Infinite } else { Value::Logarithm(Logarithm::MinusLn(most.clone())) };
    let proved = Proved::new(verdict).rational("alpha_max", most).value("epsilon_min", epsilon);
    Ok(match (verdict, extreme) {
        (Verdict::Fails, Some(extreme)) => proved.because(explain(case, rows, &extreme)),
        _ => proved,
    })
}

/// α ≤ alpha_max. Without a rational α this version can tell only where alpha_max is 1 or 0.
fn verdict(case: &Case, most: &Rational) -> Result<Verdict, Failure> {
    match case.mechanism.privacy.alpha.rational() {
        Some(alpha) => Ok(Verdict::of(compare(alpha, most).is_le())),
        None if most.is_one() => Ok(Verdict::Holds),
        None if most.is_zero() => Ok(Verdict::Fails),
        None => Err(case.alpha().err().unwrap_or_else(|| Failure::Unproved("α is not known".into()))),
    }
}

fn negative(case: &Case, rows: &[Fractions], i: usize, o: usize) -> Result<Proved, Failure> {
    let sentence =
        format!("row {}, output {}: {} is negative", case.node(i), case.output(o), exact_or_decimal(&rows[i].entry(o)));
    if case.said == Verdict::Holds {
        return unproved(sentence);
    }
    case.witness.only(&["row", "output"])?;
    let (row, output) = (case.witness.index("row", rows.len())?, case.witness.index("output", rows[i].len())?);
    if !rows[row].numerators[output].is_negative() {
        return unproved(format!(
            "the entry of row {}, output {} is not negative",
            case.node(row),
            case.output(output)
        ));
    }
    Ok(Proved::new(Verdict::Fails).because(sentence))
}

/// x_io·D_i·D_h and x_ho·D_i·D_h, D the rows' denominators.
fn pair_entries(rows: &[Fractions], i: usize, h: usize, o: usize) -> (BigInt, BigInt) {
    let (x, y) = (&rows[i], &rows[h]);
    if x.denominator == y.denominator {
        return (x.numerators[o].clone(), y.numerators[o].clone());
    }
    (&x.numerators[o] * &y.denominator, &y.numerators[o] * &x.denominator)
}

/// The least ratio below 1 and the first place that has it. Cost: one pass over every edge and output.
fn extreme(case: &Case, rows: &[Fractions]) -> Result<Option<Extreme>, Failure> {
    let graph = &case.mechanism.query.graph;
    let mut least = (BigInt::one(), BigInt::one());
    let mut place = None;
    case.charge(graph.steps())?;
    for i in 0..rows.len() {
        for h in graph.neighbours(i).into_iter().filter(|&h| h > i) {
            let words = (rows[i].denominator.bits() + rows[h].denominator.bits()) / 64;
            case.charge(rows[i].len() as u64 * (128 + words * words))?;
            for o in 0..rows[i].len() {
                let (x, y) = pair_entries(rows, i, h, o);
                let (low, high, small, large) = if x <= y { (i, h, x, y) } else { (h, i, y, x) };
                if large.is_positive() && &small * &least.1 < &large * &least.0 {
                    least = (small, large);
                    place = Some((low, high, o));
                }
            }
        }
    }
    let ratio = fraction(least.0, least.1);
    Ok(place.map(|(low, high, output)| Extreme { low, high, output, ratio }))
}

/// Whether α ≤ alpha_max, for a table ≥ 0.
pub(super) fn is_private(case: &Case, rows: &[Fractions]) -> Result<bool, Failure> {
    let most = extreme(case, rows)?.map_or_else(Rational::one, |e| e.ratio);
    Ok(compare(case.alpha()?, &most).is_le())
}

/// The pair and output that the witness names must be adjacent and have the ratio `most`.
fn attains(case: &Case, rows: &[Fractions], most: &Rational) -> Result<(), Failure> {
    let pair = case.witness.required("pair")?;
    let nodes =
        pair.array("two nodes")?.map(|v| witness::index(&v, "pair", rows.len())).collect::<Result<Vec<_>, _>>()?;
    let [i, h] = nodes[..] else { return unproved("`pair` names two nodes") };
    let o = case.witness.index("output", rows[i].len())?;
    if !case.mechanism.query.graph.neighbours(i).contains(&h) {
        return unproved(format!("{} and {} are not adjacent", case.node(i), case.node(h)));
    }
    let (x, y) = pair_entries(rows, i, h, o);
    if &x * most.denom() != &y * most.numer() || y.is_zero() {
        let message = format!(
            "the ratio of {} to {} at output {} is not alpha_max = {}",
            case.node(i),
            case.node(h),
            case.output(o),
            exact_or_decimal(most)
        );
        return unproved(message);
    }
    Ok(())
}

fn explain(case: &Case, rows: &[Fractions], extreme: &Extreme) -> String {
    let entry = |i: usize| crate::report::brief(&rows[i].entry(extreme.output));
    let seen = format!(
        "output {}: answer {} has {}, its neighbour {} has {}",
        case.output(extreme.output),
        case.node(extreme.high),
        entry(extreme.high),
        case.node(extreme.low),
        entry(extreme.low)
    );
    let allowed = case.mechanism.privacy.alpha.rational().map(Rational::recip);
    match allowed {
        _ if extreme.ratio.is_zero() => format!("{seen}: no ε serves"),
        None => seen,
        Some(allowed) => {
            let ratio = extreme.ratio.recip();
            // As many digits as it takes to tell the two apart.
            let digits = (5..12).find(|&k| significant(&ratio, k) != significant(&allowed, k)).unwrap_or(12);
            let show = |x: &Rational| match significant(x, digits) {
                _ if x.is_integer() => x.to_string(),
                text if text.contains('e') => text,
                text => text.trim_end_matches('0').to_owned(),
            };
            format!("{seen}: ratio {}, allowed {}", show(&ratio), show(&allowed))
        }
    }
}
