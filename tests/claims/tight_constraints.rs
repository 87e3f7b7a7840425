use super::*;

fn verdict(fields: &str) -> Verdict {
    statement(&decide(fields), Kind::TightConstraints).verdict
}

#[test]
fn the_geometric_mechanism_is_one_on_its_line() {
    assert_eq!(verdict(&format!("{HALF}, {LINE_6}, {TABLE_2_M1}")), Verdict::Holds);
}

#[test]
fn a_private_mechanism_may_not_remap_to_one() {
    let report = decide(&format!("{HALF}, {RING_6}, {TABLE_2_M2}"));
    let found = statement(&report, Kind::TightConstraints);
    assert_statement(found, Verdict::Fails, &[]);
    assert_eq!(
        found.explanation,
        [
            "at the prior proportional to the row sums of Φ the utility is 4/11, a tight-constraints mechanism would have 8/21"
        ]
    );
}

#[test]
fn outputs_may_be_split_and_shuffled() {
    let split = r#""mechanism": {"matrix": [["1/6", "1/3", "1/2"], ["1/3", "1/6", "1/2"]]}"#;
    assert_eq!(
        verdict(&format!(r#"{HALF}, {PAIR}, {split}"#)),
        Verdict::Fails,
        "utility 7/12 at the uniform prior, not 2/3"
    );
    let shuffled = r#""mechanism": {"matrix": [["1/12", "1/4", "2/3"], ["1/6", "1/2", "1/3"]]}"#;
    assert_eq!(verdict(&format!(r#"{HALF}, {PAIR}, {shuffled}"#)), Verdict::Holds);
}

#[test]
fn a_mechanism_that_is_not_private_is_none() {
    assert_eq!(verdict(&format!("{HALF}, {RING_6}, {TABLE_2_M1}")), Verdict::Fails);
}

#[test]
fn where_none_exists_every_mechanism_fails() {
    let star =
        r#""privacy": {"alpha": "2/3"}, "query": {"graph": "star", "nodes": 4}, "mechanism": {"family": "uniform"}"#;
    assert_eq!(verdict(star), Verdict::Fails);
}

#[test]
fn the_side_of_four_of_k34_is_not_one_though_it_is_optimal() {
    // 000.C2: U = 2/7 = Σz/7, but the diagonal of XR is not a solution.
    let edges: Vec<String> = (0..3).flat_map(|i| (3..7).map(move |j| format!("[{i}, {j}]"))).collect();
    let three = r#"["1/4", "1/4", "1/4", "1/4"]"#;
    let rows: Vec<String> = std::iter::repeat_n(three.to_owned(), 3)
        .chain((0..4).map(|i| {
            let row: Vec<&str> = (0..4).map(|o| if i == o { "\"1/2\"" } else { "\"1/6\"" }).collect();
            format!("[{}]", row.join(", "))
        }))
        .collect();
    let report = decide(&format!(
        r#"{HALF}, "query": {{"nodes": 7, "edges": [{}]}}, {FLAT}, "mechanism": {{"matrix": [{}]}}"#,
        edges.join(", "),
        rows.join(", ")
    ));
    assert_statement(statement(&report, Kind::TightConstraints), Verdict::Fails, &[]);
    assert_statement(about(&report, Kind::Utility, Some("flat")), Verdict::Holds, &[("utility", "2/7")]);
    assert_statement(
        about(&report, Kind::UtilityBound, Some("flat")),
        Verdict::Holds,
        &[("bound", "2/7"), ("optimum", "2/7")],
    );
}

#[test]
fn disconnected_graphs_and_alpha_one() {
    let apart = r#""query": {"nodes": 2, "edges": []}, "mechanism": {"matrix": [[1, 0], [0, 1]]}"#;
    assert_eq!(verdict(&format!("{HALF}, {apart}")), Verdict::Holds);
    let constant =
        r#""privacy": {"alpha": 1}, "query": {"graph": "line", "nodes": 3}, "mechanism": {"family": "uniform"}"#;
    assert_eq!(verdict(constant), Verdict::Holds);
}
