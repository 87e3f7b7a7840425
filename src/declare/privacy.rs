//! The declared privacy: ε, α or ρ, and another one in the place of a file's.

use super::wrong::{Wrong, whole};
use crate::construct::document::string;
use crate::construct::extent;
use dp_verify::error::Error;
use dp_verify::json::{self, Value};
use dp_verify::limits::Limits;
use std::fmt;

/// ε, α or ρ, as it is written.
#[derive(Debug, Clone)]
pub enum Privacy {
    /// ε
    Epsilon(String),
    /// α = e^-ε; `symbolic` for every α, or an object in JSON.
    Alpha(String),
    /// The ρ of ρ-zCDP, in the place of both and of δ.
    Rho(String),
}

impl Privacy {
    /// `"epsilon": …`, `"alpha": …` or `"rho": …`.
    ///
    /// # Errors
    /// An object that is no JSON.
    pub(super) fn json(&self) -> Result<String, Wrong> {
        Ok(match self {
            Self::Epsilon(epsilon) => format!("\"epsilon\": {}", string(epsilon)),
            Self::Rho(rho) => format!("\"rho\": {}", string(rho)),
            Self::Alpha(alpha) if alpha.trim() == "symbolic" => {
                r#""alpha": "symbolic", "between": ["0", "1"]"#.to_owned()
            }
            Self::Alpha(alpha) if alpha.trim_start().starts_with('{') => {
                format!("\"alpha\": {}", whole("--alpha", alpha)?)
            }
            Self::Alpha(alpha) => format!("\"alpha\": {}", string(alpha)),
        })
    }
}

/// Why a file's privacy can't be replaced.
#[derive(Debug, Clone)]
pub enum Unchanged {
    /// The file is wrong.
    File(Error),
    /// What is to be put there is wrong.
    Declared(Wrong),
}

impl fmt::Display for Unchanged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Declared(wrong) => wrong.fmt(f),
        }
    }
}

impl std::error::Error for Unchanged {}

/// The text of a mechanism file with another ε, α or ρ, another δ, or both; all else stays as it is written. A file
/// without `privacy` is left as it is, for its reader to refuse.
///
/// # Errors
/// A file that is no JSON; an α that is none.
pub fn with_privacy(
    bytes: &[u8],
    privacy: Option<&Privacy>,
    delta: Option<&str>,
    limits: &Limits,
) -> Result<String, Unchanged> {
    let root = json::read(bytes, limits).map_err(|e| Unchanged::File(e.locate(bytes)))?;
    let text = String::from_utf8_lossy(bytes).into_owned();
    let members = if let Value::Object(members) = &root.value { &members[..] } else { &[] };
    let Some((_, old)) = members.iter().find(|(key, _)| key == "privacy") else { return Ok(text) };
    let Value::Object(fields) = &old.value else { return Ok(text) };
    let is_rho = matches!(privacy, Some(Privacy::Rho(_)));
    let goes = |key: &str| privacy.is_some() && (is_rho || key != "delta") || delta.is_some() && key == "delta";
    let mut new = Vec::new();
    new.extend(privacy.map(Privacy::json).transpose().map_err(Unchanged::Declared)?);
    for (key, node) in fields.iter().filter(|(key, _)| !goes(key)) {
        new.push(format!("{}: {}", string(key), extent(&text, node.offset)));
    }
    new.extend(delta.map(|delta| format!("\"delta\": {}", string(delta))));
    let end = old.offset + extent(&text, old.offset).len();
    Ok(format!("{}{{ {} }}{}", &text[..old.offset], new.join(", "), &text[end..]))
}
