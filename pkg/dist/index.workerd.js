/** The package as Cloudflare-style workers load it. */
import "./engine/load-workerd.js";
export * from "./main.js";
