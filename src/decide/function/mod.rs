//! Claims with a witness where α or `b` is irrational, or α is every number of an interval: witnesses are functions of
//! t, found as such, or at a rational close by.

mod at_delta;
mod basis;
mod beside;
mod cuts;
pub(super) mod derivable;
pub(super) mod dp_within_rounding;
mod garbling;
pub(super) mod jointly_optimal;
pub(super) mod missing;
mod near;
pub(super) mod optimal;
pub(super) mod parts;
mod power;
pub(super) mod program;
mod proposed;
pub(super) mod regular;
mod remainder;
pub(super) mod remap;
mod sample;
pub(super) mod search;
mod simplex;
mod singular;
pub(super) mod tight_constraints;
pub(super) mod tight_constraints_exist;
pub(super) mod universally_optimal;
pub(super) mod utility_bound;
