//! The trade-off function as text, as JSON and as CSV.

use super::{Corner, TradeOff};
use crate::construct::safe;
use crate::exact::fraction;
use dp_verify::number::decimal;
use dp_verify::report::{Report, Style, exact_or_decimal, printable};
use malachite::rational::Rational;
use serde_json::{Value, json};
use std::fmt::Write as _;

const COLUMNS: &str = "first_error,second_error,first_error_decimal,second_error_decimal,node,neighbour\n";

impl TradeOff {
    /// The file's name, whom it is about, and a line for each corner.
    pub fn to_text(&self) -> String {
        let mut text = Report::new(&self.mechanism).to_text(Style::Plain);
        let of = self.pair.map_or_else(
            || "all pairs of neighbours, in both orders".to_owned(),
            |[i, h]| format!("answer {} against answer {}", self.node(i), self.node(h)),
        );
        let _ = writeln!(text, "\ntrade-off function of {of}; linear between these corners\n");
        let head = ["first error", "least second error", "attained by"].map(str::to_owned);
        let lines: Vec<[String; 3]> = [head].into_iter().chain(self.corners.iter().map(|c| self.line(c))).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..3).map(width).collect();
        for line in &lines {
            let cells: Vec<String> = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}")).collect();
            let _ = writeln!(text, "{}", cells.join("  ").trim_end());
        }
        text
    }

    fn node(&self, i: usize) -> String {
        printable(&self.mechanism.node(i))
    }

    fn line(&self, corner: &Corner) -> [String; 3] {
        let short = |x: &Rational| exact_or_decimal(&fraction(x));
        let pair = corner.pair.filter(|_| self.pair.is_none());
        let pair = pair.map_or_else(String::new, |[i, h]| format!("{} against {}", self.node(i), self.node(h)));
        [short(&corner.first), short(&corner.second), pair]
    }

    /// `dp-trade-off/1`, a corner a line.
    pub fn to_json(&self) -> String {
        let report: Value = serde_json::from_str(&Report::new(&self.mechanism).to_json(false)).unwrap_or_default();
        let mut text = format!(
            "{{\n  \"format\": \"dp-trade-off/1\",\n  \"version\": {},\n  \"graph\": {},\n  \"privacy\": {},\n  \"mechanism\": {},\n  \"alpha\": {},\n",
            report["version"], report["graph"], report["privacy"], report["mechanism"], report["alpha"],
        );
        if let Some(pair) = self.pair {
            let _ = writeln!(text, "  \"pair\": {},", json!(pair));
        }
        text += "  \"corners\": [";
        let number = |x: &Rational| json!({ "exact": x.to_string(), "decimal": decimal(&fraction(x)) });
        for (k, corner) in self.corners.iter().enumerate() {
            let mut entry = json!({ "first_error": number(&corner.first), "second_error": number(&corner.second) });
            if let Some(pair) = corner.pair {
                entry["pair"] = json!(pair);
            }
            let _ = write!(text, "{}\n    {entry}", if k == 0 { "" } else { "," });
        }
        safe(&(text + "\n  ]\n}\n"))
    }

    /// A head and a line for each corner: fractions, decimals, nodes by number.
    pub fn to_csv(&self) -> String {
        let mut text = COLUMNS.to_owned();
        for Corner { first, second, pair } in &self.corners {
            let shown = |x: &Rational| decimal(&fraction(x));
            let pair = pair.map_or_else(|| ",".to_owned(), |[i, h]| format!("{i},{h}"));
            let _ = writeln!(text, "{first},{second},{},{},{pair}", shown(first), shown(second));
        }
        text
    }
}
