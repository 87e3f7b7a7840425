//! Names of a table's rows that meet names of edges, of a query, of another file: by name, never by position.

use super::Folder;

/// Private at ln 3 on the line north – centre – south, and on no other.
const ROWS: [(&str, &str); 3] = [("north", "3/4,1/6,1/12"), ("south", "1/12,1/6,3/4"), ("centre", "1/4,1/2,1/4")];

fn table(order: [usize; 3], names: [&str; 3]) -> String {
    let rows = order.map(|k| format!("{},{}\n", names[k], ROWS[k].1));
    format!(",a,b,c\n{}", rows.concat())
}

fn named(order: [usize; 3]) -> String {
    table(order, ROWS.map(|(name, _)| name))
}

const EDGES: &str = "north,centre\ncentre,south\n";

fn status(folder: &Folder, call: &[&str]) -> (i32, String) {
    let ended = folder.run(call, "");
    (ended.status, ended.out + &ended.err)
}

fn file(labels: &str, matrix: [usize; 3], more: &str) -> String {
    let rows = matrix.map(|k| format!("[\"{}\"]", ROWS[k].1.replace(',', "\",\"")));
    format!(
        r#"{{"format":"dp-mechanism/1","privacy":{{"epsilon":"ln(3)"}},"query":{{"nodes":3,"edges":[[0,1],[1,2]]{labels}}},
        "mechanism":{{"matrix":[{}]}}{more}}}"#,
        rows.join(",")
    )
}

#[test]
fn edges_are_of_names_where_all_are_and_of_numbers_where_none_may_be() {
    let folder = Folder::with(&[
        ("t.csv", &named([0, 1, 2])),
        ("shuffled.csv", &table([0, 1, 2], ["2", "0", "1"])),
        ("from-1.csv", &table([0, 1, 2], ["1", "3", "2"])),
        ("names.csv", EDGES),
        ("numbers.csv", "0,2\n2,1\n"),
        ("of-numbers.csv", "2,1\n1,0\n"),
        ("one-to-three.csv", "1,2\n2,3\n"),
        ("mixed.csv", "0,1\n2,1\n"),
        ("some.csv", "0,3\n"),
    ]);
    let with = |table, edges| status(&folder, &[table, "--edges", edges, "--epsilon", "ln(3)", "--no-certificate"]);
    for (table, edges) in [
        ("t.csv", "names.csv"),
        ("t.csv", "numbers.csv"),
        ("shuffled.csv", "of-numbers.csv"),
        ("from-1.csv", "one-to-three.csv"),
    ] {
        let (found, said) = with(table, edges);
        assert_eq!(found, 0, "{table} {edges}: {said}");
    }
    // All of 0, 1, 2, which are positions: 1 – 3 – 2.
    assert_eq!(with("from-1.csv", "mixed.csv").0, 1);
    let (found, said) = with("from-1.csv", "some.csv");
    assert!(found == 2 && said.contains("found \"0\"") && said.contains("labels and numbers"), "{said}");
}

#[test]
fn a_query_with_names_takes_the_rows_by_them() {
    let query = |labels: &str| {
        format!(
            r#"{{"format":"dp-mechanism/1","privacy":{{"epsilon":"ln(3)"}},"query":{{"graph":"line","nodes":3{labels}}}}}"#
        )
    };
    let folder = Folder::with(&[
        ("t.csv", &named([0, 1, 2])),
        ("numbered.csv", &table([0, 1, 2], ["2", "0", "1"])),
        ("days.csv", &table([0, 1, 2], ["d10", "d8", "d9"])),
        ("q.json", &query(r#","labels":["north","centre","south"]"#)),
        ("other.json", &query(r#","labels":["north","centre","west"]"#)),
        ("bare.json", &query("")),
    ]);
    for (table, query) in [("t.csv", "q.json"), ("numbered.csv", "bare.json")] {
        let (found, said) = status(&folder, &["import", table, query, "-o", "m.json"]);
        assert_eq!(found, 0, "{said}");
        assert_eq!(status(&folder, &["m.json"]).0, 0, "{table}");
    }
    let (found, said) = status(&folder, &["import", "t.csv", "other.json"]);
    assert!(found == 2 && said.contains("t.csv:3:1: found the row \"south\"") && said.contains("\"west\""), "{said}");
    let (found, said) = status(&folder, &["import", "days.csv", "bare.json"]);
    assert!(found == 2 && said.contains("found \"d9\" after \"d8\""), "{said}");
}

#[test]
fn rows_called_by_the_numbers_of_nodes_are_those_nodes() {
    let folder = Folder::with(&[("t.csv", &table([0, 1, 2], ["2", "0", "1"]))]);
    let line = ["t.csv", "--graph", "line", "--epsilon", "ln(3)", "--no-certificate"];
    let (found, said) = status(&folder, &line);
    assert!(found == 0 && said.contains("the rows taken in this order, by their names"), "{said}");
    let point =
        [&line[..], &["--prior", r#"at={"point": 1}"#, "--claim", r#"{"claim":"utility","prior":"at"}"#]].concat();
    assert_eq!(status(&folder, &point).0, 0);
    let (found, said) = status(&folder, &[&line[..], &["--prior", "1/2,1/4,1/4"]].concat());
    assert!(found == 2 && said.contains("--prior: found 1/2,1/4,1/4") && said.contains("sort the rows"), "{said}");
}

#[test]
fn another_file_s_rows_are_taken_by_name() {
    let derived = r#","claims":[{"claim":"derivable","from":"y.json"}]"#;
    let named = |names: &str| format!(r#","labels":[{names}]"#);
    let ours = named(r#""north","centre","south""#);
    let folder = Folder::with(&[
        ("m.json", &file(&ours, [0, 2, 1], derived)),
        ("bare.json", &file("", [0, 2, 1], derived)),
        (
            "sum.json",
            &format!(
                r#"{{"format":"dp-mechanism/1","privacy":{{"epsilon":"2*ln(3)"}},"query":{{"nodes":3,"edges":[[0,1],[1,2]]{ours}}},
                "mechanism":{{"compose":[{{"file":"y.json","times":2}}]}}}}"#
            ),
        ),
    ]);
    let with = |y: &str, call: &[&str]| {
        std::fs::write(folder.at("y.json"), y).unwrap();
        status(&folder, call)
    };
    let other = file(&named(r#""north","south","centre""#), [0, 1, 2], "");
    assert_eq!(with(&other, &["m.json"]).0, 0);
    assert_eq!(with(&other, &["sum.json"]).0, 0);
    // One side has no names: by position, and north, south, centre can't be derived from north, centre, south.
    assert_eq!(with(&other, &["bare.json"]).0, 1);
    let strange = file(&named(r#""north","west","centre""#), [0, 1, 2], "");
    let (found, said) = with(&strange, &["m.json"]);
    assert!(found == 2 && said.contains("y.json: found \"west\"") && said.contains("\"south\" is missing"), "{said}");
    // Who compares with it too names its nodes by number.
    let both =
        r#","claims":[{"claim":"derivable","from":"y.json"},{"claim":"trade-off","from":"y.json","pair":[0,1]}]"#;
    std::fs::write(folder.at("m.json"), file(&ours, [0, 2, 1], both)).unwrap();
    let (found, said) = with(&other, &["m.json"]);
    assert!(found == 2 && said.contains("a claim that compares its nodes"), "{said}");
}

#[test]
fn what_is_mixed_in_is_taken_by_name() {
    let names = |labels: &str, outputs: &str, rows: &str| {
        format!(
            r#"{{"format":"dp-mechanism/1","privacy":{{"alpha":"1/2"}},"query":{{"graph":"line","nodes":2,"labels":[{labels}]}},
            "mechanism":{{"matrix":[{rows}],"outputs":[{outputs}]}}}}"#
        )
    };
    let x = names(r#""no","yes""#, r#""N","Y""#, r#"["9/10","1/10"],["1/10","9/10"]"#);
    let y = names(r#""no","yes""#, r#""N","Y""#, r#"["2/3","1/3"],["1/3","2/3"]"#);
    let turned = names(r#""yes","no""#, r#""Y","N""#, r#"["2/3","1/3"],["1/3","2/3"]"#);
    let across = names(r#""yes","no""#, r#""N","Y""#, r#"["1/3","2/3"],["2/3","1/3"]"#);
    let other = names(r#""yes","no""#, r#""N","maybe""#, r#"["1/3","2/3"],["2/3","1/3"]"#);
    let folder = Folder::with(&[
        ("x.json", &x),
        ("y.json", &y),
        ("turned.json", &turned),
        ("across.json", &across),
        ("o.json", &other),
    ]);
    let with = |y| status(&folder, &["repair", "x.json", "--with", y, "--format", "json"]);
    let share = |said: String| said.split("\"exact\"").nth(1).unwrap()[..12].to_owned();
    let expected = share(with("y.json").1);
    for y in ["turned.json", "across.json"] {
        let (found, said) = with(y);
        assert_eq!((found, share(said)), (0, expected.clone()), "{y}");
    }
    let (found, said) = with("o.json");
    assert!(found == 2 && said.contains("the outputs of the mechanism of o.json: found \"maybe\""), "{said}");
}
