//! What the machine may do to a run: a full disk, signals, a death in the middle of writing, two runs on one file. No
//! output is there by half, the status is the right one, and the message is clear.

use crate::folder::Folder;
use assert_cmd::cargo::cargo_bin;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Stdio};

/// A query with a prior whose certificate is longer than a page of memory.
pub(crate) fn query() -> String {
    let weight = |k: u128| 10_u128.pow(35) + (k + 1) * 7_919_u128.pow(8);
    let total: u128 = (0..60).map(weight).sum();
    let weights: Vec<String> = (0..60).map(|k| format!("\"{}/{total}\"", weight(k))).collect();
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {{"graph": "line", "nodes": 60}},
        "priors": {{"p": [{}]}}}}"#,
        weights.join(", ")
    )
}

/// The same with a mechanism.
pub(crate) fn table() -> String {
    let made = r#", "mechanism": {"family": "truncated-geometric"}, "claims": [{"claim": "regular", "prior": "p"}]}"#;
    query().trim_end_matches('}').to_owned() + "}" + made
}

/// A row of numbers for each of its answers.
fn counts() -> String {
    let row =
        |i: usize| (0..60).map(|j| format!("{}", 100_000 + 7_919 * (i + 1) * (j + 1) % 99_991)).collect::<Vec<_>>();
    (0..60).map(|i| row(i).join(",") + "\n").collect()
}

/// 128 databases, whose answer is how many ones there are, and rows that are those of the answers.
fn databases() -> String {
    let answers: Vec<String> = (0..128_u32).map(|k| k.count_ones().to_string()).collect();
    let row = |ones: u32| {
        (0..40)
            .map(|j| format!("\"{}/{}\"", 1_000_000 + ones * 1_001 + j, 40_000_780 + ones * 40_040))
            .collect::<Vec<_>>()
    };
    let rows: Vec<String> = (0..128_u32).map(|k| format!("[{}]", row(k.count_ones()).join(","))).collect();
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "mechanism": {{"matrix": [{}]}},
        "query": {{"databases": {{"values": 2, "individuals": 7}}, "answers": [{}]}}}}"#,
        rows.join(", "),
        answers.join(", ")
    )
}

/// A search that goes on for longer than any test, after it has told of another claim.
fn endless() -> String {
    let near = |i: u64| [1, 7, 31].map(|step| (i, (i * step + step) % 80));
    let edges: BTreeMap<_, _> =
        (0..80).flat_map(near).filter(|(i, j)| i != j).map(|(i, j)| ((i.min(j), i.max(j)), ())).collect();
    let edges: Vec<String> = edges.keys().map(|(i, j)| format!("[{i}, {j}]")).collect();
    let row = r#"["1/2", "1/2"]"#;
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {{"nodes": 80, "edges": [{}]}},
        "mechanism": {{"matrix": [{}]}}, "claims": ["stochastic", "threshold"]}}"#,
        edges.join(", "),
        [row; 80].join(", ")
    )
}

/// The calls that write a file, a long one each, with the place for it at the end.
const WRITERS: [&[&str]; 13] = [
    &["m.json", "-o"],
    &["m.json", "--epsilon", "1/3", "-o", "c.json", "--mechanism"],
    &["t.csv", "--graph", "line", "--epsilon", "1", "--normalise=any", "-o", "c.json", "--mechanism"],
    &["construct", "truncated-geometric", "q.json", "-o"],
    &["import", "t.csv", "q.json", "--normalise=any", "-o"],
    &["repair", "r.json", "-o"],
    &["induced", "d.json", "-o"],
    &["profile", "r.json", "--format", "csv", "-o"],
    &["trade-off", "r.json", "--format", "csv", "-o"],
    &["trade-off", "r.json", "--format", "svg", "-o"],
    &["export", "--lp", "m.json", "--prior", "p", "-o"],
    &["figure", "000.fig2", "-o"],
    &["init", "--graph", "line", "--nodes", "900", "--epsilon", "1", "-o"],
];

pub(crate) fn files() -> Folder {
    let folder =
        Folder::with(&[("m.json", &table()), ("q.json", &query()), ("t.csv", &counts()), ("d.json", &databases())]);
    let made = folder.run(&["import", "t.csv", "q.json", "--normalise=any", "-q", "-o", "r.json"], "");
    assert_eq!(made.status, 0, "{}", made.err);
    folder
}

/// A disk of 64 KiB is mounted, with the room that the first word says left on it, and the others are done.
const ON_A_SMALL_DISK: &str = r#"
mount -t tmpfs -o size=64k,nr_inodes=8 tmpfs disk || exit 99
printf old > disk/old
case "$1" in
  full) cat /dev/zero > disk/filling 2> /dev/null ;;
  page) head -c 57344 /dev/zero > disk/filling ;;
  names) touch disk/1 disk/2 disk/3 disk/4 disk/5 disk/6 disk/7 disk/8 2> /dev/null ;;
esac
ls -A disk > before
shift
"$@"
status=$?
ls -A disk > after
[ $status = 0 ] || cmp -s before after || { echo "left behind: $(cat after)" >&2; exit 98; }
[ $status = 0 ] || [ "$(cat disk/old)" = old ] || { echo "old file changed" >&2; exit 97; }
exit $status
"#;

/// A call on such a disk, if one can be mounted: in a namespace of its own, whether or not it is root who asks.
fn on_a_small_disk(folder: &Folder, left: &str, program: &str, arguments: &[&str]) -> Option<(i32, String)> {
    let mut call = Command::new("unshare");
    call.args(["--mount", "--map-root-user", "sh", "-c", ON_A_SMALL_DISK, "sh", left])
        .arg(cargo_bin(program))
        .args(arguments);
    let output = call.current_dir(folder.at("")).output().ok()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    // 1 is what `unshare` itself ends with.
    let refused = output.status.code() == Some(99) || said.starts_with("unshare: ");
    (!refused).then(|| (output.status.code().unwrap_or(-1), said))
}

#[test]
fn on_a_full_disk_an_output_is_not_there_and_an_older_one_stays() {
    let folder = files();
    fs::create_dir(folder.at("disk")).unwrap();
    if on_a_small_disk(&folder, "full", "certify", &["--version"]).is_none() {
        eprintln!("no file system can be mounted here: a full disk is NOT tried");
        return;
    }
    let mut short = 0;
    for writer in WRITERS {
        // All of them force their way over a file that is theirs, or nobody's; so `old` is in the way of none but
        // certificates.
        let places = ["disk/new.svg", "disk/old"];
        for place in places {
            let forced = if place == "disk/old" && matches!(writer[0], "m.json" | "t.csv" | "init") {
                &["--force"][..]
            } else {
                &[]
            };
            if place == "disk/old" && writer[0] == "figure" {
                continue;
            }
            for left in ["full", "page", "names"] {
                let arguments: Vec<&str> = writer.iter().chain([&place]).chain(forced).copied().collect();
                let (status, said) = on_a_small_disk(&folder, left, "certify", &arguments).unwrap();
                if left == "page" && status == 0 {
                    // It is that short.
                    short += 1;
                    continue;
                }
                let full = ["No space left on device", "no storage space"].iter().any(|words| said.contains(words));
                assert!(
                    status == 2 && full && said.contains("certify: disk/"),
                    "{left} {arguments:?}: {status} {said}"
                );
            }
        }
    }
    assert!(short <= 4, "{short}");
    for suite in [&["theorems", "000.P3", "-o", "disk/suite"][..], &["man", "-o", "disk/man"]] {
        for left in ["full", "page", "names"] {
            let (status, said) = on_a_small_disk(&folder, left, "certify", suite).unwrap();
            assert!(status == 2 && said.contains("certify: disk/"), "{left} {suite:?}: {status} {said}");
        }
    }
}

/// A call by a shell that has been told something first.
fn in_a_shell(folder: &Folder, first: &str, program: &str, arguments: &[&str]) -> (Option<i32>, Option<i32>, String) {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{first}; exec \"$@\""), "sh"]).arg(cargo_bin(program)).args(arguments);
    let output = shell.current_dir(folder.at("")).output().unwrap();
    (output.status.code(), output.status.signal(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// 2 KiB may be written to a file.
const SHORT_FILES: &str = "ulimit -c 0; ulimit -f 4";
const FILE_TOO_LARGE: i32 = 25;

#[test]
fn a_run_that_dies_in_the_middle_of_writing_leaves_no_output_and_the_next_one_writes_it() {
    let folder = files();
    let before = folder.names();
    // What init writes is too short to be cut.
    for writer in WRITERS.iter().filter(|writer| writer[0] != "init") {
        let arguments: Vec<&str> = writer.iter().chain([&"new.svg"]).copied().collect();
        let (status, _, said) = in_a_shell(&folder, &format!("trap '' XFSZ; {SHORT_FILES}"), "certify", &arguments);
        assert!(status == Some(2) && said.contains("File too large"), "{arguments:?}: {said}");
        assert_eq!(folder.names(), before, "{arguments:?}");
        let (_, signal, _) = in_a_shell(&folder, SHORT_FILES, "certify", &arguments);
        assert_eq!(signal, Some(FILE_TOO_LARGE), "{arguments:?}");
        // What it had written is under no name that is anybody's.
        let left: Vec<String> = folder.names().into_iter().filter(|name| !before.contains(name)).collect();
        assert!(left.len() <= 2 && left.iter().all(|name| name.starts_with(".certify-")), "{arguments:?}: {left:?}");
        let ended = folder.run(&arguments, "");
        assert!(ended.status == 0 && folder.text("new.svg").len() > 2_048, "{arguments:?}: {}", ended.err);
        for name in folder.names().iter().filter(|name| !before.contains(name)) {
            fs::remove_file(folder.at(name)).unwrap();
        }
    }
}

/// What was left behind is no mechanism file and no certificate.
#[test]
fn what_a_dead_run_left_behind_is_passed_over() {
    let folder = Folder::with(&[("m.json", &table())]);
    let (_, signal, _) = in_a_shell(&folder, SHORT_FILES, "certify", &["."]);
    assert_eq!((signal, folder.names().len()), (Some(FILE_TOO_LARGE), 2));
    let ended = folder.run(&["."], "");
    assert!(ended.status == 0 && folder.names().contains(&"m.cert.json".to_owned()), "{}", ended.err);
    assert_eq!(folder.verify(&["."]).status, 0);
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

fn spawn(folder: &Folder, program: &str, arguments: &[&str]) -> Child {
    let mut call = Command::new(cargo_bin(program));
    let call = call.current_dir(folder.at("")).args(arguments).stdin(Stdio::piped());
    call.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for a line on standard error that has these words.
fn wait_for(child: &mut Child, words: &str) {
    let lines = BufReader::new(child.stderr.as_mut().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line.contains(words)), "{words}");
}

const SIGNALS: [(&str, i32); 3] = [("INT", 2), ("TERM", 15), ("KILL", 9)];

#[test]
fn a_signal_ends_the_search_at_once_and_nothing_is_written() {
    let folder =
        Folder::with(&[("m.json", &endless()), ("c.json", "{\"format\": \"dp-certificate/2\", \"old\": true}")]);
    let old = folder.text("c.json");
    for (name, number) in SIGNALS.into_iter().filter(|(name, _)| *name != "INT") {
        for arguments in [&["m.json"][..], &["m.json", "-o", "c.json"]] {
            let more = ["--verbose", "--limit", "search=9000000000000000", "--limit", "steps=9000000000000000"];
            let mut child = spawn(&folder, "certify", &[arguments, &more].concat());
            wait_for(&mut child, "stochastic");
            signal(&child, name);
            let ended = child.wait_with_output().unwrap();
            assert_eq!((ended.status.signal(), ended.stdout.len()), (Some(number), 0), "{arguments:?}");
            assert_eq!(
                (folder.names(), folder.text("c.json")),
                (vec!["c.json".to_owned(), "m.json".to_owned()], old.clone())
            );
        }
    }
}

/// The reason of what was not decided when Ctrl-C was pressed.
const INTERRUPTED: &str = "interrupted: it was not decided when the work was ended";

#[test]
fn ctrl_c_writes_what_was_decided() {
    let folder = Folder::with(&[("m.json", &endless())]);
    let elsewhere = ["m.json", "--alpha", "1/3", "--mechanism", "n.json", "-o", "n.cert.json"];
    let more = ["--verbose", "--limit", "search=9000000000000000", "--limit", "steps=9000000000000000"];
    for (arguments, mechanism) in [(&["m.json"][..], "m.json"), (&elsewhere, "n.json")] {
        let mut child = spawn(&folder, "certify", &[arguments, &more].concat());
        wait_for(&mut child, "stochastic: holds");
        signal(&child, "INT");
        let ended = child.wait_with_output().unwrap();
        let report = String::from_utf8(ended.stdout).unwrap();
        let words = report.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(INTERRUPTED) && words.contains("holds stochastic"), "{report}");
        assert_eq!(ended.status.code(), Some(3), "{report}");
        let verified = folder.verify(&[mechanism, &mechanism.replace(".json", ".cert.json")]);
        assert!(verified.status == 3 && verified.out.contains("DECLINED"), "{}", verified.out);
    }
}

/// What was begun of several files is written, and the others are named by their number.
#[test]
fn ctrl_c_among_several_files_writes_those_that_were_begun() {
    let names: Vec<String> = (0..40).map(|k| format!("m{k:02}.json")).collect();
    let text = endless();
    let folder = Folder::with(&names.iter().map(|name| (&**name, &*text)).collect::<Vec<_>>());
    let more = ["--verbose", "--limit", "search=9000000000000000", "--limit", "steps=9000000000000000"];
    let mut child = spawn(&folder, "certify", &[&["."][..], &more].concat());
    wait_for(&mut child, "stochastic: holds");
    signal(&child, "INT");
    let mut said = String::new();
    child.stderr.as_mut().unwrap().read_to_string(&mut said).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(3), "{said}");
    let written: Vec<String> = folder.names().into_iter().filter(|name| name.ends_with(".cert.json")).collect();
    assert!(!written.is_empty() && written.len() < names.len(), "{written:?}");
    let left =
        format!("ended before {} of 40 files were begun: nothing is written of these", names.len() - written.len());
    assert!(said.contains(&left), "{said}");
    for name in written {
        assert_eq!(folder.verify(&[&name.replace(".cert", ""), &name]).status, 3, "{name}");
    }
}

/// Of several files those that were done are whole, and the others are not there.
#[test]
fn a_signal_among_several_files_leaves_whole_certificates() {
    let folder = Folder::with(&[("a.json", &table()), ("b.json", &endless())]);
    let more = ["--limit", "search=9000000000000000", "--limit", "steps=9000000000000000"];
    let mut child = spawn(&folder, "certify", &[&["a.json", "b.json", "-v"][..], &more].concat());
    wait_for(&mut child, "a.cert.json");
    signal(&child, "TERM");
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    assert_eq!(folder.names(), ["a.cert.json", "a.json", "b.json"]);
    assert_eq!(folder.verify(&["a.json", "a.cert.json"]).status, 0);
}

/// `verify`, and `certify` while it reads: both wait for standard input here.
#[test]
fn a_signal_ends_whoever_reads() {
    let folder = Folder::with(&[("m.json", &query())]);
    for (program, arguments) in [
        ("verify", &["m.json", "/dev/stdin"][..]),
        ("certify", &["-", "--graph", "line", "--epsilon", "1", "--no-certificate"]),
    ] {
        for (name, number) in SIGNALS {
            let mut child = spawn(&folder, program, arguments);
            child.stdin.as_mut().unwrap().write_all(b"{").unwrap();
            signal(&child, name);
            let stdin = child.stdin.take();
            let ended = child.wait_with_output().unwrap();
            drop(stdin);
            assert_eq!((ended.status.signal(), &*ended.stdout), (Some(number), &b""[..]), "{program}");
        }
    }
    assert_eq!(folder.names(), ["m.json"]);
}

/// A reader who has seen enough closes the pipe: that is no fault of the file's, and no message.
#[test]
fn a_pipe_that_is_closed_in_the_middle_is_no_error() {
    let folder = files();
    let ended = folder.run(&["m.json", "-q"], "");
    assert_eq!(ended.status, 0, "{}", ended.err);
    let certify: [&[&str]; 7] = [
        &["m.json", "--exact", "--format", "json"],
        &["m.json", "--format", "html"],
        &["m.json", "-o", "-"],
        &["profile", "r.json", "--format", "csv"],
        &["export", "--lp", "m.json", "--prior", "p"],
        &["construct", "truncated-geometric", "q.json"],
        &["html", "m.json", "m.cert.json"],
    ];
    let verify: [&[&str]; 2] = [&["m.json", "--elaborate"], &["m.json", "m.cert.json", "--format", "json", "--exact"]];
    let calls = certify.map(|call| ("certify", call)).into_iter().chain(verify.map(|call| ("verify", call)));
    for (program, arguments) in calls {
        let mut child = spawn(&folder, program, arguments);
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0]).unwrap();
        drop(out);
        let ended = child.wait_with_output().unwrap();
        // With `-o -` the report is on standard error.
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        let silent = said.is_empty() || arguments.contains(&"-o") && !said.contains("certify: ");
        assert!(ended.status.code() == Some(0) && silent, "{program} {arguments:?}: {} {said}", ended.status);
    }
}

/// Whoever is the last has its certificate there; whoever looks finds a whole one at any time.
#[test]
fn two_runs_on_one_file_leave_a_whole_certificate() {
    let folder = Folder::with(&[("m.json", &table())]);
    let calls: [&[&str]; 2] = [&["m.json", "-q"], &["m.json", "-q", "--only", "capacity"]];
    let certificates = calls.map(|call| {
        assert_eq!(folder.run(call, "").status, 0);
        folder.text("m.cert.json")
    });
    assert!(certificates[0] != certificates[1] && certificates.iter().all(|text| text.len() > 2_048));
    let mut running: Vec<Child> = calls.iter().cycle().take(12).map(|call| spawn(&folder, "certify", call)).collect();
    while !running.is_empty() {
        assert!(certificates.contains(&folder.text("m.cert.json")));
        running.retain_mut(|child| match child.try_wait().unwrap() {
            Some(ended) => {
                let mut said = String::new();
                child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
                assert!(ended.success() && said.is_empty(), "{said}");
                false
            }
            None => true,
        });
    }
    assert_eq!(folder.names(), ["m.cert.json", "m.json"]);
    assert_eq!(folder.verify(&["m.json", "m.cert.json"]).status, 0);
}

#[test]
fn what_takes_more_memory_than_the_limit_allows_is_ended_by_its_name() {
    // Weights of 700 × 700 guesses, each a long power, which are counted nowhere.
    let query = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "0.513612"},
        "query": {"graph": "line", "nodes": 700}, "loss": "absolute"}"#;
    let folder = Folder::with(&[("q.json", query)]);
    let made = folder.run(&["construct", "exponential", "q.json", "-o", "m.json", "--limit", "memory=8388608"], "");
    assert_eq!(made.status, 2, "{}", made.err);
    assert_eq!(made.err, "certify: the work takes over 75497472 bytes, and nothing is written (--limit memory=N)\n");
    assert!(!folder.at("m.json").exists());
}
