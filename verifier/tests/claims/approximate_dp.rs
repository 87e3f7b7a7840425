//! `approximate-dp`: Σ_o max(0, x_io − λ x_ho) ≤ δ for both orders of every pair of neighbours.

use crate::harness::{Fate, STOCHASTIC, Trial, hold, in_parts};
use dp_kernel::{Subdivision, Verdict, Why};

/// A pair of nodes with this table.
fn pair(privacy: &str, rows: &str) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"graph": "line", "nodes": 2}},
            "mechanism": {{"matrix": {rows}}}}}"#
    )
}

/// The rows (1, 2, 4)/7 and (3, 1, 3)/7 at λ = 3/2.
fn sevenths(delta: &str) -> String {
    let rows = r#"[["1/7", "2/7", "4/7"], ["3/7", "1/7", "3/7"]]"#;
    pair(&format!(r#"{{"alpha": "2/3", "delta": "{delta}"}}"#), rows)
}

/// ln(3/2), ln(5/2), ln 3 and ln 2, between decimals that round to their twelve digits.
const LN_3_2: &str = r#"{"at_least": 0.4054651081081, "at_most": 0.4054651081082}"#;
const LN_5_2: &str = r#"{"at_least": 0.9162907318741, "at_most": 0.9162907318742}"#;
const LN_3: &str = r#"{"at_least": 1.098612288668, "at_most": 1.0986122886682}"#;
const LN_2: &str = r#"{"at_least": 0.6931471805599, "at_most": 0.69314718056}"#;

fn said(verdict: &str, delta_min: &str, alpha_max: &str, epsilon_min: &str, witness: &str) -> String {
    format!(
        r#"{{"claim": "approximate-dp", "verdict": "{verdict}", "values": {{"delta_min": "{delta_min}",
            "alpha_max": "{alpha_max}", "epsilon_min": {epsilon_min}}}, "witness": {witness}}}"#
    )
}

/// One order of the pair needs 3/14 on {0}; the other needs 1/14 on {1}, where the set of the first order is worth less
/// than nothing.
#[test]
fn each_order_of_a_pair_has_a_set_of_its_own() {
    let (enough, short) = (sevenths("3/14"), sevenths("1/14"));
    let fails = |witness: &str| said("fails", "3/14", "2/5", LN_5_2, witness);
    let needs = r#"{"pair": [1, 0], "outputs": [0]}"#;
    let refused =
        |name, witness: &str, words| Trial::new(name, &short, &[STOCHASTIC, &fails(witness)], Fate::Refused(words));
    hold(&[
        Trial::new(
            "just enough",
            &enough,
            &[STOCHASTIC, &said("holds", "3/14", "2/3", LN_3_2, "{}")],
            Fate::Proves(&["approximate-dp: holds; delta_min = 3/14; alpha_max = 2/3; epsilon_min = 0.405465108108"]),
        ),
        Trial::new(
            "just enough, with the set that needs it",
            &enough,
            &[STOCHASTIC, &said("holds", "3/14", "2/3", LN_3_2, needs)],
            Fate::Proves(&["approximate-dp: holds; delta_min = 3/14; alpha_max = 2/3; epsilon_min = 0.405465108108"]),
        ),
        Trial::new(
            "what the other order needs",
            &short,
            &[STOCHASTIC, &fails(needs)],
            Fate::Proves(&["approximate-dp: fails; delta_min = 3/14; alpha_max = 2/5; epsilon_min = 0.916290731874"]),
        ),
        Trial::new(
            "private by the other order alone",
            &short,
            &[STOCHASTIC, &said("holds", "1/14", "2/3", LN_3_2, "{}")],
            Fate::Unproved(Why::OtherVerdict),
        ),
        Trial::new(
            "private with too small a δ",
            &short,
            &[STOCHASTIC, &said("holds", "3/14", "2/5", LN_5_2, "{}")],
            Fate::Refused(&["approximate-dp", "said to be `holds`, found to be `fails`"]),
        ),
        Trial::new(
            "a refutation where it holds",
            &enough,
            &[STOCHASTIC, &said("fails", "3/14", "2/3", LN_3_2, needs)],
            Fate::Refused(&["approximate-dp", "said to be `fails`, found to be `holds`"]),
        ),
        Trial::new(
            "the least ε for a larger δ",
            &short,
            &[STOCHASTIC, &said("fails", "3/14", "2/3", LN_5_2, needs)],
            Fate::Otherwise(&["approximate-dp", "`alpha_max` is said to be 2/3, found to be 2/5"]),
        ),
        Trial::new(
            "an enclosure beside the least ε",
            &short,
            &[STOCHASTIC, &said("fails", "3/14", "2/5", LN_3, needs)],
            Fate::Otherwise(&["approximate-dp", "`epsilon_min` does not lie in its enclosure"]),
        ),
        refused(
            "the pair in the other order",
            r#"{"pair": [0, 1], "outputs": [0]}"#,
            &["0 against 1 on output 0 does not need delta_min = 3/14"],
        ),
        refused(
            "the set of the other order",
            r#"{"pair": [0, 1], "outputs": [1]}"#,
            &["0 against 1 on output 1 does not need delta_min = 3/14"],
        ),
        refused(
            "an output too many",
            r#"{"pair": [1, 0], "outputs": [0, 2]}"#,
            &["1 against 0 on outputs 0 and 2 does not need delta_min = 3/14"],
        ),
        refused("all outputs", r#"{"pair": [1, 0], "outputs": [0, 1, 2]}"#, &["outputs 0, 1 and 2 does not need"]),
        refused(
            "an output twice",
            r#"{"pair": [1, 0], "outputs": [0, 0]}"#,
            &["`outputs` names one output or more, rising"],
        ),
        refused(
            "outputs falling",
            r#"{"pair": [1, 0], "outputs": [1, 0]}"#,
            &["`outputs` names one output or more, rising"],
        ),
        refused("no output", r#"{"pair": [1, 0], "outputs": []}"#, &["`outputs` names one output or more"]),
        refused(
            "an output past the last",
            r#"{"pair": [1, 0], "outputs": [3]}"#,
            &["`outputs` names 3, the last is 2"],
        ),
        refused("a node past the last", r#"{"pair": [2, 0], "outputs": [0]}"#, &["`pair` names 2, the last is 1"]),
        refused("a node against itself", r#"{"pair": [1, 1], "outputs": [0]}"#, &["1 and 1 are not adjacent"]),
        refused("a pair of one", r#"{"pair": [1], "outputs": [0]}"#, &["`pair` names two nodes"]),
        refused("no pair", r#"{"outputs": [0]}"#, &["the witness lacks `pair`"]),
        refused("no set", r#"{"pair": [1, 0]}"#, &["the witness lacks `outputs`"]),
        Trial::new(
            "no witness",
            &short,
            &[STOCHASTIC, &fails("{}")],
            Fate::Proves(&["approximate-dp: fails; delta_min = 3/14; alpha_max = 2/5; epsilon_min = 0.916290731874"]),
        ),
        refused("the witness of dp", r#"{"pair": [1, 0], "output": 0}"#, &["a part `output` that does not belong"]),
    ]);
}

#[test]
fn unions_of_outputs_need_more_than_each_by_itself() {
    let rows = r#"[["6/10", "3/10", "1/10"], ["3/10", "1/10", "6/10"]]"#;
    let file = pair(r#"{"alpha": 1, "delta": "3/10"}"#, rows);
    let by = |witness: &str| said("fails", "1/2", "1/3", LN_3, witness);
    hold(&[
        Trial::new(
            "a union",
            &file,
            &[STOCHASTIC, &by(r#"{"pair": [0, 1], "outputs": [0, 1]}"#)],
            Fate::Proves(&["approximate-dp: fails; delta_min = 1/2; alpha_max = 1/3; epsilon_min = 1.09861228867"]),
        ),
        Trial::new(
            "one output of the other order needs as much",
            &file,
            &[STOCHASTIC, &by(r#"{"pair": [1, 0], "outputs": [2]}"#)],
            Fate::Proves(&["approximate-dp: fails; delta_min = 1/2; alpha_max = 1/3; epsilon_min = 1.09861228867"]),
        ),
        Trial::new(
            "a part of the union",
            &file,
            &[STOCHASTIC, &by(r#"{"pair": [0, 1], "outputs": [0]}"#)],
            Fate::Refused(&["0 against 1 on output 0 does not need delta_min = 1/2"]),
        ),
        Trial::new(
            "each output by itself",
            &file,
            &[STOCHASTIC, &said("holds", "3/10", "1", "0", "{}")],
            Fate::Unproved(Why::OtherVerdict),
        ),
    ]);
}

#[test]
fn zeros_and_graphs_without_edges() {
    let half = r#"{"alpha": "1/2", "delta": "1/2"}"#;
    let identity = pair(half, "[[1, 0], [0, 1]]");
    let shared = pair(half, r#"[["1/2", "1/2", 0, 0], ["1/2", 0, "1/2", 0]]"#);
    let apart = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2", "delta": 0},
        "query": {"nodes": 2, "edges": []}, "mechanism": {"matrix": [[1, 0], [0, 1]]}}"#;
    let without = pair(r#"{"alpha": "1/2"}"#, r#"[["1/2", "1/2"], ["1/4", "3/4"]]"#);
    let dp = r#"{"claim": "dp", "verdict": "holds", "values": {"alpha_max": "1/2",
        "epsilon_min": {"at_least": 0.6931471805599, "at_most": 0.69314718056}}}"#;
    let broken = pair(half, r#"[["1/2", "1/2"], ["3/4", "1/2"]]"#);
    let bad_row = r#"{"claim": "stochastic", "verdict": "fails", "witness": {"row": 1}}"#;
    hold(&[
        Trial::new(
            "the identity: no ε is enough",
            &identity,
            &[STOCHASTIC, &said("fails", "1", "0", r#""inf""#, r#"{"pair": [0, 1], "outputs": [0]}"#)],
            Fate::Proves(&["approximate-dp: fails; delta_min = 1; alpha_max = 0; epsilon_min = inf"]),
        ),
        Trial::new(
            "the identity, with an ε",
            &identity,
            &[STOCHASTIC, &said("fails", "1", "1/1000", LN_2, r#"{"pair": [0, 1], "outputs": [0]}"#)],
            Fate::Otherwise(&["`alpha_max` is said to be 1/1000, found to be 0"]),
        ),
        Trial::new(
            "a mass that the other lacks, no more than δ",
            &shared,
            &[STOCHASTIC, &said("holds", "1/2", "1", "0", r#"{"pair": [1, 0], "outputs": [2]}"#)],
            Fate::Proves(&["approximate-dp: holds; delta_min = 1/2; alpha_max = 1; epsilon_min = 0"]),
        ),
        Trial::new(
            "an output that nobody has, beside the set",
            &shared,
            &[STOCHASTIC, &said("holds", "1/2", "1", "0", r#"{"pair": [1, 0], "outputs": [2, 3]}"#)],
            Fate::Proves(&["approximate-dp: holds; delta_min = 1/2; alpha_max = 1; epsilon_min = 0"]),
        ),
        Trial::new(
            "no edge, no need",
            apart,
            &[STOCHASTIC, &said("holds", "0", "1", "0", "{}")],
            Fate::Proves(&["approximate-dp: holds; delta_min = 0; alpha_max = 1; epsilon_min = 0"]),
        ),
        Trial::new(
            "without a δ it is 0",
            &without,
            &[STOCHASTIC, dp, &said("holds", "0", "1/2", LN_2, "{}")],
            Fate::Proves(&["approximate-dp: holds; delta_min = 0; alpha_max = 1/2; epsilon_min = 0.693147180560"]),
        ),
        Trial::new(
            "no mechanism at all",
            &broken,
            &[bad_row, r#"{"claim": "approximate-dp", "verdict": "fails", "witness": {"row": 1}}"#],
            Fate::Proves(&["approximate-dp: fails"]),
        ),
        Trial::new(
            "no mechanism at all, with a δ that serves",
            &broken,
            &[bad_row, &said("holds", "1/4", "1", "0", "{}")],
            Fate::Refused(&["X is not a mechanism", "row 1 sums to 5/4"]),
        ),
    ]);
}

/// Ties x_io = λ x_ho at e^0.8 are between zeros, or between functions of α.
#[test]
fn irrational_alphas() {
    let response = r#"[["3/5", "2/5"], ["2/5", "3/5"]]"#;
    let at = |delta: &str| pair(&format!(r#"{{"epsilon": "1/4", "delta": "{delta}"}}"#), response);
    let tied = r#"[["1/(1+a)", "a/(1+a)", 0], ["a/(1+a)", "1/(1+a)", 0]]"#;
    let tied = pair(r#"{"epsilon": "0.8", "delta": 0}"#, tied);
    let root = r#"{"alpha": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}, "delta": "1/100"}"#;
    let algebraic = pair(root, r#"[["2-2*a", "2*a-1"], ["2*a-1", "2-2*a"]]"#);
    let bare = |verdict: &str, witness: &str| {
        format!(r#"{{"claim": "approximate-dp", "verdict": "{verdict}", "witness": {witness}}}"#)
    };
    // δ = 3/5 − 2/5·e^(1/4) = 0.0863898...
    hold(&[
        Trial::new(
            "δ rounded up",
            &at("0.08638984"),
            &[STOCHASTIC, &bare("holds", "{}")],
            Fate::Proves(&["approximate-dp: holds; delta_min = (-2+3*a)/(5*a); alpha_max = 5000000/6420127; \
                epsilon_min = 0.249999987004"]),
        ),
        Trial::new(
            "δ rounded down",
            &at("0.08638983"),
            &[STOCHASTIC, &bare("fails", r#"{"pair": [1, 0], "outputs": [1]}"#)],
            Fate::Proves(&[
                "approximate-dp: fails; delta_min = (-2+3*a)/(5*a); alpha_max = 40000000/51361017; epsilon_min = 0.250000006474",
            ]),
        ),
        Trial::new(
            "δ rounded down, said to be enough",
            &at("0.08638983"),
            &[STOCHASTIC, &bare("holds", "{}")],
            Fate::Refused(&["said to be `holds`, found to be `fails`"]),
        ),
        Trial::new(
            "a set that needs less",
            &at("0.08638983"),
            &[STOCHASTIC, &bare("fails", r#"{"pair": [1, 0], "outputs": [0]}"#)],
            Fate::Refused(&["1 against 0 on output 0 does not need delta_min = (-2+3*a)/(5*a)"]),
        ),
        Trial::new(
            "ties in functions of e^-0.8, and of zeros",
            &tied,
            &[STOCHASTIC, &bare("holds", "{}")],
            Fate::Proves(&["approximate-dp: holds; delta_min = 0; alpha_max = a; epsilon_min = 4/5"]),
        ),
        Trial::new(
            "1/√2: 2 − √2 against √2 − 1 is a ratio of √2 exactly",
            &algebraic,
            &[STOCHASTIC, &bare("holds", "{}")],
            Fate::Proves(&[
                "approximate-dp: holds; delta_min = 0; alpha_max = (100+19800*a)/19601; epsilon_min = 0.329355131973",
            ]),
        ),
        Trial::new(
            "1/√2, refuted",
            &algebraic,
            &[STOCHASTIC, &bare("fails", "{}")],
            Fate::Refused(&["said to be `fails`, found to be `holds`"]),
        ),
    ]);
}

#[test]
fn every_alpha_of_an_interval() {
    let privacy = |delta: &str| format!(r#"{{"alpha": "symbolic", "between": ["0", "1"], "delta": "{delta}"}}"#);
    let thirds = pair(&privacy("1/10"), r#"[["2/3", "1/3"], ["1/3", "2/3"]]"#);
    let third = pair(&privacy("1/3"), r#"[["2/3", "1/3"], ["1/3", "2/3"]]"#);
    let own = pair(&privacy("0"), r#"[["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]"#);
    let bare = |verdict: &str| format!(r#"{{"claim": "approximate-dp", "verdict": "{verdict}"}}"#);
    let cut = |verdict: &str, cuts: &[&str], parts: &str| in_parts("approximate-dp", verdict, cuts, parts);
    hold(&[
        Trial::new(
            "past 10/17 it needs more",
            &thirds,
            &[STOCHASTIC, &cut("fails", &["\"1/2\"", "\"10/17\""], "hhhhf")],
            Fate::Proves(&["approximate-dp: fails; delta_min = ; alpha_max = 10/17; epsilon_min = 0.530628251062"]),
        ),
        Trial::new(
            "past 10/17, said to hold",
            &thirds,
            &[STOCHASTIC, &cut("holds", &["\"1/2\"", "\"10/17\""], "hhhhf")],
            Fate::Unproved(Why::OtherVerdict),
        ),
        Trial::new(
            "past 10/17, said to hold on the last part",
            &thirds,
            &[STOCHASTIC, &cut("holds", &["\"1/2\"", "\"10/17\""], "hhhhh")],
            Fate::Unproved(Subdivision::PartVerdict { part: 4, said: Verdict::Holds }.into()),
        ),
        Trial::new(
            "a set of outputs becomes another at 1/2",
            &thirds,
            &[STOCHASTIC, &cut("fails", &["\"10/17\""], "hhf")],
            Fate::Changes,
        ),
        Trial::new(
            "it needs more than δ from 10/17",
            &thirds,
            &[STOCHASTIC, &cut("fails", &["\"1/2\""], "hhf")],
            Fate::Changes,
        ),
        Trial::new(
            "1/3 is enough for all",
            &third,
            &[STOCHASTIC, &cut("holds", &["\"1/2\""], "hhh")],
            Fate::Proves(&["approximate-dp: holds; delta_min = ; alpha_max = 1; epsilon_min = 0"]),
        ),
        Trial::new(
            "randomised response at its own α",
            &own,
            &[STOCHASTIC, &bare("holds")],
            Fate::Proves(&["approximate-dp: holds; delta_min = 0; alpha_max = a"]),
        ),
    ]);
}

/// Of a rounded table whose printed rows do not all sum to 1 nothing is proved, whatever is said and by whatever; one
/// without rounding is no mechanism, and one whose rows do sum to 1 is judged by these.
#[test]
fn sets_of_a_rounded_table() {
    let table = |first: &str, rounding: &str| {
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2", "delta": "1/10"}}, "query": {{"graph": "line", "nodes": 2}},
                "mechanism": {{"matrix": [["{first}", "0.3333"], ["0.3333", "0.6667"]]{rounding}}}, "claims": ["stochastic"]}}"#
        )
    };
    let rounded = r#", "rounding": "0.0001""#;
    let (printed, even) = (table("0.6668", rounded), table("0.6667", rounded));
    let (exact, of_nothing) = (table("0.6668", ""), table("0.6668", r#", "rounding": "0""#));
    let why = || Fate::Refused(&["can't be asked of a rounded table", "printed row 0 sums to 10001/10000"]);
    // What the file claims in its place.
    let before = r#"{"claim": "approximate-dp-within-rounding", "verdict": "holds", "witness": {"rows":
        [{"denominator": "10000", "numerators": ["6667", "3333"]}, {"denominator": "10000", "numerators": ["3333", "6667"]}]}}"#;
    // Without a δ it is a finding.
    let pure = printed.replace(r#", "delta": "1/10""#, "");
    let not_private = r#"{"claim": "dp", "verdict": "fails"}"#;
    let fails = r#"{"claim": "stochastic", "verdict": "fails", "witness": {"row": 0}}"#;
    let by_row = r#"{"claim": "approximate-dp", "verdict": "fails", "witness": {"row": 0}}"#;
    let by_pair = r#"{"claim": "approximate-dp", "verdict": "fails", "witness": {"pair": [0, 1], "outputs": [0]}}"#;
    let by_none = r#"{"claim": "approximate-dp", "verdict": "fails"}"#;
    let holds = r#"{"claim": "approximate-dp", "verdict": "holds"}"#;
    let adaptive = r#"{"claim": "approximate-dp", "adaptive": true, "verdict": "fails"}"#;
    let judged = Fate::Proves(&[
        "approximate-dp: holds; delta_min = 1/10000; alpha_max = 1111/1889; epsilon_min = 0.530787077862",
    ]);
    hold(&[
        Trial::new("by its row", &printed, &[fails, before, by_row], why()),
        Trial::new("by a set", &printed, &[fails, before, by_pair], why()),
        Trial::new("by nothing", &printed, &[fails, before, by_none], why()),
        Trial::new("that it holds", &printed, &[fails, before, holds], why()),
        Trial::new("by an adversary who changes", &pure, &[fails, not_private, adaptive], why()),
        Trial::new("of rows that sum to 1", &even, &[STOCHASTIC, holds], judged),
        Trial::new(
            "of numbers that are not rounded",
            &exact,
            &[fails, by_row],
            Fate::Proves(&["approximate-dp: fails"]),
        ),
        Trial::new("of a rounding of 0", &of_nothing, &[fails, by_row], Fate::Proves(&["approximate-dp: fails"])),
    ]);
}
