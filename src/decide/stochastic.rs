//! Where X is no mechanism.

use crate::effort::Counted;
use dp_verify::alpha::{Bounds, Ground, Obstacle, Polynomial, Ring};
use dp_verify::limits::Limits;
use dp_verify::model::{Mechanism, Table};
use dp_verify::number::Fractions;
use std::collections::HashMap;

/// The first row that is no distribution, of a product its parent's, of a composition of the first part that has one,
/// for the search; of an interval, one that is none at some α of it.
pub(crate) fn first_fault(mechanism: &Mechanism) -> Option<usize> {
    let mechanism = mechanism.product().and_then(|product| product.parent.as_deref()).unwrap_or(mechanism);
    let limits = Limits::default();
    // Reading has taken as many, and the claims have theirs yet.
    let steps = Counted::new(limits.steps / 2);
    let ground = Ground { field: mechanism.field.as_ref(), bounds: Bounds::new(&limits, &steps) };
    // A sign that changes, or that does not show, is no distribution's everywhere.
    fn first<R: Ring>(rows: &[Fractions<R>], ground: &Ground) -> Option<usize> {
        rows.iter().position(|row| sums_to_one(row, ground) != Ok(true))
    }
    let of_table = |table: &Table| match table {
        Table::Rational(rows) => first(rows, &ground),
        Table::Functions(rows) => faulty_somewhere(rows, &ground),
    };
    let parts = mechanism.parts().iter().filter_map(|part| mechanism.part_channel(part));
    parts.chain(mechanism.channel()).find_map(|channel| of_table(&channel.table))
}

fn sums_to_one<R: Ring>(row: &Fractions<R>, ground: &Ground) -> Result<bool, Obstacle> {
    Ok(row.negative(ground)?.is_none() && row.sum().compare(&row.denominator, ground)?.is_eq())
}

/// The first row that has a negative entry or another sum, at some t.
fn faulty_somewhere(rows: &[Fractions<Polynomial>], ground: &Ground) -> Option<usize> {
    let signs = |x: &Polynomial| ground.field.and_then(|field| field.point.signs(x, &ground.bounds).ok());
    // Closed forms have few different entries.
    let mut known: HashMap<&Polynomial, bool> = HashMap::new();
    let mut is_nonnegative = |x| *known.entry(x).or_insert_with(|| signs(x).is_some_and(|s| s.is_nonnegative()));
    rows.iter().position(|row| {
        let sum = row.sum().minus(&row.denominator);
        !row.numerators.iter().all(&mut is_nonnegative) || !signs(&sum).is_some_and(|s| s.is_zero())
    })
}
