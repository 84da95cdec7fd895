var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  GROUPS: () => GROUPS,
  opcodeTables: () => opcodeTables
});
module.exports = __toCommonJS(stdin_exports);
const GROUPS = [2, 4, 5, 11, 12, 16, 17, 32, 33, 34, 35, 40, 54, 65, 66, 69, 103];
const EFFECTS = [
  [4, 1, 0],
  [5, 0, 0],
  [13, 1, 0],
  [15, 0, 0],
  [26, 1, 0],
  [27, 3, 1],
  [29, 0, 0],
  [33, 1, 0],
  [34, 0, 0],
  [35, 0, 1],
  [36, 1, 0],
  [40, 1, 1],
  [41, 1, 2],
  [42, 1, 4],
  [44, 1, 1],
  [48, 1, 2],
  [54, 2, 0],
  [63, 0, 1],
  [64, 1, 1],
  [65, 0, 1],
  [66, 0, 2],
  [67, 0, 4],
  [69, 1, 1],
  [70, 2, 1],
  [80, 1, 1],
  [81, 2, 1],
  [103, 1, 1],
  [106, 2, 1],
  [121, 1, 2],
  [124, 2, 2],
  [139, 1, 4],
  [160, 2, 4],
  [167, 1, 1],
  [172, 1, 2],
  [178, 1, 4],
  [188, 1, 1],
  [189, 1, 2],
  [190, 1, 4],
  [192, 1, 1],
  [194, 1, 2],
  [252, 3, 0]
];
function opcodeTables() {
  const groups = new Uint8Array(256);
  const takes = new Uint8Array(256);
  const gives = new Uint8Array(256);
  GROUPS.forEach((opcode, group) => {
    groups.fill(group + 1, opcode);
  });
  for (const [opcode, take, give] of EFFECTS) {
    takes.fill(take, opcode);
    gives.fill(give && 128 - give, opcode);
  }
  return { groups, takes, gives };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  GROUPS,
  opcodeTables
});
