//! What `certify` prints of the files that it has decided, and the exit status of all of them.

use super::call::{Call, Form, Only};
use super::junit;
use super::terminal::{WRONG, complain, print, shown};
use crate::Certified;
use crate::decide::ELIMINATED_NODES;
use dp_verify::file::Unusable;
use dp_verify::model::Kind;
use dp_verify::report::{Hint, Report, Statement, Style, Verdict, error_of_several, wrap};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// What is printed of a single file, with these notes.
pub(super) fn one(
    certified: &Certified,
    notes: &[Hint],
    (file, certificate): (&Path, Option<&Path>),
    call: &Call,
) -> String {
    let report = &certified.report;
    match call.format {
        _ if call.quiet => String::new(),
        Form::Json => report.to_json(call.exact) + "\n",
        Form::Junit => junit::document([(file.to_string_lossy().into_owned(), Ok(report))].into_iter()),
        Form::Text | Form::Html => {
            let text = report.to_text(style());
            let mut told = of_large_graph(report, call).map(|note| note + "\n").unwrap_or_default();
            notes.iter().for_each(|note| wrap(&mut told, "", "", &note.words));
            let written = certificate.map(|path| format!("certificate: {}\n", shown(path))).unwrap_or_default();
            format!("{}\n\n{text}\n{told}{written}", report.summary())
        }
    }
}

/// Says beside a report for people that its file claims nothing, so that nobody takes it for one that keeps a promise.
pub(super) fn of_no_claims(file: &Path, report: &Report, call: &Call) {
    if let (Some(words), Form::Text, false) = (report.claims_nothing(), call.format, call.quiet) {
        complain(&format!("{}: claims nothing: {words}", shown(file)));
    }
}

/// Says that values were not decided because of the size of the graph, and how to ask for them.
fn of_large_graph(report: &Report, call: &Call) -> Option<String> {
    let large = report.nodes.number().is_none_or(|n| n > ELIMINATED_NODES as u64) && !call.only.contains(&Only::Unique);
    let exists = |statement: &Statement| {
        let decided = statement.claim.kind == Kind::TightConstraintsExist && statement.verdict != Verdict::Undecided;
        decided && !statement.values.iter().any(|(name, _)| *name == "unique" || *name == "least")
    };
    (large && report.statements.iter().any(exists)).then(|| {
        format!("`unique` and `least` are left out above {ELIMINATED_NODES} nodes, unless --only unique\nasks for them")
    })
}

fn style() -> Style {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if std::io::stdout().is_terminal() && !plain { Style::Colour } else { Style::Plain }
}

/// What is printed of several files: a line each, or an array with what is wrong with a file that has no report.
fn many(inputs: &[PathBuf], reports: &[Result<Report, Unusable>], call: &Call) -> String {
    let json = |(input, report): (&PathBuf, &Result<Report, Unusable>)| {
        let file = input.to_string_lossy().into_owned();
        match report {
            Ok(report) => Report { file: Some(file), ..report.clone() }.to_json(call.exact),
            Err(why) => error_of_several(why, &file),
        }
    };
    let line = |(input, report): (&PathBuf, &Result<Report, Unusable>)| match report {
        Ok(report) => {
            let (word, summary, subject) = (word(report), report.summary_with_names(), report.subject());
            format!("{}: {word}: {summary} ({subject})\n", shown(input))
        }
        Err(_) => format!("{}: error\n", shown(input)),
    };
    match call.format {
        _ if call.quiet => String::new(),
        Form::Json => format!("[\n{}\n]\n", inputs.iter().zip(reports).map(json).collect::<Vec<_>>().join(",\n")),
        Form::Junit => junit::document(
            inputs.iter().zip(reports).map(|(input, report)| (input.to_string_lossy().into_owned(), report.as_ref())),
        ),
        Form::Text | Form::Html => inputs.iter().zip(reports).map(line).collect(),
    }
}

/// A word on the whole of a report; one on values alone has none that hold.
fn word(report: &Report) -> &'static str {
    match report.status() {
        0 if report.values() > 0 && report.values() == report.claims().count() => "value",
        0 if report.as_expected() > 0 => "as expected",
        0 => "holds",
        1 => "FAILS",
        _ => "undecided",
    }
}

fn status(report: &Result<Report, Unusable>) -> u8 {
    report.as_ref().map_or(WRONG, Report::status)
}

/// 2 if any is 2, else 1 if any is 1, else the highest.
fn overall(each: impl Iterator<Item = u8>) -> u8 {
    each.fold(None, |worst, status| Some(worse(worst, status))).unwrap_or(0)
}

/// The exit status of what came to `worst` so far, if there was any, and of one more.
pub(super) fn worse(worst: Option<u8>, status: u8) -> u8 {
    let rank = |&status: &u8| match status {
        WRONG => u8::MAX,
        1 => u8::MAX - 1,
        other => other,
    };
    worst.into_iter().chain([status]).max_by_key(rank).unwrap_or(status)
}

/// Prints what came of several files, and has the exit status of all of them.
pub(super) fn several(inputs: &[PathBuf], reports: &[Result<Report, Unusable>], call: &Call) -> Result<u8, Unusable> {
    reports.iter().filter_map(|report| report.as_ref().err()).for_each(|why| complain(&why.message));
    print(&many(inputs, reports, call))?;
    for (input, report) in inputs.iter().zip(reports).filter_map(|(input, report)| Some((input, report.as_ref().ok()?)))
    {
        of_no_claims(input, report, call);
    }
    Ok(overall(reports.iter().map(status)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_status_is_that_of_the_call() {
        let of = |each: &[u8]| overall(each.iter().copied());
        assert_eq!([of(&[0, 0]), of(&[0, 3]), of(&[3, 1, 0]), of(&[1, 3, 2])], [0, 3, 1, 2]);
    }
}
