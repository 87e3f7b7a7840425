//! What is said of a claim.

use serde::Serialize;

/// What exact arithmetic says of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It is true, and proved.
    Holds,
    /// It is false, and that is proved.
    Fails,
    /// Nothing is said.
    Undecided,
}

impl Verdict {
    /// `holds`, `fails` or `undecided`.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Undecided => "undecided",
        }
    }

    /// The verdict of that name.
    pub fn named(name: &str) -> Option<Self> {
        [Verdict::Holds, Verdict::Fails, Verdict::Undecided].into_iter().find(|v| v.name() == name)
    }

    /// `Holds` if so, else `Fails`.
    pub fn of(holds: bool) -> Self {
        if holds { Verdict::Holds } else { Verdict::Fails }
    }
}
