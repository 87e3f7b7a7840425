//! Statements about every α of an interval.
//!
//! An interval is cut into parts, open intervals and single numbers in turn, such that on each part every sign that
//! the check of the claim asks for is constant; there one check is one for every α of the part. The claim holds on the
//! interval iff it holds on every part. A certificate may name cuts and give a witness for each part; further cuts, at
//! the zeros of whatever polynomial changes its sign, are made here.

use super::{Case, Failure, Proved, Witness, at_one, unproved};
use crate::alpha::{Algebraic, Bounds, Field, Interval, Point, Polynomial, Ring};
use crate::json::{Value as Json, View};
use crate::limits::Budget;
use crate::number::{Sign, rational};
use crate::report::{BYTES_OF_PART, Number, Pieces, Range, Value, Verdict, count};

/// What is proved on one part of the interval.
pub(super) struct Found {
    pub(super) range: Range,
    field: Field,
    pub(super) proved: Proved,
}

/// Checks a statement on all of an interval.
pub(super) fn check(case: &Case, field: &Field) -> Result<Proved, Failure> {
    match case.witness.part("at") {
        Some(number) => fails_at(case, field, &number),
        None => summary(case, field, &all(case, field)?),
    }
}

/// A refutation of what is said of every number of the interval, at one of them. Only of claims without values, as values
/// are functions on all of the interval.
fn fails_at(case: &Case, field: &Field, number: &View) -> Result<Proved, Failure> {
    case.witness.only(&["at", "witness"])?;
    let Point::Interval(whole) = &field.point else { return unproved("α is one number") };
    if case.said != Verdict::Fails || !case.claim.kind.values().is_empty() {
        return unproved("`at` refutes a claim that has no values, and nothing else");
    }
    let point = read(case, number)?;
    // Refused unless the number lies inside.
    whole.cut(std::slice::from_ref(&point), &case.ground.bounds)?;
    let view = case.witness.part("witness");
    let case = Case { witness: Witness::new(view.as_ref(), case.limits)?, ..*case };
    let found = at(&case, field, &point)?;
    if found.proved.verdict != Verdict::Fails {
        return unproved("the claim holds at that number");
    }
    let symbol = if field.symbol == 'a' { "α" } else { "b" };
    let proved = Proved::new(Verdict::Fails).because(format!("it fails at {symbol} = {}, for one", point.written()));
    Ok(found.proved.explanation.into_iter().fold(proved, Proved::because))
}

/// What is proved on the parts of the interval, from its lower end to its upper.
pub(super) fn all(case: &Case, field: &Field) -> Result<Vec<Found>, Failure> {
    let Point::Interval(whole) = &field.point else { return unproved("α is one number") };
    let Some(parts) = case.witness.part("parts") else {
        let mut found = Kept::new(case);
        on(case, field, whole, &mut found)?;
        return Ok(found.parts);
    };
    case.witness.only(&["cuts", "parts"])?;
    let cuts = case.witness.part("cuts");
    let cuts = match &cuts {
        Some(cuts) => {
            cuts.array("the numbers at which the interval is cut, rising")?.map(|cut| read(case, &cut)).collect()
        }
        None => Ok(Vec::new()),
    };
    let cuts: Vec<Point> = cuts?;
    let intervals = whole.cut(&cuts, &case.ground.bounds)?;
    let list = parts.array("what holds on each part of the interval: between the cuts, and at them")?;
    if list.len() != intervals.len() + cuts.len() {
        let (found, cuts) = (count(list.len(), "part"), count(cuts.len(), "cut"));
        return unproved(format!("{found} of an interval with {cuts}, expected one between each two and one at each"));
    }
    let mut found = Kept::new(case);
    for (k, part) in list.enumerate() {
        part.only(&["verdict", "witness"])?;
        let expected = "\"holds\" or \"fails\"";
        let said = match part.required("verdict")?.string(expected)? {
            "holds" => Verdict::Holds,
            "fails" => Verdict::Fails,
            _ => return Err(part.required("verdict")?.unexpected(expected).into()),
        };
        let view = part.field("witness");
        let case = Case { said, witness: Witness::new(view.as_ref(), case.limits)?, ..*case };
        let before = found.parts.len();
        match intervals.get(k / 2).zip(cuts.get(k / 2)) {
            Some((_, cut)) if k % 2 == 1 => found.push(at(&case, field, cut)?)?,
            _ => on(&case, field, &intervals[k / 2], &mut found)?,
        }
        // The part may have been cut further: to hold on it is to hold on all of its pieces.
        let holds = found.parts[before..].iter().all(|piece| piece.proved.verdict == Verdict::Holds);
        if Verdict::of(holds) != said {
            return unproved(format!("part {k} is said to be `{}`, and is not", said.name()));
        }
    }
    Ok(found.parts)
}

/// What has been proved, as far as memory goes.
struct Kept<'a> {
    bounds: Bounds<'a>,
    parts: Vec<Found>,
    /// What is left of the limit.
    left: Budget,
    most: usize,
}

impl<'a> Kept<'a> {
    fn new(case: &Case<'a>) -> Self {
        let most = case.limits.memory;
        Self { bounds: case.ground.bounds, parts: Vec::new(), left: Budget::new(most), most }
    }

    fn push(&mut self, found: Found) -> Result<(), Failure> {
        if found.range.low == found.range.high {
            // As an end of ranges, of the set and of the pieces of each value, in text or JSON.
            found.range.low.charge_writing(8, &self.bounds)?;
        }
        let values: u64 = found.proved.values.iter().map(|(_, value)| value.bytes()).sum();
        let text: usize = found.proved.explanation.iter().map(String::len).sum();
        if self.left.take(BYTES_OF_PART + values + text as u64).is_none() {
            return unproved(format!("the parts of the interval take over {} bytes (--limit memory=N)", self.most));
        }
        self.parts.push(found);
        Ok(())
    }
}

/// A number at which an interval is cut: a rational, or `{"root_of": [...], "between": [low, high]}` as in a
/// mechanism file, the coefficients being integers in strings.
fn read(case: &Case, view: &View) -> Result<Point, Failure> {
    if !matches!(view.value(), Json::Object(_)) {
        return Ok(Point::Rational(rational(view, case.limits, case.steps)?));
    }
    view.only(&["root_of", "between"])?;
    let polynomial = Polynomial::read(&view.required("root_of")?, case.limits, &case.ground.bounds)?;
    let between = view.required("between")?;
    let ends = between.array("the two ends of an open interval")?.map(|end| rational(&end, case.limits, case.steps));
    let ends = ends.collect::<Result<Vec<_>, _>>()?;
    match &ends[..] {
        [low, high] => Ok(Algebraic::point(&polynomial, low, high, &case.ground.bounds)?),
        _ => unproved("`between` has two ends"),
    }
}

/// One number.
fn at(case: &Case, field: &Field, point: &Point) -> Result<Found, Failure> {
    let field = field.at(point.clone());
    let proved = at_one(&Case { ground: case.ground.at(&field), ..*case })?;
    Ok(Found { range: Range::at(point.clone()), field, proved })
}

/// An open interval, which is cut where a sign changes.
fn on(case: &Case, field: &Field, whole: &Interval, found: &mut Kept<'_>) -> Result<(), Failure> {
    let bounds = &case.ground.bounds;
    // From right to left, so that the leftmost is next.
    let mut left: Vec<Point> = vec![Point::Interval(whole.clone())];
    while let Some(point) = left.pop() {
        let Point::Interval(interval) = &point else {
            found.push(at(case, field, &point)?)?;
            continue;
        };
        let here = field.at(point.clone());
        match at_one(&Case { ground: case.ground.at(&here), ..*case }) {
            Ok(proved) => {
                let (low, high) = interval.ends();
                found.push(Found { range: Range::between(low, high), field: here, proved })?;
            }
            Err(Failure::Changes(p)) => {
                let zeros = interval.zeros(&p, bounds)?;
                if zeros.is_empty() {
                    return unproved("a sign changes where there is no zero");
                }
                let mut pieces = interval.cut(&zeros, bounds)?.into_iter().map(Point::Interval);
                let mut all: Vec<Point> = pieces.next().into_iter().collect();
                for (zero, piece) in zeros.into_iter().zip(pieces) {
                    all.extend([zero, piece]);
                }
                left.extend(all.into_iter().rev());
            }
            Err(other) => return Err(other),
        }
    }
    Ok(())
}

/// The ranges, each as long as may be, on which the verdict is this one.
pub(super) fn ranges(found: &[Found], verdict: Verdict) -> Vec<Range> {
    let mut ranges: Vec<Range> = Vec::new();
    for part in found.iter().filter(|part| part.proved.verdict == verdict) {
        match ranges.last().and_then(|last| last.joined(&part.range)) {
            Some(joined) => *ranges.last_mut().expect("it was joined to the last") = joined,
            None => ranges.push(part.range.clone()),
        }
    }
    ranges
}

/// The verdict on all parts, the values part by part, and where the claim holds if not everywhere.
fn summary(case: &Case, field: &Field, found: &[Found]) -> Result<Proved, Failure> {
    let refuted = found.iter().find(|part| part.proved.verdict == Verdict::Fails);
    let mut proved = Proved::new(Verdict::of(refuted.is_none()));
    let mut names: Vec<&'static str> = Vec::new();
    for (name, _) in found.iter().flat_map(|part| &part.proved.values) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    for name in names {
        if let Some(value) = value(field, found, name, &case.ground.bounds) {
            proved = proved.value(name, value);
        }
    }
    let Some(refuted) = refuted else { return Ok(proved) };
    let holds = ranges(found, Verdict::Holds);
    let alpha = if field.symbol == 'a' { "α" } else { "b" };
    proved = proved.because(match &holds[..] {
        [] => format!("at no {alpha} of the interval does it hold"),
        ranges => {
            let list: Vec<String> = ranges.iter().map(Range::written).collect();
            format!("it holds exactly for {alpha} in {}", list.join(" ∪ "))
        }
    });
    let example = match &refuted.field.point {
        Point::Interval(interval) => interval.sample(&case.ground.bounds)?.to_string(),
        point => point.written(),
    };
    proved = proved.because(format!("and fails at {alpha} = {example}, for one"));
    Ok(refuted.proved.explanation.iter().fold(proved, |proved, sentence| proved.because(sentence.clone())))
}

/// A value on the parts where it is one, joined where it is the same function. Linear in the number of parts.
fn value(field: &Field, found: &[Found], name: &str, bounds: &Bounds) -> Option<Value> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut complete = true;
    for part in found {
        let Some((_, value)) = part.proved.values.iter().find(|(known, _)| *known == name) else {
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
    // Logarithms and flags that are not the same everywhere have no expressions.
    pieces.iter().all(|(_, value, _)| value.quotient().is_some()).then_some(Value::Pieces(Pieces(pieces)))
}

type Piece = (Range, Value, Vec<Field>);

fn is_point(piece: &Piece) -> bool {
    piece.0.low == piece.0.high
}

/// The range of two pieces that follow each other, if they have the same function of t.
fn same(last: &Piece, next: &Piece, bounds: &Bounds) -> Option<Range> {
    let range = last.0.joined(&next.0)?;
    // Between two numbers a function in lowest terms has one form; at one number it has the value of the other there.
    let agrees = |function: &Value, at: &Piece| {
        let signs = at.1.signs_less(&function.quotient()?, at.2.first(), bounds)?;
        (signs.only() == Some(Sign::NoSign)).then_some(())
    };
    match (is_point(last), is_point(next)) {
        _ if last.1.same_function(&next.1) => Some(range),
        (false, true) => agrees(&last.1, next).map(|()| range),
        (true, false) => agrees(&next.1, last).map(|()| range),
        _ => None,
    }
}
