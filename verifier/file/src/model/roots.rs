//! Roots of numbers α among the numbers of a file.

use super::each_use;
use super::function::rational;
use super::reading::Reading;
use super::sensitivity::of_rational;
use crate::alpha::{Polynomial, Polynomials as _, Quotient, Quotients as _};
use crate::error::Error;
use crate::json::View;
use crate::number::{BigInt, rational_root};
use num_traits::One;

/// α^(1/k).
///
/// # Errors
/// It is none of the file's numbers.
pub(super) fn of(alpha: &Quotient, k: usize, view: &View, reading: &Reading) -> Result<Quotient, Error> {
    if k == 1 {
        return Ok(alpha.clone());
    }
    let order = u32::try_from(k).ok().filter(|_| k <= reading.limits.exponent);
    let order = order.ok_or_else(|| {
        view.over_limit(format!("a root of order {k}, the limit is {} (--limit exponent=N)", reading.limits.exponent))
    })?;
    let found = match rational(alpha) {
        Some(alpha) => match rational_root(&alpha, order) {
            Some(root) => Some(Quotient::constant(&root)),
            None => each_use::power(&of_rational(&alpha, order), view, reading)?,
        },
        None => root_of_power(alpha, k),
    };
    found.ok_or_else(|| {
        view.instead(
            format!("α^(1/{k}) is none of the file's numbers: noise for a sum query of at most {k} is in powers of it"),
            format!("no \"constant\" in the file, or {{\"root_of_alpha\": {k}}}, and an α that is a power of `b`"),
        )
    })
}

/// t^(e/k) of t^e.
fn root_of_power(alpha: &Quotient, k: usize) -> Option<Quotient> {
    let k = k as u128;
    let power = |e: u128| e.checked_rem(k).filter(|rest| *rest == 0).and_then(|_| e.checked_div(k));
    if alpha.denominator != Polynomial::ONE {
        return None;
    }
    let numerator = match alpha.numerator.exponent() {
        Some(e) => {
            let e = usize::try_from(power(e as u128)?).ok()?;
            let mut coefficients = vec![BigInt::default(); e];
            coefficients.push(BigInt::one());
            Polynomial::polynomial(coefficients)
        }
        None => Polynomial::sparse_power(power(alpha.numerator.power_of_t()?)?),
    };
    Some(Quotient { numerator, denominator: Polynomial::ONE })
}
