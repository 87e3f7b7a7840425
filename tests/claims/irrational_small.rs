//! Small files at e^-r, at algebraic α and over intervals: where a rational close by does not tell which basis is
//! optimal, one closer by does.

use super::*;

/// Every statement is decided: `decide` has seen that the verifier accepts them.
fn all_decided(fields: &str) -> Report {
    let report = decide(fields);
    for statement in &report.statements {
        assert_ne!(statement.verdict, Verdict::Undecided, "{}: {fields}: {:?}", statement.claim, statement.reason);
    }
    report
}

/// A gain of three guesses on four nodes, and a cycle: no closed form fits.
const ON_A_CYCLE: &str = r#""query": {"graph": "cycle", "nodes": 4},
    "gain": [["1", "0", "1/3", "1"], ["0", "1", "1", "2/7"], ["1", "1", "0", "0"]],
    "priors": {"p": ["1/10", "2/5", "3/10", "1/5"]}, "mechanism": {"matrix": [["1"], ["1"], ["1"], ["1"]]},
    "claims": [{"claim": "optimal", "prior": "p"}]"#;

/// e^-ε rounds to 1, or to 0, at 64 bits.
#[test]
fn optima_at_tiny_and_huge_exponents() {
    for epsilon in ["1e-20", "1e-40", "60", "120"] {
        all_decided(&format!(r#""privacy": {{"epsilon": "{epsilon}"}}, {ON_A_CYCLE}"#));
    }
}

/// Intervals narrower than 2^-64, at 0, at 1 and between.
#[test]
fn optima_on_narrow_intervals() {
    let nines = "9".repeat(30);
    for between in [
        r#"["0", "1e-20"]"#.to_owned(),
        format!(r#"["0.{nines}", "1"]"#),
        r#"["0.333333333333333333333333333333", "1/3"]"#.to_owned(),
    ] {
        all_decided(&format!(r#""privacy": {{"alpha": "symbolic", "between": {between}}}, {ON_A_CYCLE}"#));
    }
}

/// √2/2 by a polynomial with a factor that is none of its own.
#[test]
fn a_bound_at_a_root_of_a_product() {
    all_decided(
        r#""privacy": {"alpha": {"root_of": ["3", "-1", "-6", "2"], "between": ["0", "1"]}},
           "query": {"graph": "counts", "individuals": 2, "queries": 2},
           "priors": {"p": ["7/39", "7/39", "0", "4/39", "4/39", "0", "2/39", "7/39", "8/39"]},
           "claims": [{"claim": "utility-bound", "prior": "p"}]"#,
    );
}

/// 81 pairs of guesses.
#[test]
fn one_mechanism_for_two_priors_on_nine_nodes() {
    for (epsilon, expected) in [("1", Verdict::Fails), ("1e-20", Verdict::Holds)] {
        let report = all_decided(&format!(
            r#""privacy": {{"epsilon": "{epsilon}"}}, "query": {{"graph": "cycle", "nodes": 9}},
               "priors": {{"p": ["1/45", "2/45", "1/15", "4/45", "1/9", "2/15", "7/45", "8/45", "1/5"],
                   "q": ["1/5", "8/45", "7/45", "2/15", "1/9", "4/45", "1/15", "2/45", "1/45"]}},
               "claims": [{{"claim": "jointly-optimal", "priors": ["p", "q"]}}]"#
        ));
        let joint = report.statements.iter().find(|s| s.claim.kind == Kind::JointlyOptimal).expect("it is claimed");
        assert_eq!(joint.verdict, expected, "{epsilon}");
    }
}

/// Tables that are no remap of tight constraints, on graphs that are no forests or have no such mechanism.
#[test]
fn optimal_for_every_prior_at_irrational_alpha() {
    let far = r#"[["1/3", "1/2", "1/6"], ["3/5", "1/5", "1/5"]]"#;
    let sure = r#"[["1", "0"], ["0", "1"]]"#;
    let apart = r#""query": {"nodes": 2, "edges": []}"#;
    let told = r#"[["1/(1+3*a)", "a/(1+3*a)", "a/(1+3*a)", "a/(1+3*a)"], ["a/(1+3*a)", "1/(1+3*a)", "a/(1+3*a)", "a/(1+3*a)"],
        ["a/(1+3*a)", "a/(1+3*a)", "1/(1+3*a)", "a/(1+3*a)"], ["a/(1+3*a)", "a/(1+3*a)", "a/(1+3*a)", "1/(1+3*a)"]]"#;
    let constant = r#"[["1"], ["1"], ["1"], ["1"]]"#;
    let [cycle, complete] =
        ["cycle", "complete"].map(|graph| format!(r#""query": {{"graph": "{graph}", "nodes": 4}}"#));
    for (query, table, expected) in [
        (apart, far, Verdict::Fails),
        (apart, sure, Verdict::Holds),
        (&cycle, told, Verdict::Fails),
        (&complete, told, Verdict::Fails),
        (&cycle, constant, Verdict::Fails),
    ] {
        for privacy in [
            r#"{"epsilon": "1"}"#,
            r#"{"epsilon": "1e-20"}"#,
            r#"{"alpha": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}}"#,
            r#"{"alpha": "symbolic", "between": ["0", "1"]}"#,
        ] {
            let report = all_decided(&format!(
                r#""privacy": {privacy}, {query}, "mechanism": {{"matrix": {table}}}, "claims": ["universally-optimal"]"#
            ));
            let found = report.statements.iter().find(|s| s.claim.kind == Kind::UniversallyOptimal).expect("claimed");
            assert_eq!(found.verdict, expected, "{privacy} {query} {table}");
        }
    }
}

/// The verdict on the last claim within so many word operations of a search.
fn within(search: usize, fields: &str) -> Option<Verdict> {
    let text = format!(r#"{{"format": "dp-mechanism/1", {fields}}}"#);
    let limits = Limits { search, ..Limits::default() };
    let certified = certify(text.as_bytes(), &Options { limits, ..Options::default() }).expect("a good file");
    certified.report.statements.iter().rfind(|statement| statement.declared).map(|statement| statement.verdict)
}

/// What a constant earns is beaten at α of about 10^-30 only, where no rational is tried first: one part is enough.
#[test]
fn one_part_refutes_an_optimum() {
    let fields = ON_A_CYCLE.replace(r#""1/3", "1"]"#, r#""1/3", "1e30"]"#);
    let fields = format!(r#""privacy": {{"alpha": "symbolic", "between": ["0", "1"]}}, {fields}"#);
    assert_eq!(within(10_000_000, &fields), Some(Verdict::Fails));
}

/// An optimum of degree 60 on parts between numbers of degree 50, of which a value is expected: signs on a part show
/// between short numbers.
#[test]
fn an_optimum_between_roots_of_high_degree() {
    let fields = r#""privacy": {"alpha": "symbolic", "between": ["3/10", "3/5"]},
        "query": {"nodes": 8, "edges": [[0, 1, "2"], [0, 7, "3"], [1, 2, "3"], [1, 3, "1"], [2, 3, "1"], [3, 4, "3"],
            [4, 5, "3"], [5, 6, "2"], [6, 7, "3"]]},
        "priors": {"p": ["1/(1+a)", "0", "0", "0", "0", "0", "0", "a/(1+a)"]}, "mechanism": {"family": "uniform"},
        "claims": [{"claim": "optimal", "prior": "p", "expect": {"verdict": "fails", "optimum": {"at_most": "1/2"}}}]"#;
    assert_eq!(within(2_000_000_000, fields), Some(Verdict::Fails));
}

/// A file that expects a value of a claim expects the claim to hold too, unless it says otherwise: one number that
/// refutes the claim is enough then, whatever the value is on the parts of the interval, which take long here.
#[test]
fn one_number_refutes_an_optimum_of_which_a_value_is_expected() {
    let weights = [43_930, 19_825, 65_554, 14_258, 12_411, 49_715];
    let sum: u32 = weights.iter().sum();
    let prior = weights.map(|weight| format!("\"{weight}/{sum}\"")).join(", ");
    let row = |i: usize| {
        let entry = |j: usize| if i == j { r#""1/(1+5*a)""# } else { r#""a/(1+5*a)""# };
        format!("[{}]", (0..6).map(entry).collect::<Vec<_>>().join(", "))
    };
    let table = (0..6).map(row).collect::<Vec<_>>().join(", ");
    let fields = |expect: &str| {
        format!(
            r#""privacy": {{"alpha": "symbolic", "between": ["0", "1"]}}, "query": {{"graph": "line", "nodes": 6}},
               "priors": {{"p": [{prior}]}}, "loss": "absolute", "mechanism": {{"matrix": [{table}]}},
               "claims": [{{"claim": "optimal", "prior": "p", "expect": {{{expect} "optimum": {{"at_least": "1/7"}}}}}}]"#
        )
    };
    assert_eq!(within(12_000_000, &fields("")), Some(Verdict::Fails));
    // Where it is expected to fail, all depends on the value: the verdict needs every part.
    assert_eq!(within(12_000_000, &fields(r#""verdict": "fails","#)), Some(Verdict::Undecided));
    // With effort enough there are values on every part.
    let report = all_decided(&fields(""));
    let found = report.statements.iter().find(|s| s.claim.kind == Kind::Optimal).expect("claimed");
    assert!(found.values.iter().any(|(name, _)| *name == "optimum"), "{:?}", found.values);
}

/// Cuts at roots of polynomials of thousands of bits: their long divisors are not looked for.
#[test]
fn one_mechanism_for_two_priors_and_gains_of_forty_digits() {
    let fields = r#""privacy": {"alpha": "symbolic", "between": ["0", "1"]},
        "query": {"nodes": 5, "edges": [[0, 1], [1, 2], [1, 3], [3, 4]]},
        "priors": {"p": {"point": 4}, "q": ["a^3/(a^3+a^2+a^3+a+1)/3+a^2/(a^2+a+1+a^2+a^3)/3+a^2/(a^2+a+a^2+1+a)/3",
            "a^2/(a^3+a^2+a^3+a+1)/3+a/(a^2+a+1+a^2+a^3)/3+a/(a^2+a+a^2+1+a)/3",
            "a^3/(a^3+a^2+a^3+a+1)/3+1/(a^2+a+1+a^2+a^3)/3+a^2/(a^2+a+a^2+1+a)/3",
            "a/(a^3+a^2+a^3+a+1)/3+a^2/(a^2+a+1+a^2+a^3)/3+1/(a^2+a+a^2+1+a)/3",
            "1/(a^3+a^2+a^3+a+1)/3+a^3/(a^2+a+1+a^2+a^3)/3+a/(a^2+a+a^2+1+a)/3"]},
        "gain": [["-4996946068380048538933296362645626625339/3045053597112547016336814759308518299822",
                "-4024859591484301261069074708898518458969/5996425860762656666193780317396988058977",
                "-289952191155029645679232727165235327422/79970997457904513503763602669397896587",
                "-1705329797177135173420915416467684362903/3292588766796310101079187496195305648343",
                "1946982015591466202410956756254459830873/1813829178049574910045908460790718387638"],
            ["-152614563326637404627323429843583894495/262008020889139293169533714721178338671",
                "183590137596862436400678607844696033368/610699982909110400839589893632792981365",
                "-1483685082016959666908211339970492657408/2151491853762418362792255470921123626887",
                "5744542216642434863961129320160069118/9954047169996704854946857959434407581",
                "-156555972278596575106570251273466862806/397140912268838675082214768864250621861"],
            ["9911761270008669901744461373747857484092/4604563316219916142350263019848312951917",
                "-2186378728822182242234436792432080939191/1761237080313917435416390162620603509538",
                "5223010314917107969639260479188023405184/4199282195101665944469248678386041214789",
                "-3790100974970767346390558883262585722933/3359649005115455558170087640430836553467",
                "3636477125371588468011532127265247308167/4846221630186711930303600903516515265224"]],
        "claims": [{"claim": "jointly-optimal", "priors": ["q", "p"]}]"#;
    assert_eq!(within(1_200_000_000, fields), Some(Verdict::Holds));
}
