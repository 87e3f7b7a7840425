//! What the commands do: what they print, what they write, what they refuse, and with which status they end.

mod all_or_none;
mod bracket;
mod certify;
mod compare;
mod construct;
mod construct_kinds;
mod construct_optimal;
mod examples;
mod export;
mod figure;
mod float_tables;
mod folders;
mod graph6;
mod html;
mod import;
mod layout;
mod lines;
mod mistakes;
mod pages;
mod pattern;
mod profile;
mod repair;
mod reports;
mod schemas;
mod table;
mod wrong;
