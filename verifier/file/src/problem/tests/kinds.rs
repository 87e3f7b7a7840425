//! Mechanism files of every kind.

/// A mechanism file around its query, mechanism and the like.
pub(super) fn file(privacy: &str, rest: &str) -> String {
    format!(r#"{{"format":"dp-mechanism/1","privacy":{privacy},{rest}}}"#)
}

/// Files of every kind of graph, α, prior, gain and product.
pub(super) fn kinds() -> Vec<String> {
    let (half, ln) = (r#"{"alpha":"1/2"}"#, r#"{"epsilon":"1/4*ln(4)"}"#);
    let all = r#"{"alpha":"symbolic","between":["1/9","1/4"]}"#;
    let product = |individuals: usize| {
        format!(
            r#""query":{{"graph":"hamming","values":2,"individuals":{individuals}}},"mechanism":{{"product":{{"matrix":[["3/4","1/4"],["1/4","3/4"]]}},
                "individuals":{individuals}}},"priors":{{"flat":"uniform","some":{{"product":[["1/3","2/3"]]}}}},"claims":["capacity",
                {{"claim":"leakage","prior":"some","expect":{{"bits":{{"at_most":1}}}}}}]"#
        )
    };
    vec![
        file(half, &product(2)),
        file(half, &product(2).replace(r#""some":"#, r#""point":{"point":3},"some":"#)),
        file(half, &product(40)),
        file(r#"{"epsilon":"1"}"#, &product(2)),
        file(ln, r#""query":{"graph":"sum","individuals":2,"max":3},"loss":"squared""#),
        file(
            all,
            r#""constant":{"root_of_alpha":2},"query":{"graph":"line","nodes":3},"mechanism":{"matrix":[["b","1-b"],["b","1-b"],["b^2","1-b^2"]]}"#,
        ),
        file(
            r#"{"epsilon":"2"}"#,
            r#""constant":{"root_of_alpha":3},"query":{"graph":"star","nodes":4},"priors":{"p":["b","1-b",0,0]}"#,
        ),
        file(ln, r#""constant":{"root_of_alpha":3},"query":{"graph":"cycle","nodes":5}"#),
        file(
            half,
            r#""constant":{"root_of":[-2,0,1],"between":[1,2]},"query":{"graph":"complete","nodes":3},"priors":{"p":["b-1","2-b",0]}"#,
        ),
        file(
            r#"{"alpha":{"root_of":[-1,1,1],"between":[0,1]},"delta":"1/10"}"#,
            r#""name":"golden","query":{"nodes":4,"edges":[[2,0],[1,2],[3,2]],"labels":["x","y","z","\"u"]},"gain":[[1,0,0,"a"],[0,"1/2",1,1]],
               "claims":["threshold",{"claim":"threshold","expect":{"set":{"equals":[[0,"1/2"],{"root_of":[-1,0,2],"between":[0,1]}]},"alpha_star":{"equals":"a"}}}]"#,
        ),
        file(
            half,
            r#""query":{"databases":{"values":2,"individuals":2},"answers":[0,1,1,2]},"mechanism":{"matrix":[[1],[1],[1],[1]]},"claims":["oblivious"]"#,
        ),
        file(
            half,
            r#""query":{"databases":{"values":2,"individuals":2},"answers":[0,1,1,2]},"priors":{"one":{"corner":1}},"gain":"distance""#,
        ),
        file(
            half,
            r#""query":{"graph":"counts","individuals":2,"queries":2},"mechanism":{"family":"uniform","rounding":"1/7"},"claims":[
            {"claim":"derivable","from":"uniform"},{"claim":"derivable","from":"truncated-geometric"},"dp-within-rounding"]"#,
        ),
        file(
            half,
            r#""query":{"graph":"star","nodes":3},"mechanism":{"family":"uniform"},"claims":["g-capacity",{"claim":"trade-off","from":"uniform"},
            {"claim":"trade-off","from":"uniform","pair":[2,0],"expect":{"excess":{"equals":"1/2"}}}]"#,
        ),
        file(
            half,
            r#""query":{"graph":"line","nodes":300},"mechanism":{"family":"uniform"},"claims":[{"claim":"derivable","from":"truncated-geometric"}]"#,
        ),
    ]
}

/// Two answers with b = e^-r: b the power of t that α is not, α that of b, both powers of a third number, which may be
/// far.
pub(super) fn powers_of_e() -> Vec<String> {
    let rows = r#""query":{"graph":"line","nodes":2},"mechanism":{"matrix":[["1/(1+b)","b/(1+b)"],["b/(1+a*b)","(1+a*b-b)/(1+a*b)"]]},
        "claims":[{"claim":"dp","expect":{"verdict":"fails","alpha_max":{"at_least":"a*b^2/2"}}}]"#;
    let ends = [
        r#"{"alpha":"1/2"}"#,
        r#"{"epsilon":"1/2"}"#,
        r#"{"epsilon":"1/3"}"#,
        r#"{"epsilon":"0.968133484697"}"#,
        r#"{"epsilon":"ln(3)/2"}"#,
    ];
    let of = |privacy: &str| file(privacy, &format!(r#""constant":{{"exp":"-1/8"}},{rows}"#));
    ends.map(of).to_vec()
}
