//! How often which output came out of so many independent runs at each answer.
//!
//! [`table`] reads a table of counts as people write them, [`Log::read`] counts a log of runs of any length, a
//! run a line, and [`Counts::merge`] adds what was counted apart. Nothing is judged here: what counts say of
//! probabilities is for whoever has them.
//!
//! What a column of counts stands for has to be fixed by something else than the runs that are counted. Outputs
//! that are named beforehand, bins, and outputs learnt from runs that are then left out are so;
//! [`Outputs::Seen`] are not, and whoever calls has to say that.

mod bins;
mod blocks;
mod decimal;
mod first;
mod form;
mod header;
mod labels;
mod line;
mod log;
mod matrix;
mod memo;
mod order;
mod outputs;
mod share;
mod table;
mod tally;
#[cfg(test)]
mod tests;
mod workers;

pub use bins::Bins;
pub use decimal::sort;
pub use form::Form;
pub use log::{Log, Options};
pub use matrix::{Counts, MOST_RUNS};
pub use order::expect_order;
pub use outputs::{OTHER, Outputs};
pub use share::Share;
pub use table::{Tabled, table};
