//! What is around the cells of a table: left out where it is known, and else refused by name, in a moment.

use super::{refused, taken};
use dp_certify::table::{Settings, Table};
use dp_verify::limits::Limits;
use std::time::{Duration, Instant};

const LATEX: &str = "A & 0.75 & 0.25 \\\\\nB & 0.5 & 0.5 \\\\\n";

#[track_caller]
fn expect(table: &str, flags: &[&str]) {
    let taken = taken(table.as_bytes(), flags);
    assert_eq!(taken.entries, [["3/4", "1/4"], ["1/2", "1/2"]], "{table}\n{}", taken.said);
    assert!(taken.labels.is_none_or(|labels| labels == ["A", "B"]), "{table}\n{}", taken.said);
}

#[track_caller]
fn expect_refused(cases: &[(&str, &str)]) {
    for (table, message) in cases {
        let found = refused(table.as_bytes(), &[]);
        assert!(found.contains(message), "{table:?}: {found}\nexpected {message}");
    }
}

/// Commands of layout and fonts, comments and distances are left out; fractions are read.
#[test]
fn latex_is_read_without_what_changes_no_cell() {
    let table = |before: &str, rows: &str| format!("{before}\\begin{{tabular}}{{lcc}}\n{rows}\\end{{tabular}}\n");
    for text in [
        table("\\renewcommand{\\arraystretch}{1.2}\n", &format!("% old & 0.9 & 0.1 \\\\\n{LATEX}")),
        table("\\setlength{\\tabcolsep}{4pt}\n", &format!("%A & 0.9 & 0.1 \\\\\n{LATEX}")),
        table("\\begin{table}[h]\n\\centering\\small\n\\caption{Of 2 & 3.}\n", LATEX) + "\\label{t}\\end{table}\n",
        table("\\resizebox{\\textwidth}{!}{%\n", LATEX) + "}\n",
        table("", &format!("{LATEX}\\begin{{comment}}\nD & 0.9 & 0.1 \\\\\n\\end{{comment}}\n")),
        table("", "A & 0.75 & 0.25 \\\\ % old & 0.9 & 0.1 \\\\\nB & 0.5 & 0.5 \\\\\n"),
        table("", "A & \\small{0.75} & \\footnotesize{0.25} \\\\\nB & \\textbf{0.5} & $\\mathbf{0.5}$ \\\\\n"),
        table("", "\\emph{A} & $\\bm{0.75}$ & {\\bf 0.25} \\\\ [2pt]\nB & 0.5 & 0.5 \\\\[-1ex]\n"),
        table("", "A & \\frac{3}{4} & $\\tfrac14$ \\\\\nB & \\nicefrac{1}{2} & \\frac12 \\\\\n"),
        table("", "A & 0{,}75 & 0{,}25 \\\\\nB & 0{,}5 & 0{,}5 \\\\\n"),
        table("", "A & 0.75 & 0.25 \\\\\n% note\rB & 0.5 & 0.5 \\\\\n"),
        "P = \\begin{pmatrix} 0.75 & 0.25 \\\\ 0.5 & 0.5 \\end{pmatrix}.\n".to_owned(),
    ] {
        expect(&text, &[]);
    }
}

#[test]
fn latex_that_may_say_something_else_is_refused_by_name() {
    let table = |rows: &str| format!("\\begin{{tabular}}{{lcc}}\n{rows}\\end{{tabular}}\n");
    let of_cell = |cell: &str| table(&format!("A & {cell} & 0.25 \\\\\nB & 0.5 & 0.5 \\\\\n"));
    for (text, message) in [
        (
            table(LATEX) + &table(LATEX),
            "t.csv:5:1: found a second table, expected one: for the first alone, say --lines 1-4",
        ),
        (table(&format!("\\iffalse\nD & 0.9 & 0.1 \\\\\n\\fi\n{LATEX}")), "found \\iffalse of LaTeX"),
        (table(&format!("{LATEX}\\begin{{comment}}\nD & 0.9 & 0.1 \\\\\n")), "found \\begin{comment}, and no"),
        (table("R\\&D & 0.75 & 0.25 \\\\\nB & 0.5 & 0.5 \\\\\n"), "t.csv:2:2: found \\&, an & in a name"),
        (of_cell("\\frac{a}{4}"), "t.csv:2:5: found \\frac of LaTeX in a cell that has a number, expected write 1/6"),
        (of_cell("0.75\\times 1"), "t.csv:2:9: found \\times of LaTeX in a cell that has a number"),
        (of_cell("0.75^2"), "t.csv:2:9: found a ^ behind a number"),
        (of_cell("{0.75 & 0}"), "found an & within braces"),
        (of_cell("75 % so"), "found a % in a row, expected \\% for a sign"),
        (table(&format!("\\multicolumn{{3}}{{c}}{{Output}} \\\\\n{LATEX}")), "found \\multicolumn of LaTeX"),
        (format!("\\frac{{1}}{{100}}\n{}", table(LATEX)), "before the table, expected the table alone"),
        (format!("{}^{{-1}}\n", table(LATEX)), "t.csv:5:1: found \"^{-1}\" after the table"),
        (table(&format!("# & yes & no \\\\\n{LATEX}")), "t.csv:2:1: found a # at the beginning of a row of LaTeX"),
    ] {
        expect_refused(&[(&text, message)]);
    }
}

#[test]
fn arrays_that_something_is_done_to_are_refused_by_name() {
    for text in [
        "P <- matrix([[0.75, 0.25], [0.5, 0.5]])",
        "numpy.array([[0.75, 0.25],\n [0.5, 0.5]], dtype=np.float64);\n",
        "[[0.75 0.25]\n [0.5 0.5]]",
        "P = [0.75 0.25\n;0.5 0.5];",
    ] {
        expect(text, &[]);
    }
    expect_refused(&[
        ("np.array([[0.75, 0.25], [0.5, 0.5]], dtype=float).T", "found \", dtype=float).T\" after an array"),
        ("np.array([[0.75, 0.25], [0.5, 0.5]]).T", "and --transpose if its columns"),
        ("np.array([[0.75, 0.25], [0.5, 0.5]], dtype=float)*0.5", "after an array"),
        ("np.array([[0.75, 0.25], [0.5, 0.5]], dtype=int)", "after an array"),
        ("P = [0.75 0.25; 0.5 0.5]; n=3", "found \"; n=3\" after an array"),
        ("P = [0.75 0.25; 0.5 0.5]'", "and --transpose"),
        ("np.transpose([[0.75, 0.25], [0.5, 0.5]])", "t.csv:1:1: found \"np.transpose(\" before an array"),
        ("t([[0.75, 0.25], [0.5, 0.5]])", "and --transpose"),
        ("inv([[0.75, 0.25], [0.5, 0.5]])", "found \"inv(\" before an array"),
        ("softmax([[0.75, 0.25], [0.5, 0.5]])", "found \"softmax(\" before an array"),
        ("scale = 0.01 [[0.75, 0.25], [0.5, 0.5]]", "found \"scale = 0.01\" before an array"),
        ("columns = [[0.75, 0.25], [0.5, 0.5]]", "and --transpose"),
        ("[[0.7, 0.3] [0.4, 0.6]]", "t.csv:1:13: found lists with commas in them and none between: in Julia"),
        ("[0.7 0.3\n 0.4 0.6; 0.5 0.5\n 0.5 0.5]", "found a row of several lines between semicolons"),
        (" [1] 0.7 0.3\n [3] 0.4 0.6\n", "t.csv:1:2: found numbers as R prints a vector"),
        ("[[1]]\n[1] 0.7 0.3\n\n[[2]]\n[1] 0.4 0.6\n", "found numbers as R prints a vector or a list"),
        ("[[0.7 0.3 ... 0. 0.]\n ...\n [0.4 0.6 ... 0. 0.]]", "np.set_printoptions(threshold=sys.maxsize)"),
    ]);
}

#[test]
fn a_rule_of_markdown_makes_no_names_of_numbers() {
    for text in [
        "| A | 0.75 | 0.25 |\n|---|---|---|\n| B | 0.5 | 0.5 |\n",
        "+---+------+------+\n| A | 0.75 | 0.25 |\n+---+------+------+\n| B | 0.5 | 0.5 |\n+---+------+------+\n",
        "| A | **0.75** | `0.25` |\n| B | 0.5 | *0.5* |\n",
        "# | yes | no\n--|-----|----\nA | 0.75 | 0.25\nB | 0.5 | 0.5\n",
        "|   | yes | no |\r|---|---|---|\r| A | 0.75 | 0.25 |\r| B | 0.5 | 0.5 |\r",
    ] {
        expect(text, &[]);
    }
    expect("| x | A | B |\n|---|---|---|\n| yes | 0.75 | 0.5 |\n| no | 0.25 | 0.5 |\n", &["--transpose"]);
    expect_refused(&[
        ("| A | 0.75† | 0.25 |\n|---|---|---|\n| B | 0.5 | 0.5 |\n", "t.csv:1:7: found \"0.75†\" above a rule"),
        ("| A | <0.01 | >0.99 |\n|---|---|---|\n| B | 0.5 | 0.5 |\n", "t.csv:1:7: found \"<0.01\" above a rule"),
        ("| A\\|0 | 0.75 | 0.25 |\n| B\\|0 | 0.5 | 0.5 |\n", "found \\|, a pipe in a name"),
        (
            " x | yes | no\n---|-----|----\n# 1 | 0.75 | 0.25\nB | 0.5 | 0.5\n",
            "t.csv:3:1: found a # at the beginning of a row",
        ),
        (
            "| A | 0.75 | 0.25 |\n| B | 0.5 | 0.5 |\n| --- | --- | --- |\n| C | 0.5 | 0.5 |\n",
            "t.csv:3:1: found a rule between",
        ),
    ]);
}

#[test]
fn what_more_there_is_in_a_file_is_asked_or_said() {
    expect("A,0.75,0.25\rB,0.5,0.5\rC,0.9,0.1\r", &["--lines", "-2"]);
    let blank = taken(b"A,0.75,0.25\n\nB,0.5,0.5\n", &[]);
    assert!(blank.said.contains("blank lines between rows left out"), "{}", blank.said);
    let plain = taken(b"A,0.75,0.25\nB,0.5,0.5\n\n", &[]);
    assert!(!plain.said.contains("blank lines"), "{}", plain.said);
    expect_refused(&[
        (
            "Table one\nA 0.75 0.25\nB 0.5 0.5\n",
            "t.csv:1:1: found \"Table one\": a title, or the names of the outputs? Say --lines 2-",
        ),
        (
            "x,a,b\nA,0.75,0.25\nB,0.5,0.5\n\nx,a,b\nA,0.9,0.1\nB,0.5,0.5\n",
            "t.csv:5:1: found \"x,a,b\" after a blank line: another table? Expected one: for the first alone, say --lines 1-3",
        ),
        (",0,1\n0,0.75,0.25\n1,0.5,0.5\n\n,yes,no\n0,0.9,0.1\n1,0.5,0.5\n", "found \",yes,no\" after a blank line"),
        (
            "# Array shape: (2, 2, 2)\n0.75 0.25\n0.5 0.5\n# New slice\n0.9 0.1\n0.5 0.5\n# New slice\n",
            "t.csv:5:1: found \"0.9 0.1\" after a comment that begins a slice: another table? Expected one: for the first \
             alone, say --lines 2-3",
        ),
    ]);
}

/// Files that took minutes, or more of the stack than there is.
#[test]
fn no_file_takes_long_to_be_refused() {
    let n = 100_000;
    let lines = |line: &str, count: usize| vec![line; count].join("\n") + "\n";
    let wide = lines(&vec!["0.5"; n].join(","), 2);
    let square = lines(&vec!["0.001"; 1000].join(","), 1000);
    let transposed = Settings { transpose: Some(true), ..Settings::default() };
    let dropped = Settings { drop: vec!["1".to_owned()], ..Settings::default() };
    for (what, text, settings) in [
        ("calls", "a(".repeat(n), Settings::default()),
        ("a wide table on its side", wide.clone(), transposed.clone()),
        ("a square on its side", square, transposed),
        ("a column left out", wide, dropped),
        ("names in quotes", format!("{}\nA{}\n", vec!["\"5\""; n].join(","), ",0".repeat(n)), Settings::default()),
        ("braces", format!("a & b \\\\\n{}", "\\hline{".repeat(n)), Settings::default()),
        ("captions", format!("a & b \\\\\n{}", "\\caption{".repeat(n)), Settings::default()),
        ("signs", format!("a & b \\\\ {}", "1%&".repeat(2 * n)), Settings::default()),
        ("marks", format!("a,0.5,0.5\r{}b,0.5,0.5\r", "#a\r".repeat(16 * n)), Settings::default()),
        ("a title", format!("title\n{}x,y,z,w\n", lines("0.5,0.5", n)), Settings::default()),
    ] {
        let start = Instant::now();
        let _ = Table::read(text.as_bytes(), &settings, &Limits::default());
        assert!(start.elapsed() < Duration::from_secs(15), "{what}: {:?}", start.elapsed());
    }
}
