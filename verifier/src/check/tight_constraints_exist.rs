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

use super::source::Source;
use super::{Case, Failure, Proved, Similarity, enclosed, invertible, unproved};
use crate::alpha::{Polynomial, Ring};
use crate::number::{BigInt, Fractions, Sign};
use crate::report::{Value, Verdict, exact_or_decimal};
use num_traits::{Signed, Zero};

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    match (case.has_rational_alpha(), case.said) {
        (_, Verdict::Holds) if case.witness.part("enclosed").is_some() => enclosed::tight_constraints_exist(case),
        (true, Verdict::Holds) => holds(case),
        (true, _) => fails(case),
        (false, Verdict::Holds) => {
            case.witness.only(&["z", "invertible"])?;
            let (z, phi) = solution::<Polynomial>(case)?;
            let proved = Proved::new(Verdict::Holds).value("sum", Polynomial::value(&z.sum(), &z.denominator, case)?);
            match invertible::by_functions(case, &phi)? {
                true => Ok(proved.value("unique", Value::Flag(true)).value("least", least_function(case, &z)?)),
                false => Ok(proved),
            }
        }
        (false, _) => {
            case.witness.only(&["w", "z", "invertible"])?;
            let (proved, phi) = separated::<Polynomial>(case)?;
            if case.witness.part("z").is_none() {
                return Ok(proved);
            }
            let z = case.witness.vector("z", case.nodes(), &case.ground)?;
            solves(case, &phi, "z", &z)?;
            match invertible::by_functions(case, &phi)? {
                true => Ok(proved.value("least", least_function(case, &z)?)),
                false => unproved("the witness lacks `invertible`"),
            }
        }
    }
}

/// z ≥ 0 with Φz = 1, and Φ.
fn solution<'a, R: Source>(case: &Case<'a>) -> Result<(Fractions<R>, Similarity<'a, R>), Failure> {
    let phi = case.similarity()?;
    let z = case.witness.vector("z", case.nodes(), &case.ground)?;
    nonnegative(case, "z", &z)?;
    solves(case, &phi, "z", &z)?;
    Ok((z, phi))
}

/// The refutation by w with wΦ ≥ 0 and w·1 < 0, and Φ.
fn separated<'a, R: Source>(case: &Case<'a>) -> Result<(Proved, Similarity<'a, R>), Failure> {
    let phi = case.similarity()?;
    let w: Fractions<R> = case.witness.vector("w", case.nodes(), &case.ground)?;
    let product = case.times(&phi, &w)?;
    if let Some(j) = product.negative(&case.ground)? {
        let found = R::shown(&product.numerators[j], &product.denominator, case);
        return unproved(format!("wΦ at {} is {found}, expected ≥ 0", case.node(j)));
    }
    let (total, found) = (w.sum(), R::shown(&w.sum(), &w.denominator, case));
    if total.sign(&case.ground)? != Sign::Minus {
        return unproved(format!("w·1 is {found}, expected < 0"));
    }
    let zero = R::default();
    let sentence = match product.numerators.iter().all(|x| *x == zero) {
        true => format!("some w has wΦ = 0 and w·1 = {found}: Φ is singular, and no z at all has Φz = 1"),
        false => format!("some w has wΦ ≥ 0 and w·1 = {found} < 0, so that no z ≥ 0 has Φz = 1"),
    };
    Ok((Proved::new(Verdict::Fails).because(sentence), phi))
}

fn holds(case: &Case) -> Result<Proved, Failure> {
    case.witness.only(&["z", "invertible", "only", "second"])?;
    let (z, phi) = solution::<BigInt>(case)?;
    let mut proved = Proved::new(Verdict::Holds).rational("sum", z.total());
    let invertible = invertible::optional(case, &phi)?;
    match (invertible, case.witness.part("only"), case.witness.part("second")) {
        (true, None, None) => {
            proved = proved.value("unique", Value::Flag(true)).rational("least", least(&z));
        }
        (false, Some(only), None) => {
            only.only(&["modulus", "w"])?;
            let w = invertible::part_vector(case, &only, "w")?;
            let support: Vec<usize> = (0..z.len()).filter(|&i| !z.numerators[i].is_zero()).collect();
            separates(case, &phi, &w, &z)?;
            invertible::independent(case, &phi, &support, invertible::modulus(case, &only)?)?;
            proved = proved.value("unique", Value::Flag(true));
        }
        (false, None, Some(_)) => {
            let second = case.witness.vector("second", case.nodes(), &case.ground)?;
            nonnegative(case, "second", &second)?;
            solves(case, &phi, "second", &second)?;
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

fn fails(case: &Case) -> Result<Proved, Failure> {
    case.witness.only(&["w", "z", "invertible"])?;
    let (proved, phi) = separated::<BigInt>(case)?;
    if case.witness.part("z").is_none() {
        return match case.witness.part("invertible") {
            None => Ok(proved),
            Some(_) => unproved("the witness lacks `z`"),
        };
    }
    let z = case.witness.vector("z", case.nodes(), &case.ground)?;
    solves(case, &phi, "z", &z)?;
    if !invertible::optional(case, &phi)? {
        return unproved("the witness lacks `invertible`");
    }
    let worst = (0..z.len()).min_by_key(|&i| &z.numerators[i]).unwrap_or(0);
    let sentence =
        format!("the only solution of Φz = 1 is {} at {}", exact_or_decimal(&z.entry(worst)), case.node(worst));
    Ok(Proved::new(Verdict::Fails).rational("least", least(&z)).because(sentence))
}

fn least(z: &Fractions) -> crate::number::Rational {
    let worst = (0..z.len()).min_by_key(|&i| &z.numerators[i]).unwrap_or(0);
    z.entry(worst)
}

/// min z_i, where the signs of all differences are constant.
fn least_function(case: &Case, z: &Fractions<Polynomial>) -> Result<Value, Failure> {
    let mut least = z.numerators.first().cloned().unwrap_or_default();
    for x in &z.numerators[1..] {
        if *x != least && Ring::compare(x, &least, &case.ground)?.is_lt() {
            least = x.clone();
        }
    }
    Polynomial::value(&least, &z.denominator, case)
}

pub(super) fn nonnegative<R: Source>(case: &Case, name: &str, z: &Fractions<R>) -> Result<(), Failure> {
    match z.negative(&case.ground)? {
        None => Ok(()),
        Some(i) => {
            let found = R::shown(&z.numerators[i], &z.denominator, case);
            unproved(format!("`{name}` at {} is {found}, expected ≥ 0", case.node(i)))
        }
    }
}

/// Φz = 1.
fn solves<R: Source>(case: &Case, phi: &Similarity<R>, name: &str, z: &Fractions<R>) -> Result<(), Failure> {
    let product = case.times(phi, z)?;
    for (i, x) in product.numerators.iter().enumerate() {
        if x.compare(&product.denominator, &case.ground)?.is_ne() {
            let found = R::shown(x, &product.denominator, case);
            return unproved(format!("Φ·{name} at {} is {found}, expected 1", case.node(i)));
        }
    }
    Ok(())
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
