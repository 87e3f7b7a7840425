//! Each layer of a decision by itself, on growing instances:
//! `cargo bench --manifest-path benches/Cargo.toml --bench layers`.

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use dp_benches::random;
use dp_certify::linear::{Factored, Partition, Structure, Vector, invertible_modulo};
use dp_certify::program::{covering, nonnegative_solution};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use malachite::Integer;
use malachite::rational::Rational;
use std::hint::black_box;

fn linear(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("linear");
    group.sample_size(10);
    for nodes in [100, 200, 400] {
        let phi = random(nodes);
        let ones = Vector::ones(nodes);
        let factored = Factored::new(&phi);
        let solution = factored.solve(&ones);
        let id = |layer| BenchmarkId::new(layer, nodes);
        group.bench_function(id("partition"), |b| b.iter(|| Partition::coarsest_equitable(&phi, &ones)));
        group.bench_function(id("invertible"), |b| b.iter(|| invertible_modulo(&phi)));
        group.bench_function(id("factor"), |b| b.iter(|| Factored::new(&phi)));
        group.bench_function(id("lift"), |b| b.iter(|| factored.solve(black_box(&ones))));
        if let Some(dp_certify::linear::Solution::Unique(z)) = &solution {
            group.bench_function(id("multiply"), |b| b.iter(|| phi.multiply(black_box(z))));
        }
        let structure = Structure::Sum { nodes: 5 * nodes + 1, most: 5 };
        let ones = Vector::ones(5 * nodes + 1);
        let alpha = Rational::from_signeds(9, 20);
        group.bench_function(BenchmarkId::new("sum query", 5 * nodes + 1), |b| {
            b.iter(|| structure.solve(&alpha, black_box(&ones)));
        });
    }
    group.finish();
}

fn program(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("program");
    group.sample_size(10);
    for nodes in [100, 200, 400] {
        let phi = random(nodes);
        let weights: Vec<Integer> = (0..nodes).map(|i| Integer::from(1 + i * i % 97)).collect();
        let total: Integer = weights.iter().sum();
        let prior = Vector::new(total, weights).expect("a denominator");
        group.bench_function(BenchmarkId::new("nonnegative", nodes), |b| {
            b.iter(|| nonnegative_solution(&phi, black_box(&Vector::ones(nodes))));
        });
        group.bench_function(BenchmarkId::new("covering", nodes), |b| b.iter(|| covering(&phi, black_box(&prior))));
    }
    group.finish();
}

/// Reading a table of n×n decimals of sixteen digits.
fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reading");
    group.sample_size(10);
    for nodes in [50, 100, 200] {
        let row = vec!["0.1234567890123456"; nodes].join(",");
        let rows = vec![format!("[{row}]"); nodes].join(",");
        let file = format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {{"graph": "line", "nodes": {nodes}}},
               "mechanism": {{"matrix": [{rows}]}}}}"#
        );
        group.bench_function(BenchmarkId::new("table", nodes), |b| {
            let read = |bytes: Vec<u8>| Mechanism::read(&bytes, &Limits::default()).is_ok();
            b.iter_batched(|| file.clone().into_bytes(), read, BatchSize::LargeInput);
        });
    }
    group.finish();
}

criterion_group!(layers, linear, program, reading);
criterion_main!(layers);
