//! What was probably meant by a text that is no number: habits of keyboards, spreadsheets and other languages.

/// The most characters of a text that is looked at.
const LONGEST: usize = 64;

/// The text as the grammar of numbers has it, if it differs; whether it is a number then, the reader says.
pub(super) fn corrected(text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let mut better = text.trim().trim_matches(['"', '\'', '+']).to_owned();
    for (from, to) in [
        ("**", "^"),
        ("−", "-"),
        ("–", "-"),
        ("×", "*"),
        ("·", "*"),
        ("÷", "/"),
        ("⁄", "/"),
        ("∕", "/"),
        ("α", "a"),
        ("A", "a"),
        ("B", "b"),
        ("½", "1/2"),
        ("⅓", "1/3"),
        ("¼", "1/4"),
        ("¾", "3/4"),
        ("⅔", "2/3"),
        (",", "."),
        ("_", ""),
        ("\u{a0}", ""),
        ("[", "("),
        ("]", ")"),
    ] {
        better = better.replace(from, to);
    }
    if let Some(percent) = better.strip_suffix('%') {
        better = format!("{}/100", percent.trim_end());
    }
    let mut spaced = String::new();
    let mut last = ' ';
    let mut letters = better.chars().peekable();
    while let Some(c) = letters.next() {
        let factor = |c: char| c.is_ascii_digit() || matches!(c, 'a' | 'b' | ')');
        if factor(last) && matches!(c, 'a' | 'b' | '(') {
            spaced.push('*');
        }
        if c == '.' && !last.is_ascii_digit() {
            spaced.push('0');
        }
        let more = letters.peek().is_some_and(char::is_ascii_digit);
        if c != '.' || more {
            spaced.push(c);
        }
        last = c;
    }
    Some(spaced).filter(|better| better != text)
}

/// The whole number whose thousands commas may keep apart: of `98,013`, not of `0,535`.
pub(super) fn thousands(text: &str) -> Option<String> {
    let text = text.trim();
    let (first, rest) = text.strip_prefix('-').unwrap_or(text).split_once(',')?;
    let are_digits = |group: &str| group.bytes().all(|b| b.is_ascii_digit());
    let may_begin = (1..=3).contains(&first.len()) && are_digits(first) && !first.starts_with('0');
    let are_apart = rest.split(',').all(|group| group.len() == 3 && are_digits(group));
    (text.len() <= LONGEST && may_begin && are_apart).then(|| text.replace(',', ""))
}

/// The ε of `ε=1`, `eps = 1/2`, and of the bound e^ε: `e^1`, `exp(1)`.
pub(super) fn epsilon(text: &str) -> Option<&str> {
    if text.len() > LONGEST {
        return None;
    }
    let (name, value) = text.split_once('=').unwrap_or(("", text));
    let is_one = ["", "ε", "eps", "epsilon"].contains(&&*name.trim().to_lowercase());
    let value = value.trim();
    let power = value.strip_prefix("exp").or_else(|| value.strip_prefix("e^")).unwrap_or(value).trim();
    let inner = power.strip_prefix('(').and_then(|power| power.strip_suffix(')')).unwrap_or(power).trim();
    Some(inner).filter(|inner| is_one && *inner != text)
}

/// An ε with a logarithm as the grammar has it, if it differs.
pub(super) fn logarithm(text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let small =
        text.trim().to_lowercase().replace("log_e", "ln").replace("log", "ln").replace("[", "(").replace("]", ")");
    let (before, after) = small.split_once("ln")?;
    let (before, after) = (before.trim_end(), after.trim_start());
    let times = if before.ends_with(|c: char| c.is_ascii_digit() || c == ')') { "*" } else { "" };
    let argument = if after.starts_with('(') {
        after.to_owned()
    } else {
        let length = after.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(after.len());
        let (number, rest) = after.split_at_checked(length)?;
        format!("({number}){}", rest.trim_start())
    };
    Some(format!("{before}{times}ln{argument}")).filter(|better| better != text)
}

/// The ε of an α that is written as a power of e.
pub(crate) fn exponent(text: &str) -> Option<&str> {
    if text.len() > LONGEST {
        return None;
    }
    let power = text.trim().strip_prefix("exp").or_else(|| text.trim().strip_prefix("e^"))?;
    let inner = power.strip_prefix('(').and_then(|power| power.strip_suffix(')')).unwrap_or(power);
    inner.strip_prefix(['-', '−']).map(str::trim).filter(|epsilon| !epsilon.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_corrected_as_it_was_meant() {
        for (text, meant) in [
            ("50%", "50/100"),
            ("0,5", "0.5"),
            (".5", "0.5"),
            ("1.", "1"),
            ("α^2", "a^2"),
            ("2a", "2*a"),
            ("(1-a)(1+a)", "(1-a)*(1+a)"),
            ("a**2", "a^2"),
            ("−1", "-1"),
            ("½", "1/2"),
            ("+1/2", "1/2"),
        ] {
            assert_eq!(corrected(text).as_deref(), Some(meant), "{text}");
        }
        assert_eq!((corrected("1/2"), corrected("∞")), (None, None));
        for (text, whole) in [("98,013", "98013"), ("1,000", "1000"), ("-1,234,567", "-1234567")] {
            assert_eq!(thousands(text).as_deref(), Some(whole), "{text}");
        }
        for text in ["0,535", "1,00", "1234,567", "1,234,56", "1.234", "a,123", ",123", "1,234a"] {
            assert_eq!(thousands(text), None, "{text}");
        }
        for (text, meant) in [
            ("log(3)", "ln(3)"),
            ("ln 3", "ln(3)"),
            ("LN(3)", "ln(3)"),
            ("log 3 / 2", "ln(3)/ 2"),
            ("2ln(3)", "2*ln(3)"),
            ("1/5 ln 2", "1/5*ln(2)"),
        ] {
            assert_eq!(logarithm(text).as_deref(), Some(meant), "{text}");
        }
        for (text, meant) in [("ε=1", "1"), ("Eps = 1/2", "1/2"), ("e^1", "1"), ("exp(0.8)", "0.8"), ("e^(1/2)", "1/2")]
        {
            assert_eq!(epsilon(text), Some(meant), "{text}");
        }
        assert_eq!((epsilon("1"), epsilon("x=1")), (None, None));
        assert_eq!((exponent("e^-0.8"), exponent("exp(-1)"), exponent("1/2")), (Some("0.8"), Some("1"), None));
    }
}
