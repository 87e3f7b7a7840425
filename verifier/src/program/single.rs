//! A single certificate: its check, and what is printed of it, for files on the disk and for those held in memory.

use super::arguments::Call;
use super::ending::{Ended, declined};
use super::pairs::turned_round;
use crate::certificate::{Checks, Watch, verify_watched};
use crate::report::{Style, error_to_json};
use crate::{Verification, file};
use dp_file::error::Error;
use dp_file::file::Unusable;
use dp_file::files::Files;
use dp_file::limits::Limits;
use std::path::Path;

/// Checks a certificate against a mechanism file: `verify MECHANISM.json CERTIFICATE.json`.
///
/// # Errors
/// What is wrong with which file.
pub fn checked(files: &dyn Files, paths: [&Path; 2], limits: &Limits, watch: &Watch) -> Result<Verification, Unusable> {
    let [mechanism, certificate] = paths;
    let read = file::mechanism_from(files, mechanism, limits).map_err(|e| turned_round(e, files, paths, limits))?;
    let bytes = file::read_from(files, certificate, limits)?;
    // What has no place in the certificate is wrong with the file.
    let of = |e: &Error| if e.line == 0 { mechanism } else { certificate };
    verify_watched(&read, &bytes, limits, Checks::within(limits), watch).map_err(|e| Unusable::at(of(&e), e))
}

/// What `verify` prints of what came of it.
pub fn ended(result: &Result<Verification, Unusable>, call: &Call, style: Style) -> Ended {
    let verification = match result {
        Ok(verification) => verification,
        Err(why) => return unusable(why, call),
    };
    let printed = match (call.quiet, call.json) {
        (true, _) => String::new(),
        (_, true) => verification.to_json(call.exact) + "\n",
        _ => verification.told(style, call.holds),
    };
    Ended { printed, complaint: None, status: verification.status(call.holds) }
}

/// What is wrong with a file: a limit that was met before anything was checked, or else, in words on standard error,
/// and with `--format json` by its parts on standard output.
pub(super) fn unusable(why: &Unusable, call: &Call) -> Ended {
    let printed = match (call.quiet, call.json, why.over_limit) {
        (true, ..) | (_, false, false) => String::new(),
        (_, true, true) => declined(why).to_string() + "\n",
        (_, false, true) => format!("DECLINED\n{}\n", why.message),
        (_, true, false) => error_to_json(why) + "\n",
    };
    let (complaint, status) = if why.over_limit { (None, 3) } else { (Some(why.message.clone()), 2) };
    Ended { printed, complaint, status }
}
