use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

use super::system::trimmed as trim;
use super::*;
use crate::linear::oracle::{Random, connected_graphs, distances, random_connected};

const EFFORT: u64 = 1 << 28;

type Matrix = Vec<Vec<Vec<(u64, u32)>>>;

fn poly(coefficients: &[i64]) -> Poly {
    trim(coefficients.iter().copied().map(Integer::from).collect())
}

fn sum(f: &[Integer], g: &[Integer]) -> Poly {
    let at = |f: &[Integer], k: usize| f.get(k).cloned().unwrap_or_default();
    trim((0..f.len().max(g.len())).map(|k| at(f, k) + at(g, k)).collect())
}

fn product(f: &[Integer], g: &[Integer]) -> Poly {
    let mut result = vec![Integer::ZERO; f.len() + g.len()];
    for (i, a) in f.iter().enumerate() {
        for (j, b) in g.iter().enumerate() {
            result[i + j] += a * b;
        }
    }
    trim(result)
}

fn dense(entry: &[(u64, u32)]) -> Poly {
    entry.iter().fold(Vec::new(), |f, &(count, exponent)| {
        let mut term = vec![Integer::ZERO; exponent as usize];
        term.push(Integer::from(count));
        sum(&f, &term)
    })
}

/// The determinant, by its first column (Laplace).
fn determinant(matrix: &[Vec<Poly>]) -> Poly {
    if matrix.is_empty() {
        return poly(&[1]);
    }
    (0..matrix.len()).fold(Vec::new(), |total, i| {
        let others = (0..matrix.len()).filter(|&k| k != i).map(|k| matrix[k][1..].to_vec());
        let minor = determinant(&others.collect::<Vec<_>>());
        let sign = poly(&[if i % 2 == 0 { 1 } else { -1 }]);
        sum(&total, &product(&sign, &product(&matrix[i][0], &minor)))
    })
}

/// By Cramer's rule: det and the det_i, which the solution equals as fractions.
fn assert_cramer(matrix: &Matrix, right: &[Poly], found: &Functions) {
    let whole: Vec<Vec<Poly>> = matrix.iter().map(|row| row.iter().map(|entry| dense(entry)).collect()).collect();
    let det = determinant(&whole);
    assert!(!det.is_empty());
    for (k, numerator) in found.numerators.iter().enumerate() {
        let mut replaced = whole.clone();
        replaced.iter_mut().zip(right).for_each(|(row, b)| row[k].clone_from(b));
        assert_eq!(product(numerator, &det), product(&found.denominator, &determinant(&replaced)));
    }
}

/// M·N = D·b, multiplied out, in lowest terms.
fn assert_solves(matrix: &Matrix, right: &[Poly], found: &Functions) {
    assert_eq!(found.numerators.len(), matrix.len());
    for (row, b) in matrix.iter().zip(right) {
        let terms = row.iter().zip(&found.numerators).map(|(entry, n)| product(&dense(entry), n));
        assert_eq!(terms.fold(Vec::new(), |f, g| sum(&f, &g)), product(&found.denominator, b));
    }
    assert_lowest(found);
}

fn assert_lowest(found: &Functions) {
    let all: Vec<&Poly> = found.numerators.iter().chain([&found.denominator]).collect();
    assert!(all.iter().all(|f| f.last().is_none_or(|leading| *leading != 0)));
    assert!(found.denominator.iter().find(|c| **c != 0).is_some_and(|c| *c > 0));
    let modulus = |k: u64| all.iter().copied().flatten().all(|c| c % Integer::from(k) == 0);
    assert!((2..30).all(|k| !modulus(k)));
    // Euclid over the rationals.
    let rational = |f: &Poly| f.iter().map(Rational::from).collect::<Vec<_>>();
    let common = found.numerators.iter().fold(rational(&found.denominator), |g, n| {
        let (mut a, mut b) = (g, rational(n));
        while let Some(leading) = b.last().cloned() {
            while a.len() >= b.len() {
                let factor = a.last().unwrap() / &leading;
                let shift = a.len() - b.len();
                b.iter().enumerate().for_each(|(k, c)| a[shift + k] -= &factor * c);
                while a.last().is_some_and(|c| *c == 0) {
                    a.pop();
                }
            }
            (a, b) = (b, a);
        }
        a
    });
    assert_eq!(common.len(), 1);
}

/// Φ with t^(k·d).
fn similarity(edges: &[(usize, usize)], n: usize, k: u32) -> Matrix {
    let entry = |&d: &u32| if d == u32::MAX { vec![] } else { vec![(1, k * d)] };
    distances(edges, n).iter().map(|row| row.iter().map(entry).collect()).collect()
}

fn ones(n: usize) -> Vec<Poly> {
    vec![poly(&[1]); n]
}

fn unit(n: usize, k: usize) -> Vec<Poly> {
    (0..n).map(|i| poly(&[i64::from(i == k)])).collect()
}

fn line(n: usize) -> Vec<(usize, usize)> {
    (1..n).map(|i| (i - 1, i)).collect()
}

#[test]
fn a_line_has_the_known_weights() {
    for (n, k) in [(2, 1), (3, 2), (7, 3), (40, 1), (40, 2)] {
        let found = solve_function(&similarity(&line(n), n, k), &ones(n), EFFORT).unwrap();
        let with = |c: i64| {
            let mut f = vec![Integer::ONE];
            f.resize(k as usize, Integer::ZERO);
            f.push(Integer::from(c));
            f
        };
        assert_eq!(found.denominator, with(1));
        let expected: Vec<Poly> = (0..n).map(|i| if i % (n - 1) == 0 { poly(&[1]) } else { with(-1) }).collect();
        assert_eq!(found.numerators, expected);
    }
}

#[test]
fn transitive_graphs_have_one_weight() {
    let cycle: Vec<_> = (0..5).map(|i| (i, (i + 1) % 5)).collect();
    let found = solve_function(&similarity(&cycle, 5, 1), &ones(5), EFFORT).unwrap();
    assert_eq!(found, Functions { denominator: poly(&[1, 2, 2]), numerators: ones(5) });
    for n in [1, 4, 9] {
        let complete: Vec<_> = (0..n).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
        let found = solve_function(&similarity(&complete, n, 1), &ones(n), EFFORT).unwrap();
        assert_eq!(found.denominator, poly(&[1, n as i64 - 1]));
        assert_eq!(found.numerators, ones(n));
    }
}

#[test]
fn a_hypercube_on_its_one_cell() {
    // Σ_k C(10, k) t^k = (1 + t)^10.
    let entry = [1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1];
    let matrix = vec![vec![entry.into_iter().zip(0..).collect()]];
    let found = solve_function(&matrix, &ones(1), EFFORT).unwrap();
    assert_eq!(found.denominator, poly(&entry.map(|c| c as i64)));
    assert_eq!(found.numerators, ones(1));
}

#[test]
fn two_and_three_are_singular_at_the_root_of_a_half() {
    let edges: Vec<_> = (0..2).flat_map(|i| (2..5).map(move |j| (i, j))).collect();
    let found = solve_function(&similarity(&edges, 5, 1), &ones(5), EFFORT).unwrap();
    // (1 + t)(1 − 2t²).
    assert_eq!(found.denominator, poly(&[1, 1, -2, -2]));
    let expected = [poly(&[1, -2]), poly(&[1, -2]), poly(&[1, -1]), poly(&[1, -1]), poly(&[1, -1])];
    assert_eq!(found.numerators, expected);
    // The same on its two cells.
    let cells = vec![vec![vec![(1, 0), (1, 2)], vec![(3, 1)]], vec![vec![(2, 1)], vec![(1, 0), (2, 2)]]];
    let found = solve_function(&cells, &ones(2), EFFORT).unwrap();
    assert_eq!(found.denominator, poly(&[1, 1, -2, -2]));
    assert_eq!(found.numerators, [poly(&[1, -2]), poly(&[1, -1])]);
}

#[test]
fn small_random_systems_agree_with_cramer() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let m = 1 + random.below(4);
        let step = [1, 2, 3][random.below(3)];
        let mut matrix: Matrix = vec![vec![vec![]; m]; m];
        for entry in matrix.iter_mut().flatten() {
            *entry = (0..random.below(4))
                .map(|_| (random.below(50) as u64, step * [0, 1, 2, 3, 4][random.below(5)]))
                .collect();
        }
        let mut b = || poly(&[0; 4].map(|_: i64| random.below(21) as i64 - 10));
        let right: Vec<Poly> = (0..m).map(|_| b()).collect();
        let whole: Vec<Vec<Poly>> = matrix.iter().map(|row| row.iter().map(|e| dense(e)).collect()).collect();
        let found = solve_function(&matrix, &right, EFFORT);
        if determinant(&whole).is_empty() {
            assert_eq!(found, Err(Refusal::Singular));
            continue;
        }
        let found = found.unwrap();
        assert_cramer(&matrix, &right, &found);
        assert_lowest(&found);
    }
}

#[test]
fn all_graphs_of_five_nodes() {
    for edges in connected_graphs(5) {
        let matrix = similarity(&edges, 5, 1);
        let mut right: Vec<Vec<Poly>> = (0..5).map(|k| unit(5, k)).collect();
        right.push(ones(5));
        let found = solve_functions(&matrix, &right, EFFORT).unwrap();
        for (b, x) in right.iter().zip(&found) {
            assert_solves(&matrix, b, x);
            assert_eq!(x.denominator[0], 1);
        }
    }
}

#[test]
fn larger_graphs_and_long_coefficients() {
    for (seed, n, more) in [(1, 12, 6), (2, 16, 10), (3, 14, 30)] {
        let matrix = similarity(&random_connected(seed, n, more), n, 1);
        let found = solve_function(&matrix, &ones(n), EFFORT).unwrap();
        assert_solves(&matrix, &ones(n), &found);
    }
    // Integers that no prime holds alone: x = (10^41 − 1)/9 / (3^30 + t).
    let large: Integer = "1".repeat(41).parse().unwrap();
    let matrix = vec![vec![vec![(205_891_132_094_649, 0), (1, 1)]]];
    let found = solve_function(&matrix, &[vec![large.clone()]], EFFORT).unwrap();
    assert_eq!(found.denominator, poly(&[205_891_132_094_649, 1]));
    assert_eq!(found.numerators, [vec![large]]);
}

#[test]
fn the_right_hand_side_may_be_polynomials() {
    // The first column of Φ has the solution e_0; and Φ·t^3.
    let matrix = similarity(&line(5), 5, 1);
    let column: Vec<Poly> = matrix.iter().map(|row| dense(&row[0])).collect();
    let found = solve_function(&matrix, &column, EFFORT).unwrap();
    assert_eq!(found, Functions { denominator: poly(&[1]), numerators: unit(5, 0) });
    let right = vec![poly(&[0, 0, 0, 6]); 5];
    let found = solve_function(&matrix, &right, EFFORT).unwrap();
    assert_eq!(found.numerators[1], poly(&[0, 0, 0, 6, -6]));
    // Zeros at the end mean nothing.
    let padded = vec![vec![Integer::ONE, Integer::ZERO]; 5];
    assert_eq!(solve_function(&matrix, &padded, EFFORT), solve_function(&matrix, &ones(5), EFFORT));
}

#[test]
fn denominators_may_vanish_at_zero() {
    // (t² + 2t³)x = 3.
    let found = solve_function(&[vec![vec![(1, 2), (2, 3)]]], &[poly(&[3])], EFFORT).unwrap();
    assert_eq!(found, Functions { denominator: poly(&[0, 0, 1, 2]), numerators: vec![poly(&[3])] });
}

#[test]
fn zero_has_the_zero_solution() {
    let zero = Functions { denominator: poly(&[1]), numerators: vec![vec![]; 4] };
    let matrix = similarity(&line(4), 4, 1);
    assert_eq!(solve_function(&matrix, &vec![vec![]; 4], EFFORT), Ok(zero.clone()));
    let both = solve_functions(&matrix, &[ones(4), vec![vec![]; 4]], EFFORT).unwrap();
    assert_eq!(both[1], zero);
    assert_solves(&matrix, &ones(4), &both[0]);
}

#[test]
fn nothing_is_solved_by_nothing() {
    let empty = Functions { denominator: poly(&[1]), numerators: vec![] };
    assert_eq!(solve_function(&[], &[], EFFORT), Ok(empty));
    assert_eq!(solve_functions(&similarity(&line(3), 3, 1), &[], EFFORT), Ok(vec![]));
}

#[test]
fn a_singular_matrix_is_refused() {
    // Two equal rows: consistent or not.
    let twins = vec![vec![vec![(1, 0)], vec![(1, 1)]]; 2];
    assert_eq!(solve_function(&twins, &ones(2), EFFORT), Err(Refusal::Singular));
    assert_eq!(solve_function(&twins, &unit(2, 0), EFFORT), Err(Refusal::Singular));
    assert_eq!(solve_function(&[vec![vec![]]], &ones(1), EFFORT), Err(Refusal::Singular));
}

#[test]
fn a_wrong_solution_does_not_hold() {
    let matrix = similarity(&[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)], 4, 1);
    let right = vec![poly(&[1, -2]), poly(&[]), poly(&[0, 3]), poly(&[1])];
    let system = System::new(&matrix, std::slice::from_ref(&right)).unwrap();
    let found = solve_function(&matrix, &right, EFFORT).unwrap();
    assert!(system.holds(&found, 0));
    for place in 0..5 {
        for (k, change) in (0..20).flat_map(|k| [(k, 1), (k, -1)]) {
            let mut wrong = found.clone();
            let f = if place == 4 { &mut wrong.denominator } else { &mut wrong.numerators[place] };
            f.resize(f.len().max(k + 1), Integer::ZERO);
            f[k] += Integer::from(change);
            assert!(!system.holds(&wrong, 0));
        }
    }
    let mut short = found;
    short.numerators.pop();
    assert!(!system.holds(&short, 0));
}

/// (1 − t)x + ty = 1, −tx + (1 + 2t)y = t − 3t².
#[test]
fn polynomials_of_both_signs() {
    let matrix = [[poly(&[1, -1]), poly(&[0, 1])], [poly(&[0, -1]), poly(&[1, 2])]].map(Vec::from);
    let right = vec![poly(&[1]), poly(&[0, 1, -3])];
    let found = solve_polynomials(&matrix, std::slice::from_ref(&right), EFFORT).unwrap().remove(0);
    // det = 1 + t − t².
    assert_eq!(found.denominator, poly(&[1, 1, -1]));
    assert_eq!(found.numerators, [poly(&[1, 2, -1, 3]), poly(&[0, 2, -4, 3])]);
}

#[test]
fn shapes_must_fit() {
    let ragged = vec![vec![vec![(1, 0)], vec![]], vec![vec![]]];
    assert_eq!(solve_function(&ragged, &ones(2), 9), Err(Refusal::NotSquare { row: 1, found: 1, expected: 2 }));
    let matrix = similarity(&line(3), 3, 1);
    let found = solve_functions(&matrix, &[ones(3), ones(2)], 9);
    assert_eq!(found, Err(Refusal::RightHandSide { side: 1, found: 2, expected: 3 }));
}

#[test]
fn too_much_is_refused_and_always_at_the_same_bound() {
    let matrix = similarity(&random_connected(5, 8, 4), 8, 1);
    let enough = |effort: &u64| solve_function(&matrix, &ones(8), *effort).is_ok();
    let (mut low, mut high) = (0, EFFORT);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if enough(&middle) { high = middle } else { low = middle }
    }
    assert_eq!(solve_function(&matrix, &ones(8), high - 1), Err(Refusal::TooMuch(high - 1)));
    assert!(high > 1000 && [high, high + 1, high * 2].iter().all(enough));
}

#[test]
fn unlucky_primes_do_no_harm() {
    // Modulo 10007 the leading coefficients of D, modulo 10009 the whole matrix, and modulo 10037 the lowest
    // coefficient of D vanish; modulo 10039 numerator and denominator have a common factor.
    let cases: [(Matrix, Vec<Poly>); 4] = [
        (vec![vec![vec![(3, 0), (10_007, 2)]]], vec![poly(&[2, 5])]),
        (vec![vec![vec![(10_009, 0), (10_009, 1)]]], vec![poly(&[1])]),
        (vec![vec![vec![(10_037, 0), (4, 1), (1, 2)]]], vec![poly(&[1])]),
        (vec![vec![vec![(1, 1), (10_040, 0)]]], vec![poly(&[1, 1])]),
    ];
    let small = [3, 7, 10_007, 10_009, 10_037, 10_039];
    for (matrix, right) in cases {
        let expected = solve_function(&matrix, &right, EFFORT).unwrap();
        assert_cramer(&matrix, &right, &expected);
        assert_lowest(&expected);
        for primes in [small.to_vec(), small.iter().rev().copied().collect()] {
            let primes = primes.into_iter().chain(prime_field::primes());
            let found = solve_within(&matrix, std::slice::from_ref(&right), &mut Budget::new(EFFORT), primes);
            assert_eq!(found, Ok(vec![expected.clone()]));
        }
    }
}

#[test]
fn many_small_primes_do_as_well_as_a_few_large_ones() {
    let matrix = similarity(&random_connected(7, 9, 5), 9, 1);
    let right: Vec<Vec<Poly>> = (0..9).map(|k| unit(9, k)).collect();
    let expected = solve_functions(&matrix, &right, EFFORT).unwrap();
    let primes = (10_007..20_000).filter(|p| (2..150).all(|d| p % d != 0));
    assert_eq!(solve_within(&matrix, &right, &mut Budget::new(EFFORT), primes), Ok(expected.clone()));
    right.iter().zip(&expected).for_each(|(b, x)| assert_solves(&matrix, b, x));
}
