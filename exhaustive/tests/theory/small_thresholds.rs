//! `threshold` on all 143 connected graphs of at most six nodes, against the exact decision at rational α around every
//! end, between any two of them and on a grid, and at the ends themselves.

use crate::oracle::determinant::determinant;
use crate::oracle::{basic_solutions, similarity};
use dp_certify::graph::{Edge, connected, distances};
use dp_certify::{Options, certify};
use dp_verify::algebra;
use dp_verify::algebra::Pieces;
use dp_verify::alpha::{Point, Polynomial};
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::number::{BigInt, Enclosure, Rational};
use dp_verify::report::{Range, Statement, Value, Verdict};
use dp_verify::verify;
use num_traits::{One, Zero};
use rayon::prelude::*;

/// The graphs of six nodes on which tight constraints exist at some α where Φ is not positive definite.
const INDEFINITE: usize = 5;

fn ratio(n: i64, d: i64) -> Rational {
    Rational::new(n.into(), d.into())
}

/// What is decided of a graph about one claim, accepted by the verifier.
fn decide(edges: &[[usize; 2]], n: usize, privacy: &str, kind: Kind) -> Statement {
    let file = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"nodes": {n}, "edges": {edges:?}}},
            "claims": ["{}"]}}"#,
        kind.name()
    );
    let options = Options { only: vec![kind], ..Options::default() };
    let certified = certify(file.as_bytes(), &options).expect("a good file");
    let mechanism = Mechanism::read(file.as_bytes(), &Limits::default()).expect("a good file");
    let again = verify(&mechanism, certified.certificate.as_bytes(), &Limits::default()).expect("well-formed");
    assert!(again.accepted(), "{file}: {:?}", again.refusals);
    let [statement] = &certified.report.statements[..] else { panic!("{file}: more than was asked for") };
    assert_ne!(statement.verdict, Verdict::Undecided, "{file}: {:?}", statement.reason);
    statement.clone()
}

/// Whether some z ≥ 0 has Φz = 1 at a rational α: as decided there, and by all basic solutions.
fn exists(edges: &[[usize; 2]], n: usize, alpha: &Rational) -> bool {
    let decided = decide(edges, n, &format!(r#"{{"alpha": "{alpha}"}}"#), Kind::TightConstraintsExist).verdict;
    assert_eq!(decided, Verdict::of(has_solution(edges, n, alpha)), "{edges:?} at {alpha}");
    decided == Verdict::Holds
}

fn has_solution(edges: &[[usize; 2]], n: usize, alpha: &Rational) -> bool {
    !basic_solutions(&similarity(edges, n, alpha), &vec![Rational::one(); n]).is_empty()
}

/// An end of a set, to 2^-96 if it is irrational.
fn near(end: &Point) -> Rational {
    match end {
        Point::Rational(x) => x.clone(),
        end => Enclosure::from(&end.bracket(96).expect("a number")).low,
    }
}

/// The same α as a mechanism file writes it.
fn privacy(end: &Point) -> String {
    match end {
        Point::Rational(x) => format!(r#"{{"alpha": "{x}"}}"#),
        Point::Algebraic(x) => {
            let coefficients: Vec<String> = x.polynomial().coefficients().iter().map(|c| format!("\"{c}\"")).collect();
            let (list, [low, high]) = (coefficients.join(", "), x.between());
            format!(r#"{{"alpha": {{"root_of": [{list}], "between": ["{low}", "{high}"]}}}}"#)
        }
        other => panic!("an end {}", algebra::written(other)),
    }
}

/// A part of a set in decimals, from one end to another, or one point.
fn ends(range: &Range) -> (Rational, Rational) {
    (near(&range.low), near(&range.high))
}

/// Checks the set that is found for a graph, and gives it as the report writes it.
fn check(edges: &[Edge], n: usize) -> String {
    let statement = decide(edges, n, r#"{"alpha": "1/2"}"#, Kind::Threshold);
    assert_eq!(statement.verdict, Verdict::Holds);
    let [("set", whole @ Value::Set(set)), ("alpha_star", star)] = &statement.values[..] else { panic!("{edges:?}") };
    let written = whole.exact(usize::MAX).expect("a set is written");
    let first = match &set[0].high {
        Point::Rational(x) => Value::Rational(x.clone()),
        root => Value::Root(Box::new(root.clone())),
    };
    assert_eq!(*star, first, "{edges:?}");
    let (zero, one, step, two) = (Rational::zero(), Rational::one(), ratio(1, 1_000_000), ratio(2, 1));
    let holds = |alpha: &Rational, expected: bool| {
        assert_eq!(exists(edges, n, alpha), expected, "{edges:?} has {written}, which is wrong at {alpha}");
    };

    // From 0 to 1: each part, closed in (0, 1), and the gap before it.
    let mut last = zero.clone();
    for range in set {
        let (low, high) = ends(range);
        assert!(range.with_low == (low != zero) && range.with_high == (high != one), "{written} is not closed");
        if low > zero {
            assert!(&low - &last > &step * &two, "{written}: a gap that is too narrow for this test");
            holds(&(&last + &step), false);
            holds(&((&last + &low) / &two), false);
            holds(&(&low - &step), false);
        }
        let inside = [&low, &high].into_iter().zip([&range.low, &range.high]).filter(|(x, _)| **x > zero && **x < one);
        for (_, end) in inside {
            let verdict = decide(edges, n, &privacy(end), Kind::TightConstraintsExist).verdict;
            assert_eq!(verdict, Verdict::Holds, "{edges:?} at the end {} of {written}", algebra::written(end));
        }
        if low < high {
            assert!(&high - &low > &step * &two, "{written}: a part that is too narrow for this test");
            holds(&(&low + &step), true);
            holds(&((&low + &high) / &two), true);
            holds(&(&high - &step), true);
        }
        last = high;
    }
    if last < one {
        holds(&(&last + &step), false);
        holds(&((&last + &one) / &two), false);
        holds(&(&one - &step), false);
    }
    // Whatever lies between, by the slow way alone.
    for alpha in (1..64).map(|k| ratio(k, 64)) {
        let found = set.iter().map(ends).any(|(low, high)| low <= alpha && alpha <= high);
        assert_eq!(has_solution(edges, n, &alpha), found, "{edges:?} has {written}, which is wrong at {alpha}");
    }
    written
}

/// How many of the graphs of each number of nodes have which set: (0, 1), an interval (0, x], several parts.
const SETS: [[usize; 3]; 6] = [[1, 0, 0], [1, 0, 0], [2, 0, 0], [4, 2, 0], [7, 14, 0], [24, 86, 2]];

#[test]
fn all_of_at_most_six_nodes() {
    let graphs = (1..=6).flat_map(|n| connected(n).into_iter().map(move |graph| (graph, n)));
    let graphs: Vec<(Vec<Edge>, usize)> = graphs.collect();
    assert_eq!(graphs.len(), 143);
    let sets: Vec<(usize, String)> = graphs.par_iter().map(|(graph, n)| (*n, check(graph, *n))).collect();
    let mut found = [[0; 3]; 6];
    for (n, set) in &sets {
        let kind = match set.as_str() {
            "(0, 1)" => 0,
            one if !one.contains('∪') => 1,
            _ => 2,
        };
        found[n - 1][kind] += 1;
    }
    assert_eq!(found, SETS);
    let mut several: Vec<&str> = sets.iter().map(|(_, set)| set.as_str()).filter(|set| set.contains('∪')).collect();
    several.sort_unstable();
    assert_eq!(several, ["(0, (√5-1)/2] ∪ {√2/2}", "(0, 1/2] ∪ [√2/2, 1)"]);
}

fn graph(list: &str) -> Vec<Edge> {
    let node = |c: u8| usize::from(c - b'0');
    list.split(' ').map(|pair| [node(pair.as_bytes()[0]), node(pair.as_bytes()[1])]).collect()
}

#[test]
fn sets_that_are_known() {
    let of = [
        ("K1,3", 4, "01 02 03", "(0, 1/2]"),
        ("K2,3, singular at √2/2", 5, "02 03 04 12 13 14", "(0, 1/2]"),
        ("K3,3 with an edge", 6, "03 04 05 13 14 15 23 24 25 01", "(0, 1/2] ∪ [√2/2, 1)"),
        ("a point where Φ is singular", 6, "01 02 03 04 13 15 23 25", "(0, (√5-1)/2] ∪ {√2/2}"),
        ("K3,3", 6, "03 04 05 13 14 15 23 24 25", "(0, 1)"),
    ];
    for (name, n, edges, set) in of {
        assert_eq!(check(&graph(edges), n), set, "{name}");
    }
}

/// The parts of the set where tight constraints exist, and of each whether Φ is invertible from 0 up to its upper end.
///
/// Then Φ is positive definite up to there: its eigenvalues are continuous in α, and all are 1 at α = 0.
fn definite_parts(edges: &[Edge], n: usize) -> Vec<bool> {
    let statement = decide(edges, n, r#"{"alpha": "1/2"}"#, Kind::Threshold);
    let (_, Value::Set(set)) = &statement.values[0] else { panic!("{edges:?}") };
    let all: Vec<usize> = (0..n).collect();
    let terms = determinant(&distances(edges, n), &all, &all);
    let determinant = Polynomial::polynomial(terms.into_iter().map(BigInt::from).collect());
    let invertible = |range: &Range| {
        let high = match &range.high {
            Point::Rational(x) => x.clone(),
            end => Enclosure::from(&end.bracket(96).expect("a number")).high,
        };
        // At an end below 1 the determinant is evaluated itself, between 0 and the end its zeros are counted.
        let pieces = Pieces::new(&determinant, &Rational::zero(), &high).expect("zeros");
        pieces.roots.is_empty() && (high.is_one() || !algebra::at(&determinant, &high).expect("a value").is_zero())
    };
    set.iter().map(invertible).collect()
}

/// Where Φ is positive definite, what is optimal for the uniform prior remaps to tight constraints: of 000 Corollary 2
/// there is no counterexample with five nodes. With six there is one, on the second part of the set of K3,3 and an
/// edge.
#[test]
fn positive_definite_up_to_five_nodes() {
    let parts =
        |n: usize| -> Vec<Vec<bool>> { connected(n).par_iter().map(|edges| definite_parts(edges, n)).collect() };
    for n in 1..=5 {
        assert!(parts(n).iter().all(|definite| *definite == [true]), "{n} nodes");
    }
    assert_eq!(definite_parts(&graph("03 04 05 13 14 15 23 24 25 01"), 6), [true, false]);
    assert_eq!(parts(6).iter().filter(|definite| definite.contains(&false)).count(), INDEFINITE);
}
