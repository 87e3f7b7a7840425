//! Decides statements about finite differentially private mechanisms with exact arithmetic, and writes a
//! certificate of each verdict.
//!
//! The way of the data: a mechanism file is read by [`dp_verify`], [`decide`] finds a verdict and a witness
//! for each claim, [`certificate`] writes them down, and the verifier checks them before anybody sees them.
//! Nothing in this crate is trusted.

pub mod bracket;
pub mod certificate;
pub mod construct;
pub mod decide;
pub mod exact;
pub mod export;
pub mod figure;
pub mod graph;
pub mod import;
pub mod induced;
pub mod linear;
pub mod pattern;
pub mod profile;
pub mod program;
pub mod repair;

pub mod theorems;
mod timing;
pub mod transform;

use dp_verify::error::Error;
use dp_verify::json::{self, View};
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::report::Report;

/// What to decide, and how large a file may be.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Of the findings, decide only these; empty: all that are cheap. The file's claims are always decided.
    pub only: Vec<Kind>,
    /// Decide `unique` and `least` of `tight-constraints-exist` on graphs of any size.
    pub unique: bool,
    /// Find optima by the linear program even where there is a closed form.
    pub general: bool,
    /// Limits on the mechanism file.
    pub limits: Limits,
    /// Decide one statement after the other, so that what is logged of their routes stays in order.
    pub in_order: bool,
}

/// A certificate that the verifier has checked, and its report.
#[derive(Debug, Clone)]
pub struct Certified {
    /// The certificate, `dp-certificate/1`.
    pub certificate: String,
    /// What the verifier says of it.
    pub report: Report,
}

/// Decides the claims of a mechanism file and what else is found of it.
///
/// The exit status of `certify` is [`Report::status`] of the report.
///
/// # Errors
/// If the file is malformed or over a limit, with path, line and column.
pub fn certify(bytes: &[u8], options: &Options) -> Result<Certified, Error> {
    certify_mechanism(&Mechanism::read(bytes, &options.limits)?, options)
}

/// The same for a mechanism that has been read, with the files that its claims name (see [`dp_verify::file::mechanism`]).
///
/// # Errors
/// If the verifier refuses the certificate, which would be a fault of this program.
pub fn certify_mechanism(mechanism: &Mechanism, options: &Options) -> Result<Certified, Error> {
    certificate::checked(mechanism, decide::decide(mechanism, options), &options.limits)
}

/// A mechanism file whose graph and table are those of the file: none of a product too large to be written out.
fn read_whole(bytes: &[u8], limits: &Limits) -> Result<Mechanism, Error> {
    let mechanism = Mechanism::read(bytes, limits)?;
    if mechanism.large_product().is_some() {
        let node = json::read(bytes, limits)?;
        let root = View::root(&node);
        let message = "a product too large to be written out, which only certify, verify and profile take";
        return Err(root.field("mechanism").unwrap_or(root).error(message).locate(bytes));
    }
    Ok(mechanism)
}
