//! What each claim takes for evidence: one module a claim, and what several have in common.

#[allow(dead_code, reason = "each binary has tests of some of them")]
#[path = "../../../tests/fixtures/mod.rs"]
mod fixtures;
#[path = "../harness/mod.rs"]
mod harness;
#[path = "../../../tests/random/mod.rs"]
mod random;

mod approximate_dp;
mod approximate_dp_within_rounding;
mod bounded_range;
mod capacity;
mod changed_witnesses;
mod closed_forms;
mod composition;
mod deciding_priors;
mod delta_of_rho;
mod derivable;
mod dp;
mod dp_within_rounding;
mod dummies;
mod factor;
mod foreign_witnesses;
mod function;
mod function_claims;
mod g_capacity;
mod g_leakage;
mod gaussian;
mod group_privacy;
mod individual_leakage;
mod irrational;
mod jointly_optimal;
mod leakage;
mod leakage_bound;
mod lengths;
mod missing;
mod mutual_information;
mod not_refuted;
mod oblivious;
mod optimal;
mod optimal_at_delta;
mod optimal_functions;
mod optimal_within;
mod powers_of_e;
mod private_by_sample;
mod products;
mod promises;
mod regular;
mod renyi_dp;
mod rows;
mod sampled_from;
mod shannon_capacity;
mod stochastic;
mod stochastic_within_rounding;
mod structure;
mod terms;
mod tight_constraints;
mod tight_constraints_exist;
mod trade_off;
mod universally_optimal;
mod unread;
mod utility;
mod utility_bound;
mod zcdp;
