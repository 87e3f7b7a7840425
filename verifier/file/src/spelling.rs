//! The nearest name to a misspelled one.

use std::iter;

/// The most characters of a word that is compared, so that a stranger's long one takes no time.
const LONGEST: usize = 40;

/// A name as it is compared: small letters, without hyphens, underlines and blanks, as British English writes it.
pub fn plain(name: &str) -> String {
    let letters = name.chars().take(LONGEST + 1).flat_map(char::to_lowercase);
    let name: String = letters.filter(|c| !matches!(c, '-' | '_' | ' ')).collect();
    // randomized, normalize; neighbor.
    name.replace("ized", "ised").replace("ize", "ise").replace("ization", "isation").replace("neighbor", "neighbour")
}

/// The one of the known names that was probably meant: the same but for case, hyphens and American spelling, the
/// nearest by few letters left out, put in, changed or exchanged, or the only one that contains it or is contained in
/// it. Of two as near the first.
///
/// Cost: the product of the lengths for each known name, up to 40 characters each.
pub fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let word = plain(word);
    let length = word.chars().count();
    if length == 0 || length > LONGEST {
        return None;
    }
    let plains: Vec<(String, &str)> = known.iter().map(|name| (plain(name), *name)).collect();
    // One letter in three, and at least one where the name has two.
    let most = |name: &str| (length.max(name.chars().count()) / 3).max(1);
    let near = plains.iter().filter(|(name, _)| name.chars().count() > 1 && length > 1 || *name == word);
    let near = near.map(|(name, written)| (steps(&word, name), most(name), *written)).filter(|(n, most, _)| n <= most);
    if let Some((_, _, name)) = near.min_by_key(|(n, ..)| *n) {
        return Some(name);
    }
    let within = |name: &str, other: &str| other.chars().count() >= 3 && name.contains(other);
    let mut parts = plains.iter().filter(|(name, _)| within(name, &word) || within(&word, name));
    match (parts.next(), parts.next()) {
        (Some((_, only)), None) => Some(only),
        _ => None,
    }
}

/// `; did you mean X?` where a known name is near, else nothing.
pub fn did_you_mean(word: &str, known: &[&str]) -> String {
    nearest(word, known).filter(|name| *name != word).map_or_else(String::new, |name| format!("; did you mean {name}?"))
}

/// What is said of a name that is none of these: the one that was probably meant, and then all of them.
pub fn one_of(word: &str, known: &[&str]) -> String {
    let all = known.join(", ");
    match nearest(word, known).filter(|name| *name != word) {
        Some(name) => format!("no such name; did you mean {name}? Expected one of: {all}"),
        None => format!("expected one of: {all}"),
    }
}

/// How many letters must be left out, put in, changed or exchanged with the next to make one word of the other.
fn steps(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    let mut last = None;
    for (i, c) in one.chars().enumerate() {
        let mut least = i.saturating_add(1);
        let mut next = vec![least];
        let above = row.iter().zip(row.iter().skip(1));
        // The letter before, and the steps without it and the next.
        let exchanged = iter::once(None).chain(other.iter().zip(&before).map(Some)).chain(iter::repeat(None));
        for ((&d, (without_both, without_c)), exchanged) in other.iter().zip(above).zip(exchanged) {
            let changed = without_both.saturating_add(usize::from(c != d));
            least = changed.min(least.min(*without_c).saturating_add(1));
            if let Some((&e, steps)) = exchanged
                && (last, c) == (Some(d), e)
            {
                least = least.min(steps.saturating_add(1));
            }
            next.push(least);
        }
        (before, row, last) = (row, next, Some(c));
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_so_many_letters_apart() {
        for (one, other, n) in
            [("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3), ("ab", "ba", 1)]
        {
            assert_eq!((steps(one, other), steps(other, one)), (n, n), "{one} {other}");
        }
    }

    #[test]
    fn the_nearest_name_is_found_and_a_far_one_is_not() {
        let known = ["line", "cycle", "complete", "randomised-response", "at_least", "normalise", "a"];
        for (word, name) in [
            ("lien", "line"),
            ("Line", "line"),
            ("complet", "complete"),
            ("randomized_response", "randomised-response"),
            ("at least", "at_least"),
            ("atleast", "at_least"),
            ("normalize", "normalise"),
            ("randomised", "randomised-response"),
            ("A", "a"),
        ] {
            assert_eq!(nearest(word, &known), Some(name), "{word}");
        }
        for word in ["", "b", "banana", &"line".repeat(30)] {
            assert_eq!(nearest(word, &known), None, "{word}");
        }
        assert_eq!(did_you_mean("cicle", &known), "; did you mean cycle?");
        assert_eq!(did_you_mean("zebra", &known), "");
        assert_eq!(
            one_of("cicle", &["cycle", "line"]),
            "no such name; did you mean cycle? Expected one of: cycle, line"
        );
        assert_eq!(one_of("zebra", &["cycle", "line"]), "expected one of: cycle, line");
    }
}
