//! The programs and the library on what takes long: all digits and many mutants of committed certificates, small files
//! of every kind, files made to cost most, the checker in Python, and an older build. And what the commands' own tests
//! try on random instances, on more of them.

mod budgets;
mod changed_certificates;
mod compare;
#[path = "../../../tests/commands/composed_functions.rs"]
mod composed_functions;
#[path = "../../../tests/commands/construct_at_most.rs"]
mod construct_at_most;
#[path = "../../../tests/commands/export/mod.rs"]
mod export;
#[path = "../../../tests/files/mod.rs"]
mod files;
#[allow(dead_code, reason = "the commands' own tests use all of it")]
#[path = "../../../tests/commands/folder.rs"]
mod folder;
#[path = "../../../tests/commands/graph6.rs"]
mod graph6;
mod hostile;
mod independent;
mod mutants;
mod patience;
#[path = "../../../tests/commands/profile.rs"]
mod profile;
#[path = "../../../tests/random/mod.rs"]
mod random;
mod small;
#[path = "../../../tests/commands/trade_off.rs"]
mod trade_off;
