//! Excel's first line `sep=;`, which says what cells stand between.

use super::plain::Plain;
use crate::table::delimiter::Delimiter;
use crate::table::settings::Settings;
use crate::table::text::{blank, error, filled};
use dp_verify::error::Error;
use std::borrow::Cow;

/// Takes the line off, and keeps what it says.
pub(super) fn take_off(plain: &mut Plain, settings: &Settings) -> Result<(), Error> {
    let Some(&(from, to)) = filled(&plain.text, plain.start).first() else { return Ok(()) };
    let line = plain.text[from..to].trim_matches('"');
    let said = line.get(..4).filter(|word| word.eq_ignore_ascii_case("sep=")).and_then(|_| line.get(4..));
    // A tab at the end of a line is trimmed away above.
    let said = match said {
        Some("") if plain.text[to..].starts_with('\t') => "\t",
        Some(said) if said.chars().count() == 1 => said,
        _ => return Ok(()),
    };
    let delimiter = Delimiter::named(said).map_err(|expected| {
        error(from, format!("found \"sep={said}\", which says what cells stand between, {expected}"))
    })?;
    let mut bytes = plain.text.as_bytes().to_vec();
    blank(&mut bytes[from..to]);
    if delimiter == Delimiter::Tab {
        blank(&mut bytes[to..=to]);
    }
    if let Ok(text) = String::from_utf8(bytes) {
        plain.text = Cow::Owned(text);
        plain.delimiter = Some(settings.delimiter.unwrap_or(delimiter));
        plain.said.push("the first line says what cells stand between");
    }
    Ok(())
}
