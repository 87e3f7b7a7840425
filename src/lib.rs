//! Decides statements about finite differentially private mechanisms with exact arithmetic, and writes a
//! certificate of each verdict.
//!
//! The way of the data: a mechanism file is read by [`dp_verify`], a verdict and a witness are found for each claim and
//! written down as a certificate, and the verifier checks that before anybody sees it. Nothing in this crate is
//! trusted.
//!
//! ```
//! let file = br#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2},
//!     "mechanism": {"matrix": [["2/3", "1/3"], ["1/3", "2/3"]]}, "claims": ["tight-constraints"]}"#;
//! let certified = dp_certify::certify(file, &dp_certify::Options::default())?;
//! assert_eq!(certified.report.summary(), "3 claims hold, 0 fail");
//! // Anybody can check that, without this crate.
//! let mechanism = dp_certify::Mechanism::read(file, &dp_certify::Limits::default())?;
//! let checked = dp_certify::verify(&mechanism, certified.certificate.as_bytes(), &dp_certify::Limits::default())?;
//! assert!(checked.accepted());
//! # Ok::<(), dp_certify::Error>(())
//! ```
//!
//! | wanted | here |
//! |---|---|
//! | verdicts with a certificate | [`certify`], or [`certify_mechanism`] of a file that [`file::mechanism`] has read |
//! | what was found, claim by claim | [`report`]: a [`Report`] of [`report::Statement`]s with [`report::Value`]s |
//! | a certificate checked | [`verify`], whose [`Verification`] says [`report::Answer`] and why |
//! | a file of a declaration, a table, another file | [`declare`], [`import`], [`construct`], [`repair`], [`induced`] |
//! | what came out of runs, counted | [`counts`]: tables of counts, and logs of any length |
//! | questions beside the claims | [`profile`], [`trade_off`], [`pattern`], [`bracket`], [`export`], [`transform`] |
//! | words and pages | [`explain`], `html` |
//! | to stop a search | [`interrupt`]; [`Underway`] ends it with what is decided |
//!
//! [`model`] is the mechanism file as it was read. Numbers that files and reports have are num-rational's, those of the
//! search and of [`profile`] malachite's.
//!
//! `linear` and `program` are the search's inside, and `command` is the program `certify`: they may change at any time.

pub mod accountant;
pub mod bracket;
pub mod budget;
mod certificate;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod command;
pub mod construct;
pub mod counts;
pub mod decide;
pub mod declare;
mod effort;
#[doc(hidden)]
pub mod exact;
pub mod explain;
pub mod export;
#[cfg(feature = "figures")]
pub mod figure;
pub mod graph;
#[cfg(feature = "page")]
pub mod html;
pub mod import;
pub mod induced;
pub mod interrupt;
pub mod law;
#[doc(hidden)]
pub mod linear;
mod options;
mod pairs;
pub mod pattern;
pub mod profile;
#[doc(hidden)]
pub mod program;
pub mod repair;
mod statement;
pub mod table;
pub mod theorems;
mod timing;
pub mod trade_off;
pub mod transform;
mod underway;

pub use certificate::Certified;
pub use dp_verify::error::Error;
use dp_verify::json::{self, View};
pub use dp_verify::limits::Limits;
pub use dp_verify::model::{Kind, Mechanism};
pub use dp_verify::report::Report;
pub use dp_verify::{Verification, file, model, number, report, verify};
pub use options::{Options, patient};
pub use underway::Underway;

/// Decides the claims of a mechanism file and what else is found of it.
///
/// The exit status of `certify` is [`Report::status`] of the report.
///
/// # Errors
/// If the file is malformed or over a limit, with path, line and column.
pub fn certify(bytes: &[u8], options: &Options) -> Result<Certified, Error> {
    certify_mechanism(&Mechanism::read(bytes, &options.limits)?, options)
}

/// The same for a mechanism that has been read, with the files that its claims name (see
/// [`dp_verify::file::mechanism`]).
///
/// # Errors
/// If the verifier refuses the certificate, which would be a fault of this program.
pub fn certify_mechanism(mechanism: &Mechanism, options: &Options) -> Result<Certified, Error> {
    let decisions = decide::decide(mechanism, options);
    let left = decisions.left.for_checks();
    let mut certified = certificate::checked(mechanism, decisions, options)?;
    let search = usize::try_from(left).unwrap_or(usize::MAX);
    let beside = Options { limits: Limits { search, ..options.limits }, asked: None, ..options.clone() };
    certified.report.hints.extend(accountant::beside(mechanism, &beside));
    Ok(certified)
}

/// That a file declares an ε, which `what` is about, and no ρ.
fn expect_epsilon(mechanism: &Mechanism, root: &View, what: &str) -> Result<(), Error> {
    if mechanism.privacy.rho.is_none() {
        return Ok(());
    }
    let place = root.field("privacy").unwrap_or(*root);
    Err(place
        .instead(format!("{what} is about ε, and this file declares ρ"), "\"epsilon\" or \"alpha\" in \"privacy\""))
}

/// A mechanism file whose graph and table are those of the file: none of a product too large to be written out.
fn read_whole(bytes: &[u8], limits: &Limits) -> Result<Mechanism, Error> {
    let mechanism = Mechanism::read(bytes, limits)?;
    if !mechanism.parts().is_empty() {
        let node = json::read(bytes, limits)?;
        let root = View::root(&node);
        let message = "a composition, which only certify, verify, profile and trade-off take";
        return Err(root.field("mechanism").unwrap_or(root).error(message).locate(bytes));
    }
    let (is_product, is_response) = (mechanism.large_product().is_some(), mechanism.response().is_some());
    let is_noise = mechanism.gaussian().is_some();
    if is_product || is_response || is_noise {
        let node = json::read(bytes, limits)?;
        let root = View::root(&node);
        let message = if is_noise {
            "discrete Gaussian noise, which has no table and which only certify and verify take"
        } else if is_product {
            "a product too large to be written out, which only certify, verify and profile take"
        } else {
            "a closed form judged by its structure, which only certify, verify and profile take"
        };
        return Err(root.field("mechanism").unwrap_or(root).error(message).locate(bytes));
    }
    Ok(mechanism)
}
