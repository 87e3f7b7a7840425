//! Numbers as people write them.

use super::algebraic::Algebraic;
use super::bounds::{Bounds, Obstacle};
use super::point::Point;
use super::polynomial::Polynomial;
use super::quotient::{Quotient, Quotients as _, written};
use super::rate::Rate as _;
use crate::limits::{Budget, Limits};
use crate::number::{BigInt, Sign, gcd};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// The most characters of a polynomial in a sentence.
const LEGIBLE: usize = 64;

/// The most bits of coefficients of which square roots are written: nobody reads longer ones, and squares are looked
/// for in them.
const READABLE: u64 = 1024;

impl Point {
    /// The number as an expression: a rational, a root of degree 2 or 4 by square roots where it is one, else its
    /// polynomial, or the degree where that is long, and twelve digits.
    pub fn written(&self) -> String {
        let limits = Limits::default();
        let steps = Budget::new(limits.steps);
        let bounds = Bounds::new(&limits, &steps);
        match self {
            Point::Rational(x) => x.to_string(),
            Point::Exponential(t) => format!("e^(-{})", t.rational_rate()),
            Point::Algebraic(t) => match t.by_square_roots(&bounds) {
                Ok(Some(text)) => text,
                _ => {
                    let digits = self.digits().map_or_else(String::new, |digits| format!(" near {digits}"));
                    let polynomial = written(t.polynomial(), 'x');
                    if polynomial.len() <= LEGIBLE {
                        format!("root of {polynomial}{digits}")
                    } else {
                        format!("root of degree {}{digits}", t.polynomial().degree())
                    }
                }
            },
            Point::Beside(both) => {
                format!("e^(-{}) beside {}", both.t.rational_rate(), Point::Algebraic(both.u.clone()).written())
            }
            Point::Interval(t) => {
                let (low, high) = t.ends();
                format!("({}, {})", low.written(), high.written())
            }
        }
    }

    /// Counts what it takes to write a root, digits and all, so many times: once by doing it.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn charge_writing(&self, times: u64, bounds: &Bounds) -> Result<(), Obstacle> {
        let Point::Algebraic(_) = self else { return Ok(()) };
        let before = bounds.budget().left();
        let Quotient { numerator, denominator } = Quotient::t();
        if let Err(Obstacle::Steps) = self.decimal(&numerator, &denominator, bounds) {
            return Err(Obstacle::Steps);
        }
        let once = before.saturating_sub(bounds.budget().left());
        bounds.charge(once.saturating_mul(times.saturating_sub(1)))
    }

    /// Twelve significant digits of a single number.
    pub fn digits(&self) -> Option<String> {
        let limits = Limits::default();
        let steps = Budget::new(limits.steps);
        let Quotient { numerator, denominator } = Quotient::t();
        self.decimal(&numerator, &denominator, &Bounds::new(&limits, &steps)).ok()
    }
}

impl Algebraic {
    /// The root of a·x² + b·x + c as (−b ± √(b²−4ac))/2a, of a·x⁴ + b·x² + c as the square root of such a number, or
    /// as √u ± √v where (b²−4ac = m², or) 4ac is a square.
    ///
    /// Which sign it is shows exactly: 2ax + b = ±√(b²−4ac), with x² in place of x for the second form.
    fn by_square_roots(&self, bounds: &Bounds) -> Result<Option<String>, Obstacle> {
        let here = |p: Polynomial| self.sign(&p, bounds);
        let c = self.polynomial().coefficients();
        if self.polynomial().bits() > READABLE {
            return Ok(None);
        }
        match &*c {
            [c, b, a] => {
                let upper = here(Polynomial::polynomial(vec![b.clone(), a * 2]))? == Sign::Plus;
                Ok(Some(quadratic(a, b, c, upper)))
            }
            [c, b1, b, b3, a] if b1.is_zero() && b3.is_zero() => {
                let zero = BigInt::zero();
                let square = Polynomial::polynomial(vec![b.clone(), zero.clone(), a * 2]);
                let upper = here(square)? == Sign::Plus;
                let negative = here(Polynomial::polynomial(vec![zero.clone(), BigInt::one()]))? == Sign::Minus;
                let (outside, inside) = square_part(&(b * b - a * c * 4));
                if inside.is_one() {
                    // x² = (−b ± √D)/2a is rational, n/d.
                    let (n, d) = (if upper { outside - b } else { -outside - b }, a * 2);
                    return Ok(Some(quadratic(&d, &zero, &-n, negative == d.is_negative())));
                }
                let minus = if negative { "-" } else { "" };
                Ok(Some(match denested(a, b, c, upper) {
                    Some(text) if minus.is_empty() => text,
                    Some(text) => format!("-({text})"),
                    None => format!("{minus}√({})", quadratic(a, b, c, upper)),
                }))
            }
            _ => Ok(None),
        }
    }
}

/// (−b ± √(b²−4ac))/2a in lowest terms, + where `upper` agrees with the sign of a.
fn quadratic(a: &BigInt, b: &BigInt, c: &BigInt, upper: bool) -> String {
    // 2ax + b = ±√D: divided by 2a it has the sign of the root's term.
    let (outside, inside) = square_part(&(b * b - a * c * 4));
    let (mut over, mut plain, mut root): (BigInt, BigInt, BigInt) = (a * 2, -b, outside);
    let mut plus = upper;
    if over.is_negative() {
        (over, plain, plus) = (-over, -plain, !plus);
    }
    let shared = gcd(&gcd(&over, &plain), &root);
    (over, plain, root) = (&over / &shared, &plain / &shared, &root / &shared);
    let times = if root.is_one() { format!("√{inside}") } else { format!("{root}√{inside}") };
    let sum = match (plain.is_zero(), plus) {
        (true, true) => times,
        (true, false) => format!("-{times}"),
        (false, true) if plain.is_negative() => format!("{times}-{}", plain.magnitude()),
        (false, true) => format!("{plain}+{times}"),
        (false, false) => format!("{plain}-{times}"),
    };
    match (over.is_one(), plain.is_zero()) {
        (true, _) => sum,
        (false, true) => format!("{sum}/{over}"),
        (false, false) => format!("({sum})/{over}"),
    }
}

/// √((−b ± √D)/2a) = √u ± √v with u, v = (−b ± 2√(ac))/4a, where ac is a square m² and both are positive:
/// (√u ± √v)² = u + v ± 2√(uv), u + v = −b/2a, 4uv = (b²−4m²)/4a² = D/4a².
fn denested(a: &BigInt, b: &BigInt, c: &BigInt, upper: bool) -> Option<String> {
    let product = a * c;
    if product.is_negative() {
        return None;
    }
    let m = product.sqrt();
    if &m * &m != product {
        return None;
    }
    let (mut over, mut b, mut plus): (BigInt, BigInt, bool) = (a * 4, b.clone(), upper);
    if over.is_negative() {
        (over, b, plus) = (-over, -b, !plus);
    }
    let (u, v): (BigInt, BigInt) = (-&b + &m * 2, -&b - &m * 2);
    (v.is_positive()).then(|| {
        let root = |n: &BigInt| {
            let shared = gcd(n, &over);
            let (n, d) = (n / &shared, &over / &shared);
            // √(n/d) = √(nd)/d.
            let (outside, inside) = square_part(&(&n * &d));
            let common = outside.gcd(&d);
            let (outside, d) = (outside / &common, d / &common);
            let times = match (outside.is_one(), inside.is_one()) {
                (true, _) => {
                    if inside.is_one() {
                        "1".to_owned()
                    } else {
                        format!("√{inside}")
                    }
                }
                (false, true) => outside.to_string(),
                (false, false) => format!("{outside}√{inside}"),
            };
            if d.is_one() { times } else { format!("{times}/{d}") }
        };
        format!("{}{}{}", root(&u), if plus { '+' } else { '-' }, root(&v))
    })
}

/// x = s²·r with s as large as trial division by small numbers shows, x ≥ 0.
fn square_part(x: &BigInt) -> (BigInt, BigInt) {
    let (mut outside, mut inside) = (BigInt::one(), x.clone());
    for k in 2u32..1000 {
        let square = BigInt::from(k).pow(2);
        while inside >= square && (&inside % &square).is_zero() {
            inside /= &square;
            outside *= k;
        }
    }
    let root = inside.sqrt();
    if &root * &root == inside { (outside * root, BigInt::one()) } else { (outside, inside) }
}
