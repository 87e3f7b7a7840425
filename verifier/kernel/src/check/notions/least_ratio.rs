//! The least ratio of all uses together: the product of the parts' own, as X has every tuple of their outputs.

use crate::case::Case;
use crate::check::core::alpha_max;
use crate::failure::Failure;
use crate::list::first;
use crate::problem::Verdict;
use crate::proved::{Found, Reason};
use dp_number::{At, Fraction, Vector};

/// Over these ordered pairs: the least ratio of X below 1, a pair (i, h) with an output of each part, and Π
/// (x_io/x_ho)^k; 1 where none is below. Cost: a pass over all outputs of the parts, and a product of powers, for each.
pub(crate) fn least(case: &Case, pairs: &[[usize; 2]]) -> Result<(Option<Reason>, Fraction), Failure> {
    let (parts, mut reason, mut least) = (case.uses(), None, Fraction::ONE);
    for &pair in pairs {
        let own = parts.iter().map(|(part, _)| least_of(part, pair)).collect::<Result<Option<Vec<_>>, _>>()?;
        // Where the row of h is 0 X has no output at it, and nothing is asked.
        let Some(own) = own else { continue };
        let powers = own.iter().zip(&parts).map(|((_, ratio), (_, k))| ratio.power(*k));
        let ratio = powers.fold(Fraction::ONE, |all, ratio| &all * &ratio);
        if case.compare(&ratio, &least)?.is_lt() {
            let outputs = own.into_iter().map(|(output, _)| output).collect();
            reason = Some(Reason::RatioOfUses { pairs: vec![pair], outputs, ratio: ratio.clone() });
            least = ratio;
        }
    }
    Ok((reason, least.lowest()))
}

/// The least x_io/x_ho of one table, and where.
pub(crate) fn least_of(case: &Case, pair: [usize; 2]) -> Result<Option<(usize, Fraction)>, Failure> {
    let [x, y] = case.pair(pair)?;
    let below =
        |o: &usize, known: &usize| Ok(case.at.order_products([&x[*o], &y[*known]], [&x[*known], &y[*o]])?.is_lt());
    let least = first(case.support(y)?.into_iter().map(Ok), below)?;
    Ok(least.map(|o| (o, ratio([x, y], o))))
}

/// x_o/y_o, as short as it shows without long divisions: what is expected of its logarithm is seen by that.
fn ratio([x, y]: [&Vector; 2], o: usize) -> Fraction {
    if x.denominator != y.denominator {
        return (&x.entry(o) / &y.entry(o)).lowest();
    }
    let whole = if y[o].length() <= At::HIGH as u64 { x[o].over(&y[o]) } else { None };
    whole.map_or_else(|| Fraction::new(x[o].clone(), y[o].clone()).lowest(), Fraction::from)
}

/// `dp` and its like, by the least ratio against α or a power of it.
pub(crate) fn by_least_ratio(
    case: &Case,
    (reason, least): (Option<Reason>, Fraction),
    alpha: &Fraction,
) -> Result<Found, Failure> {
    let verdict = Verdict::of(case.compare(alpha, &least)?.is_le());
    let found = alpha_max::of_number(case, Found::new(verdict), least)?;
    Ok(found.because(reason))
}
