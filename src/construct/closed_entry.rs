//! ClosedEntry forms of entries: products of powers of polynomials in one number s.

use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

/// Π p(s)^e over the factors: for s = α or a root of it, one formula for every kind of α.
#[derive(Debug, Clone, Default)]
pub(super) struct ClosedEntry(Vec<(Vec<Rational>, i64)>);

impl ClosedEntry {
    /// s^k.
    pub(super) fn power(k: u32) -> Self {
        Self::default().times(&[Rational::ZERO, Rational::ONE], k.into())
    }

    /// Times p(s)^e for a polynomial p, its coefficients from the constant up. Where e < 0, p(s) > 0.
    #[must_use]
    pub(super) fn times(mut self, polynomial: &[Rational], e: i64) -> Self {
        let degree = polynomial.iter().rposition(|c| *c != 0u32).unwrap_or(0);
        if e != 0 {
            self.0.push((polynomial[..=degree].to_vec(), e));
        }
        self
    }

    /// The number at a rational s.
    pub(super) fn value(&self, s: &Rational) -> Rational {
        let at = |p: &[Rational]| p.iter().rev().fold(Rational::ZERO, |sum, c| sum * s + c);
        self.0.iter().fold(Rational::ONE, |product, (p, e)| product * at(p).pow(*e))
    }

    /// The expression in a symbol x with s = x^step.
    fn written(&self, symbol: char, step: u32) -> String {
        let mut constant = Rational::ONE;
        let (mut over, mut under) = (Vec::new(), String::new());
        for (p, e) in &self.0 {
            match &p[..] {
                [c] => constant *= c.pow(*e),
                [zero, one] if *zero == 0u32 && *one == 1u32 && *e > 0 => {
                    over.push(power(symbol, e * i64::from(step)));
                }
                _ => {
                    let raised = if e.abs() == 1 { String::new() } else { format!("^{}", e.abs()) };
                    let text = format!("({}){raised}", sum(p, symbol, step));
                    if *e > 0 { over.push(text) } else { under = format!("{under}/{text}") }
                }
            }
        }
        if constant == 0u32 {
            return "0".to_owned();
        }
        if constant != 1u32 || over.is_empty() {
            over.insert(0, constant.to_string());
        }
        over.join("*") + &under
    }
}

fn power(symbol: char, k: i64) -> String {
    if k == 1 { symbol.to_string() } else { format!("{symbol}^{k}") }
}

/// A polynomial as a sum: `1-2*a+a^2`.
fn sum(p: &[Rational], symbol: char, step: u32) -> String {
    let mut text = String::new();
    for (k, c) in (0_i64..).zip(p).filter(|(_, c)| **c != 0u32) {
        let size = if *c < 0u32 { -c } else { c.clone() };
        text += match (*c < 0u32, text.is_empty()) {
            (true, _) => "-",
            (false, true) => "",
            (false, false) => "+",
        };
        text += &match (k, size == 1u32) {
            (0, _) => size.to_string(),
            (_, true) => power(symbol, k * i64::from(step)),
            _ => format!("{size}*{}", power(symbol, k * i64::from(step))),
        };
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

/// What s is, in a mechanism file.
#[derive(Debug, Clone)]
pub(super) enum Base {
    /// This rational.
    Rational(Rational),
    /// This power of the symbol `a` or `b`.
    Symbol(char, u32),
}

impl Base {
    /// The entry's text: a fraction, or an expression.
    pub(super) fn text(&self, closed: &ClosedEntry) -> String {
        match self {
            Base::Rational(s) => closed.value(s).to_string(),
            Base::Symbol(symbol, step) => closed.written(*symbol, *step),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_and_values_agree() {
        let numbers = |list: &[i64]| list.iter().map(|&x| Rational::from(x)).collect::<Vec<_>>();
        let form = ClosedEntry::power(2).times(&numbers(&[1, -1]), 1).times(&numbers(&[3]), -2);
        let form = form.times(&numbers(&[1, 0, 4]), -3);
        assert_eq!(Base::Symbol('a', 1).text(&form), "1/9*a^2*(1-a)/(1+4*a^2)^3");
        assert_eq!(Base::Symbol('b', 5).text(&form), "1/9*b^10*(1-b^5)/(1+4*b^10)^3");
        assert_eq!(Base::Rational(Rational::from_signeds(1, 2)).text(&form), "1/576");
        assert_eq!(Base::Symbol('a', 1).text(&ClosedEntry::power(0)), "1");
        assert_eq!(Base::Symbol('a', 1).text(&ClosedEntry::power(0).times(&numbers(&[1, 0]), -3)), "1");
        assert_eq!(Base::Symbol('a', 1).text(&ClosedEntry::power(1).times(&numbers(&[0]), 1)), "0");
    }
}
