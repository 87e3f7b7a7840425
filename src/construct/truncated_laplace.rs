//! Geometric noise on the whole numbers of a range, added to the answer.

use super::closed_entry::{Base, ClosedEntry};
use super::document::string;
use super::formula::Rows;
use super::shifted::{Asked, Noise};
use dp_verify::json::{self, View};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::Mechanism;
use dp_verify::number::{Rational, Sign, bits};
use malachite::base::num::basic::traits::{NegativeOne, One, Two};
use malachite::rational::Rational as Number;

/// P(z) in proportion to β^|z − i| for |z − i| ≤ r, β = α^(1/Δ).
pub(super) struct Range<'a> {
    /// The query, with the constant that β is.
    file: Mechanism,
    limits: &'a Limits,
    nodes: usize,
    shift: usize,
    beta: Base,
    delta: Rational,
}

impl<'a> Range<'a> {
    pub(super) fn new(asked: &Asked<'a>, file: Mechanism, beta: Base, delta: &Rational) -> Self {
        let (limits, nodes, shift) = (asked.limits, asked.nodes, asked.shift as usize);
        Self { file, limits, nodes, shift, beta, delta: delta.clone() }
    }

    /// Whether β = 1: all numbers of the range are as likely.
    fn is_flat(&self) -> bool {
        matches!(&self.beta, Base::Rational(beta) if *beta == 1u32)
    }

    /// β^k in the file's grammar.
    fn power(&self, k: usize) -> String {
        match &self.beta {
            Base::Rational(beta) => format!("({beta})^{k}"),
            Base::Symbol(symbol, step) => format!("{symbol}^{}", k.saturating_mul(*step as usize)),
        }
    }
}

impl Noise for Range<'_> {
    fn most(&self) -> usize {
        let rows = self.limits.bytes / self.nodes.max(1);
        let (of_digits, step) = match &self.beta {
            // An entry is a fraction of two numbers of r·bits/3 digits.
            Base::Rational(_) => {
                let bits = self.file.privacy.alpha.rational().map_or(1, bits).max(1);
                let longest = usize::try_from(bits).unwrap_or(usize::MAX) / self.shift.max(1);
                ((rows / longest.max(1)).isqrt(), 1)
            }
            Base::Symbol(_, step) => (rows / 32, *step as usize),
        };
        of_digits.min((self.limits.exponent / step.max(1)).saturating_sub(1))
    }

    /// The outputs at which the ratio is over e^ε are those that the other answer has not, and δ_min is what they have:
    /// 1 less S/Z, S the sum of β^|z| over Δ − r ≤ z ≤ r and Z that over |z| ≤ r. Both are told times 1 − β.
    fn is_enough(&self, range: usize) -> Result<bool, String> {
        let (shift, power) = (self.shift, |k| self.power(k));
        if 2 * range < shift {
            return Ok(false);
        }
        if self.is_flat() {
            let all = Rational::from(dp_verify::number::BigInt::from(2 * range + 1));
            return Ok(Rational::from(dp_verify::number::BigInt::from(shift)) <= &self.delta * all);
        }
        let (one, last) = (power(1), power(range + 1));
        let common = if range < shift {
            format!("{}-{last}", power(shift - range))
        } else {
            format!("1+{one}-{}-{last}", power(range - shift + 1))
        };
        let (numerator, denominator) = (self.delta.numer(), self.delta.denom());
        let text = format!("{denominator}*({common})-({denominator}-{numerator})*(1+{one}-2*{last})");
        let text = string(&text);
        let node = json::read(text.as_bytes(), self.limits).map_err(|why| why.to_string())?;
        let steps = Budget::new(self.limits.steps);
        let value = self.file.number(&View::root(&node), self.limits, &steps).map_err(|why| why.message)?;
        let sign = self.file.ground(self.limits, &steps).sign(&value.numerator).map_err(|why| why.to_string())?;
        Ok(sign != Sign::Minus)
    }

    fn rows(&self, range: usize) -> (Rows, Option<Vec<String>>) {
        let last = u32::try_from(range + 1).unwrap_or(u32::MAX);
        // Z, or Z·(1 − β) = 1 + β − 2β^(r+1) where that is the shorter one.
        let (over, under): (Option<[Number; 2]>, Vec<Number>) = match self.beta {
            Base::Rational(_) => (None, std::iter::once(Number::ONE).chain(vec![Number::TWO; range]).collect()),
            Base::Symbol(..) => {
                let mut z = vec![Number::from(0u32); last as usize + 1];
                z[0] = Number::ONE;
                z[1] += Number::ONE;
                z[last as usize] -= Number::TWO;
                (Some([Number::ONE, Number::NEGATIVE_ONE]), z)
            }
        };
        let entry = |d: u32| {
            let power = over.iter().fold(ClosedEntry::power(d), |entry, over| entry.times(over, 1));
            self.beta.text(&power.times(&under, -1))
        };
        let by_distance: Vec<String> = (0..last).map(entry).collect();
        let nodes = self.nodes;
        let row = move |i: usize| {
            let at = |z: usize| by_distance.get(z.abs_diff(i + range)).cloned().unwrap_or_else(|| "0".to_owned());
            (0..nodes + 2 * range).map(at).collect()
        };
        let low = i64::try_from(range).unwrap_or(i64::MAX);
        let outputs = (-low..).take(nodes + 2 * range).map(|z| z.to_string()).collect();
        (Box::new((0..nodes).map(row)), Some(outputs))
    }

    fn title(&self, range: usize) -> String {
        format!("truncated Laplace noise of range {range}")
    }
}
