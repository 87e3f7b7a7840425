//! Tables of Markdown, and of programs that draw lines between rows: outer pipes, and rules such as `|---|:--:|`.

use super::plain::{Plain, is_other};
use crate::table::cell::{Cell, bare};
use crate::table::delimiter::Delimiter;
use crate::table::lines::end;
use crate::table::settings::Settings;
use crate::table::shown::shown;
use crate::table::text::{blank, error};
use dp_verify::error::Error;

const PIPE: Delimiter = Delimiter::Other(b'|');

/// Whether a line is a rule: dashes, between pipes or crosses, at least this many in a cell.
fn is_rule(line: &str, least: usize) -> bool {
    let line = line.trim();
    let inner = line.trim_matches(['|', '+']);
    let is_cell = |cell: &str| {
        let cell = cell.trim();
        let dashes = cell.strip_prefix(':').unwrap_or(cell);
        let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
        dashes.len() >= least && (dashes.bytes().all(|b| b == b'-') || dashes.bytes().all(|b| b == b'='))
    };
    line.contains(['|', '+']) && inner.split(['|', '+']).all(is_cell)
}

/// The lines that are not blank, without their ends.
fn filled(text: &str, start: usize) -> Vec<(usize, usize)> {
    let mut at = start;
    let mut lines = Vec::new();
    for line in text.get(start..).unwrap_or_default().split(end(text)) {
        if !line.trim().is_empty() {
            lines.push((at, at + line.trim_end().len()));
        }
        at += line.len() + 1;
    }
    lines
}

/// Takes rules and outer pipes off, where there are any; whether there were.
///
/// # Errors
/// Pipes in names; rows that begin as comments do; numbers with something beside them in the place of names.
pub(super) fn take_off(plain: &mut Plain, settings: &Settings) -> Result<bool, Error> {
    let lines = filled(&plain.text, plain.start);
    let text = |i: usize| lines.get(i).map_or("", |&(from, to)| &plain.text[from..to]);
    let outer = |i: usize| text(i).trim().len() > 1 && text(i).trim().starts_with('|') && text(i).ends_with('|');
    let rows: Vec<usize> = (0..lines.len()).filter(|&i| !is_rule(text(i), 2)).collect();
    let in_pipes = !rows.is_empty() && rows.iter().all(|&i| outer(i));
    // Between outer pipes a dash by itself is one of Markdown, and else of an entry that is missing.
    let rule = |i: usize| {
        is_rule(
            text(i),
            if i == 1 && in_pipes {
                1
            } else if i < 2 {
                2
            } else {
                3
            },
        )
    };
    let rules: Vec<usize> = (0..lines.len()).filter(|&i| rule(i)).collect();
    let below_first = rules.contains(&1) || rules.starts_with(&[0, 2]) && rules.len() <= 3;
    let has_pipes = rows.iter().any(|&i| text(i).contains('|'));
    if !has_pipes || is_other(settings, PIPE) || !(in_pipes || below_first) {
        return Ok(false);
    }
    let mut bytes = plain.text.as_bytes().to_vec();
    // Markdown wants names, and has empty ones where there are none.
    let mut header = None;
    for (i, &(from, to)) in lines.iter().enumerate() {
        let line = &plain.text[from..to];
        let first = from + line.len() - line.trim_start().len();
        if rules.contains(&i) {
            let between = i > 1 && i + 1 < lines.len() && in_pipes && !line.contains(['+', '=']);
            if between {
                let message = "found a rule between rows, or a row whose entries are missing: expected rows of numbers, and the \
                               line left out if it is a rule";
                return Err(error(first, message));
            }
            blank(&mut bytes[from..to]);
            continue;
        }
        let above = below_first && rows.first() == Some(&i);
        if above && line.trim_matches(['|', ' ', '\t']).is_empty() {
            header = Some(false);
            blank(&mut bytes[from..to]);
            continue;
        }
        if let Some(at) = line.find("\\|") {
            let message = "found \\|, a pipe in a name, expected another sign for it";
            return Err(error(from + at, message));
        }
        if bytes[first] == b'|' {
            bytes[first] = b' ';
        }
        if to > first + 1 && bytes[to - 1] == b'|' {
            bytes[to - 1] = b' ';
        }
        expect_no_comment(&mut bytes, (from, to), above)?;
        leave_out_emphasis(&mut bytes, from, to);
        if above {
            header = names(&bytes[from..to], from, settings)?;
        }
    }
    // What it says is said of the table as it stands.
    plain.header = header.filter(|_| settings.transpose != Some(true));
    plain.become_of(bytes, PIPE, "the rules and outer pipes of Markdown left out");
    Ok(true)
}

/// A row that begins with a # is none that is left out: it is a name above, and else asked.
fn expect_no_comment(bytes: &mut [u8], (from, to): (usize, usize), above: bool) -> Result<(), Error> {
    if bytes[from] != b'#' || !bytes[from..to].contains(&b'|') {
        return Ok(());
    }
    if above && bytes.get(from + 1) == Some(&b' ') {
        bytes.swap(from, from + 1);
        return Ok(());
    }
    let message = "found a # at the beginning of a row with pipes: a comment, or a name? Put a pipe before it if it is a \
                   row, or leave the line out";
    Err(error(from, message))
}

/// Blanks for what makes a cell bold or slanted, or typewriting of it.
fn leave_out_emphasis(bytes: &mut [u8], from: usize, to: usize) {
    let mut start = from;
    while start < to {
        let end = start + bytes[start..to].iter().position(|&b| b == b'|').unwrap_or(to - start);
        let cell = &bytes[start..end];
        let left = start + cell.len() - cell.trim_ascii_start().len();
        // In an empty cell there is nothing to the left of the right end.
        let right = (end - (cell.len() - cell.trim_ascii_end().len())).max(left);
        let (mut a, mut b) = (left, right);
        while a + 2 < b && bytes[a] == bytes[b - 1] && b"*_`".contains(&bytes[a]) {
            (a, b) = (a + 1, b - 1);
        }
        let inner = &bytes[a..b];
        let plain = inner.trim_ascii().len() == inner.len() && !inner.iter().any(|b| b"*`".contains(b));
        let number = inner.first().is_some_and(|b| b.is_ascii_digit() || b"-+.".contains(b));
        if a > left && plain && (number || bytes[left] != b'_') {
            bytes[left..a].fill(b' ');
            bytes[b..right].fill(b' ');
        }
        start = end + 1;
    }
}

/// Whether the cells above a rule are names: no number is among them.
fn names(row: &[u8], at: usize, settings: &Settings) -> Result<Option<bool>, Error> {
    let row = String::from_utf8_lossy(row).into_owned();
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    let beside = &cells[usize::from(cells.len() > 1)..];
    let begins = |cell: &str| cell.starts_with(|c: char| c.is_ascii_digit());
    if !beside.iter().any(|cell| number_in(cell).is_some() || begins(cell)) {
        return Ok(Some(true));
    }
    let is_plain = |cell: &str| Cell::of(bare(cell)).looks_like_number();
    let wrong = beside.iter().find(|cell| !is_plain(cell));
    let all = beside
        .iter()
        .all(|cell| is_plain(cell) || number_in(cell).is_some_and(|number| number.contains(['.', ',', '%'])));
    match wrong.filter(|_| all && settings.header.is_none()) {
        Some(cell) => {
            let message = format!(
                "found \"{}\" above a rule, in the place of names, expected names, or numbers with nothing beside them (if \
                 these are the names of the outputs, say --header yes)",
                shown(cell)
            );
            Err(error(at + row.find(cell).unwrap_or(0), message))
        }
        None => Ok(None),
    }
}

/// The one number of a cell that has signs around it, `<0.01`, `0.75†`, with its sign of per cent; no range.
fn number_in(cell: &str) -> Option<&str> {
    let from = cell.find(|c: char| c.is_ascii_digit())?;
    if cell[..from].contains(char::is_alphabetic) {
        return None;
    }
    let rest = &cell[from..];
    let end = rest.find(|c: char| !(c.is_ascii_digit() || ".,%".contains(c))).unwrap_or(rest.len());
    (!rest[end..].contains(|c: char| c.is_ascii_digit())).then(|| &rest[..end])
}
