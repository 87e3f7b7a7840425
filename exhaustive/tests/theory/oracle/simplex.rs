//! Linear programs by the simplex method as it is taught, in exact fractions.

use dp_verify::number::Rational;
use num_traits::{One, Zero};

/// A dictionary: each basic variable, and the objective, as an affine function of the variables that are 0.
struct Dictionary {
    /// The variables that are 0.
    zero: Vec<usize>,
    /// The others, and each one's constant and coefficients.
    basic: Vec<(usize, Rational, Vec<Rational>)>,
    constant: Rational,
    objective: Vec<Rational>,
}

/// The largest c·x over x ≥ 0 with Ax ≤ b, where b ≥ 0; `None` where there is none.
///
/// The first variable that pays enters, and of those that limit it the first leaves (Bland's rule), so that no
/// dictionary comes twice.
pub(crate) fn maximum(a: Vec<Vec<Rational>>, b: Vec<Rational>, c: Vec<Rational>) -> Option<Rational> {
    assert!(b.iter().all(|x| !x.is_negative()), "x = 0 is where it starts");
    let n = c.len();
    let slack = |(k, (row, b)): (usize, (Vec<Rational>, Rational))| (n + k, b, row.iter().map(|x| -x).collect());
    let basic = a.into_iter().zip(b).enumerate().map(slack).collect();
    let mut dictionary = Dictionary { zero: (0..n).collect(), basic, constant: Rational::zero(), objective: c };
    loop {
        let pays = |&k: &usize| dictionary.objective[k].is_positive();
        let Some(entering) = (0..n).filter(pays).min_by_key(|&k| dictionary.zero[k]) else {
            return Some(dictionary.constant);
        };
        let limits = |(r, (name, constant, row)): (usize, &(usize, Rational, Vec<Rational>))| {
            row[entering].is_negative().then(|| (-constant / &row[entering], *name, r))
        };
        let (_, _, leaving) = dictionary.basic.iter().enumerate().filter_map(limits).min()?;
        dictionary.exchange(entering, leaving);
    }
}

impl Dictionary {
    /// Makes zero[k] basic in place of basic[r].
    fn exchange(&mut self, k: usize, r: usize) {
        let (leaves, constant, mut row) = self.basic[r].clone();
        // x_leaves = constant + row·zero, solved for zero[k].
        let by = -row[k].recip();
        row[k] = -Rational::one();
        row.iter_mut().filter(|x| !x.is_zero()).for_each(|x| *x *= &by);
        let constant = constant * &by;
        let enters = std::mem::replace(&mut self.zero[k], leaves);
        let substitute = |target: &mut Vec<Rational>, other: &mut Rational| {
            let factor = std::mem::replace(&mut target[k], Rational::zero());
            if !factor.is_zero() {
                target.iter_mut().zip(&row).filter(|(_, y)| !y.is_zero()).for_each(|(x, y)| *x += y * &factor);
                *other += &constant * &factor;
            }
        };
        for (_, other, target) in self.basic.iter_mut() {
            substitute(target, other);
        }
        substitute(&mut self.objective, &mut self.constant);
        self.basic[r] = (enters, constant, row);
    }
}

/// The largest Σ_w Σ_i c_w(i) x_iw over all stochastic x with α x_iw ≤ x_hw for i ~ h.
///
/// The variables are x_iw for w ≥ 1, and x_i0 = 1 − Σ_{w≥1} x_iw; where they are 0 everybody makes guess 0.
pub(crate) fn most_utility(nodes: usize, edges: &[[usize; 2]], alpha: &Rational, gains: &[Vec<Rational>]) -> Rational {
    let (n, m) = (nodes, gains.len());
    let count = n * (m - 1);
    // factor·x_iw as a constant and coefficients.
    let add = |into: &mut (Rational, Vec<Rational>), i: usize, w: usize, factor: &Rational| match w {
        0 => {
            into.0 += factor;
            into.1[i * (m - 1)..(i + 1) * (m - 1)].iter_mut().for_each(|x| *x -= factor);
        }
        _ => into.1[i * (m - 1) + w - 1] += factor,
    };
    let nothing = || (Rational::zero(), vec![Rational::zero(); count]);
    // Each is ≥ 0: x_i0, and x_hw − α x_iw.
    let mut constraints = Vec::new();
    for i in 0..n {
        let mut rest = nothing();
        add(&mut rest, i, 0, &Rational::one());
        constraints.push(rest);
    }
    for &[i, h] in edges.iter().flat_map(|&[i, h]| [[i, h], [h, i]]).collect::<Vec<_>>().iter() {
        for w in 0..m {
            let mut gap = nothing();
            add(&mut gap, h, w, &Rational::one());
            add(&mut gap, i, w, &-alpha);
            constraints.push(gap);
        }
    }
    let mut objective = nothing();
    for (w, gains) in gains.iter().enumerate() {
        gains.iter().enumerate().for_each(|(i, gain)| add(&mut objective, i, w, gain));
    }
    let (b, a) = constraints.into_iter().map(|(b, row)| (b, row.iter().map(|x| -x).collect())).unzip();
    objective.0 + maximum(a, b, objective.1).expect("stochastic matrices are bounded")
}
