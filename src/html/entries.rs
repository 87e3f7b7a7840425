//! The entries of X as pictures need them: exact where they are rational, and the numbers next to them.
#![allow(clippy::float_arithmetic, reason = "what is seen, and proves nothing")]

use super::text::{digits, number, trimmed};
use dp_verify::algebra;
use dp_verify::alpha::Vectors as _;
use dp_verify::alpha::{Bounds, Field, Fractions, Obstacle, Point, Polynomial, Quotient};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::{Alpha, Mechanism};
use dp_verify::number::{BigInt, Rational, Sign, ratio};
use std::borrow::Cow;
use std::f64::consts::LN_2;

/// The most irrational entries that are computed for a picture.
const IRRATIONAL: usize = 20_000;

/// The word operations that the digits of irrational entries may take.
const STEPS: usize = 1 << 31;

/// The most entries that are drawn at all.
const MOST: usize = 40_000_000;

/// What is smaller is told as smaller than this in a cell.
const LEAST: f64 = 0.001;

/// X at one α.
pub(super) struct Entries<'a> {
    pub(super) rows: usize,
    pub(super) width: usize,
    /// Row by row, where they are rational at that α.
    exact: Option<Cow<'a, [Fractions]>>,
    /// The numbers next to them, row by row.
    values: Vec<f64>,
    /// The logarithms of their sizes; −∞ for 0.
    logs: Vec<f64>,
    /// α, where it is rational.
    pub(super) alpha: Option<Rational>,
    /// −ln α
    pub(super) epsilon: f64,
    /// The α that was chosen to draw X at, where the file has an interval of them.
    pub(super) chosen: Option<String>,
}

impl<'a> Entries<'a> {
    /// The entries of a file's table; `None` where it has none, or more than a picture is made of.
    pub(super) fn of(mechanism: &'a Mechanism) -> Option<Self> {
        let channel = mechanism.channel()?;
        let rows = mechanism.query.graph.nodes();
        if rows.saturating_mul(channel.width) > MOST {
            return None;
        }
        let epsilon = |alpha: &Rational| -logarithm(alpha);
        let irrational_alpha = || {
            let found = dp_verify::report::Privacy::of(mechanism);
            found.epsilon_decimal().and_then(number)
        };
        match (channel.rows(), &mechanism.field) {
            (Some(table), _) => {
                let mut entries = Self::exactly(Cow::Borrowed(table), channel.width);
                // No ε is declared, and pairs are not measured by it.
                if mechanism.privacy.rho.is_some() {
                    return Some(entries);
                }
                (entries.alpha, entries.chosen) = match &mechanism.privacy.alpha {
                    Alpha::Rational(alpha) => (Some(alpha.clone()), None),
                    Alpha::Symbolic { .. } => {
                        let alpha = sample(mechanism.field.as_ref()?).ok()?.1;
                        let chosen = format!("α = {}", super::text::fraction(&alpha));
                        (Some(alpha), Some(chosen))
                    }
                    _ => (None, None),
                };
                entries.epsilon = entries.alpha.as_ref().map(epsilon).or_else(irrational_alpha)?;
                Some(entries)
            }
            (None, Some(field)) if rows * channel.width <= IRRATIONAL => match &field.point {
                Point::Interval(_) => {
                    let (at, alpha) = sample(field).ok()?;
                    let rows =
                        channel.table.iter().map(|row| at_sample(row, &at)).collect::<Result<Vec<_>, _>>().ok()?;
                    let mut entries = Self::exactly(Cow::Owned(rows), channel.width);
                    entries.epsilon = epsilon(&alpha);
                    entries.chosen = Some(format!("α = {}", super::text::fraction(&alpha)));
                    entries.alpha = Some(alpha);
                    Some(entries)
                }
                point => {
                    let mut entries = Self::about(&channel.table, point, channel.width)?;
                    if mechanism.privacy.rho.is_some() {
                        return Some(entries);
                    }
                    entries.alpha = mechanism.privacy.alpha.rational().cloned();
                    entries.epsilon = entries.alpha.as_ref().map(epsilon).or_else(irrational_alpha)?;
                    Some(entries)
                }
            },
            _ => None,
        }
    }

    fn exactly(table: Cow<'a, [Fractions]>, width: usize) -> Self {
        let mut logs = Vec::with_capacity(table.len() * width);
        let mut values = Vec::with_capacity(table.len() * width);
        for row in table.iter() {
            let whole = size(&integer(&row.denominator));
            for x in &row.numerators {
                let log = size(&integer(x)) - whole;
                logs.push(log);
                values.push(match integer(x).sign() {
                    Sign::Minus => -seen(log.exp()),
                    Sign::NoSign => 0.0,
                    Sign::Plus => seen(log.exp()),
                });
            }
        }
        let rows = table.len();
        Self { rows, width, exact: Some(table), values, logs, alpha: None, epsilon: 0.0, chosen: None }
    }

    /// Irrational entries by their twelve digits.
    fn about(table: &[Fractions], point: &Point, width: usize) -> Option<Self> {
        let limits = Limits { steps: STEPS, ..Limits::default() };
        let steps = Budget::new(limits.steps);
        let bounds = Bounds::new(&limits, &steps);
        let mut values = Vec::with_capacity(table.len() * width);
        for row in table {
            for x in &row.numerators {
                let of_t = Quotient::new(x.clone(), row.denominator.clone());
                let decimal = bounds.run(|| algebra::digits_of(point, &of_t)).ok()?;
                let value = number(&decimal)?;
                values.push(if decimal == "0" { 0.0 } else { value.signum() * seen(value.abs()) });
            }
        }
        let logs = values.iter().map(|x| x.abs().ln()).collect();
        let rows = table.len();
        Some(Self { rows, width, exact: None, values, logs, alpha: None, epsilon: 0.0, chosen: None })
    }

    pub(super) fn value(&self, row: usize, output: usize) -> f64 {
        self.values[row * self.width + output]
    }

    /// About how many times as much one row has at an output as another.
    pub(super) fn times(&self, [more, less]: [usize; 2], output: usize) -> f64 {
        self.value(more, output) / self.value(less, output)
    }

    /// A row's numbers.
    pub(super) fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.width..(row + 1) * self.width]
    }

    /// The logarithms of a row's entries.
    pub(super) fn logs(&self, row: usize) -> &[f64] {
        &self.logs[row * self.width..(row + 1) * self.width]
    }

    /// An entry exactly, where it is rational.
    pub(super) fn exact(&self, row: usize, output: usize) -> Option<Rational> {
        self.exact.as_ref().and_then(|rows| rows[row].lowest(output))
    }

    /// The bits of a row's denominator; `None` where the entries are irrational.
    pub(super) fn row_bits(&self, row: usize) -> Option<u64> {
        self.exact.as_ref().map(|rows| rows[row].denominator.bits())
    }

    /// An entry in a cell: two digits, and nothing but 0 as 0.
    pub(super) fn brief(&self, row: usize, output: usize) -> String {
        match (self.exact(row, output), self.value(row, output)) {
            (_, x) if x > 0.0 && x < LEAST => format!("<{LEAST}"),
            (_, x) if x < 0.0 && x > -LEAST => format!(">-{LEAST}"),
            (Some(x), _) => digits(&x, 2),
            (None, x) => {
                let places = if x.abs() < 0.01 {
                    4
                } else if x.abs() < 0.1 {
                    3
                } else {
                    2
                };
                trimmed(&format!("{x:.places$}"))
            }
        }
    }

    /// An entry in a table: exactly where that is short.
    pub(super) fn written(&self, row: usize, output: usize) -> String {
        match self.exact(row, output) {
            Some(x) => super::text::fraction(&x),
            None => super::text::float(self.value(row, output)),
        }
    }
}

/// The number t in the middle of the interval, and α there.
fn sample(field: &Field) -> Result<(Rational, Rational), Obstacle> {
    let limits = Limits { steps: STEPS, ..Limits::default() };
    let steps = Budget::new(limits.steps);
    let bounds = Bounds::new(&limits, &steps);
    let Point::Interval(interval) = &field.point else { return Err(Obstacle::Unfit("no interval")) };
    let at = bounds.run(|| algebra::sample(interval))?;
    let value = |p: &Polynomial| bounds.run(|| algebra::at(p, &at));
    let (n, d) = (value(&field.alpha.numerator)?, value(&field.alpha.denominator)?);
    Ok((at, ratio(&n, &d)))
}

/// A row of functions at a rational t.
fn at_sample(row: &Fractions, at: &Rational) -> Result<Fractions, Obstacle> {
    let limits = Limits { steps: STEPS, ..Limits::default() };
    let steps = Budget::new(limits.steps);
    let bounds = Bounds::new(&limits, &steps);
    let value = |p: &Polynomial| bounds.run(|| algebra::at(p, at));
    let d = value(&row.denominator)?;
    if d.numer().sign() == Sign::NoSign {
        return Err(Obstacle::ZeroDenominator);
    }
    let entry = |p: &Polynomial| Ok(ratio(&value(p)?, &d));
    Ok(Fractions::of(&row.numerators.iter().map(entry).collect::<Result<Vec<_>, Obstacle>>()?))
}

/// A size that is not 0, however small: none becomes 0 by being next to a number that is.
fn seen(size: f64) -> f64 {
    size.max(f64::MIN_POSITIVE)
}

/// A number where t does not occur.
fn integer(x: &Polynomial) -> Cow<'_, BigInt> {
    x.integer().unwrap_or_default()
}

/// ln |x|; −∞ for 0.
fn size(x: &BigInt) -> f64 {
    let beyond = x.bits().saturating_sub(64);
    let first = (x.magnitude() >> beyond).iter_u64_digits().next().unwrap_or(0);
    (first as f64).ln() + beyond as f64 * LN_2
}

/// ln |x| of a rational.
fn logarithm(x: &Rational) -> f64 {
    size(x.numer()) - size(x.denom())
}
