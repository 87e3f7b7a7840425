//! Values beside what the file declares: two numbers that differ never look the same.

use super::{Logarithm, Privacy, Report, Statement, Value};
use dp_file::model::{Alpha, Claim, Kind};
use dp_file::number::{Enclosure, Rational, decimal, significant, sum};
use num_traits::Zero;

/// The digits of a difference.
const DIGITS: u32 = 5;

impl Report {
    /// `ε + 2.1631e-16`: the value by its distance from the declared one, or from the optimum, where both have the same
    /// twelve digits and are not the same; `None` where the digits tell.
    pub fn beside(&self, statement: &Statement, name: &str) -> Option<String> {
        // What is beside a claim's own ε is not beside the file's.
        statement.claim.on.is_none().then_some(())?;
        let value = &statement.values.iter().find(|(known, _)| *known == name)?.1;
        let (to, by) = match name {
            "alpha_max" if value.decimal()? == self.privacy.alpha_decimal()? => ("α", self.below_alpha(value)?),
            "epsilon_min" if value.decimal()? == self.privacy.epsilon_decimal()? => ("ε", self.over_epsilon(value)?),
            "delta_min" => {
                let delta = self.privacy.delta.clone().unwrap_or_else(Rational::zero);
                (value.decimal()? == decimal(&delta)).then_some(())?;
                ("δ", gap(statement, "delta_min - delta", false)?)
            }
            "utility" if statement.claim.kind == Kind::Optimal => {
                let optimum = statement.values.iter().find(|(known, _)| *known == "optimum")?.1.decimal()?;
                (value.decimal()? == optimum).then_some(())?;
                ("optimum", gap(statement, "optimum - utility", true)?)
            }
            _ => return None,
        };
        Some(match by.strip_prefix('-') {
            Some(size) => format!("{to} - {size}"),
            None => format!("{to} + {by}"),
        })
    }

    /// alpha_max − α: of the claim on ε, whose gap it is.
    fn below_alpha(&self, value: &Value) -> Option<String> {
        if let (Value::Power(power), Alpha::Rational(alpha)) = (value, &self.privacy.alpha) {
            return power.less(alpha, DIGITS);
        }
        let dp = self.statements.iter().find(|statement| statement.claim == Claim::plain(Kind::Dp))?;
        let has_it = dp.values.iter().any(|(name, own)| *name == "alpha_max" && own == value);
        if has_it { gap(dp, "alpha - alpha_max", true) } else { None }
    }

    /// epsilon_min − ε.
    fn over_epsilon(&self, value: &Value) -> Option<String> {
        match value {
            Value::Logarithm(Logarithm::MinusLn(alpha_max)) => self.privacy.over_epsilon(alpha_max),
            Value::Enclosed(by) => self.privacy.beside_epsilon(by),
            _ => None,
        }
    }
}

impl Privacy {
    /// An enclosed number less ε, where α is rational or ε is.
    fn beside_epsilon(&self, value: &Enclosure) -> Option<String> {
        let less = |e: &Enclosure| same(&sum(&value.low, &-&e.high), &sum(&value.high, &-&e.low));
        match &self.alpha {
            Alpha::Rational(alpha) => Logarithm::MinusLn(alpha.clone()).refine(less),
            Alpha::Exponential(epsilon) => less(&Enclosure { low: epsilon.clone(), high: epsilon.clone() }),
            _ => None,
        }
    }

    /// −ln(alpha_max) − ε with five digits; `None` where it is 0, or α of a kind for which this is not computed.
    pub fn over_epsilon(&self, alpha_max: &Rational) -> Option<String> {
        match &self.alpha {
            Alpha::Rational(alpha) if alpha_max == alpha => None,
            Alpha::Rational(alpha) => {
                let by = Logarithm::MinusLn(dp_file::number::ratio(alpha_max, alpha));
                by.refine(|e| same(&e.low, &e.high))
            }
            Alpha::Exponential(epsilon) => {
                let least = Logarithm::MinusLn(alpha_max.clone());
                least.refine(|e| same(&sum(&e.low, &-epsilon), &sum(&e.high, &-epsilon)))
            }
            _ => None,
        }
    }
}

/// The digits of both, where they are the same.
fn same(low: &Rational, high: &Rational) -> Option<String> {
    let [low, high] = [low, high].map(|end| significant(end, DIGITS));
    (low == high).then_some(low)
}

/// The gap of that name, or its opposite, unless it is 0.
fn gap(statement: &Statement, of: &str, opposite: bool) -> Option<String> {
    let by = &statement.gap.as_ref().filter(|gap| gap.of == of)?.by;
    let digits = match by {
        Value::Rational(by) if by.is_zero() => return None,
        Value::Rational(by) => significant(by, DIGITS),
        by => by.decimal()?,
    };
    Some(match (opposite, digits.strip_prefix('-')) {
        (false, _) => digits,
        (true, Some(size)) => size.to_owned(),
        (true, None) => format!("-{digits}"),
    })
}
