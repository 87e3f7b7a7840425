//! The claims of a problem that is read by itself.

use super::claim::{Parameters, Places, RELATIONS, of_kind};
use super::numbers::Numbers;
use super::{agree, value};
use crate::error::Error;
use crate::json::{Value, View};
use crate::model::{self, Kind};
use crate::number::{Rational, compare};
use dp_kernel::{
    Claim, Declared, Expect, Expected, Family, Fraction, Gain, Mechanism, Name, Point, RawProblem, Relation, Root,
    Verdict, Way,
};
use std::collections::HashSet;

/// Each claim once, with what is expected of it.
pub(super) fn claims(
    view: &View,
    problem: &RawProblem,
    places: &Places,
    numbers: &Numbers,
) -> Result<Vec<Declared>, Error> {
    let mut seen = HashSet::new();
    let mut claims = Vec::new();
    for item in view.array("an array of claims")? {
        let kind = item.required("claim")?;
        let kind = Kind::named(kind.string("a claim's name")?).ok_or_else(|| kind.unexpected("a claim's name"))?;
        item.only(&[&["claim", "expect"], kind.takes().keys()].concat())?;
        let claim = of_kind(kind, &InFile { view: &item, places, numbers })?;
        fits(&claim, problem).map_err(|why| item.error(format!("the claim `{}` needs {why}", kind.name())))?;
        if !agree::pair(&claim, problem) {
            return Err(item.found("a pair", "two nodes of the other mechanism, by their numbers"));
        }
        if !seen.insert(claim.clone()) {
            return Err(item.found("the claim a second time", "each claim once"));
        }
        let expects = match item.field("expect") {
            Some(list) => {
                let all = list.array("an array of expectations, one or more")?;
                if all.len() == 0 {
                    return Err(list.unexpected("an array of expectations, one or more"));
                }
                all.map(|item| expect(&item, kind, problem, numbers)).collect::<Result<_, _>>()?
            }
            None => Vec::new(),
        };
        claims.push(Declared { claim, expects });
    }
    Ok(claims)
}

/// The place of a prior that stands there.
fn prior(name: &View, places: &Places) -> Result<usize, Error> {
    places.prior(name.string("the name of a prior")?).ok_or_else(|| name.unexpected("the name of a prior"))
}

/// A claim of a problem, the places of what it names, and what its numbers are read with.
struct InFile<'a> {
    view: &'a View<'a>,
    places: &'a Places<'a>,
    numbers: &'a Numbers<'a>,
}

impl InFile<'_> {
    fn rational(&self, view: &View) -> Result<Rational, Error> {
        self.numbers.lowest(&self.numbers.rational(view)?, view)
    }
}

impl Parameters for InFile<'_> {
    type Error = Error;

    fn prior(&self) -> Result<usize, Error> {
        prior(&self.view.required("prior")?, self.places)
    }

    fn priors(&self) -> Result<Vec<usize>, Error> {
        let names = self.view.required("priors")?;
        let all = names.array("two or more names of priors")?.map(|name| prior(&name, self.places));
        let all = all.collect::<Result<Vec<_>, _>>()?;
        let distinct: HashSet<&usize> = all.iter().collect();
        if all.len() < 2 || distinct.len() < all.len() {
            return Err(names.unexpected("two or more different names of priors"));
        }
        Ok(all)
    }

    fn other(&self) -> Result<usize, Error> {
        let from = self.view.required("from")?;
        let place = self.places.other(from.string("a name of \"others\"")?);
        place.ok_or_else(|| from.unexpected("a name of \"others\""))
    }

    fn outputs(&self) -> Result<Option<usize>, Error> {
        self.view.field("outputs").map(|v| v.count(1, "the number of outputs")).transpose()
    }

    fn within(&self) -> Result<Option<Fraction>, Error> {
        let Some(view) = self.view.field("within") else { return Ok(None) };
        let within = self.rational(&view)?;
        if within.is_positive() { Ok(Some((&within).into())) } else { Err(view.unexpected("a number > 0")) }
    }

    fn delta(&self) -> Result<Option<Fraction>, Error> {
        let Some(view) = self.view.field("delta") else { return Ok(None) };
        let delta = self.rational(&view)?;
        let fits = delta.is_positive() && delta.numer() < delta.denom();
        if fits { Ok(Some((&delta).into())) } else { Err(view.unexpected("a number > 0 and < 1")) }
    }

    fn distance(&self) -> Result<(usize, bool), Error> {
        model::distance(self.view)
    }

    fn divergence(&self) -> Result<(usize, Fraction), Error> {
        let view = self.view.required("bound")?;
        let bound = self.rational(&view)?;
        if bound.is_negative() {
            return Err(view.unexpected("a number ≥ 0"));
        }
        Ok((model::order(self.view)?, (&bound).into()))
    }

    fn adaptive(&self) -> Result<bool, Error> {
        model::adaptive(self.view)
    }

    fn at_most(&self, key: &'static str) -> Result<Fraction, Error> {
        let view = self.view.required(key)?;
        let delta = self.rational(&view)?;
        if delta.is_negative() { Err(view.unexpected("a number ≥ 0")) } else { Ok((&delta).into()) }
    }

    fn epsilon(&self) -> Result<Option<Fraction>, Error> {
        self.view.field("epsilon").map(|_| self.at_most("epsilon")).transpose()
    }

    fn pair(&self) -> Result<Option<[usize; 2]>, Error> {
        self.view.field("pair").map(|view| model::pair(&view, usize::MAX)).transpose()
    }
}

/// What the problem lacks for a claim.
fn fits(claim: &Claim, problem: &RawProblem) -> Result<(), &'static str> {
    let hamming = matches!(problem.graph.family(), Family::Hamming { .. });
    let (mechanism, rule) = (&problem.mechanism, claim.rule());
    let rows = mechanism.table().or_else(|| mechanism.product().map(|product| &*product.rows));
    let width = rows.and_then(|rows| rows.first()).map(dp_kernel::Vector::len);
    let is_there =
        !matches!(mechanism, Mechanism::None | Mechanism::Table(_) | Mechanism::Product(_)) || width.is_some();
    match claim {
        Claim::AdaptiveDp | Claim::AdaptiveApproximateDp
            if mechanism.table().is_none() && mechanism.uses().is_empty() =>
        {
            Err("a table or parts")
        }
        _ if problem.rho.is_some() && claim.rule().of_alpha => Err("an α that is declared, in the place of ρ"),
        _ if mechanism.counts().is_some() && rule.sample == Way::Not => Err("a table"),
        _ if mechanism.counts().is_none() && rule.sample == Way::Own => Err("counts of runs"),
        _ if mechanism.incomplete().is_some() && rule.missing == Way::Not => Err("a whole table"),
        _ if mechanism.gaussian().is_some() && rule.gaussian == Way::Not => Err("a table"),
        _ if mechanism.has_promises() && rule.promises == Way::Not => Err("the tables of all parts"),
        _ if rule.speaks_of_x() && !is_there => Err("a table"),
        Claim::StochasticWithinRounding | Claim::DpWithinRounding | Claim::ApproximateDpWithinRounding
            if problem.rounding.is_none() =>
        {
            Err("a rounding")
        }
        Claim::IndividualLeakage | Claim::ExpectedError if !hamming => Err("a Hamming graph"),
        _ if !rule.knows_lengths(&problem.graph) => Err("a graph whose edges have no lengths"),
        Claim::Oblivious if problem.answers.is_none() => Err("answers"),
        Claim::ExpectedError if width != Some(problem.graph.nodes()) => Err("the nodes as outputs"),
        _ => Ok(()),
    }
}

fn is_loss(gain: &Gain) -> bool {
    match gain {
        Gain::Binary | Gain::Distance => false,
        Gain::BinaryLoss | Gain::Absolute | Gain::Squared => true,
        Gain::Table { loss, .. } => *loss,
    }
}

fn expect(view: &View, kind: Kind, problem: &RawProblem, numbers: &Numbers) -> Result<Expect, Error> {
    view.only(&["verdict", "bounds"])?;
    let verdict = view.required("verdict")?;
    let expected = "\"holds\" or \"fails\"";
    let verdict = match verdict.string(expected)? {
        "holds" => Verdict::Holds,
        "fails" => Verdict::Fails,
        _ => return Err(verdict.unexpected(expected)),
    };
    let mut bounds = Vec::new();
    if let Some(list) = view.field("bounds") {
        for item in list.array("an array of bounds")? {
            bounds.push(bound(&item, kind, problem, numbers)?);
        }
    }
    Ok(Expect { verdict, bounds })
}

/// {`value`, and one of `equals`, `at_least`, `at_most`}.
fn bound(
    view: &View,
    kind: Kind,
    problem: &RawProblem,
    numbers: &Numbers,
) -> Result<(Name, Relation, Expected), Error> {
    let name = view.required("value")?;
    let text = name.string("a value's name")?;
    let of_loss = matches!(text, "loss" | "least_loss");
    let values = kind.values_of(problem.mechanism.incomplete().is_some());
    let known = values.contains(&text) && (!of_loss || is_loss(&problem.gain));
    let unknown = || name.unexpected("a value that the claim has");
    let value = value::named(text).filter(|_| known).ok_or_else(unknown)?;
    let found = RELATIONS.iter().find_map(|(key, relation)| Some((*key, *relation, view.field(key)?)));
    let form = "an object with \"value\" and one of \"equals\", \"at_least\" and \"at_most\"";
    let Some((key, relation, item)) = found else { return Err(view.unexpected(form)) };
    view.only(&["value", key])?;
    let expected = match (value, item.value()) {
        (Name::Unique, Value::Bool(flag)) if relation == Relation::Equals => Expected::Flag(*flag),
        (Name::Set, Value::Array(_)) if relation == Relation::Equals => {
            Expected::Set(item.array("")?.map(|part| ends(&part, numbers)).collect::<Result<_, _>>()?)
        }
        (Name::Unique | Name::Set, _) => return Err(item.unexpected("what such a value equals")),
        _ => Expected::Number(numbers.fraction(&item)?),
    };
    Ok((value, relation, expected))
}

/// The two ends of a part of a set.
fn ends(view: &View, numbers: &Numbers) -> Result<[Root; 2], Error> {
    let expected = "the two ends of a part, the same for a point";
    let ends = view.array(expected)?.map(|end| numbers.root(&end)).collect::<Result<Vec<_>, _>>()?;
    let Ok([(low, x), (high, y)]) = <[_; 2]>::try_from(ends) else { return Err(view.unexpected(expected)) };
    match (x, y) {
        (Point::Rational(x), Point::Rational(y)) if compare(&x, &y).is_gt() => Err(view.unexpected(expected)),
        _ => Ok([low, high]),
    }
}
