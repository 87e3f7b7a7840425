//! From what the kernel proves to what people read: sentences, names, and values in lowest terms with their digits.
//!
//! The kernel knows numbers and places; the labels of nodes and outputs and the declared privacy come from the mechanism file.
//! Nothing here decides anything. What is computed only to be shown counts its work like a check, as a certificate may ask for
//! long numbers: where a sentence's number takes more than is left it says "a number", a value that does refuses the report.

mod alpha;
mod failure;
mod over;
mod part;
mod reason;
mod statement;
#[cfg(test)]
mod tests;
mod value;

pub use alpha::{fractions, point, polynomial, quotient, rational};
pub use failure::failure;
pub use reason::reasons;
pub use statement::statement;
pub use value::{NAMES, name, named, theorem, value, values};

use crate::Value;
use dp_file::alpha::{Bounds, Field, Obstacle};
use dp_file::json::shorten;
use dp_file::limits::{Budget, Limits};
use dp_file::model::{Claim, Kind, Mechanism};
use dp_file::number::{Rational, brief};
use dp_kernel::Fraction;

/// What sentences about one claim are made with.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    /// The file, for what it calls things and what it declares.
    pub mechanism: &'a Mechanism,
    /// The claim.
    pub claim: &'a Claim,
    /// Where numbers lie, if some are irrational.
    pub field: Option<&'a Field>,
    /// The limits that the flags set.
    pub limits: &'a Limits,
    /// What may be computed.
    pub bounds: Bounds<'a>,
}

impl<'a> Words<'a> {
    /// Words about a claim, at the file's own t.
    pub fn new(mechanism: &'a Mechanism, claim: &'a Claim, limits: &'a Limits, steps: &'a Budget) -> Self {
        Self { mechanism, claim, field: mechanism.field.as_ref(), limits, bounds: Bounds::new(limits, steps) }
    }

    /// The same at another t, or on a part of an interval.
    #[must_use]
    pub fn at(self, field: &'a Field) -> Self {
        Self { field: Some(field), ..self }
    }

    /// The same with the labels of one individual of a product.
    #[must_use]
    fn of_one(self) -> Self {
        let parent = self.mechanism.product.as_ref().and_then(|product| product.parent.as_deref());
        Self { mechanism: parent.unwrap_or(self.mechanism), ..self }
    }

    fn kind(&self) -> Kind {
        self.claim.kind
    }

    /// What a node is called; its number where there is no such node.
    fn node(&self, i: usize) -> String {
        let known = i < self.mechanism.query.graph.nodes();
        if known { shorten(&self.mechanism.node(i)) } else { i.to_string() }
    }

    /// What an output is called; its number where there is no such output.
    fn output(&self, o: usize) -> String {
        let known = self.mechanism.channel.as_ref().is_some_and(|x| o < x.width);
        if known { shorten(&self.mechanism.output(o)) } else { o.to_string() }
    }

    /// The symbol of t.
    fn symbol(&self) -> &'static str {
        if self.field.is_some_and(|field| field.symbol != 'a') { "b" } else { "α" }
    }

    /// A number as a value.
    fn number(&self, x: &Fraction) -> Result<Value, Obstacle> {
        value::number(x, self)
    }

    /// A number in a sentence.
    fn shown(&self, x: &Fraction) -> String {
        self.number(x).map_or_else(|_| "a number".into(), |value| value.in_words())
    }

    /// A number in a sentence, a rational as people write probabilities.
    fn brief(&self, x: &Fraction) -> String {
        match self.number(x) {
            Ok(Value::Rational(x)) => brief(&x),
            Ok(value) => value.in_words(),
            Err(_) => "a number".into(),
        }
    }

    /// The declared δ: 0 where the file has none.
    fn delta(&self) -> Rational {
        self.mechanism.privacy.delta.clone().unwrap_or_else(|| Rational::from(dp_file::number::BigInt::default()))
    }
}
