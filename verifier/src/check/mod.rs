//! The checks: for each claim, what its witness must satisfy and the theorem that makes that sufficient.
//!
//! A check returns a [`Proved`] as its last step, after every inequality has been computed from the
//! mechanism file and the witness; everything else is a [`Failure`].

mod approximate_dp;
mod capacity;
mod derivable;
mod dp;
mod enclosed;
mod expected_error;
mod factors;
mod individual_leakage;
mod invertible;
mod jointly_optimal;
mod leakage;
mod leakage_bound;
mod mechanism;
mod oblivious;
mod optimal;
mod optimum;
mod parts;
mod product;
mod rays;
mod regular;
mod similarity;
mod source;
mod stochastic;
mod threshold;
mod tight_constraints;
mod tight_constraints_exist;
mod universally_optimal;
mod utility;
mod utility_bound;
mod within_rounding;
mod witness;

pub use derivable::is_closed_form;
pub use dp::steps_of_privacy;
pub use product::judged;
pub use similarity::Similarity;
pub use stochastic::first_fault;
pub use witness::Witness;

use crate::alpha::{Bounds, Field, Ground, Obstacle, Polynomial, Ring};
use crate::error::Error;
use crate::json::View;
use crate::limits::{Budget, Limits};
use crate::model::{Claim, Kind, Mechanism, Prior};
use crate::number::{BigInt, Enclosure, Fractions, Logarithm, Rational, compare, product, rational};
use crate::report::{Value, Verdict};
use source::Source;

/// What a check has established.
#[derive(Debug, Clone)]
pub struct Proved {
    /// Holds or fails.
    pub verdict: Verdict,
    /// The values that the claim states, computed.
    pub values: Vec<(&'static str, Value)>,
    /// What decides it, in sentences for people.
    pub explanation: Vec<String>,
}

impl Proved {
    fn new(verdict: Verdict) -> Self {
        Self { verdict, values: Vec::new(), explanation: Vec::new() }
    }

    fn value(mut self, name: &'static str, value: Value) -> Self {
        self.values.push((name, value));
        self
    }

    fn rational(self, name: &'static str, value: Rational) -> Self {
        self.value(name, Value::Rational(value))
    }

    fn because(mut self, sentence: impl Into<String>) -> Self {
        self.explanation.push(sentence.into());
        self
    }
}

/// Why a statement is not proved.
#[derive(Debug, Clone)]
pub enum Failure {
    /// The witness is not of the format.
    Malformed(Error),
    /// The first inequality or equation that fails, or what the witness lacks.
    Unproved(String),
    /// On the interval under check this polynomial has more than one sign: it is to be cut at its zeros.
    Changes(Box<Polynomial>),
}

impl From<Obstacle> for Failure {
    fn from(why: Obstacle) -> Self {
        match why {
            Obstacle::Changes(p) => Failure::Changes(p),
            why => Failure::Unproved(why.to_string()),
        }
    }
}

impl From<Error> for Failure {
    fn from(e: Error) -> Self {
        Failure::Malformed(e)
    }
}

fn unproved<T>(message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Unproved(message.into()))
}

/// Checks one statement: that `claim` is as `said`, by its witness.
///
/// # Errors
/// A malformed witness, or the first thing in it that does not prove the statement.
pub(crate) fn check(
    mechanism: &Mechanism,
    claim: &Claim,
    said: Verdict,
    witness: Option<&View>,
    limits: &Limits,
    steps: &Budget,
) -> Result<Proved, Failure> {
    let mechanism = judged(mechanism, claim);
    let ground = Ground { field: mechanism.field.as_ref(), bounds: Bounds::new(limits, steps) };
    let (witness, computes) = (Witness::new(witness, limits)?, mechanism.field.is_some());
    let case = Case { mechanism, claim, said, witness, limits, steps, ground, computes };
    let symbolic = ground.field.filter(|field| field.is_symbolic());
    match (claim.kind, symbolic) {
        (Kind::Threshold, _) if mechanism.large_product().is_some() => product::undecided(claim.kind),
        (Kind::Threshold, _) => threshold::check(&case),
        (_, Some(field)) => parts::check(&case, field),
        _ => product::agreed(&case, at_one(&case)?),
    }
}

/// What a witness says of a claim at one t, or on a part of an interval: for the search, which asks before it writes
/// anything down. The error is the polynomial whose sign changes on the part, or why the witness proves nothing.
///
/// # Errors
/// As said.
pub fn attempt(
    mechanism: &Mechanism,
    claim: &Claim,
    said: Verdict,
    witness: Option<&str>,
    field: Option<&Field>,
    limits: &Limits,
) -> Result<Verdict, Attempt> {
    attempt_within(mechanism, claim, said, witness, field, limits, &Budget::new(limits.steps))
}

/// The same with word operations that several attempts share.
///
/// # Errors
/// As [`attempt`].
pub fn attempt_within(
    mechanism: &Mechanism,
    claim: &Claim,
    said: Verdict,
    witness: Option<&str>,
    field: Option<&Field>,
    limits: &Limits,
    steps: &Budget,
) -> Result<Verdict, Attempt> {
    let node = witness.map(|text| crate::json::read(text.as_bytes(), limits)).transpose();
    let node = node.map_err(|e| Attempt::Unproved(e.message))?;
    let view = node.as_ref().map(View::root);
    let mechanism = judged(mechanism, claim);
    let ground = Ground { field: field.or(mechanism.field.as_ref()), bounds: Bounds::new(limits, steps) };
    let witness = Witness::new(view.as_ref(), limits).map_err(|e| Attempt::Unproved(e.message))?;
    let case = Case { mechanism, claim, said, witness, limits, steps, ground, computes: true };
    let symbolic = ground.field.filter(|own| own.is_symbolic() && field.is_none());
    let proved = match symbolic {
        Some(field) => parts::check(&case, field),
        None => at_one(&case),
    };
    Ok(proved?.verdict)
}

/// The priors that decide whether X is optimal for every prior, where X and α are rational: the witness of
/// `universally-optimal` has a bound for each of them, in this order.
///
/// # Errors
/// More of them than the limits allow.
pub fn deciding_priors(mechanism: &Mechanism, limits: &Limits) -> Result<Vec<Fractions>, Attempt> {
    let (claim, steps) = (Claim::plain(Kind::UniversallyOptimal), Budget::new(limits.steps));
    let ground = Ground { field: mechanism.field.as_ref(), bounds: Bounds::new(limits, &steps) };
    let witness = Witness::new(None, limits).map_err(Failure::from)?;
    let (claim, said) = (&claim, Verdict::Holds);
    let case = Case { mechanism, claim, said, witness, limits, steps: &steps, ground, computes: true };
    Ok(rays::priors(&case, &<BigInt as Source>::rows(&case)?)?)
}

/// Why an attempt proves nothing.
#[derive(Debug, Clone)]
pub enum Attempt {
    /// The sign of this polynomial changes on the part of the interval.
    Changes(Box<Polynomial>),
    /// The first inequality or equation that fails, or what is lacking.
    Unproved(String),
}

impl From<Failure> for Attempt {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Changes(p) => Attempt::Changes(p),
            Failure::Unproved(why) => Attempt::Unproved(why),
            Failure::Malformed(e) => Attempt::Unproved(e.message),
        }
    }
}

/// Checks a statement at one t, or on an interval on which every sign that is asked for is constant.
fn at_one(case: &Case) -> Result<Proved, Failure> {
    if case.claim.kind.needs_distributions()
        && let Some(refuted) = stochastic::refute(case)?
    {
        let is_large = case.mechanism.large_product().is_some();
        return Ok(if is_large { product::of_parent(refuted) } else { refuted });
    }
    match case.mechanism.large_product() {
        Some(product) => product::check(case, product),
        None => of_table(case),
    }
}

/// A statement about the table as the file has it.
fn of_table(case: &Case) -> Result<Proved, Failure> {
    match case.claim.kind {
        Kind::Stochastic => stochastic::check(case),
        Kind::Dp => dp::check(case),
        Kind::ApproximateDp => approximate_dp::check(case),
        Kind::TightConstraintsExist => tight_constraints_exist::check(case),
        Kind::TightConstraints => tight_constraints::check(case),
        Kind::Regular => regular::check(case),
        Kind::Utility => utility::check(case),
        Kind::UtilityBound => utility_bound::check(case),
        Kind::Leakage => leakage::check(case),
        Kind::Capacity => capacity::check(case),
        Kind::LeakageBound => leakage_bound::check(case),
        Kind::Optimal => optimal::check(case),
        Kind::UniversallyOptimal => universally_optimal::check(case),
        Kind::JointlyOptimal => jointly_optimal::check(case),
        Kind::Derivable => derivable::check(case),
        Kind::IndividualLeakage => individual_leakage::check(case),
        Kind::ExpectedError => expected_error::check(case),
        Kind::Oblivious => oblivious::check(case),
        Kind::DpWithinRounding => within_rounding::check(case),
        Kind::Threshold => unproved("a threshold is about every α, and this asks at one"),
    }
}

/// What a certificate makes longer than it is written may take this part of the memory.
const SHARE: u64 = 8;

/// The word operations that a pair of words takes in a greatest common divisor, at most about.
const LOWEST_TERMS: u64 = 16;

/// One statement under check.
struct Case<'a> {
    mechanism: &'a Mechanism,
    claim: &'a Claim,
    said: Verdict,
    witness: Witness<'a>,
    limits: &'a Limits,
    /// What is left of `limits.steps`.
    steps: &'a Budget,
    /// Where signs are asked.
    ground: Ground<'a>,
    /// Whether verdicts are computed where that needs no witness, as on the parts of an interval, where they are not
    /// known before.
    computes: bool,
}

impl<'a> Case<'a> {
    /// Whether α is a rational number.
    fn has_rational_alpha(&self) -> bool {
        self.alpha::<BigInt>().is_ok()
    }

    /// Whether all entries of X are rational.
    fn has_rational_table(&self) -> bool {
        self.mechanism.channel.as_ref().is_none_or(|x| x.rows().is_some())
    }

    /// Whether the claim's prior is rational, if it names one.
    fn has_rational_prior(&self) -> bool {
        self.prior().is_ok_and(Prior::is_rational) || self.claim.prior.is_none()
    }

    /// t, where numbers are irrational.
    fn field(&self) -> Option<&'a Field> {
        self.ground.field
    }

    /// Counts about that many word operations against the limit, before they are done.
    fn charge(&self, steps: u64) -> Result<(), Failure> {
        let most = self.limits.steps;
        self.steps.take(steps).ok_or_else(|| {
            Failure::Unproved(format!("the certificate takes over {most} steps to check (--limit steps=N)"))
        })
    }

    /// Φv.
    fn times<R: Source>(&self, phi: &Similarity<R>, v: &Fractions<R>) -> Result<Fractions<R>, Failure> {
        self.charge(phi.steps(v))?;
        Ok(phi.times(v, &self.ground)?)
    }

    /// Counts the comparison of each entry of x with one of y, over their denominators.
    fn charge_comparison<R: Ring>(&self, x: &Fractions<R>, y: &Fractions<R>) -> Result<(), Failure> {
        self.charge((x.len() as u64).saturating_mul(x.words()).saturating_mul(y.words()))
    }

    /// x·y in lowest terms.
    fn product(&self, x: &Rational, y: &Rational) -> Result<Rational, Failure> {
        let long = |x: &Rational| crate::number::bits(x) / 64 + 1;
        self.charge(long(x).saturating_mul(long(y)).saturating_mul(LOWEST_TERMS))?;
        Ok(product(x, y))
    }

    /// Φ.
    fn similarity<R: Source>(&self) -> Result<Similarity<'a, R>, Failure> {
        self.similarity_of(&self.mechanism.query.graph)
    }

    /// Φ of that graph.
    fn similarity_of<'g, R: Source>(&self, graph: &'g crate::graph::Graph) -> Result<Similarity<'g, R>, Failure> {
        let alpha = self.alpha::<R>()?;
        self.charge(Similarity::steps_to_make(graph, &alpha))?;
        Ok(Similarity::new(graph, alpha, &self.ground)?)
    }

    /// α as numerator and denominator.
    fn alpha<R: Source>(&self) -> Result<(R, R), Failure> {
        let found = match (self.field(), self.mechanism.privacy.alpha.rational()) {
            (Some(field), _) => {
                R::of_polynomial(&field.alpha.numerator).zip(R::of_polynomial(&field.alpha.denominator))
            }
            (None, Some(alpha)) => Some((R::of(alpha.numer()), R::of(alpha.denom()))),
            (None, None) => None,
        };
        found.ok_or_else(|| Failure::Unproved("α is irrational".into()))
    }

    /// The prior that the claim names.
    fn prior(&self) -> Result<&'a Prior, Failure> {
        let prior = self.claim.prior.as_ref().and_then(|name| self.mechanism.prior(name));
        prior.ok_or_else(|| Failure::Unproved("the claim names no prior of the file".into()))
    }

    /// How many individuals the table is that of one of: 1 unless X is a large product.
    fn copies(&self) -> usize {
        self.mechanism.large_product().map_or(1, |product| product.individuals)
    }

    fn nodes(&self) -> usize {
        self.mechanism.query.graph.nodes()
    }

    /// Entry i of a vector for people: the node's name.
    fn node(&self, i: usize) -> String {
        shorten_label(&self.mechanism.node(i))
    }

    fn output(&self, o: usize) -> String {
        shorten_label(&self.mechanism.output(o))
    }
}

fn shorten_label(label: &str) -> String {
    crate::json::shorten(label)
}

/// Compares the verifier's own enclosure of a value with that of a certificate, which must contain it and fix the
/// value's twelve digits.
pub(crate) fn within(name: &str, said: &View, own: &Enclosure, limits: &Limits, steps: &Budget) -> Result<(), Failure> {
    said.only(&["at_least", "at_most"])?;
    let end = |name| Ok::<_, Failure>(rational(&said.required(name)?, limits, steps)?);
    let (low, high) = (end("at_least")?, end("at_most")?);
    if compare(&low, &own.low).is_gt() || compare(&high, &own.high).is_lt() {
        return unproved(format!("the value `{name}` is not known to lie in its enclosure"));
    }
    match crate::number::decimal(&low) == crate::number::decimal(&high) {
        true => Ok(()),
        false => unproved(format!("the enclosure of `{name}` does not fix twelve digits")),
    }
}

/// Compares an irrational value with the enclosure `{"at_least": low, "at_most": high}` of a certificate:
/// the value must lie in it, and both ends must round to the value's twelve digits.
pub(crate) fn enclosed(
    name: &str,
    said: &View,
    log: &Logarithm,
    limits: &Limits,
    steps: &Budget,
) -> Result<(), Failure> {
    said.only(&["at_least", "at_most"])?;
    let end = |name| Ok::<_, Failure>(rational(&said.required(name)?, limits, steps)?);
    let (low, high) = (end("at_least")?, end("at_most")?);
    let against = |end: &Rational| log.compare(end, |cost| steps.take(cost).is_some());
    let inside = against(&low).is_some_and(|o| o.is_ge()) && against(&high).is_some_and(|o| o.is_le());
    let decimal = log.decimal();
    let narrow = [low, high].iter().all(|end| decimal.as_ref() == Some(&crate::number::decimal(end)));
    match (inside, narrow) {
        (true, true) => Ok(()),
        (false, _) => unproved(format!("the value `{name}` does not lie in its enclosure")),
        (true, false) => unproved(format!("the enclosure of `{name}` does not fix twelve digits")),
    }
}
