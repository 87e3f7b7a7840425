//! Utilities of the tight-constraints and the geometric mechanism for the uniform prior, over ε.

use super::chart::{Chart, Figure, Mark, Series};
use super::epsilon::{alpha, short};
use super::query::{graph, query_file};
use crate::bracket::bracket;
use crate::decide::{similarity, structure};
use crate::exact;
use crate::linear::Vector;
use crate::program::only_solution;
use dp_verify::graph::Graph;
use dp_verify::limits::Limits;
use dp_verify::number::{Logarithm, decimal, significant};
use malachite::base::num::arithmetic::traits::{Pow, Square};
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use rayon::prelude::*;

/// The decimals to which the threshold is bracketed.
const DIGITS: u32 = 9;

/// The sum of 150 numbers from 0 to 5: a change of one number moves it by up to 5, so the geometric mechanism on 751
/// answers has β = e^(-ε/5).
pub(super) fn sum(epsilons: &[Rational]) -> Result<Figure, String> {
    let title = "Sum of 150 numbers from 0 to 5, uniform prior";
    compare(title, r#"{"graph": "sum", "individuals": 150, "max": 5}"#, "0.8", 5, epsilons, |beta| geometric(751, beta))
}

/// Two counts of 30 people: the geometric mechanism on each by itself, with β = e^(-ε/2).
pub(super) fn counts(epsilons: &[Rational]) -> Result<Figure, String> {
    let title = "Two counts of 30 people, uniform prior";
    let square = |beta: &Rational| geometric(31, beta).square();
    compare(title, r#"{"graph": "counts", "individuals": 30, "queries": 2}"#, "0.9", 2, epsilons, square)
}

/// The utility of the truncated geometric mechanism on n answers for the uniform prior: ((n−2)(1−β)+2)/(n(1+β)).
fn geometric(n: u32, beta: &Rational) -> Rational {
    let one = Rational::ONE;
    (Rational::from(n - 2) * (&one - beta) + Rational::from(2)) / (Rational::from(n) * (&one + beta))
}

fn compare(
    title: &'static str,
    query: &str,
    printed: &str,
    share: u32,
    epsilons: &[Rational],
    geometric: impl Fn(&Rational) -> Rational,
) -> Result<Figure, String> {
    let graph = &graph(query)?;
    let alphas = epsilons.iter().map(alpha).collect::<Result<Vec<_>, _>>()?;
    let weightings = alphas.par_iter().map(|alpha| weighting(graph, alpha)).collect::<Result<Vec<_>, String>>()?;
    let exists = |z: &Vector| z.is_nonnegative();
    let utility = |z: &Vector| decimal(&exact::fraction(&(z.total() / Rational::from(z.len()))));
    let where_it = |wanted: bool| weightings.iter().map(|z| (exists(z) == wanted).then(|| utility(z))).collect();
    let parts = epsilons.iter().map(|e| e / Rational::from(share));
    let betas = parts.map(|e| alpha(&e)).collect::<Result<Vec<_>, _>>()?;
    let pair = bracket(query_file(query).as_bytes(), DIGITS, &Limits::default()).map_err(|e| e.to_string())?.found?;
    let ends = [&pair.exists, &pair.fails].map(|half| digits_of_epsilon(&half.alpha));
    let threshold = match ends {
        [Some(low), Some(high)] if low == high => low,
        _ => return Err("the threshold's digits do not show".to_owned()),
    };
    Chart {
        title,
        y: "utility (binary gain, best remap)",
        epsilons: epsilons.iter().map(short).collect(),
        series: vec![
            Series { key: "tight_constraints", name: "tight constraints", dashed: false, values: where_it(true) },
            Series {
                key: "sum_of_z",
                name: "Σz/n of Φz = 1: no mechanism, as z < 0",
                dashed: true,
                values: where_it(false),
            },
            Series {
                key: "geometric",
                name: "geometric",
                dashed: false,
                values: betas.iter().map(|beta| Some(decimal(&exact::fraction(&geometric(beta))))).collect(),
            },
        ],
        marks: vec![
            Mark { epsilon: printed.into(), name: format!("printed threshold {printed}"), dashed: true },
            Mark { name: format!("true threshold {threshold}"), epsilon: threshold, dashed: false },
        ],
    }
    .figure(&alphas)
}

/// −ln of a decimal to five digits.
fn digits_of_epsilon(alpha: &str) -> Option<String> {
    let (whole, places) = alpha.split_once('.')?;
    let ten = Rational::from(10).pow(places.len() as u64);
    let alpha = format!("{whole}{places}").parse::<Rational>().ok()? / ten;
    Logarithm::MinusLn(exact::fraction(&alpha)).refine(|e| {
        let text = significant(&e.low, 5);
        (text == significant(&e.high, 5)).then_some(text)
    })
}

/// The one solution of Φz = 1.
fn weighting(graph: &Graph, alpha: &Rational) -> Result<Vector, String> {
    let ones = Vector::ones(graph.nodes());
    let by_structure = structure(graph).and_then(|structure| structure.solve(alpha, &ones));
    let only = match by_structure {
        Some(only) => Some(only),
        None => only_solution(&similarity(graph, alpha.clone(), &Limits::default()).map_err(|why| why.0)?, &ones),
    };
    only.map(|only| only.solution).ok_or_else(|| "Φz = 1 has no single solution at an α of the figure".to_owned())
}
