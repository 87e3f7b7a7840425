//! What bounds from counts of runs say, in sentences.

use super::Words;
use dp_file::number::{BigInt, Rational, exact_or_decimal, fraction, ratio, significant};
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

/// The event for which laws inside the bounds may need the most δ, or do.
pub(super) fn inside(
    ([i, h], set): (&[usize; 2], &str),
    counts: &[[u64; 2]; 2],
    ([mine, other], delta): (&[Fraction; 2], &Fraction),
    verdict: Verdict,
    words: &Words,
) -> String {
    let [[a, of_i], [b, of_h]] = counts;
    let (thing, one, next) = (words.thing(), words.node(*i), words.node(*h));
    let seen = format!("({a} of {of_i} runs), its neighbour {next}");
    if verdict == Verdict::Fails {
        let [mine, other, delta] = [mine, other, delta].map(|x| close(x, words));
        return format!(
            "NOT PROVED, which refutes nobody: there are laws inside the bounds that need δ = {delta}: {set}: {thing} {one} \
             has {mine} {seen} {other} ({b} of {of_h})"
        );
    }
    let (most, least) = (outwards(mine, true, words), outwards(other, false, words));
    let halved = to_halve(&[*i, *h], counts, delta, words).map_or_else(String::new, |told| format!("; {told}"));
    format!(
        "{}; most is asked by {set}: {thing} {one} has at most {most} {seen} at least {least} ({b} of {of_h}){halved}",
        proved(words)
    )
}

/// What is said where privacy is proved.
pub(super) fn proved(words: &Words) -> String {
    let c = confidence(words);
    format!(
        "at confidence {c}, for the outputs that are named, all others being taken to be impossible{}",
        merged(words)
    )
}

/// About how many times as many runs with the same frequencies would leave half of δ, or what these need by
/// themselves: of this pair, by the best set. Nothing where an event came never or always: its bounds fall faster.
fn to_halve([i, h]: &[usize; 2], seen: &[[u64; 2]; 2], delta: &Fraction, words: &Words) -> Option<String> {
    if seen.iter().any(|[count, runs]| *count == 0 || count == runs) {
        return None;
    }
    let counts = words.file.counts()?;
    let [mine, other] = [counts.of.rows.get(*i)?, counts.of.rows.get(*h)?];
    let [n, m] = seen.map(|[_, runs]| runs);
    let [bound, lambda] = [about(delta, words)?, about(&words.alpha_of_t()?.inverse(), words)?];
    let zero = Rational::from(BigInt::default());
    let more = mine.iter().zip(other).map(|(a, b)| {
        let over = &fraction((*a).into(), n.into()) - &(&lambda * &fraction((*b).into(), m.into()));
        if over.is_negative() { zero.clone() } else { over }
    });
    let needed = more.fold(zero.clone(), |sum, over| &sum + &over);
    let half = &bound * &fraction(1.into(), 2.into());
    if needed >= half {
        return Some(format!(
            "frequencies like these need δ = {} however many runs there are",
            significant(&needed, 3)
        ));
    }
    let times = ratio(&(&bound - &needed), &(&half - &needed));
    let times = &times * &times;
    let told = if times > fraction(100.into(), 1.into()) { times.ceil().to_string() } else { significant(&times, 2) };
    Some(format!("roughly {told} times as many runs would halve it, if they come like these"))
}

/// What is not seen where outputs were counted together.
fn merged(words: &Words) -> &'static str {
    let names = words.file.counts().and_then(|counts| counts.outputs.as_ref());
    if names.is_some_and(|names| names.iter().any(|name| name == "other")) {
        "; what differs within `other` is not seen: this is of the program whose outputs are told apart no further"
    } else {
        ""
    }
}

/// About a number, with six digits.
fn close(x: &Fraction, words: &Words) -> String {
    about(x, words).map_or_else(|| "a number".into(), |x| significant(&x, DIGITS))
}

/// A rational close to a number.
fn about(x: &Fraction, words: &Words) -> Option<Rational> {
    let found = words.bounds.run(|| match (x.rational()?, words.field) {
        (None, Some(field)) => dp_algebra::refine(&field.point, x, |enclosure| Some(enclosure.simplest())).map(Some),
        (rational, _) => Ok(rational),
    });
    found.ok().flatten()
}

/// The event that a table has more often than its bound, or whose bound may be above it by most.
pub(super) fn from_table(
    (i, set): (usize, &str),
    [a, runs]: [u64; 2],
    [own, bound]: &[Fraction; 2],
    verdict: Verdict,
    words: &Words,
) -> String {
    let (thing, node, confidence) = (words.thing(), words.node(i), confidence(words));
    let (own_shown, most) = (words.shown(own), outwards(bound, true, words));
    let seen = format!("{set}: {thing} {node} has {own_shown} by the table");
    if verdict == Verdict::Fails {
        return format!(
            "REFUTED at confidence {confidence}: these runs were not drawn from that table: {seen}, and at most {most} by \
             {a} of {runs} runs"
        );
    }
    let follows = words.alpha_of_t().and_then(|alpha| {
        let more = &(&Fraction::ONE + &alpha.inverse()) * &(bound - own);
        let is_less = about(&more, words)? < Rational::from(BigInt::from(1));
        let more = outwards(&more, true, words);
        Some(if is_less {
            format!(
                "; at the declared ε the program needs at most {more} more of δ than the table does, whatever that is"
            )
        } else {
            "; that is too far to conclude anything about the program".into()
        })
    });
    let follows = follows.unwrap_or_default();
    format!(
        "not told from that table at confidence {confidence}, which does not prove that it is that one; they may differ \
         most at {seen}, and at most {most} by {a} of {runs} runs{follows}{}",
        merged(words)
    )
}

/// What is said where nothing is refuted.
pub(super) fn not_refuted(words: &Words) -> String {
    format!("not refuted at confidence {}, which does not prove privacy", confidence(words))
}

fn confidence(words: &Words) -> String {
    words.confidence().map_or_else(String::new, |c| in_decimals(&c))
}

/// A probability with six digits, rounded down or up.
fn outwards(x: &Fraction, up: bool, words: &Words) -> String {
    let Ok(Some(x)) = words.bounds.run(|| Ok(x.rational()?)) else { return words.shown(x) };
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
