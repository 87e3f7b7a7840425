//! The files and the program: what is read, what numbers come to, what is counted before it is done, what must be
//! covered.

#[allow(dead_code, reason = "each binary has tests of some of them")]
#[path = "../../../tests/fixtures/mod.rs"]
mod fixtures;
#[path = "../harness/mod.rs"]
mod harness;
#[path = "../../../tests/random/mod.rs"]
mod random;

mod alpha;
mod alpha_interval;
mod budgets;
mod calls;
mod corpus;
mod coverage;
mod declined;
mod expectations;
mod expected;
mod expressions;
mod geometric;
mod graphs;
mod headline;
mod hostile;
mod hostile_functions;
mod hostile_numbers;
mod hostile_optimality;
mod kernel;
mod neighbours;
mod numbers;
mod problem;
mod quoted;
mod reading;
mod rho;
