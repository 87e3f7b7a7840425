//! Signs at e^-r and at algebraic numbers, beside oracles that use nothing but fractions.

use crate::random::cases;
use dp_kernel::Obstacle;
use dp_verify::algebra;
use dp_verify::alpha::{self, Bounds, Exponential, Point, Polynomial, Polynomials as _, Quotient};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::{Alpha, Constant};
use dp_verify::number::{BigInt, Enclosure, Rational};
use dp_verify::problem::meter;
use num_traits::{One, Pow, Signed, Zero};
use proptest::prelude::*;
use std::cmp::Ordering;

fn r(n: i64, d: i64) -> Rational {
    Rational::new(n.into(), d.into())
}

fn poly(coefficients: &[i64]) -> Polynomial {
    Polynomial::polynomial(coefficients.iter().map(|&c| c.into()).collect())
}

/// Runs with the limits that a file has by default.
fn bounded<T>(work: impl Fn() -> Result<T, Obstacle>) -> T {
    meter(&Limits::default()).run(work).expect("within the limits")
}

fn exponential(rate: Rational) -> Point {
    Point::Exponential(Exponential::new(rate).unwrap())
}

fn algebraic(coefficients: &[i64], low: Rational, high: Rational) -> Point {
    bounded(|| algebra::root(&poly(coefficients), &low, &high))
}

fn golden() -> Point {
    algebraic(&[-1, 1, 1], r(0, 1), r(1, 1))
}

fn sign(t: &Point, p: &Polynomial) -> Ordering {
    bounded(|| algebra::sign(t, p))
}

fn enclosure(t: &Point, bits: u64) -> Enclosure {
    Enclosure::from(&bounded(|| t.bracket(bits)))
}

/// Twelve digits of n/d at t.
fn digits(t: &Point, n: &[i64], d: &[i64]) -> Result<String, Obstacle> {
    algebra::digits_of(t, &Quotient::new(poly(n), poly(d)))
}

/// e^-rate between two fractions: the inverse of Σ rate^j/j! up to j = n, with 2·rate^(n+1)/(n+1)! for the rest.
fn naive_exponential(rate: &Rational, n: u32) -> (Rational, Rational) {
    let (mut term, mut sum) = (Rational::one(), Rational::zero());
    for j in 1..=n + 1 {
        sum += &term;
        term = term * rate / Rational::from(BigInt::from(j));
    }
    (Rational::one() / (&sum + term * r(2, 1)), Rational::one() / sum)
}

/// The sign of p between two positive numbers: positive terms at one end less negative terms at the other.
fn naive_sign(p: &Polynomial, (low, high): &(Rational, Rational)) -> Option<Ordering> {
    let part = |x: &Rational, negative: bool| {
        let coefficients = p.coefficients();
        let terms = coefficients.iter().enumerate().filter(|(_, c)| c.is_negative() == negative);
        terms.fold(Rational::zero(), |sum, (k, c)| sum + Pow::pow(x, k) * c.abs())
    };
    let (least, most) = (part(low, false) - part(high, true), part(high, false) - part(low, true));
    match () {
        () if p.is_zero() => Some(Ordering::Equal),
        () if least.is_positive() => Some(Ordering::Greater),
        () if most.is_negative() => Some(Ordering::Less),
        () => None,
    }
}

/// The sign of x + y·√d.
fn surd_sign(x: &Rational, y: &Rational, d: i64) -> Ordering {
    let zero = Rational::zero();
    match (x.cmp(&zero), y.cmp(&zero), (x * x).cmp(&(y * y * r(d, 1)))) {
        (Ordering::Equal, b, _) => b,
        (a, Ordering::Equal, _) => a,
        (a, b, _) if a == b => a,
        (_, b, Ordering::Less) => b,
        (_, _, Ordering::Equal) => Ordering::Equal,
        (a, _, Ordering::Greater) => a,
    }
}

fn small(degree: usize) -> impl Strategy<Value = Polynomial> {
    prop::collection::vec(-20i64..=20, 0..=degree + 1).prop_map(|c| poly(&c))
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn signs_at_e_to_a_rational_power(p in small(12), n in 1i64..40, d in 1i64..20) {
        let rate = r(n, d);
        let found = sign(&exponential(rate.clone()), &p);
        let known = naive_sign(&p, &naive_exponential(&rate, if n > 8 * d { 220 } else { 90 }));
        prop_assert_eq!(Some(found), known);
    }

    #[test]
    fn signs_at_the_golden_ratio(p in small(12), multiply in any::<bool>()) {
        // p(t) = x + y√5 for t = (√5 − 1)/2; some p are multiples of t² + t − 1.
        let p = if multiply { &p * &poly(&[-1, 1, 1]) } else { p };
        let (mut x, mut y) = (Rational::zero(), Rational::zero());
        for c in p.coefficients().iter().rev() {
            (x, y) = ((&y * r(5, 1) - &x) / r(2, 1) + c, (&x - &y) / r(2, 1));
        }
        prop_assert_eq!(sign(&golden(), &p), surd_sign(&x, &y, 5));
        prop_assert!(!multiply || x.is_zero() && y.is_zero());
    }

    #[test]
    fn signs_at_negative_and_at_large_numbers(p in small(9), d in prop::sample::select(vec![2i64, 3, 5, 7, 11])) {
        for side in [1i64, -1] {
            let (low, high) = if side > 0 { (r(0, 1), r(4, 1)) } else { (r(-4, 1), r(0, 1)) };
            let (mut x, mut y) = (Rational::zero(), Rational::zero());
            for c in p.coefficients().iter().rev() {
                (x, y) = (&y * r(d * side, 1) + c, &x * r(side, 1));
            }
            prop_assert_eq!(sign(&algebraic(&[-d, 0, 1], low, high), &p), surd_sign(&x, &y, d));
        }
    }

    #[test]
    fn enclosures_contain_the_number_and_are_narrow(n in 1i64..5_000, d in 1i64..100, bits in 8u64..300) {
        let rate = r(n, d);
        let t = exponential(rate.clone());
        let found = enclosure(&t, bits);
        prop_assert!(&found.high - &found.low <= Rational::new(4.into(), BigInt::one() << bits));
        if n < 8 * d {
            let known = naive_exponential(&rate, 150);
            prop_assert!(found.low <= known.1 && known.0 <= found.high);
        }
        let root = algebraic(&[-n, 0, d], r(0, 1), r(5_000, 1));
        let found = enclosure(&root, bits);
        prop_assert!(&found.high - &found.low <= Rational::new(4.into(), BigInt::one() << bits));
        prop_assert!(&found.low * &found.low <= rate && rate <= &found.high * &found.high);
    }
}

#[test]
fn decimals_of_the_numbers_themselves() {
    let shown = |point: &Point| bounded(|| digits(point, &[0, 1], &[1]));
    assert_eq!(shown(&exponential(r(4, 5))), "0.449328964117");
    assert_eq!(shown(&exponential(r(1, 1))), "0.367879441171");
    assert_eq!(shown(&exponential(r(100, 1))), "3.72007597602e-44");
    assert_eq!(shown(&golden()), "0.618033988750");
    assert_eq!(shown(&algebraic(&[1, 0, -10, 0, 1], r(0, 1), r(1, 1))), "0.317837245196");
    assert_eq!(shown(&algebraic(&[-1, 0, 0, 0, 0, 2], r(0, 1), r(1, 1))), "0.870550563296");
    assert_eq!(shown(&algebraic(&[-2, 0, 1], r(-2, 1), r(0, 1))), "-1.41421356237");
}

#[test]
fn decimals_of_quotients() {
    let t = exponential(r(4, 5));
    let of = |t: &Point, n: &[i64], d: &[i64]| bounded(|| digits(t, n, d));
    // (1-t)/(1+t) = tanh 0.4; constants and zero are exact.
    assert_eq!(of(&t, &[1, -1], &[1, 1]), "0.379948962255");
    assert_eq!(of(&t, &[-1, 1], &[1, 1]), "-0.379948962255");
    assert_eq!(of(&t, &[3, 6], &[8, 16]), "0.375000000000");
    assert_eq!(of(&t, &[], &[8, 16]), "0");
    // t² + t is 1 at the golden ratio though not constant; t² + t − 1 is 0.
    assert_eq!(of(&golden(), &[0, 1, 1], &[3]), "0.333333333333");
    assert_eq!(of(&golden(), &[-1, 1, 1], &[3]), "0");
    // A tie: 1.000000000005 and 1.000000000015 as multiples of t² + t.
    let (first, second) = (1_000_000_000_005, 1_000_000_000_015);
    assert_eq!(of(&golden(), &[0, first, first], &[1_000_000_000_000]), "1.00000000000");
    assert_eq!(of(&golden(), &[0, -second, -second], &[1_000_000_000_000]), "-1.00000000002");
    let refused = digits(&golden(), &[1], &[-1, 1, 1]);
    assert_eq!(refused, Err(Obstacle::Unfit("the denominator vanishes")));
}

#[test]
fn polynomials_that_nearly_vanish() {
    // F_n − F_(n+1)·t = −(−t)^(n+1): for n = 3000 below 2^-2000.
    let (mut f, mut g) = (BigInt::one(), BigInt::one());
    for n in 1..=3_000 {
        if n % 500 < 2 {
            let expected = if n % 2 == 1 { Ordering::Greater } else { Ordering::Less };
            let near = Polynomial::polynomial(vec![f.clone(), -g.clone()]);
            assert_eq!(sign(&golden(), &near), expected, "{n}");
            let zero = &near * &poly(&[-1, 1, 1]);
            assert_eq!(sign(&golden(), &zero), Ordering::Equal);
        }
        (f, g) = (g.clone(), f + g);
    }
    // The convergents of e^-4/5, which lie on either side in turn.
    let known = naive_exponential(&r(4, 5), 700);
    let (mut x, mut last, mut now) =
        (known.0.clone(), (BigInt::zero(), BigInt::one()), (BigInt::one(), BigInt::zero()));
    for k in 0..600 {
        let whole = x.floor().to_integer();
        (last, now) = (now.clone(), (&whole * &now.0 + last.0, whole * &now.1 + last.1));
        x = Rational::one() / x.fract();
        let near = Polynomial::polynomial(vec![-now.0.clone(), now.1.clone()]);
        assert_eq!(
            sign(&exponential(r(4, 5)), &near),
            if k % 2 == 0 { Ordering::Greater } else { Ordering::Less },
            "{k}"
        );
    }
    assert!(now.1.bits() > 900);
}

#[test]
fn very_small_numbers_still_have_signs() {
    // e^-(10^50): no enclosure is needed to see that 1 − 2^100·t > 0 and t^9 − t^10 > 0.
    let t = exponential(Rational::from(Pow::pow(BigInt::from(10), 50u32)));
    assert_eq!(sign(&t, &Polynomial::polynomial(vec![BigInt::one(), -(BigInt::one() << 100u32)])), Ordering::Greater);
    assert_eq!(sign(&t, &poly(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 1, -1])), Ordering::Greater);
    assert_eq!(sign(&t, &poly(&[0])), Ordering::Equal);
    assert!(matches!(digits(&t, &[0, 1], &[1]), Err(Obstacle::Unknown(_))));
}

#[test]
fn reducible_polynomials_define_numbers_too() {
    // (t² + t − 1)(3t − 1)(t² + 1), around each of its two roots in (0, 1); multiplicities do not matter.
    let factors = [poly(&[-1, 3]), poly(&[1, 0, 1]), poly(&[1, 0, 1]), poly(&[-1, 3])];
    let p = factors.iter().fold(poly(&[-1, 1, 1]), |p, factor| &p * factor);
    let third = bounded(|| algebra::root(&p, &r(1, 5), &r(1, 2)));
    let golden = bounded(|| algebra::root(&p, &r(1, 2), &r(1, 1)));
    assert_eq!(sign(&third, &poly(&[-1, 3])), Ordering::Equal);
    assert_eq!(sign(&golden, &poly(&[-1, 3])), Ordering::Greater);
    assert_eq!(sign(&golden, &poly(&[-1, 1, 1])), Ordering::Equal);
    assert_eq!(sign(&third, &poly(&[-1, 1, 1])), Ordering::Less);
    assert_eq!(bounded(|| digits(&third, &[0, 1], &[1])), "0.333333333333");
    for (low, high, why) in [
        (r(0, 1), r(1, 1), "the polynomial has several roots in the interval"),
        (r(7, 10), r(1, 1), "the polynomial has no root in the interval"),
    ] {
        assert_eq!(algebra::root(&p, &low, &high), Err(Obstacle::Unfit(why)));
    }
}

#[test]
fn the_generator_of_each_kind_of_file() {
    let limits = Limits::default();
    let steps = Budget::new(limits.steps);
    let bounds = Bounds::new(&limits, &steps);
    let root = |alpha: &Alpha, k| alpha::root_of_alpha(alpha, k, &bounds).expect("a root");
    let shown = |t: &Point| bounded(|| digits(t, &[0, 1], &[1]));
    let half = Alpha::Rational(r(1, 2));
    assert_eq!(root(&half, 1), Point::Rational(r(1, 2)));
    assert_eq!(root(&Alpha::Rational(r(8, 27)), 3), Point::Rational(r(2, 3)));
    assert_eq!(root(&Alpha::Rational(r(1, 1)), 3), Point::Rational(r(1, 1)));
    assert_eq!(shown(&root(&half, 5)), "0.870550563296");
    assert_eq!(root(&Alpha::Exponential(r(4, 5)), 4), exponential(r(1, 5)));
    // 2^(-1/5), 2^(-2/15), (1/2)^(1/5) by a negative exponent.
    assert_eq!(shown(&root(&Alpha::Power { base: r(2, 1), exponent: r(1, 5) }, 1)), "0.870550563296");
    assert_eq!(shown(&root(&Alpha::Power { base: r(2, 1), exponent: r(2, 5) }, 3)), "0.911722488558");
    assert_eq!(shown(&root(&Alpha::Power { base: r(1, 2), exponent: r(-1, 5) }, 1)), "0.870550563296");
    // √3 − √2 and its square root; of the golden ratio's fourth root the fourth power is it.
    let biquadratic = [1i64, 0, -10, 0, 1].map(|c| r(c, 1)).to_vec();
    let alpha = Alpha::Root { polynomial: biquadratic, between: (r(0, 1), r(1, 1)) };
    assert_eq!(shown(&root(&alpha, 1)), "0.317837245196");
    assert_eq!(shown(&root(&alpha, 2)), "0.563770560774");
    let coefficients = vec![r(0, 1), r(-1, 2), r(1, 2), r(1, 2)];
    let alpha = Alpha::Root { polynomial: coefficients, between: (r(1, 10), r(1, 1)) };
    assert_eq!(sign(&root(&alpha, 4), &poly(&[-1, 0, 0, 0, 1, 0, 0, 0, 1])), Ordering::Equal);
    // Of two roots of p, whose k-th roots both lie in (0, 1), the right one: (4t − 1)(t² + t − 1).
    let coefficients = [1i64, -5, 3, 4].map(|c| r(c, 1)).to_vec();
    let alpha = Alpha::Root { polynomial: coefficients, between: (r(1, 2), r(1, 1)) };
    assert_eq!(shown(&root(&alpha, 2)), "0.786151377757");
    // b = √3 beside a rational α.
    let b = Constant::Root { polynomial: vec![r(-3, 1), r(0, 1), r(1, 1)], between: (r(1, 1), r(2, 1)) };
    assert_eq!(shown(&alpha::generator(&half, Some(&b), &bounds).unwrap()), "1.73205080757");
    let fifth = Constant::RootOfAlpha(5);
    assert_eq!(shown(&alpha::generator(&half, Some(&fifth), &bounds).unwrap()), "0.870550563296");
    // An interval's ends must have rational roots.
    let all = Alpha::Symbolic { between: (r(0, 1), r(1, 1)) };
    assert!(matches!(root(&all, 7), Point::Interval(t) if *t.ends() == [r(0, 1), r(1, 1)].map(Point::Rational)));
    let upto_half = Alpha::Symbolic { between: (r(0, 1), r(1, 2)) };
    assert!(matches!(alpha::root_of_alpha(&upto_half, 2, &bounds), Err(alpha::Obstacle::Unfit(_))));
}

#[test]
fn degree_three_hundred_at_e_to_minus_four_fifths() {
    // Π_k (2^40·t − ⌊2^40·e^-0.8⌋ − k), k around 0, times t² + 1: 300 factors, of which as many are negative as
    // k is above 0, each of them about 2^-40 of its terms.
    let (low, _) = naive_exponential(&r(4, 5), 60);
    let below = (low * Rational::from(BigInt::one() << 40u32)).floor().to_integer();
    let p = (-120i64..=177).fold(poly(&[1, 0, 1]), |p, k| {
        &p * &Polynomial::polynomial(vec![-(&below + BigInt::from(k)), BigInt::one() << 40u32])
    });
    assert_eq!(p.degree(), 300);
    assert_eq!(sign(&exponential(r(4, 5)), &p), Ordering::Less);
}

#[test]
fn nothing_is_done_that_the_limits_do_not_allow() {
    let limits = Limits { exponent: 50, bits: 1_000, ..Limits::default() };
    let steps = Budget::new(1 << 20);
    let bounds = Bounds::new(&limits, &steps);
    let high = bounds.run(|| Ok(Polynomial::monomial(BigInt::one(), 30))).unwrap();
    assert_eq!(high.times(&high, &bounds), Err(alpha::Obstacle::Degree(50)));
    let others = Budget::new(1 << 20);
    let of_power = Bounds::new(&limits, &others).run(|| Ok(high.of_power(usize::MAX)));
    assert_eq!(of_power, Err(alpha::Obstacle::Degree(50)));
    assert_eq!(poly(&[1, 1]).raised(51, &bounds), Err(alpha::Obstacle::Degree(50)));
    assert_eq!(poly(&[2]).raised(usize::MAX, &bounds), Err(alpha::Obstacle::Size(1_000)));
    assert_eq!(poly(&[2]).raised(4_000, &bounds), Err(alpha::Obstacle::Size(1_000)));
    assert_eq!(poly(&[]).raised(usize::MAX, &bounds), Ok(poly(&[])));
    let long = Polynomial::from(BigInt::one() << 600u32);
    assert_eq!(long.times(&long, &bounds), Err(alpha::Obstacle::Size(1_000)));
    for t in [exponential(r(1, 1)), golden(), Point::Rational(r(1, 2))] {
        assert!(Bounds::new(&limits, &Budget::new(1 << 20)).run(|| t.bracket(u64::MAX)).is_err());
    }
    assert_eq!(bounds.run(|| exponential(r(1, 1)).bracket(60_000)), Err(alpha::Obstacle::Steps));
    let steps = Budget::new(1 << 20);
    let bounds = Bounds::new(&limits, &steps);
    let hostile = Alpha::Power { base: r(3, 2), exponent: r(1, 1 << 40) };
    assert_eq!(alpha::root_of_alpha(&hostile, 1, &bounds), Err(alpha::Obstacle::Degree(50)));
    let hostile = Alpha::Power { base: r(3, 2), exponent: r(1 << 40, 7) };
    assert_eq!(alpha::root_of_alpha(&hostile, 1, &bounds), Err(alpha::Obstacle::Size(1_000)));
}

/// Roots of a·x⁴ + b·x² + c whose squares are rational are written as square roots of these.
#[test]
fn roots_of_rational_squares_are_written_plainly() {
    let half = || r(1, 2);
    for (coefficients, low, high, text) in [
        // (2x² − 1)(x² − 1), (3x² − 1)(x² − 1), and times −1.
        (&[1, 0, -3, 0, 2], half(), r(9, 10), "√2/2"),
        (&[1, 0, -3, 0, 2], r(-9, 10), -half(), "-√2/2"),
        (&[1, 0, -4, 0, 3], half(), r(9, 10), "√3/3"),
        (&[-1, 0, 4, 0, -3], half(), r(9, 10), "√3/3"),
        (&[-1, 0, 4, 0, -3], r(-9, 10), -half(), "-√3/3"),
        // (x² − 2)(x² + 3).
        (&[-6, 0, 1, 0, 1], r(1, 1), r(2, 1), "√2"),
        (&[6, 0, -1, 0, -1], r(-2, 1), r(-1, 1), "-√2"),
    ] {
        assert_eq!(algebra::written(&algebraic(coefficients, low, high)), text, "{coefficients:?}");
    }
}

fn roots(coefficients: &[i64], (low, high): ((i64, i64), (i64, i64))) -> usize {
    bounded(|| algebra::distinct_roots(&poly(coefficients), &r(low.0, low.1), &r(high.0, high.1)))
}

/// Π (x - r_i), from the constant up.
fn product_of(zeros: &[i64]) -> Vec<i64> {
    zeros.iter().fold(vec![1], |p, r| {
        let mut next = vec![0; p.len() + 1];
        for (k, c) in p.iter().enumerate() {
            next[k] -= r * c;
            next[k + 1] += c;
        }
        next
    })
}

#[test]
fn roots_of_known_polynomials() {
    let unit = ((0, 1), (1, 1));
    assert_eq!(roots(&[-1, 1, 1], unit), 1);
    assert_eq!(roots(&[1, -1, 1], unit), 0);
    assert_eq!(roots(&[3, -16, 16], unit), 2);
    assert_eq!(roots(&[1, -4, 4], unit), 1);
    assert_eq!(roots(&[0, -1, 1, 1], unit), 1);
    assert_eq!(roots(&[-2, 0, 1], ((-2, 1), (2, 1))), 2);
    assert_eq!(roots(&[-1, 2], unit), 1);
    assert_eq!(roots(&[-1, 1], unit), 0);
    assert_eq!(roots(&[1, -2], unit), 1);
    assert_eq!(roots(&[-1, 0, -1], ((-9, 1), (9, 1))), 0);
}

/// Every polynomial with four roots among -2..=2, repeated ones too, times x² + 1 or -1, on every interval.
#[test]
fn roots_of_known_products() {
    let range = || -2i64..=2;
    for a in range() {
        for b in a..=2 {
            for c in b..=2 {
                for d in c..=2 {
                    let p = product_of(&[a, b, c, d]);
                    let mut complex = vec![0; p.len() + 2];
                    for (k, x) in p.iter().enumerate() {
                        complex[k] -= x;
                        complex[k + 2] -= x;
                    }
                    for low in -5..=5 {
                        for high in low + 1..=5 {
                            let inside = |r: i64| 2 * r > low && 2 * r < high;
                            let mut inner = vec![a, b, c, d];
                            inner.dedup();
                            let expected = inner.into_iter().filter(|&r| inside(r)).count();
                            let between = ((low, 2), (high, 2));
                            assert_eq!(roots(&p, between), expected, "{a} {b} {c} {d} in {between:?}");
                            assert_eq!(roots(&complex, between), expected, "{a} {b} {c} {d} in {between:?}");
                        }
                    }
                }
            }
        }
    }
}
