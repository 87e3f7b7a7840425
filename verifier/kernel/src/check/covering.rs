//! Vectors y and v with yΦ ≥ π and Φv ≤ 1, or = : what `regular`, `utility-bound`, `leakage-bound` and `optimal` share.
//!
//! For a product prior on a Hamming graph Φ is the tensor product of Φ₁, the matrix of one individual (1 on the diagonal,
//! α elsewhere), with itself, and tensor products go factor by factor: (⊗y_k)Φ = ⊗(y_k Φ₁), (⊗π_k)·(⊗w_k) = Π π_k·w_k.
//! Products of vectors ≥ 0 keep both inequalities.

use super::*;

/// yΦ = π.
pub(super) fn represents(
    case: &Case,
    phi: &Similarity,
    prior: &Vector,
    y: &Vector,
    place: Places,
) -> Result<(), Failure> {
    let product = phi.times(y, case.meter)?;
    case.each(("yΦ", &product), Relation::Equals, (prior, &|x| Wanted::Same("prior", x)), place)
}

/// y ≥ 0 and yΦ ≥ π; gives Σy.
pub(super) fn covers(
    case: &Case,
    phi: &Similarity,
    prior: &Vector,
    y: &Vector,
    place: Places,
) -> Result<Fraction, Failure> {
    case.nonnegative("y", y, phi.nodes(), place)?;
    let covered = phi.times(y, case.meter)?;
    case.each(("yΦ", &covered), Relation::AtLeast, (prior, &|x| Wanted::AtLeast("prior", x)), place)?;
    Ok(y.sum(case.meter))
}

/// Φv ≤ 1 and π·v = Σy; gives it.
pub(super) fn same_sum(
    case: &Case,
    phi: &Similarity,
    prior: &Vector,
    [y, v]: [&Vector; 2],
    place: Places,
) -> Result<Fraction, Failure> {
    let packed = phi.times(v, case.meter)?;
    case.each(("Φv", &packed), Relation::AtMost, (&Vector::ones(v.len()), &|_| Wanted::AtMostOne), place)?;
    let (sum, dual) = (y.sum(case.meter), prior.dot(v, case.meter)?);
    if case.compare(&sum, &dual)?.is_eq() {
        return Ok(sum);
    }
    Err(Why::number("Σy", Place::Whole, sum, Wanted::Same("π·v", dual)))
}

/// Φw ≥ 0; gives Φw and π·w.
pub(super) fn separates(
    case: &Case,
    phi: &Similarity,
    prior: &Vector,
    w: &Vector,
    place: Places,
) -> Result<(Vector, Fraction), Failure> {
    case.fits("w", w, phi.nodes())?;
    let product = phi.times(w, case.meter)?;
    case.nonnegative("Φw", &product, phi.nodes(), place)?;
    Ok((product, prior.dot(w, case.meter)?))
}

/// The least Σy with y ≥ 0 and yΦ ≥ π: y is one, and v ≥ 0 with Φv ≤ 1 and π·v = Σy shows that none is less, as
/// Σy' ≥ y'Φv ≥ π·v (weak duality).
pub(super) fn bound(case: &Case, prior: usize, covering: &Covering) -> Result<Fraction, Failure> {
    let least = |phi: &Similarity, prior: &Vector, [y, v]: [&Vector; 2], place: Places| {
        case.nonnegative("v", v, phi.nodes(), place)?;
        covers(case, phi, prior, y, place)?;
        same_sum(case, phi, prior, [y, v], place)
    };
    match covering {
        Covering::Vectors(y, v) => least(&case.similarity()?, case.prior(prior)?, [y, v], &Place::Node),
        Covering::Factors(factors) => {
            let (one, priors) = individuals(case, prior, factors.len())?;
            let phi = Similarity::new(&one, case.alpha, case.meter)?;
            let mut bound = Fraction::ONE;
            for (individual, ((y, v), prior)) in factors.iter().zip(priors).enumerate() {
                let place = |value| Place::Value { individual, value };
                bound = bound.times(&least(&phi, prior, [y, v], &place)?, case.meter)?;
            }
            Ok(bound)
        }
    }
}

/// The complete graph on the values of one individual, and the factors of a product prior, of which there are so many.
pub(super) fn individuals<'a>(case: &Case<'a>, prior: usize, n: usize) -> Result<(Graph, &'a [Vector]), Failure> {
    let Family::Hamming { values, individuals } = *case.graph.family() else { return refused(Why::NoProductPrior) };
    let factors = case.problem.priors.get(prior).and_then(|prior| prior.factors.as_deref());
    let Some(priors) = factors.filter(|priors| priors.len() == individuals) else {
        return refused(Why::NoProductPrior);
    };
    length("factors", n, priors.len())?;
    Ok((Graph::new(Family::Complete, values), priors))
}
