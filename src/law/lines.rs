//! A program that speaks `dp-choices/1` by lines on its standard input and output: one process for all runs.
//!
//! Runs are sent ahead, as many as surely fit into a pipe, so that nobody waits. A program that says `at KEY` waits for
//! its answer, and is sent one run at a time. What a program writes past its depth nobody reads: it is ended, and begun
//! anew with the next run.

use super::explore::Explore;
use super::run::{Run, Walk, Wrong};
use dp_verify::file::explain;
use dp_verify::lines::Lines;
use dp_verify::text::{printable, shorten};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// So many bytes are on their way to the program at most: a pipe holds more.
const AHEAD: usize = 16_384;

/// So many runs come one by one, and are made twice.
const FIRST: u64 = 64;

/// The longest line that a program may write.
const LONGEST: usize = 1 << 22;

/// How a program is run.
#[derive(Debug, Clone)]
pub struct Program {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// How long it may take from one line to the next.
    pub patience: Duration,
}

/// Runs a program until its law is known as far as is asked for, or until `ended` says so.
///
/// # Errors
/// What the program did wrong, with the path; that it can't be run.
pub fn explore(
    of: &mut Explore,
    program: &Program,
    ended: &dyn Fn() -> bool,
    told: &dyn Fn(&Explore),
) -> Result<(), Wrong> {
    let mut process = Process::begin(program)?;
    let mut waiting: VecDeque<(Walk, usize, usize)> = VecDeque::new();
    let mut repeated: Option<Walk> = None;
    let (mut on_their_way, mut waits) = (0, false);
    // Whether it has been seen that it asks for no keys.
    let mut first = true;
    while !ended() {
        while waiting.is_empty() || !(waits || first) && on_their_way < AHEAD {
            let walk = match repeated.take() {
                Some(walk) => walk,
                None => match of.next_run() {
                    Some(run) => of.begin_run(run),
                    None => break,
                },
            };
            let run = walk.run();
            // What is to be said to it on its way is said at once.
            let keys = of.keys_on(run);
            let line = line(of, run) + &"go\n".repeat(keys);
            process.send(&line);
            on_their_way += line.len();
            waiting.push_back((walk, line.len(), keys));
        }
        let Some((mut walk, length, keys)) = waiting.pop_front() else { break };
        process.flush();
        let outcome = one(of, &mut walk, &mut process, (&mut waits, waiting.is_empty(), keys))?;
        on_their_way -= length;
        first = of.runs < FIRST;
        told(of);
        match outcome {
            // The first runs come one by one.
            Outcome::Output => repeated = if waiting.is_empty() { of.repeated(walk) } else { None },
            Outcome::Stopped => {}
            Outcome::Abandoned => {
                process = Process::begin(program)?;
                waiting.drain(..).for_each(|(walk, ..)| of.put_back(walk));
                on_their_way = 0;
            }
        }
    }
    waiting.into_iter().for_each(|(walk, ..)| of.put_back(walk));
    Ok(())
}

/// The words for a run.
fn line(of: &Explore, run: &Run) -> String {
    let mut line = format!("run {}", of.answers()[run.answer]);
    for branch in &run.script {
        let _ = write!(line, " {branch}");
    }
    line.push('\n');
    line
}

/// How a run ended.
enum Outcome {
    Output,
    /// At a key that is known.
    Stopped,
    /// It asked for more choices than are looked at; or it waits for an answer, and other runs are on their way to it.
    Abandoned,
}

/// A run that is `alone` if no other is on its way to the program, which has been let pass at so many keys.
fn one(
    of: &mut Explore,
    walk: &mut Walk,
    process: &mut Process,
    (waits, alone, mut passes): (&mut bool, bool, usize),
) -> Result<Outcome, Wrong> {
    loop {
        let Some(line) = process.line()? else { return Err(process.died(&of.path_of(walk))) };
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "output" if !rest.is_empty() => return of.ended(walk, rest).map(|()| Outcome::Output),
            "at" if !rest.is_empty() => {
                *waits = true;
                if !alone {
                    of.given_up(walk);
                    return Ok(Outcome::Abandoned);
                }
                let goes = of.at(walk, rest)?;
                if goes && passes > 0 {
                    passes -= 1;
                    continue;
                }
                process.send(if goes { "go\n" } else { "stop\n" });
                process.flush();
                if !goes {
                    return Ok(Outcome::Stopped);
                }
            }
            "flip" | "below" | "choose" => {
                if of.is_deep(walk) {
                    of.given_up(walk);
                    return Ok(Outcome::Abandoned);
                }
                let choice = of.choice(&line).map_err(|why| Wrong(format!("{}: {why}", of.path_of(walk))))?;
                of.asked(walk, choice)?;
                if of.is_enough(walk) {
                    of.given_up(walk);
                    return Ok(Outcome::Abandoned);
                }
            }
            _ => {
                let found = printable(&shorten(&line));
                return Err(Wrong(format!(
                    "on {} the program wrote \"{found}\", expected a line of dp-choices/1: flip P, below N, choose W …, at KEY \
                     or output LABEL",
                    of.path_of(walk)
                )));
            }
        }
    }
}

/// A process to which runs are sent whose lines are known.
pub(super) struct Session {
    process: Process,
    waiting: VecDeque<(usize, Vec<String>, String)>,
    on_their_way: usize,
}

impl Session {
    pub(super) fn begin(program: &Program) -> Result<Self, Wrong> {
        Ok(Self { process: Process::begin(program)?, waiting: VecDeque::new(), on_their_way: 0 })
    }

    /// One more run, of these lines.
    pub(super) fn expect(&mut self, call: &str, lines: Vec<String>, told: String) -> Result<(), Wrong> {
        while self.on_their_way >= AHEAD {
            self.one()?;
        }
        self.process.send(call);
        self.on_their_way += call.len();
        self.waiting.push_back((call.len(), lines, told));
        Ok(())
    }

    /// That all runs are so that have been sent.
    pub(super) fn all_are_so(&mut self) -> Result<(), Wrong> {
        while !self.waiting.is_empty() {
            self.one()?;
        }
        Ok(())
    }

    fn one(&mut self) -> Result<(), Wrong> {
        self.process.flush();
        let Some((length, lines, told)) = self.waiting.pop_front() else { return Ok(()) };
        for expected in lines {
            let Some(found) = self.process.line()? else { return Err(self.process.died(&told)) };
            if found != expected {
                let [found, expected] = [found, expected].map(|line| printable(&shorten(&line)));
                return Err(Wrong(format!("`{told}`: the program did `{found}`, and the law has `{expected}`")));
            }
        }
        self.on_their_way -= length;
        Ok(())
    }
}

/// A process that is ended with this.
struct Process {
    child: Arc<Mutex<Child>>,
    to: BufWriter<ChildStdin>,
    from: Lines<BufReader<ChildStdout>>,
    watch: Arc<Watch>,
    patience: Duration,
}

/// Who waits how long.
#[derive(Debug, Default)]
struct Watch {
    lines: AtomicU64,
    done: AtomicBool,
    late: AtomicBool,
}

impl Process {
    fn begin(program: &Program) -> Result<Self, Wrong> {
        let words = &program.words;
        let failed = |why: &str| Wrong(format!("{}: {why}", printable(&shorten(&words.join(" ")))));
        let (name, arguments) = words.split_first().ok_or_else(|| failed("found no program"))?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // Ctrl-C is for this program, which ends the other one.
            command.process_group(0);
        }
        let mut child = command.spawn().map_err(|e| failed(&explain(&e)))?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("its standard input and output are not to be had"));
        };
        let (to, from) = (BufWriter::new(to), Lines::new(BufReader::with_capacity(1 << 16, from), LONGEST));
        let watch = Arc::new(Watch::default());
        let child = Arc::new(Mutex::new(child));
        watched(Arc::clone(&child), program.patience, Arc::clone(&watch));
        Ok(Self { child, to, from, watch, patience: program.patience })
    }

    /// What it can't be sent it will say itself, by its end.
    fn send(&mut self, text: &str) {
        let _ = self.to.write_all(text.as_bytes());
    }

    fn flush(&mut self) {
        let _ = self.to.flush();
    }

    /// Its next line; none where it has ended.
    fn line(&mut self) -> Result<Option<String>, Wrong> {
        let Some(line) = self.from.next() else { return Ok(None) };
        self.watch.lines.fetch_add(1, Ordering::Relaxed);
        let bytes =
            line.map_err(|e| Wrong(e.message))?.bytes.map_err(|e| Wrong(format!("a line of the program: {e}")))?;
        let text =
            String::from_utf8(bytes).map_err(|_| Wrong("the program wrote a line that is no UTF-8".to_owned()))?;
        Ok(Some(text))
    }

    /// Why there is no other line.
    fn died(&mut self, path: &str) -> Wrong {
        if self.watch.late.load(Ordering::Relaxed) {
            let seconds = self.patience.as_secs_f64();
            return Wrong(format!("on {path} the program wrote nothing for {seconds} seconds (--patience N)"));
        }
        let status = self.child.lock().map(|mut child| child.wait());
        let status = status.map_or_else(|_| String::new(), |s| s.map_or_else(|e| explain(&e), |s| s.to_string()));
        Wrong(format!("on {path} the program ended before its output: {status}"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.watch.done.store(true, Ordering::Relaxed);
        end(&self.child);
    }
}

/// Ends a process, and those that it has begun, which would keep its output open.
fn end(process: &Mutex<Child>) {
    if let Ok(mut child) = process.lock() {
        #[cfg(unix)]
        {
            // Of every shell, where there may be no such program.
            let group = format!("kill -s KILL -- -{}", child.id());
            let _ = Command::new("sh").args(["-c", &group]).stderr(Stdio::null()).status();
        }
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Ends a process that has written nothing for too long.
fn watched(process: Arc<Mutex<Child>>, patience: Duration, watch: Arc<Watch>) {
    const TICK: Duration = Duration::from_millis(50);
    std::thread::spawn(move || {
        let (mut seen, mut waited) = (0, Duration::ZERO);
        while !watch.done.load(Ordering::Relaxed) {
            std::thread::sleep(TICK);
            let lines = watch.lines.load(Ordering::Relaxed);
            waited = if lines == seen { waited + TICK } else { Duration::ZERO };
            seen = lines;
            if waited >= patience && !watch.done.load(Ordering::Relaxed) {
                watch.late.store(true, Ordering::Relaxed);
                end(&process);
                return;
            }
        }
    });
}
