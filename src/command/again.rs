//! The call of this process in words: as a note tells it, and as it is to be called again with other flags.

use dp_verify::program::called;
use dp_verify::report::printable;
use dp_verify::spelling::plain;

/// Flags that may be left out and whose value may be the next argument.
const WITH_VALUE: [&str; 4] = ["--rounding", "--within", "--lines", "--order"];

/// Flags that say what to do about sums, and how the numbers are to be read.
const MENDS: [&str; 3] = ["--rounding", "--normalise", "--percent"];

/// Whether a flag takes the place of another: percentages are read as such whatever is done about their sums, but that
/// what was said of a rounding may be no percentage.
fn takes_the_place(flag: &str, of: &str) -> bool {
    match (flag, of) {
        ("--percent", "--normalise") | ("--normalise" | "--rounding", "--percent") => false,
        _ => MENDS.contains(&flag) && MENDS.contains(&of),
    }
}

/// Flags that stand once in a call.
const ONCE: [&str; 6] = ["--within", "--force", "--lines", "--transpose", "--order", "--long"];

/// Flags that declare the privacy: one of them takes the place of another.
const PRIVACY: [&str; 3] = ["--epsilon", "--alpha", "--rho"];

/// The arguments of this process after its name.
fn arguments() -> impl Iterator<Item = String> {
    called::arguments().into_iter().skip(1).map(|argument| argument.to_string_lossy().into_owned())
}

/// The arguments of this process that say something of the table, as a note tells them: not how it is reported, and
/// where.
pub(super) fn in_words() -> String {
    let (alone, with_value) =
        (["--force", "--exact", "--quiet", "-q", "--verbose", "-v"], ["--format", "--mechanism", "--output", "-o"]);
    let mut arguments = arguments();
    let mut words = Vec::new();
    while let Some(argument) = arguments.next() {
        let flag = argument.split('=').next().unwrap_or_default();
        if with_value.contains(&flag) {
            // Its value is the next argument, if it does not follow on an equals sign.
            if flag == argument {
                arguments.next();
            }
        } else if !alone.contains(&flag) {
            words.push(printable(&quoted(&argument, "-_=.,/%+:()*^")));
        }
    }
    words.join(" ")
}

/// Whether this call gives a flag this value.
pub(super) fn names(flag: &str, value: &str) -> bool {
    let all: Vec<String> = arguments().collect();
    all.windows(2).any(|pair| pair == [flag, value]) || all.contains(&format!("{flag}={value}"))
}

/// The flag that stands before an argument, as it is called here.
pub(super) fn before(value: &str) -> Option<String> {
    let all: Vec<String> = arguments().collect();
    let pair = all.windows(2).find(|pair| pair[1] == value)?;
    let flag = MENDS.iter().find(|flag| plain(flag) == plain(&pair[0]));
    Some(flag.map_or_else(|| pair[0].clone(), |flag| (*flag).to_owned()))
}

/// The same, which may write over files that such a call wrote.
pub(super) fn over(flags: &[&str], files: bool) -> String {
    with(&[flags, if files { &["--force"] } else { &[] }].concat())
}

/// The same call with these flags, and without what they take the place of, as a shell takes it.
pub(super) fn with(flags: &[&str]) -> String {
    called(arguments(), flags)
}

fn called(mut arguments: impl Iterator<Item = String>, flags: &[&str]) -> String {
    let name = |argument: &str| plain(argument.split('=').next().unwrap_or_default());
    let is_one = |of: &[&str], argument: &str| of.iter().any(|flag| name(flag) == name(argument));
    let mends = |argument: &str| {
        let mend = |of: &str| MENDS.into_iter().find(|flag| is_one(&[flag], of));
        flags.iter().any(|flag| mend(flag).zip(mend(argument)).is_some_and(|(flag, of)| takes_the_place(flag, of)))
    };
    let declares = flags.iter().any(|flag| is_one(&PRIVACY, flag));
    let replaced = |argument: &str| {
        is_one(&ONCE, argument) && is_one(flags, argument) || mends(argument) || declares && is_one(&PRIVACY, argument)
    };
    let (mut words, mut rest) = (Vec::new(), Vec::new());
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            // Flags come before it.
            rest = std::iter::once(argument).chain(arguments.by_ref()).collect();
        } else if argument.starts_with("--") && replaced(&argument) {
            if !argument.contains('=') && (is_one(&WITH_VALUE, &argument) || is_one(&PRIVACY, &argument)) {
                arguments.next();
            }
        } else {
            words.push(argument);
        }
    }
    let all = words.into_iter().chain(flags.iter().map(|flag| (*flag).to_owned())).chain(rest);
    let words: Vec<String> = all.map(|argument| quoted(&argument, "-_=.,/%+:@")).collect();
    printable(&format!("certify {}", words.join(" ")))
}

/// An argument in quotes, unless it is of letters, digits and these characters.
fn quoted(argument: &str, plain: &str) -> String {
    if !argument.is_empty() && argument.chars().all(|c| c.is_ascii_alphanumeric() || plain.contains(c)) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_told_as_a_shell_takes_it() {
        for (call, flags, again) in [
            (&["t.csv", "--epsilon", "ln(3)"][..], &["--normalise"][..], "certify t.csv --epsilon 'ln(3)' --normalise"),
            (&["a b.csv", "--force"], &["--rounding=0.5", "--force"], "certify 'a b.csv' --rounding=0.5 --force"),
            (&["t.csv", "--rounding", "0.1", "-q"], &["--normalise"], "certify t.csv -q --normalise"),
            (&["t.csv", "--Rounding=0.1", "--percent"], &["--normalise"], "certify t.csv --percent --normalise"),
            (&["--percent=no", "--rounding", "1"], &["--normalise"], "certify --percent=no --normalise"),
            (&["--percent=no", "t.csv"], &["--percent", "--normalise=0.1"], "certify t.csv --percent --normalise=0.1"),
            (&["t.csv", "--normalize=0.1"], &["--percent"], "certify t.csv --normalize=0.1 --percent"),
            (&["t.csv", "--rounding", "0.1"], &["--percent"], "certify t.csv --percent"),
            (&["t.csv", "--within", "0"], &["--within=1"], "certify t.csv --within=1"),
            (&["--rounding", "1", "--", "-t.csv"], &["--force"], "certify --rounding 1 --force -- -t.csv"),
            (&["t.csv", "--claim", "dp"], &["--claim=optimal"], "certify t.csv --claim dp --claim=optimal"),
            (&["t.csv", "--alpha", "1/2"], &["--epsilon", "0.7"], "certify t.csv --epsilon 0.7"),
            (&["it's", ""], &[], "certify 'it'\\''s' ''"),
            (&["t\n.csv"], &[], "certify 't\\u{a}.csv'"),
        ] {
            assert_eq!(called(call.iter().map(|word| (*word).to_owned()), flags), again);
        }
    }
}
