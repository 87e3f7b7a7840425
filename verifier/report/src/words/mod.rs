//! From what the kernel proves to what people read: sentences, names, and values in lowest terms with their digits.
//!
//! The kernel knows numbers and places; the labels of nodes and outputs and the declared privacy come from the
//! mechanism file. Nothing here decides anything. What is computed only to be shown counts its work like a check, as a
//! certificate may ask for long numbers: where a sentence's number takes more than is left it says "a number", a value
//! that does refuses the report.

mod about;
mod because;
mod better;
mod compared;
mod completions;
mod evidence;
mod expectation;
mod failure;
mod over;
mod part;
mod ratio;
mod reason;
mod rows;
mod sampled;
mod shifted;
mod statement;
mod subject;
#[cfg(test)]
mod tests;
mod uses;
mod vacuous;
mod value;

pub use about::Words;
pub use expectation::expectations;
pub use failure::failure;
pub use reason::reasons;
pub(crate) use sampled::in_decimals;
pub use statement::statement;
pub use value::{theorem, value, values};
