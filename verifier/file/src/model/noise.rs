//! Geometric noise on all whole numbers, and how it is told: what a file says of it, and what reports do.
//!
//! The table that stands for it is made in [`super::geometric`].

use super::Kind;
use super::sample::TableOf;
use crate::error::Error;
use crate::json::{Value, View};
use crate::text::named;

/// The name of the family.
pub const GEOMETRIC: &str = "geometric";

/// More digits than a whole number of a report has.
const MOST_DIGITS: usize = 18;

/// What becomes of a whole number before it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// Nothing: every whole number is an output.
    All,
    /// Whether it is at least this.
    AtLeast(i64),
    /// What is below the first is the first, what is above the second the second.
    Clamp(i64, i64),
    /// The remainder from 0 to below this.
    Modulo(i64),
    /// The nearest multiple of this, the larger one of two.
    RoundTo(i64),
}

impl Told {
    /// Whether there are infinitely many outputs, so that the table has those merged that lie beyond the answers.
    pub fn is_merged(self) -> bool {
        match self {
            Told::All | Told::RoundTo(_) => true,
            Told::AtLeast(_) | Told::Clamp(..) | Told::Modulo(_) => false,
        }
    }

    /// The `report` beside the family in a file, or, with integers in strings alone, in a problem; all whole numbers
    /// where there is none.
    pub(crate) fn read(of: &View, in_strings: bool) -> Result<Self, Error> {
        let whole = |view: &View| whole(view, in_strings);
        let Some(view) = of.field("report") else { return Ok(Told::All) };
        let expected = "one of {\"at_least\": 5}, {\"clamp\": [0, 10]}, {\"modulo\": 7} and {\"round_to\": 5}";
        let keys = ["at_least", "clamp", "modulo", "round_to"];
        view.is_object(expected)?;
        view.only(&keys)?;
        let mut found = keys.into_iter().filter_map(|key| Some((key, view.field(key)?)));
        let (key, value) = match (found.next(), found.next()) {
            (Some(one), None) => one,
            (Some((one, _)), Some((other, _))) => {
                return Err(view.found(format!("both \"{one}\" and \"{other}\""), expected));
            }
            (None, _) => return Err(view.unexpected(expected)),
        };
        let from_one = || match whole(&value)? {
            n if n > 0 => Ok(n),
            _ => Err(value.unexpected("a whole number of at least 1")),
        };
        Ok(match key {
            "at_least" => Told::AtLeast(whole(&value)?),
            "modulo" => Told::Modulo(from_one()?),
            "round_to" => Told::RoundTo(from_one()?),
            _ => {
                let ends = "two whole numbers, the least and the most output: [0, 10]";
                let found = value.array(ends)?.map(|end| whole(&end)).collect::<Result<Vec<_>, _>>()?;
                match found[..] {
                    [low, high] if low <= high => Told::Clamp(low, high),
                    [low, high] => return Err(value.found(format!("[{low}, {high}]"), ends)),
                    _ => return Err(value.unexpected(ends)),
                }
            }
        })
    }

    /// As a problem writes it; null of all whole numbers.
    pub(crate) fn json(self) -> serde_json::Value {
        use serde_json::json;
        match self {
            Told::All => serde_json::Value::Null,
            Told::AtLeast(t) => json!({ "at_least": t.to_string() }),
            Told::Clamp(low, high) => json!({ "clamp": [low.to_string(), high.to_string()] }),
            Told::Modulo(m) => json!({ "modulo": m.to_string() }),
            Told::RoundTo(w) => json!({ "round_to": w.to_string() }),
        }
    }

    fn in_words(self) -> String {
        match self {
            Told::All => {
                ": decided on the table in which the first and the last output stand for everything beyond them; each of the two \
                 is the other one post-processed"
                    .to_owned()
            }
            Told::AtLeast(t) => format!("; what is released is only whether the noisy number is at least {t}"),
            Told::Clamp(low, high) => format!(", clamped to {low}..{high}"),
            Told::Modulo(m) => format!("; what is released is only the remainder modulo {m}"),
            Told::RoundTo(w) => format!(
                ", rounded to multiples of {w}: decided on the table in which the first and the last output stand for all multiples \
                 beyond them; each of the two is the other one post-processed"
            ),
        }
    }
}

impl Kind {
    /// Whether it says the same of two mechanisms each of which is the other one remapped: so of geometric noise on all
    /// whole numbers, and of the table that has the outputs beyond the answers merged. One that speaks of no X does.
    pub(crate) fn is_same_under_remaps(self) -> bool {
        match self {
            Kind::Stochastic
            | Kind::Dp
            | Kind::ApproximateDp
            | Kind::GroupPrivacy
            | Kind::RenyiDp
            | Kind::BoundedRange
            | Kind::Zcdp => true,
            Kind::TradeOff
            | Kind::TightConstraints
            | Kind::Utility
            | Kind::Optimal
            | Kind::UniversallyOptimal
            | Kind::Derivable => true,
            Kind::Leakage
            | Kind::GLeakage
            | Kind::GCapacity
            | Kind::Capacity
            | Kind::MutualInformation
            | Kind::ShannonCapacity
            | Kind::IndividualLeakage
            | Kind::Oblivious => true,
            Kind::TightConstraintsExist | Kind::Regular | Kind::UtilityBound | Kind::JointlyOptimal => true,
            Kind::LeakageBound | Kind::Threshold => true,
            // About single entries, or outputs as they are numbered.
            Kind::StochasticWithinRounding | Kind::DpWithinRounding | Kind::ApproximateDpWithinRounding => false,
            Kind::ExpectedError => false,
            Kind::NotRefuted | Kind::PrivateBySample | Kind::SampledFrom => false,
        }
    }
}

/// Whether an object has this family, and no matrix.
pub(super) fn is_geometric(of: &View) -> bool {
    let is_named = of.field("family").is_some_and(|family| family.string("").is_ok_and(|name| name == GEOMETRIC));
    is_named && of.field("matrix").is_none()
}

/// A whole number of at most 18 digits: a JSON number, or a string.
fn whole(view: &View, in_strings: bool) -> Result<i64, Error> {
    let expected = format!("a whole number of at most {MOST_DIGITS} digits");
    let text: &str = match view.value() {
        Value::Number(text) if !in_strings => text,
        Value::String(text) => text,
        _ => return Err(view.unexpected(&expected)),
    };
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = text == "0" || !digits.starts_with('0');
    let is_whole = is_plain && digits.len() <= MOST_DIGITS && digits.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| is_whole).ok_or_else(|| view.unexpected(&expected))
}

/// A table that is geometric noise on all whole numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Noisy {
    /// Which one.
    pub of: TableOf,
    /// How it is told.
    pub report: Told,
}

impl Noisy {
    /// In words: `part 1: geometric noise on all whole numbers, clamped to 0..10`.
    pub fn in_words(&self) -> String {
        let of = match &self.of {
            TableOf::Table => String::new(),
            TableOf::Part(k) => format!("part {k}: "),
            TableOf::File(path) => format!("{}: ", named(path)),
        };
        format!("{of}geometric noise on all whole numbers{}", self.report.in_words())
    }
}
