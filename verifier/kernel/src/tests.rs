//! Distances beside searches, and products with Φ beside sums.

mod problem;

use crate::graph::{Family, Graph};
use dp_number::{Fraction, Number, Vector};

fn int(n: i64) -> Number {
    i128::from(n).into()
}

#[test]
fn distances_by_formula_and_by_search() {
    let families = [
        (Family::Line, 7),
        (Family::Cycle, 7),
        (Family::Cycle, 8),
        (Family::Complete, 5),
        (Family::Star, 6),
        (Family::Hamming { values: 3, individuals: 3 }, 27),
        (Family::Sum { most: 3 }, 10),
        (Family::Counts { individuals: 2, queries: 2 }, 9),
    ];
    for (family, n) in families {
        let graph = Graph::new(family, n);
        let neighbours: Vec<Vec<usize>> = (0..n).map(|i| graph.neighbours(i)).collect();
        let listed = Graph::new(Family::Listed(neighbours.clone()), n);
        assert_eq!(graph.diameter(), listed.diameter(), "{graph:?}");
        for i in 0..n {
            assert_eq!(graph.distances_from(i), listed.distances_from(i), "{graph:?} from {i}");
            for h in 0..n {
                assert_eq!(graph.length(i, h).is_some(), neighbours[i].contains(&h), "{graph:?}: {i} and {h}");
                assert!(neighbours[h].contains(&i) == neighbours[i].contains(&h) && !neighbours[i].contains(&i));
            }
        }
    }
}

#[test]
fn products_with_the_similarity_matrix() {
    let mut state = 3;
    // The same numbers each time.
    let mut random = || {
        state = state * 48_271 % 2_147_483_647;
        state
    };
    let number = |coefficients: [i64; 2]| Number::polynomial(coefficients.map(Into::into).to_vec());
    // By distances and by individuals, at 2/3, and t as a number of its own.
    let graphs = [(Family::Cycle, 6), (Family::Complete, 6), (Family::Hamming { values: 6, individuals: 1 }, 6)];
    let more = [(Family::Hamming { values: 3, individuals: 2 }, 9), (Family::Hamming { values: 2, individuals: 3 }, 8)];
    let numbers = [Fraction::new(int(2), int(3)), number([0, 1]).into(), Fraction::new(number([0, 1]), number([2, 1]))];
    let all = graphs.into_iter().chain(more).flat_map(|graph| numbers.clone().map(|alpha| (graph.clone(), alpha)));
    for ((family, n), alpha) in all {
        let graph = Graph::new(family, n);
        let phi = crate::similarity::Similarity::new(&graph, &alpha).expect("within the limits");
        for _ in 0..20 {
            let v = Vector { denominator: int(7), numerators: (0..n).map(|_| int(random() % 5 - 2)).collect() };
            let product = phi.times(&v).expect("within the limits");
            for i in 0..n {
                let mut sum = Fraction::ZERO;
                for (j, d) in graph.distances_from(i).into_iter().enumerate() {
                    let term = &phi.power(d) * &v.entry(j);
                    sum = &sum + &term;
                }
                let mine = product.entry(i);
                assert_eq!(&mine.numerator * &sum.denominator, &sum.numerator * &mine.denominator, "row {i}");
            }
        }
    }
}
