//! What is wrong with an input, for programs: `dp-error/1`.

use super::escape::escape;
use dp_file::file::Unusable;
use std::ffi::OsStr;

#[derive(serde::Serialize)]
struct Document<'a> {
    format: &'static str,
    version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// The exit status that it has by itself.
    exit: u8,
    error: ErrorPart<'a>,
}

#[derive(serde::Serialize)]
struct ErrorPart<'a> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    message: &'a str,
}

/// Whether the arguments of a call that can't be read ask for JSON, and not for silence: its error is told as any
/// other.
pub fn asks_for_json(arguments: &[impl AsRef<OsStr>]) -> bool {
    asks_for("json", arguments)
}

/// Whether the arguments of a call that can't be read ask for a format, and not for silence.
pub fn asks_for(format: &str, arguments: &[impl AsRef<OsStr>]) -> bool {
    let words: Vec<&str> = arguments
        .iter()
        .map(|word| word.as_ref().to_str().unwrap_or_default())
        .take_while(|word| *word != "--")
        .collect();
    let quiet = |word: &&str| *word == "--quiet" || *word == "-q" || *word == "-qv" || *word == "-vq";
    let apart = words.windows(2).any(|pair| pair == ["--format", format]);
    let in_one = |word: &&str| word.strip_prefix("--format=") == Some(format);
    (apart || words.iter().any(in_one)) && !words.iter().any(quiet)
}

/// `{"format": "dp-error/1", "exit": 2, "error": {"kind", "file", "path", "line", "column", "found", "expected",
/// "hint", "message"}}`: what the message says, by its parts; a part that there is none of is left out.
pub fn error_to_json(unusable: &Unusable) -> String {
    // Serialising strings and numbers into memory has no way to fail.
    escape(&serde_json::to_string_pretty(&document(unusable, None)).unwrap_or_default())
}

/// The JSON of an error in one of several files, whose path it names: what is wrong may stand in another that this one
/// names.
pub fn error_of_several(unusable: &Unusable, file: &str) -> String {
    escape(&serde_json::to_string_pretty(&document(unusable, Some(file))).unwrap_or_default())
}

/// The JSON of an error, on one line.
pub fn error_to_line(unusable: &Unusable) -> String {
    escape(&serde_json::to_string(&document(unusable, None)).unwrap_or_default())
}

fn document<'a>(unusable: &'a Unusable, file: Option<&'a str>) -> Document<'a> {
    let error = unusable.error.as_ref();
    let placed = error.filter(|error| error.line > 0);
    Document {
        format: "dp-error/1",
        version: env!("CARGO_PKG_VERSION"),
        file,
        exit: 2,
        error: ErrorPart {
            kind: match (unusable.over_limit, error) {
                (true, _) => "limit",
                (false, Some(error)) if error.line > 0 || !error.path.is_empty() => "malformed",
                (false, _) if unusable.file.is_some() => "unusable",
                (false, _) => "call",
            },
            file: unusable.file.as_deref(),
            path: error.map(|error| &*error.path).filter(|path| !path.is_empty()),
            line: placed.map(|error| error.line),
            column: placed.map(|error| error.column),
            found: error.and_then(|error| error.found.as_deref()),
            expected: error.and_then(|error| error.expected.as_deref()),
            hint: error.and_then(|error| error.hint.as_deref()),
            message: &unusable.message,
        },
    }
}
