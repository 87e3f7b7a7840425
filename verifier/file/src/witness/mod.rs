//! Witnesses as a certificate has them: from JSON to the kernel's and back.
//!
//! What is short in the file is written out here: vectors by cells, mechanisms in closed form, witnesses that several parts of
//! an interval share. Whether anything fits, and whether it proves anything, is the kernel's to say.

mod mechanism;
mod parts;
mod read;
#[cfg(test)]
mod tests;
mod vector;
mod write;

pub use read::{Reading, Unread, read};
pub(crate) use vector::integer;
pub use vector::polynomial;
pub use write::write;
pub(crate) use write::{fraction_json, number_json, root_json};
