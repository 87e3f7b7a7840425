//! What a problem says as a mechanism file does: what reports and certificates are read and written by.

use super::names::PartFile;
use super::obstacle::hindered;
use super::{Elaborated, Symbol, claim};
use crate::alpha::{
    Alpha, Bounds, Field, Ground, Obstacle, Point, Polynomial, Polynomials as _, Quotient, Quotients as _,
    root_of_alpha,
};
use crate::error::Error;
use crate::limits::{Budget, Limits};
use crate::model::{
    Answers, Channel, Claimed, Counts, Formula, Gain, Incomplete, Mechanism, Part, Prior, Privacy, Product, Promised,
    Query, Response, Source, Structure,
};
use crate::number::{BigInt, Rational};
use dp_kernel::{Family, Fraction, Graph, Mechanism as X, Number, Used, Vector};
use num_traits::{One, Signed, Zero};

/// Where the declared privacy stands.
const DECLARED: &str = "$.declared";

impl Elaborated {
    /// The problem as a mechanism file, as far as reports and certificates need one: its parts' files have their tables
    /// alone, and what is expected of claims stays with the problem, in the kernel's numbers.
    ///
    /// # Errors
    /// The declared α or ε is not the problem's, or to see that takes more than the limits leave.
    pub fn mechanism(&self, limits: &Limits) -> Result<Mechanism, Error> {
        let steps = Budget::new(limits.steps);
        File { of: self, bounds: Bounds::new(limits, &steps) }.mechanism(limits, &steps)
    }
}

/// A problem, and within which limits its numbers are read.
struct File<'a> {
    of: &'a Elaborated,
    bounds: Bounds<'a>,
}

impl File<'_> {
    fn mechanism(&self, limits: &Limits, steps: &Budget) -> Result<Mechanism, Error> {
        let Elaborated { sha256, problem, names } = self.of;
        let delta = problem.delta.as_ref().map(|delta| self.rational(delta, "$.delta")).transpose()?;
        let privacy = Privacy::declared(names.declared.clone(), delta, limits, steps)?;
        let rho = problem.rho.as_ref().map(|rho| self.rational(rho, "$.rho")).transpose()?;
        if privacy.rho != rho {
            let message = "found another ρ than the problem's \"rho\", expected the same";
            return Err(Error::malformed(DECLARED.into(), 0, message));
        }
        if rho.is_none() {
            self.is_declared(&privacy.alpha)?;
        }
        let field = self.field()?;
        let rounding = problem.rounding.as_ref().map(|x| self.rational(x, "$.rounding")).transpose()?;
        let table = |rows| Channel { outputs: names.outputs.clone(), rounding, ..channel(rows) };
        let ground = Ground { field: field.as_ref(), bounds: self.bounds };
        let n = problem.graph.nodes();
        let structure = match &problem.mechanism {
            X::None => Structure::None,
            X::Counts(of) => Structure::Counts(Counts {
                of: of.clone(),
                outputs: names.outputs.clone(),
                chosen_on: names.chosen_on.clone(),
            }),
            X::Table(rows) => Structure::Table(table(rows)),
            X::Incomplete(of) => Structure::Incomplete(Incomplete::of(table(&of.rows), of.further)),
            X::Product(of) => Structure::Product(product(of), table(of.table.as_ref().unwrap_or(&of.rows))),
            X::Uses(uses) => Structure::Uses(uses.iter().enumerate().map(|(k, part)| self.part(k, part)).collect()),
            X::Gaussian(of) => Structure::Gaussian(of.clone()),
            X::Response(of) => {
                let response = Response::of(of.noise().clone(), names.outputs.clone(), n, &ground);
                Structure::Response(response.map_err(|why| hindered(&why, "$.noise"))?)
            }
        };
        let mut mechanism = Mechanism {
            name: names.name.clone(),
            note: None,
            sha256: sha256.clone(),
            privacy,
            constant: None,
            implied: None,
            field,
            query: query(self.of),
            structure,
            // Reports have it by the problem's names, which do not say how often each row was run.
            sample: None,
            priors: Vec::new(),
            place_of_prior: Default::default(),
            gain: gain(self.of),
            others: Vec::new(),
            claims: Vec::new(),
            on_terms: Vec::new(),
            is_on_terms: false,
            steps: 0,
            memory: 0,
        };
        mechanism.others =
            names.parts.iter().enumerate().filter_map(|(k, file)| self.file(k, file, &mechanism)).collect();
        let through = problem.mechanism.product().filter(|of| of.table.is_some()).map(|of| self.parent(of, &mechanism));
        if let Structure::Product(product, _) = &mut mechanism.structure {
            product.parent = through.map(Box::new);
        }
        let priors = problem.priors.iter().map(|prior| Prior {
            weights: prior.weights.clone(),
            factors: None,
            each: if problem.mechanism.table().is_some() {
                Vec::new()
            } else {
                prior.each.iter().map(weights).collect()
            },
        });
        let mechanism = mechanism.with_priors(names.priors.iter().cloned().zip(priors).collect());
        let declared = problem.claims.iter().map(|declared| claim::said(&declared.claim, names));
        let declared = declared.map(|claim| claim.map(|claim| Claimed { claim, expects: Vec::new() }));
        let claims = declared.collect::<Option<_>>();
        let claims =
            claims.ok_or_else(|| Error::malformed("$.claims".into(), 0, "a claim that names what there is not"))?;
        Ok(Mechanism { claims, ..mechanism })
    }

    fn rational(&self, x: &Fraction, path: &str) -> Result<Rational, Error> {
        let found = self.bounds.run(|| Ok(x.rational()?)).map_err(|why| hindered(&why, path))?;
        found.ok_or_else(|| Error::malformed(path.into(), 0, "found a function of t, expected a rational number"))
    }

    /// That the problem's α is the declared one.
    fn is_declared(&self, declared: &Alpha) -> Result<(), Error> {
        let (problem, hindered) = (&self.of.problem, |why: Obstacle| hindered(&why, DECLARED));
        let alpha = &problem.alpha;
        let is_t = alpha.denominator == Number::ONE && alpha.numerator.power_of_t() == Some(1);
        let unit =
            u32::try_from(self.units()).map_err(|_| Error::malformed(DECLARED.into(), 0, "found too fine a unit"))?;
        // α by itself, or that of one unit of length.
        let (own, k) = match (&problem.alpha_point, &problem.point) {
            (Some(own), _) => (Some(own), 1),
            (None, Some(t)) if is_t => (Some(t), unit),
            _ => (None, unit),
        };
        if own.is_some_and(|own| is_root_of_rational(own, declared, k)) {
            return Ok(());
        }
        let expected = root_of_alpha(declared, k, &self.bounds).map_err(hindered)?;
        let found = match own {
            Some(own) => Some(own.clone()),
            None => self.bounds.run(|| Ok(alpha.rational()?)).map_err(hindered)?.map(Point::Rational),
        };
        match found {
            Some(found) if self.bounds.run(|| is_same(&found, &expected)).map_err(hindered)? => Ok(()),
            _ => {
                let message = "found another α or ε than that of the problem's \"alpha\", expected the same";
                Err(Error::malformed(DECLARED.into(), 0, message))
            }
        }
    }

    /// Where the numbers lie, if some are irrational.
    fn field(&self) -> Result<Option<Field>, Error> {
        let (problem, hindered) = (&self.of.problem, |why: Obstacle| hindered(&why, "$.t"));
        let (Some(point), Some(symbol)) = (&problem.point, self.of.names.symbol) else { return Ok(None) };
        let one = || Polynomial::from(BigInt::one());
        let base = problem.alpha.clone();
        let is_sparse = base.numerator.terms().is_some();
        let power = |e: u128| {
            let numerator = match usize::try_from(e).ok().filter(|_| !is_sparse) {
                Some(e) => Quotient::t().numerator.raised(e, &self.bounds)?,
                None => Polynomial::sparse_power(e),
            };
            Ok(Quotient { numerator, denominator: one() })
        };
        let constant = match symbol {
            Symbol::A | Symbol::B | Symbol::C => power(1),
            Symbol::Powers([_, y]) => power(y),
        };
        let k = dp_kernel::place(self.units());
        let to = |x: &Polynomial| x.raised(k, &self.bounds);
        let alpha =
            to(&base.numerator).and_then(|n| Ok(Quotient { numerator: n, denominator: to(&base.denominator)? }));
        let (alpha, constant) = (alpha.map_err(hindered)?, constant.map_err(hindered)?);
        let point = point.clone();
        let base = Some(base).filter(|_| !problem.graph.is_fine());
        Ok(Some(Field { point, alpha, base, constant, symbol }))
    }

    /// How many of what the problem's α is of make up the length 1: where lengths are fine it is α itself.
    fn units(&self) -> u64 {
        let graph = &self.of.problem.graph;
        if graph.is_fine() { 1 } else { graph.unit() }
    }

    fn part(&self, k: usize, part: &dp_kernel::Use) -> Part {
        let source = match self.of.names.parts.get(k) {
            Some(Some((path, _))) => Source::File(path.clone()),
            _ => match &part.part {
                Used::Table(rows) => Source::Table(channel(rows)),
                Used::Promise(promise) => Source::Promise(Promised { promise: promise.clone(), declared: None }),
            },
        };
        Part { source, times: part.times, sample: None, closed_form: None }
    }

    /// The file that a part is in: its table.
    fn file(&self, k: usize, file: &PartFile, mechanism: &Mechanism) -> Option<(String, Mechanism)> {
        let (path, sha256) = file.as_ref()?;
        let own = channel(self.of.problem.mechanism.uses().get(k)?.part.rows());
        let of =
            Mechanism { sha256: sha256.clone(), name: None, structure: Structure::Table(own), ..mechanism.clone() };
        Some((path.clone(), of))
    }

    /// A product that is written out, seen through one individual.
    fn parent(&self, of: &dp_kernel::Product, mechanism: &Mechanism) -> Mechanism {
        let (product, values) = (product(of), of.rows.len());
        let graph = Graph::new(Family::Hamming { values, individuals: 1 }, values);
        let query = Query { graph, labels: None, graph6: None, answers: None, databases: None };
        let named = self.of.names.priors.iter().zip(&self.of.problem.priors);
        let priors = named.filter_map(|(name, prior)| {
            let each: Vec<Prior> = prior.each.iter().map(weights).collect();
            Some((name.clone(), Prior { weights: each.first()?.weights.clone(), factors: None, each }))
        });
        let structure = Structure::Product(product, channel(&of.rows));
        let parent = Mechanism { query, structure, gain: Gain::Binary, ..mechanism.clone() };
        parent.with_priors(priors.collect())
    }
}

fn product(of: &dp_kernel::Product) -> Product {
    let outputs = channel(&of.rows).width;
    Product { values: of.rows.len(), outputs, individuals: of.individuals, parent: None }
}

fn query(of: &Elaborated) -> Query {
    let Elaborated { problem, names, .. } = of;
    let answers = |of: &Vec<usize>| Answers { names: names.answers.clone().unwrap_or_default(), of: of.clone() };
    Query {
        graph: problem.graph.clone(),
        labels: names.nodes.clone(),
        graph6: None,
        answers: problem.answers.as_ref().map(answers),
        databases: names.databases,
    }
}

fn gain(of: &Elaborated) -> Gain {
    match &of.problem.gain {
        dp_kernel::Gain::Binary => Gain::Binary,
        dp_kernel::Gain::Distance => Gain::Formula(Formula::Distance(of.problem.graph.diameter())),
        dp_kernel::Gain::BinaryLoss => Gain::Formula(Formula::BinaryLoss),
        dp_kernel::Gain::Absolute => Gain::Formula(Formula::Absolute),
        dp_kernel::Gain::Squared => Gain::Formula(Formula::Squared),
        dp_kernel::Gain::Table { rows, loss } => Gain::Table { rows: rows.clone(), loss: *loss },
    }
}

fn channel(rows: &[Vector]) -> Channel {
    let width = rows.first().map_or(0, Vector::len);
    Channel { outputs: None, table: rows.to_vec(), width, rounding: None, noise: None }
}

fn weights(x: &Vector) -> Prior {
    Prior { weights: x.clone(), factors: None, each: Vec::new() }
}

/// Whether two points are the same: one number, or all of one interval. Zero shows where one of two polynomials is a
/// multiple of the other.
fn is_same(x: &Point, y: &Point) -> Result<bool, dp_kernel::Obstacle> {
    let is_known = |same: Result<bool, dp_kernel::Obstacle>| match same {
        Err(dp_kernel::Obstacle::Unknown(_)) => Ok(false),
        same => same,
    };
    match (x, y) {
        (Point::Exponential(x), Point::Exponential(y)) => Ok(x == y),
        (Point::Interval(x), Point::Interval(y)) => {
            let [[low, high], [from, to]] = [x.ends(), y.ends()];
            Ok(is_same(low, from)? && is_same(high, to)?)
        }
        (Point::Rational(_) | Point::Algebraic(_), Point::Rational(_) | Point::Algebraic(_)) => {
            Ok(is_known(x.is_same(y))? || is_known(y.is_same(x))?)
        }
        _ => Ok(false),
    }
}

/// Whether a number is x^(1/k) for a rational x > 0, seen by its polynomial d·t^j − n, which has one root above 0,
/// where j divides k and x = (n/d)^(k/j): to find that once more takes long where k is large.
fn is_root_of_rational(t: &dp_kernel::Point, x: &Alpha, k: u32) -> bool {
    let (dp_kernel::Point::Algebraic(t), Alpha::Rational(x)) = (t, x) else { return false };
    let coefficients = t.polynomial().coefficients();
    let [constant, between @ .., leading] = &*coefficients else { return false };
    let is_binomial = between.iter().all(Zero::is_zero) && !t.ends()[0].is_negative();
    let degree = u32::try_from(between.len().saturating_add(1)).ok().filter(|&degree| k.is_multiple_of(degree));
    let power = degree.and_then(|degree| k.checked_div(degree)).filter(|_| is_binomial);
    // No power is longer than what it is held against.
    let is_power = |of: &BigInt, x: &BigInt, power: u32| {
        of.bits().saturating_sub(1).saturating_mul(power.into()) <= x.bits() && of.pow(power) == *x
    };
    power.is_some_and(|power| is_power(&-constant, x.numer(), power) && is_power(leading, x.denom(), power))
}
