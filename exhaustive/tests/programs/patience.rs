//! `certify` waits for what is asked for 32 times as long as for what it finds beside it, and says what `verify` needs
//! then.

use crate::folder::Folder;

/// The threshold of a random graph of `nodes` nodes and twice as many edges.
fn threshold(nodes: u64) -> String {
    let mut state = 46_u64;
    let mut below = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let mut edges: Vec<(u64, u64)> = (1..nodes).map(|i| (below(i), i)).collect();
    while (edges.len() as u64) < 2 * nodes {
        let (i, j) = (below(nodes), below(nodes));
        let edge = (i.min(j), i.max(j));
        if i != j && !edges.contains(&edge) {
            edges.push(edge);
        }
    }
    let edges: Vec<String> = edges.iter().map(|(i, j)| format!("[{i}, {j}]")).collect();
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "claims": ["threshold"],
        "query": {{"nodes": {nodes}, "edges": [{}]}}}}"#,
        edges.join(", ")
    )
}

/// It takes more search, and more steps of checks, than a stranger's file may.
#[test]
fn a_claim_has_thirty_two_times_the_search_of_strangers_and_the_report_names_the_flag_for_verify() {
    let folder = Folder::with(&[("m.json", &threshold(48))]);
    let strangers = folder.run(&["m.json", "--strangers"], "");
    assert_eq!(strangers.status, 3, "{}", strangers.out);
    assert_eq!(folder.verify(&["m.json", "m.cert.json"]).status, 3);
    let ended = folder.run(&["m.json"], "");
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
    let words = ended.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = "`verify` declines this certificate by default: it takes more steps, with --limit ";
    let (_, flag) = words.split_once(told).unwrap_or_else(|| panic!("{words}"));
    let flag = flag.split(' ').next().unwrap();
    assert!(flag.strip_prefix("steps=").is_some_and(|steps| steps.parse::<u64>().unwrap() > 1 << 32), "{flag}");
    let by_default = folder.verify(&["m.json", "m.cert.json"]);
    assert!(by_default.status == 3 && by_default.out.contains("DECLINED"), "{}", by_default.out);
    let verified = folder.verify(&["m.json", "m.cert.json", "--limit", flag]);
    assert!(verified.status == 0 && verified.out.contains("ACCEPTED"), "{}", verified.out);
    // A limit that is set is what it says.
    assert_eq!(folder.run(&["m.json", "--limit", "search=100000000"], "").status, 3);
}
