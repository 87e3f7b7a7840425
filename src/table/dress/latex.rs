//! Rows of LaTeX: `0.75 & 0.25 \\`, with what makes a table of them before, between and behind.

use super::plain::{Plain, is_other};
use crate::table::delimiter::Delimiter;
use crate::table::settings::Settings;
use crate::table::text::blank;

const AND: Delimiter = Delimiter::Other(b'&');

/// Commands that are no part of a cell, each with its arguments.
const COMMANDS: [&str; 16] = [
    "begin",
    "end",
    "hline",
    "toprule",
    "midrule",
    "bottomrule",
    "cline",
    "cmidrule",
    "addlinespace",
    "centering",
    "caption",
    "label",
    "left",
    "right",
    "small",
    "footnotesize",
];

/// Takes them off, where the rows are of LaTeX; whether they are.
pub(super) fn take_off(plain: &mut Plain, settings: &Settings) -> bool {
    let text = &plain.text[plain.start..];
    let is_latex = text.contains('&') && (text.contains("\\\\") || text.contains("\\tabularnewline"));
    if !is_latex || is_other(settings, AND) {
        return false;
    }
    let mut bytes = plain.text.as_bytes().to_vec();
    let mut at = plain.start;
    while at < bytes.len() {
        at = match bytes[at] {
            b'\\' => command(&mut bytes, at),
            b'%' if is_comment(&bytes, at) => {
                let end = bytes[at..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |n| at + n);
                blank(&mut bytes[at..end]);
                end
            }
            // Lines end where rows do, and nowhere else.
            b'$' | b'~' | b'\n' | b'\r' => {
                bytes[at] = b' ';
                at + 1
            }
            _ => at + 1,
        };
    }
    plain.become_of(bytes, AND, "the ends of rows and rules of LaTeX left out");
    true
}

/// Whether a % begins a comment: one that stands in a row is a sign that its writer forgot to mask.
fn is_comment(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].iter().rev().take_while(|&&b| b != b'\n').all(|&b| b == b' ' || b == b'\t');
    let rest: Vec<u8> = bytes[at..].iter().copied().take_while(|&b| b != b'\n').collect();
    before || !rest.contains(&b'&') && !rest.windows(2).any(|two| two == b"\\\\")
}

/// Takes off what begins with a backslash here, if it is no part of a cell; what is to be looked at next.
fn command(bytes: &mut [u8], at: usize) -> usize {
    let rest = &bytes[at + 1..];
    let name: Vec<u8> = rest.iter().copied().take_while(u8::is_ascii_alphabetic).collect();
    let of_name = at + 1 + name.len();
    match rest.first() {
        _ if name == b"tabularnewline" => row_end(bytes, at, of_name),
        Some(b'\\') => {
            let end = if bytes.get(at + 2) == Some(&b'*') { at + 3 } else { at + 2 };
            let end = if bytes.get(end) == Some(&b'[') { argument(bytes, end).unwrap_or(end) } else { end };
            row_end(bytes, at, end)
        }
        Some(b'%') => {
            bytes[at] = b' ';
            at + 2
        }
        Some(b',' | b';' | b'!' | b' ' | b':') => {
            blank(&mut bytes[at..at + 2]);
            at + 2
        }
        _ if COMMANDS.iter().any(|command| command.as_bytes() == name) => {
            let mut end = of_name;
            if name == b"left" || name == b"right" {
                end = (end + 1).min(bytes.len());
            }
            while let Some(next) = argument(bytes, end) {
                end = next;
            }
            bytes[at..end].iter_mut().for_each(|b| *b = b' ');
            end
        }
        _ => at + 1,
    }
}

fn row_end(bytes: &mut [u8], at: usize, end: usize) -> usize {
    bytes[at..end].iter_mut().for_each(|b| *b = b' ');
    bytes[at] = b'\n';
    end
}

/// Where an argument in braces, brackets or parentheses ends that begins here.
fn argument(bytes: &[u8], at: usize) -> Option<usize> {
    let open = *bytes.get(at)?;
    let close = match open {
        b'{' => b'}',
        b'[' => b']',
        b'(' => b')',
        _ => return None,
    };
    let mut depth = 0_usize;
    for (i, &b) in bytes.iter().enumerate().skip(at) {
        if b == open {
            depth += 1;
        } else if b == close {
            depth -= 1;
            if depth == 0 {
                return Some(i + 1);
            }
        }
    }
    None
}
