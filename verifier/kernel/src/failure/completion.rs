//! Why nothing is proved of all completions of a table of which mass is missing.

use dp_number::Fraction;

#[derive(Debug, Clone, PartialEq)]
pub enum Completion {
    // Not all are private; e^-ε from which on none is, as far as is seen by one entry, and up to which all are.
    Some([Fraction; 2]),
    // The least δ that all need, as far as is seen, and the one that is enough for all: δ lies between them.
    Between([Fraction; 2]),
    // The multipliers do not add up to a contradiction.
    NoClash,
    // The claim needs a whole table.
    NotWhole,
}
