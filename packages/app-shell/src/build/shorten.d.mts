/** See shorten.mjs. */
export declare const IN_CSS: RegExp;
export declare const ELSEWHERE: RegExp;
export declare function occurrences(
  text: string,
  pattern?: RegExp,
): { start: number; end: number; name: string }[];
/** Replaces the long names in a document. */
export declare function shorten(text: string, short: ReadonlyMap<string, string>): string;
