//! From a program to its law: a program is a function of its input and of random choices, so it is run again and again,
//! each request for randomness being answered from a script, until all paths are known, or all but a probability that
//! is known exactly.
//!
//! [`Explore`] keeps the tree of choices and says which path is to be run next; a driver runs it: [`lines`] a program
//! that speaks `dp-choices/1`, or Python a function. The tree is written as `dp-law/1`, `chain` finds the expected
//! visits of keys, and `table` makes a mechanism file of what `dp_file::law` computes from that file: nothing is
//! added up here that the verifier does not add up itself.

mod again;
mod chain;
mod explore;
mod file;
pub mod lines;
mod longer;
mod order;
mod replay;
mod run;
mod section;
mod table;
mod tree;
mod walk;

pub use explore::Explore;
pub use file::{Visits, resumed, write};
pub use replay::replay;
pub use run::{Bounds, Run, Walk, Wrong};
pub use table::{Asked, Made, found, found_once, looks_closer, of_nothing};
