//! Random mechanism files: every claim, every kind of α, small graphs of all families, tables private and not, priors
//! and gains of all kinds, expectations met and not. Most are good files; some are not, which is to be noticed too.

use serde_json::{Map, Value, json};

/// Splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number from `low` to `high`.
    fn between(&mut self, low: usize, high: usize) -> usize {
        low + usize::try_from(self.next() % (high - low + 1) as u64).unwrap_or(0)
    }

    /// True once in so many times.
    fn once_in(&mut self, times: usize) -> bool {
        self.between(1, times) == 1
    }

    fn one_of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.between(0, items.len() - 1)].clone()
    }

    /// Whole numbers ≥ 0 over their sum.
    fn distribution(&mut self, n: usize) -> Vec<String> {
        let mut weights: Vec<usize> = (0..n).map(|_| self.between(0, 9)).collect();
        weights[n - 1] += 1;
        let sum: usize = weights.iter().sum();
        weights.iter().map(|weight| format!("{weight}/{sum}")).collect()
    }

    fn fraction(&mut self) -> String {
        let over = self.between(2, 12);
        format!("{}/{over}", self.between(1, over - 1))
    }
}

/// A graph: its text, its nodes, its edges, and what else claims ask for.
struct Query {
    text: Value,
    kind: &'static str,
    nodes: usize,
    /// Values and individuals, where its nodes are databases.
    databases: Option<(usize, usize)>,
}

fn query(random: &mut Random, small: bool) -> Query {
    let most = if small { 4 } else { 6 };
    let n = random.between(2, most);
    let plain = |kind, n| Query { text: json!({ "graph": kind, "nodes": n }), kind, nodes: n, databases: None };
    match random.between(0, 11) {
        0 | 1 => plain("line", n),
        2 => plain("cycle", n.max(3)),
        3 => plain("complete", n),
        4 => plain("star", n),
        5 | 6 => {
            let (v, u) = random.one_of(&[(2, 1), (3, 1), (2, 2), (2, 2), (2, if small { 2 } else { 3 })]);
            let text = json!({ "graph": "hamming", "values": v, "individuals": u });
            Query { text, kind: "hamming", nodes: power(v, u), databases: Some((v, u)) }
        }
        7 => {
            let (u, v) = random.one_of(&[(1, 2), (2, 2), (1, 3), (3, 1), (2, if small { 1 } else { 3 })]);
            let text = json!({ "graph": "sum", "individuals": u, "max": v });
            Query { text, kind: "sum", nodes: u * v + 1, databases: None }
        }
        8 => {
            let (u, k) = if small { (1, 2) } else { random.one_of(&[(1, 2), (2, 2), (3, 1)]) };
            let text = json!({ "graph": "counts", "individuals": u, "queries": k });
            Query { text, kind: "counts", nodes: power(u + 1, k), databases: None }
        }
        9 => {
            let (v, u) = random.one_of(&[(2, 2), (3, 1), (2, if small { 2 } else { 3 })]);
            let answers: Vec<usize> = (0..power(v, u)).map(|_| random.between(0, 2)).collect();
            let mut different = answers.clone();
            different.sort_unstable();
            different.dedup();
            // A table with a row for each database, or one with a row for each answer.
            let rows = if random.once_in(2) { answers.len() } else { different.len() };
            let text = json!({ "databases": { "values": v, "individuals": u }, "answers": answers });
            Query { text, kind: "databases", nodes: rows, databases: (rows == power(v, u)).then_some((v, u)) }
        }
        10 => {
            // Complete bipartite graphs: for many α no tight-constraints mechanism exists.
            let (a, b) = if small { (2, 3) } else { random.one_of(&[(2, 3), (3, 3), (2, 4), (4, 4)]) };
            let edges: Vec<_> = (0..a).flat_map(|i| (a..a + b).map(move |j| [i, j])).collect();
            Query { text: json!({ "nodes": a + b, "edges": edges }), kind: "edges", nodes: a + b, databases: None }
        }
        _ => {
            let chance = random.between(1, 3);
            let mut edges = Vec::new();
            for i in 0..n {
                for j in i + 1..n {
                    if random.between(0, 3) <= chance {
                        edges.push([i, j]);
                    }
                }
            }
            Query { text: json!({ "nodes": n, "edges": edges }), kind: "edges", nodes: n, databases: None }
        }
    }
}

fn power(base: usize, exponent: usize) -> usize {
    base.pow(u32::try_from(exponent).unwrap_or(0))
}

/// The declared privacy, and whether α is rational.
fn privacy(random: &mut Random, seed: u64) -> (Map<String, Value>, bool) {
    let polynomials = [
        (json!(["-1", "1", "1"]), json!(["0", "1"])),
        (json!(["-1", "0", "2"]), json!(["0", "1"])),
        (json!(["-1", "2", "0", "1"]), json!(["0", "1"])),
        (json!(["1", "-4", "2"]), json!(["0", "1"])),
    ];
    let (text, rational) = match seed % 7 {
        0 => (json!({ "alpha": random.fraction() }), true),
        1 => (json!({ "alpha": random.one_of(&["1", "1/2", "2/5", "0.3", "9/10"]) }), true),
        2 => (json!({ "epsilon": random.one_of(&["0.8", "1", "1/10", "2.5", "1/3"]) }), false),
        3 => (json!({ "epsilon": random.one_of(&["ln(2)", "ln(3)", "2*ln(3/2)"]) }), true),
        4 => (json!({ "epsilon": random.one_of(&["1/2*ln(2)", "1/3*ln(5)", "ln(3)/2"]) }), false),
        5 => {
            let (coefficients, between) = random.one_of(&polynomials);
            (json!({ "alpha": { "root_of": coefficients, "between": between } }), false)
        }
        _ => {
            let between = random.one_of(&[["0", "1"], ["0", "1/2"], ["1/3", "2/3"], ["9/10", "1"]]);
            (json!({ "alpha": "symbolic", "between": between }), false)
        }
    };
    let mut text = text.as_object().cloned().unwrap_or_default();
    if random.once_in(4) {
        text.insert("delta".into(), random.one_of(&["0", "1/100", "1/10", "0.4"]).into());
    }
    (text, rational)
}

/// A stochastic table whose rows are powers of α by distance, as far as a family has them as expressions.
fn formula(random: &mut Random, n: usize, line: bool) -> Vec<Vec<String>> {
    let entry = |i: usize, o: usize| {
        let d = i.abs_diff(o);
        if line && (o == 0 || o == n - 1) {
            return format!("a^{d}/(1+a)");
        }
        if line {
            return format!("(1-a)/(1+a)*a^{d}");
        }
        let over = format!("(1+{}*a)", n - 1);
        if d == 0 { format!("1/{over}") } else { format!("a/{over}") }
    };
    // Mixed with the uniform table, or not.
    let share = random.one_of(&["1", "1", "1/2", "a"]);
    (0..n).map(|i| (0..n).map(|o| format!("({share})*({})+(1-({share}))/{n}", entry(i, o))).collect()).collect()
}

fn mechanism(random: &mut Random, query: &Query, has_b: bool) -> Option<Value> {
    let n = query.nodes;
    let family = match query.kind {
        "line" => "truncated-geometric",
        "complete" => "randomised-response",
        "hamming" => "exponential",
        _ => "uniform",
    };
    let mut made = match random.between(0, 9) {
        0 => return None,
        1 => json!({ "family": family }),
        2 => json!({ "family": if query.kind == "line" || query.kind == "complete" { family } else { "uniform" } }),
        3 if query.kind == "hamming" => {
            let (v, u) = query.databases.unwrap_or((2, 1));
            let rows: Vec<_> = (0..v).map(|_| random.distribution(v)).collect();
            json!({ "product": { "matrix": rows }, "individuals": u })
        }
        3..=5 => json!({ "matrix": formula(random, n, query.kind == "line") }),
        6 => {
            // Rows near the uniform one are private.
            let columns = random.between(1, 3);
            let rows: Vec<Vec<String>> = (0..n).map(|_| random.distribution(columns)).collect();
            let near = |row: &Vec<String>| row.iter().map(|x| format!("9/10/{columns}+({x})/10")).collect::<Vec<_>>();
            json!({ "matrix": rows.iter().map(near).collect::<Vec<_>>() })
        }
        _ => {
            let columns = random.between(2, 4);
            let mut rows: Vec<_> = (0..n).map(|_| random.distribution(columns)).collect();
            if random.once_in(6) {
                rows[0][0] = random.one_of(&["-1/10", "1/7", "0.3333", "2"]).to_owned();
            }
            if random.once_in(4) {
                rows[n - 1] = rows[0].clone();
            }
            json!({ "matrix": rows })
        }
    };
    if has_b && let Some(rows) = made.get_mut("matrix").and_then(Value::as_array_mut) {
        let columns = rows[0].as_array().map_or(1, Vec::len);
        if columns > 1 {
            let row: Vec<String> =
                (0..columns).map(|o| if o == 0 { "b".into() } else { format!("(1-b)/{}", columns - 1) }).collect();
            rows[0] = row.into();
        }
    }
    if made.get("matrix").is_some() && random.once_in(4) {
        made["rounding"] = random.one_of(&["0", "1/2000", "1/20", "1/3"]).into();
    }
    Some(made)
}

fn prior(random: &mut Random, query: &Query, rational: bool) -> Value {
    let n = query.nodes;
    match random.between(0, 6) {
        0 | 1 => "uniform".into(),
        2 => json!({ "corner": random.between(0, n - 1) }),
        3 => json!({ "point": random.between(0, n - 1) }),
        4 if query.kind == "hamming" => {
            let (v, u) = query.databases.unwrap_or((2, 1));
            let lists = if random.once_in(2) { 1 } else { u };
            json!({ "product": (0..lists).map(|_| random.distribution(v)).collect::<Vec<_>>() })
        }
        5 if !rational => {
            let mut row = vec!["(1-a)/2".to_owned(), "(1+a)/2".to_owned()];
            row.resize(n, "0".to_owned());
            row.truncate(n);
            row.into()
        }
        _ => random.distribution(n).into(),
    }
}

fn gain(random: &mut Random, query: &Query, document: &mut Map<String, Value>) {
    let table = |random: &mut Random, rows: usize, columns: usize| {
        let mut entry = || random.one_of(&["0", "1", "-1", "1/2", "3", "2/7"]);
        json!((0..rows).map(|_| (0..columns).map(|_| entry()).collect::<Vec<_>>()).collect::<Vec<_>>())
    };
    let n = query.nodes;
    let guesses = random.between(1, 4);
    match random.between(0, 9) {
        0 => document.insert("gain".into(), "distance".into()),
        1 => document.insert("gain".into(), table(random, guesses, n)),
        2 if query.kind == "line" || query.kind == "sum" => {
            document.insert("loss".into(), random.one_of(&["absolute", "squared"]).into())
        }
        3 => document.insert("loss".into(), "binary".into()),
        4 => document.insert("loss".into(), table(random, n, guesses)),
        _ => None,
    };
}

/// Sets that are thresholds of small graphs: √2/2 as a root of two polynomials, (√5-1)/2, all.
const SETS: [&str; 5] = [
    r#"[["0", "1"]]"#,
    r#"[["0", "1/2"]]"#,
    r#"[["0", {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}]]"#,
    r#"[["0", {"root_of": ["3", "-1", "-6", "2"], "between": ["0", "1"]}]]"#,
    r#"[["0", "1/2"], [{"root_of": ["-1", "0", "2"], "between": ["0", "1"]}, "1"]]"#,
];

fn set(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

const OF_QUERY: [&str; 6] =
    ["tight-constraints-exist", "regular", "utility-bound", "leakage-bound", "threshold", "jointly-optimal"];
const OF_TABLE: [&str; 9] = [
    "stochastic",
    "dp",
    "approximate-dp",
    "tight-constraints",
    "utility",
    "optimal",
    "universally-optimal",
    "leakage",
    "capacity",
];

fn claim(random: &mut Random, query: &Query, priors: &[String], table: Option<&Value>) -> Value {
    let mut names: Vec<&str> = OF_QUERY.to_vec();
    if let Some(table) = table {
        names.extend(OF_TABLE);
        names.extend(["derivable", "optimal", "universally-optimal"]);
        if query.databases.is_some() {
            names.push("individual-leakage");
        }
        if query.kind == "hamming" {
            names.push("expected-error");
        }
        if query.kind == "databases" {
            names.push("oblivious");
        }
        if table.get("rounding").is_some() {
            names.extend(["dp-within-rounding", "dp-within-rounding", "stochastic-within-rounding"]);
        }
    }
    let name = random.one_of(&names);
    let mut made = json!({ "claim": name });
    match name {
        "regular" | "utility" | "utility-bound" | "optimal" | "leakage" | "leakage-bound" => {
            made["prior"] = random.one_of(priors).into();
        }
        "jointly-optimal" => made["priors"] = priors[..2].into(),
        "derivable" => {
            let families: &[&str] = match query.kind {
                "line" => &["truncated-geometric", "uniform"],
                "complete" => &["randomised-response", "uniform"],
                "hamming" => &["exponential", "uniform"],
                _ => &["uniform"],
            };
            made["from"] = random.one_of(families).into();
        }
        _ => {}
    }
    if name == "optimal" && random.once_in(3) {
        made["within"] = random.one_of(&["1e-9", "0", "1/100", "0.2"]).into();
    }
    if name == "leakage-bound" && random.once_in(3) {
        made["outputs"] = random.between(1, 3).into();
    }
    if random.once_in(4) {
        let value = match name {
            "utility" => "utility",
            "utility-bound" => "bound",
            "dp" => random.one_of(&["alpha_max", "epsilon_min"]),
            "threshold" => random.one_of(&["set", "alpha_star"]),
            "approximate-dp" => "delta_min",
            "leakage" | "capacity" | "leakage-bound" => random.one_of(&["multiplicative", "bits"]),
            "regular" | "tight-constraints-exist" => "sum",
            "optimal" => "optimum",
            "jointly-optimal" => "joint",
            "expected-error" => "error",
            _ => "verdict",
        };
        let bound = random.one_of(&["1/2", "4/9", "1", "3/2", "0", "2/5", "0.999", "1/3", "13/100"]);
        let how = random.one_of(&["at_least", "at_most", "equals"]);
        made["expect"] = match value {
            "verdict" => json!({ "verdict": random.one_of(&["holds", "fails"]) }),
            "set" => json!({ "set": { "equals": random.one_of(&SETS.map(set)) } }),
            _ => json!({ value: { how: bound } }),
        };
    }
    made
}

/// A product that is too large to be written out, and what its parent says of it.
fn large_product(random: &mut Random, document: &mut Map<String, Value>) {
    let (values, individuals) = (random.between(2, 3), random.between(12, 60));
    let parent = match random.between(0, 2) {
        0 => json!({ "family": "randomised-response" }),
        1 => json!({ "matrix": formula(random, values, false) }),
        _ => json!({ "matrix": (0..values).map(|_| random.distribution(values)).collect::<Vec<_>>() }),
    };
    let query = json!({ "graph": "hamming", "values": values, "individuals": individuals });
    document.insert("query".into(), query);
    document.insert("mechanism".into(), json!({ "product": parent, "individuals": individuals }));
    document.insert("priors".into(), json!({ "flat": "uniform", "p": { "product": [random.distribution(values)] } }));
    let names = ["dp", "capacity", "individual-leakage", "expected-error", "approximate-dp", "threshold"];
    let mut claims: Vec<Value> = names.iter().filter(|_| random.once_in(2)).map(|name| (*name).into()).collect();
    claims.push(json!({ "claim": "leakage", "prior": "p" }));
    claims.push(json!({ "claim": "utility", "prior": "flat" }));
    document.insert("claims".into(), claims.into());
}

/// The file of that number.
pub(super) fn file(seed: u64) -> Value {
    let random = &mut Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let (privacy, rational) = privacy(random, seed);
    if random.once_in(20) {
        let mut document = Map::new();
        document.insert("format".into(), "dp-mechanism/1".into());
        document.insert("name".into(), format!("random {seed}, a large product").into());
        document.insert("privacy".into(), privacy.into());
        large_product(random, &mut document);
        return document.into();
    }
    let query = query(random, !rational);
    let mut document = Map::new();
    document.insert("format".into(), "dp-mechanism/1".into());
    document.insert("name".into(), format!("random {seed}").into());
    document.insert("privacy".into(), privacy.into());
    let has_b = random.once_in(8);
    if has_b {
        let root = json!({ "root_of": ["-1", "0", "2"], "between": ["0", "1"] });
        document.insert(
            "constant".into(),
            if rational && random.once_in(2) { root } else { json!({ "root_of_alpha": 2 }) },
        );
    }
    document.insert("query".into(), query.text.clone());
    let table = mechanism(random, &query, has_b);
    document.extend(table.clone().map(|table| ("mechanism".to_owned(), table)));
    let priors: Vec<String> = (0..random.between(2, 3)).map(|k| format!("p{k}")).collect();
    let given: Map<String, Value> = priors.iter().map(|name| (name.clone(), prior(random, &query, rational))).collect();
    document.insert("priors".into(), given.into());
    gain(random, &query, &mut document);
    let count = random.between(1, 4);
    let mut claims: Vec<Value> = Vec::new();
    for _ in 0..count {
        let made = claim(random, &query, &priors, table.as_ref());
        // A claim is made once.
        let key = |claim: &Value| {
            let parameters = ["claim", "prior", "outputs", "within", "from"];
            parameters.map(|parameter| claim[parameter].to_string())
        };
        if claims.iter().all(|other| key(other) != key(&made)) {
            claims.push(made);
        }
    }
    document.insert("claims".into(), claims.into());
    document.into()
}
