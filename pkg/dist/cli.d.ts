#!/usr/bin/env node
/** The command line: `epitome inspect FILE`, `epitome tree FILE` and `epitome compact FILE`. Node only. */
export {};
