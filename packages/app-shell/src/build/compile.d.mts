/** See compile.mjs. */
export declare function compile(config: object): Promise<{
  entrypoints: Record<string, { assets: { name: string }[] }>;
  chunks: { id: string | number; files: string[] }[];
}>;
