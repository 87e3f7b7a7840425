//! A table of which mass is missing, with what each row lacks: no picture of it, as none of its rows is whole.

use super::Page;
use super::text::{cut, name};
use dp_verify::alpha::{Fractions, Vectors as _};
use dp_verify::model::Incomplete;
use dp_verify::number::Rational;
use maud::{Markup, html};

/// The most rows and outputs that are shown.
const ROWS: usize = 16;
const OUTPUTS: usize = 10;

/// The section; nothing of whole tables.
pub(super) fn section(page: &Page) -> Markup {
    let (Some(table), Some(lacking)) = (page.mechanism.incomplete(), &page.report.lacking) else { return html! {} };
    let (rows, width) = (table.channel.table.len(), table.channel.width);
    html! {
        section {
            h2 { "What is known, and what is missing" }
            p { (cut(&lacking.in_words(), 400)) "." }
            div.scroll tabindex="0" role="region" aria-label="The table, and what each row lacks" {
                table {
                    thead { tr {
                        th scope="col" { "" }
                        @for o in 0..width.min(OUTPUTS) { th scope="col" { (name(&page.mechanism.output(o))) } }
                        @if width > OUTPUTS { th scope="col" { "…" } }
                        th scope="col" { "missing" }
                    } }
                    tbody {
                        @for i in 0..rows.min(ROWS) { tr {
                            th scope="row" { (name(&page.mechanism.node(i))) }
                            @for o in 0..width.min(OUTPUTS) { td { (entry(&table.channel.table[i], o)) } }
                            @if width > OUTPUTS { td { "…" } }
                            td { b { (missing(table, i)) } }
                        } }
                    }
                }
            }
            @if rows > ROWS || width > OUTPUTS {
                p.small { "Of " (rows) " rows and " (width) " outputs the first are shown." }
            }
        }
    }
}

/// An entry, where it is rational.
fn entry(row: &Fractions, o: usize) -> String {
    row.lowest(o).map_or_else(|| "a number in α".into(), |x| fraction(&x))
}

fn missing(table: &Incomplete, i: usize) -> String {
    let m = &table.missing[i];
    let of = Fractions { denominator: m.denominator.clone(), numerators: vec![m.numerator.clone()] };
    entry(&of, 0)
}

fn fraction(x: &Rational) -> String {
    cut(&super::text::fraction(x), 24)
}
