//! Signs on an open interval, and polynomials themselves, beside oracles that know the roots.

use crate::random::cases;
use dp_kernel::{Limit, Meter, Obstacle};
use dp_verify::algebra::{self, Isolated, Pieces, Signs};
use dp_verify::alpha::{Bracket, Interval, Point, Polynomial};
use dp_verify::limits::Limits;
use dp_verify::number::{BigInt, Enclosure, Rational, sign_at};
use dp_verify::problem::meter;
use num_traits::{One, Zero};
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

fn product(factors: &[Polynomial]) -> Polynomial {
    bounded(|| Ok(factors.iter().fold(poly(&[1]), |p, f| &p * f)))
}

fn pieces(p: &Polynomial, low: Rational, high: Rational) -> Pieces {
    bounded(|| Pieces::new(p, &low, &high))
}

fn interval(low: &Rational, high: &Rational) -> Result<Interval, Obstacle> {
    Interval::between(Point::Rational(low.clone()), Point::Rational(high.clone()))
}

fn signs(p: &Polynomial, low: Rational, high: Rational) -> Signs {
    bounded(|| algebra::signs(&Point::Interval(interval(&low, &high)?), p))
}

fn set(wanted: &[Ordering]) -> Signs {
    wanted.iter().map(|&s| Signs::of(s)).reduce(Signs::or).expect("a sign")
}

/// d·t − n.
fn linear(root: &Rational) -> Polynomial {
    Polynomial::polynomial(vec![-root.numer(), root.denom().clone()])
}

const MINUS: Ordering = Ordering::Less;
const ZERO: Ordering = Ordering::Equal;
const PLUS: Ordering = Ordering::Greater;

/// What is written down in `Pieces` holds, by evaluation alone, given that it has all roots.
fn check_pieces(p: &Polynomial, found: &Pieces) {
    let (low, high) = &found.between;
    assert_eq!(found.samples.len(), found.roots.len() + 1);
    let mut left = low.clone();
    for (k, (x, sign)) in found.samples.iter().enumerate() {
        let right = found.roots.get(k).map_or(high, Isolated::low);
        assert!(low < x && x < high && left <= *x && x <= right);
        assert_eq!(bounded(|| sign_at(p, x)), *sign);
        assert_ne!(*sign, ZERO);
        left = found.roots.get(k).map_or(high, Isolated::high).clone();
    }
    for root in &found.roots {
        assert!(low < root.low() && root.high() < high);
        let at = |x: &Rational| bounded(|| sign_at(&found.squarefree, x));
        match root {
            Isolated::At(x) => assert_eq!(bounded(|| sign_at(p, x)), ZERO),
            Isolated::Between(low, high) => assert!(low < high && at(low) == at(high).reverse() && at(low) != ZERO),
        }
    }
}

proptest! {
    #![proptest_config(cases(300))]

    /// c·Π (t − k/12)^m·Π (t² + …)^m on intervals whose ends are multiples of 1/12, so that zeros fall on them.
    #[test]
    fn products_of_known_factors(
        roots in prop::collection::vec((-3i64..=15, 1usize..=3), 0..6),
        surds in prop::collection::vec((prop::sample::select(vec![(1i64, 2i64), (1, 3), (2, 5)]), 1usize..=2), 0..3),
        complex in 0usize..3,
        c in prop::sample::select(vec![-7i64, 1, 6]),
        low in -2i64..12,
        width in 1i64..12,
    ) {
        // (n/d)^(1/2) among the factors d·t² − n, which have no root at a multiple of 1/12.
        let (low, high) = (r(low, 12), r(low + width, 12));
        let mut factors = vec![poly(&[c])];
        for &(k, m) in &roots {
            factors.extend(vec![linear(&r(k, 12)); m]);
        }
        for &((n, d), m) in &surds {
            factors.extend(vec![poly(&[-n, 0, d]); m]);
        }
        factors.extend(vec![poly(&[2, -2, 3]); complex]);
        let p = product(&factors);
        // Between any two candidates a point of the grid of 1/120, of 1/100 or one beside the ends decides.
        let mut grid: Vec<Rational> = (-30..130).map(|k| r(k, 100)).filter(|x| low < *x && *x < high).collect();
        grid.extend((-36..150).map(|k| r(k, 120)).filter(|x| low < *x && *x < high));
        grid.push((&low * r(9_999, 10_000)) + (&high * r(1, 10_000)));
        grid.push((&high * r(9_999, 10_000)) + (&low * r(1, 10_000)));
        let naive = |x: &Rational| {
            let value = p.coefficients().iter().rev().fold(Rational::zero(), |v, c| v * x + c);
            Signs::of(value.cmp(&Rational::zero()))
        };
        let surd_inside = surds.iter().any(|&((n, d), _)| {
            let square = r(n, d);
            let below = low.is_negative() || &low * &low < square;
            below && high.is_positive() && square < &high * &high
                || low.is_negative() && square < &low * &low && (!high.is_negative() || &high * &high < square)
        });
        let sampled = grid.iter().map(naive).reduce(Signs::or).expect("a point");
        let expected = if surd_inside { sampled.or(Signs::of(ZERO)) } else { sampled };
        prop_assert_eq!(signs(&p, low.clone(), high.clone()), expected);
        let found = pieces(&p, low.clone(), high.clone());
        check_pieces(&p, &found);
        prop_assert_eq!(found.signs(), expected);
    }

    #[test]
    fn common_divisors_and_squarefree_parts(
        a in prop::collection::vec(-9i64..=9, 1..7),
        b in prop::collection::vec(-9i64..=9, 1..7),
        g in prop::collection::vec(-99i64..=99, 1..5),
        long in 0u64..200,
    ) {
        let (a, b) = (poly(&a), poly(&b));
        let mut g = poly(&g).coefficients().to_vec();
        if let Some(c) = g.first_mut() { *c += BigInt::one() << long; }
        let g = Polynomial::polynomial(g);
        prop_assume!(!a.is_zero() && !b.is_zero() && !g.is_zero());
        let (ag, bg) = (product(&[a.clone(), g.clone()]), product(&[b.clone(), g.clone()]));
        let common = bounded(|| algebra::gcd(&ag, &bg));
        let divides = |d: &Polynomial, p: &Polynomial| bounded(|| Ok(p.over(&algebra::primitive(d)?))).is_some();
        prop_assert!(divides(&common, &ag) && divides(&common, &bg) && divides(&g, &common));
        prop_assert_eq!(common.degree(), g.degree() + naive_gcd_degree(&a, &b));
        let twice = product(&[ag.clone(), ag.clone(), bg.clone()]);
        let free = bounded(|| algebra::squarefree(&twice));
        prop_assert_eq!(naive_gcd_degree(&free, &algebra::derivative(&free)), 0);
        let both = product(&[a, b, g]);
        prop_assert!(divides(&free, &both));
        // Every irreducible divisor is left: free^(deg) is a multiple.
        let power = bounded(|| Ok(free.power(both.degree().max(1))));
        prop_assert!(divides(&both, &power));
    }
}

/// The degree of the gcd by Euclid's algorithm on fractions.
fn naive_gcd_degree(a: &Polynomial, b: &Polynomial) -> usize {
    let fractions = |p: &Polynomial| p.coefficients().iter().cloned().map(Rational::from).collect::<Vec<_>>();
    let (mut a, mut b) = (fractions(a), fractions(b));
    while !b.is_empty() {
        while a.len() >= b.len() {
            let (factor, shift) = (a[a.len() - 1].clone() / &b[b.len() - 1], a.len() - b.len());
            for (c, d) in a[shift..].iter_mut().zip(&b) {
                *c -= &factor * d;
            }
            a.pop();
            while a.last().is_some_and(Zero::is_zero) {
                a.pop();
            }
        }
        std::mem::swap(&mut a, &mut b);
    }
    a.len().saturating_sub(1)
}

#[test]
fn all_sign_sets_occur() {
    let on = |p: &[i64]| signs(&poly(p), r(0, 1), r(1, 1));
    assert_eq!(on(&[]), set(&[ZERO]));
    assert_eq!(on(&[3]), set(&[PLUS]));
    assert_eq!(on(&[0, 1, -1]), set(&[PLUS]));
    assert_eq!(on(&[0, -1, 1]), set(&[MINUS]));
    assert_eq!(on(&[1, -4, 4]), set(&[ZERO, PLUS]));
    assert_eq!(on(&[-1, 4, -4]), set(&[MINUS, ZERO]));
    assert_eq!(on(&[-1, 3]), Signs::ALL);
    assert!(on(&[1, -4, 4]).is_nonnegative() && !on(&[1, -4, 4]).is_positive() && !on(&[1, -4, 4]).is_nonzero());
    // 3t² − 3t + 1 > 0 though its least value, 1/4, is inside; (t² + t − 1)² touches 0 at an irrational.
    assert_eq!(on(&[1, -3, 3]), set(&[PLUS]));
    let square = product(&[poly(&[-1, 1, 1]), poly(&[-1, 1, 1])]);
    assert_eq!(signs(&square, r(0, 1), r(1, 1)), set(&[ZERO, PLUS]));
    assert_eq!(signs(&square, r(0, 1), r(3, 5)), set(&[PLUS]));
}

#[test]
fn a_cluster_of_roots_two_to_the_minus_200_apart() {
    // (2^200·t − m)(2^200·t − m − 1)(2^200·t − m − 2)², m = ⌊2^200/3⌋.
    let m = (BigInt::one() << 200u32) / 3;
    let factor = |k: i64| Polynomial::polynomial(vec![BigInt::from(-k) - &m, BigInt::one() << 200u32]);
    let p = product(&[factor(0), factor(1), factor(2), factor(2), poly(&[1, -1, 1])]);
    let found = pieces(&p, r(0, 1), r(1, 1));
    check_pieces(&p, &found);
    assert_eq!(found.samples.iter().map(|(_, sign)| *sign).collect::<Vec<_>>(), [PLUS, MINUS, PLUS, PLUS]);
}

#[test]
fn degree_200_with_coefficients_of_1000_bits() {
    let mut state = BigInt::from(12_345);
    let mut random = || {
        state = (&state * BigInt::from(6_364_136_223_846_793_005u64) + 1_442_695_040_888_963_407u64)
            % (BigInt::one() << 1061u32);
        (&state >> 61) - (BigInt::one() << 999u32)
    };
    let p = Polynomial::polynomial((0..=200).map(|_| random()).collect());
    assert_eq!((p.degree(), p.bits() >= 998), (200, true));
    check_pieces(&p, &pieces(&p, r(0, 1), r(1, 1)));
    // A square of degree 200 times t − 1/2: every zero but one is of even multiplicity.
    let q = Polynomial::polynomial((0..=100).map(|_| random() >> 500).collect());
    let square = product(&[q.clone(), q.clone(), poly(&[-1, 2])]);
    let found = pieces(&square, r(0, 1), r(1, 1));
    check_pieces(&square, &found);
    assert_eq!(found.roots.len(), pieces(&q, r(0, 1), r(1, 1)).roots.len() + 1);
    let (before, after) = (r(0, 1), r(1, 2));
    assert!(!signs(&square, before, after.clone()).contains(Ordering::Greater));
    assert!(signs(&square, after, r(1, 1)).is_nonnegative());
}

#[test]
fn two_hundred_roots_in_a_row() {
    // Π (201t − k), k = 1..=200.
    let factors: Vec<Polynomial> = (1..=200).map(|k| linear(&r(k, 201))).collect();
    let p = product(&factors);
    let found = pieces(&p, r(0, 1), r(1, 1));
    check_pieces(&p, &found);
    assert_eq!(found.roots.len(), 200);
    assert_eq!(found.samples[0].1, PLUS);
}

#[test]
fn the_golden_ratio_bounds_a_part() {
    // 1 − t − t² ≥ 0 on (0, (√5−1)/2], and at 9/10 once more: times (10t − 9)².
    let p = product(&[poly(&[1, -1, -1]), poly(&[-9, 10]), poly(&[-9, 10])]);
    let found = pieces(&p, r(0, 1), r(1, 1));
    check_pieces(&p, &found);
    assert_eq!(found.samples.iter().map(|(_, sign)| *sign).collect::<Vec<_>>(), [PLUS, MINUS, MINUS]);
    let shown = |root: &Isolated| {
        bounded(|| algebra::digits_of(&algebra::of_isolated(&found.squarefree, root)?, &poly(&[0, 1]).into()))
    };
    let roots: Vec<String> = found.roots.iter().map(shown).collect();
    assert_eq!(roots, ["0.618033988750", "0.900000000000"]);
}

#[test]
fn roots_too_close_for_the_budget_are_an_error() {
    // Mignotte's polynomial t^60 − 2(2^300·t − 1)², whose roots near 2^-300 are about 2^-9000 apart.
    let a = BigInt::one() << 300u32;
    let mut coefficients = vec![BigInt::zero(); 61];
    (coefficients[0], coefficients[1], coefficients[2], coefficients[60]) =
        ((-2).into(), &a * 4, &a * &a * -2, BigInt::one());
    let (all, p) = (interval(&r(0, 1), &r(1, 1)).unwrap(), Polynomial::polynomial(coefficients));
    let few = Meter::new(1 << 26, 10_000, 1 << 20, 1 << 29);
    assert_eq!(few.run(|| algebra::signs(&Point::Interval(all), &p)), Err(Obstacle::Limit(Limit::Steps)));
    assert!(matches!(Pieces::new(&poly(&[]), &r(0, 1), &r(1, 1)), Err(Obstacle::Unfit(_))));
    assert!(matches!(interval(&r(1, 2), &r(1, 2)), Err(Obstacle::Order)));
}

/// The images modulo the first two primes lead to t for t + M, where both divide M: it must divide both.
#[test]
fn a_divisor_that_two_primes_agree_on_is_tried_on_both() {
    let m = BigInt::from(2_147_483_647u64) * 2_147_483_629u64;
    let g = Polynomial::polynomial(vec![m, BigInt::one()]);
    let (a, b) = (product(&[g.clone(), poly(&[-1, 1])]), product(&[g.clone(), poly(&[0, 1])]));
    assert_eq!(bounded(|| algebra::gcd(&a, &b)), g);
    assert_eq!(bounded(|| algebra::gcd(&b, &a)), g);
}

/// All quadratic polynomials with coefficients from −2 to 2 on all brackets between integers from −3 to 3.
#[test]
fn brackets_of_every_sign_contain_every_value() {
    for (low, high) in (-3i64..=3).flat_map(|low| (low..=3).map(move |high| (low, high))) {
        for bits in [0, 1, 5] {
            let bracket = Bracket { low: low.into(), high: high.into(), bits };
            for c in 0..125 {
                let p = poly(&[c % 5 - 2, c / 5 % 5 - 2, c / 25 - 2]);
                let value = Enclosure::from(&bounded(|| Ok(bracket.evaluate(&p.coefficients())?)));
                for x in low..=high {
                    let exact = bounded(|| algebra::at(&p, &r(x, 1 << bits)));
                    assert!(value.low <= exact && exact <= value.high, "{p:?} at {x}/2^{bits} from {low} to {high}");
                }
            }
        }
    }
}
