//! A text, and the same without what it is dressed in.

use crate::table::delimiter::Delimiter;
use crate::table::settings::Settings;
use std::borrow::Cow;

/// A text, and the same, byte for byte as long, without what dresses it as a table.
#[derive(Debug, Clone)]
pub(in crate::table) struct Plain<'a> {
    /// What was read.
    pub(in crate::table) source: &'a str,
    /// What is left of it.
    pub(in crate::table) text: Cow<'a, str>,
    /// Where it begins, after a byte order mark.
    pub(in crate::table) start: usize,
    /// What the dress says that cells stand between.
    pub(in crate::table) delimiter: Option<Delimiter>,
    /// Whether it says that the first row is names.
    pub(in crate::table) header: Option<bool>,
    /// What it is, in words.
    pub(in crate::table) said: Vec<&'static str>,
}

impl<'a> Plain<'a> {
    /// A text with nothing around its cells.
    pub(in crate::table) fn of(source: &'a str) -> Self {
        let start = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { source, text: Cow::Borrowed(source), start, delimiter: None, header: None, said: Vec::new() }
    }

    /// From a place on, where the next thing is that is not blank, if anything was taken off.
    pub(in crate::table) fn past_dress(&self, at: usize) -> usize {
        let rest = self.text.get(at..).filter(|_| self.delimiter.is_some()).unwrap_or_default();
        let blank = rest.len() - rest.trim_start().len();
        if blank == rest.len() { at } else { at + blank }
    }

    /// The text is this from here on.
    pub(super) fn become_of(&mut self, bytes: Vec<u8>, delimiter: Delimiter, said: &'static str) {
        // Whole characters alone were written over.
        if let Ok(text) = String::from_utf8(bytes) {
            (self.text, self.delimiter) = (Cow::Owned(text), Some(delimiter));
            self.said.push(said);
        }
    }
}

/// Whether a delimiter is said, and is another one.
pub(super) fn is_other(settings: &Settings, delimiter: Delimiter) -> bool {
    settings.delimiter.is_some_and(|said| said != delimiter)
}
