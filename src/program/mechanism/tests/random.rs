//! Optima of random programs against the exact simplex method on the whole program. `exhaustive` compiles this file
//! once more, and tries more of them.

use malachite::Integer;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::ops::Range;

use crate::linear::Vector;
use crate::linear::oracle::{Random, random_connected, rank, rational};
use crate::program::mechanism::{Claimed, Effort, Multipliers, Optimum, Priced, Program, judge, multipliers, optimum};
use crate::program::{Optimality, Tableau};

/// The seeds: 64, and so many in the exhaustive tests.
fn programs(exhaustive: u64) -> Range<u64> {
    0..if env!("CARGO_PKG_NAME") == "dp-exhaustive" { exhaustive } else { 64 }
}

pub(super) fn lists(edges: &[(usize, usize)], n: usize) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new(); n];
    for &(i, h) in edges.iter().filter(|(i, h)| i != h) {
        lists[i].push(h);
        lists[h].push(i);
    }
    lists
}

pub(super) fn line(n: usize) -> Vec<Vec<usize>> {
    lists(&(1..n).map(|i| (i - 1, i)).collect::<Vec<_>>(), n)
}

/// Each square of a side×side board and the squares a king reaches from it.
pub(super) fn king(side: usize) -> Vec<Vec<usize>> {
    let near = |i: usize, h: usize| (i / side).abs_diff(h / side).max((i % side).abs_diff(h % side)) == 1;
    let n = side * side;
    (0..n).map(|i| (0..n).filter(|&h| near(i, h)).collect()).collect()
}

/// π_i for w = i, 0 otherwise.
pub(super) fn binary(prior: &[Rational]) -> Vec<Vector> {
    let n = prior.len();
    let row = |w: usize| (0..n).map(|i| if i == w { prior[i].clone() } else { Rational::ZERO }).collect::<Vec<_>>();
    (0..n).map(|w| Vector::from_rationals(&row(w))).collect()
}

pub(super) fn uniform(n: usize) -> Vec<Rational> {
    vec![rational(1, n as i64); n]
}

/// Weights from 1 to 1000, over their sum.
pub(super) fn random_prior(n: usize, seed: u64) -> Vec<Rational> {
    let mut random = Random(seed);
    let weights: Vec<i64> = (0..n).map(|_| random.below(1000) as i64 + 1).collect();
    let total = weights.iter().sum();
    weights.iter().map(|&k| rational(k, total)).collect()
}

/// Panics unless the mechanism is private, the dual feasible, and both have the value.
pub(super) fn check(program: &Program, found: &Optimum) {
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

pub(super) fn solved(neighbours: &[Vec<usize>], alpha: Rational, gains: Vec<Vector>) -> Rational {
    let program = Program { neighbours, lengths: &[], alpha, gains };
    let found = optimum(&program, Effort::default()).unwrap();
    check(&program, &found);
    found.value
}

#[test]
fn random_programs_have_the_optimum_of_the_whole_program() {
    for seed in programs(6_000) {
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
fn exact_numbers_need_no_proposal() {
    for seed in programs(1_000) {
        let (neighbours, alpha, gains) = random_program(seed);
        let program = Program { neighbours: &neighbours, lengths: &[], alpha, gains };
        let found = optimum(&program, Effort { guided: 0, exact: 10_000 }).unwrap();
        check(&program, &found);
        assert_eq!(found.value, brute(&program), "seed {seed}");
    }
}

#[test]
fn a_board_of_sixteen() {
    for seed in 0..3 {
        assert!(solved(&king(4), rational(2, 5), binary(&random_prior(16, seed))) > 0);
    }
}

/// A guess for each node and each constant mechanism's gains: what `judge` says of a mechanism is checked.
pub(super) fn judged(program: &Program, mechanism: &[Vector]) -> bool {
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
    for seed in programs(1_000) {
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
fn an_optimum_is_at_a_vertex() {
    for seed in programs(1_000) {
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
    for seed in programs(1_000) {
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
