//! `certify --jsonl`: mechanism files one a line, a report a line, in order, however many there are.
//!
//! Lines are decided side by side; what is read and not yet printed is never more than `AHEAD` of them.

use super::call::{Call, Form};
use super::resume::{Earlier, Resumed};
use super::terminal::{WRONG, complain, guarded};
use super::told::worse;
use crate::declare::Template;
use crate::{Certified, Options, certify_mechanism};
use dp_verify::file::{self, Unusable, explain};
use dp_verify::limits::Limits;
use dp_verify::lines::{Line, Lines};
use dp_verify::model::sha256;
use dp_verify::report::{Carried, error_to_line};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// How many lines may be read before the first of them is printed.
const AHEAD: usize = 64;

/// What a line came to.
struct Answer {
    text: String,
    status: u8,
    /// What is said of it on standard error.
    complaint: Option<String>,
}

/// What each line is decided with.
struct Work<'a> {
    /// The input's name, for messages.
    name: &'a str,
    template: Option<&'a Template>,
    options: &'a Options,
    exact: bool,
    certificates: bool,
}

pub(super) fn run(call: &Call) -> Result<u8, Unusable> {
    let (flags, limits) = (&call.lines, call.raised.limits());
    if call.format == Form::Html {
        return Err("--format html is a page for one file, and --jsonl is for many".into());
    }
    if call.format == Form::Junit {
        return Err("--format junit is for files and folders, and with --jsonl a report is a line".into());
    }
    let path = match &call.files[..] {
        [] => Path::new("-"),
        [path] => path,
        several => {
            return Err(format!("--jsonl reads one file or standard input, found {} files", several.len()).into());
        }
    };
    let template = template(call, &limits)?;
    let standard = path.as_os_str() == "-";
    let name = if standard { "standard input".to_owned() } else { path.to_string_lossy().into_owned() };
    let input: Box<dyn BufRead + Send> =
        if standard { Box::new(BufReader::new(io::stdin())) } else { Box::new(BufReader::new(file::open(path)?)) };
    let options = call.options();
    let work = Work {
        name: &name,
        template: template.as_ref(),
        options: &options,
        exact: call.exact,
        certificates: flags.certificates,
    };
    let mut lines = Lines::new(input, limits.bytes);
    let (mut out, earlier): (Box<dyn Write>, Earlier) = match &flags.resume {
        None => (Box::new(io::stdout()), Earlier::default()),
        Some(path) => {
            let resumed = Resumed::open(path, if flags.certificates { "dp-line/1" } else { "dp-report/1" })?;
            let earlier =
                resumed.behind(&mut lines, &|line| work.text(line).ok().map(|text| sha256(text.as_bytes())))?;
            (Box::new(resumed.file), earlier)
        }
    };
    if earlier.count > 0 && !call.quiet {
        complain(&format!("{} lines were there already", earlier.count));
    }
    let mut worst = earlier.worst;
    let print = |answer: Answer| {
        worst = Some(worse(worst, answer.status));
        if let Some(complaint) = &answer.complaint {
            complain(complaint);
        }
        if call.quiet && flags.resume.is_none() { Ok(()) } else { written(&mut out, &answer.text) }
    };
    in_order(lines, &|line| work.answer(line), print).map_err(Unusable::from)?;
    if worst.is_none() && !call.quiet {
        complain(&format!("{name}: found no line, so nothing was decided"));
    }
    Ok(worst.unwrap_or(0))
}

fn template(call: &Call, limits: &Limits) -> Result<Option<Template>, Unusable> {
    let Some(graph6) = call.table.graph6() else { return Ok(None) };
    if !graph6.is_empty() {
        return Err("with --jsonl, --graph6 has no value: the graphs are the lines".into());
    }
    let Some(path) = &call.lines.template else {
        return Err("--jsonl --graph6 needs --template MECHANISM.json, whose query each graph becomes".into());
    };
    let bytes = file::read(path, limits)?;
    Template::read(&bytes, limits).map(Some).map_err(|e| Unusable::at(path, e))
}

/// A line, at once.
fn written(out: &mut dyn Write, line: &str) -> io::Result<()> {
    out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush())
}

/// What a line is, decided by the threads of the pool, then printed, in the order of the lines.
///
/// # Errors
/// The output can't be written; a reader who has seen enough is no error.
fn in_order(
    lines: impl Iterator<Item = Result<Line, Unusable>> + Send,
    answer: &(dyn Fn(Result<Line, Unusable>) -> Answer + Sync),
    mut print: impl FnMut(Answer) -> io::Result<()>,
) -> Result<(), String> {
    let (queue, answers) = sync_channel::<Receiver<Answer>>(AHEAD);
    thread::scope(|threads| {
        threads.spawn(move || {
            rayon::in_place_scope_fifo(|pool| {
                for line in lines {
                    let (give, take) = sync_channel(1);
                    if queue.send(take).is_err() {
                        // Nobody reads on.
                        break;
                    }
                    let last = line.is_err();
                    pool.spawn_fifo(move |_| drop(give.send(answer(line))));
                    if last {
                        break;
                    }
                }
            });
        });
        for answer in answers {
            let Ok(answer) = answer.recv() else { continue };
            match print(answer) {
                Ok(()) => {}
                Err(e) if e.kind() == ErrorKind::BrokenPipe => break,
                Err(e) => return Err(format!("standard output: {}", explain(&e))),
            }
        }
        Ok(())
    })
}

impl Work<'_> {
    /// The mechanism file that a line is, or stands for.
    fn text(&self, line: &Line) -> Result<String, Unusable> {
        let bytes = line.bytes.as_ref().map_err(|e| line.wrong(self.name, e.clone()))?;
        match self.template {
            // What is no UTF-8 is no graph either, and is refused as one.
            Some(template) => Ok(template.with_graph6(String::from_utf8_lossy(bytes).trim())),
            None => String::from_utf8(bytes.clone()).map_err(|e| {
                let wrong = dp_verify::error::Error::malformed("$".to_owned(), e.utf8_error().valid_up_to(), "");
                line.wrong(self.name, wrong.instead("bytes that are no UTF-8", "text"))
            }),
        }
    }

    fn answer(&self, line: Result<Line, Unusable>) -> Answer {
        let decided = line.and_then(|line| self.decided(&line));
        decided.unwrap_or_else(|why| Answer { text: error_to_line(&why), status: WRONG, complaint: Some(why.message) })
    }

    fn decided(&self, line: &Line) -> Result<Answer, Unusable> {
        let text = self.text(line)?;
        let located = |why: Unusable| match (&why.file, why.error) {
            (Some(file), Some(error)) if file == self.name => line.wrong(self.name, *error),
            (file, error) => Unusable { file: file.clone(), error, ..why },
        };
        let mechanism =
            file::mechanism_at(Path::new(self.name), text.as_bytes(), &self.options.limits).map_err(located)?;
        if let Some(lack) = crate::decide::lacking(&mechanism, &self.options.only) {
            return Err(format!("{}:{}: asked for by --only: {lack}", self.name, line.number).into());
        }
        let certified = guarded(|| certify_mechanism(&mechanism, self.options));
        let certified = certified.map_err(|why| format!("{}:{}: {why}", self.name, line.number))?;
        let Certified { certificate, report, .. } = certified.map_err(|e| line.wrong(self.name, e))?;
        let carried = Carried { mechanism: &text, certificate: &certificate };
        let text = report.to_line(self.exact, self.certificates.then_some(carried));
        Ok(Answer { text, status: report.status(), complaint: None })
    }
}
