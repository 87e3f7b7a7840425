//! How many random instances a test tries: at most 64, which is what a `proptest!` has that says nothing. One that is
//! worth more begins with `#![proptest_config(cases(500))]`, or counts `instances(500)`, and has as many where
//! `exhaustive` compiles it once more.

use proptest::test_runner::Config;
use std::ops::Range;

/// Whether these tests are the exhaustive ones.
pub(crate) fn are_exhaustive() -> bool {
    env!("CARGO_PKG_NAME") == "dp-exhaustive"
}

/// So many instances in the exhaustive tests, and in the others as many as `PROPTEST_CASES` says: 64, by
/// `.cargo/config.toml`.
pub(crate) fn cases(exhaustive: u32) -> Config {
    let usual = Config::default();
    let cases = if are_exhaustive() { exhaustive } else { usual.cases.min(exhaustive) };
    Config { cases, failure_persistence: None, ..usual }
}

/// The same without proptest: the numbers of the instances.
#[allow(dead_code, reason = "in some of the binaries all random instances are proptest's")]
pub(crate) fn instances(exhaustive: u64) -> Range<u64> {
    0..if are_exhaustive() { exhaustive } else { exhaustive.min(64) }
}
