//! `capacity`: 2^L = Σ_o max_i x_io, the leakage at the uniform prior, computed.

use super::case::{Case, Reason};
use super::{product, utility};
use crate::certificate::Decided;
use crate::linear::Vector;
use dp_verify::report::Verdict;

pub(super) fn decide(case: &Case) -> Result<Decided, Reason> {
    let (sum, _) = utility::binary(case.rows()?, &Vector::ones(case.nodes()));
    Ok(Decided::new(Verdict::Holds).leakage(&product::power(&sum, case.copies(), case)?))
}
