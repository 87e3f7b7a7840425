//! Vectors y and v with yΦ ≥ π and Φv ≤ 1, or = : what `regular`, `utility-bound`, `leakage-bound` and `optimal` share.

use crate::case::{Case, wrong};
use crate::failure::{Failure, Part, Wanted};
use crate::problem::Relation;
use dp_number::{Fraction, Vector};

/// yΦ = π.
pub(crate) fn represents(case: &Case, prior: &Vector, y: &Vector) -> Result<(), Failure> {
    case.fits("y", y, case.nodes())?;
    case.each(("yΦ", &case.phi(y)?), Relation::Equals, (prior, &|x| Wanted::Same("prior", x)))
}

/// y ≥ 0 and yΦ ≥ π; gives Σy.
pub(crate) fn covers(case: &Case, prior: &Vector, y: &Vector) -> Result<Fraction, Failure> {
    case.nonnegative("y", y, case.nodes())?;
    case.each(("yΦ", &case.phi(y)?), Relation::AtLeast, (prior, &|x| Wanted::AtLeast("prior", x)))?;
    Ok(y.sum())
}

/// Φv ≤ 1 and π·v = Σy; gives it.
pub(crate) fn same_sum(case: &Case, prior: &Vector, y: &Vector, v: &Vector) -> Result<Fraction, Failure> {
    case.fits("v", v, case.nodes())?;
    case.each(("Φv", &case.phi(v)?), Relation::AtMost, (&Vector::ones(v.len()), &|_| Wanted::AtMostOne))?;
    let (sum, dual) = (y.sum(), prior.dot(v));
    if case.compare(&sum, &dual)?.is_eq() { Ok(sum) } else { Err(wrong("Σy", None, sum, Wanted::Same("π·v", dual))) }
}

/// Φw ≥ 0 and π·w < 0; gives both.
pub(crate) fn separates(case: &Case, part: Part, prior: &Vector, w: &Vector) -> Result<(Vector, Fraction), Failure> {
    case.fits("w", w, case.nodes())?;
    let (product, by) = (case.phi(w)?, prior.dot(w));
    case.nonnegative("Φw", &product, case.nodes())?;
    if case.sign(&by.numerator)?.is_lt() { Ok((product, by)) } else { Err(wrong(part, None, by, Wanted::Negative)) }
}

/// The least Σy with y ≥ 0 and yΦ ≥ π: y is one, and v ≥ 0 with Φv ≤ 1 and π·v = Σy shows that none is less, as
/// Σy' ≥ y'Φv ≥ π·v (weak duality).
pub(crate) fn bound(case: &Case, prior: &Vector, y: &Vector, v: &Vector) -> Result<Fraction, Failure> {
    case.nonnegative("v", v, case.nodes())?;
    covers(case, prior, y)?;
    same_sum(case, prior, y, v)
}
