use super::*;

fn at(privacy: &str, query: &str, rest: &str) -> Report {
    decide(&format!(r#""privacy": {privacy}, "query": {query}{rest}"#))
}

fn epsilon(epsilon: &str) -> String {
    format!(r#"{{"epsilon": "{epsilon}"}}"#)
}

fn exists(privacy: &str, query: &str) -> Verdict {
    statement(&at(privacy, query, ""), Kind::TightConstraintsExist).verdict
}

/// The sum of 150 numbers from 0 to 5, and two counts of 30 people: the papers print 0.8 and 0.9.
#[test]
fn the_thresholds_of_the_case_studies_are_at_0_97_and_1_14() {
    let sum = r#"{"graph": "sum", "individuals": 150, "max": 5}"#;
    let counts = r#"{"graph": "counts", "individuals": 30, "queries": 2}"#;
    for (query, fails, holds) in [(sum, ["0.80", "0.96"], ["0.97", "1.2"]), (counts, ["0.90", "1.13"], ["1.14", "1.3"])]
    {
        assert_eq!(fails.map(|e| exists(&epsilon(e), query)), [Verdict::Fails; 2]);
        assert_eq!(holds.map(|e| exists(&epsilon(e), query)), [Verdict::Holds; 2]);
    }
}

/// The product prior of Example 3: regular up to α = 1/2; the paper prints ε ≥ 0.48.
#[test]
fn the_prior_of_example_3_is_regular_from_ln_2_on() {
    let query = r#"{"graph": "hamming", "values": 4, "individuals": 5}"#;
    let rest = r#", "priors": {"p": {"product": [["3/10", "27/100", "23/100", "1/5"]]}}"#;
    let verdict = |e: &str| about(&at(&epsilon(e), query, rest), Kind::Regular, Some("p")).verdict;
    assert_eq!(["0.48", "0.5", "0.69"].map(verdict), [Verdict::Fails; 3]);
    assert_eq!(["ln(2)", "0.70", "2"].map(verdict), [Verdict::Holds; 3]);
}

/// Two nodes: z = 1/(1+α), and π = (p, 1−p) is regular iff α ≤ p/(1−p) ≤ 1/α.
#[test]
fn on_two_nodes_all_is_known() {
    let line = r#"{"graph": "line", "nodes": 2}"#;
    // 2/(1+e^-1) and 2/(1+2^(-1/5)).
    for (privacy, sum) in [(epsilon("1"), "1.46211715726"), (epsilon("1/5*ln(2)"), "1.06920392276")] {
        let report = at(&privacy, line, "");
        let exists = statement(&report, Kind::TightConstraintsExist);
        assert_eq!(exists.values[0].1.decimal().as_deref(), Some(sum));
    }
    // e^-0.4 = 0.67032 between 2/3 = 0.66667 and 0.6704.
    for (prior, verdict) in
        [(r#"["2/5", "3/5"]"#, Verdict::Fails), (r#"["0.6704/1.6704", "1/1.6704"]"#, Verdict::Holds)]
    {
        let report = at(&epsilon("0.4"), line, &format!(r#", "priors": {{"p": {prior}}}"#));
        assert_eq!(about(&report, Kind::Regular, Some("p")).verdict, verdict, "{prior}");
    }
}

/// K1,3 has tight constraints up to α = 1/2, and at the golden ratio's inverse it has none.
#[test]
fn algebraic_alphas() {
    let star = r#"{"graph": "star", "nodes": 4}"#;
    let root = |list: &str, between: &str| format!(r#"{{"alpha": {{"root_of": {list}, "between": {between}}}}}"#);
    let golden = root(r#"["-1", "1", "1"]"#, r#"["0", "1"]"#);
    assert_eq!(exists(&golden, star), Verdict::Fails);
    // √5 − 2 = 0.236...
    assert_eq!(exists(&root(r#"["-1", "4", "1"]"#, r#"["0", "1"]"#), star), Verdict::Holds);
    // Every α of an interval at once, up to 1/2 and past it.
    let every = |high: &str| format!(r#"{{"alpha": "symbolic", "between": ["0", "{high}"]}}"#);
    assert_eq!([exists(&every("1/2"), star), exists(&every("2/3"), star)], [Verdict::Holds, Verdict::Fails]);
}

/// The claims and values of a file over an interval, as the JSON report writes them.
fn symbolic(query: &str, rest: &str) -> Report {
    at(r#"{"alpha": "symbolic", "between": ["0", "1"]}"#, query, rest)
}

/// The truncated geometric matrix as expressions in a.
fn geometric(n: usize) -> String {
    let entry = |i: usize, j: usize| match j {
        _ if j == 0 || j + 1 == n => format!("\"a^{}/(1+a)\"", i.abs_diff(j)),
        _ => format!("\"(1-a)/(1+a)*a^{}\"", i.abs_diff(j)),
    };
    let row = |i| format!("[{}]", (0..n).map(|j| entry(i, j)).collect::<Vec<_>>().join(", "));
    (0..n).map(row).collect::<Vec<_>>().join(", ")
}

/// The geometric mechanism on lines is private with alpha_max = a, tight, and has utility (n−(n−2)a)/(n(1+a)) at the
/// uniform prior, whatever α is.
#[test]
fn lines_at_every_alpha_at_once() {
    for n in [2, 3, 4, 7, 12, 25, 40] {
        let claims = format!(
            r#", "mechanism": {{"matrix": [{}]}}, {FLAT}, "claims": ["stochastic",
               {{"claim": "dp", "expect": {{"alpha_max": {{"equals": "a"}}}}}}, "tight-constraints-exist",
               "tight-constraints", {{"claim": "utility", "prior": "flat",
               "expect": {{"utility": {{"equals": "({n}-({n}-2)*a)/({n}*(1+a))"}}}}}}]"#,
            geometric(n)
        );
        let report = symbolic(&format!(r#"{{"graph": "line", "nodes": {n}}}"#), &claims);
        assert_eq!(report.status(), 0, "{}", report.to_text(dp_verify::report::Style::Plain));
        assert!(report.statements.iter().all(|s| s.verdict == Verdict::Holds), "{n} nodes");
    }
}

/// z is the inverse of the row sum on graphs that look the same from every node.
#[test]
fn solutions_at_every_alpha() {
    let ring: Vec<[usize; 2]> = (0..5).flat_map(|i| [[i, (i + 1) % 5], [i, i + 5], [5 + i, 5 + (i + 2) % 5]]).collect();
    let petersen = format!(r#"{{"nodes": 10, "edges": {ring:?}}}"#);
    let cube = r#"{"graph": "hamming", "values": 2, "individuals": 3}"#;
    let cycle = r#"{"graph": "cycle", "nodes": 5}"#;
    let of = [
        (petersen.as_str(), "10/(1+3*a+6*a^2)", "1/(1+3*a+6*a^2)"),
        (cube, "8/(1+3*a+3*a^2+a^3)", "1/(1+3*a+3*a^2+a^3)"),
        (cycle, "5/(1+2*a+2*a^2)", "1/(1+2*a+2*a^2)"),
    ];
    for (query, sum, least) in of {
        let report = symbolic(query, "");
        let values = [("sum", sum), ("unique", "true"), ("least", least)];
        assert_statement(statement(&report, Kind::TightConstraintsExist), Verdict::Holds, &values);
    }
}

/// Over all of (0, 1) the prior of Example 3 is regular exactly up to 1/2, and the covering bound changes its form
/// where the theorem of the paper says: at 1/2, 23/34 and 9/10.
#[test]
fn the_prior_of_example_3_over_all_alphas() {
    let query = r#"{"graph": "hamming", "values": 4, "individuals": 1}"#;
    let report = symbolic(query, r#", "priors": {"p": ["3/10", "27/100", "23/100", "1/5"]}"#);
    let regular = about(&report, Kind::Regular, Some("p"));
    assert_eq!(regular.verdict, Verdict::Fails);
    assert_eq!(regular.explanation[0], "it holds exactly for α in (0, 1/2]");
    let Value::Pieces(pieces) = &about(&report, Kind::UtilityBound, Some("p")).values[0].1 else { panic!("one piece") };
    let on: Vec<String> = pieces.0.iter().map(|(range, _, _)| range.written()).collect();
    assert_eq!(on, ["(0, 1/2]", "(1/2, 23/34]", "(23/34, 9/10]", "(9/10, 1)"]);
}

/// A rational table is private up to its alpha_max.
#[test]
fn a_table_is_private_on_a_part_of_the_interval() {
    let table = r#", "mechanism": {"matrix": [["2/3", "1/3"], ["1/3", "2/3"]]}, "claims": ["dp"]"#;
    let report = symbolic(PAIR.trim_start_matches("\"query\": "), table);
    let dp = statement(&report, Kind::Dp);
    assert_eq!((dp.verdict, dp.explanation[0].as_str()), (Verdict::Fails, "it holds exactly for α in (0, 1/2]"));
}

/// Table 1, M1 of Alvim et al. is the geometric mechanism at 2^(-1/5), judged on the complete graph at ε = ln 2.
#[test]
fn table_1_m1_in_the_fifth_root_of_one_half() {
    let matrix = geometric(6).replace('a', "b");
    let claims = format!(
        r#", "constant": {{"root_of_alpha": 5}}, "mechanism": {{"matrix": [{matrix}]}}, {FLAT}, "claims": [
           {{"claim": "dp", "expect": {{"alpha_max": {{"equals": "1/2"}}}}}},
           {{"claim": "utility", "prior": "flat",
             "expect": {{"utility": {{"equals": "2/9*(2-5*b+5*b^2-5*b^3+5*b^4)"}}}}}}]"#
    );
    let report = at(&epsilon("ln(2)"), r#"{"graph": "complete", "nodes": 6}"#, &claims);
    assert_eq!(report.status(), 0);
    let utility = about(&report, Kind::Utility, Some("flat"));
    assert_statement(utility, Verdict::Holds, &[("utility", "(4-10*b+10*b^2-10*b^3+10*b^4)/9")]);
}

/// At e^-0.8 the geometric mechanism's ε is 0.8, exactly.
#[test]
fn epsilon_min_is_the_declared_epsilon() {
    let rest = format!(
        r#", "mechanism": {{"family": "truncated-geometric"}}, {FLAT}, "claims": ["tight-constraints",
           {{"claim": "dp", "expect": {{"epsilon_min": {{"equals": "0.8"}}, "alpha_max": {{"equals": "a"}}}}}}]"#
    );
    let report = at(&epsilon("0.8"), r#"{"graph": "line", "nodes": 5}"#, &rest);
    assert_eq!(report.status(), 0);
    assert!(report.statements.iter().all(|s| s.verdict == Verdict::Holds));
}

/// A denominator that vanishes at some α of the interval is an error of the file.
#[test]
fn a_denominator_that_vanishes_is_refused() {
    let refused = |privacy: &str, entry: &str| {
        let file = format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"graph": "line", "nodes": 1}},
                 "mechanism": {{"matrix": [["{entry}"]]}}}}"#
        );
        certify(file.as_bytes(), &Options::default()).map(|_| ()).map_err(|e| e.message)
    };
    let every = r#"{"alpha": "symbolic", "between": ["0", "1"]}"#;
    assert_eq!(
        refused(every, "a/(2*a-1)"),
        Err("in \"a/(2*a-1)\": a denominator is zero at some α of the interval".into())
    );
    assert_eq!(refused(every, "(1-a)/(1-a)"), Ok(()));
    let root = r#"{"alpha": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}}"#;
    assert_eq!(refused(root, "1/(1-2*a^2)"), Err("in \"1/(1-2*a^2)\": a denominator is zero at this α".into()));
    assert_eq!(refused(&epsilon("1"), "1/(1-2*a^2)"), Ok(()));
}

/// From ε = 45 on α is below 2^-64, and a line of three has tight constraints all the more.
#[test]
fn tiny_alphas() {
    let line = r#"{"graph": "line", "nodes": 3}"#;
    for e in ["44", "45", "100", "133", "1000000"] {
        let report = at(&epsilon(e), line, r#", "priors": {"p": ["1/4", "1/2", "1/4"]}"#);
        for found in [statement(&report, Kind::TightConstraintsExist), about(&report, Kind::Regular, Some("p"))] {
            assert_eq!(found.verdict, Verdict::Holds, "{e}");
        }
    }
}

/// On one node the prior is 1 itself.
#[test]
fn one_node() {
    let rest = r#", "priors": {"p": "uniform"}"#;
    let one = r#"{"graph": "line", "nodes": 1}"#;
    for report in [at(&epsilon("1"), one, rest), symbolic(one, rest)] {
        assert_eq!(about(&report, Kind::Regular, Some("p")).verdict, Verdict::Holds);
    }
}

/// α = 1/2 as a root or a power is α = 1/2: the same report and, but for the file's hash, the same certificate.
#[test]
fn an_alpha_that_is_rational_is_judged_as_the_rational_that_it_is() {
    let file = |privacy: &str, rest: &str| {
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"graph": "star", "nodes": 4}}, "mechanism":
               {{"matrix": [["1/2", "1/2"], ["1/3", "2/3"], ["2/3", "1/3"], ["1/2", "1/2"]]}}, "priors": {{"p": "uniform"}}{rest}}}"#
        )
    };
    let decided = |text: &str| {
        let Certified { certificate, report, .. } = certify(text.as_bytes(), &Options::default()).expect("a good file");
        let statements = certificate.lines().filter(|line| !line.contains("\"sha256\"")).collect::<Vec<_>>().join("\n");
        (statements, report)
    };
    let plain = decided(&file(HALF.strip_prefix(r#""privacy": "#).expect("a privacy"), ""));
    for privacy in [
        r#"{"alpha": {"root_of": ["-1", "1", "2"], "between": ["0", "1"]}}"#,
        r#"{"alpha": {"root_of": ["1", "-4", "4"], "between": ["0", "1"]}}"#,
        r#"{"epsilon": "1/2*ln(4)"}"#,
        r#"{"epsilon": "ln(4)/2"}"#,
    ] {
        let (statements, report) = decided(&file(privacy, ""));
        assert_eq!(statements, plain.0, "{privacy}");
        let json = report.to_json(false);
        assert!(json.contains(r#""kind": "rational""#) && json.contains(r#""exact": "1/2""#), "{json}");
    }
    // A rational `b` beside it too.
    let rest = r#", "constant": {"root_of": ["9", "-12", "4"], "between": ["1", "2"]}, "gain": [["b-1/2", 0, 0, 0], [0, "2*b-2", 0, 1]]"#;
    let (_, report) = decided(&file(r#"{"alpha": {"root_of": ["-1", "1", "2"], "between": ["0", "1"]}}"#, rest));
    assert_statement(about(&report, Kind::Utility, Some("p")), Verdict::Holds, &[("utility", "1/2")]);
}
