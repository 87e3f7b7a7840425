//! What `a` and `b` may stand for in a number.

use super::Rational;

/// What `a` and `b` may stand for while a number is read.
#[derive(Debug, Clone, Default)]
pub struct Symbols {
    /// `a`: `None` where the number must not mention it, `Some(None)` where α is irrational.
    pub a: Option<Option<Rational>>,
    /// `b` in the same way.
    pub b: Option<Option<Rational>>,
    /// Whether the file declares ρ, and so no α: then `a` is `None`, and `b` stands for what it does all the same.
    pub rho: bool,
}

impl Symbols {
    /// What a number is expected to be.
    pub(super) fn expected(&self) -> &'static str {
        match self.a {
            Some(_) => "a number such as 0.25, \"3/7\" or \"(1-a)/(1+a)\"",
            None if self.rho => "a number such as 0.25 or \"3/7\"",
            None => "a rational number such as 0.25, \"3/7\" or \"1e-3\"",
        }
    }

    /// What an atom of an expression is expected to be.
    pub(super) fn atoms(&self) -> &'static str {
        match self.a {
            Some(_) => "a number, `a`, `b` or '('",
            None if self.rho => "a number, `b` or '('",
            None => "a number",
        }
    }
}
