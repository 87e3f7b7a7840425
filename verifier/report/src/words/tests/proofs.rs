//! What the kernel proves, told: from a problem to a statement.

use super::{algebraic, file, fraction, function, half, polynomial, product, rational_point, root, symbolic};
use crate::words::{Words, failure, statement};
use crate::{Outcome, Statement, Verdict};
use dp_file::limits::{Budget, Limits};
use dp_file::model::{Claim, Kind, Mechanism};
use dp_kernel::{
    Declared, Family, Fraction, Gain, Graph, Meter, Point, Prior, Problem, RawProblem, Root, Session, Vector, Witness,
};
use std::sync::Arc;

fn meter() -> Meter {
    super::meter()
}

fn vector(numerators: &[i64], denominator: i64) -> Vector {
    Vector {
        denominator: i128::from(denominator).into(),
        numerators: numerators.iter().map(|&n| i128::from(n).into()).collect(),
    }
}

/// The problem of the files on the line A – B – C.
fn problem(alpha: Fraction, point: Option<Point>) -> Problem {
    let table = [[2, 1, 1], [1, 2, 1], [1, 1, 2]].map(|row| vector(&row, 4));
    let uniform = Prior { weights: vector(&[1, 1, 1], 3), each: Vec::new() };
    let declared = |claim| Declared { claim, expects: Vec::new() };
    checked(RawProblem {
        graph: Graph::new(Family::Line, 3),
        point,
        alpha,
        alpha_point: None,
        delta: None,
        rho: None,
        mechanism: dp_kernel::Mechanism::Table(table.to_vec()),
        rounding: Some(fraction(1, 100)),
        priors: vec![uniform],
        gain: Gain::Binary,
        answers: None,
        others: Vec::new(),
        claims: [dp_kernel::Claim::Stochastic, dp_kernel::Claim::Dp].map(declared).to_vec(),
    })
}

fn checked(raw: RawProblem) -> Problem {
    Problem::checked(raw, &meter()).expect("a problem that is well formed")
}

/// The statement that a claim is as said, or why it is none.
fn told(
    mechanism: &Mechanism,
    problem: &Problem,
    claim: (Claim, dp_kernel::Claim),
    said: dp_kernel::Verdict,
    witness: &Witness,
) -> Result<Statement, String> {
    let (limits, meter) = (Limits::default(), meter());
    let steps = Budget::new(limits.steps);
    let words = Words::new(mechanism, &claim.0, &limits, &steps);
    let mut session = Session::new(problem, &meter).expect("a problem that is well formed");
    match session.prove(&claim.1, said, witness) {
        Ok(proved) => statement(&proved, &words),
        Err(why) => Err(failure(&why, said, &words)),
    }
}

fn dp() -> (Claim, dp_kernel::Claim) {
    (Claim::plain(Kind::Dp), dp_kernel::Claim::Dp)
}

fn values(statement: &Statement) -> Vec<(&'static str, String)> {
    let text = |value: &crate::Value| value.exact(80).or(value.decimal()).unwrap_or_default();
    statement.values.iter().map(|(name, value)| (*name, text(value))).collect()
}

#[test]
fn at_a_rational_alpha() {
    let problem = problem(fraction(1, 2), None);
    let holds = told(&half(), &problem, dp(), dp_kernel::Verdict::Holds, &Witness::None).expect("it holds");
    assert_eq!((holds.verdict, holds.declared, holds.checked, holds.expected), (Verdict::Holds, true, true, None));
    assert_eq!(holds.outcome(), Outcome::Met);
    assert_eq!(values(&holds), [("alpha_max", "1/2".into()), ("epsilon_min", "0.693147180560".to_owned())]);
    assert!(holds.explanation.is_empty());
    let fails = told(&half(), &problem, dp(), dp_kernel::Verdict::Fails, &Witness::None).expect_err("it holds");
    assert_eq!(fails, "said to be `fails`, found to be `holds`");
    // A claim that the problem does not declare is a finding.
    let claim = (Claim::about(Kind::Optimal, "p"), dp_kernel::Claim::Optimal { prior: 0, within: None, delta: None });
    let better = [[4, 1, 1], [2, 2, 2], [1, 1, 4]].map(|row| vector(&row, 6)).to_vec();
    let witness = Witness::Better { rows: better, dual: None };
    let fails = told(&half(), &problem, claim, dp_kernel::Verdict::Fails, &witness).expect("X is not optimal");
    assert!(!fails.declared);
    assert_eq!(fails.explanation, ["X has the utility 1/2, another private mechanism 5/9, more by 1/18"]);
    assert_eq!(values(&fails), [("utility", "1/2".to_owned())]);
}

#[test]
fn where_more_is_allowed_than_there_is() {
    let file = file(r#"{"alpha": "3/4"}"#, "");
    let problem = problem(fraction(3, 4), None);
    let fails = told(&file, &problem, dp(), dp_kernel::Verdict::Fails, &Witness::None).expect("a ratio of 2");
    assert_eq!(fails.explanation, ["output x: answer A has 0.5, its neighbour B has 0.25: ratio 2, allowed 1.3333"]);
    assert_eq!(fails.outcome(), Outcome::Refuted);
    let optimal = (Claim::about(Kind::Optimal, "p"), dp_kernel::Claim::Optimal { prior: 0, within: None, delta: None });
    let fails = told(&file, &problem, optimal, dp_kernel::Verdict::Fails, &Witness::None).expect("not private");
    assert_eq!(fails.explanation, ["X is not ε-private"]);
}

#[test]
fn at_an_algebraic_alpha() {
    let problem = problem(function(&[0, 1], 1), Some(root(&[-1, 0, 2])));
    let fails = told(&algebraic(), &problem, dp(), dp_kernel::Verdict::Fails, &Witness::None).expect("1/2 < √2/2");
    assert_eq!(fails.explanation, ["output x: answer A has 0.5, its neighbour B has 0.25: ratio 2, allowed 1.4142"]);
    let w = (Claim::plain(Kind::TightConstraintsExist), dp_kernel::Claim::TightConstraintsExist);
    let witness = Witness::Separating { w: vector(&[1, 0, 0], 1), solution: None };
    let no = told(&algebraic(), &problem, w, dp_kernel::Verdict::Fails, &witness).expect_err("w·1 = 1");
    assert_eq!(no, "w·1 is 1, expected < 0");
}

#[test]
fn over_an_interval() {
    let whole = Point::between(rational_point(0, 1), rational_point(1, 1)).expect("0 < 1");
    let problem = problem(function(&[0, 1], 1), Some(whole));
    let said = dp_kernel::Verdict::Fails;
    let cut = |n, d| Root::Rational(fraction(n, d));
    let none = Arc::new(Witness::None);
    let part = |verdict| (verdict, none.clone());
    let (yes, no) = (dp_kernel::Verdict::Holds, dp_kernel::Verdict::Fails);
    let witness = Witness::Parts { cuts: vec![cut(1, 2)], parts: vec![part(yes), part(yes), part(no)] };
    let fails = told(&symbolic(), &problem, dp(), said, &witness).expect("it fails past 1/2");
    assert_eq!(
        fails.explanation,
        [
            "it holds exactly for α in (0, 1/2]",
            "and fails at α = 3/4, for example",
            "output x: answer A has 0.5, its neighbour B has 0.25: ratio 2, allowed 1.3333"
        ]
    );
    // The least ratio is the same everywhere, and its logarithm with it.
    assert_eq!(values(&fails), [("alpha_max", "1/2".into()), ("epsilon_min", "0.693147180560".to_owned())]);
    let witness = Witness::Parts { cuts: vec![cut(1, 2)], parts: vec![part(yes), part(no), part(no)] };
    let no = told(&symbolic(), &problem, dp(), said, &witness).expect_err("it holds at 1/2");
    assert_eq!(no, "part 1 is said to be `fails`, and is not");
    let no = told(&symbolic(), &problem, dp(), said, &Witness::None).expect_err("it is not cut");
    assert_eq!(no, "a sign changes on the interval of α");
    let witness = Witness::Parts { cuts: vec![cut(1, 2), cut(1, 2)], parts: vec![part(yes); 5] };
    let no = told(&symbolic(), &problem, dp(), said, &witness).expect_err("cuts that do not rise");
    assert_eq!(no, "an open interval needs low < high, and cuts need brackets that rise and do not overlap");
}

#[test]
fn a_threshold() {
    // On a line z is (1, 1 − α, 1)/(1 + α) for every α.
    let problem = problem(fraction(1, 2), None);
    let z =
        Vector { denominator: polynomial(&[1, 1]), numerators: [&[1][..], &[1, -1], &[1]].map(polynomial).to_vec() };
    let claim = (Claim::plain(Kind::Threshold), dp_kernel::Claim::Threshold);
    let witness = Witness::Weighting { z: z.clone(), unique: dp_kernel::Unique::Open };
    let holds = told(&half(), &problem, claim.clone(), dp_kernel::Verdict::Holds, &witness).expect("z for every α");
    assert_eq!(values(&holds), [("set", "(0, 1)".into()), ("alpha_star", "1".to_owned())]);
    assert!(holds.explanation.is_empty());
    let wrong = Vector { numerators: [&[1][..], &[1, -2], &[1]].map(polynomial).to_vec(), ..z };
    let witness = Witness::Weighting { z: wrong, unique: dp_kernel::Unique::Open };
    let no = told(&half(), &problem, claim, dp_kernel::Verdict::Holds, &witness).expect_err("another z");
    assert_eq!(no, "a sign changes on the interval of α");
}

#[test]
fn a_product_through_its_parent() {
    let rows = [[2, 1], [1, 2]].map(|row| vector(&row, 3)).to_vec();
    let graph = Graph::new(Family::Hamming { values: 2, individuals: 1 }, 2);
    let of_parent = checked(RawProblem {
        graph: graph.clone(),
        rounding: None,
        priors: Vec::new(),
        mechanism: dp_kernel::Mechanism::Product(dp_kernel::Product { individuals: 30, graph, rows, table: None }),
        ..(*problem(fraction(3, 4), None)).clone()
    });
    let mut file = product(30);
    file.privacy = super::file(r#"{"alpha": "3/4"}"#, "").privacy;
    let fails = told(&file, &of_parent, dp(), dp_kernel::Verdict::Fails, &Witness::None).expect("a ratio of 2");
    let seen = "by any one individual, the others alike: output 0: answer 0 has 2/3, its neighbour 1 has 1/3";
    assert_eq!(fails.explanation, [format!("{seen}: ratio 2, allowed 1.3333")]);
    let claim = (Claim::plain(Kind::ExpectedError), dp_kernel::Claim::ExpectedError);
    let error = told(&file, &of_parent, claim, dp_kernel::Verdict::Holds, &Witness::None).expect("a number");
    assert_eq!(error.explanation, ["30 times that of one individual"]);
    // u(v − 1)·α/(1 + (v − 1)·α) = 30·(3/4)/(7/4).
    assert_eq!(values(&error), [("error", "10".into()), ("bound", "90/7".to_owned())]);
}
