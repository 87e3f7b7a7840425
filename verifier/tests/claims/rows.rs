//! What each claim asks of the rows of X before all else, and of its graph: by both crates, by FORMAT.md, and by what
//! becomes of tables that are otherwise.

use crate::harness::{Fate, Trial, file, hold, read};
use dp_kernel::{Claim, Graph, Problem, RawProblem, Rays, Reason, Rows, Verdict, Way, Why, Witness};
use dp_verify::limits::Limits;
use dp_verify::model::{self, Kind};
use dp_verify::problem;

const FORMAT: &str = include_str!("../../../certificates/FORMAT.md");

/// Every claim that there is, with every parameter that its name alone does not tell.
const ALL: &str = r#""stochastic-within-rounding", "stochastic", "dp", {"claim": "dp", "adaptive": true},
    "approximate-dp", {"claim": "approximate-dp", "adaptive": true}, {"claim": "group-privacy", "distance": 2},
    {"claim": "group-privacy", "distance": 2, "at_most": true}, {"claim": "renyi-dp", "order": 2, "bound": 9},
    {"claim": "bounded-range", "epsilon": 9}, {"claim": "zcdp", "rho": 9}, {"claim": "zcdp", "rho": 9, "epsilon": 1},
    {"claim": "trade-off", "from": "uniform"}, {"claim": "trade-off", "from": "uniform", "pair": [0, 1]},
    "dp-within-rounding", "approximate-dp-within-rounding", "tight-constraints-exist", "tight-constraints", {"claim": "regular", "prior": "flat"},
    {"claim": "utility", "prior": "flat"}, {"claim": "utility-bound", "prior": "flat"}, {"claim": "optimal", "prior": "flat"},
    {"claim": "optimal", "prior": "flat", "within": 1}, {"claim": "optimal", "prior": "flat", "delta": "1/2"}, "universally-optimal",
    {"claim": "jointly-optimal", "priors": ["flat", "first"]}, {"claim": "derivable", "from": "uniform"},
    {"claim": "leakage", "prior": "flat"}, {"claim": "g-leakage", "prior": "flat"}, "g-capacity", "capacity",
    {"claim": "mutual-information", "prior": "flat"}, "shannon-capacity", {"claim": "leakage-bound", "prior": "flat"}, {"claim": "leakage-bound", "prior": "flat", "outputs": 2},
    "individual-leakage", "threshold", "expected-error", "oblivious""#;

/// Two individuals, of whom the query says how many say yes; a row for each of the four databases.
fn voters(mechanism: &str, claims: &str) -> String {
    let query = r#"{"databases": {"values": 2, "individuals": 2}, "answers": ["none", "one", "one", "both"]}"#;
    let priors = r#"{"flat": "uniform", "first": {"point": 0}}"#;
    file("3/4", &format!(r#""query": {query}, "mechanism": {mechanism}, "priors": {priors}, "claims": [{claims}]"#))
}

fn table(rows: &str) -> String {
    format!(r#"{{"matrix": {rows}, "rounding": "1/10"}}"#)
}

const FLAT: &str = r#"[["1/4", "1/4", "1/4", "1/4"], ["1/4", "1/4", "1/4", "1/4"],
    ["1/4", "1/4", "1/4", "1/4"], ["1/4", "1/4", "1/4", "1/4"]]"#;

/// Every row sums to 2.
const DOUBLE: &str = r#"[["1/2", "1/2", "1/2", "1/2"], ["1/2", "1/2", "1/2", "1/2"],
    ["1/2", "1/2", "1/2", "1/2"], ["1/2", "1/2", "1/2", "1/2"]]"#;

/// Rows that sum to 1, with a negative entry.
const NEGATIVE: &str =
    r#"[["3/2", "-1/2", 0, 0], ["3/2", "-1/2", 0, 0], ["3/2", "-1/2", 0, 0], ["3/2", "-1/2", 0, 0]]"#;

/// The claims of a file, as the file has them and as the kernel does.
fn claims(text: &str) -> (Vec<model::Claim>, Problem) {
    let (mechanism, limits) = (read(text), Limits::default());
    let elaborated = problem::elaborated(&mechanism, &[], &limits, &problem::meter(&limits)).expect("a problem");
    (mechanism.claims.into_iter().map(|claimed| claimed.claim).collect(), elaborated.problem)
}

fn all_claims() -> Vec<(model::Claim, Claim)> {
    let (mut file, problem) = claims(&voters(&table(FLAT), ALL));
    // What is claimed of counts of runs, and of no table.
    let counts = r#""query": {"graph": "line", "nodes": 2}, "mechanism": {"counts": [[1, 2], [2, 1]], "confidence": "0.9"},
            "claims": [{"claim": "private-by-sample", "at_most": 1}, {"claim": "sampled-from", "from": "uniform"}]"#;
    let (of_counts, sample) = claims(&self::file("3/4", counts));
    file.extend(of_counts);
    let declared = problem.claims.iter().chain(&sample.claims).cloned().collect::<Vec<_>>();
    assert_eq!(file.len(), declared.len());
    file.into_iter().zip(declared.into_iter().map(|declared| declared.claim)).collect()
}

/// The names in backquotes of a part of FORMAT.md between two texts.
fn named(from: &str, to: &str) -> Vec<&'static str> {
    let (_, text) = FORMAT.split_once(from).unwrap_or_else(|| panic!("FORMAT.md has no “{from}”"));
    let (text, _) = text.split_once(to).unwrap_or_else(|| panic!("FORMAT.md has no “{to}” behind “{from}”"));
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_kind_is_among_them() {
    let all = all_claims();
    let missing: Vec<_> = Kind::all().filter(|kind| all.iter().all(|(claim, _)| claim.kind != *kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(all.iter().any(|(claim, _)| claim.adaptive), "an adversary who may change");
}

/// Of every claim both crates say the same, and what FORMAT.md says.
#[test]
fn both_crates_and_the_format_agree() {
    let as_mechanism = named("speaks of X as\na mechanism (", ") fails");
    let nonnegative = named("beside `row`. ", " ask only for X ≥ 0");
    let of_any_table = named("The other claims about X (", ") ask");
    let by_one_number = named("for a claim without values that fails (", ", `at`, one number");
    assert_eq!((as_mechanism.len(), nonnegative.len(), of_any_table.len()), (18, 3, 4));
    for (file, kernel) in all_claims() {
        let (kind, name) = (file.kind, file.kind.name());
        let rule = kernel.rule();
        assert!(
            file.adaptive || file.delta.is_some() || kind.rule() == rule,
            "{file}: a kind has the rule of its claims"
        );
        assert_eq!(kind.rule().rows, rule.rows, "{file}");
        for (unit, fine) in [(1, false), (2, false), (3, false), (1, true), (1_000_000_000, true)] {
            let graph = Graph::with_lengths(vec![vec![(1, 2)], vec![(0, 2)]], unit, fine).unwrap();
            let what = format!("{file} in units of 1/{unit}, fine: {fine}");
            assert_eq!(file.knows_lengths(&graph), rule.knows_lengths(&graph), "{what}");
        }
        let expected = if name == "stochastic" || as_mechanism.contains(&name) {
            Rows::Distributions
        } else if nonnegative.contains(&name) {
            Rows::Nonnegative
        } else if of_any_table.contains(&name) {
            Rows::Any
        } else {
            Rows::Unread
        };
        assert_eq!(rule.rows, expected, "{file}, by FORMAT.md");
        assert_eq!(rule.fails_by_one_number, by_one_number.contains(&name), "{file}, by FORMAT.md");
    }
}

/// FORMAT.md's table of kinds of mechanism has the kernel's row of every claim, and no other.
#[test]
fn the_format_has_the_table_of_rules() {
    let (_, text) = FORMAT.split_once("| claim | no mechanism |").expect("the table of kinds of mechanism");
    let rows = text.lines().skip(2).take_while(|line| line.starts_with('|'));
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
    let mut rows: std::collections::BTreeMap<_, _> = rows.map(cells).map(|row| (row[0].to_owned(), row)).collect();
    let told = |way, by_table| match way {
        Way::Without => "without X",
        Way::Table => by_table,
        Way::Own => "own",
        Way::Not => "",
    };
    let mut named = std::collections::BTreeSet::new();
    for (file, kernel) in all_claims() {
        let with = match (file.adaptive, &file.delta) {
            (true, _) => " with `adaptive`",
            (false, Some(_)) => " with `delta`",
            (false, None) => "",
        };
        let (name, rule) = (format!("`{}`{with}", file.kind.name()), kernel.rule());
        if named.insert(name.clone()) {
            let row = rows.remove(&name).unwrap_or_else(|| panic!("FORMAT.md has no row of {name}"));
            let none = if rule.speaks_of_x() || rule.sample == Way::Own { "" } else { "without X" };
            let expected = [
                none,
                told(rule.product, "parent"),
                told(rule.uses, "types"),
                told(rule.promises, ""),
                told(rule.response, "pair"),
                told(rule.sample, ""),
                told(rule.missing, ""),
                told(rule.gaussian, ""),
            ];
            assert_eq!(row[1..], expected, "{name}");
        }
    }
    assert!(rows.is_empty(), "{rows:?}");
}

/// What the kernel makes of a claim that it is asked about without a witness.
fn found(problem: &Problem, claim: &Claim) -> Result<(Verdict, Vec<Reason>), dp_kernel::Failure> {
    let meter = problem::meter(&Limits::default());
    let found =
        dp_kernel::attempt((problem, &Rays::default()), (claim, &[]), None, &Witness::None, (None, None), &meter)?;
    Ok((found.verdict, found.reasons))
}

/// What a claim asks for is what refutes it where a table, or a part of a composition, is otherwise.
#[test]
fn a_row_refutes_what_asks_for_another() {
    let is_refuted = |rows: &str, kind: Kind, claim: &Claim| {
        let (_, rounded) = claims(&voters(&table(rows), ALL));
        let checked = |raw| Problem::checked(raw, &problem::meter(&Limits::default())).expect("a problem");
        let mut composed = RawProblem { rounding: None, ..(*rounded).clone() };
        let single = if kind.needs_rounding() { rounded } else { checked(composed.clone()) };
        let rows = composed.mechanism.table().expect("a table").to_vec();
        composed.mechanism =
            dp_kernel::Mechanism::Uses(vec![dp_kernel::Use { part: dp_kernel::Used::Table(rows), times: 2 }]);
        [single, checked(composed)].map(|problem| match found(&problem, claim) {
            Ok((Verdict::Fails, reasons)) => reasons.iter().any(|r| matches!(r, Reason::NoDistributions(_))),
            // A search would be needed, or it is none about a composition.
            Ok((Verdict::Holds, _)) | Err(_) => false,
        })
    };
    for (file, claim) in all_claims() {
        let rows = claim.rule().rows;
        assert_eq!(
            is_refuted(DOUBLE, file.kind, &claim),
            [rows == Rows::Distributions; 2],
            "{file}: rows that sum to 2"
        );
        let expected = matches!(rows, Rows::Nonnegative | Rows::Distributions);
        assert_eq!(is_refuted(NEGATIVE, file.kind, &claim), [expected; 2], "{file}: a negative entry");
    }
}

/// X is private against whoever changes to other neighbours, though it is no mechanism: `dp` asks only for X ≥ 0.
#[test]
fn adaptive_dp_of_what_is_no_mechanism() {
    let adaptive = |verdict: &str| format!(r#"{{"claim": "dp", "adaptive": true, "verdict": "{verdict}"}}"#);
    let stochastic = r#"{"claim": "stochastic", "verdict": "fails"}"#;
    let dp = |verdict: &str| format!(r#"{{"claim": "dp", "verdict": "{verdict}"}}"#);
    let of = |name, mechanism: &str, (first, said): (&str, &str), fate| {
        let claims = r#"{"claim": "dp", "adaptive": true}"#;
        let rest =
            format!(r#""query": {{"graph": "line", "nodes": 2}}, "mechanism": {{{mechanism}}}, "claims": [{claims}]"#);
        Trial::new(name, &file("3/4", &rest), &[stochastic, &dp(first), &adaptive(said)], fate)
    };
    let twos = r#""matrix": [["2"], ["2"]]"#;
    // The ratios are 1, 1/3 and 3, and those of the last part alone are above 1 at no pair.
    let uses = r#""compose": [{"matrix": [[2, 1], [2, 1]]}, {"matrix": [[1, 1], [3, 3]]}]"#;
    let silent = r#""compose": [{"matrix": [[1, 1], [3, 3]]}, {"matrix": [[0], [0]]}]"#;
    let negative = r#""matrix": [[2, "-1"], [2, "-1"]]"#;
    const PRIVATE: &[&str] = &["dp (adaptive): holds; alpha_max = 1; epsilon_min = 0"];
    hold(&[
        of("rows of 2", twos, ("holds", "holds"), Fate::Proves(PRIVATE)),
        of("rows of 2, said to fail", twos, ("holds", "fails"), Fate::Unproved(Why::OtherVerdict)),
        of(
            "two uses",
            uses,
            ("fails", "fails"),
            Fate::Proves(&["dp (adaptive): fails; alpha_max = 1/3; epsilon_min = 1.09861228867"]),
        ),
        of("two uses, said to hold", uses, ("fails", "holds"), Fate::Unproved(Why::OtherVerdict)),
        of("a use that releases nothing", silent, ("holds", "holds"), Fate::Proves(PRIVATE)),
        of("a use that releases nothing, said to fail", silent, ("holds", "fails"), Fate::Unproved(Why::OtherVerdict)),
        of("a negative entry", negative, ("fails", "fails"), Fate::Proves(&["dp (adaptive): fails"])),
        of(
            "a negative entry, said to hold",
            negative,
            ("fails", "holds"),
            Fate::Refused(&["dp (adaptive)", "row 0, output 1: -1 is negative"]),
        ),
    ]);
}

/// Databases of one answer have one row: a negative entry does not refute that, of a composition or of a table.
#[test]
fn oblivious_asks_for_no_sign() {
    let said = |claim: &str, verdict: &str| format!(r#"{{"claim": "{claim}", "verdict": "{verdict}"}}"#);
    let of = |name, mechanism: &str, verdict: &str, fate| {
        let statements = [said("stochastic", "fails"), said("dp", "fails"), said("oblivious", verdict)];
        let statements: Vec<&str> = statements.iter().map(String::as_str).collect();
        Trial::new(name, &voters(mechanism, r#""oblivious""#), &statements, fate)
    };
    let (single, composed) =
        (format!(r#"{{"matrix": {NEGATIVE}}}"#), format!(r#"{{"compose": [{{"matrix": {NEGATIVE}}}]}}"#));
    hold(&[
        of("a table", &single, "holds", Fate::Proves(&["oblivious: holds"])),
        of("a table, said to fail", &single, "fails", Fate::Unproved(Why::OtherVerdict)),
        of("a composition", &composed, "holds", Fate::Unproved(Why::Composed)),
        of("a composition, said to fail", &composed, "fails", Fate::Unproved(Why::Composed)),
    ]);
}

/// A part whose entries are above those of the other row has a ratio above 1, which counts: 2/3 is 2 · 1/3.
#[test]
fn a_ratio_above_one_is_a_factor() {
    let part = |rows: &str| format!(r#"{{"matrix": {rows}}}"#);
    let (twice, third) = (part("[[2], [1]]"), part(r#"[[1], [3]]"#));
    let rest = format!(
        r#""query": {{"graph": "line", "nodes": 2}}, "mechanism": {{"compose": [{twice}, {third}]}}, "claims": []"#
    );
    let stochastic = r#"{"claim": "stochastic", "verdict": "fails"}"#;
    let dp = r#"{"claim": "dp", "verdict": "fails"}"#;
    let proved = Fate::Proves(&["dp: fails; alpha_max = 2/3; epsilon_min = 0.405465108108"]);
    let wrong = Fate::Unproved(Why::OtherVerdict);
    let holds = r#"{"claim": "dp", "verdict": "holds"}"#;
    hold(&[
        Trial::new("a product", &file("3/4", &rest), &[stochastic, dp], proved),
        Trial::new("a product, said to be enough", &file("3/4", &rest), &[stochastic, holds], wrong),
        Trial::new(
            "a product that is enough",
            &file("2/3", &rest),
            &[stochastic, holds],
            Fate::Proves(&["dp: holds; alpha_max = 2/3; epsilon_min = 0.405465108108"]),
        ),
    ]);
}
