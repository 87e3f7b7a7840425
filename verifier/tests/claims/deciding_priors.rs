//! The priors that decide whether X is optimal for every prior, against all extreme rays of all cones of best remaps.

use crate::harness::{file, read};
use dp_kernel::deciding_priors;
use dp_verify::limits::Limits;
use dp_verify::problem;
use std::collections::BTreeSet;

/// The determinant, by the first row.
fn determinant(rows: &[Vec<i128>]) -> i128 {
    let Some((first, rest)) = rows.split_first() else { return 1 };
    let minor = |j: usize| -> Vec<Vec<i128>> {
        rest.iter().map(|row| row.iter().enumerate().filter(|(k, _)| *k != j).map(|(_, x)| *x).collect()).collect()
    };
    let term = |j: usize| if j.is_multiple_of(2) { first[j] } else { -first[j] };
    (0..first.len()).filter(|&j| first[j] != 0).map(|j| term(j) * determinant(&minor(j))).sum()
}

/// A vector that is orthogonal to n − 1 others, 0 if they depend on each other.
fn orthogonal(rows: &[Vec<i128>], n: usize) -> Vec<i128> {
    let unit = |j: usize| (0..n).map(|k| i128::from(k == j)).collect();
    (0..n).map(|j| determinant(&[&[unit(j)], rows].concat())).collect()
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

fn lowest(weights: Vec<i128>) -> Vec<i128> {
    let common = weights.iter().fold(0, |c, x| gcd(c, *x));
    weights.into_iter().map(|x| x / common).collect()
}

/// All lists of `k` out of those from `from` on.
fn choices(of: &[Vec<i128>], k: usize) -> Vec<Vec<Vec<i128>>> {
    match (k, of.split_first()) {
        (0, _) => vec![Vec::new()],
        (_, None) => Vec::new(),
        (_, Some((first, rest))) => {
            let with = choices(rest, k - 1).into_iter().map(|mut list| {
                list.push(first.clone());
                list
            });
            with.chain(choices(rest, k)).collect()
        }
    }
}

/// The extreme rays with two nodes or more in the support: of each cone {π ≥ 0: π_r(o)·x_r(o)o ≥ π_i·x_io}, for every
/// map r of outputs to nodes, what n − 1 independent constraints fix and the others allow. Row i of X is `table[i]`
/// over its sum.
fn rays(table: &[Vec<i128>]) -> BTreeSet<Vec<i128>> {
    let (n, m) = (table.len(), table[0].len());
    let sums: Vec<i128> = table.iter().map(|row| row.iter().sum()).collect();
    let mut found = BTreeSet::new();
    for map in 0..n.pow(u32::try_from(m).expect("few outputs")) {
        let mut constraints: BTreeSet<Vec<i128>> =
            (0..n).map(|j| (0..n).map(|k| i128::from(k == j)).collect()).collect();
        let mut left = map;
        let columns = (0..m).map(|o| table.iter().map(|row| row[o]).collect::<Vec<_>>());
        for column in columns {
            let r = left % n;
            left /= n;
            for i in (0..n).filter(|&i| i != r) {
                let mut constraint = vec![0; n];
                constraint[r] = column[r] * sums[i];
                constraint[i] = -column[i] * sums[r];
                constraints.insert(constraint);
            }
        }
        constraints.remove(&vec![0; n]);
        let constraints: Vec<Vec<i128>> = constraints.into_iter().collect();
        for tight in choices(&constraints, n - 1) {
            let ray = orthogonal(&tight, n);
            for ray in [ray.iter().map(|x| -x).collect(), ray] {
                let product = |c: &Vec<i128>| c.iter().zip(&ray).map(|(a, b)| a * b).sum::<i128>();
                if ray.iter().filter(|x| **x != 0).count() > 1 && constraints.iter().all(|c| product(c) >= 0) {
                    found.insert(lowest(ray));
                }
            }
        }
    }
    found
}

/// What the verifier lists, each once.
fn listed(table: &[Vec<i128>]) -> BTreeSet<Vec<i128>> {
    let entry = |row: &[i128], x: &i128| format!("\"{x}/{}\"", row.iter().sum::<i128>());
    let row = |row: &Vec<i128>| format!("[{}]", row.iter().map(|x| entry(row, x)).collect::<Vec<_>>().join(", "));
    let rows: Vec<String> = table.iter().map(row).collect();
    let text = file(
        "1/2",
        &format!(
            r#""query": {{"nodes": {}, "edges": []}}, "mechanism": {{"matrix": [{}]}}"#,
            rows.len(),
            rows.join(", ")
        ),
    );
    let limits = Limits::default();
    let meter = problem::meter(&limits);
    let problem = problem::problem(&read(&text), &limits, &meter).expect("a small table");
    let priors = deciding_priors(&problem, None, &meter).expect("a small table");
    let weights = |x: &dp_kernel::Number| i128::from(x.word().expect("small numbers"));
    let all: Vec<Vec<i128>> = priors.iter().map(|p| lowest(p.numerators.iter().map(weights).collect())).collect();
    let set: BTreeSet<_> = all.iter().cloned().collect();
    assert_eq!(all.len(), set.len(), "a prior is listed twice for {table:?}");
    set
}

/// A stream of numbers that is the same each time (Knuth's MMIX).
fn numbers() -> impl FnMut(usize) -> usize {
    let mut state = 1_u64;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    }
}

#[test]
fn all_extreme_rays_and_no_others() {
    let mut next = numbers();
    let mut total = 0;
    for case in 0..160 {
        let (n, m) = (2 + case % 3, 1 + case / 3 % if case % 3 == 2 { 3 } else { 4 });
        // Small numbers tie often, and zeros are many.
        let of: &[i128] = [&[0, 1][..], &[0, 1, 1, 2], &[1, 2, 3, 5], &[0, 3, 7, 11, 19, 23]][case / 7 % 4];
        let mut table: Vec<Vec<i128>> = (0..n).map(|_| (0..m).map(|_| of[next(of.len())]).collect()).collect();
        for row in table.iter_mut().filter(|row| row.iter().all(|x| *x == 0)) {
            row[next(m)] = 1;
        }
        let rays = rays(&table);
        assert_eq!(listed(&table), rays, "{table:?}");
        total += rays.len();
    }
    assert!(total > 1000, "only {total} rays in all");
}

/// Equal rows: all that is tied is tied at each output, so that each pair and the whole appear once.
#[test]
fn equal_rows_and_equal_columns() {
    let set = |list: &[[i128; 3]]| list.iter().map(|x| x.to_vec()).collect::<BTreeSet<_>>();
    let equal = set(&[[1, 1, 0], [1, 0, 1], [0, 1, 1], [1, 1, 1]]);
    assert_eq!(listed(&[vec![1, 2], vec![1, 2], vec![1, 2]]), equal);
    assert_eq!(listed(&[vec![1], vec![1], vec![1]]), equal);
    // No output of two nodes: no prior of two is needed.
    assert_eq!(listed(&[vec![1, 0, 0], vec![0, 1, 0], vec![0, 0, 1]]), set(&[]));
    // A chain of outputs that two nodes each have.
    assert_eq!(listed(&[vec![1, 0, 0], vec![1, 1, 0], vec![0, 1, 0]]), set(&[[1, 2, 0], [0, 2, 1], [1, 2, 1]]));
}
