//! `certify profile` and `certify trade-off` of compositions: against the product written out, and against the binomial
//! formula.

use crate::files::root;
use crate::profile::Dice;
use crate::random::instances;
use assert_cmd::cargo::cargo_bin_cmd;
use dp_certify::profile::{Profile, profile};
use dp_certify::trade_off::{Of, trade_off};
use dp_verify::limits::Limits;
use malachite::base::num::arithmetic::traits::{BinomialCoefficient, Pow};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::natural::Natural;
use malachite::rational::Rational;
use serde_json::{Value, json};
use std::fs;

type Rows = Vec<Vec<Rational>>;

fn r(n: u64, d: u64) -> Rational {
    Rational::from_unsigneds(n, d)
}

/// Tables of few outputs, half of them of weights that are powers of 2, so that ratios meet.
fn random_parts(seed: u64) -> Vec<(Rows, usize)> {
    let mut dice = Dice(seed);
    let nodes = 2 + dice.below(2);
    let mut left = 2 + usize::try_from(dice.below(4)).unwrap();
    let mut parts = Vec::new();
    while left > 0 {
        let times = 1 + usize::try_from(dice.below(left as u64)).unwrap();
        let (outputs, powers, zeros) = (1 + dice.below(3), dice.below(2) == 0, dice.below(3) == 0);
        let mut weight = || match () {
            () if zeros && dice.below(4) == 0 => 0,
            () if powers => 1 << dice.below(4),
            () => 1 + dice.below(9),
        };
        let row = |weights: Vec<u64>| {
            let sum: u64 = weights.iter().sum();
            let even = vec![r(1, weights.len() as u64); weights.len()];
            if sum == 0 { even } else { weights.into_iter().map(|w| r(w, sum)).collect() }
        };
        parts.push(((0..nodes).map(|_| row((0..outputs).map(|_| weight()).collect())).collect(), times));
        left -= times;
    }
    parts
}

fn matrix(rows: &Rows) -> Value {
    let shown: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
    json!(shown)
}

fn composed(parts: &[(Rows, usize)]) -> Value {
    let part = |(rows, times): &(Rows, usize)| json!({ "matrix": matrix(rows), "times": times });
    json!({ "compose": parts.iter().map(part).collect::<Vec<_>>() })
}

fn written_out(parts: &[(Rows, usize)]) -> Value {
    let mut all = vec![vec![Rational::ONE]; parts[0].0.len()];
    for (rows, times) in parts {
        for _ in 0..*times {
            let row = |(i, row): (usize, &Vec<Rational>)| {
                row.iter().flat_map(|x| rows[i].iter().map(move |y| x * y)).collect()
            };
            all = all.iter().enumerate().map(row).collect();
        }
    }
    json!({ "matrix": matrix(&all) })
}

fn file(nodes: usize, mechanism: &Value) -> String {
    let query = json!({ "graph": "line", "nodes": nodes });
    let privacy = json!({ "epsilon": "0.8" });
    json!({ "format": "dp-mechanism/1", "privacy": privacy, "query": query, "mechanism": mechanism }).to_string()
}

fn of(text: &str) -> Profile {
    profile(text.as_bytes(), &Limits::default()).expect("a good file")
}

#[test]
fn random_compositions_against_the_product_written_out() {
    let (mut kinks, mut met, seeds) = (0, 0, instances(300));
    for seed in seeds.clone() {
        let parts = random_parts(seed);
        let nodes = parts[0].0.len();
        let [uses, out] = [composed(&parts), written_out(&parts)].map(|mechanism| file(nodes, &mechanism));
        let pieces = |text: &str| {
            let piece = |p: dp_certify::profile::Piece| (p.from, p.to, p.mass, p.neighbour_mass);
            of(text).pieces.into_iter().map(piece).collect::<Vec<_>>()
        };
        let found = pieces(&uses);
        assert_eq!(found, pieces(&out), "{seed}");
        kinks += found.len() - 1;
        for which in [Of::Least, Of::Envelope, Of::Pair(["1", "0"])] {
            let corners = |text: &str| {
                let found = trade_off(text.as_bytes(), which, &Limits::default()).expect("a good file");
                found.corners.into_iter().map(|corner| (corner.first, corner.second)).collect::<Vec<_>>()
            };
            let found = corners(&uses);
            assert_eq!(found, corners(&out), "{seed} {which:?}");
            met += usize::from(found[0].1 < 1u32);
        }
    }
    // Several kinks each, and outputs that one of two nodes lacks.
    let tried = usize::try_from(seeds.end).unwrap();
    assert!(kinks > 7 * tried / 3 && met > tried / 8, "{kinks} {met}");
}

fn coins(k: u64) -> String {
    file(2, &json!({ "compose": [{ "matrix": [["3/4", "1/4"], ["1/4", "3/4"]], "times": k }] }))
}

/// k uses of a coin that is right three times in four, at λ: the uses with j right have the ratio 3^(2j−k).
fn binomial(k: u64, lambda: &Rational) -> Rational {
    let [right, wrong] = [r(3, 4), r(1, 4)];
    let excess = |j: u64| {
        let ways = Rational::from(Natural::binomial_coefficient(Natural::from(k), Natural::from(j)));
        let [x, y] = [(&right).pow(j) * (&wrong).pow(k - j), (&wrong).pow(j) * (&right).pow(k - j)];
        ways * (x - lambda * y).max(Rational::ZERO)
    };
    (0..=k).map(excess).sum()
}

#[test]
fn coins_have_the_binomial_formula() {
    for k in [1, 2, 7, 40, 101] {
        let found = of(&coins(k));
        // 3^(k - 2), 3^(k - 4), …, and the last, 3^k; before all of them 1.
        let expected: Vec<Rational> = (1..=k).filter(|e| (k - e) % 2 == 0).map(|e| Rational::from(3).pow(e)).collect();
        let kinks: Vec<Rational> = found.pieces.iter().skip(1).map(|piece| piece.from.clone()).collect();
        assert_eq!(kinks, expected, "{k}");
        for piece in &found.pieces {
            for lambda in [piece.from.clone(), &piece.from + r(1, 3)] {
                assert_eq!(found.delta(&lambda), Some(binomial(k, &lambda)), "{k} {lambda}");
            }
            assert!(piece.need.as_ref().is_none_or(|need| need.outputs.is_none()));
        }
    }
    // Each has a piece of its own.
    assert_eq!(of(&coins(1_000)).pieces.len(), 501);
}

#[test]
fn it_is_printed_in_every_format() {
    let (folder, lambda) = (tempfile::tempdir().unwrap(), |n: u32| json!({ "exact": n.to_string() })["exact"].clone());
    let path = folder.path().join("coins.json");
    let text = coins(3).replace(r#""nodes":2"#, r#""nodes":2,"labels":["no","yes"]"#);
    fs::write(&path, &text).unwrap();
    let run = |arguments: &[&str]| {
        let output = cargo_bin_cmd!("certify").args(&arguments[..1]).arg(&path).args(&arguments[1..]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let said = run(&["profile"]);
    assert!(said.contains("one mechanism used 3 times") && said.contains("\n3   1.09861228867"), "{said}");
    assert!(said.contains("no against yes\n"), "{said}");
    let csv = run(&["profile", "--format", "csv"]);
    assert!(csv.lines().nth(1).unwrap().ends_with(",0,1,"), "{csv}");
    for (command, schema) in [("profile", "dp-profile-1.json"), ("trade-off", "dp-trade-off-1.json")] {
        let schema = root().join("certificates/schema").join(schema);
        let schema: Value = serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
        let document: Value = serde_json::from_str(&run(&[command, "--format", "json"])).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let faults: Vec<String> = validator.iter_errors(&document).map(|e| e.to_string()).collect();
        assert_eq!(faults, Vec::<String>::new());
        if command == "profile" {
            assert_eq!(document["pieces"][1]["lambda"]["from"]["exact"], lambda(3));
            assert_eq!(document["pieces"][0]["pair"], json!([0, 1]));
            assert_eq!(document["pieces"][0].get("outputs"), None);
        }
    }
    assert!(run(&["trade-off", "--format", "svg"]).starts_with("<svg"));
    // Parts in other files are read.
    fs::write(folder.path().join("coin.json"), file(2, &json!({ "matrix": [["3/4", "1/4"], ["1/4", "3/4"]] })))
        .unwrap();
    fs::write(
        &path,
        file(2, &json!({ "compose": [{ "file": "coin.json", "times": 3 }] }))
            .replace(r#""nodes":2"#, r#""nodes":2,"labels":["no","yes"]"#),
    )
    .unwrap();
    assert_eq!(run(&["profile"]), said);
}

#[test]
fn what_has_none_says_so_of_the_composition() {
    let refused = |mechanism: Value, words: &str| {
        let text = file(2, &mechanism);
        for why in [
            profile(text.as_bytes(), &Limits::default()).expect_err("none").message,
            trade_off(text.as_bytes(), Of::Least, &Limits::default()).expect_err("none").message,
        ] {
            assert!(why.contains(words) && why.contains("composition"), "{why}");
        }
    };
    let part = |rows: Value, times: u64| json!({ "compose": [{ "matrix": rows, "times": times }] });
    refused(part(json!([["a", "1-a"], ["1/2", "1/2"]]), 3), "some entries of the composition are irrational");
    refused(
        part(json!([["1/2", "1/3"], ["1/2", "1/2"]]), 3),
        "row 0 of a part of the composition is not a distribution",
    );
    refused(part(json!([["3/4", "1/4"], ["1/4", "3/4"]]), 100_000), "more than 16384 different likelihood ratios");
    refused(
        part(json!([["3/4", "1/4"], ["1/4", "3/4"]]), 999_999_999),
        "certify it with --epsilon E --no-certificate, or --alpha 1/λ",
    );
    let many = json!([["1/2", "1/3", "1/7", "1/42"], ["1/5", "1/11", "1/13", "452/715"]]);
    refused(part(many, 300), "answers 0 and 1 alone");
    // However often, what tells nothing needs nothing.
    let nothing = file(2, &part(json!([[1], [1]]), 999_999_999));
    assert_eq!(of(&nothing).pieces.len(), 1);
    let alone = nothing.replace(r#""graph":"line","nodes":2"#, r#""nodes":2,"edges":[]"#);
    assert_eq!(of(&alone).pieces.len(), 1);
}
