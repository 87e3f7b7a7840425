//! What the page is told, as JSON.

use dp_certify::html::{self, Files, Told};
use dp_verify::certificate::Watch;
use dp_verify::file::{self, Unusable};
use dp_verify::files::Held;
use dp_verify::json::{self, View};
use dp_verify::limits::Limits;
use dp_verify::program::{Call, checked, ended};
use dp_verify::report::{Outcome, Report, Statement, Style, Verdict, Verification, printable};
use dp_verify::text::count;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// The most statements of each list that the page has in words; all are in the text.
const MOST: usize = 200;

/// What each file says that it is, its hash, and of a certificate the hash of the file that it is about.
pub(crate) fn kinds(names: &[String], files: &Held) -> String {
    let kinds = names.iter().map(|name| kind(files.get(Path::new(name)).unwrap_or_default()));
    Value::from(kinds.collect::<Vec<_>>()).to_string()
}

fn kind(bytes: &[u8]) -> Value {
    let sha256: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let node = json::read(bytes, &Limits::default()).ok();
    let root = node.as_ref().map(View::root);
    let text = |key: &str| root.as_ref()?.field(key)?.string("").ok().map(str::to_owned);
    json!({ "format": text("format"), "sha256": sha256, "of": text("sha256") })
}

/// A certificate that was accepted, and the paths of the mechanism file and of itself.
pub(crate) struct Accepted {
    paths: [PathBuf; 2],
    report: Report,
}

/// What `verify` prints of a certificate, as text and as JSON, and the same as the page lays it out.
pub(crate) fn check(files: &Held, paths: [PathBuf; 2], watch: &Watch) -> (String, Option<Accepted>) {
    let result = checked(files, paths.each_ref().map(PathBuf::as_path), &Limits::default(), watch);
    let [text, report] = [false, true].map(|json| ended(&result, &Call { json, ..Call::default() }, Style::Plain));
    let shown = result.as_ref().map_or_else(unusable, verified);
    let answer = json!({
        "status": text.status, "text": text.printed, "complaint": text.complaint, "json": report.printed,
        "shown": shown,
    });
    let accepted = result.ok().filter(Verification::accepted);
    (answer.to_string(), accepted.map(|verification| Accepted { paths, report: verification.report }))
}

/// What is wrong with a file.
fn unusable(why: &Unusable) -> Value {
    json!({ "word": if why.over_limit { "DECLINED" } else { "UNREADABLE" }, "why": [why.message] })
}

fn verified(verification: &Verification) -> Value {
    let report = &verification.report;
    let listed = |declared: bool| {
        let mut statements: Vec<&Statement> = report.statements.iter().filter(|of| of.declared == declared).collect();
        // What went wrong first.
        statements.sort_by_key(|of| declared && of.verdict == Verdict::Holds && of.outcome() == Outcome::Met);
        let failing = statements.iter().filter(|of| of.verdict == Verdict::Fails).count();
        let told = statements.iter().take(MOST).map(|of| told(html::told(of, report))).collect::<Vec<_>>();
        json!({ "told": told, "more": statements.len().saturating_sub(MOST), "failing": failing })
    };
    let why = verification.refusals.iter().take(MOST).map(|refusal| printable(&refusal.to_string()));
    json!({
        "word": verification.word(),
        "why": why.collect::<Vec<_>>(),
        "name": report.name.as_deref().map(printable),
        "sha256": report.sha256,
        "proved": count(verification.proved(), "statement"),
        "summary": report.summary(),
        "declared": report.declared_in_words(),
        "neighbours": report.graph.in_short(),
        "size": format!("{}, {}", report.nodes.count("node"), report.mechanism_in_words()),
        "claims": listed(true),
        "findings": listed(false),
    })
}

fn told(told: Told) -> Value {
    let Told { title, word, verdict, is_value, label, sentence, values, reasons } = told;
    json!({
        "title": title, "word": word, "verdict": verdict.name(), "states": if is_value { "value" } else { "claim" },
        "label": label, "sentence": sentence, "values": values, "reasons": reasons,
    })
}

/// The page of `certify html`; none of a certificate that is not accepted.
pub(crate) fn page(files: &Held, accepted: Option<&Accepted>) -> String {
    let limits = Limits::default();
    let drawn = accepted.and_then(|Accepted { paths: [path, certificate], report }| {
        let mechanism = file::mechanism_from(files, path, &limits).ok()?;
        let [path, certificate] = [path, certificate].map(|path| path.to_string_lossy().into_owned());
        Some(html::page(&mechanism, report, Files { mechanism: path, certificate: Some(certificate) }, &limits))
    });
    Value::from(drawn).to_string()
}
