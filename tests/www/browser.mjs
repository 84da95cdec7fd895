// The page in a real Chromium, watched: whatever it logs as an error or asks of another address is remembered.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { test as plainTest } from "node:test";
import { at } from "../../xtask/lib/run.mjs";
import { serve } from "../../xtask/www.mjs";
import { findChromium, launchChromium } from "../runtimes/chromium.mjs";

/** False where the page can be tried; otherwise the reason why not, for node:test. */
export const skip = findChromium() ? false : "no Chromium on this machine; EPITOME_CHROMIUM can name one";

/** A test that needs the browser. Each is skipped by itself, so that the count names all of them. */
export const test = (name, work) => plainTest(name, { skip }, work);

const EXAMPLE = "**/tests/fixtures/sessions/epitome-build.jsonl";
const TYPES = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml", ".jsonl": "text/plain" };

/** Starts a browser and `npm run www`'s server. */
export async function startBrowser() {
  const [chromium, { server, url }] = await Promise.all([launchChromium(), serve(0)]);
  return {
    url,
    /**
     * Opens the page. `example` is what the example's address answers: a session's text, or undefined for none;
     * `missing` are addresses that are not there, and `ready` what to wait for.
     */
    async open({ address = url, example, missing, ready = "#example", viewport = { width: 1280, height: 900 }, ...media } = {}) {
      const page = await chromium.context.newPage();
      const errors = [];
      const strangers = [];
      const { origin } = new URL(address);
      page.on("pageerror", (error) => errors.push(error.stack ?? String(error)));
      page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(message.text()));
      page.on("request", (request) => new URL(request.url()).origin !== origin && strangers.push(request.url()));
      await page.route(EXAMPLE, (route) =>
        route.fulfill(example === undefined ? { status: 404, body: "not found" } : { contentType: "text/plain", body: example }),
      );
      if (missing) await page.route(missing, (route) => route.fulfill({ status: 404, body: "not found" }));
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce", ...media });
      await page.goto(address);
      await page.locator(ready).waitFor();
      return Object.assign(page, {
        /** Ends a test: nothing was logged, and nobody else was asked. */
        async settle() {
          await page.close();
          assert.deepEqual(strangers, [], "requests to other addresses");
          assert.deepEqual(errors, [], "errors and warnings in the console");
        },
        errors,
      });
    },
    async close() {
      await chromium.close();
      server.close();
    },
  };
}

/** The repository as any static server shows it, the page below /www/. */
export async function serveRepository() {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = at(...path.split("/").filter((part) => part !== "" && part !== ".."), ...(path.endsWith("/") ? ["index.html"] : []));
    const body = await readFile(file).catch(() => undefined);
    response.writeHead(body ? 200 : 404, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    response.end(body ?? "not found");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}/www/`, close: () => server.close() };
}

/** Puts text onto the page as a paste does. */
export const paste = (page, text) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** Drops a file onto the page. */
export const drop = (page, text, name) =>
  page.evaluate(
    ([content, called]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], called, { type: "application/jsonl" }));
      for (const type of ["dragover", "drop"]) {
        document.querySelector("main").dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    },
    [text, name],
  );

/** Waits until the live region says what matches. */
export const said = (page, pattern) => page.locator("#live", { hasText: pattern }).waitFor({ state: "attached" });

/** The text of an element of the page. */
export const text = (page, selector) => page.locator(selector).textContent();

/** Presses Compact and returns the headline of the result. */
export async function compact(page) {
  await page.locator("#compact").click();
  await page.locator("#result").waitFor();
  return text(page, "#result-title");
}
