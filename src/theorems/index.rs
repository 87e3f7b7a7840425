//! `certificates/INDEX.md`: every statement, its verdict, and what stands behind it.

use super::catalogue::statements;
use super::statement::{Statement, Verdict};
use std::fmt::Write as _;

const HEAD: &str = "\
# Index of the theorem suite

Generated from the catalogue in `src/theorems/catalogue`. `UPDATE_CERTIFICATES=1 cargo test --release --manifest-path exhaustive/Cargo.toml --test theory theorems` writes it, and
the certificates beside the hand-written files; the same test fails when it is stale.

Each statement is in our words. *Printed* says whether it is true as the paper has it; the next column says what is true where it
is not, or adds a remark. Cases are mechanism files whose claims say what they come to. `certify theorems` re-proves them, and
`certify theorems --all -o FOLDER` writes every file and its certificate for `verify`. Beside each file that is linked here lies its
certificate, NAME.cert.json, unless it has over 200 kB. *Evidence* says how far the cases go:

- **proved for all α**: one certificate for every α of an interval, on the graphs named;
- **exhaustive on**: every instance of the family named, at the α named;
- **random instances**: exact instances by a seeded generator;
- **instances**: those that are listed, and no more is claimed;
- **counterexample**: an instance that refutes what is printed, or what stands beside it, proved.

The test `the_quick_suite_is_proved` in `exhaustive/tests/theory/theorems.rs` guards every statement; further tests stand beside it. A
statement that is no claim about a file (a definition, a construction, a count) says so, and its cases are what comes closest.
[FINDINGS.md](../FINDINGS.md) tells of what is not true as printed.
";

const PAPERS: [(&str, &str); 5] = [
    (
        "000",
        "ElSalamouny, Chatzikokolakis, Palamidessi: a differentially private mechanism of optimal utility for a region \
         of priors",
    ),
    (
        "001",
        "Alvim, Andrés, Chatzikokolakis, Degano, Palamidessi: differential privacy, on the trade-off between utility and \
         information leakage",
    ),
    ("002", "Lecture notes (Foundations of Privacy, lecture 7): the geometric mechanism and utility"),
    ("003", "Ghosh, Roughgarden, Sundararajan: universally utility-maximizing privacy mechanisms"),
    ("004", "Holohan, Leith, Mason: differentially private response mechanisms on categorical data"),
];

const COLUMNS: &str = "\
| id | statement | printed | what is true | evidence | files | cases, quick and all | guarded by |
|---|---|---|---|---|---|---|---|
";

/// The text of the index.
pub fn index() -> String {
    let (all, mut text) = (statements(), HEAD.to_owned());
    for (paper, title) in PAPERS {
        let _ = write!(text, "\n## {paper} {title}\n\n{COLUMNS}");
        for statement in all.iter().filter(|statement| statement.id.starts_with(paper)) {
            text += &row(statement);
        }
    }
    text
}

fn row(statement: &Statement) -> String {
    let printed = if statement.verdict == Verdict::True { "true" } else { "**false**" };
    let instead = match statement.verdict {
        Verdict::Repaired => format!("repaired: {}", statement.instead),
        _ => statement.instead.to_owned(),
    };
    let evidence: Vec<String> =
        statement.evidence.iter().map(|(kind, on)| format!("**{}** {on}", kind.name())).collect();
    let folder = statement.folder();
    let links: Vec<String> =
        statement.files().iter().map(|case| format!("[{0}]({folder}/{0}.json)", case.name)).collect();
    let cases = format!("{}, {}", statement.cases(false).len(), statement.cases(true).len());
    let guards: Vec<String> =
        ["the_quick_suite_is_proved"].iter().chain(&statement.guards).map(|test| format!("`{test}`")).collect();
    let cells = [
        statement.id.to_owned(),
        statement.says.to_owned(),
        printed.to_owned(),
        instead,
        evidence.join("; "),
        links.join(" "),
        cases,
        guards.join(" "),
    ];
    format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))
}
