//! What checks rely on, of a problem, and do not look at again.
//!
//! Signs that do not show, as t's polynomial has a factor that is not known yet, or that change on the interval without
//! one below 0, refuse no problem: where such a prior or parent is used it is looked at again, at that t.

use super::adjacent::is_graph;
use super::{
    Claim, Counts, Events, Gain, Gaussian, Incomplete, MOST_RUNS, Mechanism, Prior, Problem, Product, Promise,
    RawProblem, Use, Used,
};
use crate::failure::{Failure, Flaw, Part, Subdivision, Why, ensure, refused};
use crate::graph::{Family, Graph, INFINITE};
use dp_number::meter::{charge, room, steps};
use dp_number::{At, Beside, Fraction, Meter, Number, Obstacle, Point, Vector, width};
use num_bigint::BigInt;
use std::cmp::Ordering;

impl Problem {
    /// A problem, if it is one.
    ///
    /// # Errors
    /// What is not so of it, a sign that does not show, or a limit that is met.
    pub fn checked(raw: RawProblem, meter: &Meter) -> Result<Self, Failure> {
        let is_open = meter.run(|| {
            let mut look = Look { raw: &raw, at: At(raw.point.as_ref()), is_open: false };
            look.at_all()?;
            Ok::<_, Failure>(look.is_open)
        })?;
        Ok(Self { raw, is_open })
    }

    /// Takes t, or u beside it, for a root of a factor of its polynomial, which is the same number: zeros at t that the
    /// polynomial itself does not divide are shown so.
    ///
    /// # Errors
    /// Neither is a root of a polynomial, or the factor is none that has it as a root.
    pub fn take_factor(&mut self, factor: &Number, meter: &Meter) -> Result<(), Failure> {
        let (Some(Point::Algebraic(t)) | Some(Point::Beside(Beside { u: t, .. }))) = &mut self.raw.point else {
            return refused(Subdivision::NoRoot);
        };
        *t = meter.run(|| t.of_factor(&factor.coefficients()))?;
        Ok(())
    }
}

/// Whether x ≥ 0. An entry that is written like the one before has its sign.
pub(crate) fn is_nonnegative(at: At, x: &Vector) -> Result<bool, Failure> {
    let mut last = None;
    for x in &x.numerators {
        if last != Some(x) && at.sign(x)?.is_lt() {
            return Ok(false);
        }
        last = Some(x);
    }
    Ok(true)
}

/// Whether Σx = 1 and x ≥ 0.
pub(crate) fn is_distribution(at: At, x: &Vector) -> Result<bool, Failure> {
    match at.compare(&x.sum(), &Fraction::ONE) {
        // The sum is not the same number throughout.
        Err(Obstacle::Changes(_)) => Ok(false),
        order => Ok(order?.is_eq() && is_nonnegative(at, x)?),
    }
}

/// Whether no entry is negative, and nothing is there that would have to go.
pub(crate) fn is_incomplete(at: At, row: &Vector) -> Result<bool, Failure> {
    Ok(is_nonnegative(at, row)? && at.sign(&Incomplete::missing(row).numerator)?.is_ge())
}

/// Whether α, which is a number beside t, is this one.
///
/// e^-s at t = e^-r: α = t^k and s = k·r. The only root of q between l and h: q(α) = 0 and l < α < h. All of an
/// interval with rational ends: α = t^k, and its ends are those powers of the ends of t's.
pub fn is_alpha(at: At, alpha: &Fraction, point: &Point) -> Result<bool, Failure> {
    let Fraction { numerator: n, denominator: d } = alpha;
    match (at.point(), point) {
        (Some(Point::Exponential(t) | Point::Beside(Beside { t, .. })), Point::Exponential(own)) => {
            let Some(k) = n.power_of_t().filter(|_| *d == Number::ONE) else { return Ok(false) };
            let [(n, d), (own_n, own_d)] = [t.rate(), own.rate()].map(|rate| (rate.numer(), rate.denom()));
            charge(steps(4, n.bits().max(d.bits()), own_n.bits().max(own_d.bits())))?;
            Ok(n * own_d * k == own_n * d)
        }
        (Some(t), Point::Algebraic(own)) if t.is_single() => {
            let [low, high, over] = own.ends();
            let against = |end: &BigInt| at.order(&(n * &over.clone().into()), &(d * &end.clone().into()));
            let (mut power, mut value) = (Number::ONE, Number::ZERO);
            for c in own.polynomial().coefficients().iter().rev() {
                value = &(&value * n) + &(&power * &c.clone().into());
                power = &power * d;
            }
            Ok(against(low)?.is_gt() && against(high)?.is_lt() && at.sign(&value)?.is_eq())
        }
        (Some(Point::Interval(t)), Point::Interval(own)) => {
            let Some(k) = n.exponent().filter(|_| *d == Number::ONE) else { return Ok(false) };
            let is_power = |(end, own): (&Point, &Point)| match (end, own) {
                (Point::Rational(end), Point::Rational(own)) => at.compare(&Fraction::from(end).power(k), &own.into()),
                _ => Ok(Ordering::Less),
            };
            let ends: Vec<Ordering> = t.ends().iter().zip(own.ends()).map(is_power).collect::<Result<_, _>>()?;
            Ok(ends.iter().all(|order| order.is_eq()))
        }
        _ => Ok(false),
    }
}

/// One look at a problem.
struct Look<'a> {
    raw: &'a RawProblem,
    at: At<'a>,
    is_open: bool,
}

/// The steps of looking at an entry.
const OF_AN_ENTRY: u64 = 32;

impl Look<'_> {
    fn at_all(&mut self) -> Result<(), Failure> {
        let raw = self.raw;
        is_graph(&raw.graph)?;
        self.at_alpha()?;
        self.at_mechanism()?;
        let n = raw.graph.nodes();
        for (k, prior) in raw.priors.iter().enumerate() {
            self.at_prior(k, prior)?;
        }
        if let Gain::Table { rows, .. } = &raw.gain {
            ensure(!rows.is_empty(), || Flaw::Gain)?;
            rows.iter().try_for_each(|row| self.fits("x", row, n))?;
        }
        // Each distance is a number.
        let is_connected = || !raw.graph.distances_from(0).contains(&INFINITE);
        ensure(raw.gain != Gain::Distance || is_connected(), || Flaw::Gain)?;
        let fit = |answers: &Vec<usize>| answers.len() == n && answers.iter().all(|answer| *answer < n);
        ensure(raw.answers.as_ref().is_none_or(fit), || Flaw::Answers)?;
        for other in &raw.others {
            other.graph.iter().try_for_each(is_graph)?;
            let n = other.graph.as_ref().map_or(other.rows.len(), Graph::nodes);
            // One that is refused has no rows.
            self.is_table("rows", &other.rows, if other.rows.is_empty() { 0 } else { n })?;
        }
        for declared in &raw.claims {
            if let Claim::Optimal { within, delta, .. } = &declared.claim {
                if let Some(within) = within {
                    self.is_between(within, [Some(Fraction::ZERO), None], Flaw::Within)?;
                }
                if let Some(delta) = delta {
                    self.is_between(delta, [Some(Fraction::ZERO), Some(Fraction::ONE)], Flaw::DeltaOfClaim)?;
                }
            }
            if let Claim::PrivateBySample { at_most: bound } | Claim::BoundedRange(bound) | Claim::Zcdp(bound, _) =
                &declared.claim
            {
                self.is_between(bound, [Some(Fraction::ZERO), None], Flaw::AtMost)?;
            }
            if let Claim::Zcdp(rho, Some(epsilon)) = &declared.claim {
                self.is_between(epsilon, [Some(Fraction::ZERO), None], Flaw::AtMost)?;
                ensure(rho.is_rational() && epsilon.is_rational(), || Flaw::AtMost)?;
            }
        }
        Ok(())
    }

    /// A sign of a prior or of a parent.
    fn shown(&mut self, found: Result<bool, Failure>) -> Result<bool, Failure> {
        match found {
            Err(Failure::Changes(_) | Failure::Unknown(_)) => {
                self.is_open = true;
                Ok(true)
            }
            found => found,
        }
    }

    /// That a vector has so many entries and a positive denominator.
    fn fits(&self, part: Part, x: &Vector, n: usize) -> Result<(), Failure> {
        ensure(x.len() == n, || Why::Length { part, found: x.len(), expected: n })?;
        ensure(self.at.sign(&x.denominator)?.is_gt(), || Why::Denominator(part))
    }

    /// That there are so many rows, all of one length.
    fn is_table(&self, part: Part, rows: &[Vector], n: usize) -> Result<(), Failure> {
        ensure(rows.len() == n, || Why::Length { part, found: rows.len(), expected: n })?;
        rows.iter().try_for_each(|row| self.fits(part, row, width(rows)))
    }

    /// That a number is at least the one, and below the other.
    fn is_between(&self, x: &Fraction, [least, most]: [Option<Fraction>; 2], flaw: Flaw) -> Result<(), Failure> {
        let is_number = self.at.sign(&x.denominator)?.is_gt();
        let stands = |end: Option<Fraction>, as_wanted: fn(Ordering) -> bool| {
            end.map_or(Ok(true), |end| self.at.compare(x, &end).map(as_wanted))
        };
        let is_so = is_number && stands(least, Ordering::is_ge)? && stands(most, Ordering::is_lt)?;
        ensure(is_so, || flaw)
    }

    /// That 0 < α ≤ 1.
    fn is_alpha(&self, alpha: &Fraction, flaw: Flaw) -> Result<(), Failure> {
        let is_positive = self.at.sign(&alpha.denominator)?.is_gt() && self.at.sign(&alpha.numerator)?.is_gt();
        ensure(is_positive && self.at.compare(alpha, &Fraction::ONE)?.is_le(), || flaw)
    }

    /// 0 < α ≤ 1, which is `alpha_point`; 0 ≤ δ < 1 and a rounding ≥ 0.
    fn at_alpha(&mut self) -> Result<(), Failure> {
        let RawProblem { alpha, alpha_point, delta, rho, rounding, mechanism, claims, .. } = self.raw;
        self.is_alpha(alpha, Flaw::Alpha)?;
        if let Some(rho) = rho {
            let speaks = claims.iter().any(|declared| declared.claim.rule().of_alpha);
            let is_one = self.at.compare(alpha, &Fraction::ONE)?.is_eq() && alpha_point.is_none() && delta.is_none();
            ensure(is_one && !speaks && rho.rational()?.is_some_and(|rho| rho.is_positive()), || Flaw::Rho)?;
        }
        if let Some(point) = alpha_point {
            let is_so = is_alpha(self.at, alpha, point);
            ensure(self.shown(is_so)?, || Flaw::AlphaPoint)?;
        }
        if let Some(delta) = delta {
            self.is_between(delta, [Some(Fraction::ZERO), Some(Fraction::ONE)], Flaw::Delta)?;
        }
        if let Some(rounding) = rounding {
            self.is_between(rounding, [Some(Fraction::ZERO), None], Flaw::Rounding)?;
        }
        ensure(rounding.is_none() || matches!(mechanism, Mechanism::Table(_)), || Flaw::Rounding)
    }

    fn at_mechanism(&mut self) -> Result<(), Failure> {
        let (graph, n) = (&self.raw.graph, self.raw.graph.nodes());
        match &self.raw.mechanism {
            Mechanism::None => Ok(()),
            Mechanism::Table(rows) => self.is_table("x", rows, n),
            Mechanism::Product(product) => self.at_product(product),
            Mechanism::Uses(parts) => {
                ensure(!parts.is_empty(), || Flaw::Uses)?;
                parts.iter().try_for_each(|Use { part, times }| {
                    match part {
                        Used::Table(rows) => self.is_table("x", rows, n)?,
                        Used::Promise(promise) => self.at_promise(promise)?,
                    }
                    ensure(*times > 0 && width(part.rows()) > 0, || Flaw::Uses)
                })
            }
            Mechanism::Counts(counts) => self.at_counts(counts),
            Mechanism::Incomplete(Incomplete { rows, .. }) => {
                self.is_table("x", rows, n)?;
                ensure(width(rows) > 0, || Flaw::Missing)?;
                rows.iter().try_for_each(|row| {
                    let is_so = is_incomplete(self.at, row);
                    ensure(self.shown(is_so)?, || Flaw::Missing)
                })
            }
            Mechanism::Gaussian(noise) => {
                ensure(noise.sigma2.is_positive() && Gaussian::sensitivity(graph).is_some(), || Flaw::Gaussian)
            }
            Mechanism::Response(response) => {
                self.is_table("x", &response.rows, 2)?;
                let are_alike = || self.at.compare(response.noise(), &Fraction::ONE).map(Ordering::is_eq);
                let fits = n > 1 && (*graph.family() == Family::Complete || are_alike()?);
                ensure(fits, || Flaw::Response)
            }
        }
    }

    /// 0 < α ≤ 1, 0 ≤ δ < 1.
    fn at_promise(&self, promise: &Promise) -> Result<(), Failure> {
        self.is_alpha(promise.alpha(), Flaw::Promise)?;
        self.is_between(promise.delta(), [Some(Fraction::ZERO), Some(Fraction::ONE)], Flaw::Promise)
    }

    /// A row for each node, of at least two outputs; 0 < c < 1; sets of outputs; one t.
    fn at_counts(&self, counts: &Counts) -> Result<(), Failure> {
        let (rows, outputs, c) = (&counts.rows, counts.outputs(), &counts.confidence);
        let listed = if let Events::Listed(sets) = &counts.events { sets.len() } else { 1 };
        let entries = (rows.len().saturating_add(listed) as u64).saturating_mul(outputs as u64);
        charge(steps(OF_AN_ENTRY, entries, 1))?;
        // Of each set that is listed one of two is made, of at most so many outputs.
        room((listed as u64).saturating_mul(outputs as u64) / 4, 0)?;
        let are_few = |row: &Vec<u64>| {
            row.iter().try_fold(0u64, |sum, c| sum.checked_add(*c)).is_some_and(|runs| runs <= MOST_RUNS)
        };
        let is_one = self.at.point().is_none_or(Point::is_single);
        let are_rows =
            rows.len() == self.raw.graph.nodes() && rows.iter().all(|row| row.len() == outputs && are_few(row));
        let is_confidence = c.is_positive() && c.numer() < c.denom();
        let fits = outputs > 1 && are_rows && is_confidence && is_one && counts.events.are_events(outputs);
        ensure(fits, || Flaw::Counts)
    }

    /// P ≥ 0, a row for each value of an individual; X is P ⊗ … ⊗ P, or the graph that of one individual.
    fn at_product(&mut self, product: &Product) -> Result<(), Failure> {
        let (raw, Product { individuals, graph, rows, table }) = (self.raw, product);
        let v = rows.len();
        let of_one = Family::Hamming { values: v, individuals: 1 };
        is_graph(graph)?;
        ensure(*graph.family() == of_one && *individuals > 0, || Flaw::Product)?;
        self.is_table("x", rows, v)?;
        for row in rows {
            let is_so = is_nonnegative(self.at, row);
            ensure(self.shown(is_so)?, || Flaw::Product)?;
        }
        let Some(table) = table else {
            let is_plain = raw.gain == Gain::Binary && raw.answers.is_none();
            return ensure(*raw.graph.family() == of_one && is_plain, || Flaw::Product);
        };
        let of_all = Family::Hamming { values: v, individuals: *individuals };
        ensure(*raw.graph.family() == of_all, || Flaw::Product)?;
        self.is_table("x", table, raw.graph.nodes())?;
        // The digits of a database, the last individual's fastest.
        let mut digits = vec![0usize; *individuals];
        for row in table {
            let own: Vec<&Vector> = digits.iter().filter_map(|digit| rows.get(*digit)).collect();
            ensure(is_tensor(row, &own)?, || Flaw::Product)?;
            for digit in digits.iter_mut().rev() {
                *digit = digit.saturating_add(1);
                if *digit < v {
                    break;
                }
                *digit = 0;
            }
        }
        Ok(())
    }

    /// π ≥ 0 and Σπ = 1; of a product those of the individuals too, of which π is the product where X is written out.
    fn at_prior(&mut self, k: usize, Prior { weights, each }: &Prior) -> Result<(), Failure> {
        self.fits("prior", weights, self.raw.graph.nodes())?;
        let is_so = is_distribution(self.at, weights);
        ensure(self.shown(is_so)?, || Flaw::Prior(k))?;
        let Some(product) = self.raw.mechanism.product().filter(|_| !each.is_empty()) else { return Ok(()) };
        for own in each {
            self.fits("prior", own, product.rows.len())?;
            let is_so = is_distribution(self.at, own);
            ensure(self.shown(is_so)?, || Flaw::Prior(k))?;
        }
        let n = product.individuals;
        ensure(each.len() == 1 || each.len() == n, || Flaw::Prior(k))?;
        if product.table.is_some() {
            let all: Vec<&Vector> = each.iter().cycle().take(n).collect();
            ensure(is_tensor(weights, &all)?, || Flaw::Prior(k))?;
        }
        Ok(())
    }
}

/// Whether x is the tensor product of some vectors, as functions of t. Cost: two products for each of its entries.
fn is_tensor(x: &Vector, factors: &[&Vector]) -> Result<bool, Failure> {
    let length = factors.iter().try_fold(1usize, |all, factor| all.checked_mul(factor.len()));
    if length != Some(x.len()) {
        return Ok(false);
    }
    let mut all = Vector::ones(1);
    for factor in factors {
        let longest = |x: &Vector| x.numerators.iter().map(Number::words).max().unwrap_or(1);
        room((all.len() as u64).saturating_mul(factor.len() as u64), longest(&all).saturating_add(longest(factor)))?;
        let numerators = all.numerators.iter().flat_map(|x| factor.numerators.iter().map(move |y| x * y)).collect();
        all = Vector { denominator: &all.denominator * &factor.denominator, numerators };
    }
    charge(x.words())?;
    if x.denominator == all.denominator {
        return Ok(x.numerators == all.numerators);
    }
    let is_same = |(own, made): (&Number, &Number)| own * &all.denominator == made * &x.denominator;
    Ok(x.numerators.iter().zip(&all.numerators).all(is_same))
}
