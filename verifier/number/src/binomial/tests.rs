//! Tails against sums of every term, and against values found with 60 digits by mpmath 1.3.

use super::{LONG, Split, WORDS, enclosed, lower_tail};
use crate::{Limit, Meter, Obstacle, Rational};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use std::cmp::Ordering::{self, Equal, Greater, Less};

fn r(n: i64, d: i64) -> Rational {
    Rational::new(n.into(), d.into())
}

/// P(X ≤ a), each term by itself.
fn tail(n: u32, a: u32, p: &Rational) -> Rational {
    let (u, v) = (p.numer(), p.denom());
    let mut choose = BigInt::one();
    let mut sum = BigInt::zero();
    for k in 0..=a {
        sum += &choose * u.pow(k) * (v - u).pow(n - k);
        choose = choose * (n - k) / (k + 1);
    }
    Rational::new(sum, v.pow(n))
}

/// x and a bit, as part of it, less and more, and how x lies to them.
fn beside(x: &Rational, little: &Rational) -> [(Rational, Ordering); 2] {
    [(x - &(x * little), Greater), (x + &(x * little), Less)]
}

/// 10^-digits.
fn digits(digits: u32) -> Rational {
    Rational::new(BigInt::one(), BigInt::from(10).pow(digits))
}

/// By terms in words and in long numbers, of so many places.
fn by_terms([n, a]: [u32; 2], p: &Rational, level: &Rational, places: [u64; 2]) -> [Option<Ordering>; 2] {
    let (at, p, level) = ([n.into(), a.into()], Split::of(p), Split::of(level));
    let words = enclosed::<u128>(at, &p, &level, places[0]).unwrap();
    [words, enclosed::<BigUint>(at, &p, &level, places[1]).unwrap()]
}

/// The same numbers each time, below a bound.
fn random() -> impl FnMut(u32) -> u32 {
    let mut state = 3_u64;
    move |below| {
        state = state * 48_271 % 2_147_483_647;
        u32::try_from(state).unwrap() % below
    }
}

/// A probability over at most `most`, and a count below at most so many runs.
fn instance(random: &mut impl FnMut(u32) -> u32, runs: u32, most: u32) -> ([u32; 2], Rational) {
    let n = 1 + random(runs);
    let (a, d) = (random(n), 2 + random(most - 1));
    ([n, a], r((1 + random(d - 1)).into(), d.into()))
}

#[test]
fn all_short_tails() {
    let ps = [r(1, 2), r(1, 3), r(2, 3), r(1, 50), r(49, 50), r(3, 10), r(1, 1_000_000), r(999_999, 1_000_000)];
    for n in 1..=12 {
        for (a, p) in (0..n).flat_map(|a| ps.iter().map(move |p| (a, p))) {
            let exact = tail(n, a, p);
            let shown = |level: &Rational| lower_tail(n.into(), a.into(), p, level);
            assert_eq!(shown(&exact), Ok(Some(Equal)), "{n}, {a}, {p}");
            assert_eq!(by_terms([n, a], p, &exact, [WORDS, LONG[0]]), [None; 2], "{n}, {a}, {p}");
            for (level, order) in beside(&exact, &digits(9)).into_iter().chain(beside(&exact, &digits(400))) {
                assert_eq!(shown(&level), Ok(Some(order)), "{n}, {a}, {p} against {level}");
            }
            for (level, order) in beside(&exact, &digits(9)).into_iter().filter(|(level, _)| *level < Rational::one()) {
                let [words, long] = by_terms([n, a], p, &level, [WORDS, 1 << 9]);
                assert!(words.is_none_or(|shown| shown == order), "{n}, {a}, {p} against {level}");
                assert_eq!(long, Some(order), "{n}, {a}, {p} against {level}");
            }
        }
    }
}

#[test]
fn tails_by_their_terms() {
    let mut random = random();
    for _ in 0..60 {
        let ([n, a], p) = instance(&mut random, 400, 1_000);
        let (exact, mut in_words) = (tail(n, a, &p), [false; 2]);
        for little in [digits(9), digits(12)] {
            for (level, order) in beside(&exact, &little).into_iter().filter(|(level, _)| *level < Rational::one()) {
                let small = level.denom().bits() - level.numer().bits();
                let [words, long] = by_terms([n, a], &p, &level, [WORDS, LONG[0] + small]);
                assert_eq!(long, Some(order), "{n}, {a}, {p} and {little}");
                assert!(words.is_none_or(|shown| shown == order), "{n}, {a}, {p} and {little}");
                if small < 10 {
                    assert_eq!(words, Some(order), "{n}, {a}, {p} and {little}");
                }
                in_words[usize::from(order == Less)] |= words.is_some();
                assert_eq!(lower_tail(n.into(), a.into(), &p, &level), Ok(Some(order)));
            }
        }
    }
}

/// What is rounded is never taken for what it is not, however few the places.
#[test]
fn few_places_show_nothing_that_is_not_so() {
    let (mut random, mut shown) = (random(), [0; 2]);
    for _ in 0..3_000 {
        let ([n, a], p) = instance(&mut random, 40, 60);
        let (exact, places) = (tail(n, a, &p), [0; 2].map(|_| 3 + u64::from(random(20))));
        for (level, order) in [9, 40, 300, 3_000].into_iter().flat_map(|part| beside(&exact, &r(1, part))) {
            if level >= Rational::one() {
                continue;
            }
            for by_these in by_terms([n, a], &p, &level, places).into_iter().flatten() {
                assert_eq!(by_these, order, "{n}, {a}, {p} against {level} with {places:?}");
                shown[usize::from(order == Less)] += 1;
            }
        }
    }
    assert!(shown.iter().all(|shown| *shown > 2_000), "{shown:?}");
}

#[test]
fn upper_tails_are_lower_ones_of_the_rest() {
    let (mut random, one) = (random(), Rational::one());
    for _ in 0..300 {
        let (n, d) = (2 + random(3_000), 1_000_003);
        let a = random(n);
        // Not far from a/n.
        let p = r((1 + (d / n * a + random(d / 50)).min(d - 2)).into(), d.into());
        let level = r((1 + random(999)).into(), 1_000);
        let [n, a] = [n, a].map(u64::from);
        let own = lower_tail(n, a, &p, &level).unwrap();
        let of_others = lower_tail(n, n - a - 1, &(&one - &p), &(&one - &level)).unwrap();
        assert_eq!((own.is_some(), own), (true, of_others.map(Ordering::reverse)), "{n}, {a}, {p}, {level}");
    }
}

/// P(X ≤ a) = N/10^places, N of 30 digits.
#[test]
fn long_tails() {
    let known = [
        (1_000_000, 19_440, [1, 50], "298807868388686720364989099600", 34),
        (1_000_000, 20_000, [1, 50], "501880715877826374613758213689", 30),
        (1_000_000, 500_900, [1, 2], "964148586556553216063660197760", 30),
        (1_000_000, 3, [1, 333_333], "647231216655296006417798963854", 30),
        (1_000_000, 18_000, [1, 50], "424217066351026724154724634594", 77),
        (1_000_000, 17_000, [1, 50], "203099496407752270861703209324", 136),
        (1_000_000_000, 19_982_292, [1, 50], "316366272623910590208458239145", 34),
        (1_000_000_000, 20_004_000, [1, 50], "816903515796255786115847328646", 30),
        (1_000_000_000, 12, [1, 100_000_000], "791556477342677647124373337371", 30),
        (1_000_000_000, 999_999_990, [99_999_999, 100_000_000], "542070286153697973836286010404", 30),
        (1_000_000_000_000, 1_000_003, [1, 1_000_000], "501462784836753340684658550343", 30),
    ];
    for (n, a, [u, v], digits_of, places) in known {
        let exact = Rational::new(digits_of.parse().unwrap(), BigInt::from(10).pow(places));
        for (level, order) in beside(&exact, &digits(9)).into_iter().chain(beside(&exact, &digits(12))) {
            assert_eq!(lower_tail(n, a, &r(u, v), &level), Ok(Some(order)), "{n}, {a}, {u}/{v}");
        }
    }
}

/// Where a level is far from the tail, a look at few terms shows it, wherever a is.
#[test]
fn far_from_the_level() {
    let n = 1_000_000_000;
    for a in [0, 1, 1_000, 19_000_000, 21_000_000, 500_000_000, n - 2, n - 1] {
        for level in [digits(3), r(1, 2), &Rational::one() - &digits(3), digits(60)] {
            let order = if a < 20_000_000 { Less } else { Greater };
            assert_eq!(lower_tail(n, a, &r(1, 50), &level), Ok(Some(order)), "{a} against {level}");
        }
    }
}

#[test]
fn ends_of_the_scales() {
    let (n, half, none, all) = (1_000_000_000_000, r(1, 2), Rational::zero(), Rational::one());
    let shown = |a, p: &Rational, level: &Rational| lower_tail(n, a, p, level).unwrap();
    for level in [&none, &half, &all] {
        assert_eq!(shown(n, &half, level), Some(all.cmp(level)));
        assert_eq!(shown(n, &all, level), Some(all.cmp(level)));
        assert_eq!(shown(0, &none, level), Some(all.cmp(level)));
        assert_eq!(shown(n - 1, &all, level), Some(none.cmp(level)));
    }
    assert_eq!((shown(5, &half, &none), shown(5, &half, &all)), (Some(Greater), Some(Less)));
    assert_eq!(lower_tail(0, 0, &half, &all), Ok(Some(Equal)));
    assert_eq!(lower_tail(1, 0, &half, &half), Ok(Some(Equal)));
    for p in [r(-1, 2), r(3, 2)] {
        assert!(matches!(lower_tail(5, 2, &p, &half), Err(Obstacle::Unfit(_))));
    }
    // As likely as not, but not by an exact sum.
    assert_eq!(lower_tail(2_047, 1_023, &half, &half), Ok(Some(Equal)));
    assert_eq!(lower_tail(2_049, 1_024, &half, &half), Ok(None));
}

#[test]
fn what_takes_too_long_meets_a_limit() {
    let long = |bits: u32| Rational::new(BigInt::from(3).pow(bits), BigInt::from(3).pow(bits) * 2 + 1);
    let within = |n, a, p: &Rational, level: &Rational| {
        Meter::new(1 << 24, 100, 1 << 22, 1 << 29).run(|| lower_tail(n, a, p, level))
    };
    let (n, limit) = (1_000_000_000_000, Err(Obstacle::Limit(Limit::Steps)));
    let p = long(600_000);
    assert_eq!(within(n, n / 2, &p, &r(1, 2)), limit);
    assert_eq!(within(n, n / 2, &p, &p), limit);
    assert_eq!(within(n, n / 2, &r(1, 2), &p), limit);
    // Few terms are enough here.
    assert_eq!(within(100, 40, &p, &r(1, 2)), Ok(Some(Less)));
    assert_eq!(within(100, 60, &p, &p), Ok(Some(Greater)));
}
