//! Discrete Gaussian noise: what is so of it, and what is said of it and is not.

use crate::harness::{Fate, Trial, file, hold};
use dp_kernel::Why;

/// σ² = 4 on a line.
fn line(rest: &str) -> String {
    of(r#"{"graph": "line", "nodes": 4}"#, r#""alpha": "1/2", "delta": "0.03""#, rest)
}

fn of(query: &str, privacy: &str, rest: &str) -> String {
    let text = format!(r#""query": {query}, "mechanism": {{"family": "discrete-gaussian", "sigma2": "4"}}{rest}"#);
    file("1/2", &text).replacen(r#""alpha": "1/2""#, privacy, 1)
}

/// What is said of one claim; of the others that the file implies what is so.
fn trial(name: &'static str, text: &str, claim: &str, verdict: &str, fate: Fate) -> Trial {
    let said = format!(r#"{{{claim}, "verdict": "{verdict}"}}"#);
    let implied = ["stochastic", "approximate-dp"].into_iter().filter(|implied| !claim.contains(implied));
    let implied: Vec<String> = implied.map(|claim| format!(r#"{{"claim": "{claim}", "verdict": "holds"}}"#)).collect();
    let all: Vec<&str> = [&*said].into_iter().chain(implied.iter().map(String::as_str)).collect();
    Trial::new(name, text, &all, fate)
}

const OTHER: Fate = Fate::Unproved(Why::OtherVerdict);

#[test]
fn by_theorems() {
    let text = line("");
    let of = |name, claim: &str, verdict: &str, fate| trial(name, &text, claim, verdict, fate);
    hold(&[
        of("a mechanism", r#""claim": "stochastic""#, "holds", Fate::Proves(&["stochastic: holds"])),
        of("and no other", r#""claim": "stochastic""#, "fails", OTHER),
        of("no ε", r#""claim": "dp""#, "fails", Fate::Proves(&["dp: fails; alpha_max = 0; epsilon_min = inf"])),
        of("private for one", r#""claim": "dp""#, "holds", OTHER),
        of("no range", r#""claim": "bounded-range", "epsilon": 99"#, "holds", OTHER),
        of("groups", r#""claim": "group-privacy", "distance": 3"#, "holds", OTHER),
        of(
            "groups of whom there is none",
            r#""claim": "group-privacy", "distance": 4"#,
            "holds",
            Fate::Proves(&["group-privacy (distance 4): holds"]),
        ),
        of(
            "concentrated",
            r#""claim": "zcdp", "rho": "1/8""#,
            "holds",
            Fate::Proves(&["zcdp (rho at most 1/8): holds; rho_min = 1/8"]),
        ),
        of("as by less than it is", r#""claim": "zcdp", "rho": "0.124999999999999999999""#, "holds", OTHER),
        of("and said not to be", r#""claim": "zcdp", "rho": "1/8""#, "fails", OTHER),
        of(
            "at an order",
            r#""claim": "renyi-dp", "order": 7, "bound": "7/8""#,
            "holds",
            Fate::Proves(&["renyi-dp (order 7, at most 7/8): holds; divergence = 7/8"]),
        ),
        of("by less", r#""claim": "renyi-dp", "order": 7, "bound": "6/7""#, "holds", OTHER),
    ]);
}

#[test]
fn by_enclosures() {
    let claim = r#""claim": "approximate-dp""#;
    const HOLDS: Fate = Fate::Proves(&[
        "approximate-dp: holds; delta_min = 0.0262711914080; alpha_max = 0.525453867871; epsilon_min = 0.643492879634",
    ]);
    let privacy = r#""epsilon": "1", "delta": "1e-5""#;
    let sum = of(r#"{"graph": "sum", "individuals": 2, "max": 3}"#, privacy, "");
    let zero = of(r#"{"graph": "line", "nodes": 4}"#, r#""epsilon": "1", "delta": 0"#, "");
    let one = of(r#"{"graph": "line", "nodes": 1}"#, r#""epsilon": "1", "delta": 0"#, "");
    let symbolic = r#""alpha": "symbolic", "between": [0, 1], "delta": "1/2""#;
    let symbolic = of(r#"{"graph": "line", "nodes": 4}"#, symbolic, "");
    hold(&[
        trial("enough", &line(""), claim, "holds", HOLDS),
        trial("said not to be", &line(""), claim, "fails", OTHER),
        trial(
            "neighbours that differ by more",
            &sum,
            claim,
            "fails",
            Fate::Proves(&[
                "approximate-dp: fails; delta_min = 0.319082745552; alpha_max = 0.000867861744538; epsilon_min = 7.04947813648",
            ]),
        ),
        trial("no δ", &zero, claim, "holds", OTHER),
        trial(
            "which is refuted",
            &zero,
            claim,
            "fails",
            Fate::Proves(&["approximate-dp: fails; delta_min = 0.00724877684595; alpha_max = 0; epsilon_min = inf"]),
        ),
        trial(
            "no neighbours",
            &one,
            claim,
            "holds",
            Fate::Proves(&["approximate-dp: holds; delta_min = 0; alpha_max = 1; epsilon_min = 0"]),
        ),
        trial("every α", &symbolic, claim, "holds", Fate::Unproved(Why::NotEnclosed)),
    ]);
}
