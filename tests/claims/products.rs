//! Mechanisms on databases that are given by their parent: written out and through one individual.

use dp_certify::profile::profile;
use dp_certify::{Options, certify, certify_mechanism};
use dp_verify::algebra;
use dp_verify::alpha::Point;
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::number::{BigInt, Rational};
use dp_verify::report::{Range, Report, Statement, Value, Verdict};

/// Numbers that look random, the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % n).unwrap()
    }

    /// A distribution as weights, with zeros and ties.
    fn weights(&mut self, length: usize) -> Vec<usize> {
        let most = [2, 3, 9][self.below(3)];
        let mut weights: Vec<usize> = (0..length).map(|_| self.below(most)).collect();
        weights[0] += usize::from(weights.iter().sum::<usize>() == 0);
        weights
    }
}

fn list(weights: &[usize]) -> String {
    let sum: usize = weights.iter().sum();
    format!("[{}]", weights.iter().map(|w| format!("\"{w}/{sum}\"")).collect::<Vec<_>>().join(", "))
}

fn table(rows: &[Vec<String>]) -> String {
    let row =
        |row: &Vec<String>| format!("[{}]", row.iter().map(|x| format!("\"{x}\"")).collect::<Vec<_>>().join(", "));
    format!("[{}]", rows.iter().map(row).collect::<Vec<_>>().join(", "))
}

/// The product's entries as products in words, by the definition: the last individual's value changes first.
fn written_out(parent: &[Vec<String>], individuals: usize) -> Vec<Vec<String>> {
    let digits = |mut x: usize, base: usize| {
        let mut digits = vec![0; individuals];
        for place in digits.iter_mut().rev() {
            (*place, x) = (x % base, x / base);
        }
        digits
    };
    let (v, m) = (parent.len(), parent[0].len());
    let power = |base: usize| base.pow(u32::try_from(individuals).unwrap());
    let entry = |i: usize, o: usize| {
        let factors = digits(i, v).into_iter().zip(digits(o, m)).map(|(i, o)| format!("({})", parent[i][o]));
        factors.collect::<Vec<_>>().join("*")
    };
    (0..power(v)).map(|i| (0..power(m)).map(|o| entry(i, o)).collect()).collect()
}

fn file(privacy: &str, values: usize, individuals: usize, mechanism: &str, rest: &str) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {privacy},
        "query": {{"graph": "hamming", "values": {values}, "individuals": {individuals}}}, "mechanism": {mechanism}{rest}}}"#
    )
}

fn product(privacy: &str, parent: &[Vec<String>], individuals: usize, rest: &str) -> String {
    let mechanism = format!(r#"{{"product": {{"matrix": {}}}, "individuals": {individuals}}}"#, table(parent));
    file(privacy, parent.len(), individuals, &mechanism, rest)
}

fn decided(text: &str) -> Report {
    certify(text.as_bytes(), &Options::default()).expect("a good file").report
}

fn of(report: &Report, kind: Kind) -> &Statement {
    report.statements.iter().find(|s| s.claim.kind == kind).unwrap_or_else(|| panic!("no {}", kind.name()))
}

fn value(report: &Report, kind: Kind, name: &str) -> Rational {
    let statement = of(report, kind);
    assert!(statement.checked, "{}: {:?}", kind.name(), statement.reason);
    match statement.values.iter().find(|(n, _)| *n == name) {
        Some((_, Value::Rational(x))) => x.clone(),
        other => panic!("{} {name}: {other:?}", kind.name()),
    }
}

fn r(n: i64, d: i64) -> Rational {
    Rational::new(n.into(), d.into())
}

/// The truth with 1 − mp, every other value with p.
fn symmetric(values: usize, p: &str) -> Vec<Vec<String>> {
    let entry = |i, j| if i == j { format!("1-{}*({p})", values - 1) } else { p.to_owned() };
    (0..values).map(|i| (0..values).map(|j| entry(i, j)).collect()).collect()
}

/// The values, the ends of pieces by their digits: a root may be one of several polynomials.
fn shown(statement: &Statement) -> Vec<String> {
    let end = |point: &Point| algebra::digits(point).unwrap_or_else(|| algebra::written(point));
    let piece = |(range, value, _): &(Range, Value, _)| {
        let Range { low, with_low, high, with_high } = range;
        format!("{:?} from {} {with_low} to {} {with_high}", value.quotient(), end(low), end(high))
    };
    let shown = |(name, value): &(&str, Value)| match value {
        Value::Pieces(pieces) => format!("{name}: {:?}", pieces.0.iter().map(piece).collect::<Vec<_>>()),
        value => format!("{name}: {value:?}"),
    };
    statement.values.iter().map(shown).collect()
}

/// Asserts that two reports say the same, but for the sentences; `all`: and of the same claims.
fn same(one: &Report, other: &Report, all: bool, what: &str) {
    if all {
        assert_eq!(one.statements.len(), other.statements.len(), "{what}");
    }
    for s in &one.statements {
        let t = other.statements.iter().find(|t| t.claim == s.claim).unwrap_or_else(|| panic!("{what}: {}", s.claim));
        assert_eq!((s.verdict, shown(s), s.checked), (t.verdict, shown(t), t.checked), "{what}: {}", s.claim);
        assert!(s.checked, "{what}: {}: {:?}", s.claim, s.reason);
    }
}

#[test]
fn a_product_is_its_table_and_what_its_parent_says() {
    let mut dice = Dice(4);
    let mut refuted = [0; 2];
    for round in 0..120 {
        let (v, m) = (1 + dice.below(3), 1 + dice.below(3));
        let individuals = 1 + dice.below(if v * m > 6 { 2 } else { 3 });
        let mut rows: Vec<Vec<usize>> = (0..v).map(|_| dice.weights(m)).collect();
        if dice.below(3) == 0 {
            rows[v - 1] = rows[0].clone();
        }
        let broken = dice.below(8) == 0;
        let entry = |row: &Vec<usize>, w: &usize| format!("{w}/{}", row.iter().sum::<usize>() + usize::from(broken));
        let parent: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(|w| entry(row, w)).collect()).collect();
        let each = if dice.below(2) == 0 { 1 } else { individuals };
        let lists: Vec<String> = (0..each).map(|_| list(&dice.weights(v))).collect();
        let privacy = ["{\"alpha\": \"1/2\"}", "{\"alpha\": \"1/3\", \"delta\": \"1/5\"}"][dice.below(2)];
        let rest = format!(
            r#", "priors": {{"flat": "uniform", "own": {{"product": [{}]}}}}, "claims": ["approximate-dp"]"#,
            lists.join(", ")
        );
        let text = product(privacy, &parent, individuals, &rest);
        let whole = format!(r#"{{"matrix": {}}}"#, table(&written_out(&parent, individuals)));
        let by_parent = decided(&text);
        let what = format!("round {round}: {text}");
        same(&by_parent, &decided(&file(privacy, v, individuals, &whole, &rest)), true, &what);

        let mechanism = Mechanism::read(text.as_bytes(), &Limits::default()).unwrap();
        let through = mechanism.product().unwrap().parent.as_deref().expect("a small product is written out");
        assert_eq!(through.nodes().number(), Some(v.pow(u32::try_from(individuals).unwrap()) as u64));
        for only in [vec![], vec![Kind::ApproximateDp]] {
            let through = certify_mechanism(through, &Options { only, ..Options::default() }).unwrap().report;
            assert!(broken || !through.statements.is_empty());
            same(&through, &by_parent, false, &what);
        }
        let fails = |kind| by_parent.statements.iter().any(|s| s.claim.kind == kind && s.verdict == Verdict::Fails);
        refuted[0] += usize::from(fails(Kind::ApproximateDp));
        refuted[1] += usize::from(fails(Kind::Stochastic));
    }
    assert!(refuted.iter().all(|&count| count > 5 && count < 115), "{refuted:?}");
}

/// Where numbers are irrational, the parent alone decides what it can, and the table the rest.
#[test]
fn an_irrational_product_is_its_table_too() {
    let root = r#"{"alpha": {"root_of": ["-1", "1", "1"], "between": ["0", "1"]}}"#;
    let privacies = [
        (r#"{"alpha": "symbolic", "between": ["1/4", "3/4"]}"#, 'a', ""),
        (r#"{"alpha": "symbolic", "between": ["1/2", "3/4"], "delta": "1/10"}"#, 'a', ""),
        (r#"{"epsilon": "0.5"}"#, 'a', ""),
        (r#"{"epsilon": "0.5", "delta": "1/4"}"#, 'a', ""),
        (root, 'a', ""),
        (r#"{"alpha": "1/2"}"#, 'b', r#", "constant": {"root_of_alpha": 3}"#),
    ];
    let parents: [(usize, &[&[&str]]); 6] = [
        (2, &[&["1/(1+2*x)", "x/(1+2*x)", "x/(1+2*x)"], &["x/(1+2*x)", "1/(1+2*x)", "x/(1+2*x)"], &["1/3"; 3]]),
        (2, &[&["1-x", "x/2", "x/2"], &["x^2", "1-x^2-x/4", "x/4"], &["x/2", "1/2", "1/2-x/2"]]),
        (3, &[&["1/(1+x)", "x/(1+x)"], &["x/(1+x)", "1/(1+x)"]]),
        (3, &[&["3/4", "1/4"], &["1/3", "2/3"]]),
        (2, &[&["x/2", "1-x/2", "0"], &["1/3", "1/3", "1/3"]]),
        (2, &[&["1/2", "1/2"], &["x", "1-x^2"]]),
    ];
    let mut fates = std::collections::BTreeSet::new();
    for (privacy, symbol, constant) in privacies {
        for (individuals, parent) in parents {
            let entry = |x: &&str| x.replace('x', &symbol.to_string());
            let parent: Vec<Vec<String>> = parent.iter().map(|row| row.iter().map(entry).collect()).collect();
            let (v, m) = (parent.len(), parent[0].len());
            let own = |k: usize| list(&[1, 1 + k, 3][..v]);
            let each = (0..individuals).map(own).collect::<Vec<_>>().join(", ");
            let about = |kind: &str| {
                let claims = ["flat", "own", "each", "here", "far"];
                claims.map(|prior| format!(r#"{{"claim": "{kind}", "prior": "{prior}"}}"#)).join(", ")
            };
            let error = if v == m { r#", "expected-error""# } else { "" };
            let rest = format!(
                r#"{constant}, "priors": {{"flat": "uniform", "own": {{"product": [{}]}}, "each": {{"product": [{each}]}},
                "here": {{"point": 1}}, "far": {{"corner": 0}}}}, "claims": ["dp", "approximate-dp", "individual-leakage",
                "capacity", {}, {}{error}]"#,
                own(1),
                about("leakage"),
                about("utility")
            );
            let whole = format!(r#"{{"matrix": {}}}"#, table(&written_out(&parent, individuals)));
            let options = Options { only: vec![Kind::Stochastic], ..Options::default() };
            let of = |text: &str| certify(text.as_bytes(), &options).unwrap().report;
            let by_parent = of(&product(privacy, &parent, individuals, &rest));
            let what = format!("{privacy}, {individuals} of {parent:?}");
            same(&by_parent, &of(&file(privacy, v, individuals, &whole, &rest)), true, &what);
            fates.extend(by_parent.claims().map(|s| (s.claim.kind.name(), s.verdict.name())));
        }
    }
    let kinds = [
        "stochastic",
        "dp",
        "approximate-dp",
        "individual-leakage",
        "capacity",
        "leakage",
        "utility",
        "expected-error",
    ];
    for kind in kinds {
        assert!(["holds", "fails"].iter().all(|verdict| fates.contains(&(kind, verdict))), "{kind}: {fates:?}");
    }
}

#[test]
fn what_a_parent_does_not_decide_is_decided_by_the_table() {
    let privacy = r#"{"alpha": "symbolic", "between": ["1/4", "3/4"]}"#;
    let parent = [["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]].map(|row| row.map(str::to_owned).to_vec());
    let about = |kind: &str| format!(r#"{{"claim": "{kind}", "prior": "own"}}"#);
    let rest = format!(
        r#", "gain": "distance", "priors": {{"own": {{"product": [["2/5", "3/5"]]}}}}, "claims": ["tight-constraints",
        "tight-constraints-exist", {}, {}, {}, {}]"#,
        about("utility"),
        about("regular"),
        about("utility-bound"),
        about("leakage-bound")
    );
    let options = Options { only: vec![Kind::Stochastic], ..Options::default() };
    let of = |text: &str| certify(text.as_bytes(), &options).unwrap().report;
    let by_table = of(&product(privacy, &parent, 2, &rest));
    let whole = format!(r#"{{"matrix": {}}}"#, table(&written_out(&parent, 2)));
    same(&by_table, &of(&file(privacy, 2, 2, &whole, &rest)), true, "two coins");
    assert_eq!(by_table.claims().count(), 8);
}

/// Each of five people is answered by one of the three likeliest opinions: 1,024 databases and 243 answers.
#[test]
fn five_people_on_an_interval_by_their_parent() {
    let entry = |i: usize, o: usize| match i {
        3 => "1/3",
        i if i == o => "1/(1+2*a)",
        _ => "a/(1+2*a)",
    };
    let parent: Vec<Vec<String>> = (0..4).map(|i| (0..3).map(|o| entry(i, o).to_owned()).collect()).collect();
    let value = r#""expect": {"multiplicative": {"equals": "(8/(3*(1+2*a)))^5"}}"#;
    let rest = format!(
        r#", "priors": {{"opinions": {{"product": [["3/10", "27/100", "23/100", "1/5"]]}}}}, "claims": ["dp",
        {{"claim": "leakage", "prior": "opinions", {value}}}, {{"claim": "leakage-bound", "prior": "opinions", {value}}}]"#
    );
    let report = decided(&product(r#"{"alpha": "symbolic", "between": ["1/2", "23/34"]}"#, &parent, 5, &rest));
    assert_eq!((report.nodes.number(), report.outputs.and_then(|m| m.number())), (Some(1024), Some(243)));
    assert_eq!((report.status(), report.claims().count()), (0, 4));
    assert!(report.statements.iter().all(|s| s.checked && s.claim.kind != Kind::TightConstraints));
}

#[test]
fn five_hobbies_have_one_profile_at_every_number_of_individuals() {
    let parent = symmetric(5, "1/10");
    for individuals in [1, 2, 3, 100, 10_000] {
        let text = product(r#"{"alpha": "1/6"}"#, &parent, individuals, "");
        let found = profile(text.as_bytes(), &Limits::default()).unwrap();
        for (n, d) in [(1, 1), (3, 2), (2, 1), (11, 2), (6, 1), (7, 1)] {
            let expected = (r(3, 5) - r(n, 10 * d)).max(r(0, 1));
            let found = found.delta(&malachite::rational::Rational::from_signeds(n, d)).unwrap();
            assert_eq!(found.to_string(), expected.to_string(), "{individuals} individuals, λ = {n}/{d}");
        }
        let report = decided(&text);
        assert_eq!(value(&report, Kind::Dp, "alpha_max"), r(1, 6));
        assert_eq!(of(&report, Kind::Dp).verdict, Verdict::Holds);
        let count = i64::try_from(individuals).unwrap();
        assert_eq!(value(&report, Kind::ExpectedError, "error"), r(2 * count, 5));
        assert_eq!(value(&report, Kind::ExpectedError, "bound"), r(2 * count, 5));
        let power = BigInt::from(3).pow(u32::try_from(individuals).unwrap());
        assert_eq!(value(&report, Kind::Capacity, "multiplicative"), Rational::from(power));
        assert_eq!(value(&report, Kind::IndividualLeakage, "multiplicative"), r(3, 1));
    }
    for (n, d) in [(2, 1), (11, 2)] {
        // The table of a product written out has that δ by itself, at this λ and no smaller δ.
        let text = |delta: &str, individuals| {
            product(&format!(r#"{{"alpha": "{d}/{n}", "delta": "{delta}"}}"#), &parent, individuals, "")
        };
        let delta = (r(3, 5) - r(n, 10 * d)).to_string();
        for individuals in [1, 2, 3, 50] {
            assert_eq!(of(&decided(&text(&delta, individuals)), Kind::ApproximateDp).verdict, Verdict::Holds);
            let less = of(&decided(&text("1/25", individuals)), Kind::ApproximateDp).verdict;
            assert_eq!(less, Verdict::Fails, "{individuals} individuals, λ = {n}/{d}");
        }
    }
}

/// Holohan, Leith, Mason, Theorem 10: p = (1−δ)/(λ+m), two rows; and far beyond what is written out.
#[test]
fn the_best_parent_is_private_exactly_at_its_epsilon_and_delta() {
    for m in 1..=3_i64 {
        for (lambda, delta) in [(1, 1), (2, 1), (3, 1), (7, 2)]
            .into_iter()
            .flat_map(|(n, d)| [(0, 1), (1, 10), (1, 2)].map(|(x, y)| (r(n, d), r(x, y))))
        {
            let p = (r(1, 1) - &delta) / (&lambda + r(m, 1));
            let privacy = format!(r#"{{"alpha": "{}", "delta": "{delta}"}}"#, lambda.recip());
            let verdict = |p: &Rational, individuals| {
                let values = usize::try_from(m + 1).unwrap();
                let report = decided(&product(&privacy, &symmetric(values, &p.to_string()), individuals, ""));
                (of(&report, Kind::ApproximateDp).verdict, value(&report, Kind::ExpectedError, "error"))
            };
            for individuals in [2, 40] {
                let error = &p * r(m * i64::try_from(individuals).unwrap(), 1);
                assert_eq!(verdict(&p, individuals), (Verdict::Holds, error), "m {m}, λ {lambda}, δ {delta}");
                let less = &p - r(1, 1_000_000);
                assert_eq!(verdict(&less, individuals).0, Verdict::Fails, "m {m}, λ {lambda}, δ {delta}");
            }
        }
    }
}

/// One of the best mechanisms that is no product: the database plus Z, Z ~ (5, 2, 2, 1)/10.
#[test]
fn a_sum_that_is_no_product_is_as_good() {
    let z = [5, 2, 2, 1];
    let rows: Vec<Vec<String>> =
        (0..4_usize).map(|i| (0..4_usize).map(|o| format!("{}/10", z[i ^ o])).collect()).collect();
    let mechanism = format!(r#"{{"matrix": {}}}"#, table(&rows));
    let report = decided(&file(r#"{"alpha": "1/2", "delta": "1/10"}"#, 2, 2, &mechanism, ""));
    assert_eq!(of(&report, Kind::ApproximateDp).verdict, Verdict::Holds);
    assert_eq!(value(&report, Kind::ApproximateDp, "delta_min"), r(1, 10));
    assert_eq!(value(&report, Kind::ExpectedError, "error"), r(3, 5));
    assert_eq!(value(&report, Kind::ExpectedError, "bound"), r(3, 5));
    let best = decided(&product(r#"{"alpha": "1/2", "delta": "1/10"}"#, &symmetric(2, "3/10"), 2, ""));
    assert_eq!(value(&best, Kind::ExpectedError, "error"), r(3, 5));
}

#[test]
fn tight_constraints_on_databases_are_products() {
    for (values, individuals, capacity, about_one) in [(2, 3, r(64, 27), r(4, 3)), (3, 2, r(9, 4), r(3, 2))] {
        let mechanism = format!(r#"{{"product": {{"family": "randomised-response"}}, "individuals": {individuals}}}"#);
        let report = decided(&file(r#"{"alpha": "1/2"}"#, values, individuals, &mechanism, ""));
        assert_eq!(value(&report, Kind::Capacity, "multiplicative"), capacity);
        assert_eq!(value(&report, Kind::IndividualLeakage, "multiplicative"), about_one);
        assert_eq!(of(&report, Kind::TightConstraints).verdict, Verdict::Holds);
    }
}

#[test]
fn what_is_not_known_of_a_large_product_is_undecided() {
    let rest = r#", "priors": {"flat": "uniform"}, "claims": ["tight-constraints", "threshold", "universally-optimal",
        {"claim": "optimal", "prior": "flat"}, {"claim": "regular", "prior": "flat"}, {"claim": "leakage-bound", "prior": "flat"},
        {"claim": "derivable", "from": "uniform"}, "tight-constraints-exist", {"claim": "utility-bound", "prior": "flat"}]"#;
    let report = decided(&product(r#"{"alpha": "1/6"}"#, &symmetric(5, "1/10"), 100, rest));
    let undecided = report.statements.iter().filter(|s| s.verdict == Verdict::Undecided);
    assert_eq!(undecided.map(|s| assert!(s.reason.as_ref().unwrap().contains("too large"))).count(), 9);
    assert_eq!(report.status(), 3);
}

#[test]
fn a_value_beyond_every_certificate_is_undecided() {
    let report =
        decided(&product(r#"{"alpha": "1/6"}"#, &symmetric(5, "1/10"), 999_999_999, r#", "claims": ["capacity"]"#));
    let capacity = of(&report, Kind::Capacity);
    assert!(capacity.verdict == Verdict::Undecided && capacity.reason.as_ref().unwrap().contains("--limit bits=N"));
    assert_eq!(value(&report, Kind::ExpectedError, "error"), r(2 * 999_999_999, 5));
}

#[test]
fn a_function_of_too_high_a_degree_is_undecided_at_once() {
    let mechanism = r#"{"product": {"family": "randomised-response"}, "individuals": 10000}"#;
    let report = decided(&file(r#"{"epsilon": "0.8"}"#, 3, 10_000, mechanism, r#", "claims": ["capacity"]"#));
    let capacity = of(&report, Kind::Capacity);
    assert!(capacity.verdict == Verdict::Undecided && capacity.reason.as_ref().unwrap().contains("--limit bits=N"));
    assert_eq!(of(&report, Kind::Dp).verdict, Verdict::Holds);
    assert_eq!(of(&report, Kind::ExpectedError).verdict, Verdict::Holds);
}
