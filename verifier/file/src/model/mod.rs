//! The mechanism file, `dp-mechanism/1`: the one definition of what a file says.

mod channel;
mod claim;
mod claims;
mod declared;
mod expect;
mod function;
mod gain;
mod graph6;
mod kind;
mod mechanism;
mod prior;
mod privacy;
mod product;
mod query;
mod read;
mod reading;
mod short_decimals;
mod size;
mod verdict;

pub use crate::alpha::{Alpha, Constant};
pub use channel::{Channel, Table};
pub use claim::{CLOSED_FORMS, Claim, Claimed, closed_form, is_closed_form};
pub(crate) use claims::{bound, distance, order, pair, within};
pub use declared::Declared;
pub use expect::{Bound, Expect, Expected};
pub use function::Numbers;
pub use gain::{Formula, Gain};
pub use kind::{Kind, Takes};
pub use mechanism::{Mechanism, Product};
pub use prior::Prior;
pub use privacy::Privacy;
pub use product::MOST_ROWS;
pub use query::{Answers, Databases, Query};
pub use read::sha256;
pub use size::Size;
pub use verdict::Verdict;
