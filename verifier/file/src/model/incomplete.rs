//! Tables of which mass is missing: what is known of a mechanism whose own entries are no less.

use super::channel::read_numbers;
use super::each_use::Whose;
use super::function::refusal;
use super::reading::Reading;
use super::{Channel, Privacy};
use crate::alpha::{Fractions, Polynomial, Vectors as _};
use crate::error::Error;
use crate::json::View;
use crate::number::exact_or_decimal;
use dp_kernel::{Fraction, Graph};

/// A table and what each of its rows lacks.
#[derive(Debug, Clone)]
pub struct Incomplete {
    /// What is known.
    pub channel: Channel,
    /// 1 less the sum of each row.
    pub missing: Vec<Fraction>,
    /// Whether outputs are possible that the table has not; that there are none is what the file assumes.
    pub further: bool,
}

/// What belongs to such a table alone.
const OWN: [&str; 2] = ["missing", "further_outputs"];

/// The key of a table of which mass is missing, of what must be whole.
fn key<'a>(view: &'a View<'a>) -> Option<View<'a>> {
    OWN.into_iter().find_map(|key| view.field(key))
}

/// That nothing is missing of what must be whole.
pub(super) fn is_whole(view: &View, expected: &str) -> Result<(), Error> {
    key(view).map_or(Ok(()), |missing| Err(missing.found("a table of which mass is missing", expected)))
}

/// That a mechanism of which mass is missing has a table, and nothing that it can't have.
pub(super) fn is_plain(file: &View) -> Result<(), Error> {
    let Some(view) = file.field("mechanism") else { return Ok(()) };
    if view.object("").is_err() {
        return Ok(());
    }
    let Some(own) = key(&view) else { return Ok(()) };
    if view.field("missing").is_none() {
        return Err(own.found("\"further_outputs\" without \"missing\"", "it beside \"missing\", what each row lacks"));
    }
    let others = ["family", "noise", "product", "compose", "counts", "rounding"];
    if let Some((key, other)) = others.into_iter().find_map(|key| Some((key, view.field(key)?))) {
        let expected = "no such key: mass is missing only of a \"matrix\", which is exact as far as it goes";
        return Err(other.found(format!("\"{key}\" beside \"missing\""), expected));
    }
    match file.field("sample") {
        Some(sample) => Err(sample.found("\"sample\" beside \"missing\"", "one of the two")),
        None => Ok(()),
    }
}

impl Incomplete {
    /// Of a mechanism that has the key `missing`.
    pub(super) fn read(view: &View, graph: &Graph, reading: &Reading) -> Result<Self, Error> {
        let list = view.required("missing")?;
        if reading.symbols.rho {
            let expected = "\"epsilon\" or \"alpha\" in \"privacy\", or a whole table";
            return Err(Privacy::no_alpha(&list, "what completes a table is held against (ε, δ)", expected));
        }
        if graph.has_lengths() {
            let expected =
                "a graph whose edges have no lengths: no claim about a table of which mass is missing knows them";
            return Err(list.found("mass missing beside lengths of edges", expected));
        }
        view.only(&["matrix", "outputs", "missing", "further_outputs"])?;
        let further = view.field("further_outputs").map_or(Ok(true), |view| view.bool())?;
        let channel = Channel::of_matrix(view, Whose::File, graph, reading)?;
        let missing = read_numbers(&list, graph.nodes(), "row", reading)?;
        let items = list.array("a number for each row")?;
        let rows = view.required("matrix")?;
        for (i, ((row, item), of_row)) in channel.table.iter().zip(items).zip(rows.array("rows")?).enumerate() {
            lacks(i, row, (&of_row, &item), &missing, reading)?;
        }
        let missing = (0..missing.len()).map(|i| missing.entry(i).lowest()).collect();
        Ok(Self { channel, missing, further })
    }

    /// A table with what its rows lack.
    pub(crate) fn of(channel: Channel, further: bool) -> Self {
        let rest = |row: &Fractions| &row.denominator - &row.sum_of_numerators();
        let missing = channel.table.iter().map(|row| Fraction::new(rest(row), row.denominator.clone()).lowest());
        Self { missing: missing.collect(), channel, further }
    }
}

/// That row i has no negative entry, and that m_i is 1 less its sum and not negative: at every α of an interval.
fn lacks(
    i: usize,
    row: &Fractions,
    (of_row, item): (&View, &View),
    missing: &Fractions,
    reading: &Reading,
) -> Result<(), Error> {
    let ground = reading.ground();
    let place =
        if ground.field.is_some_and(crate::alpha::Field::is_symbolic) { " at some α of the interval" } else { "" };
    for (o, x) in row.numerators.iter().enumerate() {
        if !ground.is_nonnegative(x).map_err(|why| refusal(of_row, &why))? {
            let entry = row.lowest(o).map_or_else(|| "negative".into(), |x| exact_or_decimal(&x));
            return Err(
                of_row.instead(format!("entry {o} of row {i} is {entry}{place}"), "entries ≥ 0 where mass is missing")
            );
        }
    }
    let none = Polynomial::ZERO;
    let own = missing.numerators.get(i).unwrap_or(&none);
    let rest = &row.denominator - &row.sum_of_numerators();
    let product = |x: &Polynomial, y: &Polynomial| ground.product(x, y).map_err(|why| refusal(item, &why));
    let differ = &product(own, &row.denominator)? - &product(&rest, &missing.denominator)?;
    let is_rest = if differ.is_integer() { Ok(differ.is_zero()) } else { ground.vanishes(&differ) };
    if !is_rest.map_err(|why| refusal(item, &why))? {
        let less = Fractions { denominator: row.denominator.clone(), numerators: vec![rest] };
        let [found, expected] = [(missing, i), (&less, 0)].map(|(of, i)| of.lowest(i).map(|x| exact_or_decimal(&x)));
        let found = found.map_or_else(|| "another number".into(), |x| format!("{x} missing"));
        let sum =
            expected.map_or_else(|| format!("what it sums to less than 1{place}"), |x| format!("1 less its sum, {x}"));
        return Err(item.found(format!("{found} in row {i}"), sum));
    }
    if !ground.is_nonnegative(own).map_err(|why| refusal(item, &why))? {
        return Err(item.instead(
            format!("row {i} sums to more than 1{place}"),
            "rows of sums of at most 1 where mass is missing",
        ));
    }
    Ok(())
}
