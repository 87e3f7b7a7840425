//! Arrays as programs print them: lists of lists of Python, R and JSON, NumPy's without commas, rows between semicolons
//! as in MATLAB and Julia.

use super::plain::{Plain, is_other};
use crate::table::delimiter::Delimiter;
use crate::table::settings::Settings;
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
/// An array of one list, which may be a row or a column; one whose entries are tables.
pub(super) fn take_off(plain: &mut Plain, settings: &Settings) -> Result<(), Error> {
    let bytes = plain.text.as_bytes();
    let Some(start) = begin(bytes, plain.start) else { return Ok(()) };
    let Some(lists) = lists(bytes, start)? else { return Ok(()) };
    let inside = |at: &Range<usize>| at.start + 1..at.end - 1;
    let rows: Vec<Range<usize>> = match &lists[..] {
        [] => return Ok(()),
        [List { at, inner }] if inner.is_empty() => {
            let all = inside(at);
            if !bytes[all.clone()].contains(&b';') {
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
            if !between(bytes, first..last, &each) {
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
    let comma = rows.iter().any(|row| bytes[row.clone()].contains(&b','));
    let delimiter = if comma { Delimiter::Comma } else { Delimiter::Blanks };
    if is_other(settings, delimiter) {
        return Ok(());
    }
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

/// Where the first bracket is, after a name: `array([[`, `X = [`.
fn begin(bytes: &[u8], start: usize) -> Option<usize> {
    let open = start + bytes[start..].iter().position(|b| b"[{(".contains(b))?;
    let before = std::str::from_utf8(&bytes[start..open]).ok()?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_. =\r\n\t".contains(c);
    let word = before.trim();
    let named = before.chars().all(is_name) && !word.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    if !named || before.trim_start().contains(['\n', '\r']) {
        return None;
    }
    let called = bytes[open] == b'(' && !word.is_empty();
    if called {
        begin(bytes, open + 1).filter(|&at| bytes[open + 1..at].iter().all(u8::is_ascii_whitespace))
    } else {
        Some(open)
    }
}

/// The lists from here on, with nothing but separators between and behind them; `None` of other things.
fn lists(bytes: &[u8], start: usize) -> Result<Option<Vec<List>>, Error> {
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
                // What called it ends: array([...]).
                (None, _) if !lists.is_empty() && is_end(&bytes[i..]) => return Ok(Some(lists)),
                _ => return Ok(None),
            },
            _ if open.is_empty() && !(b.is_ascii_whitespace() || b == b',') => {
                return Ok(Some(lists).filter(|lists| !lists.is_empty() && is_end(&bytes[i..])));
            }
            _ => {}
        }
    }
    Ok(Some(lists).filter(|_| open.is_empty() && !quoted))
}

/// Whether only this comes after an array: `)`, `;`, `, dtype=float64)`.
fn is_end(rest: &[u8]) -> bool {
    let rest = String::from_utf8_lossy(rest);
    let rest: String = rest.chars().filter(|c| !c.is_whitespace()).collect();
    let rest = rest.trim_matches([')', ';', ',']);
    rest.is_empty() || rest.starts_with("dtype=") && rest.len() < 40 && !rest.contains(['[', '(', ','])
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
