//! Optima that are known, what is refused, and the floats of a search; random programs apart.

mod random;

use malachite::Integer;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;

use super::*;
use crate::linear::Vector;
use crate::linear::oracle::{Random, rational};
use random::{binary, check, judged, line, lists, solved, uniform};

#[test]
fn lines_with_uniform_priors() {
    for n in [1, 2, 6, 11, 21, 31, 41] {
        let expected = if n == 1 { rational(1, 1) } else { rational(n as i64 + 2, 3 * n as i64) };
        assert_eq!(solved(&line(n), rational(1, 2), binary(&uniform(n))), expected, "n = {n}");
    }
}

/// Prices of over a thousand bits: guesses with room have multipliers of few digits, which show the same.
#[test]
fn guesses_with_room_have_short_multipliers() {
    let ring = lists(&[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2)], 5);
    let ten = |k: u64| Rational::from(Integer::from(10).pow(k));
    let mut seen = Vec::new();
    for alpha in
        [rational(1, 1) - rational(1, 1) / ten(40), rational(2, 3) + rational(1, 7) / ten(39), rational(1, 1) / ten(40)]
    {
        let mut random = Random(17);
        let mut entry = || rational(random.below(1_000_000_007) as i64, 1 + random.below(1_000_000_007) as i64);
        let gains: Vec<Vector> =
            (0..12).map(|_| Vector::from_rationals(&(0..5).map(|_| entry()).collect::<Vec<_>>())).collect();
        let program = Program { neighbours: &ring, lengths: &[], alpha, gains };
        let found = optimum(&program, Effort::default()).unwrap();
        check(&program, &found);
        let most = found.dual.lambda.bits();
        let bits = |x: &Rational| x.numerator_ref().significant_bits() + x.denominator_ref().significant_bits();
        let short = |of: &&Multipliers| !of.arcs.is_empty() && of.arcs.iter().all(|(_, mu)| bits(mu) < most);
        seen.push((most > 1 << 10, found.dual.multipliers.iter().filter(short).count()));
    }
    // Next to 1 one row serves all, and its prices are short.
    assert!(seen.iter().filter(|(is_long, _)| *is_long).count() > 0, "{seen:?}");
    assert!(seen.iter().all(|(is_long, count)| !is_long || *count > 0), "{seen:?}");
}

#[test]
fn small_graphs_with_known_optima() {
    let star = lists(&[(0, 1), (0, 2), (0, 3)], 4);
    let prior = [27, 23, 23, 23].map(|k| rational(k, 96));
    assert_eq!(solved(&star, rational(2, 3), binary(&prior)), rational(23, 64));
    assert_eq!(solved(&star, rational(2, 3), binary(&uniform(4))), rational(3, 8));
    let ring = lists(&[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)], 6);
    assert_eq!(solved(&ring, rational(1, 2), binary(&uniform(6))), rational(8, 21));
    let complete = lists(&(0..6).flat_map(|i| (0..i).map(move |h| (i, h))).collect::<Vec<_>>(), 6);
    let prior = [1, 2, 2, 2, 2, 1].map(|k| rational(k, 10));
    assert_eq!(solved(&complete, rational(1, 2), binary(&prior)), rational(8, 25));
}

#[test]
fn a_quotient_of_integers_is_rounded_to_the_nearest_float() {
    let quotient = |n: i64, d: i64| approximate(&Integer::from(n), &Integer::from(d));
    assert_eq!([quotient(0, 5), quotient(1, 1), quotient(-3, 8)], [0.0, 1.0, -0.375]);
    assert_eq!([quotient(1, 3), quotient(-2, 7)], [0.333_333_333_333_333_3, -0.285_714_285_714_285_7]);
    let large = Integer::from(10).pow(400);
    assert_eq!(approximate(&-&large, &(&large * Integer::from(8))), -0.125);
    assert_eq!(approximate(&Integer::ONE, &large), 0.0);
}

#[test]
fn losses_on_lines() {
    for n in [3, 8, 15] {
        for power in [1, 2] {
            let loss = |w: usize, i: usize| rational(-(w.abs_diff(i) as i64).pow(power), n as i64);
            let row = |w| Vector::from_rationals(&(0..n).map(|i| loss(w, i)).collect::<Vec<_>>());
            assert!(solved(&line(n), rational(2, 3), (0..n).map(row).collect()) < 0);
        }
    }
}

#[test]
fn the_ring_of_six_refutes_and_proves() {
    let ring = lists(&[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)], 6);
    let program = Program { neighbours: &ring, lengths: &[], alpha: rational(1, 2), gains: binary(&uniform(6)) };
    let circulant = |entries: [i64; 6], total: i64| -> Vec<Vector> {
        let row = |i: usize| (0..6).map(|w| rational(entries[(w + 6 - i) % 6], total)).collect::<Vec<_>>();
        (0..6).map(|i| Vector::from_rationals(&row(i))).collect()
    };
    assert!(judged(&program, &circulant([8, 4, 2, 1, 2, 4], 21)));
    assert!(!judged(&program, &circulant([2, 1, 1, 1, 1, 1], 7)));
}

#[test]
fn what_is_no_program_is_refused() {
    let two = vec![vec![1], vec![0]];
    let gains = || binary(&uniform(2));
    let refused = |neighbours: &[Vec<usize>], alpha, gains| {
        optimum(&Program { neighbours, lengths: &[], alpha, gains }, Effort::default()).unwrap_err()
    };
    assert_eq!(refused(&two, rational(0, 1), gains()), Refusal::Alpha);
    assert_eq!(refused(&two, rational(3, 2), gains()), Refusal::Alpha);
    assert_eq!(refused(&two, rational(1, 2), Vec::new()), Refusal::NoGuess);
    assert_eq!(refused(&[vec![1], vec![]], rational(1, 2), gains()), Refusal::Neighbour { node: 0, neighbour: 1 });
    assert_eq!(refused(&[vec![7], vec![]], rational(1, 2), gains()), Refusal::Neighbour { node: 0, neighbour: 7 });
    let short = Refusal::Length { place: 1, found: 3, expected: 2 };
    assert_eq!(refused(&two, rational(1, 2), vec![Vector::ones(2), Vector::ones(3)]), short);
    let program = Program { neighbours: &two, lengths: &[], alpha: rational(1, 2), gains: gains() };
    assert_eq!(multipliers(&program, &Vector::ones(2), 2), Err(Refusal::Guess { guess: 2 }));
    let length = Refusal::Length { place: 0, found: 1, expected: 2 };
    assert_eq!(multipliers(&program, &Vector::ones(1), 0), Err(length));
    let none = Effort { guided: 0, exact: 0 };
    assert_eq!(optimum(&program, none), Err(Refusal::Effort));
    let identity = [Vector::unit(2, 0), Vector::unit(2, 1)];
    assert_eq!(judge(&program, &identity, Effort::default()), Err(Refusal::NotPrivate { node: 0 }));
}

/// At 1 − 2^-70 all rays are alike to floats; from a basis at 1 − 2^-16 there are few exchanges left.
#[test]
fn a_basis_further_from_one_is_optimal_next_to_it() {
    let ring = lists(&(0..8).map(|i| (i, (i + 1) % 8)).chain([(0, 3), (2, 6)]).collect::<Vec<_>>(), 8);
    let at = |alpha: Rational| Program { neighbours: &ring, lengths: &[], alpha, gains: binary(&uniform(8)) };
    let near = |bits: u64| rational(1, 1) - Rational::from_integers(Integer::ONE, Integer::ONE << bits);
    let program = at(near(70));
    let further: Vec<Program> = before(&program.alpha).into_iter().map(at).collect();
    assert_eq!(further.len(), 2);
    let effort = Effort { guided: 1_000, exact: 10 };
    assert!(bases(&program, &further, effort, None).is_ok());
    assert_eq!(bases(&program, &[], effort, None), Err(Refusal::Effort));
    assert!(before(&near(20)).is_empty() && before(&rational(1, 1)).is_empty());
}

#[test]
fn quotients_that_are_no_floats_have_an_order_and_quotients() {
    let wide = |n: &Integer, d: &Integer| super::approximate::Wide::of(n, d);
    let (large, three) = (Integer::from(10).pow(400), Integer::from(3));
    let all = [
        wide(&Integer::ONE, &(&large * &large)),
        wide(&Integer::ONE, &large),
        wide(&Integer::from(2), &large),
        wide(&Integer::ONE, &three),
        wide(&three, &Integer::from(2)),
        wide(&Integer::from(7), &Integer::from(4)),
        wide(&large, &three),
        wide(&large, &Integer::from(2)),
    ];
    assert!(all.is_sorted(), "{all:?}");
    assert_eq!(all[2].over(all[1]), 2.0);
    assert_eq!(all[7].over(all[6]), 1.5);
    assert_eq!([all[0].over(all[7]), all[7].over(all[0])], [0.0, f64::INFINITY]);
    assert_eq!(wide(&Integer::ZERO, &large).over(all[0]), 0.0);
    assert_eq!(wide(&-&large, &three).over(all[6]), -1.0);
}
