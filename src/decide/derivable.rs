//! `derivable`: R = Y^-1·X where the closed form Y is invertible, and equal rows where all rows of Y are the same.

use super::case::{Case, Reason};
use super::stochastic;
use crate::certificate::{Decided, vector_json};
use crate::linear::Vector;
use crate::program::{geometric_inverse, similarity_inverse};
use dp_verify::graph::Family;
use dp_verify::model::Claim;
use dp_verify::report::Verdict;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use serde_json::Value;

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    if let Some(refuted) = stochastic::refute(case)? {
        return Ok(refuted);
    }
    let (alpha, n) = (case.alpha()?, case.nodes());
    let rows: Vec<Vec<Rational>> = case
        .rows()?
        .iter()
        .map(|row| row.numerators.iter().map(|x| Rational::from_integers(x.clone(), row.denominator.clone())).collect())
        .collect();
    let graph = case.graph();
    let inverse = match (claim.from.as_deref(), graph.family()) {
        (Some("uniform"), _) => None,
        (Some("truncated-geometric"), Family::Line) => geometric_inverse(&alpha, n),
        (Some("randomised-response"), Family::Complete) | (Some("exponential"), Family::Hamming { .. }) => {
            similarity_inverse(&alpha, &(0..n).map(|i| graph.distances_from(i)).collect::<Vec<_>>())
        }
        _ => return Err(Reason::new("this version decides `derivable` from a closed form that fits the graph")),
    };
    match inverse {
        Some(inverse) => Ok(by_inverse(&inverse, &rows)),
        None => Ok(from_equal_rows(&rows, n)),
    }
}

/// R = Y^-1·X, which is the only one: if R_ok < 0, row o of Y^-1 in column k of W refutes all.
fn by_inverse(inverse: &[Vec<Rational>], rows: &[Vec<Rational>]) -> Decided {
    let (n, m) = (rows.len(), rows.first().map_or(0, Vec::len));
    let mut remap = Vec::with_capacity(n);
    for (o, y) in inverse.iter().enumerate() {
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
        remap.push(vector_json(&Vector::from_rationals(&row)));
    }
    Decided::new(Verdict::Holds).witness("remap", Value::Array(remap))
}

/// All rows of Y are the same, and so are those of Y·R: R has X's row throughout, or two rows of X differ.
fn from_equal_rows(rows: &[Vec<Rational>], outputs: usize) -> Decided {
    let (n, m) = (rows.len(), rows.first().map_or(0, Vec::len));
    let differs = |row: &Vec<Rational>| rows[0].iter().zip(row).position(|(x, y)| x > y);
    match rows.iter().enumerate().find_map(|(h, row)| Some((h, differs(row)?))) {
        None => {
            let row = vector_json(&Vector::from_rationals(&rows[0]));
            Decided::new(Verdict::Holds).witness("remap", Value::Array(vec![row; outputs]))
        }
        Some((h, k)) => {
            let mut w = vec![Rational::ZERO; n * m];
            w[k] = -Rational::ONE;
            w[h * m + k] = Rational::ONE;
            refuted(&w, outputs)
        }
    }
}

fn refuted(w: &[Rational], outputs: usize) -> Decided {
    let nu = Vector::from_rationals(&vec![Rational::ZERO; outputs]);
    Decided::new(Verdict::Fails).vector("w", &Vector::from_rationals(w)).vector("nu", &nu)
}
