//! The expected visits of the keys of a law: v = r + vA.

use crate::exact::{bigint, fraction, integer, kernel_fraction, number, whole};
use crate::interrupt::checkpoint;
use crate::linear::{Poly, Refusal, Square, solve_polynomials};
use dp_verify::alpha::{Ground, Obstacle, Quotient, Quotients as _};
use dp_verify::law::{Answer, Ends};
use dp_verify::number::fraction as lowest;
use malachite::base::num::arithmetic::traits::{DivExact, Lcm};
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use std::collections::{BTreeMap, BTreeSet};

/// The expected visits of each key of an answer, as numbers of the file.
///
/// Cost: where all numbers are rational an elimination that makes as few new ones as it can, of a chain of k keys
/// with a few branches each some k steps; of one in which every key leads to every other k³ multiplications of words.
/// Else of rational functions of t, whose time grows like k⁴.
///
/// # Errors
/// A sentence: the system has more than one solution, or takes too much.
pub(super) fn visits(answer: &Answer, ground: &Ground, effort: u64) -> Result<Vec<Quotient>, String> {
    if answer.keys.is_empty() {
        return Ok(Vec::new());
    }
    answer.ends_are_reached()?;
    let is_rational = |ends: &Ends| ends.keys.values().all(|(p, _)| p.is_rational());
    if is_rational(&answer.ends) && answer.keys.iter().all(|key| is_rational(&key.ends)) {
        let chain = Chain::of(answer);
        return match chain.clone().solved()? {
            Some(visits) => visits.iter().map(|x| Ok(kernel_fraction(&fraction(x)))).collect(),
            None => chain.by_square(),
        };
    }
    functions(answer, ground, effort)
}

/// The numbers of a chain, v_k = r_k + Σ_j v_j·A_jk.
#[derive(Debug, Clone)]
struct Chain {
    /// r.
    first: Vec<Rational>,
    /// A, row by row: what a key leads to.
    to: Vec<BTreeMap<usize, Rational>>,
}

/// So many new numbers one key may make as it is eliminated.
const MOST_NEW: usize = 4_096;

impl Chain {
    fn of(answer: &Answer) -> Self {
        let number = |x: &Quotient| Rational::from_integers(whole(&x.numerator), whole(&x.denominator));
        let of = |ends: &Ends| ends.keys.iter().map(|(k, (p, _))| (*k, number(p))).collect();
        let mut first = vec![Rational::from(0u32); answer.keys.len()];
        answer.ends.keys.iter().for_each(|(k, (p, _))| first[*k] = number(p));
        Self { first, to: answer.keys.iter().map(|key| of(&key.ends)).collect() }
    }

    /// By elimination of the key with the fewest ways in and out; none where those are too many.
    fn solved(self) -> Result<Option<Vec<Rational>>, String> {
        let Self { mut first, mut to } = self;
        let keys = to.len();
        let mut from: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); keys];
        for (j, row) in to.iter().enumerate() {
            for k in row.keys() {
                from[*k].insert(j);
            }
        }
        let mut left: Vec<usize> = (0..keys).collect();
        let mut eliminated = Vec::with_capacity(keys);
        while let Some(place) = (0..left.len()).min_by_key(|place| from[left[*place]].len() * to[left[*place]].len()) {
            checkpoint();
            let k = left.swap_remove(place);
            if from[k].len() * to[k].len() > MOST_NEW {
                return Ok(None);
            }
            let mut row = std::mem::take(&mut to[k]);
            let stays = Rational::from(1u32) - row.remove(&k).unwrap_or_default();
            if stays == 0u32 {
                return Err("the chain of keys has more than one solution".to_owned());
            }
            from[k].remove(&k);
            let ways: Vec<(usize, Rational)> =
                std::mem::take(&mut from[k]).into_iter().filter_map(|j| Some((j, to[j].remove(&k)?))).collect();
            for (l, p) in row {
                let share = p / &stays;
                let more = &first[k] * &share;
                first[l] += more;
                from[l].remove(&k);
                for (j, way) in &ways {
                    *to[*j].entry(l).or_default() += way * &share;
                    from[l].insert(*j);
                }
            }
            eliminated.push((k, stays, ways));
        }
        let mut visits = vec![Rational::from(0u32); keys];
        for (k, stays, ways) in eliminated.into_iter().rev() {
            let sum = ways.iter().fold(first[k].clone(), |sum, (j, way)| sum + &visits[*j] * way);
            visits[k] = sum / stays;
        }
        Ok(Some(visits))
    }

    /// By the inverse of the matrix modulo a prime.
    fn by_square(&self) -> Result<Vec<Quotient>, String> {
        let keys = self.first.len();
        let mut rows = vec![vec![Rational::from(0u32); keys + 1]; keys];
        for (k, row) in rows.iter_mut().enumerate() {
            row[k] = Rational::from(1u32);
            row[keys] = self.first[k].clone();
        }
        for (j, row) in self.to.iter().enumerate() {
            row.iter().for_each(|(k, p)| rows[*k][j] -= p);
        }
        let whole = |row: Vec<Rational>| {
            let common = row.iter().fold(Natural::from(1u32), |all, x| all.lcm(x.denominator_ref()));
            let over = |x: &Rational| {
                let n = x.numerator_ref() * (&common).div_exact(x.denominator_ref());
                Integer::from_sign_and_abs(*x >= 0u32, n)
            };
            row.iter().map(over).collect::<Vec<_>>()
        };
        let mut rows: Vec<Vec<Integer>> = rows.into_iter().map(whole).collect();
        let sides: Vec<Integer> = rows.iter_mut().filter_map(Vec::pop).collect();
        let square = Square::new(rows).ok_or("the chain of keys has more than one solution")?;
        let solved = square.solve(&sides);
        let denominator = bigint(solved.denominator());
        let entry = |n: &Integer| kernel_fraction(&lowest(bigint(n), denominator.clone()));
        Ok(solved.numerators().iter().map(entry).collect())
    }
}

/// Of functions of t: rows of polynomials.
fn functions(answer: &Answer, ground: &Ground, effort: u64) -> Result<Vec<Quotient>, String> {
    let field = ground.field.ok_or("functions of no number")?;
    let at = |why: Obstacle| why.to_string();
    let keys = answer.keys.len();
    let side = |k: usize| answer.ends.keys.get(&k).map_or(Quotient::ZERO, |(p, _)| p.clone());
    let mut rows: Vec<(Vec<Quotient>, Quotient)> = (0..keys).map(|k| (vec![Quotient::ZERO; keys], side(k))).collect();
    for (k, (row, _)) in rows.iter_mut().enumerate() {
        row[k] = Quotient::ONE;
    }
    for (j, key) in answer.keys.iter().enumerate() {
        for (k, (p, _)) in &key.ends.keys {
            let of = &mut rows[*k].0[j];
            *of = ground.bounds.run(|| Ok(&*of - p)).map_err(at)?;
        }
    }
    let mut matrix: Vec<Vec<Poly>> = Vec::with_capacity(rows.len());
    let mut sides: Vec<Poly> = Vec::with_capacity(rows.len());
    for (row, side) in rows {
        // A common denominator, by those that do not divide it yet.
        let mut common = dp_kernel::Number::ONE;
        for x in row.iter().chain([&side]) {
            let divides = ground.bounds.run(|| Ok(common.over(&x.denominator))).map_err(at)?.is_some();
            if !divides {
                common = ground.product(&common, &x.denominator).map_err(at)?;
            }
        }
        let over = |x: &Quotient| -> Result<Poly, String> {
            let factor = ground.bounds.run(|| Ok(common.over(&x.denominator))).map_err(at)?;
            let factor = factor.ok_or("a denominator that does not divide")?;
            poly(&ground.product(&x.numerator, &factor).map_err(at)?)
        };
        matrix.push(row.iter().map(over).collect::<Result<_, _>>()?);
        sides.push(over(&side)?);
    }
    let solved = solve_polynomials(&matrix, &[sides], effort).map_err(|why| match why {
        Refusal::Singular => "the chain of keys has more than one solution".to_owned(),
        why => why.to_string(),
    })?;
    let solved = solved.into_iter().next().ok_or("no solution")?;
    let of = |p: &Poly| polynomial(p, field.is_sparse());
    let denominator = of(&solved.denominator);
    let entry = |n: &Poly| {
        let x = Quotient::new(of(n), denominator.clone()).reduced(&ground.bounds).map_err(at)?;
        field.simplest(x, &ground.bounds).map_err(at)
    };
    solved.numerators.iter().map(entry).collect()
}

/// The highest power of t of which all coefficients are made.
const MOST_DEGREE: u128 = 4_096;

fn poly(p: &dp_kernel::Number) -> Result<Poly, String> {
    let mut all: Poly = match p.terms() {
        None => p.coefficients().iter().map(integer).collect(),
        Some(terms) => {
            if terms.iter().any(|(monomial, _)| monomial.u > 0 || monomial.t > MOST_DEGREE) {
                return Err("keys at an α and a `constant` of this kind: a chain is solved in one variable".to_owned());
            }
            let highest = terms.iter().map(|(monomial, _)| monomial.t as usize).max().unwrap_or(0);
            let mut all = vec![Integer::from(0u32); highest + 1];
            terms.iter().for_each(|(monomial, c)| all[monomial.t as usize] += integer(c));
            all
        }
    };
    while all.last().is_some_and(|last| *last == 0u32) {
        all.pop();
    }
    Ok(all)
}

/// By its terms alone where the numbers of the file are.
fn polynomial(p: &Poly, is_sparse: bool) -> dp_kernel::Number {
    match &p[..] {
        [] => dp_kernel::Number::ZERO,
        [constant] => number(constant),
        _ if is_sparse => {
            let terms = (0u128..).zip(p).filter(|(_, c)| **c != 0u32);
            dp_kernel::Number::sparse(terms.map(|(e, c)| (e, bigint(c))).collect())
        }
        _ => dp_kernel::Number::polynomial(p.iter().map(bigint).collect()),
    }
}
