//! The trade-off function as text, as JSON and as CSV.

use super::{Corner, Of, TradeOff};
use crate::construct::safe;
use crate::exact::fraction;
use crate::profile::alpha;
use dp_verify::number::decimal;
use dp_verify::report::{Report, Style, exact_or_decimal, named, wrap};
use malachite::rational::Rational;
use serde_json::{Value, json};
use std::fmt::Write as _;

const COLUMNS: &str = "first_error,second_error,first_error_decimal,second_error_decimal,node,neighbour\n";

fn short(x: &Rational) -> String {
    exact_or_decimal(&fraction(x))
}

impl TradeOff {
    /// The file's name, whom it is about, and a line for each corner.
    pub fn to_text(&self) -> String {
        let mut text = Report::new(&self.mechanism).to_text(Style::Plain);
        let of = match self.of {
            Of::Pair([i, h]) => format!(
                "trade-off function of answer {} against answer {}; linear between these corners",
                self.node(i),
                self.node(h)
            ),
            Of::Least => {
                "least second error of any test of any pair of neighbours, in both orders: linear on each of these \
                pieces, and that of its pair"
                    .into()
            }
            Of::Envelope => {
                "convex lower envelope of the trade-off functions of all pairs of neighbours, in both orders; \
                linear between these corners"
                    .into()
            }
        };
        text.push('\n');
        wrap(&mut text, "", "  ", &of);
        text.push('\n');
        let head = match self.of {
            Of::Least => ["first error", "least second error", "of the pair"],
            Of::Pair(_) | Of::Envelope => ["first error", "least second error", "attained by"],
        };
        let lines = match self.of {
            Of::Least => {
                self.pieces.iter().zip(self.corners.windows(2)).map(|(pair, ends)| self.piece(*pair, ends)).collect()
            }
            Of::Pair(_) | Of::Envelope => self.corners.iter().map(|c| self.line(c)).collect::<Vec<_>>(),
        };
        let lines: Vec<[String; 3]> = [head.map(str::to_owned)].into_iter().chain(lines).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..3).map(width).collect();
        for line in &lines {
            let cells: Vec<String> = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}")).collect();
            let _ = writeln!(text, "{}", cells.join("  ").trim_end());
        }
        text
    }

    fn node(&self, i: usize) -> String {
        named(&self.mechanism.node(i))
    }

    /// `no against yes`.
    fn pair_in_words(&self, pair: Option<[usize; 2]>) -> String {
        pair.map_or_else(String::new, |[i, h]| format!("{} against {}", self.node(i), self.node(h)))
    }

    fn line(&self, corner: &Corner) -> [String; 3] {
        let pair = corner.pair.filter(|_| self.of == Of::Envelope);
        [short(&corner.first), short(&corner.second), self.pair_in_words(pair)]
    }

    /// A piece by its two ends.
    fn piece(&self, pair: Option<[usize; 2]>, ends: &[Corner]) -> [String; 3] {
        let between = |error: fn(&Corner) -> &Rational| {
            let all: Vec<String> = ends.iter().map(|end| short(error(end))).collect();
            all.join(" to ")
        };
        let pair = pair.map_or_else(|| "no neighbours".into(), |pair| self.pair_in_words(Some(pair)));
        [between(|end| &end.first), between(|end| &end.second), pair]
    }

    /// `dp-trade-off/1`, a corner a line.
    pub fn to_json(&self) -> String {
        let report: Value = serde_json::from_str(&Report::new(&self.mechanism).to_json(false)).unwrap_or_default();
        let mut text = format!(
            "{{\n  \"format\": \"dp-trade-off/1\",\n  \"version\": {},\n  \"graph\": {},\n  \"privacy\": {},\n  \"mechanism\": {},\n{}",
            report["version"],
            report["graph"],
            report["privacy"],
            report["mechanism"],
            alpha(&report),
        );
        let of = match self.of {
            Of::Pair(_) => "pair",
            Of::Least => "least",
            Of::Envelope => "envelope",
        };
        let _ = writeln!(text, "  \"of\": \"{of}\",");
        if let Of::Pair(pair) = self.of {
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
        text += "\n  ]";
        if self.of == Of::Least {
            text += ",\n  \"pieces\": [";
            for (k, (pair, ends)) in self.pieces.iter().zip(self.corners.windows(2)).enumerate() {
                let ends: Vec<Value> = ends
                    .iter()
                    .map(|c| json!({ "first_error": number(&c.first), "second_error": number(&c.second) }))
                    .collect();
                let mut entry = json!({ "from": ends.first(), "to": ends.last() });
                if let Some(pair) = pair {
                    entry["pair"] = json!(pair);
                }
                let _ = write!(text, "{}\n    {entry}", if k == 0 { "" } else { "," });
            }
            text += "\n  ]";
        }
        safe(&(text + "\n}\n"))
    }

    /// A head and a line for each corner: fractions, decimals, nodes by number; of the least over all pairs those whose
    /// piece begins there.
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
