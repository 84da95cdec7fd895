/** Safe file names for the ids of sessions and artifacts, whatever they hold. Node only. */
/**
 * The file name of a session. Letters, digits, `-`, `_` and inner dots stay, everything else becomes `%` and two hex digits a
 * byte; so no id leaves the directory, and no two ids share a name. An id that would be too long ends in its hash.
 */
export declare function fileNameOf(sessionId: string): string;
/**
 * The file name of an artifact. As that of a session, but without capitals, since not every file system tells them apart;
 * a surrogate without its other half becomes `%u` and four digits.
 */
export declare function artifactFileName(id: string): string;
/**
 * The session id of a file name: a text, null if the name ends in a hash and only the file's header tells, or undefined if
 * it is not a name that `fileNameOf` gives.
 */
export declare function sessionIdOf(fileName: string): string | null | undefined;
