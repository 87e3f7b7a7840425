//! `jointly-optimal`: the most that one mechanism reaches for several priors, and what each has at most.

use crate::harness::{Fate, Trial, file, hold, vector};

/// Multipliers of one guess, all over one denominator.
fn multipliers(edges: &str, denominator: &str, mu: &[i64]) -> String {
    format!(r#"{{"edges": {edges}, "mu": {}}}"#, vector(denominator, mu))
}

/// A mechanism and a bound, for `jointly-optimal`.
fn optimum(better: &str, bound: &str) -> String {
    format!(r#"{{"better": {better}, {bound}}}"#)
}

fn jointly(verdict: &str, values: [&str; 2], joint: &str, separate: &[&str]) -> String {
    format!(
        r#"{{"claim": "jointly-optimal", "priors": ["p", "q"], "verdict": "{verdict}", "values": {{"joint": "{}",
            "separate": "{}"}}, "witness": {{"joint": {joint}, "separate": [{}]}}}}"#,
        values[0],
        values[1],
        separate.join(", ")
    )
}

#[test]
fn jointly_optimal_on_a_line_of_two() {
    let pair = file(
        "1/2",
        r#""query": {"graph": "line", "nodes": 2}, "priors": {"p": "uniform", "q": ["4/5", "1/5"]},
           "claims": [{"claim": "jointly-optimal", "priors": ["p", "q"]}]"#,
    );
    let geometric = r#"{"family": "truncated-geometric"}"#;
    let by = |bound: &str| optimum(geometric, bound);
    let lambda = |d: &str, x: &[i64]| format!(r#""lambda": {}"#, vector(d, x));
    let joint = by(&lambda("15", &[17, 5]));
    let (of_p, of_q) = (by(&lambda("3", &[1, 1])), by(&lambda("5", &[4, 0])));
    let trial = |name, verdict: &str, values, joint: &str, separate: &[&str], fate| {
        Trial::new(name, &pair, &[&jointly(verdict, values, joint, separate)], fate)
    };
    let both = ["22/15", "22/15"];
    let refused =
        |name, joint: &str, separate: &[&str], words| trial(name, "holds", both, joint, separate, Fate::Refused(words));
    hold(&[
        trial(
            "one for both",
            "holds",
            both,
            &joint,
            &[&of_p, &of_q],
            Fate::Proves(&["jointly-optimal (priors p and q): holds; joint = 22/15; separate = 22/15"]),
        ),
        trial(
            "y for one of them",
            "holds",
            both,
            &joint,
            &[&by(&format!(r#""y": {}"#, vector("3", &[1, 1]))), &of_q],
            Fate::Proves(&["jointly-optimal (priors p and q): holds; joint = 22/15; separate = 22/15"]),
        ),
        trial(
            "another mechanism for one of them",
            "holds",
            both,
            &joint,
            &[
                &of_p,
                &optimum(
                    &format!(r#"{{"rows": [{}, {}]}}"#, vector("1", &[1]), vector("1", &[1])),
                    &lambda("5", &[4, 0]),
                ),
            ],
            Fate::Proves(&["jointly-optimal (priors p and q): holds; joint = 22/15; separate = 22/15"]),
        ),
        trial("said to fail", "fails", both, &joint, &[&of_p, &of_q], Fate::Refused(&["found to be `holds`"])),
        refused("the priors in another order", &joint, &[&of_q, &of_p], &["negative"]),
        refused("one prior only", &joint, &[&of_p], &["`separate` has 1 optimum, expected one for each of 2 priors"]),
        refused("three priors", &joint, &[&of_p, &of_q, &of_q], &["`separate` has 3 optimums"]),
        refused("no priors", &joint, &[], &["`separate` has 0 optimums"]),
        refused(
            "y for tuples of guesses",
            &by(&format!(r#""y": {}"#, vector("3", &[2, 2]))),
            &[&of_p, &of_q],
            &["`y` is a bound for"],
        ),
        refused(
            "a bound that is not reached",
            &by(&lambda("15", &[18, 5])),
            &[&of_p, &of_q],
            &["the mechanism reaches 22/15, the bound is 23/15, expected the same"],
        ),
        refused(
            "a bound too low for one tuple",
            &by(&lambda("15", &[19, 3])),
            &[&of_p, &of_q],
            &["λ less the gains of guess"],
        ),
        refused(
            "multipliers for the guesses of one prior",
            &by(&format!(r#"{}, "multipliers": [{{}}, {{}}]"#, lambda("15", &[17, 5]))),
            &[&of_p, &of_q],
            &["`multipliers` has 2 entries, expected one for each of 4 guesses"],
        ),
        refused(
            "a mechanism that is not private",
            &optimum(
                &format!(r#"{{"rows": [{}, {}]}}"#, vector("1", &[1, 0]), vector("1", &[0, 1])),
                &lambda("1", &[1, 1]),
            ),
            &[&of_p, &of_q],
            &["the other mechanism is not ε-private"],
        ),
        trial(
            "no mechanism",
            "holds",
            both,
            &format!("{{{}}}", lambda("15", &[17, 5])),
            &[&of_p, &of_q],
            Fate::Unreadable(&["the key \"better\" is missing"]),
        ),
        trial(
            "no bound",
            "holds",
            both,
            r#"{"better": {"family": "truncated-geometric"}}"#,
            &[&of_p, &of_q],
            Fate::Unreadable(&["the key \"lambda\" is missing"]),
        ),
        trial("an optimum that is null", "holds", both, "null", &[&of_p, &of_q], Fate::Unreadable(&["found null"])),
        trial(
            "a sum too high",
            "holds",
            ["22/15", "23/15"],
            &joint,
            &[&of_p, &of_q],
            Fate::Otherwise(&["`separate` is said to be 23/15, found to be 22/15"]),
        ),
        Trial::new(
            "the priors of another claim",
            &pair,
            &[&jointly("holds", both, &joint, &[&of_q, &of_p]).replace(r#"["p", "q"]"#, r#"["p", "p"]"#)],
            Fate::Unreadable(&["two or more different names of priors"]),
        ),
        Trial::new(
            "the priors turned round are another claim",
            &pair,
            &[
                &jointly("holds", both, &joint, &[&of_p, &of_q]),
                &jointly("holds", both, &by(&lambda("15", &[17, 5])), &[&of_q, &of_p])
                    .replace(r#"["p", "q"]"#, r#"["q", "p"]"#),
            ],
            Fate::Proves(&["jointly-optimal (priors q and p): holds; joint = 22/15; separate = 22/15"]),
        ),
    ]);
}

/// Two answers in doubt and which two they are: no mechanism serves all three priors of the triangle. Guesses of three
/// priors, of which the first counts fastest.
#[test]
fn three_priors_of_the_triangle() {
    let triangle = file(
        "1/2",
        r#""query": {"graph": "complete", "nodes": 3}, "claims": [{"claim": "jointly-optimal", "priors": ["p", "q", "r"]}],
           "priors": {"p": ["1/2", "1/2", "0"], "q": ["0", "1/2", "1/2"], "r": ["1/2", "0", "1/2"]}"#,
    );
    let supports = [[0, 1], [1, 2], [2, 0]];
    // d = 5/8 less 1/2 for each prior that the guess serves; the nodes with the most to gain may spend 5/8 and 1/8.
    let bound = |halves: [usize; 3]| -> String {
        let least = (0..3).max_by_key(|&i| (halves[i], 3 - i)).expect("three nodes");
        let others: Vec<usize> = (0..3).filter(|&i| i != least).collect();
        let left: Vec<i64> = others.iter().map(|&h| 5 - 4 * halves[h] as i64).collect();
        multipliers(&format!("[[{least}, {}], [{least}, {}]]", others[0], others[1]), "8", &left)
    };
    let tuples: Vec<String> = (0..27)
        .map(|w| {
            let mut halves = [0; 3];
            for (k, support) in supports.iter().enumerate() {
                let guess = w / [1, 3, 9][k] % 3;
                halves[guess] += usize::from(support.contains(&guess));
            }
            bound(halves)
        })
        .collect();
    let rows = |d: &str, x: [[i64; 3]; 3]| format!(r#"{{"rows": [{}]}}"#, x.map(|row| vector(d, &row)).join(", "));
    let joint = |list: &[String]| {
        let bound = format!(r#""lambda": {}, "multipliers": [{}]"#, vector("8", &[5, 5, 5]), list.join(", "));
        optimum(&rows("4", [[2, 1, 1], [1, 2, 1], [1, 1, 2]]), &bound)
    };
    let own = |[i, h]: [usize; 2]| {
        let mut y = [0; 3];
        (y[i], y[h]) = (1, 1);
        let x = [0, 1, 2].map(|k| if k == i { [2, 1, 0] } else { [1, 2, 0] });
        optimum(&rows("3", x), &format!(r#""y": {}"#, vector("3", &y)))
    };
    let statement = |verdict: &str, list: &[String]| {
        format!(
            r#"{{"claim": "jointly-optimal", "priors": ["p", "q", "r"], "verdict": "{verdict}", "values": {{"joint": "15/8",
                "separate": "2"}}, "witness": {{"joint": {}, "separate": [{}]}}}}"#,
            joint(list),
            supports.map(own).join(", ")
        )
    };
    let mut turned = tuples.clone();
    turned.swap(1, 9);
    hold(&[
        Trial::new(
            "no mechanism for all three",
            &triangle,
            &[&statement("fails", &tuples)],
            Fate::Proves(&["jointly-optimal (priors p and q and r): fails; joint = 15/8; separate = 2"]),
        ),
        Trial::new("said to hold", &triangle, &[&statement("holds", &tuples)], Fate::Refused(&["found to be `fails`"])),
        Trial::new(
            "one tuple too few",
            &triangle,
            &[&statement("fails", &tuples[1..])],
            Fate::Refused(&["`multipliers` has 26 entries, expected one for each of 27 guesses"]),
        ),
        Trial::new(
            "two tuples in each other's place",
            &triangle,
            &[&statement("fails", &turned)],
            Fate::Refused(&["is less than its multipliers allow"]),
        ),
    ]);
}
