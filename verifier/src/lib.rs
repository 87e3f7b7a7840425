//! Re-checks certificates about finite differentially private mechanisms.
//!
//! The verifier reads a mechanism file (`dp-mechanism/1`) and a certificate (`dp-certificate/1`), computes
//! the graph, its distances and everything else from the mechanism file, and checks each statement's
//! witness by multiplication, addition and comparison of exact numbers. It searches for nothing, and takes
//! nothing from the certificate on trust. `certificates/FORMAT.md` says what each witness is and why it
//! proves its claim; each module of [`check`] carries the theorem it rests on.

pub mod alpha;
pub mod certificate;
pub mod check;
pub mod error;
pub mod file;
pub mod graph;
pub mod json;
pub mod limits;
pub mod model;
pub mod number;
pub mod report;

pub use certificate::{Refusal, Verification, verify};
