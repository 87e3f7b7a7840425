//! `threshold`: `tight-constraints-exist` on all parts of (0, 1), whatever the file's α.

use super::case::{Case, Reason};
use super::function::parts;
use super::function::search::Search;
use crate::effort::Counted;
use crate::statement::Decided;
use dp_kernel::Verdict;
use dp_verify::alpha::{Bounds, Field};
use dp_verify::model::{Claim, Kind};
use dp_verify::number::Fractions;

pub(super) fn decide(case: &Case, _: &Claim) -> Result<Decided, Reason> {
    let steps = Counted::new(case.limits.steps);
    let field = Field::unit_interval(&Bounds::new(case.limits, &steps))?;
    let exists = Claim::plain(Kind::TightConstraintsExist);
    let out_of_reach = || {
        Reason::new(
            "rational functions of this size are out of reach; --bracket gives two certified numbers around the least \
             threshold",
        )
    };
    let search = Search::new(case, &field, &Fractions::ones(case.nodes()))?.ok_or_else(out_of_reach)?;
    let parts = parts::decide(case, &exists, &field, &|point| search.propose(&exists, point))?;
    // The claim always holds, as it states a set.
    Ok(Decided { verdict: Verdict::Holds, ..parts })
}
