//! Reports as JUnit XML, which every CI service reads: a suite for each file, a case for each claim that it declares.
//!
//! A claim that is refuted is a failure, one that is undecided an error, and so is a file that can't be used.

use dp_verify::file::Unusable;
use dp_verify::report::{Outcome, Report, Statement, printable};
use std::fmt::Write as _;

/// How many cases ended how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
}

/// The document of files with their reports, or with what is wrong with one.
pub(super) fn document<'a>(files: impl Iterator<Item = (String, Result<&'a Report, &'a Unusable>)>) -> String {
    let (mut suites, mut all) = (String::new(), Counts::default());
    for (file, report) in files {
        let (suite, counts) = match report {
            Ok(report) => of_report(&file, report),
            Err(why) => of_error(&file, why),
        };
        suites += &suite;
        all.tests += counts.tests;
        all.failures += counts.failures;
        all.errors += counts.errors;
    }
    let Counts { tests, failures, errors } = all;
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    format!(
        "{head}<testsuites name=\"certify\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n{suites}</testsuites>\n"
    )
}

fn of_report(file: &str, report: &Report) -> (String, Counts) {
    let (mut cases, mut counts) = (String::new(), Counts::default());
    for statement in report.claims() {
        let (name, class) = (escaped(&report.label(statement)), escaped(file));
        counts.tests += 1;
        let _ = write!(cases, "    <testcase classname=\"{class}\" name=\"{name}\"");
        let (tag, word) = match statement.outcome() {
            Outcome::Met => {
                cases += "/>\n";
                continue;
            }
            Outcome::Refuted => ("failure", if statement.holds_against() { "holds, not as expected" } else { "fails" }),
            Outcome::Open => ("error", "undecided"),
        };
        match tag {
            "failure" => counts.failures += 1,
            _ => counts.errors += 1,
        }
        let lines = told(statement);
        let first = lines.first().map_or(word, String::as_str);
        let text = escaped_lines(&lines);
        let _ = writeln!(
            cases,
            ">\n      <{tag} type=\"{word}\" message=\"{}\">{text}</{tag}>\n    </testcase>",
            escaped(first)
        );
    }
    let properties = [
        ("name", report.name.clone()),
        ("sha256", Some(report.sha256.clone())),
        ("neighbours", Some(report.graph.in_words())),
        ("privacy", Some(report.declared_in_words())),
        ("summary", Some(report.summary())),
    ];
    let property = |(name, value): (&str, Option<String>)| {
        value.map(|value| format!("      <property name=\"{name}\" value=\"{}\"/>\n", escaped(&value)))
    };
    let properties: String = properties.into_iter().filter_map(property).collect();
    (suite(file, counts, &format!("    <properties>\n{properties}    </properties>\n{cases}")), counts)
}

/// What decides a claim, a line for each sentence, and what was expected where that is not so.
fn told(statement: &Statement) -> Vec<String> {
    statement.explanation.iter().chain(&statement.reason).cloned().collect()
}

fn of_error(file: &str, why: &Unusable) -> (String, Counts) {
    let counts = Counts { tests: 1, failures: 0, errors: 1 };
    let (class, message) = (escaped(file), escaped(&why.message));
    let case = format!(
        "    <testcase classname=\"{class}\" name=\"can be read\">\n      <error type=\"unusable\" message=\"{message}\"/>\n    \
         </testcase>\n"
    );
    (suite(file, counts, &case), counts)
}

fn suite(file: &str, Counts { tests, failures, errors }: Counts, inside: &str) -> String {
    let name = escaped(file);
    format!(
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n{inside}  </testsuite>\n"
    )
}

/// Text for XML: what is no character there is told by its number.
fn escaped(text: &str) -> String {
    let mut written = String::new();
    for c in printable(text).chars() {
        match c {
            '&' => written += "&amp;",
            '<' => written += "&lt;",
            '>' => written += "&gt;",
            '"' => written += "&quot;",
            '\'' => written += "&apos;",
            '\u{fffe}' | '\u{ffff}' => written += &format!("\\u{{{:x}}}", u32::from(c)),
            c => written.push(c),
        }
    }
    written
}

fn escaped_lines(lines: &[String]) -> String {
    lines.iter().map(|line| escaped(line)).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        assert_eq!(
            escaped("a<b>&\"c'\u{1}\n\u{202e}\u{ffff}é"),
            "a&lt;b&gt;&amp;&quot;c&apos;\\u{1}\\u{a}\\u{202e}\\u{ffff}é"
        );
        let why = Unusable::from("x: no <file>".to_owned());
        let document = document([("a&b.json".to_owned(), Err(&why))].into_iter());
        assert!(
            document.contains("<testsuite name=\"a&amp;b.json\" tests=\"1\" failures=\"0\" errors=\"1\">"),
            "{document}"
        );
        assert!(document.contains("message=\"x: no &lt;file&gt;\""), "{document}");
    }
}
