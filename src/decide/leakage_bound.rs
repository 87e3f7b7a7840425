//! `leakage-bound`: the bound on the utility, from which all bounds follow. On small graphs the exact maximum beside
//! it.

use super::attempt::proves;
use super::case::{Case, Reason};
use super::utility_bound;
use crate::statement::Decided;
use dp_kernel::Verdict;
use dp_verify::model::Claim;
use dp_verify::witness::{Best, Given};

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let (_, bound) = utility_bound::proof(case, claim)?;
    let beside = |optimum: Option<Best>| {
        let witness = Given::Covering { bound: bound.clone(), optimum, solution: None };
        Decided::new(Verdict::Holds, witness)
    };
    let wanted = case.is_small() && claim.outputs.is_none() || case.expects(claim, &["maximum"]);
    let maximum = |_, best| Some(beside(Some(best))).filter(|stated| proves(case, claim, stated));
    let with_maximum = wanted.then(|| utility_bound::from_optimum(case, claim, maximum)).flatten();
    Ok(with_maximum.unwrap_or_else(|| beside(None)))
}
