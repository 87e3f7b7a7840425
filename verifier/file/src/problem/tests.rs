mod kinds;

use super::{Elaborated, elaborated, meter, read, write};
use crate::error::Error;
use crate::file::mechanism;
use crate::limits::Limits;
use crate::model::Mechanism;
use kinds::{file, kinds, powers_of_e};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The mechanism files of a folder and of those in it.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.to_string_lossy();
        if path.is_dir() {
            files(&path, found);
        } else if name.ends_with(".json") && !name.ends_with(".cert.json") && !name.contains("schema") {
            found.push(path);
        }
    }
}

fn every_file() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["examples", "certificates"] {
        files(&root().join(folder), &mut found);
    }
    found.sort();
    found
}

#[test]
fn every_example_has_a_problem() {
    let limits = Limits::default();
    let mut problems = 0;
    for path in every_file() {
        let Ok(mechanism) = mechanism(&path, &limits) else { continue };
        let found = elaborated(&mechanism, &[], &limits, &meter(&limits));
        let found = found.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert_eq!(found.problem.claims.len(), mechanism.claims.len());
        assert!(found.names.others.iter().all(|other| other.refused.is_none()), "{}", path.display());
        problems += 1;
    }
    assert!(problems > 100, "{problems} files");
}

/// The problem of a mechanism file as text.
fn text_of(file: &str) -> String {
    let limits = Limits::default();
    let mechanism = Mechanism::read(file.as_bytes(), &limits).expect("a mechanism file");
    write(&elaborated(&mechanism, &[], &limits, &meter(&limits)).expect("a problem"))
}

fn back(text: &str) -> Result<Elaborated, Error> {
    let limits = Limits::default();
    read(text.as_bytes(), &limits, &meter(&limits))
}

#[test]
fn every_problem_comes_back_as_it_was_written() {
    let limits = Limits::default();
    let mut problems = 0;
    for path in every_file() {
        let Ok(mechanism) = mechanism(&path, &limits) else { continue };
        let text = write(&elaborated(&mechanism, &[], &limits, &meter(&limits)).expect("a problem"));
        let found = back(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(write(&found) == text, "{}", path.display());
        problems += 1;
    }
    assert!(problems > 100, "{problems} files");
}

#[test]
fn problems_of_every_kind_come_back() {
    for file in kinds().into_iter().chain(powers_of_e()) {
        let text = text_of(&file);
        let found = back(&text).unwrap_or_else(|e| panic!("{file}\n{text}\n{e}"));
        assert_eq!(write(&found), text);
    }
}

#[test]
fn radicals_have_irreducible_polynomials() {
    for (epsilon, expected) in [
        ("1/4*ln(4)", r#""root_of":["-1","0","2"]"#),
        ("-1/6*ln(8/27)", r#""root_of":["-2","0","3"]"#),
        ("1/12*ln(16)", r#""root_of":["-1","0","0","2"]"#),
        ("1/4*ln(6)", r#""root_of":["-1","0","0","0","6"]"#),
    ] {
        let text = text_of(&file(&format!(r#"{{"epsilon":"{epsilon}"}}"#), r#""query":{"graph":"line","nodes":2}"#));
        assert!(text.contains(expected), "{epsilon}: {text}");
    }
}

#[test]
fn a_large_closed_form_is_its_name() {
    let kinds = kinds();
    let text = text_of(kinds.last().expect("a file"));
    assert!(text.contains("{\"from\":\"truncated-geometric\"}"));
    let found = back(&text).expect("a problem");
    assert_eq!(found.problem.others[0].rows.len(), 300);
}

/// The neighbours of another file are told where a claim is about all of them, and nowhere else.
#[test]
fn the_graph_of_another_file() {
    let limits = Limits::default();
    let text_of = |claims: &str| {
        let here =
            format!(r#""query":{{"graph":"line","nodes":2}},"mechanism":{{"family":"uniform"}},"claims":[{claims}]"#);
        let there = r#""query":{"nodes":3,"edges":[[0,2]]},"mechanism":{"family":"uniform"}"#;
        let [mut mechanism, other] = [&here, there].map(|rest| {
            Mechanism::read(file(r#"{"alpha":"1/2"}"#, rest).as_bytes(), &limits).expect("a mechanism file")
        });
        mechanism.others.push(("y.json".into(), other));
        write(&elaborated(&mechanism, &[], &limits, &meter(&limits)).expect("a problem"))
    };
    let of_pair = r#"{"claim":"trade-off","from":"y.json","pair":[0,1]}"#;
    let with_pair = text_of(of_pair);
    assert!(!with_pair.contains(r#""edges""#), "{with_pair}");
    let whole = text_of(&format!(r#"{of_pair},{{"claim":"trade-off","from":"y.json"}}"#));
    assert!(whole.contains(r#""graph":{"nodes":3,"edges":[[0,2]]}"#), "{whole}");
    for text in [&with_pair, &whole] {
        assert_eq!(&write(&back(text).expect("a problem")), text);
    }
    for (from, to, words) in [
        (r#""graph":{"nodes":3,"edges":[[0,2]]}"#, r#""graph":{"nodes":4,"edges":[[0,2]]}"#, "4 rows"),
        (r#""graph":{"nodes":3,"edges":[[0,2]]}"#, r#""graph":{"nodes":3,"edges":[[0,3]]}"#, "two nodes"),
        (r#""pair":[0,1]"#, r#""pair":[1,1]"#, "two different nodes"),
        (r#""pair":[0,1]"#, r#""pair":[1]"#, "two different nodes"),
        (r#""from":"y.json","pair""#, r#""from":"x.json","pair""#, "others"),
    ] {
        assert!(whole.contains(from), "{from} in {whole}");
        let e = back(&whole.replacen(from, to, 1)).expect_err(to);
        assert!(e.to_string().contains(words) && e.line > 0, "{from} to {to}: {e}");
    }
}

/// That a changed text is refused, with these words.
fn refuses(file: &str, from: &str, to: &str, words: &str) {
    let text = text_of(file);
    assert!(text.contains(from), "{from} in {text}");
    match back(&text.replacen(from, to, 1)) {
        Err(e) => assert!(e.to_string().contains(words) && e.line > 0, "{from} to {to}: {e}"),
        Ok(_) => panic!("{from} to {to} is read"),
    }
}

#[test]
fn what_a_check_relies_on_is_looked_at() {
    let kinds = kinds();
    let (product, large, point) = (&kinds[0], &kinds[2], &kinds[6]);
    refuses(product, r#"["9","3","3","1"]"#, r#"["9","3","1","3"]"#, "is not the product");
    refuses(
        product,
        r#""numerators":["1","1","1","1"]},"each""#,
        r#""numerators":["2","0","1","1"]},"each""#,
        "that fit the weights",
    );
    refuses(product, r#""individuals":2}"#, r#""individuals":3}"#, "rows");
    refuses(large, r#""numerators":["3","1"]"#, r#""numerators":["-3","1"]"#, "negative");
    refuses(large, r#""gain": "binary""#, r#""gain": "binary-loss""#, "one individual");
    refuses(
        large,
        r#""each":[{"denominator":"3","numerators":["1","2"]}]"#,
        r#""each":[{"denominator":"3","numerators":["2","1"]}]"#,
        "that fit the weights",
    );
    refuses(point, r#""alpha_point": {"exponential":"2"}"#, r#""alpha_point": {"exponential":"3"}"#, "at t");
    refuses(point, r#"["0","1"],["1","-1"]"#, r#"["0","1"],["1","-2"]"#, "negative");
    refuses(point, r#"["0","1"],["1","-1"]"#, r#"["0","1"],["1","0"]"#, "the last not 0");
    let product = &kinds[0];
    refuses(product, r#""alpha": "1/2""#, r#""alpha": "3/2""#, "0 < α ≤ 1");
    refuses(product, r#""alpha": "1/2""#, r#""alpha": "0""#, "0 < α ≤ 1");
    refuses(product, r#""alpha": "1/2""#, r#""alpha": "1/-2""#, "fraction");
    refuses(product, r#""denominator":"16""#, r#""denominator":"-16""#, "> 0");
    refuses(product, r#""denominator":"16""#, r#""denominator":["1","1"]"#, "no \"t\"");
    refuses(product, r#"{"claim":"capacity"}"#, r#"{"claim":"dp"}"#, "second time");
    refuses(product, r#"{"claim":"capacity"}"#, r#"{"claim":"oblivious"}"#, "needs answers");
    refuses(product, r#""prior":"some""#, r#""prior":"none""#, "name of a prior");
    refuses(product, r#""value":"bits""#, r#""value":"utility""#, "a value that the claim has");
    let golden = &kinds[9];
    refuses(golden, "[[0,2],[1,2],[2,3]]", "[[0,2],[1,2],[1,2]]", "after the edge before it");
    refuses(golden, "[[0,2],[1,2],[2,3]]", "[[0,2],[1,2],[2,4]]", "two nodes");
    let text = text_of(golden);
    let t = text.lines().find(|line| line.starts_with("\"t\": ")).expect("a line of t");
    for (other, words) in [
        (r#"{"root_of":["-1","2","3"],"between":["0","1"]}"#, "irrational"),
        (r#"{"root_of":["1","1","1"],"between":["0","1"]}"#, "root between"),
        (r#"{"root_of":["1","-6","6"],"between":["0","1"]}"#, "root between"),
        (r#"{"root_of":["-1","1","1"],"between":["1","0"]}"#, "root between"),
        (r#"{"between":["1","0"]}"#, "low < high"),
        (r#"{"exponential":"0"}"#, "root between"),
        (r#""1/2""#, "an object"),
    ] {
        refuses(golden, t, &format!("\"t\": {other},"), words);
    }
    refuses(golden, r#""symbol": "a""#, r#""symbol": "b""#, "alpha_point");
    refuses(golden, r#""delta": "1/10""#, r#""delta": "1""#, "0 ≤ δ < 1");
}

#[test]
fn terms_and_symbols_are_looked_at() {
    let of = powers_of_e();
    let [b, of_t, far] = [&of[1], &of[2], &of[3]];
    assert!(text_of(b).contains(r#""symbol": "b""#) && !text_of(b).contains("terms"));
    refuses(of_t, r#""symbol": {"a":"8","b":"3"}"#, r#""symbol": {"a":"9","b":"3"}"#, "common divisor");
    refuses(of_t, r#""symbol": {"a":"8","b":"3"}"#, r#""symbol": {"a":"7","b":"3"}"#, "power of t that α is");
    refuses(of_t, r#""symbol": {"a":"8","b":"3"}"#, r#""symbol": {"a":"8","b":"1"}"#, "a power above 1");
    refuses(of_t, r#""symbol": {"a":"8","b":"3"}"#, r#""symbol": {"a":"8","b":"03"}"#, "a power above 1");
    refuses(of_t, r#""symbol": {"a":"8","b":"3"}"#, r#""symbol": {"a":"8"}"#, "\"b\"");
    refuses(of_t, r#""alpha_point": {"exponential":"1/3"}"#, r#""alpha_point": {"exponential":"1/4"}"#, "at t");
    let one = r#"{"terms":[["0","1"],["125000000000","1"]]}"#;
    for (other, words) in [
        (r#"{"terms":[["125000000000","1"],["0","1"]]}"#, "rising"),
        (r#"{"terms":[["0","1"],["0","1"]]}"#, "rising"),
        (r#"{"terms":[["0","1"],["125000000000","0"]]}"#, "not 0"),
        (r#"{"terms":[["0","1"],["-1","1"]]}"#, "from 0 to"),
        (r#"{"terms":[["0","1"],["340282366920938463463374607431768211456","1"]]}"#, "from 0 to"),
        (r#"{"terms":[["0","1"]]}"#, "above 0"),
        (r#"{"terms":[]}"#, "above 0"),
        (r#"{"terms":[["0","1","2"]]}"#, "pairs"),
        (r#"{"terms":[["0","-1"],["125000000000","1"]]}"#, "> 0"),
        (r#"{"terms":{}}"#, "array"),
        (r#"{"term":[]}"#, "term"),
    ] {
        refuses(far, one, other, words);
    }
    refuses(&kinds()[0], r#""denominator":"16""#, r#""denominator":{"terms":[["1","1"]]}"#, "no t = e^-r");
    // u beside t.
    let both = &of[4];
    let t = r#"{"exponential":"1/8","beside":{"root_of":["-1","0","3"],"between":["1/2","3/4"]}}"#;
    for (other, words) in [
        (r#"{"exponential":"1/8"}"#, "[power, coefficient]"),
        (r#"{"exponential":"1/8","beside":"1/2"}"#, "an irrational root"),
        (r#"{"exponential":"1/8","beside":{"root_of":["-1","0","3"],"between":["-3/4","-1/2"]}}"#, "root between"),
        (r#"{"exponential":"1/8","beside":{"root_of":["-1","0","3"],"between":["-1/2","1/2"]}}"#, "root between"),
        (r#"{"exponential":"1/8","beside":{"exponential":"1/8"}}"#, "exponential"),
        (r#"{"exponential":"1/8","beside":{"root_of":["-1","0","2"],"between":["1/2","3/4"]}}"#, "at t"),
    ] {
        refuses(both, t, other, words);
    }
    refuses(
        both,
        r#""alpha": {"numerator":{"terms":[["1","0","1"]]}"#,
        r#""alpha": {"numerator":{"terms":[["1","1"]]}"#,
        "at t",
    );
    refuses(
        both,
        r#""alpha": {"numerator":{"terms":[["1","0","1"]]}"#,
        r#""alpha": {"numerator":{"terms":[["2","0","1"]]}"#,
        "at t",
    );
    let one = r#"{"terms":[["0","1"],["1","1","1"]]}"#;
    for (other, words) in [
        (r#"{"terms":[["1","1","1"],["0","1"]]}"#, "rising"),
        (r#"{"terms":[["0","1"],["0","1","1"]]}"#, "a power of u"),
        (r#"{"terms":[["0","1"],["20000","1","1"]]}"#, "a power of u"),
        (r#"{"terms":[["0","1"],["-1","1","1"]]}"#, "a power of u"),
        (r#"{"terms":[["0","1"],["1","-1","1"]]}"#, "from 0 to"),
        (r#"{"terms":[["0","1"],["1","1","0"]]}"#, "rising"),
        (r#"{"terms":[["0","1"],["1","1","1","1"]]}"#, "rising"),
        (r#"{"terms":[["0","-9"],["1","1","1"]]}"#, "> 0"),
    ] {
        refuses(both, one, other, words);
    }
}

#[test]
fn no_text_brings_the_reader_down() {
    for file in kinds().iter().take(13).chain(&powers_of_e()) {
        let text = text_of(file);
        let marks: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for &at in marks.iter().step_by(marks.len() / 150 + 1) {
            let (head, tail) = text.split_at(at);
            let mut rest = tail.chars();
            rest.next();
            // Nothing is asked but that it ends.
            let _ = back(head);
            for instead in ["0", "-", "9", "\"", "[", "]"] {
                let _ = back(&format!("{head}{instead}{}", rest.as_str()));
            }
        }
    }
}

#[test]
fn huge_graphs_are_refused_before_they_are_made() {
    let text = text_of(&file(r#"{"alpha":"1/2"}"#, r#""query":{"graph":"line","nodes":2}"#));
    let line = r#"{"family":"line","nodes":2}"#;
    for huge in [
        r#"{"family":"line","nodes":999999999}"#,
        r#"{"family":"hamming","values":999999999,"individuals":999999999}"#,
        r#"{"family":"hamming","values":1,"individuals":999999999}"#,
        r#"{"family":"counts","individuals":999999999,"queries":999999999}"#,
        r#"{"nodes":999999999,"edges":[]}"#,
    ] {
        let e = back(&text.replace(line, huge)).expect_err("over the limit");
        assert_eq!(e.fault, crate::error::Fault::OverLimit, "{e}");
    }
}

/// Problems that break a rule of FORMAT.md: a mechanism file, and what stands in its problem in the place of what. The
/// other two checkers are held to the same list.
const MALFORMED: &str = include_str!("../../../../tests/corpus/malformed-problems.json");

#[test]
fn every_malformed_problem_is_refused_where_it_is_malformed() {
    let corpus: serde_json::Value = serde_json::from_str(MALFORMED).expect("the corpus");
    let files = corpus["files"].as_object().expect("files");
    let texts: std::collections::HashMap<&str, String> =
        files.iter().map(|(name, file)| (name.as_str(), text_of(&file.to_string()))).collect();
    let limits = Limits::default();
    // As `verify --problem` reads one: with the mechanism file that its report and the certificate are read by.
    let read = |text: &str| back(text)?.mechanism(&limits).map(drop);
    for (name, text) in &texts {
        read(text).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
    let (mut are_read, mut tried) = (Vec::new(), 0);
    for case in corpus["cases"].as_array().expect("cases") {
        let [what, file, from, to] = [0, 1, 2, 3].map(|k| case[k].as_str().expect("a string"));
        let text = &texts[file];
        assert!(text.contains(from), "{what}: {from} in {text}");
        match read(&text.replacen(from, to, 1)) {
            Err(e) => assert_eq!(e.fault, crate::error::Fault::Malformed, "{what}: {from} to {to}: {e}"),
            Ok(()) => are_read.push(format!("{what}: {file}: {from} to {to}")),
        }
        tried += 1;
    }
    assert!(tried > 350 && are_read.is_empty(), "of {tried} are read: {are_read:#?}");
}
