//! Where X is no mechanism.

use crate::effort::Counted;
use dp_verify::alpha::{Bounds, Ground, Polynomial, Vectors as _};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::number::Fractions;
use std::collections::HashMap;

/// The first row that is not a distribution, of a product its parent's, of a composition that of the first part that
/// has one, for the search; of an interval, one that is none at some α of it.
pub(crate) fn first_fault(mechanism: &Mechanism) -> Option<usize> {
    let mechanism = mechanism.product().and_then(|product| product.parent.as_deref()).unwrap_or(mechanism);
    let limits = Limits::default();
    // Reading has taken as many, and the claims have theirs yet.
    let steps = Counted::new(limits.steps / 2);
    let ground = Ground { field: mechanism.field.as_ref(), bounds: Bounds::new(&limits, &steps) };
    let parts = mechanism.parts().iter().filter_map(|part| mechanism.part_channel(part));
    parts.chain(mechanism.channel()).find_map(|channel| faulty_somewhere(&channel.table, &ground))
}

/// The first row that has a negative entry or another sum, at some t.
fn faulty_somewhere(rows: &[Fractions], ground: &Ground) -> Option<usize> {
    // Closed forms have few different entries. What does not show is not a distribution's everywhere.
    let mut known: HashMap<&Polynomial, bool> = HashMap::new();
    let mut is_nonnegative = |x| *known.entry(x).or_insert_with(|| ground.is_nonnegative(x) == Ok(true));
    rows.iter().position(|row| {
        let rest = &row.sum_of_numerators() - &row.denominator;
        !row.numerators.iter().all(&mut is_nonnegative) || ground.vanishes(&rest) != Ok(true)
    })
}
