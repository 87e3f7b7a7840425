use super::*;

fn line(n: usize, rest: &str) -> Report {
    decide(&format!(
        r#"{HALF}, "query": {{"graph": "line", "nodes": {n}}}, "mechanism": {{"family": "truncated-geometric"}}, {rest}"#
    ))
}

/// The optimum of the line at the uniform prior and α = 1/2 is (n+2)/(3n), which the geometric mechanism reaches.
#[test]
fn lines_at_the_uniform_prior() {
    for n in [2, 6, 11, 21, 31, 41, 101] {
        let claim = format!(
            r#"{FLAT}, "claims": [{{"claim": "optimal", "prior": "flat",
               "expect": {{"optimum": {{"equals": "({n}+2)/(3*{n})"}}}}}}]"#
        );
        assert_eq!(line(n, &claim).status(), 0, "{n} nodes");
    }
}

/// On a line the geometric mechanism is optimal for any prior and monotone loss (Ghosh et al. Theorem 3.1).
#[test]
fn the_geometric_mechanism_for_any_prior_and_monotone_loss() {
    let priors = [r#"["1/10", "1/5", "2/5", "1/5", "1/10"]"#, r#"[0, "1/2", 0, "1/3", "1/6"]"#, r#"{"point": 2}"#];
    for prior in priors {
        for loss in ["\"binary\"", "\"absolute\"", "\"squared\""] {
            let rest = format!(
                r#""priors": {{"p": {prior}}}, "loss": {loss}, "claims": [{{"claim": "optimal", "prior": "p"}}]"#
            );
            let report = line(5, &rest);
            assert_eq!(report.status(), 0, "{prior}, {loss}: {}", report.to_text(dp_verify::report::Style::Plain));
        }
    }
}

/// The mechanism and user of Figure 2 of Ghosh et al., with the loss |i-r|.
#[test]
fn figure_2_with_the_absolute_loss() {
    let report = decide(&format!(
        r#"{HALF}, {LINE_6}, "mechanism": {{"matrix": [["2/3","0","1/4","1/24","1/48","1/48"],
            ["1/3","0","1/2","1/12","1/24","1/24"], ["1/6","0","1/2","1/6","1/12","1/12"],
            ["1/12","0","1/4","1/3","1/6","1/6"], ["1/24","0","1/8","1/6","1/3","1/3"],
            ["1/48","0","1/16","1/12","1/6","2/3"]]}},
            "priors": {{"user": ["1/4", 0, "1/4", 0, "1/4", "1/4"]}}, "loss": "absolute",
            "claims": [{{"claim": "optimal", "prior": "user"}}]"#
    ));
    let values = [("utility", "-155/192"), ("loss", "155/192"), ("optimum", "-155/192"), ("least_loss", "155/192")];
    assert_statement(about(&report, Kind::Optimal, Some("user")), Verdict::Holds, &values);
}

/// The doubled ring of Alvim et al. is called optimal in Example 3; a circulant has 8/21.
#[test]
fn the_doubled_ring_is_not_optimal() {
    let claim = r#""claims": [{"claim": "optimal", "prior": "flat"}]"#;
    let ring = decide(&format!("{HALF}, {RING_6}, {TABLE_2_M2}, {FLAT}, {claim}"));
    let values = [("utility", "4/11"), ("optimum", "8/21")];
    assert_statement(about(&ring, Kind::Optimal, Some("flat")), Verdict::Fails, &values);
    let weights = [8, 4, 2, 1, 2, 4];
    let row = |i: usize| {
        let entry = |j: usize| format!("\"{}/21\"", weights[(6 + j - i) % 6]);
        format!("[{}]", (0..6).map(entry).collect::<Vec<_>>().join(", "))
    };
    let matrix = (0..6).map(row).collect::<Vec<_>>().join(", ");
    let circulant = decide(&format!(r#"{HALF}, {RING_6}, "mechanism": {{"matrix": [{matrix}]}}, {FLAT}, {claim}"#));
    let values = [("utility", "8/21"), ("optimum", "8/21")];
    assert_statement(about(&circulant, Kind::Optimal, Some("flat")), Verdict::Holds, &values);
}

/// A star at α = 1/2 and the prior (1, 2, 3, 4)/10, centre first: the tight-constraints mechanism has 3/5.
#[test]
fn a_tree_with_binary_gain() {
    let report = decide(&format!(
        r#"{HALF}, "query": {{"graph": "star", "nodes": 4}}, "mechanism": {{"family": "uniform"}},
            "priors": {{"p": ["1/10", "1/5", "3/10", "2/5"]}}, "claims": [{{"claim": "optimal", "prior": "p"}}]"#
    ));
    let values = [("utility", "2/5"), ("optimum", "3/5")];
    assert_statement(about(&report, Kind::Optimal, Some("p")), Verdict::Fails, &values);
}

#[test]
fn a_mechanism_that_is_not_private_is_not_optimal() {
    let report = decide(&format!(
        r#"{HALF}, {PAIR}, "mechanism": {{"matrix": [[1, 0], [0, 1]]}}, {FLAT},
            "claims": [{{"claim": "optimal", "prior": "flat"}}]"#
    ));
    let optimal = about(&report, Kind::Optimal, Some("flat"));
    assert_statement(optimal, Verdict::Fails, &[("utility", "1"), ("optimum", "2/3")]);
    assert_eq!(optimal.explanation, ["X is not ε-private"]);
}

/// The optimum of a query by the linear program, whose mechanism refutes the uniform one.
fn optimum(alpha: &str, query: &str, prior: &str) -> String {
    let report = decide(&format!(
        r#""privacy": {{"alpha": "{alpha}"}}, "query": {query}, "mechanism": {{"family": "uniform"}},
            "priors": {{"p": {prior}}}, "claims": [{{"claim": "optimal", "prior": "p"}}]"#
    ));
    let found = about(&report, Kind::Optimal, Some("p"));
    assert_eq!(found.verdict, Verdict::Fails);
    show(&found.values[1].1)
}

/// Where no closed form fits: priors that are not regular, graphs without tight constraints, counts.
#[test]
fn optima_by_the_linear_program() {
    let star = r#"{"graph": "star", "nodes": 4}"#;
    assert_eq!(optimum("2/3", star, r#"["27/96", "23/96", "23/96", "23/96"]"#), "23/64");
    assert_eq!(optimum("2/3", star, "\"uniform\""), "3/8");
    let six = r#"{"graph": "complete", "nodes": 6}"#;
    assert_eq!(optimum("1/2", six, r#"["1/10", "1/5", "1/5", "1/5", "1/5", "1/10"]"#), "8/25");
    // Two nodes apart from a third: the truth about the one is told, at no cost.
    let apart = r#"{"nodes": 3, "edges": [[0, 1]]}"#;
    assert_eq!(optimum("1/2", apart, r#"["1/4", "1/4", "1/2"]"#), "5/6");
}

/// Gains over denominators whose common divisor, 1 − 2α, is negative in one notation and positive in another: utilities
/// are compared with the right sign all the same.
#[test]
fn gains_over_denominators_with_a_common_divisor() {
    let gain = r#"[["1/((1-2*a)*(1+a))", 0], [0, "1/((1-2*a)*(2+a))"]]"#;
    let exact = decide(&format!(
        r#""privacy": {{"alpha": "3/8"}}, {PAIR}, "mechanism": {{"family": "uniform"}}, {FLAT}, "gain": {gain},
            "claims": [{{"claim": "optimal", "prior": "flat"}}]"#
    ));
    let values = [("utility", "16/11"), ("optimum", "3840/2299")];
    assert_statement(about(&exact, Kind::Optimal, Some("flat")), Verdict::Fails, &values);
    // e^-ε for ε = 0.98 is 0.3753.
    let near = decide(&format!(
        r#""privacy": {{"epsilon": "0.98"}}, {PAIR}, "mechanism": {{"family": "uniform"}}, {FLAT}, "gain": {gain},
            "claims": [{{"claim": "optimal", "prior": "flat"}}]"#
    ));
    let found = about(&near, Kind::Optimal, Some("flat"));
    assert_eq!(found.verdict, Verdict::Fails);
    let decimals: Vec<String> = found.values.iter().filter_map(|(_, value)| value.decimal()).collect();
    assert!(decimals[0].starts_with("1.45") && decimals[1].starts_with("1.67"), "{decimals:?}");
}

/// A refutation says by how much, where twelve digits show two equal numbers too.
#[test]
fn by_how_much_another_mechanism_is_better() {
    let near = decide(&format!(
        r#"{HALF}, "query": {{"graph": "line", "nodes": 2}}, {FLAT}, "claims": [{{"claim": "optimal", "prior": "flat"}}],
           "mechanism": {{"matrix": [["2/3-1e-17", "1/3+1e-17"], ["1/3", "2/3"]]}}"#
    ));
    let optimal = about(&near, Kind::Optimal, Some("flat"));
    assert_eq!(optimal.verdict, Verdict::Fails);
    let sentence = "X has the utility about 0.666666666667, another private mechanism 2/3, more by \
                    1/200000000000000000";
    assert_eq!(optimal.explanation, [sentence]);
    let irrational = decide(&format!(
        r#""privacy": {{"epsilon": "1/2"}}, "query": {{"graph": "line", "nodes": 2}}, {FLAT},
           "claims": [{{"claim": "optimal", "prior": "flat"}}],
           "mechanism": {{"matrix": [["1/(1+a)-1e-17", "a/(1+a)+1e-17"], ["a/(1+a)", "1/(1+a)"]]}}"#
    ));
    let optimal = about(&irrational, Kind::Optimal, Some("flat"));
    assert_eq!(optimal.verdict, Verdict::Fails);
    assert!(optimal.explanation[0].ends_with(", more by 1/200000000000000000"), "{:?}", optimal.explanation);
    // Over an interval at one α of it.
    let everywhere = decide(&format!(
        r#""privacy": {{"alpha": "symbolic", "between": ["1/3", "1/2"]}}, "query": {{"graph": "line", "nodes": 2}}, {FLAT},
           "claims": [{{"claim": "optimal", "prior": "flat"}}],
           "mechanism": {{"matrix": [["1/(1+a)-1e-17", "a/(1+a)+1e-17"], ["a/(1+a)", "1/(1+a)"]]}}"#
    ));
    let optimal = about(&everywhere, Kind::Optimal, Some("flat"));
    assert_eq!(optimal.verdict, Verdict::Fails);
    let said = optimal.explanation.join(" ");
    assert!(said.contains(", more by 1/200000000000000000 at α = "), "{said}");
}
