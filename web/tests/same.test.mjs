// What the page prints is what the command line prints: of all examples and of the quick suite, to the letter.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, browser, folders, opened, pairs, printed } from "./harness.mjs";

let chromium, page;
before(async () => {
  chromium = await browser();
  page = await opened(chromium);
});
after(async () => {
  await chromium.close();
});

/** Holds the page's answer against the command line's. */
async function same(mechanism, certificate) {
  const answer = await asked(page, mechanism, certificate);
  const told = printed(mechanism, certificate);
  const complaint = answer.complaint === null ? "" : `verify: ${answer.complaint}\n`;
  assert.deepEqual({ status: answer.status, text: answer.text, complaint }, told, certificate);
  return answer;
}

async function all(pairs, status) {
  assert.notEqual(pairs.length, 0);
  for (const [mechanism, certificate] of pairs) {
    const answer = await same(mechanism, certificate);
    if (status !== undefined) assert.equal(answer.status, status, certificate);
  }
}

test("every example with a certificate", async () => {
  await all(pairs("examples", "certificates/examples"), 0);
  await all(folders("examples").flatMap((folder) => pairs(folder)), 0);
});

test("every certificate of the quick suite", async () => {
  await all(["000", "001", "002", "003", "004"].flatMap((suite) => folders(`certificates/${suite}`)).flatMap((folder) => pairs(folder)), 0);
});

test("certificates that are accepted and those that are not", async () => {
  await all(pairs("tests/corpus/accept"), 0);
  await all(pairs("tests/corpus/reject"));
});

test("JSON too", async () => {
  const [mechanism, certificate] = ["examples/alvim-table2-m1.json", "certificates/examples/alvim-table2-m1.cert.json"];
  const { json } = await asked(page, mechanism, certificate);
  assert.equal(json, printed(mechanism, certificate, "--format", "json").text);
});

test("what can not be read", async () => {
  const good = "examples/alvim-table2-m1.json";
  for (const [mechanism, certificate] of [
    [good, good],
    ["certificates/examples/alvim-table2-m1.cert.json", good],
    ["examples/README.md", good],
    [good, "examples/README.md"],
  ]) {
    const { status } = await same(mechanism, certificate);
    assert.equal(status, 2);
  }
});

test("nothing was said on the console, and nothing asked for", () => assert.deepEqual(page.heard, []));
