//! The certifier as a library.
