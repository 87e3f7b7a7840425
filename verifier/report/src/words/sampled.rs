//! What bounds from counts of runs say, in sentences.

use super::Words;
use dp_file::number::{BigInt, Rational, exact_or_decimal, fraction, significant};
use dp_kernel::{Fraction, Verdict};
use num_integer::Integer;

/// The digits of a bound, and the most decimal places.
const DIGITS: u32 = 6;
const MOST_PLACES: u32 = 40;

/// The event whose bounds need the most δ.
pub(super) fn sampled(
    ([i, h], set): (&[usize; 2], &str),
    [[a, of_i], [b, of_h]]: &[[u64; 2]; 2],
    ([mine, other], delta): (&[Fraction; 2], &Fraction),
    verdict: Verdict,
    words: &Words,
) -> String {
    let seen = format!(
        "{set}: {} {} has at least {} ({a} of {of_i} runs), its neighbour {} at most {} ({b} of {of_h})",
        words.thing(),
        words.node(*i),
        outwards(mine, false, words),
        words.node(*h),
        outwards(other, true, words),
    );
    match verdict {
        Verdict::Fails => {
            let (delta, declared) = (words.shown(delta), exact_or_decimal(&words.delta()));
            format!("REFUTED at confidence {}: {seen}: δ is at least {delta}, more than {declared}", confidence(words))
        }
        Verdict::Holds => format!("{}; most is told by {seen}", not_refuted(words)),
    }
}

/// What is said where nothing is refuted.
pub(super) fn not_refuted(words: &Words) -> String {
    format!("not refuted at confidence {}, which proves no privacy", confidence(words))
}

fn confidence(words: &Words) -> String {
    words.confidence().map_or_else(String::new, |c| in_decimals(&c))
}

/// A probability with six digits, rounded down or up.
fn outwards(x: &Fraction, up: bool, words: &Words) -> String {
    let Ok(Some(x)) = words.bounds.run(|| Ok(x.rational()?)) else { return "a number".into() };
    let (n, d) = (x.numer(), x.denom());
    let is_long = |places: &u32| n * BigInt::from(10).pow(*places) >= d * BigInt::from(10).pow(DIGITS - 1);
    let ten = BigInt::from(10).pow((0..MOST_PLACES).find(is_long).unwrap_or(MOST_PLACES));
    let digits = if up { (n * &ten).div_ceil(d) } else { (n * &ten).div_floor(d) };
    in_decimals(&fraction(digits, ten))
}

/// A number that ends, without zeros at its end.
pub(crate) fn in_decimals(x: &Rational) -> String {
    let text = significant(x, 20);
    if text.contains('e') || !text.contains('.') {
        text
    } else {
        text.trim_end_matches('0').trim_end_matches('.').into()
    }
}
