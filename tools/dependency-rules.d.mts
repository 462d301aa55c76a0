/** What the rules say of a folder's modules. */
export declare const checkDependencies: (
  root: string,
) => Promise<{ modules: number; imports: number; violations: string[] }>;
