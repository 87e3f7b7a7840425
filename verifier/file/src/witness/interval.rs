//! Witnesses of statements about every α of an interval.

use super::given::Given;
use super::parts::Parts;
use super::reading::{Reading, Unread, unproved};
use super::single::single;
use super::vector::{index, root};
use crate::json::View;
use crate::text::count;
use dp_kernel::{Claim, Verdict};
use std::sync::Arc;

/// {`cuts`, `parts`}: what holds between the cuts, and at them, in turn; {`at`, `witness`}: a refutation at one number;
/// or else one witness for the whole interval.
pub(super) fn read(parts: &Parts, claim: &Claim, said: Verdict, reading: &Reading) -> Result<Given, Unread> {
    if let Some(number) = parts.part("at") {
        parts.only(&["at", "witness"])?;
        let number = root(&number, reading)?;
        let witness = single(&Parts::new(parts.part("witness").as_ref())?, claim, Verdict::Fails, reading)?;
        return Ok(Given::At { number, witness: Box::new(witness) });
    }
    let Some(list) = parts.part("parts") else { return single(parts, claim, said, reading) };
    parts.only(&["cuts", "parts"])?;
    let cuts = match parts.part("cuts") {
        Some(cuts) => {
            let cuts = cuts.array("the numbers at which the interval is cut, rising")?;
            cuts.map(|cut| root(&cut, reading)).collect::<Result<_, _>>()?
        }
        None => Vec::new(),
    };
    let list = list.array("what holds on each part of the interval: between the cuts, and at them")?;
    if list.len() != cuts.len().saturating_mul(2).saturating_add(1) {
        let (found, cuts) = (count(list.len(), "part"), count(cuts.len(), "cut"));
        return unproved(format!("{found} of an interval with {cuts}, expected one between each two and one at each"));
    }
    let mut found: Vec<(Verdict, Arc<Given>)> = Vec::with_capacity(list.len());
    for part in list {
        let part = of_part(&part, &found, claim, reading)?;
        found.push(part);
    }
    Ok(Given::Parts { cuts, parts: found })
}

/// {`verdict`, `witness`}, or {`verdict`, `as`} with the place of an earlier part that has the same witness.
fn of_part(
    part: &View,
    before: &[(Verdict, Arc<Given>)],
    claim: &Claim,
    reading: &Reading,
) -> Result<(Verdict, Arc<Given>), Unread> {
    part.only(&["verdict", "witness", "as"])?;
    let verdict = part.required("verdict")?;
    let expected = "\"holds\" or \"fails\"";
    let said = match verdict.string(expected)? {
        "holds" => Verdict::Holds,
        "fails" => Verdict::Fails,
        _ => return Err(verdict.unexpected(expected).into()),
    };
    let own = part.field("witness");
    let Some(shared) = part.field("as") else {
        return Ok((said, Arc::new(single(&Parts::new(own.as_ref())?, claim, said, reading)?)));
    };
    if own.is_some() {
        return Err(part.one_of(["witness", "as"], true).into());
    }
    match before.get(index(&shared)?) {
        Some((_, witness)) => Ok((said, Arc::clone(witness))),
        None => Err(shared.unexpected("the place of an earlier part").into()),
    }
}
