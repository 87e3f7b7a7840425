//! Reports from the field: each file comes out as it expects, with the certificate that lies beside it, and the page
//! of the documentation tells of each.

use crate::files::{files, mechanism, name, root};
use dp_certify::{Options, certify_mechanism};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::verify;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = "examples/field";

/// The mechanism files, without their certificates.
fn reports() -> Vec<PathBuf> {
    let certificate = |path: &Path| path.to_string_lossy().ends_with(".cert.json");
    files(FOLDER).into_iter().filter(|path| !certificate(path)).collect()
}

/// What is wrong with a file, if anything is.
fn fault(path: &Path, mechanism: &Mechanism) -> Option<String> {
    let certified = certify_mechanism(mechanism, &Options::default()).expect("a good file");
    let beside = path.with_extension("cert.json");
    if std::env::var_os("UPDATE_CERTIFICATES").is_some() {
        fs::write(&beside, &certified.certificate).expect("written");
    }
    let committed = fs::read_to_string(&beside).unwrap_or_default();
    let verification = verify(mechanism, committed.as_bytes(), &Limits::default());
    if mechanism.note.is_none() {
        Some("names no source".to_owned())
    } else if certified.report.status() != 0 {
        Some(format!("comes out with the status {}", certified.report.status()))
    } else if certified.certificate != committed {
        Some("has another certificate: run the tests once with UPDATE_CERTIFICATES=1".to_owned())
    } else {
        verification.ok().is_none_or(|v| !v.accepted()).then(|| "is not accepted".to_owned())
    }
}

#[test]
fn every_report_comes_out_as_its_file_expects() {
    let fault = |path: &PathBuf| Some(format!("{}: {}", name(path), fault(path, &mechanism(path))?));
    let faults: Vec<String> = reports().iter().filter_map(fault).collect();
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!(files(FOLDER).len(), 2 * reports().len(), "a certificate without its file");
}

/// The items of the page begin with the names of the files that they are about.
#[test]
fn the_page_tells_of_every_report_and_of_no_other() {
    let page = fs::read_to_string(root().join("docs/src/field.md")).expect("the page");
    let items = page.lines().filter_map(|line| line.strip_prefix("- `")?.split_once("`: "));
    let told: Vec<String> = items.flat_map(|(names, _)| names.split("`, `")).map(str::to_owned).collect();
    let there: BTreeSet<String> = reports().iter().map(|path| name(path)).collect();
    assert_eq!(told.len(), there.len(), "one is left out, or told twice");
    let told: BTreeSet<String> = told.into_iter().collect();
    assert_eq!(told, there);
}
