//! A log in blocks of whole lines, unpacked where it is gzip: a few blocks are in memory at a time, never the
//! log.

use crate::table::advice;
use dp_verify::error::Error;
use dp_verify::report::printable;
use flate2::read::MultiGzDecoder;
use memchr::{memchr, memchr_iter, memrchr};
use std::io::{Cursor, ErrorKind, Read};

/// The most bytes of a line.
pub(super) const LONGEST: usize = 1 << 16;

/// What files begin with that are packed in another way.
const PACKED: [(&[u8], &str); 3] = [(b"\x28\xb5\x2f\xfd", "zstd"), (b"\xfd7zXZ\0", "xz"), (b"BZh", "bzip2")];

/// Whole lines.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) bytes: Vec<u8>,
    /// The number of the first of them, from 1.
    pub(super) line: u64,
    /// Where that begins in the log.
    pub(super) offset: u64,
}

impl Block {
    /// Takes the first line off, without its end.
    pub(super) fn take_line(&mut self) -> Vec<u8> {
        let end = memchr(b'\n', &self.bytes).map_or(self.bytes.len(), |at| at + 1);
        let line: Vec<u8> = self.bytes.drain(..end).collect();
        (self.line, self.offset) = (self.line + 1, self.offset + end as u64);
        without_end(&line).to_vec()
    }

    /// The first line, without its end.
    pub(super) fn first_line(&self) -> &[u8] {
        let end = memchr(b'\n', &self.bytes).unwrap_or(self.bytes.len());
        without_end(&self.bytes[..end])
    }
}

/// A line without what ends it.
pub(super) fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// An error in a line, whose offset is counted from where that begins, with its place in the log.
pub(super) fn placed(error: Error, line: &[u8], (number, offset): (u64, u64)) -> Error {
    let before = line.get(..error.offset).unwrap_or(line);
    let column = String::from_utf8_lossy(before).chars().count() + 1;
    let word = |x: u64| usize::try_from(x).unwrap_or(usize::MAX);
    let offset = word(offset).saturating_add(error.offset);
    Error { line: word(number), column, offset, ..error }
}

/// What is read of a log.
pub(super) struct Blocks<R: Read> {
    from: Unpacked<R>,
    /// About how long a block is.
    size: usize,
    /// What follows the last line end.
    rest: Vec<u8>,
    line: u64,
    offset: u64,
    /// Nothing more is to be had.
    ended: bool,
    /// Why not, where that is no end.
    failed: Option<Error>,
}

type Whole<R> = std::io::Chain<Cursor<Vec<u8>>, R>;

enum Unpacked<R: Read> {
    Plain(Whole<R>),
    Gzip(Box<MultiGzDecoder<Whole<R>>>),
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        match self {
            Self::Plain(from) => from.read(into),
            Self::Gzip(from) => from.read(into),
        }
    }
}

impl<R: Read> Blocks<R> {
    /// Begins to read in blocks of about so many bytes.
    ///
    /// # Errors
    /// What can't be read; what is no text, and is known by how it begins.
    pub(super) fn open(mut from: R, size: usize) -> Result<Self, Error> {
        let mut head = Vec::new();
        from.by_ref().take(64).read_to_end(&mut head).map_err(|e| unread(&e, false))?;
        let is_gzip = head.starts_with(b"\x1f\x8b");
        let whole = Cursor::new(head).chain(from);
        let from = if is_gzip { Unpacked::Gzip(Box::new(MultiGzDecoder::new(whole))) } else { Unpacked::Plain(whole) };
        let (rest, size) = (Vec::new(), size.max(1));
        let mut blocks = Self { from, size, rest, line: 1, offset: 0, ended: false, failed: None };
        let mut head = Vec::new();
        if let Err(e) = blocks.from.by_ref().take(64).read_to_end(&mut head) {
            blocks.fail(&e, &head);
        }
        if let Some(what) = what_it_is(&head) {
            let expected = "a log as text, a run a line";
            let error = Error::malformed(String::new(), 0, "").found("what is no text in UTF-8", expected);
            return Err(placed(error.hint(&format!(": {what}")), &head, (1, 0)));
        }
        // A byte order mark.
        let mark = if head.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        (blocks.offset, blocks.rest) = (mark as u64, head.split_off(mark));
        Ok(blocks)
    }

    /// Whether it is unpacked on the way.
    pub(super) fn is_gzip(&self) -> bool {
        matches!(self.from, Unpacked::Gzip(_))
    }

    /// Whether the log has been read to its end.
    pub(super) fn is_at_end(&self) -> bool {
        self.ended && self.rest.is_empty() && self.failed.is_none()
    }

    /// The next block, in this buffer; `None` at the end.
    ///
    /// # Errors
    /// What can't be read or unpacked, once all whole lines before it have been given; a line over [`LONGEST`].
    pub(super) fn next(&mut self, mut buffer: Vec<u8>) -> Result<Option<Block>, Error> {
        buffer.clear();
        buffer.append(&mut self.rest);
        let mut wanted = self.size;
        let end = loop {
            let most = wanted.saturating_sub(buffer.len()).max(1);
            if !self.ended {
                match self.from.by_ref().take(most as u64).read_to_end(&mut buffer) {
                    Ok(read) => self.ended = read < most,
                    Err(e) => self.fail(&e, &buffer),
                }
            }
            let end = memrchr(b'\n', &buffer).map(|at| at + 1);
            match end {
                _ if self.ended && self.failed.is_none() => break buffer.len(),
                Some(end) => break end,
                None if self.ended => break 0,
                None if buffer.len() > LONGEST => {
                    self.ended = true;
                    return Err(placed(too_long(&buffer), &buffer, (self.line, self.offset)));
                }
                None => wanted = buffer.len() + self.size,
            }
        };
        self.rest.extend_from_slice(&buffer[end..]);
        buffer.truncate(end);
        if buffer.is_empty() {
            return self.failed.take().map_or(Ok(None), Err);
        }
        let (line, offset) = (self.line, self.offset);
        self.line += memchr_iter(b'\n', &buffer).count() as u64;
        self.offset += buffer.len() as u64;
        Ok(Some(Block { bytes: buffer, line, offset }))
    }

    /// Remembers why nothing more is to be had, at the line in which that is.
    fn fail(&mut self, e: &std::io::Error, buffer: &[u8]) {
        let lines = memchr_iter(b'\n', buffer).count() as u64;
        let last = memrchr(b'\n', buffer).map_or(0, |at| at + 1);
        let line = &buffer[last..];
        let error = Error { offset: line.len(), ..unread(e, self.is_gzip()) };
        let place = (self.line + lines, self.offset + last as u64);
        (self.ended, self.failed) = (true, Some(placed(error, line, place)));
    }
}

/// What is said of a line over [`LONGEST`], or of the beginning of one.
pub(super) fn too_long(line: &[u8]) -> Error {
    let hint = if line.contains(&b'\r') { " (lines end in a line feed here, not in a carriage return)" } else { "" };
    let message = format!("a line of more than {LONGEST} bytes, expected a run a line: input,output{hint}");
    Error::over_limit(String::new(), 0, message)
}

/// What is no text, by how it begins.
fn what_it_is(head: &[u8]) -> Option<String> {
    let packed = PACKED.iter().find(|(magic, _)| head.starts_with(magic));
    let packed =
        packed.map(|(_, name)| format!("this is packed by {name}: unpack it first, gzip alone is read as it is"));
    packed.or_else(|| advice(head).map(str::to_owned))
}

/// What is said of what can't be read.
fn unread(e: &std::io::Error, gzip: bool) -> Error {
    let error = Error::malformed(String::new(), 0, "");
    match e.kind() {
        ErrorKind::UnexpectedEof if gzip => error.found("the end of the file", "the rest of its gzip: it is cut off"),
        ErrorKind::InvalidData | ErrorKind::InvalidInput if gzip => error
            .found(format!("gzip that can't be unpacked ({})", printable(&e.to_string())), "the file as it was packed"),
        _ => Error { message: printable(&e.to_string()), ..error },
    }
}
