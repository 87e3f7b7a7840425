//! The claims that a mechanism file declares, and what it must have for each.

use super::closed_form::closed_form;
use super::function::refusal;
use super::lengths::no_powers;
use super::privacy::read_delta;
use super::reading::Reading;
use super::terms;
use super::{Claim, Claimed, Expect, Kind, Mechanism, OnTerms, Structure, Takes, Terms};
use crate::alpha::any_sum_is_off;
use crate::error::Error;
use crate::json::{Value, View, shorten};
use crate::limits::{Budget, Limits};
use crate::number::{Rational, rational};
use crate::spelling::nearest;
use dp_kernel::{Family, Way};
use num_traits::Zero;
use std::collections::{HashMap, HashSet};

impl Claim {
    /// The claim that the declared privacy is.
    pub fn declared(mechanism: &Mechanism) -> Self {
        match (&mechanism.privacy.rho, &mechanism.privacy.delta) {
            (Some(rho), _) => Self { at_most: Some(rho.clone()), ..Self::plain(Kind::Zcdp) },
            (None, Some(_)) => Self::plain(Kind::ApproximateDp),
            (None, None) => Self::plain(Kind::Dp),
        }
    }

    /// Reads a claim: its name, or an object with the key `claim` and its parameters (keys in `beside` are
    /// left to the caller). Names of priors are checked against the mechanism.
    ///
    /// # Errors
    /// An unknown claim, a parameter missing or not its own, a claim that does not fit the file.
    pub fn read(
        view: &View,
        mechanism: &Mechanism,
        beside: &[&str],
        (limits, steps): (&Limits, &Budget),
    ) -> Result<Self, Error> {
        let name = match view.value() {
            Value::String(_) => *view,
            Value::Object(_) => view.required("claim")?,
            _ => return Err(view.unexpected("a claim: its name, or an object with the key \"claim\"")),
        };
        let word = name.string("a claim's name")?;
        let kind = Kind::named(word).ok_or_else(|| {
            let known = Kind::all().map(Kind::name).collect::<Vec<_>>().join(", ");
            let unknown = name.unexpected(&format!("one of: {known}"));
            match Kind::meant(word) {
                Some(meant) => unknown.meant(meant),
                None => unknown,
            }
        })?;
        let mut claim = Self::plain(kind);
        if let Value::Object(_) = view.value() {
            view.only(&[&["claim"], kind.takes().keys(), terms::keys(kind), beside].concat())?;
        }
        let missing = |what: &str| view.error(format!("the claim `{}` needs {what}", kind.name())).expecting(what);
        match kind.takes() {
            Takes::Nothing => {}
            Takes::Adaptive => {
                claim.adaptive = adaptive(view)?;
            }
            Takes::Prior | Takes::PriorAndOutputs | Takes::PriorAndWithin => {
                let prior =
                    view.field("prior").ok_or_else(|| missing("the name of a prior: {\"claim\": …, \"prior\": …}"))?;
                claim.prior = Some(prior_name(&prior, mechanism)?);
                claim.outputs = view.field("outputs").map(|v| v.count(1, "the number of outputs")).transpose()?;
                let tolerance = view.field("within").map(|v| within(&v, limits, steps)).transpose()?;
                // Within 0 of the optimum is optimal.
                claim.within = tolerance.filter(|within| !within.is_zero());
                // (ε, 0)-privacy is ε-privacy.
                let delta = view.field("delta").map(|v| read_delta(&v, limits, steps)).transpose()?;
                claim.delta = delta.filter(|delta| !delta.is_zero());
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
            Takes::From | Takes::FromAndPair => {
                let expected = "a closed form's name or a relative path";
                let from = view.field("from").ok_or_else(|| missing("\"from\": a closed form or a relative path"))?;
                let name = Some(from.string(expected)?).filter(|name| !name.is_empty());
                let name = name.ok_or_else(|| from.unexpected(expected))?;
                claim.from = Some(closed_form(name).unwrap_or(name).to_owned());
                let nodes = mechanism.query.graph.nodes();
                let of = if claim.names_closed_form() { nodes } else { usize::MAX };
                claim.pair = view.field("pair").map(|v| pair(&v, of)).transpose()?;
            }
            Takes::AtMost | Takes::Epsilon | Takes::Rho => {
                let (key, example) = match kind.takes() {
                    Takes::Epsilon => ("epsilon", "\"epsilon\", a bound: {\"claim\": …, \"epsilon\": \"1\"}"),
                    Takes::Rho => ("rho", "\"rho\", a bound: {\"claim\": …, \"rho\": \"1/2\"}"),
                    _ => ("at_most", "\"at_most\", a bound on δ: {\"claim\": …, \"at_most\": \"1e-3\"}"),
                };
                let of = view;
                let view = of.field(key).ok_or_else(|| missing(example))?;
                claim.at_most = Some(bound(&view, limits, steps)?);
                if kind.takes() == Takes::Rho {
                    claim.epsilon = of.field("epsilon").map(|view| bound(&view, limits, steps)).transpose()?;
                }
            }
            Takes::Distance => {
                view.field("distance").ok_or_else(|| missing("\"distance\": a whole number from 1"))?;
                claim.distance = Some(distance(view)?);
            }
            Takes::OrderAndBound => {
                let example = "\"order\" and \"bound\": {\"claim\": …, \"order\": 2, \"bound\": \"1/4\"}";
                if view.field("order").is_none() || view.field("bound").is_none() {
                    return Err(missing(example));
                }
                claim.divergence = Some((order(view)?, bound(&view.required("bound")?, limits, steps)?));
            }
        }
        claim.on = Terms::read(view, (kind, claim.adaptive), (limits, steps))?.map(Box::new);
        claim.fits(mechanism).map_err(|why| view.error(why).expecting("a claim that fits this file"))?;
        Ok(claim)
    }

    /// Whether the claim makes sense for this file.
    ///
    /// # Errors
    /// A sentence on what it lacks.
    pub fn fits(&self, mechanism: &Mechanism) -> Result<(), String> {
        let name = self.kind.name();
        let hamming = matches!(mechanism.query.graph.family(), Family::Hamming { .. });
        let of_alpha = self.names_closed_form() && self.from.as_deref() != Some("uniform");
        match (self.kind, mechanism.channel()) {
            (kind, _) if mechanism.privacy.rho.is_some() && kind.rule().of_alpha && !self.has_own_epsilon() => {
                let own =
                    if terms::keys(kind).contains(&"epsilon") { "give it an \"epsilon\" of its own, " } else { "" };
                Err(format!(
                    "the claim `{name}` is about the declared ε, and this file declares ρ: {own}claim `zcdp`, `bounded-range` or \
                     `renyi-dp`, or declare \"epsilon\" in the place of \"rho\""
                ))
            }
            _ if mechanism.privacy.rho.is_some() && of_alpha => Err(format!(
                "the closed form \"{}\" depends on ε, and this file declares ρ: name a mechanism file, or \"uniform\"",
                self.from.as_deref().unwrap_or_default()
            )),
            (kind, _) if mechanism.counts().is_some() && kind.rule().sample == Way::Not => {
                Err(format!("the claim `{name}` needs a table of probabilities, and counts of runs are none"))
            }
            (kind, _) if mechanism.counts().is_none() && kind.rule().sample == Way::Own => {
                Err(format!("the claim `{name}` needs counts of runs: \"mechanism\": {{\"counts\": [[…], …]}}"))
            }
            (kind, _) if mechanism.incomplete().is_some() && (kind.rule().missing == Way::Not || self.adaptive) => {
                let with = if self.adaptive { " with \"adaptive\"" } else { "" };
                Err(format!(
                    "the claim `{name}`{with} needs a whole table, and mass is missing of this one: give the mechanism's own probabilities \
                     without \"missing\", or claim `dp` or `approximate-dp`, which are then about every completion"
                ))
            }
            (kind, _) if mechanism.gaussian().is_some() && (kind.rule().gaussian == Way::Not || self.adaptive) => {
                let with = if self.adaptive { " with \"adaptive\"" } else { "" };
                Err(format!(
                    "the claim `{name}`{with} needs a table, and discrete Gaussian noise has outputs on all whole numbers: of it `dp`, \
                     `approximate-dp`, `group-privacy`, `renyi-dp`, `bounded-range` and `zcdp` can be claimed"
                ))
            }
            (kind, _) if mechanism.promises() > 0 && kind.rule().promises == Way::Not => Err(format!(
                "the claim `{name}` needs the tables of all parts: a promise is about neighbours alone, and says nothing else; of \
                 promises `dp`, `approximate-dp`, `renyi-dp`, `bounded-range` and `zcdp` can be claimed"
            )),
            (kind, None) if kind.speaks_of_x() && matches!(mechanism.structure, Structure::None) => {
                Err(format!("the claim `{name}` needs a mechanism"))
            }
            (kind, _) if !kind.is_same_under_remaps() && mechanism.is_merged() => Err(format!(
                "the claim `{name}` is about single outputs, and geometric noise has infinitely many: it is decided on a table in \
                     which some are merged, of which this says another thing; expected a \"report\" that has finitely many, \
                     such as {{\"clamp\": [0, 10]}}"
            )),
            (kind, x) if kind.needs_rounding() && x.as_ref().is_none_or(|x| x.rounding.is_none()) => {
                Err(format!("the claim `{name}` needs the mechanism's \"rounding\""))
            }
            (Kind::IndividualLeakage | Kind::ExpectedError, _) if !hamming => {
                Err(format!("the claim `{name}` needs a Hamming graph"))
            }
            _ if mechanism.has_lengths() && !self.knows_lengths(&mechanism.query.graph) => {
                Err(match (self.kind, mechanism.query.graph.unit()) {
                    (Kind::Threshold, 1) => format!("the claim `threshold` takes {}", no_powers(1)),
                    (Kind::Threshold, k) => format!(
                        "the claim `threshold` is about α where lengths are whole: multiply them by {k}, and declare α^(1/{k})"
                    ),
                    _ if self.adaptive || self.delta.is_some() => {
                        let key = if self.adaptive { "adaptive" } else { "delta" };
                        format!("the claim `{name}` with \"{key}\" does not apply to a graph whose edges have lengths")
                    }
                    _ => format!("the claim `{name}` does not apply to a graph whose edges have lengths"),
                })
            }
            (Kind::Oblivious, _) if mechanism.query.answers.is_none() => Err(format!(
                "the claim `{name}` needs a query given by its answers, fewer than databases, and a row for each database"
            )),
            (Kind::ExpectedError, None) => Err(format!("the claim `{name}` needs one table, and no composition")),
            _ if self.adaptive && mechanism.large_product().is_some() => Err(format!(
                "the claim `{name}` with \"adaptive\" needs a table, and no product too large to be written out"
            )),
            (Kind::ExpectedError, Some(x)) if x.width != mechanism.query.graph.nodes() => {
                Err(format!("the claim `{name}` needs the nodes as outputs"))
            }
            _ => Ok(()),
        }
    }
}

fn prior_name(view: &View, mechanism: &Mechanism) -> Result<String, Error> {
    let name = view.string("the name of a prior")?;
    if mechanism.prior(name).is_none() {
        let known: Vec<_> = mechanism.priors.iter().map(|(name, _)| shorten(name)).collect();
        let names: Vec<&str> = mechanism.priors.iter().map(|(name, _)| name.as_str()).collect();
        let hint = nearest(name, &names).map(|name| format!("; did you mean {}?", shorten(name)));
        let unknown = view.unexpected(&format!("one of the file's priors ({})", known.join(", ")));
        return Err(unknown.hint(&hint.unwrap_or_default()));
    }
    Ok(name.to_owned())
}

/// `distance`, and `at_most`.
pub(crate) fn distance(view: &View) -> Result<(usize, bool), Error> {
    let nearer = match view.field("at_most") {
        Some(nearer) => match nearer.value() {
            Value::Bool(nearer) => *nearer,
            _ => return Err(nearer.unexpected("true or false: whether nodes at smaller distances are meant too")),
        },
        None => false,
    };
    Ok((view.required("distance")?.count(1, "the distance")?, nearer))
}

/// `adaptive`: whether the neighbours may change after each answer.
pub(crate) fn adaptive(view: &View) -> Result<bool, Error> {
    view.field("adaptive").map_or(Ok(false), |view| view.bool())
}

/// `order`.
pub(crate) fn order(view: &View) -> Result<usize, Error> {
    view.required("order")?.count(2, "the order, a whole number from 2")
}

/// Two different nodes of a mechanism with so many.
pub(crate) fn pair(view: &View, nodes: usize) -> Result<[usize; 2], Error> {
    let of = if nodes == usize::MAX { String::new() } else { format!(" below {nodes}") };
    let expected = format!("two different nodes of the other mechanism, by their numbers{of}: [0, 1]");
    let ends = view.array(&expected)?.map(|end| end.count(0, "a node")).collect::<Result<Vec<_>, _>>()?;
    match ends[..] {
        [i, h] if i != h && i.max(h) < nodes => Ok([i, h]),
        [i, h] => Err(view.found(format!("[{i}, {h}]"), expected)),
        _ => Err(view.unexpected(&expected)),
    }
}

/// What a divergence, δ, ε or ρ is to be at most: a rational ≥ 0.
fn bound(view: &View, limits: &Limits, steps: &Budget) -> Result<Rational, Error> {
    let bound = rational(view, limits, steps)?;
    if bound.is_negative() { Err(view.unexpected("a number ≥ 0")) } else { Ok(bound) }
}

/// How far from optimal: a rational ≥ 0.
fn within(view: &View, limits: &Limits, steps: &Budget) -> Result<Rational, Error> {
    let with_example = |mut e: Error| {
        if e.message.ends_with("has no meaning in this place") {
            e.message += ": how far from optimal is a rational number, such as \"1e-9\"";
        }
        e
    };
    let within = rational(view, limits, steps).map_err(with_example)?;
    if within.is_negative() { Err(view.unexpected("a number ≥ 0")) } else { Ok(within) }
}

/// Whether the entries of a table were printed rounded, and a printed row does not sum to 1: what sets of outputs of
/// such rows add up to says nothing of the true ones.
fn is_off(view: Option<&View>, mechanism: &Mechanism, reading: &Reading) -> Result<bool, Error> {
    let Some(channel) = mechanism.channel().filter(|x| x.rounding.as_ref().is_some_and(Rational::is_positive)) else {
        return Ok(false);
    };
    let refused = |why| match view {
        Some(view) => refusal(view, &why),
        None => Error::malformed("$".into(), 0, why.to_string()),
    };
    any_sum_is_off(&channel.table, |rest| reading.ground().vanishes(rest)).map_err(refused)
}

/// The declared claims, and those on terms of their own. Of counts of runs, that they do not refute the declared
/// privacy. Where there is a mechanism, that it is stochastic, of a printed table that it is the rounding of one that
/// is, unless the file itself says more; and the declared privacy, with δ of a printed table whose rows don't sum to 1
/// that of one that rounds to it, which alone is said where mass is missing, or where there are promises and no table.
/// Then the file's. A claim stated twice is one claim with both expectations.
pub(super) fn declared(
    view: Option<&View>,
    mechanism: &Mechanism,
    reading: &Reading,
) -> Result<(Vec<Claimed>, Vec<OnTerms>), Error> {
    let (mut stated, incomplete) = (Vec::new(), mechanism.incomplete().is_some());
    let mut on_terms: Vec<OnTerms> = Vec::new();
    let list = view.map(|view| {
        view.array("an array of claims").map_err(|e| match view.string("") {
            Ok(name) if Kind::named(name).is_some() => e.meant(&format!("[\"{name}\"]")),
            _ => e,
        })
    });
    for item in list.transpose()?.into_iter().flatten() {
        let claim = Claim::read(&item, mechanism, &["expect"], (reading.limits, reading.steps))?;
        let gain = &mechanism.gain;
        let expect =
            item.field("expect").map(|v| Expect::read(&v, claim.kind, gain, incomplete, reading)).transpose()?;
        let of_delta = |expect: &Expect| expect.bounds.iter().any(|(name, _)| *name == "delta_at_most");
        if claim.kind == Kind::Zcdp && claim.epsilon.is_none() && expect.as_ref().is_some_and(of_delta) {
            let beside = "\"epsilon\" beside \"rho\", at which ρ implies a δ: {\"claim\": \"zcdp\", \"rho\": …, \"epsilon\": \"3\", …}";
            return Err(item.instead("`delta_at_most` is expected, and at no ε", beside));
        }
        if let Some(terms) = &claim.on {
            let place = OnTerms::place(&mut on_terms, terms, &item, mechanism, reading)?;
            if let (Some(known), Some(expect)) = (on_terms.get(place), &expect) {
                known.can_expect(expect, &item)?;
            }
        }
        stated.push((claim, expect));
    }
    let mut claims: Vec<Claimed> = Vec::new();
    if mechanism.counts().is_some() {
        claims.push(Claimed { claim: Claim::plain(Kind::NotRefuted), expects: Vec::new() });
    } else if mechanism.has_mechanism() || incomplete || mechanism.gaussian().is_some() {
        let rounded = mechanism.channel().is_some_and(|channel| channel.rounding.is_some());
        let exact = !rounded || stated.iter().any(|(claim, _)| claim.kind == Kind::Stochastic);
        let rows = if exact { Kind::Stochastic } else { Kind::StochasticWithinRounding };
        let private = match Claim::declared(mechanism) {
            claim if claim.kind == Kind::ApproximateDp && is_off(view, mechanism, reading)? => {
                Claim::plain(Kind::ApproximateDpWithinRounding)
            }
            claim => claim,
        };
        let rows = Some(rows).filter(|_| !incomplete && !mechanism.is_all_promised());
        let implied = rows.map(Claim::plain).into_iter().chain([private]);
        claims.extend(implied.map(|claim| Claimed { claim, expects: Vec::new() }));
    }
    let mut places: HashMap<Claim, usize> = claims.iter().map(|known| known.claim.clone()).zip(0..).collect();
    let mut plain = HashSet::new();
    for (claim, expect) in stated {
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
    for (_, claimed) in claims.iter_mut().enumerate().filter(|(place, _)| plain.contains(place)) {
        if !claimed.expects.is_empty() {
            claimed.expects.push(Expect::plain(String::new()));
        }
    }
    let (own, plain) = claims.into_iter().partition::<Vec<_>, _>(|claimed| claimed.claim.on.is_some());
    for claimed in own {
        let known = on_terms.iter_mut().find(|known| Some(&known.terms) == claimed.claim.on.as_deref());
        known.into_iter().for_each(|known| known.claims.push(claimed.clone()));
    }
    Ok((plain, on_terms))
}
