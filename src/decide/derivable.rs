//! `derivable`: R = Y^-1·X where Y is invertible, equal rows where all rows of Y are the same, else a linear program.

use super::case::{Case, Reason, refused};
use crate::effort::{self, spend, steps};
use crate::exact::{self, ForWitness};
use crate::linear::Vector;
use crate::program::{
    MOST_ENTRIES, MOST_EXACT, MOST_PRODUCTS, NoRemap, Remap, geometric_inverse, inverse, remap, similarity_inverse,
};
use crate::statement::Decided;
use dp_kernel::{Verdict, Witness};
use dp_verify::alpha::Polynomial;
use dp_verify::graph::Family;
use dp_verify::model::{Claim, Mechanism};
use dp_verify::number::Fractions;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

/// The most rows of a table that is inverted by elimination.
const MOST_ROWS: usize = 200;

/// What a fraction takes beside its digits, and to be made.
const BYTES_OF_ENTRY: u64 = 80;
const STEPS_OF_ENTRY: u64 = 64;

/// What an entry of one table times one of another takes in a check.
const STEPS_OF_PRODUCT: u64 = 32;

/// The file that the claim names.
pub(super) fn other<'a>(case: &'a Case, claim: &Claim) -> Option<&'a Mechanism> {
    claim.from.as_deref().and_then(|from| case.mechanism.other(from))
}

/// Whether the tables of both have rational entries alone.
pub(super) fn are_rational(one: &Mechanism, other: &Mechanism) -> bool {
    rows(one).is_some() && rows(other).is_some()
}

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let from = claim.from.as_deref();
    let y = other(case, claim).map(|other| rows(other).ok_or_else(irrational)).transpose()?;
    expect_room(case, y)?;
    let x: Vec<Vec<Rational>> = case
        .rows()?
        .iter()
        .map(|row| row.numerators.iter().map(|x| Rational::from_integers(x.clone(), row.denominator.clone())).collect())
        .collect();
    if let Some(y) = y {
        return from_table(&x, &table(y)?);
    }
    let (alpha, n) = (case.alpha()?, case.nodes());
    let graph = case.graph();
    let inverse = match (from, graph.family()) {
        (Some("uniform"), _) => None,
        (Some("truncated-geometric"), Family::Line) => geometric_inverse(&alpha, n),
        (Some("randomised-response"), Family::Complete) | (Some("exponential"), Family::Hamming { .. }) => {
            similarity_inverse(&alpha, &(0..n).map(|i| crate::graph::distances_from(graph, i)).collect::<Vec<_>>())
        }
        _ => {
            return Err(Reason::new("`from` names neither a closed form that fits the graph nor a file that was read"));
        }
    };
    match inverse {
        Some(inverse) => Ok(by_inverse(&inverse, &x)),
        // A closed form is singular where α = 1 and its rows are the same.
        None => Ok(from_equal_rows(&x, n)),
    }
}

/// Counts what checks a remap, and refuses tables that fill more than a third of what the file leaves of the memory, as
/// there may be two such claims at a time: X and R, each entry a fraction by itself, Y or its inverse, and R as a
/// witness has it.
fn expect_room(case: &Case, y: Option<&[Fractions]>) -> Result<(), Reason> {
    let x = rows(case.mechanism).unwrap_or_default();
    let width = |rows: &[Fractions]| rows.first().map_or(0, Fractions::len);
    let bits = |rows: &[Fractions]| rows.iter().map(bits_as_fractions).fold(0, u64::saturating_add);
    let (n, m, outputs) = (case.nodes(), width(x), y.map_or(case.nodes(), width));
    let entries = [[n, m], [n, outputs], [outputs, m], [outputs, m]].map(|[a, b]| a.saturating_mul(b) as u64);
    let entries = entries.into_iter().fold(0, u64::saturating_add);
    spend(entries.saturating_mul(STEPS_OF_ENTRY));
    let long = bits(x).saturating_mul(2).saturating_add(y.map_or(0, bits)) / 8;
    let most = case.mechanism.memory_left(case.limits) as u64 / 3;
    if entries.saturating_mul(BYTES_OF_ENTRY).saturating_add(long) > most {
        return Err(Reason::new(format!(
            "the two tables, and what leads from the one to the other, fill over {most} bytes (--limit memory=N)"
        )));
    }
    // What finds R by a closed form is far less than what checks it.
    count_check(n, m, outputs);
    Ok(())
}

/// Counts what it takes to see that Y·R is X.
pub(super) fn count_check(n: usize, m: usize, outputs: usize) {
    let check = steps(n, m, outputs).saturating_mul(STEPS_OF_PRODUCT);
    spend(check);
    effort::set_aside(check);
}

/// The bits of a row's entries, each with the row's denominator.
fn bits_as_fractions(row: &Fractions) -> u64 {
    let own = row.numerators.iter().map(Polynomial::bits).fold(0, u64::saturating_add);
    own.saturating_add(row.denominator.bits().saturating_mul(row.len() as u64))
}

fn irrational() -> Reason {
    Reason::new("some entries of the other mechanism are irrational: this version decides rational ones")
}

/// The other mechanism's table.
fn table(rows: &[Fractions]) -> Result<Vec<Vec<Rational>>, Reason> {
    let convert = |row: &Fractions| exact::vector(row).map(|row| row.to_rationals());
    rows.iter().map(convert).collect::<Option<_>>().ok_or_else(refused)
}

fn rows(other: &Mechanism) -> Option<&[Fractions]> {
    other.channel()?.rows()
}

pub(super) fn from_table(x: &[Vec<Rational>], y: &[Vec<Rational>]) -> Result<Decided, Reason> {
    let stochastic = y.iter().all(|row| row.iter().sum::<Rational>() == 1u32);
    if stochastic
        && y.len() <= MOST_ROWS
        && let Some(inverse) = inverse(y)
    {
        return Ok(by_inverse(&inverse, x));
    }
    Ok(match remap(x, y).map_err(undecided)? {
        Remap::Found(remap) => found(&remap),
        Remap::None { w, nu } => {
            Decided::new(Verdict::Fails, Witness::NoGarbling { w: w.for_witness(), nu: nu.for_witness() })
        }
    })
}

pub(super) fn undecided(why: NoRemap) -> Reason {
    match why {
        NoRemap::Shape => refused(),
        NoRemap::TooLarge => Reason::new(format!(
            "the other mechanism is not invertible, and the linear program takes more than {MOST_PRODUCTS} products of \
             fractions or {MOST_ENTRIES} entries"
        )),
        NoRemap::TooNarrow => Reason::new(format!(
            "floating point finds no basis of the linear program that decides, and an exact tableau has more than \
             {MOST_EXACT} entries"
        )),
    }
}

/// R = Y^-1·X, which is the only one: if R_ok < 0, row o of Y^-1 in column k of W refutes all.
fn by_inverse(inverse: &[Vec<Rational>], rows: &[Vec<Rational>]) -> Decided {
    let (n, m) = (rows.len(), rows.first().map_or(0, Vec::len));
    let mut remap = Vec::with_capacity(n * m);
    let words = |row: &Vec<Rational>| row.iter().map(effort::words).max().unwrap_or(1);
    let long = rows.iter().map(words).max().unwrap_or(1);
    for (o, y) in inverse.iter().enumerate() {
        let some = y.iter().filter(|y| **y != Rational::ZERO).count();
        spend(
            steps(some, m, 64).saturating_add(effort::products(some.saturating_mul(m), long.saturating_add(words(y)))),
        );
        let mut row = vec![Rational::ZERO; m];
        for (y, x) in y.iter().zip(rows).filter(|(y, _)| **y != Rational::ZERO) {
            row.iter_mut().zip(x).for_each(|(sum, x)| *sum += y * x);
        }
        if let Some(k) = row.iter().position(|x| *x < Rational::ZERO) {
            let mut w = vec![Rational::ZERO; n * m];
            for (i, y) in inverse[o].iter().enumerate() {
                w[i * m + k] = y.clone();
            }
            return refuted(&w, n);
        }
        remap.extend(row);
    }
    found(&Vector::from_rationals(&remap))
}

/// All rows of Y are the same, and so are those of Y·R: R has X's row throughout, or two rows of X differ.
fn from_equal_rows(rows: &[Vec<Rational>], outputs: usize) -> Decided {
    let (n, m) = (rows.len(), rows.first().map_or(0, Vec::len));
    let differs = |row: &Vec<Rational>| rows[0].iter().zip(row).position(|(x, y)| x > y);
    match rows.iter().enumerate().find_map(|(h, row)| Some((h, differs(row)?))) {
        None => {
            let remap: Vec<Rational> = (0..outputs).flat_map(|_| rows[0].iter().cloned()).collect();
            found(&Vector::from_rationals(&remap))
        }
        Some((h, k)) => {
            let mut w = vec![Rational::ZERO; n * m];
            w[k] = -Rational::ONE;
            w[h * m + k] = Rational::ONE;
            refuted(&w, outputs)
        }
    }
}

fn found(remap: &Vector) -> Decided {
    Decided::new(Verdict::Holds, Witness::Garbling(remap.for_witness()))
}

fn refuted(w: &[Rational], outputs: usize) -> Decided {
    let nu = vec![Rational::ZERO; outputs].for_witness();
    Decided::new(Verdict::Fails, Witness::NoGarbling { w: w.for_witness(), nu })
}
