// Programs from the system's package manager, where that is possible without asking anyone.
import { run, which } from "./run.mjs";

/** Installs packages of Debian's. Returns why it could not, or undefined. */
export async function aptInstall(...packages) {
  if (process.getuid?.() !== 0 || !which("apt-get")) return "it can be installed only as root with apt-get";
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  try {
    await run("apt-get", ["update", "-q"], { env });
    await run("apt-get", ["install", "-q", "-y", "--no-install-recommends", ...packages], { env });
  } catch (error) {
    return `apt-get could not install it: ${error.output?.trim().split("\n").at(-1) ?? error.message}`;
  }
  return undefined;
}
