//! The privacy that a file declares, in the file's own words.

use crate::error::Error;
use crate::json::{Value, View};

/// α, ε or ρ as the file writes it, numbers as text: what a report repeats, and nothing is computed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Declared {
    /// `"alpha": "1/2"`.
    Alpha(String),
    /// `"epsilon": "ln(2)"`.
    Epsilon(String),
    /// `"alpha": {"root_of": [...], "between": [low, high]}`.
    Root {
        /// The coefficients from the constant up.
        polynomial: Vec<String>,
        /// The interval.
        between: Vec<String>,
    },
    /// `"alpha": "symbolic", "between": [low, high]`.
    Symbolic {
        /// The interval.
        between: Vec<String>,
    },
    /// `"rho": "1/2"`.
    Rho(String),
}

impl Declared {
    /// Of a `privacy` object that has been read and keeps to the format.
    pub(super) fn read(privacy: &View) -> Result<Self, Error> {
        if let Some(epsilon) = privacy.field("epsilon") {
            return Ok(Declared::Epsilon(written(&epsilon)));
        }
        if let Some(rho) = privacy.field("rho") {
            return Ok(Declared::Rho(written(&rho)));
        }
        if let Some(between) = privacy.field("between") {
            return Ok(Declared::Symbolic { between: all(&between)? });
        }
        let alpha = privacy.required("alpha")?;
        Ok(match alpha.field("root_of") {
            Some(polynomial) => {
                Declared::Root { polynomial: all(&polynomial)?, between: all(&alpha.required("between")?)? }
            }
            None => Declared::Alpha(written(&alpha)),
        })
    }
}

fn all(view: &View) -> Result<Vec<String>, Error> {
    Ok(view.array("an array of numbers")?.map(|number| written(&number)).collect())
}

/// A number as it stands in the file, without quotes and the blanks within them.
fn written(view: &View) -> String {
    match view.value() {
        Value::Number(text) => (*text).to_owned(),
        Value::String(text) => text.trim().to_owned(),
        _ => String::new(),
    }
}
