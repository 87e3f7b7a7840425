//! The rank of a matrix, by elimination.

use dp_verify::number::Rational;
use num_traits::Zero;

pub(crate) fn rank(mut rows: Vec<Vec<Rational>>) -> usize {
    let mut rank = 0;
    for c in 0..rows.first().map_or(0, Vec::len) {
        let Some(pivot) = (rank..rows.len()).find(|&r| !rows[r][c].is_zero()) else { continue };
        rows.swap(rank, pivot);
        let (above, below) = rows.split_at_mut(rank + 1);
        let pivot = &above[rank];
        for row in below.iter_mut().filter(|row| !row[c].is_zero()) {
            let factor = &row[c] / &pivot[c];
            row.iter_mut().zip(pivot).filter(|(_, y)| !y.is_zero()).for_each(|(x, y)| *x -= y * &factor);
        }
        rank += 1;
    }
    rank
}
