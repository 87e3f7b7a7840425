//! `certify html MECHANISM.json CERTIFICATE.json`: the page of a certificate that is accepted.

use super::limits::Raised;
use super::terminal::{print, shown};
use crate::Options;
use crate::accountant::beside;
use crate::html::{Files, page};
use dp_verify::file::Unusable;
use dp_verify::limits::Limits;
use dp_verify::report::{Answer, printable};
use dp_verify::{file, verify};
use std::path::PathBuf;

const EXAMPLE: &str = "\
Exit status:
  0  the certificate is accepted, and its page is printed
  1  the certificate is refused, and nothing is printed
  2  the input or the call is wrong, and nothing is printed
  3  a limit was reached, or the certificate leaves a claim of the file undecided; nothing is printed

Example:
  certify examples/five-hobbies.json -o five-hobbies.cert.json
  certify html examples/five-hobbies.json five-hobbies.cert.json > five-hobbies.html";

/// Prints the page of a mechanism file and its certificate, which is checked first: one HTML file with pictures
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    /// A mechanism file
    #[arg(value_name = "MECHANISM.json")]
    mechanism: PathBuf,
    /// Its certificate
    #[arg(value_name = "CERTIFICATE.json")]
    certificate: PathBuf,
    #[command(flatten)]
    raised: Raised,
}

/// The same with the call that was meant, where the two files stand the other way round.
fn turned_round(wrong: Unusable, call: &Call, limits: &Limits) -> String {
    let Call { mechanism, certificate, .. } = call;
    let at_format = wrong.error.as_ref().is_some_and(|error| error.path == "$.format");
    let turned = at_format && file::mechanism(certificate, limits).is_ok();
    let hint = || format!("; did you mean certify html {} {}?", shown(certificate), shown(mechanism));
    wrong.message + &if turned { hint() } else { String::new() }
}

pub(super) fn run(call: &Call) -> Result<u8, String> {
    let limits = call.raised.limits();
    let mechanism = file::mechanism(&call.mechanism, &limits).map_err(|e| turned_round(e, call, &limits))?;
    let bytes = file::read(&call.certificate, &limits)?;
    let verification = verify(&mechanism, &bytes, &limits).map_err(|e| format!("{}:{e}", shown(&call.certificate)))?;
    let word = match verification.answer() {
        Answer::Accepted => {
            let name = |path: &PathBuf| path.to_string_lossy().into_owned();
            let files = Files { mechanism: name(&call.mechanism), certificate: Some(name(&call.certificate)) };
            let mut report = verification.report;
            report.hints.extend(beside(&mechanism, &Options { limits, ..Options::default() }));
            print(&page(&mechanism, &report, files, &limits))?;
            return Ok(0);
        }
        Answer::Refused => "refused",
        Answer::Declined => "not accepted",
    };
    let why = verification
        .refusals
        .first()
        .map_or_else(String::new, |refusal| format!(": {}", printable(&refusal.to_string())));
    super::terminal::complain(&format!(
        "{}: the certificate is {word}, so there is no page of it{why} (verify tells all)",
        shown(&call.certificate)
    ));
    Ok(verification.status(false))
}
