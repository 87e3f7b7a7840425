//! Arrays of NumPy: a magic string, a version, a header in Python's syntax, and the numbers as they lie in memory.
//!
//! Versions 1 to 3 of the format, floats of 4 or 8 bytes in either byte order, rows or columns one after the other.
//! The header is read by the few rules that its writer keeps to; the size that it declares is compared with the file's
//! before anything is made of it.

use super::entry::{Entry, count};
use dp_verify::error::Error;
use dp_verify::report::printable;
use malachite::Natural;
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::rational::Rational;
use std::fmt::{self, Display};

const MAGIC: &[u8] = b"\x93NUMPY";

/// The most bytes of a header: what NumPy itself reads unless told otherwise.
const LONGEST_HEADER: usize = 10_000;

/// The most characters of a header in a message.
const SHOWN: usize = 40;

/// m·2^e, as a float is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dyadic {
    minus: bool,
    mantissa: u64,
    exponent: i64,
}

impl Dyadic {
    /// The number that a double is; `None` for NaN and infinities.
    pub(super) fn of(x: f64) -> Option<Self> {
        let bits = x.to_bits();
        let (minus, fraction) = (bits >> 63 == 1, bits & ((1 << 52) - 1));
        let (mantissa, exponent) = match (bits >> 52) & 0x7ff {
            0x7ff => return None,
            0 => (fraction, -1074),
            // At most 2046: the cast keeps it.
            biased => (fraction | 1 << 52, i64::try_from(biased).ok()? - 1075),
        };
        Some(Self { minus, mantissa, exponent })
    }
}

impl Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        Display::fmt(&self.value(), f)
    }
}

impl Entry for Dyadic {
    fn bytes(&self) -> usize {
        // 2^1074 at most below the line, or above it.
        256
    }

    fn value(&self) -> Rational {
        let size = Rational::from(Natural::from(self.mantissa)) * Rational::power_of_2(self.exponent);
        if self.minus { -size } else { size }
    }
}

/// The rows of an array.
pub(super) struct Rows<'a> {
    data: &'a [u8],
    header: Header,
    /// Where the numbers begin.
    start: usize,
    next: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Header {
    big_endian: bool,
    /// Bytes of a number.
    size: usize,
    /// Whether columns lie one after the other.
    fortran: bool,
    rows: usize,
    columns: usize,
}

fn error(offset: usize, message: impl Into<String>) -> Error {
    Error::malformed(String::new(), offset, message)
}

impl<'a> Rows<'a> {
    /// # Errors
    /// A file that is no array of floats of that many rows.
    pub(super) fn new(bytes: &'a [u8], nodes: usize) -> Result<Self, Error> {
        let rest = bytes
            .strip_prefix(MAGIC)
            .ok_or_else(|| error(0, "this is no NPY file: it does not begin with \\x93NUMPY"))?;
        let broken = || error(bytes.len(), "the file breaks off inside its header");
        let (version, rest) = rest.split_at_checked(2).ok_or_else(broken)?;
        let wide = match version {
            [1, 0] => 2,
            [2 | 3, 0] => 4,
            other => {
                let [major, minor] = [other[0], other[1]];
                let message = format!("version {major}.{minor} of the format, expected 1.0, 2.0 or 3.0");
                return Err(error(MAGIC.len(), message));
            }
        };
        let (length, rest) = rest.split_at_checked(wide).ok_or_else(broken)?;
        let length = length.iter().rev().fold(0_usize, |sum, &b| sum << 8 | usize::from(b));
        if length > LONGEST_HEADER {
            return Err(error(
                MAGIC.len() + 2,
                format!("a header of {length} bytes, expected at most {LONGEST_HEADER}"),
            ));
        }
        let (header, data) = rest.split_at_checked(length).ok_or_else(broken)?;
        let at = bytes.len() - rest.len();
        let text = std::str::from_utf8(header).map_err(|_| error(at, "the header is no text"))?;
        let header = Header::read(text).map_err(|message| error(at, message))?;
        if header.rows != nodes {
            let message = format!("found {}, expected {nodes}, one for each node", count(header.rows, "row"));
            return Err(error(at, message));
        }
        if header.columns == 0 {
            return Err(error(at, "found rows without entries, expected an entry for each output"));
        }
        let needed = header.rows.checked_mul(header.columns).and_then(|n| n.checked_mul(header.size));
        if needed != Some(data.len()) {
            let numbers = format!("{} × {} numbers of {} bytes", header.rows, header.columns, header.size);
            return Err(error(at, format!("found {} bytes after the header, expected {numbers}", data.len())));
        }
        Ok(Self { data, header, start: at + length, next: 0 })
    }

    /// The next row, and where it is.
    pub(super) fn next(&mut self) -> Option<Result<(Vec<Dyadic>, Error), Error>> {
        let i = self.next;
        (i < self.header.rows).then(|| {
            self.next += 1;
            let row = (0..self.header.columns).map(|j| self.entry(i, j)).collect::<Result<_, _>>()?;
            Ok((row, Error { path: format!("[{i}]"), ..error(self.start, "") }))
        })
    }

    fn entry(&self, i: usize, j: usize) -> Result<Dyadic, Error> {
        let Header { big_endian, size, fortran, rows, columns } = self.header;
        let place = if fortran { j * rows + i } else { i * columns + j } * size;
        let bytes = &self.data[place..place + size];
        // The bits, whatever the order of their bytes.
        let add = |sum: u64, b: &u8| sum << 8 | u64::from(*b);
        let bits = if big_endian { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) };
        let x = match u32::try_from(bits) {
            // Every float of 4 bytes is one of 8.
            Ok(bits) if size == 4 => f64::from(f32::from_bits(bits)),
            _ => f64::from_bits(bits),
        };
        Dyadic::of(x).ok_or_else(|| {
            let what = if x.is_nan() { "NaN" } else { "an infinity" };
            let path = format!("[{i}][{j}]");
            Error { path, ..error(self.start + place, format!("found {what}, expected a number")) }
        })
    }
}

impl Header {
    /// Reads `{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }`, the keys in any order.
    fn read(text: &str) -> Result<Self, String> {
        let form = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }";
        let shown = |text: &str| printable(&text.chars().take(SHOWN).collect::<String>());
        let wrong = |rest: &str| format!("in the header: found \"{}\", expected the form of {form}", shown(rest));
        let (mut descr, mut fortran, mut shape) = (None, None, None);
        let mut rest = text.trim().strip_prefix('{').ok_or_else(|| wrong(text))?.trim_start();
        while let Some((key, after)) = quoted(rest) {
            let after = after.trim_start().strip_prefix(':').ok_or_else(|| wrong(after))?.trim_start();
            let twice = match key {
                "descr" => descr.is_some(),
                "fortran_order" => fortran.is_some(),
                "shape" => shape.is_some(),
                _ => return Err(wrong(rest)),
            };
            if twice {
                return Err(format!("in the header: {key} stands there twice"));
            }
            rest = match key {
                "descr" => {
                    let (value, after) = quoted(after).ok_or_else(|| wrong(after))?;
                    descr = Some(value);
                    after
                }
                "fortran_order" => {
                    let word = ["True", "False"].into_iter().find(|word| after.starts_with(word));
                    let word = word.ok_or_else(|| wrong(after))?;
                    fortran = Some(word == "True");
                    &after[word.len()..]
                }
                _ => {
                    let inner = after.strip_prefix('(').ok_or_else(|| wrong(after))?;
                    let (inner, after) = inner.split_once(')').ok_or_else(|| wrong(after))?;
                    shape = Some(inner);
                    after
                }
            }
            .trim_start();
            rest = match rest.strip_prefix(',') {
                Some(more) => more.trim_start(),
                None if rest.starts_with('}') => rest,
                None => return Err(wrong(rest)),
            };
        }
        if rest != "}" {
            return Err(wrong(rest));
        }
        let lacks = |key: &str| format!("the header has no {key}, expected the form of {form}");
        let (big_endian, size) = match descr.ok_or_else(|| lacks("descr"))? {
            "<f8" => (false, 8),
            ">f8" => (true, 8),
            "<f4" => (false, 4),
            ">f4" => (true, 4),
            other => {
                let message = "expected floats of 8 or 4 bytes: <f8, >f8, <f4 or >f4";
                return Err(format!("numbers of the type {}, {message}", shown(other)));
            }
        };
        let shape = shape.ok_or_else(|| lacks("shape"))?;
        let (rows, columns) = dimensions(shape).ok_or_else(|| {
            format!("an array of shape ({}), expected two dimensions: a row for each node", shown(shape))
        })?;
        Ok(Self { big_endian, size, fortran: fortran.ok_or_else(|| lacks("fortran_order"))?, rows, columns })
    }
}

/// The text between quotes at the start, and what comes after it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|c| ['\'', '"'].contains(c))?;
    text[1..].split_once(quote).filter(|(inner, _)| !inner.contains('\\'))
}

/// Two numbers, with a comma after the second or without.
fn dimensions(shape: &str) -> Option<(usize, usize)> {
    let mut sizes = shape.split(',').map(str::trim).collect::<Vec<_>>();
    if sizes.len() == 3 && sizes[2].is_empty() {
        sizes.pop();
    }
    let size = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?;
    match sizes[..] {
        [rows, columns] => Some((size(rows)?, size(columns)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_double_is_the_dyadic_rational_it_is() {
        for (x, value) in [
            (0.1, "3602879701896397/36028797018963968"),
            (-0.75, "-3/4"),
            (-0.0, "0"),
            (1e22, "10000000000000000000000"),
            (f64::MIN_POSITIVE, &*format!("1/{}", Natural::power_of_2(1022))),
            (5e-324, &*format!("1/{}", Natural::power_of_2(1074))),
        ] {
            assert_eq!(Dyadic::of(x).unwrap().to_string(), value, "{x}");
        }
        assert_eq!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(Dyadic::of), [None; 3]);
    }

    #[test]
    fn a_header_has_three_keys_in_any_order() {
        let header = Header { big_endian: false, size: 8, fortran: false, rows: 2, columns: 3 };
        for text in [
            "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }     \n",
            "{\"shape\":(2,3,),\"fortran_order\":False,\"descr\":\"<f8\"}",
        ] {
            assert_eq!(Header::read(text), Ok(header), "{text}");
        }
        for (text, message) in [
            ("", "the form"),
            ("{}", "no descr"),
            ("{'descr': '<f8', 'fortran_order': False}", "no shape"),
            ("{'descr': '<f8', 'shape': (2, 3)}", "no fortran_order"),
            ("{'descr': '<f8', 'fortran_order': 0, 'shape': (2, 3)}", "the form"),
            ("{'descr': '<f8' 'fortran_order': False, 'shape': (2, 3)}", "the form"),
            ("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)} x", "the form"),
            ("{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)}", "twice"),
            ("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2,)}", "the form"),
            ("{'descr': '|O', 'fortran_order': False, 'shape': (2, 3)}", "|O"),
            ("{'descr': '<i8', 'fortran_order': False, 'shape': (2, 3)}", "<i8"),
            ("{'descr': '<f8', 'fortran_order': False, 'shape': (6,)}", "(6,)"),
            ("{'descr': '<f8', 'fortran_order': False, 'shape': ()}", "two dimensions"),
            ("{'descr': '<f8', 'fortran_order': False, 'shape': (2, -3)}", "two dimensions"),
            ("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 99999999999999999999)}", "two dimensions"),
            ("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2, 3)}", "two dimensions"),
        ] {
            let refused = Header::read(text).unwrap_err();
            assert!(refused.contains(message), "{text}: {refused}");
        }
    }
}
