//! What a file expects of a claim.

use super::{Value, Verdict};
use dp_file::number::Rational;

/// What one `expect` of a file asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// The verdict.
    pub verdict: Verdict,
    /// What values are to be.
    pub bounds: Vec<Bound>,
    /// What the file says of values by a number and how far from it they may be: two of the bounds each.
    pub within: Vec<(&'static str, [Rational; 2])>,
    /// Its place in the file; empty where it stands for a claim that says nothing.
    pub place: String,
}

/// What a value is to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// The value's name.
    pub value: &'static str,
    /// `equals`, `at_least` or `at_most`.
    pub relation: &'static str,
    /// Than what; `None` where that takes more than the limits leave to be told.
    pub expected: Option<Value>,
}

impl Bound {
    /// `utility at least 2/5`.
    pub(super) fn in_words(&self) -> String {
        let relation = match self.relation {
            "at_least" => "at least",
            "at_most" => "at most",
            _ => "=",
        };
        let expected = self.expected.as_ref().map_or_else(|| "a number".into(), Value::in_text);
        format!("{} {relation} {expected}", self.value)
    }
}
