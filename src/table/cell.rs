//! One cell: whether it looks like a number, and with which decimal mark and sign.

use super::number::Number;
use std::borrow::Cow;

/// The mark between the whole and the fraction of a decimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decimal {
    /// `0.5`
    Point,
    /// `0,5`
    Comma,
}

/// What stands between thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thousands {
    /// `1,000`
    Comma,
    /// `1.000`
    Point,
    /// `1 000`, with a plain blank or one that does not break.
    Blank,
    /// `1'000`
    Apostrophe,
}

impl Thousands {
    pub(super) const ALL: [Self; 4] = [Self::Comma, Self::Point, Self::Blank, Self::Apostrophe];

    /// What a character may stand for.
    fn of(c: char) -> Option<Self> {
        match c {
            ',' => Some(Self::Comma),
            '.' => Some(Self::Point),
            ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' => Some(Self::Blank),
            '\'' | '\u{2019}' => Some(Self::Apostrophe),
            _ => None,
        }
    }

    /// Whether a character is one of these.
    pub(super) fn is(self, c: char) -> bool {
        Self::of(c) == Some(self)
    }

    /// As `--thousands` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Comma => "comma",
            Self::Point => "point",
            Self::Blank => "blank",
            Self::Apostrophe => "apostrophe",
        }
    }

    /// The character itself, in its plainest form.
    pub(super) fn mark(self) -> &'static str {
        match self {
            Self::Comma => ",",
            Self::Point => ".",
            Self::Blank => " ",
            Self::Apostrophe => "'",
        }
    }

    /// The same of a mark that may be one of decimals as well.
    pub(super) fn by_mark(mark: Decimal) -> Self {
        match mark {
            Decimal::Point => Self::Point,
            Decimal::Comma => Self::Comma,
        }
    }

    /// Whether this is the mark of decimals too.
    pub(super) fn is_mark(self, mark: Option<Decimal>) -> bool {
        mark.map(Self::by_mark) == Some(self)
    }

    /// The same cell, as long, with blanks at its end for what stood between its thousands; `None` without such.
    pub(super) fn left_out(self, cell: &str) -> Option<String> {
        let number = Cell::of(bare(cell)).text;
        let number = number.trim_start_matches(['-', '+']);
        let is_mark = |c: char| [',', '.'].contains(&c) && !self.is(c);
        let (whole, fraction) = number.split_once(is_mark).unwrap_or((number, ""));
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let mut groups = whole.split(|c| self.is(c));
        let first = groups.next()?;
        let starts = (1..=3).contains(&first.len()) && digits(first) && !first.starts_with('0');
        let mut rest = groups.peekable();
        let is_apart = starts
            && rest.peek().is_some()
            && rest.all(|group| group.len() == 3 && digits(group))
            && !fraction.contains(|c| self.is(c));
        is_apart.then(|| {
            let bare: String = whole.chars().filter(|c| !self.is(*c)).collect();
            let blanks = " ".repeat(whole.len() - bare.len());
            cell.replacen(whole, &bare, 1) + &blanks
        })
    }
}

/// What may stand around a cell, the no-break spaces before a % too.
pub(super) const BLANKS: &[char] = &[' ', '\t', '\u{a0}', '\u{202f}'];

/// A cell without blanks around it; where quotes stand between blanks, without those too.
pub(crate) fn bare(cell: &str) -> &str {
    let cell = cell.trim_matches(BLANKS);
    let inner = cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.map_or(cell, |inner| inner.trim_matches(BLANKS))
}

/// A cell taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell<'a> {
    /// Without the sign.
    pub(super) text: &'a str,
    /// Whether a `%` ends it.
    pub(super) percent: bool,
}

impl<'a> Cell<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let bare = text.strip_suffix('%').map(|text| text.trim_end_matches(BLANKS));
        Self { text: bare.unwrap_or(text), percent: bare.is_some() }
    }

    /// The mark that it has, if it has one of them.
    pub(super) fn mark(&self) -> Option<Decimal> {
        match (self.text.contains('.'), self.text.contains(',')) {
            (true, false) => Some(Decimal::Point),
            (false, true) => Some(Decimal::Comma),
            _ => None,
        }
    }

    /// With a point for a comma that has a digit on either side.
    pub(super) fn pointed(&self) -> Cow<'a, str> {
        let digit = |text: &str, last: bool| {
            let b = if last { text.bytes().last() } else { text.bytes().next() };
            b.is_some_and(|b| b.is_ascii_digit())
        };
        match self.text.split_once(',') {
            Some((whole, rest)) if !rest.contains([',', '.']) && digit(whole, true) && digit(rest, false) => {
                Cow::Owned(format!("{whole}.{rest}"))
            }
            _ => Cow::Borrowed(self.text),
        }
    }

    /// Its number, where it is one by either mark.
    pub(super) fn number(&self) -> Option<Number<'a>> {
        match self.pointed() {
            Cow::Borrowed(text) => Number::read(text).ok(),
            Cow::Owned(text) => Number::read(&text).ok().map(Number::into_owned),
        }
    }

    /// Whether it is what programs write for a number that is none.
    fn is_no_number(&self) -> bool {
        let text = self.text.trim_start_matches(['-', '+']);
        ["nan", "inf", "infinity"].iter().any(|word| text.eq_ignore_ascii_case(word))
    }

    /// What stands between its thousands, where [`Self::has_thousands`].
    pub(super) fn thousands(&self) -> Option<Thousands> {
        self.text.chars().find_map(Thousands::of).filter(|_| self.has_thousands())
    }

    /// Whether it is a number with its thousands apart: `1,000.5`, `1.000,5`, `1'000`, `1 000`.
    pub(super) fn has_thousands(&self) -> bool {
        let text = self.text.trim_start_matches(['-', '+']);
        let is_separator = |c: char| Thousands::of(c).is_some();
        let mut groups = text.split(is_separator).collect::<Vec<_>>();
        let marks: Vec<char> = text.chars().filter(|c| is_separator(*c)).collect();
        let Some(&first) = marks.first() else { return false };
        let last = marks[marks.len() - 1];
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if marks.len() > 1 && last != first {
            // The decimals, which may be of any length.
            if !groups.pop().is_some_and(digits) || ![',', '.'].contains(&last) {
                return false;
            }
        } else if marks.len() == 1 && [',', '.'].contains(&first) {
            return false;
        }
        let apart = marks[..groups.len() - 1].iter().all(|&mark| mark == first);
        let lengths = groups[0].len() <= 3 && groups[1..].iter().all(|group| group.len() == 3);
        apart && lengths && groups.iter().all(|group| digits(group))
    }

    /// Whether `1,000` or `1.000` may be a thousand as well as one: one mark, three digits after it, no 0 before it.
    pub(super) fn may_have_thousands(&self) -> bool {
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        self.text.split_once([',', '.']).is_some_and(|(whole, rest)| {
            (1..=3).contains(&whole.len())
                && rest.len() == 3
                && digits(whole)
                && digits(rest)
                && !whole.starts_with('0')
        })
    }

    /// Whether it is meant for a number, be it a wrong one.
    pub(super) fn looks_like_number(&self) -> bool {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let fraction = || self.text.split_once('/').is_some_and(|(p, q)| digits(p) && digits(q));
        self.is_number() || self.has_thousands() || fraction() || self.is_in_other_signs() || self.is_calculation()
    }

    /// Whether it is a number in other signs than those that are read: `½`, `٠.٥`, `−0.5` with a real minus, `3 / 4`.
    pub(super) fn is_in_other_signs(&self) -> bool {
        let sign = |c: char| match c {
            '\u{2212}' | '\u{2013}' | '\u{fe63}' | '\u{ff0d}' => '-',
            '\u{ff0e}' | '\u{66b}' => '.',
            '\u{ff0c}' => ',',
            '\u{2044}' | '\u{2215}' => '/',
            c if !c.is_ascii() && c.is_numeric() && !c.is_alphabetic() => '1',
            c => c,
        };
        let plain: String = self.text.replace(" /", "/").replace("/ ", "/").chars().map(sign).collect();
        plain != self.text && Cell { text: &plain, percent: false }.number().is_some()
    }

    /// Whether it is something to calculate: `=A1/B1` of a spreadsheet, `2*a^3` of a mechanism file.
    fn is_calculation(&self) -> bool {
        let of_numbers = |c: char| c.is_ascii_digit() || " .+-*/^()eab".contains(c);
        let is_term = self.text.contains(['*', '/', '^']) && self.text.contains(|c: char| c.is_ascii_digit());
        self.text.len() > 1 && self.text.starts_with('=') || is_term && self.text.chars().all(of_numbers)
    }

    /// Whether it is a number, or what programs write for one that is none.
    pub(super) fn is_number(&self) -> bool {
        self.number().is_some() || self.is_no_number()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_told_from_decimals() {
        for text in ["1,000.5", "1.000,5", "1'000", "1 000", "1,234,567", "12\u{a0}345,5", "-1.234.567"] {
            assert!(Cell::of(text).has_thousands(), "{text}");
            assert!(Cell::of(text).number().is_none(), "{text}");
        }
        for text in [
            "1,000", "1.000", "0,5", "0.5", "1000", "1,00,000", "A 000", "18-25", "", ",", "0,5,0,5", "1,000.",
            "1,0000.5",
        ] {
            assert!(!Cell::of(text).has_thousands(), "{text}");
        }
        for (text, like) in [
            ("½", true),
            ("٠.٥", true),
            ("−0.5", true),
            ("０.2", true),
            ("3 / 4", true),
            ("=A1", true),
            ("2*a^3", true),
            ("(1-a)/(1+a)", true),
            ("18-25", false),
            ("Ⅳ", false),
            ("12:30", false),
            ("1+", false),
            ("=", false),
            ("a/b", false),
            ("24/7 a day", false),
            ("一", false),
        ] {
            assert_eq!(Cell::of(text).looks_like_number(), like, "{text}");
        }
        for (text, may) in [
            ("1,000", true),
            ("1.000", true),
            ("0.500", false),
            ("12,345", true),
            ("0,123", false),
            ("1,00", false),
            ("1,0000", false),
        ] {
            assert_eq!(Cell::of(text).may_have_thousands(), may, "{text}");
        }
    }

    #[test]
    fn thousands_are_left_out_where_three_digits_follow_each() {
        use Thousands::{Apostrophe, Blank, Comma, Point};
        for (thousands, cell, left) in [
            (Comma, "98,013", Some("98013 ")),
            (Comma, "-1,234,567.50", Some("-1234567.50  ")),
            (Point, "1.234,5 %", Some("1234,5 % ")),
            (Blank, "98\u{202f}013,5\u{a0}%", Some("98013,5\u{a0}%   ")),
            (Blank, " \"1 000\"", Some(" \"1000\" ")),
            (Apostrophe, "1’000.25", Some("1000.25   ")),
            (Comma, "0,535", None),
            (Comma, "98,01", None),
            (Comma, "1,2345", None),
            (Comma, "1234,567", None),
            (Comma, "1.5,000", None),
            (Comma, "987", None),
            (Blank, "A 000", None),
            (Point, "18-25", None),
        ] {
            assert_eq!(thousands.left_out(cell).as_deref(), left, "{cell}");
            assert!(left.is_none_or(|left| left.len() == cell.len()));
        }
    }

    #[test]
    fn a_sign_and_a_mark_are_taken_off() {
        assert_eq!(Cell::of("12,5\u{a0}%"), Cell { text: "12,5", percent: true });
        assert_eq!(Cell::of("12.5"), Cell { text: "12.5", percent: false });
        assert_eq!(Cell::of("12,5").pointed(), "12.5");
        for text in [",5", "5,", "1,2,3", "1,2.3", "a,b"] {
            assert_eq!(Cell::of(text).pointed(), text);
        }
        assert!(Cell::of("NaN").is_number() && Cell::of("-inf").is_number());
        assert!(!Cell::of("none").is_number() && !Cell::of("").is_number());
    }
}
