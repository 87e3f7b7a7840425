//! `shannon-capacity`: a prior whose information reaches it, to within what the kernel asks for.
//!
//! The uniform prior where it does, as in tables of much symmetry; else one that an interior-point method finds.

mod fixed;
mod interior;

use super::attempt::{attempt, proves};
use super::case::{Case, Reason};
use crate::effort::spend;
use crate::exact::{integer, number};
use crate::statement::Decided;
use dp_kernel::{Verdict, Witness, channel};
use dp_verify::model::Claim;
use dp_verify::problem::{self, Places};
use interior::Table;
use malachite::Integer;
use malachite::base::num::basic::traits::One;
use malachite::base::num::logic::traits::SignificantBits;

/// The binary places that are tried: more where the capacity is so small that these are too few.
const PLACES: [u64; 3] = [256, 1_024, 4_096];

/// Fewer bits than these of what is to be told apart are too few.
const LEAST: u64 = 160;

/// The binary places of the weights that are tried: the fewest that suffice are written.
const OF_WEIGHTS: [u64; 5] = [72, 96, 128, 192, 256];

pub(super) fn capacity(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let mut seen = false;
    for places in PLACES {
        let Some(table) = table(case, claim, places)? else { break };
        seen = true;
        let uniform = vec![Integer::ONE; table.nodes()];
        let [least, most] = table.bounds(&table.uniform()).ok_or_else(not_found)?;
        let (is_reached, is_small) = (interior::is_close(&least, &most), most.significant_bits() < LEAST);
        if is_reached || is_small {
            let proposal = decided(&uniform);
            if proves(case, claim, &proposal) {
                return Ok(proposal);
            }
        }
        if is_small {
            continue;
        }
        let Some(found) = table.best() else { continue };
        let even = interior::even(&found, &table);
        if even.iter().any(|x| *x == 0u32) {
            let proposal = decided(&even);
            if proves(case, claim, &proposal) {
                return Ok(proposal);
            }
        }
        for of_weights in OF_WEIGHTS.into_iter().filter(|of| *of <= places) {
            let rounded = interior::rounded(&found, places, of_weights);
            let Some([least, most]) = table.bounds(&rounded) else { continue };
            if interior::is_close(&least, &most) {
                let proposal = decided(&interior::shorter(rounded, places - of_weights));
                if proves(case, claim, &proposal) {
                    return Ok(proposal);
                }
            }
        }
    }
    if seen {
        return Err(not_found());
    }
    // The kernel says why its numbers can't be enclosed.
    let nodes = case.nodes();
    let why = attempt(case, claim, &decided(&vec![Integer::ONE; nodes]), None).err();
    Err(why.map_or_else(not_found, |why| Reason::new(why.reason())))
}

fn not_found() -> Reason {
    Reason::new("no prior was found whose information reaches the capacity closely enough")
}

/// A prior of these weights.
fn decided(weights: &[Integer]) -> Decided {
    let denominator = number(&weights.iter().sum());
    let numerators = weights.iter().map(number).collect();
    Decided::new(Verdict::Holds, Witness::Input(dp_kernel::Vector { denominator, numerators }))
}

/// The table by which the kernel decides the claim.
fn table(case: &Case, claim: &Claim, places: u64) -> Result<Option<Table>, Reason> {
    let elaborated = case.elaborated()?;
    let meter = problem::meter(case.limits);
    let before = meter.left();
    let of_kernel = Places::of(&elaborated.names, claim).claim(claim);
    let of_kernel = of_kernel.ok_or_else(|| Reason::new("the claim names what the file does not have"))?;
    let found = channel(&elaborated.problem, &of_kernel, places, &meter);
    spend(before - meter.left());
    let found = found.map_err(|_| Reason::new("the table's numbers can't be enclosed within the limits"))?;
    let middle = |x: &dp_kernel::Bracket| integer(&(&x.low + &x.high)) >> 1u64;
    Ok(found.map(|rows| Table::new(rows.iter().map(|row| row.iter().map(middle).collect()).collect(), places)))
}
