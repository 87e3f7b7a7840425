//! Numbers beside each other at one t, or at all numbers of an interval on which each sign that is asked for is
//! constant.

use crate::bracket::Bracket;
use crate::meter::{charge, steps};
use crate::number::{Fraction, Number, Vector};
use crate::obstacle::Obstacle;
use crate::point::Point;
use std::cmp::Ordering;

/// To enclose an algebraic t is little work beside that if its polynomial has no more coefficients.
const FEW: usize = 16;

/// At t; where all numbers are rational, none is there.
#[derive(Debug, Clone, Copy)]
pub struct At<'a>(pub Option<&'a Point>);

impl<'a> At<'a> {
    /// From this degree on products are compared by enclosures first.
    pub const HIGH: usize = 64;
    /// The places of these enclosures past the coefficients'.
    pub const PLACES: u64 = 128;

    /// t.
    pub fn point(self) -> Option<&'a Point> {
        self.0
    }

    /// The sign of x.
    ///
    /// # Errors
    /// As [`Point::sign`]; or t occurs where there is none.
    pub fn sign(self, x: &Number) -> Result<Ordering, Obstacle> {
        match (x.integer_sign(), self.0) {
            (Some(sign), _) => Ok(charge(2).map(|()| sign)?),
            (None, Some(point)) => point.sign(x),
            (None, None) => Err(Obstacle::NoPoint),
        }
    }

    /// x against y. Coefficients lie far from each other: they count as more words.
    ///
    /// # Errors
    /// As of [`At::sign`].
    pub fn order(self, x: &Number, y: &Number) -> Result<Ordering, Obstacle> {
        let each = if x.is_integer() || y.is_integer() { 1 } else { 5 };
        charge(steps(each, x.words().min(y.words()), 1).saturating_add(7))?;
        match x.integer_order(y) {
            Some(order) => Ok(order),
            None if x == y => Ok(Ordering::Equal),
            None => self.sign(&(x - y)),
        }
    }

    /// x·y against z·w.
    ///
    /// # Errors
    /// As of [`At::sign`].
    pub fn order_products(self, x: [&Number; 2], z: [&Number; 2]) -> Result<Ordering, Obstacle> {
        if let Some(order) = Number::compare_words(x, z) {
            return Ok(charge(0).map(|()| order)?);
        }
        self.seen_apart([x, z])?.map_or_else(|| self.order(&(x[0] * x[1]), &(z[0] * z[1])), Ok)
    }

    /// How two products lie by enclosures of their factors, where their terms make the products far more work; `None`
    /// where these overlap, as all ties do.
    fn seen_apart(self, products: [[&Number; 2]; 2]) -> Result<Option<Ordering>, Obstacle> {
        if products.iter().all(|[x, y]| x.length().min(y.length()) <= Self::HIGH as u64) {
            return Ok(None);
        }
        let Some(all) = self.enclosed(products.as_flattened().iter().copied(), Self::PLACES)? else { return Ok(None) };
        let [x, y, z, w] = &all[..] else { return Ok(None) };
        let mut apart = x.times(y);
        apart.add(&z.times(w).scaled(&(-1).into()));
        Ok(apart.sign())
    }

    /// Encloses polynomials at one irrational t, to some places past the longest of their coefficients; `None` of
    /// sparse ones but at t = e^-r, and at other t.
    ///
    /// # Errors
    /// A limit.
    pub fn enclosed<'n>(
        self,
        all: impl Iterator<Item = &'n Number> + Clone,
        places: u64,
    ) -> Result<Option<Vec<Bracket>>, Obstacle> {
        let point = match self.0 {
            Some(t @ Point::Exponential(_)) => t,
            Some(t @ Point::Algebraic(x)) if x.polynomial().degree() < FEW => t,
            _ => return Ok(None),
        };
        let places = places.saturating_add(all.clone().map(Number::bits).max().unwrap_or(0));
        let t = point.bracket(places)?;
        let enclosed = |x: &'n Number| match (x.terms(), point) {
            (None, _) => Ok(Some(t.evaluate(&x.coefficients())?)),
            (Some(p), Point::Exponential(t)) if p.iter().all(|(e, _)| e.u == 0) => Ok(Some(t.evaluate(p, places)?)),
            _ => Ok(None),
        };
        all.map(enclosed).collect()
    }

    /// n/d against m/e, for positive denominators.
    ///
    /// # Errors
    /// As of [`At::sign`].
    pub fn order_fractions(self, [n, d]: [&Number; 2], [m, e]: [&Number; 2]) -> Result<Ordering, Obstacle> {
        charge(steps(8, d.length().min(e.length()).saturating_sub(1), 1))?;
        if d == e { self.order(n, m) } else { self.order_products([n, e], [m, d]) }
    }

    /// x against y.
    ///
    /// # Errors
    /// As of [`At::sign`].
    pub fn compare(self, x: &Fraction, y: &Fraction) -> Result<Ordering, Obstacle> {
        self.order_fractions([&x.numerator, &x.denominator], [&y.numerator, &y.denominator])
    }

    /// x_i against y_i.
    ///
    /// # Errors
    /// As of [`At::sign`].
    pub fn compare_entries(self, x: &Vector, y: &Vector, i: usize) -> Result<Ordering, Obstacle> {
        self.order_fractions([&x[i], &x.denominator], [&y[i], &y.denominator])
    }
}
