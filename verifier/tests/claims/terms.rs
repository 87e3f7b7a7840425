//! Claims on terms of their own: other neighbours, another ε or δ.

use crate::harness::{Fate, STOCHASTIC, Trial, file, hold};
use dp_kernel::{Counterexample, Why};

/// At α = 1/2 its neighbours, 0 – 1 – 2, have the ratio 1/2 at least, and its ends 1/4.
const ROWS: &str = r#"[["4/7", "2/7", "1/7"], ["2/7", "3/7", "2/7"], ["1/7", "2/7", "4/7"]]"#;

const DP: &str = r#"{"claim": "dp", "verdict": "holds"}"#;

fn line(claims: &str) -> String {
    let query = r#""query": {"graph": "line", "nodes": 3}"#;
    file("1/2", &format!(r#"{query}, "mechanism": {{"matrix": {ROWS}}}, "claims": [{claims}]"#))
}

/// A claim that the file makes, and a certificate that says this of it.
fn of(name: &'static str, claim: &str, said: &str, fate: Fate) -> Trial {
    let of = claim.strip_suffix('}').unwrap_or_default();
    Trial::new(name, &line(claim), &[STOCHASTIC, DP, &format!("{of}, {said}}}")], fate)
}

#[test]
fn both_fates() {
    let complete = |epsilon: &str| format!(r#"{{"claim": "dp", "graph": "complete", "epsilon": "{epsilon}"}}"#);
    let (holds, fails) = (r#""verdict": "holds""#, r#""verdict": "fails""#);
    let place = r#""verdict": "fails", "witness": {"pair": [2, 0], "output": 0}"#;
    const HOLDS: &str = "dp (on a complete graph, ε = ln(4)): holds; alpha_max = 1/4; epsilon_min = 1.38629436112";
    const FAILS: &str =
        "dp (on a complete graph, ε = ln(399/100)): fails; alpha_max = 1/4; epsilon_min = 1.38629436112";
    const AT_E: &str =
        "dp (on a complete graph, ε = 1.3862943612): holds; alpha_max = 1/4; epsilon_min = 1.38629436112";
    const LESS: &str =
        "dp (on a complete graph, ε = 1.3862943611): fails; alpha_max = 1/4; epsilon_min = 1.38629436112";
    hold(&[
        of("the ends are neighbours", &complete("ln(4)"), holds, Fate::Proves(&[HOLDS])),
        of("with less", &complete("ln(399/100)"), place, Fate::Proves(&[FAILS])),
        of("said to hold", &complete("ln(399/100)"), holds, Fate::Unproved(Why::OtherVerdict)),
        of("said to fail", &complete("ln(4)"), fails, Fate::Unproved(Why::OtherVerdict)),
        of("of another kind", &complete("1.3862943612"), holds, Fate::Proves(&[AT_E])),
        of("of another kind, with less", &complete("1.3862943611"), fails, Fate::Proves(&[LESS])),
        of(
            "another place",
            &complete("ln(4)"),
            r#""verdict": "holds", "witness": {"pair": [1, 0], "output": 0}"#,
            Fate::Unproved(Why::Counterexample(Counterexample::NotLeastRatio {
                pair: [1, 0],
                output: 0,
                alpha_max: dp_kernel::Fraction::new(1usize.into(), 4usize.into()),
            })),
        ),
    ]);
}

/// What i gives an output is at most e^ε of what h gives it, of an arc from i to h alone.
#[test]
fn arcs() {
    let rows = r#"[["1/2", "1/2", 0], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]]"#;
    let of = |name, arcs: &str, (claim, said): (&str, &str), fate| {
        let graph = format!(r#""graph": {{"edges": {arcs}, "directed": true}}"#);
        let query = r#""query": {"graph": "line", "nodes": 3}"#;
        let claim = format!(r#"{{{claim}, {graph}}}"#);
        let file = file("1/2", &format!(r#"{query}, "mechanism": {{"matrix": {rows}}}, "claims": [{claim}]"#));
        let stated = format!("{}, {said}}}", claim.strip_suffix('}').unwrap_or_default());
        let dp = r#"{"claim": "dp", "verdict": "fails"}"#;
        Trial::new(name, &file, &[STOCHASTIC, dp, &stated], fate)
    };
    let dp = |verdict| (r#""claim": "dp""#, verdict);
    let (holds, fails) = (r#""verdict": "holds""#, r#""verdict": "fails""#);
    const FORTH: &str = "dp (arc 0 → 1): holds; alpha_max = 1/2; epsilon_min = 0.693147180560";
    const BACK: &str = "dp (arc 1 → 0): fails; alpha_max = 0; epsilon_min = inf";
    const DELTA: &str = "approximate-dp (arc 1 → 0): fails; delta_min = 1/4; alpha_max = 0; epsilon_min = inf";
    const FAR: &str =
        "group-privacy (distance 2, arcs 0 → 1, 1 → 2): holds; alpha_max = 1/2; epsilon_min = 0.693147180560";
    let pair =
        |pair: &str, output: usize| format!(r#""verdict": "holds", "witness": {{"pair": {pair}, "output": {output}}}"#);
    let delta = (r#""claim": "approximate-dp""#, fails);
    let far = (r#""claim": "group-privacy", "distance": 2"#, holds);
    hold(&[
        of("forth", "[[0, 1]]", dp(holds), Fate::Proves(&[FORTH])),
        of("forth, by its place", "[[0, 1]]", dp(&pair("[1, 0]", 0)), Fate::Proves(&[FORTH])),
        of("forth, by a place of the other order", "[[0, 1]]", dp(&pair("[0, 1]", 0)), Fate::Refused(&["0", "1"])),
        of("forth, said to fail", "[[0, 1]]", dp(fails), Fate::Unproved(Why::OtherVerdict)),
        of("back", "[[1, 0]]", dp(fails), Fate::Proves(&[BACK])),
        of("back, said to hold", "[[1, 0]]", dp(holds), Fate::Unproved(Why::OtherVerdict)),
        of("back, by what is missing", "[[1, 0]]", delta, Fate::Proves(&[DELTA])),
        of("along two arcs", "[[0, 1], [1, 2]]", far, Fate::Proves(&[FAR])),
        of("no way back", "[[1, 0], [2, 1]]", (far.0, fails), Fate::Proves(&["stochastic: holds"])),
    ]);
}

/// A certificate says of which terms it speaks, and these are the file's.
#[test]
fn terms_belong_to_the_claim() {
    let claim = r#"{"claim": "dp", "graph": "complete", "epsilon": "ln(4)"}"#;
    let of = |name, said: &str, fate| Trial::new(name, &line(claim), &[STOCHASTIC, DP, said], fate);
    let holds = |terms: &str| format!(r#"{{"claim": "dp"{terms}, "verdict": "holds"}}"#);
    let good = holds(r#", "graph": "complete", "epsilon": "ln(4)""#);
    const SAID: &str = "dp (on a complete graph, ε = ln(4)): holds; alpha_max = 1/4; epsilon_min = 1.38629436112";
    hold(&[
        of("the file's", &good, Fate::Proves(&[SAID])),
        of(
            "left out",
            r#"{"claim": "capacity", "verdict": "holds"}"#,
            Fate::Refused(&["dp (on a complete graph, ε = ln(4))", "missing"]),
        ),
        of("other neighbours", &holds(r#", "graph": "star", "epsilon": "ln(4)""#), Fate::Unreadable(&["terms"])),
        of("another ε", &holds(r#", "graph": "complete", "epsilon": "2""#), Fate::Unreadable(&["terms"])),
        of("the file's ε", &holds(r#", "graph": "complete""#), Fate::Unreadable(&["terms"])),
        of(
            "a finding of the same terms",
            r#"{"claim": "approximate-dp", "graph": "complete", "epsilon": "ln(4)", "verdict": "holds"}"#,
            Fate::Refused(&["missing"]),
        ),
    ]);
}
