// A browser with the page in it, the verifier of the command line, and the files of this repository.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = normalize(join(dirname(fileURLToPath(import.meta.url)), "..", ".."));
export const PAGE = join(ROOT, "web", "dist", "verify.html");
export const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const BROWSERS = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const VERIFIERS = [process.env.VERIFY, "target/release/verify", "target/debug/verify", "target/debug/dp-verify"];

const found = (paths, what) => {
  const path = paths.find((path) => path && existsSync(join(path.startsWith("/") ? "/" : ROOT, path)));
  if (!path) throw new Error(`there is no ${what}`);
  return path.startsWith("/") ? path : join(ROOT, path);
};

export const VERIFY = found(VERIFIERS, "verify: cargo build -p dp-verify");

/** @returns a browser with the network off */
export const browser = () =>
  chromium.launch({ executablePath: found(BROWSERS, "Chromium"), args: ["--no-sandbox"] });

/** Opens the page; whatever the console says and whatever is asked for goes into `heard`. */
export async function opened(browser, options = {}) {
  const context = await browser.newContext({ offline: true, ...options });
  const page = await context.newPage();
  const address = pathToFileURL(PAGE).href;
  page.heard = [];
  page.on("console", (message) => page.heard.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => page.heard.push(`error: ${error.message}`));
  // The page itself, and the worker that it makes of a part of itself.
  const own = (url) => url === address || url.startsWith("blob:");
  page.on("request", (request) => own(request.url()) || page.heard.push(`request: ${request.url()}`));
  await page.goto(address);
  return page;
}

/** @returns a file of this repository */
export const read = (path) => readFileSync(join(ROOT, path), "utf8");

/** @returns a mechanism file, its certificate, and the files that it names, each with its text */
export function pair(mechanism, certificate) {
  const named = [...read(mechanism).matchAll(/"([^"\\]+\.json)"/gu)].map(([, name]) => join(dirname(mechanism), name));
  const paths = [mechanism, certificate, ...named.filter((path) => existsSync(join(ROOT, path)))];
  return [...new Set(paths)].map((name) => ({ name, text: read(name) }));
}

/** @returns what the command line prints of a pair, and the exit status */
export function printed(mechanism, certificate, ...options) {
  const run = spawnSync(VERIFY, [mechanism, certificate, ...options], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });
  return { status: run.status, text: run.stdout, complaint: run.stderr };
}

/** @returns the pairs in a folder, whose certificates lie there or in another one */
export function pairs(folder, certificates = folder) {
  const ending = ".cert.json";
  const names = readdirSync(join(ROOT, certificates)).filter((name) => name.endsWith(ending)).sort();
  return names.map((name) => [join(folder, `${name.slice(0, -ending.length)}.json`), join(certificates, name)]);
}

/** @returns the folders below one */
export function folders(folder) {
  const inside = readdirSync(join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return inside.flatMap(({ name }) => [join(folder, name), ...folders(join(folder, name))]).sort();
}

/** Puts files before the page as somebody does who chooses them. */
export const choose = (page, files) =>
  page.setInputFiles("#files", files.map(({ name, text }) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) })));

/** Asks the page's verifier, past what is shown, about a mechanism file and its certificate. */
export async function asked(page, mechanism, certificate) {
  const files = pair(mechanism, certificate);
  const of = [mechanism, certificate].map((path) => files.findIndex(({ name }) => name === path));
  return page.evaluate(async ({ files, of }) => {
    const bytes = files.map(({ name, text }) => ({ name, content: new TextEncoder().encode(text).buffer }));
    return ask("check", bytes, of);
  }, { files, of });
}

/** @returns the word at the top of a result, once there is one */
export async function word(page) {
  await page.locator("#result:not([hidden])").waitFor();
  return page.locator("#word").textContent();
}
