use super::*;
use crate::channels::{channel, json};
use crate::random::cases;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use proptest::prelude::*;

fn most(fields: &str) -> Statement {
    statement(&decide(&format!(r#"{fields}, "claims": ["g-capacity"]"#)), Kind::GCapacity).clone()
}

const COIN: &str = r#""mechanism": {"matrix": [["3/4", "1/4"], ["1/4", "3/4"]]}"#;

/// The factor is that of `capacity`; the sum is largest for equal weights of some nodes (Chatzikokolakis, On the
/// additive capacity problem for quantitative information flow, 2018).
#[test]
fn for_the_binary_gain() {
    let coin = most(&format!("{HALF}, {PAIR}, {COIN}"));
    assert_statement(
        &coin,
        Verdict::Holds,
        &[("additive", "1/4"), ("multiplicative", "3/2"), ("bits", "0.584962500721")],
    );
    assert_eq!(coin.explanation, ["most is added for the prior 1/2 at 0, 1/2 at 1"]);
    let six = most(&format!("{HALF}, {LINE_6}, {TABLE_2_M1}"));
    assert_eq!(show(&six.values[1].1), "8/3");
    // Seeing which of two halves it is: more is added to 1/2 than to 1/4.
    let halves = r#""mechanism": {"matrix": [[1, 0], [1, 0], [0, 1], [0, 1]]}"#;
    let found = most(&format!(r#"{HALF}, "query": {{"graph": "line", "nodes": 4}}, {halves}"#));
    assert_statement(&found, Verdict::Holds, &[("additive", "1/2"), ("multiplicative", "2"), ("bits", "1")]);
}

#[test]
fn gains_that_are_negative_or_nothing() {
    let of = |gain: &str| most(&format!(r#"{HALF}, {PAIR}, {COIN}, {gain}"#));
    assert_statement(&of(r#""gain": [[1, -1], [-1, 1], [0, 0]]"#), Verdict::Holds, &[("additive", "1/2")]);
    assert_statement(&of(r#""loss": "binary""#), Verdict::Holds, &[("additive", "1/4")]);
    assert_statement(&of(r#""gain": [[0, 0], [0, 0]]"#), Verdict::Holds, &[("additive", "0")]);
    let one = [("additive", "0"), ("multiplicative", "1"), ("bits", "0")];
    assert_statement(&of(r#""gain": [[0, 1]]"#), Verdict::Holds, &one);
    // At node 0 no guess gains: 0 of 0 is no factor.
    assert_statement(&of(r#""gain": [[0, 1], [0, 2]]"#), Verdict::Holds, &one);
}

#[test]
fn at_other_alphas() {
    let rows = r#""mechanism": {"family": "randomised-response"}, "gain": "distance""#;
    for privacy in [r#"{"epsilon": "1"}"#, r#"{"alpha": "symbolic", "between": ["0", "1"]}"#] {
        let found = most(&format!(r#""privacy": {privacy}, "query": {{"graph": "complete", "nodes": 2}}, {rows}"#));
        assert_eq!(found.verdict, Verdict::Holds);
        assert_eq!(show(&found.values[1].1), "2/(1+a)", "{privacy}");
    }
    let pair = r#""query": {"graph": "complete", "nodes": 2}, "mechanism": {"family": "randomised-response"}"#;
    let gain = r#""gain": [["a", 0], [0, 1]]"#;
    let found = most(&format!(r#""privacy": {{"epsilon": "1"}}, {pair}, {gain}"#));
    assert_eq!(show(&found.values[1].1), "2/(1+a)");
}

/// A table that keeps the answer with probability 1 − α and else draws from fixed weights, and gains of two digits.
fn mixed(n: usize, seed: usize) -> String {
    let draw = |i: usize, j: usize, k: usize| (i * i * 31 + j * 17 + (i + 3) * (j + 5) * 7 + k * seed * 13) % 89 + 1;
    let row = |i: usize| {
        let sum: usize = (0..n).map(|j| draw(i, j, 1)).sum();
        let entry = |j: usize| format!("\"a*{}/{sum}+(1-a)*{}\"", draw(i, j, 1), usize::from(i == j));
        format!("[{}]", (0..n).map(entry).collect::<Vec<_>>().join(", "))
    };
    let gains = |w: usize| format!("[{}]", (0..n).map(|i| draw(w, i, 2).to_string()).collect::<Vec<_>>().join(", "));
    let [rows, gains] = [(0..n).map(row).collect::<Vec<_>>(), (0..n).map(gains).collect()].map(|rows| rows.join(", "));
    format!(
        r#""query": {{"graph": "line", "nodes": {n}}}, "mechanism": {{"matrix": [{rows}]}}, "gain": [{gains}],
           "claims": [{{"claim": "g-capacity""#
    )
}

/// On a narrow interval one function is the most that is added; at a number inside it is what is found there.
#[test]
fn functions_are_the_values_at_each_number() {
    let mut seen = 0;
    for seed in 1..=12 {
        let fields = mixed(4, seed);
        let place = 1_000 * (seed + 2);
        let between = format!(r#"["{}/32000", "{}/32000"]"#, place - 1, place + 1);
        let whole = decide(&format!(r#""privacy": {{"alpha": "symbolic", "between": {between}}}, {fields}}}]"#));
        let found = statement(&whole, Kind::GCapacity);
        let function = show(&found.values[0].1);
        assert_eq!(found.verdict, Verdict::Holds);
        if function.contains(" on ") {
            continue;
        }
        seen += 1;
        let privacy = format!(r#""privacy": {{"alpha": "{place}/32000"}}"#);
        let inside =
            decide(&format!(r#"{privacy}, {fields}, "expect": {{"additive": {{"equals": "{function}"}}}}}}]"#));
        assert_eq!(statement(&inside, Kind::GCapacity).expected, Some(true), "{function}");
    }
    assert!(seen > 6, "{seen}");
}

/// Hundreds of priors, of which a few lead somewhere on the interval: only for these is it cut.
#[test]
fn an_interval_is_cut_for_the_priors_that_lead() {
    let report = decide(&format!(r#""privacy": {{"alpha": "symbolic", "between": ["0", "1"]}}, {}}}]"#, mixed(7, 5)));
    let found = statement(&report, Kind::GCapacity);
    assert_eq!(found.verdict, Verdict::Holds, "{:?}", found.reason);
}

/// 127 weights, one more variable and no constraint: 128 bits are all that there are.
#[test]
fn one_guess_for_as_many_nodes_as_have_room() {
    let of = |n: usize| {
        let (gains, rows) = (vec!["1"; n].join(", "), vec![r#"["1/2", "1/2"]"#; n].join(", "));
        let query = format!(r#""query": {{"graph": "line", "nodes": {n}}}"#);
        most(&format!(r#"{HALF}, {query}, "mechanism": {{"matrix": [{rows}]}}, "gain": [[{gains}]]"#))
    };
    assert_statement(&of(127), Verdict::Holds, &[("additive", "0"), ("multiplicative", "1"), ("bits", "0")]);
    assert_eq!(of(128).verdict, Verdict::Undecided);
}

#[test]
fn too_many_priors() {
    let found = most(&format!(
        r#"{HALF}, "query": {{"graph": "complete", "nodes": 70}}, "mechanism": {{"family": "randomised-response"}}"#
    ));
    assert_eq!(found.verdict, Verdict::Undecided);
    let why = "extreme priors are listed for up to 128 nodes and guesses together";
    assert_eq!(found.reason.as_deref(), Some(why));
}

/// Priors with which as many guesses tie as nodes have weight: for each of these nodes, pairs and triples of nodes.
fn candidates(gains: &[Vec<Rational>]) -> Vec<Vec<Rational>> {
    let mut all: Vec<Vec<Rational>> =
        (0..3).map(|i| (0..3).map(|j| Rational::from(i32::from(i == j))).collect()).collect();
    let differences: Vec<Vec<Rational>> =
        gains.iter().flat_map(|g| gains.iter().map(move |h| g.iter().zip(h).map(|(g, h)| g - h).collect())).collect();
    let mut add = |weights: [Rational; 3]| {
        let sum: Rational = weights.iter().sum();
        let prior: Vec<Rational> = weights.iter().filter(|_| sum != 0).map(|x| x / &sum).collect();
        if !prior.is_empty() && prior.iter().all(|x| *x >= 0) {
            all.push(prior);
        }
    };
    for d in &differences {
        let none = Rational::ZERO;
        add([d[1].clone(), -&d[0], none.clone()]);
        add([none.clone(), d[2].clone(), -&d[1]]);
        add([d[2].clone(), none, -&d[0]]);
        for e in &differences {
            let cross = |i: usize, j: usize| &d[i] * &e[j] - &d[j] * &e[i];
            add([cross(1, 2), cross(2, 0), cross(0, 1)]);
        }
    }
    all
}

proptest! {
    #![proptest_config(cases(500))]

    /// At all priors at which something may change, whether a best guess ties there or others do.
    #[test]
    fn against_all_ties(
        rows in prop::collection::vec(prop::collection::vec(0u32..6, 2), 3),
        gains in prop::collection::vec(prop::collection::vec(-2i32..9, 3), 1..4),
        all_positive in any::<bool>(),
    ) {
        let x = channel(&rows);
        let gains: Vec<Vec<i32>> =
            gains.into_iter().map(|row| row.into_iter().map(|g| if all_positive { g.max(0) } else { g }).collect()).collect();
        let exact: Vec<Vec<Rational>> =
            gains.iter().map(|row| row.iter().map(|g| Rational::from(*g)).collect()).collect();
        let worth = |joint: &[Rational]| {
            exact.iter().map(|g| g.iter().zip(joint).map(|(g, p)| g * p).sum::<Rational>()).max().unwrap()
        };
        let (mut sum, mut factor) = (Rational::ZERO, None);
        for prior in candidates(&exact) {
            let joint = |o: usize| -> Vec<Rational> { (0..3).map(|i| &prior[i] * &x[i][o]).collect() };
            let (before, after) = (worth(&prior), (0..3).map(|o| worth(&joint(o))).sum::<Rational>());
            sum = sum.max(&after - &before);
            if before > 0 {
                factor = factor.max(Some(after / before));
            }
        }
        let found = most(&format!(
            r#"{HALF}, "query": {{"graph": "line", "nodes": 3}}, "mechanism": {{"matrix": {}}}, "gain": {}"#,
            json(&x),
            serde_json::to_string(&gains).unwrap(),
        ));
        let mut values = vec![("additive", sum.to_string())];
        if let Some(factor) = factor.filter(|_| gains.iter().flatten().all(|g| *g >= 0)) {
            // No gain leaks more than the binary one (Alvim et al. 2012, Theorem 5.1).
            let capacity = (0..3).map(|o| x.iter().map(|row| &row[o]).max().unwrap()).sum::<Rational>();
            prop_assert!(factor >= Rational::ONE && factor <= capacity);
            values.push(("multiplicative", factor.to_string()));
        }
        let shown: Vec<(&str, String)> = found.values.iter().map(|(name, value)| (*name, show(value))).collect();
        prop_assert_eq!(&shown[..shown.len().min(2)], &values[..]);
    }
}
