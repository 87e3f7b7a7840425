//! The graphs that queries induce, beside those of the papers.

use super::certificates;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use serde_json::Value;
use std::fs;

/// A query by its answers on databases.
fn by_answers(values: usize, individuals: usize, answer: &dyn Fn(&[usize]) -> String) -> Mechanism {
    let size = values.pow(u32::try_from(individuals).expect("few"));
    let database = |mut x: usize| -> Vec<usize> {
        (0..individuals)
            .map(|_| {
                let value = x % values;
                x /= values;
                value
            })
            .collect()
    };
    let answers: Vec<String> = (0..size).map(|x| answer(&database(x))).collect();
    mechanism(&format!(
        r#"{{"databases": {{"values": {values}, "individuals": {individuals}}}, "answers": {answers:?}}}"#
    ))
}

fn mechanism(query: &str) -> Mechanism {
    let text = format!(r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {query}}}"#);
    Mechanism::read(text.as_bytes(), &Limits::default()).expect("a good file")
}

/// The two graphs are the same, answer by answer; `place` is the node of an answer in the named one.
fn assert_same(induced: &Mechanism, named: &Mechanism, place: &dyn Fn(&str) -> usize) {
    let nodes = induced.query.graph.nodes();
    assert_eq!(nodes, named.query.graph.nodes());
    let places: Vec<usize> = (0..nodes).map(|i| place(&induced.node(i))).collect();
    for (i, &at) in places.iter().enumerate() {
        let (found, expected) = (induced.query.graph.distances_from(i), named.query.graph.distances_from(at));
        (0..nodes).for_each(|j| assert_eq!(found[j], expected[places[j]], "{i}, {j}"));
    }
}

#[test]
fn answer_graphs_of_section_6() {
    for (u, v) in [(3, 2), (2, 3), (2, 5), (4, 1)] {
        let induced = by_answers(v + 1, u, &|x| x.iter().sum::<usize>().to_string());
        let named = mechanism(&format!(r#"{{"graph": "sum", "individuals": {u}, "max": {v}}}"#));
        assert_same(&induced, &named, &|answer| answer.parse().expect("a number"));
    }
    for u in 1..=3 {
        let count = |x: &[usize], bit: usize| x.iter().filter(|&&value| value & bit != 0).count();
        let induced = by_answers(4, u, &|x| format!("{},{}", count(x, 1), count(x, 2)));
        let named = mechanism(&format!(r#"{{"graph": "counts", "individuals": {u}, "queries": 2}}"#));
        let number = |text: &str| text.parse::<usize>().expect("a number");
        let place =
            |answer: &str| answer.split_once(',').map_or(0, |(first, second)| number(first) * (u + 1) + number(second));
        assert_same(&induced, &named, &place);
    }
    assert_same(
        &mechanism(r#"{"graph": "counts", "individuals": 1, "queries": 2}"#),
        &mechanism(r#"{"graph": "complete", "nodes": 4}"#),
        &|i| i.parse().expect("a number"),
    );
}

/// The case of Figure 4 has the printed distances d, as entries 2^-d/4 of the only such mechanism with tight
/// constraints.
#[test]
fn printed_distances() {
    const PRINTED: [[u32; 9]; 9] = [
        [0, 1, 1, 1, 1, 2, 2, 2, 2],
        [1, 0, 1, 2, 2, 1, 2, 1, 2],
        [1, 1, 0, 2, 2, 2, 1, 2, 1],
        [1, 2, 2, 0, 1, 1, 1, 2, 2],
        [1, 2, 2, 1, 0, 2, 2, 1, 1],
        [2, 1, 2, 1, 2, 0, 1, 1, 2],
        [2, 2, 1, 1, 2, 1, 0, 2, 1],
        [2, 1, 2, 2, 1, 1, 2, 0, 1],
        [2, 2, 1, 2, 1, 2, 1, 1, 0],
    ];
    let text = fs::read_to_string(certificates().join("001/Fig4/printed-order.json")).expect("the case");
    let file: Value = serde_json::from_str(&text).expect("a mechanism file");
    let entries = PRINTED.map(|row| row.map(|d| format!("1/{}", 4 << d)));
    assert_eq!(file["mechanism"]["matrix"], serde_json::json!(entries));
}
