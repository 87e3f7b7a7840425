//! `optimal` with `delta`, and `approximate-dp-within-rounding`: linear programs of (ε, δ)-private mechanisms, each
//! with its dual.

use super::candidate::{Candidate, Proposal};
use super::case::{Case, Reason};
use super::dp_within_rounding::{self, printed};
use super::optimal;
use crate::decide::attempt::proves;
use crate::exact::{self, ForWitness};
use crate::graph::Lists;
use crate::linear::Vector;
use crate::program::Within;
use crate::program::delta::{self, Least, Program};
use crate::statement::Decided;
use crate::timing::Part;
use dp_kernel::{Dual, Multipliers, Verdict, Witness};
use dp_verify::model::Claim;
use dp_verify::number::Rational as Fraction;
use dp_verify::witness::Mechanism;
use malachite::rational::Rational;

/// What is said where no proof is found.
const TOO_LARGE: &str = "the linear program of (ε, δ)-private mechanisms is larger than this version solves";

/// X, or another mechanism, with a bound that it reaches.
pub(super) fn optimal(case: &Case, claim: &Claim, delta: &Fraction) -> Result<Decided, Reason> {
    let prior = case.weights(claim)?;
    let gains = optimal::gains(case, &case.mechanism.gain, &prior)?;
    let found = candidate(case, &case.alpha()?, delta, &gains);
    let mut near = None;
    for Proposal { of, decided, exact } in found.into_iter().flat_map(|found| found.proposals(claim, Decided::new)) {
        if proves(case, &of, &decided) {
            if exact {
                return Ok(decided);
            }
            near.get_or_insert(decided);
        }
    }
    // What is not private fails whatever the optimum is.
    let plain = Decided::plain(Verdict::Fails);
    near.or_else(|| Some(plain).filter(|plain| proves(case, claim, plain))).ok_or_else(|| Reason::new(TOO_LARGE))
}

/// The most utility of an (ε, δ)-private mechanism, and one that has it.
pub(super) fn candidate(case: &Case, alpha: &Rational, delta: &Fraction, gains: &[Vector]) -> Option<Candidate> {
    let Lists { neighbours, .. } = Lists::of(case.graph());
    let part = Part::begin("optimum at δ");
    let program = Program { neighbours: &neighbours, alpha: alpha.clone(), delta: exact::rational(delta), gains };
    let best = delta::best(&program);
    part.end(format_args!("{}", if best.is_some() { "found" } else { "not found" }));
    let best = best?;
    let multipliers = over_one(&best.multipliers);
    let dual = Dual::Multipliers { lambda: best.lambda.for_witness(), multipliers };
    Some(Candidate { dual, better: Some(Mechanism::Rows(best.rows.iter().map(|row| row.for_witness()).collect())) })
}

/// Multipliers, all over one denominator: the largest of each arc are added up.
pub(super) fn over_one(all: &delta::Multipliers) -> Vec<Multipliers> {
    let flat: Vec<Rational> = all.iter().flatten().map(|(_, mu)| mu.clone()).collect();
    let dp_kernel::Vector { denominator, numerators } = flat.for_witness();
    let mut numerators = numerators.into_iter();
    let of_one = |arcs: &Vec<((usize, usize), Rational)>| Multipliers {
        edges: arcs.iter().map(|((i, h), _)| [*i, *h]).collect(),
        mu: dp_kernel::Vector {
            denominator: denominator.clone(),
            numerators: numerators.by_ref().take(arcs.len()).collect(),
        },
    };
    all.iter().map(of_one).collect()
}

/// The least δ of the tables within the rounding, and one that needs no more.
pub(super) fn within_rounding(case: &Case, _: &Claim) -> Result<Decided, Reason> {
    let Lists { neighbours, lengths } = Lists::of(case.graph());
    let rows = dp_within_rounding::rows(case)?;
    let printed = printed(case, (&neighbours, &lengths), case.alpha()?, rows)?;
    let part = Part::begin("table within the rounding");
    let found = delta::least(&printed);
    part.end(format_args!("{}", if found.is_some() { "found" } else { "not found" }));
    match found.ok_or_else(|| Reason::new(TOO_LARGE))? {
        Least::Never(never) => Ok(dp_within_rounding::decided(&never)),
        Least::Found { delta, rows, .. } if delta == 0u32 => Ok(dp_within_rounding::decided(&Within::Table(rows))),
        Least::Found { delta, rows, lambda, multipliers } => {
            let declared = case.mechanism.privacy.delta.as_ref().map(exact::rational);
            let verdict =
                if declared.is_some_and(|declared| delta <= declared) { Verdict::Holds } else { Verdict::Fails };
            let (rows, lambda) = (rows.iter().map(|row| row.for_witness()).collect(), lambda.for_witness());
            let multipliers = over_one(&multipliers);
            Ok(Decided::new(verdict, Witness::LeastDelta { rows, lambda, multipliers }))
        }
    }
}
