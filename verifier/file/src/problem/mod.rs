//! From a mechanism file as it has been read to the kernel's problem: exact numbers and places in the stead of names.
//!
//! Nothing is decided here. What a file says in short (closed forms that claims name, a product of priors) has been, or
//! is, written out; what the kernel has no use for (labels, the file's own words) goes into [`Names`].

mod agree;
mod alpha;
mod claim;
pub(crate) mod closed_form;
mod counts;
mod declared;
mod elaborated;
mod file;
mod gaussian;
mod graph;
mod incomplete;
mod names;
mod noises;
mod numbers;
mod obstacle;
mod others;
mod parent;
mod promise;
mod read;
mod samples;
#[cfg(test)]
mod tests;
pub mod value;
mod write;
mod write_claim;

pub use crate::alpha::Symbol;
pub use claim::Places;
pub use elaborated::{Elaborated, FORMAT};
pub use names::{Names, NoTable, Other, PartFile};
pub use obstacle::obstacle;
pub use read::read;
pub use write::{steps_to_write, write, write_to};

use crate::alpha::{Alpha, Bounds, root_of_alpha};
use crate::error::Error;
use crate::limits::{Budget, Limits, Of, note};
use crate::model::{Claim, Formula, Gain as Given, Incomplete, Mechanism, Part, Prior as Weights, Source, Structure};
use crate::text::printable;
use dp_kernel::{
    Declared, Family, Fraction, Gain, Graph, Mechanism as X, Meter, Point, Prior, Problem, Product, RawProblem,
    Response, Use, Used,
};

/// Where a file's claims are.
const CLAIMS: &str = "$.claims";

/// The limits of a check, for the kernel.
pub fn meter(limits: &Limits) -> Meter {
    Meter::new(limits.steps as u64, limits.exponent as u64, limits.bits as u64, limits.memory as u64)
}

/// Notes what a check has used of its limits, which took so many steps.
pub fn noted(meter: &Meter, steps: u64) {
    let most = meter.highest();
    note(Of::StepsOfChecks, steps);
    note(Of::Exponent, most.degree);
    note(Of::Bits, most.bits);
    note(Of::Memory, most.memory);
}

/// The kernel may take so many steps to look at a problem that has been read, however few are left for its checks: what
/// they leave undecided is said of each claim.
const LEAST_LOOK: u64 = 1 << 22;

/// The kernel's problem of a mechanism file, as its claims have it.
///
/// Cost: linear in the numbers of the file, and that of closed forms that claims name.
///
/// # Errors
/// Numbers over a limit.
pub fn problem(mechanism: &Mechanism, limits: &Limits, meter: &Meter) -> Result<Problem, Error> {
    elaborated(mechanism, &[], limits, meter).map(|found| found.problem)
}

/// The problem of a mechanism file with its names, as there is one by itself.
///
/// # Errors
/// Numbers over a limit; claims on terms of their own, which are those of other problems.
pub fn by_itself(mechanism: &Mechanism, limits: &Limits, meter: &Meter) -> Result<Elaborated, Error> {
    if mechanism.on_terms.is_empty() {
        return elaborated(mechanism, &[], limits, meter);
    }
    let found = "a claim with a `graph`, an `epsilon` or a `delta` of its own, of which there is no problem by itself";
    Err(Error::malformed(CLAIMS.into(), 0, "").found(found, "a file without such claims, or one for each of them"))
}

/// The problem of a mechanism file, with its names. `findings` are claims beside the file's own: closed forms that they
/// name are written out as well, where the limits allow it.
///
/// # Errors
/// Numbers over a limit, those of a closed form too that one of the file's own claims names.
pub fn elaborated(
    mechanism: &Mechanism,
    findings: &[Claim],
    limits: &Limits,
    meter: &Meter,
) -> Result<Elaborated, Error> {
    let mut problem = plain(mechanism, limits)?;
    let mut names = Names::of(mechanism);
    let own = mechanism.claims.iter().map(|declared| &declared.claim);
    others::add(own, mechanism, &mut names.others, &mut problem, (limits, meter));
    if let Some((from, limit)) = names.others.iter().find_map(Other::over_limit) {
        let message = format!("the closed form `{from}`, written out: {}", obstacle(&limit.into()));
        return Err(Error::over_limit(CLAIMS.into(), 0, message));
    }
    let places = Places::new(&names);
    let mut claims = Vec::with_capacity(mechanism.claims.len());
    for declared in &mechanism.claims {
        let nothing = || Error::malformed(CLAIMS.into(), 0, "a claim names what the file does not have");
        let claim = places.claim(&declared.claim).ok_or_else(nothing)?;
        let expects = declared.expects.iter().map(|expect| claim::expect(expect, CLAIMS));
        claims.push(Declared { claim, expects: expects.collect::<Result<_, _>>()? });
    }
    problem.claims = claims;
    others::add(findings, mechanism, &mut names.others, &mut problem, (limits, meter));
    let little = Meter::new(LEAST_LOOK, limits.exponent as u64, limits.bits as u64, limits.memory as u64);
    let meter = if meter.left() < LEAST_LOOK { &little } else { meter };
    let problem = Problem::checked(problem, meter).map_err(|why| obstacle::failed(&why, "$"))?;
    Ok(Elaborated { sha256: mechanism.sha256.clone(), problem, names })
}

/// α by itself, where t is another number.
fn alpha_by_itself(alpha: &Alpha, limits: &Limits) -> Result<Point, Error> {
    // What isolates and encloses roots counts in steps of its own, of which there are as many.
    let steps = Budget::new(limits.steps);
    root_of_alpha(alpha, 1, &Bounds::new(limits, &steps)).map_err(|why| obstacle::hindered(&why, "$.privacy"))
}

/// All but the claims, and what only they speak of.
fn plain(mechanism: &Mechanism, limits: &Limits) -> Result<RawProblem, Error> {
    let is_fine = mechanism.query.graph.is_fine();
    let rational = if is_fine { mechanism.privacy.alpha.rational() } else { mechanism.base() };
    let (point, alpha) = match (&mechanism.field, rational) {
        (Some(field), _) => (Some(field.point.clone()), field.declared().clone()),
        (None, Some(alpha)) => (None, alpha.into()),
        (None, None) => return Err(Error::malformed("$.privacy".into(), 0, "α is irrational, and there is no t")),
    };
    // t is α itself but where it is b; where lengths are not whole it is α of one unit of length.
    let is_other = |field: &crate::alpha::Field| field.symbol != crate::alpha::Symbol::A;
    let by_itself = (is_fine || mechanism.query.graph.unit() == 1) && mechanism.field.as_ref().is_some_and(is_other);
    let irrational = by_itself && mechanism.privacy.alpha.rational().is_none();
    let alpha_point = if irrational { Some(alpha_by_itself(&mechanism.privacy.alpha, limits)?) } else { None };
    let parent = mechanism.product().and_then(|product| product.parent.as_deref());
    let x = match &mechanism.structure {
        Structure::None => X::None,
        Structure::Counts(counts) => X::Counts(counts.of.clone()),
        Structure::Incomplete(Incomplete { channel, further, .. }) => {
            X::Incomplete(dp_kernel::Incomplete { rows: channel.table.clone(), further: *further })
        }
        Structure::Table(channel) => X::Table(channel.table.clone()),
        Structure::Product(product, channel) => {
            let of_one = parent.and_then(Mechanism::channel).unwrap_or(channel);
            X::Product(Product {
                individuals: product.individuals,
                graph: Graph::new(Family::Hamming { values: product.values, individuals: 1 }, product.values),
                rows: of_one.table.clone(),
                table: parent.map(|_| channel.table.clone()),
            })
        }
        Structure::Uses(parts) => X::Uses(uses(mechanism, parts)?),
        Structure::Gaussian(noise) => X::Gaussian(noise.clone()),
        Structure::Response(response) => {
            X::Response(Response::new(response.noise.clone(), mechanism.query.graph.nodes()))
        }
    };
    let each = |name: &str| parent.and_then(|parent| parent.prior(name)).map(|prior| self::prior(prior).each);
    let priors = mechanism.priors.iter().map(|(name, prior)| {
        let prior = self::prior(prior);
        Prior { each: each(name).unwrap_or(prior.each), ..prior }
    });
    Ok(RawProblem {
        graph: mechanism.query.graph.clone(),
        point,
        alpha,
        alpha_point,
        delta: mechanism.privacy.delta.as_ref().map(Fraction::from),
        rho: mechanism.privacy.rho.as_ref().map(Fraction::from),
        mechanism: x,
        rounding: mechanism.channel().and_then(|channel| channel.rounding.as_ref()).map(Fraction::from),
        priors: priors.collect(),
        gain: gain(&mechanism.gain),
        answers: mechanism.query.answers.as_ref().map(|answers| answers.of.clone()),
        others: Vec::new(),
        claims: Vec::new(),
    })
}

/// The parts of a composition.
fn uses(mechanism: &Mechanism, parts: &[Part]) -> Result<Vec<Use>, Error> {
    let refused = |why: String| Error::malformed("$.mechanism.compose".into(), 0, why);
    let of = |part: &Part| {
        let rows = match &part.source {
            Source::Promise(of) => return Ok(Use { part: Used::Promise(of.promise.clone()), times: part.times }),
            Source::Table(channel) => channel.table.clone(),
            Source::File(path) => {
                let other = mechanism.other(path);
                let other = other.ok_or_else(|| refused("a part names a file that has not been read".into()))?;
                others::of_file(other, mechanism).map_err(|why| match why {
                    NoTable::Because(why) => refused(format!("the file {}: {why}", printable(path))),
                    NoTable::Limit(limit) => refused(obstacle(&limit.into()).to_owned()),
                })?
            }
        };
        Ok(Use { part: Used::Table(rows), times: part.times })
    };
    parts.iter().map(of).collect()
}

fn prior(prior: &Weights) -> Prior {
    Prior { weights: prior.weights.clone(), each: prior.each.iter().map(|each| each.weights.clone()).collect() }
}

fn gain(gain: &Given) -> Gain {
    match gain {
        Given::Binary => Gain::Binary,
        Given::Table { rows, loss } => Gain::Table { rows: rows.clone(), loss: *loss },
        Given::Formula(Formula::Distance(_)) => Gain::Distance,
        Given::Formula(Formula::BinaryLoss) => Gain::BinaryLoss,
        Given::Formula(Formula::Absolute) => Gain::Absolute,
        Given::Formula(Formula::Squared) => Gain::Squared,
    }
}
