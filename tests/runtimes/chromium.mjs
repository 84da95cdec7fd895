// A real Chromium for tests: found on the machine, never downloaded by a test tool.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { which } from "../../xtask/lib/run.mjs";

/** The Chromium of this machine, or undefined. `EPITOME_CHROMIUM` names another one. */
export function findChromium() {
  return which(
    process.env.EPITOME_CHROMIUM ?? "chromium",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  );
}

/** Starts it headless, with a profile of its own and nothing that talks to the network by itself. */
export async function launchChromium() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("no Chromium on this machine");
  const { chromium } = await import("playwright-core");
  const profile = mkdtempSync(join(tmpdir(), "epitome-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    chromiumSandbox: false,
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-gpu",
      "--disable-quic",
      "--disable-sync",
      "--no-first-run",
    ],
  });
  return {
    context,
    version: context.browser()?.version() ?? "",
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
