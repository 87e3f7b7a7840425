//! ε as a file writes it: a rational, or a product with one logarithm.

use super::expression::Parser;
use super::problem::Problem;
use super::slip;
use super::{Expression, Operator, Rational, Symbols, rational};
use crate::error::{Error, Fault as Wrong};
use crate::json::{Node, Value, View, shorten};
use crate::limits::{Budget, Limits};
use num_traits::One;

/// What a text says of ε.
pub enum Epsilon {
    /// This rational.
    Rational(Rational),
    /// factor · ln(base).
    Logarithm {
        /// The m of ln(m).
        base: Rational,
        /// The product of all other factors.
        factor: Rational,
    },
}

/// Reads ε by ordinary precedence: a rational, or one logarithm with rational factors before and after it.
///
/// ```text
/// epsilon   = sum | logarithm
/// logarithm = ["-"] [ product "*" ] "ln(" sum ")" { ("*" | "/") power }      sum, product, power as in an expression
/// ```
///
/// A sum of a rational and a logarithm is refused: e^-(r + q·ln(m)) is neither a power of a rational nor e^-s with a
/// rational s.
///
/// # Errors
/// Anything else, or a limit.
pub fn epsilon(view: &View, limits: &Limits, steps: &Budget) -> Result<Epsilon, Error> {
    let speaks_of_one = |text: &str| ["ln", "log", "LN", "Ln", "Log", "LOG"].iter().any(|word| text.contains(word));
    let text: &str = match view.value() {
        Value::String(text) if speaks_of_one(text) => text,
        Value::String(text) => return plainly(view, text, limits, steps).map(Epsilon::Rational),
        _ => return rational(view, limits, steps).map(Epsilon::Rational),
    };
    let symbols = Symbols::default();
    let read = |text: &str| Ok(logarithm(&mut Parser::new(view, text, &symbols, limits, steps)?));
    let meant = || slip::logarithm(text).filter(|better| matches!(read(better), Ok(Ok(_))));
    let (found, expected) = (format!("\"{}\"", shorten(text)), "ε as a number, \"ln(2)\" or \"1/5*ln(2)\"");
    match read(text)? {
        Ok(epsilon) => Ok(epsilon),
        Err(Fault::Sum(place)) => {
            let sum = format!("{expected}: the sign at character {place} makes it a sum with a logarithm");
            Err(view.found(found, sum))
        }
        Err(Fault::Other(Problem::Text(_))) => Err(match meant() {
            Some(better) => view.found(found, expected).meant(&better),
            None => view.found(found, expected),
        }),
        Err(Fault::Other(Problem::Limit(why))) => Err(view.over_limit(format!("in \"{}\": {why}", shorten(text)))),
    }
}

/// ε without a logarithm, in a text.
fn plainly(view: &View, text: &str, limits: &Limits, steps: &Budget) -> Result<Rational, Error> {
    rational(view, limits, steps).map_err(|e| {
        let is_number = |text: &&str| {
            let node = Node { offset: e.offset, value: Value::String((*text).into()) };
            rational(&View::root(&node), limits, steps).is_ok()
        };
        match slip::epsilon(text).filter(is_number) {
            _ if e.fault == Wrong::OverLimit || e.hint.is_some() => e,
            Some(better) => e.meant(better),
            None if text.bytes().any(|b| b.is_ascii_digit()) => e,
            None => view.found(format!("\"{}\"", shorten(text)), "ε as a number: 1, \"1/2\" or \"ln(2)\""),
        }
    })
}

enum Fault {
    /// A `+` or `-` between terms, at this character.
    Sum(usize),
    Other(Problem),
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Self {
        Fault::Other(problem)
    }
}

fn logarithm(parser: &mut Parser) -> Result<Epsilon, Fault> {
    let one = Rational::one();
    let mut factor = if parser.take("-") { -one } else { one };
    let (mut base, mut operator) = (None, Operator::Times);
    loop {
        if parser.rest().starts_with("ln(") {
            if base.is_some() || operator == Operator::Over {
                return Err(parser.expected("one logarithm, not divided by").into());
            }
            parser.take("ln");
            let argument = parser.in_parentheses()?;
            base = Some(value(argument, parser)?);
        } else {
            let x = parser.power()?;
            let x = value(x, parser)?;
            factor = parser.joined(&factor, operator, &x)?;
        }
        operator = match parser.operator() {
            Some(operator) => operator,
            None if parser.rest().starts_with(['+', '-']) => return Err(Fault::Sum(parser.place())),
            None => break,
        };
    }
    parser.end()?;
    match base {
        Some(base) => Ok(Epsilon::Logarithm { base, factor }),
        None => Err(parser.expected("a logarithm").into()),
    }
}

/// The value of an expression without symbols.
fn value(x: Expression, parser: &mut Parser) -> Result<Rational, Problem> {
    match x {
        Expression::Rational(x) => Ok(x),
        _ => Err(parser.expected("a rational")),
    }
}
