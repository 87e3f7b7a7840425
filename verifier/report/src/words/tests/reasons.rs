use super::{about, algebraic, file, fraction, function, half, product, symbolic};
use crate::words::reasons;
use dp_file::model::{Kind, Mechanism};
use dp_kernel::{Fault, Reason, Theorem, Verdict};

fn say(mechanism: &Mechanism, kind: Kind, all: &[Reason]) -> Vec<String> {
    about(mechanism, kind, |words| reasons(all, Verdict::Fails, words))
}

/// That one reason is one sentence.
fn says(kind: Kind, reason: Reason, expected: &str) {
    assert_eq!(say(&half(), kind, std::slice::from_ref(&reason)), [expected], "{reason:?}");
}

#[test]
fn rows_that_are_no_distributions() {
    let negative = || (1, (Some(0), fraction(-1, 10)));
    says(Kind::Dp, Reason::NoDistributions(vec![negative()]), "row B, output x: -1/10 is negative");
    // One sentence, whose second half is what to do.
    let half_of = |mechanism: &Mechanism, rows: Vec<(usize, Fault)>| {
        let said = say(mechanism, Kind::Stochastic, &[Reason::NoDistributions(rows)]);
        assert_eq!(said.len(), 1, "{said:?}");
        said[0].split_once("; ").map_or_else(String::new, |(half, _)| half.to_owned())
    };
    assert_eq!(half_of(&half(), vec![negative()]), "row B, output x: -1/10 is negative");
    let sum = || (1, (None, fraction(2, 1)));
    assert_eq!(half_of(&half(), vec![sum()]), "row B sums to 2, not to 1");
    let little = (0, (None, fraction((1 << 52) + 1, 1 << 52)));
    assert_eq!(half_of(&half(), vec![little]), "the sum of row A exceeds 1 by 1/2^52");
    let start = |many| format!("{many} rows are no distributions, the worst: ");
    let less = (2, (None, fraction(-1, 2)));
    assert_eq!(half_of(&half(), vec![sum(), less]), start(2) + "row C sums to -1/2, not to 1");
    let more = (0, (None, fraction(3, 1)));
    assert_eq!(half_of(&half(), vec![sum(), more, negative()]), start(3) + "row B, output x: -1/10 is negative");
    let several = Reason::NoDistributions(vec![sum(), negative()]);
    // Other claims name the row that `stochastic` names.
    says(Kind::Utility, several, "X is not a mechanism: row B, output x: -1/10 is negative");
    // Sums that are no rationals are not compared.
    let irrational = (0, (None, function(&[1, 1], 1)));
    assert_eq!(half_of(&symbolic(), vec![sum(), irrational]), start(2) + "row B sums to 2, not to 1");
}

fn ratio(entries: [(i64, i64); 2], ratio: (i64, i64)) -> Reason {
    let entries = entries.map(|(n, d)| fraction(n, d));
    Reason::Ratio { pair: [2, 0], output: 1, entries, ratio: fraction(ratio.0, ratio.1) }
}

#[test]
fn the_least_ratio_beside_the_one_allowed() {
    let seen = "output y: answer A has 2/3, its neighbour C has 1/48";
    says(Kind::Dp, ratio([(1, 48), (2, 3)], (1, 32)), &format!("{seen}: ratio 32, allowed 2"));
    let close = ratio([(249_999_999, 1_000_000_000), (1, 2)], (249_999_999, 500_000_000));
    let seen = "output y: answer A has 0.5, its neighbour C has 249999999/1000000000";
    says(Kind::Dp, close, &format!("{seen}: ratio 2.00000001, allowed 2"));
    let closer = ratio([(1, 3), (2, 3)], (499_999_999_999_999, 1_000_000_000_000_000));
    let seen = "output y: answer A has 2/3, its neighbour C has 1/3";
    says(Kind::Dp, closer, &format!("{seen}: the ratio exceeds the allowed 2 by 4.0000e-15"));
    let zero = ratio([(0, 1), (1, 1)], (0, 1));
    says(Kind::Dp, zero, "output y: answer A has 1, its neighbour C has 0: no ε is enough");
    // As many digits as tell the two apart.
    let narrow = file(r#"{"epsilon": "693147/1000000"}"#, "");
    let said = say(&narrow, Kind::Dp, &[ratio([(1, 3), (2, 3)], (1, 2))]);
    assert_eq!(said, [format!("{seen}: ratio 2, allowed 1.9999996")]);
    let wide = file(r#"{"epsilon": "1/2"}"#, "");
    assert_eq!(say(&wide, Kind::Dp, &[ratio([(1, 3), (2, 3)], (1, 2))]), [format!("{seen}: ratio 2, allowed 1.6487")]);
    let algebraic = say(&algebraic(), Kind::Dp, &[ratio([(1, 3), (2, 3)], (1, 2))]);
    assert_eq!(algebraic, [format!("{seen}: ratio 2, allowed 1.4142")]);
    // Where all digits are the same, ε says by how much.
    let narrower = file(r#"{"epsilon": "0.6931471805599"}"#, "");
    let said = say(&narrower, Kind::Dp, &[ratio([(1, 3), (2, 3)], (1, 2))]);
    assert_eq!(said, [format!("{seen}: ε is too small by 4.5309e-14")]);
}

#[test]
fn the_set_that_needs_the_most_delta() {
    let of = |outputs: &[usize]| Reason::Event {
        pair: [0, 2],
        outputs: outputs.to_vec(),
        masses: [fraction(3, 4), fraction(1, 4)],
        delta: fraction(2, 8),
    };
    let file = file(r#"{"alpha": "1/2", "delta": "1/10"}"#, "");
    let seen = "answer A has 0.75, its neighbour C has 0.25: δ is 1/4";
    assert_eq!(say(&file, Kind::ApproximateDp, &[of(&[0, 2])]), [format!("outputs x and z: {seen}, more than 1/10")]);
    let holds = about(&file, Kind::ApproximateDp, |words| reasons(&[of(&[0])], Verdict::Holds, words));
    assert_eq!(holds, [format!("output x: {seen}")]);
    let many: Vec<usize> = (0..15).collect();
    let said = say(&half(), Kind::ApproximateDp, &[of(&many)]);
    assert_eq!(said, [format!("outputs x, y, z, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 3 more: {seen}, more than 0")]);
}

#[test]
fn what_separates() {
    let separated = |singular| Reason::Separated { by: fraction(-2, 6), singular };
    let exists = Kind::TightConstraintsExist;
    says(exists, separated(false), "some w has wΦ ≥ 0 and w·1 = -1/3 < 0, so that no z ≥ 0 has Φz = 1");
    says(exists, separated(true), "some w has wΦ = 0 and w·1 = -1/3: Φ is singular, and no z at all has Φz = 1");
    says(Kind::Regular, separated(false), "some w has Φw ≥ 0 and π·w = -1/3 < 0, so that no y ≥ 0 has yΦ = π");
    let least = Reason::LeastEntry { node: 1, entry: fraction(-1, 3) };
    says(exists, least.clone(), "the only solution of Φz = 1 is -1/3 at B");
    assert_eq!(say(&algebraic(), exists, &[least]), ["the only solution of Φz = 1 is -1/3 at B"]);
}

#[test]
fn utilities() {
    says(Kind::Optimal, Reason::NotPrivate, "X is not ε-private");
    says(
        Kind::TightConstraints,
        Reason::NotTight { reached: fraction(5, 11), most: fraction(6, 11) },
        "at the prior proportional to the row sums of Φ the utility is 5/11, a tight-constraints mechanism would have 6/11",
    );
    let has_more = |prior| Reason::HasMore { prior, ours: fraction(5, 9), other: fraction(2, 3) };
    says(Kind::Optimal, has_more(None), "X has the utility 5/9, another private mechanism 2/3, more by 1/9");
    let none_has = Reason::NoneHasMore { ours: fraction(5, 9), bound: fraction(2, 3) };
    says(Kind::Optimal, none_has, "no private mechanism has more than X by over 1/9");
    let prior = vec![(0, fraction(1, 2)), (1, fraction(0, 1)), (2, fraction(2, 4))];
    says(
        Kind::UniversallyOptimal,
        has_more(Some(prior)),
        "for the prior 1/2 at A, 1/2 at C X has the utility 5/9, another private mechanism 2/3, more by 1/9",
    );
    let many = (0..10).map(|i| (i, fraction(1, 10))).collect();
    let said = say(&half(), Kind::UniversallyOptimal, &[has_more(Some(many))]);
    assert!(said[0].contains("1/10 at 7, and 2 more, X has the utility"), "{said:?}");
    let apart = Reason::Apart { joint: fraction(22, 15), separate: fraction(23, 15) };
    says(Kind::JointlyOptimal, apart, "the priors' own optima sum to more than any one mechanism has, more by 1/15");
    says(Kind::UniversallyOptimal, Reason::Components, "at α = 1 each output of X tells the component of the graph");
    says(
        Kind::UniversallyOptimal,
        Reason::TightOnForest,
        "a tight-constraints mechanism on a forest is optimal for every prior, by the binary gain",
    );
    says(Kind::UniversallyOptimal, Reason::Deciding(1), "X is optimal for the 1 prior that decide");
    says(Kind::UniversallyOptimal, Reason::Deciding(15), "X is optimal for the 15 priors that decide");
}

/// Functions of α are compared at a number of the interval.
#[test]
fn more_by_a_function() {
    let more = Reason::HasMore { prior: None, ours: function(&[1], 2), other: function(&[1, 1], 2) };
    assert_eq!(
        say(&symbolic(), Kind::Optimal, &[more]),
        ["X has the utility 1/2, another private mechanism (1+a)/2, more by 1/4 at α = 1/2"]
    );
    let more = Reason::HasMore { prior: None, ours: function(&[1], 2), other: function(&[1, 1], 2) };
    assert_eq!(
        say(&algebraic(), Kind::Optimal, &[more]),
        ["X has the utility 1/2, another private mechanism (1+a)/2 = 0.853553390593, more by a/2 = 0.353553390593"]
    );
}

#[test]
fn bounds_beside_the_optimum() {
    let bound = |bound, optimum| Reason::BoundBeside { bound, optimum };
    let kind = Kind::UtilityBound;
    says(kind, bound(fraction(3, 4), fraction(2, 3)), "the bound is 1/12 above the optimum");
    says(kind, bound(fraction(4, 6), fraction(2, 3)), "the bound is the optimum");
    let solution = |negative| Reason::SolutionBeside { sum: fraction(1, 2), optimum: fraction(2, 3), negative };
    says(kind, solution(None), "Σy of yΦ = π is 1/2, 1/6 below the optimum");
    says(kind, solution(Some(2)), "Σy of yΦ = π is 1/2, 1/6 below the optimum, y < 0 at C");
    let said = say(&symbolic(), kind, &[bound(function(&[1, 1], 1), fraction(1, 1))]);
    assert_eq!(said, ["the bound is a above the optimum"]);
    let said = say(&symbolic(), kind, &[bound(function(&[0, 1], 1), fraction(1, 2))]);
    assert_eq!(said, ["the bound is in parts above, in parts below the optimum, 1/2"]);
}

#[test]
fn leakage_and_errors() {
    let one = (Theorem::UtilityBound, fraction(17, 15));
    let two = (Theorem::HammingOutputs, fraction(2, 1));
    assert!(say(&half(), Kind::LeakageBound, &[Reason::Bounds(vec![one.clone()])]).is_empty());
    says(Kind::LeakageBound, Reason::Bounds(vec![one, two]), "the least of: utility-bound 17/15, hamming-outputs 2");
    let individual = Reason::Individual { individual: 1, others: 0 };
    says(Kind::IndividualLeakage, individual, "most about individual 1 where the others are as in A");
    says(Kind::ExpectedError, Reason::Worst(2), "the largest is that of input C");
}

#[test]
fn tables_within_rounding_and_remaps() {
    let kind = Kind::DpWithinRounding;
    let near = about(&half(), kind, |words| reasons(&[], Verdict::Holds, words));
    assert_eq!(near, ["the certificate has a private table within 1/100 of every entry"]);
    let far =
        "no private table is within 1/100 of every entry: a Farkas vector adds the constraints to a contradiction";
    assert_eq!(say(&half(), kind, &[]), [far]);
    let below = Reason::BelowRounding { row: 0, output: 2, entry: fraction(-1, 50) };
    says(kind, below, "row A, output z: -1/50 is below −1/100");
    let far = |rows| Reason::NoRowNear { row: 1, sums: [fraction(11, 10), fraction(13, 10)], rows };
    let sums = "whatever is within 1/100 of row B sums to between 11/10 and 13/10, not to 1";
    says(Kind::StochasticWithinRounding, far(1), sums);
    says(Kind::StochasticWithinRounding, far(30), &format!("{sums}; it is the worst of 30 rows"));
    let by = "no remap of the other mechanism gives X: a Farkas vector separates it by -1/6";
    says(Kind::Derivable, Reason::NoGarbling(fraction(-1, 6)), by);
}

#[test]
fn tests_and_guesses_that_are_better() {
    let [lambda, ours, theirs] = [fraction(2, 1), fraction(1, 4), fraction(1, 8)];
    says(
        Kind::TradeOff,
        Reason::EasierTold { pair: [0, 2], lambda, ours, theirs },
        "answer A and its neighbour C are told apart better: Σ max(0, x_i − λ·x_h) at λ = 2 is 1/4, that of the other \
         mechanism 1/8",
    );
    let [ends, first] = [vec![(0, fraction(1, 2)), (2, fraction(1, 2))], vec![(0, fraction(1, 1))]];
    let most = |multiplicative| Reason::MostGain { additive: ends.clone(), multiplicative };
    let added = "most is added for the prior 1/2 at A, 1/2 at C";
    says(Kind::GCapacity, most(None), added);
    says(Kind::GCapacity, most(Some(ends.clone())), added);
    says(Kind::GCapacity, most(Some(first)), &format!("{added}; the factor is largest for 1 at A"));
}

#[test]
fn databases_of_one_answer() {
    let text = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"},
        "query": {"databases": {"values": 2, "individuals": 2}, "answers": [0, 1, 1, 0]},
        "mechanism": {"matrix": [["1/3", "2/3"], ["1/2", "1/2"], ["1/2", "1/2"], ["1/6", "5/6"]]}}"#;
    let file = Mechanism::read(text.as_bytes(), &dp_file::limits::Limits::default()).expect("a good file");
    let equal = about(&file, Kind::Oblivious, |words| reasons(&[], Verdict::Holds, words));
    assert_eq!(equal, ["equal rows for each of 2 answers"]);
    let differ = Reason::Differ { pair: [0, 3], output: 0, entries: [fraction(1, 3), fraction(1, 6)] };
    assert_eq!(
        say(&file, Kind::Oblivious, &[differ]),
        ["databases (0,0) and (1,1) have the answer 0; output 0: the first has 1/3, the other 1/6"]
    );
}

#[test]
fn products_through_their_parent() {
    let sum = Reason::NoDistributions(vec![(1, (None, fraction(2, 1)))]);
    let least =
        Reason::Ratio { pair: [1, 0], output: 1, entries: [fraction(1, 5), fraction(3, 5)], ratio: fraction(1, 3) };
    let file = product(30);
    let of_parent = "the product's parent: row 1 sums to 2, not to 1";
    let said = say(&file, Kind::Stochastic, std::slice::from_ref(&sum));
    assert!(said[0].starts_with(&format!("{of_parent}; ")), "{said:?}");
    let no_mechanism = "the product's parent: X is not a mechanism: row 1 sums to 2, not to 1";
    assert_eq!(say(&file, Kind::Capacity, std::slice::from_ref(&sum)), [no_mechanism]);
    let seen = "by any one individual, the others alike: output 1: answer 0 has 0.6, its neighbour 1 has 0.2";
    assert_eq!(say(&file, Kind::Dp, std::slice::from_ref(&least)), [format!("{seen}: ratio 3, allowed 2")]);
    assert!(say(&file, Kind::Dp, &[]).is_empty());
    let individual = Reason::Individual { individual: 0, others: 0 };
    let the_same = "the same about each individual, whatever the others are";
    assert_eq!(say(&file, Kind::IndividualLeakage, &[individual]), [the_same]);
    assert_eq!(say(&file, Kind::ExpectedError, &[Reason::Worst(0)]), ["30 times that of one individual"]);
    // One that is written out is judged by its own table.
    assert_eq!(say(&product(2), Kind::ExpectedError, &[Reason::Worst(3)]), ["the largest is that of input 3"]);
    let said = say(&product(2), Kind::Dp, &[least]);
    assert_eq!(said, ["output 1: database 0 has 0.6, its neighbour 1 has 0.2: ratio 3, allowed 2"]);
}
