//! What an input costs is in the meter: a mechanism file that is refused for its steps, or checked, takes no more than twenty
//! times the usual time of a step, and a floor for what every call does.
#![no_main]

use dp_verify::limits::Limits;
use dp_verify::model::{Mechanism, sha256};
use libfuzzer_sys::fuzz_target;
use std::time::{Duration, Instant};

/// A step is about a nanosecond.
const STEPS: usize = 1 << 24;
const MOST: Duration = Duration::from_millis(20 * 17 * 4 + 100);

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { steps: STEPS, ..Limits::default() };
    let start = Instant::now();
    if let Ok(mechanism) = Mechanism::read(bytes, &limits) {
        let claims = "stochastic dp approximate-dp capacity expected-error".split(' ');
        let statements: Vec<String> =
            claims.map(|claim| format!(r#"{{"claim":"{claim}","verdict":"holds"}}"#)).collect();
        let certificate = format!(
            r#"{{"format":"dp-certificate/2","sha256":"{}","statements":[{}]}}"#,
            sha256(bytes),
            statements.join(",")
        );
        let _ = dp_verify::verify(&mechanism, certificate.as_bytes(), &limits);
    }
    // Of the file, of digits, of checks and of the report, each has its own.
    assert!(start.elapsed() < MOST, "{:?}", start.elapsed());
});
