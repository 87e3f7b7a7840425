//! Where a file has more in it than one table: a title above, or another table after a blank line.

use super::plain::Plain;
use crate::table::cell::Cell;
use crate::table::lines::end;
use crate::table::settings::Settings;
use crate::table::shown::shown;
use crate::table::text::error;
use dp_verify::error::Error;

/// A line with something in it that is no comment.
struct Line<'t> {
    /// Which it is, from 1, and where it begins.
    number: usize,
    at: usize,
    text: &'t str,
    /// Whether blank lines are before it, and what comments of slices are.
    after_blank: bool,
    after_slice: bool,
}

/// The lines with something in them.
fn filled<'t>(plain: &'t Plain) -> Vec<Line<'t>> {
    let text = &*plain.text;
    let (mut at, mut lines) = (0, Vec::new());
    let (mut after_blank, mut after_slice) = (false, false);
    for (i, line) in text.split(end(text)).enumerate() {
        let start = at;
        at += line.len() + 1;
        let line = if i == 0 { line.trim_start_matches('\u{feff}') } else { line };
        if line.trim().is_empty() {
            after_blank = true;
        } else if let Some(comment) = line.strip_prefix('#').filter(|rest| rest.starts_with(['#', ' ', '\t'])) {
            after_slice |= comment.trim_matches(['#', ' ', '\r']).eq_ignore_ascii_case("new slice");
        } else {
            let begins = start.max(plain.start) + line.len() - line.trim_start().len();
            lines.push(Line { number: i + 1, at: begins, text: line.trim(), after_blank, after_slice });
            (after_blank, after_slice) = (false, false);
        }
    }
    lines
}

/// What stands between blanks and delimiters of a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split([',', ';', '\t', ' ', '|']).filter(|word| word.contains(char::is_alphanumeric))
}

fn is_number(word: &str) -> bool {
    Cell::of(word.trim_matches(['"', '\'', '*', '`'])).looks_like_number()
}

/// Whether most of a line is numbers.
fn is_row(line: &str) -> bool {
    let (numbers, all) =
        words(line).fold((0_usize, 0_usize), |(numbers, all), word| (numbers + usize::from(is_number(word)), all + 1));
    all > 1 && 2 * numbers > all
}

/// Whether blank lines stand between rows.
pub(super) fn has_blank_lines(plain: &Plain) -> bool {
    filled(plain).iter().skip(1).any(|line| line.after_blank)
}

/// No second table after a blank line, with names of its own, and none after what begins a slice of an array.
pub(super) fn expect_one_table(plain: &Plain, settings: &Settings) -> Result<(), Error> {
    let lines = filled(plain);
    for (i, line) in lines.iter().enumerate().skip(1) {
        let names = || {
            let again = line.text == lines[0].text && !is_row(line.text) && words(line.text).count() > 1;
            let header = words(line.text).count() > 1 && !words(line.text).any(is_number);
            let next = lines[i + 1..].iter().find(|line| words(line.text).next().is_some());
            line.after_blank
                && is_row(lines[i - 1].text)
                && next.is_some_and(|next| is_row(next.text))
                && (again || header)
        };
        if line.after_slice || names() {
            let before = if line.after_slice { "a comment that begins a slice" } else { "a blank line" };
            let kept = format!("--lines {}-{}", lines[0].number, lines[i - 1].number);
            let advice =
                if settings.lines.is_none() { format!(": for the first alone, say {kept}") } else { String::new() };
            let found: String = line.text.chars().take(40).collect();
            let message = format!("found \"{}\" after {before}: another table? Expected one{advice}", shown(&found));
            let hint = settings.lines.is_none().then(|| kept.into());
            return Err(Error { hint, ..error(line.at, message) });
        }
    }
    Ok(())
}

/// No title that would be the names of outputs, a word for each: `Table one`.
pub(super) fn expect_no_title(plain: &Plain, settings: &Settings) -> Result<(), Error> {
    let lines = filled(plain);
    let ([first, second, ..], None) = (&lines[..], settings.header) else { return Ok(()) };
    let titles = ["table", "tab.", "figure", "fig.", "sheet"];
    let titled = first
        .text
        .split_whitespace()
        .next()
        .is_some_and(|word| titles.iter().any(|title| word.eq_ignore_ascii_case(title)));
    let cells = |line: &str, mark: char| match mark {
        ' ' => line.split_whitespace().count(),
        mark => line.split(mark).count(),
    };
    let fits = |mark: &char| {
        let (above, below) = (cells(first.text, *mark), cells(second.text, *mark));
        above > 1 && (above == below || above + 1 == below)
    };
    let mark = [',', ';', '\t'].into_iter().find(|&mark| second.text.contains(mark)).unwrap_or(' ');
    if !titled || !fits(&mark) || !is_row(second.text) || first.text.contains('|') {
        return Ok(());
    }
    let kept = format!("--lines {}-", second.number);
    let found = shown(first.text);
    let message =
        format!("found \"{found}\": a title, or the names of the outputs? Say {kept} without it, or --header yes");
    let hint = settings.lines.is_none().then(|| kept.into());
    Err(Error { hint, ..error(first.at, message) })
}
