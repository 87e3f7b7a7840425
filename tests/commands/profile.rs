//! `certify profile`: the least δ at every λ against all sets of outputs, as text, JSON and CSV.

use crate::files::root;
use assert_cmd::cargo::cargo_bin_cmd;
use dp_certify::profile::{Profile, profile};
use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::Kind;
use dp_verify::report::{Statement, Verdict};
use jsonschema::Validator;
use malachite::base::num::arithmetic::traits::Reciprocal;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

fn schema() -> Validator {
    let text = fs::read_to_string(root().join("certificates/schema/dp-profile-1.json")).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

/// A mechanism file of these fields, at the end of a folder that lives as long.
fn file(fields: &str) -> (TempDir, std::path::PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("m.json");
    fs::write(&path, format!("{{\"format\": \"dp-mechanism/1\", {fields}}}")).unwrap();
    (folder, path)
}

fn run(path: &Path, arguments: &[&str]) -> Output {
    cargo_bin_cmd!("certify").arg("profile").arg(path).args(arguments).output().unwrap()
}

fn of(fields: &str) -> Profile {
    let text = format!("{{\"format\": \"dp-mechanism/1\", {fields}}}");
    profile(text.as_bytes(), &Limits::default()).expect("a good file")
}

fn r(n: i64, d: i64) -> Rational {
    Rational::from_signeds(n, d)
}

/// A channel of small whole weights, each row over its sum, so that zeros, ties and equal rows are frequent.
struct Channel {
    weights: Vec<Vec<i64>>,
    edges: Vec<[usize; 2]>,
}

/// Numbers that look random, the same in each run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

impl Channel {
    fn random(seed: u64) -> Self {
        let mut dice = Dice(seed);
        let (nodes, outputs) = (2 + dice.below(3), 2 + dice.below(4));
        let most = [2, 3, 12, 40][usize::try_from(dice.below(4)).unwrap()];
        // Without zeros in a half of them: a mass that the neighbour lacks hides most kinks.
        let least = dice.below(2);
        let row = |dice: &mut Dice| {
            let mut row: Vec<i64> = (0..outputs).map(|_| i64::try_from(least + dice.below(most)).unwrap()).collect();
            row[0] += i64::from(row.iter().sum::<i64>() == 0);
            row
        };
        let weights = (0..nodes).map(|_| row(&mut dice)).collect();
        let mut edges = Vec::new();
        for i in 0..usize::try_from(nodes).unwrap() {
            edges.extend((0..i).filter(|_| dice.below(4) > 0).map(|h| [h, i]));
        }
        Self { weights, edges }
    }

    fn entry(&self, i: usize, o: usize) -> Rational {
        r(self.weights[i][o], self.weights[i].iter().sum())
    }

    fn fields(&self, privacy: &str) -> String {
        let entry = |i: usize, o: usize| format!("\"{}\"", self.entry(i, o));
        let row = |i: usize| (0..self.weights[i].len()).map(|o| entry(i, o)).collect::<Vec<_>>().join(", ");
        let rows: Vec<String> = (0..self.weights.len()).map(|i| format!("[{}]", row(i))).collect();
        format!(
            r#""privacy": {privacy}, "query": {{"nodes": {}, "edges": {:?}}}, "mechanism": {{"matrix": [{}]}}"#,
            rows.len(),
            self.edges,
            rows.join(", ")
        )
    }

    /// The line x_i(S) − λ·x_h(S) of every set of outputs and every pair, both orders, as (x_h(S), x_i(S)).
    fn lines(&self) -> BTreeSet<(Rational, Rational)> {
        let mut lines = BTreeSet::from([(Rational::ZERO, Rational::ZERO)]);
        for [i, h] in self.edges.iter().flat_map(|&[i, h]| [[i, h], [h, i]]) {
            let outputs = self.weights[i].len();
            for set in 0..1usize << outputs {
                let sum = |row: usize| {
                    let inside = (0..outputs).filter(|o| set >> o & 1 == 1);
                    inside.fold(Rational::ZERO, |sum, o| sum + self.entry(row, o))
                };
                lines.insert((sum(h), sum(i)));
            }
        }
        lines
    }
}

fn highest(lines: &BTreeSet<(Rational, Rational)>, lambda: &Rational) -> Rational {
    lines.iter().map(|(slope, at_zero)| at_zero - lambda * slope).max().unwrap()
}

/// Every λ ≥ 1 at which two of the lines cross, 1 itself, and one past them all.
fn crossings(lines: &BTreeSet<(Rational, Rational)>) -> BTreeSet<Rational> {
    let mut found = BTreeSet::from([Rational::ONE]);
    for (slope, at_zero) in lines {
        for (other_slope, other_at_zero) in lines.iter().filter(|(other, _)| other > slope) {
            let lambda = (other_at_zero - at_zero) / (other_slope - slope);
            found.extend(Some(lambda).filter(|lambda| *lambda > 1u32));
        }
    }
    let last = found.last().unwrap() + Rational::ONE;
    found.insert(last);
    found
}

const CHANNELS: u64 = 60;

/// Two convex, piecewise linear functions with kinks among these λ are equal if they are equal there and one past them.
#[test]
fn random_channels_against_all_sets_of_outputs() {
    let (mut zeros, mut kinks, mut mixed) = (0, 0, 0);
    for seed in 0..CHANNELS {
        let channel = Channel::random(seed);
        let found = of(&channel.fields(r#"{"alpha": "1/2"}"#));
        let lines = channel.lines();
        let crossings = crossings(&lines);
        for lambda in &crossings {
            assert_eq!(found.delta(lambda), Some(highest(&lines, lambda)), "channel {seed} at {lambda}");
        }
        let pieces = &found.pieces;
        assert_eq!(pieces[0].from, 1u32);
        assert_eq!(pieces.last().map(|p| (p.to.clone(), p.neighbour_mass.clone())), Some((None, Rational::ZERO)));
        for two in pieces.windows(2) {
            assert!(two[0].to.as_ref() == Some(&two[1].from) && two[0].from < two[1].from, "channel {seed}");
            assert!(two[0].neighbour_mass > two[1].neighbour_mass, "a kink that is none in channel {seed}");
            assert!(crossings.contains(&two[1].from), "channel {seed}");
        }
        for piece in pieces {
            let Some(need) = &piece.need else {
                assert_eq!((&piece.mass, &piece.neighbour_mass), (&Rational::ZERO, &Rational::ZERO));
                continue;
            };
            let [i, h] = need.pair;
            assert!(channel.edges.contains(&[i.min(h), i.max(h)]), "channel {seed}");
            let sum =
                |row: usize| need.outputs.iter().flatten().fold(Rational::ZERO, |sum, &o| sum + channel.entry(row, o));
            assert_eq!([sum(i), sum(h)], [piece.mass.clone(), piece.neighbour_mass.clone()], "channel {seed}");
        }
        zeros += usize::from(pieces.last().is_some_and(|piece| piece.mass > 0u32));
        kinks += pieces.len() - 1;
        let pairs: BTreeSet<_> = pieces.iter().filter_map(|piece| Some(piece.need.as_ref()?.pair)).collect();
        mixed += usize::from(pairs.len() > 1);
    }
    // The channels are of all kinds: support mismatches, several kinks, envelopes of several pairs.
    assert!(zeros > 15 && kinks > 60 && mixed > 10, "{zeros} {kinks} {mixed}");
}

fn approximate(fields: &str) -> Statement {
    let text = format!("{{\"format\": \"dp-mechanism/1\", {fields}}}");
    let options = Options { only: vec![Kind::ApproximateDp], ..Options::default() };
    let certified = certify(text.as_bytes(), &options).expect("a good file");
    certified.report.statements.into_iter().find(|s| s.claim.kind == Kind::ApproximateDp).expect("the claim")
}

/// At each kink and between kinks the claim holds with the δ of all sets, fails with a little less, and its least ε is
/// the λ from which on no set needs more.
#[test]
fn the_claim_against_all_sets_of_outputs() {
    let mut tried = 0;
    for seed in 0..CHANNELS {
        let channel = Channel::random(seed);
        let lines = channel.lines();
        let pieces = of(&channel.fields(r#"{"alpha": 1}"#)).pieces;
        let mut lambdas = vec![Rational::ONE];
        for piece in &pieces {
            lambdas.push(piece.to.as_ref().map_or_else(|| &piece.from + r(1, 2), |to| (&piece.from + to) / r(2, 1)));
            lambdas.extend(piece.to.clone());
        }
        for lambda in lambdas.iter().take(5) {
            let needed = highest(&lines, lambda);
            for delta in [needed.clone(), &needed - r(1, 1_000_000_007), r(1, 7)] {
                if !(0u32..1u32).contains(&delta) {
                    continue;
                }
                let alpha = lambda.reciprocal();
                let found = approximate(&channel.fields(&format!(r#"{{"alpha": "{alpha}", "delta": "{delta}"}}"#)));
                assert!(found.checked, "channel {seed}");
                assert_eq!(found.verdict, Verdict::of(needed <= delta), "channel {seed} at {lambda}, {delta}");
                let value = |name: &str| found.values.iter().find(|(known, _)| *known == name).unwrap().1.exact(500);
                assert_eq!(value("delta_min"), Some(needed.to_string()), "channel {seed} at {lambda}");
                let least = |(slope, at_zero): &(Rational, Rational)| match *slope == 0u32 {
                    true => (*at_zero > delta).then_some(None),
                    false => Some(Some((at_zero - &delta) / slope)),
                };
                let bounds: Vec<Option<Rational>> = lines.iter().filter_map(least).collect();
                let alpha_max = match bounds.contains(&None) {
                    true => Rational::ZERO,
                    false => {
                        bounds.into_iter().flatten().max().unwrap_or(Rational::ONE).max(Rational::ONE).reciprocal()
                    }
                };
                assert_eq!(value("alpha_max"), Some(alpha_max.to_string()), "channel {seed} with {delta}");
                tried += 1;
            }
        }
    }
    assert!(tried > 300, "{tried}");
}

fn hobbies(individuals: u32) -> String {
    let n = 5usize.pow(individuals);
    let digits = |d: usize| (0..individuals).map(move |k| d / 5usize.pow(k) % 5);
    let entry = |i: usize, o: usize| {
        let same = digits(i).zip(digits(o)).filter(|(i, o)| i == o).count();
        format!("\"{}/{}\"", 6u64.pow(u32::try_from(same).unwrap()), 10u64.pow(individuals))
    };
    let rows: Vec<String> =
        (0..n).map(|i| format!("[{}]", (0..n).map(|o| entry(i, o)).collect::<Vec<_>>().join(", "))).collect();
    format!(
        r#""privacy": {{"alpha": "1/6"}}, "mechanism": {{"matrix": [{}]}},
           "query": {{"graph": "hamming", "values": 5, "individuals": {individuals}}}"#,
        rows.join(", ")
    )
}

/// δ(λ) = max(0, 3/5 − λ/10) for one row, and for products of two and of three.
#[test]
fn five_hobbies_and_its_products() {
    for individuals in 1..=3 {
        let pieces = of(&hobbies(individuals)).pieces;
        let lines: Vec<_> = pieces.iter().map(|p| (p.from.clone(), p.mass.clone(), p.neighbour_mass.clone())).collect();
        let expected = [(r(1, 1), r(3, 5), r(1, 10)), (r(6, 1), r(0, 1), r(0, 1))];
        assert_eq!(lines, expected, "{individuals}");
    }
}

/// A pair with this table at α = 1/2.
fn pair(matrix: &str) -> String {
    format!(
        r#""privacy": {{"alpha": "1/2"}}, "query": {{"graph": "line", "nodes": 2}}, "mechanism": {{"matrix": {matrix}}}"#
    )
}

const TABLE: &str = r#"[["1/2", "1/3", "1/6", 0], ["1/4", "1/4", "1/4", "1/4"]]"#;

const TEXT: &str = "\
unnamed mechanism file
line of 2: 0 – 1; neighbours are answers next to each other
2 nodes, 1 edge, 4 outputs
declared: α = 1/2 = 0.500000000000, ε = 0.693147180560, δ = 0

λ    ε = ln λ        δ    from there on  needed by
1    0               1/3  1/2 - 1/6·λ    1 against 0: 2, 3
3/2  0.405465108108  1/4  1/4            1 against 0: 3
";

const CSV: &str = "\
lambda_from,lambda_to,delta_from,delta_to,mass,neighbour_mass,lambda_from_decimal,lambda_to_decimal,epsilon_from,\
epsilon_to,delta_from_decimal,delta_to_decimal,node,neighbour,outputs
1,3/2,1/3,1/4,1/2,1/6,1.00000000000,1.50000000000,0,0.405465108108,0.333333333333,0.250000000000,1,0,2 3
3/2,inf,1/4,1/4,1/4,0,1.50000000000,inf,0.405465108108,inf,0.250000000000,0.250000000000,1,0,3
";

#[test]
fn text_json_and_csv() {
    let (folder, path) = file(&pair(TABLE));
    let text = |arguments: &[&str]| {
        let output = run(&path, arguments);
        assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(text(&[]), TEXT);
    assert_eq!(text(&["--format", "csv"]), CSV);
    let document: Value = serde_json::from_str(&text(&["--format", "json"])).unwrap();
    let faults: Vec<String> = schema().iter_errors(&document).map(|e| e.to_string()).collect();
    assert_eq!(faults, Vec::<String>::new());
    let [first, last] = &document["pieces"].as_array().unwrap()[..] else { panic!("two pieces") };
    assert_eq!(first["lambda"]["to"]["exact"], "3/2");
    assert_eq!((&first["pair"], &first["outputs"]), (&serde_json::json!([1, 0]), &serde_json::json!([2, 3])));
    assert_eq!((&last["lambda"]["to"], &last["epsilon"]["to"]), (&Value::Null, &Value::from("inf")));
    assert_eq!(last["delta"]["to"]["decimal"], "0.250000000000");
    let written = folder.path().join("profile.csv");
    let said = text(&["--format", "csv", "-o", &written.to_string_lossy()]);
    assert_eq!(said, format!("profile: {}\n", written.display()));
    assert_eq!(fs::read_to_string(&written).unwrap(), CSV);
    assert_eq!(text(&["-o", &written.to_string_lossy(), "--quiet"]), "");
    assert_eq!(fs::read_to_string(&written).unwrap(), TEXT);
}

#[test]
fn every_profile_of_an_example_is_of_the_schema() {
    let (schema, mut profiles) = (schema(), 0);
    for entry in fs::read_dir(root().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "json") {
            continue;
        }
        if let Ok(found) = profile(&fs::read(&path).unwrap(), &Limits::default()) {
            let document: Value = serde_json::from_str(&found.to_json()).unwrap();
            let faults: Vec<String> = schema.iter_errors(&document).map(|e| e.to_string()).collect();
            assert_eq!(faults, Vec::<String>::new(), "{}", path.display());
            profiles += 1;
        }
    }
    assert!(profiles >= 10, "{profiles}");
}

#[test]
fn a_node_without_neighbours_needs_nothing() {
    let pieces = of(r#""privacy": {"epsilon": "1"}, "query": {"nodes": 2, "edges": []},
        "mechanism": {"matrix": [[1, 0], [0, 1]]}"#)
    .pieces;
    assert_eq!(pieces.len(), 1);
    assert_eq!((&pieces[0].mass, &pieces[0].need, &pieces[0].to), (&Rational::ZERO, &None, &None));
}

#[test]
fn what_has_no_profile() {
    let refused = |fields: &str, words: &str| {
        let (folder, path) = file(fields);
        let output = run(&path, &["-o", &folder.path().join("p.json").to_string_lossy()]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(output.stdout.is_empty() && message.contains(words), "{message}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is written");
    };
    refused(&pair(r#"[["a", "1-a"], ["1/2", "1/2"]]"#).replace(r#""alpha": "1/2""#, r#""epsilon": 1"#), "irrational");
    refused(&pair(r#"[["1/2", "1/2"], ["1/2", "1/3"]]"#), "row 1 is not a distribution");
    refused(&pair(r#"[["1/2", "1/2"], ["3/2", "-1/2"]]"#), "row 1 is not a distribution");
    refused(r#""privacy": {"alpha": 1}, "query": {"graph": "line", "nodes": 2}"#, "the file has no mechanism");
    refused(r#""privacy": {}"#, "privacy");
    let (_folder, path) = file(&pair(TABLE));
    let before = fs::read(&path).unwrap();
    let output = run(&path, &["-o", &path.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("would overwrite the input"));
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(run(&path, &["--format", "xml"]).status.code(), Some(2));
}
