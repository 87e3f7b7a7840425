//! `dp`: α·x_io ≤ x_ho for all i ~ h and o. The witness is a pair of adjacent nodes and an output with the
//! least ratio of their entries, which is `alpha_max`.

use super::case::{Case, Reason, Row};
use crate::certificate::Decided;
use crate::exact::fraction;
use dp_verify::graph::Family;
use dp_verify::number::Logarithm;
use dp_verify::report::Verdict;
use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::borrow::Cow;
use std::cmp::Ordering;

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
    case.expect_passes()?;
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
    decided = if most == 0u32 {
        decided.value("epsilon_min", "inf")
    } else {
        decided.logarithm("epsilon_min", &Logarithm::MinusLn(fraction(&most)))
    };
    Ok(match extreme {
        Some(e) => decided.witness("pair", e.pair.to_vec()).witness("output", e.output),
        None => decided,
    })
}

/// Whether all nodes are neighbours by the graph's family.
fn is_complete(case: &Case) -> bool {
    matches!(case.graph().family(), Family::Complete | Family::Hamming { individuals: 1, .. })
}

/// Whether X, which is ≥ 0, is private at α.
pub(super) fn is_private(case: &Case, rows: &[Row], alpha: &Rational) -> bool {
    extreme(case, rows).is_none_or(|e| *alpha <= e.ratio)
}

/// A place with the least ratio below 1. Cost: a pass over every edge and output; on a complete graph over every entry, as
/// the least ratio at an output is that of its least and its largest entry.
fn extreme(case: &Case, rows: &[Row]) -> Option<Extreme> {
    let mut least = Least { ratio: [Integer::ONE, Integer::ONE], place: None };
    if is_complete(case) {
        for o in 0..rows.first().map_or(0, |row| row.numerators.len()) {
            let first =
                |order| (1..rows.len()).fold(0, |h, i| if entries(rows, i, h, o).cmp() == order { i } else { h });
            least.consider(rows, [first(Ordering::Less), first(Ordering::Greater)], o);
        }
    } else {
        for i in 0..rows.len() {
            for h in case.graph().neighbours(i).into_iter().filter(|&h| h > i) {
                (0..rows[i].numerators.len()).for_each(|o| least.consider(rows, [i, h], o));
            }
        }
    }
    let [small, large] = least.ratio;
    let ratio = if small == Integer::ZERO { Rational::ZERO } else { Rational::from_integers(small, large) };
    least.place.map(|(pair, output)| Extreme { pair, output, ratio })
}

/// The least ratio so far, small to large, and where it is.
struct Least {
    ratio: [Integer; 2],
    place: Option<([usize; 2], usize)>,
}

impl Least {
    fn consider(&mut self, rows: &[Row], [i, h]: [usize; 2], o: usize) {
        let Entries(x, y) = entries(rows, i, h, o);
        let (pair, small, large) = if x <= y { ([i, h], x, y) } else { ([h, i], y, x) };
        if *large != 0 && &*small * &self.ratio[1] < &*large * &self.ratio[0] {
            self.place = Some((pair, o));
            self.ratio = [small.into_owned(), large.into_owned()];
        }
    }
}

/// x_io and x_ho over a common denominator.
struct Entries<'r>(Cow<'r, Integer>, Cow<'r, Integer>);

impl Entries<'_> {
    fn cmp(&self) -> Ordering {
        self.0.cmp(&self.1)
    }
}

fn entries<'r>(rows: &'r [Row], i: usize, h: usize, o: usize) -> Entries<'r> {
    let [x, y] = [&rows[i], &rows[h]];
    let [n, m] = [&x.numerators[o], &y.numerators[o]];
    if x.denominator == y.denominator {
        Entries(Cow::Borrowed(n), Cow::Borrowed(m))
    } else {
        Entries(Cow::Owned(n * &y.denominator), Cow::Owned(m * &x.denominator))
    }
}
