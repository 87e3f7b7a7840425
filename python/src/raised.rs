//! Errors on their way to Python: as `dp-error/1`, of which `dp_certify.errors` makes exceptions.

use dp_verify::file::Unusable;
use dp_verify::report::{error_to_line, printable};
use pyo3::prelude::*;
use std::any::Any;

/// Why there is no answer.
pub(crate) enum Raised {
    /// The input or the call is wrong, or over a limit.
    Unusable(Box<Unusable>),
    /// A fault of this program.
    Internal(String),
}

impl From<Unusable> for Raised {
    fn from(why: Unusable) -> Self {
        Self::Unusable(Box::new(why))
    }
}

impl From<String> for Raised {
    fn from(message: String) -> Self {
        Unusable::from(message).into()
    }
}

impl Raised {
    /// What a panic said.
    pub(crate) fn internal(panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
        Self::Internal(text.unwrap_or_else(|| "no message".into()))
    }

    /// `dp-error/1` on a line.
    pub(crate) fn line(&self) -> String {
        match self {
            Self::Unusable(why) => error_to_line(why),
            Self::Internal(said) => {
                let message = format!("internal error, please report: {}", printable(said));
                serde_json::json!({ "format": "dp-error/1", "version": env!("CARGO_PKG_VERSION"), "exit": 2,
                    "error": { "kind": "internal", "message": message } })
                .to_string()
            }
        }
    }

    /// The exception.
    pub(crate) fn exception(&self, py: Python<'_>) -> PyErr {
        let made = py.import("dp_certify.errors").and_then(|module| module.call_method1("of_line", (self.line(),)));
        made.map_or_else(|e| e, PyErr::from_value)
    }
}
