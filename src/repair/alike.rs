//! The mechanism that is mixed in, in the order of the one that is repaired.

use dp_verify::align::{self, arranged};
use dp_verify::model::{Channel, Mechanism};
use dp_verify::number::Fractions;

/// Y with its rows and columns in X's order, by the names of answers and outputs, where both have them.
pub(super) fn alike(
    (mechanism, x): (&Mechanism, &Channel),
    (other, y): (&Mechanism, &Channel),
    with: &str,
) -> Result<Channel, String> {
    let order = |own: Option<&Vec<String>>, coming: Option<&Vec<String>>, what: &str| {
        let both = own.zip(coming).map(|(own, coming)| align::order(own, coming));
        both.transpose().map(Option::flatten).map_err(|unlike| format!("the {what} of {with}: {unlike}"))
    };
    let rows = order(mechanism.query.labels.as_ref(), other.query.labels.as_ref(), "answers")?;
    let columns = order(x.outputs.as_ref(), y.outputs.as_ref(), "outputs")?;
    let table = in_order(&y.table, rows.as_deref(), columns.as_deref());
    Ok(Channel { table, ..y.clone() })
}

fn in_order(table: &[Fractions], rows: Option<&[usize]>, columns: Option<&[usize]>) -> Vec<Fractions> {
    let of = |row: &Fractions| Fractions {
        denominator: row.denominator.clone(),
        numerators: arranged(&row.numerators, columns),
    };
    arranged(table, rows).iter().map(of).collect()
}
