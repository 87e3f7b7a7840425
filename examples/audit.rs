//! The library in a program: from which ε on is a table private, and is the certificate of that accepted?
//!
//! `cargo run --release --example audit`

use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::report::Outcome;
use dp_verify::verify;

/// A vendor's noisy answer to a yes-or-no question, said to be (ln 3)-private.
const VENDOR: &str = r#"{
    "format": "dp-mechanism/1",
    "name": "noisy yes or no",
    "privacy": { "epsilon": "ln(3)" },
    "query": { "graph": "line", "nodes": 2, "labels": ["no", "yes"] },
    "mechanism": { "matrix": [[0.75, 0.25], [0.24, 0.76]], "outputs": ["no", "yes"] }
}"#;

fn main() -> Result<(), dp_verify::error::Error> {
    let certified = certify(VENDOR.as_bytes(), &Options::default())?;
    for statement in certified.report.claims() {
        println!("{}: {}", statement.claim, statement.verdict.name());
        for (name, value) in &statement.values {
            println!("  {name} = {}", value.exact(40).or_else(|| value.decimal()).unwrap_or_default());
        }
        for sentence in &statement.explanation {
            println!("  {sentence}");
        }
    }

    // Only the verifier's word is evidence: it reads the file anew and checks every witness.
    let mechanism = Mechanism::read(VENDOR.as_bytes(), &Limits::default())?;
    let verification = verify(&mechanism, certified.certificate.as_bytes(), &Limits::default())?;
    assert!(verification.accepted());
    let dp = verification.report.claims().find(|s| s.claim.kind == Kind::Dp);
    assert!(dp.is_some_and(|dp| dp.outcome() == Outcome::Refuted));
    println!("the verifier accepts the certificate: {}", verification.summary());
    Ok(())
}
