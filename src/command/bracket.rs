//! `certify MECHANISM.json --bracket DIGITS`: two mechanism files around a threshold, with their certificates.

use super::call::{Call, Form};
use super::certify::{is_passing, nameless, renamed};
use super::output;
use super::progress::Progress;
use super::terminal::{guarded, print, shown};
use crate::bracket::{Bracket, Half, Pair, bracket};
use dp_verify::file::{self, Unusable};
use dp_verify::report::{printable, wrap};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The exit status where no pair was found.
const NONE: u8 = 3;

/// The endings of the names of the four files: mechanism and certificate, twice.
const ENDINGS: [&str; 4] = [".exists.json", ".exists.cert.json", ".fails.json", ".fails.cert.json"];

const PROVES: &str = "Only these two points are proved, nothing between or beyond them.";

pub(super) fn run(call: &Call, places: u32) -> Result<u8, Unusable> {
    let [input] = &call.files[..] else {
        return Err("--bracket takes one file".into());
    };
    if let Form::Html | Form::Junit = call.format {
        return Err("--bracket prints text or json, not html or junit".into());
    }
    let paths = places_of(call, input)?;
    output::check(&paths.clone().map(|path| (input.clone(), path)))?;
    let limits = call.raised.asked();
    let bytes = file::read(input, &limits)?;
    let progress = Progress::start(1, format!("bracketing {}", shown(input)), !call.quiet);
    let found = guarded(|| bracket(&bytes, places, &limits)).map_err(|why| format!("{}: {why}", shown(input)));
    drop(progress);
    let found = found?.map_err(|e| Unusable::at(input, e))?;
    if let Ok(Pair { exists, fails, .. }) = &found.found {
        if let Some(folder) = &call.output {
            fs::create_dir_all(folder).map_err(|e| format!("{}: {}", shown(folder), file::explain(&e)))?;
        }
        let texts = [&exists.mechanism, &exists.certificate, &fails.mechanism, &fails.certificate];
        let files: Vec<(PathBuf, &str)> = paths.iter().cloned().zip(texts.map(String::as_str)).collect();
        output::write_all(&files)?;
    }
    match call.format {
        _ if call.quiet => {}
        Form::Json => print(&format!("{:#}\n", to_json(&found, places, &paths)))?,
        Form::Text | Form::Html | Form::Junit => print(&to_text(&found, &paths))?,
    }
    Ok(if found.found.is_ok() { 0 } else { NONE })
}

/// Where the four files go: beside the input, or into the folder.
fn places_of(call: &Call, input: &Path) -> Result<[PathBuf; 4], String> {
    if let Some(folder) = &call.output
        && fs::metadata(folder).is_ok_and(|found| !found.is_dir())
    {
        return Err(format!("{}: not a folder, and with --bracket four files go into one", shown(folder)));
    }
    if call.output.is_none() && is_passing(input) {
        return Err(nameless(input));
    }
    let place = |ending| -> Result<PathBuf, String> {
        let name = renamed(input, ending).ok_or_else(|| format!("{}: not the name of a file", shown(input)))?;
        Ok(call.output.as_ref().map_or_else(|| input.with_file_name(&name), |folder| folder.join(&name)))
    };
    let [a, b, c, d] = ENDINGS.map(place);
    Ok([a?, b?, c?, d?])
}

fn to_text(bracket: &Bracket, paths: &[PathBuf; 4]) -> String {
    let name = bracket.name.as_deref().map_or_else(|| "unnamed mechanism file".to_owned(), printable);
    let mut nodes = String::new();
    wrap(&mut nodes, "", "  ", &bracket.graph.in_words());
    nodes += if bracket.nodes == 1 { "1 node\n".to_owned() } else { format!("{} nodes\n", bracket.nodes) }.as_str();
    wrap(&mut nodes, "", "  ", &format!("declared: {}", bracket.privacy.in_words()));
    let Pair { places, exists, fails } = match &bracket.found {
        Ok(pair) => pair,
        Err(why) => {
            return format!("no pair was found\n\n{name}\n{nodes}\n{}.\nThis proves nothing.\n", printable(why));
        }
    };
    let half = |word: &str, half: &Half, [mechanism, certificate]: [&PathBuf; 2]| {
        let [mechanism, certificate] = [mechanism, certificate].map(|path| shown(path));
        format!("  {word:<8}  α = {}\n            {mechanism}\n            {certificate}\n", half.alpha)
    };
    let [a, b, c, d] = paths;
    format!(
        "tight constraints exist at one α, and at the next not, 10^-{places} above it\n\n{name}\n{nodes}\n{}{}\n\
         {PROVES}\nIf the threshold lies between them, its first {places} decimals are those of the first.\n",
        half("exists", exists, [a, b]),
        half("fails", fails, [c, d]),
    )
}

fn to_json(bracket: &Bracket, digits: u32, paths: &[PathBuf; 4]) -> Value {
    let mechanism = json!({ "name": bracket.name, "sha256": bracket.sha256, "nodes": bracket.nodes });
    let mut report = json!({ "format": "dp-bracket/1", "version": env!("CARGO_PKG_VERSION"), "graph": bracket.graph,
            "privacy": bracket.privacy, "mechanism": mechanism, "digits": digits });
    let half = |half: &Half, [mechanism, certificate]: [&PathBuf; 2]| {
        json!({
            "alpha": half.alpha,
            "file": mechanism.to_string_lossy(),
            "certificate": certificate.to_string_lossy(),
        })
    };
    let [a, b, c, d] = paths;
    match &bracket.found {
        Ok(Pair { places, exists, fails }) => {
            report["places"] = (*places).into();
            report["exists"] = half(exists, [a, b]);
            report["fails"] = half(fails, [c, d]);
            report["proves"] = PROVES.into();
        }
        Err(why) => {
            report["exists"] = Value::Null;
            report["fails"] = Value::Null;
            report["reason"] = why.as_str().into();
        }
    }
    report
}
