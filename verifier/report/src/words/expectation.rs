//! What a file expects of a claim, as it is told.

use super::{Words, value};
use crate::{Bound, Expectation, Value, Verdict};
use dp_file::problem::value::name;
use dp_kernel::{Expect, Expected, Meter, Point, Relation, Root};

/// What is expected of the claim that the words are about.
pub fn expectations(expects: &[Expect], words: &Words, meter: &Meter) -> Vec<Expectation> {
    let said = words.file.claims.iter().find(|declared| declared.claim == *words.claim);
    let said = |k: usize| said.and_then(|declared| declared.expects.get(k));
    let one = |(k, of): (usize, &Expect)| Expectation {
        place: said(k).map(|expect| expect.place.clone()).unwrap_or_default(),
        within: said(k).map(|expect| expect.within.clone()).unwrap_or_default(),
        verdict: match of.verdict {
            dp_kernel::Verdict::Holds => Verdict::Holds,
            dp_kernel::Verdict::Fails => Verdict::Fails,
        },
        bounds: of
            .bounds
            .iter()
            .map(|(of, relation, expected)| Bound {
                value: name(*of),
                relation: match relation {
                    Relation::Equals => "equals",
                    Relation::AtLeast => "at_least",
                    Relation::AtMost => "at_most",
                },
                expected: told(expected, words, meter),
            })
            .collect(),
    };
    expects.iter().enumerate().map(one).collect()
}

fn told(expected: &Expected, words: &Words, meter: &Meter) -> Option<Value> {
    match expected {
        Expected::Number(x) => words.number(x).ok(),
        Expected::Flag(flag) => Some(Value::Flag(*flag)),
        Expected::Set(parts) => {
            let end = |root: &Root| meter.run(|| Point::root(root)).ok();
            let part = |[low, high]: &[Root; 2]| Some([end(low)?, end(high)?]);
            let parts = parts.iter().map(part).collect::<Option<Vec<_>>>()?;
            value(&dp_kernel::Value::Set(parts), words).ok()?
        }
    }
}
