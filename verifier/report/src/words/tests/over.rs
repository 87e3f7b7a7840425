use super::{about, fraction, function, half, rational_point, root, symbolic};
use crate::Value;
use crate::words::over::{Part, Told};
use crate::words::{Words, statement::told};
use Verdict::{Fails, Holds};
use dp_file::limits::{Budget, Limits};
use dp_file::model::{Claim, Kind, Mechanism};
use dp_kernel::{Name, Point, Reason, Verdict};

/// What was found on a part: its place, verdict, values and reasons.
type Found = (Option<Point>, Verdict, Vec<(Name, dp_kernel::Value)>, Vec<Reason>);

fn parts(found: &[Found]) -> Vec<Part<'_>> {
    found
        .iter()
        .map(|found| Part { at: found.0.as_ref(), verdict: found.1, values: &found.2, reasons: &found.3 })
        .collect()
}

fn tell(mechanism: &Mechanism, kind: Kind, found: &[Found]) -> Result<Told, String> {
    about(mechanism, kind, |words| told(&parts(found), words))
}

fn between(low: Point, high: Point) -> Option<Point> {
    Some(Point::between(low, high).expect("rising"))
}

fn number(of: Name, x: dp_kernel::Fraction) -> Vec<(Name, dp_kernel::Value)> {
    vec![(of, dp_kernel::Value::Number(x))]
}

/// (0, √2/2), √2/2 and (√2/2, 1).
fn three(mut each: impl FnMut(usize) -> (Verdict, Vec<(Name, dp_kernel::Value)>, Vec<Reason>)) -> Vec<Found> {
    let cut = || root(&[-1, 0, 2]);
    let places = [between(rational_point(0, 1), cut()), Some(cut()), between(cut(), rational_point(1, 1))];
    let found = places.into_iter().enumerate().map(|(k, at)| {
        let (verdict, values, reasons) = each(k);
        (at, verdict, values, reasons)
    });
    found.collect()
}

#[test]
fn at_one_number_of_a_rational_file() {
    let found = [(None, Fails, number(Name::Utility, fraction(2, 4)), vec![Reason::NotPrivate])];
    let told = tell(&half(), Kind::Optimal, &found).expect("within limits");
    let [("utility", Value::Rational(x))] = &told.values[..] else { panic!("{told:?}") };
    assert_eq!((x.to_string(), told.explanation), ("1/2".into(), vec!["X is not ε-private".into()]));
}

#[test]
fn a_function_on_all_of_an_interval() {
    for at in [None, between(rational_point(0, 1), rational_point(1, 1))] {
        let told =
            tell(&symbolic(), Kind::Utility, &[(at, Holds, number(Name::Utility, function(&[2, 4], 6)), vec![])]);
        let told = told.expect("within limits");
        assert_eq!(told.values[0].1.exact(80).as_deref(), Some("(1+2*a)/3"));
        assert!(told.explanation.is_empty());
    }
}

/// The same function on all parts, written in another way at the cut: t² = 1/2 there.
#[test]
fn pieces_of_one_function_are_joined() {
    let squared = |k| if k == 1 { fraction(1, 2) } else { function(&[0, 0, 1], 1) };
    let found = three(|k| (Holds, number(Name::Utility, squared(k)), vec![]));
    let told = tell(&symbolic(), Kind::Utility, &found).expect("within limits");
    assert_eq!(told.values.len(), 1);
    assert_eq!(told.values[0].1.exact(80).as_deref(), Some("a^2"));
}

#[test]
fn functions_that_differ_are_pieces() {
    let of = |k| if k == 2 { fraction(1, 2) } else { function(&[0, 0, 1], 1) };
    let found = three(|k| (Holds, number(Name::Utility, of(k)), vec![]));
    let told = tell(&symbolic(), Kind::Utility, &found).expect("within limits");
    let [("utility", Value::Pieces(pieces))] = &told.values[..] else { panic!("{told:?}") };
    let ranges: Vec<_> = pieces.0.iter().map(|(range, value, _)| (range.written(), value.exact(80).unwrap())).collect();
    assert_eq!(ranges, [("(0, √2/2]".into(), "a^2".into()), ("(√2/2, 1)".into(), "1/2".to_owned())]);
}

/// A value that is missing on a part is told on the others; a logarithm or a flag then is not.
#[test]
fn a_value_missing_on_a_part() {
    let found = three(|k| (Holds, if k == 0 { number(Name::Sum, fraction(3, 2)) } else { vec![] }, vec![]));
    let told = tell(&symbolic(), Kind::Regular, &found).expect("within limits");
    let [("sum", Value::Pieces(pieces))] = &told.values[..] else { panic!("{told:?}") };
    assert_eq!(pieces.0[0].0.written(), "(0, √2/2)");
    let flag = |k| if k == 0 { vec![(Name::Unique, dp_kernel::Value::Flag(true))] } else { vec![] };
    let told = tell(&symbolic(), Kind::TightConstraintsExist, &three(|k| (Holds, flag(k), vec![])));
    assert_eq!(told.expect("within limits").values, []);
}

#[test]
fn where_a_claim_holds() {
    let not_private = || vec![Reason::NotPrivate];
    let found = three(|k| if k < 2 { (Holds, vec![], vec![]) } else { (Fails, vec![], not_private()) });
    let told = tell(&symbolic(), Kind::Optimal, &found).expect("within limits");
    assert_eq!(
        told.explanation,
        ["it holds exactly for α in (0, √2/2]", "and fails at α = 4/5, for example", "X is not ε-private"]
    );
    let found = three(|k| if k == 1 { (Fails, vec![], not_private()) } else { (Holds, vec![], vec![]) });
    let told = tell(&symbolic(), Kind::Optimal, &found).expect("within limits");
    assert_eq!(
        told.explanation,
        ["it holds exactly for α in (0, √2/2) ∪ (√2/2, 1)", "and fails at α = √2/2, for example", "X is not ε-private"]
    );
    let nowhere = [(None, Fails, vec![], not_private())];
    let told = tell(&symbolic(), Kind::Optimal, &nowhere).expect("within limits");
    assert_eq!(
        told.explanation,
        ["it holds at no value of α in the interval", "and fails at α = 1/2, for example", "X is not ε-private"]
    );
}

#[test]
fn a_refutation_at_one_number() {
    let found = [(Some(root(&[-1, 0, 2])), Fails, vec![], vec![Reason::NotPrivate])];
    let told = tell(&symbolic(), Kind::TightConstraints, &found).expect("within limits");
    assert_eq!(told.explanation, ["it fails at α = √2/2, for example", "X is not ε-private"]);
    assert_eq!(told.values, []);
}

/// The set is that of the kernel, or made of the parts.
#[test]
fn thresholds() {
    let set = dp_kernel::Value::Set(vec![[rational_point(0, 1), root(&[-1, 0, 2])]]);
    let star = dp_kernel::Value::Root(Box::new(root(&[-1, 0, 2])));
    let stated = [(None, Holds, vec![(Name::Set, set), (Name::AlphaStar, star)], vec![])];
    let computed = three(|k| (if k < 2 { Holds } else { Fails }, vec![], vec![]));
    for file in [half(), symbolic()] {
        for found in [&stated[..], &computed] {
            let told = tell(&file, Kind::Threshold, found).expect("within limits");
            let names: Vec<_> = told.values.iter().map(|(name, value)| (*name, value.exact(80).unwrap())).collect();
            assert_eq!(names, [("set", "(0, √2/2]".to_owned()), ("alpha_star", "√2/2".to_owned())]);
        }
    }
    let all = [(None, Holds, vec![], vec![])];
    let told = tell(&half(), Kind::Threshold, &all).expect("within limits");
    assert_eq!(told.values[0].1.exact(80).as_deref(), Some("(0, 1)"));
    assert_eq!(told.values[1].1.exact(80).as_deref(), Some("1"));
    let none = tell(&half(), Kind::Threshold, &[(None, Fails, vec![], vec![])]).expect_err("no part near 0");
    assert!(none.starts_with("Φ is near the identity for small α"), "{none}");
}

#[test]
fn parts_out_of_turn_are_no_report() {
    let two = &three(|_| (Holds, vec![], vec![]))[..2];
    assert!(tell(&symbolic(), Kind::Dp, two).expect_err("two parts").starts_with("internal: "));
    assert!(tell(&half(), Kind::Dp, &three(|_| (Holds, vec![], vec![]))).is_err());
}

/// What takes more than the limits leave is said by the limit's name.
#[test]
fn limits_of_a_report() {
    let file = symbolic();
    let claim = Claim::plain(Kind::Utility);
    let found = three(|k| (Holds, number(Name::Utility, function(&[0, 0, if k == 2 { 2 } else { 1 }], 1)), vec![]));
    let with = |limits: &Limits| {
        let steps = Budget::new(limits.steps);
        told(&parts(&found), &Words::new(&file, &claim, limits, &steps))
    };
    assert!(with(&Limits::default()).is_ok());
    let few = with(&Limits { memory: 3_000, ..Limits::default() }).expect_err("three parts of a kilobyte each");
    assert!(few.contains("--limit memory=N"), "{few}");
    let few = with(&Limits { steps: 10, ..Limits::default() }).expect_err("a root takes more than ten steps");
    assert!(few.contains("--limit steps=N"), "{few}");
}
