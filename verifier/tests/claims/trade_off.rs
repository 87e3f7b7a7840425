//! `trade-off`: no neighbours are told apart better than a pair of nodes of another mechanism, or than its neighbours.

use crate::derivable::beside;
use crate::fixtures::{COIN, LINE_2};
use crate::harness::{Fate, STOCHASTIC, Trial, file, hold, hold_by, in_parts};
use dp_kernel::{Subdivision, Why};
use dp_verify::model::sha256;

const DP: &str = r#"{"claim": "dp", "verdict": "fails"}"#;

fn table(rows: &str, claims: &[&str]) -> String {
    let claims: Vec<String> = claims.iter().map(|claim| format!(r#"{{"claim": "trade-off", {claim}}}"#)).collect();
    let claims = claims.join(", ");
    file("1/2", &format!(r#""query": {LINE_2}, "mechanism": {{"matrix": {rows}}}, "claims": [{claims}]"#))
}

fn said(parameters: &str, verdict: &str, witness: &str) -> String {
    format!(r#"{{"claim": "trade-off", {parameters}, "verdict": "{verdict}", "witness": {witness}}}"#)
}

fn hash(file: &str) -> String {
    format!(r#"{{"sha256": "{}"}}"#, sha256(file.as_bytes()))
}

#[test]
fn from_another_file() {
    let table_of = |rows: &str| file("1/3", &format!(r#""query": {LINE_2}, "mechanism": {{"matrix": {rows}}}"#));
    let same = table_of(COIN);
    let less = table_of(
        r#"[["749999999999999999999999999999e-30", "250000000000000000000000000001e-30"], ["250000000000000000000000000001e-30", "749999999999999999999999999999e-30"]]"#,
    );
    let more = table_of(
        r#"[["750000000000000000000000000001e-30", "249999999999999999999999999999e-30"], ["249999999999999999999999999999e-30", "750000000000000000000000000001e-30"]]"#,
    );
    let three = file("1/2", r#""query": {"graph": "line", "nodes": 3}, "mechanism": {"family": "uniform"}"#);
    let twice = file("1/5", &format!(r#""query": {LINE_2}, "mechanism": {{"matrix": [[2], [2]]}}"#));
    let bare = file("1/2", &format!(r#""query": {LINE_2}"#));
    let named =
        [("y.json", &same), ("less.json", &less), ("more.json", &more), ("three.json", &three), ("twice.json", &twice)];
    let mut others = named.map(|(name, text)| (name, text.clone())).to_vec();
    others.push(("bare.json", bare));
    let one = |name, parameters: &str, verdict: &str, witness: &str, fate| {
        let statement = said(parameters, verdict, witness);
        Trial::new(name, &table(COIN, &[parameters]), &[STOCHASTIC, DP, &statement], fate)
    };
    let (of_y, of_pair) = (r#""from": "y.json""#, r#""from": "y.json", "pair": [1, 0]"#);
    hold_by(
        &[
            one("as hard", of_y, "holds", &hash(&same), Fate::Proves(&["trade-off (from y.json): holds; excess = 0"])),
            one(
                "as hard as one pair",
                of_pair,
                "holds",
                &hash(&same),
                Fate::Proves(&["trade-off (from y.json, pair 1, 0): holds; excess = 0"]),
            ),
            one(
                "harder by a little",
                r#""from": "more.json""#,
                "holds",
                &hash(&more),
                Fate::Proves(&["trade-off (from more.json): holds; excess = 0"]),
            ),
            one(
                "easier by a little",
                r#""from": "less.json", "pair": [0, 1]"#,
                "fails",
                &hash(&less),
                Fate::Proves(&[
                    "trade-off (from less.json, pair 0, 1): fails; excess = 1/250000000000000000000000000001",
                ]),
            ),
            one(
                "easier, said to be harder",
                r#""from": "less.json""#,
                "holds",
                &hash(&less),
                Fate::Unproved(Why::OtherVerdict),
            ),
            one("as hard, said to be easier", of_y, "fails", &hash(&same), Fate::Unproved(Why::OtherVerdict)),
            one("without the SHA-256", of_y, "holds", "{}", Fate::Refused(&["the witness lacks `sha256`"])),
            one("said to fail without it", of_y, "fails", "{}", Fate::Refused(&["the witness lacks `sha256`"])),
            one(
                "with that of another",
                of_y,
                "holds",
                &hash(&more),
                Fate::Refused(&["`sha256` is that of another file"]),
            ),
            one(
                "with a remap",
                of_y,
                "holds",
                &hash(&same).replace('{', r#"{"remap": {"denominator": "1", "numerators": ["1", "0", "0", "1"]}, "#),
                Fate::Refused(&["remap"]),
            ),
            one(
                "what is no mechanism",
                r#""from": "twice.json""#,
                "holds",
                &hash(&twice),
                Fate::Unproved(Why::OtherNoDistribution(0)),
            ),
            one(
                "from a file with other nodes",
                r#""from": "three.json""#,
                "fails",
                &hash(&three),
                Fate::Proves(&["trade-off (from three.json): fails; excess = 1/2"]),
            ),
            one(
                "a node that the other has not",
                r#""from": "three.json", "pair": [0, 3]"#,
                "fails",
                &hash(&three),
                Fate::Unreadable(&["$.claims[0].pair", "found [0, 3]", "by their numbers below 3"]),
            ),
            one(
                "one node twice",
                r#""from": "y.json", "pair": [1, 1]"#,
                "holds",
                &hash(&same),
                Fate::Unreadable(&["$.claims[0].pair", "two different nodes"]),
            ),
            one(
                "from no mechanism",
                r#""from": "bare.json""#,
                "holds",
                "{}",
                Fate::Unreadable(&["found no mechanism, expected one to compare X with"]),
            ),
            Trial::new(
                "another pair than the claimed one",
                &table(COIN, &[of_y]),
                &[STOCHASTIC, DP, &said(of_pair, "holds", &hash(&same))],
                Fate::Refused(&["trade-off (from y.json)"]),
            ),
            Trial::new(
                "X is not a mechanism",
                &table(r#"[["3/4", "1/4"], ["1/4", "1/4"]]"#, &[of_y]),
                &[
                    r#"{"claim": "stochastic", "verdict": "fails", "witness": {"row": 1}}"#,
                    DP,
                    &said(of_y, "fails", r#"{"row": 1}"#),
                ],
                Fate::Proves(&["trade-off (from y.json): fails"]),
            ),
        ],
        beside(&others),
    );
}

/// Of closed forms there is no file; over an interval its parts are computed.
#[test]
fn from_closed_forms() {
    let form = r#""from": "truncated-geometric""#;
    let at = |alpha: &str, rows: &str| {
        let claims = format!(r#""claims": [{{"claim": "trade-off", {form}}}]"#);
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": {alpha}}}, "query": {LINE_2}, "mechanism": {{"matrix": {rows}}}, {claims}}}"#
        )
    };
    let holds = r#"{"claim": "dp", "verdict": "holds"}"#;
    let (half, third) = (at(r#""1/2""#, COIN), at(r#""1/3""#, COIN));
    let unit = at(r#""symbolic", "between": ["0", "1"]"#, COIN);
    let named = |parts: &str| {
        in_parts("trade-off", "fails", &[r#""1/3""#], parts).replacen(
            r#""verdict""#,
            &format!(r#"{form}, "verdict""#),
            1,
        )
    };
    let dp = in_parts("dp", "fails", &[r#""1/3""#], "hhf");
    hold(&[
        Trial::new(
            "at its ε",
            &third,
            &[STOCHASTIC, holds, &said(form, "holds", "{}")],
            Fate::Proves(&["trade-off (from truncated-geometric): holds; excess = 0"]),
        ),
        Trial::new(
            "at a smaller one",
            &half,
            &[STOCHASTIC, DP, &said(form, "fails", "{}")],
            Fate::Proves(&["trade-off (from truncated-geometric): fails; excess = 1/4"]),
        ),
        Trial::new(
            "said to hold",
            &half,
            &[STOCHASTIC, DP, &said(form, "holds", "{}")],
            Fate::Unproved(Why::OtherVerdict),
        ),
        Trial::new(
            "with a SHA-256 of nothing",
            &half,
            &[STOCHASTIC, DP, &said(form, "fails", &hash(""))],
            Fate::Refused(&["sha256"]),
        ),
        Trial::new(
            "for every α",
            &unit,
            &[STOCHASTIC, &dp, &named("hhf")],
            Fate::Proves(&["trade-off (from truncated-geometric): fails; excess = "]),
        ),
        Trial::new(
            "for every α, one part otherwise",
            &unit,
            &[STOCHASTIC, &dp, &named("fhf")],
            Fate::Unproved(Subdivision::PartVerdict { part: 0, said: dp_kernel::Verdict::Fails }.into()),
        ),
        Trial::new("without its cut", &unit, &[STOCHASTIC, &dp, &said(form, "fails", "{}")], Fate::Changes),
    ]);
}
