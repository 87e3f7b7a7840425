use super::{about, algebraic, file, fraction, function, half, product, symbolic};
use crate::words::failure;
use dp_file::limits::Limits;
use dp_file::model::{Kind, Mechanism};
use dp_kernel::{
    Approximation, Counterexample, Failure, Limit, Name, Number, Optimality, Origin, Part, Subdivision, Tightness,
    Verdict, Wanted, Why,
};

fn say(mechanism: &Mechanism, kind: Kind, why: impl Into<Why>) -> String {
    let why = Failure::from(why);
    about(mechanism, kind, |words| failure(&why, Verdict::Holds, words))
}

/// That a failure of a claim of the file at α = 1/2 is that sentence.
fn says(kind: Kind, why: impl Into<Why>, expected: &str) {
    assert_eq!(say(&half(), kind, why), expected);
}

fn number(part: Part, node: Option<usize>, n: i64, wanted: Wanted) -> Why {
    Why::Number { part, node, found: fraction(n, 30), wanted }
}

const HERE: Option<usize> = Some(1);

#[test]
fn limits_by_their_names() {
    let said = |limit| about(&half(), Kind::Dp, |words| failure(&Failure::Limit(limit), Verdict::Holds, words));
    assert_eq!(said(Limit::Steps), "it takes more steps than are left (--limit steps=N)");
    assert_eq!(said(Limit::Degree), "a polynomial of degree over 10000 (--limit exponent=N)");
    assert_eq!(said(Limit::Bits), "numbers of over 1048576 bits (--limit bits=N)");
    assert_eq!(said(Limit::Memory), "numbers that fill over 268435456 bytes (--limit memory=N)");
    assert_eq!(said(Limit::Parts), "the parts of the interval take over 536870912 bytes (--limit memory=N)");
    assert_eq!(said(Limit::Place), "a place that is not there was looked up: a mistake in the kernel, to be reported");
    assert_eq!(said(Limit::Nodes), "the priors that decide are listed for up to 64 nodes");
    let capacity = about(&half(), Kind::GCapacity, |words| failure(&Limit::Nodes.into(), Verdict::Holds, words));
    assert_eq!(capacity, "extreme priors are listed for up to 128 nodes and guesses together");
}

#[test]
fn signs_that_do_not_show() {
    let said = |why| about(&symbolic(), Kind::Dp, |words| failure(&why, Verdict::Holds, words));
    assert_eq!(said(Failure::Changes(Box::new(Number::ONE))), "a sign changes on the interval of α");
    let unknown =
        "the sign of a polynomial does not show at t: that it is 0 there takes a factor of t's polynomial to show";
    assert_eq!(said(Failure::Unknown(Box::new(Number::ONE))), unknown);
}

#[test]
fn numbers_of_solutions() {
    let exists = Kind::TightConstraintsExist;
    says(exists, number("z", HERE, -6, Wanted::Nonnegative), "`z` at B is -1/5, expected ≥ 0");
    says(exists, number("second", HERE, -10, Wanted::Nonnegative), "`second` at B is -1/3, expected ≥ 0");
    says(exists, number("Φ·z", HERE, 25, Wanted::One), "Φ·z at B is 5/6, expected 1");
    says(exists, number("Φ·second", HERE, 35, Wanted::One), "Φ·second at B is 7/6, expected 1");
    says(exists, number("Φw", HERE, -30, Wanted::Nonnegative), "wΦ at B is -1, expected ≥ 0");
    says(exists, number("w·1", None, 6, Wanted::Negative), "w·1 is 1/5, expected < 0");
    let support = "wΦ at B is 0, expected 0 on the support of z and > 0 off it";
    says(exists, number("Φw", HERE, 0, Wanted::ZeroOnSupport), support);
    let regular = Kind::Regular;
    says(regular, number("y", HERE, -20, Wanted::Nonnegative), "`y` at B is -2/3, expected ≥ 0");
    says(regular, number("Φw", HERE, -5, Wanted::Nonnegative), "Φw at B is -1/6, expected ≥ 0");
    says(regular, number("π·w", None, 1, Wanted::Negative), "π·w is 1/30, expected < 0");
    let prior = || Wanted::Same("prior", fraction(1, 2));
    says(regular, number("yΦ", HERE, 0, prior()), "yΦ at B is 0, the prior there is 1/2");
    let function = Why::Number { part: "z", node: HERE, found: function(&[1, -2], 1), wanted: Wanted::Nonnegative };
    assert_eq!(say(&symbolic(), exists, function.clone()), "`z` at B is 1-2*a, expected ≥ 0");
    // A threshold speaks of every α, also where the file's own is a rational.
    assert_eq!(say(&half(), Kind::Threshold, function), "`z` at B is 1-2*a, expected ≥ 0");
}

#[test]
fn numbers_of_bounds() {
    let bound = Kind::UtilityBound;
    says(bound, number("y", HERE, -1, Wanted::Nonnegative), "y at B is -1/30, expected ≥ 0");
    says(bound, number("v", HERE, -10, Wanted::Nonnegative), "v at B is -1/3, expected ≥ 0");
    says(
        bound,
        number("yΦ", HERE, 14, Wanted::AtLeast("prior", fraction(1, 2))),
        "yΦ at B is 7/15, expected at least the prior, 1/2",
    );
    says(bound, number("Φv", HERE, 60, Wanted::AtMostOne), "Φv at B is 2, expected ≤ 1");
    says(bound, number("Φv", HERE, 60, Wanted::One), "Φv at B is 2, expected 1");
    says(
        bound,
        number("Σy", None, 17, Wanted::Same("π·v", fraction(1, 2))),
        "Σy is 17/30, π·v is 1/2, expected the same",
    );
    says(bound, Optimality::SolutionAlone, "`solution` is there without `optimum`");
}

fn length(part: Part, found: usize, expected: usize) -> Why {
    Why::Length { part, found, expected }
}

#[test]
fn lengths_and_places() {
    says(Kind::Optimal, length("lambda", 0, 3), "`lambda` has 0 entries, expected 3");
    says(Kind::TightConstraintsExist, length("cells", 1, 2), "`cells` has 1 entry, expected 2");
    says(Kind::TightConstraints, length("remap", 2, 4), "`remap` has 2 entries, expected one for each of 4 outputs");
    says(Kind::Derivable, length("remap", 6, 4), "`remap` has 6 entries, expected 4");
    says(Kind::Optimal, length("multipliers", 2, 3), "`multipliers` has 2 entries, expected one for each of 3 guesses");
    says(
        Kind::DpWithinRounding,
        length("multipliers", 1, 2),
        "`multipliers` has 1 entries, expected one for each of 2 outputs",
    );
    says(Kind::UniversallyOptimal, length("bounds", 1, 2), "`bounds` has 1 bound, expected one for each of 2 priors");
    says(Kind::JointlyOptimal, length("separate", 1, 2), "`separate` has 1 optimum, expected one for each of 2 priors");
    says(Kind::Regular, length("factors", 1, 2), "`factors` has 1 entry, expected one for each of 2 individuals");
    says(Kind::Optimal, length("rows", 1, 2), "the other mechanism has 1 rows, expected 2");
    says(Kind::DpWithinRounding, length("outputs", 1, 2), "the table has 1 output, X has 2");
    says(Kind::TightConstraintsExist, length("inverse", 0, 2), "`inverse` has 0 columns, expected 2");
    says(Kind::Regular, length("inverse", 1, 2), "`inverse` has 1 row, expected 2");
    says(
        Kind::Dp,
        length("parts", 2, 3),
        "2 parts of an interval with 1 cut, expected one between each two and one at each",
    );
    says(
        Kind::Dp,
        length("parts", 3, 1),
        "3 parts of an interval with 0 cuts, expected one between each two and one at each",
    );
    says(Kind::Dp, Why::Index { part: "output", found: 6, count: 6 }, "`output` names 6, the last is 5");
    says(Kind::Optimal, Why::Index { part: "edges", found: 2, count: 2 }, "`edges` names 2, the last is 1");
    says(Kind::Optimal, Why::Denominator("mu"), "the denominator of `mu` is not positive");
}

#[test]
fn verdicts() {
    let other = Failure::from(Why::OtherVerdict);
    let said = |said| about(&half(), Kind::Dp, |words| failure(&other, said, words));
    assert_eq!(said(Verdict::Fails), "said to be `fails`, found to be `holds`");
    assert_eq!(said(Verdict::Holds), "said to be `holds`, found to be `fails`");
    says(Kind::Dp, Why::WrongWitness, "the witness is not one of this claim and verdict");
    says(Kind::Dp, Why::DoesNotFit, "the file lacks what the claim speaks of, or the witness does not fit it");
    says(Kind::Dp, Why::Repeated, "stated a second time");
    says(
        Kind::Dp,
        Why::Open(vec![Name::AlphaMax, Name::EpsilonMin]),
        "a value that the file has an expectation of is left out, or could not be compared with it: `alpha_max`, `epsilon_min`",
    );
    says(Kind::Derivable, Why::LargeProduct, "`derivable` is not decided for a product too large to be written out");
    let thresholds = Failure::from(Subdivision::NoThreshold);
    let said = |said| about(&half(), Kind::Threshold, |words| failure(&thresholds, said, words));
    assert_eq!(said(Verdict::Fails), "the claim states a set, which is always decided: it can't fail");
    let near = "Φ is near the identity for small α, and no part says that a mechanism exists there";
    assert_eq!(said(Verdict::Holds), near);
}

#[test]
fn tables() {
    let sum = || Why::NoMechanism { row: 1, fault: (None, fraction(5, 6)) };
    says(Kind::Stochastic, sum(), "row B sums to 5/6, not to 1");
    says(Kind::Utility, sum(), "X is not a mechanism: row B sums to 5/6, not to 1");
    let negative = || Why::NoMechanism { row: 1, fault: (Some(0), fraction(-1, 3)) };
    says(Kind::Stochastic, negative(), "row B, output x: -1/3 is negative");
    says(Kind::Utility, negative(), "X is not a mechanism: row B, output x: -1/3 is negative");
    says(Kind::Stochastic, Why::IsDistribution(2), "row C is ≥ 0 and sums to exactly 1");
    let rounded = Why::Rounded { row: 1, sum: fraction(10_001, 10_000) };
    let says_why = "this can't be asked of a rounded table: printed row B sums to 10001/10000, and what sets of outputs had \
                    before rounding is not known. What can be asked is `approximate-dp-within-rounding`, whether some \
                    (ε, δ)-private table rounds to this one; or this claim of the numbers before rounding";
    says(Kind::ApproximateDp, rounded, says_why);
    let entry = Counterexample::NegativeEntry { row: 1, output: 1, entry: fraction(-1, 2) };
    says(Kind::Dp, entry, "row B, output y: -1/2 is negative");
    says(Kind::Dp, Counterexample::NotNegative { row: 1, output: 0 }, "the entry of row B, output x is not negative");
    says(Kind::Dp, Counterexample::NotAdjacent([0, 2]), "A and C are not adjacent");
    let least = Counterexample::NotLeastRatio { pair: [0, 2], output: 0, alpha_max: fraction(1, 32) };
    says(Kind::Dp, least, "the ratio of A to C at output x is not alpha_max = 1/32");
    let most = Counterexample::NotMostDelta { pair: [1, 0], outputs: vec![0, 2], delta_min: fraction(3, 14) };
    says(Kind::ApproximateDp, most, "B against A on outputs x and z does not need delta_min = 3/14");
    says(Kind::ApproximateDp, Counterexample::NotRising, "`outputs` names one output or more, rising");
    says(Kind::TightConstraints, Why::NotPrivate, "X is not ε-private");
    says(Kind::UniversallyOptimal, Why::NotPrivate, "X is not ε-private, which has no witness");
    let tight = Tightness::NotTight { row: 0, column: 1, found: fraction(1, 3) };
    says(Kind::TightConstraints, tight, "XR at (A, B) is 1/3, not α^d times XR at the diagonal");
    let most = "the utility at the prior of the row sums is 6/11, the most there is";
    says(Kind::TightConstraints, Tightness::IsTight(fraction(6, 11)), most);
}

#[test]
fn invertible_matrices() {
    let kind = Kind::TightConstraintsExist;
    says(kind, Tightness::SameSolution, "`second` is the same solution as `z`");
    says(kind, Tightness::Modulus, "a modulus is from 2 to 268435456");
    let pivot = |banded| Tightness::NoPivot { modulus: 2, at: 5, banded };
    says(kind, pivot(false), "modulo 2 there is no invertible pivot for column 5");
    says(kind, pivot(true), "modulo 2 the banded matrix has no invertible pivot in row 5");
    says(
        kind,
        Tightness::Structure,
        "the structure `hamming` needs a Hamming or complete graph, and α < 1, the structure `sum` needs the graph of a sum query or a line",
    );
    let one = file(r#"{"alpha": "1"}"#, "");
    assert_eq!(say(&one, kind, Tightness::Structure), "invertibility by structure needs α < 1");
    let unit = "Φ times column 1 of `inverse` is not the unit vector at A";
    says(kind, Tightness::NotUnit { column: 1, node: 0 }, unit);
}

#[test]
fn bounds_and_mechanisms() {
    let kind = Kind::Optimal;
    says(kind, Optimality::BoundOfNothing, "X is not ε-private, and a bound without `better` says nothing of it");
    says(kind, Why::OtherNoDistribution(0), "row A of the other mechanism is not a distribution");
    let of_other = "row 3 of the other mechanism is not a distribution, and only those have trade-off functions";
    says(Kind::TradeOff, Why::OtherNoDistribution(3), of_other);
    says(kind, Why::OtherNotPrivate, "the other mechanism is not ε-private");
    says(kind, Why::OtherShape, "the other mechanism has no outputs, or rows of different lengths");
    says(Kind::UniversallyOptimal, Why::NoDistribution, "`prior` is not a distribution");
    let root = "λ less the gains of guess 1 is negative for a column that is 1 at C";
    says(kind, Optimality::NegativeAtRoot { guess: 1, root: 2 }, root);
    let uncovered = "λ less the gains of guess 0 is less than its multipliers allow at A";
    says(kind, Optimality::Uncovered { guess: 0, node: 0 }, uncovered);
    says(kind, Optimality::NoForest, "the witness lacks `multipliers`, which only a forest does without");
    says(
        Kind::UniversallyOptimal,
        Optimality::NoForest,
        "the witness lacks `bounds`, which only a forest does without",
    );
    says(kind, Optimality::NotBinary, "`y` is a bound for the binary gain and one prior");
    says(kind, Optimality::NegativeMultiplier, "a multiplier is negative");
    let reach = |prior, of_x| Optimality::NotReached { prior, reached: fraction(2, 3), bound: fraction(1, 1), of_x };
    says(kind, reach(None, true), "X has the utility 2/3, the bound is 1");
    says(kind, reach(None, false), "the other mechanism does not reach the bound");
    says(Kind::JointlyOptimal, reach(None, false), "the mechanism reaches 2/3, the bound is 1, expected the same");
    says(
        Kind::UniversallyOptimal,
        reach(Some(0), true),
        "for prior 0 of those that decide X has the utility 2/3, the bound is 1",
    );
    let no_more = |at_prior| Optimality::NoMore { at_prior, ours: fraction(4, 5), other: fraction(2, 3) };
    says(kind, no_more(false), "the other mechanism has the utility 2/3, X has 4/5");
    says(Kind::UniversallyOptimal, no_more(true), "for the prior X has the utility 4/5, the other mechanism 2/3");
    let shared = "at α = 1 two components of the graph share an output of X";
    says(Kind::UniversallyOptimal, Optimality::SharedOutput, shared);
    says(Kind::Regular, Why::NoProductPrior, "a witness by factors needs a Hamming graph");
    assert_eq!(say(&product(2), Kind::Regular, Why::NoProductPrior), "a witness by factors needs a product prior");
}

#[test]
fn remaps_and_roundings() {
    let kind = Kind::Derivable;
    says(kind, Origin::NegativeGarbling(1), "row 1 of `remap` has a negative entry");
    says(kind, Origin::GarblingSum(0), "row 0 of `remap` does not sum to 1");
    let differs = Origin::NotGarbled { row: 0, output: 0, found: fraction(3, 4) };
    says(kind, differs, "Y·R at row A, output x is 3/4, X differs");
    let negative = "the refutation is negative for output 1 of Y and output x";
    says(kind, Origin::NegativeRefutation { of_y: 1, of_x: 0 }, negative);
    says(kind, Origin::NotSeparated, "the refutation does not separate X");
    let kind = Kind::DpWithinRounding;
    says(kind, Origin::TooFar { row: 0, output: 0 }, "row A, output x of the table is more than 1/100 off");
    let not_below = Origin::NotBelow { row: 0, output: 1, entry: fraction(-1, 200) };
    says(kind, not_below, "row A, output y: -1/200 is within 1/100 of a number ≥ 0");
    says(kind, Origin::NoContradiction, "the multipliers add the constraints to no contradiction");
}

#[test]
fn databases() {
    let text = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"},
        "query": {"databases": {"values": 2, "individuals": 2}, "answers": [0, 1, 1, 0]},
        "mechanism": {"matrix": [["5/6", "1/6"], ["1/2", "1/2"], ["1/2", "1/2"], ["2/3", "1/3"]]}}"#;
    let file = Mechanism::read(text.as_bytes(), &Limits::default()).expect("a good file");
    let said = |why| say(&file, Kind::Oblivious, why);
    assert_eq!(said(Counterexample::DifferentAnswers([0, 1])), "(0,0) and (0,1) have different answers");
    let equal = "the rows of (0,0) and (1,1) are equal at output 0";
    assert_eq!(said(Counterexample::EqualRows { pair: [0, 3], output: 0 }), equal);
    assert_eq!(
        said(Counterexample::RowsDiffer { pair: [0, 3], output: 1 }),
        "databases (0,0) and (1,1) have the answer 0; output 1: the first has 1/6, the other 1/3"
    );
}

#[test]
fn enclosed_solutions() {
    let said = |why| say(&algebraic(), Kind::TightConstraintsExist, why);
    let own = "an enclosed solution is one at the file's own α, one irrational number, and of a rational prior";
    assert_eq!(said(Approximation::NotEnclosable), own);
    assert_eq!(said(Approximation::TooLarge("x")), "an entry of `x` is not below 2, and the solution is at most 1");
    assert_eq!(said(Approximation::TooLarge("inverse")), "an entry of `inverse` is not below 2^56");
    assert_eq!(said(Approximation::TooLarge("cells")), "an entry of Q is too large");
    assert_eq!(said(Approximation::UnlikeCells([1, 0])), "B and A are in one cell and do not see the same");
    assert_eq!(said(Approximation::CellOrder), "`cells` are not numbered in the order of their first nodes");
    assert_eq!(said(Approximation::FewBits(191)), "`bits` is 191, expected at least 192");
    assert_eq!(said(Approximation::NoContraction(0)), "row 0 of I − RQ has a sum over 1/2");
    let apart = "the prior has 0.250000000000 bits, and no prior more than 0.500000000000: the two are not within a 2^-60th part of \
                 each other";
    assert_eq!(said(Approximation::Apart([fraction(1, 4), fraction(1, 2)])), apart);
    let infinite = "`prior` has no row with y, which another row has: the bound is infinite";
    assert_eq!(said(Approximation::Unreached(1)), infinite);
    let found = || (fraction(1, 1 << 10), fraction(1, 4));
    let positive = Approximation::NotPositive { node: 1, found: found().0, error: found().1 };
    let rest = "is 0.000976562500000 up to 0.250000000000, which does not prove it > 0";
    assert_eq!(said(positive), format!("`x` at B {rest}"));
}

#[test]
fn intervals() {
    let said = |why| say(&symbolic(), Kind::Dp, why);
    assert_eq!(
        said(Subdivision::NoRoot),
        "the polynomial has no root or several roots in the interval, or shows neither"
    );
    let order = "an open interval needs low < high, and cuts need brackets that rise and do not overlap";
    assert_eq!(said(Subdivision::CutOrder), order);
    let part = Subdivision::PartVerdict { part: 2, said: Verdict::Holds };
    assert_eq!(said(part), "part 2 is said to be `holds`, and is not");
    assert_eq!(said(Subdivision::NotAtOne), "`at` refutes a claim that has no values, and nothing else");
    assert_eq!(said(Subdivision::HoldsThere), "the claim holds at that number");
}

/// Labels are strangers' texts, and places that are none have numbers.
#[test]
fn labels() {
    let text = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"},
        "query": {"nodes": 2, "edges": [[0, 1]], "labels": ["\u001b[31m", "0123456789012345678901234567890123456789x"]}}"#;
    let file = Mechanism::read(text.as_bytes(), &Limits::default()).expect("a good file");
    let said = say(&file, Kind::Dp, Counterexample::NotAdjacent([0, 1]));
    assert_eq!(said, "\"\\u{1b}[31m\" and \"012345678901234567890123456…890123456789x\" are not adjacent");
    assert_eq!(say(&file, Kind::Dp, Counterexample::NotAdjacent([7, 1 << 40])), "7 and 1099511627776 are not adjacent");
}
