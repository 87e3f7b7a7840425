//! The catalogue: every statement, its verdict, and what stands behind it. A file a paper.

mod alvim;
mod elsalamouny;
mod ghosh;
mod holohan;
mod lecture;

use super::statement::Statement;

/// Every statement, in the order of the papers.
pub fn statements() -> Vec<Statement> {
    [elsalamouny::statements(), alvim::statements(), lecture::statements(), ghosh::statements(), holohan::statements()]
        .concat()
}
