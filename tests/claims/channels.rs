//! Tables of rationals: drawn at random, and as JSON.

use malachite::rational::Rational;

/// A distribution of these weights and a last one of 1.
pub(crate) fn distribution(weights: &[u32]) -> Vec<Rational> {
    let sum: u32 = weights.iter().sum::<u32>() + 1;
    weights.iter().copied().chain([1]).map(|w| Rational::from(w) / Rational::from(sum)).collect()
}

/// A row of such weights for each node.
pub(crate) fn channel(weights: &[Vec<u32>]) -> Vec<Vec<Rational>> {
    weights.iter().map(|row| distribution(row)).collect()
}

/// As a mechanism file has it.
pub(crate) fn json(rows: &[Vec<Rational>]) -> String {
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
    serde_json::to_string(&rows).unwrap()
}

/// A coin that is right three times in four for each of so many people, at α = 1/3, as the fields of a file with this
/// claim.
pub(crate) fn coins(people: usize, claim: &str) -> String {
    format!(
        r#""privacy": {{"alpha": "1/3"}}, "claims": [{claim}],
           "query": {{"graph": "hamming", "values": 2, "individuals": {people}}},
           "mechanism": {{"product": {{"matrix": [["3/4", "1/4"], ["1/4", "3/4"]]}}, "individuals": {people}}}"#
    )
}
