//! `optimal` with `delta`: X is (ε, δ)-private and has the most utility of all that are.

use crate::harness::{Fate, STOCHASTIC, Trial, file, hold};

/// On a line of two at α = 1/2 the most utility is (2 + δ)/3: X has that of δ = 1/10.
const X: &str = r#"[["7/10", "3/10"], ["3/10", "7/10"]]"#;

fn table(rows: &str, parameters: &str, expect: &str) -> String {
    let rest = format!(
        r#""query": {{"graph": "line", "nodes": 2}}, "mechanism": {{"matrix": {rows}}}, "priors": {{"p": "uniform"}},
            "claims": [{{"claim": "optimal", "prior": "p", {parameters}{expect}}}]"#
    );
    file("1/2", &rest)
}

fn said(verdict: &str, parameters: &str, parts: &[&str]) -> String {
    let parts = parts.join(", ");
    format!(r#"{{"claim": "optimal", "prior": "p", {parameters}, "verdict": "{verdict}", "witness": {{{parts}}}}}"#)
}

const DP: &str = r#"{"claim": "dp", "verdict": "fails"}"#;

fn trial(name: &'static str, parameters: &str, (verdict, parts): (&str, &[&str]), fate: Fate) -> Trial {
    Trial::new(name, &table(X, parameters, ""), &[STOCHASTIC, DP, &said(verdict, parameters, parts)], fate)
}

/// Σλ = 2/3 and s = 1/3.
const BOUND: &str = r#""lambda": {"denominator": "3", "numerators": ["1", "1"]},
    "multipliers": [{"edges": [[0, 1]], "mu": {"denominator": "3", "numerators": ["1"]}},
                    {"edges": [[1, 0]], "mu": {"denominator": "3", "numerators": ["1"]}}]"#;
const TENTH: &str = r#""delta": "1/10""#;
const LESS: &str = r#""delta": "0.099999999999999999999999999999""#;
const MORE: &str = r#""delta": "0.100000000000000000000000000001""#;

/// p and 1 − p.
fn better(numerator: &str, rest: &str, denominator: &str) -> String {
    let row = |a: &str, b: &str| format!(r#"{{"denominator": "{denominator}", "numerators": ["{a}", "{b}"]}}"#);
    format!(r#""better": {{"rows": [{}, {}]}}"#, row(numerator, rest), row(rest, numerator))
}

#[test]
fn both_fates() {
    // 7/10 + 10^-30/3, over 3·10^30.
    let (whole, rest) = ("2100000000000000000000000000001", "899999999999999999999999999999");
    let more = better(whole, rest, "3000000000000000000000000000000");
    let holds = Fate::Proves(&["optimal (prior p, delta 1/10): holds; utility = 7/10; optimum = 7/10"]);
    let not_private = Fate::Refused(&["X is not (ε, δ)-private, and a bound without `better` says nothing of it"]);
    hold(&[
        trial("the bound", TENTH, ("holds", &[BOUND]), holds),
        trial("a hair more δ", MORE, ("holds", &[BOUND]), Fate::Refused(&["X has the utility 7/10, the bound is"])),
        trial(
            "a better one then",
            MORE,
            ("fails", &[&more, BOUND]),
            Fate::Proves(&[
                "optimal (prior p, delta about 0.100000000000): fails; utility = 7/10; optimum = 2100000000000000000000000000001/3000000000000000000000000000000",
            ]),
        ),
        trial(
            "that alone",
            MORE,
            ("fails", &[&more]),
            Fate::Proves(&["optimal (prior p, delta about 0.100000000000): fails; utility = 7/10"]),
        ),
        trial("that at 1/10", TENTH, ("fails", &[&more]), Fate::Refused(&["not (ε, δ)-private: it needs δ = "])),
        trial(
            "a hair less δ",
            LESS,
            ("fails", &[]),
            Fate::Proves(&["optimal (prior p, delta about 0.100000000000): fails; utility = 7/10"]),
        ),
        trial("a hair less δ, a bound", LESS, ("holds", &[BOUND]), not_private),
        trial(
            "at 1/10 without a witness",
            TENTH,
            ("fails", &[]),
            Fate::Refused(&["the witness is not one of this claim"]),
        ),
        trial("said to fail", TENTH, ("fails", &[BOUND]), Fate::Refused(&["said to be `fails`"])),
    ]);
}

#[test]
fn within() {
    let of = |within: &str| format!(r#""within": {within}, "delta": "2/5""#);
    // At δ = 2/5 the most is 4/5.
    let best = better("4", "1", "5");
    let (tenth, less) = (of(r#""1/10""#), of(r#""0.099999999999999999999999999999""#));
    let both = Fate::Proves(&["optimal (prior p, within 1/10, delta 2/5): holds; utility = 7/10; optimum = 4/5"]);
    let refuted = Fate::Proves(&["optimal (prior p, within about 0.100000000000, delta 2/5): fails; utility = 7/10"]);
    let bound = Fate::Proves(&["optimal (prior p, within 1/10, delta 2/5): holds; utility = 7/10; bound = 4/5"]);
    hold(&[
        trial("another that is no better than that", &tenth, ("holds", &[&best, BOUND]), both),
        trial("a bound", &tenth, ("holds", &[BOUND]), bound),
        trial("a hair less", &less, ("holds", &[&best, BOUND]), Fate::Refused(&["said to be `holds`"])),
        trial("a hair less, refuted", &less, ("fails", &[&best]), refuted),
    ]);
}

#[test]
fn expectations() {
    let of = |name, expect: &str, fate| {
        let text = table(X, TENTH, &format!(r#", "expect": {{{expect}}}"#));
        Trial::new(name, &text, &[STOCHASTIC, DP, &said("holds", TENTH, &[BOUND])], fate)
    };
    let (less, more) = ("0.699999999999999999999999999999", "0.700000000000000000000000000001");
    const MET: Fate = Fate::Proves(&["optimal (prior p, delta 1/10): holds; utility = 7/10; optimum = 7/10"]);
    hold(&[
        of("the optimum", r#""optimum": {"equals": "7/10"}"#, MET),
        of("between", &format!(r#""optimum": {{"at_least": "{less}", "at_most": "{more}"}}"#), MET),
        of("at least more", &format!(r#""optimum": {{"at_least": "{more}"}}"#), MET),
        of("below 0", r#""optimum": {"at_least": "1/0"}"#, Fate::Unreadable(&["optimum"])),
    ]);
}

/// What is a bound for ε-private mechanisms alone, and multipliers that are none.
#[test]
fn forged_bounds() {
    let third = r#"{"denominator": "3", "numerators": ["1"]}"#;
    let lambda = r#""lambda": {"denominator": "3", "numerators": ["1", "1"]}"#;
    let multipliers = |first: &str, second: &str| format!(r#"{lambda}, "multipliers": [{first}, {second}]"#);
    let (out, back) =
        (format!(r#"{{"edges": [[0, 1]], "mu": {third}}}"#), format!(r#"{{"edges": [[1, 0]], "mu": {third}}}"#));
    let halves = r#"{"edges": [[0, 1], [0, 1]], "mu": {"denominator": "6", "numerators": ["1", "1"]}}"#;
    let larger = r#""lambda": {"denominator": "30", "numerators": ["11", "10"]}"#;
    const ONLY: Fate = Fate::Refused(&["with `delta` a bound needs `lambda` and `multipliers`"]);
    let y = r#""y": {"denominator": "3", "numerators": ["1", "1"]}"#;
    let of = |name, parts: &str, fate| trial(name, TENTH, ("holds", &[parts]), fate);
    hold(&[
        of("λ alone, on a line", lambda, ONLY),
        of("y", y, ONLY),
        of("no multipliers", &multipliers("{}", "{}"), Fate::Refused(&["less than its multipliers allow"])),
        of("the other way", &multipliers(&back, &out), Fate::Refused(&["less than its multipliers allow"])),
        of(
            "in two halves",
            &multipliers(halves, &back),
            Fate::Proves(&["optimal (prior p, delta 1/10): holds; utility = 7/10; optimum = 7/10"]),
        ),
        of("a larger λ", &BOUND.replace(lambda, larger), Fate::Refused(&["the bound is"])),
        of("one guess", &format!(r#"{lambda}, "multipliers": [{out}]"#), Fate::Refused(&["`multipliers` has 1 entr"])),
        of("a negative one", &BOUND.replace(r#"["1"]"#, r#"["-1"]"#), Fate::Refused(&["a multiplier is negative"])),
    ]);
}

/// Another δ is another claim, one in other words the same, and 0 is none.
#[test]
fn its_parameter_belongs_to_the_claim() {
    let of = |name, parameters: &str, stated: &str, fate| {
        Trial::new(name, &table(X, parameters, ""), &[STOCHASTIC, DP, &said("holds", stated, &[BOUND])], fate)
    };
    let another = said("fails", r#""delta": "1/11""#, &[]);
    let none = r#"{"claim": "optimal", "prior": "p", "verdict": "fails"}"#;
    hold(&[
        of(
            "in other words",
            r#""delta": "0.1""#,
            r#""delta": "10/100""#,
            Fate::Proves(&["optimal (prior p, delta 1/10): holds; utility = 7/10; optimum = 7/10"]),
        ),
        Trial::new(
            "another",
            &table(X, TENTH, ""),
            &[STOCHASTIC, DP, &another],
            Fate::Refused(&["optimal (prior p, delta 1/10): declared by the file, missing"]),
        ),
        of("1", r#""delta": 1"#, TENTH, Fate::Unreadable(&["0 ≤ δ < 1"])),
        of("below 0", r#""delta": "-1/10""#, TENTH, Fate::Unreadable(&["0 ≤ δ < 1"])),
        Trial::new(
            "0 is none",
            &table(X, r#""delta": 0"#, ""),
            &[STOCHASTIC, DP, none],
            Fate::Proves(&["optimal (prior p): fails; utility = 7/10"]),
        ),
    ]);
}

/// α = 2^(-1/2): the most is (1 + α·δ)/(1 + α).
#[test]
fn at_an_irrational_alpha() {
    let rows = r#"[["(1+a/10)/(1+a)", "a*9/10/(1+a)"], ["a*9/10/(1+a)", "(1+a/10)/(1+a)"]]"#;
    let of = |delta: &str| table(rows, delta, "").replace(r#"{"alpha": "1/2"}"#, r#"{"epsilon": "1/2*ln(2)"}"#);
    let mu = r#"{"denominator": ["2", "2"], "numerators": ["1"]}"#;
    let bound = format!(
        r#""lambda": {{"denominator": ["2", "2"], "numerators": ["1", "1"]}},
            "multipliers": [{{"edges": [[0, 1]], "mu": {mu}}}, {{"edges": [[1, 0]], "mu": {mu}}}]"#
    );
    let trial = |name, delta: &str, (verdict, parts): (&str, &[&str]), fate| {
        Trial::new(name, &of(delta), &[STOCHASTIC, DP, &said(verdict, delta, parts)], fate)
    };
    hold(&[
        trial(
            "the bound",
            TENTH,
            ("holds", &[&bound]),
            Fate::Proves(&["optimal (prior p, delta 1/10): holds; utility = (19-18*a)/10; optimum = (19-18*a)/10"]),
        ),
        trial("a hair more", MORE, ("holds", &[&bound]), Fate::Refused(&["the bound is"])),
        trial(
            "a hair less",
            LESS,
            ("fails", &[]),
            Fate::Proves(&["optimal (prior p, delta about 0.100000000000): fails; utility = (19-18*a)/10"]),
        ),
        trial("a hair less, a bound", LESS, ("holds", &[&bound]), Fate::Refused(&["X is not (ε, δ)-private"])),
    ]);
}
