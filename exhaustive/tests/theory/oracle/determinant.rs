//! The determinant of (α^d_ij) as a polynomial in α, by expansion along the first row.

/// Coefficients from the constant up.
pub(crate) type Terms = Vec<i64>;

/// Adds c·α^power.
pub(crate) fn add(sum: &mut Terms, power: usize, c: i64) {
    sum.resize(sum.len().max(power + 1), 0);
    sum[power] += c;
}

/// The determinant over these rows and as many columns. Cost: about e·n! steps.
pub(crate) fn determinant(d: &[Vec<usize>], rows: &[usize], columns: &[usize]) -> Terms {
    assert_eq!(rows.len(), columns.len(), "a square");
    let Some((&row, rows)) = rows.split_first() else { return vec![1] };
    let mut sum = Terms::new();
    for (k, &column) in columns.iter().enumerate() {
        let others: Vec<usize> = columns.iter().copied().filter(|&c| c != column).collect();
        let sign = if k % 2 == 0 { 1 } else { -1 };
        for (power, c) in determinant(d, rows, &others).into_iter().enumerate() {
            add(&mut sum, power + d[row][column], sign * c);
        }
    }
    sum
}
