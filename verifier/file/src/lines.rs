//! Files one a line: each as it stands, none longer than is allowed in memory.

use crate::error::Error;
use crate::file::{Unusable, explain};
use std::io::{BufRead, Read};

/// A line that is not blank.
#[derive(Debug)]
pub struct Line {
    /// Which line of the input it is, from 1; blank lines count.
    pub number: usize,
    /// Its bytes, without the end of the line; an error where there are more than are allowed.
    pub bytes: Result<Vec<u8>, Error>,
}

/// The lines of an input that are not blank, from the first.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    most: usize,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// Of lines of at most `most` bytes; a longer one is passed over.
    pub fn new(input: R, most: usize) -> Self {
        Self { input, most, number: 0 }
    }

    /// One line, or `None` at the end.
    fn line(&mut self) -> std::io::Result<Option<Result<Vec<u8>, Error>>> {
        let mut bytes = Vec::new();
        // One more for the end of the line, and one to see that there is more.
        let read = (&mut self.input).take((self.most as u64).saturating_add(2)).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        let ended = bytes.pop_if(|last| *last == b'\n').is_some();
        bytes.pop_if(|last| *last == b'\r');
        if bytes.len() <= self.most {
            return Ok(Some(Ok(bytes)));
        }
        if !ended {
            self.input.skip_until(b'\n')?;
        }
        let message = format!("more than {} bytes (--limit bytes=N)", self.most);
        Ok(Some(Err(Error::over_limit("$".to_owned(), 0, message))))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Line, Unusable>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.number = self.number.saturating_add(1);
            match self.line() {
                Ok(None) => return None,
                Ok(Some(Ok(bytes))) if bytes.iter().all(u8::is_ascii_whitespace) => {}
                Ok(Some(bytes)) => return Some(Ok(Line { number: self.number, bytes })),
                Err(e) => return Some(Err(format!("line {}: {}", self.number, explain(&e)).into())),
            }
        }
    }
}

impl Line {
    /// What is wrong at a place in this line, which is all that its file has, by the line's number in the input.
    pub fn wrong(&self, input: &str, error: Error) -> Unusable {
        let bytes = self.bytes.as_deref().unwrap_or_default();
        let located = if error.line == 0 && !bytes.is_empty() { error.locate(bytes) } else { error };
        Unusable::at(input.as_ref(), Error { line: self.number, column: located.column.max(1), ..located })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_are_passed_over_and_long_ones_too() {
        let text = "ab\r\n\n  \r\nabc\nabcd\nabcdefgh\nx";
        let lines: Vec<Line> = Lines::new(text.as_bytes(), 3).map(Result::unwrap).collect();
        let found: Vec<(usize, Option<&[u8]>)> =
            lines.iter().map(|line| (line.number, line.bytes.as_deref().ok())).collect();
        let expected: [(usize, Option<&[u8]>); 5] =
            [(1, Some(b"ab")), (4, Some(b"abc")), (5, None), (6, None), (7, Some(b"x"))];
        assert_eq!(found, expected);
        let error = lines[2].wrong("standard input", lines[2].bytes.clone().unwrap_err());
        assert_eq!(error.message, "standard input:5:1: $: more than 3 bytes (--limit bytes=N)");
    }
}
