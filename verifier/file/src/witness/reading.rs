//! What witnesses are read with, and what keeps one from being read.

use crate::error::Error;
use crate::limits::{Budget, Limits};
use crate::problem::Names;
use dp_kernel::{Failure, Meter, Problem};

/// What keeps a witness from being checked.
#[derive(Debug, Clone)]
pub enum Unread {
    /// It is not of the format, or a number of it is over a limit.
    Malformed(Error),
    /// It lacks a part, or has one that does not belong to the verdict.
    Unproved(String),
    /// What it stands for can't be written out.
    Failed(Failure),
}

impl From<Error> for Unread {
    fn from(error: Error) -> Self {
        Unread::Malformed(error)
    }
}

impl From<Failure> for Unread {
    fn from(failure: Failure) -> Self {
        Unread::Failed(failure)
    }
}

pub(super) fn unproved<T>(message: impl Into<String>) -> Result<T, Unread> {
    Err(Unread::Unproved(message.into()))
}

/// What witnesses are read with.
#[derive(Debug)]
pub struct Reading<'a> {
    /// What they are about.
    pub(super) problem: &'a Problem,
    /// Whose hashes they repeat.
    pub(super) names: &'a Names,
    pub(super) limits: &'a Limits,
    /// What is left for digits to become numbers.
    pub(super) steps: &'a Budget,
    /// What is left for what is written out.
    pub(super) meter: &'a Meter,
    /// What is left of half of the memory, for vectors by cells of one witness.
    pub(super) room: Budget,
    /// What is left of the memory, for mechanisms of one witness that stand there in short.
    pub(super) mechanisms: Budget,
}

impl<'a> Reading<'a> {
    /// Of witnesses about that problem.
    pub fn new(
        problem: &'a Problem,
        names: &'a Names,
        limits: &'a Limits,
        steps: &'a Budget,
        meter: &'a Meter,
    ) -> Self {
        let (room, mechanisms) = (Budget::new(limits.memory / 2), Budget::new(limits.memory));
        Self { problem, names, limits, steps, meter, room, mechanisms }
    }
}
