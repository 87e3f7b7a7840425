//! What becomes of a table whose rows are divided by their sums: the sum that was farthest from 1, and the entry that
//! changed most.

use crate::exact::fraction;
use crate::table::{Number, Table};
use dp_verify::error::Error;
use dp_verify::limits::Limits;
use dp_verify::number::significant;
use malachite::Natural;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::rational::Rational;

/// How far from 1 a sum may be, as steps that people choose.
const BOUNDS: [&str; 3] = ["0.02", "0.05", "0.1"];

/// The most characters of a fraction that is told beside its decimal, as in a report.
const LONG: usize = 200;

/// How far the sum of a row may be from 1, for the row to be divided by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bound {
    /// As far as this.
    Within(Rational),
    /// However far it is.
    Any,
    /// The same, of weights: whole numbers are no counts of a sample.
    Weights,
}

/// What was done to the rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Normalised {
    /// The sum that was farthest from 1.
    sum: Rational,
    /// Where its row begins.
    place: Error,
    /// The row and the column of the entry that changed most, from 0.
    entry: [usize; 2],
    /// By how much.
    change: Rational,
    /// The sums of the rows, where all numbers are whole: of counts, how many runs there were; `None` of weights.
    runs: Option<Vec<Natural>>,
    /// The least sum and the most.
    sums: [Rational; 2],
    /// Whether the numbers may be percentages that are not said to be some.
    may_be_percentages: bool,
}

impl Bound {
    /// How far it is where nobody says.
    pub fn usual() -> Self {
        Self::Within(Rational::from_unsigneds(1_u32, 100))
    }

    /// `any`, `weights`, a number such as 0.05, or a percentage.
    ///
    /// # Errors
    /// What was expected.
    pub fn named(text: &str) -> Result<Self, String> {
        let (number, percent) = text.strip_suffix('%').map_or((text, false), |number| (number, true));
        let read = Number::within(number, &Limits::default()).map(|x| if percent { x.hundredth() } else { x }.value());
        match read {
            _ if text == "any" => Ok(Self::Any),
            _ if text == "weights" => Ok(Self::Weights),
            Ok(x) if x >= 0u32 => Ok(Self::Within(x)),
            _ => Err("expected how far from 1 the sum of a row may be, such as 0.05, any, or weights".to_owned()),
        }
    }

    /// The bound to be named for a sum so far from 1; `None` where the usual one does.
    pub fn needed(off: &Rational) -> Option<&'static str> {
        let usual = matches!(Self::usual(), Self::Within(bound) if *off <= bound);
        (!usual).then(|| Self::allowing(off))
    }

    /// A bound that allows for a sum so far from 1, as it is written.
    fn allowing(off: &Rational) -> &'static str {
        let serves = |text: &&&str| matches!(Self::named(text), Ok(Self::Within(bound)) if bound >= *off);
        BOUNDS.iter().find(serves).copied().unwrap_or("any")
    }
}

impl Normalised {
    /// The same with one more row.
    pub(super) fn with(before: Option<Self>, row: usize, values: &[Rational], sum: &Rational, place: &Error) -> Self {
        let off = |sum: &Rational| (sum - Rational::from(1u32)).abs();
        let sizes = values.iter().map(|x| x.abs()).enumerate();
        // The first of the largest.
        let largest = sizes.reduce(|most, x| if x.1 > most.1 { x } else { most });
        let (column, size) = largest.unwrap_or_default();
        let change = off(sum) / sum * size;
        let whole = values.iter().all(|x| *x >= 0u32 && *x.denominator_ref() == 1u32);
        let run = || sum.numerator_ref().clone();
        let Some(before) = before else {
            let (runs, sums) = (whole.then(|| vec![run()]), [sum.clone(), sum.clone()]);
            let (sum, place, entry) = (sum.clone(), place.clone(), [row, column]);
            return Self { sum, place, entry, change, runs, sums, may_be_percentages: true };
        };
        let runs = before.runs.filter(|_| whole).map(|mut runs| {
            runs.push(run());
            runs
        });
        let [least, most] = before.sums;
        let sums = [if *sum < least { sum.clone() } else { least }, if *sum > most { sum.clone() } else { most }];
        let (sum, place) =
            if off(sum) > off(&before.sum) { (sum.clone(), place.clone()) } else { (before.sum, before.place) };
        let (entry, change) =
            if change > before.change { ([row, column], change) } else { (before.entry, before.change) };
        Self { sum, place, entry, change, runs, sums, may_be_percentages: true }
    }

    /// The same of weights, which are no counts of a sample.
    pub(super) fn of_weights(self) -> Self {
        Self { runs: None, ..self }
    }

    /// The same with line and column.
    pub(super) fn located(self, table: &Table) -> Self {
        Self { place: table.locate(self.place), may_be_percentages: table.may_be_percentages(), ..self }
    }

    /// Refuses sums that are farther from 1 than they may be.
    ///
    /// # Errors
    /// At the row; the flag that allows it is the hint.
    pub fn expect(&self, bound: &Bound) -> Result<(), Error> {
        let off = (&self.sum - Rational::from(1u32)).abs();
        let bound = match bound {
            Bound::Within(bound) => bound,
            Bound::Any | Bound::Weights => return Ok(()),
        };
        if off <= *bound {
            return Ok(());
        }
        let of_percentages = (&self.sum - Rational::from(100u32)).abs() / Rational::from(100u32);
        let hundred = self.may_be_percentages && of_percentages <= Rational::from_unsigneds(1_u32, 10);
        let hint = match hundred {
            false => format!("--normalise={}", Bound::allowing(&off)),
            true if of_percentages <= *bound => "--percent".to_owned(),
            true => format!("--percent --normalise={}", Bound::allowing(&of_percentages)),
        };
        let expected = format!("a sum within {} of 1", told(bound));
        let flags = if hundred {
            "--percent if the numbers are percentages, --normalise=any if rows may have any sum"
        } else if self.runs.as_ref().is_some_and(|runs| runs.iter().all(|runs| *runs > 1u32)) {
            "--normalise with a bound of its own allows more, --normalise=any all; --counts --confidence 0.999 is for counts of runs"
        } else {
            "--normalise with a bound of its own allows more, --normalise=any all"
        };
        let error = self.place.clone().found(format!("a row that sums to {}", told(&self.sum)), expected);
        Err(Error { message: format!("{}: {flags}", error.message), hint: Some(hint.into()), ..error })
    }

    /// How many runs each row is of, where the table has counts: whole numbers, of which some row has more than one.
    pub fn runs(&self) -> Option<&[Natural]> {
        self.runs.as_deref().filter(|runs| runs.iter().any(|runs| *runs > 1u32))
    }

    /// The same as the `sample` of a file.
    pub fn sample(&self) -> Option<String> {
        let runs: Vec<String> = self.runs()?.iter().map(ToString::to_string).collect();
        Some(format!("{{ \"runs\": [{}] }}", runs.join(", ")))
    }

    /// By how much the entry changed that changed most, and where that is.
    pub fn in_words(&self, table: Option<&Table>) -> String {
        let [row, column] = self.entry;
        let [least, most] = &self.sums;
        let sums = if least == most { told(most) } else { format!("from {} to {}", told(least), told(most)) };
        if self.runs().is_some() {
            return format!("counts, each row divided by its sum, {sums}: the frequencies of a sample");
        }
        if self.change >= 1u32 {
            return format!("each row divided by its sum, {sums}");
        }
        if self.change == 0u32 {
            return "each row divided by its sum, which is 1".to_owned();
        }
        let place = table.map_or_else(|| format!("in [{row}][{column}]"), |table| table.words_of(row, column));
        format!("each row divided by its sum, which changes no entry by more than {}, {place}", told(&self.change))
    }
}

/// A number as a fraction, where that is short, and as a decimal.
fn told(x: &Rational) -> String {
    let (exact, decimal) = (x.to_string(), significant(&fraction(x), 6));
    let plain = decimal.contains('.') && !decimal.contains('e');
    let trimmed = if plain { decimal.trim_end_matches('0').trim_end_matches('.') } else { &decimal };
    match exact.len() {
        _ if exact == trimmed => exact,
        length if length <= LONG => format!("{exact} = {trimmed}"),
        _ => format!("about {trimmed}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_a_number_or_any() {
        let within = |p: u32, q: u32| Ok(Bound::Within(Rational::from_unsigneds(p, q)));
        for (text, bound) in [
            ("0.05", within(1, 20)),
            ("5%", within(1, 20)),
            ("1/3", within(1, 3)),
            ("any", Ok(Bound::Any)),
            ("weights", Ok(Bound::Weights)),
        ] {
            assert_eq!(Bound::named(text), bound, "{text}");
        }
        for text in ["-1", "all", "", "%", "nan", "1e99999999"] {
            assert!(Bound::named(text).is_err(), "{text}");
        }
        for (off, text) in [("1/51", "0.02"), ("1/20", "0.05"), ("0.0501", "0.1"), ("11/100", "any")] {
            assert_eq!(Bound::allowing(&Number::read(off).unwrap().value()), text);
        }
    }

    #[test]
    fn numbers_are_told_as_fraction_and_decimal() {
        for (text, words) in
            [("1/4", "1/4 = 0.25"), ("1/3", "1/3 = 0.333333"), ("100", "100"), ("3e-9", "3/1000000000 = 3.00000e-9")]
        {
            assert_eq!(told(&Number::read(text).unwrap().value()), words);
        }
        assert_eq!(told(&Number::read("1e-300").unwrap().value()), "about 1.00000e-300");
    }
}
