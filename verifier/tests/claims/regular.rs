//! `regular`: some y ≥ 0 has yΦ = π.

use crate::fixtures::LINE_3;
use crate::harness::{Fate, Trial, file, hold, vector};

const NAME: &str = "regular (prior p)";

fn prior(query: &str, prior: &str) -> String {
    let claim = r#"{"claim": "regular", "prior": "p"}"#;
    file("1/2", &format!(r#""query": {query}, "priors": {{"p": {prior}}}, "claims": [{claim}]"#))
}

fn holds(sum: &str, witness: &str) -> String {
    format!(
        r#"{{"claim": "regular", "prior": "p", "verdict": "holds", "values": {{"sum": "{sum}"}}, "witness": {{{witness}}}}}"#
    )
}

fn fails(witness: &str) -> String {
    format!(r#"{{"claim": "regular", "prior": "p", "verdict": "fails", "witness": {{{witness}}}}}"#)
}

const SQUARE: &str = r#"{"graph": "hamming", "values": 2, "individuals": 2}"#;

/// (5, 3, 2)/10 on the line of three: y = (14, 1, 2)/30, and v = (2, 1, 2)/3 has Φv = 1, π·v = 17/30.
#[test]
fn on_the_line_of_three() {
    let text = prior(LINE_3, r#"["5/10", "3/10", "2/10"]"#);
    let point = prior(LINE_3, r#"{"point": 0}"#);
    let (y, v) = (vector("30", &[14, 1, 2]), vector("3", &[2, 1, 2]));
    // Column 1 of Φ^-1: Φw = (0, 1, 0), and π·w = -2/3 for the prior at node 0.
    let w = vector("3", &[-2, 5, -2]);
    let yv = |y: &str, v: &str| holds("17/30", &format!(r#""y": {y}, "v": {v}"#));
    hold(&[
        Trial::new("y and v", &text, &[&yv(&y, &v)], Fate::Proves(&["regular (prior p): holds; sum = 17/30"])),
        Trial::new(
            "y without v",
            &text,
            &[&holds("17/30", &format!(r#""y": {y}"#))],
            Fate::Refused(&[NAME, "the witness lacks `v`"]),
        ),
        Trial::new(
            "v without y",
            &text,
            &[&holds("17/30", &format!(r#""v": {v}"#))],
            Fate::Refused(&[NAME, "the witness lacks `y`"]),
        ),
        Trial::new(
            "another y",
            &text,
            &[&yv(&vector("30", &[14, 1, 3]), &v)],
            Fate::Refused(&[NAME, "yΦ at 0 is 61/120, the prior there is 1/2"]),
        ),
        Trial::new(
            "y = 0",
            &text,
            &[&yv(&vector("1", &[0, 0, 0]), &v)],
            Fate::Refused(&[NAME, "yΦ at 0 is 0, the prior there is 1/2"]),
        ),
        Trial::new(
            "a v that is too large",
            &text,
            &[&yv(&y, &vector("3", &[2, 1, 3]))],
            Fate::Refused(&[NAME, "Φv at 0 is 13/12, expected ≤ 1"]),
        ),
        Trial::new(
            "a v that is too small",
            &text,
            &[&yv(&y, &vector("3", &[2, 1, 1]))],
            Fate::Refused(&[NAME, "Σy is 17/30, π·v is 1/2, expected the same"]),
        ),
        Trial::new(
            "another sum",
            &text,
            &[&holds("18/30", &format!(r#""y": {y}, "v": {v}"#))],
            Fate::Otherwise(&[NAME, "`sum` is said to be 3/5, found to be 17/30"]),
        ),
        Trial::new(
            "the point at an end, by a negative y",
            &point,
            &[&holds("2/3", &format!(r#""y": {}, "v": {v}"#, vector("3", &[4, -2, 0])))],
            Fate::Refused(&[NAME, "`y` at 1 is -2/3, expected ≥ 0"]),
        ),
        Trial::new(
            "the point at an end is not regular",
            &point,
            &[&fails(&format!(r#""w": {w}"#))],
            Fate::Proves(&["regular (prior p): fails"]),
        ),
        Trial::new(
            "the same w where π is regular",
            &text,
            &[&fails(&format!(r#""w": {w}"#))],
            Fate::Refused(&[NAME, "π·w is 1/30, expected < 0"]),
        ),
        Trial::new(
            "a w with Φw < 0",
            &point,
            &[&fails(&format!(r#""w": {}"#, vector("3", &[-2, 4, -2])))],
            Fate::Refused(&[NAME, "Φw at 0 is -1/6, expected ≥ 0"]),
        ),
        Trial::new(
            "w = 0",
            &point,
            &[&fails(&format!(r#""w": {}"#, vector("1", &[0, 0, 0])))],
            Fate::Refused(&[NAME, "π·w is 0, expected < 0"]),
        ),
        Trial::new("no w", &point, &[&fails("")], Fate::Refused(&[NAME, "the witness lacks `w`"])),
        Trial::new(
            "a w beside y",
            &text,
            &[&holds("17/30", &format!(r#""y": {y}, "v": {v}, "w": {w}"#))],
            Fate::Refused(&[NAME, "a part `w` that does not belong"]),
        ),
        Trial::new(
            "factors on a line",
            &text,
            &[&holds("17/30", r#""factors": []"#)],
            Fate::Refused(&[NAME, "needs a Hamming graph"]),
        ),
    ]);
}

/// On {0,1}², α = 1/2: (2, 1)/3 has y = (2, 0)/3, (1, 1)/2 has y = (1, 1)/3, and (3, 1)/4 has none:
/// w = (-2, 4)/3 has Φ₁w = (0, 1) and π·w = -1/6.
#[test]
fn by_factors() {
    let good = prior(SQUARE, r#"{"product": [["2/3", "1/3"], ["1/2", "1/2"]]}"#);
    let bad = prior(SQUARE, r#"{"product": [["3/4", "1/4"], ["1/2", "1/2"]]}"#);
    let twice = prior(SQUARE, r#"{"product": [["3/4", "1/4"]]}"#);
    let listed = prior(SQUARE, r#"["1/3", "1/3", "1/6", "1/6"]"#);
    let factors = |parts: &[(&str, &str)]| {
        let items: Vec<String> = parts.iter().map(|(name, vector)| format!(r#"{{"{name}": {vector}}}"#)).collect();
        format!(r#""factors": [{}]"#, items.join(", "))
    };
    let (y1, y2) = (vector("3", &[2, 0]), vector("3", &[1, 1]));
    let (w, ones) = (vector("3", &[-2, 4]), vector("1", &[1, 1]));
    hold(&[
        Trial::new(
            "regular",
            &good,
            &[&holds("4/9", &factors(&[("y", &y1), ("y", &y2)]))],
            Fate::Proves(&["regular (prior p): holds; sum = 4/9"]),
        ),
        Trial::new(
            "the individuals the wrong way round",
            &good,
            &[&holds("4/9", &factors(&[("y", &y2), ("y", &y1)]))],
            Fate::Refused(&[NAME, "yΦ at 1 is 1/6, the prior there is 1/3"]),
        ),
        Trial::new(
            "one individual only",
            &good,
            &[&holds("2/3", &factors(&[("y", &y1)]))],
            Fate::Refused(&[NAME, "`factors` has 1 entry, expected one for each of 2 individuals"]),
        ),
        Trial::new(
            "no individual",
            &good,
            &[&holds("1", &factors(&[]))],
            Fate::Refused(&[NAME, "`factors` has 0 entries"]),
        ),
        Trial::new(
            "an individual too many",
            &good,
            &[&holds("4/9", &factors(&[("y", &y1), ("y", &y2), ("y", &y2)]))],
            Fate::Refused(&[NAME, "`factors` has 3 entries"]),
        ),
        Trial::new(
            "a negative factor, twice",
            &twice,
            &[&holds("4/9", &factors(&[("y", &vector("6", &[5, -1])), ("y", &vector("6", &[5, -1]))]))],
            Fate::Refused(&[NAME, "`y` at 1 is -5/36, expected ≥ 0"]),
        ),
        Trial::new(
            "not regular",
            &bad,
            &[&fails(&factors(&[("w", &w), ("w", &ones)]))],
            Fate::Proves(&["regular (prior p): fails"]),
        ),
        Trial::new(
            "two negative factors make a positive one",
            &twice,
            &[&fails(&factors(&[("w", &w), ("w", &w)]))],
            Fate::Refused(&[NAME, "π·w is 1/36, expected < 0"]),
        ),
        Trial::new(
            "one of the two suffices",
            &twice,
            &[&fails(&factors(&[("w", &w), ("w", &ones)]))],
            Fate::Proves(&["regular (prior p): fails"]),
        ),
        Trial::new(
            "a factor 0",
            &bad,
            &[&fails(&factors(&[("w", &w), ("w", &vector("1", &[0, 0]))]))],
            Fate::Refused(&[NAME, "π·w is 0, expected < 0"]),
        ),
        Trial::new(
            "a factor whose Φw is negative",
            &good,
            &[&fails(&factors(&[("w", &ones), ("w", &vector("1", &[-1, -1]))]))],
            Fate::Refused(&[NAME, "Φw at 0 is -9/4, expected ≥ 0"]),
        ),
        Trial::new(
            "a factor too long",
            &good,
            &[&holds("4/9", &factors(&[("y", &vector("3", &[2, 0, 0])), ("y", &y2)]))],
            Fate::Refused(&[NAME, "`factors` has 3 entries, expected one for each of 2 individuals"]),
        ),
        Trial::new(
            "the same prior, given as a list",
            &listed,
            &[&holds("4/9", &factors(&[("y", &y1), ("y", &y2)]))],
            Fate::Proves(&["regular (prior p): holds; sum = 4/9"]),
        ),
        Trial::new(
            "the same prior, given as a list, by y and v",
            &listed,
            &[&holds("4/9", &format!(r#""y": {}, "v": {}"#, vector("9", &[2, 2, 0, 0]), vector("9", &[4, 4, 4, 4])))],
            Fate::Proves(&["regular (prior p): holds; sum = 4/9"]),
        ),
    ]);
}
