//! The kinds of `certify construct` whose ε is that of the file at most: what is written against oracles that
//! enumerate, and with all of its claims certified and verified.

use crate::random::instances;
use dp_certify::construct::{Kind, Noise, Wishes, construct};
use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::{self, Mechanism};
use dp_verify::report::Verdict;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use serde_json::Value;

fn r(n: i64, d: i64) -> Rational {
    Rational::from_signeds(n, d)
}

/// Numbers that are the same each time.
struct Random(u64);

impl Random {
    fn between(&mut self, low: usize, high: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + usize::try_from(self.0 >> 33).unwrap() % (high - low + 1)
    }
}

fn query(alpha: &str, graph: &str, rest: &str) -> String {
    format!(r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "{alpha}"}}, "query": {graph}{rest}}}"#)
}

fn made(kind: Kind, wishes: &Wishes, query: &str) -> String {
    construct(kind, wishes, query.as_bytes(), &Limits::default()).unwrap_or_else(|why| panic!("{query}: {why}"))
}

fn refused(kind: Kind, wishes: &Wishes, query: &str) -> String {
    construct(kind, wishes, query.as_bytes(), &Limits::default()).unwrap_err().to_string()
}

fn rows(text: &str) -> Vec<Vec<Rational>> {
    let file: Value = serde_json::from_str(text).unwrap();
    let row = |row: &Value| row.as_array().unwrap().iter().map(|x| x.as_str().unwrap().parse().unwrap()).collect();
    file["mechanism"]["matrix"].as_array().unwrap().iter().map(row).collect()
}

/// Certifies the file and verifies the certificate: all of its claims hold; and `alpha_max`.
fn certified(text: &str) -> String {
    let found = certify(text.as_bytes(), &Options::default()).unwrap();
    assert_eq!(found.report.status(), 0, "{text}");
    let mechanism = Mechanism::read(text.as_bytes(), &Limits::default()).unwrap();
    let verified = dp_verify::verify(&mechanism, found.certificate.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(verified.status(true), 0, "{text}");
    let dp = found.report.statements.iter().find(|s| s.claim.kind == model::Kind::Dp).unwrap();
    assert_eq!(dp.verdict, Verdict::Holds);
    dp.values[0].1.exact(usize::MAX).unwrap_or_default()
}

/// A loss of three answers and some guesses, its sensitivity on a line, and the scores -l by rows.
fn scores(random: &mut Random) -> (String, u64, Vec<Vec<i64>>) {
    let guesses = random.between(2, 5);
    loop {
        let loss: Vec<Vec<i64>> = (0..3).map(|_| (0..guesses).map(|_| random.between(0, 4) as i64).collect()).collect();
        let apart = |i: usize| loss[i].iter().zip(&loss[i + 1]).map(|(x, y)| x.abs_diff(*y));
        let sensitivity = apart(0).chain(apart(1)).max().unwrap();
        if sensitivity > 0 {
            let scores = loss.iter().map(|row| row.iter().map(|x| -x).collect()).collect();
            return (serde_json::to_string(&loss).unwrap(), sensitivity, scores);
        }
    }
}

/// Every order of the guesses, one after the other.
fn orders(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for w in 0..n {
        all = all
            .iter()
            .flat_map(|order: &Vec<usize>| {
                (0..=w).map(move |place| {
                    let mut longer = order.clone();
                    longer.insert(place, w);
                    longer
                })
            })
            .collect();
    }
    all
}

#[test]
fn permute_and_flip_is_the_mean_over_all_orders() {
    let random = &mut Random(18);
    for _ in instances(300) {
        let (loss, sensitivity, scores) = scores(random);
        // α = s^2Δ, so that e^(-ε(u* - u)/2Δ) = s^(u* - u).
        let s = r(random.between(1, 6) as i64, 7);
        let alpha = (&s).pow(2 * sensitivity);
        let query = query(&alpha.to_string(), r#"{"graph": "line", "nodes": 3}"#, &format!(r#", "loss": {loss}"#));
        let text = made(Kind::PermuteAndFlip, &Wishes::default(), &query);
        let oracle: Vec<Vec<Rational>> = scores
            .iter()
            .map(|row| {
                let most = row.iter().max().unwrap();
                let taken: Vec<Rational> = row.iter().map(|u| (&s).pow(most.abs_diff(*u))).collect();
                let orders = orders(row.len());
                let mut sum = vec![Rational::ZERO; row.len()];
                for order in &orders {
                    let mut left = Rational::ONE;
                    for &w in order {
                        sum[w] += &left * &taken[w];
                        left *= Rational::ONE - &taken[w];
                    }
                }
                sum.iter().map(|x| x / Rational::from(orders.len())).collect()
            })
            .collect();
        assert_eq!(rows(&text), oracle, "{query}");
        assert!(certified(&text).parse::<Rational>().unwrap() >= alpha);
        let noisy = made(Kind::ReportNoisyMax, &Wishes::default(), &query);
        assert_eq!(rows(&noisy), oracle);
    }
}

/// A file without gain has the binary one: 1 for the right guess, of sensitivity 1.
#[test]
fn scores_may_be_the_binary_gain() {
    let scores = r#", "gain": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]"#;
    for kind in [Kind::PermuteAndFlip, Kind::ReportNoisyMax] {
        let [binary, table] = [r#", "gain": "binary""#, scores]
            .map(|gain| made(kind, &Wishes::default(), &query("1/4", r#"{"graph": "line", "nodes": 3}"#, gain)));
        assert_eq!(rows(&binary), rows(&table));
        certified(&binary);
    }
}

#[test]
fn geometric_noise_is_a_sum_over_its_first_values() {
    let random = &mut Random(19);
    let wishes = Wishes { noise: Noise::Geometric, ..Wishes::default() };
    for _ in instances(300) {
        let (loss, sensitivity, scores) = scores(random);
        let s = r(random.between(1, 3) as i64, 5);
        let alpha = (&s).pow(2 * sensitivity);
        let query = query(&alpha.to_string(), r#"{"graph": "line", "nodes": 3}"#, &format!(r#", "loss": {loss}"#));
        let text = made(Kind::ReportNoisyMax, &wishes, &query);
        // The unit: what all differences of scores within a row are multiples of, where it divides 2Δ.
        let apart = scores.iter().flat_map(|row| row.iter().map(|u| row[0].abs_diff(*u)));
        let unit = apart.chain([2 * sensitivity]).fold(0, |x, y| {
            let (mut x, mut y) = (x, y);
            while y > 0 {
                (x, y) = (y, x % y);
            }
            x
        });
        let step = (&s).pow(unit);
        for (row, scores) in rows(&text).iter().zip(&scores) {
            assert_eq!(row.iter().sum::<Rational>(), 1);
            let at_most =
                |k: i64| if k < 0 { Rational::ZERO } else { Rational::ONE - (&step).pow(k.unsigned_abs() + 1) };
            for w in 0..scores.len() {
                let first = |k: i64| {
                    let below = |v: usize| (scores[w] - scores[v]) / unit as i64 + k - i64::from(v < w);
                    (0..scores.len()).filter(|&v| v != w).fold(Rational::ONE, |p, v| p * at_most(below(v)))
                };
                let chance = |k: i64| (Rational::ONE - &step) * (&step).pow(k.unsigned_abs()) * first(k);
                let known: Rational = (0..40).map(chance).sum();
                assert!(row[w] >= known && &row[w] - known <= (&step).pow(40u64), "{query} {w}");
            }
        }
        assert!(certified(&text).parse::<Rational>().unwrap() >= alpha);
    }
}

#[test]
fn at_an_irrational_root_the_entries_are_expressions() {
    let rest = r#", "loss": "absolute", "claims": []"#;
    for privacy in [r#"{"alpha": "1/2"}"#, r#"{"epsilon": "0.8"}"#, r#"{"alpha": "symbolic", "between": [0, 1]}"#] {
        for (kind, noise) in [(Kind::PermuteAndFlip, Noise::Exponential), (Kind::ReportNoisyMax, Noise::Geometric)] {
            let query = format!(
                r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"graph": "line", "nodes": 3}}{rest}}}"#
            );
            let text = made(kind, &Wishes { noise, ..Wishes::default() }, &query);
            assert!(text.contains("root_of_alpha"), "{text}");
            certified(&text);
        }
    }
}

#[test]
fn local_hashing_attains_its_epsilon() {
    let random = &mut Random(20);
    for _ in instances(300) {
        let (k, g) = (random.between(2, 6), random.between(2, 4));
        let alpha = r(random.between(1, 8) as i64, 9);
        let query = query(&alpha.to_string(), &format!(r#"{{"graph": "complete", "nodes": {k}}}"#), "");
        let text = made(Kind::LocalHashing, &Wishes { size: Some(g), ..Wishes::default() }, &query);
        let p = (k.max(g)..).find(|p| [2, 3, 5, 7].contains(p)).unwrap();
        let below = (Rational::ONE + Rational::from(g - 1) * &alpha) * Rational::from(p * (p - 1));
        for (x, row) in rows(&text).iter().enumerate() {
            let mut found = row.iter();
            for a in 1..p {
                for b in 0..p {
                    for y in 0..g {
                        let own = if (a * x + b) % p % g == y { Rational::ONE } else { alpha.clone() };
                        assert_eq!(*found.next().unwrap(), own / &below);
                    }
                }
            }
            assert!(found.next().is_none());
        }
        assert_eq!(certified(&text), alpha.to_string());
    }
    // e^ε + 1 = 4 at ln 3.
    let text = made(Kind::LocalHashing, &Wishes::default(), &query("1/3", r#"{"graph": "complete", "nodes": 4}"#, ""));
    assert!(text.contains("of 4 hashes, ((a·x + b) mod 5) mod 4"), "{text}");
    let unsure = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "symbolic", "between": [0, 1]}, "query": {"graph": "complete", "nodes": 4}}"#;
    assert!(refused(Kind::LocalHashing, &Wishes::default(), unsure).contains("--size G"));
    certified(&made(Kind::LocalHashing, &Wishes { size: Some(2), ..Wishes::default() }, unsure));
}

/// C(n, k) by Pascal's triangle.
fn choose(n: usize, k: usize) -> Rational {
    if k == 0 {
        Rational::ONE
    } else if n == 0 {
        Rational::ZERO
    } else {
        choose(n - 1, k - 1) + choose(n - 1, k)
    }
}

#[test]
fn a_sample_is_one_of_all_subsets() {
    let random = &mut Random(21);
    for round in instances(300) {
        let u = random.between(1, 4);
        let alpha = r(random.between(1, 8) as i64, 9);
        let graph = format!(r#"{{"graph": "hamming", "values": 2, "individuals": {u}}}"#);
        let query = query(&alpha.to_string(), &graph, "");
        let (rate, size) = (r(random.between(1, 6) as i64, 7), random.between(1, u));
        let (shown, is_poisson) = (rate.to_string(), round % 2 == 0);
        let wishes = if is_poisson {
            Wishes { rate: Some(&shown), ..Wishes::default() }
        } else {
            Wishes { size: Some(size), ..Wishes::default() }
        };
        let text = made(Kind::Subsampled, &wishes, &query);
        let (q, most) = if is_poisson { (rate.clone(), u) } else { (Rational::from_unsigneds(size, u), size) };
        // e^ε = 1 + q(e^ε₀ - 1).
        let inner = Rational::ONE / (Rational::ONE + (Rational::ONE / &alpha - Rational::ONE) / &q);
        let count = |j: usize, o: usize| {
            let power = (&inner).pow(j.abs_diff(o) as u64) / (Rational::ONE + &inner);
            if o == 0 || o == most { power } else { power * (Rational::ONE - &inner) }
        };
        for (database, row) in rows(&text).iter().enumerate() {
            for (o, x) in row.iter().enumerate() {
                let mut sum = Rational::ZERO;
                for sample in 0..1_usize << u {
                    let size_of = sample.count_ones() as usize;
                    if !is_poisson && size_of != size {
                        continue;
                    }
                    let chance = if is_poisson {
                        (&q).pow(size_of as u64) * (Rational::ONE - &q).pow((u - size_of) as u64)
                    } else {
                        Rational::ONE / choose(u, size)
                    };
                    sum += chance * count((sample & database).count_ones() as usize, o);
                }
                assert_eq!(*x, sum, "{query} {wishes:?}");
            }
        }
        assert_eq!(certified(&text), alpha.to_string());
    }
    for round in 0..60 {
        let u = random.between(1, 3);
        let (alpha, delta, size) =
            (r(random.between(1, 8) as i64, 9), r(random.between(1, 5) as i64, 40), random.between(1, u));
        let privacy = format!(r#"{{"alpha": "{alpha}", "delta": "{delta}"}}"#);
        let graph = format!(r#"{{"graph": "hamming", "values": 2, "individuals": {u}}}"#);
        let query = format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {graph}}}"#);
        let wishes = if round % 2 == 0 {
            Wishes { rate: Some("1/2"), ..Wishes::default() }
        } else {
            Wishes { size: Some(size), ..Wishes::default() }
        };
        let text = made(Kind::Subsampled, &wishes, &query);
        assert!(text.contains(&format!(r#""delta_min": {{ "equals": "{delta}" }}"#)), "{text}");
        let found = certify(text.as_bytes(), &Options::default()).unwrap();
        assert_eq!(found.report.status(), 0, "{text}");
    }
    // Whatever α is, its ε is attained, or its δ.
    for privacy in [
        r#""epsilon": "1""#,
        r#""epsilon": "ln(3)/2""#,
        r#""epsilon": "0.968133484697""#,
        r#""alpha": "symbolic", "between": ["1/4", "3/4"]"#,
        r#""epsilon": "1", "delta": "1/40""#,
    ] {
        for wishes in [
            Wishes { rate: Some("1/3"), ..Wishes::default() },
            Wishes { rate: Some("1"), ..Wishes::default() },
            Wishes { size: Some(2), ..Wishes::default() },
        ] {
            let graph = r#"{"graph": "hamming", "values": 2, "individuals": 3}"#;
            let query = format!(r#"{{"format": "dp-mechanism/1", "privacy": {{{privacy}}}, "query": {graph}}}"#);
            let text = made(Kind::Subsampled, &wishes, &query);
            assert!(text.contains("equals"), "{text}");
            let found = certify(text.as_bytes(), &Options::default()).unwrap();
            assert_eq!(found.report.status(), 0, "{text}");
        }
    }
    let large = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2", "delta": "1/4"},
        "query": {"graph": "hamming", "values": 2, "individuals": 2}}"#;
    let tenth = Wishes { rate: Some("1/10"), ..Wishes::default() };
    assert!(refused(Kind::Subsampled, &tenth, large).contains("no more than the rate"));
    let two = query("1/2", r#"{"graph": "hamming", "values": 2, "individuals": 2}"#, "");
    assert!(refused(Kind::Subsampled, &Wishes::default(), &two).contains("--rate Q"));
    assert!(refused(Kind::Subsampled, &Wishes { rate: Some("3/2"), ..Wishes::default() }, &two).contains("at most 1"));
    assert!(refused(Kind::Subsampled, &Wishes { size: Some(3), ..Wishes::default() }, &two).contains("from 1 to 2"));
    let three = query("1/2", r#"{"graph": "hamming", "values": 3, "individuals": 2}"#, "");
    assert!(refused(Kind::Subsampled, &Wishes { size: Some(1), ..Wishes::default() }, &three).contains("two values"));
}

#[test]
fn rappor_by_every_pair_of_codes() {
    let random = &mut Random(22);
    for _ in instances(300) {
        let k = random.between(1, 5);
        let h = random.between(1, k);
        let unit = |random: &mut Random| r(random.between(1, 9) as i64, 10);
        let (f, p, q) = (unit(random), unit(random), unit(random));
        let is_report = random.between(0, 1) == 1;
        let nodes = choose(k, h);
        let parameters =
            if is_report { format!("f={f},p={p},q={q},h={h},k={k}") } else { format!("f={f},h={h},k={k}") };
        let wishes = Wishes { parameters: Some(&parameters), ..Wishes::default() };
        let graph = format!(r#"{{"graph": "complete", "nodes": {nodes}}}"#);
        let text = made(Kind::Rappor, &wishes, &query("1/1000000000000000000", &graph, ""));
        // The chances of a report bit by bit: the permanent response, then the coin of the report.
        let told = |is_set: bool| {
            let kept = if is_set { Rational::ONE - &f / Rational::from(2) } else { &f / Rational::from(2) };
            if is_report { &kept * &q + (Rational::ONE - &kept) * &p } else { kept }
        };
        let codes: Vec<usize> = (0..1_usize << k).rev().filter(|code| code.count_ones() as usize == h).collect();
        let found = rows(&text);
        let mut least = Rational::ONE;
        for (code, row) in codes.iter().zip(&found) {
            for (output, x) in row.iter().enumerate() {
                let bit = |b: usize| {
                    let one = told(code >> b & 1 == 1);
                    if output >> b & 1 == 1 { one } else { Rational::ONE - one }
                };
                assert_eq!(*x, (0..k).fold(Rational::ONE, |product, b| product * bit(b)));
            }
            for other in &found {
                least = row.iter().zip(other).map(|(x, y)| x / y).fold(least, Rational::min);
            }
        }
        assert_eq!(certified(&text), least.to_string(), "{parameters}");
        // The formulas of the paper, where two codes share no bit.
        if 2 * h <= k && is_report {
            let (q, p) = (told(true), told(false));
            let formula = (&p * (Rational::ONE - &q) / (&q * (Rational::ONE - &p))).pow(h as u64);
            assert_eq!(if formula > 1 { Rational::ONE / formula } else { formula }, least);
        } else if 2 * h <= k {
            let half = &f / Rational::from(2);
            assert_eq!((&half / (Rational::ONE - &half)).pow(2 * h as u64), least);
        }
    }
}

#[test]
fn rappor_says_what_it_lacks() {
    let six = query("1/81", r#"{"graph": "complete", "nodes": 6}"#, "");
    let with = |parameters: &str, query: &str| {
        refused(Kind::Rappor, &Wishes { parameters: Some(parameters), ..Wishes::default() }, query)
    };
    certified(&made(Kind::Rappor, &Wishes { parameters: Some("f=1/2,h=2,k=4"), ..Wishes::default() }, &six));
    let strict = query("1/80", r#"{"graph": "complete", "nodes": 6}"#, "");
    assert!(with("f=1/2,h=2,k=4", &strict).contains("-ln(1/81)"));
    assert!(with("f=0,h=2,k=4", &six).contains("-ln(0)"));
    assert!(refused(Kind::Rappor, &Wishes::default(), &six).contains("--parameters"));
    assert!(with("f=1/2,h=2,k=5", &six).contains("10 codes"));
    assert!(with("f=1/2,p=1/4,h=2,k=4", &six).contains("q is missing"));
    assert!(with("f=1/2,f=1/2,h=2,k=4", &six).contains("a second time"));
    assert!(with("f=3/2,h=2,k=4", &six).contains("from 0 to 1"));
    assert!(with("f=1/2,h=2,k=40", &six).contains("from 1 to 12"));
    assert!(with("g=1/2,h=2,k=4", &six).contains("\"g\""));
}
