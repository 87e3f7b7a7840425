//! What decides claims about noise on all whole numbers, in sentences.

use super::Words;
use dp_file::model::Kind;
use dp_file::number::BigInt;
use dp_kernel::Verdict;

/// What tells two answers apart to which noise is added.
pub(super) fn shifted([i, h]: [usize; 2], below: Option<&BigInt>, verdict: Verdict, words: &Words) -> Option<String> {
    let (thing, one, other) = (words.thing(), words.node(i), words.node(h));
    Some(match (words.kind(), below) {
        (Kind::ApproximateDp, Some(below)) => {
            format!("the outputs below {below} need the most δ, at {thing} {one} and its neighbour {other}")
        }
        (Kind::Dp | Kind::GroupPrivacy | Kind::BoundedRange, _) if verdict == Verdict::Fails => format!(
            "{thing}s {one} and {other}: the ratio of an output's probabilities grows without end as the output falls: no ε is enough"
        ),
        (Kind::Zcdp, _) => format!(
            "from {thing} {one} to its neighbour {other} the divergence of order k is Δ²·k/(2σ²) at every whole order k, and no more at others"
        ),
        (Kind::RenyiDp, _) => format!("from {thing} {one} to its neighbour {other} it is k·Δ²/(2σ²) at the order k"),
        _ => return None,
    })
}
