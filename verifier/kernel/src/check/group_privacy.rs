//! `group-privacy`: X ≥ 0 and α^k·x_io ≤ x_ho for all nodes i, h at the distance k, or at most k, and all o.
//!
//! That is (k·ε)-privacy for groups of k individuals where neighbours differ in one. Every ε-private X has it: along a shortest
//! path each step costs a factor of at most e^ε. Others may have it too, so that both verdicts are computed: `alpha_max` is the
//! least of x_io/x_ho over these pairs, in both orders, and all o with x_ho > 0, and 1 where there is none, which is to be
//! at least α^k. At the distance 1 it is `dp`, unless edges have lengths: then distances are those of shortest paths, and this is
//! about other pairs than the edges. A pair and output that attain it may be named.

use super::*;

pub(super) fn check(case: &Case, of: (usize, bool), witness: &Witness) -> Result<Found, Failure> {
    if let Some(refuted) = dp::refuted(case, witness)? {
        return Ok(refuted);
    }
    charge(case.graph.steps())?;
    // In units of length, as the case's α is.
    let of = (of.0.saturating_mul(case.graph.unit() as usize), of.1);
    // Where only neighbours are meant: on a complete graph no pair by pair.
    let nearest = of.0 == 1 || of.1 && of.0 > 0 && case.graph.diameter() == 1;
    let by_edges = nearest && !case.graph.has_lengths();
    let mut extreme = if by_edges { dp::extreme(case, case.rows)? } else { None };
    for i in (0..case.nodes()).filter(|_| !by_edges) {
        let distances = case.graph.distances_from(i);
        for (h, _) in distances.into_iter().enumerate().skip(i.saturating_add(1)).filter(|(_, apart)| is_of(of, *apart))
        {
            (0..case.outputs()).try_for_each(|o| dp::lower(case, case.rows, [i, h], o, &mut extreme))?;
        }
    }
    let of_claim = |[i, h]: [usize; 2]| {
        [i, h].iter().try_for_each(|i| index("pair", *i, case.nodes()))?;
        ensure(is_of(of, *case.graph.distances_from(i).at(h)?), || Why::NotSoFar([i, h]))
    };
    // A power may be long, and is needed only where there is something to hold it against.
    let alpha = if extreme.is_some() { case.alpha.power(of.0) } else { Fraction::ONE };
    dp::decided(case, extreme, &alpha, witness, &of_claim)
}

/// All ordered pairs of nodes that are meant.
pub(super) fn pairs(case: &Case, of: (usize, bool)) -> Result<Vec<[usize; 2]>, Failure> {
    charge(case.graph.steps())?;
    let mut pairs = Vec::new();
    for i in 0..case.nodes() {
        let distances = case.graph.distances_from(i);
        pairs.extend(distances.into_iter().enumerate().filter(|(_, apart)| is_of(of, *apart)).map(|(h, _)| [i, h]));
        room(pairs.len() as u64, 0)?;
    }
    Ok(pairs)
}

/// Whether nodes at this distance are meant.
fn is_of((distance, nearer): (usize, bool), apart: u32) -> bool {
    let apart = usize::try_from(apart).ok().filter(|_| apart != INFINITE);
    apart.is_some_and(|apart| apart == distance || nearer && 0 < apart && apart < distance)
}

/// Of a product of n copies of the case's own rows: see `product`.
pub(super) fn of_product(
    case: &Case,
    n: usize,
    (distance, nearer): (usize, bool),
    witness: &Witness,
) -> Result<Found, Failure> {
    if let Some(refuted) = dp::refuted(case, witness)? {
        return Ok(refuted);
    }
    ensure(*witness == Witness::None, || Why::WrongWitness)?;
    let ratio = dp::least_ratio(case, case.rows)?;
    if ratio.numerator == ratio.denominator || distance > n && !nearer {
        return dp::with_privacy(case, Found::new(Verdict::Holds), Fraction::ONE);
    }
    let most = ratio.power(distance.min(n)).lowest();
    let verdict = Verdict::of(case.compare(&case.alpha.power(distance), &most)?.is_le());
    dp::with_privacy(case, Found::new(verdict), most)
}
