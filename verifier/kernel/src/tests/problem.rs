//! What is no problem is refused, each condition by its name.

mod declared;

use super::int;
use crate::{
    Beside, Claim, Declared, Failure, Family, Flaw, Fraction, Gain, Graph, Mechanism, Meter, Number, OtherMechanism,
    Point, Prior, Problem, Product, RawProblem, Response, Root, Use, Used, Vector, Verdict, Why, Witness,
};

fn meter() -> Meter {
    Meter::new(1 << 32, 10_000, 1 << 24, 1 << 29)
}

fn over(n: i64, d: i64) -> Fraction {
    Fraction::new(int(n), int(d))
}

fn vector(numerators: &[i64], denominator: i64) -> Vector {
    Vector { denominator: int(denominator), numerators: numerators.iter().copied().map(int).collect() }
}

fn prior(weights: &[i64], denominator: i64, each: Vec<Vector>) -> Prior {
    Prior { weights: vector(weights, denominator), each }
}

/// t, and polynomials in it.
fn function(coefficients: &[i64]) -> Number {
    Number::polynomial(coefficients.iter().map(|c| (*c).into()).collect())
}

fn root(coefficients: &[i64], low: (i64, i64), high: (i64, i64)) -> Point {
    let between = [low, high].map(|(n, d)| over(n, d));
    Point::root(&Root::Of { polynomial: function(coefficients), between }).expect("one root")
}

/// Three answers on a line at α = 1/2.
fn raw() -> RawProblem {
    RawProblem {
        graph: Graph::new(Family::Line, 3),
        point: None,
        alpha: over(1, 2),
        alpha_point: None,
        delta: Some(over(1, 10)),
        rho: None,
        mechanism: Mechanism::Table(vec![vector(&[2, 1, 1], 4), vector(&[1, 2, 1], 4), vector(&[1, 1, 2], 4)]),
        rounding: Some(over(0, 1)),
        priors: vec![prior(&[1, 2, 3], 6, Vec::new())],
        gain: Gain::Distance,
        answers: Some(vec![0, 1, 1]),
        others: vec![OtherMechanism { rows: vec![vector(&[1], 1); 3], graph: Some(Graph::new(Family::Line, 3)) }],
        claims: vec![Declared {
            claim: Claim::Optimal { prior: 0, within: Some(over(0, 1)), delta: None },
            expects: Vec::new(),
        }],
    }
}

fn refusal(raw: RawProblem) -> Why {
    match Problem::checked(raw, &meter()) {
        Err(Failure::Unproved(why)) => *why,
        Err(other) => panic!("{other:?}"),
        Ok(problem) => panic!("{problem:?}"),
    }
}

/// That a change makes it no problem.
fn refused(flaw: Flaw, change: impl FnOnce(&mut RawProblem)) {
    let mut changed = raw();
    change(&mut changed);
    assert_eq!(refusal(changed), Why::Flaw(flaw));
}

#[test]
fn a_problem_is_one() {
    Problem::checked(raw(), &meter()).expect("a problem");
    let short = Meter::new(20, 10_000, 1 << 24, 1 << 29);
    assert!(matches!(Problem::checked(raw(), &short), Err(Failure::Limit(_))), "its work is counted");
}

#[test]
fn graphs() {
    let listed = |lists: &[&[usize]]| Family::Listed(lists.iter().map(|list| list.to_vec()).collect());
    let lengths = |arcs: &[&[(usize, u64)]], unit| Family::Lengths {
        arcs: arcs.iter().map(|arcs| arcs.to_vec()).collect(),
        unit,
        fine: false,
    };
    let good = [
        listed(&[&[1, 2], &[0], &[0]]),
        listed(&[&[1], &[0], &[]]),
        lengths(&[&[(1, 2)], &[(0, 2), (2, 5)], &[(1, 5)]], 3),
        Family::Cycle,
        Family::Sum { most: 2 },
        Family::Hamming { values: 3, individuals: 1 },
        Family::Counts { individuals: 2, queries: 1 },
    ];
    for family in good {
        let graph = Graph::new(family, 3);
        let plain = RawProblem { gain: Gain::Binary, graph: graph.clone(), ..raw() };
        Problem::checked(plain, &meter()).unwrap_or_else(|why| panic!("{graph:?}: {why:?}"));
    }
    let bad = [
        ("one direction only", listed(&[&[], &[0], &[]])),
        ("a loop", listed(&[&[0], &[], &[]])),
        ("not sorted", listed(&[&[2, 1], &[0], &[0]])),
        ("twice", listed(&[&[1, 1], &[0], &[]])),
        ("a node that is not there", listed(&[&[3], &[], &[]])),
        ("too few lists", listed(&[&[1], &[0]])),
        ("a length of 0", lengths(&[&[(1, 0)], &[(0, 0)], &[]], 1)),
        ("two lengths of one edge", lengths(&[&[(1, 2)], &[(0, 3)], &[]], 1)),
        ("no unit", lengths(&[&[(1, 2)], &[(0, 2)], &[]], 0)),
        ("a path that is too long", lengths(&[&[(1, 1 << 32)], &[(0, 1 << 32)], &[]], 1)),
        ("sums that none adds to", Family::Sum { most: 0 }),
        ("a sum of another size", Family::Sum { most: 3 }),
        ("four databases", Family::Hamming { values: 2, individuals: 2 }),
        ("no values", Family::Hamming { values: 0, individuals: 1 }),
        ("a value of very many", Family::Hamming { values: 1, individuals: 1 << 30 }),
        ("four counts", Family::Counts { individuals: 1, queries: 2 }),
    ];
    for (what, family) in bad {
        let graph = Graph::new(family, 3);
        let own = RawProblem { gain: Gain::Binary, graph: graph.clone(), ..raw() };
        assert_eq!(refusal(own), Why::Flaw(Flaw::Graph), "{what}");
        let others = vec![OtherMechanism { rows: vec![vector(&[1], 1); 3], graph: Some(graph) }];
        assert_eq!(refusal(RawProblem { others, ..raw() }), Why::Flaw(Flaw::Graph), "{what}, of another mechanism");
    }
    refused(Flaw::Graph, |raw| raw.graph = Graph::new(Family::Cycle, 2));
    refused(Flaw::Graph, |raw| raw.graph = Graph::new(Family::Line, 0));
}

#[test]
fn numbers_of_privacy() {
    for alpha in [over(0, 1), over(-1, 2), over(3, 2), over(1, -2), over(1, 0)] {
        refused(Flaw::Alpha, |raw| raw.alpha = alpha.clone());
    }
    for delta in [over(-1, 10), over(1, 1), over(1, -10)] {
        refused(Flaw::Delta, |raw| raw.delta = Some(delta.clone()));
    }
    for rounding in [over(-1, 100), over(1, -100)] {
        refused(Flaw::Rounding, |raw| raw.rounding = Some(rounding.clone()));
    }
    refused(Flaw::Rounding, |raw| {
        raw.mechanism = Mechanism::Uses(vec![Use { part: Used::Table(vec![vector(&[1], 1); 3]), times: 2 }])
    });
    for within in [over(-1, 7), over(1, -7)] {
        refused(Flaw::Within, |raw| {
            raw.claims = vec![Declared {
                claim: Claim::Optimal { prior: 0, within: Some(within.clone()), delta: None },
                expects: Vec::new(),
            }]
        });
    }
}

#[test]
fn priors() {
    for weights in [[1, 2, 9], [2, 4, 6], [7, -2, 1], [0, 0, 0]] {
        refused(Flaw::Prior(0), |raw| raw.priors = vec![prior(&weights, 6, Vec::new())]);
    }
    let short = RawProblem { priors: vec![prior(&[1, 1], 2, Vec::new())], ..raw() };
    assert_eq!(refusal(short), Why::Length { part: "prior", found: 2, expected: 3 });
    let upside_down = RawProblem { priors: vec![prior(&[-1, -2, -3], -6, Vec::new())], ..raw() };
    assert_eq!(refusal(upside_down), Why::Denominator("prior"));
}

#[test]
fn tables_and_what_stands_beside_them() {
    let rows = |rows: &[&[i64]]| Mechanism::Table(rows.iter().map(|row| vector(row, 4)).collect());
    let of = |mechanism| refusal(RawProblem { mechanism, ..raw() });
    assert_eq!(of(rows(&[&[4], &[4]])), Why::Length { part: "x", found: 2, expected: 3 });
    assert_eq!(of(rows(&[&[4], &[4], &[2, 2]])), Why::Length { part: "x", found: 2, expected: 1 });
    assert_eq!(of(Mechanism::Table(vec![vector(&[1], 0); 3])), Why::Denominator("x"));
    let uses = |parts: &[(usize, usize)]| {
        Mechanism::Uses(
            parts
                .iter()
                .map(|(width, times)| Use { part: Used::Table(vec![vector(&vec![1; *width], 1); 3]), times: *times })
                .collect(),
        )
    };
    for parts in [&[][..], &[(0, 1)], &[(1, 0)], &[(1, 1), (1, 0)]] {
        let composed = RawProblem { mechanism: uses(parts), rounding: None, ..raw() };
        assert_eq!(refusal(composed), Why::Flaw(Flaw::Uses), "{parts:?}");
    }
    let response =
        |noise| RawProblem { mechanism: Mechanism::Response(Response::new(noise, 3)), rounding: None, ..raw() };
    assert_eq!(refusal(response(over(1, 2))), Why::Flaw(Flaw::Response), "on a line");
    Problem::checked(response(over(1, 1)), &meter()).expect("all rows are alike");
    refused(Flaw::Gain, |raw| raw.gain = Gain::Table { rows: Vec::new(), loss: false });
    refused(Flaw::Gain, |raw| raw.graph = Graph::new(Family::Listed(vec![vec![1], vec![0], Vec::new()]), 3));
    refused(Flaw::Answers, |raw| raw.answers = Some(vec![0, 1]));
    refused(Flaw::Answers, |raw| raw.answers = Some(vec![0, 1, 3]));
    let others = vec![OtherMechanism { rows: vec![vector(&[1], 1); 2], graph: Some(Graph::new(Family::Line, 3)) }];
    assert_eq!(refusal(RawProblem { others, ..raw() }), Why::Length { part: "rows", found: 2, expected: 3 });
}

/// Two individuals who each say one of two things.
fn product(table: bool) -> RawProblem {
    let rows = vec![vector(&[2, 1], 3), vector(&[1, 2], 3)];
    let written =
        vec![vector(&[4, 2, 2, 1], 9), vector(&[2, 4, 1, 2], 9), vector(&[2, 1, 4, 2], 9), vector(&[1, 2, 2, 4], 9)];
    let of_one = Graph::new(Family::Hamming { values: 2, individuals: 1 }, 2);
    let (graph, prior) = if table {
        let each = vec![vector(&[1, 2], 3), vector(&[1, 3], 4)];
        (Graph::new(Family::Hamming { values: 2, individuals: 2 }, 4), prior(&[1, 3, 2, 6], 12, each))
    } else {
        (of_one.clone(), prior(&[1, 2], 3, vec![vector(&[1, 2], 3)]))
    };
    let product = Product { individuals: 2, graph: of_one, rows, table: table.then_some(written) };
    RawProblem {
        graph,
        mechanism: Mechanism::Product(product),
        rounding: None,
        priors: vec![prior],
        gain: Gain::Binary,
        answers: None,
        others: Vec::new(),
        claims: Vec::new(),
        ..raw()
    }
}

#[test]
fn products() {
    let changed = |table, change: &dyn Fn(&mut Product)| {
        let mut raw = product(table);
        let Mechanism::Product(own) = &mut raw.mechanism else { panic!("a product") };
        change(own);
        raw
    };
    for table in [false, true] {
        Problem::checked(product(table), &meter()).expect("a product");
        let of = |change: &dyn Fn(&mut Product)| {
            assert_eq!(refusal(changed(table, change)), Why::Flaw(Flaw::Product), "written out: {table}");
        };
        of(&|own| own.rows[0] = vector(&[-2, 5], 3));
        of(&|own| own.individuals = 0);
        of(&|own| own.graph = Graph::new(Family::Line, 2));
        of(&|own| own.rows.push(vector(&[1, 2], 3)));
        let three = [vector(&[1, 2], 3), vector(&[1, 2], 3), vector(&[1, 2], 3)];
        let mut each = product(table);
        each.priors[0].each = three.to_vec();
        assert_eq!(refusal(each), Why::Flaw(Flaw::Prior(0)));
    }
    let written = |change: &dyn Fn(&mut Product)| assert_eq!(refusal(changed(true, change)), Why::Flaw(Flaw::Product));
    // Its rows in another order, which all are distributions; one with another parent; and other individuals.
    written(&|own| own.table.as_mut().expect("a table").swap(1, 2));
    written(&|own| own.rows = vec![vector(&[1, 1], 2); 2]);
    written(&|own| own.individuals = 3);
    // Over other denominators it is the same.
    let same = changed(true, &|own| own.table.as_mut().expect("a table")[0] = vector(&[8, 4, 4, 2], 18));
    Problem::checked(same, &meter()).expect("the same numbers");
    let mut weights = product(true);
    weights.priors[0].weights = vector(&[1, 1, 1, 1], 4);
    assert_eq!(refusal(weights), Why::Flaw(Flaw::Prior(0)));
    for flawed in [
        RawProblem { gain: Gain::Absolute, ..product(false) },
        RawProblem { graph: Graph::new(Family::Complete, 2), ..product(false) },
        RawProblem { graph: Graph::new(Family::Complete, 4), ..product(true) },
    ] {
        assert_eq!(refusal(flawed), Why::Flaw(Flaw::Product));
    }
}

/// t is √2 − 1, or e^-1 with √½ beside it, and α by itself another number.
#[test]
fn alpha_by_itself() {
    let t = Some(root(&[-1, 2, 1], (0, 1), (1, 2)));
    let square: Fraction = function(&[0, 0, 1]).into();
    let own =
        |alpha_point| RawProblem { point: t.clone(), alpha: square.clone(), alpha_point: Some(alpha_point), ..raw() };
    // t² = 3 − 2√2, of which the other root is above 1; other roots, and another number in the same bracket.
    let good = root(&[1, -6, 1], (0, 1), (1, 1));
    Problem::checked(own(good), &meter()).expect("t² is that root");
    let bad =
        [root(&[1, -6, 1], (1, 1), (6, 1)), root(&[-1, 2, 1], (0, 1), (1, 2)), root(&[-3, 0, 100], (0, 1), (1, 1))];
    for bad in bad {
        assert_eq!(refusal(own(bad)), Why::Flaw(Flaw::AlphaPoint));
    }
    assert_eq!(refusal(own(Point::exponential(&over(1, 1)).expect("e^-1"))), Why::Flaw(Flaw::AlphaPoint));
    let e = |n, d| Point::exponential(&over(n, d)).expect("a power of e");
    let power = |point, alpha_point| RawProblem { point: Some(point), alpha: square.clone(), alpha_point, ..raw() };
    Problem::checked(power(e(1, 2), Some(e(1, 1))), &meter()).expect("(e^-1/2)² = e^-1");
    assert_eq!(refusal(power(e(1, 2), Some(e(1, 3)))), Why::Flaw(Flaw::AlphaPoint));
    assert!(matches!(e(1, 1).beside(root(&[-1, 0, 2], (0, 1), (1, 1))), Ok(Point::Beside(Beside { .. }))));
}

/// Weights that touch 0 within the interval are a prior, looked at again where it is used; others are none.
#[test]
fn functions_on_an_interval() {
    let end = |n, d| Point::root(&Root::Rational(over(n, d))).expect("a number");
    let interval = |low, high| Point::between(low, high).expect("an interval");
    let of = |weights: [&[i64]; 3]| {
        let weights = Vector { denominator: int(1), numerators: weights.map(function).to_vec() };
        RawProblem {
            point: Some(interval(end(1, 4), end(3, 4))),
            alpha: function(&[0, 1]).into(),
            priors: vec![Prior { weights, each: Vec::new() }],
            ..raw()
        }
    };
    // (2t − 1)² and the rest to 1.
    let touching = Problem::checked(of([&[1, -4, 4], &[0, 4, -4], &[0]]), &meter()).expect("weights ≥ 0");
    assert!(touching.is_open());
    assert_eq!(refusal(of([&[-1], &[1], &[1]])), Why::Flaw(Flaw::Prior(0)));
    assert_eq!(refusal(of([&[0, 1], &[0, 1], &[0]])), Why::Flaw(Flaw::Prior(0)), "a sum of 2t");
    // 2t − 1 and 2 − 2t: the first is negative below 1/2, where a part of the interval says so.
    let negative = Problem::checked(of([&[-1, 2], &[2, -2], &[0]]), &meter()).expect("a sign that changes");
    let found = |low, high| {
        let point = interval(low, high);
        let at = (Some(&point), None);
        crate::attempt(
            (&negative, &crate::Rays::default()),
            (&Claim::Utility(0), &[]),
            None,
            &Witness::None,
            at,
            &meter(),
        )
    };
    assert_eq!(found(end(7, 10), end(3, 4)).expect("weights ≥ 0").verdict, Verdict::Holds);
    let Err(Failure::Unproved(why)) = found(end(1, 4), end(1, 2)) else { panic!("weights < 0") };
    assert_eq!(*why, Why::Flaw(Flaw::Prior(0)));
    assert!(matches!(found(end(1, 4), end(3, 4)), Err(Failure::Changes(_))));
}

/// A kernel without notions refuses them by name, and what it was built with it decides.
#[test]
fn notions_that_were_not_built() {
    let built = cfg!(feature = "notions");
    let table = Problem::checked(RawProblem { rounding: None, answers: None, ..raw() }, &meter()).expect("a problem");
    let uses = Mechanism::Uses(vec![Use { part: Used::Table(vec![vector(&[1], 1); 3]), times: 2 }]);
    let uses = Problem::checked(RawProblem { mechanism: uses, rounding: None, ..raw() }, &meter()).expect("a problem");
    let large = Problem::checked(product(false), &meter()).expect("a problem");
    let found = |problem: &Problem, claim: Claim| {
        let rays = crate::Rays::default();
        crate::attempt((problem, &rays), (&claim, &[]), None, &Witness::None, (None, None), &meter())
    };
    let renyi = || Claim::RenyiDp { order: 2, bound: over(9, 1) };
    let group = || Claim::GroupPrivacy { distance: 2, nearer: false };
    for (problem, claim) in [
        (&table, renyi()),
        (&table, group()),
        (&table, Claim::GLeakage(0)),
        (&table, Claim::GCapacity),
        (&table, Claim::MutualInformation(0)),
        (&table, Claim::AdaptiveDp),
        (&uses, Claim::Dp),
        (&large, Claim::Dp),
    ] {
        match found(problem, claim.clone()) {
            Ok(found) => assert!(built, "{claim:?}: {found:?}"),
            Err(why) => assert!(!built && why == Why::NotBuilt.into(), "{claim:?}: {why:?}"),
        }
    }
    for claim in [Claim::Dp, Claim::ApproximateDp, Claim::Stochastic, Claim::Utility(0), Claim::Capacity] {
        found(&table, claim).expect("a claim of the papers");
    }
}
