// The page: files are chosen, a worker checks them, the answer is laid out. All that strangers wrote becomes text, never markup.
"use strict";

/** The most bytes of a file that are read: one more than `verify` takes, so that it says so itself. */
const MOST_BYTES = 2 ** 26 + 1;

/** The most files of a folder. */
const MOST_FILES = 500;

/** The most letters of a text that are shown. */
const MOST_LETTERS = 200_000;

/** A check that is sooner done than this, in milliseconds, shows no progress. */
const SOON = 300;

const ROLES = { mechanism: "the mechanism file", certificate: "its certificate", other: "a file that it names" };

const at = (id) => document.getElementById(id);

/** @returns an element with attributes, listeners where these are functions, and children, of which strings are text */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** @returns a name as it can be shown: what can't be seen, or turns a line around, by its number */
function plain(name) {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`);
}

// ---- The verifier, in a worker.

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

/** Ends what the verifier does, if it does anything. */
function stop() {
  if (question === null) return;
  worker.terminate();
  worker = started();
  question.reject(null);
  question = null;
}

// ---- The files.

let chosen = [];

/** Adds files, and checks them if it is plain which is which. */
async function add(files) {
  for (const file of files) {
    chosen = chosen.filter((other) => other.name !== file.name).concat([file]);
  }
  if (chosen.length === 0) return;
  await guarded(async () => {
    const kinds = await ask("look", chosen, []);
    chosen = chosen.map((file, k) => ({ ...file, ...kinds[k] }));
    assign();
    list();
    if (places()) await check(chosen, places());
  });
}

const isCertificate = (file) => file.format?.startsWith("dp-certificate/") ?? false;

/** Finds out which file is the mechanism file, and which its certificate. */
function assign() {
  const certificate = chosen.find(isCertificate);
  const others = chosen.filter((file) => !isCertificate(file));
  const named = certificate?.name.replace(/\.cert\.json$/u, ".json");
  const mechanism =
    others.find((file) => file.sha256 === certificate?.of) ??
    others.find((file) => file.name === named) ??
    (others.length === 1 ? others[0] : undefined);
  for (const file of chosen) {
    file.role = file === certificate ? "certificate" : file === mechanism ? "mechanism" : "other";
  }
}

/** @returns the places of the mechanism file and the certificate, if there is one of each */
function places() {
  const of = (role) => chosen.flatMap((file, k) => (file.role === role ? [k] : []));
  const [mechanism, certificate] = [of("mechanism"), of("certificate")];
  return mechanism.length === 1 && certificate.length === 1 ? [mechanism[0], certificate[0]] : null;
}

/** Shows the files, each with what it is taken for. */
function list() {
  at("list").replaceChildren(...chosen.map(row));
  at("chosen").hidden = chosen.length === 0;
  lack();
}

function row(file) {
  const options = Object.entries(ROLES).map(([role, words]) => make("option", { value: role }, words));
  const change = (event) => {
    file.role = event.target.value;
    lack();
  };
  const select = make("select", { change, "aria-label": `what ${plain(file.name)} is` }, ...options);
  select.value = file.role;
  return make("li", {}, make("span", {}, make("bdi", {}, plain(file.name)), ` (${size(file.content.byteLength)})`), select);
}

function size(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Says what is missing. */
function lack() {
  const count = (role) => chosen.filter((file) => file.role === role).length;
  const words = {
    mechanism: ["There is no mechanism file yet.", "More than one is said to be the mechanism file."],
    certificate: ["There is no certificate yet.", "More than one is said to be the certificate."],
  };
  const told = Object.entries(words).flatMap(([role, [none, many]]) => [none, [], many][Math.min(count(role), 2)]);
  at("lack").textContent = told.join(" ");
  at("check").disabled = places() === null;
}

function clear() {
  chosen = [];
  list();
  at("files").focus();
}

/** @returns files with their bytes */
async function held(named) {
  const read = async ({ name, file }) => ({ name, content: await file.slice(0, MOST_BYTES).arrayBuffer() });
  return Promise.all(named.map(read));
}

/** @returns the files that were dropped, those of folders too */
async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const found = [];
  for (const entry of entries) await gather(entry, found);
  return found;
}

async function gather(entry, found) {
  if (found.length >= MOST_FILES) return;
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    found.push({ name: entry.fullPath.replace(/^\//u, ""), file });
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const inside of some) {
      if (inside.isDirectory || inside.name.endsWith(".json")) await gather(inside, found);
    }
  }
}

// ---- A check.

/** Does something that asks the verifier; a fault is told, and is no verdict. */
async function guarded(work) {
  stop();
  try {
    await work();
  } catch (fault) {
    if (fault !== null) lay(broken(fault));
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
  at("said").textContent = "Checking";
  const show = () => {
    at("under-way").hidden = false;
    const seconds = Math.round((performance.now() - began) / 1000);
    at("under-way-title").textContent = seconds > 0 ? `Checking, for ${seconds} s` : "Checking";
  };
  const timers = [setTimeout(show, SOON), setInterval(show, 1000)];
  return () => {
    timers.forEach(clearTimeout);
    at("under-way").hidden = true;
    at("said").textContent = "";
  };
}

function told(done, all) {
  at("progress").max = all;
  at("progress").value = done;
  at("so-far").textContent = `${done} of ${all} statements are checked.`;
}

function cancel() {
  stop();
  at("said").textContent = "Cancelled. Nothing was found out.";
  at("files").focus();
}

/** Shows a result, and goes there. */
function lay(parts) {
  at("result").className = "verdict";
  at("result").replaceChildren(...parts);
  at("result").hidden = false;
  at("word").focus();
}

// ---- What came of it.

const MEANS = {
  REFUSED: "The certificate does not prove what it states, or it is about another file. Nothing follows from that about the mechanism, neither good nor bad.",
  DECLINED: "Nothing is wrong with what was checked, but not all is proved: a limit was met, or a claim of the file is left undecided.",
  UNREADABLE: "A file can not be used, so nothing was checked.",
};

/** @returns what an answer means, in a sentence or two */
function meaning({ word, claims }) {
  if (word !== "ACCEPTED") return MEANS[word];
  const { failing } = claims;
  const proved = "All that the certificate states is proved";
  if (failing === 0) return `${proved}. What that is, and of what, stands below, claim by claim: nothing beyond it was shown.`;
  const what = failing === 1 ? "one claim of the file fails" : `${failing} claims of the file fail`;
  return `${proved}, and that is also that ${what}. Accepted is the proof, not the mechanism.`;
}

const heading = (words) => make("h2", { id: "word", tabindex: "-1" }, words);

function broken(fault) {
  return [
    heading("NO ANSWER"),
    make("p", { class: "lead" }, "The check ended by a fault of this program, or the browser had no more memory. That is no verdict."),
    make("p", { class: "small" }, plain(fault.message)),
  ];
}

/** The whole result. */
function verdict(answer, files, of) {
  const { shown } = answer;
  const [mechanism, certificate] = of.map((k) => plain(files[k].name));
  const reasons = shown.why.map((why) => make("li", {}, why));
  return [
    heading(shown.word),
    make("p", { class: "lead" }, meaning(shown)),
    make("p", { class: "of" }, make("bdi", {}, shown.name ? `“${shown.name}”` : mechanism)),
    shown.summary ? make("p", { class: "count" }, `${shown.proved} proved; ${shown.summary}.`) : null,
    reasons.length > 0 ? make("h3", {}, shown.summary ? "What is not proved" : "What is wrong") : null,
    reasons.length > 0 ? make("ul", { class: "claims" }, ...reasons) : null,
    ...(shown.claims ? statements(shown) : []),
    ...(shown.claims ? [judged(shown, mechanism, certificate)] : []),
    ...(shown.word === "ACCEPTED" ? [drawing()] : []),
    printed(answer, mechanism, certificate),
    make("section", { class: "unprinted" }, make("h2", {}, "The files"), ...files.map(content)),
  ].filter((part) => part !== null);
}

/** The claims, then what else was found. */
function statements({ word, claims, findings }) {
  const title = word === "ACCEPTED" ? "What is proved, claim by claim" : "The claims of the file";
  const more = ({ more }) => (more > 0 ? [make("p", {}, `And ${more} more, which are in the text below.`)] : []);
  const found = findings.told.length > 0 && [
    make("details", {},
      make("summary", {}, `What else was found: ${findings.told.length + findings.more}`),
      make("p", { class: "small" }, "Nobody claimed these; the certificate proves them as well."),
      make("ol", { class: "claims" }, ...findings.told.map(statement)),
      ...more(findings)),
  ];
  return [
    make("h2", {}, title),
    claims.told.length > 0
      ? make("ol", { class: "claims" }, ...claims.told.map(statement))
      : make("p", {}, "The file claims nothing."),
    ...more(claims),
    ...(found || []),
  ];
}

function statement({ title, word, verdict, states, label, sentence, values, reasons }) {
  const kind = verdict === "fails" || word.startsWith("not") ? "not" : states === "value" ? "plain" : "";
  return make("li", {},
    make("div", { class: "top" }, make("h3", {}, title), make("span", { class: `badge ${kind}` }, word)),
    make("p", {}, make("bdi", {}, sentence)),
    values.length > 0 ? make("dl", {}, ...values.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])) : null,
    ...reasons.map((reason) => make("p", { class: "why" }, make("bdi", {}, reason))),
    make("p", { class: "label" }, make("code", {}, make("bdi", {}, label))));
}

/** Of what all that is said. */
function judged({ sha256, declared, neighbours, size }, mechanism, certificate) {
  const facts = { "declared privacy": declared, "neighbour relation": neighbours, size, "mechanism file": mechanism, certificate };
  const rows = Object.entries(facts).flatMap(([name, fact]) => [make("dt", {}, name), make("dd", {}, make("bdi", {}, fact))]);
  return make("section", {}, make("h2", {}, "What was judged"), make("dl", {}, ...rows,
    make("dt", {}, "SHA-256 of the mechanism file"), make("dd", {}, make("code", { class: "hash" }, sha256))));
}

/** The page of `certify html`, which is drawn when somebody asks for it. */
function drawing() {
  const place = make("div", {});
  const draw = async (event) => {
    event.target.disabled = true;
    await guarded(async () => {
      const page = await ask("draw", [], []);
      place.replaceChildren(
        make("p", { class: "actions" }, saving("Save the page", "verdict.html", page, "text/html")),
        make("iframe", { sandbox: "", title: "The verdict in pictures", srcdoc: page, tabindex: "0" }));
    });
  };
  return make("section", { class: "unprinted" },
    make("h2", {}, "In pictures"),
    make("p", {}, "The page that ", make("code", {}, "certify html"),
      " makes of these files: the table, its neighbours, the pairs that come closest. Without its chart of δ over ε."),
    make("p", { class: "actions" }, make("button", { type: "button", click: draw }, "Draw it")),
    place);
}

/** What the program prints, and how to run it. */
function printed({ status, text, complaint, json }, mechanism, certificate) {
  const words = text + (complaint === null ? "" : `verify: ${complaint}\n`);
  return make("section", {},
    make("h2", {}, "What verify prints"),
    make("pre", { tabindex: "0", "aria-label": "What verify prints" }, start(words)),
    make("p", { class: "small" }, `Exit status ${status}. The same on the command line: `,
      make("code", {}, `verify ${quoted(mechanism)} ${quoted(certificate)}`)),
    make("p", { class: "actions" },
      saving("Save as text", "verify.txt", words, "text/plain"),
      json === "" ? null : saving("Save as JSON", "verify.json", json, "application/json")));
}

/** @returns as much of a text as is shown */
function start(text) {
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}\n… and ${text.length - MOST_LETTERS} letters more` : text;
}

function quoted(name) {
  return /^[\w./+=:@][\w./+=:@-]*$/u.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

function saving(words, name, text, type) {
  const save = () => {
    const address = URL.createObjectURL(new Blob([text], { type }));
    make("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };
  return make("button", { type: "button", click: save }, words);
}

/** A file, to look into. */
function content({ name, content }) {
  const pre = make("pre", { tabindex: "0", "aria-label": plain(name) });
  const toggle = () => {
    pre.textContent = start(new TextDecoder().decode(content));
  };
  return make("details", { toggle }, make("summary", {}, make("bdi", {}, plain(name))), pre);
}

// ---- The examples.

function example({ title, about, files }) {
  const given = files.map(({ name, text }) => ({ name, content: new TextEncoder().encode(text).buffer }));
  const click = () => guarded(() => check(given, [0, 1]));
  return make("li", {}, make("button", { type: "button", click }, make("b", {}, title), make("span", {}, about)));
}

// ---- What happens when.

at("files").addEventListener("change", async (event) => {
  const files = [...event.target.files].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
  event.target.value = "";
  add(await held(files));
});
at("check").addEventListener("click", () => guarded(() => check(chosen, places())));
at("clear").addEventListener("click", clear);
at("cancel").addEventListener("click", cancel);
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("over");
});
document.addEventListener("dragleave", () => document.body.classList.remove("over"));
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  add(await held(await dropped(event.dataTransfer)));
});
at("gallery").append(...JSON.parse(at("gallery-files").textContent).map(example));
worker = started();
