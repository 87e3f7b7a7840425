//! Numbers past a limit, in all examples: the small form of it, with the reasons, is the verifier's own.

#[path = "../../../verifier/tests/files/budgets.rs"]
mod own;

use own::{Tried, proofs};
use rayon::prelude::*;
use std::path::Path;

/// Every budget up to 2,000 steps, and 500 more up to what is needed.
#[test]
fn no_budget_changes_a_proof_of_an_example() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certificates/examples");
    let names: Vec<String> = std::fs::read_dir(folder)
        .expect("certificates")
        .filter_map(|entry| Some(entry.ok()?.file_name().to_str()?.strip_suffix(".cert.json")?.to_owned()))
        .collect();
    assert!(names.len() > 40, "{names:?}");
    let tried = Tried { up_to: 2_000, each: 1, spaced: 500 };
    let counts: Vec<usize> = names.par_iter().map(|name| proofs(name, &tried)).collect();
    for (name, count) in names.iter().zip(counts) {
        assert!(count > 0, "{name}: no proof within any budget");
    }
}
