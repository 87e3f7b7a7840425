//! Statements about every α of an interval: what was found on its parts, as one.

use super::evidence::evidence;
use super::value::{canonical, charge_writing, cut, values};
use super::{Words, reasons};
use crate::{BYTES_OF_PART, Because, Evidence, Gap, Number, Pieces, Range, Value};
use dp_file::alpha::{Bounds, Field, Obstacle, Point};
use dp_file::limits::Budget;
use dp_file::number::{BigInt, Rational};
use dp_file::problem::value::name;
use dp_kernel::{Name, Reason, Verdict};

/// What was found at one t, or on a part of an interval.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) at: Option<&'a dp_kernel::Point>,
    pub(super) verdict: Verdict,
    pub(super) values: &'a [(Name, dp_kernel::Value)],
    pub(super) reasons: &'a [Reason],
}

impl<'a> From<&'a dp_kernel::Found> for Part<'a> {
    fn from(found: &'a dp_kernel::Found) -> Self {
        Self { at: found.at.as_ref(), verdict: found.verdict, values: &found.values, reasons: &found.reasons }
    }
}

impl Part<'_> {
    /// Where it is one number.
    pub(super) fn single(&self) -> Option<&dp_kernel::Point> {
        self.at.filter(|at| at.is_single())
    }
}

/// What is told of a statement: its values and its explanation.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Told {
    pub(super) values: Vec<(&'static str, Value)>,
    pub(super) explanation: Vec<String>,
    pub(super) evidence: Evidence,
    pub(super) gap: Option<Gap>,
    pub(super) holds_on: Option<Vec<Range>>,
    pub(super) because: Because,
}

impl Told {
    /// With what it rests on: the reasons of one part, at α or `b` where it is one of an interval.
    pub(super) fn resting_on(self, part: &Part, at: Option<String>, words: &Words) -> Self {
        let told = evidence(part.reasons, words);
        let at = at.filter(|_| !told.is_empty());
        Self { evidence: Evidence { at, ..told }, ..self }
    }
}

/// A part of an interval as it is told.
struct Piece<'a> {
    range: Range,
    field: Field,
    part: Part<'a>,
    values: Vec<(&'static str, Value)>,
}

/// At one number of an interval, a refutation of what is said of all.
pub(super) fn at_one_number(part: &Part, field: &Field, words: &Words) -> Result<Told, Obstacle> {
    let Some(at) = part.single() else { return Err(Obstacle::Unfit("no number at which it fails")) };
    let point = canonical(at, &words.bounds)?;
    charge_writing(&point, 2, &words.bounds)?;
    let at = dp_algebra::written(&point);
    let start = format!("it fails at {} = {at}, for example", words.symbol());
    let field = field.at(point);
    let rest = reasons(part.reasons, part.verdict, &words.at(&field));
    let told = Told { explanation: [start].into_iter().chain(rest).collect(), ..Told::default() };
    Ok(told.resting_on(part, Some(at), &words.at(&field)))
}

/// The verdict on all parts, the values part by part, and where the claim holds if not everywhere.
pub(super) fn summary(parts: &[Part], field: &Field, words: &Words) -> Result<Told, String> {
    let pieces = pieces(parts, field, words, true)?;
    let mut told = Told::default();
    let mut names: Vec<&'static str> = Vec::new();
    for (name, _) in pieces.iter().flat_map(|piece| &piece.values) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    for name in names {
        told.values.extend(joined(field, &pieces, name, &words.bounds).map(|value| (name, value)));
    }
    if let Some(refuted) = pieces.iter().find(|piece| piece.part.verdict == Verdict::Fails) {
        let at = example(refuted, words).map_err(|why| why.to_string())?;
        let holds = ranges(&pieces, Verdict::Holds);
        told.explanation = where_it_holds(&holds, refuted, &at, words);
        told.holds_on = Some(holds).filter(|_| words.is_of_alpha());
        told = told.resting_on(&refuted.part, Some(at), &words.at(&refuted.field));
    }
    Ok(told)
}

/// Where the claim holds, and one number at which it fails, with the reason there.
fn where_it_holds(holds: &[Range], refuted: &Piece, at: &str, words: &Words) -> Vec<String> {
    let symbol = words.symbol();
    let set = match holds {
        [] => format!("it holds at no value of {symbol} in the interval"),
        ranges => {
            let list: Vec<String> = ranges.iter().map(Range::written).collect();
            format!("it holds exactly for {symbol} in {}", list.join(" ∪ "))
        }
    };
    let example = format!("and fails at {symbol} = {at}, for example");
    let rest = reasons(refuted.part.reasons, refuted.part.verdict, &words.at(&refuted.field));
    [set, example].into_iter().chain(rest).collect()
}

/// A number of a part.
fn example(part: &Piece, words: &Words) -> Result<String, Obstacle> {
    Ok(match &part.field.point {
        Point::Interval(interval) => words.bounds.run(|| dp_algebra::sample(interval))?.to_string(),
        point => dp_algebra::written(point),
    })
}

/// The set of all α in (0, 1) for which the claim holds, and where its first part, which begins at 0, ends.
pub(super) fn threshold(parts: &[Part], words: &Words) -> Result<Told, String> {
    let field = Field::unit_interval(&words.bounds).map_err(|why| why.to_string())?;
    let set = ranges(&pieces(parts, &field, &words.at(&field), false)?, Verdict::Holds);
    let zero = Point::Rational(Rational::from(BigInt::default()));
    let star = match set.first() {
        Some(first) if first.low == zero => first.high.clone(),
        _ => return Err("Φ is near the identity for small α, and no part says that a mechanism exists there".into()),
    };
    let values = vec![(name(Name::Set), Value::Set(set)), (name(Name::AlphaStar), cut(star))];
    Ok(Told { values, ..Told::default() })
}

/// The parts, open intervals and single numbers in turn, each cut brought to one form once; the memory that
/// they take is counted.
fn pieces<'a>(parts: &[Part<'a>], field: &Field, words: &Words, valued: bool) -> Result<Vec<Piece<'a>>, String> {
    let in_words = |why: Obstacle| why.to_string();
    let (cuts, bounds) = (cuts(parts, &words.bounds)?, &words.bounds);
    let Point::Interval(whole) = &field.point else { return Err("α is one number".into()) };
    let [low, high] = whole.ends();
    let most = words.limits.memory;
    let left = Budget::new(most);
    let mut pieces = Vec::with_capacity(parts.len());
    // Where the next interval begins.
    let mut end = low;
    for (k, part) in parts.iter().enumerate() {
        let (range, point) = match cuts.get(k / 2) {
            Some(cut) if k % 2 == 1 => {
                // As an end of ranges, of the set and of the pieces of each value, in text or JSON.
                charge_writing(cut, 8, bounds).map_err(in_words)?;
                end = cut;
                (Range::at(cut.clone()), cut.clone())
            }
            _ if parts.len() == 1 => (Range::between(low.clone(), high.clone()), field.point.clone()),
            next => {
                let (low, high) = (end.clone(), next.unwrap_or(high).clone());
                let interval = bounds.run(|| dp_algebra::rising(&low, &high)).map_err(in_words)?;
                (Range::between(low, high), Point::Interval(interval))
            }
        };
        let field = field.at(point);
        let values = if valued { values(part.values, &words.at(&field)).map_err(in_words)? } else { Vec::new() };
        let bytes: u64 = values.iter().map(|(_, value)| value.bytes()).sum();
        if left.take(BYTES_OF_PART.saturating_add(bytes)).is_none() {
            return Err(format!("the parts of the interval take over {most} bytes (--limit memory=N)"));
        }
        pieces.push(Piece { range, field, part: *part, values });
    }
    Ok(pieces)
}

/// The numbers at which the interval is cut.
fn cuts(parts: &[Part], bounds: &Bounds) -> Result<Vec<Point>, String> {
    let in_turn = parts.iter().enumerate().all(|(k, part)| part.single().is_some() == (k % 2 == 1));
    if parts.len().is_multiple_of(2) || !in_turn {
        return Err("internal: the parts of an interval are not intervals and numbers in turn".into());
    }
    let singles = parts.iter().filter_map(Part::single);
    singles.map(|at| canonical(at, bounds).map_err(|why| why.to_string())).collect()
}

/// The ranges, each as long as may be, on which the verdict is this one.
fn ranges(pieces: &[Piece], verdict: Verdict) -> Vec<Range> {
    let mut ranges: Vec<Range> = Vec::new();
    for piece in pieces.iter().filter(|piece| piece.part.verdict == verdict) {
        let joined = ranges.last().and_then(|last| last.joined(&piece.range));
        if joined.is_some() {
            ranges.pop();
        }
        ranges.push(joined.unwrap_or_else(|| piece.range.clone()));
    }
    ranges
}

/// A value on a range, with all the fields in which it is one.
type Valued = (Range, Value, Vec<Field>);

/// A value on the parts where it is one, joined where it is the same function. Linear in the number of parts.
fn joined(field: &Field, parts: &[Piece], name: &str, bounds: &Bounds) -> Option<Value> {
    let mut pieces: Vec<Valued> = Vec::new();
    let mut complete = true;
    for part in parts {
        let Some((_, value)) = part.values.iter().find(|(known, _)| *known == name) else {
            complete = false;
            continue;
        };
        let next = (part.range.clone(), value.clone(), vec![part.field.clone()]);
        match pieces.last_mut().map(|last| (same(last, &next, bounds), last)) {
            Some((Some(range), last)) => {
                // The function is that of an open part, if there is one.
                if is_point(last) {
                    last.1 = next.1;
                }
                last.0 = range;
                last.2.extend(next.2);
            }
            _ => pieces.push(next),
        }
    }
    if let ([(_, value, _)], true) = (&pieces[..], complete) {
        return Some(match value {
            Value::Number(number) => {
                let quotient = number.quotient.clone();
                Value::Number(Box::new(Number::new(quotient, field.clone(), bounds).ok()?))
            }
            other => other.clone(),
        });
    }
    // What is known at single numbers only, a logarithm that is rational there, says nothing of the interval.
    if pieces.iter().all(is_point) {
        return None;
    }
    // Logarithms and flags that are not the same everywhere have no expressions.
    pieces.iter().all(|(_, value, _)| value.quotient().is_some()).then_some(Value::Pieces(Pieces(pieces)))
}

fn is_point(piece: &Valued) -> bool {
    piece.0.low == piece.0.high
}

/// The range of two pieces that follow each other, if they have the same function of t.
fn same(last: &Valued, next: &Valued, bounds: &Bounds) -> Option<Range> {
    let range = last.0.joined(&next.0)?;
    // Between two numbers a function in lowest terms has one form; at one number it has the value of the other there.
    let agrees = |function: &Value, at: &Valued| {
        let signs = at.1.signs_less(&function.quotient()?, at.2.first()?, bounds)?;
        signs.is_zero().then_some(())
    };
    match (is_point(last), is_point(next)) {
        _ if last.1.same_function(&next.1) => Some(range),
        (false, true) => agrees(&last.1, next).map(|()| range),
        (true, false) => agrees(&next.1, last).map(|()| range),
        _ => None,
    }
}
