//! `derivable`: X = Y·R for the other mechanism Y and a stochastic R.
//!
//! Y is a closed form on this graph at this α, or the table of the file that the claim names, of as many rows, as it
//! stands there; `sha256` then says which file the witness is for.
//!
//! Holds: `remap`, the rows of R in one vector. Fails: `w`, a number W_ik for each node i and output k of X, row by row,
//! and `nu`, a number ν_o for each output o of Y, with Σ_i y_io·W_ik + ν_o ≥ 0 for all o and k, and
//! Σ x_ik·W_ik + Σν_o < 0: R would give Σ x_ik W_ik + Σ ν_o = Σ_ok R_ok·(Σ_i y_io W_ik + ν_o) ≥ 0, as each row of R sums
//! to 1 (Farkas).

use super::source::{Source, plus};
use super::{Case, Failure, Proved, mechanism, unproved};
use crate::alpha::Polynomial;
use crate::graph::Family;
use crate::model::Mechanism;
use crate::number::{BigInt, Fractions, Sign, common_denominator};
use crate::report::Verdict;
use std::borrow::Cow;

/// X, Y and how many outputs each has.
struct Pair<'a, R: Clone> {
    x: Cow<'a, [Fractions<R>]>,
    y: Cow<'a, [Fractions<R>]>,
    outputs_of_x: usize,
    outputs_of_y: usize,
}

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    let named = named(case)?;
    let rational = |other: &Mechanism| other.channel.as_ref().is_some_and(|y| y.rows().is_some());
    match case.has_rational_table() && named.map_or_else(|| case.has_rational_alpha(), rational) {
        true => check_in::<BigInt>(case, named),
        false => check_in::<Polynomial>(case, named),
    }
}

fn check_in<R: Source>(case: &Case, named: Option<&Mechanism>) -> Result<Proved, Failure> {
    let x = R::rows(case)?;
    let y = match named {
        Some(other) => other.channel.as_ref().and_then(R::table).ok_or_else(no_table)?,
        None => Cow::Owned(closed_form::<R>(case)?),
    };
    let width = |rows: &[Fractions<R>]| rows.first().map_or(0, Fractions::len);
    let pair = Pair { outputs_of_x: width(&x), outputs_of_y: width(&y), x, y };
    let words = pair.x.iter().chain(pair.y.iter()).map(Fractions::words).max().unwrap_or(1);
    let products = (pair.x.len() as u64).saturating_mul((pair.outputs_of_x * pair.outputs_of_y) as u64);
    case.charge(products.saturating_mul(words.saturating_mul(words).saturating_add(8)))?;
    match case.said {
        Verdict::Holds => holds(case, &pair, named),
        _ => fails(case, &pair, named),
    }
}

fn no_table() -> Failure {
    Failure::Unproved("the other mechanism has no such table".into())
}

/// The mechanism file that the claim names, which must be the one that the witness is for.
fn named<'a>(case: &Case<'a>) -> Result<Option<&'a Mechanism>, Failure> {
    let Some(path) = case.claim.from.as_deref().filter(|from| !is_closed_form(from)) else { return Ok(None) };
    let Some((_, other)) = case.mechanism.others.iter().find(|(name, _)| name == path) else {
        return unproved(
            "the claim names a file that has not been read: only those in the mechanism file's claims are",
        );
    };
    let sha256 = case.witness.required("sha256")?;
    if sha256.string("the SHA-256 of the other mechanism file")? != other.sha256 {
        return unproved(format!("`sha256` is that of another file, the one beside it has {}", other.sha256));
    }
    let field =
        |mechanism: &Mechanism| mechanism.field.as_ref().map(|field| (field.alpha.clone(), field.point.clone()));
    let rational = other.channel.as_ref().is_some_and(|y| y.rows().is_some());
    match rational || field(other) == field(case.mechanism) {
        true => Ok(Some(other)),
        false => unproved("the other mechanism's numbers are irrational, and not functions of the same number"),
    }
}

/// Whether `from` names a closed form; else it is a path.
pub fn is_closed_form(from: &str) -> bool {
    ["truncated-geometric", "randomised-response", "exponential", "uniform"].contains(&from)
}

/// Y as a closed form on the file's graph.
fn closed_form<R: Source>(case: &Case) -> Result<Vec<Fractions<R>>, Failure> {
    match (case.claim.from.as_deref(), case.mechanism.query.graph.family()) {
        (Some("truncated-geometric"), Family::Line) => mechanism::geometric(case),
        (Some("randomised-response"), Family::Complete) | (Some("exponential"), Family::Hamming { .. }) => {
            mechanism::proportional(case)
        }
        (Some("uniform"), _) => mechanism::uniform(case),
        _ => unproved("the closed form does not fit the graph"),
    }
}

/// The parts of the witness, and `sha256` where Y is a file.
fn only(case: &Case, named: Option<&Mechanism>, parts: &[&str]) -> Result<(), Failure> {
    let hash: &[&str] = if named.is_some() { &["sha256"] } else { &[] };
    case.witness.only(&[parts, hash].concat())
}

fn holds<R: Source>(case: &Case, pair: &Pair<R>, named: Option<&Mechanism>) -> Result<Proved, Failure> {
    let (ground, m) = (&case.ground, pair.outputs_of_x);
    only(case, named, &["remap"])?;
    let remap: Fractions<R> = case.witness.vector("remap", pair.outputs_of_y.saturating_mul(m), ground)?;
    charge(case, pair, &remap)?;
    if let Some(entry) = remap.negative(ground)? {
        return unproved(format!("row {} of `remap` has a negative entry", entry / m));
    }
    for (o, row) in remap.numerators.chunks(m).enumerate() {
        let mut sum = R::default();
        row.iter().for_each(|x| sum.add(x));
        if sum.compare(&remap.denominator, ground)?.is_ne() {
            return unproved(format!("row {o} of `remap` does not sum to 1"));
        }
    }
    for (i, (x, y)) in pair.x.iter().zip(pair.y.iter()).enumerate() {
        let over = y.denominator.times(&remap.denominator, ground)?;
        for k in 0..m {
            let mut sum = R::default();
            for (o, row) in remap.numerators.chunks(m).enumerate() {
                sum.add(&y.numerators[o].times(&row[k], ground)?);
            }
            let (left, right) = (sum.times(&x.denominator, ground)?, x.numerators[k].times(&over, ground)?);
            if left.compare(&right, ground)?.is_ne() {
                let (node, output, found) = (case.node(i), case.output(k), R::shown(&sum, &over, case));
                return unproved(format!("Y·R at row {node}, output {output} is {found}, X differs"));
            }
        }
    }
    Ok(Proved::new(Verdict::Holds))
}

/// Counts n·m·outputs products with that vector.
fn charge<R: Source>(case: &Case, pair: &Pair<R>, vector: &Fractions<R>) -> Result<(), Failure> {
    let products = (pair.x.len() as u64).saturating_mul((pair.outputs_of_x * pair.outputs_of_y) as u64);
    let words = pair.y.iter().map(Fractions::words).max().unwrap_or(1);
    case.charge(products.saturating_mul(words.saturating_mul(vector.words())))
}

fn fails<R: Source>(case: &Case, pair: &Pair<R>, named: Option<&Mechanism>) -> Result<Proved, Failure> {
    let (ground, m) = (&case.ground, pair.outputs_of_x);
    only(case, named, &["w", "nu"])?;
    let n = pair.x.len();
    let w: Fractions<R> = case.witness.vector("w", n.saturating_mul(m), ground)?;
    let nu: Fractions<R> = case.witness.vector("nu", pair.outputs_of_y, ground)?;
    charge(case, pair, &w)?;
    let (common, factors) = common_denominator(&pair.y, ground)?;
    // Σ_i y_io·W_ik + ν_o, over y's, w's and ν's denominators.
    let over = common.times(&w.denominator, ground)?;
    for o in 0..pair.outputs_of_y {
        let constant = nu.numerators[o].times(&over, ground)?;
        for k in 0..m {
            let mut sum = R::default();
            for (i, (row, factor)) in pair.y.iter().zip(&factors).enumerate() {
                sum.add(&row.numerators[o].times(&w.numerators[i * m + k], ground)?.times(factor, ground)?);
            }
            let mut sum = sum.times(&nu.denominator, ground)?;
            sum.add(&constant);
            if sum.sign(ground)? == Sign::Minus {
                let output = case.output(k);
                return unproved(format!("the refutation is negative for output {o} of Y and output {output}"));
            }
        }
    }
    let mut total = (nu.sum(), nu.denominator.clone());
    let (common, factors) = common_denominator(&pair.x, ground)?;
    let mut dot = R::default();
    for ((row, factor), w) in pair.x.iter().zip(&factors).zip(w.numerators.chunks(m)) {
        for (x, w) in row.numerators.iter().zip(w) {
            dot.add(&x.times(w, ground)?.times(factor, ground)?);
        }
    }
    total = plus(&total, &(dot, common.times(&w.denominator, ground)?), ground)?;
    match total.0.sign(ground)? {
        Sign::Minus => {
            let total = R::shown(&total.0, &total.1, case);
            let sentence = format!("no remap of the other mechanism gives X: a Farkas vector separates it by {total}");
            Ok(Proved::new(Verdict::Fails).because(sentence))
        }
        _ => unproved("the refutation does not separate X"),
    }
}
