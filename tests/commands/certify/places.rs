//! Where certificates go, and where none does.

use super::{Folder, QUERY, WRONG};
use assert_cmd::cargo::cargo_bin_cmd;
use std::ffi::OsStr;
use std::fs;

#[test]
fn the_certificate_goes_where_it_is_told() {
    let folder = Folder::with(&[("m.json", QUERY), ("x.cert.json", "an older certificate")]);
    let ended = folder.certify(&["m.json", "-o", "x.cert.json"]);
    assert_eq!(ended.status, 0);
    assert!(ended.stdout.ends_with("certificate: x.cert.json\n"));
    assert!(folder.text("x.cert.json").contains("dp-certificate/2"));
    assert_eq!(folder.names(), ["m.json", "x.cert.json"]);

    fs::create_dir(folder.at("d")).unwrap();
    assert_eq!(folder.certify(&["m.json", "-o", "d"]).status, 0);
    assert!(folder.at("d/m.cert.json").is_file(), "a folder that is there takes a single certificate too");
    folder.refuses(&["m.json", "-o", "no/such/c.json"], "no/such/c.json: there is no folder no/such");
    assert_eq!(folder.names(), ["d", "m.json", "x.cert.json"]);
}

#[test]
fn a_folder_is_not_made_for_nothing() {
    let folder = Folder::with(&[("a.json", WRONG), ("b.json", "")]);
    let ended = folder.certify(&["a.json", "b.json", "-o", "out"]);
    assert_eq!((ended.status, folder.names()), (2, vec!["a.json".to_owned(), "b.json".to_owned()]));
}

#[test]
fn two_inputs_never_share_a_certificate() {
    let folder = Folder::with(&[("a.json", QUERY), ("b.json", QUERY), ("f", "not a folder")]);
    fs::create_dir(folder.at("d")).unwrap();
    fs::write(folder.at("d/a.json"), QUERY).unwrap();
    folder.refuses(&["a.json", "d/a.json", "-o", "out"], "a.json and d/a.json would both be written here");
    folder.refuses(&["a.json", "./a.json"], "would both be written here");
    folder.refuses(&["a.json", "b.json", "-o", "f"], "f: not a folder");
    assert_eq!(folder.certify(&["a.json", "d/a.json"]).status, 0, "in two folders they are apart");
}

#[test]
fn an_input_is_never_overwritten() {
    let folder = Folder::with(&[("m.json", QUERY), ("a.json", QUERY), ("a.cert.json", QUERY)]);
    fs::hard_link(folder.at("m.json"), folder.at("hard.json")).unwrap();
    fs::create_dir(folder.at("d")).unwrap();
    folder.refuses(&["m.json", "-o", "m.json"], "m.json: this would overwrite the input m.json");
    folder.refuses(&["m.json", "-o", "./d/../m.json"], "this would overwrite the input");
    folder.refuses(&["m.json", "-o", "hard.json"], "this would overwrite the input");
    folder.refuses(&["a.json", "a.cert.json"], "a.cert.json: this would overwrite the input a.cert.json");
}

#[cfg(unix)]
#[test]
fn links_are_not_written_through_or_over() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with(&[("m.json", QUERY), ("other.json", "mine"), ("n.json", QUERY)]);
    symlink("m.json", folder.at("soft.json")).unwrap();
    symlink("other.json", folder.at("n.cert.json")).unwrap();
    symlink("nowhere", folder.at("dangling.json")).unwrap();
    folder.refuses(&["m.json", "-o", "soft.json"], "this would overwrite the input m.json");
    folder.refuses(&["soft.json", "-o", "m.json"], "this would overwrite the input soft.json");
    folder.refuses(&["n.json"], "n.cert.json: this is a symbolic link");
    folder.refuses(&["m.json", "-o", "dangling.json"], "this is a symbolic link");
    assert_eq!(folder.certify(&["soft.json"]).status, 0, "an input may be a link");
    assert!(folder.at("soft.cert.json").is_file());
}

#[cfg(unix)]
#[test]
fn a_certificate_has_the_permissions_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with(&[("m.json", QUERY)]);
    assert_eq!(folder.certify(&["m.json"]).status, 0);
    let mode = |name| fs::metadata(folder.at(name)).unwrap().permissions().mode();
    assert_eq!(mode("m.cert.json"), mode("m.json"));
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let folder = Folder::with(&[("m.json", QUERY)]);
    let ended = folder.certify(&["m.json", "-o", "/dev/null"]);
    assert_eq!((ended.status, folder.names()), (0, vec!["m.json".to_owned()]));
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[cfg(target_os = "linux")]
#[test]
fn paths_need_not_be_text_and_are_printed_without_their_controls() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::with(&[]);
    let strange = OsStr::from_bytes(b"\x1b[31m\n\xff\xe2\x80\xae.json");
    fs::write(folder.at(strange), QUERY).unwrap();
    let ended = folder.certify_os(&[strange]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert!(ended.stdout.ends_with("certificate: \\u{1b}[31m\\u{a}\u{fffd}\\u{202e}.cert.json\n"), "{}", ended.stdout);
    assert!(folder.at(OsStr::from_bytes(b"\x1b[31m\n\xff\xe2\x80\xae.cert.json")).is_file());
    fs::write(folder.at(strange), WRONG).unwrap();
    let ended = folder.certify_os(&[strange]);
    assert!(ended.stderr.starts_with("certify: \\u{1b}[31m\\u{a}\u{fffd}\\u{202e}.json:2:23: "), "{}", ended.stderr);
}

/// Beside a pipe or a device nothing is written: the certificate's place is to be named.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_written_beside_a_pipe() {
    let folder = Folder::with(&[("m.json", QUERY)]);
    let call = |arguments: &[&str]| {
        let mut call = cargo_bin_cmd!("certify");
        let output = call.current_dir(folder.0.path()).args(arguments).write_stdin(QUERY).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    for input in ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"] {
        for arguments in [&[input][..], &[input, "m.json"], &[input, "--bracket", "3"]] {
            let (status, message) = call(arguments);
            let expected = "a pipe or device, beside which nothing is written: say with -o where to write\n";
            assert_eq!(status, 2, "{arguments:?}");
            assert!(message.starts_with("certify: ") && message.ends_with(expected), "{message}");
        }
        assert_eq!(folder.names(), ["m.json"]);
        assert_eq!(call(&[input, "-o", "c.json"]).0, 0);
        assert_eq!(folder.names(), ["c.json", "m.json"]);
        fs::remove_file(folder.at("c.json")).unwrap();
    }
}

#[test]
fn a_file_named_like_a_command_is_written_with_its_folder() {
    let folder = Folder::with(&[("construct", QUERY), ("m.json", QUERY), ("help", QUERY)]);
    assert_eq!(folder.certify(&["construct"]).status, 2);
    assert_eq!(folder.certify(&["./construct", "help"]).status, 0);
    assert_eq!(folder.names(), ["construct", "construct.cert.json", "help", "help.cert.json", "m.json"]);
}
