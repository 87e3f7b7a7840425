//! What a guess is worth, as every report names it where that is not whether the guess is right.

use super::words::Words;
use dp_file::model::Formula;
use dp_kernel::Fraction;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// So many rows, and entries of one, are all told; of more only the first ones.
const TOLD: usize = 4;

/// The first ones of a longer list that are told.
const FIRST: usize = 3;

/// What guesses are worth by a file's gain or loss.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gain {
    /// How it is given: `binary`, `distance`, `absolute`, `squared`, or `matrix`.
    pub kind: &'static str,
    /// Whether it is given as a loss.
    pub is_loss: bool,
    /// What it is, in words.
    pub words: String,
}

/// A gain as the words find it.
pub(crate) enum Told<'a> {
    /// 1 where the guess is right, else 0.
    Binary,
    /// By a formula.
    Formula(Formula),
    /// Entry by entry.
    Table(Table<'a>),
}

/// A gain entry by entry.
pub(crate) struct Table<'a> {
    /// How many guesses there are.
    pub guesses: usize,
    /// How many true answers.
    pub answers: usize,
    /// Whether it is given as a loss.
    pub is_loss: bool,
    /// Whether all entries are the same.
    pub is_constant: bool,
    /// The gain, or the loss, of a guess at a true answer.
    pub entry: Box<dyn Fn(usize, usize) -> Option<Fraction> + 'a>,
}

impl Gain {
    /// The gain of what the words are about.
    pub fn of(words: &Words) -> Self {
        let gain = |kind, words: &str| Self { kind, is_loss: false, words: words.into() };
        let loss = |kind, words: &str| Self { kind, is_loss: true, words: words.into() };
        match words.gain() {
            Told::Binary => gain("binary", "binary: 1 where the guess is right, else 0"),
            Told::Formula(Formula::Distance(_)) => {
                gain("distance", "distance: the diameter less the distance of guess and true answer")
            }
            Told::Formula(Formula::BinaryLoss) => loss("binary", "binary: 0 where the guess is right, else 1"),
            Told::Formula(Formula::Absolute) => loss("absolute", "absolute: |true answer - guess|"),
            Told::Formula(Formula::Squared) => loss("squared", "squared: (true answer - guess)^2"),
            Told::Table(table) => Self { kind: "matrix", is_loss: table.is_loss, words: table.in_words(words) },
        }
    }

    /// Whether it is the binary gain, that every claim is by which has no other.
    pub fn is_binary(&self) -> bool {
        self.kind == "binary" && !self.is_loss
    }

    /// `gain` or `loss`.
    pub fn thing(&self) -> &'static str {
        if self.is_loss { "loss" } else { "gain" }
    }

    /// `the loss "squared"`; of a matrix `the file's gain`.
    pub fn in_short(&self) -> String {
        match self.kind {
            "matrix" => format!("the file's {}", self.thing()),
            kind => format!("the {} \"{kind}\"", self.thing()),
        }
    }

    /// `loss: squared: (true answer - guess)^2`.
    pub(super) fn in_words(&self) -> String {
        format!("{}: {}", self.thing(), self.words)
    }
}

impl Table<'_> {
    /// `a matrix of 2 guesses, a row each: 1, 1/2, 0; 0, 1/2, 1`; of a loss with a row for each true answer, as files
    /// have it.
    fn in_words(&self, words: &Words) -> String {
        let guesses = if self.guesses == 1 { "1 guess".into() } else { format!("{} guesses", self.guesses) };
        let shown = |guess, answer| (self.entry)(guess, answer).map_or_else(|| "a number".into(), |x| words.shown(&x));
        if self.is_constant {
            return format!("matrix: {} whatever the guess and the true answer", shown(0, 0));
        }
        let (rows, columns, of) = if self.is_loss {
            (self.answers, self.guesses, "true answer")
        } else {
            (self.guesses, self.answers, "guess")
        };
        let cell = |row, column| if self.is_loss { shown(column, row) } else { shown(row, column) };
        let row = |i| abridged(columns, |k| cell(i, k), ", ");
        format!("matrix: {guesses}, a row for each {of}: {}", abridged(rows, row, "; "))
    }
}

/// All of so many, or the first of them.
fn abridged(count: usize, told: impl Fn(usize) -> String, between: &str) -> String {
    let most = if count <= TOLD { count } else { FIRST };
    let mut all: Vec<String> = (0..most).map(told).collect();
    if count > TOLD {
        all.push(format!("… ({} more)", count.saturating_sub(FIRST)));
    }
    all.join(between)
}

impl Serialize for Gain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind)?;
        map.serialize_entry("words", &self.words)?;
        map.end()
    }
}
