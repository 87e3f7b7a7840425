//! Irrational numbers of a file, as functions of t.

use super::reading::Reading;
use crate::alpha::{
    BYTES_OF_TERM, Field, Ground, Obstacle, Point, Polynomial, Polynomials as _, Quotient, Quotients as _,
};
use crate::alpha::{Fractions, Vectors as _};
use crate::error::Error;
use crate::json::{View, shorten};
use crate::limits::total;
use crate::number::{Expression, Rational, Sign, fraction, steps_of_gcd};

/// Why a number of the file has no value.
pub(super) fn refusal(view: &View, why: &Obstacle) -> Error {
    match why {
        Obstacle::Unfit(_) | Obstacle::ZeroDenominator => view.error(why.to_string()).expecting("a number"),
        why => view.over_limit(why.to_string()),
    }
}

/// Why an expression has no value: a denominator that is zero, or what [`refusal`] says.
pub(super) fn no_value(view: &View, why: &Obstacle, field: &Field) -> Error {
    let place = if field.is_symbolic() { "some α of the interval" } else { "this α" };
    let text = view.string("").map_or_else(|_| String::new(), |text| format!("in \"{}\": ", shorten(text)));
    match why {
        Obstacle::ZeroDenominator => {
            view.error(format!("{text}a denominator is zero at {place}")).expecting("a number")
        }
        why => refusal(view, why),
    }
}

/// The function of t that an expression is, with a denominator that is positive wherever t may be. An algebraic number
/// beside a power of e has the lowest powers that it can have, as products are long there.
pub(super) fn function(expression: &Expression, ground: &Ground) -> Result<Quotient, Obstacle> {
    let field = ground.field.ok_or(Obstacle::Unfit("an irrational number where α and `b` are rational"))?;
    let x = field.value(expression, &ground.bounds)?;
    match field.point {
        Point::Beside(_) => field.simplest(x, &ground.bounds),
        _ => x.oriented(&field.point, &ground.bounds),
    }
}

/// A number of the file, a function of t where it mentions an irrational `a` or `b`. It is expanded at once, so that a
/// long list is never held as trees of operations. A rational is in lowest terms.
pub(super) fn number(view: &View, reading: &Reading) -> Result<Quotient, Error> {
    let expression = Expression::read(view, reading.symbols, reading.limits, reading.steps)?;
    expanded(&expression, &reading.ground(), view)
}

/// What an expression is as a function of t, or a rational in lowest terms.
pub(super) fn expanded(expression: &Expression, ground: &Ground, view: &View) -> Result<Quotient, Error> {
    if let Expression::Rational(x) = expression {
        return Ok(Quotient::constant(x));
    }
    let x = function(expression, ground).map_err(|why| match ground.field {
        Some(field) => no_value(view, &why, field),
        None => refusal(view, &why),
    })?;
    let (Some(n), Some(d)) = (x.numerator.integer(), x.denominator.integer()) else { return Ok(x) };
    ground.bounds.charge(steps_of_gcd(n.bits(), d.bits())).map_err(|why| view.over_limit(why.to_string()))?;
    Ok(Quotient::constant(&fraction(n.into_owned(), d.into_owned())))
}

/// The rational, where t does not occur.
pub(super) fn rational(x: &Quotient) -> Option<Rational> {
    Some(Rational::new_raw(x.numerator.integer()?.into_owned(), x.denominator.integer()?.into_owned()))
}

/// About the bytes that a number's digits and coefficients take.
pub(super) fn bytes(x: &Quotient) -> u64 {
    if x.is_rational() {
        return (x.numerator.bits().max(x.denominator.bits()) / 64).saturating_mul(8);
    }
    x.numerator.bytes().saturating_add(x.denominator.bytes())
}

/// Numbers over their least common denominator, which may be far longer than their text.
pub(super) fn over_common(entries: &[Quotient], view: &View, reading: &Reading) -> Result<Fractions, Error> {
    if let Some(entries) = entries.iter().map(rational).collect::<Option<Vec<Rational>>>() {
        return rational_over_common(&entries, view, reading);
    }
    let ground = reading.ground();
    let at = |why: &Obstacle| refusal(view, why);
    let over = |p: &Polynomial, d: &Polynomial| ground.bounds.run(|| Ok(p.over(d)));
    let mut denominator = Polynomial::ONE;
    let mut extend = |d: &Polynomial| -> Result<(), Obstacle> {
        if over(&denominator, d)?.is_none() {
            // The common divisor is primitive; what it leaves of d is an integer polynomial (Gauss).
            let common = ground.bounds.run(|| dp_algebra::gcd(&denominator, d))?;
            let rest = over(d, &common)?.ok_or(Obstacle::Unfit("a common divisor that does not divide"))?;
            denominator = ground.product(&denominator, &rest)?;
        }
        Ok(())
    };
    entries.iter().try_for_each(|x| extend(&x.denominator)).map_err(|why| at(&why))?;
    // Positive like its divisors, or made so.
    let is_negative = ground.sign(&denominator).map_err(|why| at(&why))? == Sign::Minus;
    let denominator = if is_negative { -&denominator } else { denominator };
    let numerator = |x: &Quotient| -> Result<Polynomial, Obstacle> {
        // Of sparse polynomials no quotient is made that is much longer than they are.
        let factor = over(&denominator, &x.denominator)?.ok_or(Obstacle::Steps)?;
        ground.product(&x.numerator, &factor)
    };
    let mut numerators = Vec::with_capacity(entries.len());
    for x in entries {
        let numerator = numerator(x).map_err(|why| at(&why))?;
        // There once more in the problem.
        reading.charge_bytes(view, numerator.bytes().saturating_mul(2))?;
        numerators.push(numerator);
    }
    Ok(Fractions { denominator, numerators })
}

/// Entries over their least common denominator, which may be far longer than their text.
pub(super) fn rational_over_common(entries: &[Rational], view: &View, reading: &Reading) -> Result<Fractions, Error> {
    let count = entries.len() as u64;
    let most = (reading.limits.bits as u64)
        .min(reading.memory.left().saturating_mul(4).checked_div(count.max(1)).unwrap_or(0));
    let over_limit = || view.over_limit(format!("a common denominator of over {most} bits (--limit bits=N, memory=N)"));
    let row =
        Fractions::within(entries, most, reading.steps).map_err(|why| refusal(view, &why))?.ok_or_else(over_limit)?;
    charge_row(count, row.denominator.bits(), view, reading)?;
    // Of numbers beyond 1, numerators are longer than that; where they are checked they are there once more.
    let bytes = row.numerators.iter().map(|n| n.bits() / 8).fold(0, u64::saturating_add);
    let counted = count.saturating_mul(row.denominator.bits() / 8);
    reading.charge_bytes(view, bytes.saturating_sub(counted).saturating_mul(2))?;
    Ok(row)
}

/// Counts the bytes of so many numerators over a denominator of so many bits.
pub(super) fn charge_row(count: u64, bits: u64, view: &View, reading: &Reading) -> Result<(), Error> {
    reading.charge(view, 1, count.saturating_mul(bits))?;
    reading.charge_bytes(view, count.saturating_mul(BYTES_OF_TERM))
}

/// The bytes of an entry of a closed form that is written by its terms: up to two of these, and a copy in the problem.
const BYTES_OF_SPARSE: u64 = 640;

/// The numbers α^d for the distances d of a row, α^∞ = 0, where α, of one unit of length, is t^k.
pub(super) fn powers(distances: &[u64], view: &View, reading: &Reading) -> Result<Vec<Polynomial>, Error> {
    let ground = reading.ground();
    let field = ground.field.ok_or_else(|| view.error("α is rational"))?;
    let base = field.base.as_ref().ok_or_else(|| reading.no_powers(view))?;
    let finite = || distances.iter().copied().filter(|&d| d != dp_kernel::INFINITE);
    // t^(kd) has kd + 1 coefficients.
    let degree = if field.is_sparse() { 0 } else { base.numerator.degree() as u64 };
    let terms = finite().fold(0, |all, d| total([all, degree.saturating_mul(d), 1]));
    // What is computed of them is as long, or twice as long, and there are some copies at a time.
    let each = if field.is_sparse() { BYTES_OF_SPARSE } else { BYTES_OF_TERM * 4 };
    reading.charge_bytes(view, terms.saturating_mul(each))?;
    let power = |&d: &u64| match d {
        dp_kernel::INFINITE => Ok(Polynomial::ZERO),
        _ => ground.power(&base.numerator, dp_kernel::place(d)).map_err(|why| refusal(view, &why)),
    };
    distances.iter().map(power).collect()
}
