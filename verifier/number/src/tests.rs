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
mod sparse;

fn int(n: i64) -> Number {
    i128::from(n).into()
}

fn number(coefficients: &[i64]) -> Number {
    Number::polynomial(coefficients.iter().map(|&c| c.into()).collect())
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
