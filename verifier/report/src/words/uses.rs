//! What decides a statement about all uses of a composition, in sentences.

use super::Words;
use super::compared::Compared;
use super::ratio::beside_allowed;
use crate::Value;
use dp_file::number::{BigInt, Rational, exact_or_decimal};
use dp_kernel::{Fraction, Verdict};
use num_traits::Zero;

/// `with output 0 each time, answer 1 is likelier than its neighbour 0: ratio 729, allowed 2`; of groups `than answer
/// 0, at distance 2: ratio 5, allowed 4`.
pub(super) fn of_ratio(
    pairs: &[[usize; 2]],
    outputs: &[usize],
    ratio: &Fraction,
    verdict: Verdict,
    words: &Words,
) -> String {
    let between = |[low, high]: &[usize; 2]| (words.node(*high), words.node(*low));
    let is_promised = words.file.promises() > 0;
    let seen = match (pairs, outputs) {
        ([pair], _) if is_promised => {
            let Compared { one, other, .. } = Compared::of(*pair, words);
            format!("{}, {one} is likelier than {other} for some output", worst(verdict))
        }
        ([pair], _) => {
            let Compared { one, other, .. } = Compared::of(*pair, words);
            let each: Vec<String> = outputs.iter().map(ToString::to_string).collect();
            match &each[..] {
                [output] if words.file.parts().len() > 1 => {
                    format!(
                        "with output {output} of the only part that tells them apart, {one} is likelier than {other}"
                    )
                }
                [output] => format!("with output {output} each time, {one} is likelier than {other}"),
                each => format!(
                    "with the outputs {} of the parts, counted from 0, {one} is likelier than {other}",
                    each.join(", ")
                ),
            }
        }
        _ => {
            let each = pairs.iter().map(between).map(|(high, low)| format!("{high} and {low}"));
            format!("with the neighbours {} in turn", each.collect::<Vec<_>>().join(", "))
        }
    };
    let apart = Rational::from(BigInt::from(words.claim.distance.map_or(1, |(distance, _)| distance)));
    match (words.number(ratio), verdict) {
        (Ok(Value::Rational(ratio)), _) if ratio.is_zero() && is_promised => {
            format!("{seen}: no ε is enough, because a promise with a δ allows an output that only one of them has")
        }
        (Ok(Value::Rational(ratio)), _) if ratio.is_zero() => format!("{seen}: no ε is enough"),
        (_, Verdict::Holds) => seen,
        (_, Verdict::Fails) => match beside_allowed(ratio, &apart, words) {
            Some(told) => format!("{seen}: {told}"),
            None => seen,
        },
    }
}

/// Of which mechanisms a sentence is, where nothing is known but promises.
fn worst(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "of the worst mechanisms that keep the promises",
        Verdict::Fails => "the promises do not imply it: of the worst mechanisms that keep them",
    }
}

/// `outcomes with a likelihood ratio over e^ε: answer 0 has 27/64, its neighbour 1 has 1/64: δ is 3/8`.
pub(super) fn event(
    pairs: &[[usize; 2]],
    [mine, other]: &[Fraction; 2],
    delta: &Fraction,
    verdict: Verdict,
    words: &Words,
) -> String {
    let (mine, other, delta) = (words.brief(mine), words.brief(other), words.brief(delta));
    let who = match pairs {
        [[i, h]] => {
            let (thing, one, low) = (words.thing(), words.node(*i), words.node(*h));
            format!("{thing} {one} has {mine}, its neighbour {low} has {other}")
        }
        [] => format!("by the best choice after each answer the first has {mine}, the other {other}"),
        all => {
            let each = all.iter().map(|[i, h]| format!("{} and {}", words.node(*i), words.node(*h)));
            format!(
                "with the neighbours {} in turn the first have {mine}, the others {other}",
                each.collect::<Vec<_>>().join(", ")
            )
        }
    };
    let of = if words.file.promises() > 0 { format!("{}, ", worst(verdict)) } else { String::new() };
    let seen = format!("{of}outcomes with a likelihood ratio over e^ε: {who}: δ is {delta}");
    match verdict {
        Verdict::Fails => format!("{seen}, more than {}", exact_or_decimal(&words.delta())),
        Verdict::Holds => seen,
    }
}
