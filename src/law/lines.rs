//! A program that speaks `dp-choices/1` by lines on its standard input and output: one process for all runs.
//!
//! Runs are sent ahead, as many as surely fit into a pipe, so that nobody waits. A program that says `at KEY` waits for
//! its answer, and is sent one run at a time. What a program writes past its depth nobody reads: it is ended, and begun
//! anew with the next run.

use super::explore::Explore;
use super::run::{Run, Walk, Wrong};
use super::walk::RUNS_AGAIN;
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

/// So many bytes are on their way to the program at most, but for a run by itself: a pipe holds more.
const AHEAD: usize = 32_768;

/// So many keys of a run are answered before it comes to them: a pipe holds more.
const MOST_ANSWERS: usize = 4_096;

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

/// A run that is on its way to the program: how long its lines are, and at how many keys it has been let pass.
struct Sent {
    walk: Walk,
    length: usize,
    passes: usize,
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
    let mut sent: VecDeque<Sent> = VecDeque::new();
    // What comes before any other run: one that is made again, or that was too long to be sent ahead.
    let mut first: Option<Walk> = None;
    let (mut ahead, mut waits) = (0, false);
    while !ended() {
        while sent.is_empty() || !waits && of.runs >= RUNS_AGAIN {
            let next = first.take().or_else(|| of.next_run().map(|run| of.begin_run(run)));
            let Some(walk) = next else { break };
            // What is to be said to it on its way is said at once.
            let passes = of.keys_on(walk.run()).min(MOST_ANSWERS);
            let line = line(of, walk.run()) + &"go\n".repeat(passes);
            if !sent.is_empty() && ahead + line.len() > AHEAD {
                first = Some(walk);
                break;
            }
            process.send(&line);
            ahead += line.len();
            sent.push_back(Sent { walk, length: line.len(), passes });
        }
        let Some(Sent { mut walk, length, passes }) = sent.pop_front() else { break };
        process.flush();
        let outcome = one(of, &mut walk, &mut process, (&mut waits, sent.is_empty(), passes))?;
        ahead -= length;
        told(of);
        match outcome {
            // The first runs come one by one.
            Outcome::Output if sent.is_empty() && first.is_none() => first = of.repeated(walk),
            Outcome::Output | Outcome::Stopped => {}
            Outcome::Abandoned => {
                process = Process::begin(program)?;
                sent.drain(..).for_each(|sent| of.put_back(sent.walk));
                ahead = 0;
            }
        }
    }
    sent.into_iter().map(|sent| sent.walk).chain(first).for_each(|walk| of.put_back(walk));
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
        let line = match process.line()? {
            Some(line) => line,
            // What a program does that can't be is nobody's business.
            None if walk.is_impossible() => return Ok(Outcome::Abandoned),
            None => return Err(process.died(&of.path_of(walk))),
        };
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
                if !of.is_deep(walk) {
                    of.asks(walk, &line)?;
                    if !of.is_enough(walk) {
                        continue;
                    }
                }
                of.given_up(walk);
                return Ok(Outcome::Abandoned);
            }
            _ if walk.is_impossible() => return Ok(Outcome::Abandoned),
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
    sent: VecDeque<Known>,
    ahead: usize,
}

/// A run whose lines are known, and the answers to its keys that have not been sent.
struct Known {
    call: String,
    length: usize,
    lines: Vec<String>,
    answers: VecDeque<&'static str>,
}

impl Session {
    pub(super) fn begin(program: &Program) -> Result<Self, Wrong> {
        Ok(Self { process: Process::begin(program)?, sent: VecDeque::new(), ahead: 0 })
    }

    /// One more run: its call, what the program is to write, and what its keys are answered with.
    pub(super) fn expect(&mut self, call: String, lines: Vec<String>, answers: Vec<&'static str>) -> Result<(), Wrong> {
        let mut answers = VecDeque::from(answers);
        let at_once: String = answers.drain(..answers.len().min(MOST_ANSWERS)).collect();
        let length = call.len() + 1 + at_once.len();
        // Others may not be on their way to a program that is to be answered.
        while !self.sent.is_empty() && (self.ahead + length > AHEAD || !answers.is_empty()) {
            self.one()?;
        }
        self.process.send(&format!("{call}\n{at_once}"));
        self.ahead += length;
        let is_open = !answers.is_empty();
        self.sent.push_back(Known { call, length, lines, answers });
        if is_open { self.one() } else { Ok(()) }
    }

    /// That all runs are so that have been sent.
    pub(super) fn all_are_so(&mut self) -> Result<(), Wrong> {
        while !self.sent.is_empty() {
            self.one()?;
        }
        Ok(())
    }

    fn one(&mut self) -> Result<(), Wrong> {
        self.process.flush();
        let Some(Known { call, length, lines, mut answers }) = self.sent.pop_front() else { return Ok(()) };
        for expected in lines {
            let told = || printable(&shorten(&call));
            let Some(found) = self.process.line()? else { return Err(self.process.died(&told())) };
            if found != expected {
                let [found, expected] = [&found, &expected].map(|line| printable(&shorten(line)));
                return Err(Wrong(format!("`{}`: the program did `{found}`, and the law has `{expected}`", told())));
            }
            if expected.starts_with("at ")
                && let Some(answer) = answers.pop_front()
            {
                self.process.send(answer);
                self.process.flush();
            }
        }
        self.ahead -= length;
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
    /// Whether somebody waits for a line.
    waits: AtomicBool,
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
        self.watch.waits.store(true, Ordering::Relaxed);
        let line = self.from.next();
        self.watch.waits.store(false, Ordering::Relaxed);
        let Some(line) = line else { return Ok(None) };
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
            let waits = lines == seen && watch.waits.load(Ordering::Relaxed);
            waited = if waits { waited + TICK } else { Duration::ZERO };
            seen = lines;
            if waited >= patience && !watch.done.load(Ordering::Relaxed) {
                watch.late.store(true, Ordering::Relaxed);
                end(&process);
                return;
            }
        }
    });
}
