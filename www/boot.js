/** Starts the page, and says so when it cannot start. */

const boot = document.getElementById("boot");
try {
  await import("./app.js");
  boot?.remove();
} catch (error) {
  console.error(error);
  if (boot) {
    boot.className = "alert";
    boot.textContent = `The page could not start: ${error instanceof Error ? error.message : error} Is the package built beside it, in pkg/dist?`;
  }
}

export {};
