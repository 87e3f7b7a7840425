//! The numbers of a problem that is read by itself, and what t is.

use super::obstacle::obstacle;
use crate::alpha::{Bounds, Obstacle};
use crate::error::{Error, Fault};
use crate::json::{Node, Value, View};
use crate::limits::{Budget, Limits};
use crate::number::{self, BigInt, Rational, steps_of_gcd};
use crate::numerals::{integer, polynomial};
use dp_algebra::Signs;
use dp_kernel::{Failure, Fraction, Meter, Monomial, Number, Point, Root, Vector};
use num_traits::{Signed, Zero};

/// What numbers are read with.
pub(super) struct Numbers<'a> {
    pub(super) limits: &'a Limits,
    pub(super) steps: &'a Budget,
    pub(super) meter: &'a Meter,
    /// t, where signs are asked.
    pub(super) t: Option<Point>,
}

impl Numbers<'_> {
    pub(super) fn bounds(&self) -> Bounds<'_> {
        Bounds::new(self.limits, self.steps)
    }

    /// An obstacle at a place.
    pub(super) fn hindered(&self, view: &View, why: &Obstacle) -> Error {
        match why {
            Obstacle::Unfit(_) | Obstacle::ZeroDenominator => view.error(why.to_string()),
            why => view.over_limit(why.to_string()),
        }
    }

    /// A failure at a place.
    pub(super) fn failed(&self, view: &View, failure: &Failure) -> Error {
        match failure {
            Failure::Limit(_) => view.over_limit(obstacle(failure)),
            _ => view.error(obstacle(failure)),
        }
    }

    /// An integer, or an array of two or more coefficients, the last not 0, or terms, where there is a t.
    pub(super) fn number(&self, view: &View) -> Result<Number, Error> {
        if let Value::Object(_) = view.value() {
            return self.terms(view);
        }
        let Value::Array(coefficients) = view.value() else { return integer(view, self.limits, self.steps) };
        let found = polynomial(view, self.limits, self.steps)?;
        if found.is_integer() || found.degree().saturating_add(1) != coefficients.len() {
            return Err(view.unexpected("an integer, or two or more coefficients, the last not 0"));
        }
        match self.t {
            Some(_) => Ok(found),
            None => Err(view.error("a function of t, and this problem has no \"t\"")),
        }
    }

    /// `{"terms": [["0", "1"], ["8", "-3"]]}`: powers of t, rising, with coefficients that are not 0; where t = e^-r.
    /// Then those with a power of u before that of t, by both, where there is a u beside t.
    fn terms(&self, view: &View) -> Result<Number, Error> {
        view.only(&["terms"])?;
        let list = view.required("terms")?;
        let expected = match &self.t {
            Some(Point::Beside(_)) => {
                "[power, coefficient] or [power of u, power, coefficient], rising, the last not 0"
            }
            _ => "an array of pairs [power, coefficient], the powers rising, the coefficients not 0",
        };
        let mut terms = Vec::new();
        for pair in list.array(expected)? {
            let items = pair.array(expected)?.map(|item| number::integer(&item, self.limits, self.steps));
            let mut items = items.collect::<Result<Vec<_>, _>>()?;
            let is_of_u = items.len() == 3 && matches!(self.t, Some(Point::Beside(_)));
            let u = if is_of_u { items.remove(0) } else { BigInt::zero() };
            let Ok([t, c]) = <[BigInt; 2]>::try_from(items) else {
                return Err(pair.unexpected(expected));
            };
            let t = u128::try_from(t).map_err(|_| pair.unexpected("a power of t from 0 to 2^128 - 1"))?;
            let u = u32::try_from(u).ok().filter(|u| !is_of_u || (1..=self.limits.exponent).contains(&(*u as usize)));
            let e =
                Monomial { t, u: u.ok_or_else(|| pair.unexpected("a power of u from 1 to the limit of exponents"))? };
            if c.is_zero() || terms.last().is_some_and(|(before, _)| *before >= e) {
                return Err(pair.unexpected(expected));
            }
            terms.push((e, c));
        }
        let found = Number::sparse(terms);
        match &self.t {
            Some(Point::Exponential(_) | Point::Beside(_)) if found.terms().is_some() => Ok(found),
            Some(Point::Exponential(_) | Point::Beside(_)) => Err(list.unexpected("a power of t above 0")),
            _ => Err(view.error("terms of a polynomial, and this problem has no t = e^-r")),
        }
    }

    /// A number > 0 at t.
    pub(super) fn positive(&self, view: &View) -> Result<Number, Error> {
        let found = self.number(view)?;
        if self.signs(&found, view)?.is_positive() { Ok(found) } else { Err(view.unexpected("a number > 0")) }
    }

    /// The signs of a number at t.
    pub(super) fn signs(&self, x: &Number, view: &View) -> Result<Signs, Error> {
        match (x.integer_sign(), &self.t) {
            (Some(sign), _) => Ok(Signs::of(sign)),
            (None, Some(t)) => self.bounds().run(|| dp_algebra::signs(t, x)).map_err(|why| self.hindered(view, &why)),
            (None, None) => Err(view.error("a function of t, and this problem has no \"t\"")),
        }
    }

    /// Whether the signs of a vector's entries are all ≥ 0.
    fn nonnegative(&self, x: &Vector, view: &View) -> Result<(), Error> {
        for (i, entry) in x.numerators.iter().enumerate() {
            if !self.signs(entry, view)?.is_nonnegative() {
                return Err(view.instead(format!("entry {i} is negative"), "numbers ≥ 0"));
            }
        }
        Ok(())
    }

    /// So many numbers over a positive denominator.
    pub(super) fn vector(&self, view: &View, length: usize) -> Result<Vector, Error> {
        view.only(&["denominator", "numerators"])?;
        let denominator = self.positive(&view.required("denominator")?)?;
        let list = view.required("numerators")?;
        let expected = format!("an array of {length} numbers");
        let items = list.array(&expected)?;
        if items.len() != length {
            return Err(list.unexpected(&expected));
        }
        Ok(Vector { denominator, numerators: items.map(|item| self.number(&item)).collect::<Result<_, _>>()? })
    }

    /// A distribution on so many values.
    pub(super) fn distribution(&self, view: &View, length: usize) -> Result<Vector, Error> {
        let found = self.vector(view, length)?;
        self.nonnegative(&found, view)?;
        let mut rest = -&found.denominator;
        found.numerators.iter().for_each(|x| rest += x);
        if self.signs(&rest, view)?.is_zero() { Ok(found) } else { Err(view.error("the weights do not sum to 1")) }
    }

    /// A table of so many rows, all of one length, one or more.
    pub(super) fn table(&self, view: &View, rows: usize) -> Result<Vec<Vector>, Error> {
        let expected = format!("an array of {rows} rows");
        let items = view.array(&expected)?;
        if items.len() != rows {
            return Err(view.unexpected(&expected));
        }
        let mut width = None;
        let mut table = Vec::with_capacity(rows);
        for row in items {
            let numerators = row.required("numerators")?;
            let found = numerators.array("an array of numbers")?.len();
            let width = *width.get_or_insert(found);
            if width == 0 {
                return Err(numerators.unexpected("a number for each output, at least one"));
            }
            table.push(self.vector(&row, width)?);
        }
        Ok(table)
    }

    /// A table ≥ 0.
    pub(super) fn nonnegative_table(&self, view: &View, rows: usize) -> Result<Vec<Vector>, Error> {
        let table = self.table(view, rows)?;
        table.iter().try_for_each(|row| self.nonnegative(row, view))?;
        Ok(table)
    }

    /// `"1/2"`, `"-3"`, or a quotient of functions of t.
    pub(super) fn fraction(&self, view: &View) -> Result<Fraction, Error> {
        if let Value::Object(_) = view.value() {
            view.only(&["numerator", "denominator"])?;
            let numerator = self.number(&view.required("numerator")?)?;
            return Ok(Fraction { numerator, denominator: self.positive(&view.required("denominator")?)? });
        }
        self.rational(view)
    }

    /// `"1/2"` or `"-3"`: two integers, the second > 0 and not 1, or one.
    pub(super) fn rational(&self, view: &View) -> Result<Fraction, Error> {
        let expected = "a fraction of integers in a string, such as \"-3/7\"";
        let text = view.string(expected)?;
        let (n, d) = text.split_once('/').map_or((text, None), |(n, d)| (n, Some(d)));
        let whole = |part: &str| {
            let node = Node { offset: 0, value: Value::String(part.into()) };
            number::integer(&View::root(&node), self.limits, self.steps).map_err(|e| match e.fault {
                Fault::OverLimit => view.over_limit(e.message),
                Fault::Malformed => view.unexpected(expected),
            })
        };
        let (n, d) = (whole(n)?, d.map(whole).transpose()?);
        match d {
            Some(d) if !d.is_positive() || d == BigInt::from(1) => Err(view.unexpected(expected)),
            d => Ok(Fraction { numerator: n.into(), denominator: d.map_or(Number::ONE, Number::from) }),
        }
    }

    /// A rational number of the problem, in lowest terms.
    pub(super) fn lowest(&self, x: &Fraction, view: &View) -> Result<Rational, Error> {
        let (Some(n), Some(d)) = (x.numerator.integer(), x.denominator.integer()) else {
            return Err(view.unexpected("a rational number"));
        };
        let steps = steps_of_gcd(n.bits(), d.bits());
        self.steps.take(steps).ok_or_else(|| self.hindered(view, &Obstacle::Steps))?;
        Ok(number::fraction(n.into_owned(), d.into_owned()))
    }

    /// A rational, or `{"root_of": [...], "between": [low, high]}`, which the kernel must see to be one root.
    pub(super) fn root(&self, view: &View) -> Result<(Root, Point), Error> {
        let root = match view.value() {
            Value::Object(_) => self.root_of(view)?,
            _ => Root::Rational(self.rational(view)?),
        };
        let point = self.meter.run(|| Point::root(&root)).map_err(|why| self.failed(view, &why.into()))?;
        if let Point::Algebraic(t) = &point
            && self.bounds().run(|| dp_algebra::rational(t)).map_err(|why| self.hindered(view, &why))?.is_some()
        {
            return Err(view.unexpected("an irrational root, or a rational number"));
        }
        Ok((root, point))
    }

    fn root_of(&self, view: &View) -> Result<Root, Error> {
        view.only(&["root_of", "between"])?;
        let coefficients = view.required("root_of")?;
        let count = coefficients.array("two or more coefficients, the last not 0")?.len();
        let polynomial = polynomial(&coefficients, self.limits, self.steps)?;
        if polynomial.is_integer() || polynomial.degree().saturating_add(1) != count {
            return Err(coefficients.unexpected("two or more coefficients, the last not 0"));
        }
        let between = view.required("between")?;
        let ends = between.array("the two ends of an open interval")?.map(|end| self.rational(&end));
        match <[Fraction; 2]>::try_from(ends.collect::<Result<Vec<_>, _>>()?) {
            Ok(between) => Ok(Root::Of { polynomial, between }),
            Err(_) => Err(between.unexpected("the two ends of an open interval")),
        }
    }

    /// What t is: e^-r, with or without an irrational root beside it, an irrational root, or all of an interval.
    pub(super) fn point(&self, view: &View) -> Result<Point, Error> {
        let failed = |view: &View, obstacle: dp_kernel::Obstacle| self.failed(view, &obstacle.into());
        if let Some(rate) = view.field("exponential") {
            view.only(&["exponential", "beside"])?;
            let rate = self.rational(&rate)?;
            let t = self.meter.run(|| Point::exponential(&rate)).map_err(|why| failed(view, why))?;
            let Some(beside) = view.field("beside") else { return Ok(t) };
            let (_, u) = self.root(&beside)?;
            if !matches!(u, Point::Algebraic(_)) {
                return Err(beside.unexpected("an irrational root"));
            }
            return self.meter.run(|| t.beside(u)).map_err(|why| failed(&beside, why));
        }
        if view.field("root_of").is_some() {
            return Ok(self.root(view)?.1);
        }
        view.only(&["between"])?;
        let between = view.required("between")?;
        let ends = between.array("the two ends of an open interval")?.map(|end| Ok(self.root(&end)?.1));
        let Ok([low, high]) = <[Point; 2]>::try_from(ends.collect::<Result<Vec<_>, Error>>()?) else {
            return Err(between.unexpected("the two ends of an open interval"));
        };
        self.bounds().run(|| Point::between(low, high)).map_err(|why| self.hindered(view, &why))
    }

    /// That two vectors of one length have the same entries, as functions of t.
    pub(super) fn is_same_vector(&self, x: &Vector, y: &Vector, view: &View) -> Result<bool, Error> {
        for (a, b) in x.numerators.iter().zip(&y.numerators) {
            if !self.is_same([a, &y.denominator], [b, &x.denominator], view)? {
                return Ok(false);
            }
        }
        Ok(x.len() == y.len())
    }

    /// x·d against y·e: that two fractions are the same.
    pub(super) fn is_same(&self, [x, d]: [&Number; 2], [y, e]: [&Number; 2], view: &View) -> Result<bool, Error> {
        self.meter.run(|| Ok(x * d == y * e)).map_err(|failure| self.failed(view, &failure))
    }
}
