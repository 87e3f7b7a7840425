//! The report as text, at most 80 columns wide.

use super::{Gain, Outcome, Prior, Report, Statement};
use dp_file::text::{printable, quoted};
use std::fmt::Write as _;

const COLUMNS: usize = 80;

/// The most characters of what a file calls itself.
const NAME: usize = 200;

/// Whether verdicts are coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Plain text.
    Plain,
    /// ANSI colours, for a terminal.
    Colour,
}

impl Report {
    /// The report for a person: what was asked, the verdict of each claim, then the findings.
    pub fn to_text(&self, style: Style) -> String {
        self.told(style, false)
    }

    /// The report for a person; those reasons for what is undecided that a certificate gives are quoted, as they are a
    /// stranger's.
    pub(super) fn told(&self, style: Style, of_certificate: bool) -> String {
        let mut text = String::new();
        let name = self.name.as_deref().map_or_else(|| "unnamed mechanism file".into(), |name| quoted(name, NAME));
        wrap(&mut text, "", "    ", &name);
        let outputs = self.mechanism_in_words();
        wrap(&mut text, "", "  ", &self.graph.in_words());
        let (nodes, edges) = (self.nodes.count("node"), self.graph.edges_in_words());
        wrap(&mut text, "", "  ", &format!("{nodes}, {edges}, {outputs}"));
        wrap(&mut text, "", "  ", &format!("declared: {}", self.declared_in_words()));
        let gain = Some(&self.gain).filter(|gain| !gain.is_binary()).map(Gain::in_words);
        for line in gain.into_iter().chain(self.priors.iter().map(Prior::in_words)) {
            wrap(&mut text, "", "    ", &line);
        }
        if let Some(counted) = &self.counted {
            wrap(&mut text, "", "  ", &format!("counts: {}", counted.in_words()));
        }
        if let Some(lacking) = &self.lacking {
            wrap(&mut text, "", "  ", &format!("missing: {}", lacking.in_words()));
        }
        if let Some(words) = &self.promised {
            wrap(&mut text, "", "  ", &format!("promised: {words}"));
        }
        if let Some(words) = self.noise_in_words() {
            wrap(&mut text, "", "  ", &format!("noise: {words}"));
        }
        if let Some(words) = self.sample_in_words() {
            wrap(&mut text, "", "  ", &format!("sample: {words}"));
        }
        for (title, declared) in [("Claims", true), ("Findings", false)] {
            let mut statements = self.statements.iter().filter(|s| s.declared == declared).peekable();
            if statements.peek().is_some() {
                let _ = writeln!(text, "\n{title}");
                statements.for_each(|s| self.write_statement(&mut text, s, (style, of_certificate)));
            }
        }
        text
    }

    fn write_statement(&self, text: &mut String, statement: &Statement, (style, of_certificate): (Style, bool)) {
        let (outcome, word) = (statement.outcome(), statement.word());
        let colour = match word {
            "unproved" | "FAILS" => 31,
            "undecided" => 33,
            "holds" => 32,
            _ => 0,
        };
        let padded = format!("{word:<9}");
        let painted = match style {
            Style::Colour if colour > 0 && (statement.declared || colour != 32) => {
                format!("\x1b[{colour}m{padded}\x1b[0m")
            }
            _ => padded.clone(),
        };
        let mut line = self.label(statement);
        match (outcome, statement.expected) {
            (_, Some(true)) => line += ", as expected",
            (Outcome::Refuted, Some(false)) => line += ", NOT as expected",
            _ => {}
        }
        let unmet = statement.expected_and_found().filter(|_| outcome == Outcome::Refuted);
        let start = text.len();
        // What names are too long for one line stands further to the right than values and reasons.
        wrap(text, &format!("  {padded} "), "                ", &line);
        // Colour goes in after the line is measured.
        let word = start.saturating_add(2);
        text.replace_range(word..word.saturating_add(padded.len()), &painted);
        if let Some(unmet) = unmet {
            wrap(text, "            ", "              ", &unmet);
        }
        for (name, value) in &statement.values {
            let beside = self.beside(statement, name).map_or_else(String::new, |beside| format!("{beside} = "));
            wrap(text, "            ", "              ", &format!("{name} = {beside}{}", value.in_text()));
        }
        let reason = statement.reason.as_ref().map(|reason| match of_certificate {
            true => format!("the certificate says: {}", quoted(reason, usize::MAX)),
            false => printable(reason),
        });
        for sentence in statement.explanation.iter().map(|sentence| printable(sentence)).chain(reason) {
            wrap(text, "            ", "            ", &sentence);
        }
    }
}

/// The columns of a character on a terminal: two for the wide ones of East Asia and for pictures, some of which
/// a terminal may show narrow.
fn column(c: char) -> usize {
    let wide = matches!(u32::from(c), 0x1100..=0x115f | 0x231a..=0x231b | 0x2329..=0x232a | 0x23e9..=0x23f3
        | 0x25fd..=0x25fe | 0x2600..=0x27bf | 0x2b1b..=0x2b1c | 0x2b50 | 0x2b55 | 0x2e80..=0xa4cf | 0xa960..=0xa97f
        | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe10..=0xfe6f | 0xff01..=0xff60 | 0xffe0..=0xffe6
        | 0x16fe0..=0x1b2ff | 0x1d300..=0x1d37f | 0x1f000..=0x1faff | 0x20000..=0x3ffff);
    if wide { 2 } else { 1 }
}

fn columns(text: &str) -> usize {
    text.chars().map(column).sum()
}

/// Breaks `line` at spaces into lines of at most 80 columns; a longer word is cut. Spaces in a row are one, so that
/// a stranger's text can't be laid out as lines of the report.
pub fn wrap(text: &mut String, first: &str, next: &str, line: &str) {
    let mut current = first.to_owned();
    let mut width = columns(first);
    let mut fresh = true;
    for word in line.split(' ').filter(|word| !word.is_empty()) {
        let length = columns(word);
        if !fresh && width.saturating_add(length) >= COLUMNS {
            text.push_str(current.trim_end());
            text.push('\n');
            current = next.to_owned();
            width = columns(next);
            fresh = true;
        }
        if !fresh {
            current.push(' ');
            width = width.saturating_add(1);
        }
        for c in word.chars() {
            if width.saturating_add(column(c)) > COLUMNS {
                text.push_str(&current);
                text.push('\n');
                current = next.to_owned();
                width = columns(next);
            }
            current.push(c);
            width = width.saturating_add(column(c));
        }
        fresh = false;
    }
    text.push_str(current.trim_end());
    text.push('\n');
}
