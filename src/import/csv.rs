//! Tables as text: a row a line, its entries between commas.
//!
//! A line ends with a line feed, a carriage return or both; blank lines are left out. An entry may stand in quotes and
//! between spaces. It is a decimal, `0.25`, `.25`, `-9e-8`, or a fraction, `1/3`; a comma in it, or a line end, makes
//! two of it, and neither is a number. A byte order mark of UTF-8 at the start is skipped.

use super::entry::{Entry, count};
use dp_verify::error::Error;
use dp_verify::limits::Limits;
use dp_verify::report::printable;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use std::fmt::{self, Display};

/// The most characters of an entry in a message.
const SHOWN: usize = 24;

/// A number as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Number {
    /// −whole.fraction·10^exponent or the same without a minus.
    Decimal { minus: bool, whole: String, fraction: String, exponent: i64 },
    /// −numerator/denominator or the same without a minus.
    Fraction { minus: bool, numerator: String, denominator: String },
}

impl Number {
    /// Reads a decimal or a fraction within the limits; the error says what is wrong.
    pub(super) fn within(text: &str, limits: &Limits) -> Result<Self, String> {
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

    fn read(text: &str) -> Result<Self, String> {
        let expected = "expected a number such as 0.25, 2.5e-1 or 1/4";
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let minus = text.starts_with('-');
        let is = |words: &[&str]| words.iter().any(|word| unsigned.eq_ignore_ascii_case(word));
        let shown = || {
            let short: String = text.chars().take(SHOWN).collect();
            printable(&short) + if text.chars().count() > SHOWN { "…" } else { "" }
        };
        if text.is_empty() {
            return Err(format!("found an empty entry, {expected}"));
        }
        if is(&["nan", "inf", "infinity"]) {
            return Err(format!("found {}, which is no number, {expected}", shown()));
        }
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let wrong = || format!("found \"{}\", {expected}", shown());
        if let Some((numerator, denominator)) = unsigned.split_once('/') {
            let whole = |text: &str| !text.is_empty() && digits(text);
            if !whole(numerator) || !whole(denominator) {
                return Err(wrong());
            }
            if stripped(denominator) == "0" {
                return Err(format!("found \"{}\", whose denominator is 0", shown()));
            }
            let [numerator, denominator] = [numerator, denominator].map(|text| stripped(text).to_owned());
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
        Ok(Self::Decimal { minus, whole: stripped(whole).to_owned(), fraction: fraction.to_owned(), exponent })
    }
}

/// Digits without leading zeros.
fn stripped(digits: &str) -> &str {
    match digits.trim_start_matches('0') {
        "" => "0",
        rest => rest,
    }
}

impl Display for Number {
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

impl Entry for Number {
    fn bytes(&self) -> usize {
        match self {
            Self::Fraction { numerator, denominator, .. } => numerator.len() + denominator.len(),
            Self::Decimal { whole, fraction, exponent, .. } => {
                let exponent = usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX);
                whole.len().saturating_add(fraction.len().saturating_mul(2)).saturating_add(exponent)
            }
        }
    }

    fn value(&self) -> Rational {
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
}

/// The lines of a table.
pub(super) struct Lines<'a> {
    text: &'a str,
    /// Where the next line begins.
    at: usize,
    /// How many rows there must be, and have been.
    nodes: usize,
    rows: usize,
    limits: &'a Limits,
    /// The entries of the first row.
    width: Option<usize>,
}

impl<'a> Lines<'a> {
    /// # Errors
    /// If the bytes are no text.
    pub(super) fn new(bytes: &'a [u8], nodes: usize, limits: &'a Limits) -> Result<Self, Error> {
        let text = std::str::from_utf8(bytes).map_err(|e| {
            let message = "a byte that is no UTF-8, expected a table as text, its entries between commas";
            Error::malformed(String::new(), e.valid_up_to(), message)
        })?;
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Ok(Self { text, at, nodes, limits, rows: 0, width: None })
    }

    /// The next row that is not blank, and where it begins.
    pub(super) fn next(&mut self) -> Option<Result<(Vec<Number>, Error), Error>> {
        while self.at < self.text.len() {
            let (start, rest) = (self.at, &self.text[self.at..]);
            let line = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
            self.at += (line.len() + 1).min(rest.len());
            if !line.trim().is_empty() {
                return Some(self.row(line, start));
            }
        }
        if self.rows == self.nodes {
            return None;
        }
        let message = format!("found {}, expected {}, one for each node", count(self.rows, "row"), self.nodes);
        Some(Err(Error::malformed(String::new(), self.text.len(), message)))
    }

    fn row(&mut self, line: &str, start: usize) -> Result<(Vec<Number>, Error), Error> {
        let error = |offset: usize, message: String| Error::malformed(String::new(), offset, message);
        if self.rows == self.nodes {
            let expected = count(self.nodes, "row");
            return Err(error(start, format!("found a row past the last, expected {expected}, one for each node")));
        }
        let mut row = Vec::new();
        let mut at = start;
        for entry in line.split(',') {
            let place = at + entry.len() - entry.trim_start().len();
            at += entry.len() + 1;
            if Some(row.len()) == self.width {
                let expected = count(row.len(), "entry");
                return Err(error(
                    place,
                    format!("found an entry past the last, expected {expected} as in the first row"),
                ));
            }
            let entry = entry.trim();
            let bare = entry.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).map_or(entry, str::trim);
            row.push(Number::within(bare, self.limits).map_err(|message| error(place, message))?);
        }
        let width = *self.width.get_or_insert(row.len());
        if row.len() < width {
            let found = count(row.len(), "entry");
            return Err(error(start + line.len(), format!("found {found}, expected {width} as in the first row")));
        }
        self.rows += 1;
        Ok((row, error(start, String::new())))
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
}
