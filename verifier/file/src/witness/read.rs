//! From JSON to what a certificate gives as a witness, and to the kernel's witness.

use super::given::Given;
use super::interval;
use super::parts::Parts;
use super::reading::{Reading, Unread};
use super::single::single;
use crate::json::View;
use dp_kernel::{Claim, Point, Verdict, Witness};

/// The witness of a statement.
///
/// # Errors
/// What keeps it from being checked.
pub fn read(view: Option<&View>, claim: &Claim, said: Verdict, reading: &Reading) -> Result<Witness, Unread> {
    let reading = &Reading::new(reading.problem, reading.names, reading.limits, reading.steps, reading.meter);
    Ok(given(view, claim, said, reading)?.written_out(reading)?)
}

/// The witness as the certificate has it, which may be in short.
///
/// # Errors
/// What keeps it from being read.
pub fn given(view: Option<&View>, claim: &Claim, said: Verdict, reading: &Reading) -> Result<Given, Unread> {
    let all = Parts::new(view)?;
    match (&reading.problem.point, claim) {
        (Some(Point::Interval(_)), _) | (_, Claim::Threshold) => interval::read(&all, claim, said, reading),
        _ => single(&all, claim, said, reading),
    }
}
