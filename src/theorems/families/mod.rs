//! Families of cases: mechanism files as text, with what is expected of them by the statement's formula.

pub(crate) mod alvim;
pub(crate) mod elsalamouny;
pub(crate) mod ghosh;
pub(crate) mod growth;
pub(crate) mod holohan;
pub(crate) mod lecture;
