//! What samples of runs show: exact comparisons with the binomial distribution.

pub(crate) mod tail;
mod walk;
