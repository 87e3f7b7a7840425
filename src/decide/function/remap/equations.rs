//! Equations that are solved by functions of t, as many of them as determine the unknowns.

use crate::decide::case::Reason;
use crate::decide::function::search::functions;
use crate::effort::{spend, steps};
use crate::linear::{Poly, independent_columns, solve_polynomials};
use dp_verify::alpha::Quotient;
use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};

/// The word operations that one solution may take.
pub(super) const EFFORT: u64 = 1 << 30;

/// An integer without a pattern, at which functions are seen to be independent.
const PLACE: u64 = 1_327_217_885;

/// Σ terms = right, of unknowns by their places.
pub(super) struct Equation {
    pub(super) terms: Vec<(usize, Poly)>,
    pub(super) right: Poly,
}

/// The solution of as many of the equations as determine all unknowns; `None` where they don't.
pub(super) fn solved(equations: &[Equation], unknowns: usize) -> Result<Option<Vec<Quotient>>, Reason> {
    let mut rows = vec![vec![Integer::ZERO; equations.len()]; unknowns];
    for (e, equation) in equations.iter().enumerate() {
        equation.terms.iter().for_each(|(place, p)| rows[*place][e] = evaluated(p));
    }
    spend(steps(unknowns, equations.len(), unknowns));
    let (_, chosen) = independent_columns(&rows, equations.len());
    if chosen.len() < unknowns {
        return Ok(None);
    }
    let mut solution = vec![zero(); unknowns];
    for (matrix, sides) in blocks(equations, &chosen, unknowns) {
        let right: Vec<Vec<Poly>> = sides.iter().map(|(_, right)| right.clone()).collect();
        let found = solve_polynomials(&matrix, &right, EFFORT).map_err(|why| Reason::new(why.to_string()))?;
        for ((places, _), found) in sides.iter().zip(found.iter().map(functions)) {
            for (&place, numerator) in places.iter().zip(found.numerators) {
                solution[place] = Quotient { numerator, denominator: found.denominator.clone() };
            }
        }
    }
    Ok(Some(solution))
}

/// The places of a block's unknowns, and its right-hand side.
type Side = (Vec<usize>, Vec<Poly>);

/// Square blocks of equations that share no unknowns, those of the same matrix together.
fn blocks(equations: &[Equation], chosen: &[usize], unknowns: usize) -> Vec<(Vec<Vec<Poly>>, Vec<Side>)> {
    let mut block: Vec<usize> = (0..unknowns).collect();
    for &e in chosen {
        let own: Vec<usize> = equations[e].terms.iter().map(|(place, _)| block[*place]).collect();
        if let Some(&first) = own.first() {
            block.iter_mut().filter(|b| own.contains(b)).for_each(|b| *b = first);
        }
    }
    let mut blocks: Vec<(Vec<Vec<Poly>>, Vec<Side>)> = Vec::new();
    for b in (0..unknowns).filter(|b| block.contains(b)) {
        let places: Vec<usize> = (0..unknowns).filter(|&place| block[place] == b).collect();
        let inside = |e: &&usize| equations[**e].terms.first().is_some_and(|(place, _)| block[*place] == b);
        let of_block: Vec<&Equation> = chosen.iter().filter(inside).map(|&e| &equations[e]).collect();
        let row = |equation: &&Equation| {
            let mut row = vec![Poly::new(); places.len()];
            for (place, p) in &equation.terms {
                if let Ok(place) = places.binary_search(place) {
                    row[place].clone_from(p);
                }
            }
            row
        };
        let matrix: Vec<Vec<Poly>> = of_block.iter().map(row).collect();
        let side = (places, of_block.iter().map(|equation| equation.right.clone()).collect());
        match blocks.iter_mut().find(|(known, _)| *known == matrix) {
            Some((_, sides)) => sides.push(side),
            None => blocks.push((matrix, vec![side])),
        }
    }
    blocks
}

pub(super) fn zero() -> Quotient {
    Quotient::ZERO
}

pub(super) fn one() -> Poly {
    vec![Integer::ONE]
}

pub(super) fn evaluated(p: &Poly) -> Integer {
    p.iter().rev().fold(Integer::ZERO, |sum, c| sum * Integer::from(PLACE) + c)
}
