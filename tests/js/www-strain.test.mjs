// The page under strain, in a real Chromium: bad input, hostile input, both themes, a phone's width, big sessions.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, describe } from "node:test";
import { at } from "../../xtask/lib/run.mjs";
import { compact, drop, paste, said, skip, startBrowser, test, text } from "../www/browser.mjs";
import { contrasts } from "../www/contrast.mjs";
import { chat, everyKind, piFile, prunedFile } from "../www/sessions.mjs";

describe("the page under strain", () => {
  let browser;
  before(async () => {
    if (!skip) browser = await startBrowser();
  });
  after(() => browser?.close());

  const long = JSON.stringify(chat(30));

  test("bad input is named with its place, and the former session stays", async () => {
    const page = await browser.open();
    await paste(page, long);
    await said(page, /^Loaded/);
    const call = { role: "assistant", content: null, tool_calls: [{ id: "1", type: "function", function: { arguments: "{}" } }] };
    for (const [input, expected] of [
      ["just words", /not valid JSON: line 1, column 1/],
      ['[{"role": "user", "content": "a"},\n  oops]', /line 2, column 3/],
      ["[]", /the list of messages is empty/i],
      ["{}", /an object without messages/],
      ["[1, 2]", /messages\[0\]/],
      ['[{"role": "user", "content": "a"}, {"role": "wizard", "content": "b"}]', /messages\[1\].*wizard/],
      [JSON.stringify([{ role: "user", content: "a" }, call]), /messages\[1\]\.tool_calls\[0\]\.function\.name/],
      ['{"type":"session","version":9,"id":"a"}\n{"type":"message"}', /version 9/],
      [piFile(3, 8).replace('"toolCallId":"call0"', '"toolCallId":7'), /Line 4, message\.toolCallId/],
    ]) {
      await paste(page, input);
      await page.locator("#alert", { hasText: expected }).waitFor({ timeout: 5000 });
      assert.match(await text(page, "#alert"), /pasted text is still loaded/);
      assert.match(await text(page, "#summary"), /151 messages/);
    }
    await paste(page, JSON.stringify(chat(2)));
    await said(page, /list of 11 messages/);
    assert.ok(await page.locator("#alert").isHidden());
    await page.settle();
  });

  test("what a provider would refuse, and lines that were left out, are remarks", async () => {
    const page = await browser.open();
    const lines = piFile(3, 12).trimEnd().split("\n");
    lines.splice(4, 1, "{broken");
    await paste(page, lines.join("\n"));
    await said(page, /^Loaded/);
    assert.match(await text(page, "#notes summary"), /remarks? on this session/);
    await page.locator("#notes summary").click();
    assert.match(await text(page, "#notes"), /Line 5 was left out/);
    await page.settle();
  });

  test("markup in a message stays text, wherever it is shown", async () => {
    const attack = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><b>bold</b>';
    const page = await browser.open();
    const messages = chat(30);
    // Long enough for a segment that the pointer can hit.
    messages[1].content = `${attack}${" word".repeat(400)}`;
    messages.at(-5).content = attack;
    messages.at(-4).tool_calls[0].function.name = attack;
    await drop(page, JSON.stringify(messages), `${attack}.json`);
    await said(page, /^Loaded/);
    await page.locator("#keep-number").fill("1000");
    await page.locator(".segment").nth(1).click();
    assert.equal(await text(page, "#reader pre"), messages[1].content);
    await page.keyboard.press("Escape");
    await page.locator(".segment").nth(1).hover();
    assert.match(await text(page, "#readout"), /<img src=x/);
    await compact(page);
    await page.locator(".columns details > summary").evaluateAll((all) => {
      for (const summary of all) summary.click();
    });
    await page.locator(".columns pre", { hasText: "<script>" }).first().waitFor();
    await paste(page, `[${attack}]`);
    await page.locator("#alert", { hasText: "<img" }).waitFor();
    assert.equal(await page.locator("main img, main script, main b").count(), 0);
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    await page.settle();
  });

  test("the page's policy lets nothing out and reads no text as markup", async () => {
    const page = await browser.open();
    const tried = await page.evaluate(async () => {
      const outcome = async (work) => {
        try {
          await work();
          return "allowed";
        } catch {
          return "refused";
        }
      };
      return {
        request: await outcome(() => fetch("https://example.invalid/")),
        markup: await outcome(() => {
          document.createElement("p").innerHTML = "<b>x</b>";
        }),
      };
    });
    assert.deepEqual(tried, { request: "refused", markup: "refused" });
    assert.ok(page.errors.some((error) => /Content Security Policy/.test(error)));
    await page.close();
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`contrast in the ${colorScheme} theme`, async () => {
      const page = await browser.open({ colorScheme, example: everyKind() });
      await page.locator("#example").click();
      await said(page, /^Loaded/);
      await page.locator("#keep-number").fill("1000");
      await compact(page);
      await paste(page, "not a session");
      await page.locator("#alert:not([hidden])").waitFor();
      const { low, kinds, measured } = await page.evaluate(contrasts);
      assert.deepEqual(low, [], "texts with a contrast below 4.5");
      assert.ok(measured > 100, `${measured} texts`);
      assert.deepEqual(kinds, ["assistant", "call", "failed", "instructions", "note", "output", "summary", "user"]);
      await drop(page, prunedFile().text, "pruned.jsonl");
      await said(page, /pruned.jsonl/);
      await page.locator("#prunes summary").click();
      assert.deepEqual((await page.evaluate(contrasts)).low, [], "of the prunes");
      const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      assert.equal(Number(/\d+/.exec(paper)[0]) > 128, colorScheme === "light");
      await page.settle();
    });
  }

  test("a phone's width shows everything without scrolling sideways", async () => {
    const page = await browser.open({ viewport: { width: 320, height: 640 } });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(await overflow(), 0);
    await paste(page, long);
    await said(page, /^Loaded/);
    await compact(page);
    assert.equal(await overflow(), 0);
    await drop(page, prunedFile().text, "pruned.jsonl");
    await said(page, /pruned.jsonl/);
    await page.locator("#prunes summary").click();
    assert.equal(await overflow(), 0);
    await page.settle();
  });

  test("motion is only for those who want it", async () => {
    const page = await browser.open();
    await paste(page, long);
    await said(page, /^Loaded/);
    const duration = () => page.locator("#bar .segments").evaluate((bar) => getComputedStyle(bar).transitionDuration);
    assert.equal(await duration(), "0s");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    assert.notEqual(await duration(), "0s");
    await page.settle();
  });

  const folder = at("..", "shared", "sessions");
  const real = ["pi-large-session.jsonl", "pi-before-compaction.jsonl"].filter((name) => existsSync(`${folder}/${name}`));
  const big = [
    ["made up, 3 MB", () => piFile(3, 1600, 1500)],
    ...real.map((name) => [name, () => readFileSync(`${folder}/${name}`, "utf8")]),
  ];
  for (const [name, content] of big) {
    test(`a big session stays quick: ${name}`, async () => {
      const page = await browser.open();
      await drop(page, content(), "big.jsonl");
      await said(page, /^Loaded/);
      const segments = await page.locator("#bar .segment").count();
      assert.ok(segments <= 900, `${segments} segments`);
      const move = await page.evaluate(() => {
        const slider = document.querySelector("#window");
        const since = performance.now();
        for (let step = 0; step < 30; step++) {
          slider.value = String(step * 10);
          slider.dispatchEvent(new Event("input", { bubbles: true }));
        }
        return (performance.now() - since) / 30;
      });
      // A generous bound for a busy machine; a move takes a few milliseconds.
      assert.ok(move < 100, `${move} ms for a move of the slider`);
      await page.locator("#window-number").fill("64000");
      assert.match(await compact(page), /^Compacted: /);
      await page.settle();
    });
  }
});
