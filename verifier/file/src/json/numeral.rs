//! Where a number ends.

/// The length of the JSON number at the start of `text`: `-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?`.
///
/// `None` where there is none. A fraction or exponent that does not complete is left outside.
pub(crate) fn numeral_length(text: &str, signed: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
    let start = usize::from(signed && bytes.first() == Some(&b'-'));
    let whole = digits(start);
    if whole == 0 || (whole > 1 && bytes.get(start) == Some(&b'0')) {
        return None;
    }
    // What stands before digits belongs to the number where there are some.
    let with_digits = |from: usize| Some(from.saturating_add(digits(from))).filter(|end| *end > from);
    let mut at = start.saturating_add(whole);
    if bytes.get(at) == Some(&b'.') {
        at = with_digits(at.saturating_add(1)).unwrap_or(at);
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let exponent = at.saturating_add(1);
        let sign = usize::from(matches!(bytes.get(exponent), Some(b'+' | b'-')));
        at = with_digits(exponent.saturating_add(sign)).unwrap_or(at);
    }
    Some(at)
}
