//! What a verification found, for people and for programs.

// Nothing that a file says ends in a panic.
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]
#![warn(clippy::todo, clippy::unimplemented, clippy::get_unwrap)]
#![warn(clippy::indexing_slicing, clippy::string_slice, clippy::arithmetic_side_effects)]

mod because;
mod constant;
mod counted;
mod escape;
mod evidence;
mod expectation;
mod expected;
mod gain;
mod incomplete;
mod irrational_logarithm;
mod json;
mod law;
mod nearly;
mod neighbours;
mod noise;
mod number;
mod part;
mod power;
mod prior;
mod privacy;
mod range;
mod relation;
mod report;
mod shown;
mod statement;
mod text;
mod unlike;
mod value;
mod verification;
pub mod words;
mod wrong;

pub use because::Because;
pub use counted::Runs;
pub use dp_algebra::Logarithm;
pub use dp_file::model::{Size, Verdict};
pub use dp_file::number::exact_or_decimal;
pub use dp_file::text::{named, printable};
pub use evidence::{Evidence, FaultyRow, Gap, Place};
pub use expectation::{Bound, Expectation};
pub use gain::Gain;
pub use incomplete::Lacking;
pub use json::Carried;
pub use law::law;
pub use neighbours::Neighbours;
pub use noise::Noise;
pub use number::Number;
pub use part::Part;
pub use power::Power;
pub use prior::{Prior, PriorKind};
pub use privacy::Privacy;
pub use range::Range;
pub use report::{Hint, Report};
pub use statement::{Outcome, Statement};
pub use text::Style;
pub use text::wrap;
pub(crate) use value::BYTES_OF_PART;
pub use value::{Pieces, Value};
pub use verification::{Answer, BY_HOLDS, Refusal, Verification};
pub use wrong::{asks_for, asks_for_json, error_of_several, error_to_json, error_to_line};
