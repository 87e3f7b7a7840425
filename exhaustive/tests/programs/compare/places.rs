//! Places on the line by their digits: the same number may be written as the root of a factor, or with square roots.

use std::iter::Peekable;
use std::str::Chars;

/// A text with every end of an interval, and every single point, by its first nine digits, if all of them can be read.
pub(super) fn by_digits(text: &str) -> String {
    let parts = text.split(" ∪ ").map(|part| {
        let (first, inner, last) = ends(part)?;
        let places: Option<Vec<String>> = inner.split(", ").map(digits).collect();
        Some(format!("{first}{}{last}", places?.join(", ")))
    });
    parts.collect::<Option<Vec<String>>>().map_or_else(|| text.to_owned(), |parts| parts.join(" ∪ "))
}

/// An interval's or a point's brackets, and what is between them.
fn ends(part: &str) -> Option<(char, &str, char)> {
    let mut inner = part.chars();
    let (first, last) = (inner.next()?, inner.next_back()?);
    ("([{".contains(first) && ")]}".contains(last)).then_some((first, inner.as_str(), last))
}

fn digits(text: &str) -> Option<String> {
    if let Some((_, near)) = text.split_once(" near ") {
        return near.parse().ok().map(|x: f64| format!("{x:.9}"));
    }
    let mut left = text.chars().peekable();
    let value = sum(&mut left)?;
    left.next().is_none().then(|| format!("{value:.9}"))
}

type Left<'a> = Peekable<Chars<'a>>;

#[allow(clippy::float_arithmetic, reason = "digits to compare by, of numbers that were compared exactly")]
fn sum(left: &mut Left) -> Option<f64> {
    let mut total = if left.next_if_eq(&'-').is_some() { -product(left)? } else { product(left)? };
    while let Some(sign) = left.next_if(|c| "+-".contains(*c)) {
        let term = product(left)?;
        total += if sign == '+' { term } else { -term };
    }
    Some(total)
}

#[allow(clippy::float_arithmetic, reason = "as in `sum`")]
fn product(left: &mut Left) -> Option<f64> {
    let mut value = factor(left)?;
    loop {
        match left.peek() {
            Some('/') => {
                left.next();
                value /= factor(left)?;
            }
            // `2√3`
            Some('√') => value *= factor(left)?,
            _ => return Some(value),
        }
    }
}

fn factor(left: &mut Left) -> Option<f64> {
    match left.peek()? {
        '√' => {
            left.next();
            factor(left).map(f64::sqrt)
        }
        '(' => {
            left.next();
            let inner = sum(left)?;
            left.next_if_eq(&')').map(|_| inner)
        }
        _ => {
            let digits = std::iter::from_fn(|| left.next_if(|c| c.is_ascii_digit() || *c == '.'));
            digits.collect::<String>().parse().ok()
        }
    }
}

#[test]
fn numbers_are_the_same_however_they_are_written() {
    let same = [
        ("(0, (3-√6)/3]", "(0, root of 1-4*x-6*x^2-12*x^3+9*x^4 near 0.183503419072]"),
        ("(1/8, √6/4]", "(1/8, root of 3-3*x-8*x^2+8*x^3 near 0.612372435696]"),
        ("{2√3/8} ∪ [1/2, 1)", "{root of 16*x^2-3 near 0.433012701892} ∪ [1/2, 1)"),
    ];
    for (one, other) in same {
        assert_eq!(by_digits(one), by_digits(other));
        assert_ne!(by_digits(one), one);
    }
    assert_ne!(by_digits("(0, √6/4]"), by_digits("(0, √6/5]"));
    assert_eq!(by_digits("(1-a)/(1+a)"), "(1-a)/(1+a)");
}
