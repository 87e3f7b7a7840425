//! Parts of an interval, and numbers that roots define, that prove nothing.

use dp_kernel::Subdivision::{self, *};
use dp_kernel::Verdict::{self, Fails, Holds};

pub(super) fn subdivision(why: &Subdivision, said: Verdict) -> String {
    let words = match why {
        NoRoot => "the polynomial has no root or several roots in the interval, or shows neither",
        CutOrder => "an open interval needs low < high, and cuts need brackets that rise and do not overlap",
        PartVerdict { part, said: Holds } => return format!("part {part} is said to be `holds`, and is not"),
        PartVerdict { part, said: Fails } => return format!("part {part} is said to be `fails`, and is not"),
        NotAtOne => "`at` refutes a claim that has no values, and nothing else",
        HoldsThere => "the claim holds at that number",
        NoThreshold if said == Fails => "the claim states a set, which is always decided: it can't fail",
        NoThreshold => "Φ is near the identity for small α, and no part says that a mechanism exists there",
    };
    words.into()
}
