//! What the commands do: what they print, what they write, what they refuse, and with which status they end.

#[path = "../files/mod.rs"]
mod files;
#[allow(dead_code, reason = "each binary has tests of some of them")]
#[path = "../fixtures/mod.rs"]
mod fixtures;
#[path = "../random/mod.rs"]
mod random;

mod all_or_none;
mod beside_delta;
mod bracket;
mod budget;
mod certify;
mod ci;
mod citations;
mod composed_functions;
mod composition;
mod construct;
mod construct_at_most;
mod construct_formulas;
mod construct_kinds;
mod construct_least;
mod construct_optimal;
mod deployed;
mod each_use;
mod examples;
mod expectations;
mod export;
#[cfg(target_os = "linux")]
mod faults;
mod field;
mod figure;
mod float_tables;
mod folder;
mod folders;
mod graph6;
mod html;
mod html_first;
mod html_missing;
mod html_promises;
mod html_rounded;
mod html_sampled;
mod html_verdict;
mod import;
mod law;
mod layout;
mod lines;
mod mistakes;
mod pages;
mod pattern;
mod profile;
mod rare;
mod repair;
mod reports;
mod rho;
mod sampled;
mod schemas;
mod table;
mod trade_off;
#[cfg(target_os = "linux")]
mod unreadable;
mod words;
mod wrong;
