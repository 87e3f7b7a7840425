//! The small is always decided: random files of up to twelve nodes and outputs, of all claims and all kinds of α, half
//! of their tables optimal or tight mechanisms or exact ties, and numbers of up to forty digits.
//!
//! The sweep, by the program as users run it, prints how many statements are undecided, by claim and kind of α, and
//! what took longest:
//!
//! ```text
//! SMALL_FILES=5000 cargo test --release --manifest-path exhaustive/Cargo.toml small -- --nocapture
//! ```
//!
//! takes an hour, and holds each file to what it may take. `SMALL_FROM` (1) numbers the first file, `SMALL_CERTIFY` is
//! another program, and files that are undecided, slow or refused are kept in `SMALL_KEEP`, a folder of the system's
//! temporary one unless named.

mod alpha;
mod files;
mod query;
mod random;
mod sweep;
mod table;

use dp_certify::construct::{self, Wishes, construct};
use dp_certify::{Limits, Options, certify};
use dp_verify::report::Verdict;
use serde_json::Value;

/// By the library.
fn made(kind: &str, prior: Option<&str>, query: &Value) -> Option<Value> {
    let wishes = Wishes { prior, ..Wishes::default() };
    let made = construct(construct::Kind::named(kind)?, &wishes, query.to_string().as_bytes(), &Limits::default());
    serde_json::from_str(&made.ok()?).ok()
}

#[test]
fn every_small_file_is_decided() {
    for seed in 1..=60 {
        let file = files::file(seed, files::SHORT, &made);
        let certified = certify(file.text.to_string().as_bytes(), &Options::default())
            .unwrap_or_else(|e| panic!("{}: {e}", file.text));
        for statement in &certified.report.statements {
            if statement.reason.as_ref().is_some_and(|why| why.contains(files::OF_SOME)) {
                continue;
            }
            assert_ne!(
                statement.verdict,
                Verdict::Undecided,
                "{} of {}: {:?}",
                statement.claim,
                file.text,
                statement.reason
            );
        }
    }
}
