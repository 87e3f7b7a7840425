//! `regular` by functions of t, or enclosed.

use super::search::{Search, out_of_reach};
use super::{beside, parts};
use crate::decide::case::{Case, Reason};
use crate::decide::enclosed;
use crate::statement::Decided;
use dp_verify::alpha::Field;
use dp_verify::model::Claim;

pub(in crate::decide) fn decide(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    if case.alpha().is_ok() {
        return parts::decide(case, claim, field, &|_| beside::regular(case, claim, field));
    }
    match Search::new(case, field, &case.prior(claim)?.weights)? {
        Some(search) => parts::decide(case, claim, field, &|point| search.propose(claim, point)),
        None if field.is_symbolic() => Err(out_of_reach()),
        None => enclosed::regular(case, claim),
    }
}
