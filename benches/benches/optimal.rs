//! Optimality by each route: `cargo bench --manifest-path benches/Cargo.toml --bench optimal`.
//!
//! Whole decisions of `optimal`, certificate and self-check included, the verifier's part alone, and the construction
//! of an optimal mechanism: on a line by its closed form and by the linear program, on a king's grid (two counting
//! queries) by the program.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use dp_certify::construct::{Kind as Constructed, Wishes, construct};
use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::report::Verdict;
use dp_verify::verify;
use std::hint::black_box;

/// An instance: its name, the fields of its query, whether closed forms are left out, and a mechanism with the verdict.
struct Instance {
    name: &'static str,
    query: String,
    general: bool,
    mechanism: &'static str,
    verdict: Verdict,
}

fn line(nodes: usize) -> String {
    format!(
        r#""format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {{"graph": "line", "nodes": {nodes}}},
           "priors": {{"p": "uniform"}}"#
    )
}

/// Two counts of three people, and weights without symmetry.
fn grid() -> String {
    let weights: Vec<u32> = (0..16).map(|i| 1 + (i * i * 37 + i * 11) % 97).collect();
    let total: u32 = weights.iter().sum();
    let prior: Vec<String> = weights.iter().map(|w| format!("\"{w}/{total}\"")).collect();
    format!(
        r#""format": "dp-mechanism/1", "privacy": {{"alpha": "2/5"}},
           "query": {{"graph": "counts", "individuals": 3, "queries": 2}}, "priors": {{"p": [{}]}}"#,
        prior.join(", ")
    )
}

fn optimal(criterion: &mut Criterion) {
    let instances = [
        Instance {
            name: "line of 41, closed form",
            query: line(41),
            general: false,
            mechanism: "truncated-geometric",
            verdict: Verdict::Holds,
        },
        Instance {
            name: "line of 21, program",
            query: line(21),
            general: true,
            mechanism: "truncated-geometric",
            verdict: Verdict::Holds,
        },
        Instance {
            name: "grid of 4 by 4, program",
            query: grid(),
            general: true,
            mechanism: "uniform",
            verdict: Verdict::Fails,
        },
    ];
    let limits = Limits::default();
    let mut group = criterion.benchmark_group("optimal");
    group.sample_size(10);
    for Instance { name, query, general, mechanism, verdict } in &instances {
        let file = format!(
            r#"{{{query}, "mechanism": {{"family": "{mechanism}"}}, "claims": [{{"claim": "optimal", "prior": "p"}}]}}"#
        );
        let (bytes, query) = (file.as_bytes(), format!("{{{query}}}"));
        let options = Options { only: vec![Kind::Optimal], general: *general, ..Options::default() };
        let certified = certify(bytes, &options).expect("a good file");
        let decided = certified.report.statements.iter().find(|s| s.claim.kind == Kind::Optimal);
        assert_eq!(decided.map(|s| s.verdict), Some(*verdict), "{name}");
        group.bench_function(BenchmarkId::new("certify", name), |b| b.iter(|| certify(black_box(bytes), &options)));
        let mechanism = Mechanism::read(bytes, &limits).expect("a good file");
        group.bench_function(BenchmarkId::new("verify", name), |b| {
            b.iter(|| verify(&mechanism, black_box(certified.certificate.as_bytes()), &limits));
        });
        if *general {
            group.bench_function(BenchmarkId::new("construct", name), |b| {
                b.iter(|| construct(Constructed::Optimal, &Wishes::default(), black_box(query.as_bytes()), &limits));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, optimal);
criterion_main!(benches);
