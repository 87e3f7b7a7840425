//! `tight-constraints-exist`: some z ≥ 0 has Φz = 1.
//!
//! Holds: z. (Then X = Φ·diag(z) is a mechanism with x_ij = α^d(i,j)·x_jj: ElSalamouny et al. Lemma 4.)
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

use super::{Case, Failure, Proved, Similarity, invertible, irrational, unproved};
use crate::number::Fractions;
use crate::report::{Value, Verdict, exact_or_decimal};
use num_traits::{Signed, Zero};

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    if case.mechanism.privacy.alpha.rational().is_none() {
        return irrational::tight_constraints_exist(case);
    }
    let phi = case.similarity()?;
    match case.said {
        Verdict::Holds => holds(case, &phi),
        _ => fails(case, &phi),
    }
}

fn holds(case: &Case, phi: &Similarity) -> Result<Proved, Failure> {
    case.witness.only(&["z", "invertible", "only", "second"])?;
    let z = case.witness.vector("z", case.nodes())?;
    nonnegative(case, "z", &z)?;
    solves(case, phi, "z", &z)?;
    let mut proved = Proved::new(Verdict::Holds).rational("sum", z.total());
    let invertible = invertible::optional(case, phi)?;
    match (invertible, case.witness.part("only"), case.witness.part("second")) {
        (true, None, None) => {
            proved = proved.value("unique", Value::Flag(true)).rational("least", least(&z));
        }
        (false, Some(only), None) => {
            only.only(&["modulus", "w"])?;
            let w = invertible::part_vector(case, &only, "w")?;
            let support: Vec<usize> = (0..z.len()).filter(|&i| !z.numerators[i].is_zero()).collect();
            separates(case, phi, &w, &z)?;
            invertible::independent(case, phi, &support, invertible::modulus(case, &only)?)?;
            proved = proved.value("unique", Value::Flag(true));
        }
        (false, None, Some(_)) => {
            let second = case.witness.vector("second", case.nodes())?;
            nonnegative(case, "second", &second)?;
            solves(case, phi, "second", &second)?;
            if z.equals(&second) {
                return unproved("`second` is the same solution as `z`");
            }
            proved = proved.value("unique", Value::Flag(false));
        }
        (false, None, None) => {}
        _ => return unproved("the witness proves `unique` in more than one way"),
    }
    Ok(proved)
}

fn fails(case: &Case, phi: &Similarity) -> Result<Proved, Failure> {
    case.witness.only(&["w", "z", "invertible"])?;
    let w = case.witness.vector("w", case.nodes())?;
    let product = case.times(phi, &w)?;
    if let Some(j) = product.first_negative() {
        return unproved(format!("wΦ at {} is {}, expected ≥ 0", case.node(j), exact_or_decimal(&product.entry(j))));
    }
    let total = w.total();
    if !total.is_negative() {
        return unproved(format!("w·1 is {}, expected < 0", exact_or_decimal(&total)));
    }
    let proved = Proved::new(Verdict::Fails);
    if case.witness.part("z").is_none() {
        return match case.witness.part("invertible") {
            None if product.numerators.iter().all(Zero::is_zero) => Ok(proved.because(format!(
                "some w has wΦ = 0 and w·1 = {}: Φ is singular, and no z at all has Φz = 1",
                exact_or_decimal(&total)
            ))),
            None => Ok(proved.because(format!(
                "some w has wΦ ≥ 0 and w·1 = {} < 0, so that no z ≥ 0 has Φz = 1",
                exact_or_decimal(&total)
            ))),
            Some(_) => unproved("the witness lacks `z`"),
        };
    }
    let z = case.witness.vector("z", case.nodes())?;
    solves(case, phi, "z", &z)?;
    if !invertible::optional(case, phi)? {
        return unproved("the witness lacks `invertible`");
    }
    let worst = (0..z.len()).min_by_key(|&i| &z.numerators[i]).unwrap_or(0);
    let sentence =
        format!("the only solution of Φz = 1 is {} at {}", exact_or_decimal(&z.entry(worst)), case.node(worst));
    Ok(proved.rational("least", least(&z)).because(sentence))
}

fn least(z: &Fractions) -> crate::number::Rational {
    let worst = (0..z.len()).min_by_key(|&i| &z.numerators[i]).unwrap_or(0);
    z.entry(worst)
}

pub(super) fn nonnegative(case: &Case, name: &str, z: &Fractions) -> Result<(), Failure> {
    match z.first_negative() {
        None => Ok(()),
        Some(i) => unproved(format!("`{name}` at {} is {}, expected ≥ 0", case.node(i), exact_or_decimal(&z.entry(i)))),
    }
}

/// Φz = 1.
fn solves(case: &Case, phi: &Similarity, name: &str, z: &Fractions) -> Result<(), Failure> {
    let product = case.times(phi, z)?;
    match product.numerators.iter().position(|x| *x != product.denominator) {
        None => Ok(()),
        Some(i) => {
            unproved(format!("Φ·{name} at {} is {}, expected 1", case.node(i), exact_or_decimal(&product.entry(i))))
        }
    }
}

/// wΦ = 0 on the support of z and > 0 off it.
fn separates(case: &Case, phi: &Similarity, w: &Fractions, z: &Fractions) -> Result<(), Failure> {
    let product = case.times(phi, w)?;
    let fits = |i: usize| {
        if z.numerators[i].is_zero() { product.numerators[i].is_positive() } else { product.numerators[i].is_zero() }
    };
    match (0..z.len()).find(|&i| !fits(i)) {
        None => Ok(()),
        Some(i) => unproved(format!(
            "wΦ at {} is {}, expected 0 on the support of z and > 0 off it",
            case.node(i),
            exact_or_decimal(&product.entry(i))
        )),
    }
}
