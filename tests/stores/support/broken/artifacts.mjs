/** Stores that are wrong in their artifacts. */

import { memory } from "../../../../pkg/dist/stores/memory.js";
import { onArtifacts, wellFormed } from "./faults.mjs";

export const artifacts = {
  "gives undefined for an unknown artifact": {
    caught: {
      "artifacts: kept for any handle, and null where there is none": /get\("a"\) answered undefined, which is neither a string nor null/,
    },
    make: onArtifacts(({ disk }, id) => ({ get: (name, o) => disk.artifacts(id).get(name, o) ?? undefined })),
  },
  "takes an empty artifact for none": {
    caught: {
      "artifacts: kept for any handle, and null where there is none": /an empty string that was put: get gives null instead of ""/,
    },
    make: onArtifacts(({ disk }, id) => ({ get: (name, o) => disk.artifacts(id).get(name, o) || null })),
  },
  "writes artifacts over": {
    caught: { "artifacts: the first data of an id stay": /found "second, and longer"|the data differ/ },
    make({ disk, shared }) {
      shared.artifacts ??= new Map();
      return {
        artifacts: (id) => ({
          put(name, data, o) {
            disk.artifacts(id).put(name, data, o);
            shared.artifacts.set(JSON.stringify([id, name]), data);
          },
          get: (name, o) => (disk.artifacts(id).get(name, o) === null ? null : (shared.artifacts.get(JSON.stringify([id, name])) ?? null)),
        }),
      };
    },
  },
  "has the same artifacts for all sessions": {
    caught: { "artifacts: each session has its own": /the same id in another session: get gives "of s" instead of null/ },
    make: ({ disk }) => ({ artifacts: (id) => disk.artifacts(id && "one") }),
  },
  "joins session and id to a key": {
    caught: { "artifacts: each session has its own": /an id that looks like the other session's key: get gives "1" instead of null/ },
    make: ({ disk }) => ({
      artifacts(id) {
        const all = disk.artifacts(id && "all");
        return { put: (name, data, o) => all.put(name && `${id}/${name}`, data, o), get: (name, o) => all.get(name && `${id}/${name}`, o) };
      },
    }),
  },
  "keeps artifacts as UTF-8": {
    caught: { "artifacts: any string, any id": /the data differ at unit/ },
    make: onArtifacts(({ disk }, id) => ({
      put: (name, data, o) => disk.artifacts(id).put(name, typeof data === "string" ? wellFormed(data) : data, o),
    })),
  },
  "cuts artifacts off": {
    caught: { "artifacts: many megabytes": /the data differ at unit 1000000 \(1000000 and 6400001 UTF-16 units\)/ },
    make: onArtifacts(({ disk }, id) => ({ put: (name, data, o) => disk.artifacts(id).put(name, data?.slice?.(0, 1_000_000) ?? data, o) })),
  },
  "leaves the artifacts of a deleted session": {
    caught: { "artifacts: they go with their session": /an artifact of the deleted session: get gives "of s" instead of null/ },
    make: ({ shared }) => {
      shared.beside ??= memory();
      return { artifacts: (id) => shared.beside.artifacts(id) };
    },
  },
  "makes text of any artifact": {
    caught: { "artifacts: what cannot be meant is refused": /put\("a", undefined\) answered undefined instead of throwing/ },
    make: onArtifacts(({ disk }, id) => ({ put: (name, data, o) => disk.artifacts(id).put(name, String(data), o) })),
  },
};
