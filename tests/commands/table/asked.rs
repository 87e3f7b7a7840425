//! Tables that people write and that could be read as others: each is refused, with the call that settles it.

use super::Folder;
use std::fs;

#[test]
fn what_could_be_another_table_is_asked_about() {
    let folder = Folder::with(&[]);
    let long = |above: &str| {
        format!("{above}\n0,0,0.6\n0,1,0.2\n0,2,0.2\n1,0,0.3\n1,1,0.4\n1,2,0.3\n2,0,0.1\n2,1,0.4\n2,2,0.5\n")
    };
    let cases: &[(&str, String, &[&str], &str)] = &[
        ("numbers with marks", "A,<0.01,>0.99\nB,0.25,0.75\nC,0.5,0.5\n".into(), &[], "<0.01"),
        ("footnotes", "A,0.75†,0.25†\nB,0.25,0.75\nC,0.5,0.5\n".into(), &[], "0.75†"),
        ("errors in brackets", "A,0.75 (0.01),0.25 (0.01)\nB,0.25,0.75\n".into(), &[], "0.75 (0.01)"),
        ("letters", "A,0.75a,0.25b\nB,0.25,0.75\n".into(), &[], "0.75a"),
        ("none", "A,NA,N/A\nB,0.25,0.75\n".into(), &[], "NA"),
        ("names that sum to 1", "answer,0.1,0.9\nA,.5,.5\nB,.4,.6\n".into(), &[], "--header"),
        ("two columns 3", "x,0,1,2,3\nA,.1,.2,.3,.4\nB,.4,.3,.2,.1\n".into(), &["--drop=3"], "--drop=#3"),
        ("a number that is also an entry", "0.5,0.5,1\n0.25,0.75,1\n".into(), &["--drop=1"], "--drop=#1"),
        ("an unnamed long table", long("state,value,p"), &[], "--long"),
        ("all", "g,no,yes\nA,.5,.5\nB,.4,.6\nAll,.5,.5\n".into(), &[], "--lines=-3"),
        ("mean", "g,no,yes\nA,.5,.5\nB,.4,.6\nMean,.45,.55\n".into(), &[], "--lines=-3"),
        ("sums of rounded", "g,a,b,c,Total\nA,0.333,0.333,0.333,1.000\nB,0.3,0.3,0.4,1\n".into(), &[], "--drop=Total"),
        ("outputs beside", "output\\answer,A,B\nno,.6,.4\nyes,.4,.6\n".into(), &[], "--transpose"),
        ("patients", "g,no,yes,n\nA,50%,50%,120\nB,40%,60%,80\n".into(), &[], "--drop=n"),
        (
            "an error below 0",
            "A,0.75 ± -0.9,0.25 ± 0.01\nB,0.25 ± 0.01,0.75 ± 0.01\n".into(),
            &["--rounding", "0.01"],
            "±",
        ),
    ];
    for (what, text, flags, told) in cases {
        fs::write(folder.at("t.csv"), text).unwrap();
        let call = ["t.csv", "--graph", "complete", "--epsilon", "2", "--no-certificate"];
        let ended = folder.run(&[&call[..], flags].concat(), "");
        assert_eq!(ended.status, 2, "{what}: {}", ended.err);
        assert!(ended.err.contains(told), "{what}: {}", ended.err);
        assert!(ended.out.is_empty(), "{what}");
    }
}

#[test]
fn columns_of_a_long_table_are_known_by_their_names() {
    let folder = Folder::with(&[]);
    let rows = "0,0,0.6\n0,1,0.2\n0,2,0.2\n1,0,0.3\n1,1,0.4\n1,2,0.3\n2,0,0.1\n2,1,0.4\n2,2,0.5\n";
    let call = ["t.csv", "--graph", "line", "--epsilon", "1.2", "--no-certificate", "--mechanism", "t.json", "--force"];
    let cases =
        ["response,truth,prob", "out,in,p", "y,x,p", "Output,True answer,Prob", "reported,true,P", "output,state,prob"];
    for above in cases {
        fs::write(folder.at("t.csv"), format!("{above}\n{rows}")).unwrap();
        let ended = folder.run(&call, "");
        assert_eq!(ended.status, 1, "{above}: {}", ended.err);
        assert!(ended.out.contains("alpha_max = 1/4 "), "{above}: {}", ended.out);
    }
    for above in ["truth,response,prob", "in,out,p", "x,y,p", "true answer,noisy,p"] {
        fs::write(folder.at("t.csv"), format!("{above}\n{rows}")).unwrap();
        let ended = folder.run(&call, "");
        assert_eq!(ended.status, 0, "{above}: {}", ended.err);
        assert!(ended.out.contains("alpha_max = 1/3 "), "{above}: {}", ended.out);
    }
}
