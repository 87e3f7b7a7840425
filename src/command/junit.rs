//! Reports as JUnit XML, which every CI service reads: a suite for each file, a case for each claim that it declares.
//!
//! A claim that is refuted is a failure, one that is undecided an error, and so is a file that can't be used. A file
//! that claims nothing has a case that is skipped.

use crate::table::Number;
use dp_verify::file::Unusable;
use dp_verify::report::{Bound, Expectation, Outcome, Report, Statement, Verdict, printable};
use malachite::base::num::arithmetic::traits::Abs as _;
use malachite::rational::Rational;
use std::collections::HashMap;
use std::fmt::Write as _;

/// How many cases ended how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Counts {
    /// `tests="3" failures="1" errors="0" skipped="0"`
    fn attributes(self) -> String {
        let Self { tests, failures, errors, skipped } = self;
        format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\"")
    }
}

/// What a case comes to.
struct Case {
    name: String,
    /// The element that says so with its type, its message and its lines; none where it comes out as the file says.
    told: Option<(&'static str, &'static str, String, Vec<String>)>,
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
        all.skipped += counts.skipped;
    }
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    format!("{head}<testsuites name=\"certify\" {}>\n{suites}</testsuites>\n", all.attributes())
}

/// The document of a call that can't be done: of the file that is wrong, where it is one.
pub(super) fn of_call(why: &Unusable) -> String {
    let file = why.file.clone().unwrap_or_else(|| "certify".to_owned());
    document([(file, Err(why))].into_iter())
}

fn of_report(file: &str, report: &Report) -> (String, Counts) {
    let mut cases: Vec<Case> = report.claims().flat_map(|statement| of_claim(report, statement)).collect();
    if let Some(words) = report.claims_nothing() {
        let told = ("skipped", "claims nothing", words.to_owned(), Vec::new());
        cases.push(Case { name: "claims something".to_owned(), told: Some(told) });
    }
    let (mut written, mut counts) = (String::new(), Counts::default());
    let (class, mut named) = (escaped(file), HashMap::<String, usize>::new());
    for Case { name, told } in cases {
        // A service keeps one case of a name.
        let nth = named.entry(name.clone()).or_default();
        *nth += 1;
        let name = escaped(&if *nth == 1 { name } else { format!("{name} [{nth}]") });
        counts.tests += 1;
        let _ = write!(written, "    <testcase classname=\"{class}\" name=\"{name}\"");
        let Some((tag, kind, message, lines)) = told else {
            written += "/>\n";
            continue;
        };
        match tag {
            "failure" => counts.failures += 1,
            "skipped" => counts.skipped += 1,
            _ => counts.errors += 1,
        }
        let (message, text) = (escaped(&message), escaped_lines(&lines));
        // What is skipped has a message alone.
        let kind = if tag == "skipped" { String::new() } else { format!(" type=\"{kind}\"") };
        let _ = writeln!(written, ">\n      <{tag}{kind} message=\"{message}\">{text}</{tag}>\n    </testcase>");
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
    (suite(file, counts, &format!("    <properties>\n{properties}    </properties>\n{written}")), counts)
}

/// The cases of a claim: one, or one for each `expect` where the file declares it with several.
fn of_claim(report: &Report, statement: &Statement) -> Vec<Case> {
    let (label, refuted) = (report.label(statement), statement.outcome() == Outcome::Refuted);
    let reasons: Vec<String> = statement.explanation.iter().chain(&statement.reason).cloned().collect();
    let unmet: Vec<bool> = statement.expects.iter().map(|of| !is_met(of, statement)).collect();
    // Where no single one shows to be unmet, it may be any of them.
    let shows = unmet.contains(&true);
    let case = |name: String, expected: Option<String>, fails: bool| {
        let mut lines: Vec<String> = expected.into_iter().chain(reasons.iter().cloned()).collect();
        let told = match statement.outcome() {
            Outcome::Refuted if fails => {
                lines.extend(
                    statement.expected.is_none().then(|| statement.found_in_words()).filter(|_| lines.is_empty()),
                );
                Some(("failure", if statement.holds_against() { "holds, not as expected" } else { "fails" }))
            }
            Outcome::Open => Some(("error", "undecided")),
            Outcome::Met | Outcome::Refuted => None,
        };
        let told = told.map(|(tag, kind)| {
            let message = lines.first().cloned().unwrap_or_else(|| kind.to_owned());
            (tag, kind, message, lines)
        });
        Case { name, told }
    };
    if let [] | [_] = &statement.expects[..] {
        // Green then means that it fails: whoever reads the name has to see so.
        let fails = statement.expects.iter().any(|of| of.verdict == Verdict::Fails);
        let name = if fails { format!("{label}: it fails, as the file expects") } else { label };
        return vec![case(name, statement.expected_and_found().filter(|_| refuted), true)];
    }
    let each = statement.expects.iter().zip(unmet).map(|(of, unmet)| {
        let words = of.in_words();
        let place = if of.place.is_empty() { String::new() } else { format!(" by {}", of.place) };
        let expected = refuted.then(|| format!("expected{place}: {words}; {}", statement.found_in_words()));
        case(format!("{label}: {words}"), expected, unmet || !shows)
    });
    each.collect()
}

/// Whether one `expect` of several shows to be so: which of them is not, the verifier does not say, only that one is.
fn is_met(of: &Expectation, statement: &Statement) -> bool {
    of.verdict == statement.verdict && of.bounds.iter().all(|bound| is_bound_met(bound, statement))
}

/// By the digits, where they are apart by more than the last of them.
fn is_bound_met(bound: &Bound, statement: &Statement) -> bool {
    let found = statement.values.iter().find(|(name, _)| *name == bound.value).map(|(_, value)| value);
    let (Some(found), Some(expected)) = (found, &bound.expected) else { return false };
    if found == expected {
        return true;
    }
    let number = |digits: Option<String>| digits.and_then(|digits| Some(Number::read(&digits).ok()?.value()));
    let (Some(found), Some(expected)) = (number(found.decimal()), number(expected.decimal())) else { return false };
    let off = (&found - &expected).abs() * Rational::from(1_000_000_000u32);
    off > (&expected).abs()
        && match bound.relation {
            "at_least" => found > expected,
            "at_most" => found < expected,
            _ => false,
        }
}

fn of_error(file: &str, why: &Unusable) -> (String, Counts) {
    let counts = Counts { tests: 1, errors: 1, ..Counts::default() };
    let (class, message) = (escaped(file), escaped(&why.message));
    let case = format!(
        "    <testcase classname=\"{class}\" name=\"can be decided\">\n      <error type=\"unusable\" message=\"{message}\"/>\n    \
         </testcase>\n"
    );
    (suite(file, counts, &case), counts)
}

fn suite(file: &str, counts: Counts, inside: &str) -> String {
    let name = escaped(file);
    format!("  <testsuite name=\"{name}\" {}>\n{inside}  </testsuite>\n", counts.attributes())
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
            document
                .contains("<testsuite name=\"a&amp;b.json\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">"),
            "{document}"
        );
        assert!(document.contains("message=\"x: no &lt;file&gt;\""), "{document}");
    }
}
