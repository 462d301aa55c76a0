/** See client.mjs. */
export declare function clientConfig(options: {
  context: string;
  entry: Record<string, string>;
  folder: string;
  maps: string;
  plugins?: unknown[];
}): object;
