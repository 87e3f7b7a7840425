//! Arrays as programs print them: lists of lists of Python, R and JSON, NumPy's without commas, rows between
//! semicolons as in MATLAB and Julia.

use super::plain::{Plain, is_other};
use crate::table::delimiter::Delimiter;
use crate::table::settings::Settings;
use crate::table::shown::shown;
use crate::table::text::error;
use dp_verify::error::Error;
use std::ops::Range;

/// A list in brackets: all of it, and the lists in it.
#[derive(Debug)]
struct List {
    at: Range<usize>,
    inner: Vec<Range<usize>>,
}

/// Takes the brackets off, where the text is arrays and nothing else.
///
/// # Errors
/// An array of one list, which may be a row or a column; one whose entries are tables, or that something is done to;
/// what R prints of a vector.
pub(super) fn take_off(plain: &mut Plain, settings: &Settings) -> Result<(), Error> {
    let bytes = plain.text.as_bytes();
    expect_no_vector(&plain.text, plain.start)?;
    let Some(start) = begin(bytes, plain.start) else { return Ok(()) };
    expect_all_numbers(&plain.text, start)?;
    let Some((lists, end)) = lists(bytes, start)? else { return Ok(()) };
    // What is before and after it is nothing: an array, whatever it holds.
    let wrong = wrapped(&plain.text, plain.start..start, end..bytes.len());
    let inside = |at: &Range<usize>| at.start + 1..at.end - 1;
    let rows: Vec<Range<usize>> = match &lists[..] {
        [] => return Ok(()),
        [List { at, inner }] if inner.is_empty() => {
            let all = inside(at);
            if !bytes[all.clone()].contains(&b';') {
                if wrong.is_some() {
                    return Ok(());
                }
                let message = "found one list of numbers, expected a list for each row: [[0.75, 0.25], [0.25, 0.75]], or \
                               semicolons between rows";
                return Err(error(at.start, message));
            }
            let mut rows = Vec::new();
            let mut from = all.start;
            for i in all.clone().filter(|&i| bytes[i] == b';').chain([all.end]) {
                rows.push(from..i);
                from = i + 1;
            }
            rows
        }
        [List { at, inner }] => {
            if !between(bytes, inside(at), inner) {
                return Ok(());
            }
            inner.iter().map(inside).collect()
        }
        several if several.iter().all(|list| list.inner.is_empty()) => {
            let (first, last) = (several[0].at.start, several[several.len() - 1].at.end);
            let each: Vec<Range<usize>> = several.iter().map(|list| list.at.clone()).collect();
            if wrong.is_some() || !between(bytes, first..last, &each) {
                return Ok(());
            }
            each.iter().map(inside).collect()
        }
        _ => return Ok(()),
    };
    let is_odd = |row: &Range<usize>| {
        let text = plain.text.get(row.clone()).unwrap_or_default().trim();
        // A row and a column of R: [1,] and [,1].
        text.starts_with(',') || text.ends_with(',')
    };
    if rows.iter().any(is_odd) {
        return Ok(());
    }
    if let Some(wrong) = wrong {
        // Brackets with words in them may be names.
        let numbers =
            |row: &Range<usize>| plain.text.get(row.clone()).is_some_and(|row| row.bytes().any(|b| b.is_ascii_digit()));
        return if rows.iter().all(numbers) { Err(wrong) } else { Ok(()) };
    }
    let comma = rows.iter().any(|row| bytes[row.clone()].contains(&b','));
    let delimiter = if comma { Delimiter::Comma } else { Delimiter::Blanks };
    if is_other(settings, delimiter) {
        return Ok(());
    }
    expect_rows(bytes, &lists, &rows, comma)?;
    let mut new = vec![b' '; bytes.len()];
    new[..plain.start].copy_from_slice(&bytes[..plain.start]);
    for row in rows {
        let cells = bytes[row.clone()].iter().map(|&b| if b"\r\n\t'".contains(&b) { b' ' } else { b });
        new.splice(row.clone(), cells);
        if let Some(end) = new.get_mut(row.end) {
            *end = b'\n';
        }
    }
    plain.become_of(new, delimiter, "the brackets of an array left out");
    Ok(())
}

/// Rows that are rows: in Julia lists with nothing between them are columns, and in MATLAB a new line is a new row.
fn expect_rows(bytes: &[u8], lists: &[List], rows: &[Range<usize>], comma: bool) -> Result<(), Error> {
    if let [List { inner, .. }] = lists
        && inner.is_empty()
    {
        for row in rows {
            let text = bytes[row.clone()].trim_ascii();
            if let Some(at) = text.iter().position(|b| b"\r\n".contains(b)) {
                let skipped = bytes[row.clone()].iter().take_while(|b| b.is_ascii_whitespace()).count();
                let message =
                    "found a row of several lines between semicolons, expected a semicolon at the end of each row";
                return Err(error(row.start + skipped + at, message));
            }
        }
        return Ok(());
    }
    for pair in rows.windows(2) {
        let gap = &bytes[pair[0].end + 1..pair[1].start - 1];
        let joined = !(gap.iter().any(|b| b",;".contains(b)) || lists.len() > 1 && gap.contains(&b'\n'));
        if comma && joined {
            let message = "found lists with commas in them and none between: in Julia these are columns; expected a comma \
                           between rows, [[0.75, 0.25], [0.25, 0.75]] (and --transpose if they are columns)";
            return Err(error(pair[1].start - 1, message));
        }
    }
    Ok(())
}

/// R writes before each line of a vector which element comes next; that is no name.
fn expect_no_vector(text: &str, start: usize) -> Result<(), Error> {
    let rest = text.get(start..).unwrap_or_default();
    let at = start + rest.len() - rest.trim_start().len();
    let line = rest.trim_start().lines().next().unwrap_or_default();
    let vector = line.starts_with("[1] ") || line.trim_end() == "[[1]]";
    if vector {
        let message = "found numbers as R prints a vector or a list, where brackets count the elements, expected a matrix: \
                       write.csv(P, \"table.csv\", row.names = FALSE)";
        return Err(error(at, message));
    }
    Ok(())
}

/// NumPy and PyTorch leave numbers out of large arrays.
fn expect_all_numbers(text: &str, start: usize) -> Result<(), Error> {
    let rest = text.get(start..).unwrap_or_default();
    let nested = rest.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('['));
    match rest.find("...").filter(|_| nested) {
        Some(at) => {
            let message = "found ..., in the place of numbers that are left out, expected all of them: \
                           np.set_printoptions(threshold=sys.maxsize) before they are printed, or \
                           torch.set_printoptions(profile=\"full\")";
            Err(error(start + at, message))
        }
        None => Ok(()),
    }
}

/// What makes an array of lists, and changes nothing.
const CONSTRUCTORS: [&str; 10] = [
    "array",
    "matrix",
    "Matrix",
    "tensor",
    "np.array",
    "np.asarray",
    "np.matrix",
    "numpy.array",
    "numpy.matrix",
    "torch.tensor",
];

/// Where the lists begin, after what is before them in their line: `array(`, `X = `.
fn begin(bytes: &[u8], start: usize) -> Option<usize> {
    let mut open = start + bytes[start..].iter().position(|b| b"[{(".contains(b))?;
    let before = std::str::from_utf8(&bytes[start..open]).ok()?;
    if before.trim_start().contains(['\n', '\r', ',', ';', '\t', '|', '&', '"', '#']) {
        return None;
    }
    let mut word = before;
    // A call in a call, and no more: nobody writes three.
    for _ in 0..3 {
        let called = bytes[open] == b'(' && !word.trim().ends_with(['=', '-']) && !word.trim().is_empty();
        if !called {
            return Some(open);
        }
        let next = open + 1 + bytes[open + 1..].iter().position(|b| b"[{(".contains(b))?;
        word = std::str::from_utf8(&bytes[open + 1..next]).ok()?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || "_.".contains(c);
        if !word.trim().chars().all(is_name) {
            return None;
        }
        open = next;
    }
    None
}

/// What is wrong where something other than a name and a constructor is around an array: it may make other numbers of
/// them.
fn wrapped(text: &str, before: Range<usize>, after: Range<usize>) -> Option<Error> {
    let prefix = text.get(before.clone()).unwrap_or_default();
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !["columns", "cols", "transposed"].iter().any(|word| name.eq_ignore_ascii_case(word))
    };
    let (name, rest) = prefix.split_once("<-").or_else(|| prefix.split_once('=')).unwrap_or(("", prefix));
    let assigned = name.is_empty() && rest.len() == prefix.len() || is_name(name.trim());
    let called = rest.trim().strip_suffix('(').map(str::trim_end);
    let known = match called {
        Some(word) => word.is_empty() || CONSTRUCTORS.contains(&word),
        None => rest.trim().is_empty(),
    };
    let suffix = text.get(after.clone()).unwrap_or_default();
    let mut rest = suffix.trim();
    if called.is_some() {
        let ends = rest.find(')').map(|at| (rest[..at].trim(), rest[at + 1..].trim()));
        let (inner, behind) = ends.unwrap_or(("?", ""));
        let inner = inner.trim_start_matches(',').trim();
        let of_type = inner.strip_prefix("dtype").map(str::trim_start).and_then(|rest| rest.strip_prefix('='));
        let word = of_type.map(|word| word.trim().trim_matches(['\'', '"']));
        let last = word.and_then(|word| word.split('.').next_back()).unwrap_or_default();
        // As whole numbers all of them would be 0.
        let keeps = ["float", "double", "longdouble", "object", "half", "bfloat"].iter().any(|t| last.starts_with(t));
        let dotted = word.is_some_and(|word| word.chars().all(|c| c.is_ascii_alphanumeric() || "_.".contains(c)));
        rest = if inner.is_empty() || keeps && dotted { behind } else { suffix.trim() };
    }
    let ended = rest.is_empty() || rest == ";" || rest == ",";
    if assigned && known && ended {
        return None;
    }
    let (at, found) = if assigned && known {
        (after.start + suffix.len() - suffix.trim_start().len(), suffix.trim())
    } else {
        (before.start + prefix.len() - prefix.trim_start().len(), prefix.trim())
    };
    // A line of it.
    let found: String = found.lines().next().unwrap_or_default().chars().take(40).collect();
    let words = || found.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_ascii_lowercase);
    let turns = ["t", "transpose", "transposed", "columns", "cols"];
    let turned = found.starts_with('\'') || words().any(|word| turns.contains(&&*word));
    let advice = if turned { ", and --transpose if its columns are the rows of the table" } else { "" };
    let side = if assigned && known { "after" } else { "before" };
    let message = format!(
        "found \"{}\" {side} an array, which may make other numbers of it, expected the numbers alone, \
         [[0.75, 0.25], [0.25, 0.75]]{advice}",
        shown(&found)
    );
    Some(error(at, message))
}

/// The lists from here on, with nothing but separators between, and where they end; `None` of other things.
fn lists(bytes: &[u8], start: usize) -> Result<Option<(Vec<List>, usize)>, Error> {
    let close = |open: u8| match open {
        b'[' => b']',
        b'{' => b'}',
        _ => b')',
    };
    let (mut lists, mut open): (Vec<List>, Vec<(u8, usize)>) = (Vec::new(), Vec::new());
    let mut inner = Vec::new();
    let mut quoted = false;
    for (i, &b) in bytes.iter().enumerate().skip(start) {
        if b == b'"' {
            quoted = !quoted;
        }
        match b {
            _ if quoted => {}
            b'[' | b'{' | b'(' => {
                if open.len() == 2 {
                    let message = "found brackets three deep, expected a list of rows, each a list of numbers: \
                                   [[0.75, 0.25], [0.25, 0.75]]";
                    return if b == b'(' { Ok(None) } else { Err(error(i, message)) };
                }
                open.push((b, i));
            }
            b']' | b'}' | b')' => match (open.pop(), open.len()) {
                (Some((opened, from)), 1) if close(opened) == b => inner.push(from..i + 1),
                (Some((opened, from)), 0) if close(opened) == b => {
                    lists.push(List { at: from..i + 1, inner: std::mem::take(&mut inner) });
                }
                (None, _) if !lists.is_empty() => break,
                _ => return Ok(None),
            },
            _ if open.is_empty() && !(b.is_ascii_whitespace() || b == b',') => break,
            _ => {}
        }
    }
    let end = lists.last().map(|list| list.at.end);
    Ok(end.filter(|_| open.is_empty() && !quoted).map(|end| (lists, end)))
}

/// Whether there is nothing but separators between lists.
fn between(bytes: &[u8], all: Range<usize>, lists: &[Range<usize>]) -> bool {
    let mut at = all.start;
    let mut gaps = Vec::new();
    for list in lists {
        gaps.push(at..list.start);
        at = list.end;
    }
    gaps.push(at..all.end);
    gaps.into_iter().all(|gap| bytes[gap].iter().all(|&b| b.is_ascii_whitespace() || b == b',' || b == b';'))
}
