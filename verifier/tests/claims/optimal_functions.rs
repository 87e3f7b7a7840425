//! `optimal`, `jointly-optimal` and `universally-optimal` where α is irrational, and for all α of an interval.

use crate::fixtures::{EVERY_ALPHA, ROOT_OF_A_HALF};
use crate::harness::{Fate, STOCHASTIC, Trial, certificate, hold, read, vector};
use dp_kernel::Subdivision;
use dp_verify::limits::Limits;

const PRIVATE: &str = r#"{"claim": "dp", "verdict": "holds"}"#;

/// A file on two answers, p being (4/5, 1/5).
fn at(privacy: &str, mechanism: &str, rest: &str) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"graph": "line", "nodes": 2}}, {mechanism}
            "priors": {{"p": ["4/5", "1/5"], "q": "uniform"}}, {rest}}}"#
    )
}

const GEOMETRIC: &str = r#""mechanism": {"family": "truncated-geometric"},"#;
const FLAT: &str = r#""mechanism": {"matrix": [["1/2", "1/2"], ["1/2", "1/2"]]},"#;

fn optimal(verdict: &str, witness: &str) -> String {
    format!(r#"{{"claim": "optimal", "prior": "p", "verdict": "{verdict}", "witness": {witness}}}"#)
}

/// λ for (4/5, 1/5): past α = 1/4 the likelier answer is guessed always, before it u = π.
const GUESS: &str = r#"{"lambda": {"denominator": "5", "numerators": ["4", "0"]}}"#;
const TELL: &str = r#"{"lambda": {"denominator": ["5", "0", "-5"], "numerators": [["4", "-1"], ["1", "-4"]]}}"#;

/// Parts below the cut, at it and above it: a verdict and a witness each.
fn parts(cut: &str, parts: [(&str, &str); 3]) -> String {
    let part = |(verdict, witness): (&str, &str)| format!(r#"{{"verdict": "{verdict}", "witness": {witness}}}"#);
    format!(r#"{{"cuts": [{cut}], "parts": [{}]}}"#, parts.map(part).join(", "))
}

/// Beside a bound that the geometric mechanism reaches.
fn better(bound: &str) -> String {
    format!(r#"{{"better": {{"family": "truncated-geometric"}}, {}"#, bound.replacen('{', "", 1))
}

const BETTER: &str = r#"{"better": {"family": "truncated-geometric"}}"#;

#[test]
fn optimal_for_every_alpha() {
    let claims = r#""claims": [{"claim": "optimal", "prior": "p"}]"#;
    let (geometric, flat) = (at(EVERY_ALPHA, GEOMETRIC, claims), at(EVERY_ALPHA, FLAT, claims));
    let of = |name, text: &str, verdict: &str, witness: &str, fate| {
        Trial::new(name, text, &[STOCHASTIC, PRIVATE, &optimal(verdict, witness)], fate)
    };
    let refused = |name, witness: &str, words| of(name, &geometric, "holds", witness, Fate::Refused(words));
    let holds = |x: &str| parts("\"1/4\"", [("holds", TELL), ("holds", x), ("holds", GUESS)]);
    let of_flat = |below: &str| parts("\"1/4\"", [("fails", below), ("holds", GUESS), ("holds", GUESS)]);
    let root = r#"{"root_of": ["-1", "0", "16"], "between": ["0", "1"]}"#;
    // Values that are not one expression have none here.
    const HOLDS: &[&str] = &["optimal (prior p): holds; utility = ; optimum = "];
    const FAILS: &[&str] = &["optimal (prior p): fails; utility = 4/5; optimum = "];
    hold(&[
        of("the geometric mechanism", &geometric, "holds", &holds(GUESS), Fate::Proves(HOLDS)),
        of("either bound at the cut", &geometric, "holds", &holds(TELL), Fate::Proves(HOLDS)),
        of(
            "a root that is 1/4",
            &geometric,
            "holds",
            &holds(GUESS).replace("\"1/4\"", &root.replace(r#"["-1", "0", "16"]"#, r#"["-1", "4"]"#)),
            Fate::Proves(HOLDS),
        ),
        // 16x² − 1 = (4x − 1)(4x + 1): where x is 1/4 it is not seen that 1 − 4x is 0.
        of("a root of a product", &geometric, "holds", &holds(GUESS).replace("\"1/4\"", root), Fate::Unknown),
        of("one bound for all, from above", &geometric, "holds", GUESS, Fate::Changes),
        of("one bound for all, from below", &geometric, "holds", TELL, Fate::Changes),
        of("the cut too late", &geometric, "holds", &holds(GUESS).replace("1/4", "1/3"), Fate::Changes),
        refused("the cut too early", &holds(GUESS).replace("1/4", "1/5"), &["λ less the gains of guess 1 is negative"]),
        refused(
            "the bounds in each other's place",
            &parts("\"1/4\"", [("holds", GUESS), ("holds", TELL), ("holds", TELL)]),
            &["λ less the gains of guess 1 is negative"],
        ),
        refused(
            "two parts of three",
            r#"{"cuts": ["1/4"], "parts": [{"verdict": "holds"}, {"verdict": "holds"}]}"#,
            &["2 parts of an interval with 1 cut"],
        ),
        refused("a denominator that vanishes", &TELL.replace(r#"["5", "0", "-5"]"#, r#"["5", "-15"]"#), &["optimal"]),
        refused(
            "a negative denominator",
            &holds(GUESS).replace(r#"["5", "0", "-5"]"#, r#"["-5", "0", "5"]"#),
            &["the denominator of `lambda` is not positive"],
        ),
        refused(
            "a bound for one part as well",
            &holds(GUESS).replacen('{', r#"{"lambda": {"denominator": "1", "numerators": ["0", "0"]}, "#, 1),
            &["part `lambda` that does not belong"],
        ),
        of("said to fail", &geometric, "fails", &holds(GUESS), Fate::Refused(&["found to be `holds`"])),
        of("the uniform mechanism", &flat, "fails", &of_flat(&better(TELL)), Fate::Proves(FAILS)),
        of(
            "the uniform mechanism, without the optimum on one part",
            &flat,
            "fails",
            &of_flat(BETTER),
            Fate::Proves(FAILS),
        ),
        of(
            "the uniform mechanism is optimal past 1/4",
            &flat,
            "fails",
            &of_flat(BETTER).replace("holds", "fails").replace(GUESS, BETTER),
            Fate::Refused(&["the other mechanism has the utility 4/5, X has 4/5"]),
        ),
        of(
            "a part said to hold that fails",
            &flat,
            "fails",
            &of_flat(BETTER).replace("fails", "holds"),
            Fate::Refused(&["part 0 is said to be `holds`, and is not"]),
        ),
    ]);
}

/// X of equal rows is not optimal at 1/5, so not at every α; what its values are elsewhere is not said.
#[test]
fn one_number_refutes_an_optimum() {
    let flat = at(EVERY_ALPHA, FLAT, r#""claims": [{"claim": "optimal", "prior": "p"}]"#);
    let at_one = |number: &str, witness: &str| format!(r#"{{"at": "{number}", "witness": {witness}}}"#);
    let of = |name, verdict: &str, witness: &str, fate| {
        Trial::new(name, &flat, &[STOCHASTIC, PRIVATE, &optimal(verdict, witness)], fate)
    };
    let fifth = at_one("1/5", &better(TELL));
    let proves = || Fate::Proves(&["optimal (prior p): fails"]);
    hold(&[
        of("at 1/5", "fails", &fifth, proves()),
        of("at 1/5, without the optimum", "fails", &at_one("1/5", BETTER), proves()),
        of("said to hold", "holds", &fifth, Fate::Unproved(Subdivision::NotAtOne.into())),
        of("where it is optimal", "fails", &at_one("1/2", BETTER), Fate::Refused(&["has the utility 4/5, X has 4/5"])),
        of("a bound that X reaches", "fails", &at_one("1/2", GUESS), Fate::Unproved(Subdivision::HoldsThere.into())),
    ]);
    let is_met = |expect: &str| expected(FLAT, expect, "fails", &fifth);
    assert_eq!(is_met(r#"{"verdict": "fails"}"#), Ok(Some(true)));
    assert_eq!(is_met(r#"{"verdict": "holds", "utility": {"equals": "4/5"}}"#), Ok(Some(false)));
    assert_eq!(is_met(r#"{"verdict": "fails", "utility": {"equals": "3/5"}}"#), Ok(Some(false)));
    // As expected at that number, which says nothing of others.
    let refusal = is_met(r#"{"verdict": "fails", "utility": {"equals": "4/5"}}"#).expect_err("it is left open");
    assert!(refusal.contains("a value that the file has an expectation of is left out"), "{refusal}");
}

/// Whether the file's expectation of `optimal` is met, or why the certificate is refused.
fn expected(mechanism: &str, expect: &str, verdict: &str, witness: &str) -> Result<Option<bool>, String> {
    let claims = format!(r#""claims": [{{"claim": "optimal", "prior": "p", "expect": {expect}}}]"#);
    let text = at(EVERY_ALPHA, mechanism, &claims);
    let statements = [STOCHASTIC, PRIVATE, &optimal(verdict, witness)];
    let found = dp_verify::verify(&read(&text), certificate(&text, &statements).as_bytes(), &Limits::default());
    let found = found.expect("a certificate");
    match found.refusals.first() {
        Some(refusal) => Err(refusal.to_string()),
        None => Ok(found.report.statements.last().and_then(|statement| statement.expected)),
    }
}

#[test]
fn what_is_expected_of_the_optimum() {
    let geometric = parts("\"1/4\"", [("holds", TELL), ("holds", GUESS), ("holds", GUESS)]);
    let holds = |expect: &str| expected(GEOMETRIC, expect, "holds", &geometric);
    assert_eq!(holds(r#"{"optimum": {"at_least": "4/5"}}"#), Ok(Some(true)));
    assert_eq!(holds(r#"{"optimum": {"at_least": "1/(1+a)", "at_most": 1}}"#), Ok(Some(true)));
    assert_eq!(holds(r#"{"optimum": {"equals": "4/5"}}"#), Ok(Some(false)));
    assert_eq!(holds(r#"{"optimum": {"at_most": "1/(1+a)"}}"#), Ok(Some(false)));
    assert_eq!(holds(r#"{"verdict": "fails"}"#), Ok(Some(false)));
    let flat = |below: &str, expect: &str| {
        // 1/(1 + a) is 5/6 at 1/5.
        let parts = ["fails", "fails", "fails", "holds", "holds"].map(|verdict| {
            let witness = if verdict == "holds" { GUESS } else { below };
            format!(r#"{{"verdict": "{verdict}", "witness": {witness}}}"#)
        });
        let witness = format!(r#"{{"cuts": ["1/5", "1/4"], "parts": [{}]}}"#, parts.join(", "));
        expected(FLAT, expect, "fails", &witness)
    };
    let optimum = r#"{"verdict": "fails", "optimum": {"at_least": "4/5"}}"#;
    assert_eq!(flat(&better(TELL), optimum), Ok(Some(true)));
    assert_eq!(flat(&better(TELL), &optimum.replace("4/5", "5/6")), Ok(Some(false)));
    // Where the optimum is left out on one part nothing is known of it.
    let refusal = flat(BETTER, optimum).expect_err("it is left out");
    assert!(refusal.contains("a value that the file has an expectation of is left out"), "{refusal}");
    assert_eq!(flat(BETTER, r#"{"verdict": "fails", "utility": {"equals": "4/5"}}"#), Ok(Some(true)));
    assert_eq!(flat(BETTER, r#"{"verdict": "holds", "utility": {"equals": "4/5"}}"#), Ok(Some(false)));
}

#[test]
fn at_one_irrational_alpha() {
    let claims = r#""claims": [{"claim": "optimal", "prior": "p"}]"#;
    let near = r#"{"epsilon": "7/5"}"#;
    let (far, root) = (at(r#"{"epsilon": "3/2"}"#, GEOMETRIC, claims), at(ROOT_OF_A_HALF, GEOMETRIC, claims));
    let (near, flat) = (at(near, GEOMETRIC, claims), at(near, FLAT, claims));
    let of = |name, text: &str, verdict: &str, witness: &str, fate| {
        Trial::new(name, text, &[STOCHASTIC, PRIVATE, &optimal(verdict, witness)], fate)
    };
    // 2t² = 1: over 2t² − 1 nothing is proved; (8t², 0) over 5 is (4, 0).
    let modulo = r#"{"lambda": {"denominator": "5", "numerators": [["0", "0", "8"], ["-1", "0", "2"]]}}"#;
    hold(&[
        of(
            "e^-1.4 < 1/4",
            &near,
            "holds",
            TELL,
            Fate::Proves(&["optimal (prior p): holds; utility = 1/(1+a); optimum = 1/(1+a)"]),
        ),
        of("e^-1.4 < 1/4, by the guess", &near, "holds", GUESS, Fate::Refused(&["λ less the gains of guess 1"])),
        of(
            "e^-1.4 < 1/4, the uniform mechanism",
            &flat,
            "fails",
            BETTER,
            Fate::Proves(&["optimal (prior p): fails; utility = 4/5"]),
        ),
        of(
            "e^-1.5 too",
            &far,
            "holds",
            TELL,
            Fate::Proves(&["optimal (prior p): holds; utility = 1/(1+a); optimum = 1/(1+a)"]),
        ),
        of("1/√2", &root, "holds", GUESS, Fate::Proves(&["optimal (prior p): holds; utility = 4/5; optimum = 4/5"])),
        of(
            "1/√2, in other words",
            &root,
            "holds",
            modulo,
            Fate::Proves(&["optimal (prior p): holds; utility = 4/5; optimum = 4/5"]),
        ),
        of(
            "1/√2, over 0",
            &root,
            "holds",
            &modulo.replace(r#""5""#, r#"["-1", "0", "2"]"#),
            Fate::Refused(&["the denominator of `lambda` is not positive"]),
        ),
        of(
            "cuts of one number",
            &root,
            "holds",
            &parts("\"1/4\"", [("holds", TELL), ("holds", TELL), ("holds", TELL)]),
            Fate::Refused(&["part `cuts` that does not belong"]),
        ),
    ]);
}

#[test]
fn universally_and_jointly_optimal_for_every_alpha() {
    let universal = |verdict: &str, witness: &str| {
        format!(r#"{{"claim": "universally-optimal", "verdict": "{verdict}", "witness": {witness}}}"#)
    };
    let claims = r#""claims": ["universally-optimal"]"#;
    let joint_claims = r#""claims": [{"claim": "jointly-optimal", "priors": ["p", "q"]}]"#;
    // The priors that decide are (α, 1) and (1, α) over 1 + α.
    let bounds = |x: [&str; 2]| {
        let lambda = |x: &str| format!(r#"{{"lambda": {{"denominator": ["1", "1"], "numerators": {x}}}}}"#);
        format!(r#"{{"bounds": [{}, {}]}}"#, lambda(x[0]), lambda(x[1]))
    };
    let good = bounds([r#"["0", "1"]"#, r#"["1", "0"]"#]);
    let of_q = r#"{"lambda": {"denominator": ["2", "2"], "numerators": ["1", "1"]}}"#;
    let common =
        |of_p: &str| format!(r#"{{"better": {{"family": "truncated-geometric"}}, "bounds": [{of_p}, {of_q}]}}"#);
    let (above, below) = (common(GUESS), common(TELL));
    let both = parts("\"1/4\"", [("holds", &below), ("holds", &above), ("holds", &above)]);
    let jointly = |witness: &str| {
        format!(r#"{{"claim": "jointly-optimal", "priors": ["p", "q"], "verdict": "holds", "witness": {witness}}}"#)
    };
    let of = |name, privacy: &str, mechanism: &str, statement: &str, fate| {
        Trial::new(name, &at(privacy, mechanism, claims), &[STOCHASTIC, PRIVATE, statement], fate)
    };
    let all = |name, statement: &str, fate| Trial::new(name, &at(EVERY_ALPHA, "", joint_claims), &[statement], fate);
    const HOLDS: Fate = Fate::Proves(&["universally-optimal: holds"]);
    let at_tie = format!(r#"{{"prior": {}, "better": {{"family": "truncated-geometric"}}}}"#, vector("2", &[1, 1]));
    hold(&[
        of("every α", EVERY_ALPHA, GEOMETRIC, &universal("holds", &good), HOLDS),
        of("every α, by the theorem", EVERY_ALPHA, GEOMETRIC, &universal("holds", r#"{"remap": [0, 1]}"#), HOLDS),
        of("1/√2", ROOT_OF_A_HALF, GEOMETRIC, &universal("holds", &good), HOLDS),
        of("e^-1", r#"{"epsilon": "1"}"#, GEOMETRIC, &universal("holds", &good), HOLDS),
        of(
            "the bounds in another order",
            EVERY_ALPHA,
            GEOMETRIC,
            &universal("holds", &bounds([r#"["1", "0"]"#, r#"["0", "1"]"#])),
            Fate::Refused(&["negative"]),
        ),
        of(
            "one bound",
            ROOT_OF_A_HALF,
            GEOMETRIC,
            &universal("holds", &format!("{}]}}", good.split_once("}},").map_or("", |x| x.0).to_owned() + "}}")),
            Fate::Refused(&["`bounds` has 1 bound"]),
        ),
        of(
            "the uniform mechanism",
            EVERY_ALPHA,
            FLAT,
            &universal("fails", &at_tie),
            Fate::Proves(&["universally-optimal: fails"]),
        ),
        of(
            "the uniform mechanism at 1/√2",
            ROOT_OF_A_HALF,
            FLAT,
            &universal("fails", &at_tie),
            Fate::Proves(&["universally-optimal: fails"]),
        ),
        of(
            "a prior whose weights sum to 1 at another α",
            EVERY_ALPHA,
            FLAT,
            &universal("fails", &at_tie.replace(r#"["1", "1"]"#, r#"["1", ["0", "2"]]"#)),
            Fate::Changes,
        ),
        of(
            "the uniform mechanism, bounds for the tie of all",
            EVERY_ALPHA,
            FLAT,
            &universal("holds", r#"{"bounds": []}"#),
            Fate::Refused(&["expected one for each of 1 prior"]),
        ),
        all(
            "jointly, for every α",
            &jointly(&both),
            Fate::Proves(&["jointly-optimal (priors p and q): holds; joint = ; separate = "]),
        ),
        all("jointly, by the bounds of one part", &jointly(&above), Fate::Changes),
        all(
            "jointly, by the parts in another order",
            &jointly(&parts("\"1/4\"", [("holds", &above), ("holds", &above), ("holds", &below)])),
            Fate::Refused(&["λ less the gains of guess"]),
        ),
    ]);
}
