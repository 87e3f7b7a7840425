//! `verify` for a page: files go in by name, what `verify` prints comes out.
//!
//! The page writes bytes where [`room`] says and has them [`keep`]t as a file, as many times as there are files; then
//! it asks, and reads the answer, JSON, from where [`answer`] says. Nothing here decides anything:
//! [`dp_verify::program`] checks and words it, as for the command line, within the same limits.
#![cfg(target_family = "wasm")]

mod answer;

use answer::Accepted;
use dp_verify::files::Held;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

/// What the page has handed over, and the last answer.
#[derive(Default)]
struct Desk {
    room: Vec<u8>,
    names: Vec<String>,
    files: Held,
    accepted: Option<Accepted>,
    answer: String,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

// What the page provides.
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Hears how many statements are checked, of how many.
    safe fn progress(done: usize, all: usize);
    /// Hears of a fault of this program, before it ends.
    safe fn fault(words: *const u8, length: usize);
}

/// A place for so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.room = vec![0; length];
        desk.room.as_mut_ptr()
    })
}

/// Keeps what was written there: a name of so many bytes, then a file.
#[unsafe(no_mangle)]
pub extern "C" fn keep(name: usize) {
    tell_faults();
    DESK.with_borrow_mut(|desk| {
        let mut name_then_file = std::mem::take(&mut desk.room);
        let file = name_then_file.split_off(name);
        let name = String::from_utf8_lossy(&name_then_file).into_owned();
        desk.files.put(Path::new(&name), file);
        desk.names.push(name);
    });
}

/// Asks what each file is.
#[unsafe(no_mangle)]
pub extern "C" fn look() {
    answered(|desk| answer::kinds(&desk.names, &desk.files));
}

/// Asks for a check, of the files that were kept in these places.
#[unsafe(no_mangle)]
pub extern "C" fn check(mechanism: usize, certificate: usize) {
    let paths = [mechanism, certificate];
    answered(|desk| {
        let paths = paths.map(|k| PathBuf::from(desk.names.get(k).map_or("", String::as_str)));
        let (answer, accepted) = answer::check(&desk.files, paths, &|done, all| progress(done, all));
        desk.accepted = accepted;
        answer
    });
}

/// Asks for the page of the certificate that was accepted, if one was.
#[unsafe(no_mangle)]
pub extern "C" fn draw() {
    answered(|desk| answer::page(&desk.files, desk.accepted.as_ref()));
}

/// Where the answer begins.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    DESK.with_borrow(|desk| desk.answer.as_ptr())
}

/// How long it is.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    DESK.with_borrow(|desk| desk.answer.len())
}

fn answered(ask: impl FnOnce(&mut Desk) -> String) {
    DESK.with_borrow_mut(|desk| desk.answer = ask(desk));
}

/// A panic ends the program without a word: the page says it instead.
fn tell_faults() {
    std::panic::set_hook(Box::new(|panic| {
        let words = panic.to_string();
        fault(words.as_ptr(), words.len());
    }));
}
