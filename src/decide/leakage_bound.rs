//! `leakage-bound`: the bound on the utility, from which all bounds follow. On small graphs the exact maximum beside it.

use super::case::{Case, Reason};
use super::utility_bound;
use crate::certificate::Decided;
use dp_verify::model::Claim;

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let (_, decided) = utility_bound::proof(case, claim)?;
    let wanted = case.is_small() && claim.outputs.is_none() || case.expects(claim, &["maximum"]);
    if !wanted {
        return Ok(decided);
    }
    let with_maximum = utility_bound::from_optimum(case, claim, |_, proof| {
        let stated = decided.clone().witness("optimum", proof);
        case.accepts(claim, &stated).then_some(stated)
    });
    Ok(with_maximum.unwrap_or(decided))
}
