//! The pattern as text and as JSON.

use super::{Letter, Part, Pattern};
use crate::construct::safe;
use dp_verify::algebra;
use dp_verify::alpha::Point;
use dp_verify::report::{Report, Style, named};
use serde_json::Value;
use std::fmt::Write as _;

/// The most characters of an output's name that stands above its letters.
const SHORT: usize = 3;

/// The letters of all edges begin below each other, this many characters after the start of a line at most; beside a
/// longer name they stand further right.
const WIDEST: usize = 40;

impl Pattern {
    /// The file's name and α, a line of letters for each edge, and what the letters mean with the count of each.
    pub fn to_text(&self) -> String {
        let mut text = self.heading().to_text(Style::Plain);
        for part in &self.parts {
            text.push('\n');
            if let (Some(point), true) = (&part.point, self.is_cut()) {
                let symbol = if self.symbol() == 'a' { 'α' } else { 'b' };
                let word = if matches!(point, Point::Interval(_)) { "in" } else { "=" };
                let _ = writeln!(text, "{symbol} {word} {}\n", algebra::written(point));
            }
            self.write_part(&mut text, part);
        }
        text.push('\n');
        let counts: Vec<(Letter, usize)> = Letter::ALL.into_iter().map(|letter| (letter, self.count(letter))).collect();
        let shown = |(letter, count): &&(Letter, usize)| *count > 0 || Letter::ALL[..4].contains(letter);
        for (letter, count) in counts.iter().filter(shown) {
            let _ = writeln!(text, "{}  {count:>6}  {}", letter.symbol(), letter.meaning());
        }
        text
    }

    /// `dp-pattern/1`, an edge a line.
    pub fn to_json(&self) -> String {
        let report: Value = serde_json::from_str(&self.heading().to_json(false)).unwrap_or_default();
        let mut text = format!(
            "{{\n  \"format\": \"dp-pattern/1\",\n  \"version\": {},\n  \"graph\": {},\n  \"privacy\": {},\n  \"mechanism\": {},\n  \"alpha\": {},\n  \"private\": {},\n  \"parts\": [",
            report["version"],
            report["graph"],
            report["privacy"],
            report["mechanism"],
            report["alpha"],
            self.is_private()
        );
        for (k, part) in self.parts.iter().enumerate() {
            text += if k == 0 { "\n    {" } else { ",\n    {" };
            if let (Some(point), true) = (&part.point, self.is_cut()) {
                let _ = match point {
                    Point::Interval(interval) => {
                        let [low, high] = interval.ends();
                        let [low, high] = [low, high].map(|end| Value::from(algebra::written(end)));
                        write!(text, " \"{}\": {{ \"between\": [{low}, {high}] }},", self.symbol())
                    }
                    point => {
                        write!(text, " \"{}\": {{ \"at\": {} }},", self.symbol(), Value::from(algebra::written(point)))
                    }
                };
            }
            text += " \"edges\": [";
            for (j, ((i, h), letters)) in self.edges.iter().zip(&part.letters).enumerate() {
                let comma = if j == 0 { "" } else { "," };
                let letters: String = letters.iter().map(|letter| letter.symbol()).collect();
                let _ = write!(text, "{comma}\n      {{ \"nodes\": [{i}, {h}], \"letters\": \"{letters}\" }}");
            }
            text += if self.edges.is_empty() { "]" } else { "\n    ]" };
            if !part.negative.is_empty() {
                let _ = write!(text, ", \"negative\": {}", Value::from(part.negative.clone()));
            }
            text += " }";
        }
        safe(&(text + "\n  ]\n}\n"))
    }

    /// A report on the file without statements.
    fn heading(&self) -> Report {
        Report::new(&self.mechanism)
    }

    /// Whether the parts are parts of an interval.
    fn is_cut(&self) -> bool {
        self.mechanism.field.as_ref().is_some_and(dp_verify::alpha::Field::is_symbolic)
    }

    /// `a`, or `b` where that is what the interval is of.
    fn symbol(&self) -> char {
        self.mechanism.field.as_ref().map_or('a', |field| field.symbol.letter())
    }

    fn write_part(&self, text: &mut String, part: &Part) {
        let name = |&(i, h): &(usize, usize)| {
            let [i, h] = [i, h].map(|node| named(&self.mechanism.node(node)));
            format!("{i} - {h}")
        };
        let names: Vec<String> = self.edges.iter().map(name).collect();
        let long = |name: &String| name.chars().count();
        let margin = names.iter().map(long).max().unwrap_or(0).min(WIDEST);
        let width = self.mechanism.channel().map_or(0, |x| x.width);
        let outputs: Vec<String> = (0..width).map(|o| named(&self.mechanism.output(o))).collect();
        // Names above the columns where they are short; else the letters stand close together.
        let column = outputs.iter().map(long).max().filter(|&widest| widest <= SHORT);
        if let (Some(column), false) = (column, names.is_empty()) {
            let _ = write!(text, "{:margin$} ", "");
            for name in &outputs {
                let _ = write!(text, " {name:>column$}");
            }
            text.push('\n');
        }
        for (name, letters) in names.iter().zip(&part.letters) {
            let _ = write!(text, "{name:margin$} ");
            if column.is_none() {
                text.push(' ');
            }
            for letter in letters {
                let _ = match column {
                    Some(column) => write!(text, " {:>column$}", letter.symbol()),
                    None => write!(text, "{}", letter.symbol()),
                };
            }
            text.push('\n');
        }
        if names.is_empty() {
            *text += "no edge, and no privacy constraint\n";
        }
        for &node in &part.negative {
            let _ = writeln!(text, "node {} has a negative number", named(&self.mechanism.node(node)));
        }
    }
}
