//! The profile as text, as JSON and as CSV.

use super::{Piece, Profile};
use crate::construct::safe;
use crate::exact::fraction;
use dp_verify::number::{Logarithm, decimal};
use dp_verify::report::{Report, Style, exact_or_decimal, named};
use malachite::base::num::arithmetic::traits::Reciprocal;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The most outputs that a line of the text names.
const NAMED: usize = 6;

const COLUMNS: &str = "lambda_from,lambda_to,delta_from,delta_to,mass,neighbour_mass,\
    lambda_from_decimal,lambda_to_decimal,epsilon_from,epsilon_to,delta_from_decimal,delta_to_decimal,\
    node,neighbour,outputs\n";

/// The line of α in JSON; none beside ρ.
pub(crate) fn alpha(report: &Value) -> String {
    if report["alpha"].is_null() { String::new() } else { format!("  \"alpha\": {},\n", report["alpha"]) }
}

impl Profile {
    /// The file's name, and a line for each piece.
    pub fn to_text(&self) -> String {
        let mut text = Report::new(&self.mechanism).to_text(Style::Plain);
        text.push('\n');
        let head = ["λ", "ε = ln λ", "δ", "from there on", "needed by"].map(str::to_owned);
        let lines: Vec<[String; 5]> =
            [head].into_iter().chain(self.pieces.iter().map(|piece| self.line(piece))).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..5).map(width).collect();
        for line in &lines {
            let cells: Vec<String> = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}")).collect();
            let _ = writeln!(text, "{}", cells.join("  ").trim_end());
        }
        text
    }

    fn line(&self, piece: &Piece) -> [String; 5] {
        let short = |x: &Rational| exact_or_decimal(&fraction(x));
        let function = match (piece.mass == 0u32, piece.neighbour_mass == 0u32) {
            (_, true) => short(&piece.mass),
            (_, false) => format!("{} - {}·λ", short(&piece.mass), short(&piece.neighbour_mass)),
        };
        let need = piece.need.as_ref().map_or_else(String::new, |need| {
            let [i, h] = need.pair.map(|node| named(&self.mechanism.node(node)));
            let Some(outputs) = &need.outputs else { return format!("{i} against {h}") };
            let mut names: Vec<String> =
                outputs.iter().take(NAMED).map(|&o| named(&self.mechanism.output(o))).collect();
            if outputs.len() > NAMED {
                names.push(format!("{} more", outputs.len() - NAMED));
            }
            format!("{i} against {h}: {}", names.join(", "))
        });
        let epsilon = epsilon(&piece.from).unwrap_or_default();
        [short(&piece.from), epsilon, short(&piece.delta(&piece.from)), function, need]
    }

    /// `dp-profile/1`, a piece a line.
    pub fn to_json(&self) -> String {
        let report: Value = serde_json::from_str(&Report::new(&self.mechanism).to_json(false)).unwrap_or_default();
        let mut text = format!(
            "{{\n  \"format\": \"dp-profile/1\",\n  \"version\": {},\n  \"graph\": {},\n  \"privacy\": {},\n  \"mechanism\": {},\n{}  \"pieces\": [",
            report["version"],
            report["graph"],
            report["privacy"],
            report["mechanism"],
            alpha(&report),
        );
        let number = |x: &Rational| json!({ "exact": x.to_string(), "decimal": decimal(&fraction(x)) });
        for (k, piece) in self.pieces.iter().enumerate() {
            let mut entry = json!({
                "lambda": { "from": number(&piece.from), "to": piece.to.as_ref().map(number) },
                "epsilon": { "from": epsilon(&piece.from), "to": last_epsilon(piece) },
                "delta": { "from": number(&piece.delta(&piece.from)), "to": number(&last_delta(piece)) },
                "mass": number(&piece.mass),
                "neighbour_mass": number(&piece.neighbour_mass),
            });
            if let Some(need) = &piece.need {
                entry["pair"] = need.pair.to_vec().into();
                if let Some(outputs) = &need.outputs {
                    entry["outputs"] = outputs.clone().into();
                }
            }
            let _ = write!(text, "{}\n    {entry}", if k == 0 { "" } else { "," });
        }
        safe(&(text + "\n  ]\n}\n"))
    }

    /// A head and a line for each piece: fractions, decimals, nodes and outputs by number.
    pub fn to_csv(&self) -> String {
        let mut text = COLUMNS.to_owned();
        for piece in &self.pieces {
            let (from, to) = (piece.delta(&piece.from), last_delta(piece));
            let shown = |x: &Rational| decimal(&fraction(x));
            let infinite = || "inf".to_owned();
            let exact = [
                piece.from.to_string(),
                piece.to.as_ref().map_or_else(infinite, ToString::to_string),
                from.to_string(),
                to.to_string(),
                piece.mass.to_string(),
                piece.neighbour_mass.to_string(),
                shown(&piece.from),
                piece.to.as_ref().map_or_else(infinite, shown),
                epsilon(&piece.from).unwrap_or_default(),
                last_epsilon(piece).unwrap_or_default(),
                shown(&from),
                shown(&to),
            ];
            let need = piece.need.as_ref().map_or_else(
                || [String::new(), String::new(), String::new()],
                |need| {
                    let outputs: Vec<String> = need.outputs.iter().flatten().map(ToString::to_string).collect();
                    [need.pair[0].to_string(), need.pair[1].to_string(), outputs.join(" ")]
                },
            );
            let _ = writeln!(text, "{},{}", exact.join(","), need.join(","));
        }
        text
    }
}

/// ln λ to twelve digits.
fn epsilon(lambda: &Rational) -> Option<String> {
    Logarithm::MinusLn(fraction(&lambda.reciprocal())).decimal()
}

fn last_epsilon(piece: &Piece) -> Option<String> {
    piece.to.as_ref().map_or_else(|| Some("inf".into()), epsilon)
}

/// δ at the end of a piece; on the last one it does not change.
fn last_delta(piece: &Piece) -> Rational {
    let zero = Rational::ZERO;
    piece.delta(piece.to.as_ref().unwrap_or(&zero))
}
