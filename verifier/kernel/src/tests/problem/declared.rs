//! Problems that declare ρ, and noise on all whole numbers.

use super::{meter, over, raw, refusal};
use crate::{
    Claim, Declared, Failure, Family, Flaw, Fraction, Gain, Gaussian, Graph, Mechanism, Problem, RawProblem, Rays,
    Session, Verdict, Why, Witness,
};

/// A problem that declares ρ has no α, and nothing that is about one is said of it: no claim, and no statement.
#[test]
fn of_rho() {
    let of = || RawProblem { alpha: Fraction::ONE, delta: None, rho: Some(over(1, 2)), rounding: None, ..raw() };
    let rho = |rho: &Fraction| Claim::Zcdp(rho.clone(), None);
    let declared = |claim| vec![Declared { claim, expects: Vec::new() }];
    let good = RawProblem { claims: declared(rho(&over(1, 2))), ..of() };
    let problem = Problem::checked(good, &meter()).expect("a problem");
    for wrong in [
        RawProblem { alpha: over(1, 2), ..of() },
        RawProblem { delta: Some(over(0, 1)), ..of() },
        RawProblem { rho: Some(over(0, 1)), ..of() },
        RawProblem { rho: Some(over(-1, 2)), ..of() },
        RawProblem { claims: declared(Claim::Dp), ..of() },
        RawProblem { claims: declared(Claim::AdaptiveDp), ..of() },
        RawProblem { claims: declared(Claim::Optimal { prior: 0, within: None, delta: None }), ..of() },
    ] {
        assert_eq!(refusal(wrong), Why::Flaw(Flaw::Rho));
    }
    let witness = Witness::None;
    for claim in
        [Claim::Dp, Claim::ApproximateDp, Claim::TightConstraintsExist, Claim::Regular(0), Claim::UniversallyOptimal]
    {
        let meter = meter();
        let mut session = Session::new(&problem, &meter).expect("a session");
        for verdict in [Verdict::Holds, Verdict::Fails] {
            let found = crate::attempt(
                (&problem, &Rays::default()),
                (&claim, &[]),
                Some(verdict),
                &witness,
                (None, None),
                &meter,
            );
            assert!(matches!(found, Err(Failure::Unproved(why)) if *why == Why::NoAlpha), "{claim:?}");
        }
        let found = session.prove(&claim, Verdict::Holds, &witness);
        assert!(matches!(found, Err(Failure::Unproved(why)) if *why == Why::NoAlpha), "{claim:?}");
    }
}

#[test]
fn noise() {
    let with = |family, nodes, (n, d): (i64, i64)| {
        let sigma2 = over(n, d).rational().expect("no limit").expect("a rational");
        let graph = Graph::new(family, nodes);
        RawProblem { graph, mechanism: Mechanism::Gaussian(Gaussian { sigma2 }), ..without_table() }
    };
    let fits = |raw: RawProblem| Problem::checked(raw, &meter());
    fits(with(Family::Line, 3, (1, 4))).expect("noise on a line");
    fits(with(Family::Sum { most: 2 }, 5, (4, 1))).expect("noise of a sum");
    for wrong in [with(Family::Line, 3, (0, 1)), with(Family::Line, 3, (-1, 2)), with(Family::Cycle, 3, (4, 1))] {
        assert_eq!(refusal(wrong), Why::Flaw(Flaw::Gaussian));
    }
    let rounded = RawProblem { rounding: Some(over(1, 9)), ..with(Family::Line, 3, (4, 1)) };
    assert_eq!(refusal(rounded), Why::Flaw(Flaw::Rounding));
}

/// Three answers on a line, and nothing that belongs to a table.
fn without_table() -> RawProblem {
    let claims = vec![Declared { claim: Claim::ApproximateDp, expects: Vec::new() }];
    RawProblem {
        rounding: None,
        answers: None,
        others: Vec::new(),
        priors: Vec::new(),
        gain: Gain::Binary,
        claims,
        ..raw()
    }
}
