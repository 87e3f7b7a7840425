//! Short texts that stand for long numbers: what they take is counted before it is done, and refused by the limit's
//! name.
//!
//! No test looks at a clock or at the memory; one that hangs or fills it is seen without.

use crate::harness::{self, Judgement, certificate, file, judge_all, judge_within};
use dp_verify::alpha::Vectors as _;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;

/// What becomes of a file within some steps: `None` where it is read.
fn refusal(text: &str, steps: usize) -> Option<String> {
    let limits = Limits { steps, ..Limits::default() };
    Mechanism::read(text.as_bytes(), &limits).err().map(|e| e.to_string())
}

/// Why a file is refused that may take a few megabytes only.
fn refused_within_memory(text: &str) -> String {
    let limits = Limits { memory: 1 << 24, ..Limits::default() };
    Mechanism::read(text.as_bytes(), &limits).map_or_else(|e| e.to_string(), |_| "read".to_owned())
}

/// Read with the steps that there are by default, refused by the limit's name with few.
fn is_counted(text: &str, few: usize) {
    assert_eq!(refusal(text, Limits::default().steps), None, "{}", &text[..text.len().min(200)]);
    let found = refusal(text, few).unwrap_or_else(|| panic!("read in {few} steps: {}", &text[..text.len().min(200)]));
    assert!(found.contains("--limit steps=N"), "{found}");
}

const POINT: &str = r#""query": {"graph": "line", "nodes": 1}"#;

/// 7777777777777777^k/3333333333333331^k·3333333333333331^k/7777777777777777^k·…/2, n factors each way.
fn ratios(k: usize, n: usize) -> String {
    let (x, y) = (format!("7777777777777777^{k}"), format!("3333333333333331^{k}"));
    format!("{}1/2", format!("{x}/{y}*{y}/{x}*").repeat(n))
}

#[test]
fn gcds_and_powers_of_an_expression() {
    is_counted(&file(&ratios(100, 20), POINT), 1 << 20);
    // 19 kB: minutes of gcds, if they were done.
    let found = refusal(&file(&ratios(9_000, 200), POINT), Limits::default().steps).expect("refused");
    assert!(found.contains("$.privacy.alpha: in \"7777") && found.contains("--limit steps=N"), "{found}");
    // A sum of powers that have nothing in common.
    let terms: Vec<String> = (0..400).map(|k| format!("1/{}^500", 1_000_000_007u64 + 2 * k)).collect();
    let found = refusal(&file(&format!("1/2+{}", terms.join("-")), POINT), 1 << 24).expect("refused");
    assert!(found.contains("--limit"), "{found}");
}

#[test]
fn digits_and_decimals() {
    let digits = "3".repeat(20_000);
    is_counted(&file(&format!("0.{digits}"), POINT), 1 << 20);
    is_counted(&file(&format!("1/{digits}"), POINT), 1 << 20);
    // One α of many digits, named again and again.
    let many = vec!["a"; 2_000].join("-");
    let table = format!(r#"{POINT}, "mechanism": {{"matrix": [["{many}"]]}}"#);
    is_counted(&file(&format!("1/{}", "3".repeat(2_000)), &table), 1 << 20);
}

/// Numbers of a certificate: cuts, and entries of vectors.
#[test]
fn numbers_of_a_certificate() {
    let query = r#""query": {"graph": "line", "nodes": 2}, "claims": ["tight-constraints-exist"]"#;
    let text = file("1/2", query);
    let everywhere = text.replace(r#"{"alpha": "1/2"}"#, r#"{"alpha": "symbolic", "between": [0, 1]}"#);
    let limits = Limits { steps: 1 << 20, ..Limits::default() };
    let judged = |text: &str, witness: &str| {
        let said = format!(r#"{{"claim": "tight-constraints-exist", "verdict": "holds", "witness": {witness}}}"#);
        match judge_within(&harness::read(text), &certificate(text, &[&said]), &limits) {
            Judgement::Declined(why) => why[0].to_string(),
            other => panic!("{other:?}"),
        }
    };
    let cut = format!(r#"{{"cuts": ["{}"], "parts": []}}"#, ratios(100, 20));
    let found = judged(&everywhere, &cut);
    assert!(found.contains("cuts[0]: in the statement") && found.contains("--limit steps=N"), "{found}");
    let z = format!(r#"{{"z": {{"denominator": "3", "numerators": ["{}", "2"]}}}}"#, "3".repeat(40_000));
    let found = judged(&text, &z);
    assert!(found.contains("numerators[0]") && found.contains("--limit steps=N"), "{found}");
}

/// Closed forms of few nodes at an α of many digits.
#[test]
fn closed_forms() {
    for (graph, family) in [
        (r#"{"graph": "line", "nodes": 19}"#, "truncated-geometric"),
        (r#"{"graph": "hamming", "values": 2, "individuals": 5}"#, "exponential"),
    ] {
        let rest =
            format!(r#""query": {graph}, "mechanism": {{"family": "{family}"}}, "priors": {{"p": {{"corner": 0}}}}"#);
        is_counted(&file("7^90/11^90", &rest), 1 << 12);
    }
    let line = r#""query": {"graph": "line", "nodes": 19}, "mechanism": {"family": "truncated-geometric"}"#;
    assert_eq!(refusal(&file("7^9000/11^9000", line), Limits::default().steps), None);
    let found = refusal(&file("7^9000/11^9000", line), 1 << 31).expect("refused");
    assert!(found.contains("$.mechanism.family: ") && found.contains("--limit steps=N"), "{found}");
}

/// The closed forms as they are defined, entry by entry.
#[test]
fn closed_forms_are_what_they_are_defined_to_be() {
    use dp_verify::number::Rational;
    use num_traits::One;
    for (n, d) in [(1, 2), (3, 7), (1, 1), (6, 7), (2, 9)] {
        let alpha = Rational::new(n.into(), d.into());
        for nodes in 1..8usize {
            let rest = format!(
                r#""query": {{"graph": "line", "nodes": {nodes}}}, "mechanism": {{"family": "truncated-geometric"}}"#
            );
            let mechanism = harness::read(&file(&format!("{n}/{d}"), &rest));
            let rows = mechanism.channel().and_then(|x| x.rows()).unwrap();
            let one = Rational::one();
            for (i, row) in rows.iter().enumerate() {
                for j in 0..nodes {
                    let power = alpha.pow(i32::try_from(i.abs_diff(j)).unwrap());
                    let end = j == 0 || j + 1 == nodes;
                    let factor = if end { one.clone() } else { &one - &alpha };
                    let expected = if nodes == 1 { one.clone() } else { power * factor / (&one + &alpha) };
                    assert_eq!(row.lowest(j), Some(expected), "{n}/{d}, {nodes} nodes, ({i}, {j})");
                }
                let least = dp_verify::alpha::Fractions::of(&row.entries().collect::<Vec<_>>());
                assert_eq!(least.denominator, row.denominator, "in lowest terms: {n}/{d}, {nodes} nodes, row {i}");
            }
        }
    }
}

/// Two roots a little apart next to 0: 10^k·x·(10^k·x − 1) + 1/9, as far as their isolation goes.
fn two_roots_near_zero(k: usize) -> String {
    format!(r#"["1/9", "-1e{k}", "1e{}"]"#, 2 * k)
}

#[test]
fn two_roots_next_to_zero() {
    for k in [10, 2_400] {
        let root = two_roots_near_zero(k);
        let with = |low: &str, high: &str| {
            format!(
                r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": {{"root_of": {root}, "between": [{low}, {high}]}}}}, {POINT}}}"#
            )
        };
        let found = refusal(&with("0", "1"), Limits::default().steps).expect("refused");
        assert!(found.contains("found 2 roots in the interval"), "{found}");
        assert_eq!(refusal(&with("0", &format!("\"1e-{k}/2\"")), Limits::default().steps), None);
        // The halves that wait are few, and what they take is bounded.
        let limits = Limits { memory: 1 << 20, ..Limits::default() };
        let found = Mechanism::read(with("0", "1").as_bytes(), &limits).expect_err("two roots").to_string();
        assert!(found.contains("found 2 roots in the interval"), "{found}");
    }
}

#[test]
fn a_cut_with_two_roots_next_to_zero() {
    let text = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "symbolic", "between": ["0", "1"]},
            "query": {"graph": "line", "nodes": 2}, "claims": ["tight-constraints-exist"]}"#
        .to_owned();
    let zeros = "0".repeat(2_400);
    let part = r#"{"verdict": "holds", "witness": {"z": {"denominator": ["1", "1"], "numerators": ["1", "1"]}}}"#;
    let said = format!(
        r#"{{"claim": "tight-constraints-exist", "verdict": "holds", "witness": {{
            "cuts": [{{"root_of": ["1", "-9{zeros}", "9{zeros}{zeros}"], "between": ["0", "1"]}}], "parts": [{part}, {part}, {part}]}}}}"#
    );
    match judge_all(&text, &[&said]) {
        Judgement::Refused(found) => assert!(found[0].contains("root"), "{found:?}"),
        other => panic!("{:.300}", format!("{other:?}")),
    }
}

/// A long expression whose every sign asks for a polynomial of the highest degree, all of whose coefficients are long.
#[test]
fn functions_of_a_symbolic_alpha() {
    let symbolic = |rest: &str| {
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "symbolic", "between": ["0", "1"]}},
                "query": {{"graph": "line", "nodes": 1}}{rest}}}"#
        )
    };
    let table = |entries: &[String]| symbolic(&format!(r#", "mechanism": {{"matrix": [[{}]]}}"#, entries.join(", ")));
    // Six characters for 320 kB.
    let entries: Vec<String> = (0..300).map(|_| "\"a^9999\"".to_owned()).collect();
    let found = refused_within_memory(&table(&entries));
    assert!(found.contains("$.mechanism.matrix[0][") && found.contains("--limit memory=N"), "{found}");
    let powers: Vec<String> = (0..2_500).map(|k| format!("a^{k}")).collect();
    let found =
        refusal(&table(&[format!("\"7^300000*({})\"", powers.join("+")).replace("7^300000", "(7^9999)^30")]), 1 << 34);
    assert!(found.as_ref().is_some_and(|why| why.contains("--limit memory=N")), "{found:?}");
    let expected: Vec<String> = (0..200)
        .map(|k| format!(r#"{{"claim": "threshold", "expect": {{"alpha_star": {{"at_least": "a^9999-a^{k}"}}}}}}"#))
        .collect();
    let found = refused_within_memory(&symbolic(&format!(r#", "claims": [{}]"#, expected.join(","))));
    assert!(found.contains("--limit memory=N"), "{found}");
}

/// Rationals that a few characters stand for, in a row and as what is expected.
#[test]
fn rows_of_long_rationals() {
    let row = vec!["\"1e9999\""; 20_000].join(",");
    let found = refused_within_memory(&file("1/2", &format!(r#"{POINT}, "mechanism": {{"matrix": [[{row}]]}}"#)));
    assert!(found.contains("$.mechanism.matrix[0][") && found.contains("--limit memory=N"), "{found}");
}

/// Twenty thousand databases of one individual, which have two thousand answers: each two of them are adjacent once.
#[test]
fn a_query_by_answers_that_repeat() {
    let answers: Vec<String> = (0..20_000).map(|i| (i % 300).to_string()).collect();
    let query = format!(
        r#""query": {{"databases": {{"values": 20000, "individuals": 1}}, "answers": [{}]}}"#,
        answers.join(",")
    );
    let mechanism = harness::read(&file("1/2", &query));
    let graph = &mechanism.query.graph;
    let edges: usize = (0..graph.nodes()).map(|i| graph.distances_from(i).iter().filter(|&&d| d == 1).count()).sum();
    assert_eq!((graph.nodes(), edges), (300, 300 * 299));
}
