/** A model's server with a limit, a tokenizer and manners of its own. It alone knows them. */

import { estimateTokens } from "../../../pkg/dist/index.js";
import { jsonOf } from "./json.mjs";
import { PNG } from "./texts.mjs";
import { TRANSIENT, tooLarge, WITH_NUMBERS, WITHOUT_NUMBERS } from "./wording.mjs";

/** What it may do with a prompt that is too long. */
export const MANNERS = ["refuses", "refuses", "refuses", "refuses without numbers", "truncates", "accepts"];

export class Provider {
  #random;
  #format;
  #measured = new WeakMap();
  #images = new WeakMap();

  /**
   * @param limit the longest prompt     @param slope its tokens for one of our estimate
   * @param overhead tokens beside the messages      @param manner what it does with more
   * @param wording whose words it has   @param trouble how often it fails for no reason, 0 to 1
   * @param mostImages pictures that fit into the body of a request
   */
  constructor(random, format, { limit, slope, overhead, manner, wording, trouble, mostImages }) {
    this.#random = random;
    this.#format = format;
    Object.assign(this, { limit, slope, overhead, manner, wording, trouble, mostImages });
  }

  /** Its count of one message: its slope, and a twentieth more or less, as the text will have it. */
  tokensOf(message) {
    let estimate = this.#measured.get(message);
    if (estimate === undefined) {
      estimate = estimateTokens([message], { format: this.#format });
      this.#measured.set(message, estimate);
    }
    return Math.ceil(estimate * this.slope * (0.95 + ((estimate * 7919) % 100) / 1000));
  }

  /** Its count of a request. */
  tokens(messages) {
    return messages.reduce((sum, message) => sum + this.tokensOf(message), this.overhead);
  }

  /**
   * Answers a request: `{ tokens, over, error?, kind?, told?, input? }`; `input` is what it reports for the prompt, `kind` what
   * its error truly is and `told` the limit that stands in it.
   */
  answer(messages) {
    const { limit, manner, mostImages, trouble, wording } = this;
    if (this.#random.next() < trouble) {
      return { tokens: 0, over: false, kind: "transient", error: TRANSIENT[this.#random.below(TRANSIENT.length)]() };
    }
    const images = messages.reduce((sum, message) => sum + this.#imagesOf(message), 0);
    if (images > mostImages) return { tokens: 0, over: false, kind: "payload-too-large", error: tooLarge() };
    const tokens = this.tokens(messages);
    const over = tokens > limit;
    if (!over || manner === "accepts") return { tokens, over, input: tokens };
    if (manner === "truncates") return { tokens, over, input: limit };
    if (manner === "refuses") return { tokens, over, kind: "overflow", told: limit, error: WITH_NUMBERS[wording]({ tokens, limit }) };
    return { tokens, over, kind: "overflow", error: WITHOUT_NUMBERS[wording]() };
  }

  #imagesOf(message) {
    let images = this.#images.get(message);
    if (images === undefined) {
      images = jsonOf(message).split(PNG).length - 1;
      this.#images.set(message, images);
    }
    return images;
  }
}

/** Whose words a provider of these manners can have. */
export const wordings = (manner) => Object.keys(manner === "refuses without numbers" ? WITHOUT_NUMBERS : WITH_NUMBERS);
