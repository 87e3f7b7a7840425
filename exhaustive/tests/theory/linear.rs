//! The certifier's linear algebra, with the oracles of its own tests.

pub(crate) use dp_certify::linear::*;

#[allow(dead_code, reason = "the certifier's own tests use all of it")]
#[path = "../../../src/linear/oracle.rs"]
pub(crate) mod oracle;
