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

/// One mechanism and a bound for each prior.
fn common(verdict: &str, better: &str, bounds: &[&str]) -> String {
    let witness = format!(r#"{{"better": {better}, "bounds": [{}]}}"#, bounds.join(", "));
    jointly(verdict, ["22/15", "22/15"], &witness)
}

fn jointly(verdict: &str, [joint, separate]: [&str; 2], witness: &str) -> String {
    format!(
        r#"{{"claim": "jointly-optimal", "priors": ["p", "q"], "verdict": "{verdict}",
            "values": {{"joint": "{joint}", "separate": "{separate}"}}, "witness": {witness}}}"#
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
    let lambda = |d: &str, x: &[i64]| format!(r#""lambda": {}"#, vector(d, x));
    let bound = |d: &str, x: &[i64]| format!("{{{}}}", lambda(d, x));
    let (of_p, of_q) = (bound("3", &[1, 1]), bound("5", &[4, 0]));
    let holds =
        |name, better: &str, bounds: &[&str], fate| Trial::new(name, &pair, &[&common("holds", better, bounds)], fate);
    let refused = |name, better: &str, bounds: &[&str], words| holds(name, better, bounds, Fate::Refused(words));
    let rows = |x: [&[i64]; 2]| format!(r#"{{"rows": [{}, {}]}}"#, vector("1", x[0]), vector("1", x[1]));
    const BOTH: Fate = Fate::Proves(&["jointly-optimal (priors p and q): holds; joint = 22/15; separate = 22/15"]);
    // The witness of a refutation, which proves that there is none.
    let by = |bound: &str| optimum(geometric, bound);
    let optima = |joint: &str, p: &str, q: &str| format!(r#"{{"joint": {joint}, "separate": [{p}, {q}]}}"#);
    let same = optima(&by(&lambda("15", &[17, 5])), &by(&lambda("3", &[1, 1])), &by(&lambda("5", &[4, 0])));
    let fails = |name, witness: &str, words| {
        Trial::new(name, &pair, &[&jointly("fails", ["22/15", "22/15"], witness)], Fate::Refused(words))
    };
    hold(&[
        holds("one for both", geometric, &[&of_p, &of_q], BOTH),
        holds("y for one of them", geometric, &[&format!(r#"{{"y": {}}}"#, vector("3", &[1, 1])), &of_q], BOTH),
        holds(
            "multipliers for one of them",
            geometric,
            &[
                &of_p,
                &format!(
                    r#"{{{}, "multipliers": [{{}}, {}]}}"#,
                    lambda("5", &[4, 0]),
                    multipliers("[[1, 0]]", "5", &[2])
                ),
            ],
            BOTH,
        ),
        refused("the priors in another order", geometric, &[&of_q, &of_p], &["negative"]),
        refused("one prior only", geometric, &[&of_p], &["`bounds` has 1 bound, expected one for each of 2 priors"]),
        refused("three priors", geometric, &[&of_p, &of_q, &of_q], &["`bounds` has 3 bounds"]),
        refused("no priors", geometric, &[], &["`bounds` has 0 bounds"]),
        refused(
            "a bound that is not reached",
            geometric,
            &[&of_p, &bound("5", &[4, 1])],
            &["the mechanism reaches 22/15, the bound is 5/3, expected the same"],
        ),
        refused(
            "one too high, one too low by as much",
            geometric,
            &[&bound("15", &[5, 2]), &bound("15", &[12, 3])],
            &["negative"],
        ),
        refused(
            "the mechanism of one of them",
            &rows([&[1], &[1]]),
            &[&of_p, &of_q],
            &["the mechanism reaches 13/10, the bound is 22/15, expected the same"],
        ),
        refused(
            "a mechanism that is not private",
            &rows([&[1, 0], &[0, 1]]),
            &[&bound("1", &[1, 1]), &bound("1", &[0, 0])],
            &["negative"],
        ),
        refused(
            "bounds of what is not private",
            &rows([&[1, 0], &[0, 1]]),
            &[&bound("1", &[1, 0]), &bound("1", &[1, 0])],
            &["the other mechanism is not ε-private"],
        ),
        refused("not a distribution", &rows([&[1, 1], &[1, 1]]), &[&of_p, &of_q], &["row"]),
        Trial::new(
            "no mechanism",
            &pair,
            &[&jointly("holds", ["22/15", "22/15"], &format!(r#"{{"bounds": [{of_p}, {of_q}]}}"#))],
            Fate::Refused(&["better"]),
        ),
        Trial::new(
            "no bounds",
            &pair,
            &[&jointly("holds", ["22/15", "22/15"], &format!(r#"{{"better": {geometric}}}"#))],
            Fate::Refused(&["bounds"]),
        ),
        holds("no bound", geometric, &[&of_p, "{}"], Fate::Unreadable(&["the key \"lambda\" is missing"])),
        holds("a bound that is null", geometric, &[&of_p, "null"], Fate::Unreadable(&["found null"])),
        holds("an optimum", geometric, &[&of_p, &by(&lambda("5", &[4, 0]))], Fate::Unreadable(&["better"])),
        Trial::new(
            "said to fail",
            &pair,
            &[&common("fails", geometric, &[&of_p, &of_q])],
            Fate::Refused(&["`better` that does not belong"]),
        ),
        Trial::new("by optima", &pair, &[&jointly("holds", ["22/15", "22/15"], &same)], Fate::Refused(&["joint"])),
        fails("optima that are the same", &same, &["found to be `holds`"]),
        fails(
            "a joint bound that is not reached",
            &optima(&by(&lambda("15", &[18, 5])), &by(&lambda("3", &[1, 1])), &by(&lambda("5", &[4, 0]))),
            &["the mechanism reaches 22/15, the bound is 23/15, expected the same"],
        ),
        fails(
            "a joint bound too low for one tuple",
            &optima(&by(&lambda("15", &[19, 3])), &by(&lambda("3", &[1, 1])), &by(&lambda("5", &[4, 0]))),
            &["λ less the gains of guess"],
        ),
        fails(
            "y for tuples of guesses",
            &optima(
                &by(&format!(r#""y": {}"#, vector("3", &[2, 2]))),
                &by(&lambda("3", &[1, 1])),
                &by(&lambda("5", &[4, 0])),
            ),
            &["`y` is a bound for"],
        ),
        fails(
            "multipliers for the guesses of one prior",
            &optima(
                &by(&format!(r#"{}, "multipliers": [{{}}, {{}}]"#, lambda("15", &[17, 5]))),
                &by(&lambda("3", &[1, 1])),
                &by(&lambda("5", &[4, 0])),
            ),
            &["`multipliers` has 2 entries, expected one for each of 4 guesses"],
        ),
        fails(
            "the optimum of one prior only",
            &format!(r#"{{"joint": {}, "separate": [{}]}}"#, by(&lambda("15", &[17, 5])), by(&lambda("3", &[1, 1]))),
            &["`separate` has 1 optimum, expected one for each of 2 priors"],
        ),
        Trial::new(
            "a sum too high",
            &pair,
            &[&common("holds", geometric, &[&of_p, &of_q]).replacen(
                r#""separate": "22/15""#,
                r#""separate": "23/15""#,
                1,
            )],
            Fate::Otherwise(&["`separate` is said to be 23/15, found to be 22/15"]),
        ),
        Trial::new(
            "the priors of another claim",
            &pair,
            &[&common("holds", geometric, &[&of_q, &of_p]).replace(r#"["p", "q"]"#, r#"["p", "p"]"#)],
            Fate::Unreadable(&["two or more different names of priors"]),
        ),
        Trial::new(
            "the priors turned round are another claim",
            &pair,
            &[
                &common("holds", geometric, &[&of_p, &of_q]),
                &common("holds", geometric, &[&of_q, &of_p]).replace(r#"["p", "q"]"#, r#"["q", "p"]"#),
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
        Trial::new(
            "said to hold",
            &triangle,
            &[&statement("holds", &tuples)],
            Fate::Refused(&["`joint` that does not belong"]),
        ),
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
