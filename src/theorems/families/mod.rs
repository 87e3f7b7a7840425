//! Families of cases: mechanism files as text, with what is expected of them by the statement's formula.

pub(crate) mod alvim;
pub(crate) mod elsalamouny;
pub(crate) mod ghosh;
pub(crate) mod growth;
pub(crate) mod holohan;
pub(crate) mod lecture;
mod tight;

/// Values and individuals with up to 32 databases.
const DATABASES: [(usize, usize); 13] =
    [(2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1), (5, 2), (6, 1)];
