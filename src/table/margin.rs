//! Numbers with an error, `0.75 ± 0.01`, and bounds, `<0.01`: none of them is a number, and what is to be done about
//! each is told.

use super::cell::{Cell, bare};
use super::shown::shown;

/// What stands between a number and its error.
const BETWEEN: [&str; 4] = ["±", "+/-", "\\pm", "&plusmn;"];

/// What begins a bound.
const BOUNDS: [char; 8] = ['<', '>', '≤', '≥', '~', '≈', '⩽', '⩾'];

/// Those of them that bound nothing.
const ABOUT: [char; 2] = ['~', '≈'];

/// A number and its error, as they are written.
pub(super) fn parts(cell: &str) -> Option<(&str, &str)> {
    let cell = bare(cell);
    let (number, error) = BETWEEN.iter().find_map(|mark| cell.split_once(mark))?;
    let (number, error) = (number.trim_end(), error.trim());
    let is_number = |text: &str| Cell::of(text).number().is_some();
    (is_number(number) && is_number(error)).then_some((number, error))
}

/// The same cell, as long, without its error, where that is at most this; whether numbers without a sign are
/// percentages too.
pub(super) fn left_out(cell: &str, most: &str, percentages: bool) -> Option<String> {
    let (number, error) = parts(cell)?;
    let unsigned = percentages && !Cell::of(number).percent && !Cell::of(error).percent;
    // More digits than this are nobody's error.
    let value = |text: &str| {
        let cell = Cell::of(text);
        let number = cell.number().filter(|number| number.bytes() < 400)?;
        Some(if cell.percent || unsigned { number.hundredth().value() } else { number.value() })
    };
    // The error of a percentage that has no sign of its own is of either kind: it must be small as both.
    let percent = Cell::of(number).percent || Cell::of(error).percent;
    let most = Cell::of(most.trim());
    let most = most.number().map(|x| if most.percent { x.hundredth().value() } else { x.value() })?;
    if value(error)? < 0u32 || value(error)? > most {
        return None;
    }
    let sign = if percent && !Cell::of(number).percent { "%" } else { "" };
    let new = format!("{number}{sign}");
    let blanks = cell.len().saturating_sub(new.len());
    Some(new + &" ".repeat(blanks))
}

/// Whether a cell is one of these.
pub(super) fn is_one(cell: &str) -> bool {
    parts(cell).is_some() || bound(cell).is_some()
}

/// The number of a bound.
fn bound(cell: &str) -> Option<&str> {
    let rest = bare(cell).strip_prefix(BOUNDS)?.trim_start_matches('=').trim_start();
    Cell::of(rest).number().map(|_| rest)
}

/// What is wrong with such a cell, and the flags that read it; `percentages` where that is said.
pub(super) fn wrong(cell: &str, percentages: Option<bool>) -> Option<(String, Option<String>)> {
    if let Some((number, error)) = parts(cell) {
        let signed = Cell::of(number).percent || Cell::of(error).percent;
        // No probability is above 1.
        let large = Cell::of(number).number().is_some_and(|x| x.value() > 1u32);
        let percent = Cell::of(error).percent || !signed && percentages.unwrap_or(large);
        let said = if percent && !signed && percentages.is_none() { "--percent " } else { "" };
        let most = format!("{}{}", Cell::of(error).pointed(), if percent { "%" } else { "" });
        let message = format!(
            "found \"{}\", a number with its error, expected a number alone: if the true number is surely within {most} of \
             this one, say {said}--rounding {most}; if it is a standard error, it bounds nothing, and a table of counts says more \
             (--counts)",
            shown(cell)
        );
        return Some((message, Some(format!("{said}--rounding {most}"))));
    }
    let number = bound(cell)?;
    if bare(cell).starts_with(ABOUT) {
        let message = format!(
            "found \"{}\", a number that is said to be about so much, expected a number alone: write {number}, and say --rounding \
             with how far off it may be",
            shown(cell)
        );
        return Some((message, None));
    }
    let message = format!(
        "found \"{}\", a bound, expected a number: write the number itself, or one that is near, such as half of {number} for \
         one below it, and say --rounding with how far off it may be",
        shown(cell)
    );
    Some((message, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_left_out_where_they_are_allowed_for() {
        for (cell, most, left) in [
            ("0.75 ± 0.01", "0.01", Some("0.75")),
            ("0.75±0.01", "0.02", Some("0.75")),
            ("0.75 +/- 0.01", "0.005", None),
            ("0.75 ± 0.010000000000000000000000001", "0.01", None),
            ("75 ± 1%", "1%", Some("75%")),
            ("75% ± 1", "0.01", None),
            ("75% ± 0.01", "0.01", Some("75%")),
            ("0.75 ± -0.9", "0.01", None),
            ("0.75", "1", None),
            ("a ± b", "1", None),
            ("0,75 ± 0,01", "0.01", Some("0,75")),
        ] {
            let found = left_out(cell, most, false);
            assert_eq!(found.as_deref().map(str::trim_end), left, "{cell}");
            assert!(found.is_none_or(|found| found.len() == cell.len()));
        }
        assert_eq!(left_out("75 ± 1", "1%", true).as_deref().map(str::trim_end), Some("75"));
        assert_eq!((left_out("75 ± 2", "1%", true), left_out("75 ± 1", "1%", false)), (None, None));
        assert!(is_one("<0.01") && is_one("≤ 1%") && !is_one("<18 years") && !is_one("0.5"));
    }
}
