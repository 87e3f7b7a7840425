//! `optimal` with `within`: how far from optimal X may be, and what shows that it is no farther.

use crate::harness::{Fate, HALF, STOCHASTIC, Trial, file, hold, vector};
use dp_kernel::{Optimality, Why};

/// On a line of two at α = 1/2, where 2/3 is the most utility: X has 13/20, 1/60 less.
fn claimed(within: &str) -> String {
    table(r#"[["13/20", "7/20"], ["7/20", "13/20"]]"#, within, "")
}

fn table(rows: &str, within: &str, loss: &str) -> String {
    let rest = format!(
        r#""query": {{"graph": "line", "nodes": 2}}, "mechanism": {{"matrix": {rows}}}, "priors": {{"p": "uniform"}}{loss},
            "claims": [{{"claim": "optimal", "prior": "p", "within": {within}}}]"#
    );
    file("1/2", &rest)
}

fn optimal(verdict: &str, within: &str, values: &str, witness: &str) -> String {
    format!(
        r#"{{"claim": "optimal", "prior": "p", "within": {within}, "verdict": "{verdict}", "values": {values},
            "witness": {witness}}}"#
    )
}

/// α_max of [`claimed`], whose ε lies between decimals that both round to its twelve digits.
const DP: &str = r#"{"claim": "dp", "verdict": "holds",
    "values": {"alpha_max": "7/13", "epsilon_min": {"at_least": 0.6190392084062, "at_most": 0.6190392084063}}}"#;
const UTILITY: &str = r#"{"utility": "13/20"}"#;
const BOTH: &str = r#"{"utility": "13/20", "optimum": "2/3"}"#;
const BETTER: &str = r#""better": {"family": "truncated-geometric"}"#;

/// λ, of which each entry is the numerator over 60: 20 are the optimum.
fn lambda(numerator: i64) -> String {
    format!(r#""lambda": {}"#, vector("60", &[numerator, numerator]))
}

#[test]
fn both_fates() {
    let trial = |name, within: &str, verdict: &str, values: &str, witness: &str, fate| {
        let witness = format!("{{{witness}}}");
        let statements = [STOCHASTIC, DP, &optimal(verdict, within, values, &witness)];
        Trial::new(name, &claimed(within), &statements, fate)
    };
    let (bound, larger) = (lambda(20), format!(r#""lambda": {}"#, vector("120", &[41, 41])));
    let with_bound = format!("{BETTER}, {bound}");
    let near = r#"{"utility": "13/20", "bound": "2/3"}"#;
    hold(&[
        trial(
            "the bound, as far off as may be",
            r#""1/60""#,
            "holds",
            near,
            &bound,
            Fate::Proves(&["optimal (prior p, within 1/60): holds; utility = 13/20; bound = 2/3"]),
        ),
        trial(
            "a larger bound",
            r#""1/30""#,
            "holds",
            r#"{"utility": "13/20", "bound": "41/60"}"#,
            &larger,
            Fate::Proves(&["optimal (prior p, within 1/30): holds; utility = 13/20; bound = 41/60"]),
        ),
        trial(
            "the optimum",
            r#""1/60""#,
            "holds",
            BOTH,
            &with_bound,
            Fate::Proves(&["optimal (prior p, within 1/60): holds; utility = 13/20; optimum = 2/3"]),
        ),
        trial(
            "y",
            r#""1/60""#,
            "holds",
            near,
            &format!(r#""y": {}"#, vector("3", &[1, 1])),
            Fate::Proves(&["optimal (prior p, within 1/60): holds; utility = 13/20; bound = 2/3"]),
        ),
        trial(
            "a number that is not a string",
            "0.02",
            "holds",
            near,
            &bound,
            Fate::Proves(&["optimal (prior p, within 1/50): holds; utility = 13/20; bound = 2/3"]),
        ),
        trial(
            "a bound that is farther off",
            r#""1/61""#,
            "holds",
            UTILITY,
            &bound,
            Fate::Refused(&["X has the utility 13/20, the bound is 2/3"]),
        ),
        trial(
            "a bound that is too small",
            r#""1/60""#,
            "holds",
            UTILITY,
            &lambda(19),
            Fate::Unproved(Optimality::NegativeAtRoot { guess: 0, root: 0 }.into()),
        ),
        trial(
            "the optimum, which is farther off",
            r#""1/61""#,
            "holds",
            UTILITY,
            &with_bound,
            Fate::Unproved(Why::OtherVerdict),
        ),
        trial("no witness", r#""1/60""#, "holds", UTILITY, "", Fate::Unproved(Why::WrongWitness)),
        trial(
            "a mechanism with as little more, and no bound",
            r#""1/60""#,
            "holds",
            UTILITY,
            BETTER,
            Fate::Refused(&["optimal (prior p, within 1/60)", "the other mechanism has the utility 2/3, X has 13/20"]),
        ),
        trial(
            "a mechanism that does not reach the bound",
            r#""1/20""#,
            "holds",
            UTILITY,
            &format!("{BETTER}, {larger}"),
            Fate::Refused(&["the other mechanism does not reach the bound"]),
        ),
        trial(
            "a better one",
            r#""1/61""#,
            "fails",
            UTILITY,
            BETTER,
            Fate::Proves(&["optimal (prior p, within 1/61): fails; utility = 13/20"]),
        ),
        trial(
            "the best one",
            r#""1/61""#,
            "fails",
            BOTH,
            &with_bound,
            Fate::Proves(&["optimal (prior p, within 1/61): fails; utility = 13/20; optimum = 2/3"]),
        ),
        trial(
            "one that is better by no more than may be",
            r#""1/60""#,
            "fails",
            UTILITY,
            BETTER,
            Fate::Refused(&["the other mechanism has the utility 2/3, X has 13/20"]),
        ),
        trial(
            "the best one, better by no more than may be",
            r#""1/60""#,
            "fails",
            UTILITY,
            &with_bound,
            Fate::Unproved(Why::OtherVerdict),
        ),
        trial("a refutation without a witness", r#""1/61""#, "fails", UTILITY, "", Fate::Unproved(Why::WrongWitness)),
    ]);
}

/// 0 is the same as nothing, and equal numbers are one claim.
#[test]
fn what_claim_it_is() {
    let thirds = table(r#"[["2/3", "1/3"], ["1/3", "2/3"]]"#, r#""0""#, "");
    let values = r#"{"utility": "2/3", "optimum": "2/3"}"#;
    let witness = format!("{{{}}}", lambda(20));
    let plain = optimal("holds", "0", values, &witness);
    let near = [STOCHASTIC, DP, &optimal("holds", r#""0.05""#, r#"{"utility": "13/20", "bound": "2/3"}"#, &witness)];
    let other = [STOCHASTIC, DP, &optimal("holds", r#""0.06""#, r#"{"utility": "13/20", "bound": "2/3"}"#, &witness)];
    const WITHIN: &[&str] = &["optimal (prior p, within 1/20): holds; utility = 13/20; bound = 2/3"];
    hold(&[
        Trial::new(
            "0",
            &thirds,
            &[STOCHASTIC, HALF, &plain],
            Fate::Proves(&["optimal (prior p): holds; utility = 2/3; optimum = 2/3"]),
        ),
        Trial::new("another way to write it", &claimed(r#""2/40""#), &near, Fate::Proves(WITHIN)),
        Trial::new("another number", &claimed(r#""1/20""#), &other, Fate::Refused(&["within 1/20", "missing"])),
    ]);
}

/// The loss of X is 7/20, the least 1/3.
#[test]
fn with_a_loss() {
    let file = table(r#"[["13/20", "7/20"], ["7/20", "13/20"]]"#, r#""1/60""#, r#", "loss": "binary""#);
    let (of_x, bound) = (r#""utility": "-7/20", "loss": "7/20""#, format!(r#""lambda": {}"#, vector("6", &[-1, -1])));
    let near = format!(r#"{{{of_x}, "bound": "-1/3"}}"#);
    let exact = format!(r#"{{{of_x}, "optimum": "-1/3", "least_loss": "1/3"}}"#);
    let by_bound = optimal("holds", r#""1/60""#, &near, &format!("{{{bound}}}"));
    let by_both = optimal("holds", r#""1/60""#, &exact, &format!("{{{bound}, {BETTER}}}"));
    let far = format!(r#""lambda": {}"#, vector("12", &[-1, -1]));
    let by_far = optimal("holds", r#""1/60""#, &near, &format!("{{{far}}}"));
    hold(&[
        Trial::new(
            "by a bound",
            &file,
            &[STOCHASTIC, DP, &by_bound],
            Fate::Proves(&["optimal (prior p, within 1/60): holds; utility = -7/20; loss = 7/20; bound = -1/3"]),
        ),
        Trial::new(
            "by the optimum",
            &file,
            &[STOCHASTIC, DP, &by_both],
            Fate::Proves(&[
                "optimal (prior p, within 1/60): holds; utility = -7/20; loss = 7/20; optimum = -1/3; least_loss = 1/3",
            ]),
        ),
        Trial::new(
            "by a bound that is farther off",
            &file,
            &[STOCHASTIC, DP, &by_far],
            Fate::Refused(&["X has the utility -7/20, the bound is -1/6"]),
        ),
    ]);
}

/// However far off X may be: what is not private is not near.
#[test]
fn what_is_not_private_is_not_near() {
    let file = table(r#"[["3/4", "1/4"], ["1/4", "3/4"]]"#, "1", "");
    let dp = r#"{"claim": "dp", "verdict": "fails",
        "values": {"alpha_max": "1/3", "epsilon_min": {"at_least": 1.0986122886681, "at_most": 1.0986122886682}}}"#;
    let of = |verdict: &str, witness: &str| optimal(verdict, "1", r#"{"utility": "3/4"}"#, &format!("{{{witness}}}"));
    let with_bound = format!("{BETTER}, {}", lambda(20));
    let trial = |name, statement: String, fate| Trial::new(name, &file, &[STOCHASTIC, dp, &statement], fate);
    hold(&[
        trial("no witness", of("fails", ""), Fate::Proves(&["optimal (prior p, within 1): fails; utility = 3/4"])),
        trial("a bound", of("holds", &lambda(20)), Fate::Unproved(Optimality::BoundOfNothing.into())),
        trial("the optimum", of("holds", &with_bound), Fate::Unproved(Why::OtherVerdict)),
    ]);
}

#[test]
fn what_is_no_claim() {
    for (claim, why) in [
        (r#"{"claim": "optimal", "prior": "p", "within": "-1/2"}"#, "expected a number ≥ 0"),
        (r#"{"claim": "optimal", "prior": "p", "within": "a"}"#, "is a rational number, such as \"1e-9\""),
        (r#"{"claim": "optimal", "prior": "p", "within": null}"#, "expected"),
        (r#"{"claim": "optimal", "within": "1/2"}"#, "needs the name of a prior"),
        (r#"{"claim": "utility", "prior": "p", "within": "1/2"}"#, "unknown key"),
        (
            r#"{"claim": "optimal", "prior": "p", "within": "1/2", "expect": {"bound": {"at_most": 1}}}"#,
            "unknown value",
        ),
    ] {
        let good = claimed(r#""1/60""#);
        let text = good.replace(r#"{"claim": "optimal", "prior": "p", "within": "1/60"}"#, claim);
        assert_ne!(text, good);
        let read = dp_verify::model::Mechanism::read(text.as_bytes(), &dp_verify::limits::Limits::default());
        let message = read.expect_err(claim).to_string();
        assert!(message.contains(why), "{claim}: {message}");
    }
}
