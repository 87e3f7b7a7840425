//! Numbers between two fractions, as narrowly as is asked for.

use crate::raised::Raised;
use crate::work::run;
use dp_certify::{Limits, Mechanism};
use dp_verify::algebra;
use dp_verify::alpha::Bounds;
use dp_verify::file::Unusable;
use dp_verify::json::{self, View};
use dp_verify::limits::Budget;
use dp_verify::number::{BigInt, Enclosure, Expression, Logarithm, Rational, compare, fraction, sum};
use pyo3::prelude::*;
use std::path::Path;

/// The most digits that are computed.
const MOST: u32 = 4_000;

/// A number as its two ends, `p/q` each.
type Ends = (String, String);

/// An expression in `a` and `b` where a file says what these are: its value between two fractions that are at most
/// 10^-digits apart, or −ln or log₂ of it. At a rational both ends are the number.
///
/// `file` is a mechanism file of which only `privacy` and `constant` matter.
#[pyfunction]
pub(crate) fn enclosure(
    py: Python<'_>,
    file: String,
    expression: String,
    logarithm: Option<String>,
    digits: u32,
) -> PyResult<Ends> {
    run(py, move || {
        if digits > MOST {
            return Err(format!("digits: found {digits}, expected at most {MOST}").into());
        }
        let make = match logarithm.as_deref() {
            None => None,
            Some("log2") => Some(Logarithm::Log2 as fn(Rational) -> Logarithm),
            Some(_) => Some(Logarithm::MinusLn as fn(Rational) -> Logarithm),
        };
        let limits = Limits::default();
        let number = Number::read(&file, &expression, &limits)?;
        let ends = number.enclosed(make, digits, &limits)?;
        Ok((ends.low.to_string(), ends.high.to_string()))
    })
}

/// The value of an expression in `a` and `b` where it is rational; else `None`.
#[pyfunction]
pub(crate) fn evaluate(py: Python<'_>, file: String, expression: String) -> PyResult<Option<String>> {
    run(py, move || {
        let number = Number::read(&file, &expression, &Limits::default())?;
        Ok(number.expression.value().map(ToString::to_string))
    })
}

struct Number {
    mechanism: Mechanism,
    expression: Expression,
}

impl Number {
    fn read(file: &str, expression: &str, limits: &Limits) -> Result<Self, Raised> {
        let at = |e| Raised::from(Unusable::at(Path::new("number"), e));
        let mechanism = Mechanism::read(file.as_bytes(), limits).map_err(at)?;
        let symbols = mechanism.privacy.symbols(mechanism.constant.as_ref());
        let text = serde_json::Value::from(expression).to_string();
        let node = json::read(text.as_bytes(), limits).map_err(at)?;
        let steps = Budget::new(limits.steps);
        let expression = Expression::read(&View::root(&node), &symbols, limits, &steps).map_err(at)?;
        Ok(Self { mechanism, expression })
    }

    fn enclosed(
        &self,
        make: Option<fn(Rational) -> Logarithm>,
        digits: u32,
        limits: &Limits,
    ) -> Result<Enclosure, Raised> {
        let width = fraction(BigInt::from(1), BigInt::from(10).pow(digits));
        // 10 is less than 2^(10/3).
        let places = u64::from(digits) * 10 / 3 + 64;
        let narrow = |e: &Enclosure| compare(&sum(&e.high, &-&e.low), &width).is_le();
        let of = |e: &Enclosure| -> Option<Enclosure> {
            let Some(make) = make else { return Some(e.clone()) };
            e.low.is_positive().then_some(())?;
            let (low, high) = (make(e.low.clone()), make(e.high.clone()));
            let (low, high) = if matches!(low, Logarithm::MinusLn(_)) { (high, low) } else { (low, high) };
            Some(Enclosure { low: end(&low, places, true), high: end(&high, places, false) })
        };
        let question = |e: &Enclosure| of(e).filter(narrow);
        let vain = || Raised::from(format!("digits: no enclosure of {digits} digits of this number is found"));
        if let Some(x) = self.expression.value() {
            return question(&Enclosure { low: x.clone(), high: x.clone() }).ok_or_else(vain);
        }
        let field = self.mechanism.field.as_ref().ok_or_else(vain)?;
        let steps = Budget::new(limits.steps);
        let bounds = Bounds::new(limits, &steps);
        let value = field.value(&self.expression, &bounds).map_err(|_| vain())?;
        bounds.run(|| algebra::refine(&field.point, &value, question)).map_err(|_| vain())
    }
}

/// An end of the logarithm of an end.
fn end(of: &Logarithm, places: u64, low: bool) -> Rational {
    of.exact().unwrap_or_else(|| {
        let Enclosure { low: below, high: above } = of.enclosure(places);
        if low { below } else { above }
    })
}
