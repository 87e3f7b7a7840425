//! `dp`: α·x_io ≤ x_ho for all i ~ h and o. The witness is a pair of adjacent nodes and an output with the
//! least ratio of their entries, which is `alpha_max`.

use super::case::{Case, Reason, Row};
use crate::certificate::Decided;
use crate::exact::fraction;
use dp_verify::number::Logarithm;
use dp_verify::report::Verdict;
use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

/// The least ratio x_io / x_ho over i ~ h and o with x_ho > 0.
struct Extreme {
    pair: [usize; 2],
    output: usize,
    ratio: Rational,
}

pub(super) fn decide(case: &Case) -> Result<Decided, Reason> {
    let rows = case.rows()?;
    let negative = |row: &Row| row.numerators.iter().position(|x| *x < 0);
    if let Some((i, o)) = rows.iter().enumerate().find_map(|(i, row)| Some((i, negative(row)?))) {
        return Ok(Decided::new(Verdict::Fails).witness("row", i).witness("output", o));
    }
    case.expect_passes(rows.first().map_or(0, |row| row.numerators.len()))?;
    let extreme = extreme(case, rows);
    let most = extreme.as_ref().map_or(Rational::ONE, |e| e.ratio.clone());
    let holds = match case.alpha() {
        Ok(alpha) => alpha <= most,
        // α ≤ 1 whatever it is, and α > 0.
        Err(_) if most == 1u32 => true,
        Err(_) if most == 0u32 => false,
        Err(reason) => return Err(reason),
    };
    let mut decided = Decided::new(Verdict::of(holds)).rational("alpha_max", &most);
    decided = match most == 0u32 {
        true => decided.value("epsilon_min", "inf"),
        false => decided.logarithm("epsilon_min", &Logarithm::MinusLn(fraction(&most))),
    };
    Ok(match extreme {
        Some(e) => decided.witness("pair", e.pair.to_vec()).witness("output", e.output),
        None => decided,
    })
}

/// Whether X, which is ≥ 0, is private at α.
pub(super) fn is_private(case: &Case, rows: &[Row], alpha: &Rational) -> bool {
    extreme(case, rows).is_none_or(|e| *alpha <= e.ratio)
}

/// The first place with the least ratio below 1. Cost: a pass over every edge and output.
fn extreme(case: &Case, rows: &[Row]) -> Option<Extreme> {
    let (mut least, mut most) = (Integer::ONE, Integer::ONE);
    let mut place = None;
    for (i, row) in rows.iter().enumerate() {
        for h in case.graph().neighbours(i).into_iter().filter(|&h| h > i) {
            let other = &rows[h];
            let same = row.denominator == other.denominator;
            for (o, (x, y)) in row.numerators.iter().zip(&other.numerators).enumerate() {
                if *x == 0 && *y == 0 {
                    continue;
                }
                let (x, y) = match same {
                    true => (x.clone(), y.clone()),
                    false => (x * &other.denominator, y * &row.denominator),
                };
                let (pair, small, large) = if x <= y { ([i, h], x, y) } else { ([h, i], y, x) };
                if &small * &most < &large * &least {
                    (least, most) = (small, large);
                    place = Some((pair, o));
                }
            }
        }
    }
    let ratio = if least == Integer::ZERO { Rational::ZERO } else { Rational::from_integers(least, most) };
    place.map(|(pair, output)| Extreme { pair, output, ratio })
}
