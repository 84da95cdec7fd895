/** A slider and a field that are one value: the slider by feel, on a logarithmic scale, the field exactly. */

import { byId } from "./dom.js";
import { count, logScale, readCount } from "./numbers.js";

/** Few enough that each step changes the rounded value, many enough to move smoothly. */
const STEPS = 300;

export class Knob {
  /**
   * Binds `#id` (the slider), `#id-number` (the field) and `#id-hint` (where a wrong number is answered).
   *
   * @param {string} id
   * @param {{ least: number; most: number; changed: (value: number) => void }} options
   */
  constructor(id, { least, most, changed }) {
    this.slider = /** @type {HTMLInputElement} */ (byId(id));
    this.field = /** @type {HTMLInputElement} */ (byId(`${id}-number`));
    this.hint = byId(`${id}-hint`);
    this.least = least;
    this.most = most;
    this.scale = logScale(least, most, STEPS);
    this.value = least;
    this.slider.max = String(STEPS);
    this.slider.addEventListener("input", () => {
      this.set(this.scale.value(this.slider.valueAsNumber), this.slider);
      changed(this.value);
    });
    this.field.addEventListener("input", () => {
      const wanted = readCount(this.field.value);
      const right = wanted >= least && wanted <= most;
      this.#complain(!right);
      if (!right) return;
      this.set(wanted, this.field);
      changed(this.value);
    });
    // Whoever leaves the field finds the value that is in force.
    this.field.addEventListener("change", () => this.set(this.value));
  }

  /** @param {number} value @param {HTMLInputElement} [by] what the user is moving: it is left alone */
  set(value, by) {
    this.value = Math.min(this.most, Math.max(this.least, Math.round(value)));
    if (by !== this.slider) this.slider.value = String(this.scale.step(this.value));
    if (by !== this.field) this.field.value = count(this.value);
    this.slider.setAttribute("aria-valuetext", `${count(this.value)} tokens`);
    this.#complain(false);
  }

  /** @param {boolean} wrong */
  #complain(wrong) {
    this.field.setAttribute("aria-invalid", String(wrong));
    this.hint.textContent = wrong ? `a number from ${count(this.least)} to ${count(this.most)}` : "";
  }
}
