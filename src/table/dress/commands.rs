//! Commands of LaTeX: which are no part of a cell, with how many arguments, and which change what a cell says.

use crate::table::text::error;
use dp_verify::error::Error;
use std::borrow::Cow;

/// What follows a command and belongs to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arguments {
    /// Whether there may be one in brackets before the others, in parentheses, in brackets between them.
    optional: bool,
    round: bool,
    braces: usize,
}

impl Arguments {
    const NONE: Self = Self { optional: false, round: false, braces: 0 };
    const OPTIONAL: Self = Self { optional: true, round: false, braces: 0 };

    pub(super) const fn braces(braces: usize) -> Self {
        Self { optional: false, round: false, braces }
    }

    const fn and(braces: usize) -> Self {
        Self { optional: true, round: false, braces }
    }
}

/// What a command does.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    RowEnd,
    Fraction,
    Begin,
    End,
    /// Nothing that changes a cell, with these arguments; what else follows it is kept.
    LeftOut(Arguments),
    /// Known in cells.
    Kept,
    /// What is never read beside rows.
    Refused,
    Unknown,
}

/// The letters behind a backslash.
pub(super) fn name(source: &[u8], at: usize) -> Cow<'_, str> {
    let rest = source.get(at + 1..).unwrap_or_default();
    let length = rest.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    String::from_utf8_lossy(&rest[..length])
}

pub(super) fn kind(name: &str) -> Kind {
    match name {
        "tabularnewline" => Kind::RowEnd,
        "frac" | "tfrac" | "dfrac" | "cfrac" | "sfrac" | "nicefrac" => Kind::Fraction,
        "begin" => Kind::Begin,
        "end" => Kind::End,
        "pm" => Kind::Kept,
        "hline" | "hdashline" | "centering" | "raggedright" | "noindent" | "medskip" | "bigskip" | "smallskip"
        | "par" | "newline" | "quad" | "qquad" | "hfill" | "protect" | "maketitle" => Kind::LeftOut(Arguments::NONE),
        // Fonts: what they are for is kept.
        "tiny" | "scriptsize" | "footnotesize" | "small" | "normalsize" | "large" | "Large" | "LARGE" | "huge"
        | "Huge" | "bf" | "it" | "em" | "rm" | "sf" | "tt" | "sc" | "bfseries" | "itshape" | "mdseries" | "upshape"
        | "scshape" | "sffamily" | "ttfamily" | "rmfamily" | "boldmath" | "displaystyle" | "textstyle"
        | "scriptstyle" | "textbf" | "textit" | "emph" | "mathbf" | "mathrm" | "mathit" | "mathsf" | "mathtt"
        | "boldsymbol" | "bm" | "text" | "textrm" | "textsf" | "texttt" | "textsc" | "textnormal" | "textmd"
        | "textup" | "textsl" | "underline" | "mbox" | "ensuremath" | "num" => Kind::LeftOut(Arguments::NONE),
        "toprule" | "midrule" | "bottomrule" | "addlinespace" | "specialrule" | "pagebreak" => {
            Kind::LeftOut(Arguments::OPTIONAL)
        }
        "cmidrule" => Kind::LeftOut(Arguments { optional: true, round: true, braces: 1 }),
        "cline" | "label" | "vspace" | "hspace" | "pagestyle" | "thispagestyle" | "textcolor" | "title" | "author"
        | "date" => Kind::LeftOut(Arguments::braces(1)),
        "caption" | "captionof" | "documentclass" | "usepackage" | "rowcolor" | "cellcolor" | "color" => {
            Kind::LeftOut(Arguments::and(1))
        }
        "setlength" | "addtolength" | "resizebox" | "setcounter" => Kind::LeftOut(Arguments::braces(2)),
        "scalebox" => Kind::LeftOut(Arguments::and(1)),
        "left" | "right" | "bigl" | "bigr" | "Bigl" | "Bigr" => Kind::LeftOut(Arguments::NONE),
        "multicolumn" | "multirow" | "else" | "fi" | "input" | "include" | "def" | "let" | "newcommand" | "verb"
        | "csname" | "shortstack" | "makecell" | "phantom" | "sout" | "st" | "cancel" | "endhead" | "endfoot"
        | "endfirsthead" | "endlastfoot" => Kind::Refused,
        _ if name.starts_with("if") => Kind::Refused,
        _ => Kind::Unknown,
    }
}

/// Whether an environment is a table, and its arguments; `None` of others.
pub(super) fn of_environment(name: &str) -> Option<(bool, Arguments)> {
    Some(match name {
        "tabular" | "array" | "longtable" | "supertabular" | "NiceTabular" => (true, Arguments::and(1)),
        "tabular*" | "tabularx" | "tabulary" => (true, Arguments::braces(2)),
        "matrix" | "pmatrix" | "bmatrix" | "Bmatrix" | "smallmatrix" => (true, Arguments::NONE),
        "table" | "table*" | "sidewaystable" | "center" => (false, Arguments::OPTIONAL),
        "document" | "equation" | "equation*" | "displaymath" | "math" | "small" | "footnotesize" | "scriptsize"
        | "landscape" | "threeparttable" | "flushleft" => (false, Arguments::NONE),
        "adjustbox" | "minipage" => (false, Arguments::and(1)),
        _ => return None,
    })
}

fn past_blanks(source: &[u8], at: usize) -> usize {
    at + source[at..].iter().take_while(|b| b.is_ascii_whitespace()).count()
}

/// Where the arguments end that begin here.
pub(super) fn past(source: &[u8], at: usize, arguments: Arguments) -> Result<usize, Error> {
    let mut end = if source.get(at) == Some(&b'*') { at + 1 } else { at };
    if arguments.optional && source.get(end) == Some(&b'[') {
        end = argument(source, end)?;
    }
    if arguments.round && source.get(end) == Some(&b'(') {
        end = argument(source, end)?;
    }
    for _ in 0..arguments.braces {
        let at = past_blanks(source, end);
        end = match source.get(at) {
            Some(b'{') => argument(source, at)?,
            Some(b'\\') if !name(source, at).is_empty() => at + 1 + name(source, at).len(),
            _ => return Err(error(at, "found no argument in braces after a command of LaTeX, expected one")),
        };
    }
    // \left( and its like, whose argument is a sign, are told by the letters before.
    let word = source[..at].iter().rev().take_while(|b| b.is_ascii_alphabetic()).count();
    if matches!(&source[at - word..at], b"left" | b"right" | b"bigl" | b"bigr" | b"Bigl" | b"Bigr") {
        let sign = past_blanks(source, at);
        end = match (source.get(sign), name(source, sign).len()) {
            (Some(b'\\'), letters) => sign + 1 + letters.max(1),
            (Some(b'(' | b')' | b'[' | b']' | b'.' | b'|' | b'/' | b'<' | b'>'), _) => sign + 1,
            _ => return Err(error(at - word - 1, "found \\left or \\right, and no bracket behind it")),
        };
    }
    Ok(end.min(source.len()))
}

/// Where an argument in braces, brackets or parentheses ends that begins here.
fn argument(source: &[u8], at: usize) -> Result<usize, Error> {
    let open = source[at];
    let close = match open {
        b'{' => b'}',
        b'[' => b']',
        _ => b')',
    };
    let (mut depth, mut masked) = (0_usize, false);
    for (i, &b) in source.iter().enumerate().skip(at) {
        match b {
            _ if masked => masked = false,
            b'\\' => masked = true,
            _ if b == open => depth += 1,
            _ if b == close => {
                depth -= 1;
                if depth == 0 {
                    return Ok(i + 1);
                }
            }
            _ => {}
        }
    }
    Err(error(at, format!("found a \"{}\" after a command of LaTeX that nothing closes", char::from(open))))
}

/// The name of an environment, and where it ends.
pub(super) fn environment(source: &[u8], at: usize) -> Result<(String, usize), Error> {
    let at = past_blanks(source, at);
    if source.get(at) != Some(&b'{') {
        return Err(error(at, "found no name in braces after \\begin or \\end"));
    }
    let end = argument(source, at)?;
    Ok((String::from_utf8_lossy(&source[at + 1..end - 1]).trim().to_owned(), end))
}

/// A fraction of whole numbers, and where its arguments end.
pub(super) fn fraction(source: &[u8], at: usize) -> Option<(String, usize)> {
    let part = |at: usize| {
        let at = past_blanks(source, at);
        let rest = source.get(at..)?;
        let digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
        if rest.first() == Some(&b'{') {
            let end = rest.iter().take(1000).position(|&b| b == b'}')?;
            let inner = rest[1..end].trim_ascii();
            digits(inner).then(|| (String::from_utf8_lossy(inner).into_owned(), at + end + 1))
        } else {
            let digit = rest.first().filter(|b| b.is_ascii_digit())?;
            Some((char::from(*digit).to_string(), at + 1))
        }
    };
    let (above, end) = part(at)?;
    let (below, end) = part(end)?;
    Some((format!("{above}/{below}"), end))
}

/// Where the distance ends that may follow the end of a row: `\\[2pt]`, `\\ [2pt]`.
pub(super) fn past_distance(source: &[u8], end: usize) -> Result<usize, Error> {
    let at = past_blanks(source, end);
    if source.get(at) != Some(&b'[') {
        return Ok(end);
    }
    let inner: Vec<u8> = source[at + 1..].iter().copied().take(60).take_while(|&b| b != b']').collect();
    let closed = source.get(at + 1 + inner.len()) == Some(&b']');
    let text = String::from_utf8_lossy(&inner).into_owned();
    let rest = text.trim().trim_start_matches(['-', '+']).trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let unit = ["pt", "mm", "cm", "em", "ex", "in", "pc", "bp", "sp"].contains(&rest.trim())
        || rest.starts_with('\\') && rest[1..].bytes().all(|b| b.is_ascii_alphabetic());
    match () {
        () if closed && unit => Ok(at + inner.len() + 2),
        () if at == end => {
            Err(error(at, "found a bracket behind the end of a row of LaTeX, expected a distance: [2pt]"))
        }
        () => Ok(end),
    }
}
