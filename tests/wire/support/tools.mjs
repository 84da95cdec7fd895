/** The tools that the generated conversations use, as JSON Schema. */

const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
export const TOOLS = ["read", "grep", "run_command", "lookup"].map((name) => ({ name, description: `To ${name}.`, parameters }));
