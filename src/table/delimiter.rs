//! What stands between the cells of a line.

/// What stands between two cells of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delimiter {
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// A tab.
    Tab,
    /// One space or several.
    Blanks,
    /// Another character, such as `|`.
    Other(u8),
}

impl Delimiter {
    /// Those that are recognised; the first where they make no difference.
    pub(super) const RECOGNISED: [Self; 4] = [Self::Comma, Self::Semicolon, Self::Tab, Self::Blanks];

    /// By its name (`comma`, `semicolon`, `tab`, `blanks`) or the character itself.
    ///
    /// # Errors
    /// What was expected.
    pub fn named(text: &str) -> Result<Self, String> {
        let of_numbers_and_quotes = |b: u8| b"\"'#.+-/%_".contains(&b);
        match (text, text.as_bytes()) {
            ("comma" | ",", _) => Ok(Self::Comma),
            ("semicolon" | ";", _) => Ok(Self::Semicolon),
            ("tab" | "\t" | "\\t", _) => Ok(Self::Tab),
            ("blanks" | "blank" | "space" | " ", _) => Ok(Self::Blanks),
            (_, &[b]) if b.is_ascii_punctuation() && !of_numbers_and_quotes(b) => Ok(Self::Other(b)),
            _ => Err("expected comma, semicolon, tab, blanks, or a character such as |".to_owned()),
        }
    }

    /// As `--delimiter` takes it.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Comma => "comma".to_owned(),
            Self::Semicolon => "semicolon".to_owned(),
            Self::Tab => "tab".to_owned(),
            Self::Blanks => "blanks".to_owned(),
            Self::Other(b) => char::from(b).to_string(),
        }
    }

    /// What cells stand between.
    pub(crate) fn words(self) -> String {
        match self {
            Self::Blanks => "blanks".to_owned(),
            Self::Other(b) => format!("characters {}", char::from(b)),
            named => named.name() + "s",
        }
    }

    pub(crate) fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Blanks => b' ',
            Self::Other(b) => b,
        }
    }
}
