/** What an entry may hold: whatever JSON keeps, of any size; the rest is refused. */
import { type Case } from "./trial.js";
/** Text in which something is easily lost. */
export declare const ODD_TEXT = "Gr\u00FC\u00DFe, \u4E16\u754C \uD83C\uDF0D e\u0301\u2028\u2029 \0 \uD83D alone, \uDC00 too, \uDFFF\uD800 turned, \uFFFD \uFEFF\u200B\r\n\t\b\" \\ \\u0000 $1 %s ' ; --";
export declare const values: Case[];
