//! The declared privacy: α = e^-ε, and δ.

use super::Declared;
use crate::alpha;
use crate::alpha::Vectors as _;
use crate::alpha::{Alpha, Constant, Fractions};
use crate::alpha::{Bounds, Point, Polynomial};
use crate::error::Error;
use crate::json::{self, Value, View, shorten};
use crate::limits::{Budget, Limits, total, words_of};
use crate::number::{Epsilon, Rational, Symbols, bits, compare, epsilon, power, ratio, rational, rational_root};
use crate::number::{epsilon_of_power, exact_or_decimal};
use crate::spelling::nearest;
use num_traits::{One, ToPrimitive, Zero};
use serde_json::json;

/// (ε, δ), with ε as α; or ρ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Privacy {
    /// α = e^-ε; 1 where ρ is declared, and then nothing may be said of it.
    pub alpha: Alpha,
    /// 0 ≤ δ < 1; `None` where the file does not speak of δ.
    pub delta: Option<Rational>,
    /// The ρ > 0 of ρ-zCDP, where that is declared in the place of ε and δ.
    pub rho: Option<Rational>,
    /// α, ε or ρ in the file's words.
    pub declared: Declared,
}

impl Privacy {
    /// α of one unit of length, where it is rational.
    pub(super) fn base<'a>(&'a self, constant: Option<&'a Constant>, unit: u64) -> Option<&'a Rational> {
        if unit == 1 { self.alpha.rational() } else { constant.and_then(Constant::rational) }
    }

    /// What `a` and `b` stand for in the file's numbers.
    pub fn symbols(&self, constant: Option<&Constant>) -> Symbols {
        let (a, b) = (self.alpha.rational().cloned(), constant.map(|b| b.rational().cloned()));
        Symbols { a: self.rho.is_none().then_some(a), b, rho: self.rho.is_some() }
    }

    pub(super) fn read(view: &View, limits: &Limits, steps: &Budget) -> Result<Self, Error> {
        view.is_object("an object with \"alpha\" or \"epsilon\"").map_err(|e| match view.value() {
            Value::Number(epsilon) => e.meant(&format!("{{\"epsilon\": {}}}", shorten(epsilon))),
            Value::String(epsilon) => e.meant(&format!("{{\"epsilon\": \"{}\"}}", shorten(epsilon))),
            _ => e,
        })?;
        view.only(&["alpha", "epsilon", "rho", "between", "delta"])?;
        if let Some(rho) = view.field("rho") {
            return Self::of_rho(view, &rho, limits, steps);
        }
        let alpha = match (view.field("alpha"), view.field("epsilon")) {
            (Some(alpha), None) => read_alpha(&alpha, view.field("between").as_ref(), limits, steps)?,
            (None, Some(epsilon)) => read_epsilon(&epsilon, limits, steps)?,
            (both, _) => return Err(view.one_of(["alpha", "epsilon"], both.is_some())),
        };
        if let (Some(between), false) = (view.field("between"), matches!(alpha, Alpha::Symbolic { .. })) {
            return Err(between
                .error("unknown key here: \"between\" belongs to \"alpha\": \"symbolic\"")
                .expecting("no \"between\" beside another α"));
        }
        let delta = view.field("delta").map(|v| read_delta(&v, limits, steps)).transpose()?;
        Ok(Self { alpha, delta, rho: None, declared: Declared::read(view)? })
    }

    /// ρ > 0, alone.
    fn of_rho(privacy: &View, view: &View, limits: &Limits, steps: &Budget) -> Result<Self, Error> {
        let beside = ["alpha", "epsilon", "between", "delta"].into_iter();
        if let Some((key, other)) = beside.filter_map(|key| Some((key, privacy.field(key)?))).next() {
            return Err(other
                .instead(format!("\"{key}\" beside \"rho\""), "\"rho\" alone: \"privacy\": {\"rho\": \"1/2\"}")
                .hint(
                    "; what ρ implies at an ε is said by {\"claim\": \"zcdp\", \"rho\": \"1/2\", \"epsilon\": \"3\"}",
                ));
        }
        let rho = rational(view, limits, steps)?;
        if !rho.is_positive() {
            return Err(view.unexpected("ρ > 0"));
        }
        let declared = Declared::read(privacy)?;
        Ok(Self { alpha: Alpha::Rational(Rational::one()), delta: None, rho: Some(rho), declared })
    }

    /// Why nothing may depend on α: the file declares ρ.
    pub(super) fn no_alpha(view: &View, what: &str, expected: &str) -> Error {
        view.instead(format!("{what}, and this file declares ρ"), expected)
    }

    /// What is declared in a file's own words, which are read as there, with that δ.
    ///
    /// # Errors
    /// They declare nothing.
    pub(crate) fn declared(
        declared: Declared,
        delta: Option<Rational>,
        limits: &Limits,
        steps: &Budget,
    ) -> Result<Self, Error> {
        let text = match &declared {
            Declared::Alpha(alpha) => json!({ "alpha": alpha }),
            Declared::Epsilon(epsilon) => json!({ "epsilon": epsilon }),
            Declared::Root { polynomial, between } => json!({ "alpha": { "root_of": polynomial, "between": between } }),
            Declared::Symbolic { between } => json!({ "alpha": "symbolic", "between": between }),
            Declared::Rho(rho) => json!({ "rho": rho }),
        };
        let text = text.to_string();
        let read = json::read(text.as_bytes(), limits);
        let read = read.and_then(|node| Self::read(&View::root(&node), limits, steps));
        // A place in that text is none in the file.
        let read = read.map_err(|e| Error { path: "$.declared".into(), offset: 0, ..e })?;
        Ok(Self { delta, declared, ..read })
    }
}

pub(super) fn read_delta(view: &View, limits: &Limits, steps: &Budget) -> Result<Rational, Error> {
    let delta = rational(view, limits, steps)?;
    if delta.is_negative() || delta >= Rational::one() {
        return Err(view.unexpected("0 ≤ δ < 1"));
    }
    Ok(delta)
}

fn read_alpha(view: &View, between: Option<&View>, limits: &Limits, steps: &Budget) -> Result<Alpha, Error> {
    if view.string("").is_ok_and(|text| text == "symbolic") {
        let between = between.ok_or_else(|| {
            let expected = "\"between\": [low, high] beside it";
            view.error(format!("a symbolic α needs {expected}")).expecting(expected)
        })?;
        return Ok(Alpha::Symbolic { between: read_interval(between, limits, steps)? });
    }
    if view.object("").is_ok() {
        view.only(&["root_of", "between"])?;
        return Ok(match read_root(view, read_interval, limits, steps)? {
            Root { point: Point::Rational(root), .. } => Alpha::Rational(root),
            Root { polynomial, between, .. } => Alpha::Root { polynomial, between },
        });
    }
    let alpha = rational(view, limits, steps).map_err(|e| match view.string("").ok() {
        Some(text) if is_near_symbolic(text) => e.meant("symbolic"),
        Some(text) if epsilon_of_power(text).is_some() => {
            e.meant(&format!("\"epsilon\": \"{}\"", shorten(epsilon_of_power(text).unwrap_or_default())))
        }
        Some(text) if text.contains("ln") => e.meant(&format!("\"epsilon\": \"{}\"", shorten(text))),
        _ => e,
    })?;
    if !alpha.is_positive() {
        return Err(view.unexpected("0 < α ≤ 1"));
    }
    if alpha > Rational::one() {
        let found = exact_or_decimal(&alpha);
        return Err(view.unexpected("0 < α ≤ 1").meant(&format!("\"epsilon\": \"{found}\"")));
    }
    Ok(Alpha::Rational(alpha))
}

fn is_near_symbolic(text: &str) -> bool {
    nearest(text, &["symbolic"]).is_some()
}

/// `[low, high]` with 0 ≤ low < high ≤ 1.
fn read_interval(view: &View, limits: &Limits, steps: &Budget) -> Result<(Rational, Rational), Error> {
    let (low, high) = read_ends(view, limits, steps)?;
    if low.is_negative() || high > Rational::one() {
        let found = interval_in_words(&low, &high);
        return Err(view.found(found, "an interval within [0, 1], where α lies"));
    }
    Ok((low, high))
}

/// `[low, high]` with low < high.
pub(super) fn read_ends(view: &View, limits: &Limits, steps: &Budget) -> Result<(Rational, Rational), Error> {
    let expected = "the two ends [low, high] of an open interval, low < high";
    let ends = view.array(expected)?.map(|end| rational(&end, limits, steps)).collect::<Result<Vec<_>, _>>()?;
    match <[Rational; 2]>::try_from(ends) {
        Ok([low, high]) if compare(&low, &high).is_lt() => Ok((low, high)),
        Ok([low, high]) => Err(view.found(interval_in_words(&low, &high), expected)),
        _ => Err(view.unexpected(expected)),
    }
}

fn interval_in_words(low: &Rational, high: &Rational) -> String {
    format!("[{}, {}]", exact_or_decimal(low), exact_or_decimal(high))
}

pub(super) type Interval = (Rational, Rational);

/// The one root of a polynomial in an open interval.
pub(super) struct Root {
    /// The coefficients from the constant up, the last one not 0.
    polynomial: Vec<Rational>,
    between: Interval,
    /// The root: a rational wherever it is one.
    pub(super) point: Point,
}

/// `root_of` and `between` of an object, one root in the interval; `read_between` says where it may lie. To read and to
/// isolate it takes of `steps`.
pub(super) fn read_root(
    view: &View,
    read_between: fn(&View, &Limits, &Budget) -> Result<Interval, Error>,
    limits: &Limits,
    steps: &Budget,
) -> Result<Root, Error> {
    let coefficients = view.required("root_of")?;
    let expected = "the coefficients of a polynomial from the constant up, the last one not 0, two or more";
    let items = coefficients.array(expected)?;
    let over_limit = || {
        let message = format!("a polynomial whose roots take numbers of over {} bits (--limit bits=N)", limits.bits);
        coefficients.over_limit(message)
    };
    // A polynomial that is not 0 has a bit at least: the degree is bounded before a number is read.
    let squared = (items.len() as u64).saturating_sub(1).saturating_pow(2);
    if squared > limits.bits as u64 {
        return Err(over_limit());
    }
    let polynomial = items.map(|c| rational(&c, limits, steps)).collect::<Result<Vec<_>, _>>()?;
    if polynomial.len() < 2 || polynomial.last().is_none_or(Zero::is_zero) {
        return Err(coefficients.unexpected(expected));
    }
    let between = read_between(&view.required("between")?, limits, steps)?;
    if let [constant, slope] = &polynomial[..] {
        return match linear_root(constant, slope, &between, steps) {
            None => Err(coefficients.over_limit("its root takes more steps than are left (--limit steps=N)")),
            Some(None) => Err(coefficients.found("no root in the interval \"between\"", "one")),
            Some(Some(root)) => Ok(Root { polynomial, between, point: Point::Rational(root) }),
        };
    }
    let whole = Fractions::within(&polynomial, limits.bits as u64, steps);
    let whole = whole.map_err(|why| coefficients.over_limit(why.to_string()))?.ok_or_else(over_limit)?;
    let longest = whole.numerators.iter().map(Polynomial::bits).max().unwrap_or(0);
    let widest = total([longest, bits(&between.0), bits(&between.1)]);
    if widest.saturating_mul(squared) > limits.bits as u64 {
        return Err(over_limit());
    }
    let whole = alpha::of_coefficients(&whole);
    match alpha::only_root(&whole, &between, &Bounds::new(limits, steps)) {
        Err(why) => Err(coefficients.over_limit(why.to_string())),
        Ok(Ok(root)) => Ok(Root { polynomial, between, point: root }),
        Ok(Err(0)) => Err(coefficients.found("no root in the interval \"between\"", "one")),
        Ok(Err(n)) => Err(coefficients.found(format!("{n} roots in the interval \"between\""), "one")),
    }
}

/// The root −c/s of c + s·x, if it lies in the interval; `None` where the steps do not suffice.
fn linear_root(c: &Rational, s: &Rational, (low, high): &Interval, steps: &Budget) -> Option<Option<Rational>> {
    let words = words_of(total([bits(c), bits(s), bits(low).max(bits(high))]));
    steps.take(words.saturating_mul(words).saturating_mul(16))?;
    let root = ratio(&-c, s);
    let inside = compare(low, &root).is_lt() && compare(&root, high).is_lt();
    Some(inside.then_some(root))
}

/// A rational ε > 0, or q·ln(r) written `ln(2)`, `1/5*ln(2)`.
pub(super) fn read_epsilon(view: &View, limits: &Limits, steps: &Budget) -> Result<Alpha, Error> {
    let (base, exponent) = match epsilon(view, limits, steps)? {
        Epsilon::Rational(epsilon) if !epsilon.is_positive() => {
            return Err(view.unexpected("ε > 0 (ε = 0 is \"alpha\": 1)"));
        }
        Epsilon::Rational(epsilon) => return Ok(Alpha::Exponential(epsilon)),
        Epsilon::Logarithm { base, factor } => (base, factor),
    };
    let text = view.string("")?;
    // ε > 0 iff q and ln(r) have the same sign.
    if !base.is_positive() || base.is_one() || exponent.is_zero() || (base > Rational::one()) != exponent.is_positive()
    {
        return Err(view.found(format!("\"{}\"", shorten(text)), "ε > 0"));
    }
    Ok(rational_power(&base, &-exponent.clone(), limits).map_or(Alpha::Power { base, exponent }, Alpha::Rational))
}

/// base^(s/t) where it is rational and within the limits.
fn rational_power(base: &Rational, exponent: &Rational, limits: &Limits) -> Option<Rational> {
    let root = rational_root(base, exponent.denom().to_u32()?)?;
    power(&root, exponent.numer().to_i64()?, limits.bits as u64)
}

/// α^(1/k), a rational wherever it is one.
pub(super) fn root_of_alpha(alpha: &Alpha, k: u32) -> Constant {
    let root = alpha.rational().and_then(|alpha| rational_root(alpha, k));
    root.map_or(Constant::RootOfAlpha(k), Constant::Rational)
}

/// Reads `b`.
pub(super) fn read_constant(
    view: &View,
    privacy: &Privacy,
    limits: &Limits,
    steps: &Budget,
) -> Result<Constant, Error> {
    let alpha = &privacy.alpha;
    view.is_object("an object with \"root_of\" and \"between\", with \"root_of_alpha\", or with \"exp\"")?;
    if let Some(exponent) = view.field("exp") {
        view.only(&["exp"])?;
        return read_exponential(&exponent, alpha, limits, steps);
    }
    if let Some(k) = view.field("root_of_alpha") {
        view.only(&["root_of_alpha"])?;
        if privacy.rho.is_some() {
            let expected = "{\"root_of\": […], \"between\": […]} or {\"exp\": \"-1/8\"}";
            return Err(Privacy::no_alpha(&k, "`b` is a root of α = e^-ε", expected));
        }
        let k = u32::try_from(k.count(1, "the k of α^(1/k)")?).map_err(|_| k.unexpected("a smaller k"))?;
        if k as usize > limits.exponent {
            return Err(
                view.over_limit(format!("a root of order {k}, the limit is {} (--limit exponent=N)", limits.exponent))
            );
        }
        return Ok(root_of_alpha(alpha, k));
    }
    view.only(&["root_of", "between", "root_of_alpha", "exp"])?;
    if alpha.rational().is_none() {
        let or = if let Alpha::Symbolic { .. } = alpha { "" } else { ", or {\"exp\": -r}, e^-r" };
        return Err(view
            .error(format!("beside an irrational α, `b` can only be a root of α: {{\"root_of_alpha\": k}}{or}"))
            .expecting("{\"root_of_alpha\": k}"));
    }
    Ok(match read_root(view, read_ends, limits, steps)? {
        Root { point: Point::Rational(root), .. } => Constant::Rational(root),
        Root { polynomial, between, .. } => Constant::Root { polynomial, between },
    })
}

/// b = e^-r, from −r.
fn read_exponential(view: &View, alpha: &Alpha, limits: &Limits, steps: &Budget) -> Result<Constant, Error> {
    let exponent = rational(view, limits, steps)?;
    if !exponent.is_negative() {
        let error = view.unexpected("a rational below 0, as in {\"exp\": \"-1/8\"}");
        return Err(if exponent.is_zero() { error } else { error.hint("; e^r is 1/b for b = e^-r") });
    }
    match alpha {
        Alpha::Symbolic { .. } => Err(view
            .error("b = e^-r beside a symbolic α: it stands beside an α that is one number")
            .expecting("\"alpha\" or \"epsilon\" that is one number, or another \"constant\"")),
        _ => Ok(Constant::Exponential(-exponent)),
    }
}
