//! The certifier beside oracles that are too slow to be wrong, and what the papers state: the theorem suite, printed
//! numbers, and what holds of every mechanism and every prior.

mod all_thresholds;
mod figure_2;
#[allow(dead_code, reason = "the programs' tests use all of it")]
#[path = "../../../tests/files/mod.rs"]
mod files;
mod linear;
mod linear_programs;
mod optima;
mod oracle;
mod printed_numbers;
mod properties;
mod quantified;
#[path = "../../../tests/random/mod.rs"]
mod random;
mod regions;
mod regular_everywhere;
mod samples;
mod small_graphs;
mod small_thresholds;
mod subsets;
mod symbolic;
mod theorems;
mod transform;
mod universal;

use dp_certify::program;
