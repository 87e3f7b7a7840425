//! `verify --jsonl`: lines that carry a mechanism file and its certificate, checked one after the other.

use super::arguments::Call;
use super::ending::{complain, declined, refuse, worse};
use crate::report::{error_to_line, printable};
use crate::{file, verify};
use dp_file::error::Error;
use dp_file::file::Unusable;
use dp_file::json::{self, Node, Value, View};
use dp_file::limits::Limits;
use dp_file::lines::{Line, Lines};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::path::Path;

/// How much longer a line may be than a file: it carries two, each with escapes, and a report.
const FILES: usize = 4;

/// Checks each line as it comes, and prints what came of it.
pub(super) fn run(file: Option<&Path>, call: &Call) -> Result<u8, Unusable> {
    let path = file.filter(|path| path.as_os_str() != "-");
    let input: Box<dyn BufRead> = match path {
        Some(path) => Box::new(BufReader::new(file::open(path)?)),
        None => Box::new(BufReader::new(io::stdin())),
    };
    let name = path.map_or_else(|| "standard input".to_owned(), |path| path.to_string_lossy().into_owned());
    let long = Limits { bytes: call.limits.bytes.saturating_mul(FILES), ..call.limits };
    let (mut out, mut worst) = (io::stdout().lock(), None);
    for line in Lines::new(input, long.bytes) {
        let line = line?;
        let (text, status) = checked(&line, &name, call, &long).unwrap_or_else(|why| told(&why));
        worst = Some(worse(worst, status));
        if call.quiet {
            continue;
        }
        match out.write_all(format!("{text}\n").as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => {}
            // A reader who closes the pipe early has seen enough.
            Err(e) if e.kind() == ErrorKind::BrokenPipe => break,
            Err(e) => return Ok(refuse(&format!("standard output: {}", file::explain(&e)))),
        }
    }
    Ok(worst.unwrap_or(0))
}

/// What a line comes to that can't be checked.
fn told(why: &Unusable) -> (String, u8) {
    if why.over_limit {
        return (declined(why).to_string(), 3);
    }
    complain(&why.message);
    (error_to_line(why), 2)
}

fn checked(line: &Line, name: &str, call: &Call, long: &Limits) -> Result<(String, u8), Unusable> {
    let bytes = line.bytes.as_deref().map_err(|e| line.wrong(name, e.clone()))?;
    let root = json::read(bytes, long).map_err(|e| line.wrong(name, e))?;
    let text = |key: &str| carried(&root, key).map_err(|e| line.wrong(name, e));
    let (mechanism, certificate) = (text("mechanism")?, text("certificate")?);
    drop(root);
    // A place in a text within the line is no place in the line: the words must say which.
    let within = |key: &str, e: &Error| {
        let place = if e.line > 0 { format!("{}:{}: ", e.line, e.column) } else { String::new() };
        let path = format!("$.{key}");
        let message = format!("{place}{}: {}", printable(&e.path), e.message);
        line.wrong(name, Error { path, offset: 0, line: 0, column: 0, message, ..e.clone() })
    };
    let read = file::mechanism_at(Path::new(name), mechanism.as_bytes(), &call.limits);
    let read = read.map_err(|why| match &why.error {
        Some(e) if why.file.as_deref() == Some(name) => within("mechanism", e),
        _ => why,
    })?;
    let verification = verify(&read, certificate.as_bytes(), &call.limits).map_err(|e| within("certificate", &e))?;
    Ok((verification.to_line(call.exact), verification.status(call.holds)))
}

/// One of the two texts of a line.
fn carried(root: &Node, key: &str) -> Result<String, Error> {
    let root = View::root(root);
    let field = root.required(key)?;
    match field.value() {
        Value::String(text) => Ok(text.clone().into_owned()),
        _ => Err(field.unexpected("the text of a file, as `certify --jsonl --certificates` prints it")),
    }
}
