//! README and docs: every command is run and prints what is shown, every piece of a mechanism file is read or refused
//! as the page says, every link leads somewhere, and the reference has every key and every claim.
//!
//! `UPDATE_PAGES=1 cargo test --test commands pages` writes what is printed into the pages. The line before a block
//! may say what else is done with it:
//!
//! - `<!-- not run: WHY -->`: nothing;
//! - `<!-- not yet: WHO -->`: nothing, unless `NOT_YET=run` asks for it;
//! - `Refused:`: each piece of a mechanism file in it is refused.

mod blocks;
mod fragments;
mod links;
mod reference;
mod shell;

use crate::files::root;
use blocks::{Block, Mark, blocks};
use shell::Shell;
use std::fs;
use std::path::PathBuf;

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// README and the pages of docs, from the root.
fn pages() -> Vec<String> {
    let names = fs::read_dir(root().join("docs/src")).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap()).filter(|name| name.ends_with(".md"));
    let mut pages: Vec<String> = names.map(|name| format!("docs/src/{name}")).collect();
    pages.sort();
    pages.insert(0, "README.md".to_owned());
    assert!(pages.len() > 20, "{} pages", pages.len());
    pages
}

/// A page with the outputs of its commands as they are.
fn as_printed(page: &str, text: &str) -> String {
    let shell = Shell::new();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut printed: Vec<(Block, String)> = Vec::new();
    for block in blocks(page, text) {
        let place = format!("{page}:{}", block.line);
        match &block.mark {
            Some(Mark::NotRun(why)) => println!("not run: {place}: {why}"),
            Some(Mark::NotYet(who)) if std::env::var_os("NOT_YET").is_none() => println!("not yet: {place}: {who}"),
            mark => match block.language.as_str() {
                "text" => printed.push((block.clone(), shell.session(&block.text, &place))),
                "sh" => block.text.lines().for_each(|command| shell.expect_verdict(command, &place)),
                "json" => fragments::check(&block.text, *mark == Some(Mark::Refused), &place),
                // These are run by python/tests/test_docs.py, which needs the package.
                "python" => {}
                "csv" => assert!(begins_a_table(&block.text), "{place}: no table begins so"),
                other => panic!("{place}: what is a block of {other:?}?"),
            },
        }
    }
    // From the last one on: the places of those before it stay.
    for (block, text) in printed.iter().rev() {
        let first = block.line;
        lines.splice(first..first + block.text.lines().count(), text.lines().map(str::to_owned));
    }
    lines.join("\n") + "\n"
}

fn begins_a_table(text: &str) -> bool {
    let inside = |folder| fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let tables = ["examples/tables", "examples/sampled"].into_iter().flat_map(inside);
    let mut tables = tables.filter(|path| path.extension().is_some_and(|end| end != "py"));
    tables.by_ref().filter(|path| path.is_file()).any(|path| fs::read_to_string(path).unwrap().starts_with(text))
}

#[test]
fn every_page_shows_what_is_printed() {
    let check = |page: &String| {
        let shown = text(page);
        let printed = as_printed(page, &shown);
        if std::env::var_os("UPDATE_PAGES").is_some() {
            fs::write(root().join(page), &printed).unwrap();
            return;
        }
        let differ = shown.lines().zip(printed.lines()).enumerate().find(|(_, (shown, printed))| shown != printed);
        if let Some((i, (shown, printed))) = differ {
            panic!("{page}:{}: shown is\n{shown}\nand printed\n{printed}\nUPDATE_PAGES=1 writes it", i + 1);
        }
        assert!(shown == printed, "{page}: more or less is printed than shown; UPDATE_PAGES=1 writes it");
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = pages().into_iter().map(|page| scope.spawn(move || check(&page))).collect();
        let failed = threads.into_iter().filter_map(|thread| thread.join().err()).count();
        assert_eq!(failed, 0, "so many pages are wrong; see above");
    });
}

/// Two commands are promised, and a short way in.
#[test]
fn the_readme_is_short() {
    let readme = text("README.md");
    for command in ["cargo run -- examples/alvim-table2-m1.json", "cargo test --workspace"] {
        assert!(readme.contains(&format!("```sh\n{command}\n```")), "{command}");
    }
    let words = |text: &str| text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
    let code: usize = blocks("README.md", &readme).iter().map(|block| words(&block.text)).sum();
    let (all, prose) = (words(&readme), words(&readme) - code);
    assert!(all <= 2200 && prose <= 1500, "{all} words, {prose} of them prose");
}

/// Every page is in the summary, and what is in the summary is a page.
#[test]
fn the_summary_lists_every_page() {
    let summary = text("docs/src/SUMMARY.md");
    for page in pages().iter().filter_map(|page| page.strip_prefix("docs/src/")).filter(|page| *page != "SUMMARY.md") {
        assert_eq!(summary.matches(&format!("]({page})")).count(), 1, "{page}");
    }
    let listed = |line: &str| line.split_once("](").map(|(_, rest)| PathBuf::from(rest.trim_end_matches(')')));
    for page in summary.lines().filter_map(listed) {
        assert!(root().join("docs/src").join(&page).is_file(), "{}", page.display());
    }
}
