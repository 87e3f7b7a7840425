//! `tight-constraints-exist` by functions of t, or enclosed.

use super::parts;
use super::search::{Search, out_of_reach};
use crate::decide::case::{Case, Reason};
use crate::decide::enclosed;
use crate::statement::Decided;
use dp_verify::alpha::Field;
use dp_verify::model::Claim;
use dp_verify::number::Fractions;

pub(in crate::decide) fn decide(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    match Search::new(case, field, &Fractions::ones(case.nodes()))? {
        Some(search) => {
            let search = search.with_inverse();
            parts::decide(case, claim, field, &|point| search.propose(claim, point))
        }
        None if field.is_symbolic() => Err(out_of_reach()),
        None => enclosed::tight_constraints_exist(case),
    }
}

/// Φ^-1 1, an entry for each node; `None` where it is out of reach.
pub(in crate::decide) fn weighting(case: &Case) -> Option<Fractions> {
    let field = case.mechanism.field.as_ref()?;
    let search = Search::new(case, field, &Fractions::ones(case.nodes())).ok()??;
    Some(search.spread(&search.x))
}
