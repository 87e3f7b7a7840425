//! The ε of one use. A closed form in a composition has its own, `epsilon` or `alpha` beside it: the file's is that of
//! all uses together.
//!
//! All numbers of a file are functions of one t, and so is the α of a use: a rational, an expression in `a` and `b`,
//! or, from an `epsilon`, a power of `a` or `b`. Where the file has no `constant`, `b` is what all irrational α of uses
//! are powers of.

use super::composition::DEEPEST;
use super::function::{Number, refusal};
use super::measure::{Common, Measure};
use super::privacy::{read_epsilon, root_of_alpha};
use super::reading::Reading;
use crate::alpha::{Alpha, Constant, Field, Point, Polynomial, Quotient, Ring};
use crate::error::{Error, Fault};
use crate::json::{Value, View};
use crate::limits::{Budget, Limits};
use crate::number::{BigInt, Rational, bits, compare, exact_or_decimal, power};
use num_traits::{One, ToPrimitive, Zero};

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
const OWN: [&str; 2] = ["epsilon", "alpha"];

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
pub(super) fn alpha(view: &View, name: &str, reading: &Reading) -> Result<Number, Error> {
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
fn of_alpha(view: &View, reading: &Reading) -> Result<Number, Error> {
    let expected = "0 < α ≤ 1";
    if let Value::Object(_) = view.value() {
        let expected =
            "a number, in `a` and `b` too: a root is the file's α or its \"constant\", and \"a\" or \"b\" here";
        return Err(view.unexpected(expected));
    }
    let x = match Number::read(view, reading)? {
        Number::Rational(x) if !x.is_positive() => return Err(view.unexpected(expected)),
        Number::Rational(x) if compare(&x, &Rational::one()).is_gt() => {
            return Err(view.unexpected(expected).meant(&format!("\"epsilon\": \"{}\"", exact_or_decimal(&x))));
        }
        Number::Rational(x) => return Ok(Number::Rational(x)),
        Number::Function(x) => x,
    };
    let ground = reading.ground();
    let field = ground.field.ok_or_else(|| view.error("α and `b` are rational"))?;
    let signs = |p: &Polynomial| field.point.signs(p, &ground.bounds).map_err(|why| refusal(view, &why));
    if signs(&x.numerator)?.is_positive() && signs(&x.denominator.minus(&x.numerator))?.is_nonnegative() {
        return Ok(Number::Function(x));
    }
    let place = if field.is_symbolic() { " at every α of the interval" } else { "" };
    Err(view.unexpected(&format!("{expected}{place}")))
}

/// e^-ε: a rational, or a power of one of the file's numbers.
fn of_epsilon(view: &View, reading: &Reading) -> Result<Number, Error> {
    let alpha = match read_epsilon(view, reading.limits, reading.steps)? {
        Alpha::Rational(alpha) => return Ok(Number::Rational(alpha)),
        other => other,
    };
    let ground = reading.ground();
    for known in &reading.powers.known {
        let Some(exponent) = known.exponent(&alpha, reading.limits, reading.steps, view)? else { continue };
        let field = ground.field.ok_or_else(|| view.error("α and `b` are rational"))?;
        let power = match exponent.to_usize().filter(|_| !field.is_sparse()) {
            Some(e) => Ring::power(&known.base, e, &ground).map_err(|why| refusal(view, &why))?,
            None => {
                let power = exponent.to_u128().and_then(|e| sparse_power(&known.base, e, reading.limits.exponent));
                power.ok_or_else(|| {
                    view.over_limit("its α is too high a power of the file's numbers (--limit exponent=N)")
                })?
            }
        };
        let one = Polynomial::constant(BigInt::one());
        return Ok(Number::Function(Quotient { numerator: power, denominator: one }));
    }
    let expected = "an ε of which e^-ε is a power of `a` or `b`, as the file has a \"constant\"; or its \"alpha\", a rational or an \
                    expression in `a` and `b`";
    Err(view.unexpected(expected))
}

/// (t^k·u^f)^e, with a power of u within the limit.
fn sparse_power(base: &Polynomial, e: u128, most: usize) -> Option<Polynomial> {
    let [(of, _)] = base.sparse()? else { return None };
    let u = u32::try_from(e.checked_mul(of.u.into())?).ok().filter(|&u| u as usize <= most)?;
    let power = dp_kernel::Monomial { t: of.t.checked_mul(e)?, u };
    Some(dp_kernel::Number::sparse(vec![(power, BigInt::one())]).into())
}

/// The irrational numbers of a file of which others may be powers.
#[derive(Debug, Default)]
pub(super) struct Powers {
    known: Vec<Power>,
    /// Whether e^-1 could be one of them: there is no `constant`, and α is one number.
    may_grow: bool,
}

#[derive(Debug)]
struct Power {
    /// What is known of it.
    number: Measure,
    /// It as a function of t.
    base: Polynomial,
}

impl Power {
    /// The k > 0 of which α is this to the power of k.
    fn exponent(&self, alpha: &Alpha, limits: &Limits, steps: &Budget, view: &View) -> Result<Option<BigInt>, Error> {
        let Some(measure) = Measure::of(alpha) else { return Ok(None) };
        let common = measure.common(&self.number, steps).ok_or_else(|| over_steps(view, limits))?;
        Ok(common.and_then(|Common { counts: [k, own], .. }| own.is_one().then_some(k)))
    }
}

fn over_steps(view: &View, limits: &Limits) -> Error {
    view.over_limit(format!("numbers that take over {} steps (--limit steps=N)", limits.steps))
}

/// What `b` is for the uses of a file without a `constant`.
#[derive(Debug, Default)]
pub(super) struct Implied {
    /// As a file would declare it.
    pub(super) constant: Option<Constant>,
    /// −ln of it.
    measure: Option<Measure>,
}

impl Implied {
    /// From the ε of all uses: b = e^-g for the largest g of which those that make an irrational α are whole multiples.
    /// What else is wrong with them is left to whoever reads the parts.
    pub(super) fn read(file: &View, alpha: &Alpha, limits: &Limits, steps: &Budget) -> Result<Self, Error> {
        let mut found = None;
        match file.field("mechanism") {
            Some(view) if file.field("constant").is_none() => collect(&view, 0, (limits, steps), &mut found)?,
            _ => {}
        }
        let Some((measure, place)) = found else { return Ok(Self::default()) };
        let constant = constant(&measure, alpha, (limits, steps), &place)?;
        Ok(Self { constant: Some(constant), measure: Some(measure) })
    }

    /// `b` for people: `e^(-1/2)`, `(2)^(-1/30)`.
    pub(super) fn in_words(&self) -> Option<String> {
        Some(match self.measure.as_ref()? {
            Measure::Rational(rate) => format!("e^(-{})", exact_or_decimal(rate)),
            Measure::Logarithm { base, factor } => {
                format!("({})^(-{})", exact_or_decimal(base), exact_or_decimal(factor))
            }
        })
    }
}

/// What of all uses so far irrational α are powers, and the place of the last one.
type Found = Option<(Measure, Error)>;

/// Adds those of the parts of a composition.
fn collect(view: &View, depth: usize, of: (&Limits, &Budget), found: &mut Found) -> Result<(), Error> {
    let Some(list) = view.field("compose").filter(|_| depth <= DEEPEST) else { return Ok(()) };
    let Ok(parts) = list.array("") else { return Ok(()) };
    for part in parts {
        collect(&part, depth.saturating_add(1), of, found)?;
        let product = part.field("product");
        let Some(epsilon) = product.as_ref().unwrap_or(&part).field("epsilon") else { continue };
        add(&epsilon, of, found)?;
    }
    Ok(())
}

fn add(view: &View, (limits, steps): (&Limits, &Budget), found: &mut Found) -> Result<(), Error> {
    let Ok(alpha) = read_epsilon(view, limits, steps) else { return Ok(()) };
    let measure = match &alpha {
        Alpha::Rational(_) => None,
        irrational => Measure::of(irrational),
    };
    let Some(measure) = measure else { return Ok(()) };
    let all = match found.take() {
        None => Some(measure),
        Some((before, _)) => {
            let common = before.common(&measure, steps).ok_or_else(|| over_steps(view, limits))?;
            common.map(|common| common.unit)
        }
    };
    let all = all.ok_or_else(|| view.unexpected(ONE_KIND))?;
    *found = Some((all, view.error("")));
    Ok(())
}

/// What irrational α of uses are to be.
const ONE_KIND: &str = "one kind of irrational α throughout, the file's too: of rational ε, or of ε that are logarithms of powers of one \
                        number; an \"alpha\" that is rational goes with both";

/// `b` beside an α.
fn constant(
    measure: &Measure,
    alpha: &Alpha,
    (limits, steps): (&Limits, &Budget),
    place: &Error,
) -> Result<Constant, Error> {
    let refused = |expected: String| place.clone().found(place.found.as_deref().unwrap_or("another ε"), expected);
    let over_limit = |what: String| Error { fault: Fault::OverLimit, message: what, ..place.clone() };
    let (base, factor) = match (measure, alpha) {
        (_, Alpha::Symbolic { .. }) => {
            let expected =
                "the \"alpha\" of each use beside a symbolic α: a rational, or an expression such as \"a\" or \"a^2\"";
            return Err(refused(expected.to_owned()));
        }
        (Measure::Rational(rate), _) => return Ok(Constant::Exponential(rate.clone())),
        (Measure::Logarithm { .. }, Alpha::Exponential(_) | Alpha::Root { .. }) => {
            return Err(refused(ONE_KIND.to_owned()));
        }
        (Measure::Logarithm { base, factor }, Alpha::Rational(_) | Alpha::Power { .. }) => (base, factor),
    };
    let over_steps = || over_limit(format!("numbers that take over {} steps (--limit steps=N)", limits.steps));
    let common = match Measure::of(alpha) {
        Some(of_alpha) => measure.common(&of_alpha, steps).ok_or_else(over_steps)?,
        None => None,
    };
    let most = limits.exponent;
    let too_high = || over_limit(format!("a root of an order over {most} (--limit exponent=N)"));
    let order = |k: &BigInt| k.to_u32().filter(|&k| k as usize <= most).ok_or_else(too_high);
    match common {
        Some(Common { counts: [own, k], .. }) if own.is_one() => return Ok(root_of_alpha(alpha, order(&k)?)),
        Some(Common { counts: [_, k], .. }) if alpha.rational().is_none() => {
            return Err(refused(format!(
                "an ε that makes the file's α a power of its own; or \"constant\": {{\"root_of_alpha\": {k}}} in the file, and as the \
                 \"alpha\" of each use a power of `b`"
            )));
        }
        None if alpha.rational().is_none() => return Err(refused(ONE_KIND.to_owned())),
        _ => {}
    }
    // t^m = base^-s, for factor = s/m.
    let m = order(factor.denom())?;
    let too_long =
        || over_limit(format!("a polynomial whose roots take numbers of over {} bits (--limit bits=N)", limits.bits));
    let power = factor.numer().to_i64().and_then(|s| power(base, s, limits)).ok_or_else(too_long)?;
    if bits(&power).saturating_mul(u64::from(m).saturating_pow(2)) > limits.bits as u64 {
        return Err(too_long());
    }
    let mut polynomial = vec![Rational::zero(); m as usize];
    if let Some(first) = polynomial.first_mut() {
        *first = Rational::new_raw(-power.denom(), One::one());
    }
    polynomial.push(Rational::new_raw(power.numer().clone(), One::one()));
    Ok(Constant::Root { polynomial, between: (Rational::zero(), Rational::one()) })
}

impl Powers {
    /// Those of a file, whose numbers lie in this field.
    pub(super) fn new(alpha: &Alpha, constant: Option<&Constant>, implied: &Implied, field: Option<&Field>) -> Self {
        let may_grow = implied.constant.is_some() || constant.is_none() && !matches!(alpha, Alpha::Symbolic { .. });
        let Some(field) = field else { return Self { known: Vec::new(), may_grow } };
        let t = || if field.is_sparse() { Polynomial::sparse_power(1) } else { Quotient::t().numerator };
        let rate = match &field.point {
            Point::Exponential(t) => Some(t.rate()),
            Point::Beside(both) => Some(both.t.rate()),
            Point::Rational(_) | Point::Algebraic(_) | Point::Interval(_) => None,
        };
        let exponential = rate.map(|rate| Power { number: Measure::Rational(rate.clone()), base: t() });
        let of_alpha = Measure::of(alpha);
        let root = match (constant, &implied.measure) {
            (Some(_), Some(measure)) => Some(measure.clone()),
            (Some(Constant::RootOfAlpha(k)), None) => of_alpha.clone().map(|alpha| alpha.over(*k)),
            _ => None,
        };
        let is_logarithm = |measure: &Measure| matches!(measure, Measure::Logarithm { .. });
        let root = root.filter(is_logarithm).map(|number| Power { number, base: field.constant.numerator.clone() });
        let of_alpha = of_alpha.filter(|measure| is_logarithm(measure) && alpha.rational().is_none());
        let of_alpha = of_alpha.map(|number| Power { number, base: field.alpha.numerator.clone() });
        Self { known: exponential.into_iter().chain(root).chain(of_alpha).collect(), may_grow }
    }
}
