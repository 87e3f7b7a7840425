//! Blocks of a log, counted side by side.

use super::blocks::{Block, Blocks};
use super::tally::{Rules, Tally};
use crate::interrupt::checkpoint;
use dp_verify::error::Error;
use std::io::Read;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel, sync_channel};
use std::thread;

/// Counts all blocks, from this one on.
pub(super) fn counted<'a, R: Read>(
    blocks: &mut Blocks<R>,
    first: Block,
    rules: &'a Rules<'a>,
    threads: usize,
) -> Result<Tally<'a>, Error> {
    let mut tally = Tally::new(rules);
    let read = if threads < 2 || blocks.is_at_end() {
        one_by_one(blocks, first, &mut tally)
    } else {
        side_by_side(blocks, first, (&mut tally, rules), threads)
    };
    // What is wrong in a line comes before what can't be read.
    tally.wrong()?;
    read.map(|()| tally)
}

fn one_by_one<R: Read>(blocks: &mut Blocks<R>, first: Block, tally: &mut Tally) -> Result<(), Error> {
    let mut next = Some(first);
    while let Some(block) = next {
        checkpoint();
        if !tally.add(&block) {
            break;
        }
        next = blocks.next(block.bytes)?;
    }
    Ok(())
}

/// Each thread takes the next block when it is done with one: whatever comes before a line that ends the work
/// has been taken by then, and is counted to its end.
fn side_by_side<'a, R: Read>(
    blocks: &mut Blocks<R>,
    first: Block,
    (sum, rules): (&mut Tally<'a>, &'a Rules<'a>),
    threads: usize,
) -> Result<(), Error> {
    let (send, taken) = sync_channel::<Block>(threads);
    let (give_back, used) = channel::<Vec<u8>>();
    let taken = Mutex::new(Some(taken));
    let work = |give_back: Sender<Vec<u8>>| {
        let mut tally = Tally::new(rules);
        loop {
            let next = taken.lock().map(|taken| taken.as_ref().and_then(|taken| taken.recv().ok()));
            let Ok(Some(block)) = next else { return tally };
            if !tally.add(&block) {
                // Nobody takes another block: those in the queue come later.
                let _ = taken.lock().map(|mut taken| *taken = None);
                return tally;
            }
            // Nobody waits for it once the log has ended.
            let _ = give_back.send(block.bytes);
        }
    };
    let (read, tallies) = thread::scope(|scope| {
        // Dropped where this unwinds, too, so that the others end.
        let send = send;
        let work = &work;
        let spawn = |_| {
            let own = give_back.clone();
            scope.spawn(move || work(own))
        };
        let workers: Vec<_> = (0..threads).map(spawn).collect();
        let mut next = Ok(Some(first));
        let read = loop {
            checkpoint();
            match next {
                Ok(None) => break Ok(()),
                Err(e) => break Err(e),
                Ok(Some(block)) => {
                    // Refused once a line has ended the work.
                    if send.send(block).is_err() {
                        break Ok(());
                    }
                    next = blocks.next(used.try_recv().unwrap_or_default());
                }
            }
        };
        drop(send);
        let joined = workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        (read, joined.collect::<Vec<_>>())
    });
    tallies.iter().for_each(|tally| sum.absorb(tally));
    read
}
