//! A problem by itself as JSON, `dp-problem/1`: numbers as integers, everything in one order, a line for each row,
//! prior and claim.

use super::{Elaborated, FORMAT, Names, NoTable, Symbol, noises, promise, samples, write_claim};
use crate::limits::words_of;
use crate::model;
use crate::number::Rational;
use crate::numerals::{fraction_json, number_json};
use crate::object::{add, object};
use dp_kernel::{
    Claim, Counts, Events, Family, Fraction, Gain, Graph, Number, Point, Prior, Problem, Response, Use, Used, Vector,
};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// The most entries of a closed form that is written out.
pub(super) const MOST_ENTRIES: usize = 1 << 16;

/// A word of a number costs so many steps a word to be written in digits.
const STEPS_OF_DIGITS: u64 = 2;

/// What stands at a key: a value, or a list whose items stand on lines of their own.
enum Part<'a> {
    Whole(Value),
    Lines(Box<dyn Iterator<Item = Value> + 'a>),
}

/// The canonical text of a problem.
pub fn write(elaborated: &Elaborated) -> String {
    let mut text = Vec::new();
    // Memory takes all that is written, which is UTF-8.
    let _ = write_to(elaborated, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// Writes the canonical text of a problem, line by line: that of a short file may be as long as the memory allows.
///
/// # Errors
/// Those of the output.
pub fn write_to(elaborated: &Elaborated, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    for (k, (key, part)) in document(elaborated).into_iter().enumerate() {
        write!(out, "{}\n\"{key}\": ", if k == 0 { "" } else { "," })?;
        match part {
            Part::Whole(value) => write!(out, "{value}")?,
            Part::Lines(items) => {
                let mut items = items.peekable();
                let (open, close): (&[u8], &[u8]) =
                    if items.peek().is_some() { (b"[\n", b"\n]") } else { (b"[", b"]") };
                out.write_all(open)?;
                while let Some(item) = items.next() {
                    write!(out, "{item}{}", if items.peek().is_some() { ",\n" } else { "" })?;
                }
                out.write_all(close)?;
            }
        }
    }
    out.write_all(b"\n}\n")
}

/// About how many word operations [`write_to`] takes: long numbers become digits slowly, and a file may give them by a
/// formula.
pub fn steps_to_write(elaborated: &Elaborated) -> u64 {
    let problem = &elaborated.problem;
    let of_gain = if let Gain::Table { rows, .. } = &problem.gain { &rows[..] } else { &[] };
    let parts = problem.mechanism.uses().iter().flat_map(|of| of.part.rows());
    let others = problem.others.iter().flat_map(|other| &other.rows);
    let priors = problem.priors.iter().map(|prior| &prior.weights);
    let vectors = table(problem).into_iter().flatten().chain(parts).chain(others).chain(priors).chain(of_gain);
    let of_number = |x: &Number| x.words().saturating_mul(words_of(x.bits())).saturating_mul(STEPS_OF_DIGITS);
    let numbers = vectors.flat_map(|vector| vector.numerators.iter().chain([&vector.denominator]));
    numbers.map(of_number).fold(0, u64::saturating_add)
}

/// The keys in their order, those with nothing to say left out.
fn document(elaborated: &Elaborated) -> Vec<(&'static str, Part<'_>)> {
    let Elaborated { sha256, problem, names } = elaborated;
    let mut all = Vec::new();
    let mut add = |key, part| {
        if !matches!(part, Part::Whole(Value::Null)) {
            all.push((key, part));
        }
    };
    add("format", Part::Whole(FORMAT.into()));
    add("sha256", Part::Whole(sha256.as_str().into()));
    add("name", Part::Whole(names.name.as_deref().map_or(Value::Null, Value::from)));
    add("declared", Part::Whole(declared(&names.declared)));
    add("samples", Part::Whole(samples::json(&names.samples)));
    add("geometric", Part::Whole(noises::json(&names.noises)));
    add("graph", Part::Whole(graph(&problem.graph)));
    add("labels", Part::Whole(labels(names)));
    add("databases", Part::Whole(names.databases.map_or(Value::Null, databases)));
    add("symbol", Part::Whole(names.symbol.map_or(Value::Null, symbol)));
    add("t", Part::Whole(problem.point.as_ref().map_or(Value::Null, point)));
    // α stands for nothing beside ρ.
    let alpha = Some(&problem.alpha).filter(|_| problem.rho.is_none());
    add("alpha", Part::Whole(alpha.map_or(Value::Null, fraction_json)));
    add("rho", Part::Whole(problem.rho.as_ref().map_or(Value::Null, fraction_json)));
    add("alpha_point", Part::Whole(problem.alpha_point.as_ref().map_or(Value::Null, point)));
    add("delta", Part::Whole(problem.delta.as_ref().map_or(Value::Null, fraction_json)));
    if let Some(rows) = table(problem) {
        add("table", Part::Lines(Box::new(rows.iter().map(vector))));
    }
    add("rounding", Part::Whole(problem.rounding.as_ref().map_or(Value::Null, fraction_json)));
    add("counts", Part::Whole(problem.mechanism.counts().map_or(Value::Null, |of| counts(of, names))));
    let further = problem.mechanism.incomplete().map(|table| json!({ "further_outputs": table.further }));
    add("missing", Part::Whole(further.unwrap_or(Value::Null)));
    let noise = problem.mechanism.response().map(Response::noise);
    add("noise", Part::Whole(noise.map_or(Value::Null, fraction_json)));
    let sigma2 = problem.mechanism.gaussian().map(|noise| fraction_json(&Fraction::from(&noise.sigma2)));
    add("gaussian", Part::Whole(sigma2.unwrap_or(Value::Null)));
    add("product", Part::Whole(product(problem)));
    if !problem.mechanism.uses().is_empty() {
        add("parts", Part::Lines(Box::new(parts(problem, names))));
    }
    add("priors", Part::Lines(Box::new(priors(problem, names))));
    add("gain", Part::Whole(gain(&problem.gain)));
    add("answers", Part::Whole(problem.answers.as_ref().map_or(Value::Null, |answers| json!(answers))));
    add("others", Part::Lines(Box::new(others(problem, names))));
    add("claims", Part::Lines(Box::new(problem.claims.iter().map(|declared| write_claim::claim(declared, names)))));
    all
}

/// X where it is written out, or what is known of it.
fn table(problem: &Problem) -> Option<&[Vector]> {
    problem.mechanism.table().or(problem.mechanism.incomplete().map(|table| &*table.rows))
}

/// `"a"` or `"b"`, whichever t is; or the powers of t that the two are.
fn symbol(symbol: Symbol) -> Value {
    match symbol {
        Symbol::Powers([a, b]) => json!({ "a": a.to_string(), "b": b.to_string() }),
        symbol => symbol.letter().to_string().into(),
    }
}

fn declared(declared: &model::Declared) -> Value {
    match declared {
        model::Declared::Alpha(text) => json!({ "alpha": text }),
        model::Declared::Epsilon(text) => json!({ "epsilon": text }),
        model::Declared::Root { polynomial, between } => json!({ "root_of": polynomial, "between": between }),
        model::Declared::Symbolic { between } => json!({ "symbolic": between }),
        model::Declared::Rho(text) => json!({ "rho": text }),
    }
}

fn labels(names: &Names) -> Value {
    let mut labels = Map::new();
    for (key, list) in [("nodes", &names.nodes), ("outputs", &names.outputs), ("answers", &names.answers)] {
        if let Some(list) = list {
            labels.insert(key.into(), json!(list));
        }
    }
    if labels.is_empty() { Value::Null } else { Value::Object(labels) }
}

fn databases(databases: model::Databases) -> Value {
    json!({ "values": databases.values, "individuals": databases.individuals })
}

fn graph(graph: &Graph) -> Value {
    let n = graph.nodes();
    let plain = |family: &str| json!({ "family": family, "nodes": n });
    match graph.family() {
        Family::Line => plain("line"),
        Family::Cycle => plain("cycle"),
        Family::Complete => plain("complete"),
        Family::Star => plain("star"),
        Family::Hamming { values, individuals } => {
            json!({ "family": "hamming", "values": values, "individuals": individuals })
        }
        Family::Sum { most } => json!({ "family": "sum", "nodes": n, "max": most }),
        Family::Counts { individuals, queries } => {
            json!({ "family": "counts", "individuals": individuals, "queries": queries })
        }
        Family::Lengths { arcs, unit, fine } => {
            let above = |(i, list): (usize, &Vec<(usize, u64)>)| {
                list.iter().filter(|(h, _)| *h > i).map(|&(h, length)| (i, h, length)).collect::<Vec<_>>()
            };
            let edges: Vec<(usize, usize, u64)> = arcs.iter().enumerate().flat_map(above).collect();
            match fine {
                true => json!({ "family": "lengths", "nodes": n, "edges": edges, "unit": unit }),
                false => json!({ "nodes": n, "edges": edges, "unit": unit }),
            }
        }
        Family::Directed(lists) => {
            let of = |(i, list): (usize, &Vec<usize>)| list.iter().map(|&h| [i, h]).collect::<Vec<_>>();
            json!({ "nodes": n, "arcs": lists.iter().enumerate().flat_map(of).collect::<Vec<_>>() })
        }
        Family::Listed(neighbours) => {
            let above =
                |(i, list): (usize, &Vec<usize>)| list.iter().filter(|&&h| h > i).map(|&h| [i, h]).collect::<Vec<_>>();
            let edges: Vec<[usize; 2]> = neighbours.iter().enumerate().flat_map(above).collect();
            json!({ "nodes": n, "edges": edges })
        }
    }
}

/// t, or α by itself.
fn point(point: &Point) -> Value {
    let rational = |x: &Rational| fraction_json(&x.into());
    match point {
        Point::Rational(x) => rational(x),
        Point::Exponential(t) => json!({ "exponential": rational(t.rate()) }),
        Point::Beside(both) => {
            let u = Point::Algebraic(both.u.clone());
            json!({ "exponential": rational(both.t.rate()), "beside": self::point(&u) })
        }
        Point::Algebraic(t) => {
            let coefficients: Vec<String> = t.polynomial().coefficients().iter().map(ToString::to_string).collect();
            let [low, high] = t.between();
            json!({ "root_of": coefficients, "between": [rational(&low), rational(&high)] })
        }
        Point::Interval(interval) => {
            let ends: Vec<Value> = interval.ends().iter().map(self::point).collect();
            json!({ "between": ends })
        }
    }
}

/// A vector with each of its entries.
fn vector(x: &Vector) -> Value {
    let numerators: Vec<Value> = x.numerators.iter().map(number_json).collect();
    json!({ "denominator": number_json(&x.denominator), "numerators": numerators })
}

fn vectors(rows: &[Vector]) -> Value {
    rows.iter().map(vector).collect()
}

/// How often each output came at each node, the confidence and the events.
fn counts(of: &Counts, names: &Names) -> Value {
    let events = match &of.events {
        Events::Outputs => "outputs".into(),
        Events::AtLeast => "at-least".into(),
        Events::All => "all".into(),
        Events::Listed(sets) => json!(sets),
    };
    let mut all = object("rows", json!(of.rows));
    add(&mut all, "confidence", fraction_json(&(&of.confidence).into()));
    add(&mut all, "events", events);
    if let Some(words) = &names.chosen_on {
        add(&mut all, "chosen_on", words.as_str().into());
    }
    all.into()
}

/// The number of individuals, and the parent's table where X stands beside it.
fn product(problem: &Problem) -> Value {
    let Some(product) = problem.mechanism.product() else { return Value::Null };
    json!({ "individuals": product.individuals, "parent": vectors(&product.rows) })
}

/// Each part of a composition, with its file, or what it promises.
fn parts<'a>(problem: &'a Problem, names: &'a Names) -> impl Iterator<Item = Value> + 'a {
    let of = |(k, part): (usize, &Use)| {
        let mut all = object("times", part.times);
        if let Some(Some((path, sha256))) = names.parts.get(k) {
            add(&mut all, "file", path.as_str().into());
            add(&mut all, "sha256", sha256.as_str().into());
        }
        match &part.part {
            Used::Table(rows) => add(&mut all, "table", vectors(rows)),
            Used::Promise(promise) => add(&mut all, "promise", promise::json(promise)),
        }
        all.into()
    };
    problem.mechanism.uses().iter().enumerate().map(of)
}

fn priors<'a>(problem: &'a Problem, names: &'a Names) -> impl Iterator<Item = Value> + 'a {
    let of = move |(k, prior): (usize, &Prior)| {
        let mut all = object("name", json!(names.priors.get(k)));
        add(&mut all, "weights", vector(&prior.weights));
        if !prior.each.is_empty() {
            add(&mut all, "each", vectors(&prior.each));
        }
        all.into()
    };
    problem.priors.iter().enumerate().map(of)
}

fn gain(gain: &Gain) -> Value {
    match gain {
        Gain::Binary => "binary".into(),
        Gain::Distance => "distance".into(),
        Gain::BinaryLoss => "binary-loss".into(),
        Gain::Absolute => "absolute-loss".into(),
        Gain::Squared => "squared-loss".into(),
        Gain::Table { rows, loss } => json!({ "rows": vectors(rows), "loss": loss }),
    }
}

fn others<'a>(problem: &'a Problem, names: &'a Names) -> impl Iterator<Item = Value> + 'a {
    let of = move |(k, other): (usize, &super::Other)| {
        let mut all = object("from", other.from.as_str());
        if let Some(sha256) = &other.sha256 {
            add(&mut all, "sha256", sha256.as_str().into());
        }
        let entries = problem.graph.nodes().saturating_mul(problem.graph.nodes());
        let table = problem.others.get(k);
        match (&other.refused, table.map(|other| &other.rows)) {
            (Some(NoTable::Because(why)), _) => add(&mut all, "refused", why.as_str().into()),
            // Of findings, which a problem by itself has not.
            (Some(NoTable::Limit(_)), _) => {}
            (None, Some(rows)) if !crate::model::is_closed_form(&other.from) || entries <= MOST_ENTRIES => {
                add(&mut all, "table", vectors(rows));
            }
            _ => {}
        }
        // Whose neighbours are all meant.
        let of_all = Claim::TradeOff { from: k, pair: None };
        if let Some(neighbours) =
            table.and_then(|table| table.graph.as_ref()).filter(|_| other.refused.is_none() && other.sha256.is_some())
            && problem.claims.iter().any(|declared| declared.claim == of_all)
        {
            add(&mut all, "graph", graph(neighbours));
        }
        all.into()
    };
    names.others.iter().enumerate().map(of)
}
