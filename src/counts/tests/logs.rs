use super::{Options, Outputs, counts, gzip, log, options, refused, texts};
use crate::counts::{Bins, Form, Log, OTHER};
use crate::table::Delimiter;

#[test]
fn logs_are_read_in_each_form() {
    let expected = counts("no yes\na 1 2\nb 1 0");
    for (text, form) in [
        ("input,output\na,yes\nb,no\na,yes\na,no\n", Form::Cells(Delimiter::Comma)),
        ("a,yes\r\nb,no\r\na,yes\r\n\r\na,no", Form::Cells(Delimiter::Comma)),
        ("\u{feff}\"input\" , \"output\"\n\"a\",yes\nb,\"no\"\n a , yes \na,no\n", Form::Cells(Delimiter::Comma)),
        ("input\toutput\na\tyes\nb\tno\na\tyes\na\tno\n", Form::Cells(Delimiter::Tab)),
        ("input;output\na;yes\nb;no\na;yes\na;no\n", Form::Cells(Delimiter::Semicolon)),
        (
            "{\"input\": \"a\", \"output\": \"yes\"}\n{\"output\":\"no\",\"input\":\"b\"}\n[\"a\", \"yes\"]\n\n[\"a\",\"no\"]\n",
            Form::JsonLines,
        ),
        ("[\"a\", \"yes\"]\n[\"b\", \"n\\u006f\"]\n[\"a\",\"yes\"]\n[\"a\", \"no\"]", Form::JsonLines),
    ] {
        for bytes in [text.as_bytes().to_vec(), gzip(text.as_bytes())] {
            let read = log(&bytes, &Options::default()).unwrap();
            assert_eq!((&read.counts, read.form, read.runs), (&expected, form, 4), "{text}");
            assert_eq!(read.gzip, bytes.starts_with(b"\x1f\x8b"));
        }
    }
    // Members one after the other, as logs are joined.
    let joined = [gzip(b"a,yes\nb,n"), gzip(b"o\na,yes\na,no\n")].concat();
    assert_eq!(log(joined, &Options::default()).unwrap().counts, expected);
}

#[test]
fn logs_of_lines_that_all_differ_are_counted_too() {
    // More lines than are kept, in more blocks than are looked up.
    let text: String = (0..150_000).map(|i| format!("{},{}.{i:06}\n", i % 3, i % 10)).collect();
    let bins = options(Outputs::Bins(Bins::read(&["2", "5.0"]).unwrap()));
    for (size, threads) in [(1 << 12, 1), (1 << 14, 2), (1 << 24, 2)] {
        let options = Options { threads: Some(threads), ..bins.clone() };
        let read = Log::read_by(text.as_bytes(), &options, size).unwrap();
        assert_eq!(read.counts.counts, [[10_000, 15_000, 25_000]; 3]);
    }
}

#[test]
fn labels_are_what_is_written() {
    let read = log(
        "a,\"x,\"\"y\"\"\"\na,x y\na,5\" wide\na,1.0\na,1\na,1\n",
        &Options { header: Some(false), ..Options::default() },
    );
    assert_eq!(read.unwrap().counts.outputs, texts(&["1", "1.0", "5\" wide", "x y", "x,\"y\""]));
    let read = log("[1, 1e-3]\n[\"1\", true]\n", &Options::default()).unwrap();
    assert_eq!(read.counts, counts("1e-3 true\n1 1 1"));
}

#[test]
fn outputs_that_are_not_named_are_other() {
    let named = options(Outputs::Named(texts(&["yes", "never"])));
    let read = log("a,yes\na,no\nb,maybe\na,yes\n", &named).unwrap();
    assert_eq!(read.counts, counts("yes never other\na 2 0 1\nb 0 0 1"));
    assert_eq!(read.counts.outputs[2], OTHER);
    let named = options(Outputs::Named(texts(&["other", "yes"])));
    assert_eq!(log("a,yes\na,other\na,no\n", &named).unwrap().counts, counts("other yes\na 2 1"));
}

#[test]
fn what_was_recognised_is_said() {
    let said = |text: &str| log(text, &Options::default()).unwrap().recognised();
    assert_eq!(
        said("input,output\na,yes\n\na,no\n"),
        "taken for 2 runs, input and output with commas between them; the first line names the columns: input, output; 1 blank \
         line left out"
    );
    assert_eq!(said("[1,2]\n"), "taken for 1 run, JSON Lines; the first line is a run");
}

#[test]
fn what_is_no_run_is_refused_at_its_place() {
    let two = "expected two, input and output";
    for (text, message) in [
        (&b""[..], "1:1: found an empty log, expected a run a line: input,output".to_owned()),
        (b"\n \r\n", "1:1: found an empty log, expected a run a line: input,output".to_owned()),
        (b"a,yes\na\na,no\n", format!("2:2: found 1 field, {two}")),
        (b"a,yes\na,yes,3\n", format!("2:7: found 3 fields, {two}")),
        (b"a,yes,1,2\n", format!("1:7: found 4 fields, {two}")),
        (b"yes\nno\n", format!("1:4: found 1 field, {two}")),
        (b"a\tyes\na,yes\n", format!("2:6: found 1 field, {two}")),
        (b"a,yes\n,yes\n", "2:1: found an empty input, expected a name or a number".to_owned()),
        (b"a,yes\nb,\"\"\n", "2:3: found an empty output, expected a name or a number".to_owned()),
        (b"a,yes\n\xc3\xa9,\xff\n", "2:3: found a byte that is no UTF-8, expected a log as text in UTF-8 (the byte is FF, there ÿ; if the file is in Windows-1252: iconv -f cp1252 -t utf-8 FILE > NEW)".to_owned()),
        (b"a,yes\na,y\0s\n", "2:4: found a zero byte, expected a log as text".to_owned()),
        (
            b"a,yes\na,y\rs\n",
            "2:4: found a carriage return, expected a line feed at the end of each line".to_owned(),
        ),
        (
            b"a,yes\na,\"y\nes\"\n",
            "2:3: found a quote that nothing ends, expected another one in the same line: labels have no line breaks in a log"
                .to_owned(),
        ),
        (
            b"a,yes\na,\"y\"es\n",
            "2:3: found a quote that does not end with its field, expected another one before the delimiter, and two for a \
             quote inside of quotes"
                .to_owned(),
        ),
        (b"{\"input\": 1, \"output\": null}\n", "1:24: $.output: found null, expected a string or a number".to_owned()),
        (b"[1,2]\n[1]\n", format!("2:1: $: found 1 entry, {two}")),
        (b"[1,2]\n7\n", String::new()),
        (b"[1,2]\n{\"input\": 1}\n", String::new()),
        (b"[1,2]\n{\"input\": 1, \"output\": 2, \"seed\": 3}\n", String::new()),
    ] {
        let said = log(text, &Options::default()).map(|read| read.counts);
        match said {
            Ok(_) => assert!(message.is_empty(), "{:?}", text),
            Err(e) if message.is_empty() => assert_eq!(e.line, 2, "{e}"),
            Err(e) => assert_eq!(e.to_string(), message),
        }
    }
}

#[test]
fn an_input_that_is_not_named_is_refused() {
    let named = Options { answers: Some(texts(&["alice", "bob"])), ..Options::default() };
    let message = "2:1: found the input alic, expected one of alice, bob; did you mean alice?";
    assert_eq!(refused("alice,1\nalic,1\n", &named), message);
    let twice = Options { answers: Some(texts(&["a", "a"])), ..Options::default() };
    assert_eq!(refused("a,1\n", &twice), "found the answer a twice, expected a name of its own for each answer");
}

#[test]
fn too_many_labels_are_refused_at_the_first_past_the_limit() {
    let text: String = (0..5000).map(|i| format!("{},{}\n", i % 2, 10 + i / 7)).collect();
    for (size, threads) in [(1 << 20, 1), (1 << 20, 3), (100, 2), (1000, 4)] {
        let few = Options { most: 100, threads: Some(threads), ..Options::default() };
        let message = Log::read_by(text.as_bytes(), &few, size).unwrap_err().to_string();
        assert!(message.starts_with("701:1: more than 100 different outputs: name those that matter"), "{message}");
        // Something worse comes first, or does not.
        for (line, first) in [(650, "650:"), (702, "701:")] {
            let mut lines: Vec<&str> = text.lines().collect();
            lines[line - 1] = "alone";
            let message = Log::read_by(lines.join("\n").as_bytes(), &few, size).unwrap_err().to_string();
            assert!(message.starts_with(first), "{message}");
        }
    }
    let inputs: String = (0..50).map(|i| format!("{i},1\n")).collect();
    let few = Options { most: 10, header: Some(false), ..Options::default() };
    assert!(refused(inputs, &few).starts_with("11:1: more than 10 different inputs, expected few with many runs each"));
}

#[test]
fn what_cannot_be_unpacked_is_refused_after_the_lines_before() {
    let text: String = (0..20_000).map(|i| format!("a,{}\n", i % 7)).collect();
    let packed = gzip(text.as_bytes());
    let cut = refused(&packed[..packed.len() - 20], &Options::default());
    assert!(cut.ends_with(": found the end of the file, expected the rest of its gzip: it is cut off"), "{cut}");
    let mut other = packed.clone();
    let at = other.len() - 6;
    other[at] ^= 1;
    let wrong = refused(&other, &Options::default());
    assert!(wrong.contains("found gzip that can't be unpacked ("), "{wrong}");
    let bad = gzip(format!("a,1\na\n{text}").as_bytes());
    assert!(refused(&bad[..bad.len() - 20], &Options::default()).starts_with("2:2: found 1 field"));
}

#[test]
fn what_is_no_text_is_known_by_how_it_begins() {
    for (bytes, what) in [
        (&b"\x28\xb5\x2f\xfd1234"[..], "this is packed by zstd"),
        (b"PK\x03\x041234", "this is a spreadsheet or an archive"),
        (b"\xff\xfea\0,\0b\0\n\0", "this looks like UTF-16"),
    ] {
        let said = refused(bytes, &Options::default());
        assert!(
            said.starts_with("1:1: found what is no text in UTF-8, expected a log as text, a run a line: "),
            "{said}"
        );
        assert!(said.contains(what), "{said}");
    }
}

#[test]
fn long_lines_and_labels_are_refused() {
    let label = "x".repeat(1025);
    let said = refused(format!("a,y\na,{label}\n"), &Options::default());
    assert_eq!(said, "2:3: an output of 1025 bytes, the limit is 1024");
    let long = format!("a,y\na,{}\na,y\n", "x".repeat(100_000));
    for size in [10, 1 << 20] {
        let said = Log::read_by(long.as_bytes(), &Options::default(), size).unwrap_err().to_string();
        assert!(said.starts_with("2:1: a line of more than 65536 bytes, expected a run a line"), "{said}");
    }
}
