//! Numbers of a table: decimals and fractions, as they are written.

use super::shown::shown;
use dp_verify::limits::Limits;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use std::borrow::Cow;
use std::fmt::{self, Display};

/// What an entry must be.
const EXPECTED: &str = "expected a number such as 0.25, 2.5e-1 or 1/4";

/// What is wrong with an empty entry.
pub(super) fn no_entry() -> String {
    format!("found an empty entry, {EXPECTED}")
}

/// A number as it is written: parts of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Number<'a> {
    /// −whole.fraction·10^exponent or the same without a minus.
    Decimal {
        /// Whether a minus stands before it.
        minus: bool,
        /// The digits before the point, at least one.
        whole: Cow<'a, str>,
        /// The digits after it, if there are any.
        fraction: Cow<'a, str>,
        /// The exponent of 10.
        exponent: i64,
    },
    /// −numerator/denominator or the same without a minus.
    Fraction {
        /// Whether a minus stands before it.
        minus: bool,
        /// Its digits.
        numerator: Cow<'a, str>,
        /// Its digits, not all of them 0.
        denominator: Cow<'a, str>,
    },
}

impl<'a> Number<'a> {
    /// Reads a decimal or a fraction within the limits; the error says what is wrong.
    pub(crate) fn within(text: &'a str, limits: &Limits) -> Result<Self, String> {
        if text.len() > limits.digits {
            return Err(format!("{} characters, the limit is {} (--limit digits=N)", text.len(), limits.digits));
        }
        let number = Self::read(text)?;
        match number {
            Self::Decimal { exponent, .. } if exponent.unsigned_abs() > limits.exponent as u64 => {
                Err(format!("an exponent over {} (--limit exponent=N)", limits.exponent))
            }
            number => Ok(number),
        }
    }

    pub(crate) fn read(text: &'a str) -> Result<Self, String> {
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let minus = text.starts_with('-');
        let is = |words: &[&str]| words.iter().any(|word| unsigned.eq_ignore_ascii_case(word));
        if text.is_empty() {
            return Err(no_entry());
        }
        if is(&["nan", "inf", "infinity"]) {
            return Err(format!("found {}, which is no number, {EXPECTED}", shown(text)));
        }
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let note = if text.contains('#') { " (a comment has a line of its own)" } else { "" };
        let wrong = || format!("found \"{}\", {EXPECTED}{note}", shown(text));
        if let Some((numerator, denominator)) = unsigned.split_once('/') {
            let whole = |text: &str| !text.is_empty() && digits(text);
            if !whole(numerator) || !whole(denominator) {
                return Err(wrong());
            }
            if stripped(denominator) == "0" {
                return Err(format!("found \"{}\", whose denominator is 0", shown(text)));
            }
            let [numerator, denominator] = [numerator, denominator].map(|text| Cow::Borrowed(stripped(text)));
            return Ok(Self::Fraction { minus, numerator, denominator });
        }
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).map_or((unsigned, "0"), |(m, e)| (m, e));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let of_exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        let empty = whole.is_empty() && fraction.is_empty() || of_exponent.is_empty();
        if empty || ![whole, fraction, of_exponent].into_iter().all(digits) {
            return Err(wrong());
        }
        let size = stripped(of_exponent).parse().unwrap_or(i64::MAX);
        let exponent = if exponent.starts_with('-') { -size } else { size };
        Ok(Self::Decimal { minus, whole: stripped(whole).into(), fraction: fraction.into(), exponent })
    }
}

/// Digits without leading zeros.
fn stripped(digits: &str) -> &str {
    match digits.trim_start_matches('0') {
        "" => "0",
        rest => rest,
    }
}

impl Display for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sign = |minus: bool| if minus { "-" } else { "" };
        match self {
            Self::Fraction { minus, numerator, denominator } => write!(f, "{}{numerator}/{denominator}", sign(*minus)),
            Self::Decimal { minus, whole, fraction, exponent } => {
                write!(f, "{}{whole}", sign(*minus))?;
                if !fraction.is_empty() {
                    write!(f, ".{fraction}")?;
                }
                if *exponent != 0 { write!(f, "e{exponent}") } else { Ok(()) }
            }
        }
    }
}

impl Number<'_> {
    /// The same apart from its text.
    pub(crate) fn into_owned(self) -> Number<'static> {
        let own = |text: Cow<str>| Cow::Owned(text.into_owned());
        match self {
            Self::Decimal { minus, whole, fraction, exponent } => {
                Number::Decimal { minus, whole: own(whole), fraction: own(fraction), exponent }
            }
            Self::Fraction { minus, numerator, denominator } => {
                Number::Fraction { minus, numerator: own(numerator), denominator: own(denominator) }
            }
        }
    }

    /// About how many bytes its value takes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Fraction { numerator, denominator, .. } => numerator.len() + denominator.len(),
            Self::Decimal { whole, fraction, exponent, .. } => {
                let exponent = usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX);
                whole.len().saturating_add(fraction.len().saturating_mul(2)).saturating_add(exponent)
            }
        }
    }

    /// Its value.
    pub(crate) fn value(&self) -> Rational {
        let natural = |digits: &str| digits.parse::<Natural>().unwrap_or_default();
        let signed = |minus: bool, x: Rational| if minus { -x } else { x };
        match self {
            Self::Fraction { minus, numerator, denominator } => {
                signed(*minus, Rational::from_naturals(natural(numerator), natural(denominator)))
            }
            Self::Decimal { minus, whole, fraction, exponent } => {
                let digits = Integer::from(natural(&format!("{whole}{fraction}")));
                let places = exponent.saturating_sub(i64::try_from(fraction.len()).unwrap_or(i64::MAX));
                signed(*minus, Rational::from(digits) * Rational::from(10u32).pow(places))
            }
        }
    }

    /// A hundredth of it: of 12.5 the decimal 0.125, with no digit lost.
    pub(crate) fn hundredth(self) -> Self {
        match self {
            Self::Fraction { minus, numerator, denominator } => {
                Self::Fraction { minus, numerator, denominator: denominator + "00" }
            }
            Self::Decimal { minus, whole, fraction, exponent: 0 } => {
                let whole = format!("{whole:0>3}");
                let (hundreds, rest) = whole.split_at(whole.len() - 2);
                let fraction = format!("{rest}{fraction}").into();
                Self::Decimal { minus, whole: hundreds.to_owned().into(), fraction, exponent: 0 }
            }
            Self::Decimal { minus, whole, fraction, exponent } => {
                Self::Decimal { minus, whole, fraction, exponent: exponent.saturating_sub(2) }
            }
        }
    }

    /// How many decimals it has; `None` with an exponent and as a fraction.
    pub(super) fn places(&self) -> Option<usize> {
        match self {
            Self::Decimal { fraction, exponent: 0, .. } => Some(fraction.len()),
            _ => None,
        }
    }

    /// Whether it is written as a whole number: digits alone.
    pub(crate) fn whole(&self) -> Option<&str> {
        match self {
            Self::Decimal { minus: false, whole, fraction, exponent: 0 } if fraction.is_empty() => Some(whole),
            _ => None,
        }
    }

    /// Its value in units of 10^-12, rounded towards 0, to see what a table is like; `None` from about 10^18 on.
    /// Nothing that is written or judged comes from it.
    pub(super) fn about(&self) -> Option<i128> {
        /// What a number of so many digits is kept to: its product with 10^12 still fits.
        const DIGITS: usize = 24;
        let lead = |digits: &str, more: &str| -> (i128, i64) {
            let digits = digits.bytes().chain(more.bytes()).skip_while(|&b| b == b'0');
            let (mut lead, mut kept, mut dropped) = (0_i128, 0, 0);
            for b in digits {
                if kept < DIGITS {
                    (lead, kept) = (10 * lead + i128::from(b - b'0'), kept + 1);
                } else {
                    dropped += 1;
                }
            }
            (lead, dropped)
        };
        // m·10^e in units.
        let units = |m: i128, e: i64| {
            let shift = e.saturating_add(12);
            let power = u32::try_from(shift.unsigned_abs()).ok().and_then(|n| 10_i128.checked_pow(n));
            match (power, shift >= 0) {
                _ if m == 0 => Some(0),
                (Some(power), true) => m.checked_mul(power),
                (power, false) => Some(power.map_or(0, |power| m / power)),
                (None, true) => None,
            }
        };
        let (minus, size) = match self {
            Self::Fraction { minus, numerator, denominator } => {
                let ((p, more), (q, less)) = (lead(numerator, ""), lead(denominator, ""));
                (minus, units(p, 0)?.checked_div(q).and_then(|m| units(m, more - less - 12))?)
            }
            Self::Decimal { minus, whole, fraction, exponent } => {
                let (m, dropped) = lead(whole, fraction);
                let places = i64::try_from(fraction.len()).unwrap_or(i64::MAX);
                (minus, units(m, exponent.saturating_sub(places).saturating_add(dropped))?)
            }
        };
        (size < 10_i128.pow(30)).then_some(if *minus { -size } else { size })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_the_decimal_or_fraction_it_is() {
        for (text, written, value) in [
            ("0.535", "0.535", "107/200"),
            (".5", "0.5", "1/2"),
            ("5.", "5", "5"),
            ("+007.50", "7.50", "15/2"),
            ("-9e-8", "-9e-8", "-9/100000000"),
            ("2.50E+01", "2.50e1", "25"),
            ("1e-0", "1", "1"),
            ("-0.0", "-0.0", "0"),
            ("2/6", "2/6", "1/3"),
            ("-010/4", "-10/4", "-5/2"),
        ] {
            let number = Number::read(text).unwrap();
            assert_eq!(
                (number.to_string(), number.value().to_string()),
                (written.to_owned(), value.to_owned()),
                "{text}"
            );
        }
        for text in [
            "", ".", "e5", "1e", "1e+", "1.2.3", "0x1", "1_000", "½", "1/0", "1/", "/2", "1/-2", "--1", "0.5;0.5",
            "nan", "-Inf", "१",
        ] {
            assert!(Number::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_hundredth_keeps_every_digit() {
        for (text, written) in [
            ("12.5", "0.125"),
            ("100", "1.00"),
            ("0.0010", "0.000010"),
            ("-7", "-0.07"),
            ("1e-3", "1e-5"),
            ("1/3", "1/300"),
            ("12345.6", "123.456"),
        ] {
            let number = Number::read(text).unwrap();
            let hundredth = number.clone().hundredth();
            assert_eq!(hundredth.to_string(), written, "{text}");
            assert_eq!(hundredth.value() * Rational::from(100u32), number.value(), "{text}");
        }
    }

    #[test]
    fn what_a_number_is_about() {
        let one = 1_000_000_000_000;
        for (text, about) in [
            ("1", Some(one)),
            ("-0.25", Some(-one / 4)),
            ("1/3", Some(one / 3)),
            ("2.5e1", Some(25 * one)),
            ("1e-13", Some(0)),
            ("1e-9999", Some(0)),
            ("0e9999", Some(0)),
            ("1e9999", None),
            ("0.333333333333333333333333333333333333333333", Some(one / 3)),
            ("1000000000000000000000000000000/3000000000000000000000000000000", Some(one / 3)),
        ] {
            assert_eq!(Number::read(text).unwrap().about(), about, "{text}");
        }
    }
}
