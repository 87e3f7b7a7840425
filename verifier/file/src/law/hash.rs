//! The hash of a law's lines.

use sha2::{Digest, Sha256};

/// The SHA-256 of lines, each with the end of a line.
#[derive(Debug, Clone, Default)]
pub struct Hash(Sha256);

impl Hash {
    /// One more line.
    pub fn line(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
        self.0.update(b"\n");
    }

    /// That of all lines so far, in hexadecimal.
    pub fn hex(&self) -> String {
        self.0.clone().finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
