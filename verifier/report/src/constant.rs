//! The number `b` of exact values for programs, as a mechanism file writes its `constant`: with it and α a report says
//! by itself what its numbers are, whoever says what `b` is: the file, the lengths of its edges, or the ε of its uses.

use super::value::MOST_CHARACTERS;
use dp_file::model::Constant;

/// The `constant` of a report.
#[derive(serde::Serialize)]
#[serde(untagged)]
pub(super) enum ConstantPart {
    RootOfAlpha { root_of_alpha: u32 },
    Exponential { exp: String },
    Root { root_of: Vec<String>, between: [String; 2] },
}

impl ConstantPart {
    /// `None` of a rational, which no value is written in, and over 200 characters unless it is wanted `whole`.
    pub(super) fn of(constant: &Constant, whole: bool) -> Option<Self> {
        let part = match constant {
            Constant::Rational(_) => return None,
            Constant::RootOfAlpha(k) => Self::RootOfAlpha { root_of_alpha: *k },
            Constant::Exponential(rate) => Self::Exponential { exp: format!("-{rate}") },
            Constant::Root { polynomial, between: (low, high) } => Self::Root {
                root_of: polynomial.iter().map(ToString::to_string).collect(),
                between: [low.to_string(), high.to_string()],
            },
        };
        (whole || part.characters() <= MOST_CHARACTERS).then_some(part)
    }

    fn characters(&self) -> usize {
        match self {
            Self::RootOfAlpha { .. } => 0,
            Self::Exponential { exp } => exp.len(),
            Self::Root { root_of, between } => {
                root_of.iter().chain(between).fold(0, |sum, text| sum.saturating_add(text.len()))
            }
        }
    }
}
