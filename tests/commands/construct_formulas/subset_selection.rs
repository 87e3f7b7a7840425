//! Subset selection: entries by their weights, and the size that is nearest.

use super::{
    OTHERS, attempt, certified, complete, least_ratio, made, matrix, normalised, number, outputs, parsed, query,
    rational_alpha, subsets_of, value, whole,
};
use dp_certify::construct::{Kind, Wishes};
use malachite::base::num::arithmetic::traits::Abs;
use serde_json::json;
use std::collections::BTreeSet;

#[test]
fn subsets_are_selected_by_their_weights() {
    for alpha in ["1/2", "2/7", "1"].map(number) {
        for values in 2..=6 {
            for size in 1..values {
                let query = query(&rational_alpha(&alpha), &complete(values), "");
                let text = made(Kind::SubsetSelection, &subsets_of(size), &query);
                let members: Vec<BTreeSet<usize>> = outputs(&text)
                    .iter()
                    .map(|x| x[1..x.len() - 1].split(", ").map(|member| member.parse().unwrap()).collect())
                    .collect();
                // All different, of that size, and as many as there are masks of so many bits.
                assert!(members.iter().all(|subset| subset.len() == size && *subset.last().unwrap() < values));
                assert_eq!(members.iter().collect::<BTreeSet<_>>().len(), members.len());
                assert_eq!(members.len(), (0..1_u32 << values).filter(|x| x.count_ones() as usize == size).count());
                let weight = |i: usize, subset: &BTreeSet<usize>| {
                    if subset.contains(&i) { number("1") / &alpha } else { number("1") }
                };
                let weights = (0..values).map(|i| members.iter().map(|subset| weight(i, subset)).collect()).collect();
                let rows = matrix(&text);
                assert_eq!(rows, normalised(weights), "{values} values, subsets of {size}");
                assert_eq!(least_ratio(&rows, |_, _| true), alpha);
                let report = certified(&text);
                assert_eq!(value(&report, "dp", "alpha_max"), alpha);
                let capacity = whole(values) / (whole(size) + whole(values - size) * &alpha);
                assert_eq!(value(&report, "capacity", "multiplicative"), capacity);
                // Subsets of one are the values: randomised response, entry by entry.
                let same = made(Kind::RandomisedResponse, &Wishes::default(), &query);
                assert!(size > 1 || rows == matrix(&same));
                assert_eq!(text.contains("\"tight-constraints\""), size == 1);
            }
        }
    }
}

#[test]
fn the_size_of_subsets_is_the_nearest() {
    let half = number("1/2");
    for alpha in ["1", "9/10", "1/2", "1/3", "1/10", "1/100"].map(number) {
        for values in 1..=9 {
            let text =
                made(Kind::SubsetSelection, &Wishes::default(), &query(&rational_alpha(&alpha), &complete(values), ""));
            let ideal = whole(values) * &alpha / (number("1") + &alpha);
            let away = |size: usize| (whole(size) - &ideal).abs();
            let nearest = (1..values.max(2)).min_by_key(|&size| away(size)).unwrap();
            let size = outputs(&text)[0].split(", ").count();
            assert_eq!(size, nearest, "{values} values at {alpha}");
            assert!(size == 1 || away(size) <= half);
        }
    }
    // e^-0.8 is 0.449…: 6α/(1+α) = 1.86. On an interval there is one for three values, and none for four.
    let text = made(Kind::SubsetSelection, &Wishes::default(), &query(OTHERS[0], &complete(6), ""));
    assert_eq!(outputs(&text).len(), 15);
    certified(&made(Kind::SubsetSelection, &Wishes::default(), &query(OTHERS[3], &complete(3), "")));
    let said = attempt(Kind::SubsetSelection, &Wishes::default(), &query(OTHERS[3], &complete(4), "")).unwrap_err();
    assert!(
        said.contains("$.query: the size nearest k/(e^ε + 1) is not the same at every α") && said.contains("--size D")
    );
}

#[test]
fn members_have_their_labels_unless_these_have_commas() {
    let labels = |third: &str| format!(r#"{{"graph": "complete", "nodes": 3, "labels": ["A", "B", "{third}"]}}"#);
    let text = made(Kind::SubsetSelection, &subsets_of(2), &query(OTHERS[0], &labels("C"), ""));
    assert_eq!(outputs(&text), ["{A, B}", "{A, C}", "{B, C}"]);
    assert_eq!(parsed(&text)["mechanism"]["matrix"][2], json!(["a/(2+a)", "1/(2+a)", "1/(2+a)"]));
    let text = made(Kind::SubsetSelection, &subsets_of(2), &query(OTHERS[0], &labels("C, A"), ""));
    assert_eq!(outputs(&text), ["{0, 1}", "{0, 2}", "{1, 2}"]);
}
