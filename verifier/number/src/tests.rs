//! The arithmetic beside plain big integers, signs beside values at many numbers, logarithms beside known ones.

use crate::bracket::Bracket;
use crate::list::List;
use crate::number::{Vector, common_denominator};
use crate::polynomial::order;
use crate::{At, Fraction, Limit, Meter, Monomial, Number, Obstacle, Point, Root, logarithm, polynomial};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

mod powers;
mod signs;
mod sparse;

fn int(n: i64) -> Number {
    i128::from(n).into()
}

fn number(coefficients: &[i64]) -> Number {
    Number::polynomial(coefficients.iter().map(|&c| c.into()).collect())
}

/// ln 10 and e^-ln 10 = 1/10 beside each other; ln 2 by its series.
#[test]
fn logarithms_and_exponentials_of_what_is_enclosed() {
    for bits in [64, 192, 1_000, 6_144] {
        let two = logarithm::ln_two(bits).unwrap();
        let ten = logarithm::ln(&10.into(), bits, &two).unwrap();
        assert!(two.low < two.high && &two.high - &two.low < BigInt::from(64), "{bits}");
        assert!(ten.low < ten.high && &ten.high - &ten.low < BigInt::from(512), "{bits}");
        let tenth = crate::exp_of_minus(&ten).unwrap();
        let one = BigInt::one() << bits;
        assert!(&tenth.low * 10 <= one && one <= &tenth.high * 10, "{bits}");
        assert!(&tenth.high - &tenth.low < BigInt::from(512), "{bits}");
        // 1000 = 10³, and ln 1 = 0.
        let thousand = logarithm::ln(&1_000.into(), bits, &two).unwrap();
        assert!(thousand.low <= &ten.high * 3 && &ten.low * 3 <= thousand.high, "{bits}");
        assert!(logarithm::ln(&BigInt::one(), bits, &two).unwrap().high < BigInt::from(64));
        // e^-0 = 1, and e^-x is nearly 0 for a large x.
        let zero = crate::exp_of_minus(&Bracket::exactly(0, bits)).unwrap();
        assert!(zero.low <= one && one <= zero.high);
        let far = crate::exp_of_minus(&Bracket::exactly(1_000_000, bits)).unwrap();
        assert_eq!((far.low, far.high), (BigInt::ZERO, BigInt::one()));
    }
    let two = logarithm::ln_two(64).unwrap();
    // 2^64·ln 2 = 12786308645202655659.9…
    let known: BigInt = "12786308645202655660".parse().unwrap();
    assert!(two.low <= known && known <= two.high + 1 && &known - &two.low < BigInt::from(64));
}

/// A place that is not there decides nothing, whatever is made of what stands for it.
#[test]
fn no_place_is_looked_up_beyond_a_list() {
    let (x, meter) = (Vector::ones(2), || Meter::new(1_000, 10, 100, 10_000));
    assert_eq!(meter().run(|| Ok::<_, Limit>(x[1].clone())), Ok(Number::ONE));
    assert_eq!(meter().run(|| Ok::<_, Limit>(&x[2] + &x[0])), Err(Limit::Place));
    assert_eq!(meter().run(|| [1, 2, 3].at(2).copied()), Ok(3));
    assert_eq!(meter().run(|| Ok::<_, Limit>([1, 2, 3].at(3).copied().unwrap_or(0))), Err(Limit::Place));
    assert_eq!(meter().run(|| [1, 2, 3].at_mut(3).copied()), Err(Limit::Place));
}

fn fraction(n: i64, d: i64) -> Fraction {
    Fraction::new(int(n), int(d))
}

fn root(coefficients: &[i64], low: (i64, i64), high: (i64, i64)) -> Result<Point, Obstacle> {
    let between = [fraction(low.0, low.1), fraction(high.0, high.1)];
    Point::root(&Root::Of { polynomial: number(coefficients), between })
}

fn rational(n: i64, d: i64) -> Point {
    Point::Rational(crate::fraction(n.into(), d.into()))
}

/// Numbers around every border between forms, of both signs.
fn samples() -> Vec<BigInt> {
    let mut all = Vec::new();
    for bits in [0u32, 1, 31, 32, 62, 63, 64, 65, 127, 128, 200] {
        for off in -2i64..=2 {
            let x = (BigInt::one() << bits) + off;
            all.extend([x.clone(), -x]);
        }
    }
    all.push(BigInt::zero());
    all
}

/// A small generator of numbers that are the same each time.
struct Lehmer(u64);

impl Lehmer {
    fn below(&mut self, n: i64) -> i64 {
        self.0 = self.0 * 48_271 % 2_147_483_647;
        i64::try_from(self.0).expect("31 bits") % n
    }
}

#[test]
fn integers_are_big_integers() {
    let all = samples();
    for x in &all {
        let a = Number::from(x.clone());
        assert_eq!(*a.integer().expect("an integer"), *x);
        assert_eq!(-&a, Number::from(-x));
        assert_eq!(a.integer_sign(), Some(order(x)));
        assert_eq!(BigInt::from(a.residue(97)), ((x % 97) + 97) % 97);
        assert_eq!(a.power(3), Number::from(x * x * x));
        for y in &all {
            let b = Number::from(y.clone());
            // Equality of numbers is that of their forms: there must be one for each.
            assert_eq!(&a + &b, Number::from(x + y), "{x} + {y}");
            assert_eq!(&a - &b, Number::from(x - y), "{x} - {y}");
            assert_eq!(&a * &b, Number::from(x * y), "{x} * {y}");
            let mut sum = a.clone();
            sum.add_times(&b, -7);
            assert_eq!(sum, Number::from(x - 7 * y), "{x} - 7*{y}");
            if !y.is_zero() {
                let divides = (x % y).is_zero();
                assert_eq!(a.over(&b), divides.then(|| Number::from(x / y)), "{x} / {y}");
            }
            if x.is_positive() && y.is_positive() {
                let rows = [&a, &b].map(|d| Vector { denominator: d.clone(), numerators: Vec::new() });
                let (common, factors) = common_denominator(&rows).expect("no limit");
                assert!(&a * &factors[0] == common && &b * &factors[1] == common, "{x} and {y}");
            }
        }
    }
}

#[test]
fn polynomials_are_their_values() {
    let mut random = Lehmer(7);
    let at = |p: &Number, n: i64| p.coefficients().iter().rev().fold(BigInt::zero(), |sum, c| sum * n + c);
    for _ in 0..300 {
        let mut one = || {
            let terms = random.below(6);
            (0..terms).map(|_| random.below(19) - 9).collect::<Vec<_>>()
        };
        let (p, q) = (number(&one()), number(&one()));
        let (sum, product) = (&p + &q, &p * &q);
        for n in -6..=6 {
            assert_eq!(at(&sum, n), at(&p, n) + at(&q, n));
            assert_eq!(at(&(&p - &q), n), at(&p, n) - at(&q, n));
            assert_eq!(at(&product, n), at(&p, n) * at(&q, n));
            assert_eq!(at(&p.power(3), n), at(&p, n).pow(3));
        }
        if !q.is_zero() {
            assert_eq!(product.over(&q), Some(p.clone()));
            // With one more it is no multiple, unless the divisor is a unit.
            if q.degree() > 0 {
                assert_eq!((&product + &Number::ONE).over(&q), None);
            }
        }
    }
    let spread = Number::spread(&[number(&[1, 1]), number(&[2]), number(&[0, 3])], 2);
    assert_eq!(spread, number(&[1, 1, 2, 0, 0, 3]));
    assert_eq!(number(&[0, 0, 1]).exponent(), Some(2));
    assert_eq!(number(&[0, 0, 2]).exponent(), None);
    assert_eq!(number(&[0, 1]).power(5), number(&[0, 0, 0, 0, 0, 1]));
}

#[test]
fn work_is_counted_before_it_is_done() {
    let one = Number::from(BigInt::one());
    let run = |work: &dyn Fn() -> Number| Meter::new(1_000, 100, 1 << 20, 1 << 29).run(|| Ok(work()));
    let long = Number::from(BigInt::one() << 100_000);
    assert_eq!(run(&|| &long * &long), Err(Obstacle::Limit(Limit::Steps)));
    assert_eq!(run(&|| number(&[1, 1]).power(101)), Err(Obstacle::Limit(Limit::Degree)));
    assert_eq!(run(&|| &one + &one), Ok(int(2)));
    // No sign and no comparison by a spent ledger, and nothing of it is left for the next.
    let (at, spent) = (At(None), Meter::new(1_000, 100, 1 << 20, 1 << 29));
    let signs = spent.run(|| {
        let _zero = &long * &long;
        assert!(at.sign(&one).is_err() && at.compare(&Fraction::ONE, &Fraction::ZERO).is_err());
        Ok::<_, Obstacle>(())
    });
    assert_eq!(signs, Err(Obstacle::Limit(Limit::Steps)));
    assert_eq!((spent.left(), at.sign(&one)), (0, Ok(Ordering::Greater)));
}

#[test]
fn a_bracket_holds_the_value() {
    let mut random = Lehmer(11);
    for _ in 0..500 {
        let p: Vec<BigInt> = (0..5).map(|_| BigInt::from(random.below(2_001) - 1_000)).collect();
        let (n, d) = (random.below(401) - 200, 1 + random.below(100));
        let value = polynomial::at(&p, &n.into(), &d.into()).expect("within the limits");
        // The value over d^4, against both ends over 2^40.
        let around = Bracket::around(&n.into(), &n.into(), &d.into(), 40).evaluate(&p).expect("within the limits");
        let (value, scale) = (value << 40, BigInt::from(d).pow(4));
        assert!(around.low * &scale <= value && value <= around.high * &scale);
    }
}

/// (1 + x)^n·p((a + b·x)/(m·(1 + x)))·m^n has those coefficients, at ends of both signs and at 0.
#[test]
fn bernstein_coefficients_are_those_of_the_polynomial() {
    let mut random = Lehmer(13);
    for _ in 0..300 {
        let terms = 1 + random.below(7);
        let p: Vec<BigInt> = (0..terms).map(|_| BigInt::from(random.below(2_001) - 1_000)).collect();
        let a = random.below(41) - 20;
        let [a, b, m] = [a, a + 1 + random.below(30), 1 + random.below(40)].map(BigInt::from);
        let found = polynomial::bernstein(&p, [&a, &b, &m]).expect("within the limits");
        for x in 0..4 {
            let [n, d] = [&a + &b * x, &m * (1 + x)];
            let value = polynomial::at(&p, &n, &d).expect("within the limits");
            assert_eq!(polynomial::at(&found, &x.into(), &BigInt::one()), Ok(value), "{p:?} from {a} to {b} over {m}");
        }
    }
}

#[test]
fn one_root_or_none() {
    assert!(root(&[-1, 0, 2], (0, 1), (1, 1)).is_ok());
    // Two roots, a double one, none, one at an end, an empty or a reversed interval, a constant.
    for (p, low, high) in [
        (&[2, -9, 9][..], (0, 1), (1, 1)),
        (&[1, -4, 4], (0, 1), (1, 1)),
        (&[1, 0, 1], (-1, 1), (1, 1)),
        (&[0, 1], (0, 1), (1, 1)),
        (&[-1, 0, 2], (1, 2), (1, 2)),
        (&[-1, 0, 2], (1, 1), (0, 1)),
        (&[3], (0, 1), (1, 1)),
        (&[], (0, 1), (1, 1)),
    ] {
        assert_eq!(root(p, low, high), Err(Obstacle::NoRoot), "{p:?}");
    }
    // A denominator that is not positive.
    assert_eq!(root(&[-1, 0, 2], (0, -1), (1, 1)), Err(Obstacle::NoRoot));
}

#[test]
fn roots_are_narrowed_around_themselves() {
    // √2/2, a cube root, a rational one, and one of a polynomial with roots close by.
    for p in [&[-1, 0, 2][..], &[-1, 0, 0, 3], &[-1, 3], &[-6, 11, -6, 1]] {
        let high = if p.len() == 4 && p[1] != 0 { (3, 2) } else { (1, 1) };
        let Ok(Point::Algebraic(t)) = root(p, (0, 1), high) else { panic!("{p:?} has one root") };
        for bits in [1, 64, 65, 300, 2_000] {
            let [low, high, d] = t.narrowed(bits).expect("within the limits");
            assert!((&high - &low) << bits <= d);
            let [x, y] =
                [&low, &high].map(|n| order(&polynomial::at(&t.polynomial().coefficients(), n, &d).expect("no limit")));
            assert!(x != y || low == high && x.is_eq(), "{p:?} at {bits}");
        }
    }
}

/// Products of high degrees are compared by enclosures, and those that these do not tell apart as they are.
#[test]
fn long_products_are_compared_as_short_ones() {
    let points = [
        Point::exponential(&fraction(1, 3)).expect("e^-1/3"),
        root(&[-1, 0, 2], (0, 1), (1, 1)).expect("√2/2"),
        // One of too high a degree to be enclosed at once.
        root(&[&[-1][..], &[0; 19], &[2]].concat(), (0, 1), (1, 1)).expect("the 20th root of 1/2"),
        root(&[-1, 0, 2], (-1, 1), (0, 1)).expect("−√2/2"),
    ];
    let mut random = Lehmer(13);
    for point in points {
        let at = At(Some(&point));
        // x·y against z·w.
        let order = |[x, y]: [&Number; 2], [z, w]: [&Number; 2]| {
            let of = |n: &Number, d: &Number| Fraction::new(n.clone(), d.clone());
            at.compare(&of(x, w), &of(z, y)).expect("within the limits")
        };
        let mut long = || number(&(0..=64 + random.below(20)).map(|_| random.below(2_001) - 1_000).collect::<Vec<_>>());
        for _ in 0..10 {
            let [p, q, r, s] = [long(), long(), long(), long()];
            let sign = |x: &Number| point.sign(x).expect("it shows");
            let right = sign(&(&(&p * &q) - &(&r * &s)));
            assert!(
                right.is_ne() && order([&p, &q], [&r, &s]) == right && order([&r, &s], [&p, &q]) == right.reverse()
            );
            // Ties, by other factors and by what vanishes at √2/2 alone; and what is apart by less than 2^-300 of
            // itself.
            let (t, tiny) = (number(&[1, 1]), Number::from(BigInt::one() << 300));
            assert_eq!(order([&(&p * &t), &q], [&p, &(&q * &t)]), Ordering::Equal);
            let other = &p + &number(&[-1, 0, 2]);
            let difference = sign(&(&(&p * &q) - &(&other * &q)));
            assert_eq!(order([&p, &q], [&q, &other]), difference);
            assert_eq!(difference, sign(&(&number(&[1, 0, -2]) * &q)));
            let beside = &(&q * &tiny) + &Number::ONE;
            assert_eq!(order([&p, &beside], [&(&p * &tiny), &q]), sign(&p));
            assert_eq!(order([&(&p * &tiny), &q], [&p, &beside]), sign(&p).reverse());
        }
    }
}

/// So many steps do for enclosures, and not for the products; without any there is no order.
#[test]
fn enclosures_of_long_products_are_counted() {
    let of = |n: i64| number(&(0..600).map(|k| k * k % n - 3).collect::<Vec<_>>());
    let [p, q, r, s] = [of(71), of(89), of(83), of(97)];
    for point in [Point::exponential(&fraction(1, 3)), root(&[-1, 0, 2], (0, 1), (1, 1))] {
        let point = point.expect("a number");
        let at = At(Some(&point));
        let compared = |steps: u64, [x, y]: [[&Number; 2]; 2]| {
            let [x, y] = [x, y].map(|[n, d]| Fraction::new(n.clone(), d.clone()));
            Meter::new(steps, 10_000, 1 << 20, 1 << 30).run(|| at.compare(&x, &y))
        };
        let known = compared(1 << 40, [[&p, &q], [&r, &s]]).expect("within the limits");
        assert_eq!(compared(1_000_000, [[&p, &q], [&r, &s]]), Ok(known));
        assert_eq!(compared(100_000, [[&p, &q], [&r, &s]]), Err(Obstacle::Limit(Limit::Steps)));
        // A tie takes the products.
        assert_eq!(compared(1 << 40, [[&p, &p], [&q, &q]]), Ok(Ordering::Equal));
        assert_eq!(compared(1_000_000, [[&p, &p], [&q, &q]]), Err(Obstacle::Limit(Limit::Steps)));
    }
}

#[test]
fn logarithms_against_numbers() {
    let at = At(None);
    use Ordering::{Equal, Greater, Less};
    let decimal = |n: i64| fraction(n, 1_000_000_000_000);
    let log2 = |x, bound| logarithm::log2(at, &x, &bound).expect("within the limits");
    assert_eq!(log2(fraction(8, 1), fraction(3, 1)), Some(Equal));
    assert_eq!(log2(fraction(8, 1), fraction(299, 100)), Some(Greater));
    assert_eq!(log2(fraction(1, 8), fraction(-3, 1)), Some(Equal));
    // log₂ 3 = 1.584962500721156…, log₂ 4/3 = 0.415037499278843…
    assert_eq!(log2(fraction(3, 1), decimal(1_584_962_500_721)), Some(Greater));
    assert_eq!(log2(fraction(3, 1), decimal(1_584_962_500_722)), Some(Less));
    assert_eq!(log2(fraction(4, 3), decimal(415_037_499_278)), Some(Greater));
    assert_eq!(log2(fraction(4, 3), decimal(415_037_499_279)), Some(Less));
    let minus_ln = |x, bound| logarithm::minus_ln(at, &x, &bound).expect("within the limits");
    // ln 2 = 0.693147180559945…
    assert_eq!(minus_ln(fraction(1, 2), decimal(693_147_180_559)), Some(Greater));
    assert_eq!(minus_ln(fraction(1, 2), decimal(693_147_180_560)), Some(Less));
    assert_eq!(minus_ln(fraction(1, 1), fraction(0, 1)), Some(Equal));
    assert_eq!(minus_ln(fraction(1, 2), fraction(0, 1)), Some(Greater));
    assert_eq!(minus_ln(fraction(1, 1), fraction(-1, 2)), Some(Greater));
    let t = Point::exponential(&fraction(1, 3)).expect("e^-1/3");
    let at = At(Some(&t));
    let square = Fraction { numerator: number(&[0, 0, 1]), denominator: Number::ONE };
    assert_eq!(logarithm::minus_ln(at, &square, &fraction(2, 3)), Ok(Some(Equal)));
    assert_eq!(logarithm::minus_ln(at, &square, &fraction(67, 100)), Ok(Some(Less)));
}
