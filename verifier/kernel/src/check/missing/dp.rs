//! `dp` of all completions Y of X (see the module): Y is ε-private if α·y_io ≤ y_ho for all i ~ h and all o.
//!
//! *Holds, further outputs being possible,* iff X itself is private and no node with a neighbour misses mass. If so, Y
//! is X at all nodes with neighbours. If not, either such a node i may have m_i > 0 at an output at which its
//! neighbour has nothing; or all of these have Y = X, which is not private. *Without further outputs* it holds iff
//! α·(x_io + m_i) ≤ x_ho for all i ~ h and o: no y_io is more than the one, none y_ho less than the other, and where
//! there are two outputs or more i may have all of m_i at o and h all of m_h elsewhere. With one output Y is 1
//! throughout.
//!
//! *Fails.* As y_io ≥ x_io and y_ho ≤ x_ho + m_h, no Y is private where α·x_io > x_ho + m_h. In general the witness
//! has multipliers μ_iho ≥ 0 for some i ~ h and columns o, the outputs and one column more for all further outputs
//! together, where these are possible: there x = 0, and sums keep the inequalities. Let c_io = Σ_h μ_hio − α·Σ_h
//! μ_iho, and u_i the largest c_io of all columns, those without multipliers too, of which it is 0. With z = y − x ≥
//! 0, Σ_o z_io = m_i, a private Y has
//!
//! 0 ≤ Σ μ_iho·(y_ho − α·y_io) = Σ c_io·x_io + Σ c_io·z_io ≤ Σ c_io·x_io + Σ u_i·m_i.
//!
//! That the last sum is below 0 is what is checked. (Where no completion is private there are such μ, and rational ones
//! near them: Farkas.)
//!
//! Values, both computed: `epsilon_at_least` = −ln of the least (x_ho + m_h)/x_io with x_io > 0, below which all
//! fails; `epsilon_at_most` = −ln of the least x_ho/(x_io + m_i), of x_ho/x_io where nothing is missing, from which on
//! it holds.

use super::table::Table;
use crate::case::{Case, index};
use crate::failure::{Completion, Failure, Why, ensure, refused};
use crate::list::{any, first};
use crate::problem::{Name, Verdict};
use crate::proved::{Found, Reason, Value};
use crate::witness::Witness;
use dp_number::list::List;
use dp_number::meter::{charge, room};
use dp_number::{Fraction, Number, Vector, common_denominator};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The steps of finding the places of a multiplier.
const OF_A_PLACE: u64 = 64;

pub(super) fn check(table: &Table, witness: &Witness) -> Result<Found, Failure> {
    let (case, rows, most) = (&table.case, table.case.rows, table.most()?);
    let ((of_any, place), of_all) = (least(table, rows, &most)?, of_all(table, &most)?);
    let found = match witness {
        Witness::None => {
            let is_so = case.compare(case.alpha, &of_all)?.is_le();
            ensure(is_so, || Completion::Some([of_any.clone(), of_all.clone()]))?;
            Found::new(Verdict::Holds)
        }
        Witness::Clash { places, mu } => {
            let nodes = clash(table, places, mu)?;
            // For people: what does not show is not told.
            let alone = place.filter(|_| case.compare(case.alpha, &of_any).is_ok_and(Ordering::is_gt));
            Found::new(Verdict::Fails).because(match alone {
                Some(([i, h], output)) => {
                    let entries = [most.at(h)?.entry(output), rows.at(i)?.entry(output)];
                    Reason::TooFew { pair: [h, i], output, entries, ratio: of_any.clone() }
                }
                None => Reason::Clash(nodes),
            })
        }
        _ => return refused(Why::WrongWitness),
    };
    let found = found.value(Name::EpsilonAtLeast, epsilon(case, of_any)?);
    Ok(found.value(Name::EpsilonAtMost, epsilon(case, of_all)?))
}

/// −ln of a ratio, ∞ where that is 0.
fn epsilon(case: &Case, ratio: Fraction) -> Result<Value, Failure> {
    let is_none = case.sign(&ratio.numerator)?.is_eq();
    Ok(if is_none { Value::Infinite } else { Value::MinusLn(ratio) })
}

/// The largest α ≤ 1 at which all completions are private; 0 where there is none.
fn of_all(table: &Table, most: &[Vector]) -> Result<Fraction, Failure> {
    let case = &table.case;
    if !table.further && case.outputs() == 1 {
        return Ok(Fraction::ONE);
    }
    // A node stands first in some pair if it has a neighbour.
    let lacks = |[i, _]: &[usize; 2]| Ok(case.sign(&table.missing.at(*i)?.numerator)?.is_gt());
    if table.further && any(&table.pairs, lacks)? {
        return Ok(Fraction::ZERO);
    }
    Ok(least(table, most, case.rows)?.0)
}

/// A least ratio, at most 1, and the pair (i, h) and the output that have it, if it is below 1.
type Least = (Fraction, Option<([usize; 2], usize)>);

/// The least y_ho/x_io with x_io > 0, of two tables that have the denominators of X. Cost: a comparison or two for each
/// output of each ordered pair of neighbours.
fn least(table: &Table, x: &[Vector], y: &[Vector]) -> Result<Least, Failure> {
    let (case, mut found) = (&table.case, (Fraction::ONE, None));
    for &[i, h] in &table.pairs {
        let (x, y) = (x.at(i)?, y.at(h)?);
        for output in 0..case.outputs() {
            // y/E < r·x/D, which no x = 0 allows, as y ≥ 0.
            let [mine, other] = [&x[output] * &y.denominator, &y[output] * &x.denominator];
            let Fraction { numerator: n, denominator: d } = &found.0;
            if case.at.order_products([&other, d], [&mine, n])?.is_lt() {
                found = (Fraction::new(other, mine).lowest(), Some(([i, h], output)));
            }
        }
    }
    Ok(found)
}

/// The nodes of multipliers that add up to what no private completion allows. Cost: linear in them, and in the table.
fn clash(table: &Table, places: &[[usize; 3]], mu: &Vector) -> Result<Vec<usize>, Failure> {
    let (case, columns) = (&table.case, table.case.outputs().saturating_add(table.further.into()));
    case.nonnegative("mu", mu, places.len())?;
    room((places.len() as u64).saturating_mul(4), mu.words().saturating_add(case.alpha.words()))?;
    // c_io over the denominators of μ and α.
    let mut drawn: BTreeMap<usize, BTreeMap<usize, Number>> = BTreeMap::new();
    for ([i, h, o], mu) in places.iter().zip(&mu.numerators) {
        case.length("places", [*i, *h])?;
        index("places", *o, columns)?;
        charge(OF_A_PLACE)?;
        for (node, times) in [(*h, &case.alpha.denominator), (*i, &-&case.alpha.numerator)] {
            *drawn.entry(node).or_default().entry(*o).or_insert(Number::ZERO) += &(mu * times);
        }
    }
    let (_, factors) = common_denominator(case.rows)?;
    let mut total = Number::ZERO;
    for (i, of_node) in &drawn {
        let none = (of_node.len() < columns).then_some(&Number::ZERO);
        let most = first(of_node.values().chain(none).map(Ok), |c, known| Ok(case.order(c, known)?.is_gt()))?;
        let mut sum = most.unwrap_or(&Number::ZERO) * &table.missing.at(*i)?.numerator;
        for (c, x) in of_node.iter().filter_map(|(o, c)| Some((c, case.rows.get(*i)?.numerators.get(*o)?))) {
            sum += &(c * x);
        }
        total += &(&sum * factors.at(*i)?);
    }
    ensure(case.sign(&total)?.is_lt(), || Completion::NoClash)?;
    Ok(drawn.into_keys().collect())
}
