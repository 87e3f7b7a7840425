//! Nothing yet.

use super::statement::Statement;

pub(super) fn statements() -> Vec<Statement> {
    Vec::new()
}
