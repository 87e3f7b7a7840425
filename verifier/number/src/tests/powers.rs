//! Powers of far exponents beside those that are made, and beside the convergents of logarithms, which lie on both
//! sides in turn.

use super::*;
use crate::powers::order;

fn ordered(point: Option<Point>, x: (&Fraction, u128), y: (&Fraction, u128)) -> Result<Ordering, Obstacle> {
    Meter::new(1 << 30, 10_000, 1 << 24, 1 << 29).run(|| order(At(point.as_ref()), x, y))
}

/// p/q for each convergent of a continued fraction.
fn convergents(quotients: &[u128]) -> Vec<(u128, u128)> {
    let (mut before, mut last) = ((0, 1), (1, 0));
    let next = |&a: &u128| {
        (before, last) = (last, (a * last.0 + before.0, a * last.1 + before.1));
        last
    };
    quotients.iter().map(next).collect()
}

#[test]
fn short_exponents_are_those_of_the_powers() {
    let mut random = Lehmer(5);
    for _ in 0..3_000 {
        let mut one = || {
            let d = random.below(40) + 1;
            (random.below(d + 1), d, random.below(90) + 1)
        };
        let [(a, b, m), (c, d, l)] = [one(), one()];
        let power = |n: i64, k: i64| BigInt::from(n).pow(u32::try_from(k).expect("a small one"));
        let expected = (power(a, m) * power(d, l)).cmp(&(power(c, l) * power(b, m)));
        let (x, y) = (fraction(a, b), fraction(c, d));
        assert_eq!(
            ordered(None, (&x, m.unsigned_abs().into()), (&y, l.unsigned_abs().into())),
            Ok(expected),
            "({x:?})^{m}, ({y:?})^{l}"
        );
    }
}

/// log₂ 3 and ln 2: (1/3)^q < (1/2)^p iff p/q < log₂ 3, and e^-p > (1/2)^q iff p/q < ln 2.
#[test]
fn convergents_lie_on_both_sides_in_turn() {
    let of_three = [1, 1, 1, 2, 2, 3, 1, 5, 2, 23, 2, 2, 1, 1, 55, 1, 4, 3, 1, 1, 15, 1, 9, 2, 5, 7, 1, 1, 4, 8];
    let of_e = [0, 1, 2, 3, 1, 6, 3, 1, 1, 2, 1, 1, 1, 1, 3, 10, 1, 1, 1, 2, 1, 1, 1, 1, 3, 2, 3, 1, 13, 7];
    let (half, third, t) = (fraction(1, 2), fraction(1, 3), Fraction::from(number(&[0, 1])));
    for (k, (p, q)) in convergents(&of_three).into_iter().enumerate() {
        let side = if k % 2 == 0 { Ordering::Less } else { Ordering::Greater };
        assert_eq!(ordered(None, (&third, q), (&half, p)), Ok(side), "{p}/{q}");
        assert_eq!(ordered(None, (&half, p), (&third, q)), Ok(side.reverse()), "{p}/{q}");
        // t^5 = 1/2.
        let root = Root::Of { polynomial: number(&[-1, 0, 0, 0, 0, 2]), between: [fraction(0, 1), fraction(1, 1)] };
        let root = Point::root(&root).expect("a root");
        assert_eq!(ordered(Some(root.clone()), (&third, q), (&t, 5 * p)), Ok(side), "{p}/{q}");
        assert_eq!(ordered(Some(root), (&third, 5 * q), (&t, 25 * p)), Ok(side), "{p}/{q}");
    }
    for (k, (p, q)) in convergents(&of_e).into_iter().enumerate().skip(1) {
        let side = if k % 2 == 0 { Ordering::Greater } else { Ordering::Less };
        let e = Point::exponential(&fraction(1, 1)).expect("a rate");
        assert_eq!(ordered(Some(e), (&t, p), (&half, q)), Ok(side), "{p}/{q}");
        // e^-1/1000, and a number that is no power of it.
        let e = Point::exponential(&fraction(1, 1_000)).expect("a rate");
        let none = Fraction::new(number(&[0, 2]), number(&[1, 1]));
        assert_eq!(ordered(Some(e.clone()), (&t, 1_000 * p), (&half, q)), Ok(side), "{p}/{q}");
        assert_eq!(ordered(Some(e), (&none, 2_000 * p), (&t, 2_000 * p)), Ok(Ordering::Greater), "{p}/{q}");
    }
}

#[test]
fn ties_are_ties_whatever_the_exponents() {
    let far = 1_000_000_007u128;
    let power = |n: i64, k: u32| Fraction::new(Number::ONE, BigInt::from(n).pow(k).into());
    for (m, l) in [(3, 7), (101, 64), (5, 333)] {
        let (x, y) = (power(6, l), power(6, m));
        let [m, l] = [m, l].map(u128::from);
        assert_eq!(ordered(None, (&x, m * far), (&y, l * far)), Ok(Ordering::Equal));
        assert_eq!(ordered(None, (&x, m * far + 1), (&y, l * far)), Ok(Ordering::Less));
        assert_eq!(ordered(None, (&x, m * far), (&y, l * far + 1)), Ok(Ordering::Greater));
    }
    // t^3 = 2/5: t^6 = 4/25.
    let root = Root::Of { polynomial: number(&[-2, 0, 0, 5]), between: [fraction(0, 1), fraction(1, 1)] };
    let (t, root) = (Fraction::from(number(&[0, 1])), Point::root(&root).expect("a root"));
    assert_eq!(ordered(Some(root.clone()), (&t, 6 * far), (&fraction(4, 25), far)), Ok(Ordering::Equal));
    assert_eq!(ordered(Some(root), (&t, 6 * far + 1), (&fraction(4, 25), far)), Ok(Ordering::Less));
    // Powers of one e^-r, and 0 and 1.
    let e = || Some(Point::exponential(&fraction(4, 5)).expect("a rate"));
    let square = Fraction::from(number(&[0, 0, 1]));
    assert_eq!(ordered(e(), (&t, 2 * far), (&square, far)), Ok(Ordering::Equal));
    assert_eq!(ordered(e(), (&t, 2 * far + 1), (&square, far)), Ok(Ordering::Less));
    assert_eq!(ordered(None, (&Fraction::ONE, far), (&Fraction::ONE, 3)), Ok(Ordering::Equal));
    assert_eq!(ordered(None, (&Fraction::ZERO, far), (&fraction(1, 2), far * far)), Ok(Ordering::Less));
    assert_eq!(ordered(None, (&Fraction::ONE, far), (&fraction(1, 2), far)), Ok(Ordering::Greater));
}

/// What is too close to be told apart meets a limit, and is no tie.
#[test]
fn what_is_too_close_is_undecided() {
    let close =
        Fraction::new(BigInt::from(2).pow(4_000).into(), Number::from(BigInt::from(2).pow(4_001) + BigInt::one()));
    let found = ordered(None, (&close, 1_000_000_007), (&fraction(1, 2), 1_000_000_007));
    assert_eq!(found, Ok(Ordering::Less));
    let found = ordered(None, (&close, 1_000_000_007), (&fraction(1, 4), 500_000_003));
    assert_eq!(found, Ok(Ordering::Less));
    let far = Fraction::new(Number::ONE, BigInt::from(2).pow(10_007).into());
    assert_eq!(ordered(None, (&fraction(1, 2), 10_007), (&far, 1)), Ok(Ordering::Equal));
    assert!(matches!(ordered(None, (&close, 10_007), (&far, 1)), Err(Obstacle::Limit(_))));
}
