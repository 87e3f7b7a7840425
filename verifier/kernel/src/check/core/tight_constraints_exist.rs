//! `tight-constraints-exist`: some z ≥ 0 has Φz = 1.
//!
//! Holds: z. (Then X = Φ·diag(z) is a mechanism with x_ij = α^d(i,j)·x_jj: ElSalamouny et al. Lemma 3.)
//! Fails: w with wΦ ≥ 0 and w·1 < 0, since Φz = 1 with z ≥ 0 would give w·1 = (wΦ)z ≥ 0 (Farkas).
//!
//! `sum`: Σz is the same for all solutions, z'·1 = z'Φz = 1·z. `unique`, where the witness proves it:
//! - Φ is invertible;
//! - or the columns of Φ on the support of z are independent and w has wΦ = 0 on the support and > 0 off
//!   it: any solution z' ≥ 0 has (wΦ)z' = w·1 = (wΦ)z = 0, so that it vanishes off the support too, and
//!   on the support the solution is unique;
//! - or, to the contrary, a second solution.
//!
//! `least`: min z_i where Φ is invertible, of the one solution of Φz = 1, whatever its signs.

use super::{covering, enclosed, invertible};
use crate::case::{Case, wrong};
use crate::failure::{Failure, Part, Tightness, Wanted, Why, ensure, refused};
use crate::problem::{Name, Verdict};
use crate::proved::{Found, Reason, Value};
use crate::witness::{Invertible, Unique, Witness};
use dp_number::{Number, Vector};
use std::cmp::Ordering;

pub(crate) fn check(case: &Case, witness: &Witness) -> Result<Found, Failure> {
    match witness {
        Witness::Weighting { z, unique } => holds(case, z, unique),
        Witness::Separating { w, solution } => fails(case, w, solution.as_ref()),
        Witness::Enclosed(enclosed) => {
            let sum = enclosed::positive(case, &Vector::ones(case.nodes()), enclosed)?;
            Ok(Found::new(Verdict::Holds).value(Name::Sum, Value::Enclosed(sum)))
        }
        _ => refused(Why::WrongWitness),
    }
}

fn holds(case: &Case, z: &Vector, unique: &Unique) -> Result<Found, Failure> {
    solution(case, z, ["z", "Φ·z"])?;
    let found = Found::new(Verdict::Holds).number(Name::Sum, z.sum());
    let is_unique = match unique {
        Unique::Open => return Ok(found),
        Unique::Invertible(proof) => {
            invertible::check(case, proof)?;
            let least = z.entry(case.extreme(z, Ordering::Less)?);
            return Ok(found.value(Name::Unique, Value::Flag(true)).number(Name::Least, least));
        }
        Unique::Only { modulus, w } => {
            let support = case.support(z)?;
            vanishes_on(case, w, &support)?;
            invertible::independent(case, &support, *modulus)?;
            true
        }
        Unique::Second(second) => {
            solution(case, second, ["second", "Φ·second"])?;
            let orders = (0..case.nodes()).map(|i| case.compare_entries(z, second, i));
            let same = orders.collect::<Result<Vec<_>, _>>()?.iter().all(|order| order.is_eq());
            ensure(!same, || Tightness::SameSolution)?;
            false
        }
    };
    Ok(found.value(Name::Unique, Value::Flag(is_unique)))
}

fn fails(case: &Case, w: &Vector, solution: Option<&(Vector, Invertible)>) -> Result<Found, Failure> {
    let (product, by) = covering::separates(case, "w·1", &Vector::ones(case.nodes()), w)?;
    let Some((z, proof)) = solution else {
        let singular = product.numerators.iter().all(Number::is_zero);
        return Ok(Found::new(Verdict::Fails).because(Reason::Separated { by, singular }));
    };
    case.fits("z", z, case.nodes())?;
    case.ones("Φ·z", &case.phi(z)?)?;
    invertible::check(case, proof)?;
    let node = case.extreme(z, Ordering::Less)?;
    let found = Found::new(Verdict::Fails).number(Name::Least, z.entry(node));
    Ok(found.because(Reason::LeastEntry { node, entry: z.entry(node) }))
}

/// z ≥ 0 and Φz = 1.
fn solution(case: &Case, z: &Vector, [own, product]: [Part; 2]) -> Result<(), Failure> {
    case.nonnegative(own, z, case.nodes())?;
    case.ones(product, &case.phi(z)?)
}

/// wΦ = 0 on the support of z and > 0 off it.
fn vanishes_on(case: &Case, w: &Vector, support: &[usize]) -> Result<(), Failure> {
    case.fits("w", w, case.nodes())?;
    let product = case.phi(w)?;
    for (i, x) in product.numerators.iter().enumerate() {
        let wanted = if support.binary_search(&i).is_ok() { Ordering::Equal } else { Ordering::Greater };
        if case.sign(x)? != wanted {
            return Err(wrong("Φw", Some(i), product.entry(i), Wanted::ZeroOnSupport));
        }
    }
    Ok(())
}
