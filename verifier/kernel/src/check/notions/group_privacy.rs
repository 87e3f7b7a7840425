//! `group-privacy`: X ≥ 0 and α^k·x_io ≤ x_ho for all nodes i, h at the distance k, or at most k, and all o.
//!
//! That is (k·ε)-privacy for groups of k individuals where neighbours differ in one. Every ε-private X has it:
//! along a shortest path each step costs a factor of at most e^ε. Others may have it too, so that both verdicts
//! are computed. `alpha_max` is the least of x_io/x_ho over these pairs, in both orders, and all o with
//! x_ho > 0, and 1 where there is none. The claim holds iff `alpha_max` ≥ α^k. A pair and output that attain
//! `alpha_max` may be named.
//!
//! At the distance 1 it is `dp`, unless edges have lengths: then distances are those of shortest paths, and
//! this is about other pairs than the edges. The distance in units is below 10^18: a file gives k with nine
//! digits, and the length 1 is at most 10^9 units.

use crate::case::{Case, index, pairs_of};
use crate::check::core::{alpha_max, dp, lengths};
use crate::failure::{Counterexample, Failure, Why, ensure};
use crate::graph::{Family, INFINITE, place};
use crate::problem::Verdict;
use crate::proved::Found;
use crate::witness::Witness;
use dp_number::Fraction;
use dp_number::list::List;
use dp_number::meter::{count, missing, steps};

pub(crate) fn check(case: &Case, of: (usize, bool), witness: &Witness) -> Result<Found, Failure> {
    let (unit, mut extreme) = (case.graph.unit(), None);
    let of = (of.0.checked_mul(place(unit)).ok_or_else(missing)?, of.1);
    // Where only neighbours are meant: on a complete graph no pair by pair.
    let nearest = of.0 == 1 || of.1 && of.0 > 0 && case.graph.diameter() == 1;
    if nearest && !case.graph.has_lengths() {
        extreme = dp::extremes(case, case.rows)?.pop();
    } else {
        for i in 0..case.nodes() {
            for h in at_distance(case, of, i).into_iter().filter(|h| *h > i || case.graph.is_directed()) {
                dp::lower(case, case.rows, ([i, h], unit), 0..case.outputs(), &mut extreme)?;
            }
        }
    }
    // With the unit for a length: no root is taken.
    let length_of = |[i, h]: [usize; 2]| {
        [i, h].iter().try_for_each(|i| index("pair", *i, case.nodes()))?;
        let [from, to] = if case.graph.is_directed() { [h, i] } else { [i, h] };
        ensure(is_of(of, *case.graph.distances_from(from).at(to)?), || Counterexample::NotSoFar([i, h])).map(|()| unit)
    };
    // A power may be long, and is needed only where there is something to hold it against.
    let is_kept = |e: &lengths::Extreme| lengths::is_kept(case, of.0 as u64, &e.ratio);
    let holds = extreme.as_ref().map_or(Ok(true), is_kept)?;
    dp::decided(case, Verdict::of(holds), extreme, witness, &length_of)
}

/// The nodes at the distance of a node that is meant; on a line, or where sums differ, without a look at all others.
fn at_distance(case: &Case, of: (usize, bool), i: usize) -> Vec<usize> {
    let step = match case.graph.family() {
        Family::Line => Some(1),
        Family::Sum { most } => Some(*most),
        _ => None,
    };
    let found: Vec<usize> = if let (Some(step), (distance @ 1.., nearer)) = (step, of) {
        let least = if nearer { 1 } else { distance.saturating_sub(1).saturating_mul(step).saturating_add(1) };
        let most = distance.saturating_mul(step);
        let below = i.saturating_sub(most)..i.saturating_add(1).saturating_sub(least);
        below.chain(i.saturating_add(least)..case.nodes().min(i.saturating_add(most).saturating_add(1))).collect()
    } else {
        let distances = case.graph.distances_from(i).into_iter().enumerate();
        distances.filter(|(_, apart)| is_of(of, *apart)).map(|(h, _)| h).collect()
    };
    // A pair of rows takes as much as that, however short their numbers are.
    count(steps(24, found.len() as u64, 1).saturating_add(16));
    found
}

/// All ordered pairs of nodes that are meant.
pub(crate) fn pairs(case: &Case, of: (usize, bool)) -> Result<Vec<[usize; 2]>, Failure> {
    pairs_of(case.graph, |i| at_distance(case, of, i))
}

/// Whether nodes at this distance are meant.
fn is_of((distance, nearer): (usize, bool), apart: u64) -> bool {
    let apart = usize::try_from(apart).ok().filter(|_| apart != INFINITE);
    apart.is_some_and(|apart| apart == distance || nearer && 0 < apart && apart < distance)
}

/// Of a product of n copies of the case's own rows: see `product`.
pub(crate) fn of_product(
    case: &Case,
    n: usize,
    (distance, nearer): (usize, bool),
    witness: &Witness,
) -> Result<Found, Failure> {
    ensure(*witness == Witness::None, || Why::WrongWitness)?;
    let ratio = dp::least_ratio(case, case.rows)?;
    if ratio.numerator == ratio.denominator || distance > n && !nearer {
        return alpha_max::of_number(case, Found::new(Verdict::Holds), Fraction::ONE);
    }
    let most = ratio.power(distance.min(n)).lowest();
    let verdict = Verdict::of(case.compare(&case.alpha.power(distance), &most)?.is_le());
    alpha_max::of_number(case, Found::new(verdict), most)
}
