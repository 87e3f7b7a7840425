//! The law of a program as a file, `dp-law/1`: all choices that its runs made, with their probabilities, and where each
//! ended. From it the table is computed anew.
//!
//! A program's run at an answer is a path in a tree: a node is a choice, a leaf an output, and the probability of a
//! leaf is the product of its choices' weights. Where a program says that its future depends on a key alone, a path
//! ends there, and a tree of its own hangs below the key, one for each answer: a chain. Let A_jk be the probability
//! that a path from key j ends at key k, B_jo that it ends in the output o, and r_k, d_o those of the answer's own
//! tree. From every key some path of positive probability leads to an end. Then the numbers v with v_k = r_k + Σ_j
//! v_j·A_jk are unique: the expected visits of each key, and P(o) = d_o + Σ_k v_k·B_ko. They stand in the file, and are
//! substituted. A leaf that is *cut* was not looked at: its probability, added up likewise, is all that is not known.

mod agree;
mod choices;
mod hash;
mod line;
mod masses;
mod read;
mod row;

pub use agree::agree;
pub use choices::{Choices, MOST_BRANCHES};
pub use hash::Hash;
pub use line::{Branch, Head, Line, each};
pub use read::{Answer, Ends, Key, Law, read};
pub use row::Row;
