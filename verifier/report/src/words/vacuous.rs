//! A claim on groups that is about no two answers: it holds, and says nothing.

use super::Words;
use dp_kernel::{INFINITE, place};

/// Whether no two answers are at the distance of the claim, so that it is about nothing.
pub(super) fn is_vacuous(words: &Words) -> bool {
    let Some((distance, nearer)) = words.claim.distance else { return false };
    let graph = words.graph();
    match words.individuals() {
        Some(individuals) => graph.diameter() == 0 || distance > individuals && !nearer,
        None if !graph.has_lengths() => {
            // A shortest path has pairs at all distances up to its own.
            graph.diameter() == 0 || !nearer && distance > place(graph.diameter())
        }
        None => {
            // Nine digits times at most 10^9: it fits.
            let units = distance.saturating_mul(place(graph.unit()));
            let reaches = |d: usize| d == units || nearer && d < units;
            let is_meant = |d: u64| d != INFINITE && d > 0 && reaches(place(d));
            words.bounds.charge(graph.steps()).is_ok()
                && !(0..graph.nodes()).any(|i| graph.distances_from(i).into_iter().any(is_meant))
        }
    }
}

/// Why a claim on groups holds that is about none.
pub(super) fn vacuous(words: &Words) -> Option<String> {
    let (distance, nearer) = words.claim.distance?;
    let most = if nearer { "at most " } else { "" };
    Some(format!("no two answers are at the distance {most}{distance}: it holds of none, and so says nothing of any"))
}
