//! `certify import`: numbers as they stand, what is kept of the query file, and what is refused, with its place.

use assert_cmd::cargo::cargo_bin_cmd;
use dp_certify::import::{Form, Refusal, Table, import};
use dp_certify::table::Settings;
use dp_verify::alpha::Vectors as _;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::number::Fractions;
use std::fs;
use tempfile::TempDir;

const QUERY: &str = r#"{
  "format": "dp-mechanism/1",
  "name":   "a query",
  "privacy": { "alpha":  0.50 }, "query": {"graph": "line", "nodes": 2},
  "priors": { "flat": "uniform" },
  "note": "é\n"
}"#;

fn imported_by(form: Form, bytes: &[u8], normalise: bool, limits: &Limits) -> Result<String, Refusal> {
    let table = Table { name: "t", form, bytes, normalise, weights: false, settings: Settings::default() };
    import(&table, QUERY.as_bytes(), limits).map(|imported| imported.text)
}

/// The entries of the mechanism file, as rationals.
fn entries(text: &str) -> Vec<Vec<String>> {
    let file = Mechanism::read(text.as_bytes(), &Limits::default()).unwrap();
    let row = |row: &Fractions| row.entries().map(|x| x.to_string()).collect();
    file.channel().unwrap().rows().unwrap().iter().map(row).collect()
}

fn csv(text: &str) -> Vec<Vec<String>> {
    entries(&imported_by(Form::Csv, text.as_bytes(), false, &Limits::default()).unwrap())
}

/// The message of a refused table.
fn refusal(form: Form, bytes: &[u8], normalise: bool) -> String {
    match imported_by(form, bytes, normalise, &Limits::default()) {
        Err(Refusal::Table(e)) => e.to_string(),
        other => panic!("{other:?}"),
    }
}

/// An NPY file of version 1 with that header and those bytes.
fn npy(version: u8, header: &str, data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(header.len()).unwrap().to_le_bytes();
    let wide = if version == 1 { 2 } else { 4 };
    [b"\x93NUMPY", &[version, 0][..], &length[..wide], header.as_bytes(), data].concat()
}

fn header(descr: &str, fortran: &str, shape: &str) -> String {
    format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}          \n")
}

const TABLE: [f64; 6] = [0.1, 0.2, 0.7, 1e-300, -0.0, 1.0];

/// The entries of [`TABLE`] in two rows, each as the float itself says.
fn expected() -> Vec<Vec<String>> {
    let dyadic = |x: &f64| match *x {
        0.1 => "3602879701896397/36028797018963968".to_owned(),
        0.2 => "3602879701896397/18014398509481984".to_owned(),
        0.7 => "3152519739159347/4503599627370496".to_owned(),
        1.0 => "1".to_owned(),
        0.0 => "0".to_owned(),
        // 1e-300 = m·2^-1049, m = its 53 bits.
        x => {
            let mantissa = x.to_bits() & ((1 << 52) - 1) | 1 << 52;
            let shift = mantissa.trailing_zeros();
            let exponent = 1075 - u32::try_from(x.to_bits() >> 52).unwrap() - shift;
            let two = dp_verify::number::BigInt::from(2);
            format!("{}/{}", mantissa >> shift, two.pow(exponent))
        }
    };
    TABLE.chunks(3).map(|row| row.iter().map(dyadic).collect()).collect()
}

#[test]
fn the_query_file_stays_but_for_its_name() {
    let text = imported_by(Form::Csv, b"0.75,0.25\n.25,.75\n", false, &Limits::default()).unwrap();
    assert_eq!(
        text,
        r#"{
  "format": "dp-mechanism/1",
  "name": "table t imported for: a query",
  "privacy": { "alpha":  0.50 },
  "query": {"graph": "line", "nodes": 2},
  "mechanism": {
    "matrix": [
      ["0.75", "0.25"],
      ["0.25", "0.75"]
    ]
  },
  "priors": { "flat": "uniform" },
  "note": "é\n"
}
"#
    );
}

#[test]
fn csv_numbers_are_the_decimals_that_are_written() {
    for table in [
        "0.1,1e-3\n1/3,0.9999999999999999999999999999\n",
        "\u{feff}0.1,1e-3\r\n1/3,0.9999999999999999999999999999\r\n",
        " 0.1 ,\t1E-03\r1/3,0.9999999999999999999999999999",
        "\n\"0.1\",\" 1e-3\"\n\n  \n2/6,0.9999999999999999999999999999\n\n",
    ] {
        assert_eq!(
            csv(table),
            [["1/10", "1/1000"], ["1/3", "9999999999999999999999999999/10000000000000000000000000000"]],
            "{table:?}"
        );
    }
    assert_eq!(csv("1,-9e-8\n-0,1\n"), [["1", "-9/100000000"], ["0", "1"]], "nothing is rounded away");
}

#[test]
fn what_is_no_table_is_refused_with_its_line_and_column() {
    for (table, message) in [
        ("0.5,0.5\n0.5,nan\n", "2:5: found nan, which is no number"),
        ("0.5,0.5\n0.5, -inf\n", "2:6: found -inf, which is no number"),
        ("0.5,0.5\n0.5\n", "2:4: found 1 entry, expected 2 as in the first row"),
        ("0.5\n0.5,0.5\n", "2:5: found an entry past the last, expected 1 entry as in the first row"),
        ("0.5,0.5\n", "2:1: found 1 row, expected 2, one for each node"),
        ("", "1:1: found 0 rows, expected 2"),
        ("1\n1\n1\n", "3:1: found a row past the last, expected 2 rows"),
        ("0.5,0.5,\n0.5,,\n", "2:5: found an empty entry"),
        ("0.5|0.5\n0.5|0.5\n", "2:1: found \"0.5|0.5\""),
        ("A,B\n0.5,0.5\n", "3:1: found 1 row, expected 2"),
        ("A,B\n0.5,0.5\n1,0\n1,0\n", "4:1: found a row past the last, expected 2 rows"),
        ("1,é\n1,1\n", "1:3: found \"é\""),
        ("1,1\n1,\u{202e}1\n", "2:3: found \"\\u{202e}1\""),
        ("\"0.5\n\",0.5\n0.5,0.5\n", "1:1: found \"0.5\\u{a}\""),
        ("1,1\n1,0x1p-3\n", "2:3: found \"0x1p-3\""),
        ("1,1\n1,1/0\n", "2:3: found \"1/0\", whose denominator is 0"),
        ("1,1e999999999999999999999999\n", "1:3: an exponent over 10000 (--limit exponent=N)"),
        ("1,1e-10001\n", "1:3: an exponent over 10000"),
    ] {
        let found = refusal(Form::Csv, table.as_bytes(), false);
        assert!(found.starts_with(message), "{table:?}: {found}");
    }
    assert!(refusal(Form::Csv, b"0.5,\xff\n", false).starts_with("1:5: a byte that is no UTF-8"));
    assert!(refusal(Form::Csv, b"\xff\xfe0\0", false).starts_with("1:1: a byte that is no UTF-8"));
    let long = "1".repeat(200_000);
    assert!(refusal(Form::Csv, format!("1,{long}\n1,1\n").as_bytes(), false).starts_with("1:3: 200000 characters"));
}

#[test]
fn npy_floats_are_the_dyadic_rationals_that_they_are() {
    let little: Vec<u8> = TABLE.iter().flat_map(|x| x.to_le_bytes()).collect();
    let big: Vec<u8> = TABLE.iter().flat_map(|x| x.to_be_bytes()).collect();
    let by_columns: Vec<u8> = [0, 3, 1, 4, 2, 5].iter().flat_map(|&k: &usize| TABLE[k].to_le_bytes()).collect();
    for (version, descr, fortran, data) in [
        (1, "<f8", "False", &little),
        (2, "<f8", "False", &little),
        (3, ">f8", "False", &big),
        (1, "<f8", "True", &by_columns),
    ] {
        let file = npy(version, &header(descr, fortran, "(2, 3)"), data);
        let text = imported_by(Form::Npy, &file, false, &Limits::default()).unwrap();
        assert_eq!(entries(&text), expected(), "{version} {descr} {fortran}");
    }
    let floats: Vec<u8> = [0.1_f32, 1.5, -0.0, f32::MIN_POSITIVE].iter().flat_map(|x| x.to_be_bytes()).collect();
    let file = npy(1, &header(">f4", "False", "(2, 2)"), &floats);
    let text = imported_by(Form::Npy, &file, false, &Limits::default()).unwrap();
    let least = format!("1/{}", dp_verify::number::BigInt::from(2).pow(126));
    assert_eq!(entries(&text), [["13421773/134217728", "3/2"], ["0", &least]]);
}

#[test]
fn what_is_no_array_of_floats_is_refused() {
    let numbers = |list: &[f64]| -> Vec<u8> { list.iter().flat_map(|x| x.to_le_bytes()).collect() };
    let file = |shape: &str, data: &[u8]| npy(1, &header("<f8", "False", shape), data);
    let good = numbers(&TABLE);
    for (bytes, message) in [
        (b"".to_vec(), "this is no NPY file"),
        (b"PK\x03\x04 an archive".to_vec(), "this is no NPY file"),
        (b"\x93NUMPY".to_vec(), "the file breaks off"),
        (b"\x93NUMPY\x01\x00\xff".to_vec(), "the file breaks off"),
        (b"\x93NUMPY\x01\x00\xff\x00{".to_vec(), "the file breaks off"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\xff{".to_vec(), "a header of 4294967295 bytes"),
        (b"\x93NUMPY\x04\x00\x00\x00".to_vec(), "version 4.0 of the format"),
        (b"\x93NUMPY\x01\x09\x00\x00".to_vec(), "version 1.9 of the format"),
        (npy(1, "{'descr': '<f8", &good), "in the header"),
        (npy(3, "\u{feff}{}", &good), "in the header"),
        (file("(3, 2)", &good), "found 3 rows, expected 2, one for each node"),
        (file("(2, 0)", &good), "found rows without entries"),
        (file("(2, 2)", &good), "found 48 bytes after the header, expected 2 × 2 numbers of 8 bytes"),
        (file("(2, 3)", &good[..40]), "found 40 bytes after the header"),
        (file("(2, 9223372036854775807)", &good), "found 48 bytes after the header"),
        (file("(2, 18446744073709551615)", &good), "found 48 bytes after the header"),
        (file("(6,)", &good), "an array of shape (6,)"),
        (npy(1, &header("<i8", "False", "(2, 3)"), &good), "numbers of the type <i8"),
        (npy(1, &header("|O", "False", "(2, 3)"), &good), "numbers of the type |O"),
        (file("(2, 2)", &numbers(&[0.5, 0.5, f64::NAN, 1.0])), "[1][0]: found NaN"),
        (file("(2, 2)", &numbers(&[0.5, 0.5, 0.5, f64::NEG_INFINITY])), "[1][1]: found an infinity"),
    ] {
        let found = refusal(Form::Npy, &bytes, false);
        assert!(found.starts_with(message), "{message}: {found}");
    }
    let wide = npy(1, &header("<f4", "True", "(2, 1)"), &[0, 0, 0x80, 0x7f, 0, 0, 0xc0, 0x7f]);
    assert!(refusal(Form::Npy, &wide, false).starts_with("[0][0]: found an infinity"));
}

#[test]
fn normalised_rows_sum_to_exactly_one() {
    let normal = |text: &str| imported_by(Form::Csv, text.as_bytes(), true, &Limits::default());
    let text = normal("0.1,0.3\n1/3,1e-1\n").unwrap();
    assert!(text.contains("\"name\": \"table t, each row divided by its sum, imported for: a query\""), "{text}");
    assert_eq!(entries(&text), [["1/4", "3/4"], ["10/13", "3/13"]]);
    assert_eq!(entries(&normal("2,-1\n1,1\n").unwrap()), [["2", "-1"], ["1/2", "1/2"]], "signs stay");
    assert_eq!(
        refusal(Form::Csv, b"1,1\n0,0\n", true),
        "2:1: row 1 sums to 0, and only a row with a sum above 0 is normalised"
    );
    assert_eq!(
        refusal(Form::Csv, b"1,-2\n1,1\n", true),
        "1:1: row 0 sums to -1, and only a row with a sum above 0 is normalised"
    );
    let tiny = npy(1, &header("<f8", "False", "(2, 1)"), &[5e-324_f64.to_le_bytes(), 0_f64.to_le_bytes()].concat());
    assert_eq!(
        refusal(Form::Npy, &tiny, true),
        "[1]: row 1 sums to 0, and only a row with a sum above 0 is normalised"
    );
}

#[test]
fn a_table_that_would_fill_the_memory_is_refused() {
    // Short as they are written, each of these is a number of 33,000 bits.
    let row = vec!["1e-9999"; 2_000].join(",");
    let table = format!("{row}\n{row}\n");
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    for normalise in [false, true] {
        let refused = imported_by(Form::Csv, table.as_bytes(), normalise, &limits).unwrap_err();
        assert!(
            matches!(&refused, Refusal::Table(e) | Refusal::Query(e) if e.message.contains("--limit")),
            "{refused:?}"
        );
    }
    // A row whose quotients are far longer than it.
    let limits = Limits { bytes: 1 << 20, ..Limits::default() };
    let table = format!("1e-9999,{}\n1,{0}\n", vec!["3"; 2_000].join(","));
    let refused = imported_by(Form::Csv, table.as_bytes(), true, &limits).unwrap_err();
    assert!(matches!(&refused, Refusal::Table(e) if e.message.contains("--limit bytes=N")), "{refused:?}");
}

#[test]
fn the_command_writes_whole_files_or_nothing() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let names = || fs::read_dir(folder.path()).unwrap().count();
    fs::write(at("q.json"), QUERY).unwrap();
    fs::write(at("t.csv"), "0.75,0.25\n.25,.75\n").unwrap();
    fs::write(at("bad.csv"), "0.75,0.25\n.25,NaN\n").unwrap();
    fs::write(
        at("bad.npy"),
        npy(1, &header("<f8", "False", "(2, 1)"), &[f64::NAN, 1.0].map(f64::to_le_bytes).concat()),
    )
    .unwrap();
    fs::write(at("t.xls"), "1").unwrap();
    let run = |arguments: &[&str]| {
        let output =
            cargo_bin_cmd!("certify").current_dir(folder.path()).arg("import").args(arguments).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code().unwrap(), out, err)
    };
    assert_eq!(run(&["t.csv", "q.json", "-o", "m.json"]), (0, "mechanism: m.json\n".to_owned(), String::new()));
    let written = fs::read_to_string(at("m.json")).unwrap();
    assert!(written.contains("table t.csv imported for: a query"), "{written}");
    assert_eq!(run(&["t.csv", "q.json"]), (0, written, String::new()), "without -o to standard output");
    assert_eq!(run(&["t.csv", "q.json", "-q", "-o", "m.json"]), (0, String::new(), String::new()));
    let before = names();
    for (arguments, message) in [
        (&["bad.csv", "q.json", "-o", "x.json"][..], "certify: bad.csv:2:5: found NaN, which is no number"),
        (&["bad.npy", "q.json", "-o", "x.json"], "certify: bad.npy: [0][0]: found NaN, expected a number"),
        (&["t.csv", "m.json", "-o", "x.json"], "certify: m.json:6:16: $.mechanism: the file has a mechanism already"),
        (
            &["t.xls", "q.json", "-o", "x.json"],
            "certify: t.xls: expected a table whose name ends in .csv, .tsv, .txt or .npy",
        ),
        (&["no.csv", "q.json", "-o", "x.json"], "certify: no.csv: No such file"),
        (&["t.csv", "q.json", "-o", "t.csv"], "certify: t.csv: this would overwrite the input t.csv"),
        (&["t.csv", "q.json", "-o", "q.json"], "certify: q.json: this would overwrite the input q.json"),
        (&["t.csv", "q.json", "--limit", "bytes=20", "-o", "x.json"], "certify: q.json: more than 20 bytes"),
    ] {
        let (status, out, err) = run(arguments);
        assert_eq!((status, &*out), (2, ""), "{arguments:?}");
        assert!(err.starts_with(message), "{arguments:?}: {err}");
    }
    assert_eq!(names(), before, "nothing is left behind");
}

#[test]
fn a_table_is_recognised_as_in_one_command() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(
        at("q.json"),
        QUERY.replace("\n  \"priors\"", "\"claims\": [{\"claim\": \"utility\", \"prior\": \"flat\"}],\n  \"priors\""),
    )
    .unwrap();
    fs::write(at("l.json"), QUERY.replace("\"nodes\": 2", "\"nodes\": 2, \"labels\": [\"A\", \"C\"]")).unwrap();
    fs::write(
        at("w.json"),
        QUERY.replace("\"note\"", "\"claims\": [\"capacity\",\n \"dp-within-rounding\"], \"note\""),
    )
    .unwrap();
    fs::write(at("t.tsv"), "\tyes\tno\nA\t75,0 %\t25 %\nB\t25 %\t75 %\n").unwrap();
    fs::write(at("p.csv"), "75,25\n25,75\n").unwrap();
    let run = |arguments: &[&str]| {
        let output =
            cargo_bin_cmd!("certify").current_dir(folder.path()).arg("import").args(arguments).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code().unwrap(), out, err)
    };
    let (status, text, said) = run(&["t.tsv", "q.json"]);
    assert_eq!(status, 0, "{said}");
    assert_eq!(entries(&text), [["3/4", "1/4"], ["1/4", "3/4"]]);
    for part in
        ["\"nodes\": 2, \"labels\": [\"A\", \"B\"]}", "\"outputs\": [\"yes\", \"no\"]", "\"claim\": \"utility\""]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(
        said.starts_with("certify: t.tsv: taken for 2 rows of 2 numbers; cells between tabs; decimal commas; perc"),
        "{said}"
    );
    for (arguments, message) in [
        (
            &["t.tsv", "l.json"][..],
            "certify: t.tsv:3:1: found the row \"B\", expected a label of the query; the table has no row \"C\"\n",
        ),
        (&["p.csv", "q.json"], "certify: p.csv:1:1: the row sums to about 100: say --percent"),
        (&["t.tsv", "w.json"], "certify: w.json:7:2: $.claims[1]: the claim `dp-within-rounding` needs"),
    ] {
        let (status, out, err) = run(arguments);
        assert_eq!((status, &*out), (2, ""), "{arguments:?}");
        assert!(err.starts_with(message), "{err}");
    }
    assert_eq!(entries(&run(&["p.csv", "q.json", "--percent"]).1), [["3/4", "1/4"], ["1/4", "3/4"]]);
    assert_eq!(entries(&run(&["p.csv", "q.json", "--percent=no"]).1), [["75", "25"], ["25", "75"]]);
}
