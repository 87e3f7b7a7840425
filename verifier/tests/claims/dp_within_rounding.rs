//! `dp-within-rounding`: a private table near X, or multipliers that add its constraints up to a contradiction.

use crate::harness::{Fate, ROUNDED, ROW_1, Trial, file, hold, in_parts};
use dp_kernel::Subdivision;

/// On a line of two at α = 1/2: 7/10 − r ≤ 2·(3/10 + r) iff r ≥ 1/30.
fn seven_tenths(rounding: &str) -> String {
    table(r#"[["0.7", "0.3"], ["0.3", "0.7"]]"#, rounding)
}

fn table(rows: &str, rounding: &str) -> String {
    let mechanism = format!(r#""mechanism": {{"matrix": {rows}, "rounding": "{rounding}"}}"#);
    file("1/2", &format!(r#""query": {{"graph": "line", "nodes": 2}}, {mechanism}, "claims": ["dp-within-rounding"]"#))
}

/// ln(7/3), between decimals that both round to its twelve digits.
const DP: &str = r#"{"claim": "dp", "verdict": "fails", "witness": {"pair": [1, 0], "output": 0},
    "values": {"alpha_max": "3/7", "epsilon_min": {"at_least": 0.8472978603872, "at_most": 0.8472978603873}}}"#;

fn within(verdict: &str, witness: &str) -> String {
    format!(r#"{{"claim": "dp-within-rounding", "verdict": "{verdict}", "witness": {witness}}}"#)
}

fn vector(denominator: u32, numerators: &[i32]) -> String {
    let numerators: Vec<String> = numerators.iter().map(|x| format!("\"{x}\"")).collect();
    format!(r#"{{"denominator": "{denominator}", "numerators": [{}]}}"#, numerators.join(", "))
}

fn rows(rows: &[String]) -> String {
    format!(r#"{{"rows": [{}]}}"#, rows.join(", "))
}

fn farkas(lambda: &str, multipliers: &str) -> String {
    format!(r#"{{"lambda": {lambda}, "multipliers": {multipliers}}}"#)
}

fn trial(name: &'static str, mechanism: &str, verdict: &str, witness: &str, fate: Fate) -> Trial {
    Trial::new(name, mechanism, &[ROUNDED, DP, &within(verdict, witness)], fate)
}

const HOLDS: Fate = Fate::Proves(&["dp-within-rounding: holds"]);
const FAILS: Fate = Fate::Proves(&["dp-within-rounding: fails"]);

#[test]
fn a_table_is_computed_entry_by_entry() {
    let (near, least) = (seven_tenths("1/20"), seven_tenths("1/30"));
    let thirds = || [vector(3, &[2, 1]), vector(3, &[1, 2])];
    hold(&[
        trial("thirds", &near, "holds", &rows(&thirds()), HOLDS),
        trial("thirds, as far off as may be", &least, "holds", &rows(&thirds()), HOLDS),
        trial(
            "thirds, farther off than may be",
            &seven_tenths("33333/1000000"),
            "holds",
            &rows(&thirds()),
            Fate::Refused(&["row 0, output 0 of the table is more than 33333/1000000 off"]),
        ),
        trial(
            "one entry below X by too much",
            &seven_tenths("1/40"),
            "holds",
            &rows(&[vector(100, &[65, 35]), vector(100, &[35, 65])]),
            Fate::Refused(&["row 0, output 0 of the table is more than 1/40 off"]),
        ),
        trial(
            "X itself, which is not private",
            &near,
            "holds",
            &rows(&[vector(10, &[7, 3]), vector(10, &[3, 7])]),
            Fate::Refused(&["not ε-private"]),
        ),
        trial(
            "a row that sums to less than 1",
            &near,
            "holds",
            &rows(&[vector(100, &[66, 33]), vector(3, &[1, 2])]),
            Fate::Refused(&["row 0", "not a distribution"]),
        ),
        trial(
            "a negative entry",
            &near,
            "holds",
            &rows(&[vector(3, &[4, -1]), vector(3, &[1, 2])]),
            Fate::Refused(&["row 0", "not a distribution"]),
        ),
        trial("a row less", &near, "holds", &rows(&thirds()[..1]), Fate::Refused(&["has 1 rows, expected 2"])),
        trial("no row", &near, "holds", &rows(&[]), Fate::Refused(&["has 0 rows, expected 2"])),
        trial(
            "an output more",
            &near,
            "holds",
            &rows(&[vector(3, &[2, 1, 0]), vector(3, &[1, 2, 0])]),
            Fate::Refused(&["the table has 3 outputs, X has 2"]),
        ),
        trial(
            "an output less",
            &near,
            "holds",
            &rows(&[vector(1, &[1]), vector(1, &[1])]),
            Fate::Refused(&["the table has 1 output, X has 2"]),
        ),
        trial("nothing", &near, "holds", "{}", Fate::Refused(&["the witness lacks `rows`"])),
        trial(
            "the parts of a refutation",
            &near,
            "holds",
            &farkas(&vector(1, &[0, 0]), "[{}, {}]"),
            Fate::Refused(&["a part `lambda`"]),
        ),
        trial("a table said to refute", &near, "fails", &rows(&thirds()), Fate::Refused(&["a part `rows`"])),
    ]);
}

#[test]
fn multipliers_add_up_to_a_contradiction_or_not() {
    let far = seven_tenths("1/100");
    // m_10 − m_00/2 ≥ 0 against m_00 ≥ 0.69 and m_10 ≤ 0.31.
    let pair = r#"[{"edges": [[0, 1]], "mu": {"denominator": "1", "numerators": ["1"]}}, {}]"#;
    let zero = vector(1, &[0, 0]);
    let with = |lambda: &[i32], multipliers: &str| farkas(&vector(1, lambda), multipliers);
    hold(&[
        trial("one constraint", &far, "fails", &farkas(&zero, pair), FAILS),
        trial(
            "both constraints that are broken, with prices",
            &far,
            "fails",
            &farkas(
                &vector(4, &[1, 1]),
                r#"[{"edges": [[0, 1], [1, 0]], "mu": {"denominator": "2", "numerators": ["1", "0"]}},
                    {"edges": [[1, 0]], "mu": {"denominator": "2", "numerators": ["1"]}}]"#,
            ),
            FAILS,
        ),
        trial("just too far off", &seven_tenths("33333/1000000"), "fails", &farkas(&zero, pair), FAILS),
        trial(
            "as near as it must be",
            &seven_tenths("1/30"),
            "fails",
            &farkas(&zero, pair),
            Fate::Refused(&["no contradiction"]),
        ),
        trial(
            "the constraint the other way",
            &far,
            "fails",
            &farkas(&zero, &pair.replace("[0, 1]", "[1, 0]")),
            Fate::Refused(&["no contradiction"]),
        ),
        trial(
            "of the other output",
            &far,
            "fails",
            &farkas(&zero, r#"[{}, {"edges": [[0, 1]], "mu": {"denominator": "1", "numerators": ["1"]}}]"#),
            Fate::Refused(&["no contradiction"]),
        ),
        trial("all of them 0", &far, "fails", &farkas(&zero, "[{}, {}]"), Fate::Refused(&["no contradiction"])),
        trial("prices alone", &far, "fails", &with(&[1, 0], "[{}, {}]"), Fate::Refused(&["no contradiction"])),
        trial(
            "negative prices alone",
            &far,
            "fails",
            &with(&[-1, 0], "[{}, {}]"),
            Fate::Refused(&["no contradiction"]),
        ),
        trial("with a price too many", &far, "fails", &with(&[3, 0], pair), Fate::Refused(&["no contradiction"])),
        trial(
            "a negative multiplier",
            &far,
            "fails",
            &farkas(&zero, &pair.replace("[0, 1]", "[1, 0]").replace("[\"1\"]", "[\"-1\"]")),
            Fate::Refused(&["a multiplier is negative"]),
        ),
        trial(
            "an edge that is none",
            &far,
            "fails",
            &farkas(&zero, &pair.replace("[0, 1]", "[0, 0]")),
            Fate::Refused(&["0 and 0 are not adjacent"]),
        ),
        trial(
            "a node past the last",
            &far,
            "fails",
            &farkas(&zero, &pair.replace("[0, 1]", "[0, 2]")),
            Fate::Refused(&["`edges` names 2, the last is 1"]),
        ),
        trial(
            "fewer multipliers than edges",
            &far,
            "fails",
            &farkas(&zero, &pair.replace("[\"1\"]", "[]")),
            Fate::Refused(&["`mu` has 0 entries, expected 1"]),
        ),
        trial(
            "for one output only",
            &far,
            "fails",
            &farkas(&zero, &pair.replace(", {}", "")),
            Fate::Refused(&["`multipliers` has 1 entries, expected one for each of 2 outputs"]),
        ),
        trial("a price short", &far, "fails", &with(&[0], pair), Fate::Refused(&["`lambda` has 1 entry, expected 2"])),
        trial(
            "a denominator below 0",
            &far,
            "fails",
            &farkas(&zero, &pair.replace(r#""denominator": "1""#, r#""denominator": "-1""#)),
            Fate::Refused(&["the denominator of `mu` is not positive"]),
        ),
        trial("no prices", &far, "fails", &format!(r#"{{"multipliers": {pair}}}"#), Fate::Refused(&["lacks `lambda`"])),
        trial("nothing", &far, "fails", "{}", Fate::Refused(&["lacks `lambda`"])),
        trial("said to hold", &far, "holds", &farkas(&zero, pair), Fate::Refused(&["a part `lambda`"])),
    ]);
}

/// −ln(1/3).
const THIRD: &str = r#"{"claim": "dp", "verdict": "fails", "witness": {"pair": [0, 1], "output": 1},
    "values": {"alpha_max": "1/3", "epsilon_min": {"at_least": 1.0986122886681, "at_most": 1.0986122886682}}}"#;

#[test]
fn rows_that_sum_to_too_much_and_entries_below_zero() {
    let wide = table(r#"[["1/2", "3/10"], ["1/2", "9/10"]]"#, "1/20");
    let wide_enough = table(r#"[["1/2", "3/10"], ["1/2", "9/10"]]"#, "1/5");
    let below = table(r#"[["11/10", "-1/10"], ["1/2", "1/2"]]"#, "1/20");
    let narrow = table(r#"[["11/10", "-1/10"], ["1/2", "1/2"]]"#, "1/10");
    let row_0 = r#"{"claim": "stochastic", "verdict": "fails", "witness": {"row": 0}}"#;
    let negative = r#"{"claim": "dp", "verdict": "fails", "witness": {"row": 0, "output": 1}}"#;
    // Within 1/20 of these tables there is no stochastic one.
    let rounded = |mechanism: &str| {
        let fails = mechanism.contains(r#""rounding": "1/20""#);
        ROUNDED.replace("holds", if fails { "fails" } else { "holds" })
    };
    let sums = |name, mechanism: &str, witness: &str, fate| {
        Trial::new(name, mechanism, &[&rounded(mechanism), ROW_1, THIRD, &within("fails", witness)], fate)
    };
    let entry = |name, mechanism: &str, witness: &str, fate| {
        Trial::new(name, mechanism, &[&rounded(mechanism), row_0, negative, &within("fails", witness)], fate)
    };
    let at = |row: usize, output: usize| format!(r#"{{"row": {row}, "output": {output}}}"#);
    let first = farkas(&vector(1, &[1, 0]), "[{}, {}]");
    hold(&[
        // Σ l = 0.45 + 0.85 > 1.
        sums("a row too heavy", &wide, &farkas(&vector(7, &[0, 1]), "[{}, {}]"), FAILS),
        // Σ u = 0.55 + 0.35 < 1.
        sums("a row too light", &wide, &farkas(&vector(7, &[-1, 0]), "[{}, {}]"), FAILS),
        sums("not too heavy", &wide, &first, Fate::Refused(&["no contradiction"])),
        sums("not too light", &wide, &farkas(&vector(1, &[0, -1]), "[{}, {}]"), Fate::Refused(&["no contradiction"])),
        sums(
            "heavy by as much as may be",
            &wide_enough,
            &farkas(&vector(1, &[0, 1]), "[{}, {}]"),
            Fate::Refused(&["no contradiction"]),
        ),
        entry("an entry below −r", &below, &at(0, 1), FAILS),
        entry("an entry that is not below −r", &below, &at(0, 0), Fate::Refused(&["row 0, output 0", "within 1/20"])),
        entry("an entry of −r", &narrow, &at(0, 1), Fate::Refused(&["row 0, output 1", "within 1/10"])),
        entry("a row past the last", &below, &at(2, 1), Fate::Refused(&["`row` names 2"])),
        entry("an output past the last", &below, &at(0, 2), Fate::Refused(&["`output` names 2"])),
        entry("a row alone", &below, r#"{"row": 0}"#, Fate::Refused(&["lacks `output`"])),
        entry(
            "a row beside prices",
            &below,
            r#"{"row": 0, "output": 1, "lambda": {"denominator": "1", "numerators": ["0", "0"]}}"#,
            Fate::Refused(&["a part `lambda`"]),
        ),
        // l = 0 there; x − r = −3/20 in its place would leave no contradiction.
        entry("no entry of M is below 0", &below, &first, FAILS),
    ]);
}

#[test]
fn without_a_rounding_nothing_is_claimed() {
    let bare = seven_tenths("1/20").replace(r#", "rounding": "1/20""#, "");
    hold(&[
        trial(
            "no rounding",
            &bare,
            "holds",
            "{}",
            Fate::Unreadable(&["in the mechanism file", "needs the mechanism's \"rounding\""]),
        ),
        trial("with it", &seven_tenths("1/20"), "holds", &rows(&[vector(3, &[2, 1]), vector(3, &[1, 2])]), HOLDS),
    ]);
}

#[test]
fn at_an_irrational_alpha_signs_are_exact() {
    // α = 2^(-1/2) = 0.7071…: 0.6 − r ≤ √2·(0.4 + r) iff r ≥ (0.6 − 0.4·√2)/(1 + √2) = 0.01421…
    let irrational = |rounding: &str| {
        let rows = r#"[["0.6", "0.4"], ["0.4", "0.6"]]"#;
        table(rows, rounding).replace(r#"{"alpha": "1/2"}"#, r#"{"epsilon": "1/2*ln(2)"}"#)
    };
    let statements = |verdict: &str, witness: &str| {
        [ROUNDED.to_owned(), r#"{"claim": "dp", "verdict": "fails"}"#.to_owned(), within(verdict, witness)]
    };
    let trial = |name, rounding: &str, verdict: &str, witness: &str, fate| {
        let statements = statements(verdict, witness);
        let statements: Vec<&str> = statements.iter().map(String::as_str).collect();
        Trial::new(name, &irrational(rounding), &statements, fate)
    };
    let near = rows(&[vector(10_000, &[5_857, 4_143]), vector(10_000, &[4_143, 5_857])]);
    let edge = rows(&[vector(10_000, &[5_858, 4_142]), vector(10_000, &[4_142, 5_858])]);
    let pair =
        farkas(&vector(1, &[0, 0]), r#"[{"edges": [[0, 1]], "mu": {"denominator": "1", "numerators": ["1"]}}, {}]"#);
    hold(&[
        trial("a table", "15/1000", "holds", &near, HOLDS),
        trial("a table that is not private by a hair", "15/1000", "holds", &edge, Fate::Refused(&["not ε-private"])),
        trial("a constraint", "142/10000", "fails", &pair, FAILS),
        trial("a constraint that can be kept", "143/10000", "fails", &pair, Fate::Refused(&["no contradiction"])),
    ]);
}

/// The table of [`seven_tenths`] over (0, 1): no private one is within 1/20 of it past α = 7/13.
fn over_an_interval(rounding: &str) -> String {
    let mechanism = format!(r#""mechanism": {{"matrix": [["0.7", "0.3"], ["0.3", "0.7"]], "rounding": "{rounding}"}}"#);
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "symbolic", "between": ["0", "1"]}},
            "query": {{"graph": "line", "nodes": 2}}, {mechanism}, "claims": ["dp-within-rounding"]}}"#
    )
}

/// What fails at one number of an interval does not hold throughout it; nothing else follows from one number.
#[test]
fn one_number_of_an_interval_refutes_a_claim_without_values() {
    let fails = &in_parts("dp", "fails", &["\"3/7\""], "hhf");
    let file = over_an_interval("1/20");
    let multiplier = r#"[{"edges": [[0, 1]], "mu": {"denominator": "1", "numerators": ["1"]}}, {}]"#;
    let contradiction = farkas(&vector(1, &[0, 0]), multiplier);
    let at = |number: &str, witness: &str| format!(r#"{{"at": {number}, "witness": {witness}}}"#);
    let trial = |name: &'static str, statement: String, fate: Fate| {
        Trial::new(name, &file, &[ROUNDED, fails, &statement], fate)
    };
    let of_dp = format!(r#"{{"claim": "dp", "verdict": "fails", "witness": {}}}"#, at("\"2/3\"", "{}"));
    let mut trials = vec![
        trial("at 2/3", within("fails", &at("\"2/3\"", &contradiction)), FAILS),
        trial("at 1, an end", within("fails", &at("\"1\"", &contradiction)), Fate::Refused(&["low < high"])),
        trial("at 2", within("fails", &at("\"2\"", &contradiction)), Fate::Refused(&["low < high"])),
        trial(
            "at 1/2, where it holds",
            within("fails", &at("\"1/2\"", &contradiction)),
            Fate::Refused(&["add the constraints to no contradiction"]),
        ),
        trial(
            "without a witness there",
            within("fails", r#"{"at": "2/3"}"#),
            Fate::Refused(&["dp-within-rounding", "lacks"]),
        ),
        trial(
            "a table at one number",
            within("holds", &at("\"1/2\"", &rows(&[vector(3, &[2, 1]), vector(3, &[1, 2])]))),
            Fate::Refused(&["a part `rows` that does not belong"]),
        ),
        trial(
            "a contradiction that proves",
            within("holds", &at("\"2/3\"", &contradiction)),
            Fate::Unproved(Subdivision::NotAtOne.into()),
        ),
    ];
    let of_dp = [ROUNDED, &of_dp, &within("fails", &at("\"2/3\"", &contradiction))];
    let nothing_else = Fate::Refused(&["dp", "`at` refutes a claim that has no values, and nothing else"]);
    trials.push(Trial::new("a claim with values", &file, &of_dp, nothing_else));
    hold(&trials);
}
