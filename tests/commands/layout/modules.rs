//! The modules of a crate, and which of them names what of which: by `use`, and by paths in the code. What is exported
//! again is followed to where it is.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::source::{self, Source, Token};

/// One module: a file, or a `mod NAME { … }` in one.
#[derive(Default)]
pub(super) struct Module {
    /// Its file, and its own name where it has none.
    pub name: String,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    items: BTreeSet<String>,
    /// By the name that it has here: what is imported, and whether that is only to export it again.
    imports: BTreeMap<String, (Vec<String>, bool)>,
    /// The modules and enums of which everything is imported.
    pub globs: Vec<Vec<String>>,
    /// The paths in its code.
    paths: BTreeSet<Vec<String>>,
}

/// The modules of a target, the first its root, without those of tests.
pub(super) struct Crate(pub Vec<Module>);

/// What a path names.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Module(usize),
    /// Something in that module.
    Item(usize),
    /// Of another crate, or nothing that has a module: a variable, a type's parameter.
    Elsewhere,
}

/// The words before the name of an item.
const KINDS: [&str; 8] = ["fn", "struct", "enum", "trait", "type", "const", "static", "union"];

fn is_word(token: &Token) -> bool {
    token.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

impl Crate {
    /// `root`: from where files are named.
    pub(super) fn of(target: &Path, root: &Path) -> Self {
        let files = source::files(target);
        let mut files: BTreeMap<PathBuf, Source> = files.into_iter().map(|file| (file.path.clone(), file)).collect();
        let mut found = Crate(Vec::new());
        let mut open = vec![(None, target.canonicalize().expect("a path"))];
        while let Some((declared, path)) = open.pop() {
            let file = files.remove(&path).unwrap_or_else(|| panic!("{}: twice", path.display()));
            let module = declared.unwrap_or_else(|| found.add(None));
            found.0[module].name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
            let tokens: Vec<Token> = file.tokens.into_iter().filter(|token| !token.in_tests).collect();
            let declared = found.read(module, &tokens);
            let paths = file.modules.into_iter().filter(|(_, _, for_tests)| !for_tests).map(|(_, path, _)| path);
            open.extend(declared.into_iter().map(Some).zip(paths));
        }
        found
    }

    fn add(&mut self, parent: Option<usize>) -> usize {
        self.0.push(Module { parent, ..Module::default() });
        self.0.len() - 1
    }

    /// Reads what is in a module; the modules that it declares with files of their own, in order.
    fn read(&mut self, module: usize, tokens: &[Token]) -> Vec<usize> {
        let text = |i: usize| tokens.get(i).map_or("", |token| token.text.as_str());
        let (mut declared, mut depth, mut i) = (Vec::new(), 0, 0);
        while i < tokens.len() {
            let before = if i == 0 { "" } else { text(i - 1) };
            match text(i) {
                "{" => depth += 1,
                "}" => depth -= 1,
                "use" if text(i + 1) != "<" => {
                    let again = before == "pub" || before == ")";
                    i = self.import(module, &tokens[i + 1..], &[], again) + i + 1;
                    continue;
                }
                "mod" if text(i + 2) == ";" || text(i + 2) == "{" => {
                    let child = self.add(Some(module));
                    self.0[child].name = format!("{}: {}", self.0[module].name, text(i + 1));
                    self.0[module].children.insert(text(i + 1).to_owned(), child);
                    let end = if text(i + 2) == "{" { source::behind(tokens, i + 2) } else { i + 3 };
                    if text(i + 2) == "{" {
                        declared.extend(self.read(child, &tokens[i + 3..end - 1]));
                    } else {
                        declared.push(child);
                    }
                    i = end;
                    continue;
                }
                "macro_rules" => _ = self.0[module].items.insert(text(i + 2).to_owned()),
                kind if KINDS.contains(&kind) && depth == 0 => _ = self.0[module].items.insert(text(i + 1).to_owned()),
                _ if is_word(&tokens[i]) && ![".", "::"].contains(&before) => {
                    let path = (i..tokens.len()).step_by(2).take_while(|&k| k == i || text(k - 1) == "::");
                    let path: Vec<String> = path.filter(|&k| is_word(&tokens[k])).map(|k| text(k).to_owned()).collect();
                    i += 2 * path.len() - 1;
                    self.0[module].paths.insert(path);
                    continue;
                }
                _ => {}
            }
            i += 1;
        }
        declared
    }

    /// Reads a tree behind `use`, or a branch of one; how many tokens that takes.
    fn import(&mut self, module: usize, tokens: &[Token], before: &[String], again: bool) -> usize {
        let (mut path, mut i) = (before.to_vec(), 0);
        let text = |i: usize| tokens.get(i).map_or("", |token| token.text.as_str());
        loop {
            match text(i) {
                "::" => {}
                "*" => {
                    self.0[module].globs.push(path);
                    return i + 1;
                }
                "{" => {
                    while text(i) != "}" {
                        i += 1;
                        if text(i) != "}" {
                            i += self.import(module, &tokens[i..], &path, again);
                        }
                    }
                    return i + 1;
                }
                "as" => {
                    self.0[module].imports.insert(text(i + 1).to_owned(), (path, again));
                    return i + 2;
                }
                _ if is_word(&tokens[i]) => path.push(text(i).to_owned()),
                _ => break,
            }
            i += 1;
        }
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        self.0[module].imports.insert(path.last().expect("a name").clone(), (path, again));
        i
    }

    /// What a path names that is written in this module; none where nothing has such a name.
    fn resolve(&self, module: usize, path: &[String], depth: usize) -> Option<Place> {
        let mut at = Place::Module(module);
        for (i, name) in path.iter().enumerate() {
            let Place::Module(within) = at else { break };
            at = match name.as_str() {
                "crate" => Place::Module(0),
                "self" => Place::Module(within),
                "super" => Place::Module(self.0[within].parent?),
                name => match self.named(within, name, i + 1 == path.len(), depth) {
                    Some(place) => place,
                    None if i == 0 => Place::Elsewhere,
                    None => return None,
                },
            };
        }
        Some(at)
    }

    /// `last`: nothing comes behind, so that the item is meant where a module has the name too.
    fn named(&self, module: usize, name: &str, last: bool, depth: usize) -> Option<Place> {
        let of = &self.0[module];
        match (of.children.get(name), of.items.contains(name)) {
            (Some(&child), item) if !(item && last) => return Some(Place::Module(child)),
            (_, true) => return Some(Place::Item(module)),
            _ => {}
        }
        // A crate may be imported under its own name.
        let deeper = depth.checked_sub(1)?;
        if let Some((path, _)) = of.imports.get(name) {
            return self.resolve(module, path, deeper);
        }
        // What a glob is of, hardly ever comes by another.
        let globs = of.globs.iter().filter_map(|glob| match self.resolve(module, glob, deeper.min(1))? {
            Place::Module(other) if other != module => self.named(other, name, last, deeper),
            Place::Elsewhere => Some(Place::Elsewhere),
            _ => None,
        });
        globs.reduce(|found, other| if found == Place::Elsewhere { other } else { found })
    }

    /// The modules whose items this one names, and by which path.
    pub(super) fn named_by(&self, module: usize) -> BTreeMap<usize, String> {
        let of = &self.0[module];
        let used = |name: &String| of.paths.iter().any(|path| path.first() == Some(name));
        let imports = of.imports.iter().filter(|(name, (_, again))| !again || used(name)).map(|(_, (path, _))| path);
        let mut found = BTreeMap::new();
        for path in imports.chain(&of.paths).chain(&of.globs) {
            let place = self.resolve(module, path, 20);
            let own = ["crate", "super", "self"].contains(&path[0].as_str()) && path.len() > 1;
            assert!(place.is_some() || !own, "{}: {}: what is that?", of.name, path.join("::"));
            if let Some(Place::Item(other)) = place
                && other != module
            {
                found.insert(other, path.join("::"));
            }
        }
        found
    }

    /// The sets of modules that name each other, each sorted by name.
    pub(super) fn circles(&self) -> Vec<Vec<usize>> {
        let names: Vec<BTreeMap<usize, String>> = (0..self.0.len()).map(|module| self.named_by(module)).collect();
        let reached: Vec<BTreeSet<usize>> = (0..names.len())
            .map(|start| {
                let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
                while let Some(module) = open.pop() {
                    open.extend(names[module].keys().filter(|&&other| reached.insert(other)));
                }
                reached
            })
            .collect();
        let mut found: Vec<Vec<usize>> = Vec::new();
        for module in (0..names.len()).filter(|&module| reached[module].contains(&module)) {
            match found
                .iter_mut()
                .find(|circle| reached[circle[0]].contains(&module) && reached[module].contains(&circle[0]))
            {
                Some(circle) => circle.push(module),
                None => found.push(vec![module]),
            }
        }
        for circle in &mut found {
            circle.sort_by_key(|&module| &self.0[module].name);
        }
        found
    }
}
