//! Witnesses as a certificate has them: from JSON to the kernel's and back.
//!
//! A [`Given`] is a witness with what the file has in short: mechanisms in closed form, factors of a product. It is read from
//! JSON and written as JSON, and [`Given::written_out`] is the kernel's witness. Whether anything fits, and whether it proves
//! anything, is the kernel's to say.

mod given;
mod mechanism;
mod parts;
mod read;
#[cfg(test)]
mod tests;
mod vector;
mod write;

pub use given::{Best, Covering, Given, Mechanism};
pub use read::{Reading, Unread, given, read};
pub(crate) use vector::integer;
pub use vector::polynomial;
pub use write::write;
pub(crate) use write::{fraction_json, number_json, root_json};
