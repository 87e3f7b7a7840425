//! The ε of one use. A closed form in a composition has its own, `epsilon` or `alpha` beside it: the file's is that of
//! all uses together.
//!
//! All numbers of a file are functions of one t, and so is the α of a use: a rational, an expression in `a` and `b`,
//! or, from an `epsilon`, a power of `a` or `b`. Where the file has no `constant`, `b` is what all irrational α of uses
//! are powers of.

use super::function::{number, rational, refusal};
use super::privacy::read_epsilon;
use super::reading::Reading;
use crate::alpha::{Alpha, Polynomial, Quotient, Quotients as _};
use crate::error::Error;
use crate::json::{Value, View};
use crate::number::{BigInt, Rational, compare, exact_or_decimal};
use num_traits::{One, ToPrimitive};

/// Whose α a closed form has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// The file's: it is used once.
    File,
    /// That of one use, its own.
    Use,
}

impl Whose {
    /// The keys that say how often, and what the table was counted in.
    pub(super) fn times(self) -> &'static [&'static str] {
        match self {
            Whose::File => &[],
            Whose::Use => &["times", "sample"],
        }
    }
}

/// The keys of an ε of its own.
pub(super) const OWN: [&str; 2] = ["epsilon", "alpha"];

/// That an object has these keys alone, and in a composition those of an ε of its own.
pub(super) fn only(view: &View, known: &[&str], whose: Whose) -> Result<(), Error> {
    match (whose, OWN.into_iter().find_map(|key| view.field(key))) {
        (Whose::File, Some(own)) => {
            Err(own
                .instead("an ε of its own here", "\"privacy\": {\"epsilon\": …}, beside \"mechanism\", which it has"))
        }
        (Whose::File, None) => view.only(known),
        (Whose::Use, _) => view.only(&[known, &OWN].concat()),
    }
}

/// That what does not depend on ε has none of its own.
pub(super) fn has_none(view: &View, name: &str) -> Result<(), Error> {
    let thing = match name {
        "matrix" => "a matrix, which is as it is written",
        "uniform" => "\"uniform\", which does not depend on it",
        _ => "a \"noise\", which says all",
    };
    match OWN.into_iter().find_map(|key| view.field(key)) {
        Some(own) => Err(own.instead(format!("an ε beside {thing}"), "none")),
        None => Ok(()),
    }
}

/// The α of one use of a closed form.
pub(super) fn alpha(view: &View, name: &str, reading: &Reading) -> Result<Quotient, Error> {
    match (view.field("alpha"), view.field("epsilon")) {
        (Some(alpha), None) => of_alpha(&alpha, reading),
        (None, Some(epsilon)) => of_epsilon(&epsilon, reading),
        (None, None) => Err(missing(view, name, reading)),
        (Some(_), Some(_)) => Err(view.one_of(["alpha", "epsilon"], true)),
    }
}

/// A closed form without an ε of its own, with one that it may have: e^-1 where that is among the file's numbers or may
/// become one.
fn missing(view: &View, name: &str, reading: &Reading) -> Error {
    if name == "promise" {
        return view.instead("a promise without an ε", "one: {\"epsilon\": \"1\", \"delta\": \"1e-6\", \"times\": 30}");
    }
    let epsilon = if reading.powers.may_grow { "1" } else { "ln(2)" };
    let times = match view.field("times").as_ref().map(View::value) {
        Some(Value::Number(times)) => format!(", \"times\": {}", crate::json::shorten(times)),
        _ => String::new(),
    };
    let own = format!("{{\"family\": \"{name}\", \"epsilon\": \"{epsilon}\"{times}}}");
    view.instead(
        "a closed form in a composition has no ε of its own, and the file's is that of all uses together",
        format!("the ε of each use, as in {own}, or its \"alpha\""),
    )
}

/// An expression in `a` and `b`, 0 < α ≤ 1.
fn of_alpha(view: &View, reading: &Reading) -> Result<Quotient, Error> {
    let expected = "0 < α ≤ 1";
    if let Value::Object(_) = view.value() {
        let expected =
            "a number, in `a` and `b` too: a root is the file's α or its \"constant\", and \"a\" or \"b\" here";
        return Err(view.unexpected(expected));
    }
    let x = number(view, reading)?;
    match rational(&x) {
        Some(x) if !x.is_positive() => return Err(view.unexpected(expected)),
        Some(x) if compare(&x, &Rational::one()).is_gt() => {
            return Err(view.unexpected(expected).meant(&format!("\"epsilon\": \"{}\"", exact_or_decimal(&x))));
        }
        Some(_) => return Ok(x),
        None => {}
    }
    let ground = reading.ground();
    let field = ground.field.ok_or_else(|| view.error("α and `b` are rational"))?;
    let signs =
        |p: &Polynomial| ground.bounds.run(|| dp_algebra::signs(&field.point, p)).map_err(|why| refusal(view, &why));
    if signs(&x.numerator)?.is_positive() && signs(&(&x.denominator - &x.numerator))?.is_nonnegative() {
        return Ok(x);
    }
    let place = if field.is_symbolic() { " at every α of the interval" } else { "" };
    Err(view.unexpected(&format!("{expected}{place}")))
}

/// e^-ε: a rational, or a power of one of the file's numbers.
pub(super) fn of_epsilon(view: &View, reading: &Reading) -> Result<Quotient, Error> {
    let alpha = match read_epsilon(view, reading.limits, reading.steps)? {
        Alpha::Rational(alpha) => return Ok(Quotient::constant(&alpha)),
        other => other,
    };
    if let Some(power) = power(&alpha, view, reading)? {
        return Ok(power);
    }
    let expected = "an ε of which e^-ε is a power of `a` or `b`, as the file has a \"constant\"; or its \"alpha\", a rational or an \
                    expression in `a` and `b`";
    Err(view.unexpected(expected))
}

/// An irrational number as a power of one of the file's numbers; `None` where it is none.
pub(super) fn power(alpha: &Alpha, view: &View, reading: &Reading) -> Result<Option<Quotient>, Error> {
    let ground = reading.ground();
    for known in &reading.powers.known {
        let Some(exponent) = known.exponent(alpha, reading.limits, reading.steps, view)? else { continue };
        let field = ground.field.ok_or_else(|| view.error("α and `b` are rational"))?;
        let power = match exponent.to_usize().filter(|_| !field.is_sparse()) {
            Some(e) => ground.power(&known.base, e).map_err(|why| refusal(view, &why))?,
            None => {
                let power = exponent.to_u128().and_then(|e| sparse_power(&known.base, e, reading.limits.exponent));
                power.ok_or_else(|| {
                    view.over_limit("its α is too high a power of the file's numbers (--limit exponent=N)")
                })?
            }
        };
        let one = Polynomial::from(BigInt::one());
        return Ok(Some(Quotient { numerator: power, denominator: one }));
    }
    Ok(None)
}

/// (t^k·u^f)^e, with a power of u within the limit.
fn sparse_power(base: &Polynomial, e: u128, most: usize) -> Option<Polynomial> {
    let [(of, _)] = base.terms()? else { return None };
    let u = u32::try_from(e.checked_mul(of.u.into())?).ok().filter(|&u| u as usize <= most)?;
    let power = dp_kernel::Monomial { t: of.t.checked_mul(e)?, u };
    Some(Polynomial::sparse(vec![(power, BigInt::one())]))
}
