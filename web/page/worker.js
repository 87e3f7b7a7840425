// The verifier, apart from the page: it can be ended at any time, whatever it does.
"use strict";

const text = new TextDecoder();
const bytes = new TextEncoder();

/** Milliseconds between two reports on how far a check is. */
const EVERY = 100;

/** Compiled once; each question is asked of an instance of its own, but that for the page of the last check. */
let verifier = null;
let checked = null;

onmessage = async ({ data }) => {
  try {
    if (data.verifier) {
      verifier = WebAssembly.compileStreaming(unpacked(data.verifier));
    } else {
      postMessage({ answer: await asked(data) });
    }
  } catch (error) {
    postMessage({ fault: error.words || String(error) });
  }
};

/** @returns {Response} the verifier, which the page has compressed and in base64: compiled while it is unpacked */
function unpacked(base64) {
  const letters = atob(base64);
  const packed = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) packed[i] = letters.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "Content-Type": "application/wasm" } });
}

/** Puts the files before the verifier, and asks. */
async function asked({ question, files, of }) {
  const { exports, words } = question === "draw" ? checked : await begun();
  if (question === "check") checked = { exports, words };
  try {
    files.forEach((file) => keep(exports, file));
    exports[question](...of);
    return JSON.parse(read(exports, exports.answer(), exports.answer_length()));
  } catch (error) {
    error.words = words.join(" ");
    throw error;
  }
}

/** @returns an instance of the verifier, and what it says of its faults */
async function begun() {
  let last = performance.now();
  const words = [];
  const page = {
    progress(done, all) {
      if (performance.now() - last > EVERY) {
        last = performance.now();
        postMessage({ done, all });
      }
    },
    fault(place, length) {
      words.push(read(instance.exports, place, length));
    },
  };
  const instance = await WebAssembly.instantiate(await verifier, { page });
  return { exports: instance.exports, words };
}

function keep(exports, { name, content }) {
  const start = bytes.encode(name);
  const place = exports.room(start.length + content.byteLength);
  const room = new Uint8Array(exports.memory.buffer, place, start.length + content.byteLength);
  room.set(start);
  room.set(new Uint8Array(content), start.length);
  exports.keep(start.length);
}

function read(exports, place, length) {
  return text.decode(new Uint8Array(exports.memory.buffer, place, length));
}
