// What came of a check, laid out.

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
  if (failing === 0) return `${proved}. What that is stands below, claim by claim; nothing beyond it was shown.`;
  const what = failing === 1 ? "One claim of the file fails" : `${failing} claims of the file fail`;
  return `${proved}. ${what}, and that is proved too: ACCEPTED is said of the proof, not of the mechanism.`;
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
    shown.summary ? make("p", { class: "small" }, make("bdi", {}, `Declared: ${shown.declared}; neighbours: ${shown.neighbours}.`)) : null,
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
      event.target.remove();
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
