//! How a table is to be read where that is not to be recognised: the flags that `certify TABLE` and `certify import`
//! share.

use super::declared::TABLE;
use crate::import::Bound;
use crate::table::{Decimal, Delimiter, Lines, Order, Settings, Thousands};
use clap::ValueEnum;

/// What a note that tells of a sample adds: numbers may be whole and exact all the same.
pub(super) const OF_WEIGHTS: &str = " (if the numbers are weights, and no counts, say --normalise=weights; to decide what counts of runs show of the mechanism \
     itself, say --counts --confidence 0.999 instead)";

/// The flags.
#[derive(Debug, clap::Args)]
pub(super) struct Reading {
    /// What separates cells: comma, semicolon, tab, blanks, or another character
    #[arg(long, value_name = "DELIMITER", value_parser = Delimiter::named, help_heading = TABLE)]
    delimiter: Option<Delimiter>,
    /// The decimal mark
    #[arg(long, value_enum, value_name = "MARK", help_heading = TABLE)]
    decimal: Option<Mark>,
    /// What separates thousands: comma in 98,013, point, blank or apostrophe
    #[arg(long, value_enum, value_name = "MARK", help_heading = TABLE)]
    thousands: Option<Apart>,
    /// Whether the first row names the outputs
    #[arg(long, value_enum, value_name = "yes|no", help_heading = TABLE)]
    header: Option<Answer>,
    /// Whether the first column names the answers, one a row
    #[arg(long, value_enum, value_name = "yes|no", help_heading = TABLE)]
    index: Option<Answer>,
    /// The numbers are percentages, without a % or with one; --percent=no: they are not, whatever they sum to
    #[arg(long, value_enum, value_name = "yes|no", num_args = 0..=1, require_equals = true,
        default_missing_value = "yes", help_heading = TABLE)]
    percent: Option<Answer>,
    /// Which lines are the table, if there are titles above or notes below: 3-10, 3- or -10
    #[arg(long, value_name = "A-B", value_parser = Lines::named, allow_hyphen_values = true, help_heading = TABLE)]
    lines: Option<Lines>,
    /// The table has a line for each entry: the answer, the output and its probability; --long=no: it does not
    #[arg(long, value_enum, value_name = "yes|no", num_args = 0..=1, require_equals = true,
        default_missing_value = "yes", help_heading = TABLE)]
    long: Option<Answer>,
    /// The table is on its side, a column for each answer; --transpose=no: it is not, whatever the columns sum to
    #[arg(long, value_enum, value_name = "yes|no", num_args = 0..=1, require_equals = true,
        default_missing_value = "yes", help_heading = TABLE)]
    transpose: Option<Answer>,
    /// Leave out a column, by its name or its number from 1, such as one of counts; may be repeated; nothing: all
    /// columns are outputs
    #[arg(long, value_name = "COLUMN", help_heading = TABLE)]
    drop: Vec<String>,
    /// In which order to take the rows: sorted, by the numbers in their names, or given, as they are
    #[arg(long, value_enum, value_name = "ORDER", help_heading = TABLE)]
    order: Option<Rows>,
    /// Divide each row by its exact sum. certify TABLE refuses sums farther from 1 than 0.01, or than BOUND, such as
    /// 0.05. --normalise=any refuses none; it is for counts, which are then called a sample. --normalise=weights
    /// refuses none either; it is for weights, which are exact
    #[arg(long, value_name = "BOUND", num_args = 0..=1, require_equals = true, default_missing_value = "",
        value_parser = bound, help_heading = TABLE)]
    normalise: Option<Normalise>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Answer {
    #[value(alias = "true")]
    Yes,
    #[value(alias = "false")]
    No,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rows {
    Sorted,
    Given,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Mark {
    #[value(alias = ".")]
    Point,
    #[value(alias = ",")]
    Comma,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Apart {
    #[value(alias = ",")]
    Comma,
    #[value(alias = ".")]
    Point,
    #[value(aliases = ["blanks", "space", " "])]
    Blank,
    #[value(alias = "'")]
    Apostrophe,
}

/// What --normalise says of sums.
#[derive(Debug, Clone)]
enum Normalise {
    /// Nothing.
    Plain,
    /// How far from 1 they may be.
    Bound(Bound),
}

fn bound(text: &str) -> Result<Normalise, String> {
    if text.is_empty() { Ok(Normalise::Plain) } else { Bound::named(text).map(Normalise::Bound) }
}

impl Reading {
    /// Whether each row is to be divided by its sum.
    pub(super) fn normalises(&self) -> bool {
        self.normalise.is_some()
    }

    /// Whether the numbers are weights, and no counts of a sample.
    pub(super) fn of_weights(&self) -> bool {
        matches!(self.normalise, Some(Normalise::Bound(Bound::Weights)))
    }

    /// How far sums may be from 1, where the call says so.
    pub(super) fn bound(&self) -> Option<&Bound> {
        match &self.normalise {
            Some(Normalise::Bound(bound)) => Some(bound),
            _ => None,
        }
    }

    /// What is said of a table.
    pub(super) fn settings(&self) -> Settings {
        let yes = |answer: Answer| answer == Answer::Yes;
        let mark = |mark| if mark == Mark::Point { Decimal::Point } else { Decimal::Comma };
        let apart = |apart| match apart {
            Apart::Comma => Thousands::Comma,
            Apart::Point => Thousands::Point,
            Apart::Blank => Thousands::Blank,
            Apart::Apostrophe => Thousands::Apostrophe,
        };
        Settings {
            delimiter: self.delimiter,
            decimal: self.decimal.map(mark),
            thousands: self.thousands.map(apart),
            header: self.header.map(yes),
            index: self.index.map(yes),
            percent: self.percent.map(yes),
            lines: self.lines,
            long: self.long.map(yes),
            transpose: self.transpose.map(yes),
            drop: self.drop.clone(),
            order: self.order.map(|rows| if rows == Rows::Sorted { Order::Sorted } else { Order::Given }),
            rounding: None,
            normalise: self.normalises(),
            counts: false,
            nodes: None,
        }
    }

    /// The first of these flags that is given, for messages.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            (self.delimiter.is_some(), "--delimiter"),
            (self.decimal.is_some(), "--decimal"),
            (self.thousands.is_some(), "--thousands"),
            (self.header.is_some(), "--header"),
            (self.index.is_some(), "--index"),
            (self.percent.is_some(), "--percent"),
            (self.lines.is_some(), "--lines"),
            (self.long.is_some(), "--long"),
            (self.transpose.is_some(), "--transpose"),
            (!self.drop.is_empty(), "--drop"),
            (self.order.is_some(), "--order"),
            (self.normalises(), "--normalise"),
        ];
        given.into_iter().find(|(given, _)| *given).map(|(_, flag)| flag)
    }
}
