//! Names that are bins: `0-9`, `10 to 19`, `100+`, `under 18`, `65 and over`.

/// What joins two ends.
const TO: [&str; 6] = ["-", "–", "—", "to", "..", "…"];

/// What makes a bin of a number and all that is larger, or smaller.
const ABOVE: [&str; 15] = [
    "+",
    ">",
    ">=",
    "≥",
    "over",
    "above",
    "more than",
    "at least",
    "and over",
    "and above",
    "or more",
    "and more",
    "or over",
    "and older",
    "or older",
];
const BELOW: [&str; 13] = [
    "<",
    "<=",
    "≤",
    "under",
    "below",
    "less than",
    "up to",
    "at most",
    "and under",
    "or less",
    "and younger",
    "or younger",
    "younger than",
];

/// What may stand behind a number, how many of one thing that is, and which.
const UNITS: [(&[&str], i128, &str); 22] = [
    (&["st", "nd", "rd", "th"], 1, ""),
    (&["ms", "msec"], 1, "ms"),
    (&["s", "sec", "secs", "second", "seconds"], 1_000, "ms"),
    (&["min", "mins", "minute", "minutes"], 60_000, "ms"),
    (&["h", "hr", "hrs", "hour", "hours"], 3_600_000, "ms"),
    (&["d", "day", "days"], 86_400_000, "ms"),
    (&["week", "weeks", "wk", "wks"], 604_800_000, "ms"),
    (&["month", "months"], 2_629_800_000, "ms"),
    (&["year", "years", "yr", "yrs", "y"], 31_557_600_000, "ms"),
    (&["mm"], 1, "mm"),
    (&["cm"], 10, "mm"),
    (&["m"], 1_000, "mm"),
    (&["km"], 1_000_000, "mm"),
    (&["mg"], 1, "mg"),
    (&["g"], 1_000, "mg"),
    (&["kg"], 1_000_000, "mg"),
    (&["b", "byte", "bytes"], 1, "b"),
    (&["kb"], 1_000, "b"),
    (&["mb"], 1_000_000, "b"),
    (&["gb"], 1_000_000_000, "b"),
    (&["k", "thousand"], 1_000, ""),
    (&["million", "mio", "mn"], 1_000_000, ""),
];

/// What stands around the ends of a bin and tells nothing: brackets, currencies.
const AROUND: &[char] = &['[', ']', '(', ')', '{', '}', '$', '€', '£', ' ', '%', ','];

/// The ends of the bins that these names are, if all of them are such, in one unit, and some is more than a number.
pub(super) fn bins(labels: &[String]) -> Option<Vec<(i128, i128)>> {
    let read = |scaled: bool| labels.iter().map(|label| Bin::of(label, scaled)).collect::<Option<Vec<Bin>>>();
    let mut all = read(true)?;
    // 500 beside 1k is 500, and 500 beside 1 km is 500 km.
    let mut scales = all.iter().flat_map(|bin| &bin.scales).filter(|(_, of)| !of.is_empty());
    let first = scales.next();
    let is_one = scales.all(|scale| Some(scale) == first);
    if is_one && first.is_some() {
        // Names without the unit of the others are of the same.
        all = read(false)?;
    } else if !is_one
        && all.iter().any(|bin| !bin.unit.is_empty())
        && all.iter().any(|bin| bin.scales.is_empty() && bin.ends != (0, 0))
    {
        return None;
    }
    let units: Vec<&str> = all.iter().map(|bin| bin.unit.as_str()).filter(|unit| !unit.is_empty()).collect();
    let alike = units.windows(2).all(|two| two[0] == two[1]);
    let some = all.iter().any(|bin| bin.ends.0 != bin.ends.1 || !bin.scales.is_empty());
    (alike && some).then(|| all.into_iter().map(|bin| bin.ends).collect())
}

#[derive(Debug)]
struct Bin {
    ends: (i128, i128),
    /// What stands beside the numbers.
    unit: String,
    /// Its units: how many of the least one each is, and which that is.
    scales: Vec<(i128, &'static str)>,
}

impl Bin {
    fn of(label: &str, scaled: bool) -> Option<Self> {
        let (mut numbers, mut words): (Vec<i128>, Vec<String>) = (Vec::new(), vec![String::new()]);
        let mut units: Vec<Option<(i128, &'static str)>> = Vec::new();
        let mut rest = label;
        while let Some(c) = rest.chars().next() {
            let word = words.last()?;
            // A minus joins two numbers, unless it stands before the first or after what joins them.
            let begins =
                if numbers.is_empty() { word.trim_matches(AROUND).is_empty() } else { !word.trim().is_empty() };
            let minus =
                rest.strip_prefix(['-', '\u{2212}']).filter(|after| after.starts_with(|c: char| c.is_ascii_digit()));
            let negative = minus.filter(|_| begins);
            if c.is_ascii_digit() || negative.is_some() {
                let (number, after) = number(negative.unwrap_or(rest))?;
                let (unit, after) = unit(after).map_or((None, after), |(unit, after)| (Some(unit), after));
                numbers.push(if negative.is_some() { -number } else { number });
                units.push(unit);
                words.push(String::new());
                rest = after;
            } else {
                words.last_mut()?.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
        let words: Vec<String> = words.iter().map(|word| word.trim_matches(AROUND).to_lowercase()).collect();
        // 1-10 km: both are.
        let last = units.iter().rev().copied().find_map(|unit| unit);
        let times = |unit: Option<(i128, &str)>| unit.filter(|_| scaled).map_or(1, |(of, _)| of);
        let by = |unit: Option<(i128, &str)>| -> Option<Vec<i128>> {
            numbers.iter().zip(&units).map(|(n, own)| n.checked_mul(times(own.or(unit)))).collect()
        };
        let (all, own) = (by(last)?, by(None)?);
        let numbers = if all.windows(2).all(|two| two[0] <= two[1]) { all } else { own };
        let of = last.map_or("", |(_, of)| of);
        if units.iter().flatten().any(|(_, unit)| *unit != of) {
            return None;
        }
        let bin = Self::between(&numbers, &words, label.contains(','))?;
        let scales = units.into_iter().flatten().collect();
        Some(Self { unit: format!("{}{of}", bin.unit), scales, ..bin })
    }

    /// Of its numbers, in one unit, and what stands around them.
    fn between(numbers: &[i128], words: &[String], comma: bool) -> Option<Self> {
        let is = |word: &str, of: &[&str]| of.contains(&word);
        match (numbers, words) {
            (&[low, high], [before, between, after]) if is(between, &TO) || between.is_empty() && comma => {
                let unit = if before.is_empty() { after } else { before };
                (low <= high).then(|| Self { ends: (low, high), unit: unit.clone(), scales: Vec::new() })
            }
            (&[n], [before, after]) => {
                let end =
                    |ends: (i128, i128), unit: &str| Some(Self { ends, unit: unit.to_owned(), scales: Vec::new() });
                let (above, below) = ((n, i128::MAX), (i128::MIN, n));
                match () {
                    () if is(before, &ABOVE) => end(above, after),
                    () if is(before, &BELOW) => end(below, after),
                    () if is(after, &ABOVE) => end(above, before),
                    () if is(after, &BELOW) => end(below, before),
                    // 65+ years, 65 years and over
                    () => match (beside(after, &ABOVE), beside(after, &BELOW)) {
                        (Some(unit), None) => end(above, unit),
                        (None, Some(unit)) => end(below, unit),
                        (Some(_), Some(_)) => None,
                        _ => end((n, n), if before.is_empty() { after } else { before }),
                    },
                }
            }
            _ => None,
        }
    }
}

/// What is left of a text without the longest of these words that begins or ends it.
fn beside<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    let is_word = |rest: &str, word: &str, last: bool| {
        let next = if last { rest.chars().next_back() } else { rest.chars().next() };
        !word.starts_with(char::is_alphabetic) || next.is_none_or(|c| !c.is_alphanumeric())
    };
    let without = |word: &&str| {
        let before = text.strip_suffix(word).filter(|rest| is_word(rest, word, true));
        before.or(text.strip_prefix(word).filter(|rest| is_word(rest, word, false)))
    };
    words.iter().filter_map(without).min_by_key(|rest| rest.len()).map(str::trim)
}

/// The unit that a text begins with: how many of which, and what comes after it.
fn unit(text: &str) -> Option<((i128, &'static str), &str)> {
    let word = text.trim_start_matches(' ');
    let end = word.find(|c: char| !c.is_alphabetic()).unwrap_or(word.len());
    let (word, after) = word.split_at_checked(end)?;
    if word == "M" {
        return Some(((1_000_000, ""), after));
    }
    let word = word.to_lowercase();
    UNITS.iter().find(|(names, ..)| names.contains(&word.as_str())).map(|(_, of, unit)| ((*of, *unit), after))
}

/// The number that a text begins with, in units of 10^-6, its thousands apart or not, and what comes after it.
fn number(text: &str) -> Option<(i128, &str)> {
    let bytes = text.as_bytes();
    let digits = |at: usize| bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut end = digits(0);
    let mut whole = text[..end].to_owned();
    while bytes.get(end) == Some(&b',') && digits(end + 1) == 3 && whole.len() <= 15 && (1..=3).contains(&digits(0)) {
        whole.push_str(&text[end + 1..end + 4]);
        end += 4;
    }
    let mut fraction = String::new();
    if bytes.get(end) == Some(&b'.') && digits(end + 1) > 0 {
        let places = digits(end + 1);
        fraction = text[end + 1..end + 1 + places].chars().take(6).collect();
        end += 1 + places;
    }
    if whole.len() > 18 {
        return None;
    }
    let number: i128 = format!("{whole}{fraction:0<6}").parse().ok()?;
    Some((number, &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::super::out_of_order;

    #[test]
    fn bins_are_in_order_by_their_ends() {
        let order = |text: &str| out_of_order(&text.split(" | ").map(str::to_owned).collect::<Vec<_>>());
        for (names, at) in [
            ("0-9 | 10-19 | 100+ | 20-29", Some(3)),
            ("0-9 | 10-19 | 20-29 | 100+", None),
            ("100+ | 20-29 | 10-19 | 0-9", None),
            ("<10 | 10-19 | 20+", None),
            ("10-19 | 20+ | <10", Some(2)),
            ("under 18 | 18 to 25 | 26–35 | 65 and over", None),
            ("18-25 | 26-35 | under 18", Some(2)),
            ("18–25 years | 65 years and over | 26–35 years", Some(2)),
            ("$0-$999 | $1,000-$4,999 | $10,000+ | $5,000-$9,999", Some(3)),
            ("[0,10) | [10,20) | [20,30)", None),
            ("[0,10) | [20,30) | [10,20)", Some(2)),
            ("0.5-1 | 1-1.5 | 0-0.5", Some(2)),
            ("2019-10 | 2019-11 | 2019-01", Some(2)),
            ("-10--6 | -5--1 | 0-4 | 10-14 | 5-9", Some(4)),
            ("-10 to -6 | -5 to -1 | 0 to 4 | 5 to 9", None),
            ("0-9 | 10-19 | 100+ | 20-29 | unknown", Some(3)),
            ("unknown | 0-9 | 10-19 | 20-29", None),
            // In units that are multiples of each other.
            ("1 h | 2 h | 10 min", Some(2)),
            ("10 min | 1 h | 2 h", None),
            ("1 day | 1 week | 1 month | 1 year", None),
            ("0-30 min | 30-60 min | 1-2 h | over 2 h", None),
            ("over 2 h | 0-30 min | 1-2 h | 30-60 min", Some(2)),
            ("1st | 10th | 2nd", Some(2)),
            ("1st | 2nd | 3rd", None),
            ("1k-10k | 0-1k | 10k-1M", Some(2)),
            ("0-1k | 1k-10k | 10k-1M", None),
            ("500-1k | 1-2k | 0-500", Some(2)),
            ("0-500 | 500-1k | 1-2k", None),
            ("50 | 100 | 1k | 2k", None),
            ("100 | 1k | 2k | 50", Some(3)),
            ("0-17 years | 18-64 | 65+", None),
            ("5 | 10 min | 1 h", None),
            ("1 kB | 1 MB | 10 kB", Some(2)),
            ("65 years and over | 0-17 years | 18-64 years", Some(2)),
            // Names that are no bins, and ones of different things, tell no order.
            ("2019-10 | 2018-11 | 2019-01", None),
            ("red 1-2 | blue 0-1 | red 0-1", None),
            ("none | 1-2 | 0-1", None),
            ("east | west | north", None),
            ("2020 | 2018 | 2019", Some(2)),
        ] {
            assert_eq!(order(names), at, "{names}");
        }
    }
}
