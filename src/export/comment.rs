//! Comments, in lines that no reader cuts.

use std::io::{self, Write};

/// The most characters of a line where it can be broken.
pub(super) const WIDTH: usize = 100;

/// Writes each line of a text as comments that begin with the mark, broken at blanks, and within words that are longer
/// than a line: what follows a break would be read as part of the program.
pub(super) fn write(mark: char, lines: &[String], out: &mut dyn Write) -> io::Result<()> {
    lines.iter().flat_map(|line| broken(line)).try_for_each(|line| writeln!(out, "{mark} {line}"))
}

fn broken(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let (mut last, mut length) = (0, 0);
    for word in text.split(' ') {
        let letters: Vec<char> = word.chars().collect();
        if length > 0 && length + 1 + letters.len() <= WIDTH {
            lines[last].push(' ');
            length += 1;
        } else if length > 0 {
            lines.push(String::new());
            (last, length) = (last + 1, 0);
        }
        for (k, piece) in letters.chunks(WIDTH).enumerate() {
            if k > 0 {
                lines.push(String::new());
                (last, length) = (last + 1, 0);
            }
            lines[last].extend(piece);
            length += piece.len();
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_and_words_are_broken() {
        let words = vec!["word"; 50].join(" ");
        let long = "x".repeat(250);
        for text in [&words, &long, &format!("{words} {long} {words}"), &String::new()] {
            let lines = broken(text);
            assert!(lines.iter().all(|line| line.chars().count() <= WIDTH), "{lines:?}");
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        }
        assert_eq!(broken(&words).len(), 3);
        assert_eq!(broken(&long).len(), 3);
    }
}
