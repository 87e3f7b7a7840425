//! Tables of Markdown, and of programs that draw lines between rows: outer pipes, and rules such as `|---|:--:|`.

use super::plain::{Plain, is_other};
use crate::table::delimiter::Delimiter;
use crate::table::settings::Settings;
use crate::table::text::{blank, filled};

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

/// Takes rules and outer pipes off, where there are any; whether there were.
pub(super) fn take_off(plain: &mut Plain, settings: &Settings) -> bool {
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
    let below_names = rules.contains(&1) || rules.starts_with(&[0, 2]) && rules.len() <= 3;
    let has_pipes = rows.iter().any(|&i| text(i).contains('|'));
    if !has_pipes || is_other(settings, PIPE) || !(in_pipes || below_names) {
        return false;
    }
    let mut bytes = plain.text.as_bytes().to_vec();
    let mut header = below_names.then_some(true);
    for (i, &(from, to)) in lines.iter().enumerate() {
        let line = &plain.text[from..to];
        let first = from + line.len() - line.trim_start().len();
        let nothing = line.trim_matches(['|', ' ', '\t']).is_empty();
        if rules.contains(&i) || nothing && below_names && rows.first() == Some(&i) {
            blank(&mut bytes[from..to]);
            // Markdown wants names, and has empty ones where there are none.
            header =
                header.filter(|_| !nothing || rules.contains(&i)).or(below_names.then_some(false).filter(|_| nothing));
            continue;
        }
        if bytes[first] == b'|' {
            bytes[first] = b' ';
        }
        if to > first + 1 && bytes[to - 1] == b'|' {
            bytes[to - 1] = b' ';
        }
    }
    plain.header = header;
    plain.become_of(bytes, PIPE, "the rules and outer pipes of Markdown left out");
    true
}
