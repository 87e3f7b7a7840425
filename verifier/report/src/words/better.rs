//! By how much other mechanisms are better.

use super::Words;
use crate::Value;
use dp_file::alpha::{Field, Obstacle, Point, Quotient, Quotients as _};
use dp_file::number::{exact_or_decimal, ratio, short};
use dp_kernel::Fraction;
use num_traits::Zero;
use std::cmp::Ordering;

/// The most nodes of a prior that are named.
const WEIGHTS: usize = 8;

/// Another private mechanism has more utility than X, and how much more.
pub(super) fn has_more(
    prior: Option<&[(usize, Fraction)]>,
    ours: &Fraction,
    other: &Fraction,
    words: &Words,
) -> String {
    let start = prior.map_or_else(String::new, |prior| format!("for the prior {} ", weights(prior, words)));
    let by = more_by(other, ours, words);
    let (ours, other) = (words.shown(ours), words.shown(other));
    let claimed = words.claim.within.as_ref().map_or_else(String::new, |x| format!(", claimed within {}", short(x)));
    let private = private(words);
    format!("{start}X has the utility {ours}, another {private} mechanism {other}{by}{claimed}")
}

/// How far X is from optimal at most.
pub(super) fn none_has_more(ours: &Fraction, bound: &Fraction, words: &Words) -> String {
    let by = more_by(bound, ours, words).replace(", more by ", " by over ");
    format!("no {} mechanism has more than X{by}", private(words))
}

/// What mechanisms are that X is held against.
fn private(words: &Words) -> String {
    words.claim.delta.as_ref().map_or_else(|| "private".into(), |delta| format!("(ε, {})-private", short(delta)))
}

/// `1/2 at A, 1/2 at C`: the weights that are not 0, of many the first ones.
pub(super) fn weights(prior: &[(usize, Fraction)], words: &Words) -> String {
    let support: Vec<_> = prior.iter().filter(|(_, weight)| !weight.numerator.is_zero()).collect();
    let weight = |(i, weight): &&(usize, Fraction)| format!("{} at {}", words.shown(weight), words.node(*i));
    let mut told: Vec<String> = support.iter().take(WEIGHTS).map(weight).collect();
    if support.len() > WEIGHTS {
        told.push(format!("and {} more,", support.len().saturating_sub(WEIGHTS)));
    }
    told.join(", ")
}

/// `, more by 1/36`: by how much one number exceeds another, as both may look the same to twelve digits; over an
/// interval, where it is a function of α, at a number of it. Nothing where that takes more than the limits leave.
pub(super) fn more_by(more: &Fraction, less: &Fraction, words: &Words) -> String {
    excess(more, less, words).unwrap_or_default()
}

fn excess(more: &Fraction, less: &Fraction, words: &Words) -> Result<String, Obstacle> {
    let (by, bounds) = (difference(more, less, words)?, &words.bounds);
    let Some(Field { point: Point::Interval(interval), .. }) = words.field else {
        return Ok(format!(", more by {}", number(by, words)?.in_words()));
    };
    let at = bounds.run(|| dp_algebra::sample(interval))?;
    let [n, d] = [&by.numerator, &by.denominator].map(|p| bounds.run(|| dp_algebra::at(p, &at)));
    let (n, d) = (n?, d?);
    if d.is_zero() {
        return Ok(String::new());
    }
    let by = exact_or_decimal(&ratio(&n, &d));
    Ok(format!(", more by {by} at {} = {}", words.symbol(), exact_or_decimal(&at)))
}

/// x − y.
fn difference(x: &Fraction, y: &Fraction, words: &Words) -> Result<Quotient, Obstacle> {
    let (x, y) = (x.clone(), y.clone());
    x.plus(&Quotient { numerator: -&y.numerator, denominator: y.denominator }, &words.bounds)
}

/// A quotient as a value.
fn number(x: Quotient, words: &Words) -> Result<Value, Obstacle> {
    words.number(&x)
}

/// How a number compares with the optimum; where that is not the same on all of an interval, at a number of it.
pub(super) fn beside(x: &Fraction, optimum: &Fraction, words: &Words) -> String {
    let compared = || -> Result<String, Obstacle> {
        let difference = difference(x, optimum, words)?;
        let sign = match words.field {
            None => difference.numerator.integer_sign(),
            Some(field) => words.bounds.run(|| dp_algebra::signs(&field.point, &difference.numerator))?.only(),
        };
        let apart = |difference| number(difference, words).map(|value| value.in_words());
        Ok(match sign {
            Some(Ordering::Equal) => "the optimum".into(),
            Some(Ordering::Greater) => format!("{} above the optimum", apart(difference)?),
            Some(Ordering::Less) => {
                let numerator = -&difference.numerator;
                format!("{} below the optimum", apart(Quotient { numerator, ..difference })?)
            }
            None => format!("in parts above, in parts below the optimum, {}", words.shown(optimum)),
        })
    };
    compared().unwrap_or_else(|_| "beside the optimum".into())
}
