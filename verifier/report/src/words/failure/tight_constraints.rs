//! Tables that are not tight or loose as they are said to be, and Φ that is not shown to be invertible.

use super::super::Words;
use dp_kernel::Tightness::{self, *};
use num_traits::One;

pub(super) fn tightness(why: &Tightness, words: &Words) -> String {
    match why {
        NotTight { row, column, found } => {
            let (row, column, found) = (words.node(*row), words.node(*column), words.shown(found));
            format!("XR at ({row}, {column}) is {found}, not α^d times XR at the diagonal")
        }
        IsTight(u) => format!("the utility at the prior of the row sums is {}, the most there is", words.shown(u)),
        SameSolution => "`second` is the same solution as `z`".into(),
        Modulus => "a modulus is from 2 to 268435456".into(),
        NoPivot { modulus, at, banded: true } => {
            format!("modulo {modulus} the banded matrix has no invertible pivot in row {at}")
        }
        NoPivot { modulus: m, at, banded: false } => format!("modulo {m} there is no invertible pivot for column {at}"),
        // Because α = 1, or the graph is another.
        Structure if words.alpha().rational().is_some_and(One::is_one) => {
            "invertibility by structure needs α < 1".into()
        }
        Structure => {
            let hamming = "the structure `hamming` needs a Hamming or complete graph, and α < 1";
            format!("{hamming}, the structure `sum` needs the graph of a sum query or a line")
        }
        NotUnit { column, node } => {
            format!("Φ times column {column} of `inverse` is not the unit vector at {}", words.node(*node))
        }
    }
}
