//! 003: Ghosh, Roughgarden, Sundararajan, *Universally utility-maximizing privacy mechanisms*.

use crate::theorems::Case;
use crate::theorems::definition::{Matrix, power, times};
use crate::theorems::file::{File, equals, graph, list, symbolic};
use crate::theorems::graphs::{hamming, line};
use crate::theorems::random::Random;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use serde_json::json;

/// A loss that rises with |i-r|, for each answer i on its own.
pub(crate) fn monotone_loss(random: &mut Random, n: usize) -> Matrix {
    let mut row = |i: usize| {
        let mut steps = vec![Rational::from(0)];
        (1..n).for_each(|_| steps.push(&steps[steps.len() - 1] + Rational::from(random.between(0, 2))));
        (0..n).map(|r| steps[i.abs_diff(r)].clone()).collect()
    };
    (0..n).map(&mut row).collect()
}

/// A random user of the truncated geometric mechanism, who has nothing better; the file's gain or loss is still to come.
pub(crate) fn user(random: &mut Random, name: &str, n: usize) -> File {
    let file = File::new(name, random.alpha().to_string(), graph("line", n))
        .prior("user", list(&random.distribution(n, false)));
    file.with("mechanism", json!({ "family": "truncated-geometric" }))
        .claim(json!({ "claim": "optimal", "prior": "user" }))
}

pub(crate) fn users() -> Vec<Case> {
    let mut random = Random::new(301);
    let one = |k: usize| {
        let n = random.between(2, 7);
        let loss: Vec<serde_json::Value> = monotone_loss(&mut random, n).iter().map(|row| list(row)).collect();
        user(&mut random, &format!("random-{k:02}"), n).with("loss", loss).case()
    };
    (0..40).map(one).collect()
}

pub(crate) fn extremes() -> Vec<Case> {
    let one = |n: usize| {
        let prior: Vec<&str> = (0..=n).map(|i| if i == 0 || i == n { "1/2" } else { "0" }).collect();
        let least = equals(format!("a^{}/(1+a)", n.div_ceil(2)));
        let file = File::new(format!("zero-to-{n}"), symbolic(), graph("line", n + 1))
            .prior("ends", list(&prior))
            .with("loss", "binary");
        let file = file.with("mechanism", json!({ "family": "truncated-geometric" }));
        file.claim(json!({ "claim": "optimal", "prior": "ends", "expect": { "loss": least, "least_loss": least } }))
            .case()
    };
    [1, 3, 5, 7, 9].map(one).into()
}

/// Row i of the truncated geometric mechanism.
fn geometric(n: usize, alpha: &Rational) -> Matrix {
    let entry = |i: usize, j: usize| {
        let end = power(alpha, i.abs_diff(j)) / (Rational::ONE + alpha);
        if j == 0 || j + 1 == n { end } else { end * (Rational::ONE - alpha) }
    };
    (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
}

/// G^-1 X by the rows R_0 = (x_0-αx_1)/(1-α), R_i = ((1+α²)x_i - α(x_{i-1}+x_{i+1}))/(1-α)², R_n = (x_n-αx_{n-1})/(1-α).
fn is_derived(x: &Matrix, alpha: &Rational) -> bool {
    let (n, square) = (x.len(), Rational::ONE + alpha * alpha);
    (0..n).all(|i| {
        (0..x[0].len()).all(|o| {
            let neighbours =
                i.checked_sub(1).map(|h| &x[h][o]).into_iter().chain(x.get(i + 1).map(|row| &row[o])).sum::<Rational>();
            let scale = if i == 0 || i + 1 == n { &Rational::ONE } else { &square };
            scale * &x[i][o] >= alpha * neighbours
        })
    })
}

pub(crate) fn derived() -> Vec<Case> {
    let mut random = Random::new(302);
    let one = |k: usize| {
        let (n, alpha) = (random.between(2, 5), random.alpha());
        let x: Matrix = match k % 2 {
            0 => geometric(n, &alpha)
                .iter()
                .zip(std::iter::repeat(&random.rows(n, 3)))
                .map(|(row, remap)| times(row, remap))
                .collect(),
            _ => random.private(&line(n), n, 3, &alpha),
        };
        let verdict = if is_derived(&x, &alpha) { "holds" } else { "fails" };
        let claim = json!({ "claim": "derivable", "from": "truncated-geometric", "expect": { "verdict": verdict } });
        File::new(format!("random-{k:02}"), alpha.to_string(), graph("line", n)).matrix(&x).claim(claim).case()
    };
    (0..30).map(one).collect()
}

/// Private, of the same range, and not the truncated geometric one with its columns in another order.
pub(crate) fn others() -> Vec<Case> {
    let mut random = Random::new(303);
    let one = |k: usize| {
        let (n, alpha) = (random.between(2, 3), random.alpha());
        let x = random.private(&line(n), n, n, &alpha);
        let column = |rows: &Matrix, o: usize| rows.iter().map(|row| row[o].clone()).collect::<Vec<_>>();
        let sorted = |rows: &Matrix| {
            let mut columns: Vec<_> = (0..n).map(|o| column(rows, o)).collect();
            columns.sort();
            columns
        };
        let verdict = if sorted(&x) == sorted(&geometric(n, &alpha)) { "holds" } else { "fails" };
        let claim = json!({ "claim": "universally-optimal", "expect": { "verdict": verdict } });
        File::new(format!("random-{k:02}"), alpha.to_string(), graph("line", n)).matrix(&x).claim(claim).case()
    };
    (0..20).map(one).collect()
}

/// Averages over databases of equal count, as a mechanism on counts.
pub(crate) fn oblivious() -> Vec<Case> {
    let mut random = Random::new(304);
    let one = |k: usize| {
        let (u, alpha) = (random.between(2, 3), random.alpha());
        let size: usize = 1 << u;
        let x = random.private(&hamming(2, u), size, 3, &alpha);
        let mean = |count: usize| {
            let of: Vec<&Vec<Rational>> =
                (0..size).filter(|d| d.count_ones() as usize == count).map(|d| &x[d]).collect();
            (0..3).map(|o| of.iter().map(|row| row[o].clone()).sum::<Rational>() / Rational::from(of.len())).collect()
        };
        let rows: Matrix = (0..=u).map(mean).collect();
        File::new(format!("random-{k:02}"), alpha.to_string(), graph("line", u + 1))
            .matrix(&rows)
            .claim(json!("dp"))
            .case()
    };
    (0..20).map(one).collect()
}
