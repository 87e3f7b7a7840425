//! Tables as programs write them: one matrix in every style is the same matrix, or is refused.

use super::{Folder, refused, taken};
use dp_certify::table::{Settings, Table};
use dp_verify::limits::Limits;

fn expect(table: &str, flags: &[&str]) {
    let taken = taken(table.as_bytes(), flags);
    assert_eq!(taken.entries, [["1/2", "1/4", "1/4"], ["1/8", "3/8", "1/2"]], "{table}\n{}", taken.said);
}

/// In each style one matrix is read, and said to be.
#[test]
fn what_is_around_cells_is_left_out() {
    for table in [
        // Excel.
        "sep=;\nx;a;b;c\nA;0,5;0,25;0,25\nB;0,125;0,375;0,5\n",
        "\u{feff}\"sep=,\"\r\nx,a,b,c\r\nA,0.5,0.25,0.25\r\nB,0.125,0.375,0.5\r\n",
        "sep=\t\nx\ta\tb\tc\nA\t0.5\t0.25\t0.25\nB\t0.125\t0.375\t0.5\n",
        "x,a,b,c,,\nA,0.5,0.25,0.25,,\nB,0.125,0.375,0.5,,\n,,,,,\n,,,,,\n",
        ",,,,\nx,a,b,c,\nA,0.5,0.25,0.25,\nB,0.125,0.375,0.5,\n",
        // Markdown, with names and without, and programs that draw lines.
        "| x | a | b | c |\n|---|:--|:-:|--:|\n| A | 0.5 | 0.25 | 0.25 |\n| B | 0.125 | 0.375 | 0.5 |\n",
        "x | a | b | c\n--- | --- | --- | ---\nA | 0.5 | 0.25 | 0.25\nB | 0.125 | 0.375 | 0.5\n",
        "|   |   |   |\n|---|---|---|\n| 0.5 | 0.25 | 0.25 |\n| 0.125 | 0.375 | 0.5 |\n",
        "|   | 0 | 1 | 2 |\n|--:|--:|--:|--:|\n| 0 | 0.5 | 0.25 | 0.25 |\n| 1 | 0.125 | 0.375 | 0.5 |\n",
        "| 0.5 | 0.25 | 0.25 |\n| 0.125 | 0.375 | 0.5 |\n",
        "+---+-------+-------+------+\n| x | a     | b     | c    |\n+---+-------+-------+------+\n| A | 0.5   | 0.25  | 0.25 |\n| B | 0.125 | 0.375 | \
         0.5  |\n+---+-------+-------+------+\n",
        " x |   a   |   b   |  c\n---+-------+-------+------\n A | 0.5   | 0.25  | 0.25\n B | 0.125 | 0.375 | 0.5\n",
        // LaTeX.
        "\\begin{tabular}{l|rrr}\n\\hline\n & a & b & c \\\\ \\hline\nA & 0.5 & 0.25 & 0.25 \\\\[2pt]\nB & $0.125$ & $0.375$ & 0.5 \\\\\n\\hline\n\
         \\end{tabular}\n",
        "0.5 & 0.25 & 0.25 \\\\ 0.125 & 0.375 & 0.5",
        "% a note\n\\toprule & a & b & c \\\\\n\\midrule\nA & 50\\% & 25\\% & 25\\% \\\\ % so\nB & 12.5\\% & 37.5\\% & 50\\% \\\\\n\\bottomrule",
        "\\left[\\begin{array}{ccc}0.5&0.25&0.25\\\\0.125&0.375&0.5\\end{array}\\right]",
        // Arrays.
        "[[0.5, 0.25, 0.25], [0.125, 0.375, 0.5]]",
        "[[0.5   0.25  0.25 ]\n [0.125 0.375 0.5  ]]\n",
        "array([[0.5  , 0.25 , 0.25 ],\n       [0.125, 0.375, 0.5  ]])\n",
        "np.array([[0.5, 0.25,\n  0.25], [0.125, 0.375, 0.5]], dtype=float64)",
        "[0.5 0.25 0.25; 0.125 0.375 0.5]",
        "X = [0.5, 0.25, 0.25;\n     0.125, 0.375, 0.5];\n",
        "[0.5, 0.25, 0.25]\n[0.125, 0.375, 0.5]\n",
        "[(0.5, 0.25, 0.25), (0.125, 0.375, 0.5)]",
        "[[\"1/2\", \"1/4\", \"1/4\"], [\"1/8\", \"3/8\", \"1/2\"]]",
        "{{0.5, 0.25, 0.25}, {0.125, 0.375, 0.5}}",
        // R.
        "\"10\" \"20\" \"40\"\n\"1\" 0.5 0.25 0.25\n\"2\" 0.125 0.375 0.5\n",
        "\"X1\" \"X2\" \"X3\"\n\"1\" 0.5 0.25 0.25\n\"2\" 0.125 0.375 0.5\n",
        "      [,1]  [,2] [,3]\n[1,] 0.500 0.250 0.25\n[2,] 0.125 0.375 0.50\n",
        // Long tables.
        "answer,output,p\nA,x,0.5\nA,y,0.25\nA,z,0.25\nB,x,0.125\nB,y,0.375\nB,z,0.5\n",
        "output;answer;p\nx;A;0,5\ny;A;0,25\nz;A;0,25\nx;B;0,125\ny;B;0,375\nz;B;0,5\n",
        "output;answer;p\nx;A;0.5\ny;A;0.25\nz;A;0.25\nx;B;0.125\ny;B;0.375\nz;B;0.5\n",
        "0,0,0.5\n0,1,0.25\n0,2,0.25\n1,0,0.125\n1,1,0.375\n1,2,0.5\n",
        "i,j,p\n1,1,0.5\n1,2,0.25\n1,3,0.25\n2,1,0.125\n2,2,0.375\n2,3,0.5\n",
        ",i,j,p\n0,B,x,0.125\n1,A,x,0.5\n2,A,y,0.25\n3,A,z,0.25\n4,B,y,0.375\n5,B,z,0.5\n",
        "\"i\" \"j\" \"p\"\n\"1\" \"A\" \"x\" 0.5\n\"2\" \"A\" \"y\" 0.25\n\"3\" \"A\" \"z\" 0.25\n\"4\" \"B\" \"x\" 0.125\n\"5\" \"B\" \"y\" 0.375\n\"6\" \"B\" \"z\" 0.5\n",
    ] {
        if table.contains("0,B,x") {
            // As they come.
            assert_eq!(taken(table.as_bytes(), &[]).labels.unwrap(), ["B", "A"]);
            continue;
        }
        expect(table, &[]);
    }
}

/// What a flag settles is read by it.
#[test]
fn what_is_told_is_read() {
    for (table, flags, told) in [
        ("Table 1: yes and no\nx,a,b,c\nA,0.5,0.25,0.25\nB,0.125,0.375,0.5\n", &[][..], "--lines 2-"),
        (",Output,,\nx,a,b,c\nA,0.5,0.25,0.25\nB,0.125,0.375,0.5\nSource: a vendor\n", &[], "--lines 2-4"),
        ("Results 2019,,,\n,,,\nx,a,b,c\nA,0.5,0.25,0.25\nB,0.125,0.375,0.5\n", &[], "--lines 3-"),
        (
            "Table 1\n\n| x | a | b | c |\n|---|---|---|---|\n| A | 0.5 | 0.25 | 0.25 |\n| B | 0.125 | 0.375 | 0.5 |\n",
            &[],
            "--lines 3-",
        ),
        ("x,A,B\na,0.5,0.125\nb,0.25,0.375\nc,0.25,0.5\n", &[], "--transpose"),
        ("x,a,b,c,n\nA,0.5,0.25,0.25,150\nB,0.125,0.375,0.5,160\n", &[], "--drop=n"),
        ("0.5,0.25,0.25,150\n0.125,0.375,0.5,160\n", &[], "--drop=4"),
        ("A;0.5 ± 0.01;0.25 ± 0.01;0.25 ± 0.01\nB;0.125 ± 0.01;0.375 ± 0.01;0.5 ± 0.01\n", &[], "--rounding 0.01"),
        ("0.5±0.01,0.25±0.01,0.25±0.01\n0.125±0.01,0.375±0.01,0.5±0.01\n", &[], "--rounding 0.01"),
        ("0.7 0.3 0.2\n1 0.5 0.25 0.25\n2 0.125 0.375 0.5\n", &["--header=yes"], ""),
    ] {
        if told.is_empty() {
            expect(table, flags);
            continue;
        }
        let found = refused(table.as_bytes(), flags);
        let (_, call) = found.split_once("; for instance: certify ").unwrap_or_else(|| panic!("{table}: {found}"));
        assert!(call.ends_with(told), "{table}: {call}");
        expect(table, &told.split(' ').collect::<Vec<_>>());
    }
}

#[test]
fn what_could_be_either_is_asked_and_what_is_none_is_told() {
    for (table, flags, message) in [
        // Rows of three numbers that come to anything, or a long table.
        (
            "0,0,1\n0,1,3\n1,0,4\n1,1,2\n",
            &["--normalise=any"][..],
            "t.csv:1:1: found 0, 0, 1: an answer, an output and its",
        ),
        ("0,0,0.5\n0,1,0.5\n1,0,0.25\n1,1,0.75\n", &["--normalise=any"], "t.csv:1:1: found 0, 0, 0.5: an answer"),
        ("answer,output,p\nA,x,0.5\nA,y,0.5\nB,x,0.999\n", &[], "t.csv:4:1: found no line for answer B and output y"),
        (
            "answer,output,p\nA,x,0.5\nA,x,0.5\nB,x,1\nB,y,0\n",
            &["--long"],
            "t.csv:3:1: found A, x again, which is in line 2",
        ),
        (
            "A,0.5,0.25,0.25\nB,0.5,0.25,0.25\n",
            &["--long"],
            "t.csv:1:1: found 4 cells in a line, expected three with --long",
        ),
        ("[0.5, 0.25, 0.25]", &[], "t.csv:1:1: found one list of numbers, expected a list for each row"),
        ("[[[0.5, 0.5]]]", &[], "t.csv:1:3: found brackets three deep"),
        ("sep=.\n0.5;0.5\n", &[], "t.csv:1:1: found \"sep=.\", which says what cells stand between"),
        ("A,<0.01,0.99\nB,0.5,0.5\n", &[], "t.csv:1:3: found \"<0.01\", a bound, expected a number"),
        ("x,a,b\nA,0.5,0.5\nB,<0.01,0.99\n", &[], "t.csv:3:3: found \"<0.01\", a bound, expected a number"),
        (
            "x,a,b\nA,0.5 ± 0.1,0.5\nB,0.5,0.5\n",
            &["--rounding", "0.01"],
            "t.csv:2:3: found \"0.5 ± 0.1\", a number with its",
        ),
        ("0.5,0.5\n0.2,0.8\n", &["--drop", "x"], "t.csv:1:1: --drop: found \"x\", expected a name of the first row"),
        ("0.5,0.5\n0.2,0.8\n", &["--lines", "0-2"], "invalid value '0-2' for '--lines <A-B>'"),
        ("a|b\n-|-\n0.5|0.5\n", &["--delimiter=|"], "t.csv:2:1: found \"-\""),
    ] {
        let found = refused(table.as_bytes(), flags);
        assert!(found.starts_with(message), "{table:?} {flags:?}: {found}\nexpected {message}");
    }
}

/// A missing entry is 0 where the others come to exactly 1.
#[test]
fn entries_without_a_line_are_0_where_nothing_is_left() {
    let table = "answer,output,p\nA,x,1\nB,x,1/4\nB,y,3/4\n";
    let taken = taken(table.as_bytes(), &[]);
    assert_eq!(taken.entries, [["1", "0"], ["1/4", "3/4"]]);
    assert!(
        taken.said.contains("3 lines of an answer (column answer), an output (output) and its probability, 1 entry without a line, which is 0"),
        "{}",
        taken.said
    );
}

/// On a line bins are neighbours by their order.
#[test]
fn bins_in_a_wrong_order_are_asked() {
    let rows = |names: [&str; 4]| names.map(|name| format!("{name},0.25,0.75\n")).concat();
    let wrong = format!("age,yes,no\n{}", rows(["0-9", "10-19", "100+", "20-29"]));
    let folder = Folder::with(&[("t.csv", &wrong)]);
    let line = ["t.csv", "--graph", "line", "--epsilon", "1"];
    let ended = folder.run(&line, "");
    let told = "certify: t.csv:5:1: found \"20-29\" after \"100+\", expected rows in the order of their names";
    assert!(ended.status == 2 && ended.err.starts_with(told), "{}", ended.err);
    assert!(ended.err.trim_end().ends_with("certify t.csv --graph line --epsilon 1 --order=sorted"), "{}", ended.err);
    for (flag, order) in [
        ("--order=sorted", r#""0-9", "10-19", "20-29", "100+""#),
        ("--order=given", r#""0-9", "10-19", "100+", "20-29""#),
    ] {
        let ended = folder.run(&[&line[..], &[flag, "--force"]].concat(), "");
        assert!(ended.status < 2, "{}", ended.err);
        let text = folder.text("t.json").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.replace(' ', "").contains(&order.replace(' ', "")), "{text}");
    }
    // Who is whose neighbour does not follow from the order, or the order is right.
    assert!(folder.run(&["t.csv", "--graph", "complete", "--epsilon", "1", "--no-certificate"], "").status < 2);
    let right = format!("age,yes,no\n{}", rows(["under 10", "10-19", "20-29", "30 and over"]));
    let folder = Folder::with(&[("t.csv", &right)]);
    assert!(folder.run(&line, "").status < 2);
}

/// A table of random numbers in each style: the same numbers, or no table.
#[test]
fn a_table_in_any_style_is_the_same_table_or_none() {
    let mut seed = 1_u64;
    let mut below = |n: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % n
    };
    let index = |n: u64| usize::try_from(n).unwrap();
    let mut read = 0;
    for case in 0..300 {
        let (n, m) = (2 + index(below(4)), 2 + index(below(4)));
        let whole = [10, 100, 1000][index(below(3))];
        let row = |below: &mut dyn FnMut(u64) -> u64| {
            let mut cuts: Vec<u64> = (1..m).map(|_| below(whole + 1)).chain([0, whole]).collect();
            cuts.sort_unstable();
            cuts.windows(2).map(|two| two[1] - two[0]).collect::<Vec<u64>>()
        };
        let parts: Vec<Vec<u64>> = (0..n).map(|_| row(&mut below)).collect();
        let places = whole.to_string().len() - 1;
        let percent = below(4) == 0;
        let number = |k: u64| match percent {
            true => format!("{}%", k * 100 / whole) + if (k * 100).is_multiple_of(whole) { "" } else { "?" },
            false => format!("{}.{:0places$}", k / whole, k % whole),
        };
        let cells: Vec<Vec<String>> = parts.iter().map(|row| row.iter().map(|&k| number(k)).collect()).collect();
        if cells.iter().flatten().any(|cell| cell.contains('?')) {
            continue;
        }
        let (above, beside) = match below(3) {
            0 => (None, None),
            1 => (
                Some((0..m).map(|j| format!("o{j}")).collect::<Vec<_>>()),
                Some((0..n).map(|i| format!("A{i}")).collect::<Vec<_>>()),
            ),
            _ => (Some((0..m).map(|j| j.to_string()).collect()), Some((0..n).map(|i| i.to_string()).collect())),
        };
        for (style, text) in styles(&cells, above.as_deref(), beside.as_deref()) {
            let Ok(table) = Table::read(text.as_bytes(), &Settings::default(), &Limits::default()) else { continue };
            let found: Vec<Vec<String>> =
                table.rows().map(|(row, _)| row.iter().map(ToString::to_string).collect()).collect();
            let same = found.len() == n
                && found.iter().zip(&parts).all(|(found, parts)| {
                    found.len() == m && found.iter().zip(parts).all(|(found, &part)| is(found, part, whole))
                });
            assert!(same, "case {case}, {style}:\n{text}\n{found:?}");
            read += 1;
        }
    }
    assert!(read > 1500, "{read} were read");
}

/// Whether a decimal is part/whole.
fn is(text: &str, part: u64, whole: u64) -> bool {
    let (before, after) = text.split_once('.').unwrap_or((text, ""));
    let digits: u64 = format!("{before}{after}").parse().unwrap();
    digits * whole == part * 10_u64.pow(u32::try_from(after.len()).unwrap())
}

fn styles(cells: &[Vec<String>], above: Option<&[String]>, beside: Option<&[String]>) -> Vec<(&'static str, String)> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    rows.extend(above.map(|names| beside.map(|_| String::new()).into_iter().chain(names.iter().cloned()).collect()));
    for (i, row) in cells.iter().enumerate() {
        rows.push(beside.map(|names| names[i].clone()).into_iter().chain(row.iter().cloned()).collect());
    }
    let lines = |between: &str| rows.iter().map(|row| row.join(between) + "\n").collect::<String>();
    let mut all = vec![
        ("commas", lines(",")),
        ("semicolons", format!("sep=;\n{}", lines(";"))),
        ("tabs", lines("\t")),
        ("empty columns", lines(",").replace('\n', ",,,\n")),
        ("latex", rows.iter().map(|row| row.join(" & ").replace('%', "\\%") + " \\\\ \\hline\n").collect()),
        ("pipes", rows.iter().map(|row| format!("| {} |\n", row.join(" | "))).collect()),
    ];
    let rule = |row: &Vec<String>| format!("|{}\n", "---|".repeat(row.len()));
    if above.is_some() {
        let line = |(i, row): (usize, &Vec<String>)| {
            format!("| {} |\n{}", row.join(" | "), if i == 0 { rule(row) } else { String::new() })
        };
        all.push(("markdown", rows.iter().enumerate().map(line).collect()));
    }
    let list = |row: &Vec<String>, between: &str| format!("[{}]", row.join(between));
    let of_lists = |between: &str, rows: &str| {
        format!("[{}]", cells.iter().map(|row| list(row, between)).collect::<Vec<_>>().join(rows))
    };
    all.push(("python", of_lists(", ", ", ")));
    all.push(("numpy", of_lists(" ", "\n ")));
    all.push(("matlab", format!("[{}]", cells.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("; "))));
    let mut long = String::new();
    for (i, row) in cells.iter().enumerate() {
        for (j, cell) in row.iter().enumerate() {
            let names = beside.zip(above).map(|(beside, above)| (beside[i].clone(), above[j].clone()));
            let (input, output) = names.unwrap_or_else(|| (i.to_string(), j.to_string()));
            long += &format!("{input},{output},{cell}\n");
        }
    }
    all.push(("long with names", format!("i,j,p\n{long}")));
    all.push(("long", long));
    all
}
