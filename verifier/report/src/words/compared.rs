//! Two nodes whose rows a claim compares, in words.

use super::Words;
use dp_file::number::{BigInt, Rational, as_length};
use num_traits::One;

/// Two nodes whose rows a claim compares: neighbours, or nodes at its distance.
pub(super) struct Compared {
    /// The one with more: `answer 2`.
    pub(super) one: String,
    /// `its neighbour 0`, `answer 0, at distance 2`.
    pub(super) other: String,
    /// What stands behind the other one where the sentence goes on.
    pub(super) comma: &'static str,
    /// How far apart they may be: so many ε are allowed.
    pub(super) apart: Rational,
}

impl Compared {
    pub(super) fn of([low, high]: [usize; 2], words: &Words) -> Self {
        let (thing, low_name) = (words.thing(), words.node(low));
        let one = format!("{thing} {}", words.node(high));
        let (other, comma, apart) = match words.claim.distance {
            Some((k, nearer)) => {
                let most = if nearer { "at most " } else { "" };
                (format!("{thing} {low_name}, at distance {most}{k}"), ",", Rational::from(BigInt::from(k)))
            }
            None if words.graph().has_lengths() => {
                let apart = words.distance(low, high).unwrap_or_else(Rational::one);
                (format!("its neighbour {low_name}, at distance {}", as_length(&apart)), ",", apart)
            }
            None => (format!("its neighbour {low_name}"), "", Rational::one()),
        };
        Self { one, other, comma, apart }
    }
}
