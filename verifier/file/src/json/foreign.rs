//! Files of other kinds that are taken for JSON, by how they begin.

/// What makes a mechanism file of an array.
const IMPORT: &str = "; `certify import TABLE QUERY.json` makes a mechanism file of it";

/// What a file is that is no JSON, and what to do with it; `None` where it does not show.
pub(super) fn kind(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let begins = |start: &[u8]| bytes.starts_with(start);
    match () {
        () if begins(b"\x93NUMPY") => Some(("a NumPy array (.npy)", IMPORT)),
        () if begins(b"PK\x03\x04") => Some(("a ZIP archive (.npz, .xlsx)", "; save its table as .csv or .npy")),
        () if begins(b"\x1f\x8b") => Some(("a compressed file (.gz)", "; unpack it first")),
        () if begins(b"%PDF") => Some(("a PDF document", "")),
        () if begins(b"\xff\xfe") || begins(b"\xfe\xff") => Some(("text in UTF-16", "; save it as UTF-8")),
        () if begins(b"<") => Some(("an XML or HTML document", "")),
        () => is_table(bytes).then_some((
            "a table (CSV)",
            "; `certify TABLE.csv --graph complete --epsilon 1` makes a mechanism file of it",
        )),
    }
}

/// Whether the first line, or the second below a line of names, is numbers with something between them.
fn is_table(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes.get(..1 << 16).unwrap_or(bytes));
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with(['{', '[']) {
        return false;
    }
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).take(2);
    lines.any(|line| {
        let entries = line.split([',', ';', '\t', ' ']).map(|entry| entry.trim().trim_matches('"'));
        let entries: Vec<&str> = entries.filter(|entry| !entry.is_empty()).collect();
        let numbers = entries.iter().filter(|entry| is_number(entry)).count();
        numbers >= 2 && entries.len().saturating_sub(numbers) <= 1
    })
}

fn is_number(entry: &str) -> bool {
    let belongs = |b: u8| b.is_ascii_digit() || b".eE+-/%".contains(&b);
    entry.bytes().all(belongs) && entry.bytes().any(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_told_from_json() {
        let tables = ["0.5,0.5\n0.5,0.5\n", "a;b\n1/2;1/2\n", "# x\n1e-3 2e-3", "\"A\",50%,50%\n", "yes\t0,5\t0,5\n"];
        for table in tables {
            assert!(kind(table.as_bytes()).is_some_and(|(kind, _)| kind == "a table (CSV)"), "{table}");
        }
        for other in ["", "{\"a\": 1}", "[1, 2]", "hello, world", "0.5", "{1, 2, 3"] {
            assert_eq!(kind(other.as_bytes()), None, "{other}");
        }
    }
}
