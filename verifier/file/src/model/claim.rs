//! Claims: what whoever wrote the file asserts.

use super::{Expect, Mechanism, Reading, Verdict};
use crate::error::Error;
use crate::json::{Value, View, shorten};
use crate::text::count;
use dp_kernel::Family;
use std::collections::{HashMap, HashSet};
use std::fmt;

/// What a claim speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// X ≥ 0 and every row sums to 1.
    Stochastic,
    /// X is ε-differentially private.
    Dp,
    /// X is (ε, δ)-differentially private.
    ApproximateDp,
    /// Some ε-private matrix rounds to X.
    DpWithinRounding,
    /// Some z ≥ 0 has Φz = 1.
    TightConstraintsExist,
    /// X remaps to a tight-constraints mechanism.
    TightConstraints,
    /// The prior is ε-regular.
    Regular,
    /// The utility of X.
    Utility,
    /// The covering bound on every ε-private mechanism's utility.
    UtilityBound,
    /// X has the most utility.
    Optimal,
    /// X has the most utility for every prior.
    UniversallyOptimal,
    /// One mechanism is optimal for several priors.
    JointlyOptimal,
    /// X = Y·R.
    Derivable,
    /// The min-entropy leakage of X.
    Leakage,
    /// The most leakage that any prior has.
    Capacity,
    /// A bound on every ε-private mechanism's leakage.
    LeakageBound,
    /// The largest capacity about one individual.
    IndividualLeakage,
    /// All α for which a tight-constraints mechanism exists.
    Threshold,
    /// The largest expected Hamming distance.
    ExpectedError,
    /// Databases with equal answers have equal rows.
    Oblivious,
}

/// The parameters that a claim takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// None.
    Nothing,
    /// `prior`
    Prior,
    /// `prior`, and `outputs` if wanted.
    PriorAndOutputs,
    /// `priors`, two or more.
    Priors,
    /// `from`
    From,
}

use Kind as K;

/// What is known of claims of one kind.
struct Row {
    kind: Kind,
    /// In files.
    name: &'static str,
    takes: Takes,
    /// The values that it may state.
    values: &'static [&'static str],
    /// Whether it speaks of X.
    of_mechanism: bool,
}

impl Kind {
    /// The table of claims, in the order of the enum; a test holds it to that.
    #[rustfmt::skip]
    const ALL: [Row; 20] = [
        Row { kind: K::Stochastic, name: "stochastic", takes: Takes::Nothing, values: &[], of_mechanism: true },
        Row { kind: K::Dp, name: "dp", takes: Takes::Nothing, values: &["alpha_max", "epsilon_min"], of_mechanism: true },
        Row { kind: K::ApproximateDp, name: "approximate-dp", takes: Takes::Nothing, values: &["delta_min", "alpha_max", "epsilon_min"], of_mechanism: true },
        Row { kind: K::DpWithinRounding, name: "dp-within-rounding", takes: Takes::Nothing, values: &[], of_mechanism: true },
        Row { kind: K::TightConstraintsExist, name: "tight-constraints-exist", takes: Takes::Nothing, values: &["sum", "unique", "least"], of_mechanism: false },
        Row { kind: K::TightConstraints, name: "tight-constraints", takes: Takes::Nothing, values: &[], of_mechanism: true },
        Row { kind: K::Regular, name: "regular", takes: Takes::Prior, values: &["sum"], of_mechanism: false },
        Row { kind: K::Utility, name: "utility", takes: Takes::Prior, values: &["utility", "loss"], of_mechanism: true },
        Row { kind: K::UtilityBound, name: "utility-bound", takes: Takes::Prior, values: &["bound", "optimum"], of_mechanism: false },
        Row { kind: K::Optimal, name: "optimal", takes: Takes::Prior, values: &["utility", "optimum", "loss", "least_loss"], of_mechanism: true },
        Row { kind: K::UniversallyOptimal, name: "universally-optimal", takes: Takes::Nothing, values: &[], of_mechanism: true },
        Row { kind: K::JointlyOptimal, name: "jointly-optimal", takes: Takes::Priors, values: &["joint", "separate"], of_mechanism: false },
        Row { kind: K::Derivable, name: "derivable", takes: Takes::From, values: &[], of_mechanism: true },
        Row { kind: K::Leakage, name: "leakage", takes: Takes::Prior, values: &["multiplicative", "bits"], of_mechanism: true },
        Row { kind: K::Capacity, name: "capacity", takes: Takes::Nothing, values: &["multiplicative", "bits"], of_mechanism: true },
        Row { kind: K::LeakageBound, name: "leakage-bound", takes: Takes::PriorAndOutputs, values: &["multiplicative", "bits", "maximum"], of_mechanism: false },
        Row { kind: K::IndividualLeakage, name: "individual-leakage", takes: Takes::Nothing, values: &["multiplicative", "bits"], of_mechanism: true },
        Row { kind: K::Threshold, name: "threshold", takes: Takes::Nothing, values: &["set", "alpha_star"], of_mechanism: false },
        Row { kind: K::ExpectedError, name: "expected-error", takes: Takes::Nothing, values: &["error", "bound"], of_mechanism: true },
        Row { kind: K::Oblivious, name: "oblivious", takes: Takes::Nothing, values: &[], of_mechanism: true },
    ];

    fn row(self) -> &'static Row {
        &Self::ALL[self as usize]
    }

    /// The claim's name in files.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The parameters it takes.
    pub fn takes(self) -> Takes {
        self.row().takes
    }

    /// The values it may state.
    pub fn values(self) -> &'static [&'static str] {
        self.row().values
    }

    /// Whether it speaks of the mechanism X.
    pub fn needs_mechanism(self) -> bool {
        self.row().of_mechanism
    }

    /// Whether it speaks of X as a mechanism, and fails where a row of X is no distribution.
    pub fn needs_distributions(self) -> bool {
        let of_any_table = matches!(self, Kind::Stochastic | Kind::Dp | Kind::DpWithinRounding | Kind::Oblivious);
        self.needs_mechanism() && !of_any_table
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.name == name).map(|row| row.kind)
    }

    /// Every kind, in the contract's order.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::ALL.iter().map(|row| row.kind)
    }
}

/// A claim: its kind and its parameters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Claim {
    /// What it speaks of.
    pub kind: Kind,
    /// The prior's name.
    pub prior: Option<String>,
    /// The priors' names.
    pub priors: Vec<String>,
    /// The most outputs of the mechanisms that a leakage bound speaks of.
    pub outputs: Option<usize>,
    /// The other mechanism: a closed form's name or a relative path.
    pub from: Option<String>,
}

impl Claim {
    /// A claim without parameters.
    pub fn plain(kind: Kind) -> Self {
        Self { kind, prior: None, priors: Vec::new(), outputs: None, from: None }
    }

    /// Whether `from` names a closed form; else it is a path, or not there.
    pub fn names_closed_form(&self) -> bool {
        self.from.as_deref().is_some_and(is_closed_form)
    }

    /// A claim about one prior.
    pub fn about(kind: Kind, prior: &str) -> Self {
        Self { prior: Some(prior.to_owned()), ..Self::plain(kind) }
    }

    /// Reads a claim: its name, or an object with the key `claim` and its parameters (keys in `beside` are
    /// left to the caller). Names of priors are checked against the mechanism.
    ///
    /// # Errors
    /// An unknown claim, a parameter missing or not its own, a claim that does not fit the file.
    pub fn read(view: &View, mechanism: &Mechanism, beside: &[&str]) -> Result<Self, Error> {
        let name = match view.value() {
            Value::String(_) => *view,
            Value::Object(_) => view.required("claim")?,
            _ => return Err(view.unexpected("a claim: its name, or an object with the key \"claim\"")),
        };
        let kind = Kind::named(name.string("a claim's name")?).ok_or_else(|| {
            name.unexpected(&format!("one of: {}", Kind::all().map(Kind::name).collect::<Vec<_>>().join(", ")))
        })?;
        let mut claim = Self::plain(kind);
        if let Value::Object(_) = view.value() {
            let own: &[&str] = match kind.takes() {
                Takes::Nothing => &[],
                Takes::Prior => &["prior"],
                Takes::PriorAndOutputs => &["prior", "outputs"],
                Takes::Priors => &["priors"],
                Takes::From => &["from"],
            };
            view.only(&[&["claim"], own, beside].concat())?;
        }
        let missing = |what: &str| view.error(format!("the claim `{}` needs {what}", kind.name()));
        match kind.takes() {
            Takes::Nothing => {}
            Takes::Prior | Takes::PriorAndOutputs => {
                let prior =
                    view.field("prior").ok_or_else(|| missing("the name of a prior: {\"claim\": …, \"prior\": …}"))?;
                claim.prior = Some(prior_name(&prior, mechanism)?);
                claim.outputs = view.field("outputs").map(|v| v.count(1, "the number of outputs")).transpose()?;
            }
            Takes::Priors => {
                let priors = view.field("priors").ok_or_else(|| missing("\"priors\", two or more names"))?;
                let names = priors.array("two or more names of priors")?;
                claim.priors = names.map(|name| prior_name(&name, mechanism)).collect::<Result<_, _>>()?;
                let mut distinct = claim.priors.clone();
                distinct.sort_unstable();
                distinct.dedup();
                if claim.priors.len() < 2 || distinct.len() < claim.priors.len() {
                    return Err(priors.unexpected("two or more different names of priors"));
                }
            }
            Takes::From => {
                let expected = "a closed form's name or a relative path";
                let from = view.field("from").ok_or_else(|| missing("\"from\": a closed form or a relative path"))?;
                let name = Some(from.string(expected)?).filter(|name| !name.is_empty());
                claim.from = Some(name.ok_or_else(|| from.unexpected(expected))?.to_owned());
            }
        }
        claim.fits(mechanism).map_err(|why| view.error(why))?;
        Ok(claim)
    }

    /// Whether the claim makes sense for this file.
    ///
    /// # Errors
    /// A sentence on what it lacks.
    pub fn fits(&self, mechanism: &Mechanism) -> Result<(), String> {
        let name = self.kind.name();
        let hamming = matches!(mechanism.query.graph.family(), Family::Hamming { .. });
        match (self.kind, &mechanism.channel) {
            (kind, None) if kind.needs_mechanism() => Err(format!("the claim `{name}` needs a mechanism")),
            (Kind::DpWithinRounding, Some(x)) if x.rounding.is_none() => {
                Err(format!("the claim `{name}` needs the mechanism's \"rounding\""))
            }
            (Kind::IndividualLeakage | Kind::ExpectedError, _) if !hamming => {
                Err(format!("the claim `{name}` needs a Hamming graph"))
            }
            (Kind::Oblivious, _) if mechanism.query.answers.is_none() => Err(format!(
                "the claim `{name}` needs a query given by its answers, fewer than databases, and a row for each database"
            )),
            (Kind::ExpectedError, Some(x)) if x.width != mechanism.query.graph.nodes() => {
                Err(format!("the claim `{name}` needs the nodes as outputs"))
            }
            _ => Ok(()),
        }
    }
}

/// Whether `from` names a closed form; else it is a path.
pub fn is_closed_form(from: &str) -> bool {
    ["truncated-geometric", "randomised-response", "exponential", "uniform"].contains(&from)
}

fn prior_name(view: &View, mechanism: &Mechanism) -> Result<String, Error> {
    let name = view.string("the name of a prior")?;
    if mechanism.prior(name).is_none() {
        let known: Vec<_> = mechanism.priors.iter().map(|(name, _)| shorten(name)).collect();
        return Err(view.unexpected(&format!("one of the file's priors ({})", known.join(", "))));
    }
    Ok(name.to_owned())
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        let mut parameters: Vec<String> =
            self.prior.iter().map(|p| format!("prior {}", crate::text::printable(p))).collect();
        parameters.extend((!self.priors.is_empty()).then(|| {
            format!(
                "priors {}",
                self.priors.iter().map(|p| crate::text::printable(p)).collect::<Vec<_>>().join(" and ")
            )
        }));
        parameters.extend(self.outputs.map(|r| format!("at most {}", count(r, "output"))));
        parameters.extend(self.from.iter().map(|from| format!("from {}", crate::text::printable(from))));
        if parameters.is_empty() { Ok(()) } else { write!(f, " ({})", parameters.join(", ")) }
    }
}

/// A declared claim and what the file expects of it.
#[derive(Debug, Clone)]
pub struct Claimed {
    /// The claim.
    pub claim: Claim,
    /// What it is expected to come to; empty: that it holds.
    pub expects: Vec<Expect>,
}

/// The declared claims: `stochastic` and the declared privacy where there is a mechanism, then the file's;
/// a claim stated twice is one claim with both expectations.
pub(super) fn declared(view: Option<&View>, mechanism: &Mechanism, reading: &Reading) -> Result<Vec<Claimed>, Error> {
    let mut claims: Vec<Claimed> = Vec::new();
    if mechanism.channel.is_some() {
        let private = match mechanism.privacy.delta {
            None => Kind::Dp,
            Some(_) => Kind::ApproximateDp,
        };
        claims
            .extend([Kind::Stochastic, private].map(|kind| Claimed { claim: Claim::plain(kind), expects: Vec::new() }));
    }
    let Some(view) = view else { return Ok(claims) };
    let mut places: HashMap<Claim, usize> = claims.iter().map(|known| known.claim.clone()).zip(0..).collect();
    let mut plain = HashSet::new();
    for item in view.array("an array of claims")? {
        let claim = Claim::read(&item, mechanism, &["expect"])?;
        let expect =
            item.field("expect").map(|v| Expect::read(&v, claim.kind, &mechanism.gain, reading)).transpose()?;
        let place = *places.entry(claim.clone()).or_insert(claims.len());
        if expect.is_none() {
            plain.insert(place);
        }
        match claims.get_mut(place) {
            Some(known) => known.expects.extend(expect),
            None => claims.push(Claimed { claim, expects: expect.into_iter().collect() }),
        }
    }
    // A claim that the file states with an expectation and without is also expected to hold.
    for place in plain {
        let expects = &mut claims[place].expects;
        if !expects.is_empty() {
            expects.push(Expect { verdict: Verdict::Holds, bounds: Vec::new() });
        }
    }
    Ok(claims)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (i, row) in Kind::ALL.iter().enumerate() {
            assert_eq!(row.kind as usize, i, "{}", row.name);
        }
    }
}
