//! `certify construct binomial` and `truncated-laplace`: the least noise, against all that is less added up exactly.

use crate::folder::Folder;
use assert_cmd::cargo::cargo_bin_cmd;
use dp_certify::construct::{Kind, Least, least};
use dp_certify::{Limits, Options, certify};
use malachite::Natural;
use malachite::base::num::arithmetic::traits::{BinomialCoefficient, Pow};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

fn query(privacy: &str, graph: &str) -> String {
    format!(r#"{{"format": "dp-mechanism/1", "privacy": {{{privacy}}}, "query": {graph}}}"#)
}

fn found(kind: Kind, privacy: &str, graph: &str) -> Result<Least, String> {
    least(kind, query(privacy, graph).as_bytes(), &Limits::default()).map_err(|e| e.to_string())
}

fn rational(text: &str) -> Rational {
    text.parse().unwrap()
}

/// Σ max(0, p − γ·q), q being p moved by `shift`.
fn over(noise: &[Rational], gamma: &Rational, shift: usize) -> Rational {
    let zeros = || std::iter::repeat_n(Rational::ZERO, shift);
    let (p, q) = (noise.iter().cloned().chain(zeros()), zeros().chain(noise.iter().cloned()));
    p.zip(q).map(|(p, q)| p - gamma * q).filter(|x| *x > 0u32).sum()
}

fn coins(n: usize) -> Vec<Rational> {
    let all = Rational::from(2u32).pow(n as u64);
    let of = |k: usize| Rational::from(Natural::binomial_coefficient(Natural::from(n), Natural::from(k))) / &all;
    (0..=n).map(of).collect()
}

fn range(r: usize, beta: &Rational) -> Vec<Rational> {
    let weights: Vec<Rational> = (0..=2 * r).map(|z| beta.pow(z.abs_diff(r) as u64)).collect();
    let sum: Rational = weights.iter().sum();
    weights.iter().map(|x| x / &sum).collect()
}

/// δ_min of what is found is that of the noise at the shift Δ; all that is less needs more than δ, and the more the
/// less noise there is.
#[test]
fn all_that_is_less_is_too_little() {
    for beta in ["1/2", "2/3", "1/5"].map(rational) {
        for shift in 1..4_usize {
            let alpha = (&beta).pow(shift as u64);
            let gamma = Rational::ONE / &alpha;
            for delta in ["1/3", "1/20", "1/300"] {
                let privacy = format!(r#""alpha": "{alpha}", "delta": "{delta}""#);
                let graphs = [
                    format!(r#"{{"graph": "sum", "individuals": 2, "max": {shift}}}"#),
                    format!(r#"{{"graph": "complete", "nodes": {}}}"#, shift + 1),
                ];
                let line = r#"{"graph": "line", "nodes": 3}"#.to_owned();
                for graph in graphs.into_iter().chain((shift == 1).then_some(line)) {
                    for kind in [Kind::Binomial, Kind::TruncatedLaplace] {
                        let noise = |amount| if kind == Kind::Binomial { coins(amount) } else { range(amount, &beta) };
                        let least = found(kind, &privacy, &graph).unwrap_or_else(|e| panic!("{privacy} {graph}: {e}"));
                        let needed: Vec<Rational> =
                            (0..=least.amount + 2).map(|amount| over(&noise(amount), &gamma, shift)).collect();
                        assert!(needed.windows(2).all(|two| two[0] >= two[1]), "more noise needs no more");
                        let first = needed.iter().position(|delta_min| *delta_min <= rational(delta));
                        assert_eq!(first, Some(least.amount), "{kind:?} {privacy} {graph}");
                        let smaller = (0..=shift).map(|d| over(&noise(least.amount), &gamma, d)).collect::<Vec<_>>();
                        assert!(smaller.windows(2).all(|two| two[0] <= two[1]), "the largest shift decides");
                        for (proved, holds) in [(&least.enough, true), (&least.too_little, false)] {
                            let report = certify(proved.file.as_bytes(), &Options::default()).unwrap().report;
                            assert_eq!(report.status(), 0, "{}", proved.file);
                            let of = report.statements.iter().find(|of| of.claim.kind.name() == "approximate-dp");
                            assert_eq!(of.unwrap().verdict.name() == "holds", holds);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn known_numbers_of_coins() {
    let line = r#"{"graph": "line", "nodes": 2}"#;
    let eight = r#"{"graph": "sum", "individuals": 1, "max": 8}"#;
    for (epsilon, graph, amount, deltas) in [
        ("1", line, 80, ["9.83361300032e-7", "0.00000118347857146"]),
        ("2", line, 31, ["6.14504850857e-7", "0.00000100834281919"]),
        ("5", line, 20, ["9.53674316406e-7", "0.00000190734863281"]),
        ("5", eight, 258, ["9.68866344337e-7", "0.00000104583397600"]),
    ] {
        let least = found(Kind::Binomial, &format!(r#""epsilon": "{epsilon}", "delta": "1e-6""#), graph).unwrap();
        assert_eq!(least.amount, amount);
        assert_eq!([&*least.enough.delta_min, &*least.too_little.delta_min], deltas);
    }
}

/// Every kind of α that is one number; at α = 1 all numbers of the range are as likely.
#[test]
fn irrational_numbers_and_no_privacy_loss_at_all() {
    let two = r#"{"graph": "sum", "individuals": 1, "max": 2}"#;
    // All of these are 14, 55, … by a sum in floats, too: none is near its δ.
    for (privacy, graph, amount) in [
        (r#""epsilon": "1", "delta": "1e-6""#, r#"{"graph": "line", "nodes": 2}"#, 14),
        (r#""epsilon": "1", "delta": "1e-6""#, r#"{"graph": "sum", "individuals": 1, "max": 4}"#, 55),
        (r#""epsilon": "ln(2)", "delta": "1e-3""#, two, 18),
        (r#""epsilon": "ln(2)/3", "delta": "1/10""#, two, 7),
        (r#""alpha": {"root_of": ["-1", "1", "1"], "between": ["0", "1"]}, "delta": "1/100""#, two, 14),
        (r#""alpha": "1", "delta": "1/10""#, r#"{"graph": "complete", "nodes": 3}"#, 10),
    ] {
        let least = found(Kind::TruncatedLaplace, privacy, graph).unwrap_or_else(|e| panic!("{privacy}: {e}"));
        assert_eq!(least.amount, amount, "{privacy}");
    }
}

#[test]
fn both_files_are_written_where_they_are_named() {
    let folder =
        Folder::with(&[("q.json", &query(r#""epsilon": "1", "delta": "1e-6""#, r#"{"graph": "line", "nodes": 2}"#))]);
    let run = |words: &[&str]| {
        let output = cargo_bin_cmd!("certify").current_dir(folder.at("")).args(words).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let (status, out, told) = run(&["construct", "binomial", "q.json"]);
    assert_eq!(status, 0);
    assert!(told.contains("binomial noise of 80 coins is enough: δ_min = 9.83361300032e-7, proved"), "{told}");
    assert!(told.contains("binomial noise of 79 coins is too little"), "{told}");
    let (status, said, errors) = run(&["construct", "binomial", "q.json", "-o", "m.json", "--one-less", "l.json"]);
    assert_eq!((status, &*errors), (0, ""));
    assert!(said.contains("mechanism: m.json\none less: l.json\n"), "{said}");
    assert_eq!(std::fs::read_to_string(folder.at("m.json")).unwrap(), out);
    for (file, told) in [("m.json", "holds     approximate-dp"), ("l.json", "fails     approximate-dp, as expected")] {
        let (status, text, _) = run(&[file]);
        assert!(status == 0 && text.contains(told), "{text}");
        assert_eq!(run(&["construct", "--list"]).0, 0);
    }
    for (words, told) in [
        (&["construct", "binomial", "q.json", "--one-less", "l.json"][..], "--output"),
        (
            &["construct", "uniform", "q.json", "-o", "n.json", "--one-less", "l.json"],
            "--one-less goes with `binomial`",
        ),
        (
            &["construct", "binomial", "q.json", "-o", "n.json", "--one-less", "n.json"],
            "two outputs would be written here",
        ),
        (&["construct", "binomial", "q.json", "-o", "n.json", "--one-less", "q.json"], "would overwrite the input"),
        (&["construct", "binomial", "q.json", "-o", "n.json", "--one-less", "no/l.json"], "there is no folder"),
        (&["construct", "binomial", "q.json", "--size", "3"], "--size goes with"),
    ] {
        let (status, out, errors) = run(words);
        assert_eq!((status, &*out), (2, ""), "{words:?}");
        assert!(errors.contains(told), "{words:?}: {errors}");
        assert!(!folder.at("n.json").exists(), "{words:?}");
    }
}

#[test]
fn what_has_no_least_noise_is_told() {
    let line = r#"{"graph": "line", "nodes": 2}"#;
    let little = r#""epsilon": "1e-9", "delta": "1e-300""#;
    let usual = r#""epsilon": "1", "delta": "1e-6""#;
    for (privacy, graph, told) in [
        (r#""epsilon": "1""#, line, "no δ above 0"),
        (r#""epsilon": "1", "delta": "0""#, line, "no δ above 0"),
        (r#""alpha": "symbolic", "between": ["0", "1"], "delta": "1/10""#, line, "every number of an interval"),
        (usual, r#"{"graph": "line", "nodes": 1}"#, "no two answers are neighbours"),
        (
            usual,
            r#"{"graph": "star", "nodes": 5}"#,
            "needs a line, in the order of its nodes, a sum query or a complete graph",
        ),
        (little, line, "would not be enough, and with more the mechanism file would have more than"),
        (usual, r#"{"graph": "sum", "individuals": 1, "max": 1000000}"#, "more than 20000 nodes (--limit nodes=N)"),
        (usual, r#"{"graph": "sum", "individuals": 1, "max": 9000}"#, "--limit bytes=N"),
    ] {
        for kind in [Kind::Binomial, Kind::TruncatedLaplace] {
            let why = found(kind, privacy, graph).expect_err(privacy);
            assert!(why.contains(told), "{kind:?} {privacy} {graph}: {why}");
        }
    }
    let with_constant = r#"{"format": "dp-mechanism/1", "privacy": {"epsilon": "1", "delta": "1/10"}, "constant": {"root_of_alpha": 3},
        "query": {"graph": "sum", "individuals": 1, "max": 2}}"#;
    let why = least(Kind::TruncatedLaplace, with_constant.as_bytes(), &Limits::default()).unwrap_err().to_string();
    assert!(why.contains("no power of the file's constant"), "{why}");
}
