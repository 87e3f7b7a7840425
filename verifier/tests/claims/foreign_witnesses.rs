//! Witnesses that prove something else: each claim refuses those of others for what they are, whoever hands them to the
//! kernel.

use crate::harness::{file, fraction, read};
use dp_kernel::{
    Claim, Counterexample, Dual, Enclosed, Failure, Invertible, Number, Problem, RawProblem, Rays, Session, Unique,
    Vector, Verdict, Why, Witness, attempt,
};
use dp_verify::limits::Limits;
use dp_verify::problem;

fn elaborate(rest: &str) -> Problem {
    let limits = Limits::default();
    problem::problem(&read(&file("1/2", rest)), &limits, &problem::meter(&limits)).expect("a small table")
}

fn prove(problem: &Problem, claim: &Claim, said: Verdict, witness: &Witness) -> Result<Verdict, Failure> {
    let meter = problem::meter(&Limits::default());
    attempt((problem, &Rays::default()), (claim, &[]), Some(said), witness, (None, None), &meter)
        .map(|found| found.verdict)
}

fn vector(n: usize) -> Vector {
    Vector { denominator: Number::ONE, numerators: vec![Number::ONE; n] }
}

#[test]
fn a_problem_that_declares_a_claim_twice_is_none() {
    let problem = elaborate(r#""query": {"graph": "line", "nodes": 2}, "claims": ["tight-constraints-exist"]"#);
    let meter = problem::meter(&Limits::default());
    assert!(Session::new(&problem, &meter).is_ok());
    let twice = RawProblem { claims: vec![problem.claims[0].clone(); 2], ..(*problem).clone() };
    let twice = Problem::checked(twice, &meter).expect("a problem");
    let why = Session::new(&twice, &meter).expect_err("the claim stands twice");
    assert!(matches!(&why, Failure::Unproved(why) if **why == Why::Repeated), "{why:?}");
}

/// One of each form, by a name.
fn all() -> Vec<(&'static str, Witness)> {
    let dual = || Dual::Covering(vector(4));
    vec![
        ("row", Witness::Row(0)),
        ("entry", Witness::Entry { row: 0, output: 0 }),
        ("pair", Witness::Pair { pair: [0, 1], output: 0 }),
        ("event", Witness::Event { pair: [0, 1], outputs: vec![0] }),
        ("weighting", Witness::Weighting { z: vector(4), unique: Unique::Invertible(Invertible::Hamming) }),
        ("separating", Witness::Separating { w: vector(4), solution: None }),
        (
            "enclosed",
            Witness::Enclosed(Enclosed { bits: 9, cells: vec![0; 4], x: vec![Number::ONE], inverse: vec![vec![1]] }),
        ),
        ("representation", Witness::Representation { y: vector(4), v: vector(4) }),
        ("covering", Witness::Covering { y: vector(4), v: vector(4), optimum: None, solution: None }),
        ("remap", Witness::Remap(vec![0, 1])),
        ("bound", Witness::Bound(dual())),
        ("better", Witness::Better { rows: vec![vector(1); 4], dual: None }),
        ("deciding", Witness::Deciding(vec![dual()])),
        ("common", Witness::Common { rows: vec![vector(1); 4], bounds: vec![dual(); 2] }),
        ("against", Witness::Against { prior: vector(4), rows: vec![vector(1); 4] }),
        ("input", Witness::Input(vector(4))),
        ("garbling", Witness::Garbling(vector(4))),
        ("no garbling", Witness::NoGarbling { w: vector(8), nu: vector(2) }),
        ("near", Witness::Near(vec![vector(2); 4])),
        ("clash", Witness::Clash { places: vec![[0, 1, 0]], mu: vector(1) }),
        ("far", Witness::Far { lambda: vector(4), multipliers: Vec::new() }),
        ("least delta", Witness::LeastDelta { rows: vec![vector(2); 4], lambda: vector(4), multipliers: Vec::new() }),
    ]
}

/// The forms that a claim takes, beside none. What is so of X shows in that: of refutations those of other tables.
fn own(claim: &Claim) -> &'static [&'static str] {
    match claim {
        Claim::Dp | Claim::GroupPrivacy { .. } => &["pair"],
        Claim::ApproximateDp => &["event"],
        Claim::TightConstraintsExist => &["weighting", "separating", "enclosed"],
        Claim::TightConstraints => &["remap"],
        Claim::Regular(_) => &["representation", "separating", "enclosed"],
        Claim::UtilityBound(_) | Claim::LeakageBound { .. } => &["covering"],
        Claim::Optimal { .. } => &["bound", "better"],
        Claim::UniversallyOptimal => &["deciding", "against", "remap"],
        Claim::JointlyOptimal(_) => &["common"],
        Claim::Derivable(_) => &["garbling", "no garbling"],
        Claim::ShannonCapacity => &["input"],
        Claim::DpWithinRounding => &["entry", "near", "far"],
        Claim::ApproximateDpWithinRounding => &["entry", "near", "far", "least delta"],
        _ => &[],
    }
}

/// Four databases of two people in front of a table by the number of ones.
const DATABASES: &str = r#""query": {"databases": {"values": 2, "individuals": 2}, "answers": [0, 1, 1, 2]},
    "priors": {"p": "uniform", "q": {"point": 1}}"#;
const OBLIVIOUS: &str = r#"[["2/3", "1/3"], ["1/2", "1/2"], ["1/2", "1/2"], ["1/3", "2/3"]]"#;
/// Databases of one answer are told apart.
const TOLD_APART: &str = r#"[["2/3", "1/3"], ["1/2", "1/2"], ["1/3", "2/3"], ["1/3", "2/3"]]"#;

#[test]
fn each_claim_names_a_foreign_witness() {
    let with = |matrix: &str, rounding: &str, claims: &str| {
        elaborate(&format!(r#"{DATABASES}, "mechanism": {{"matrix": {matrix}{rounding}}}, "claims": [{claims}]"#))
    };
    let exact = r#""stochastic", "dp", "approximate-dp", "tight-constraints-exist", "tight-constraints",
        "universally-optimal", "capacity", "individual-leakage", "oblivious", "g-capacity", "threshold",
        {"claim": "group-privacy", "distance": 2}, {"claim": "renyi-dp", "order": 2, "bound": "1"},
        {"claim": "bounded-range", "epsilon": "1"}, {"claim": "zcdp", "rho": "1"}, {"claim": "zcdp", "rho": "1", "epsilon": "1"},
        {"claim": "regular", "prior": "p"}, {"claim": "utility", "prior": "p"}, {"claim": "utility-bound", "prior": "p"},
        {"claim": "optimal", "prior": "p"}, {"claim": "optimal", "prior": "p", "delta": "1/2"}, {"claim": "leakage", "prior": "p"}, {"claim": "g-leakage", "prior": "p"},
        {"claim": "leakage-bound", "prior": "p"}, {"claim": "jointly-optimal", "priors": ["p", "q"]},
        {"claim": "derivable", "from": "uniform"}, {"claim": "mutual-information", "prior": "p"}, "shannon-capacity""#;
    let rounded = r#", "rounding": "1/100""#;
    let problems = [
        with(OBLIVIOUS, "", exact),
        with(TOLD_APART, "", r#""oblivious""#),
        with(
            OBLIVIOUS,
            rounded,
            r#""stochastic-within-rounding", "dp-within-rounding", "approximate-dp-within-rounding""#,
        ),
    ];
    let mut tried = 0;
    for problem in &problems {
        for claim in problem.claims.iter().map(|declared| &declared.claim) {
            for (form, witness) in all().into_iter().filter(|(form, _)| !own(claim).contains(form)) {
                // A pair refutes this one.
                if *claim == Claim::Oblivious && form == "pair" {
                    continue;
                }
                for said in [Verdict::Holds, Verdict::Fails] {
                    let found = prove(problem, claim, said, &witness);
                    // What is so of X is said before its witness is looked at.
                    let rows_differ = |why: &Why| {
                        matches!(why, Why::Counterexample(Counterexample::RowsDiffer { .. })) && said == Verdict::Holds
                    };
                    let refused =
                        matches!(&found, Err(Failure::Unproved(why)) if **why == Why::WrongWitness || rows_differ(why));
                    assert!(refused, "{claim:?} {said:?} by {form}: {found:?}");
                    tried += 1;
                }
            }
        }
    }
    assert_eq!(tried, 1472);
}

/// Of noise without a table no claim has a witness.
#[test]
fn of_noise() {
    let claims = r#""stochastic", "dp", "approximate-dp", {"claim": "group-privacy", "distance": 2}, {"claim": "zcdp", "rho": "1"},
        {"claim": "renyi-dp", "order": 2, "bound": "1"}, {"claim": "bounded-range", "epsilon": "1"}"#;
    let noise = r#""mechanism": {"family": "discrete-gaussian", "sigma2": "1"}"#;
    let problem = elaborate(&format!(r#""query": {{"graph": "line", "nodes": 4}}, {noise}, "claims": [{claims}]"#));
    for claim in problem.claims.iter().map(|declared| &declared.claim) {
        for (form, witness) in all() {
            for said in [Verdict::Holds, Verdict::Fails] {
                let found = prove(&problem, claim, said, &witness);
                let refused = matches!(&found, Err(Failure::Unproved(why)) if **why == Why::WrongWitness);
                assert!(refused, "{claim:?} {said:?} by {form}: {found:?}");
            }
        }
    }
}

/// A table that is none, and a negative entry: what refutes them is a row, and an entry.
#[test]
fn of_no_mechanism() {
    let of = |matrix: &str| elaborate(&format!(r#"{DATABASES}, "mechanism": {{"matrix": {matrix}}}"#));
    let negative = of(r#"[["3/2", "-1/2"], ["1/2", "1/2"], ["1/2", "1/2"], ["1/3", "2/3"]]"#);
    let of_sum = of(r#"[["1/2", "1/3"], ["1/2", "1/2"], ["1/2", "1/2"], ["1/3", "2/3"]]"#);
    let foreign = |forms: &[&str]| all().into_iter().filter(|(form, _)| !forms.contains(form)).collect::<Vec<_>>();
    for (form, witness) in foreign(&["row"]) {
        for problem in [&negative, &of_sum] {
            for claim in [Claim::Stochastic, Claim::Capacity, Claim::ApproximateDp] {
                let found = prove(problem, &claim, Verdict::Fails, &witness);
                assert_eq!(found, Err(Why::WrongWitness.into()), "{claim:?} by {form}");
            }
        }
    }
    for (form, witness) in foreign(&["entry"]) {
        for claim in [Claim::Dp, Claim::GroupPrivacy { distance: 2, nearer: false }] {
            let found = prove(&negative, &claim, Verdict::Fails, &witness);
            assert_eq!(found, Err(Why::WrongWitness.into()), "{claim:?} by {form}");
            let entry = fraction(-1, 2);
            let said_to_hold = prove(&negative, &claim, Verdict::Holds, &witness);
            assert_eq!(
                said_to_hold,
                Err(Counterexample::NegativeEntry { row: 0, output: 1, entry }.into()),
                "{claim:?} by {form}"
            );
        }
    }
    for (claim, witness) in [(Claim::Stochastic, Witness::Row(0)), (Claim::Dp, Witness::Entry { row: 0, output: 1 })] {
        assert_eq!(prove(&negative, &claim, Verdict::Fails, &witness), Ok(Verdict::Fails));
    }
}
