//! Graphs in graph6: n, and the upper triangle of the adjacency matrix, six bits a character.
//!
//! A character from `?` to `~` stands for its code minus 63. First comes n: a character for n ≤ 62, `~` and three for
//! n ≤ 258047, `~~` and six beyond. Then a bit for each pair of nodes, (0,1), (0,2), (1,2), (0,3), ..., (n−2,n−1), 1
//! where they are adjacent, the highest bit of a character first; the last character is filled up with zeros.
//!
//! Source: McKay, Description of graph6, sparse6 and digraph6 encodings,
//! <https://users.cecs.anu.edu.au/~bdm/data/formats.txt>.

use super::reading::{Reading, within};
use crate::error::Error;
use crate::json::{View, shorten};
use crate::text::count;
use dp_kernel::{Family, Graph};

/// What may stand before a graph.
const HEADER: &str = ">>graph6<<";

/// What is read here.
const EXPECTED: &str = "one graph in graph6, with characters from \"?\" to \"~\" only";

/// The bytes of an edge in the lists of both of its ends, which grow by doubling.
const EDGE_BYTES: u64 = 32;

/// The text of the graph, without what may stand before it.
pub(super) fn line(text: &str) -> &str {
    text.strip_prefix(HEADER).unwrap_or(text)
}

/// The graph; everything is checked, and the edges are counted, before their lists are made.
///
/// Cost: a step for each pair of nodes, and so for each sixth of a character of the file.
pub(super) fn graph(view: &View, reading: &Reading) -> Result<Graph, Error> {
    let text = view.string(EXPECTED)?;
    let line = line(text);
    if let Some((k, c)) = line.chars().enumerate().find(|(_, c)| !('?'..='~').contains(c)) {
        let (found, place) =
            (shorten(&c.to_string()), text.len().saturating_sub(line.len()).saturating_add(k).saturating_add(1));
        return Err(view.found(format!("\"{found}\" as character {place}"), EXPECTED));
    }
    let (n, triangle) = size(view, line.as_bytes())?;
    let n = within(view, usize::try_from(n).ok(), reading.limits)?;
    let pairs = (n as u128).saturating_mul(n.saturating_sub(1) as u128) / 2;
    let length = pairs.div_ceil(6);
    if triangle.len() as u128 != length {
        let found = count(triangle.len(), "character");
        return Err(view.found(format!("{found} after the number of nodes"), format!("{length} for {n} nodes")));
    }
    let filled = length.saturating_mul(6).saturating_sub(pairs);
    if triangle.last().is_some_and(|last| u128::from(bits_of(last).trailing_zeros()) < filled) {
        return Err(view.found(format!("a 1 among the last {filled} bits"), "zeros after the last pair"));
    }
    let edges: u64 = triangle.iter().map(|six| u64::from(bits_of(six).count_ones())).sum();
    reading.charge_bytes(view, edges.saturating_mul(EDGE_BYTES).saturating_add(EDGE_BYTES.saturating_mul(n as u64)))?;
    let mut neighbours: Vec<Vec<usize>> = Vec::with_capacity(n);
    let mut bits = triangle.iter().flat_map(|six| (0..6).rev().map(move |k| bits_of(six) >> k & 1 == 1));
    for h in 0..n {
        let mut below = Vec::new();
        for ((i, list), is_adjacent) in neighbours.iter_mut().enumerate().zip(bits.by_ref()) {
            if is_adjacent {
                list.push(h);
                below.push(i);
            }
        }
        neighbours.push(below);
    }
    Ok(Graph::new(Family::Listed(neighbours), n))
}

/// The six bits that a character stands for.
fn bits_of(character: &u8) -> u8 {
    character.saturating_sub(b'?')
}

/// n ≥ 1, and the characters after it.
fn size<'a>(view: &View, line: &'a [u8]) -> Result<(u64, &'a [u8]), Error> {
    // How many characters n takes after those that say so, and the least n that needs so many.
    let (rest, length, least) = match line {
        [b'~', b'~', rest @ ..] => (rest, 6, 258_048),
        [b'~', rest @ ..] => (rest, 3, 63),
        rest => (rest, 1, 1),
    };
    let Some((digits, triangle)) = rest.split_at_checked(length) else {
        let found = count(rest.len(), "character");
        return Err(view.found(format!("{found} of the number of nodes"), format!("{length} of {EXPECTED}")));
    };
    let n = digits.iter().fold(0, |n: u64, digit| n << 6 | u64::from(bits_of(digit)));
    if n < least {
        let expected = format!("at least {least} where their number has {}", count(length, "character"));
        return Err(view.found(format!("a graph of {n} nodes"), expected));
    }
    Ok((n, triangle))
}
