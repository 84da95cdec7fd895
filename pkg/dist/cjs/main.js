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
  EpitomeError: () => import_errors.EpitomeError,
  classifyError: () => import_classify_error.classifyError,
  compact: () => import_stateless.compact,
  emergencyPrune: () => import_stateless.emergencyPrune,
  estimateTokens: () => import_stateless.estimateTokens,
  maskObservations: () => import_masking.maskObservations,
  needsCompaction: () => import_stateless.needsCompaction,
  openSession: () => import_session.openSession,
  presets: () => import_presets.presets,
  pruneForModel: () => import_masking.pruneForModel,
  repair: () => import_validity.repair,
  validate: () => import_validity.validate
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("./errors.js");
var import_masking = require("./masking.js");
var import_classify_error = require("./overflow/classify-error.js");
var import_presets = require("./presets.js");
var import_session = require("./session/session.js");
var import_stateless = require("./stateless.js");
var import_validity = require("./validity.js");
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  EpitomeError,
  classifyError,
  compact,
  emergencyPrune,
  estimateTokens,
  maskObservations,
  needsCompaction,
  openSession,
  presets,
  pruneForModel,
  repair,
  validate
});
