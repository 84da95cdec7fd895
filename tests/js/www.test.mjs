// The page in a real Chromium: every way in, the keyboard alone, the numbers, the result.
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import { compact, drop, paste, said, serveRepository, skip, startBrowser, test, text } from "../www/browser.mjs";
import { chat, piFile, prunedFile } from "../www/sessions.mjs";

describe("the page", () => {
  let browser;
  before(async () => {
    if (!skip) browser = await startBrowser();
  });
  after(() => browser?.close());

  const long = JSON.stringify(chat(30));
  const number = async (page, selector) => Number((await text(page, selector)).replaceAll(",", ""));

  test("a session is pasted anywhere, or into the field", async () => {
    const page = await browser.open();
    await paste(page, long);
    await said(page, /^Loaded/);
    assert.match(await text(page, "#summary"), /pasted text: list of 151 messages in the openai-chat format; 151 messages in 30 turns/);
    await page.locator("#paste summary").click();
    await page.locator("#paste-text").fill(JSON.stringify({ messages: chat(2) }));
    await page.locator("#paste-read").click();
    await said(page, /list of 11 messages/);
    assert.equal(await page.locator(".segment").count(), 11);
    await page.settle();
  });

  test("a session is chosen as a file, the same one twice", async () => {
    const page = await browser.open();
    for (const version of [1, 2, 3, 3]) {
      const file = { name: `v${version}.jsonl`, mimeType: "application/jsonl", buffer: Buffer.from(piFile(version, 40)) };
      await page.locator("#file").setInputFiles(file);
      await said(page, new RegExp(`v${version}.jsonl: pi session file, version ${version}; 40 messages in 10 turns`));
    }
    await page.settle();
  });

  test("a session is dropped anywhere on the page", async () => {
    const page = await browser.open();
    await drop(page, piFile(3, 40), "dropped.jsonl");
    await said(page, /dropped.jsonl: pi session file/);
    assert.equal(await page.locator("body.dropping").count(), 0);
    await page.settle();
  });

  test("the keyboard alone leads from loading to the result", async () => {
    const page = await browser.open({ example: piFile(3, 200) });
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.className);
    const tabTo = async (id) => {
      for (let tabs = 0; tabs < 30; tabs++) {
        await page.keyboard.press("Tab");
        if ((await focused()) === id) return;
      }
      assert.fail(`Tab does not lead to ${id}`);
    };
    await tabTo("example");
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement).outlineWidth);
    assert.ok(Number.parseFloat(ring) >= 2, "the focus is visible");
    await page.keyboard.press("Enter");
    await said(page, /^Loaded/);
    assert.equal(await focused(), "now-title");
    // The bar is one tab stop, and arrow keys move in it.
    await page.keyboard.press("Tab");
    const name = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    assert.match(await name(), /^turn 1, message 1, user, about \d+ tokens\. Request 0/);
    await page.keyboard.press("ArrowRight");
    assert.match(await name(), /^turn 1, message 2, tool call, read/);
    assert.match(await text(page, "#readout"), /read\s+turn 1 · message 2/);
    await page.keyboard.press("ArrowDown");
    assert.match(await name(), /^turn 2, message 5, user/);
    await page.keyboard.press("ArrowUp");
    assert.match(await name(), /^turn 1, message 1,/);
    await page.keyboard.press("End");
    assert.match(await name(), /^turn 50, message 200, assistant/);
    assert.equal(await page.locator('#bar [tabindex="0"]').count(), 1);
    await page.keyboard.press("Enter");
    assert.match(await text(page, "#reader pre"), /Part 49 is mended/);
    await page.keyboard.press("Escape");
    assert.match(await name(), /message 200/, "the focus comes back");
    await tabTo("window");
    const threshold = await number(page, "#threshold");
    await page.keyboard.press("ArrowRight");
    assert.ok((await number(page, "#threshold")) > threshold);
    await tabTo("compact");
    await page.keyboard.press("Enter");
    await said(page, /^Compacted: /);
    assert.equal(await focused(), "result-title");
    await page.settle();
  });

  test("the numbers follow the window, and the cut follows what is kept", async () => {
    const page = await browser.open();
    await paste(page, long);
    await said(page, /^Loaded/);
    const set = async (id, value) => page.locator(`#${id}-number`).fill(String(value));
    await set("window", 16_000);
    assert.equal(await number(page, "#threshold"), 13_600);
    assert.equal(await text(page, "#action"), "compact");
    assert.equal(await text(page, "#reason"), "over threshold");
    await set("window", 1_000_000);
    assert.equal(await number(page, "#threshold"), 850_000);
    assert.equal(await text(page, "#action"), "go on");
    await set("window", 16_000);
    const cut = () => page.evaluate(() => document.querySelector("#bar .cut").getBoundingClientRect().left);
    const kept = async (tokens) => {
      await set("keep", tokens);
      await page.waitForTimeout(300);
      return cut();
    };
    const [much, little] = [await kept(5_000), await kept(1_000)];
    assert.ok(much < little, "keeping less moves the cut towards the end");
    await set("window", "0.2M");
    assert.equal(await number(page, "#threshold"), 170_000);
    await set("window", 16_000);
    for (const wrong of ["12", "", "many", "2000000", "-5", "NaN"]) {
      await set("window", wrong);
      assert.equal(await page.locator("#window-number").getAttribute("aria-invalid"), "true", wrong);
    }
    assert.match(await text(page, "#window-hint"), /a number from 1,000 to 1,000,000/);
    assert.equal(await number(page, "#threshold"), 13_600, "a wrong number changes nothing");
    await page.locator("#window-number").blur();
    assert.equal(await page.locator("#window-number").inputValue(), "16,000");
    await page.locator("#window").fill("0");
    assert.equal(await page.locator("#window-number").inputValue(), "1,000");
    await page.settle();
  });

  test("before and after are what the package says in Node", async () => {
    const { openSession } = await import("../../pkg/dist/index.js");
    const page = await browser.open();
    await paste(page, long);
    await said(page, /^Loaded/);
    await page.locator("#window-number").fill("16000");
    await page.locator("#keep-number").fill("3000");
    const title = await compact(page);
    const settings = { compaction: { keepRecentTokens: 3000 } };
    const session = await openSession({ id: "node", format: "openai-chat", model: { contextWindow: 16_000 }, settings });
    await session.append(chat(30));
    const outcome = await session.compact();
    const rebuilt = session.context().messages;
    session.close();
    const shown = (tokens) => tokens.toLocaleString("en-US");
    assert.ok(title.startsWith(`Compacted: ${shown(outcome.tokensBefore)} to ${shown(outcome.tokensAfter)} tokens`), title);
    assert.match(title, new RegExp(`151 to ${rebuilt.length} messages`));
    const summary = await page.locator(".summary-text").evaluate((box) => box.textContent);
    const bare = (markdown) => markdown.replace(/^#{1,4} /gm, "").replace(/\s/g, "");
    assert.equal(summary.replace(/\s/g, ""), bare(outcome.entry.summary));
    // Two bars on one scale: the after bar's length is its share of the before bar's.
    const widths = await page.locator(".compared .segments").evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    assert.ok(Math.abs(widths[1] / widths[0] - outcome.tokensAfter / outcome.tokensBefore) < 0.01);
    // The rebuilt context: its messages open, and the newest is there word for word.
    const after = page.locator(".columns > div").nth(1).locator("details");
    assert.equal(await after.count(), rebuilt.length);
    await after.last().locator("summary").click();
    assert.equal(await after.last().locator("pre").textContent(), rebuilt.at(-1).content);
    assert.match(await text(page, ".facts"), /breaks none of the provider's rules/);
    await page.settle();
  });

  test("what prunes hide is marked in the bar, told in a list, and can be read", async () => {
    const { text: file, notice, original } = prunedFile();
    const page = await browser.open();
    await drop(page, piFile(3, 160), "whole.jsonl");
    await said(page, /whole.jsonl: pi session file/);
    const whole = await number(page, "#tokens");
    assert.ok(await page.locator("#prunes").isHidden());
    assert.equal(await page.locator("#bar .segment.pruned, #legend .pruned").count(), 0);
    await drop(page, file, "pruned.jsonl");
    await said(page, /pruned.jsonl: pi session file/);
    const saved = whole - (await number(page, "#tokens"));
    const marked = page.locator("#bar .segment.pruned");
    assert.equal(await marked.count(), 13);
    const name = await marked.first().getAttribute("aria-label");
    assert.match(name, /^turn 1, message 3, tool output, read, about 8 tokens, \d+ tokens hidden by a prune \(old\)\. \[Output truncated/);
    assert.match(await text(page, "#legend"), /shortened by a prune/);
    const [, shortened, less] = /^3 prunes: (\d+) messages shortened now, ([\d,]+) tokens less$/.exec(await text(page, "#prunes summary"));
    assert.deepEqual([shortened, Number(less.replaceAll(",", ""))], ["13", saved]);
    await page.locator("#prunes summary").click();
    const rows = await page
      .locator("#prunes tbody tr")
      .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.deepEqual(rows, [
      ["2026-01-01 12:00:00", "threshold", "12 old, 1 repeated, 1 with a copy", "6,916"],
      ["2026-01-01 12:00:00", "emergency", "1 part", "not said"],
      ["2026-01-01 12:00:00", "restore", "1 message restored", "–"],
    ]);
    // A mark is seen, however narrow its segment is.
    const mark = await marked.first().evaluate((segment) => getComputedStyle(segment, "::after").width);
    assert.equal(mark, "3px");
    await marked.first().focus();
    assert.match(await text(page, "#readout"), /turn 1 · message 3 · ≈ 8 tokens · \d+ tokens hidden by a prune \(old\)/);
    await page.keyboard.press("Enter");
    assert.deepEqual(await page.locator("#reader pre").allTextContents(), [notice, original]);
    assert.match(await text(page, "#reader"), /\d+ tokens hidden by a prune \(old\)\. The original:/);
    await page.keyboard.press("Escape");
    await page.locator("#keep-number").fill("1000");
    await compact(page);
    assert.equal(await page.locator(".columns > div").first().locator(".fate.pruned").count(), 13);
    await page.settle();
  });

  test("where nothing can be folded, the page says why and changes nothing", async () => {
    const page = await browser.open();
    await paste(page, JSON.stringify(chat(1, 10)));
    await said(page, /^Loaded/);
    assert.match(await compact(page), /^Nothing was compacted: all of it is kept/);
    assert.match(await text(page, "#result-body"), /The session is as it was/);
    await page.locator("#keep-effect", { hasText: "Nothing to fold: all of it is kept." }).waitFor();
    await page.settle();
  });

  test("without the example the page says what to do", async () => {
    const page = await browser.open();
    await page.locator("#example").click();
    await page.locator("#alert", { hasText: /The example is not served here.*404/ }).waitFor();
    page.errors.splice(0, page.errors.length, ...page.errors.filter((error) => !/404/.test(error)));
    await page.settle();
  });

  test("without the package beside it the page says what is missing", async () => {
    const page = await browser.open({ missing: "**/pkg/**", ready: "#boot.alert" });
    assert.match(await text(page, "#boot"), /could not start.*Is the package built beside it/);
    await page.close();
  });

  test("it works from the repository's root on any static server", async () => {
    const plain = await serveRepository();
    const page = await browser.open({ address: plain.url, example: piFile(3, 60) });
    await page.locator("#example").click();
    await said(page, /epitome-build.jsonl: pi session file, version 3; 60 messages/);
    assert.match(await compact(page), /^Compacted|^Nothing/);
    await page.settle();
    plain.close();
  });
});
