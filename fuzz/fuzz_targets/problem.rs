//! Any bytes as a dp-problem/1, checked with the certificate of an example.
#![no_main]

use dp_fuzz::{Known, examples, small};
use dp_verify::problem;
use libfuzzer_sys::{Corpus, fuzz_target};
use std::sync::LazyLock;

static EXAMPLES: LazyLock<Vec<Known>> = LazyLock::new(examples);

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Some((which, text)) = bytes.split_first() else { return Corpus::Reject };
    let known = &EXAMPLES[usize::from(*which) % EXAMPLES.len()];
    let limits = small();
    if let Ok(elaborated) = problem::read(text, &limits, &problem::meter(&limits)) {
        let _ = dp_verify::verify_problem(&elaborated, known.certificate, &limits);
    }
    Corpus::Keep
});
