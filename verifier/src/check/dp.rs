//! `dp`: X ≥ 0 and α·x_io ≤ x_ho for all i ~ h and all o.
//!
//! Both verdicts are recomputed. `alpha_max` is the least of x_io/x_ho over all i ~ h and o with
//! x_ho > 0, and 1 where there is none: these are all the upper bounds that the definition puts on α.
//! Pairs of zeros bind nothing, and nodes without a path between them have no edge to bind them.
//! A pair and output that attain it may be named, and must be named in a refutation.

use super::source::{Source, logarithm, one};
use super::{Case, Failure, Proved, unproved, witness};
use crate::alpha::{Obstacle, Polynomial, Ring};
use crate::graph::Family;
use crate::model::{Alpha, Mechanism};
use crate::number::{BigInt, Fractions, Logarithm, Rational, Sign, significant, sum};
use crate::report::{Value, Verdict, brief};
use num_traits::Zero;

/// A pair of adjacent nodes and an output, with x at `low` / x at `high` = `ratio` < 1, as numerator and denominator.
struct Extreme<R> {
    low: usize,
    high: usize,
    output: usize,
    ratio: (R, R),
}

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    match case.has_rational_table() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let rows = R::rows(case)?;
    for (i, row) in rows.iter().enumerate() {
        if let Some(o) = row.negative(&case.ground)? {
            return negative(case, &rows, i, o);
        }
    }
    case.witness.only(&["pair", "output"])?;
    let extreme = extreme(case, &rows)?;
    let most = extreme.as_ref().map_or_else(|| (one(), one()), |e| e.ratio.clone());
    let alpha_max = R::value(&most.0, &most.1, case)?;
    if case.said == Verdict::Fails && !case.computes || case.witness.view().is_some() {
        attains(case, &rows, &most, &alpha_max)?;
    }
    let verdict = Verdict::of(is_at_most(case, &most)?);
    let epsilon = match &alpha_max {
        Value::Rational(x) if x.is_zero() => Some(Value::Infinite),
        alpha_max => logarithm(alpha_max, Logarithm::MinusLn, case),
    };
    let proved = Proved::new(verdict).value("alpha_max", alpha_max);
    let proved = epsilon.into_iter().fold(proved, |proved, epsilon| proved.value("epsilon_min", epsilon));
    Ok(match (verdict, extreme) {
        (Verdict::Fails, Some(extreme)) => proved.because(explain(case, &rows, &extreme)),
        _ => proved,
    })
}

/// α ≤ n/d.
fn is_at_most<R: Source>(case: &Case, (n, d): &(R, R)) -> Result<bool, Failure> {
    if case.has_rational_alpha() {
        let (p, q) = case.alpha::<R>()?;
        let left = p.times(d, &case.ground)?;
        return Ok(left.compare(&n.times(&q, &case.ground)?, &case.ground)?.is_le());
    }
    let ((p, q), ground) = (case.alpha::<Polynomial>()?, &case.ground);
    let left = Ring::times(&p, &d.polynomial(), ground)?;
    Ok(left.compare(&Ring::times(&q, &n.polynomial(), ground)?, ground)?.is_le())
}

fn negative<R: Source>(case: &Case, rows: &[Fractions<R>], i: usize, o: usize) -> Result<Proved, Failure> {
    let entry = R::shown(&rows[i].numerators[o], &rows[i].denominator, case);
    let sentence = format!("row {}, output {}: {entry} is negative", case.node(i), case.output(o));
    case.witness.only(&["row", "output"])?;
    match (case.computes && case.witness.view().is_none(), case.said) {
        (true, _) => return Ok(Proved::new(Verdict::Fails).because(sentence)),
        (false, Verdict::Holds) => return unproved(sentence),
        (false, _) => {}
    }
    let (row, output) = (case.witness.index("row", rows.len())?, case.witness.index("output", rows[i].len())?);
    if rows[row].numerators[output].sign(&case.ground)? != Sign::Minus {
        return unproved(format!(
            "the entry of row {}, output {} is not negative",
            case.node(row),
            case.output(output)
        ));
    }
    Ok(Proved::new(Verdict::Fails).because(sentence))
}

/// x_io·D and x_ho·D for a common denominator D of both rows.
fn pair_entries<R: Source>(
    case: &Case,
    rows: &[Fractions<R>],
    i: usize,
    h: usize,
    o: usize,
) -> Result<(R, R), Obstacle> {
    let (x, y) = (&rows[i], &rows[h]);
    if x.denominator == y.denominator {
        return Ok((x.numerators[o].clone(), y.numerators[o].clone()));
    }
    let ground = &case.ground;
    Ok((x.numerators[o].times(&y.denominator, ground)?, y.numerators[o].times(&x.denominator, ground)?))
}

/// The least ratio below 1 and a place that has it. Cost: one pass over every edge and output; on a complete graph over
/// every entry, as the least ratio at an output is that of its least and its largest entry.
fn extreme<R: Source>(case: &Case, rows: &[Fractions<R>]) -> Result<Option<Extreme<R>>, Failure> {
    let graph = &case.mechanism.query.graph;
    let mut extreme = None;
    case.charge(graph.steps())?;
    if let Family::Complete | Family::Hamming { individuals: 1, .. } = graph.family() {
        for o in 0..rows.first().map_or(0, Fractions::len) {
            let [low, high] = ends(case, rows, o)?;
            extreme = lower(case, rows, [low, high], o, extreme)?;
        }
        return Ok(extreme);
    }
    for i in 0..rows.len() {
        for h in graph.neighbours(i).into_iter().filter(|&h| h > i) {
            charge(case, &rows[i], &rows[h], rows[i].len())?;
            for o in 0..rows[i].len() {
                extreme = lower(case, rows, [i, h], o, extreme)?;
            }
        }
    }
    Ok(extreme)
}

/// Counts `entries` comparisons of two rows.
fn charge<R: Source>(case: &Case, x: &Fractions<R>, y: &Fractions<R>, entries: usize) -> Result<(), Failure> {
    case.charge((entries as u64).saturating_mul(of_entry(x, y)))
}

/// About the word operations that a comparison of entries of two rows takes.
fn of_entry<R: Source>(x: &Fractions<R>, y: &Fractions<R>) -> u64 {
    let words = x.denominator.words() + y.denominator.words();
    words.saturating_mul(words).saturating_add(128)
}

/// About the word operations that it takes to see whether a rational table is private, for the search: what takes more
/// than a certificate may is not looked for. 0 where there is no such table.
pub fn steps_of_privacy(mechanism: &Mechanism) -> u64 {
    let Some(rows) = mechanism.channel.as_ref().and_then(|x| x.rows()) else { return 0 };
    let graph = &mechanism.query.graph;
    let entries = rows.first().map_or(0, Fractions::len) as u64;
    let of_pair = |i: usize, h: usize| entries.saturating_mul(of_entry(&rows[i], &rows[h]));
    let pairs: Box<dyn Iterator<Item = u64>> = match graph.family() {
        Family::Complete | Family::Hamming { individuals: 1, .. } => Box::new((1..rows.len()).map(|i| of_pair(i, 0))),
        _ => Box::new(
            (0..rows.len())
                .flat_map(|i| graph.neighbours(i).into_iter().filter(move |&h| h > i).map(move |h| of_pair(i, h))),
        ),
    };
    pairs.fold(graph.steps(), u64::saturating_add)
}

/// The first rows with the least and with the largest entry at an output.
fn ends<R: Source>(case: &Case, rows: &[Fractions<R>], o: usize) -> Result<[usize; 2], Failure> {
    let [mut low, mut high] = [0, 0];
    for i in 1..rows.len() {
        let order = |h: usize| {
            charge(case, &rows[i], &rows[h], 1)?;
            let (x, y) = pair_entries(case, rows, i, h, o)?;
            Ok::<_, Failure>(x.compare(&y, &case.ground)?)
        };
        let (below, above) = (order(low)?.is_lt(), order(high)?.is_gt());
        low = if below { i } else { low };
        high = if above { i } else { high };
    }
    Ok([low, high])
}

/// What has the lower ratio: two rows at an output, or what was known.
fn lower<R: Source>(
    case: &Case,
    rows: &[Fractions<R>],
    [i, h]: [usize; 2],
    output: usize,
    known: Option<Extreme<R>>,
) -> Result<Option<Extreme<R>>, Failure> {
    let ground = &case.ground;
    let (x, y) = pair_entries(case, rows, i, h, output)?;
    if x == y {
        return Ok(known);
    }
    let (low, high, small, large) = if x.compare(&y, ground)?.is_le() { (i, h, x, y) } else { (h, i, y, x) };
    let is_lower = large.sign(ground)? == Sign::Plus
        && match &known {
            Some(Extreme { ratio: (n, d), .. }) => {
                small.times(d, ground)?.compare(&large.times(n, ground)?, ground)?.is_lt()
            }
            // Below 1, as the two are not the same number.
            None => small.compare(&large, ground)?.is_lt(),
        };
    Ok(match is_lower {
        true => Some(Extreme { low, high, output, ratio: R::lowest(small, large, ground)? }),
        false => known,
    })
}

/// `alpha_max` as numerator and denominator, for a table ≥ 0.
pub(super) fn least_ratio<R: Source>(case: &Case, rows: &[Fractions<R>]) -> Result<(R, R), Failure> {
    Ok(extreme(case, rows)?.map_or_else(|| (one(), one()), |e| e.ratio))
}

/// Whether α ≤ alpha_max, for a table ≥ 0.
pub(super) fn is_private<R: Source>(case: &Case, rows: &[Fractions<R>]) -> Result<bool, Failure> {
    is_at_most(case, &least_ratio(case, rows)?)
}

/// The pair and output that the witness names must be adjacent and have the ratio `most`.
fn attains<R: Source>(case: &Case, rows: &[Fractions<R>], most: &(R, R), alpha_max: &Value) -> Result<(), Failure> {
    let [i, h] = pair(case, rows.len())?;
    let o = case.witness.index("output", rows[i].len())?;
    let ground = &case.ground;
    let (x, y) = pair_entries(case, rows, i, h, o)?;
    let equal = x.times(&most.1, ground)?.compare(&y.times(&most.0, ground)?, ground)?.is_eq();
    if !equal || y.sign(ground)? == Sign::NoSign {
        let message = format!(
            "the ratio of {} to {} at output {} is not alpha_max = {}",
            case.node(i),
            case.node(h),
            case.output(o),
            alpha_max.in_words()
        );
        return unproved(message);
    }
    Ok(())
}

/// The two nodes that the witness names, which must be adjacent.
pub(super) fn pair(case: &Case, nodes: usize) -> Result<[usize; 2], Failure> {
    let pair = case.witness.required("pair")?;
    let named = pair.array("two nodes")?.map(|v| witness::index(&v, "pair", nodes)).collect::<Result<Vec<_>, _>>()?;
    let [i, h] = named[..] else { return unproved("`pair` names two nodes") };
    match case.mechanism.query.graph.are_adjacent(i, h) {
        true => Ok([i, h]),
        false => unproved(format!("{} and {} are not adjacent", case.node(i), case.node(h))),
    }
}

fn explain<R: Source>(case: &Case, rows: &[Fractions<R>], extreme: &Extreme<R>) -> String {
    let value = |x: &R, d: &R| R::value(x, d, case).ok();
    let entry = |i: usize| match value(&rows[i].numerators[extreme.output], &rows[i].denominator) {
        Some(Value::Rational(x)) => brief(&x),
        Some(value) => value.in_words(),
        None => "a number".into(),
    };
    let seen = format!(
        "output {}: answer {} has {}, its neighbour {} has {}",
        case.output(extreme.output),
        case.node(extreme.high),
        entry(extreme.high),
        case.node(extreme.low),
        entry(extreme.low)
    );
    match (value(&extreme.ratio.0, &extreme.ratio.1), &case.mechanism.privacy.alpha) {
        (Some(Value::Rational(ratio)), _) if ratio.is_zero() => format!("{seen}: no ε serves"),
        (Some(Value::Rational(ratio)), Alpha::Rational(alpha)) => {
            format!("{seen}: {}", too_much(&ratio.recip(), &alpha.recip()))
        }
        (Some(Value::Rational(ratio)), Alpha::Exponential(epsilon)) => {
            narrowly(ratio, epsilon).map_or(seen.clone(), |by| format!("{seen}: ε is too small by {by}"))
        }
        _ => seen,
    }
}

/// The ratio of two entries beside the one allowed, with as many digits as it takes to tell the two apart.
fn too_much(ratio: &Rational, allowed: &Rational) -> String {
    let Some(digits) = (5..=12).find(|&k| significant(ratio, k) != significant(allowed, k)) else {
        let by = sum(ratio, &-allowed);
        return format!("the ratio is over the allowed {} by {}", brief(allowed), significant(&by, 5));
    };
    let show = |x: &Rational| match significant(x, digits) {
        _ if x.is_integer() => x.to_string(),
        text if text.contains('e') => text,
        text => text.trim_end_matches('0').to_owned(),
    };
    format!("ratio {}, allowed {}", show(ratio), show(allowed))
}

/// −ln(alpha_max) − ε where both have the same five digits.
fn narrowly(alpha_max: Rational, epsilon: &Rational) -> Option<String> {
    let least = Logarithm::MinusLn(alpha_max);
    let digits = |x: &Rational| significant(x, 5);
    let by = least.refine(|e| {
        let [low, high] = [&e.low, &e.high].map(|end| digits(&sum(end, &-epsilon)));
        (low == high).then_some(low)
    })?;
    let close = least.refine(|e| Some(digits(&e.low) == digits(epsilon)))?;
    close.then_some(by)
}
