//! Why a claim is left undecided.

use crate::effort::Spent;
use dp_verify::alpha::Obstacle;
use dp_verify::limits::Limits;

/// Why a claim is left undecided.
#[derive(Debug, Clone)]
pub(crate) struct Reason(pub(crate) String);

impl Reason {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl From<Obstacle> for Reason {
    fn from(why: Obstacle) -> Self {
        match why {
            Obstacle::Steps => {
                Reason::new("the search effort: it takes more steps than are left (--limit steps=N, search=N)")
            }
            why => Reason::new(why.to_string()),
        }
    }
}

impl Spent {
    /// The reason in words.
    pub(super) fn reason(self, limits: &Limits) -> Reason {
        let most = limits.search;
        Reason::new(format!(
            "the search effort: with the claims before it, what reading took and its check, it takes over {most} word operations \
             (--limit search=N)"
        ))
    }
}

/// The reason where a search of `linear` or `program` refuses its input, which a read file can't cause.
pub(super) fn refused() -> Reason {
    Reason::new("the search took the file's numbers for unfit, which is a fault of this program")
}
