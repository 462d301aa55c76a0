/** What the rules say of a folder's modules. */
export declare const checkArrows: (
  root: string,
) => Promise<{ modules: number; arrows: number; violations: string[] }>;
