//! The report as text, at most 80 columns wide.

use super::{Outcome, Report, Statement, Value, Verdict, describe_alpha};
use crate::number::{Rational, bits, decimal};
use std::fmt::Write as _;

const COLUMNS: usize = 80;
/// The most characters of an exact number in running text.
const SHORT: usize = 32;

/// Whether verdicts are coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Plain text.
    Plain,
    /// ANSI colours, for a terminal.
    Colour,
}

/// Whether a terminal might obey this character, or a reader overlook it: controls, bidirectional and invisible
/// formatting characters, and every blank but the space.
pub(super) fn is_unprintable(c: char) -> bool {
    c.is_control()
        || c.is_whitespace() && c != ' '
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// A stranger's text with everything that a terminal might obey written as `\u{…}`.
pub fn printable(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unprintable(c) {
            let _ = write!(safe, "{}", c.escape_unicode());
        } else {
            safe.push(c);
        }
    }
    safe
}

/// The fraction itself where it is short, else its decimal.
pub fn exact_or_decimal(x: &Rational) -> String {
    let short = (bits(x) / 4 <= SHORT as u64).then(|| x.to_string()).filter(|text| text.len() <= SHORT);
    short.unwrap_or_else(|| format!("about {}", decimal(x)))
}

/// A number in a sentence: an integer or short terminating decimal as such, a short fraction, else about
/// its decimal.
pub(crate) fn brief(x: &Rational) -> String {
    if bits(x) <= 64 {
        let million = Rational::from(crate::number::BigInt::from(1_000_000));
        let scaled = x * &million;
        if x.is_integer() {
            return x.to_string();
        }
        if scaled.is_integer() && scaled.denom() != x.denom() {
            let text = crate::number::significant(x, 20);
            return text.trim_end_matches('0').to_owned();
        }
        return x.to_string();
    }
    exact_or_decimal(x)
}

impl Report {
    /// The report for a person: what was asked, the verdict of each claim, then the findings.
    pub fn to_text(&self, style: Style) -> String {
        let mut text = String::new();
        let name = self.name.as_deref().map_or_else(|| "unnamed mechanism file".into(), printable);
        wrap(&mut text, "", "    ", &name);
        let outputs = self.outputs.map_or_else(|| "no mechanism".into(), |m| count(m, "output"));
        let (exact, decimal) = describe_alpha(&self.alpha);
        let decimal = decimal.filter(|_| exact.contains('/')).map_or_else(String::new, |d| format!(" = {d}"));
        let alpha = if exact.len() > COLUMNS { decimal.replace(" = ", "about ") } else { exact + &decimal };
        let delta = self.delta.as_ref().map_or_else(String::new, |d| format!(", δ = {}", exact_or_decimal(d)));
        wrap(&mut text, "", "  ", &format!("{}, {outputs}, α = {alpha}{delta}", count(self.nodes, "node")));
        for (title, declared) in [("Claims", true), ("Findings", false)] {
            let mut statements = self.statements.iter().filter(|s| s.declared == declared).peekable();
            if statements.peek().is_some() {
                let _ = writeln!(text, "\n{title}");
                statements.for_each(|s| write_statement(&mut text, s, style));
            }
        }
        text
    }
}

fn count(n: usize, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

fn write_statement(text: &mut String, statement: &Statement, style: Style) {
    let outcome = statement.outcome();
    let (word, colour) = match (statement.verdict, outcome) {
        _ if !statement.checked => ("refused", 31),
        (Verdict::Undecided, _) => ("undecided", 33),
        (Verdict::Fails, Outcome::Refuted) if statement.declared => ("FAILS", 31),
        (Verdict::Fails, _) => ("fails", 0),
        (Verdict::Holds, _) => ("holds", 32),
    };
    let padded = format!("{word:<9}");
    let painted = match style {
        Style::Colour if colour > 0 && (statement.declared || colour != 32) => format!("\x1b[{colour}m{padded}\x1b[0m"),
        _ => padded.clone(),
    };
    let mut line = statement.claim.to_string();
    match (outcome, statement.expected) {
        (_, Some(true)) => line += ", as expected",
        (Outcome::Refuted, Some(false)) => line += ", NOT as expected",
        _ => {}
    }
    let start = text.len();
    wrap(text, &format!("  {padded} "), "            ", &line);
    // Colour goes in after the line is measured.
    text.replace_range(start + 2..start + 2 + padded.len(), &painted);
    for (name, value) in &statement.values {
        wrap(text, "            ", "              ", &format!("{name} = {}", in_words(value)));
    }
    for sentence in statement.explanation.iter().chain(&statement.reason) {
        wrap(text, "            ", "            ", &printable(sentence));
    }
}

fn in_words(value: &Value) -> String {
    match (value, value.exact(SHORT), value.decimal()) {
        (Value::Flag(flag), ..) => flag.to_string(),
        (Value::Text(name), ..) => (*name).to_owned(),
        (_, Some(exact), Some(decimal)) if exact.contains('/') => format!("{exact} = {decimal}"),
        (_, Some(exact), _) => exact,
        (_, None, Some(decimal)) => decimal,
        (_, None, None) => "not known to twelve digits".into(),
    }
}

/// Breaks `line` at spaces into lines of at most 80 columns; a longer word is cut. Spaces in a row are one, so that
/// a stranger's text can't be laid out as lines of the report.
pub(crate) fn wrap(text: &mut String, first: &str, next: &str, line: &str) {
    let mut current = first.to_owned();
    let mut width = first.chars().count();
    let mut fresh = true;
    for word in line.split(' ').filter(|word| !word.is_empty()) {
        let length = word.chars().count();
        if !fresh && width + 1 + length > COLUMNS {
            text.push_str(current.trim_end());
            text.push('\n');
            current = next.to_owned();
            width = next.chars().count();
            fresh = true;
        }
        if !fresh {
            current.push(' ');
            width += 1;
        }
        for c in word.chars() {
            if width == COLUMNS {
                text.push_str(&current);
                text.push('\n');
                current = next.to_owned();
                width = next.chars().count();
            }
            current.push(c);
            width += 1;
        }
        fresh = false;
    }
    text.push_str(current.trim_end());
    text.push('\n');
}
