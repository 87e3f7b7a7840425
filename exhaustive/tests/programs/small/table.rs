//! Tables: half of them optimal, tight, or exact ties; others random, private and not.

use super::alpha::Privacy;
use super::query::Query;
use super::random::{Random, tiny};
use serde_json::{Map, Value, json};

/// A table by expressions, row by row.
type Rows = Vec<Vec<String>>;

/// What `certify construct` makes of a query file: kind, prior.
pub(crate) type Construct<'c> = dyn Fn(&str, Option<&str>, &Value) -> Option<Value> + 'c;

/// A mechanism for the file, whose priors and gain stand there already; and how many outputs it has, or 0.
pub(crate) fn mechanism(
    random: &mut Random,
    query: &Query,
    privacy: &Privacy,
    document: &Map<String, Value>,
    construct: &Construct,
) -> Option<Value> {
    if query.kind == "databases" {
        let rows: Rows = (0..query.rows).map(|_| random.distribution(3)).collect();
        return Some(matrix(if random.once_in(2) { vec![rows[0].clone(); query.rows] } else { rows }));
    }
    let made = match random.between(0, 19) {
        0 => return None,
        1 if query.kind == "line" && privacy.text["alpha"] != "1" => noise(random),
        1 | 2 => json!({ "family": family(random, query) }),
        3..=5 => constructed("optimal", Some("p0"), document, construct)
            .unwrap_or_else(|| matrix(turned(random, private(query, privacy)))),
        6 => constructed("tight-constraints", None, document, construct)
            .unwrap_or_else(|| matrix(turned(random, private(query, privacy)))),
        7..=9 => matrix(turned(random, private(query, privacy))),
        10 | 11 => matrix(nearly(random, private(query, privacy))),
        12 => {
            let constant: Vec<String> = random.distribution(3);
            let row: Vec<String> = if random.once_in(2) { vec!["0".into(), "1".into()] } else { constant };
            matrix(vec![row; query.rows])
        }
        13 => match constructed("optimal", Some("p0"), document, construct) {
            Some(made) => disturbed(random, &made),
            None => matrix(nearly(random, private(query, privacy))),
        },
        14 if query.databases.is_some() => {
            let (v, u) = query.databases.unwrap_or((2, 1));
            let rows: Rows = (0..v).map(|_| random.distribution(v)).collect();
            json!({ "product": { "matrix": rows }, "individuals": u })
        }
        15 if query.kind != "lengths" => composition(random, query),
        16 | 17 => {
            let columns = random.between(2, 12);
            let near = |row: Vec<String>| row.iter().map(|x| format!("9/10/{columns}+({x})/10")).collect();
            matrix((0..query.rows).map(|_| near(random.distribution(columns))).collect())
        }
        _ => {
            let columns = random.between(2, 12);
            matrix((0..query.rows).map(|_| random.distribution(columns)).collect())
        }
    };
    Some(printed(random, made))
}

fn matrix(rows: Rows) -> Value {
    json!({ "matrix": rows })
}

fn constructed(kind: &str, prior: Option<&str>, document: &Map<String, Value>, construct: &Construct) -> Option<Value> {
    let mut made = construct(kind, prior, &Value::Object(document.clone()))?;
    let mut mechanism = made.get_mut("mechanism")?.take();
    mechanism.as_object_mut()?.remove("outputs");
    mechanism.get("matrix").is_some().then_some(mechanism)
}

/// Geometric noise on all whole numbers, told in some way.
fn noise(random: &mut Random) -> Value {
    let [low, width] = [random.between(0, 6), random.between(0, 4)];
    let report = match random.between(0, 4) {
        0 => return json!({ "family": "geometric" }),
        1 => json!({ "at_least": low }),
        2 => json!({ "clamp": [low, low + width] }),
        3 => json!({ "modulo": width + 1 }),
        _ => json!({ "round_to": width + 1 }),
    };
    json!({ "family": "geometric", "report": report })
}

fn family(random: &mut Random, query: &Query) -> &'static str {
    let fits = match query.kind {
        "line" => "truncated-geometric",
        "complete" => "randomised-response",
        "hamming" => "exponential",
        _ => "uniform",
    };
    if random.once_in(6) { "uniform" } else { fits }
}

/// A table that is private and tight everywhere or at many places, as functions of α.
///
/// On trees Φ·diag(z), whose z_j is (1 − (deg j − 1)α)/(1 + α), where that is ≥ 0; elsewhere randomised response, which
/// is private on any graph.
fn private(query: &Query, privacy: &Privacy) -> Rows {
    let n = query.rows;
    let a = if privacy.text["alpha"] == "1" { "1" } else { "a" };
    if query.is_tree()
        && let (Some(distances), Some(edges)) = (query.distances(), &query.edges)
    {
        let degree = |j: usize| edges.iter().flatten().filter(|&&i| i == j).count();
        let entry = |i: usize, j: usize| format!("{a}^{}*(1-{}*{a})/(1+{a})", distances[i][j], degree(j).max(1) - 1);
        // With leaves only beside one node, that one's z may be below 0: a table that is no mechanism.
        return (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
    }
    let entry = |i: usize, j: usize| format!("{}/(1+{}*{a})", if i == j { "1" } else { a }, n - 1);
    (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
}

/// The same after a remap of its outputs: columns exchanged, joined or split in two.
fn turned(random: &mut Random, rows: Rows) -> Rows {
    let columns = rows.first().map_or(0, Vec::len);
    match random.between(0, 4) {
        0 | 1 => rows,
        2 => {
            let by = random.between(0, columns);
            rows.into_iter()
                .map(|mut row| {
                    row.rotate_left(by % columns);
                    row
                })
                .collect()
        }
        3 => {
            let to: Vec<usize> = (0..columns).map(|_| random.between(0, columns - 1)).collect();
            let used: Vec<usize> = (0..columns).filter(|k| to.contains(k)).collect();
            let joined = |row: &Vec<String>, k: usize| {
                let parts = row.iter().zip(&to).filter(|(_, to)| **to == k).map(|(x, _)| x.clone());
                parts.collect::<Vec<_>>().join("+")
            };
            rows.iter().map(|row| used.iter().map(|&k| joined(row, k)).collect()).collect()
        }
        _ => {
            let (k, share) = (random.between(0, columns - 1), random.fraction());
            rows.into_iter()
                .map(|mut row| {
                    let whole = row[k].clone();
                    row[k] = format!("({whole})*({share})");
                    row.push(format!("({whole})*(1-{share})"));
                    row
                })
                .collect()
        }
    }
}

/// The same beside a tie by very little, or by much: mixed with the uniform table, or one row moved.
fn nearly(random: &mut Random, rows: Rows) -> Rows {
    let k = random.between(1, 40);
    let share = random.one_of(&[tiny(40), tiny(20), tiny(k), "1/3".to_owned()]);
    let columns = rows.first().map_or(1, Vec::len);
    if random.once_in(2) {
        let mixed = |x: &String| format!("({x})*(1-{share})+{share}/{columns}");
        return rows.iter().map(|row| row.iter().map(mixed).collect()).collect();
    }
    moved(random, rows, &share)
}

fn moved(random: &mut Random, mut rows: Rows, share: &str) -> Rows {
    let (i, columns) = (random.between(0, rows.len() - 1), rows.first().map_or(1, Vec::len));
    if columns > 1 {
        let k = random.between(0, columns - 2);
        let x = rows[i][k].clone();
        rows[i][k] = format!("({x})*(1-{share})");
        rows[i][k + 1] = format!("{}+({x})*({share})", rows[i][k + 1]);
    }
    rows
}

fn disturbed(random: &mut Random, made: &Value) -> Value {
    let text = |x: &Value| x.as_str().map_or_else(|| x.to_string(), ToOwned::to_owned);
    let row = |row: &Value| row.as_array().into_iter().flatten().map(text).collect::<Vec<_>>();
    let rows: Rows = made["matrix"].as_array().into_iter().flatten().map(row).collect();
    matrix(nearly(random, rows))
}

fn composition(random: &mut Random, query: &Query) -> Value {
    let mut part = || {
        let columns = random.between(2, 3);
        json!({ "matrix": (0..query.rows).map(|_| random.distribution(columns)).collect::<Vec<_>>() })
    };
    let (mut first, second) = (part(), part());
    first["times"] = random.between(1, 3).into();
    json!({ "compose": [first, second] })
}

/// With `rounding` perhaps.
fn printed(random: &mut Random, mut made: Value) -> Value {
    if made.get("matrix").is_some() && random.once_in(5) {
        let k = random.between(2, 40);
        made["rounding"] = random.one_of(&["0".to_owned(), "1/2000".to_owned(), "1/20".to_owned(), tiny(k)]).into();
    }
    made
}

/// How many columns a table has; 0 where that is not written.
pub(crate) fn outputs(mechanism: &Value, query: &Query) -> usize {
    let rows = mechanism["matrix"].as_array();
    let all = if mechanism.get("report").is_some() { 0 } else { query.nodes };
    rows.map_or(all, |rows| rows.first().and_then(Value::as_array).map_or(0, Vec::len))
}
