//! A problem by itself as JSON, `dp-problem/1`: numbers as integers, everything in one order, a line for each row, prior and
//! claim.

use super::claim::{RELATIONS, kind, name_of};
use super::{Elaborated, FORMAT, Names};
use crate::model;
use crate::number::{BigInt, fraction};
use crate::numerals::{fraction_json, number_json, root_json};
use dp_kernel::{Claim, Declared, Expect, Expected, Family, Gain, Graph, Point, Prior, Problem, Vector, Verdict};
use serde_json::{Map, Value, json};

/// The most entries of a closed form that is written out.
pub(super) const MOST_ENTRIES: usize = 1 << 16;

/// The keys whose items stand on lines of their own.
const LISTS: [&str; 4] = ["table", "priors", "others", "claims"];

/// The canonical text of a problem.
pub fn write(elaborated: &Elaborated) -> String {
    let mut text = String::from("{");
    for (k, (key, value)) in document(elaborated).iter().enumerate() {
        text += if k == 0 { "\n" } else { ",\n" };
        text += &format!("\"{key}\": ");
        match value {
            Value::Array(items) if LISTS.contains(&&**key) && !items.is_empty() => {
                let lines: Vec<String> = items.iter().map(ToString::to_string).collect();
                text += &format!("[\n{}\n]", lines.join(",\n"));
            }
            value => text += &value.to_string(),
        }
    }
    text + "\n}\n"
}

fn document(elaborated: &Elaborated) -> Map<String, Value> {
    let Elaborated { sha256, problem, names } = elaborated;
    let mut all = Map::new();
    let mut add = |key: &str, value: Value| {
        if !value.is_null() {
            all.insert(key.into(), value);
        }
    };
    add("format", FORMAT.into());
    add("sha256", sha256.as_str().into());
    add("name", names.name.as_deref().map_or(Value::Null, Value::from));
    add("declared", declared(&names.declared));
    add("graph", graph(&problem.graph));
    add("labels", labels(names));
    add("databases", names.databases.map_or(Value::Null, databases));
    add("symbol", names.symbol.map_or(Value::Null, |symbol| symbol.letter().to_string().into()));
    add("t", problem.point.as_ref().map_or(Value::Null, point));
    add("alpha", fraction_json(&problem.alpha));
    add("alpha_point", problem.alpha_point.as_ref().map_or(Value::Null, point));
    add("delta", problem.delta.as_ref().map_or(Value::Null, fraction_json));
    add("table", problem.table.as_deref().map_or(Value::Null, vectors));
    add("rounding", problem.rounding.as_ref().map_or(Value::Null, fraction_json));
    add("product", product(problem));
    add("priors", priors(problem, names));
    add("gain", gain(&problem.gain));
    add("answers", problem.answers.as_ref().map_or(Value::Null, |answers| json!(answers)));
    add("others", others(problem, names));
    add("claims", problem.claims.iter().map(|declared| claim(declared, names)).collect());
    all
}

fn declared(declared: &model::Declared) -> Value {
    match declared {
        model::Declared::Alpha(text) => json!({ "alpha": text }),
        model::Declared::Epsilon(text) => json!({ "epsilon": text }),
        model::Declared::Root { polynomial, between } => json!({ "root_of": polynomial, "between": between }),
        model::Declared::Symbolic { between } => json!({ "symbolic": between }),
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
    let rational = |n: &BigInt, d: &BigInt| fraction_json(&super::convert::fraction(&fraction(n.clone(), d.clone())));
    match point {
        Point::Rational(n, d) => rational(n, d),
        Point::Exponential(t) => json!({ "exponential": rational(t.rate().0, t.rate().1) }),
        Point::Algebraic(t) => {
            let coefficients: Vec<String> = t.polynomial().iter().map(ToString::to_string).collect();
            let [low, high, d] = t.between();
            json!({ "root_of": coefficients, "between": [rational(low, d), rational(high, d)] })
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

/// The number of individuals, and the parent's table where X stands beside it.
fn product(problem: &Problem) -> Value {
    let Some(product) = &problem.product else { return Value::Null };
    let mut found = json!({ "individuals": product.individuals });
    found["parent"] = vectors(&product.rows);
    found
}

fn priors(problem: &Problem, names: &Names) -> Value {
    let of = |k: usize, prior: &Prior| {
        let mut all = json!({ "name": names.priors.get(k), "weights": vector(&prior.weights) });
        if !prior.each.is_empty() {
            all["each"] = vectors(&prior.each);
        }
        all
    };
    problem.priors.iter().enumerate().map(|(k, prior)| of(k, prior)).collect()
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

fn others(problem: &Problem, names: &Names) -> Value {
    let of = |(k, other): (usize, &super::Other)| {
        let mut all = json!({ "from": other.from });
        if let Some(sha256) = &other.sha256 {
            all["sha256"] = sha256.as_str().into();
        }
        let entries = problem.graph.nodes().saturating_mul(problem.graph.nodes());
        match (&other.refused, problem.others.get(k)) {
            (Some(why), _) => all["refused"] = why.as_str().into(),
            (None, Some(rows)) if !crate::model::is_closed_form(&other.from) || entries <= MOST_ENTRIES => {
                all["table"] = vectors(rows);
            }
            _ => {}
        }
        all
    };
    names.others.iter().enumerate().map(of).collect()
}

fn claim(declared: &Declared, names: &Names) -> Value {
    let mut all = json!({ "claim": kind(&declared.claim).name() });
    let prior = |place: usize| names.priors.get(place).map_or(Value::Null, |name| name.as_str().into());
    match &declared.claim {
        Claim::Regular(k) | Claim::Utility(k) | Claim::UtilityBound(k) | Claim::Optimal(k) | Claim::Leakage(k) => {
            all["prior"] = prior(*k);
        }
        Claim::LeakageBound { prior: k, outputs } => {
            all["prior"] = prior(*k);
            if let Some(outputs) = outputs {
                all["outputs"] = json!(outputs);
            }
        }
        Claim::JointlyOptimal(all_of_them) => all["priors"] = all_of_them.iter().map(|&k| prior(k)).collect(),
        Claim::Derivable(k) => {
            all["from"] = names.others.get(*k).map_or(Value::Null, |other| other.from.as_str().into());
        }
        _ => {}
    }
    if !declared.expects.is_empty() {
        all["expect"] = declared.expects.iter().map(expect).collect();
    }
    all
}

fn expect(expect: &Expect) -> Value {
    let mut all = json!({ "verdict": if expect.verdict == Verdict::Holds { "holds" } else { "fails" } });
    let bounds: Vec<Value> = expect
        .bounds
        .iter()
        .map(|(name, relation, expected)| {
            let relation = RELATIONS.iter().find(|(_, known)| known == relation).map_or("", |(name, _)| name);
            let mut bound = json!({ "value": name_of(*name) });
            bound[relation] = expected_json(expected);
            bound
        })
        .collect();
    if !bounds.is_empty() {
        all["bounds"] = bounds.into();
    }
    all
}

fn expected_json(expected: &Expected) -> Value {
    match expected {
        Expected::Number(x) => fraction_json(x),
        Expected::Flag(flag) => (*flag).into(),
        Expected::Set(parts) => {
            parts.iter().map(|ends| ends.iter().map(root_json).collect::<Vec<_>>()).map(Value::from).collect()
        }
    }
}
