//! Numbers that enclose no solution, or none that is positive.

use super::super::Words;
use crate::Value;
use dp_file::number::decimal;
use dp_kernel::Approximation::{self, *};
use dp_kernel::Fraction;

pub(super) fn approximation(why: &Approximation, words: &Words) -> String {
    let node = |i: &usize| words.node(*i);
    match why {
        NotEnclosable => {
            "an enclosed solution is one at the file's own α, one irrational number, and of a rational prior".into()
        }
        TooLarge("x") => "an entry of `x` is not below 2, and the solution is at most 1".into(),
        TooLarge("inverse") => "an entry of `inverse` is not below 2^56".into(),
        TooLarge(_) => "an entry of Q is too large".into(),
        UnlikeCells([i, h]) => format!("{} and {} are in one cell and do not see the same", node(i), node(h)),
        CellOrder => "`cells` are not numbered in the order of their first nodes".into(),
        FewBits(bits) => format!("`bits` is {bits}, expected at least 192"),
        NoContraction(row) => format!("row {row} of I − RQ has a sum over 1/2"),
        Apart([least, most]) => {
            let [least, most] = [least, most].map(|x| in_decimals(x, words));
            format!(
                "the prior has {least} bits, and no prior more than {most}: the two are not within a 2^-60th part of each other"
            )
        }
        Unreached(output) => {
            format!("`prior` has no row with {}, which another row has: the bound is infinite", words.output(*output))
        }
        // An entry that may be 0.
        NotPositive { node: i, found, error } => {
            let [found, error] = [found, error].map(|x| in_decimals(x, words));
            format!("`x` at {} is {found} up to {error}, which does not prove it > 0", node(i))
        }
    }
}

fn in_decimals(x: &Fraction, words: &Words) -> String {
    match words.number(x) {
        Ok(Value::Rational(x)) => decimal(&x),
        _ => "a number".into(),
    }
}
