//! Strangers' text on the page, and numbers for people.

use crate::exact;
use dp_verify::number::{BigInt, Rational, bits, compare, product, significant, sum};
use dp_verify::report::{Value, printable};
use malachite::base::num::conversion::traits::FromSciString;

/// The most characters of a label in running text and in tables.
const LONG: usize = 60;

/// The most characters of an exact number on the page.
const EXACT: usize = 48;

/// What is left of a number by its digits is told where it is less than one over this of it.
const HAIR: u64 = 1_000_000_000;

/// Smaller numbers than this are told as such: those of floating point end a little below.
const SEEN: f64 = 1e-300;

/// A stranger's text, printable and no longer than a line of a table.
pub(super) fn label(text: &str) -> String {
    cut(text, LONG)
}

/// The same in a sentence, in quotes where it is more than one plain word.
pub(super) fn name(text: &str) -> String {
    dp_verify::report::named(text)
}

/// The first `most` characters of a text, printable, with a mark where there are more.
pub(super) fn cut(text: &str, most: usize) -> String {
    let mut start: String = text.chars().take(most + 1).collect();
    let more = start.chars().count() > most;
    if more {
        // Room for the mark.
        start = start.chars().take(most.saturating_sub(1)).collect();
    }
    let mut safe = printable(&start);
    if safe.chars().count() > most {
        safe = safe.chars().take(most.saturating_sub(1)).collect();
        safe.push('…');
    } else if more {
        safe.push('…');
    }
    safe
}

/// A rational with so many digits, without zeros that say nothing.
pub(super) fn digits(x: &Rational, count: u32) -> String {
    trimmed(&significant(x, count))
}

/// A decimal without zeros at its end.
pub(super) fn trimmed(text: &str) -> String {
    if !text.contains('.') || text.contains('e') {
        return text.to_owned();
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A probability for who reads no fractions such as 2023/5000: as a decimal, where it is a short one.
pub(super) fn probability(x: &Rational) -> String {
    let millionths = dp_verify::number::product(x, &Rational::from(BigInt::from(1_000_000)));
    let is_decimal = millionths.is_integer() && *x.denom() > BigInt::from(20);
    if is_decimal { digits(x, 7) } else { fraction(x) }
}

/// A short fraction as it is, else its digits, and where these are nearly it, what is left: `0.1 + 1.0e-30`.
pub(super) fn fraction(x: &Rational) -> String {
    if bits(x) <= 40 {
        return x.to_string();
    }
    let told = digits(x, 6);
    let Some(near) = malachite::rational::Rational::from_sci_string(&told) else { return told };
    let near = exact::fraction(&near);
    let left = sum(x, &-&near);
    let [size, whole] = [&left, &near].map(|x| if x.is_negative() { -x } else { x.clone() });
    if !size.is_positive() || compare(&product(&size, &Rational::from(BigInt::from(HAIR))), &whole).is_ge() {
        return told;
    }
    format!("{told} {} {}", if left.is_positive() { "+" } else { "-" }, significant(&size, 2))
}

/// A value exactly where that is short, with its digits.
pub(super) fn value(value: &Value) -> String {
    let decimal = value.decimal().map(|text| trimmed(&text));
    match value {
        Value::Flag(true) => return "yes".into(),
        Value::Flag(false) => return "no".into(),
        Value::Text(name) => return (*name).to_owned(),
        Value::Pieces(pieces) => {
            let piece = |(range, value, _): &(dp_verify::report::Range, Value, _)| {
                format!("{} on {}", value.exact(EXACT).unwrap_or_else(|| value.in_words()), range.written())
            };
            let mut told: Vec<String> = pieces.0.iter().take(6).map(piece).collect();
            if pieces.0.len() > 6 {
                told.push(format!("and {} more parts", pieces.0.len() - 6));
            }
            return told.join("; ");
        }
        Value::Infinite => return "infinite".into(),
        _ => {}
    }
    match (value.exact(EXACT), decimal) {
        (Some(exact), Some(decimal)) if exact != decimal && !exact.contains(&decimal) => format!("{exact} = {decimal}"),
        (Some(exact), _) => exact,
        (None, Some(decimal)) => decimal,
        (None, None) => match value.ends() {
            Some([low, high]) => format!("between {low} and {high}"),
            None => "a long function of α".into(),
        },
    }
}

/// A decimal as the number next to it: for places on a picture.
pub(super) fn number(text: &str) -> Option<f64> {
    match text {
        "inf" => Some(f64::INFINITY),
        text => text.parse().ok(),
    }
}

/// A number of a picture with four digits.
pub(super) fn float(x: f64) -> String {
    if x.is_infinite() {
        return "∞".into();
    }
    if x != 0.0 && x.abs() < SEEN {
        return if x > 0.0 { format!("<{SEEN:e}") } else { format!(">-{SEEN:e}") };
    }
    if x != 0.0 && x.abs() < 1e-3 || x.abs() >= 1e6 {
        return format!("{x:.2e}");
    }
    let places = if x.abs() < 0.1 { 5 } else { 4 };
    trimmed(&format!("{x:.places$}"))
}

/// The same rounded up, of a number that is the least that is enough; twelve digits of it are known.
#[allow(clippy::float_arithmetic, reason = "the last place that is told")]
pub(super) fn enough(x: f64) -> String {
    let told = float(x);
    let places = told.split_once('.').map_or(0, |(_, places)| places.len());
    match told.parse::<f64>() {
        Ok(near) if near < x * (1.0 - 1e-11) && !told.contains('e') => {
            let places = if x.abs() < 0.1 { 5 } else { 4.max(places) };
            let unit = 10f64.powi(-i32::try_from(places).unwrap_or(4));
            trimmed(&format!("{:.places$}", near + unit))
        }
        _ => told,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short_and_printable() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(cut("\u{202e}abc", 40), "\\u{202e}abc");
        assert_eq!(cut(&"\u{202e}".repeat(10_000), 12).chars().count(), 12);
        assert_eq!(label(&"x".repeat(10_000)).chars().count(), 60);
    }

    #[test]
    fn what_differs_by_a_hair_is_told_apart() {
        let of =
            |text: &str| fraction(&exact::fraction(&malachite::rational::Rational::from_sci_string(text).unwrap()));
        assert_eq!(of("0.100000000000000000000000000001"), "0.1 + 1.0e-30");
        assert_eq!(of("0.099999999999999999999999999999"), "0.1 - 1.0e-30");
        assert_eq!([of("0.1"), of("0.123456789012345678901")], ["1/10", "0.123457"]);
    }

    #[test]
    fn numbers_say_no_more_than_they_know() {
        assert_eq!([float(0.25), float(1e-9), float(f64::INFINITY)], ["0.25", "1.00e-9", "∞"]);
        assert_eq!([float(1e-301), float(-1e-301), float(0.0)], ["<1e-300", ">-1e-300", "0"]);
        assert_eq!(
            [trimmed("0.500"), trimmed("4.0"), trimmed("1.00e-9"), trimmed("100")],
            ["0.5", "4", "1.00e-9", "100"]
        );
    }

    #[test]
    fn what_is_enough_is_never_below_it() {
        for (x, told) in [
            (0.999940761, "1"),
            (0.559615788, "0.5597"),
            (0.5596, "0.5596"),
            (std::f64::consts::LN_2, "0.6932"),
            (13.9520075395, "13.9521"),
            (0.5, "0.5"),
            (0.012341, "0.01235"),
            (f64::INFINITY, "∞"),
        ] {
            assert_eq!(enough(x), told);
        }
    }
}
