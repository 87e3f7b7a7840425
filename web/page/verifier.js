// The verifier, in a worker.

let worker = null;
let question = null;

/** @returns what the verifier answers; @param heard is told how far it is */
function ask(name, files, of, heard = () => {}) {
  return new Promise((resolve, reject) => {
    question = { resolve, reject, heard };
    worker.postMessage({ question: name, files: files.map(({ name, content }) => ({ name, content })), of });
  });
}

function started() {
  const address = URL.createObjectURL(new Blob([at("worker").textContent], { type: "text/javascript" }));
  const fresh = new Worker(address);
  fresh.onmessage = ({ data }) => answered(data);
  fresh.onerror = (event) => answered({ fault: event.message || "the worker ended" });
  fresh.postMessage({ verifier: at("verifier").textContent });
  return fresh;
}

function answered({ answer, fault, done, all }) {
  const asked = question;
  if (all !== undefined) {
    asked?.heard(done, all);
    return;
  }
  question = null;
  if (fault !== undefined) asked?.reject(new Error(fault));
  else asked?.resolve(answer);
}

/** Why a question has no answer that somebody gave up. */
const CANCELLED = Symbol("cancelled");
const REPLACED = Symbol("replaced");

/** Ends what the verifier does, if it does anything. */
function stop(why) {
  if (question === null) return;
  worker.terminate();
  worker = started();
  question.reject(why);
  question = null;
}
