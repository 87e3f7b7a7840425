//! Optima against their definition, and against the exact simplex method on the whole program.

use malachite::Integer;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;

use super::*;
use crate::linear::Vector;
use crate::linear::oracle::{Random, random_connected, rank, rational};
use crate::program::{Optimality, Tableau};

fn lists(edges: &[(usize, usize)], n: usize) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new(); n];
    for &(i, h) in edges.iter().filter(|(i, h)| i != h) {
        lists[i].push(h);
        lists[h].push(i);
    }
    lists
}

fn line(n: usize) -> Vec<Vec<usize>> {
    lists(&(1..n).map(|i| (i - 1, i)).collect::<Vec<_>>(), n)
}

/// Each square of a side×side board and the squares a king reaches from it.
fn king(side: usize) -> Vec<Vec<usize>> {
    let near = |i: usize, h: usize| (i / side).abs_diff(h / side).max((i % side).abs_diff(h % side)) == 1;
    let n = side * side;
    (0..n).map(|i| (0..n).filter(|&h| near(i, h)).collect()).collect()
}

/// π_i for w = i, 0 otherwise.
fn binary(prior: &[Rational]) -> Vec<Vector> {
    let n = prior.len();
    let row = |w: usize| (0..n).map(|i| if i == w { prior[i].clone() } else { Rational::ZERO }).collect::<Vec<_>>();
    (0..n).map(|w| Vector::from_rationals(&row(w))).collect()
}

fn uniform(n: usize) -> Vec<Rational> {
    vec![rational(1, n as i64); n]
}

/// Weights from 1 to 1000, over their sum.
fn random_prior(n: usize, seed: u64) -> Vec<Rational> {
    let mut random = Random(seed);
    let weights: Vec<i64> = (0..n).map(|_| random.below(1000) as i64 + 1).collect();
    let total = weights.iter().sum();
    weights.iter().map(|&k| rational(k, total)).collect()
}

/// Panics unless the mechanism is private, the dual feasible, and both have the value.
fn check(program: &Program, found: &Optimum) {
    let (n, m, alpha) = (program.neighbours.len(), program.gains.len(), &program.alpha);
    assert_eq!((found.mechanism.len(), found.dual.lambda.len(), found.dual.multipliers.len()), (n, n, m));
    let x: Vec<Vec<Rational>> = found.mechanism.iter().map(Vector::to_rationals).collect();
    let gains: Vec<Vec<Rational>> = program.gains.iter().map(Vector::to_rationals).collect();
    let mut value = Rational::ZERO;
    for i in 0..n {
        assert_eq!(x[i].len(), m);
        assert_eq!(x[i].iter().fold(Rational::ZERO, |sum, x| sum + x), 1);
        for w in 0..m {
            assert!(x[i][w] >= 0);
            program.neighbours[i].iter().for_each(|&h| assert!(alpha * &x[i][w] <= x[h][w]));
            value += &x[i][w] * &gains[w][i];
        }
    }
    assert_eq!(value, found.value);
    assert_eq!(found.dual.lambda.total(), found.value);
    (0..m).for_each(|w| check_multipliers(program, &found.dual.lambda, w, &found.dual.multipliers[w]));
}

/// Panics unless the multipliers show that λ − c_w is nonnegative on the cone.
fn check_multipliers(program: &Program, lambda: &Vector, w: usize, found: &Multipliers) {
    let mut left: Vec<Rational> = lambda.to_rationals();
    left.iter_mut().zip(program.gains[w].to_rationals()).for_each(|(price, gain)| *price -= gain);
    for (i, t) in &found.nodes {
        assert!(*t > 0);
        left[*i] -= t;
    }
    for ((i, h), y) in &found.arcs {
        assert!(*y > 0 && program.neighbours[*i].contains(h));
        left[*h] -= y;
        left[*i] += y * &program.alpha;
    }
    assert!(left.iter().all(|x| *x == 0));
}

fn solved(neighbours: &[Vec<usize>], alpha: Rational, gains: Vec<Vector>) -> Rational {
    let program = Program { neighbours, lengths: &[], alpha, gains };
    let found = optimum(&program, Effort::default()).unwrap();
    check(&program, &found);
    found.value
}

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

/// max gains over the whole program by the exact tableau, from the constant mechanism of guess 0.
fn brute(program: &Program) -> Rational {
    let (n, m) = (program.neighbours.len(), program.gains.len());
    let arcs: Vec<(usize, usize)> = (0..n).flat_map(|i| program.neighbours[i].iter().map(move |&h| (i, h))).collect();
    // x_iw is variable i(m−1) + w − 1 for w ≥ 1; x_i0 = 1 − Σ x_iw. All others are slacks ≥ 0.
    let count = n * (m - 1);
    let unit = |i: usize, w: usize, factor: &Rational| {
        let mut row = vec![Rational::ZERO; count + 1];
        match w {
            0 => {
                row[0] = factor.clone();
                (1..m).for_each(|w| row[i * (m - 1) + w] = factor.clone());
            }
            _ => row[i * (m - 1) + w] = -factor,
        }
        row
    };
    let add = |u: Vec<Rational>, v: Vec<Rational>| u.iter().zip(&v).map(|(u, v)| u + v).collect::<Vec<_>>();
    let mut rows: Vec<Vec<Rational>> = (0..n).map(|i| unit(i, 0, &Rational::ONE)).collect();
    for w in 0..m {
        for &(i, h) in &arcs {
            rows.push(add(unit(h, w, &Rational::ONE), unit(i, w, &-&program.alpha)));
        }
    }
    let mut objective = vec![Rational::ZERO; count + 1];
    for (w, gains) in program.gains.iter().enumerate() {
        for i in 0..n {
            objective = add(objective, unit(i, w, &gains.entry(i)));
        }
    }
    let rows: Vec<Vector> = rows.iter().map(|row| Vector::from_rationals(row)).collect();
    let basic = (count..count + rows.len()).collect();
    let objective = Vector::from_rationals(&objective);
    let mut tableau = Tableau::new(basic, (0..count).collect(), rows, vec![objective]).unwrap();
    assert_eq!(tableau.make_optimal(0), Optimality::Optimal);
    tableau.objectives()[0].entry(0)
}

/// A random graph, connected or not, and gains with entries of both signs and zeros.
fn random_program(seed: u64) -> (Vec<Vec<usize>>, Rational, Vec<Vector>) {
    let mut random = Random(seed);
    let (n, m) = (1 + random.below(5), 1 + random.below(5));
    let mut edges = random_connected(seed, n, 3);
    if seed.is_multiple_of(5) {
        edges.retain(|_| random.below(2) == 0);
    }
    edges.sort_unstable();
    let alpha =
        [rational(1, 2), rational(2, 3), rational(9, 10), rational(1, 7), rational(1, 1)][random.below(5)].clone();
    let gain = |random: &mut Random| match random.below(4) {
        0 => Rational::ZERO,
        _ => rational(random.below(21) as i64 - 10, random.below(6) as i64 + 1),
    };
    let gains = (0..m).map(|_| Vector::from_rationals(&(0..n).map(|_| gain(&mut random)).collect::<Vec<_>>()));
    let gains = gains.collect();
    (lists(&edges, n), alpha, gains)
}

#[test]
fn random_programs_have_the_optimum_of_the_whole_program() {
    for seed in 0..400 {
        let (neighbours, alpha, gains) = random_program(seed);
        let program = Program { neighbours: &neighbours, lengths: &[], alpha, gains };
        let found = optimum(&program, Effort::default()).unwrap();
        check(&program, &found);
        assert_eq!(found.value, brute(&program), "seed {seed}");
    }
}

/// α = 1 − 10^-k and 10^-k: floats tell the rays of the one, and the small weights of the other, from nothing.
#[test]
fn programs_next_to_one_and_next_to_zero_have_the_optimum_of_the_whole_program() {
    let power = |k: u64| Rational::from(Integer::from(10).pow(k));
    for (seed, places) in (0..40).zip([3, 7, 20, 40].into_iter().cycle()) {
        let (neighbours, _, gains) = random_program(seed);
        let tiny = Rational::ONE / power(places);
        for alpha in [Rational::ONE - &tiny, tiny] {
            let program = Program { neighbours: &neighbours, lengths: &[], alpha, gains: gains.clone() };
            let found = optimum(&program, Effort::default()).unwrap();
            check(&program, &found);
            assert_eq!(found.value, brute(&program), "seed {seed}");
        }
    }
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
fn exact_numbers_need_no_proposal() {
    for seed in 0..100 {
        let (neighbours, alpha, gains) = random_program(seed);
        let program = Program { neighbours: &neighbours, lengths: &[], alpha, gains };
        let found = optimum(&program, Effort { guided: 0, exact: 10_000 }).unwrap();
        check(&program, &found);
        assert_eq!(found.value, brute(&program), "seed {seed}");
    }
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
fn a_board_of_sixteen() {
    for seed in 0..3 {
        assert!(solved(&king(4), rational(2, 5), binary(&random_prior(16, seed))) > 0);
    }
}

/// A guess for each node and each constant mechanism's gains: what `judge` says of a mechanism is checked.
fn judged(program: &Program, mechanism: &[Vector]) -> bool {
    match judge(program, mechanism, Effort::default()).unwrap() {
        Claimed::Optimal(dual) => {
            let value = (0..program.gains.len()).fold(Rational::ZERO, |sum, w| {
                let column: Vec<Rational> = mechanism.iter().map(|row| row.entry(w)).collect();
                sum + program.gains[w].dot(&Vector::from_rationals(&column)).unwrap()
            });
            check(program, &Optimum { value, mechanism: mechanism.to_vec(), dual });
            true
        }
        Claimed::Improved(better) => {
            check(program, &better);
            false
        }
    }
}

#[test]
fn claimed_mechanisms_are_optimal_or_improved() {
    for seed in 0..120 {
        let (neighbours, alpha, gains) = random_program(seed);
        let program = Program { neighbours: &neighbours, lengths: &[], alpha, gains };
        let found = optimum(&program, Effort::default()).unwrap();
        assert!(judged(&program, &found.mechanism), "seed {seed}");
        let constant = vec![Vector::unit(program.gains.len(), 0); neighbours.len()];
        let worth = program.gains[0].total();
        assert_eq!(judged(&program, &constant), worth == found.value, "seed {seed}");
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
fn an_optimum_is_at_a_vertex() {
    for seed in 0..200 {
        let (neighbours, alpha, gains) = random_program(seed);
        let program = Program { neighbours: &neighbours, lengths: &[], alpha, gains };
        let x = optimum(&program, Effort::default()).unwrap().mechanism;
        // Tight constraints and row sums determine x: as many independent ones as there are entries.
        let (n, m) = (neighbours.len(), program.gains.len());
        let mut rows = Vec::new();
        let row = |terms: &[(usize, usize, Rational)]| {
            let mut row = vec![Rational::ZERO; n * m];
            terms.iter().for_each(|(i, w, factor)| row[i * m + w] = factor.clone());
            row
        };
        for i in 0..n {
            rows.push(row(&(0..m).map(|w| (i, w, Rational::ONE)).collect::<Vec<_>>()));
            for w in 0..m {
                if x[i].entry(w) == 0 {
                    rows.push(row(&[(i, w, Rational::ONE)]));
                }
                for &h in &neighbours[i] {
                    if &program.alpha * x[i].entry(w) == x[h].entry(w) {
                        rows.push(row(&[(i, w, program.alpha.clone()), (h, w, -Rational::ONE)]));
                    }
                }
            }
        }
        assert_eq!(rank(&rows), n * m, "seed {seed}");
    }
}

#[test]
fn prices_cover_a_guess_or_a_column_exceeds_them() {
    let (mut covered, mut exceeded) = (0, 0);
    for seed in 0..200 {
        let (neighbours, alpha, gains) = random_program(seed);
        let program = Program { neighbours: &neighbours, lengths: &[], alpha, gains };
        let mut random = Random(seed);
        let lambda: Vec<Rational> = neighbours.iter().map(|_| rational(random.below(13) as i64 - 3, 2)).collect();
        let lambda = Vector::from_rationals(&lambda);
        for w in 0..program.gains.len() {
            match multipliers(&program, &lambda, w).unwrap() {
                Priced::Covered(found) => {
                    covered += 1;
                    check_multipliers(&program, &lambda, w, &found);
                }
                Priced::Exceeded(column) => {
                    exceeded += 1;
                    assert!(column.is_nonnegative());
                    let tight = |i: usize, h: usize| &program.alpha * column.entry(i) <= column.entry(h);
                    (0..column.len()).for_each(|i| assert!(neighbours[i].iter().all(|&h| tight(i, h))));
                    assert!(lambda.dot(&column).unwrap() < program.gains[w].dot(&column).unwrap());
                }
            }
        }
    }
    assert!(covered > 50 && exceeded > 50, "{covered} {exceeded}");
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

/// The larger programs, run by hand in a release build: --ignored, and --nocapture for what there is to see.
#[test]
#[ignore = "ten thousand variables"]
fn boards_of_a_hundred() {
    for seed in 0..2 {
        let program = Program {
            neighbours: &king(10),
            lengths: &[],
            alpha: rational(2, 5),
            gains: binary(&random_prior(100, seed)),
        };
        let found = optimum(&program, Effort::default()).unwrap();
        check(&program, &found);
        println!("an optimum of {} and prices of {} bits", found.value, found.dual.lambda.bits());
    }
}

#[test]
#[ignore = "thousands of programs"]
fn more_random_programs_have_the_optimum_of_the_whole_program() {
    for seed in 1_000..6_000 {
        let (neighbours, alpha, gains) = random_program(seed);
        let program = Program { neighbours: &neighbours, lengths: &[], alpha, gains };
        let found = optimum(&program, Effort::default()).unwrap();
        check(&program, &found);
        assert_eq!(found.value, brute(&program), "seed {seed}");
    }
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
