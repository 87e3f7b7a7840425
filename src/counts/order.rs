//! The order of the answers, where who is whose neighbour follows from it.

use super::decimal::number;
use crate::table::out_of_order;
use dp_verify::text::named;

/// That answers stand in an order that a graph such as a line may be read from. Where nobody has put them in one
/// (`ordered`), as in a log, they have one if they are numbers.
///
/// # Errors
/// What stands after what, or that no order is told.
pub fn expect_order(answers: &[String], graph: &str, ordered: bool) -> Result<(), String> {
    let follows = format!("with --graph {graph} who is whose neighbour follows from the order of the answers");
    let is_text = answers.len() > 2 && !answers.iter().all(|answer| number(answer).is_ok());
    if !ordered && is_text {
        return Err(format!("{follows}, which a log does not tell: name them in their order with --answers A,B,C"));
    }
    match out_of_order(answers) {
        Some(i) => Err(format!(
            "found answer {} after {}, and {follows}: sort them, or name the neighbours with --edges FILE",
            named(&answers[i]),
            named(&answers[i - 1])
        )),
        None => Ok(()),
    }
}
