//! Polynomials and quotients as expressions in `a` and `b`.

use crate::quotient::terms_of;
use dp_number::{Fraction, Monomial, Number};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Zero};
use std::fmt::Write as _;

/// A quotient as an expression in the symbol: `(1-a)/(1+a)`.
pub fn quotient(x: &Fraction, symbol: char) -> String {
    quotient_in(x, &|e| both(symbol, e))
}

/// A quotient as an expression in `a` = t^x and `b` = t^y, where x and y have no common divisor: each power of t is one
/// of a^i·b^j with a small j.
pub fn in_powers(of: &Fraction, [x, y]: [u128; 2]) -> String {
    let (x, y) = (BigInt::from(x), BigInt::from(y));
    let inverse = y.extended_gcd(&x).x;
    quotient_in(of, &|Monomial { t: e, .. }| {
        if e == 0 {
            return String::new();
        }
        let e = BigInt::from(e);
        let mut j = (&e * &inverse).mod_floor(&x);
        if &j * 2 > x {
            j -= &x;
        }
        let i = (e - &j * &y) / &x;
        let of = |symbol: char, k: &BigInt| if k.is_one() { symbol.to_string() } else { format!("{symbol}^{k}") };
        match (i.is_zero(), j.is_zero()) {
            (_, true) => of('a', &i),
            (true, false) => of('b', &j),
            (false, false) => format!("{}*{}", of('a', &i), of('b', &j)),
        }
    })
}

/// A polynomial as an expression in the symbol: `1-2*a+3*a^2`; u beside t is `a`.
pub(crate) fn written(p: &Number, symbol: char) -> String {
    written_in(p, &|e| both(symbol, e))
}

/// a^u·x^t; nothing for 1.
fn both(symbol: char, e: Monomial) -> String {
    let parts = [power('a', e.u.into()), power(symbol, e.t)];
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join("*")
}

/// x^k; nothing for k = 0.
fn power(symbol: char, k: u128) -> String {
    match k {
        0 => String::new(),
        1 => symbol.to_string(),
        k => format!("{symbol}^{k}"),
    }
}

/// A polynomial as an expression, each power of t but 1 as it is to be written.
fn written_in(p: &Number, powers: &dyn Fn(Monomial) -> String) -> String {
    let mut text = String::new();
    for (k, c) in terms_of(p) {
        let sign = if c.sign() == Sign::Minus {
            "-"
        } else if text.is_empty() {
            ""
        } else {
            "+"
        };
        let (size, power) = (c.magnitude(), powers(k));
        let _ = match (size.is_one(), power.is_empty()) {
            (true, false) => write!(text, "{sign}{power}"),
            (_, true) => write!(text, "{sign}{size}"),
            (false, false) => write!(text, "{sign}{size}*{power}"),
        };
    }
    if text.is_empty() { "0".into() } else { text }
}

/// n/d as an expression.
fn quotient_in(x: &Fraction, powers: &dyn Fn(Monomial) -> String) -> String {
    let terms = |p: &Number| terms_of(p).len();
    let (n, d) = (written_in(&x.numerator, powers), written_in(&x.denominator, powers));
    let bracket = |text: String, p: &Number| if terms(p) > 1 { format!("({text})") } else { text };
    if x.denominator.degree() == 0 && x.denominator.leading().is_one() {
        return n;
    }
    // c*a^k after a division sign needs brackets too.
    let is_one_power = terms(&x.denominator) == 1 && x.denominator.leading().is_one() && !d.contains('*');
    let d = if x.denominator.degree() == 0 || is_one_power { d } else { format!("({d})") };
    format!("{}/{d}", bracket(n, &x.numerator))
}
