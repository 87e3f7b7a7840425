//! Where two named things meet: the rows of a table and the nodes of a graph, a file and another one that it names.
//!
//! Equal sets of names are aligned by name, whatever their order; unequal ones are an error. Positions count only where
//! one side has no names, which is the same as to be called 0, 1, …, n−1 in this order. Every meeting asks here.

use crate::json::shorten;
use std::collections::{HashMap, HashSet};
use std::fmt;

/// Two sets of names that are not equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unlike {
    /// The first name, and its place, that only what comes has.
    pub found: Option<(usize, String)>,
    /// The first name that it lacks.
    pub missing: Option<String>,
}

impl fmt::Display for Unlike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.found, &self.missing) {
            (Some((_, found)), Some(missing)) => {
                write!(f, "found \"{}\", expected the same names: \"{}\" is missing", shorten(found), shorten(missing))
            }
            (Some((_, found)), None) => write!(f, "found \"{}\", expected the same names, each once", shorten(found)),
            (None, missing) => write!(f, "\"{}\" is missing", shorten(missing.as_deref().unwrap_or_default())),
        }
    }
}

impl std::error::Error for Unlike {}

/// Whether names are 0, 1, …, n−1 in this order, which is to have none.
pub fn are_numbers(names: &[String]) -> bool {
    names.iter().enumerate().all(|(i, name)| *name == i.to_string())
}

/// For each of our names the place of what comes under the same name; `None` where all comes in our order, or by
/// position because one of the two has no names.
///
/// # Errors
/// Both have names, and not the same.
pub fn order(own: &[String], coming: &[String]) -> Result<Option<Vec<usize>>, Unlike> {
    let mut places: HashMap<&str, usize> = HashMap::with_capacity(coming.len());
    let mut again = None;
    for (k, name) in coming.iter().enumerate() {
        if places.insert(name, k).is_some() {
            again = again.or(Some((k, name)));
        }
    }
    let known: HashSet<&str> = own.iter().map(String::as_str).collect();
    let found: Option<Vec<usize>> = own.iter().map(|name| places.get(&**name).copied()).collect();
    let once = known.len() == own.len() && own.len() == coming.len();
    if let (Some(found), None, true) = (found, again, once) {
        let stands = found.iter().enumerate().all(|(i, place)| i == *place);
        return Ok((!stands).then_some(found));
    }
    if are_numbers(own) || are_numbers(coming) {
        return Ok(None);
    }
    let strange = coming.iter().enumerate().find(|(_, name)| !known.contains(&***name)).or(again);
    Err(Unlike {
        found: strange.map(|(k, name)| (k, name.clone())),
        missing: own.iter().find(|name| !places.contains_key(&***name)).cloned(),
    })
}

/// The nodes that all of these are the names of, or the numbers: `Err` has the place of the first that is neither, or
/// that may be either.
///
/// A name is meant where there is one. A number counts where no name could be meant by it: where none of these is a
/// number and a name at once, or where they are 0, 1, …, n−1, all of them.
///
/// # Errors
/// See above.
pub fn places(these: &[&str], names: Option<&[String]>, nodes: usize) -> Result<Vec<usize>, usize> {
    let by_name: HashMap<&str, usize> = names.unwrap_or_default().iter().map(String::as_str).zip(0..).collect();
    let number = |text: &str| text.parse::<usize>().ok().filter(|i| *i < nodes);
    let all_named = these.iter().all(|text| by_name.contains_key(text));
    let numbers: Option<HashSet<usize>> = these.iter().map(|text| number(text)).collect();
    if let (false, Some(numbers)) = (all_named, &numbers)
        && numbers.len() == nodes
    {
        return Ok(these.iter().filter_map(|text| number(text)).collect());
    }
    let is_both = |text: &&str| by_name.contains_key(text) && text.parse::<usize>().is_ok();
    let either = !all_named && these.iter().any(is_both);
    let place = |(k, text): (usize, &&str)| {
        let by_number = || number(text).filter(|_| !either);
        by_name.get(text).copied().or_else(by_number).ok_or(k)
    };
    these.iter().enumerate().map(place).collect()
}

/// What comes, in our order: `order` is what [`order`] found.
pub fn arranged<T: Clone>(items: &[T], order: Option<&[usize]>) -> Vec<T> {
    order.map_or_else(|| items.to_vec(), |order| order.iter().filter_map(|place| items.get(*place).cloned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &str) -> Vec<String> {
        list.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn equal_names_are_aligned_and_unequal_ones_are_told() {
        let found = |own: &str, coming: &str| order(&names(own), &names(coming)).map_err(|e| e.to_string());
        for (own, coming, expected) in [
            ("a b c", "a b c", None),
            ("a b c", "c a b", Some(vec![1, 2, 0])),
            ("0 1 2", "a b c", None),
            ("a b c", "0 1 2", None),
            ("0 1 2", "2 0 1", Some(vec![1, 2, 0])),
            ("2 0 1", "0 1 2", Some(vec![2, 0, 1])),
            ("0 1 2", "1 2 3", None),
        ] {
            assert_eq!(found(own, coming), Ok(expected), "{own}; {coming}");
        }
        for (own, coming, told) in [
            ("a b c", "a b d", "found \"d\", expected the same names: \"c\" is missing"),
            ("a b c", "2 0 1", "found \"2\", expected the same names: \"a\" is missing"),
            ("a b", "a b c", "found \"c\", expected the same names, each once"),
            ("a b", "b b", "found \"b\", expected the same names: \"a\" is missing"),
            ("a b c", "a b", "\"c\" is missing"),
            ("a b a", "a b c", "found \"c\", expected the same names, each once"),
            ("a a b", "a a b", "found \"a\", expected the same names, each once"),
            ("a b c", "a a b c", "found \"a\", expected the same names, each once"),
        ] {
            assert_eq!(found(own, coming), Err(told.to_owned()), "{own}; {coming}");
        }
    }

    #[test]
    fn a_number_counts_where_no_name_is_meant() {
        let abc = names("a b c");
        let found = |these: &str, known: &str| {
            let these: Vec<&str> = these.split(' ').collect();
            places(&these, Some(&names(known)).filter(|_| !known.is_empty()).map(|names| &names[..]), 3)
        };
        for (these, known, expected) in [
            ("c a", "a b c", Ok(vec![2, 0])),
            ("0 2", "", Ok(vec![0, 2])),
            ("0 2", "a b c", Ok(vec![0, 2])),
            ("0 b", "a b c", Ok(vec![0, 1])),
            ("0 1", "2 0 1", Ok(vec![1, 2])),
            ("1 2", "1 2 3", Ok(vec![0, 1])),
            ("0 1 1 2", "1 2 3", Ok(vec![0, 1, 1, 2])),
            ("0 1", "1 2 3", Err(0)),
            ("0 3", "1 2 3", Err(0)),
            ("0 25", "18 25 40", Err(0)),
            ("0 2", "18 25 40", Ok(vec![0, 2])),
            ("a 3", "a b c", Err(1)),
            ("a -1", "", Err(0)),
        ] {
            assert_eq!(found(these, known), expected, "{these}; {known}");
        }
        assert_eq!(places(&[], Some(&abc), 3), Ok(Vec::new()));
        assert_eq!(arranged(&["x", "y", "z"], Some(&[2, 0, 1])), ["z", "x", "y"]);
    }
}
