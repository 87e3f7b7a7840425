//! What t is, and the signs of polynomials at it.
//!
//! Every verdict about an irrational α comes down to these signs. No number is rounded but outwards, and no answer is
//! given that a theorem named beside it does not force.

use crate::algebraic::{Algebraic, Ends};
use crate::beside::Beside;
use crate::bracket::Bracket;
use crate::exponential::Exponential;
use crate::meter::{charge, pass, steps};
use crate::number::{Fraction, Number};
use crate::obstacle::Obstacle;
use crate::polynomial::{self, order};
use crate::rational::Rational;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::borrow::Cow;
use std::cmp::Ordering;

/// The number t, or all numbers that it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Point {
    /// A rational.
    Rational(Rational),
    /// e^-r for a rational r > 0.
    Exponential(Exponential),
    /// The only root of a polynomial in an interval.
    Algebraic(Algebraic),
    /// e^-r, and a number u beside it, which is algebraic.
    Beside(Beside),
    /// Every number of an open interval.
    Interval(Interval),
}

/// A rational or an algebraic number, as a file gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variant says what its fields are")]
pub enum Root {
    /// The rational.
    Rational(Fraction),
    /// The only root of a polynomial in t between two rationals.
    Of { polynomial: Number, between: [Fraction; 2] },
}

/// All numbers between two, each rational or algebraic, neither of which belongs; and whether these are seen to be
/// between 0 and 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interval(Box<[Point; 2]>, bool);

impl Interval {
    /// All numbers between two.
    ///
    /// # Errors
    /// Other points than single rational or algebraic ones, or enclosures that do not rise.
    pub fn between(low: Point, high: Point) -> Result<Self, Obstacle> {
        for bits in PRECISIONS {
            let ([least, x, d], [y, most, e]) = (low.ends(bits)?, high.ends(bits)?);
            charge(steps(4, pass(d.bits()), pass(e.bits())))?;
            if x * &e < y * d {
                return Ok(Self(Box::new([low, high]), !least.is_negative() && most <= e));
            }
        }
        Err(Obstacle::Order)
    }

    /// Both ends.
    pub fn ends(&self) -> &[Point; 2] {
        &self.0
    }
}

/// The precisions at which the ends of an interval are enclosed, until a sign shows.
const PRECISIONS: [u64; 4] = [64, 192, 576, 1728];

/// What a sign on an interval takes beside the words of its ends.
const ON_ENDS: u64 = 256;

/// How often an interval is halved to see a sign.
const HALVINGS: usize = 192;

impl Point {
    /// e^-r.
    ///
    /// # Errors
    /// Unless r is a rational above 0.
    pub fn exponential(rate: &Fraction) -> Result<Self, Obstacle> {
        Exponential::of(rate).map(Point::Exponential)
    }

    /// The number that a file gives as a rational, or as the only root of a polynomial between two rationals: which it
    /// must show itself to be by one sign change of Bernstein coefficients there.
    ///
    /// # Errors
    /// It does not.
    pub fn root(root: &Root) -> Result<Self, Obstacle> {
        match root {
            Root::Rational(x) => rational(x).map(Point::Rational),
            Root::Of { polynomial, between: [low, high] } => {
                Algebraic::new(polynomial, [&rational(low)?, &rational(high)?]).map(Point::Algebraic)
            }
        }
    }

    /// This number t = e^-r with a number u > 0 beside it, the only root of a polynomial.
    ///
    /// # Errors
    /// Others than such.
    pub fn beside(self, u: Self) -> Result<Self, Obstacle> {
        match (self, u) {
            (Point::Exponential(t), Point::Algebraic(u)) if !u.ends()[0].is_negative() => {
                Ok(Point::Beside(Beside { t, u }))
            }
            _ => Err(Obstacle::NoRoot),
        }
    }

    /// Every number between two, neither of which belongs.
    ///
    /// # Errors
    /// Other points than single rational or algebraic ones, or enclosures that do not rise.
    pub fn between(low: Point, high: Point) -> Result<Self, Obstacle> {
        Interval::between(low, high).map(Point::Interval)
    }

    /// How a rational or algebraic number is given.
    pub fn given(&self) -> Option<Root> {
        match self {
            Point::Rational(x) => Some(Root::Rational(x.into())),
            Point::Algebraic(t) => {
                Some(Root::Of { polynomial: t.polynomial().clone(), between: t.between().map(|x| (&x).into()) })
            }
            Point::Exponential(_) | Point::Beside(_) | Point::Interval(_) => None,
        }
    }

    /// Whether the bracket by which this number is given lies below another's, where they may touch: a rational is its
    /// own, and no root is an end of its own.
    pub fn lies_below(&self, other: &Self) -> Result<bool, Obstacle> {
        let given = |point: &Self| match point {
            Point::Algebraic(t) => Ok(t.ends().map(Clone::clone)),
            other => other.ends(0),
        };
        let ([_, x, d], [y, _, e]) = (given(self)?, given(other)?);
        charge(steps(4, pass(d.bits()), pass(e.bits())))?;
        let rational = matches!((self, other), (Point::Rational(..), Point::Rational(..)));
        Ok(if rational { x * e < y * d } else { x * e <= y * d })
    }

    /// Whether it is one number.
    pub fn is_single(&self) -> bool {
        !matches!(self, Point::Interval(_))
    }

    /// The sign of p at t; on an interval, that at all its numbers.
    ///
    /// A rational: by evaluation. An interval: see `on_interval`. At e^-r no polynomial vanishes but 0
    /// (Lindemann–Weierstrass), and at an algebraic number all multiples of its polynomial do; of both, see [`Beside`].
    /// Other signs show on enclosures of t, or of its powers where p is sparse, of 64 bits at first and twice as many
    /// each time, up to 2^16 past the coefficients'. Cost: deg products of the coefficients' and the enclosure's bits,
    /// for each enclosure.
    ///
    /// # Errors
    /// Two signs on an interval, or no sign that shows.
    pub fn sign(&self, p: &Number) -> Result<Ordering, Obstacle> {
        charge(0)?;
        if let Some(sign) = p.integer_sign() {
            return Ok(sign);
        }
        match self {
            Point::Exponential(t) => t.sign(p),
            Point::Algebraic(t) => t.sign(p),
            Point::Beside(both) => both.sign(p),
            Point::Rational(x) => sign_at(p, x),
            Point::Interval(interval) => {
                on_interval(interval, &all(p)?)?.ok_or_else(|| Obstacle::Changes(Box::new(p.clone())))
            }
        }
    }

    /// Two rationals between which a rational or algebraic number lies, or which it is.
    fn ends(&self, bits: u64) -> Result<Ends, Obstacle> {
        match self {
            Point::Rational(x) => Ok([x.numer().clone(), x.numer().clone(), x.denom().clone()]),
            Point::Algebraic(t) => t.narrowed(bits),
            Point::Exponential(_) | Point::Beside(_) | Point::Interval(_) => Err(Obstacle::Order),
        }
    }

    /// Encloses a rational, e^-r or algebraic t between integers over 2^bits that are a few units apart.
    ///
    /// # Errors
    /// [`Point::Beside`], an interval, or a limit.
    pub fn bracket(&self, bits: u64) -> Result<Bracket, Obstacle> {
        match self {
            Point::Exponential(t) => Ok(t.bracket(bits)?),
            Point::Rational(x) => Ok(Bracket::around(x.numer(), x.numer(), x.denom(), bits)),
            Point::Algebraic(t) => t.bracket(bits),
            Point::Beside(_) | Point::Interval(_) => Err(Obstacle::Order),
        }
    }

    /// s and j, where t > 0 is the j-th root of the rational s.
    pub fn radical(&self) -> Option<(Fraction, u128)> {
        let Point::Algebraic(t) = self else { return None };
        let coefficients = t.polynomial().coefficients();
        let [low, between @ .., high] = &*coefficients else { return None };
        let is_root = between.iter().all(Zero::is_zero) && low.is_negative() && high.is_positive();
        let is_positive = !t.ends()[0].is_negative();
        let j = (between.len() as u128).saturating_add(1);
        (is_root && is_positive).then(|| (Fraction::new((-low).into(), high.clone().into()), j))
    }

    /// Whether two rational or algebraic numbers are the same: the one is a root of the other's polynomial, between its
    /// ends.
    pub fn is_same(&self, other: &Self) -> Result<bool, Obstacle> {
        match (self, other) {
            (Point::Rational(x), Point::Rational(y)) => Ok(x == y),
            (Point::Rational(..) | Point::Algebraic(_), Point::Algebraic(y)) => {
                let [low, high, d] = y.ends();
                let against = |end: &BigInt| self.sign(&Number::polynomial(vec![-end, d.clone()]));
                Ok(self.sign(y.polynomial())?.is_eq() && against(low)?.is_gt() && against(high)?.is_lt())
            }
            (Point::Algebraic(_), Point::Rational(..)) => other.is_same(self),
            _ => Err(Obstacle::NoRoot),
        }
    }
}

/// The sign of p(x).
///
/// # Errors
/// A limit.
pub fn sign_at(p: &Number, x: &Rational) -> Result<Ordering, Obstacle> {
    Ok(order(&polynomial::at(&all(p)?, x.numer(), x.denom())?))
}

/// All coefficients, of which there are none over a limit.
fn all(p: &Number) -> Result<Cow<'_, [BigInt]>, Obstacle> {
    let coefficients = p.coefficients();
    charge(0)?;
    Ok(coefficients)
}

/// A rational with a positive denominator.
fn rational(x: &Fraction) -> Result<Rational, Obstacle> {
    if x.denominator.integer_sign() != Some(Ordering::Greater) {
        return Err(Obstacle::NoRoot);
    }
    x.rational()?.ok_or(Obstacle::NoRoot)
}

/// The sign of p at every number between two; `None` if it changes, or does not show.
///
/// Between 0 and 1 sums of the first coefficients of one sign settle it: p = Σ S_k·(t^k − t^(k+1)) + S_n·t^n, where all
/// factors are positive. So do Bernstein coefficients of one sign around it, between short numbers. Else, with
/// enclosures (l, l') and (h', h) of the ends: p has one sign on (l', h') if it has on the parts into which that is
/// halved and at the points between; and p has no zero between an algebraic end t and l' if what is left of p after all
/// division by t's polynomial q, which has no other zero there than t, has none between l and l'.
fn on_interval(Interval(ends, in_unit): &Interval, p: &[BigInt]) -> Result<Option<Ordering>, Obstacle> {
    let [first, last] = &**ends;
    if *in_unit && let Ok(sign) = shown(&polynomial::sums(p)?) {
        return Ok(Some(sign));
    }
    for bits in PRECISIONS {
        charge(ON_ENDS)?;
        let outer = [first.bracket(bits / 4)?.low, last.bracket(bits / 4)?.high, BigInt::one() << (bits / 4)];
        if let Ok(sign) = shown(&polynomial::bernstein(p, outer.each_ref())?) {
            return Ok(Some(sign));
        }
        let around @ [[l, l1, d], [h1, h, e]] = &[first.ends(bits)?, last.ends(bits)?];
        let [low, high, over] = if d == e { [l1, h1, d].map(BigInt::clone) } else { [l1 * e, h1 * d, d * e] };
        // Two close ends are apart in narrower enclosures only, and so are an end and a zero close to it.
        if low < high && ends_alone(first, &around[0], p)? && ends_alone(last, &around[1], p)? {
            return inside(p, [low, high, over], [l == l1, h1 == h]);
        }
    }
    Ok(None)
}

/// The sign that Bernstein coefficients show; else whether they change an odd number of times, so that there is a zero.
fn shown(b: &[BigInt]) -> Result<Ordering, bool> {
    match (polynomial::changes(b), b.iter().find(|b| !b.is_zero())) {
        (0, Some(first)) => Ok(order(first)),
        (k, _) => Err(k % 2 == 1),
    }
}

/// Whether p vanishes at the lower and at the upper end.
fn vanishes(b: &[BigInt]) -> [bool; 2] {
    [b.first(), b.last()].map(|end| end.is_none_or(Zero::is_zero))
}

/// The sign of p between a/m and b/m, and at those ends that are not `open`; `None` where it has not one.
///
/// A polynomial without a zero shows its sign on intervals that are much shorter than its zeros, complex ones too, are
/// far (Obreshkoff's circle theorem), so that halving ends.
fn inside(p: &[BigInt], [a, b, m]: Ends, open: [bool; 2]) -> Result<Option<Ordering>, Obstacle> {
    let mut found: Option<Ordering> = None;
    // Each part with how often it was halved, and whether its ends may be zeros: the outer ends that are open.
    let mut left = vec![(a, b, m, open, 0)];
    while let Some((low, high, over, may, depth)) = left.pop() {
        let b = polynomial::bernstein(p, [&low, &high, &over])?;
        if vanishes(&b).iter().zip(may).any(|(zero, may)| *zero && !may) {
            return Ok(None);
        }
        match shown(&b) {
            Ok(sign) if found.is_none_or(|found| found == sign) => found = Some(sign),
            Err(false) if depth < HALVINGS => {
                let middle = &low + &high;
                let depth = depth.saturating_add(1);
                left.push((middle.clone(), high * 2, &over * 2, [false, may[1]], depth));
                left.push((low * 2, middle, over * 2, [may[0], false], depth));
            }
            _ => return Ok(None),
        }
    }
    Ok(found)
}

/// Whether p has no zero in the enclosure of an end but the end itself.
fn ends_alone(end: &Point, [low, high, over]: &Ends, p: &[BigInt]) -> Result<bool, Obstacle> {
    let Point::Algebraic(t) = end else { return Ok(true) };
    let mut rest = p.to_vec();
    let own = t.polynomial().coefficients();
    while rest.len() >= own.len()
        && let Some(quotient) = polynomial::quotient(&rest, &own)?
    {
        rest = quotient;
    }
    let b = polynomial::bernstein(&rest, [low, high, over])?;
    Ok(low == high || vanishes(&b) == [false; 2] && shown(&b).is_ok())
}
