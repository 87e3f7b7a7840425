//! The bytes of a table as text.

use dp_verify::error::Error;

/// The text of a table in UTF-8.
pub(super) fn text(bytes: &[u8]) -> Result<&str, Error> {
    let what = advice(bytes).unwrap_or("save the table as UTF-8");
    let expected = "expected a table as text, its entries between commas";
    match std::str::from_utf8(bytes) {
        Ok(text) => match bytes.iter().position(|&b| b == 0) {
            Some(at) => Err(error(at, format!("a zero byte, {expected}: {what}"))),
            None => Ok(text),
        },
        Err(e) => {
            let at = e.valid_up_to();
            let meant = bytes.get(at).filter(|_| advice(bytes).is_none()).map_or_else(String::new, |&b| of_windows(b));
            Err(error(at, format!("a byte that is no UTF-8, {expected}: {what}{meant}")))
        }
    }
}

/// What a byte that is no UTF-8 is where Windows wrote it, and what makes UTF-8 of the file.
pub(crate) fn of_windows(byte: u8) -> String {
    // The others are no letters of Latin-1.
    let letter = if byte < 0xa0 { String::new() } else { format!(", there {}", char::from(byte)) };
    format!(" (the byte is {byte:02X}{letter}; if the file is in Windows-1252: iconv -f cp1252 -t utf-8 FILE > NEW)")
}

/// What to do with bytes that are no text, where it shows in how they begin.
pub(crate) fn advice(bytes: &[u8]) -> Option<&'static str> {
    let nuls = bytes.iter().take(64).filter(|&&b| b == 0).count();
    let wide =
        bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || nuls > 1 && !bytes.starts_with(b"PK");
    match () {
        () if bytes.starts_with(b"\x93NUMPY") => {
            Some("this is an array of NumPy: make a mechanism file of it with certify import TABLE.npy QUERY.json")
        }
        () if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"\xd0\xcf\x11\xe0") => {
            Some("this is a spreadsheet or an archive: save the sheet as CSV")
        }
        () if wide => Some("this looks like UTF-16: save it as UTF-8, or iconv -f UTF-16 -t UTF-8"),
        () => None,
    }
}

/// An error at an offset of the table.
pub(super) fn error(offset: usize, message: impl Into<String>) -> Error {
    Error::malformed(String::new(), offset, message)
}

/// Writes blanks over all but the ends of lines.
pub(super) fn blank(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|b| !b"\r\n".contains(b)).for_each(|b| *b = b' ');
}

/// Where each line that is not blank begins and ends, without its end.
pub(super) fn filled(text: &str, start: usize) -> Vec<(usize, usize)> {
    let mut at = start;
    let mut lines = Vec::new();
    for line in text.get(start..).unwrap_or_default().split('\n') {
        if !line.trim().is_empty() {
            lines.push((at, at + line.trim_end().len()));
        }
        at += line.len() + 1;
    }
    lines
}
