//! Expressions in `a` (α = e^-ε) and `b` (the file's `constant`).

use super::integer::{NO_STEPS_LEFT, steps_to_convert};
use super::problem::Problem;
use super::slip;
use super::symbols::Symbols;
use super::{Rational, bits, power, steps_of_fractions, steps_of_gcd};
use crate::error::Error;
use crate::json::{Value, View, numeral_length, shorten};
use crate::limits::{Budget, Limits, Of, note, words_of};
use num_bigint::BigInt;
use num_traits::{One, Pow, Zero};

/// A number as the file writes it, evaluated as far as rationals go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    /// Its exact value.
    Rational(Rational),
    /// It mentions an irrational `a` or `b`: kept as a sum of products.
    Sum(Vec<(bool, Vec<(Operator, Expression)>)>),
    /// A power of an expression that mentions one.
    Power(Box<Expression>, i64),
    /// `a`, irrational or symbolic.
    A,
    /// `b`, irrational.
    B,
}

/// How a factor joins a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `*`
    Times,
    /// `/`
    Over,
}

impl Expression {
    /// Reads a JSON number or a string in the contract's grammar and evaluates it.
    ///
    /// ```text
    /// sum     = ["-"] product { ("+" | "-") product }
    /// product = power { ("*" | "/") power }
    /// power   = atom ["^" exponent]            exponent = ["-"] digits | "(" ["-"] digits ")"
    /// atom    = number | "a" | "b" | "(" sum ")"      number as in JSON, without a sign
    /// ```
    ///
    /// Cost: conversions, sums, products, quotients and powers of rationals are counted in `steps` before they are
    /// done.
    ///
    /// # Errors
    /// Anything outside the grammar, a division by zero, a symbol the file does not define, or a limit.
    pub fn read(view: &View, symbols: &Symbols, limits: &Limits, steps: &Budget) -> Result<Self, Error> {
        let text: &str = match view.value() {
            Value::Number(text) => text,
            Value::String(text) => text,
            _ => return Err(view.unexpected(symbols.expected())),
        };
        let evaluated = |text: &str| {
            let mut parser = Parser::new(view, text, symbols, limits, steps)?;
            Ok(parser.sum().and_then(|value| parser.end().map(|()| value)))
        };
        let meant = || {
            let corrected = slip::corrected(text).filter(|better| matches!(evaluated(better), Ok(Ok(_))));
            match (slip::thousands(text), corrected) {
                // Which of the two, who wrote it knows.
                (Some(whole), Some(better)) => Some(format!("{better}, or {whole}")),
                (whole, better) => whole.or(better),
            }
        };
        evaluated(text)?.map_err(|problem| match problem {
            Problem::Text(why) => {
                let error = view.error(format!("in \"{}\": {why}", shorten(text))).expecting(symbols.expected());
                match meant() {
                    Some(better) => error.meant(&better),
                    None => error,
                }
            }
            Problem::Limit(why) => view.over_limit(format!("in \"{}\": {why}", shorten(text))),
        })
    }

    /// The value if it is rational.
    pub fn value(&self) -> Option<&Rational> {
        match self {
            Expression::Rational(x) => Some(x),
            _ => None,
        }
    }

    /// The value, which must be rational.
    pub(super) fn constant(self, view: &View) -> Result<Rational, Error> {
        match self {
            Expression::Rational(x) => Ok(x),
            _ => Err(view.unexpected("a rational number")),
        }
    }
}

/// A reader of expressions.
pub(super) struct Parser<'t> {
    text: &'t str,
    /// What is left of it.
    left: &'t str,
    depth: usize,
    symbols: &'t Symbols,
    limits: &'t Limits,
    steps: &'t Budget,
}

impl<'t> Parser<'t> {
    /// At the start of a text that stands in a file.
    ///
    /// # Errors
    /// More characters than the limit.
    pub(super) fn new(
        view: &View,
        text: &'t str,
        symbols: &'t Symbols,
        limits: &'t Limits,
        steps: &'t Budget,
    ) -> Result<Self, Error> {
        note(Of::Digits, text.len() as u64);
        if text.len() > limits.digits {
            let message = format!("{} characters, the limit is {} (--limit digits=N)", text.len(), limits.digits);
            return Err(view.over_limit(message));
        }
        Ok(Self { text, left: text, depth: 0, symbols, limits, steps })
    }

    /// That nothing is left.
    pub(super) fn end(&mut self) -> Result<(), Problem> {
        match self.rest() {
            "" => Ok(()),
            _ => Err(self.expected("an operator or the end")),
        }
    }

    /// Counts about that many word operations, before they are done.
    fn charge(&self, steps: u64) -> Result<(), Problem> {
        self.steps.take(steps).ok_or_else(|| Problem::Limit(NO_STEPS_LEFT.into()))
    }

    /// What is left, after white space.
    pub(super) fn rest(&mut self) -> &'t str {
        self.left = self.left.trim_start_matches([' ', '\t', '\n', '\r']);
        self.left
    }

    /// Takes what is next, if it is this.
    pub(super) fn take(&mut self, next: &str) -> bool {
        self.take_before(next, |_| true)
    }

    /// Takes what is next, if it is this and something that fits comes after it.
    fn take_before(&mut self, next: &str, fits: impl FnOnce(&str) -> bool) -> bool {
        let after = self.rest().strip_prefix(next).filter(|after| fits(after));
        self.left = after.unwrap_or(self.left);
        after.is_some()
    }

    /// The number of the character that is next, from 1.
    pub(super) fn place(&self) -> usize {
        self.text.chars().count().saturating_sub(self.left.chars().count()).saturating_add(1)
    }

    pub(super) fn expected(&mut self, what: &str) -> Problem {
        let found = match self.rest() {
            "" => "the end".into(),
            rest => format!("'{}'", shorten(&rest.chars().take(1).collect::<String>())),
        };
        Problem::Text(format!("found {found} at character {}, expected {what}", self.place()))
    }

    fn sum(&mut self) -> Result<Expression, Problem> {
        let mut terms = Vec::new();
        let mut minus = self.take("-");
        loop {
            terms.push((minus, self.product()?));
            minus = match () {
                () if self.take("+") => false,
                () if self.take("-") => true,
                () => return self.add(terms),
            };
        }
    }

    fn add(&self, terms: Vec<(bool, Expression)>) -> Result<Expression, Problem> {
        if let [(false, _)] = terms[..] {
            return Ok(terms
                .into_iter()
                .map(|(_, term)| term)
                .next()
                .unwrap_or(Expression::Rational(Rational::zero())));
        }
        if !terms.iter().all(|(_, term)| term.value().is_some()) {
            let product = |term| vec![(Operator::Times, term)];
            return Ok(Expression::Sum(terms.into_iter().map(|(minus, term)| (minus, product(term))).collect()));
        }
        let mut sum = Rational::zero();
        for (minus, term) in &terms {
            let Some(x) = term.value() else { continue };
            self.charge(steps_of_fractions(&sum, x))?;
            sum = if *minus { super::sum(&sum, &-x) } else { super::sum(&sum, x) };
            self.check_bits(&sum)?;
        }
        Ok(Expression::Rational(sum))
    }

    fn product(&mut self) -> Result<Expression, Problem> {
        let mut factors = vec![(Operator::Times, self.power()?)];
        loop {
            let Some(operator) = self.operator() else { return self.multiply(factors) };
            factors.push((operator, self.power()?));
        }
    }

    /// Takes a `*` or `/`, if it is next.
    pub(super) fn operator(&mut self) -> Option<Operator> {
        match () {
            () if self.take("*") => Some(Operator::Times),
            () if self.take("/") => Some(Operator::Over),
            () => None,
        }
    }

    fn multiply(&self, mut factors: Vec<(Operator, Expression)>) -> Result<Expression, Problem> {
        let zero = |(operator, factor): &(Operator, Expression)| {
            *operator == Operator::Over && factor.value().is_some_and(Zero::is_zero)
        };
        if factors.iter().any(zero) {
            return Err(Problem::Text("the denominator is zero".into()));
        }
        if factors.len() == 1 {
            return Ok(factors.swap_remove(0).1);
        }
        if !factors.iter().all(|(_, factor)| factor.value().is_some()) {
            return Ok(Expression::Sum(vec![(false, factors)]));
        }
        let mut product = Rational::one();
        for (operator, factor) in &factors {
            let Some(x) = factor.value() else { continue };
            product = self.joined(&product, *operator, x)?;
        }
        Ok(Expression::Rational(product))
    }

    /// product · x or product / x, x ≠ 0.
    pub(super) fn joined(&self, product: &Rational, operator: Operator, x: &Rational) -> Result<Rational, Problem> {
        self.charge(steps_of_fractions(product, x))?;
        let joined = match operator {
            Operator::Times => super::product(product, x),
            Operator::Over if x.is_zero() => return Err(Problem::Text("the denominator is zero".into())),
            Operator::Over => super::ratio(product, x),
        };
        self.check_bits(&joined)?;
        Ok(joined)
    }

    pub(super) fn power(&mut self) -> Result<Expression, Problem> {
        let base = self.atom()?;
        if !self.take("^") {
            return Ok(base);
        }
        let bracket = self.take("(");
        let exponent = self.exponent()?;
        if bracket && !self.take(")") {
            return Err(self.expected("')'"));
        }
        if self.rest().starts_with('^') {
            return Err(self.expected("parentheses around a power of a power"));
        }
        match base {
            Expression::Rational(x) if x.is_zero() && exponent < 0 => {
                Err(Problem::Text("the denominator is zero".into()))
            }
            Expression::Rational(x) => {
                let long = words_of(bits(&x).saturating_mul(exponent.unsigned_abs()).min(self.limits.bits as u64));
                self.charge(long.saturating_mul(long))?;
                power(&x, exponent, self.limits.bits as u64).map(Expression::Rational).ok_or_else(|| {
                    Problem::Limit(format!("a power of over {} bits (--limit bits=N)", self.limits.bits))
                })
            }
            base => Ok(Expression::Power(Box::new(base), exponent)),
        }
    }

    fn exponent(&mut self) -> Result<i64, Problem> {
        let minus = self.take("-");
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let Some((digits, after)) = rest.split_at_checked(length).filter(|(digits, _)| !digits.is_empty()) else {
            return Err(self.expected("an integer exponent"));
        };
        let value = digits.parse().ok().filter(|&e: &i64| self.within_exponents(e));
        let e = value.ok_or_else(|| self.exponent_limit())?;
        self.left = after;
        Ok(if minus { e.saturating_neg() } else { e })
    }

    fn within_exponents(&self, e: i64) -> bool {
        note(Of::Exponent, e.unsigned_abs());
        usize::try_from(e.unsigned_abs()).is_ok_and(|e| e <= self.limits.exponent)
    }

    fn exponent_limit(&self) -> Problem {
        Problem::Limit(format!("an exponent over {} (--limit exponent=N)", self.limits.exponent))
    }

    fn atom(&mut self) -> Result<Expression, Problem> {
        let rest = self.rest();
        match rest.as_bytes().first() {
            Some(b'0'..=b'9') => self.numeral(),
            Some(b'(') => self.in_parentheses(),
            Some(b'a') if self.symbols.rho => {
                self.symbol("a", &None, Expression::A, "`a` stands for α = e^-ε, and this file declares ρ")
            }
            Some(b'a') => self.symbol("a", &self.symbols.a, Expression::A, "`a` has no meaning in this place"),
            Some(b'b') if self.symbols.a.is_none() && !self.symbols.rho => {
                self.symbol("b", &None, Expression::B, "`b` has no meaning in this place")
            }
            Some(b'b') => self.symbol("b", &self.symbols.b, Expression::B, "`b` needs the file's \"constant\""),
            _ => Err(self.expected(self.symbols.atoms())),
        }
    }

    /// A sum between the '(' that is next and its ')'.
    pub(super) fn in_parentheses(&mut self) -> Result<Expression, Problem> {
        if self.depth == self.limits.depth {
            let limit = self.limits.depth;
            return Err(Problem::Limit(format!("parentheses nested deeper than {limit} (--limit depth=N)")));
        }
        if !self.take("(") {
            return Err(self.expected("'('"));
        }
        self.depth = self.depth.saturating_add(1);
        note(Of::Depth, self.depth as u64);
        let inner = self.sum()?;
        self.depth = self.depth.saturating_sub(1);
        if self.take(")") { Ok(inner) } else { Err(self.expected("an operator or ')'")) }
    }

    fn symbol(
        &mut self,
        letter: &str,
        value: &Option<Option<Rational>>,
        irrational: Expression,
        why: &str,
    ) -> Result<Expression, Problem> {
        if !self.take_before(letter, |after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_')) {
            return Err(self.expected(self.symbols.atoms()));
        }
        match value {
            None => Err(Problem::Text(why.into())),
            Some(None) => Ok(irrational),
            Some(Some(x)) => {
                self.charge(bits(x) / 64)?;
                Ok(Expression::Rational(x.clone()))
            }
        }
    }

    /// An unsigned JSON number, exactly.
    fn numeral(&mut self) -> Result<Expression, Problem> {
        let rest = self.rest();
        let found = numeral_length(rest, false).and_then(|length| rest.split_at_checked(length));
        let (number, after) = found.ok_or_else(|| self.expected("a number without leading zeros"))?;
        self.left = after;
        if after.starts_with(|c: char| c.is_alphanumeric() || "._".contains(c)) {
            return Err(self.expected("an operator or the end"));
        }
        let (mantissa, exponent) = match number.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().map_err(|_| self.exponent_limit())?),
            None => (number, 0),
        };
        if !self.within_exponents(exponent) {
            return Err(self.exponent_limit());
        }
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        self.charge(steps_to_convert(mantissa.len()))?;
        let digits: BigInt = format!("{whole}{fraction}").parse().map_err(|_| self.expected("a number"))?;
        let places = i64::try_from(fraction.len()).map_err(|_| self.exponent_limit())?;
        let scale = u32::try_from(exponent.abs_diff(places)).map_err(|_| self.exponent_limit())?;
        // 10^k has less than 10k/3 + 1 bits.
        let bits = (u64::from(scale).saturating_mul(10) / 3).saturating_add(1);
        self.charge(words_of(bits).saturating_pow(2).saturating_mul(2))?;
        self.charge(steps_of_gcd(digits.bits(), bits))?;
        let ten = Pow::pow(&BigInt::from(10), scale);
        Ok(Expression::Rational(if exponent < places { super::fraction(digits, ten) } else { (digits * ten).into() }))
    }

    fn check_bits(&self, x: &Rational) -> Result<(), Problem> {
        note(Of::Bits, bits(x));
        if bits(x) > self.limits.bits as u64 {
            return Err(Problem::Limit(format!("a number of over {} bits (--limit bits=N)", self.limits.bits)));
        }
        Ok(())
    }
}
