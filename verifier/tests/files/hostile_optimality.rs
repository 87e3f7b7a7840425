//! Small files about optima that would take long or fill the memory: what they cost is counted first.

use crate::harness::{certificate, file, vector};
use dp_verify::file::mechanism;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use std::fmt::Write as _;
use std::fs;

/// Why a statement is refused within limits in which its file can be read; empty if it is not.
fn refusal(text: &str, statement: &str, limits: Limits) -> String {
    let mechanism = Mechanism::read(text.as_bytes(), &limits).unwrap_or_else(|e| panic!("{e}"));
    let found = dp_verify::verify(&mechanism, certificate(text, &[statement]).as_bytes(), &limits);
    let found = found.expect("a certificate").refusals;
    found.into_iter().find(|refusal| refusal.statement.is_some()).map_or_else(String::new, |refusal| refusal.message)
}

fn steps(steps: usize) -> Limits {
    Limits { steps, ..Limits::default() }
}

fn memory(memory: usize) -> Limits {
    Limits { memory, ..Limits::default() }
}

/// Each refusal must be by the lower limit, and by another reason, or none, under the higher one.
fn is_counted(text: &str, statement: &str, limits: [Limits; 2], words: &str) {
    let (low, high) = (refusal(text, statement, limits[0]), refusal(text, statement, limits[1]));
    assert!(low.contains(words), "{low:.300}");
    assert!(!high.contains("--limit"), "{high:.300}");
}

/// n vectors 1, the mechanism of one output.
fn one_output(n: usize) -> String {
    format!(r#"{{"rows": [{}]}}"#, vec![vector("1", &[1]); n].join(", "))
}

/// Two guesses and ten priors of one node: 2^10 tuples, in a file of a few hundred bytes.
#[test]
fn tuples_of_guesses() {
    let names: Vec<String> = (0..10).map(|k| format!("\"p{k}\"")).collect();
    let priors: Vec<String> = names.iter().map(|name| format!("{name}: [1]")).collect();
    let text = file(
        "1/2",
        &format!(
            r#""query": {{"graph": "line", "nodes": 1}}, "gain": [[1], [1]], "priors": {{{}}}"#,
            priors.join(", ")
        ),
    );
    let optimum = |sum: i64| format!(r#"{{"better": {}, "lambda": {}}}"#, one_output(1), vector("1", &[sum]));
    let (joint, separate) = (optimum(10), vec![optimum(1); 10].join(", "));
    let statement = format!(
        r#"{{"claim": "jointly-optimal", "priors": [{}], "verdict": "fails", "witness": {{"joint": {joint}, "separate": [{separate}]}}}}"#,
        names.join(", ")
    );
    is_counted(&text, &statement, [steps(30_000), steps(2_000_000)], "more steps than are left");
}

/// On a line with a leaf at each node powers of α of every height are brought together, for each guess.
#[test]
fn powers_on_a_tree() {
    let half = 100;
    let edges: Vec<String> = (0..half)
        .map(|i| format!("[{i}, {}]", i + half))
        .chain((1..half).map(|i| format!("[{}, {i}]", i - 1)))
        .collect();
    let text = file(
        "1/3",
        &format!(
            r#""query": {{"nodes": {}, "edges": [{}]}}, "mechanism": {{"matrix": [{}]}}, "priors": {{"p": "uniform"}}"#,
            2 * half,
            edges.join(", "),
            vec!["[1]"; 2 * half].join(", ")
        ),
    );
    let lambda = vector("1", &vec![1; 2 * half]);
    let statement =
        format!(r#"{{"claim": "optimal", "prior": "p", "verdict": "holds", "witness": {{"lambda": {lambda}}}}}"#);
    is_counted(&text, &statement, [steps(1_000_000), steps(60_000_000)], "more steps than are left");
}

/// The distances from a node of a dense graph take longer than the rest of a guess.
#[test]
fn distances_on_a_dense_graph() {
    let n = 20;
    let mut edges = String::new();
    for i in 0..n {
        (0..i).for_each(|j| write!(edges, "[{i}, {j}], ").expect("a string"));
    }
    let text = file(
        "1/2",
        &format!(
            r#""query": {{"nodes": {n}, "edges": [{}]}}, "gain": "distance", "priors": {{"p": "uniform", "q": {{"point": 0}}}}"#,
            edges.trim_end_matches(", ")
        ),
    );
    let multipliers = vec!["{}"; n * n].join(", ");
    let lambda = vector("1", &vec![2; n]);
    let optimum = |multipliers: &str| {
        format!(r#"{{"better": {}, "lambda": {lambda}, "multipliers": [{multipliers}]}}"#, one_output(n))
    };
    let joint = optimum(&multipliers);
    let separate = vec![optimum(&vec!["{}"; n].join(", ")); 2].join(", ");
    let statement = format!(
        r#"{{"claim": "jointly-optimal", "priors": ["p", "q"], "verdict": "fails", "witness": {{"joint": {joint}, "separate": [{separate}]}}}}"#
    );
    is_counted(&text, &statement, [steps(800_000), steps(4_000_000)], "more steps than are left");
}

/// Every statement about X passes over its table, which a file may give by a word.
#[test]
fn passes_over_a_table() {
    let text = file(
        "1/2",
        r#""query": {"graph": "line", "nodes": 100}, "mechanism": {"family": "uniform"}, "priors": {"p": "uniform"}"#,
    );
    let utility = r#"{"claim": "utility", "prior": "p", "verdict": "holds", "values": {"utility": "1/100"}}"#;
    let words = "more steps than are left";
    is_counted(&text, utility, [steps(20_000), steps(1_000_000)], words);
    is_counted(&text, utility, [steps(40_000), steps(1_000_000)], words);
}

/// The products of the entries of long rows and their factors.
#[test]
fn products_of_long_rows() {
    let row = |base: &str| {
        let shift = [format!("\"1/500+1/{base}\""), format!("\"1/500-1/{base}\"")];
        format!("[{}]", [&shift[..], &vec!["\"1/500\"".to_owned(); 498]].concat().join(", "))
    };
    let text = file(
        "1/2",
        &format!(
            r#""query": {{"nodes": 2, "edges": []}}, "mechanism": {{"matrix": [{}, {}]}}, "priors": {{"p": "uniform"}}"#,
            row("10^1000"),
            row("7^1100")
        ),
    );
    let utility = r#"{"claim": "utility", "prior": "p", "verdict": "holds", "values": {"utility": "1/2"}}"#;
    is_counted(&text, utility, [memory(900_000), memory(2_000_000)], "numbers that fill over");
}

/// λ over a long denominator, brought over that of the prior.
#[test]
fn a_long_denominator_of_all_entries() {
    let n = 100;
    let text = file(
        "1/2",
        &format!(
            r#""query": {{"graph": "line", "nodes": {n}}}, "mechanism": {{"matrix": [{}]}}, "priors": {{"p": "uniform"}}"#,
            vec!["[1]"; n].join(", ")
        ),
    );
    let lambda = vector(&"7".repeat(2000), &vec![1; n]);
    let statement =
        format!(r#"{{"claim": "optimal", "prior": "p", "verdict": "holds", "witness": {{"lambda": {lambda}}}}}"#);
    is_counted(&text, &statement, [memory(100_000), memory(1_000_000)], "numbers that fill over");
}

#[test]
fn the_priors_that_decide() {
    let table = |rows: &[String]| {
        let matrix = rows.join(", ");
        let query = format!(r#"{{"nodes": {}, "edges": []}}"#, rows.len());
        file("1/2", &format!(r#""query": {query}, "mechanism": {{"matrix": [{matrix}]}}"#))
    };
    let statement = r#"{"claim": "universally-optimal", "verdict": "holds", "witness": {"bounds": []}}"#;
    // What a single node has at each output is kept too.
    let wide = format!("[{}]", vec!["\"1/1000\""; 1000].join(", "));
    let words = "numbers that fill over";
    is_counted(&table(&[wide.clone(), wide]), statement, [memory(800_000), memory(4_000_000)], words);
    // A common divisor takes longer than a product.
    let long = |base: &str| format!(r#"["1/2+1/{base}", "1/2-1/{base}"]"#);
    let long = table(&[long("10^2000"), long("7^2300"), long("11^1900")]);
    is_counted(&long, statement, [steps(3_000_000), steps(200_000_000)], "more steps than are left");
}

/// Two other files together may take as long as what the one that names them has left.
#[test]
fn several_other_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    let line = r#""query": {"graph": "line", "nodes": 100}, "mechanism": {"family": "uniform"}"#;
    write("y.json", &file("1/2", line));
    write("one.json", &file("1/2", &format!(r#"{line}, "claims": [{{"claim": "derivable", "from": "y.json"}}]"#)));
    let both = r#"[{"claim": "derivable", "from": "y.json"}, {"claim": "derivable", "from": "./y.json"}]"#;
    write("two.json", &file("1/2", &format!(r#"{line}, "claims": {both}"#)));
    // The distances of 100 nodes are 10000 steps.
    let read = |name: &str, most| mechanism(folder.path().join(name), &steps(most));
    assert!(read("one.json", 15_000).is_ok());
    assert!(read("two.json", 25_000).is_ok());
    let refused = read("two.json", 15_000).expect_err("half of what one file has left of 15000 is too few");
    assert!(
        refused.over_limit && refused.message.contains("a graph whose distances take over 7455 steps"),
        "{refused}"
    );
}
