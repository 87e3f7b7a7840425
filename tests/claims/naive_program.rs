//! The simplex method as textbooks have it, by Bland's rule and in fractions: an oracle for small linear programs.

use malachite::base::num::basic::traits::{NegativeOne, One, Zero};
use malachite::rational::Rational;

/// The most of c·x over x ≥ 0 with Σ_j a_j·x_j ≤ b for each (a, b); `None` where there is no such x. It is bounded.
pub(crate) fn most(c: &[Rational], rows: &[(Vec<Rational>, Rational)]) -> Option<Rational> {
    let n = c.len();
    // basic = b − Σ a·nonbasic; column n is x_0, which is taken away from every row and is to vanish.
    let mut table: Vec<Vec<Rational>> = rows
        .iter()
        .map(|(a, b)| [b.clone()].into_iter().chain(a.iter().map(|x| -x)).chain([Rational::ONE]).collect())
        .collect();
    let zero = || vec![Rational::ZERO; n + 2];
    let (mut own, mut first) = (zero(), zero());
    c.iter().enumerate().for_each(|(j, c)| own[j + 1] = c.clone());
    first[n + 1] = Rational::NEGATIVE_ONE;
    let mut basic: Vec<usize> = (n + 1..=n + rows.len()).collect();
    let mut nonbasic: Vec<usize> = (0..=n).collect();
    let mut objectives = [first, own];
    let worst = (0..rows.len()).min_by(|&i, &k| table[i][0].cmp(&table[k][0]))?;
    if table[worst][0] < 0u32 {
        pivot(&mut table, &mut objectives, &mut basic, &mut nonbasic, (worst, n));
        climb(&mut table, &mut objectives, 0, &mut basic, &mut nonbasic, None);
        if objectives[0][0] < 0u32 {
            return None;
        }
        if let Some(i) = basic.iter().position(|&v| v == n)
            && let Some(j) = (0..=n).find(|&j| table[i][j + 1] != 0u32)
        {
            pivot(&mut table, &mut objectives, &mut basic, &mut nonbasic, (i, j));
        }
    }
    climb(&mut table, &mut objectives, 1, &mut basic, &mut nonbasic, Some(n));
    Some(objectives[1][0].clone())
}

fn climb(
    table: &mut [Vec<Rational>],
    objectives: &mut [Vec<Rational>; 2],
    own: usize,
    basic: &mut [usize],
    nonbasic: &mut [usize],
    never: Option<usize>,
) {
    loop {
        let rises = |j: &usize| objectives[own][j + 1] > 0u32 && Some(nonbasic[*j]) != never;
        let Some(j) = (0..nonbasic.len()).filter(rises).min_by_key(|&j| nonbasic[j]) else { return };
        let falls = (0..table.len()).filter(|&i| table[i][j + 1] < 0u32);
        let room = |i: usize| -(&table[i][0] / &table[i][j + 1]);
        let i = falls.min_by(|&i, &k| room(i).cmp(&room(k)).then(basic[i].cmp(&basic[k]))).expect("it is bounded");
        pivot(table, objectives, basic, nonbasic, (i, j));
    }
}

fn pivot(
    table: &mut [Vec<Rational>],
    objectives: &mut [Vec<Rational>; 2],
    basic: &mut [usize],
    nonbasic: &mut [usize],
    (i, j): (usize, usize),
) {
    let by = table[i][j + 1].clone();
    let mut row: Vec<Rational> = table[i].iter().map(|x| -(x / &by)).collect();
    row[j + 1] = Rational::ONE / by;
    for (k, other) in
        table.iter_mut().enumerate().map(|(k, row)| (Some(k), row)).chain(objectives.iter_mut().map(|row| (None, row)))
    {
        if k != Some(i) {
            let factor = std::mem::replace(&mut other[j + 1], Rational::ZERO);
            other.iter_mut().zip(&row).for_each(|(x, r)| *x += &factor * r);
        }
    }
    table[i] = row;
    std::mem::swap(&mut basic[i], &mut nonbasic[j]);
}
