/** A context as a bar of cells, each for so many tokens: its colour or letter says whose they are, its shade what became of them. */
import type { Kind } from "./message.js";
import type { Item } from "./open.js";
import { type Ink, type Style } from "./style.js";
/** What became of a message. */
export type Fate = "kept" | "folded" | "masked";
/** A cell: whose tokens, and what became of them; or the cut, and the space beside it. */
export type Cell = {
    kind: Kind;
    fate: Fate;
} | "cut" | "gap";
/** Neighbours that are drawn in cells of their own, so that a border between cells is a border between messages. */
export type Run = readonly {
    item: Item;
    fate: Fate;
}[];
/** The colour of a kind of message. */
export declare const inkOf: (kind: Kind) => Ink;
/** How many tokens a cell stands for: a round number, so that the bar fills the rows that it gets. */
export declare function scaleOf(tokens: number, columns: number, messages: number): number;
/** Parts items into runs: what stays, what goes, and each summary are by themselves. */
export declare function runsOf(items: readonly Item[], fateOf: (item: Item) => Fate): Run[];
/** The cells of runs, one after the other; the cut stands behind the last that was folded away. */
export declare function cellsOf(runs: readonly Run[], scale: number): Cell[];
/** Cells as rows of text. */
export declare function drawCells(cells: readonly Cell[], columns: number, style: Style): string[];
/** What the cells mean: only what there is to see. */
export declare function legend(cells: readonly Cell[], scale: number, style: Style): string[];
