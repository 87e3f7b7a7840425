//! 003: Ghosh, Roughgarden, Sundararajan, *Universally utility-maximizing privacy mechanisms*.

use crate::graph::{hamming, line};
use crate::theorems::case::Case;
use crate::theorems::definition::{Matrix, power, ratio, times};
use crate::theorems::file::{File, equals, graph, list, people, symbolic, verdict};
use crate::theorems::random::Random;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use serde_json::{Value, json};

/// A loss that rises with |i-r|, by 2 at most, for each answer i on its own; strictly if it is to.
pub(crate) fn monotone_loss(random: &mut Random, n: usize, strictly: bool) -> Matrix {
    let mut row = |i: usize| {
        let mut steps = vec![Rational::from(0)];
        let mut step = || Rational::from(random.between(usize::from(strictly), 2));
        (1..n).for_each(|_| steps.push(&steps[steps.len() - 1] + step()));
        (0..n).map(|r| steps[i.abs_diff(r)].clone()).collect()
    };
    (0..n).map(&mut row).collect()
}

/// A random user of the truncated geometric mechanism, who has nothing better, with or without zeros in the prior; the
/// file's gain or loss is still to come.
pub(crate) fn user(random: &mut Random, name: &str, n: usize, full: bool) -> File {
    let alpha = random.alpha().to_string();
    let file = File::new(name, alpha, graph("line", n)).prior("user", list(&random.distribution(n, full)));
    file.family("truncated-geometric").claim(json!({ "claim": "optimal", "prior": "user" }))
}

pub(crate) fn users() -> Vec<Case> {
    let mut random = Random::new(301);
    let one = |k: usize| {
        let n = random.between(2, 7);
        let strictly = k.is_multiple_of(2);
        let loss: Vec<Value> = monotone_loss(&mut random, n, strictly).iter().map(|row| list(row)).collect();
        user(&mut random, &format!("random-{k:02}"), n, strictly).with("loss", loss).case()
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
        let file = file.family("truncated-geometric");
        file.claim(json!({ "claim": "optimal", "prior": "ends", "expect": { "loss": least, "least_loss": least } }))
            .case()
    };
    [1, 3, 5, 7, 9].map(one).into()
}

/// The truncated geometric mechanism on n > 1 answers.
fn geometric(n: usize, alpha: &Rational) -> Matrix {
    let entry = |i: usize, j: usize| {
        let end = power(alpha, i.abs_diff(j)) / (Rational::ONE + alpha);
        if j == 0 || j + 1 == n { end } else { end * (Rational::ONE - alpha) }
    };
    (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
}

/// G^-1 X by the rows R_0 = (x_0-αx_1)/(1-α), R_i = ((1+α²)x_i - α(x_{i-1}+x_{i+1}))/(1-α)², R_n =
/// (x_n-αx_{n-1})/(1-α).
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
        let verdict = verdict(is_derived(&x, &alpha));
        let claim = json!({ "claim": "derivable", "from": "truncated-geometric", "expect": { "verdict": verdict } });
        File::new(format!("random-{k:02}"), alpha.to_string(), graph("line", n)).matrix(&x).claim(claim).case()
    };
    (0..30).map(one).collect()
}

/// Private, of the same range, and the truncated geometric one with its columns turned or not.
pub(crate) fn others() -> Vec<Case> {
    let mut random = Random::new(303);
    let one = |k: usize| {
        let (n, alpha) = (random.between(2, 3), random.alpha());
        let mut x = if k < 5 { geometric(n, &alpha) } else { random.private(&line(n), n, n, &alpha) };
        x.iter_mut().for_each(|row| row.rotate_left(k % n));
        let column = |rows: &Matrix, o: usize| rows.iter().map(|row| row[o].clone()).collect::<Vec<_>>();
        let sorted = |rows: &Matrix| {
            let mut columns: Vec<_> = (0..n).map(|o| column(rows, o)).collect();
            columns.sort();
            columns
        };
        let verdict = verdict(sorted(&x) == sorted(&geometric(n, &alpha)));
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

/// A user's mechanism on guesses, with the expected cost of each guess at each answer as an expression in b.
struct User {
    query: Value,
    constant: Option<Value>,
    rows: Matrix,
    prior: Vec<Rational>,
    loss: Vec<Vec<String>>,
}

impl User {
    /// Cases that prove X the only optimum, in all rows i with π_i > 0: X is optimal for the user, and remains so,
    /// taken at face value, if any one guess r costs a little more at any one such answer i. Another optimum X' costs
    /// the user what X does, and with the dearer guess no less, so that x'_ir ≥ x_ir, for all r; rows sum to 1: x'_i =
    /// x_i.
    fn only_optimum(&self, name: &str, little: &Rational) -> Vec<Case> {
        let answers = (0..self.rows.len()).filter(|&i| self.prior[i] > 0u32);
        answers
            .flat_map(|i| (0..self.loss[i].len()).map(move |r| (i, r)))
            .map(|(i, r)| self.dearer(&format!("{name}-dearer-{i}-{r}"), i, r, little))
            .chain([self.dearer(name, 0, 0, &Rational::from(0))])
            .collect()
    }

    /// Guess r costs more at answer i.
    fn dearer(&self, name: &str, i: usize, r: usize, by: &Rational) -> Case {
        let mut loss = self.loss.clone();
        loss[i][r] = format!("{}+{by}", loss[i][r]);
        let all = |h: usize| (0..loss[h].len()).map(move |g| (h, g));
        let terms = (0..self.rows.len()).flat_map(all).filter_map(|(h, g)| {
            let weight = &self.prior[h] * &self.rows[h][g];
            (weight > 0u32).then(|| format!("{weight}*({})", loss[h][g]))
        });
        let cost = equals(terms.collect::<Vec<_>>().join("+"));
        let rows: Vec<Value> = loss.iter().map(|row| list(row)).collect();
        let mut file = File::new(name, "1/2", self.query.clone()).matrix(&self.rows).with("loss", rows);
        if let Some(constant) = &self.constant {
            file = file.with("constant", constant.clone());
        }
        let claim = json!({ "claim": "optimal", "prior": "user", "expect": { "loss": cost, "least_loss": cost } });
        file.prior("user", list(&self.prior)).claim(claim).case()
    }
}

/// p/q for each p of a row.
fn over<const N: usize>(q: usize, row: [usize; N]) -> Vec<Rational> {
    row.iter().map(|&p| ratio(p, q)).collect()
}

/// Figure 2, with its loss |i-r|^1.5; k^1.5 is a polynomial in b = √2+√3+√5. In the rows without a weight, 1 and 3, all
/// entries but one lie between α times one neighbour's and the other's over α, and these are equal; the last is what is
/// left to 1.
pub(crate) fn figure_2() -> Vec<Case> {
    let powers = [
        "0",
        "1",
        "10/3*b-7/36*b^3-7/72*b^5+1/288*b^7",
        "45/4*b-61/8*b^3+37/32*b^5-1/32*b^7",
        "8",
        "-265/12*b+475/36*b^3-485/288*b^5+25/576*b^7",
    ];
    let rows = [
        [32, 0, 12, 2, 1, 1],
        [16, 0, 24, 4, 2, 2],
        [8, 0, 24, 8, 4, 4],
        [4, 0, 12, 16, 8, 8],
        [2, 0, 6, 8, 16, 16],
        [1, 0, 3, 4, 8, 32],
    ];
    let user = User {
        query: graph("line", 6),
        constant: Some(
            json!({ "root_of": ["576", "0", "-960", "0", "352", "0", "-40", "0", "1"], "between": ["5", "6"] }),
        ),
        rows: rows.map(|row| over(48, row)).into(),
        prior: over(4, [1, 0, 1, 0, 1, 1]),
        loss: (0..6usize).map(|i| (0..6).map(|r| powers[i.abs_diff(r)].to_owned()).collect()).collect(),
    };
    user.only_optimum("user", &ratio(1, 1000))
}

/// The vertex (2,1,0), (1,2,0), (2,1,0) over 3, as the only optimum of a user whose cost is the sum of its tight
/// constraints, x_i2 ≥ 0, x_10 ≥ αx_00, αx_20 and x_01, x_21 ≥ αx_11, each row with a constant more. That loss is not
/// monotone.
pub(crate) fn vertex() -> Vec<Case> {
    let user = User {
        query: graph("line", 3),
        constant: None,
        rows: [[2, 1, 0], [1, 2, 0], [2, 1, 0]].map(|row| over(3, row)).into(),
        prior: over(3, [1, 1, 1]),
        loss: [["0", "3/2", "3"], ["3", "0", "3"], ["0", "3/2", "3"]].map(|row| row.map(String::from).into()).into(),
    };
    user.only_optimum("vertex", &ratio(1, 100))
}

/// The mechanism x1 of Figure 4, for its user with ε = 1/16 and both ends of δ: |count - r|^(1-δ). The rows without a
/// weight lie between neighbours as in `figure_2`: {} and {1,2} between {1} and {2}, {3} and {1,2,3} between {1,3} and
/// {2,3}.
pub(crate) fn figure_4() -> Vec<Case> {
    let of = |delta: usize| {
        let loss = |set: usize, r: usize| {
            let distance = (set.count_ones() as usize).abs_diff(r);
            if delta == 1 { distance.min(1) } else { distance }.to_string()
        };
        let user = User {
            query: people(2, 3),
            constant: None,
            rows: [10, 8, 8, 4, 11, 10, 10, 8].map(|one| over(12, [0, one, 12 - one, 0])).into(),
            prior: over(16, [0, 0, 4, 7, 4, 1, 0, 0]),
            loss: (0..8).map(|set| (0..4).map(|r| loss(set, r)).collect()).collect(),
        };
        user.only_optimum(&format!("user-of-x1-delta-{delta}"), &ratio(1, 100))
    };
    [0, 1].into_iter().flat_map(of).collect()
}
