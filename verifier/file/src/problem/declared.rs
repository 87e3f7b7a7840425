//! The claims of a problem that is read by itself.

use super::agree;
use super::claim::{Parameters, Places, RELATIONS, of_kind, value};
use super::convert;
use super::numbers::Numbers;
use crate::alpha::Point;
use crate::error::Error;
use crate::json::{Value, View};
use crate::limits::{Budget, Limits};
use crate::model::{self, Kind};
use crate::number::{Rational, compare};
use dp_kernel::{Claim, Declared, Expect, Expected, Family, Fraction, Gain, Name, Problem, Relation, Root, Verdict};
use num_traits::Zero;
use std::collections::HashSet;

/// Each claim once, with what is expected of it.
pub(super) fn claims(
    view: &View,
    problem: &Problem,
    places: &Places,
    numbers: &Numbers,
) -> Result<Vec<Declared>, Error> {
    let mut seen = HashSet::new();
    let mut claims = Vec::new();
    for item in view.array("an array of claims")? {
        let kind = item.required("claim")?;
        let kind = Kind::named(kind.string("a claim's name")?).ok_or_else(|| kind.unexpected("a claim's name"))?;
        let parameter = |view: &View, which: Parameter| {
            let number = numbers.lowest(&numbers.rational(view)?, view)?;
            match which {
                Parameter::Within if !number.is_positive() => Err(view.unexpected("a number > 0")),
                Parameter::Bound if number.is_negative() => Err(view.unexpected("a number ≥ 0")),
                _ => Ok(number),
            }
        };
        let claim = claim(&item, kind, places, &["expect"], &parameter)?;
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

/// The claim of a statement in a certificate, as the problem has it; keys in `beside` are left to the caller.
///
/// # Errors
/// No such claim, or one that names what the problem does not have.
pub fn stated(
    view: &View,
    places: &Places,
    beside: &[&str],
    (limits, steps): (&Limits, &Budget),
) -> Result<(Kind, Claim), Error> {
    view.is_object("a statement: an object with \"claim\" and \"verdict\"")?;
    let kind = view.required("claim")?;
    let kind = Kind::named(kind.string("a claim's name")?).ok_or_else(|| kind.unexpected("a claim's name"))?;
    let parameter = |view: &View, which: Parameter| match which {
        Parameter::Within => model::within(view, limits, steps),
        Parameter::Bound => model::bound(view, limits, steps),
    };
    Ok((kind, claim(view, kind, places, beside, &parameter)?))
}

/// A number among a claim's parameters.
#[derive(Debug, Clone, Copy)]
enum Parameter {
    Within,
    Bound,
}

/// The claim, its numbers being read as is said.
fn claim(
    view: &View,
    kind: Kind,
    places: &Places,
    beside: &[&str],
    number: &dyn Fn(&View, Parameter) -> Result<Rational, Error>,
) -> Result<Claim, Error> {
    view.only(&[&["claim"], kind.takes().keys(), beside].concat())?;
    of_kind(kind, &InFile { view, places, number })
}

/// The place of a prior that stands there.
fn prior(name: &View, places: &Places) -> Result<usize, Error> {
    places.prior(name.string("the name of a prior")?).ok_or_else(|| name.unexpected("the name of a prior"))
}

/// A claim in a file, the places of a problem, and how its numbers are read.
struct InFile<'a> {
    view: &'a View<'a>,
    places: &'a Places<'a>,
    number: &'a dyn Fn(&View, Parameter) -> Result<Rational, Error>,
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
        let within = self.view.field("within").map(|view| (self.number)(&view, Parameter::Within)).transpose()?;
        Ok(within.filter(|within| !within.is_zero()).as_ref().map(convert::fraction))
    }

    fn distance(&self) -> Result<(usize, bool), Error> {
        model::distance(self.view)
    }

    fn divergence(&self) -> Result<(usize, Fraction), Error> {
        let bound = (self.number)(&self.view.required("bound")?, Parameter::Bound)?;
        Ok((model::order(self.view)?, convert::fraction(&bound)))
    }

    fn adaptive(&self) -> Result<bool, Error> {
        model::adaptive(self.view)
    }

    fn pair(&self) -> Result<Option<[usize; 2]>, Error> {
        self.view.field("pair").map(|view| model::pair(&view, usize::MAX)).transpose()
    }
}

/// What the problem lacks for a claim.
fn fits(claim: &Claim, problem: &Problem) -> Result<(), &'static str> {
    let hamming = matches!(problem.graph.family(), Family::Hamming { .. });
    let of_parent = || problem.product.as_ref().map(|product| &product.rows);
    let rows = problem.table.as_ref().or_else(of_parent);
    let width = rows.and_then(|rows| rows.first()).map(dp_kernel::Vector::len);
    match claim {
        Claim::AdaptiveDp | Claim::AdaptiveApproximateDp if problem.table.is_none() && problem.parts.is_empty() => {
            Err("a table or parts")
        }
        claim if claim.needs_table() && width.is_none() && problem.parts.is_empty() && problem.response.is_none() => {
            Err("a table")
        }
        Claim::StochasticWithinRounding | Claim::DpWithinRounding if problem.rounding.is_none() => Err("a rounding"),
        Claim::IndividualLeakage | Claim::ExpectedError if !hamming => Err("a Hamming graph"),
        claim if problem.graph.has_lengths() && !claim.knows_lengths(problem.graph.unit()) => {
            Err("a graph whose edges have no lengths")
        }
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

fn expect(view: &View, kind: Kind, problem: &Problem, numbers: &Numbers) -> Result<Expect, Error> {
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
fn bound(view: &View, kind: Kind, problem: &Problem, numbers: &Numbers) -> Result<(Name, Relation, Expected), Error> {
    let name = view.required("value")?;
    let text = name.string("a value's name")?;
    let of_loss = matches!(text, "loss" | "least_loss");
    let known = kind.values().contains(&text) && (!of_loss || is_loss(&problem.gain));
    let unknown = || name.unexpected("a value that the claim has");
    let value = value(text).filter(|_| known).ok_or_else(unknown)?;
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
