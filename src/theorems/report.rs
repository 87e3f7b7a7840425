//! What a run of the suite found, as text and as JSON, `dp-theorems/1`.

use super::case::{Case, Proved};
use super::statement::Statement;
use dp_verify::report::printable;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The outcome of each case of some statements.
#[derive(Debug)]
pub struct Run {
    statements: Vec<(Statement, Vec<Outcome>)>,
}

/// A case and its certificate, or why it is not proved.
type Outcome = (Case, Result<Proved, String>);

/// A file of the suite: its place in the folder, and its text.
type Written<'a> = (String, &'a str);

impl Run {
    /// The outcomes by the place of their statement.
    pub(super) fn new(statements: Vec<Statement>, outcomes: Vec<(usize, Case, Result<Proved, String>)>) -> Self {
        let mut statements: Vec<_> = statements.into_iter().map(|statement| (statement, Vec::new())).collect();
        for (i, case, outcome) in outcomes {
            statements[i].1.push((case, outcome));
        }
        Self { statements }
    }

    /// Whether every statement has cases and each of them is proved.
    pub fn is_proved(&self) -> bool {
        !self.statements.is_empty() && self.statements.iter().all(|(_, outcomes)| all_proved(outcomes))
    }

    /// A line that counts, one for each statement, and one for each case that is not proved.
    pub fn to_text(&self) -> String {
        let cases: usize = self.statements.iter().map(|(_, outcomes)| outcomes.len()).sum();
        let failed = self.statements.iter().filter(|(_, outcomes)| !all_proved(outcomes)).count();
        let proved = self.statements.len() - failed;
        let not = if failed == 0 { "0 not".to_owned() } else { format!("{failed} NOT PROVED") };
        let mut text = format!("{} proved, {not}; {}\n\n", count(proved, "statement"), count(cases, "case"));
        let width = self.statements.iter().map(|(statement, _)| statement.id.len()).max().unwrap_or(0);
        for (statement, outcomes) in &self.statements {
            let (id, verdict) = (statement.id, statement.verdict.name());
            let cases = count(outcomes.len(), "case");
            let word = if all_proved(outcomes) { "proved" } else { "NOT PROVED" };
            let _ = writeln!(text, "{id:width$}  {verdict:8}  {cases:>9}  {word}");
            for (case, why) in failures(outcomes) {
                let _ = writeln!(text, "    {}/{}.json: {}", statement.folder(), case.name, printable(why));
            }
        }
        text
    }

    /// `dp-theorems/1`, a statement a line.
    pub fn to_json(&self) -> String {
        let lines: Vec<String> = self.statements.iter().map(|line| format!("    {}", object(line))).collect();
        let version = env!("CARGO_PKG_VERSION");
        let head = format!("\"format\": \"dp-theorems/1\",\n  \"version\": \"{version}\"");
        format!("{{\n  {head},\n  \"statements\": [\n{}\n  ]\n}}\n", lines.join(",\n"))
    }

    /// Every mechanism file, those that they name, and every certificate.
    pub fn files(&self) -> Vec<Written<'_>> {
        let mut files: Vec<Written> = Vec::new();
        for (statement, outcomes) in &self.statements {
            let folder = statement.folder();
            for (case, outcome) in outcomes {
                files.push((format!("{folder}/{}.json", case.name), &case.text));
                files.extend(case.others.iter().map(|(path, text)| (format!("{folder}/{path}"), &**text)));
                files.extend(outcome.iter().map(|proved| (certificate(statement, case), &*proved.certificate)));
            }
        }
        files.sort();
        files.dedup();
        files
    }
}

/// Where a case's certificate stands in the folder.
fn certificate(statement: &Statement, case: &Case) -> String {
    format!("{}/{}.cert.json", statement.folder(), case.name)
}

/// A statement without a case is not proved.
fn all_proved(outcomes: &[Outcome]) -> bool {
    !outcomes.is_empty() && outcomes.iter().all(|(_, outcome)| outcome.is_ok())
}

fn failures(outcomes: &[Outcome]) -> impl Iterator<Item = (&Case, &str)> {
    outcomes.iter().filter_map(|(case, outcome)| Some((case, outcome.as_ref().err()?.as_str())))
}

fn object((statement, outcomes): &(Statement, Vec<Outcome>)) -> Value {
    let proved = outcomes.iter().filter(|(_, outcome)| outcome.is_ok());
    let mut object = json!({
        "id": statement.id,
        "verdict": statement.verdict.name(),
        "cases": outcomes.len(),
        "certificates": proved.map(|(case, _)| certificate(statement, case)).collect::<Vec<_>>(),
        "proved": all_proved(outcomes),
    });
    let failed: Vec<Value> = failures(outcomes)
        .map(|(case, why)| json!({ "case": format!("{}/{}.json", statement.folder(), case.name), "reason": why }))
        .collect();
    if !failed.is_empty() {
        object["failed"] = failed.into();
    }
    object
}

/// `1 case`, `2 cases`.
fn count(n: usize, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}
