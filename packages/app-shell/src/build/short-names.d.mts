/** See short-names.mjs. */
export declare function shortened(longNames: string[]): Map<string, string>;
export declare class ShortNames {
  short: Map<string, string>;
  apply(compiler: unknown): void;
}
