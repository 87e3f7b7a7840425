//! Witnesses as a certificate has them: from JSON to the kernel's and back.
//!
//! A [`Given`] is a witness with what the file has in short: mechanisms in closed form, factors of a product. It is
//! read from JSON and written as JSON, and [`Given::written_out`] is the kernel's witness. Whether anything fits, and
//! whether it proves anything, is the kernel's to say.

mod given;
mod interval;
mod mechanism;
mod parts;
mod read;
mod reading;
mod sampled;
mod single;
#[cfg(test)]
mod tests;
mod vector;
mod write;

pub use crate::numerals::polynomial;
pub use given::{Best, Covering, Given, Mechanism};
pub use read::{given, read};
pub use reading::{Reading, Unread};
pub use write::write;
