//! The irrational numbers of a file, of which the α of one use may be a power; `b` among them, where the ε of the uses
//! say it and not the file.

use super::measure::{Common, Measure};
use super::noise::is_geometric;
use super::privacy::{read_epsilon, root_of_alpha};
use super::sensitivity;
use crate::alpha::{Alpha, Constant, Field, Point, Polynomial, Polynomials as _, Quotient, Quotients as _};
use crate::error::{Error, Fault};
use crate::json::View;
use crate::limits::{Budget, Limits};
use crate::number::{BigInt, Rational, bits, exact_or_decimal, power};
use num_traits::{One, ToPrimitive, Zero};

/// The irrational numbers of a file of which others may be powers.
#[derive(Debug, Default)]
pub(super) struct Powers {
    pub(super) known: Vec<Power>,
    /// Whether e^-1 could be one of them: there is no `constant`, and α is one number.
    pub(super) may_grow: bool,
}

#[derive(Debug)]
pub(super) struct Power {
    /// What is known of it.
    number: Measure,
    /// It as a function of t.
    pub(super) base: Polynomial,
}

impl Powers {
    /// Those of a file, whose numbers lie in this field.
    pub(super) fn new(alpha: &Alpha, constant: Option<&Constant>, implied: &Implied, field: Option<&Field>) -> Self {
        let may_grow = implied.constant.is_some() || constant.is_none() && !matches!(alpha, Alpha::Symbolic { .. });
        let Some(field) = field else { return Self { known: Vec::new(), may_grow } };
        let t = || if field.is_sparse() { Polynomial::sparse_power(1) } else { Quotient::t().numerator };
        let rate = match &field.point {
            Point::Exponential(t) => Some(t.rate().clone()),
            Point::Beside(both) => Some(both.t.rate().clone()),
            Point::Rational(_) | Point::Algebraic(_) | Point::Interval(_) => None,
        };
        let exponential = rate.map(|rate| Power { number: Measure::Rational(rate), base: t() });
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

impl Power {
    /// The k > 0 of which α is this to the power of k.
    pub(super) fn exponent(
        &self,
        alpha: &Alpha,
        limits: &Limits,
        steps: &Budget,
        view: &View,
    ) -> Result<Option<BigInt>, Error> {
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
            Some(view) if file.field("constant").is_none() => {
                let most = sensitivity::most(file).and_then(|most| u32::try_from(most).ok()).unwrap_or(1);
                collect(&view, 0, most, (limits, steps), &mut found)?;
            }
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

/// Compositions may be nested so deep.
pub(super) const DEEPEST: usize = 16;

/// What of all uses so far irrational α are powers, and the place of the last one.
type Found = Option<(Measure, Error)>;

/// Adds those of the parts of a composition.
fn collect(view: &View, depth: usize, most: u32, of: (&Limits, &Budget), found: &mut Found) -> Result<(), Error> {
    let Some(list) = view.field("compose").filter(|_| depth <= DEEPEST) else { return Ok(()) };
    let Ok(parts) = list.array("") else { return Ok(()) };
    for part in parts {
        collect(&part, depth.saturating_add(1), most, of, found)?;
        let product = part.field("product");
        let Some(epsilon) = product.as_ref().unwrap_or(&part).field("epsilon") else { continue };
        let order = if is_geometric(&part) { most } else { 1 };
        add(&epsilon, order, of, found)?;
    }
    Ok(())
}

/// Adds that of one use, or its root of that order.
fn add(view: &View, order: u32, (limits, steps): (&Limits, &Budget), found: &mut Found) -> Result<(), Error> {
    let Ok(alpha) = read_epsilon(view, limits, steps) else { return Ok(()) };
    let alpha = match order {
        1 => alpha,
        _ => {
            let Some(root) = sensitivity::root(alpha, order) else { return Ok(()) };
            root
        }
    };
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
    let power = factor.numer().to_i64().and_then(|s| power(base, s, limits.bits as u64)).ok_or_else(too_long)?;
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
