//! Reading, deciding and verifying whole files: `cargo bench --manifest-path benches/Cargo.toml --bench whole`.
//!
//! The instances grow along one line each: the nodes of a line with its truncated geometric mechanism, and
//! of a king's grid (two counting queries) without one.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::verify;
use std::hint::black_box;

fn line(nodes: usize) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {{"graph": "line", "nodes": {nodes}}},
           "mechanism": {{"family": "truncated-geometric"}}, "priors": {{"flat": "uniform"}}}}"#
    )
}

fn grid(side: usize) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "3/10"}},
           "query": {{"graph": "counts", "individuals": {}, "queries": 2}}, "priors": {{"corner": {{"corner": 0}}}}}}"#,
        side - 1
    )
}

fn whole(criterion: &mut Criterion) {
    let mut instances = vec![
        ("Table 2, M1".to_owned(), include_str!("../../examples/alvim-table2-m1.json").to_owned()),
        ("Example 3, 1024 nodes".to_owned(), include_str!("../../examples/example3-alpha-3-5.json").to_owned()),
    ];
    instances.extend([25, 50, 100].map(|n| (format!("line of {n}"), line(n))));
    instances.extend([5, 10, 15].map(|n| (format!("grid of {n} by {n}"), grid(n))));
    let (limits, options) = (Limits::default(), Options::default());
    let mut group = criterion.benchmark_group("whole");
    group.sample_size(10);
    for (name, file) in &instances {
        let bytes = file.as_bytes();
        let certificate = certify(bytes, &options).expect("a good file").certificate;
        group.bench_function(BenchmarkId::new("read", name), |b| {
            b.iter(|| Mechanism::read(black_box(bytes), &limits));
        });
        group.bench_function(BenchmarkId::new("certify", name), |b| b.iter(|| certify(black_box(bytes), &options)));
        let mechanism = Mechanism::read(bytes, &limits).expect("a good file");
        group.bench_function(BenchmarkId::new("verify", name), |b| {
            b.iter(|| verify(&mechanism, black_box(certificate.as_bytes()), &limits));
        });
    }
    group.finish();
}

criterion_group!(benches, whole);
criterion_main!(benches);
