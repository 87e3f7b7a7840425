// The files that somebody chose, and which is which.

/** The most bytes of a file that are read: one more than `verify` takes, so that it says so itself. */
const MOST_BYTES = 2 ** 26 + 1;

/** The most files of a folder. */
const MOST_FILES = 500;

const ROLES = { mechanism: "the mechanism file", certificate: "its certificate", other: "a file that it names" };

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
  const certificates = chosen.filter(isCertificate);
  const certificate = certificates.length === 1 ? certificates[0] : undefined;
  const others = chosen.filter((file) => !isCertificate(file));
  const named = certificate?.name.replace(/\.cert\.json$/u, ".json");
  const mechanism =
    others.find((file) => file.sha256 === certificate?.of) ??
    others.find((file) => file.name === named) ??
    (others.length === 1 ? others[0] : undefined);
  for (const file of chosen) {
    file.role = isCertificate(file) ? "certificate" : file === mechanism ? "mechanism" : "other";
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
    certificate: ["There is no certificate yet.", "There is more than one certificate: say which is not to be checked."],
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
