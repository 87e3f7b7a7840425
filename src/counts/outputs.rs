//! What the columns of counts stand for.

use super::bins::Bins;
use super::share::Share;

/// The column for all outputs that have none of their own.
pub const OTHER: &str = "other";

/// What the columns of counts stand for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Outputs {
    /// The outputs that occur in the runs that are counted. They are taken from the same runs: what holds of
    /// outputs that were fixed beforehand need not hold of these.
    #[default]
    Seen,
    /// These, and [`OTHER`] for all else; an output of that name is counted there too.
    Named(Vec<String>),
    /// The outputs of those lines that the share takes, which are not counted, and [`OTHER`] for all else.
    Learnt(Share),
    /// Bins of numbers.
    Bins(Bins),
}

impl Outputs {
    /// The columns, where they are fixed beforehand.
    pub(super) fn fixed(&self) -> Option<Vec<String>> {
        match self {
            Self::Seen | Self::Learnt(_) => None,
            Self::Bins(bins) => Some(bins.names().to_vec()),
            Self::Named(names) => {
                let other = (!names.iter().any(|name| name == OTHER)).then(|| OTHER.to_owned());
                Some(names.iter().cloned().chain(other).collect())
            }
        }
    }

    /// Which lines are not counted.
    pub(super) fn share(&self) -> Option<Share> {
        match self {
            Self::Learnt(share) => Some(*share),
            _ => None,
        }
    }
}
