//! What guesses are measured by.

/// By what a claim measures guesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guesses {
    /// It speaks of none.
    None,
    /// The binary gain, whatever the file's own is.
    Binary,
    /// The binary gain, in bits of min-entropy, which are not Shannon's.
    MinEntropy,
    /// The file's gain or loss.
    Files,
}
