//! `certify MECHANISM.json...`: decides each file, writes its certificate, prints its report.

use super::call::{Call, Form};
use super::ending::Listening;
use super::inputs::{self, Inputs};
use super::output;
use super::progress::Progress;
use super::terminal::{UNDECIDED, complain, guarded, print, shown};
use super::told;
use super::watch::end_for_memory;
use crate::decide::lacking;
use crate::html::{Files, page};
use crate::{Certified, Options, Underway, certify_mechanism};
use dp_verify::file::{self, Unusable};
pub(super) use dp_verify::folder::{certificate_name, renamed};
use dp_verify::model::Mechanism;
use dp_verify::report::{Report, printable};
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A file to decide and the place of its certificate.
type Job = (PathBuf, PathBuf);

pub(super) fn run(call: &Call) -> Result<u8, Unusable> {
    let inputs = inputs::of(&call.files, &call.raised.limits(), call.quiet)?;
    let jobs = plan(call, &inputs)?;
    if call.format == Form::Html && inputs.is_list {
        return Err(one_page(&inputs.files).into());
    }
    // The folder of several is made, and one that the call marks as such.
    let is_made = inputs.is_list || call.output.as_deref().is_some_and(is_marked_folder);
    if is_made { output::check_apart(&jobs) } else { output::check(&jobs) }?;
    if inputs.is_list {
        // Before any is decided.
        let spare = |(_, output): &Job| output::spare_all_but_certificates(output, "-o names another folder");
        jobs.iter().try_for_each(spare)?;
    }
    let options = call.options();
    let _listening = listen(&options.underway, call);
    if let ([job], false) = (&jobs[..], inputs.is_list) {
        let progress = Progress::of(&options.underway, 1, format!("deciding {}", shown(&job.0)), !call.quiet);
        let decided = decide(job, &options, call, false);
        drop(progress);
        let (certified, page) = decided?;
        print(&page.unwrap_or_else(|| told::one(&certified, &certified.report.hints, (&job.0, Some(&job.1)), call)))?;
        told::of_no_claims(&job.0, &certified.report, call);
        return Ok(certified.report.status());
    }
    let inputs: Vec<PathBuf> = jobs.iter().map(|(input, _)| input.clone()).collect();
    let each = |k: usize| decide(&jobs[k], &options, call, true).map(|(certified, _)| certified.report);
    side_by_side(&inputs, &options.underway, call, &each)
}

/// Decides several files side by side, and tells what came of them; of those that were not begun when the work was
/// ended nothing is written.
pub(super) fn side_by_side(
    inputs: &[PathBuf],
    underway: &Underway,
    call: &Call,
    decide: &(dyn Fn(usize) -> Result<Report, Unusable> + Sync),
) -> Result<u8, Unusable> {
    let progress = Progress::of(underway, inputs.len(), "files decided".to_owned(), !call.quiet);
    let one = |k: usize| {
        let report = (!underway.is_ended()).then(|| decide(k));
        progress.advance();
        report.map(|report| (inputs[k].clone(), report))
    };
    let begun: Vec<_> = (0..inputs.len()).into_par_iter().with_max_len(1).filter_map(one).collect();
    drop(progress);
    let (begun, reports): (Vec<PathBuf>, Vec<_>) = begun.into_iter().unzip();
    let status = told::several(&begun, &reports, call)?;
    let left = inputs.len() - begun.len();
    if left == 0 {
        return Ok(status);
    }
    complain(&format!("ended before {left} of {} files were begun: nothing is written of these", inputs.len()));
    Ok(told::worse(Some(status), UNDECIDED))
}

/// Listens to Ctrl-C, and ends the work where it takes too much memory: not so of strangers' files, which end the
/// process.
pub(super) fn listen(underway: &Underway, call: &Call) -> Listening {
    if !call.raised.is_for_strangers() {
        end_for_memory(underway);
    }
    Listening::to(underway)
}

/// The certificate of each file: beside it, or as `-o` says.
fn plan(call: &Call, inputs: &Inputs) -> Result<Vec<Job>, String> {
    let several = inputs.is_list;
    if let (true, Some(folder)) = (several, &call.output)
        && fs::metadata(folder).is_ok_and(|found| !found.is_dir())
    {
        return Err(format!("{}: not a folder, and the certificates of several files go into one", shown(folder)));
    }
    let place = |input: &PathBuf| -> Result<PathBuf, String> {
        let name = certificate_name(input).ok_or_else(|| format!("{}: not the name of a file", shown(input)))?;
        Ok(match &call.output {
            None if is_passing(input) => return Err(nameless(input)),
            None => input.with_file_name(name),
            Some(folder) if several || folder.is_dir() || is_marked_folder(folder) => folder.join(name),
            Some(path) => path.clone(),
        })
    };
    inputs.files.iter().map(|input| Ok((input.clone(), place(input)?))).collect()
}

/// Whether a path ends as that of a folder does, whether it is there or not: `fresh/`.
pub(super) fn is_marked_folder(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// What to do about a page of several files.
pub(super) fn one_page(files: &[PathBuf]) -> String {
    let found = if files.len() == 1 { "a folder" } else { "several" };
    let first = files.first().map_or_else(String::new, |file| {
        format!(": certify {} --format html > {}", shown(file), renamed_for_page(file))
    });
    format!("--format html is a page for one file, found {found}, expected one{first}")
}

fn renamed_for_page(file: &Path) -> String {
    printable(&renamed(file, ".html").unwrap_or_default().to_string_lossy())
}

/// Whether an input is a pipe or device, or lies where the system shows those: nothing is written beside it.
pub(super) fn is_passing(input: &Path) -> bool {
    let folder = input.parent().and_then(|folder| fs::canonicalize(folder).ok());
    let of_the_system = folder.is_some_and(|folder| folder.starts_with("/dev") || folder.starts_with("/proc"));
    of_the_system || fs::metadata(input).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// What to do about an input that nothing can be written beside.
pub(super) fn nameless(input: &Path) -> String {
    format!("{}: a pipe or device, beside which nothing is written: say with -o where to write", shown(input))
}

/// Decides one file and writes its certificate; the page, where that is what is printed.
fn decide(
    (input, output): &Job,
    options: &Options,
    call: &Call,
    several: bool,
) -> Result<(Certified, Option<String>), Unusable> {
    let start = Instant::now();
    let mechanism = file::mechanism(input, &options.limits)?;
    spare_others(&mechanism, input, output)?;
    if !several {
        // With --force the call is one that `table` takes.
        output::spare_all_but_certificates(output, output::BY_FORCE)?;
    }
    let certified = decided(&mechanism, input, options)?;
    if let Some(folder) = call.output.as_deref().filter(|output| several || is_marked_folder(output)) {
        fs::create_dir_all(folder).map_err(|e| format!("{}: {}", shown(folder), file::explain(&e)))?;
    }
    output::write(output, &certified.certificate)?;
    if let (true, false, Some(words)) = (several, call.quiet, certified.needs()) {
        complain(&format!("{}: {words}", shown(input)));
    }
    if call.verbose {
        let (read, written) = (fs::metadata(input).map_or(0, |found| found.len()), certified.certificate.len());
        let (input, output, time) = (shown(input), shown(output), start.elapsed().as_millis());
        complain(&format!("{input}: {read} bytes read, {written} bytes written to {output}, {time} ms"));
    }
    let page = paged(&mechanism, &certified.report, (input, Some(output)), call);
    Ok((certified, page))
}

/// Refuses to write over a file that the claims name.
pub(super) fn spare_others(mechanism: &Mechanism, input: &Path, output: &Path) -> Result<(), String> {
    let beside = |name: &String| input.with_file_name("").join(name);
    mechanism.others.iter().try_for_each(|(name, _)| output::spare(&beside(name), output))
}

/// The page on a report, where that is what is printed.
pub(super) fn paged(
    mechanism: &Mechanism,
    report: &Report,
    (input, certificate): (&Path, Option<&Path>),
    call: &Call,
) -> Option<String> {
    let named = |path: &Path| path.to_string_lossy().into_owned();
    let files = Files { mechanism: named(input), certificate: certificate.map(named) };
    (call.format == Form::Html && !call.quiet).then(|| page(mechanism, report, files, &call.raised.limits()))
}

/// The certificate and the report of a mechanism file that was read from `input`.
pub(super) fn decided(mechanism: &Mechanism, input: &Path, options: &Options) -> Result<Certified, Unusable> {
    if let Some(lack) = lacking(mechanism, &options.only) {
        return Err(format!("{}: asked for by --only: {lack}", shown(input)).into());
    }
    let decided =
        guarded(|| certify_mechanism(mechanism, options)).map_err(|why| format!("{}: {why}", shown(input)))?;
    decided.map_err(|e| Unusable::at(input, e))
}

/// Sends what is logged to standard error.
pub(super) fn tell_routes() {
    struct Log;
    impl log::Log for Log {
        fn enabled(&self, _: &log::Metadata) -> bool {
            true
        }
        fn log(&self, record: &log::Record) {
            complain(&printable(&record.args().to_string()));
        }
        fn flush(&self) {}
    }
    if log::set_logger(&Log).is_ok() {
        log::set_max_level(log::LevelFilter::Debug);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_is_named_after_its_file() {
        let name = |path: &str| certificate_name(Path::new(path)).map(|name| name.to_string_lossy().into_owned());
        assert_eq!(name("a/m.json").as_deref(), Some("m.cert.json"));
        assert_eq!(name("m.v1.json").as_deref(), Some("m.v1.cert.json"));
        assert_eq!(name("m.txt").as_deref(), Some("m.txt.cert.json"));
        assert_eq!(name("m").as_deref(), Some("m.cert.json"));
        assert_eq!(name(".."), None);
    }
}
