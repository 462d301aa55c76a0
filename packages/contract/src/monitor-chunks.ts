/** Recognises the errors of a part of a site that could not be loaded, by the words of browsers and bundlers. */

export interface FailedChunk {
  /** The file's path; `/` where the browser does not name it. */
  readonly address: string;
  /** Number or name; empty where the message has none. */
  readonly chunk: string;
  readonly reason: 'error' | 'timeout' | 'missing';
}

const MESSAGES = [
  // Chromium, Firefox, Safari: a module of import(), as Vite and Rolldown build them.
  /^Failed to fetch dynamically imported module: ?(?<url>\S*)/,
  /^error loading dynamically imported module:? ?(?<url>\S*)/i,
  /^Importing a module script failed/,
  // Vite's own loader of style sheets.
  /^Unable to preload CSS for (?<url>\S+)/,
  // webpack and Rspack, where the name ChunkLoadError was lost, and their style sheets.
  /^Loading (?:CSS )?chunk (?<chunk>[\w.-]{1,64}) failed\.?(?:\s+\((?:(?<reason>error|timeout|missing): )?(?<url>[^)\s]+)\))?/,
];

const ADDRESS = /^(?:https?:\/\/[^/?#]+)?(\/[!-~]{0,499})$/;
const FILE = /\/([\w.-]{1,64})\.(?:m?js|css)$/;

/** @returns undefined if the message is of another error, or of a module of neither this site nor another */
export const failedChunk = (message: string): FailedChunk | undefined => {
  const found = MESSAGES.map(pattern => pattern.exec(message)).find(match => match !== null);
  if (!found) return undefined;
  const { url = '', chunk, reason } = found.groups ?? {};
  const address = ADDRESS.exec(url.replace(/[?#].*/s, ''))?.[1];
  // Such as chrome-extension:
  if (url !== '' && address === undefined) return undefined;
  return {
    address: address ?? '/',
    chunk: chunk ?? FILE.exec(address ?? '')?.[1] ?? '',
    reason: reason === 'timeout' || reason === 'missing' ? reason : 'error',
  };
};
