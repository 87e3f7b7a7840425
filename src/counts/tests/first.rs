use super::{Options, counts, log, refused, texts};
use crate::counts::{Bins, Outputs};

/// Whether the first line was taken for names, or what is asked.
fn first(text: &str, options: &Options) -> Result<Option<String>, String> {
    let read = log(text, options).map_err(|e| e.to_string())?;
    let lines = u64::try_from(text.lines().count()).unwrap();
    assert_eq!(read.runs + read.learnt + read.blank + u64::from(read.header.is_some()), lines, "{text}");
    Ok(read.header.map(|names| names.join(",")))
}

#[test]
fn the_first_line_is_names_or_a_run_by_a_rule() {
    let ask = |found: &str| {
        let ask = "is this a run, or the names of the columns? Say --header no or --header yes";
        Err(format!("1:1: found {found} in the first line: {ask}"))
    };
    let names = |text: &str| Ok(Some(text.to_owned()));
    for (text, expected) in [
        ("input,output\na,yes\n", names("input,output")),
        ("Result,Node\nyes,a\n", names("Result,Node")),
        ("a,yes\nb,no\na,no\nb,yes\n", Ok(None)),
        // Beside numbers.
        ("k,label\n3,yes\n4,no\n", names("k,label")),
        ("world,noisy\na,0.25\nb,1e3\n", names("world,noisy")),
        ("3,0.1\n4,0.2\n", Ok(None)),
        ("3,yes\n4,yes\n", Ok(None)),
        ("3,maybe\n4,yes\n", ask("3,maybe")),
        ("NA,yes\n3,yes\n4,no\n", ask("NA,yes")),
        ("k,17\n3,4\n3,5\n", ask("k,17")),
        ("0,1\n1,0\n0,0\n1,1\n", ask("0,1")),
        ("0,0\n1,0\n0,1\n", Ok(None)),
        // Nothing tells.
        ("world,label\na,yes\nb,no\n", ask("world,label")),
        ("a,yes\n", ask("a,yes")),
        ("a,rare\na,yes\nb,yes\n", ask("a,rare")),
    ] {
        assert_eq!(first(text, &Options::default()), expected, "{text}");
        let said = |header| first(text, &Options { header: Some(header), ..Options::default() });
        let [no, yes] = [said(false), said(true)];
        assert_eq!(no, Ok(None), "{text}");
        let line = text.lines().next().unwrap();
        let alone = "1:1: found no run below the names of the columns, expected a run a line: input,output";
        assert_eq!(yes, if text.lines().count() > 1 { names(line) } else { Err(alone.to_owned()) }, "{text}");
    }
}

#[test]
fn what_is_named_beforehand_tells_too() {
    let answers = Options { answers: Some(texts(&["a", "b"])), ..Options::default() };
    assert_eq!(first("a,rare\na,yes\nb,yes\n", &answers), Ok(None));
    assert!(first("A,yes\na,yes\nb,yes\n", &answers).unwrap_err().starts_with("1:1: found A,yes in the first line"));
    let outputs = Options { outputs: Outputs::Named(texts(&["yes"])), ..Options::default() };
    assert_eq!(first("a,yes\na,no\n", &outputs), Ok(None));
    assert!(first("a,no\na,no\n", &outputs).is_err());
    let bins = Options { outputs: Outputs::Bins(Bins::read(&["0"]).unwrap()), ..Options::default() };
    assert_eq!(first("a,1\na,2\n", &bins), Ok(None));
    assert_eq!(first("x,y\na,2\n", &bins), Ok(Some("x,y".to_owned())));
}

#[test]
fn names_further_down_are_no_run() {
    let message = |found: &str| {
        let expected = "expected a run (if this line is one, say --header no)";
        format!("3:1: found {found}, the names of the columns, below the first line, {expected}")
    };
    assert_eq!(refused("input,output\na,yes\ninput,output\n", &Options::default()), message("input,output"));
    assert_eq!(refused("a,yes\na,yes\nnode,result\n", &Options::default()), message("node,result"));
    let said = Options { header: Some(true), ..Options::default() };
    assert_eq!(refused("x,y\na,yes\nx,y\n", &said), message("x,y"));
    let no = Options { header: Some(false), ..Options::default() };
    assert_eq!(log("input,output\ninput,output\n", &no).unwrap().counts, counts("output\ninput 2"));
}

#[test]
fn columns_are_taken_by_their_names() {
    let read = log("output,input\nyes,a\nno,a\nyes,b\n", &Options::default()).unwrap();
    assert_eq!(read.counts, counts("no yes\na 1 1\nb 0 1"));
    let answers = Options { answers: Some(texts(&["b", "a"])), ..Options::default() };
    assert_eq!(log("output,input\nyes,a\nno,a\n", &answers).unwrap().counts, counts("no yes\nb 0 0\na 1 1"));
}
