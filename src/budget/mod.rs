//! What repeated use costs: the least ε at a δ, or the least δ at an ε, of several mechanisms together of which nothing
//! is known but their own ε and δ.
//!
//! A mechanism file is made that has the promises as parts of a composition and expects the answer to twelve digits.
//! What is printed is what the verifier says of its certificate.

mod known;
mod rho;

use crate::construct::document::string;
use crate::{Certified, Options, certificate, decide};
use dp_verify::file::Unusable;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::number;
pub(crate) use known::steps;
use known::{Known, Promised, accountants, all, has_unit, number, rational, sum};
use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use serde_json::{Value as Json, json};

pub use known::{Asked, Use};
pub use rho::{ByRho, UseOfRho, by_rho};

/// One end of the answer: a mechanism file, its certificate, and what that proves.
#[derive(Debug)]
pub struct End {
    /// The mechanism file.
    pub file: String,
    /// What was found of it.
    pub certified: Certified,
    /// The value to twelve digits; `inf` where no ε is enough.
    pub value: String,
}

/// The answer.
#[derive(Debug)]
pub struct Budget {
    /// What is enough.
    pub upper: End,
    /// What is asked at least, where the ε of the uses have no common unit that serves: `upper` is of these rounded up,
    /// and this of these rounded down.
    pub lower: Option<End>,
    /// The same after the first uses, in their order; the last one is all of them.
    pub curve: Vec<Point>,
}

/// What so many uses need, the first ones.
#[derive(Debug, Clone)]
pub struct Point {
    /// How many.
    pub uses: usize,
    /// The value to twelve digits.
    pub value: String,
    /// What basic and advanced composition say of ε, where they say something.
    pub accountants: [Option<f64>; 2],
}

impl Budget {
    /// As `dp-budget/1`.
    pub fn to_json(&self, uses: &[Use], asked: &Asked) -> Json {
        let end = |end: &End| {
            let sha256 = &end.certified.report.sha256;
            if end.value == "inf" {
                return json!({ "decimal": "inf", "sha256": sha256 });
            }
            let (low, high) = between(&end.value);
            let low = low.unwrap_or_else(|| "0".to_owned());
            json!({ "decimal": end.value, "at_least": low, "at_most": high, "sha256": sha256 })
        };
        let of_use = |of: &Use| json!({ "epsilon": of.epsilon, "delta": of.delta, "times": of.times });
        let of_point = |point: &Point| {
            let [basic, advanced] = point.accountants;
            json!({ "uses": point.uses, asked.sought(): point.value, "basic": basic, "advanced": advanced })
        };
        json!({
            "format": "dp-budget/1", "version": env!("CARGO_PKG_VERSION"),
            "uses": uses.iter().map(of_use).collect::<Vec<_>>(), "asked": asked.given(), asked.sought(): end(&self.upper),
            "lower": self.lower.as_ref().map(end), "curve": self.curve.iter().map(of_point).collect::<Vec<_>>(),
        })
    }
}

/// The answer, and with a curve what the first uses need.
///
/// # Errors
/// What is wrong with a number, or a limit; a sentence.
pub fn budget(uses: &[Use], asked: &Asked, with_curve: bool, options: &Options) -> Result<Budget, Unusable> {
    let limits = &options.limits;
    let known = uses.iter().map(|of| of.known(limits)).collect::<Result<Vec<_>, _>>()?;
    if known.is_empty() {
        return Err("found no use".into());
    }
    match asked {
        Asked::Delta(delta) => {
            let delta = rational(delta, limits).map_err(|why| format!("--delta: {why}"))?;
            if !(Rational::ZERO..Rational::ONE).contains(&delta) {
                return Err("--delta: found another number, expected 0 ≤ δ < 1".into());
            }
        }
        Asked::Epsilon(epsilon) => {
            number(epsilon, limits, number::epsilon).map(drop).map_err(|why| format!("--epsilon: {why}"))?;
        }
    }
    let (upper, lower) = match has_unit(&known).then(|| end(&known, asked, None, options)) {
        Some(Ok(end)) => (end, None),
        // ε that are no whole multiples of one number.
        Some(Err(why)) if known.iter().all(|of| matches!(of.epsilon, Promised::Epsilon(_))) => return Err(why),
        _ => {
            let of = |up| {
                let rounded: Vec<Known> = known.iter().map(|of| of.rounded(up)).collect();
                end(&rounded, asked, Some(up), options)
            };
            (of(true)?, Some(of(false)?))
        }
    };
    let mut curve = Vec::new();
    let is_rounded = lower.is_some();
    let times: Vec<usize> = known.iter().map(|of| of.times).collect();
    for n in if with_curve { steps(&times) } else { Vec::new() } {
        let mut left = n;
        let first = known.iter().map_while(|of| {
            let times = of.times.min(left);
            left -= times;
            (times > 0).then(|| Known { times, ..if is_rounded { of.rounded(true) } else { of.clone() } })
        });
        let first: Vec<Known> = first.collect();
        let value =
            if left == 0 && n == all(&times) { upper.value.clone() } else { end(&first, asked, None, options)?.value };
        curve.push(Point { uses: n, value, accountants: accountants(&first, asked, limits) });
    }
    Ok(Budget { upper, lower, curve })
}

/// Whom a file says that it is about: promises know their own neighbours.
pub(crate) const WHO: [&str; 2] = ["an input", "its neighbour"];

/// The file for these uses, with what it expects of the answer.
fn end(known: &[Known], asked: &Asked, rounded: Option<bool>, options: &Options) -> Result<End, Unusable> {
    let (name, privacy) = match asked {
        Asked::Delta(delta) => ("epsilon_min", format!("{}, \"delta\": {}", sum(known), string(delta))),
        Asked::Epsilon(epsilon) => ("delta_min", format!("\"epsilon\": {}, \"delta\": \"0\"", string(epsilon))),
    };
    let parts: Vec<String> = known.iter().map(Known::part).collect();
    let note = match rounded {
        None => String::new(),
        Some(up) => {
            let way = if up { "up: what is enough for these is enough" } else { "down: what these need is needed" };
            format!("\n  \"note\": \"The epsilon of each use is rounded {way}.\",")
        }
    };
    let file = |claims: &str| {
        format!(
            "{{\n  \"format\": \"dp-mechanism/1\",\n  \"name\": \"budget of {} uses\",{note}\n  \"privacy\": {{ {privacy} }},\n  \"query\": {{ \
             \"graph\": \"line\", \"nodes\": 2, \"labels\": [\"{}\", \"{}\"] }},\n  \"mechanism\": {{ \"compose\": \
             [\n    {}\n  ] }}{claims}\n}}\n",
            all(&known.iter().map(|of| of.times).collect::<Vec<_>>()),
            WHO[0],
            WHO[1],
            parts.join(",\n    ")
        )
    };
    let first = decided(&file(""), options)?;
    let (verdict, value) = found(&first, name)?;
    let bounds = if value == "inf" { String::new() } else { bounds(name, &value) };
    let expect = format!(
        ",\n  \"claims\": [\n    {{ \"claim\": \"approximate-dp\", \"expect\": {{ \"verdict\": \"{verdict}\"{bounds} }} }}\n  ]"
    );
    let file = file(&expect);
    let certified = decided(&file, options)?;
    match certified.report.status() {
        0 => Ok(End { file, certified, value }),
        _ => Err(over_limit(format!("the answer {name} = {value} was not confirmed"))),
    }
}

fn decided(file: &str, options: &Options) -> Result<Certified, Unusable> {
    let mechanism = Mechanism::read(file.as_bytes(), &options.limits).map_err(|e| over_limit(e.message))?;
    let options = Options { only: vec![Kind::ApproximateDp], ..options.clone() };
    certificate::checked(&mechanism, decide::decide(&mechanism, &options), &options).map_err(|e| over_limit(e.message))
}

/// Why what is asked for, rightly, is not answered.
fn over_limit(message: String) -> Unusable {
    Unusable { over_limit: true, ..message.into() }
}

/// The verdict and the value of that name.
fn found(certified: &Certified, name: &str) -> Result<(&'static str, String), Unusable> {
    let statement = certified.report.statements.iter().find(|statement| statement.claim.kind == Kind::ApproximateDp);
    let statement = statement.ok_or_else(|| over_limit("nothing was found".to_owned()))?;
    let value = statement.values.iter().find(|(known, _)| *known == name).and_then(|(_, value)| value.decimal());
    match (statement.verdict, value) {
        (dp_verify::model::Verdict::Holds, Some(value)) => Ok(("holds", value)),
        (dp_verify::model::Verdict::Fails, Some(value)) => Ok(("fails", value)),
        _ => {
            let why = statement.reason.clone();
            Err(over_limit(why.unwrap_or_else(|| format!("{name} was not found to twelve digits"))))
        }
    }
}

/// That the value is these twelve digits, give or take one of the last.
fn bounds(name: &str, value: &str) -> String {
    if value == "0" {
        return format!(", \"{name}\": {{ \"equals\": \"0\" }}");
    }
    let (low, high) = between(value);
    let low = low.map_or_else(String::new, |low| format!("\"at_least\": \"{low}\", "));
    format!(", \"{name}\": {{ {low}\"at_most\": \"{high}\" }}")
}

/// One of the last digit below, and one above; 0 is 0 itself, and nothing is below it.
pub(crate) fn between(value: &str) -> (Option<String>, String) {
    let (digits, power) = value.split_once('e').map_or((value, ""), |(digits, power)| (digits, power));
    let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
    let whole: Integer = digits.replace('.', "").parse().unwrap_or(Integer::ZERO);
    let told = |n: Integer| {
        let text = format!("{:0>width$}", n.to_string(), width = places + 1);
        let (whole, rest) = text.split_at(text.len() - places);
        let point = if places > 0 { "." } else { "" };
        let power = if power.is_empty() { String::new() } else { format!("e{power}") };
        format!("{whole}{point}{rest}{power}")
    };
    if whole == 0u32 {
        return (None, "0".to_owned());
    }
    (Some(told(&whole - Integer::ONE)), told(&whole + Integer::ONE))
}
