/** Text of others on its way to a terminal: made harmless, measured in columns, clipped and wrapped. */
/** The text without all that a terminal would obey or hide: escape sequences, control and format characters. Line feeds stay. */
export declare function clean(text: string): string;
/** The same on one line. */
export declare function oneLine(text: string): string;
/** How many columns the text takes. */
export declare function widthOf(text: string): number;
/** The text cut to so many columns; an ellipsis shows that it was longer. */
export declare function clip(text: string, columns: number): string;
/** The text cut or filled up to exactly so many columns. */
export declare function fill(text: string, columns: number): string;
/** The text in lines of at most so many columns, broken between words where that is possible. */
export declare function wrap(text: string, columns: number): string[];
