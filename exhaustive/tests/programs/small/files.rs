//! Random small mechanism files: all claims, all kinds of α, numbers of up to forty digits.

use super::alpha::{Privacy, privacy};
use super::query::{Query, query};
use super::random::{Random, almost_one, tiny};
use super::table::{Construct, mechanism, outputs};
use serde_json::{Map, Value, json};

/// A file, and what kind of α it has.
pub(crate) struct File {
    pub(crate) text: Value,
    pub(crate) kind: &'static str,
    pub(crate) rational: bool,
}

/// What is so of some tables that complete one, and not of others, is undecided, and says so.
pub(crate) const OF_SOME: &str = "some completions may be";

/// The most nodes of files in the suite, where programs are slow, and of all others.
pub(crate) const SHORT: usize = 5;
pub(crate) const WHOLE: usize = 12;

/// The file of that number, of up to `most` nodes.
pub(crate) fn file(seed: u64, most: usize, construct: &Construct) -> File {
    let random = &mut Random::new(seed);
    let privacy = privacy(random, seed);
    let query = query(random, most, privacy.symbolic);
    let mut document = Map::new();
    document.insert("format".into(), "dp-mechanism/1".into());
    document.insert("name".into(), format!("small {seed}").into());
    document.insert("privacy".into(), privacy.text.clone());
    if query.kind == "lengths" {
        // Lengths are no matter of δ.
        document["privacy"].as_object_mut().map(|fields| fields.remove("delta"));
    }
    document.insert("query".into(), query.text.clone());
    let names: Vec<String> = (0..random.between(1, 2)).map(|k| format!("p{k}")).collect();
    let priors: Map<String, Value> = names.iter().map(|name| (name.clone(), prior(random, &query, &privacy))).collect();
    document.insert("priors".into(), priors.into());
    gain(random, &query, &mut document);
    let is_counted = seed % 8 == 6 && !privacy.symbolic && query.kind != "lengths" && query.kind != "databases";
    if is_counted {
        let family = family(&query);
        // Bounds of many runs take long, all of which are to be exact for a claim about laws.
        let of_laws = random.once_in(2);
        let most = random.one_of(if of_laws { &[0, 1, 4, 30, 1_000] } else { &[0, 1, 4, 30, 1_000, 1_000_000] });
        // The outputs of a closed form are the nodes.
        let is_drawn = of_laws && random.once_in(2) && (2..=12).contains(&query.nodes);
        let outputs = if is_drawn { query.nodes } else { random.between(2, if of_laws { 14 } else { 6 }) };
        document.insert("mechanism".into(), counts(random, query.rows, outputs, most));
        let mut claims = vec![not_refuted(random)];
        if of_laws {
            claims.push(private_by_sample(random));
        }
        if is_drawn {
            claims.push(sampled_from(random, family));
        }
        if random.once_in(3) {
            claims.push(claim(random, &query, &names, None));
        }
        document.insert("claims".into(), claims.into());
        return File { text: document.into(), kind: privacy.kind, rational: privacy.rational };
    }
    // Some have noise on all whole numbers, and no table.
    if seed % 16 == 3 && ["line", "sum"].contains(&query.kind) {
        let sigma2 = random.one_of(&["1/4", "1", "4", "1000", "1/100"]);
        document.insert("mechanism".into(), json!({ "family": "discrete-gaussian", "sigma2": sigma2 }));
        let claims =
            json!([{ "claim": "zcdp", "rho": "1/8" }, { "claim": "renyi-dp", "order": 3, "bound": "3/8" }, "dp"]);
        document.insert("claims".into(), claims);
        return File { text: document.into(), kind: privacy.kind, rational: privacy.rational };
    }
    let table = mechanism(random, &query, &privacy, &document, construct);
    document.extend(table.clone().map(|table| ("mechanism".to_owned(), table)));
    let mut claims: Vec<Value> = Vec::new();
    // Some tables are not whole; what is claimed of them is claimed of every completion, or of no table.
    let plain = table.as_ref().filter(|table| table.as_object().is_some_and(|keys| keys.keys().eq(["matrix"])));
    let table = match plain.filter(|_| seed % 4 == 1 && query.kind != "lengths").map(|table| lacking(random, table)) {
        Some(lacking) => {
            document.insert("mechanism".into(), lacking);
            claims.push(of_completions(random));
            None
        }
        None => table,
    };
    for _ in 0..random.between(1, 2) {
        let made = claim(random, &query, &names, table.as_ref());
        // A claim is made once.
        if claims.iter().all(|other| other["claim"] != made["claim"]) {
            claims.push(made);
        }
    }
    document.insert("claims".into(), claims.into());
    File { text: document.into(), kind: privacy.kind, rational: privacy.rational }
}

/// The table with less of each row, or of some.
fn lacking(random: &mut Random, table: &Value) -> Value {
    let rows = table["matrix"].as_array().cloned().unwrap_or_default();
    let parts: Vec<usize> = rows.iter().map(|_| random.one_of(&[20, 19, 19, 15, 10, 0]).to_owned()).collect();
    let text = |x: &Value| x.as_str().map_or_else(|| x.to_string(), str::to_owned);
    let less = |(row, k): (&Value, &usize)| -> Vec<String> {
        row.as_array().into_iter().flatten().map(|x| format!("({})*{k}/20", text(x))).collect()
    };
    // Rows that are no distributions lack something else.
    let missing = |(row, k): (&Value, &usize)| {
        let sum: Vec<String> = row.as_array().into_iter().flatten().map(|x| format!("({})", text(x))).collect();
        format!("1-({})*{k}/20", sum.join("+"))
    };
    let mut made = json!({
        "matrix": rows.iter().zip(&parts).map(less).collect::<Vec<_>>(),
        "missing": rows.iter().zip(&parts).map(missing).collect::<Vec<_>>(),
    });
    if random.once_in(2) {
        made["further_outputs"] = random.once_in(3).into();
    }
    made
}

fn of_completions(random: &mut Random) -> Value {
    let (claim, values) = random.one_of(&[
        ("dp", ["epsilon_at_least", "epsilon_at_most"]),
        ("approximate-dp", ["delta_at_least", "delta_at_most"]),
    ]);
    let mut made = json!({ "claim": claim });
    if random.once_in(2) {
        let value = random.one_of(&values);
        let how = random.one_of(&["at_least", "at_most", "equals"]);
        let number = if random.once_in(2) { "0".to_owned() } else { random.fraction() };
        made["expect"] = json!({ value: { how: number } });
    }
    made
}

/// Counts of runs in the place of a table: none, few or many, alike at all nodes or not, and some outputs that never
/// came.
fn counts(random: &mut Random, nodes: usize, outputs: usize, most: usize) -> Value {
    let alike: Vec<usize> = (0..outputs).map(|_| random.between(0, most)).collect();
    let rows: Vec<Vec<usize>> = (0..nodes)
        .map(|_| {
            let near = random.once_in(2);
            let mut count = |o: usize| match random.between(0, 3) {
                _ if near => alike[o] + random.between(0, alike[o] / 20 + 1),
                0 => 0,
                1 => random.between(0, most / 100 + 1),
                _ => random.between(0, most),
            };
            (0..outputs).map(&mut count).collect()
        })
        .collect();
    let k = random.between(1, 12);
    let confidence = random.one_of(&["0.95".to_owned(), "1/2".to_owned(), "3/4".to_owned(), almost_one(k), tiny(k)]);
    let mut made = json!({ "counts": rows, "confidence": confidence });
    match random.between(0, 4) {
        0 => {}
        1 => made["events"] = "outputs".into(),
        2 => made["events"] = "at-least".into(),
        3 if outputs < 9 => made["events"] = "all".into(),
        _ => {
            let sets = (0..random.between(1, 3)).map(|_| {
                let first = random.between(0, outputs - 2);
                (first..random.between(first + 1, outputs - 1)).collect::<Vec<_>>()
            });
            made["events"] = json!(sets.collect::<Vec<_>>());
            made["chosen_on"] = "other runs".into();
        }
    }
    made
}

fn not_refuted(random: &mut Random) -> Value {
    let mut made = json!({ "claim": "not-refuted" });
    if random.once_in(2) {
        let value = random.one_of(&["epsilon_at_least", "delta_at_least"]);
        let how = random.one_of(&["at_least", "at_most", "equals"]);
        let number = if random.once_in(2) { "0".to_owned() } else { random.fraction() };
        made["expect"] = json!({ value: { how: number } });
    }
    made
}

fn private_by_sample(random: &mut Random) -> Value {
    let other = random.fraction();
    let at_most = random.one_of(&["0", "1/20", "1", &other]).to_owned();
    let mut made = json!({ "claim": "private-by-sample", "at_most": at_most });
    expect_at_most(random, &mut made, "delta_at_most");
    made
}

fn sampled_from(random: &mut Random, family: &str) -> Value {
    let mut made = json!({ "claim": "sampled-from", "from": family });
    expect_at_most(random, &mut made, "distance_at_most");
    made
}

fn expect_at_most(random: &mut Random, made: &mut Value, value: &str) {
    if random.once_in(3) {
        let how = random.one_of(&["at_least", "at_most", "equals"]);
        let other = random.fraction();
        let number = random.one_of(&["0", "1", &other]).to_owned();
        made["expect"] = json!({ value: { how: number } });
    }
}

/// A closed form that there is on this graph.
fn family(query: &Query) -> &'static str {
    match query.kind {
        "line" => "truncated-geometric",
        "complete" => "randomised-response",
        "hamming" => "exponential",
        _ => "uniform",
    }
}

fn prior(random: &mut Random, query: &Query, privacy: &Privacy) -> Value {
    let n = query.nodes;
    match random.between(0, 9) {
        _ if query.kind == "databases" => "uniform".into(),
        0 | 1 => "uniform".into(),
        2 => json!({ "corner": random.between(0, n - 1) }),
        3 => json!({ "point": random.between(0, n - 1) }),
        4 if query.databases.is_some() => {
            let (v, u) = query.databases.unwrap_or((2, 1));
            let lists = if random.once_in(2) { 1 } else { u };
            json!({ "product": (0..lists).map(|_| random.distribution(v)).collect::<Vec<_>>() })
        }
        5 if privacy.text["alpha"] != "1" && n > 1 => {
            // Ties between two nodes: one is α times as probable as the other.
            let mut row = vec!["a/(1+a)".to_owned(), "1/(1+a)".to_owned()];
            row.resize(n, "0".to_owned());
            row.rotate_left(random.between(0, n - 1));
            row.into()
        }
        6 => {
            // On the border of what is regular: between two corners.
            let Some(distances) = query.distances() else { return random.distribution(n).into() };
            let (i, h) = (random.between(0, n - 1), random.between(0, n - 1));
            let sum = |i: usize| distances[i].iter().map(|d| format!("a^{d}")).collect::<Vec<_>>().join("+");
            let half = |i: usize, k: usize| format!("a^{}/({})/2", distances[i][k], sum(i));
            (0..n).map(|k| format!("{}+{}", half(i, k), half(h, k))).collect::<Vec<_>>().into()
        }
        _ => random.distribution(n).into(),
    }
}

fn gain(random: &mut Random, query: &Query, document: &mut Map<String, Value>) {
    let n = query.nodes;
    let guesses = random.between(1, 12);
    let table = |random: &mut Random, rows: usize, columns: usize| {
        let long = random.once_in(2);
        let mut entry = || if long { random.gain() } else { random.one_of(&["0", "1", "-1", "1/2", "2"]).to_owned() };
        json!((0..rows).map(|_| (0..columns).map(|_| entry()).collect::<Vec<_>>()).collect::<Vec<_>>())
    };
    match random.between(0, 9) {
        _ if query.kind == "databases" => None,
        0 if query.distances().is_some() => document.insert("gain".into(), "distance".into()),
        1 | 2 => document.insert("gain".into(), table(random, guesses, n)),
        3 if query.kind == "line" || query.kind == "sum" => {
            document.insert("loss".into(), random.one_of(&["absolute", "squared"]).into())
        }
        4 => document.insert("loss".into(), table(random, n, guesses)),
        _ => None,
    };
}

const OF_QUERY: [&str; 7] = [
    "tight-constraints-exist",
    "regular",
    "utility-bound",
    "leakage-bound",
    "threshold",
    "jointly-optimal",
    "jointly-optimal",
];
const OF_TABLE: [&str; 19] = [
    "stochastic",
    "dp",
    "approximate-dp",
    "group-privacy",
    "renyi-dp",
    "bounded-range",
    "zcdp",
    "trade-off",
    "tight-constraints",
    "utility",
    "optimal",
    "universally-optimal",
    "leakage",
    "g-leakage",
    "g-capacity",
    "capacity",
    "mutual-information",
    "shannon-capacity",
    "derivable",
];

/// Those that are made of a composition.
const OF_PARTS: [&str; 6] = ["dp", "approximate-dp", "leakage", "capacity", "mutual-information", "shannon-capacity"];

fn claim(random: &mut Random, query: &Query, priors: &[String], table: Option<&Value>) -> Value {
    let mut names: Vec<&str> = OF_QUERY.to_vec();
    if let Some(table) = table {
        names.extend(OF_TABLE);
        // Those that need a search, more often.
        names.extend(["optimal", "optimal", "optimal", "universally-optimal", "universally-optimal", "derivable"]);
        if query.databases.is_some() {
            names.push("individual-leakage");
            if outputs(table, query) == query.nodes {
                names.push("expected-error");
            }
        }
        if query.kind == "databases" {
            names.push("oblivious");
        }
        if table.get("rounding").is_some() {
            names.extend(["dp-within-rounding", "dp-within-rounding", "stochastic-within-rounding"]);
            names.extend(["approximate-dp-within-rounding"; 2]);
        }
        if !query.is_universal(outputs(table, query)) {
            names.retain(|name| *name != "universally-optimal");
        }
        if table.get("compose").is_some() {
            names = OF_PARTS.to_vec();
        }
    }
    if query.kind == "lengths" {
        let of_rows = ["renyi-dp", "bounded-range", "zcdp", "trade-off"];
        let counted =
            ["threshold", "approximate-dp", "approximate-dp-within-rounding", "group-privacy", "leakage-bound"];
        names.retain(|name| !counted.contains(name) && !of_rows.contains(name));
    }
    if priors.len() < 2 {
        names.retain(|name| *name != "jointly-optimal");
    }
    let name = random.one_of(&names);
    let mut made = json!({ "claim": name });
    match name {
        "regular" | "utility" | "utility-bound" | "optimal" | "leakage" | "g-leakage" | "mutual-information"
        | "leakage-bound" => {
            made["prior"] = random.one_of(priors).into();
        }
        "jointly-optimal" => made["priors"] = priors.into(),
        "derivable" | "trade-off" => made["from"] = family(query).into(),
        "group-privacy" => {
            made["distance"] = random.between(1, 3).into();
            if random.once_in(2) {
                made["at_most"] = true.into();
            }
        }
        "renyi-dp" => {
            made["order"] = random.between(2, 6).into();
            made["bound"] = random.fraction().into();
        }
        "bounded-range" => made["epsilon"] = random.fraction().into(),
        "zcdp" => {
            made["rho"] = random.fraction().into();
            if random.once_in(3) {
                made["epsilon"] = random.fraction().into();
            }
        }
        _ => {}
    }
    if name == "optimal" && random.once_in(5) {
        made["within"] = random.one_of(&["1e-9".to_owned(), "0".to_owned(), tiny(40), "1/100".to_owned()]).into();
    }
    if name == "optimal" && query.kind != "lengths" && random.once_in(4) {
        made["delta"] = random.one_of(&["1e-9".to_owned(), "0".to_owned(), tiny(40), "1/10".to_owned()]).into();
    }
    if name == "leakage-bound" && random.once_in(3) {
        made["outputs"] = random.between(1, 12).into();
    }
    if random.once_in(5) {
        let value = match name {
            "utility" => "utility",
            "utility-bound" => "bound",
            "dp" => random.one_of(&["alpha_max", "epsilon_min"]),
            "threshold" => "alpha_star",
            "leakage" | "capacity" | "leakage-bound" => random.one_of(&["multiplicative", "bits"]),
            "mutual-information" | "shannon-capacity" => "bits",
            "regular" | "tight-constraints-exist" => "sum",
            "optimal" => "optimum",
            _ => return made,
        };
        let how = random.one_of(&["at_least", "at_most", "equals"]);
        made["expect"] = json!({ value: { how: random.fraction() } });
    }
    made
}
