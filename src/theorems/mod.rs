//! The theorem suite: what four papers and a lecture state, and what exact arithmetic says of it.
//!
//! Every statement has cases. A case is a mechanism file whose claims say what they come to (`expect`): it is proved
//! if `certify` would end with status 0 on it and the verifier accepts the certificate. What is expected comes from
//! the statement's formula, never from what was decided. Small cases are files in `certificates/<paper>/<statement>`;
//! families of them are made by functions in `families`.

mod case;
mod catalogue;
mod definition;
mod families;
mod file;
mod index;
mod random;
mod report;
mod statement;

pub use case::{Case, Proved, accept, places, prove};
pub use catalogue::statements;
pub use index::index;
pub use report::Run;
pub use statement::{Evidence, Statement, Verdict};

use dp_verify::limits::Limits;
use rayon::prelude::*;

/// Proves the cases of the statements in parallel: all of them, or those that are quick. `tick` is called after each.
///
/// Cost: the quick ones take less than a minute on two cores, all of them less than ten.
pub fn run(statements: Vec<Statement>, all: bool, limits: &Limits, tick: &(dyn Fn() + Sync)) -> Run {
    let with_cases = |statement: Statement| (statement.cases(all), statement);
    run_cases(statements.into_iter().map(with_cases).collect(), limits, tick)
}

/// Proves these cases of each statement in parallel.
pub fn run_cases(statements: Vec<(Vec<Case>, Statement)>, limits: &Limits, tick: &(dyn Fn() + Sync)) -> Run {
    let (cases, statements): (Vec<Vec<Case>>, Vec<Statement>) = statements.into_iter().unzip();
    let jobs = cases.into_iter().enumerate().flat_map(|(i, cases)| cases.into_iter().map(move |case| (i, case)));
    let prove = |(i, case): (usize, Case)| {
        let outcome = prove(&case, limits);
        tick();
        (i, case, outcome)
    };
    Run::new(statements, jobs.collect::<Vec<_>>().into_par_iter().with_max_len(1).map(prove).collect())
}
