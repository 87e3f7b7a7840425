//! A statement's outcome by itself, for pages that are not made here.

use super::claims::called;
use super::outcome::{About, fails, holds, says, small, undeclared};
use super::parameters::{about, label, on_terms};
use super::text::{cut, value};
use super::verdict::word;
use crate::explain;
use dp_verify::number::Rational;
use dp_verify::report::{Report, Statement, Verdict, printable};

/// The most characters of a reason.
const LONG: usize = 1_200;

/// What a statement comes to, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// A heading.
    pub title: &'static str,
    /// What became of it, in a word or a few.
    pub word: &'static str,
    /// Its verdict.
    pub verdict: Verdict,
    /// Whether it claims nothing and states values alone.
    pub is_value: bool,
    /// The claim with its parameters, as the report has it.
    pub label: String,
    /// What is so.
    pub sentence: String,
    /// Its values, each with what it is.
    pub values: Vec<(String, String)>,
    /// Why.
    pub reasons: Vec<String>,
}

/// What a statement of a report comes to.
pub fn told(statement: &Statement, report: &Report) -> Told {
    let entry = explain::claim(statement.claim.kind);
    let beside = report.privacy.delta.as_ref().is_some_and(Rational::is_positive);
    let of = About::of(report);
    let sentence = match statement.verdict {
        Verdict::Undecided => format!("This is not proved: {}.", entry.in_short),
        Verdict::Holds => holds(statement, beside, of),
        Verdict::Fails => fails(statement, beside, of),
    };
    let with = |(name, of): &(&'static str, _)| {
        let beside = report.beside(statement, name).map_or_else(String::new, |beside| format!("{beside} = "));
        (called(entry, name).to_owned(), beside + &value(of))
    };
    let on = on_terms(statement, report);
    let sentence = if on.is_empty() { sentence } else { small(&undeclared(&sentence)) };
    let beside = super::rounding::beside(statement, report).map(str::to_owned);
    let reasons = beside.iter().chain(&statement.explanation).chain(&statement.reason);
    Told {
        title: says(&statement.claim, of).title,
        word: match word(statement, report).0 {
            "as expected" if statement.is_value() => "computed, as expected",
            "as expected" => "holds, as expected",
            word => word,
        },
        verdict: statement.verdict,
        is_value: statement.is_value(),
        label: cut(&label(statement, report), 300),
        sentence: format!("{}{}{}.", on, sentence.trim_end_matches('.'), about(statement, report)),
        values: statement.values.iter().map(with).collect(),
        reasons: reasons.map(|sentence| cut(&printable(sentence), LONG)).collect(),
    }
}
