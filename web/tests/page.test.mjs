// The page as somebody uses it.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { AXE, browser, choose, opened, pair, pairs, read, word } from "./harness.mjs";

let chromium, page;
before(async () => {
  chromium = await browser();
});
after(async () => {
  await chromium.close();
});
beforeEach(async () => {
  page = await opened(chromium);
});

const TABLE = pair("examples/alvim-table2-m1.json", "certificates/examples/alvim-table2-m1.cert.json");
const LIE = pair("examples/lying-identity.json", "certificates/examples/lying-identity.cert.json");
const RUNS = pair("examples/field/sdcmicro-303-runs.json", "examples/field/sdcmicro-303-runs.cert.json");
const quiet = (page) => assert.deepEqual(page.heard, []);

test("each example of the gallery is checked, and told in words", async () => {
  const buttons = await page.locator("#gallery button").all();
  assert.ok(buttons.length >= 12);
  for (const button of buttons) {
    const title = await button.locator("b").textContent();
    await button.click();
    assert.equal(await word(page), title.includes("forged") ? "REFUSED" : "ACCEPTED", title);
    assert.ok(await page.locator("#result .claims li").count() > 0, title);
    assert.equal(await page.evaluate(() => document.activeElement.id), "word");
  }
  quiet(page);
});

test("a table that is private", async () => {
  await choose(page, TABLE);
  assert.equal(await word(page), "ACCEPTED");
  const result = page.locator("#result");
  assert.match(await result.textContent(), /11 statements proved; 5 claims hold, 0 fail\./u);
  assert.match(await result.locator(".lead").textContent(), /^All that the certificate states is proved\./u);
  assert.match(await result.textContent(), /The table is ε-differentially private\./u);
  assert.match(await result.textContent(), /4a360c0bba4bd33859a1142b5489e5836115e3ee1d1f687d89ffdd976b346b20/u);
  quiet(page);
});

test("that a claim fails is what the first screen says", async () => {
  await choose(page, LIE);
  assert.equal(await word(page), "ACCEPTED");
  assert.match(await page.locator("#result .lead").textContent(), /\. One claim of the file fails, and that is proved too: ACCEPTED is said of the proof, not of the mechanism\.$/u);
  assert.match(await page.locator("#result").textContent(), /With δ = 0 the table is not ε-differentially private\./u);
});

test("certificates that are to be refused", async () => {
  const refused = pairs("tests/corpus/reject").slice(0, 10);
  assert.equal(refused.length, 10);
  for (const [mechanism, certificate] of refused) {
    await choose(page, pair(mechanism, certificate));
    assert.notEqual(await word(page), "ACCEPTED", certificate);
    assert.ok(await page.locator("#result .claims").first().textContent(), certificate);
    assert.equal(await page.getByText("Draw it").count(), 0);
    await page.getByText("Put the files away").click();
  }
  quiet(page);
});

test("files one after the other, in any order", async () => {
  const [mechanism, certificate] = TABLE;
  await choose(page, [certificate]);
  await page.getByText("There is no mechanism file yet.").waitFor();
  assert.ok(await page.locator("#check").isDisabled());
  assert.ok(await page.locator("#result").isHidden());
  await choose(page, [mechanism]);
  assert.equal(await word(page), "ACCEPTED");
});

test("a file that the mechanism file names, and what is said without it", async () => {
  const [mechanism, certificate, ...others] = RUNS;
  assert.equal(others.length, 1);
  await choose(page, [mechanism, certificate]);
  assert.equal(await word(page), "UNREADABLE");
  assert.match(await page.locator("#result").textContent(), /sdcmicro-303-declared\.json: No such file or directory/u);
  await choose(page, others);
  await page.locator("#word", { hasText: "ACCEPTED" }).waitFor();
  // It has been told from its certificate's by the hash.
  assert.deepEqual(await page.locator("#list select").evaluateAll((all) => all.map((select) => select.value)), ["mechanism", "certificate", "other"]);
});

test("a changed file is not the one that the certificate is about", async () => {
  const [mechanism, certificate] = TABLE;
  await choose(page, [{ ...mechanism, text: mechanism.text.replace("\n", "\n ") }, certificate]);
  assert.equal(await word(page), "REFUSED");
  assert.match(await page.locator("#result").textContent(), /the certificate is of another file/u);
});

/** A table so large that its check takes a while. */
function large() {
  const text = JSON.stringify({
    format: "dp-mechanism/1", privacy: { alpha: "99/100" }, query: { graph: "line", nodes: 300 },
    mechanism: { family: "truncated-geometric" },
  });
  const groups = Array.from({ length: 40 }, (_, k) => ({ claim: "group-privacy", distance: k + 2, verdict: "holds" }));
  const statements = [{ claim: "stochastic", verdict: "holds" }, { claim: "dp", verdict: "holds" }, ...groups];
  const certificate = { format: "dp-certificate/2", sha256: createHash("sha256").update(text).digest("hex"), statements };
  return [{ name: "large.json", text }, { name: "large.cert.json", text: JSON.stringify(certificate) }];
}

test("a long check is cancelled, and the next one is as any other", async () => {
  await choose(page, large());
  await page.getByText(/^[1-9]\d* of 42 statements are checked\.$/u).waitFor();
  await page.locator("#cancel").click();
  assert.equal(await page.locator("#said").textContent(), "Cancelled. Nothing was found out.");
  assert.ok(await page.locator("#result").isHidden());
  assert.ok(await page.locator("#under-way").isHidden());
  await page.getByText("Five voters, counted").click();
  assert.equal(await word(page), "ACCEPTED");
  quiet(page);
});

test("what strangers wrote stays text", async () => {
  const markup = "<img src=x onerror=alert(1)>\u202e<script>alert(2)</script>";
  const file = JSON.parse(TABLE[0].text);
  file.name = markup;
  file.priors = { [markup]: "uniform" };
  file.claims = [{ claim: "utility", prior: markup }];
  file.query.labels = file.mechanism.matrix.map((_, k) => `${markup}${k}`);
  const statement = { claim: "utility", prior: markup, verdict: "undecided", reason: markup };
  const certificate = { format: "dp-certificate/2", sha256: markup, statements: [statement] };
  await choose(page, [
    { name: `${markup}.json`, text: JSON.stringify(file) },
    { name: `${markup}.cert.json`, text: JSON.stringify(certificate) },
  ]);
  assert.equal(await word(page), "REFUSED");
  assert.equal(await page.locator("main img, main script").count(), 0);
  assert.ok(!(await page.locator("main").textContent()).includes("\u202e"));
  quiet(page);
});

test("the page in pictures runs no script", async () => {
  await choose(page, LIE);
  await page.getByText("Draw it").click();
  const frame = page.locator("iframe");
  await frame.waitFor();
  assert.equal(await frame.getAttribute("sandbox"), "");
  await page.frameLocator("iframe").getByText("How to check this again").waitFor();
  const width = await page.frameLocator("iframe").locator("main").evaluate((main) => getComputedStyle(main).maxWidth);
  assert.notEqual(width, "none");
  quiet(page);
});

test("what is printed can be saved", async () => {
  await choose(page, TABLE);
  await word(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Save as text").click()]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  assert.equal(Buffer.concat(chunks).toString(), await page.locator("pre").first().textContent());
});

test("nothing may be asked for", async () => {
  const refused = await page.evaluate(() => Promise.all(
    ["https://example.org/", "data:,x"].map((address) => fetch(address).then(() => false, () => true))));
  assert.deepEqual(refused, [true, true]);
  const policy = await page.locator("meta[http-equiv]").getAttribute("content");
  assert.ok(policy.startsWith("default-src 'none'; "), policy);
  for (const word of ["'unsafe-inline'", "'unsafe-eval'", "data:", "http"]) assert.ok(!policy.includes(word), policy);
});

test("by the keyboard alone", async () => {
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "files");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.parentElement.parentElement.id), "gallery");
  await page.keyboard.press("Enter");
  assert.equal(await word(page), "ACCEPTED");
  assert.equal(await page.evaluate(() => document.activeElement.id), "word");
});

for (const [view, options] of Object.entries({
  "a desk by day": { viewport: { width: 1100, height: 900 }, colorScheme: "light" },
  "a desk by night": { viewport: { width: 1100, height: 900 }, colorScheme: "dark" },
  "a telephone by day": { viewport: { width: 390, height: 844 }, colorScheme: "light" },
  "a telephone by night": { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
})) {
  test(`axe-core finds nothing on ${view}`, async () => {
    page = await opened(chromium, options);
    await clean("empty");
    await choose(page, [TABLE[1]]);
    await page.getByText("There is no mechanism file yet.").waitFor();
    await clean("lacking a file");
    await choose(page, [TABLE[0]]);
    await word(page);
    await page.locator("details").first().click();
    await clean("accepted");
    await page.getByText("A lie that is found out").click();
    await word(page);
    await clean("a claim fails");
    await page.getByText("A forged certificate").click();
    await page.locator("#word", { hasText: "REFUSED" }).waitFor();
    await clean("refused");
    quiet(page);
  });
}

/** Nothing that axe-core finds, and nothing that scrolls sideways. */
async function clean(state) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => axe.run(document, { iframes: false }));
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), [], state);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${state}: scrolls sideways`);
}

test("all files of the gallery are as they stand in the repository", async () => {
  const examples = await page.evaluate(() => JSON.parse(document.getElementById("gallery-files").textContent));
  for (const { files } of examples) {
    for (const { name, text } of files) assert.equal(text, read(name), name);
  }
});
