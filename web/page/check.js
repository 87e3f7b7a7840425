// A check, from the question to the answer.

/** A check that is sooner done than this, in milliseconds, shows no progress. */
const SOON = 300;

/** Does something that asks the verifier; a fault is told, and is no verdict. */
async function guarded(work) {
  stop(REPLACED);
  say("");
  try {
    await work();
  } catch (why) {
    if (why === CANCELLED) say("Cancelled. Nothing was found out.");
    else if (why !== REPLACED) lay(broken(why));
  }
}

/** Checks files, of which those in two places are the mechanism file and its certificate, and shows what came of it. */
async function check(files, of) {
  const end = underWay();
  try {
    const answer = await ask("check", files, of, told);
    lay(verdict(answer, files, of));
  } finally {
    end();
  }
}

/** Shows that something is under way, unless it is soon done. @returns what ends that */
function underWay() {
  const began = performance.now();
  at("progress").removeAttribute("value");
  at("so-far").textContent = "";
  at("result").hidden = true;
  document.body.classList.remove("told");
  const show = () => {
    at("under-way").hidden = false;
    const seconds = Math.round((performance.now() - began) / 1000);
    at("under-way-title").textContent = seconds > 0 ? `Checking, for ${seconds} s` : "Checking";
  };
  const timers = [setTimeout(show, SOON), setInterval(show, 1000)];
  return () => {
    timers.forEach(clearTimeout);
    at("under-way").hidden = true;
  };
}

function told(done, all) {
  at("progress").max = all;
  at("progress").value = done;
  at("so-far").textContent = `${done} of ${all} statements are checked.`;
}

function cancel() {
  stop(CANCELLED);
  at("files").focus();
}

/** Says something, to a screen reader too. */
function say(words) {
  at("said").textContent = words;
}

/** Shows a result, and goes there. */
function lay(parts) {
  at("result").className = "verdict";
  at("result").replaceChildren(...parts);
  at("result").hidden = false;
  document.body.classList.add("told");
  at("word").focus();
}
