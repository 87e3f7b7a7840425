//! Which lines of a log are for learning.

use crate::table::Number;
use dp_verify::text::named;
use malachite::rational::Rational;

/// A share p/q of the lines of a log, spread over all of it: line i, counted from 1 with blank lines and the
/// header, is one of them where ⌊i·p/q⌋ is more than ⌊(i−1)·p/q⌋. Of 10 % these are lines 10, 20, 30, and so
/// on.
///
/// That is fixed before anybody looks at the log, whatever its length, and a log with one answer after the
/// other has some of them at each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    part: u64,
    of: u64,
}

impl Share {
    /// By its text: `10%`, `0.1` or `1/10`.
    ///
    /// # Errors
    /// What is no number between 0 and 1, or has more than nine digits.
    pub fn read(text: &str) -> Result<Self, String> {
        let expected =
            || format!("found {}, expected a share of the runs between 0 and 1, such as 10% or 1/10", named(text));
        let signed = text.trim().strip_suffix('%').map(str::trim_end);
        let text = signed.unwrap_or(text.trim());
        // Nine digits are enough, and an exponent is no share that people write.
        let number = Number::read(text).ok().filter(|_| text.len() < 24 && !text.contains(['e', 'E']));
        let value = number.ok_or_else(expected)?.value() / Rational::from(if signed.is_some() { 100u32 } else { 1 });
        if value <= 0u32 || value >= 1u32 {
            return Err(expected());
        }
        let word = |x| u64::try_from(x).ok().filter(|&x| x <= 1_000_000_000);
        let (part, of) = (word(value.numerator_ref()), word(value.denominator_ref()));
        part.zip(of).map(|(part, of)| Self { part, of }).ok_or_else(expected)
    }

    /// What tells of one line after the other, from this one on, whether it is for learning.
    pub(super) fn from(self, line: u64) -> Lines {
        let past = u128::from(line.saturating_sub(1)) * u128::from(self.part) % u128::from(self.of);
        Lines { share: self, past: u64::try_from(past).unwrap_or_default() }
    }
}

/// Lines one after the other.
pub(super) struct Lines {
    share: Share,
    /// (i−1)·p modulo q before line i, both at most 10^9.
    past: u64,
}

impl Lines {
    /// Whether the next line is for learning.
    pub(super) fn next(&mut self) -> bool {
        self.past += self.share.part;
        let is = self.past >= self.share.of;
        self.past -= if is { self.share.of } else { 0 };
        is
    }
}
