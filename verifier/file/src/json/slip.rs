//! What was probably meant where JSON breaks off: habits of other languages.

use super::numeral::numeral_length;

/// The most characters of what was meant.
const LONGEST: usize = 24;

/// What to say where `rest` stands after `before` and something else was expected.
pub(super) fn hint(before: &str, rest: &str) -> Option<String> {
    let digit = |c: char| c.is_ascii_digit();
    if let Some(after) = rest.strip_prefix('/')
        && before.ends_with(digit)
    {
        let numerator = before.strip_prefix(before.trim_end_matches(|c: char| digit(c) || ".-".contains(c)))?;
        let denominator: String = after.chars().take_while(char::is_ascii_digit).take(LONGEST).collect();
        return meant(format!("\"{numerator}/{denominator}\"")).filter(|_| !denominator.is_empty());
    }
    if rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#') {
        return Some("; JSON has no comments: \"note\" is for text".to_owned());
    }
    if let Some(quoted) = rest.strip_prefix('\'') {
        let (inner, _) = quoted.split_once('\'')?;
        let plain = inner.chars().all(|c| c.is_ascii_alphanumeric() || " /.-_".contains(c));
        return meant(format!("\"{inner}\"")).filter(|_| plain);
    }
    if rest.starts_with([']', '}']) && before.trim_end().ends_with(',') {
        return Some("; a comma stands between two things only".to_owned());
    }
    if rest.starts_with(['"', '[', '{']) && !before.trim_end().ends_with(['{', ',', ':']) {
        return Some("; a comma is missing".to_owned());
    }
    if rest.starts_with('%') {
        return Some("; a percentage is a fraction: \"50/100\"".to_owned());
    }
    match rest.split(|c: char| !c.is_ascii_alphanumeric() && !"._-+".contains(c)).next()? {
        "True" | "TRUE" => meant("true".into()),
        "False" | "FALSE" => meant("false".into()),
        "None" | "nil" | "NULL" | "Null" | "undefined" => meant("null".into()),
        "NaN" | "nan" | "Infinity" | "inf" | "NA" => Some("; every number is finite".to_owned()),
        word if word.starts_with(['.', '+']) => number(word),
        word if word.starts_with(|c: char| c.is_ascii_alphabetic()) => meant(format!("\"{word}\"")),
        _ => None,
    }
}

fn meant(text: String) -> Option<String> {
    (text.len() <= LONGEST).then(|| format!("; did you mean {text}?"))
}

/// What was meant by a number that JSON does not have.
pub(super) fn number(found: &str) -> Option<String> {
    let (sign, digits) = match found.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", found.strip_prefix('+').unwrap_or(found)),
    };
    let whole = digits.strip_suffix('.').unwrap_or(digits).replace('_', "");
    let whole = whole.trim_start_matches('0');
    let zero = if whole.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "0" };
    let text = format!("{sign}{zero}{whole}");
    meant(text.clone())
        .filter(|_| digits.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
        .filter(|_| numeral_length(&text, true) == Some(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_of_other_languages_are_told() {
        for (before, rest, told) in [
            ("[1", "/3, 2]", "; did you mean \"1/3\"?"),
            ("[0, 12", "/5]", "; did you mean \"12/5\"?"),
            ("[", "'uniform']", "; did you mean \"uniform\"?"),
            ("[1, ", "]", "; a comma stands between two things only"),
            ("{\"a\": 1\n", "\"b\": 2}", "; a comma is missing"),
            ("[[1]", "[2]]", "; a comma is missing"),
            ("", "True", "; did you mean true?"),
            ("", ".5, 1", "; did you mean 0.5?"),
            ("", "uniform}", "; did you mean \"uniform\"?"),
            ("{", "// x", "; JSON has no comments: \"note\" is for text"),
        ] {
            assert_eq!(hint(before, rest).as_deref(), Some(told), "{before}{rest}");
        }
        assert_eq!((hint("[1", ":2"), hint("{", "{}")), (None, None));
        for (found, meant) in [("01", "1"), ("1.", "1"), ("+5", "5"), ("-.5", "-0.5"), ("1_000", "1000"), ("00", "0")] {
            assert_eq!(number(found), Some(format!("; did you mean {meant}?")), "{found}");
        }
        for found in ["1.2.3", "0x10", "1e", "-", ""] {
            assert_eq!(number(found), None, "{found}");
        }
    }
}
