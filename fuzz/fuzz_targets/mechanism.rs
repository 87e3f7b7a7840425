//! Any bytes as a mechanism file: read or refused with a place, and decided within the limits.
#![no_main]

use dp_certify::{Options, certify_mechanism};
use dp_verify::model::Mechanism;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let limits = dp_fuzz::small();
    match Mechanism::read(bytes, &limits) {
        // Every error says what was found and what to do.
        Err(error) => assert!(!error.to_string().is_empty()),
        // What the certifier hands out has been accepted: an error here is a fault of its own.
        Ok(mechanism) if mechanism.query.graph.nodes() <= 6 => {
            let certified = certify_mechanism(&mechanism, &Options { limits, ..Options::default() });
            certified.expect("a certificate that is accepted");
        }
        Ok(_) => {}
    }
});
