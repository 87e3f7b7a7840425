//! Vectors and numbers of a witness that are not as they should be.

use super::Words;
use dp_file::model::Kind;
use dp_file::text::count;
use dp_kernel::{Fraction, Part, Wanted};

/// What a vector, or a number computed from some, is called in a sentence about its entries.
fn letter(part: Part, kind: Kind) -> String {
    match (part, kind) {
        ("y", Kind::Regular) | ("z" | "second" | "x", _) => format!("`{}`", part),
        ("Φw", Kind::TightConstraintsExist | Kind::Threshold) => "wΦ".into(),
        ("lambda", _) => "λ".into(),
        ("mu" | "multipliers", _) => "μ".into(),
        ("nu", _) => "ν".into(),
        _ => part.into(),
    }
}

/// A number that is not as it should be.
pub(super) fn number(part: Part, node: Option<usize>, found: &Fraction, wanted: &Wanted, words: &Words) -> String {
    let letter = letter(part, words.kind());
    let at = node.map_or_else(String::new, |node| format!(" at {}", words.node(node)));
    let found = format!("{letter}{at} is {}", words.shown(found));
    match wanted {
        Wanted::Nonnegative => format!("{found}, expected ≥ 0"),
        Wanted::Negative => format!("{found}, expected < 0"),
        Wanted::One => format!("{found}, expected 1"),
        Wanted::AtMostOne => format!("{found}, expected ≤ 1"),
        Wanted::Same("prior", x) => format!("{found}, the prior there is {}", words.shown(x)),
        Wanted::Same(other, x) => format!("{found}, {} is {}, expected the same", other, words.shown(x)),
        Wanted::AtLeast("prior", x) => format!("{found}, expected at least the prior, {}", words.shown(x)),
        Wanted::AtLeast(other, x) => format!("{found}, expected at least {}, {}", other, words.shown(x)),
        Wanted::ZeroOnSupport => format!("{found}, expected 0 on the support of z and > 0 off it"),
    }
}

/// A part of another length than it should have.
pub(super) fn length(part: Part, found: usize, expected: usize, kind: Kind) -> String {
    let one_for_each =
        |found: String, of: &str| format!("`{}` has {found}, expected one for each of {}", part, count(expected, of));
    match (part, kind) {
        ("remap", Kind::TightConstraints | Kind::UniversallyOptimal) => one_for_each(count(found, "entry"), "output"),
        ("multipliers", kind) => {
            let each = if kind == Kind::DpWithinRounding { "outputs" } else { "guesses" };
            format!("`multipliers` has {found} entries, expected one for each of {expected} {each}")
        }
        ("bounds", _) => one_for_each(count(found, "bound"), "prior"),
        ("separate", _) => one_for_each(count(found, "optimum"), "prior"),
        ("factors", _) => one_for_each(count(found, "entry"), "individual"),
        ("rows", _) => format!("the other mechanism has {found} rows, expected {expected}"),
        ("outputs" | "output" | "row", Kind::DpWithinRounding) => {
            format!("the table has {}, X has {expected}", count(found, "output"))
        }
        // Of an enclosed solution; columns prove that Φ is invertible, which `regular` does not ask for.
        ("inverse", Kind::Regular) => format!("`inverse` has {}, expected {expected}", count(found, "row")),
        ("inverse", _) => format!("`inverse` has {found} columns, expected {expected}"),
        ("parts", _) => {
            // One at each cut, one between each two and at both ends.
            let (parts, cuts) = (count(found, "part"), count(expected / 2, "cut"));
            format!("{parts} of an interval with {cuts}, expected one between each two and one at each")
        }
        _ => format!("`{}` has {}, expected {expected}", part, count(found, "entry")),
    }
}
