//! What was not examined, and how to check the page again.

use super::Page;
use super::subject::{Files, relative};
use super::text::{cut, label, name};
use dp_verify::limits::Limits;
use maud::{Markup, html};

/// The most priors that are told.
const PRIORS: usize = 40;

/// The sections.
pub(super) fn section(page: &Page) -> Markup {
    // Of counts there is no table, and what is said is about the sampler itself.
    let counted = page.report.counted.is_some();
    let lacking = page.report.lacking.as_ref();
    let noise = page.is_noise();
    let promises = super::promises::are_all(page);
    let table = (page.mechanism.has_mechanism() || lacking.is_some()) && !counted && !noise && !promises;
    html! {
        section {
            h2 { "What was not examined" }
            p { "Everything above is about the numbers in one file. Nobody looked at:" }
            ul {
                @if page.report.is_of_sample() { li { b { "Whether the sample is like the mechanism that it was drawn with." } " Its frequencies are not the probabilities, and what is rare may be missing." } }
                @if lacking.is_some() { li { b { "Where the missing mass is." } " Every way to complete the table was allowed for, and nobody knows the true one." } }
                @if lacking.is_some_and(|lacking| !lacking.further) { li { b { "Whether other outputs are possible." } " The file says that there are none, and all verdicts rest on that." } }
                @if page.report.promised.is_some() { li { b { "Whether the mechanisms keep their promises." } " What is known of " (if promises { "them" } else { "some of them" }) " is their ε and δ alone." } }
                @if noise { li { b { "Whether this noise is what is deployed." } " Noise of floating-point numbers, or cut off, is another." } }
                @if table { li { b { "Whether this is the table of what is deployed." } " A program may do something else than its table says." } }
                @if counted {
                    li { b { "How the runs were made." } " That they are independent, of one law at each input, and written down as they came." }
                    li { b { "When the question was asked." } " That confidence, events and the number of runs were fixed before anybody looked at the counts." }
                    li { b { "Other inputs and outputs." } " Inputs that were not run, and whatever the program does that was not written down as an output." }
                } @else if !promises {
                    li { b { "The sampler." } " That outputs are drawn with exactly these probabilities, from good random numbers, is not shown." }
                }
                li { b { "The deployment." } " How often the mechanism is used (each use costs privacy), who sees its outputs, what else is published." }
                @if !counted { li { b { "Floating-point arithmetic." } " Rounding in an implementation can break a promise that exact numbers keep." } }
                li { b { "The neighbour relation itself." } " Whether neighbours are those who should be protected from each other is a choice, not a theorem." }
            }
        }
        (file(page))
        section {
            h2 { "How to check this again" }
            p { "All verdicts were proved in exact arithmetic. The first command decides the file and writes a certificate; the second, a
                smaller program that searches for nothing, checks the certificate. Neither needs this page to be believed." }
            pre tabindex="0" { code { (commands(&page.files)) } }
            dl {
                dt { "program" } dd { "certify " (env!("CARGO_PKG_VERSION")) }
                dt { "limits" } dd { (limits(page.limits)) }
            }
        }
    }
}

/// What the file says.
fn file(page: &Page) -> Markup {
    let report = page.report;
    html! {
        section {
            h2 { "The file" }
            dl.facts {
                dt { "declared privacy" } dd { (cut(&report.declared_in_words(), 300)) }
                dt { "neighbour relation" } dd { (cut(&report.graph.in_short(), 300)) }
                @if !report.gain.is_binary() { dt { (report.gain.thing()) } dd { (cut(&report.gain.words, 300)) } }
                @for prior in report.priors.iter().take(PRIORS) {
                    dt { "prior " (name(&prior.name)) } dd { (cut(&prior.words, 300)) }
                }
                @if report.priors.len() > PRIORS { dt { "priors" } dd { (report.priors.len() - PRIORS) " more" } }
                @if let Some(words) = report.noise_in_words() { dt { "noise" } dd { (cut(&words, 400)) } }
                @if let Some(promised) = &report.promised { dt { "promised" } dd { (promised) "." } }
                dt { "size" } dd { (report.nodes.count("node")) @if !page.is_noise() || report.noise.is_some() { ", " (report.mechanism_in_words()) } }
                @if let Some(note) = &page.mechanism.note { dt { "the file’s note" } dd { (cut(note, 600)) } }
                @if let Some(numbered) = numbered(page) { dt { "numbers" } dd { (numbered) } }
                dt { "mechanism file" } dd { (label(page.files.name())) ", whose SHA-256 is " code.hash { (report.sha256) } }
            }
        }
    }
}

/// How nodes and outputs without names are counted, where there are any.
fn numbered(page: &Page) -> Option<String> {
    let of = page.pictured();
    let what = match (of.query.labels.is_none(), of.channel().is_some() && of.output_labels().is_none()) {
        (true, true) => "nodes (rows) and outputs (columns) have",
        (true, false) => "nodes (rows) have",
        (false, true) => "outputs (columns) have",
        (false, false) => return None,
    };
    Some(format!("{what} no names: they are numbered from 0; lines of a file, where any are named, from 1"))
}

/// The two commands.
fn commands(files: &Files) -> String {
    let quoted = |name: &str| {
        let safe = |c: char| c.is_ascii_alphanumeric() || "./_-+=:@".contains(c);
        let name = dp_verify::report::printable(name);
        let start = if name.starts_with('-') { "./" } else { "" };
        if !name.is_empty() && name.chars().all(safe) {
            format!("{start}{name}")
        } else {
            format!("'{start}{}'", name.replace('\'', "'\\''"))
        }
    };
    let (mechanism, certificate) =
        (quoted(files.name()), quoted(files.certificate.as_deref().map_or("CERTIFICATE", relative)));
    format!("certify {mechanism} -o {certificate}\nverify {mechanism} {certificate}")
}

/// The limits as they were set.
fn limits(limits: &Limits) -> String {
    let changed = limits.each().zip(Limits::default().each()).filter(|(is, was)| is != was);
    let told: Vec<String> = changed.map(|((name, limit), _)| format!("{name} = {limit}")).collect();
    if told.is_empty() {
        "those that the program has by itself".into()
    } else {
        format!("{}; the others as the program has them", told.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_that_were_set_are_named() {
        assert_eq!(limits(&Limits::default()), "those that the program has by itself");
        let mut own = Limits::default();
        own.set("steps=5").unwrap();
        own.set("bytes=7").unwrap();
        assert_eq!(limits(&own), "bytes = 7, steps = 5; the others as the program has them");
    }
}
