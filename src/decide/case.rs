//! What the decisions about one mechanism file share, computed once and when first needed.

use super::minimal::{factor, simplest};
pub(super) use super::phi::similarity;
use super::phi::structure;
pub(crate) use super::reason::Reason;
pub(super) use super::reason::refused;
use super::shared::Shared;
use super::steps_of_privacy::{LEAST_STEPS, steps_of_privacy};
use crate::effort::{self};
use crate::exact;
use crate::linear::{Similarity, Structure, Vector};
use crate::options::Options;
use crate::program::{Answer, Covering, covering, nonnegative_by_structure, nonnegative_solution};
use crate::statement::Decided;
use crate::timing::Part;
use dp_kernel::Rays;
use dp_verify::alpha::{Bounds, Field, Point};
use dp_verify::graph::{Family, Graph};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::{Claim, Claimed, Kind, Mechanism, Prior};
use dp_verify::problem::{self, Elaborated};
use malachite::Integer;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

/// Up to so many nodes, at a rational α, `optimal` is decided without being asked for, and the optimum is set beside
/// `utility-bound`.
pub const SMALL_NODES: usize = 12;

/// The same for `universally-optimal`.
pub const SMALLEST_NODES: usize = 4;

/// Up to so many nodes Φ is proved invertible by elimination modulo a prime, n³/3 word operations for the
/// verifier too; past it `unique` and `least` are left out unless they are asked for or the graph's structure
/// gives them.
pub const ELIMINATED_NODES: usize = 1_500;

/// Whether all numbers are rational, and there are at most so many nodes, and four times as many outputs and guesses.
pub(super) fn small(mechanism: &Mechanism, nodes: usize) -> bool {
    let graph = &mechanism.query.graph;
    let outputs = mechanism.channel().map_or(0, |x| x.width).max(mechanism.gain.guesses(graph));
    mechanism.field.is_none() && graph.nodes() <= nodes && outputs <= 4 * nodes
}

/// One basis of a linear program may take this part of the search.
const BASES: u64 = 4;

/// From so many words on, the length of the numbers is what a linear program takes its time for.
const LONG_WORDS: u64 = 64;

/// Numbers of a file.
pub(super) enum Numbers {
    /// All of them.
    All,
    Alpha,
    /// X's entries.
    Table,
    /// The weights of the priors that the claim names.
    Priors,
    Gain,
}

/// A row of X over its own denominator.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) denominator: Integer,
    pub(super) numerators: Vec<Integer>,
}

/// Whether something is expected of one of these values.
fn has_bound(declared: &Claimed, values: &[&str]) -> bool {
    declared.expects.iter().flat_map(|expect| &expect.bounds).any(|(name, _)| values.contains(name))
}

/// A mechanism file under decision.
pub(super) struct Case<'a> {
    pub(super) mechanism: &'a Mechanism,
    /// The limits that the verifier will keep to.
    pub(super) limits: &'a Limits,
    /// Whether optima are found by the linear program even where there is a closed form.
    pub(super) general: bool,
    /// Whether `unique` and `least` are asked for, however large the graph is.
    unique: bool,
    similarity: OnceLock<Result<Similarity, Reason>>,
    rows: OnceLock<Option<Vec<Row>>>,
    /// What it takes to see whether the table is private.
    steps_of_privacy: OnceLock<u64>,
    /// t by the shortest polynomial that is found for it.
    point: OnceLock<Point>,
    /// What the kernel checks statements of.
    elaborated: OnceLock<Result<Elaborated, Reason>>,
    /// What it knows of that from one attempt to the next.
    pub(super) rays: Rays,
    /// Whether every row of X is a distribution.
    pub(super) faultless: OnceLock<bool>,
    /// What was found of `stochastic` and of `dp`, on which other claims depend.
    pub(super) stochastic: Shared<Decided>,
    pub(super) dp: Shared<Decided>,
    /// Held while the kernel may take all that the search has left: see [`super::attempt::computed`].
    pub(super) turn: Mutex<()>,
    /// For each prior of the file.
    coverings: Vec<Shared<Covering>>,
    /// The places of the file's claims.
    declared: HashMap<&'a Claim, usize>,
}

impl<'a> Case<'a> {
    pub(super) fn new(mechanism: &'a Mechanism, options: &'a Options) -> Self {
        let declared = mechanism.claims.iter().map(|declared| &declared.claim).zip(0..).collect();
        let asked = |declared: &Claimed| {
            declared.claim.kind == Kind::TightConstraintsExist && has_bound(declared, &["unique", "least"])
        };
        let unique = options.unique || mechanism.claims.iter().any(asked);
        let coverings = mechanism.priors.iter().map(|_| Shared::default()).collect();
        let (limits, general) = (&options.limits, options.general);
        let (similarity, rows, steps_of_privacy) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (point, elaborated, faultless) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (stochastic, dp, turn, rays) = (Shared::default(), Shared::default(), Mutex::default(), Rays::default());
        Self {
            mechanism,
            limits,
            general,
            similarity,
            rows,
            steps_of_privacy,
            point,
            elaborated,
            rays,
            faultless,
            stochastic,
            dp,
            turn,
            coverings,
            declared,
            unique,
        }
    }

    /// The file as the kernel has it.
    pub(super) fn elaborated(&self) -> Result<&Elaborated, Reason> {
        let make = || {
            let meter = problem::meter(self.limits);
            let mut made =
                problem::elaborated(self.mechanism, &[], self.limits, &meter).map_err(|e| Reason::new(e.message))?;
            if let Some(factor) = factor(self.mechanism, self.limits) {
                let factor = dp_kernel::Number::polynomial(factor.coefficients().to_vec());
                let taken = made.problem.take_factor(&factor, &meter);
                taken.map_err(|_| Reason::new("a factor of the polynomial of α does not have it as a root"))?;
            }
            Ok(made)
        };
        self.elaborated.get_or_init(|| effort::unmetered(make)).as_ref().map_err(Clone::clone)
    }

    /// The one t of a field by the shortest polynomial that is found for it: signs there show by it. A copy, which
    /// finds its enclosures anew.
    pub(super) fn point(&self, field: &Field) -> Point {
        let steps = Budget::new(self.limits.steps);
        let make = || simplest(field.point.clone(), &Bounds::new(self.limits, &steps));
        self.point.get_or_init(|| effort::unmetered(make)).clone()
    }

    /// Whether all of these numbers that a claim speaks of are rational.
    pub(super) fn is_rational(&self, claim: &Claim, numbers: &[Numbers]) -> bool {
        let mechanism = self.mechanism;
        let prior = |name: &String| mechanism.prior(name).is_none_or(|prior| prior.weights.rational().is_some());
        numbers.iter().all(|numbers| match numbers {
            Numbers::All => mechanism.field.is_none(),
            Numbers::Alpha => self.alpha().is_ok(),
            Numbers::Table => mechanism.channel().is_none_or(|x| x.rows().is_some()),
            Numbers::Priors => claim.prior.iter().chain(&claim.priors).all(prior),
            Numbers::Gain => mechanism.gain.is_rational(),
        })
    }

    /// Whether `unique` and `least` are asked for, however large the graph is.
    pub(super) fn asks_for_unique(&self) -> bool {
        self.unique
    }

    /// Whether the file expects something of one of these values of a claim.
    pub(super) fn expects(&self, claim: &Claim, values: &[&str]) -> bool {
        self.declared(claim).is_some_and(|declared| has_bound(declared, values))
    }

    /// What the file declares of a claim.
    pub(super) fn declared(&self, claim: &Claim) -> Option<&'a Claimed> {
        self.mechanism.claims.get(*self.declared.get(claim)?)
    }

    /// The same as the kernel has it: its claims are the file's in their order.
    pub(super) fn elaborated_claim(&self, claim: &Claim) -> Option<&dp_kernel::Declared> {
        self.elaborated().ok()?.problem.claims.get(*self.declared.get(claim)?)
    }

    /// Whether optima are found without being asked for: rational numbers, few nodes and outputs.
    pub(super) fn is_small(&self) -> bool {
        small(self.mechanism, SMALL_NODES)
    }

    pub(super) fn graph(&self) -> &'a Graph {
        &self.mechanism.query.graph
    }

    pub(super) fn nodes(&self) -> usize {
        self.graph().nodes()
    }

    /// α of one unit of length, which this version must have as a rational.
    pub(super) fn alpha(&self) -> Result<Rational, Reason> {
        let irrational = || {
            let alpha = &self.mechanism.privacy.alpha;
            let found = match alpha.rational() {
                Some(_) => format!("α^(1/{}) is irrational", self.graph().unit()),
                None => format!("α is {}", alpha.kind()),
            };
            Reason::new(format!("{found}: this version decides this claim at rational α only"))
        };
        self.mechanism.base().map(exact::rational).ok_or_else(irrational)
    }

    /// Φ. Cost: n² distances, kept.
    pub(super) fn similarity(&self) -> Result<&Similarity, Reason> {
        let make = || similarity(self.graph(), self.alpha()?, self.limits);
        // Its cost is limited by the room that distances may take.
        self.similarity.get_or_init(|| effort::unmetered(make)).as_ref().map_err(Clone::clone)
    }

    /// Refuses a table for which the verifier's pass over every edge and output, to see whether it is private, is over
    /// its limit.
    pub(super) fn expect_passes(&self) -> Result<(), Reason> {
        let most = self.limits.steps;
        let steps = || {
            let rows = self.mechanism.channel().and_then(|x| x.rows()).unwrap_or_default();
            let words = rows.iter().map(|row| row.denominator.bits() / 64 + 1).max().unwrap_or(1);
            let entries = rows.first().map_or(0, |row| row.numerators.len() as u64);
            // At most, if all nodes were neighbours: to count the edges of a dense graph takes a while.
            let all = (4 * words).saturating_mul(words).saturating_add(LEAST_STEPS).saturating_mul(entries);
            let pairs = (self.nodes() as u64).saturating_pow(2) / 2;
            let few = all.saturating_mul(pairs) <= most as u64;
            if few { 0 } else { steps_of_privacy(self.mechanism) }
        };
        if *self.steps_of_privacy.get_or_init(steps) <= most as u64 {
            return Ok(());
        }
        Err(Reason::new(format!("a pass over all edges takes over {most} steps (--limit steps=N)")))
    }

    /// Refuses distances so far that α^d, of an irrational α of one unit of length, is a power of t over the limits.
    pub(super) fn expect_near(&self) -> Result<(), Reason> {
        let (graph, most) = (self.graph(), self.limits.exponent);
        if !graph.has_lengths() || self.alpha().is_ok() || dp_kernel::place(graph.diameter()) <= most {
            return Ok(());
        }
        let (far, unit) = (graph.diameter(), graph.unit());
        Err(Reason::new(format!(
            "powers of α^(1/{unit}) up to {far}, and of degrees over {most} none are made (--limit exponent=N)"
        )))
    }

    /// Refuses linear programs in numbers so long that bases of a few take all of the search: n³ products of numbers n
    /// times as long as q^D for each, for α = p/q. Shorter ones are a matter of its own effort.
    pub(super) fn expect_short_numbers(&self) -> Result<(), Reason> {
        let Ok(alpha) = self.alpha() else { return Ok(()) };
        let (n, most) = (self.nodes(), self.limits.search);
        let words = alpha.significant_bits().saturating_mul(self.graph().diameter()) / 64;
        let long = usize::try_from(words).unwrap_or(usize::MAX).saturating_mul(n);
        if words <= LONG_WORDS || effort::products(n.saturating_pow(3), long) <= most as u64 / BASES {
            return Ok(());
        }
        Err(Reason::new(format!(
            "a linear program in numbers of {words} words and more takes over {most} word operations (--limit search=N)"
        )))
    }

    /// Φ₁ of one individual on a Hamming graph of `values` values.
    pub(super) fn similarity_of_one(&self, values: usize) -> Result<Similarity, Reason> {
        let distances: Vec<Vec<u32>> = (0..values).map(|i| (0..values).map(|j| u32::from(i != j)).collect()).collect();
        Similarity::new(self.alpha()?, &distances).map_err(|e| Reason::new(e.to_string()))
    }

    /// X's rows, which this version must have as rationals, and which are made once more here: in a quarter of the
    /// memory.
    pub(super) fn rows(&self) -> Result<&[Row], Reason> {
        let table = self.mechanism.channel().and_then(|x| x.rows()).unwrap_or_default();
        let bytes = |row: &dp_verify::number::Fractions| row.numerators.iter().map(|x| x.bits() / 8).sum::<u64>();
        let most = self.limits.memory as u64 / 4;
        if self.rows.get().is_none() && table.iter().map(bytes).sum::<u64>() > most {
            return Err(Reason::new(format!("the table's numbers fill over {most} bytes (--limit memory=N)")));
        }
        let convert = || {
            let rows = self.mechanism.channel()?.rows()?;
            let convert = |row: &dp_verify::number::Fractions| Row {
                denominator: exact::whole(&row.denominator),
                numerators: row.numerators.iter().map(exact::whole).collect(),
            };
            Some(rows.iter().map(convert).collect())
        };
        let irrational =
            || Reason::new("some entries of the mechanism are irrational: this version decides rational ones");
        self.rows.get_or_init(convert).as_deref().ok_or_else(irrational)
    }

    /// The prior that a claim names.
    pub(super) fn prior(&self, claim: &Claim) -> Result<&'a Prior, Reason> {
        self.prior_named(claim.prior.as_deref().unwrap_or_default())
    }

    /// The prior of that name.
    pub(super) fn prior_named(&self, name: &str) -> Result<&'a Prior, Reason> {
        self.mechanism.prior(name).ok_or_else(|| Reason::new("the claim names no prior of the file"))
    }

    /// Its weights.
    pub(super) fn weights(&self, claim: &Claim) -> Result<Vector, Reason> {
        let irrational = || Reason::new("the prior is irrational: this version decides rational ones");
        self.prior(claim)?.weights.rational().and_then(exact::vector).ok_or_else(irrational)
    }

    /// On a Hamming graph, the number of values and the factors of a product prior.
    pub(super) fn factors(&self, claim: &Claim) -> Result<Option<(usize, Vec<Vector>)>, Reason> {
        let Family::Hamming { values, .. } = *self.graph().family() else { return Ok(None) };
        let factors = self.prior(claim)?.factors.as_ref();
        Ok(factors.and_then(|list| list.iter().map(exact::vector).collect()).map(|list| (values, list)))
    }

    /// Whether yΦ = rhs has a solution y ≥ 0: by the structure of the graph, or by elimination of Φ.
    pub(super) fn nonnegative(&self, rhs: &Vector) -> Result<Answer, Reason> {
        let alpha = self.alpha()?;
        if let Some(structure) = self.structure() {
            let part = Part::begin("solution by structure");
            let answer = nonnegative_by_structure(structure, &alpha, rhs);
            part.end(format_args!("{structure:?}"));
            if let Some(answer) = answer {
                return Ok(answer);
            }
        }
        nonnegative_solution(self.similarity()?, rhs).ok_or_else(refused)
    }

    /// Whether Φ may be eliminated modulo a prime to see that it is invertible, by the verifier too.
    pub(super) fn may_eliminate(&self) -> bool {
        self.unique || self.nodes() <= ELIMINATED_NODES
    }

    /// The least y ≥ 0 with yΦ ≥ π, for the prior that a claim names; kept for the next claim about it.
    pub(super) fn covering(&self, claim: &Claim) -> Result<&Covering, Reason> {
        let place = claim.prior.as_ref().and_then(|name| self.mechanism.place_of_prior(name));
        let found = place.and_then(|place| self.coverings.get(place)).ok_or_else(refused)?;
        found.get_or_init(self.limits, || self.least_covering(&self.weights(claim)?))
    }

    /// Where Φ^-1 π and Φ^-1 1 are ≥ 0, they are the covering and its dual: Σy = π·Φ^-1 1.
    pub(super) fn least_covering(&self, prior: &Vector) -> Result<Covering, Reason> {
        let alpha = self.alpha()?;
        let solve = |b: &Vector| {
            let only = self.structure()?.solve(&alpha, b)?;
            Some(only.solution).filter(Vector::is_nonnegative)
        };
        if let Some(y) = solve(prior)
            && let Some(v) = solve(&Vector::ones(self.nodes()))
        {
            return Ok(Covering { y, v });
        }
        covering(self.similarity()?, prior).map_err(|why| Reason::new(why.to_string()))
    }

    /// The family of graphs with a formula for Φ^-1 at α < 1 that the graph belongs to.
    pub(super) fn structure(&self) -> Option<Structure> {
        match self.alpha() {
            Ok(alpha) if alpha == 1u32 => None,
            _ => structure(self.graph()),
        }
    }

    /// Whether it is the graph of a sum query, or a line.
    pub(super) fn is_sum_query(&self) -> bool {
        matches!(self.structure(), Some(Structure::Sum { .. }))
    }

    /// Whether Φ is invertible by the graph's structure: Hamming and complete graphs, α < 1.
    pub(super) fn invertible_by_structure(&self) -> bool {
        matches!(self.structure(), Some(Structure::Hamming { .. }))
    }
}
