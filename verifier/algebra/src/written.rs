//! Numbers as people write them.

use crate::expression::written as expression;
use crate::sign::sign;
use crate::value::digits_of;
use dp_number::{Algebraic, Fraction, Meter, Number, Obstacle, Point, gcd};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// The most characters of a polynomial in a sentence.
const LEGIBLE: usize = 64;

/// The most bits of coefficients of which square roots are written: nobody reads longer ones, and squares are looked
/// for in them.
const READABLE: u64 = 1024;

/// What writing one number may take.
fn meter() -> Meter {
    Meter::new(1 << 32, 10_000, 1 << 20, 1 << 29)
}

/// The number as an expression: a rational, a root of degree 2 or 4 by square roots where it is one, else its
/// polynomial, or the degree where that is long, and twelve digits.
pub fn written(t: &Point) -> String {
    match t {
        Point::Rational(x) => x.to_string(),
        Point::Exponential(t) => format!("e^(-{})", t.rate()),
        Point::Algebraic(root) => match meter().run(|| by_square_roots(root)) {
            Ok(Some(text)) => text,
            _ => {
                let digits = digits(t).map_or_else(String::new, |digits| format!(" near {digits}"));
                let polynomial = expression(root.polynomial(), 'x');
                if polynomial.len() <= LEGIBLE {
                    format!("root of {polynomial}{digits}")
                } else {
                    format!("root of degree {}{digits}", root.polynomial().degree())
                }
            }
        },
        Point::Beside(both) => {
            format!("e^(-{}) beside {}", both.t.rate(), written(&Point::Algebraic(both.u.clone())))
        }
        Point::Interval(t) => {
            let [low, high] = t.ends();
            format!("({}, {})", written(low), written(high))
        }
    }
}

/// Twelve significant digits of a single number.
pub fn digits(t: &Point) -> Option<String> {
    meter().run(|| digits_of(t, &t_itself())).ok()
}

/// t as a function of itself.
fn t_itself() -> Fraction {
    Number::polynomial(vec![BigInt::zero(), BigInt::one()]).into()
}

/// The root of a·x² + b·x + c as (−b ± √(b²−4ac))/2a, of a·x⁴ + b·x² + c as the square root of such a number, or as √u
/// ± √v where (b²−4ac = m², or) 4ac is a square.
///
/// Which sign it is shows exactly: 2ax + b = ±√(b²−4ac), with x² in place of x for the second form.
fn by_square_roots(t: &Algebraic) -> Result<Option<String>, Obstacle> {
    let point = Point::Algebraic(t.clone());
    let here = |p: Vec<BigInt>| sign(&point, &Number::polynomial(p));
    let c = t.polynomial().coefficients();
    if t.polynomial().bits() > READABLE {
        return Ok(None);
    }
    match &*c {
        [c, b, a] => {
            let upper = here(vec![b.clone(), a * 2])? == Ordering::Greater;
            Ok(Some(quadratic(a, b, c, upper)))
        }
        [c, b1, b, b3, a] if b1.is_zero() && b3.is_zero() => {
            let zero = BigInt::zero();
            let upper = here(vec![b.clone(), zero.clone(), a * 2])? == Ordering::Greater;
            let negative = here(vec![zero.clone(), BigInt::one()])? == Ordering::Less;
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
