//! Any bytes as a certificate of one of the examples: nothing is proved that is not so.
#![no_main]

use dp_fuzz::{Known, examples, small};
use libfuzzer_sys::{Corpus, fuzz_target};
use std::sync::LazyLock;

static EXAMPLES: LazyLock<Vec<Known>> = LazyLock::new(examples);

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Some((which, certificate)) = bytes.split_first() else { return Corpus::Reject };
    let known = &EXAMPLES[usize::from(*which) % EXAMPLES.len()];
    if let Ok(verification) = dp_verify::verify(&known.mechanism, certificate, &small()) {
        known.holds_against(&verification);
    }
    Corpus::Keep
});
