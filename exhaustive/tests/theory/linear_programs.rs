//! The exact linear program of optimal mechanisms: ten thousand variables, and thousands of random programs.

#[allow(dead_code, reason = "the certifier's own tests use all of it")]
#[path = "../../../src/program/mechanism/tests/random.rs"]
mod random;

use crate::linear::oracle::rational;
use dp_certify::program::mechanism::{Effort, Program, optimum};
use random::{binary, check, king, random_prior};

/// --nocapture shows what there is to see.
#[test]
fn boards_of_a_hundred() {
    for seed in 0..2 {
        let program = Program {
            neighbours: &king(10),
            lengths: &[],
            alpha: rational(2, 5),
            gains: binary(&random_prior(100, seed)),
        };
        let found = optimum(&program, Effort::default()).unwrap();
        check(&program, &found);
        println!("an optimum of {} and prices of {} bits", found.value, found.dual.lambda.bits());
    }
}
