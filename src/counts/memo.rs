//! What has been found of whole lines: most logs have few that differ, and a line that was read once is not
//! read again.

/// How many places there are, at most half of them taken.
const PLACES: usize = 1 << 16;
/// How far a line is looked for from where it belongs.
const FAR: usize = 8;
/// The longest line that is kept, and how many bytes all of them have.
const LONGEST: usize = 256;
const MOST: usize = 1 << 21;
/// How many blocks are not looked up once that has been in vain.
const IDLE: usize = 31;

#[derive(Debug, Clone, Copy, Default)]
struct Place {
    hash: u32,
    start: u32,
    /// 0 of one that is free.
    length: u32,
    value: u32,
}

/// Numbers of lines, as many as there is room for.
#[derive(Debug)]
pub(super) struct Memo {
    places: Vec<Place>,
    lines: Vec<u8>,
    taken: usize,
    /// How many blocks are not looked up, since few lines of those before were here.
    idle: usize,
}

impl Default for Memo {
    fn default() -> Self {
        Self { places: vec![Place::default(); PLACES], lines: Vec::new(), taken: 0, idle: 0 }
    }
}

impl Memo {
    /// Whether to look for the lines of the next block.
    pub(super) fn serves(&mut self) -> bool {
        let serves = self.idle == 0;
        self.idle = self.idle.saturating_sub(1);
        serves
    }

    /// Takes to heart how many lines of a block were here: where almost all differ, looking for them is in
    /// vain.
    pub(super) fn served(&mut self, found: usize, lines: usize) {
        if !self.has_room() && found < lines / 4 {
            self.idle = IDLE;
        }
    }

    fn has_room(&self) -> bool {
        self.taken < PLACES / 2 && self.lines.len() <= MOST - LONGEST
    }

    /// The number of a line.
    #[inline]
    pub(super) fn get(&self, line: &[u8], hash: u32) -> Option<u32> {
        for i in 0..FAR {
            let place = &self.places[(hash as usize + i) % PLACES];
            if place.length == 0 {
                return None;
            }
            if place.hash == hash && place.length as usize == line.len() {
                let start = place.start as usize;
                if &self.lines[start..start + line.len()] == line {
                    return Some(place.value);
                }
            }
        }
        None
    }

    /// Keeps the number of a line, if there is room.
    pub(super) fn put(&mut self, line: &[u8], hash: u32, value: u32) {
        if line.is_empty() || line.len() > LONGEST || !self.has_room() {
            return;
        }
        let Some(i) = (0..FAR).map(|i| (hash as usize + i) % PLACES).find(|&i| self.places[i].length == 0) else {
            return;
        };
        let word = |x: usize| u32::try_from(x).unwrap_or(u32::MAX);
        self.places[i] = Place { hash, start: word(self.lines.len()), length: word(line.len()), value };
        self.lines.extend_from_slice(line);
        self.taken += 1;
    }
}

/// A number by which a line is found again. Who makes many lines with the same one only has each of them read.
#[inline]
pub(super) fn hash(line: &[u8]) -> u32 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: u64| {
        let product = (hash ^ word).wrapping_mul(FACTOR);
        product ^ (product >> 29)
    };
    let (words, rest) = line.as_chunks::<8>();
    let hash = words.iter().fold(line.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let rest = rest.iter().fold(0, |word, &b| word << 8 | u64::from(b));
    let all = mix(hash, rest);
    u32::try_from(all >> 32).unwrap_or_default()
}
