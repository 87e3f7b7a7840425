//! `oblivious`: databases with equal answers have equal rows, so that X first computes the answer and then forgets the
//! database.
//!
//! Both verdicts are recomputed: each row is compared with that of the first database of the same answer. A refutation
//! names two databases of one answer, and an output at which their rows differ. Cost: a pass over the table.

use super::source::Source;
use super::{Case, Failure, Proved, unproved, witness};
use crate::alpha::Polynomial;
use crate::model::Answers;
use crate::number::{BigInt, Fractions};
use crate::report::{Verdict, count};

/// Two databases with the same answer, and an output.
struct Place {
    pair: [usize; 2],
    output: usize,
}

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    match case.has_rational_table() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let Some(answers) = &case.mechanism.query.answers else { return unproved("the nodes are no databases") };
    let rows = R::rows(case)?;
    if rows.len() != answers.of.len() {
        return unproved("the table has no row for each database");
    }
    let Some(first) = first(case, &rows, answers)? else {
        case.witness.only(&[])?;
        let several = count(answers.names.len(), "answer");
        return Ok(Proved::new(Verdict::Holds).because(format!("equal rows for each of {several}")));
    };
    case.witness.only(&["pair", "output"])?;
    let place = match case.computes && case.witness.view().is_none() {
        true => first,
        false if case.said == Verdict::Holds => return unproved(describe(case, &rows, answers, &first)),
        false => named(case, &rows, answers)?,
    };
    Ok(Proved::new(Verdict::Fails).because(describe(case, &rows, answers, &place)))
}

/// Whether two rows differ at an output.
fn differ<R: Source>(case: &Case, x: &Fractions<R>, y: &Fractions<R>, o: usize) -> Result<bool, Failure> {
    let ground = &case.ground;
    let left = x.numerators[o].times(&y.denominator, ground)?;
    Ok(left.compare(&y.numerators[o].times(&x.denominator, ground)?, ground)?.is_ne())
}

/// The first database whose row is not that of the first one with the same answer.
fn first<R: Source>(case: &Case, rows: &[Fractions<R>], answers: &Answers) -> Result<Option<Place>, Failure> {
    let mut firsts = vec![None; answers.names.len()];
    for (h, row) in rows.iter().enumerate() {
        let i = *firsts[answers.of[h]].get_or_insert(h);
        case.charge((row.len() as u64).saturating_mul(row.words().saturating_add(rows[i].words())))?;
        for output in 0..row.len() {
            if i != h && differ(case, &rows[i], row, output)? {
                return Ok(Some(Place { pair: [i, h], output }));
            }
        }
    }
    Ok(None)
}

/// The place that the witness names, which must be one.
fn named<R: Source>(case: &Case, rows: &[Fractions<R>], answers: &Answers) -> Result<Place, Failure> {
    let pair = case.witness.required("pair")?;
    let pair = pair.array("two databases")?.map(|v| witness::index(&v, "pair", rows.len()));
    let pair = pair.collect::<Result<Vec<_>, _>>()?;
    let [i, h] = pair[..] else { return unproved("`pair` names two databases") };
    let output = case.witness.index("output", rows[i].len())?;
    if answers.of[i] != answers.of[h] {
        return unproved(format!("{} and {} have different answers", case.node(i), case.node(h)));
    }
    match differ(case, &rows[i], &rows[h], output)? {
        true => Ok(Place { pair: [i, h], output }),
        false => unproved(format!(
            "the rows of {} and {} are equal at output {}",
            case.node(i),
            case.node(h),
            case.output(output)
        )),
    }
}

fn describe<R: Source>(case: &Case, rows: &[Fractions<R>], answers: &Answers, place: &Place) -> String {
    let ([i, h], o) = (place.pair, place.output);
    let entry = |i: usize| R::shown(&rows[i].numerators[o], &rows[i].denominator, case);
    format!(
        "databases {} and {} have the answer {}; output {}: the first has {}, the other {}",
        case.node(i),
        case.node(h),
        super::shorten_label(&answers.names[answers.of[i]]),
        case.output(o),
        entry(i),
        entry(h)
    )
}
