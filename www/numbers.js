/** Numbers for people, and the logarithmic scale of the sliders. */

const grouped = new Intl.NumberFormat("en-US");
const rounded = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** 118432 → "118,432". @param {number} value */
export const count = (value) => grouped.format(Math.round(value));

/** 118432 → "118.4k". @param {number} value */
export function short(value) {
  if (value < 1000) return count(value);
  return value < 999_950 ? `${rounded.format(value / 1000)}k` : `${rounded.format(value / 1_000_000)}M`;
}

/** Reads a number as people write it: 200000, 200,000, 200k, 1.5M. NaN for anything else. @param {string} text */
export function readCount(text) {
  const [, digits, unit] = /^([\d., _]*\d[\d., _]*?)\s*([km]?)$/i.exec(text.trim()) ?? [];
  if (digits === undefined || unit === undefined) return Number.NaN;
  // With a unit a point is a decimal point; without, points and commas only group.
  const value = Number(unit ? digits.replace(/[, _]/g, "") : digits.replace(/[., _]/g, ""));
  return Math.round(value * (unit === "" ? 1 : unit.toLowerCase() === "k" ? 1_000 : 1_000_000));
}

/** `1 message`, `2 messages`. @param {number} value @param {string} word */
export const plural = (value, word) => `${count(value)} ${word}${value === 1 ? "" : "s"}`;

/** @param {readonly number[]} values */
export const sum = (values) => values.reduce((total, value) => total + value, 0);

/** How much smaller: "−79 %". @param {number} before @param {number} after */
export function change(before, after) {
  if (before === 0) return "±0 %";
  const percent = ((after - before) / before) * 100;
  const shown = Math.abs(percent) < 10 ? rounded.format(Math.abs(percent)) : count(Math.abs(percent));
  return `${percent > 0 ? "+" : "−"}${shown} %`;
}

/**
 * A slider's whole steps on one side, values on the other: each step multiplies.
 *
 * @param {number} least
 * @param {number} most
 * @param {number} steps
 */
export function logScale(least, most, steps) {
  const span = Math.log(most / least);
  return {
    /** The value of a step, rounded to three digits so that it reads well. @param {number} step */
    value(step) {
      const exact = least * Math.exp((span * step) / steps);
      const digit = 10 ** (Math.floor(Math.log10(exact)) - 2);
      return Math.min(most, Math.max(least, Math.round(exact / digit) * digit));
    },
    /** The step that is nearest to a value. @param {number} value */
    step(value) {
      return Math.round((Math.log(value / least) / span) * steps);
    },
  };
}
