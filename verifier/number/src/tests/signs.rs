//! Signs beside values at many numbers, and on intervals.

use super::*;

#[test]
fn signs_at_numbers() {
    let half_root = root(&[-1, 0, 2], (0, 1), (1, 1)).expect("√2/2");
    let signs = |t: &Point| {
        [&[-1, 0, 2][..], &[-7, 10], &[-71, 100], &[0, 0, -1, 0, 2], &[0, 0, 0, -1]]
            .map(|p| t.sign(&number(p)).expect("it shows"))
    };
    use Ordering::{Equal, Greater, Less};
    assert_eq!(signs(&half_root), [Equal, Greater, Less, Equal, Less]);
    assert_eq!(signs(&rational(7, 10)), [Less, Equal, Less, Less, Less]);
    let e = Point::exponential(&fraction(1, 2)).expect("e^-1/2 = 0.6065…");
    assert_eq!(signs(&e), [Less, Less, Less, Less, Less]);
    // −√2/2, where odd powers change signs, and 0, which no power of t may hide.
    let negative = root(&[-1, 0, 2], (-1, 1), (0, 1)).expect("−√2/2");
    assert_eq!(negative.sign(&number(&[0, 0, 0, -1])), Ok(Greater));
    let zero = root(&[0, 1], (-1, 1), (1, 1)).expect("0");
    assert_eq!(zero.sign(&number(&[0, 0, 1])), Ok(Equal));
    // A zero of a polynomial that shares a factor with t's, and is no multiple of it.
    let reducible = root(&[3, 0, -7, 0, 2], (0, 1), (1, 1)).expect("√2/2 by (2t² − 1)(t² − 3)");
    assert!(matches!(reducible.sign(&number(&[-1, 0, 2])), Err(Obstacle::Unknown(_))));
    assert!(half_root.is_same(&half_root.clone()).expect("it shows"));
    assert!(!half_root.is_same(&rational(7, 10)).expect("it shows"));
    assert!(rational(1, 3).is_same(&root(&[-1, 3], (0, 1), (1, 1)).expect("1/3")).expect("it shows"));
}

#[test]
fn enclosures_of_powers_of_e() {
    // The first digits of e^-1 and e^-10, and of e^-1/1000.
    let known = [(1, 1, "36787944117144232159"), (10, 1, "00004539992976248485"), (1, 1_000, "99900049983337499166")];
    for (n, d, digits) in known {
        let Ok(Point::Exponential(t)) = Point::exponential(&fraction(n, d)) else { panic!("a rate above 0") };
        let Bracket { low, high, bits } = t.bracket(200).expect("within the limits");
        let (digits, ten): (BigInt, BigInt) = (digits.parse().expect("digits"), BigInt::from(10).pow(20));
        assert!(low <= high && &high - &low < BigInt::from(16), "{n}/{d} is enclosed to some units");
        assert!(&digits << bits <= low * &ten && high * &ten <= (&digits + 1) << bits, "{n}/{d}");
    }
}

/// What is known serves again, and encloses the same number; a copy counts as if nothing had been asked for.
#[test]
fn an_enclosure_serves_again() {
    let new = || match Point::exponential(&fraction(7, 3)) {
        Ok(Point::Exponential(t)) => t,
        _ => panic!("a rate above 0"),
    };
    let asked = |t: &crate::Exponential, bits: u64| {
        let meter = Meter::new(1 << 30, 100, 1 << 20, 1 << 30);
        let found = meter.run(|| t.bracket(bits)).expect("within the limits");
        (found, meter.left())
    };
    let old = new();
    let (mut least, mut most) = (0, u64::MAX);
    for bits in [64, 128, 64, 200, 128, 64] {
        let ((again, left), (first, left_by_new)) = (asked(&old, bits), asked(&new(), bits));
        assert_eq!((again.bits, asked(&old.clone(), bits)), (bits, (first.clone(), left_by_new)), "{bits}");
        assert!(again.low <= first.high && first.low <= again.high, "{bits}");
        assert!(&again.high - &again.low < BigInt::from(16), "{bits}");
        (least, most) = (least.max(left), most.min(left));
    }
    assert!(least > most, "what is known costs less");
    assert_eq!(old, new());
    // Without means there is no enclosure, and none is kept.
    let (poor, meter) = (new(), Meter::new(10, 100, 1 << 20, 1 << 30));
    assert!(meter.run(|| poor.bracket(64)).is_err());
    assert_eq!(asked(&poor, 64), asked(&new(), 64));
}

#[test]
fn signs_on_an_interval_are_those_inside() {
    let mut random = Lehmer(5);
    let ends = [
        (rational(0, 1), rational(1, 1), (0, 1_000)),
        (root(&[-1, 0, 2], (0, 1), (1, 1)).expect("√2/2"), rational(1, 1), (708, 1_000)),
        (rational(1, 3), root(&[-1, 0, 2], (0, 1), (1, 1)).expect("√2/2"), (334, 707)),
        (rational(1, 2), rational(3, 2), (500, 1_500)),
        (rational(-1, 1), rational(1, 2), (-1_000, 500)),
    ];
    let mut shown = 0;
    for (low, high, (first, last)) in ends {
        let interval = Point::between(low, high).expect("it rises");
        for _ in 0..200 {
            let p: Vec<i64> = (0..4).map(|_| random.below(21) - 10).collect();
            let at = |n: i64| rational(n, 1_000).sign(&number(&p)).expect("a value");
            let inside: Vec<Ordering> = (first + 1..last).map(at).collect();
            match interval.sign(&number(&p)) {
                Ok(sign) => {
                    assert!(inside.iter().all(|x| *x == sign), "{p:?} is {sign:?}");
                    shown += 1;
                }
                Err(Obstacle::Changes(_)) => {}
                Err(why) => panic!("{why:?}"),
            }
            if inside.windows(2).all(|two| two[0] == two[1] && two[0].is_ne()) && p.iter().all(|c| *c > 0) {
                assert!(interval.sign(&number(&p)).is_ok());
            }
        }
    }
    assert!(shown > 100, "{shown}");
    let whole = Point::between(rational(0, 1), rational(1, 1)).expect("it rises");
    // Zeros at the ends, which do not belong, and one inside.
    assert_eq!(whole.sign(&number(&[0, 1, -1])), Ok(Ordering::Greater));
    assert!(matches!(whole.sign(&number(&[1, -4, 4])), Err(Obstacle::Changes(_))));
    // Sums of first coefficients tell nothing beyond 1, or below 0.
    for (low, high) in [(rational(0, 1), rational(2, 1)), (rational(-2, 1), rational(1, 1))] {
        let longer = Point::between(low, high).expect("it rises");
        assert!(matches!(longer.sign(&number(&[1, 0, -1])), Err(Obstacle::Changes(_))));
        assert!(matches!(longer.sign(&number(&[0, 1, -1])), Err(Obstacle::Changes(_))));
    }
    assert_eq!(Point::between(rational(1, 2), rational(1, 2)), Err(Obstacle::Order));
    assert_eq!(Point::between(rational(2, 3), rational(1, 2)), Err(Obstacle::Order));
}

/// The ends are 2^-201 apart: their first enclosures overlap.
#[test]
fn signs_between_two_close_roots() {
    let polynomial = |k: u32| {
        let half: BigInt = (BigInt::one() << 199) + k;
        Number::polynomial(vec![-half, BigInt::zero(), BigInt::one() << 200])
    };
    let root = |k| {
        let between = [Fraction::ZERO, Fraction::ONE];
        Point::root(&Root::Of { polynomial: polynomial(k), between }).expect("one root")
    };
    let interval = Point::between(root(0), root(1)).expect("it rises");
    assert_eq!(interval.sign(&polynomial(0)), Ok(Ordering::Greater));
    assert_eq!(interval.sign(&polynomial(1)), Ok(Ordering::Less));
}

/// The first enclosure of an interval is wider than it: what vanishes there does not, or not yet, decide.
#[test]
fn signs_on_an_interval_narrower_than_its_first_enclosure() {
    let scale: BigInt = BigInt::one() << 60;
    let end = |n: i64| Point::Rational(crate::fraction(&scale / 3 + n, scale.clone()));
    let interval = Point::between(end(0), end(1_000)).expect("it rises");
    // t less a number that many 2^-60 past a third.
    let beyond = |n: i64| Number::polynomial(vec![-(&scale / 3u32 + n), scale.clone()]);
    let signs = [-5, 0, 1_000, 1_005].map(|n| interval.sign(&beyond(n)));
    use Ordering::{Greater, Less};
    assert_eq!(signs, [Ok(Greater), Ok(Greater), Ok(Less), Ok(Less)]);
    assert!(matches!(interval.sign(&beyond(500)), Err(Obstacle::Changes(_))));
    // A polynomial that vanishes at neither end takes a part of what one takes that does.
    let interval = Point::between(root(&[-1, 0, 3], (0, 1), (1, 1)).expect("√3/3"), rational(1, 1)).expect("it rises");
    let meter = Meter::new(1 << 20, 100, 1 << 20, 1 << 30);
    let taken = |p: &[i64]| {
        let before = meter.left();
        assert_eq!(meter.run(|| interval.sign(&number(p))), Ok(Greater));
        before - meter.left()
    };
    let [ending, apart] = [taken(&[-1, 0, 3, 0, -1, 0, 3]), taken(&[-1, 1, 3, 0, -1, 0, 3])];
    assert!(apart < ending / 3, "{apart} of {ending} steps");
}
