//! Numbers, and what t is, in the kernel's types.

use crate::alpha::{Algebraic, Bounds, Obstacle, Point as Old};
use crate::error::Error;
use crate::limits::{Budget, Limits, words_of};
use crate::model::Alpha;
use crate::number::{BigInt, Enclosure, Rational, bits, rational_root};
use dp_kernel::{Failure, Fraction, Limit, Meter, Number, Point, Root, charge};
use num_traits::{Signed, Zero};

/// A rational as a fraction of the kernel.
pub(crate) fn fraction(x: &Rational) -> Fraction {
    Fraction { numerator: x.numer().clone().into(), denominator: x.denom().clone().into() }
}

/// Why something could not be computed, by its limit.
pub fn obstacle(failure: &Failure) -> &'static str {
    match failure {
        Failure::Limit(Limit::Steps) => "it takes more steps than are left (--limit steps=N)",
        Failure::Limit(Limit::Degree) => "a polynomial of too high a degree (--limit exponent=N)",
        Failure::Limit(Limit::Bits) => "numbers of too many bits (--limit bits=N)",
        Failure::Limit(Limit::Memory) => "numbers that fill too many bytes (--limit memory=N)",
        Failure::Limit(Limit::Parts) => "parts of an interval that fill too many bytes (--limit memory=N)",
        Failure::Limit(Limit::Nodes) => "a graph of too many nodes (--limit nodes=N)",
        Failure::Limit(Limit::Place) => "a place that is not there was looked up: a mistake in the kernel",
        Failure::Changes(_) => "a sign changes on the interval of α",
        Failure::Unknown(_) => "a sign does not show",
        Failure::Unproved(_) => "the number is not one root between two rationals",
    }
}

/// The precisions at which a number is enclosed, until its polynomial's sign is seen to change once: short ones first,
/// as people compare them with the file.
const PRECISIONS: [u64; 12] = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/// What numbers are converted with.
pub(super) struct Convert<'a> {
    bounds: Bounds<'a>,
    meter: &'a Meter,
}

impl<'a> Convert<'a> {
    pub(super) fn new(limits: &Limits, steps: &'a Budget, meter: &'a Meter) -> Self {
        Self { bounds: Bounds::new(limits, steps), meter }
    }

    /// α by itself.
    pub(super) fn alpha(&self, alpha: &Alpha) -> Result<Point, Error> {
        let path = "$.privacy";
        self.point(&Old::root_of_alpha(alpha, 1, &self.bounds).map_err(|why| hindered(&why, path))?, path)
    }

    /// t.
    pub(super) fn point(&self, point: &Old, path: &str) -> Result<Point, Error> {
        let failed = |obstacle: dp_kernel::Obstacle| failed(&obstacle.into(), path);
        match point {
            Old::Exponential(t) => Ok(Point::Exponential(t.clone())),
            Old::Rational(_) | Old::Algebraic(_) => {
                let root = self.root(point, path)?;
                self.meter.run(|| Point::root(&root)).map_err(failed)
            }
            Old::Beside(both) => {
                let root = self.algebraic(&both.u, path)?;
                let t = Point::Exponential(both.t.clone());
                self.meter.run(|| t.beside(Point::root(&root)?)).map_err(failed)
            }
            Old::Interval(interval) => {
                let (low, high) = interval.ends();
                let (low, high) = (self.point(&low, path)?, self.point(&high, path)?);
                self.meter.run(|| Point::between(low, high)).map_err(failed)
            }
        }
    }

    /// A rational or algebraic number.
    pub(super) fn root(&self, point: &Old, path: &str) -> Result<Root, Error> {
        match point {
            Old::Rational(x) => Ok(Root::Rational(fraction(x))),
            Old::Algebraic(t) => self.algebraic(t, path),
            Old::Exponential(_) | Old::Beside(_) | Old::Interval(_) => {
                Err(Error::malformed(path.into(), 0, "found another number, expected a rational or algebraic one"))
            }
        }
    }

    /// An algebraic number, in ends so narrow that the kernel sees its polynomial change its sign there once: the root
    /// in there is the number then, as the ends enclose it.
    fn algebraic(&self, t: &Algebraic, path: &str) -> Result<Root, Error> {
        let polynomial = self.shortest(t).map_err(|failure| failed(&failure, path))?;
        for bits in PRECISIONS {
            let bracket = t.bracket(bits, &self.bounds).map_err(|why| hindered(&why, path))?;
            let enclosure = Enclosure::from(&bracket);
            let between = [fraction(&enclosure.low), fraction(&enclosure.high)];
            let root = Root::Of { polynomial: polynomial.clone(), between };
            match self.meter.run(|| Point::root(&root)) {
                Ok(_) => return Ok(root),
                Err(dp_kernel::Obstacle::NoRoot) => {}
                Err(obstacle) => return Err(failed(&obstacle.into(), path)),
            }
        }
        Err(Error::over_limit(path.into(), 0, "a root so close to others that it does not show by itself"))
    }

    /// The polynomial of t; of d·t^k − n with positive d and n the factor d'·t^j − n' that has t as a root too, which
    /// is irreducible: x^j − r is for r > 0 unless r is a p-th power for a prime p that divides j (Capelli).
    fn shortest(&self, t: &Algebraic) -> Result<Number, Failure> {
        let [low, between @ .., high] = &*t.polynomial().coefficients() else { return Ok(t.polynomial().clone()) };
        let is_binomial = between.iter().all(Zero::is_zero) && low.is_negative() && high.is_positive();
        if !is_binomial || t.low().is_negative() {
            return Ok(t.polynomial().clone());
        }
        let (mut ratio, mut k) = (Rational::new_raw(-low, high.clone()), t.polynomial().degree());
        let mut p: usize = 2;
        while p <= k {
            let words = words_of(bits(&ratio)).saturating_add(1);
            self.meter.run(|| charge(words.saturating_mul(words).saturating_mul(64)))?;
            let root = u32::try_from(p).ok().filter(|_| k.is_multiple_of(p)).and_then(|p| rational_root(&ratio, p));
            match root {
                Some(root) => (ratio, k) = (root, k.checked_div(p).unwrap_or(0)),
                None => p = p.saturating_add(1),
            }
        }
        let mut coefficients = vec![-ratio.numer()];
        coefficients.resize(k, BigInt::zero());
        coefficients.push(ratio.denom().clone());
        Ok(Number::polynomial(coefficients))
    }
}

fn failed(failure: &Failure, path: &str) -> Error {
    match failure {
        Failure::Limit(_) => Error::over_limit(path.into(), 0, obstacle(failure)),
        _ => Error::malformed(path.into(), 0, obstacle(failure)),
    }
}

fn hindered(why: &Obstacle, path: &str) -> Error {
    Error::over_limit(path.into(), 0, why.to_string())
}
