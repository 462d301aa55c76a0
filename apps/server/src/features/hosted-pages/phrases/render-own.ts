/**
 * The documents with a school's own phrases. The build's prerender module renders them in a thread of its own, which ends with
 * that: no other server needs React.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Language } from '../../../http/language.ts';
import { ConfigError } from '../../../platform/config-reader.ts';
import { type Catalogue, ownPhrases } from './own-phrases.ts';
import type { WrittenPhrases } from './phrases-file.ts';

export interface OwnDocuments {
  /** HTML by `NAME.LANGUAGE`. */
  readonly html: Readonly<Record<string, string>>;
  /** The `words` of the pages' settings, by language. */
  readonly words: Readonly<Partial<Record<Language, object>>>;
}

/** What the thread does: it answers with the catalogues, is sent the trees, and answers with the documents. */
const thread = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.module).then(({ catalogue, ownDocuments }) => {
  parentPort.once('message', ({ build, trees }) => parentPort.postMessage(ownDocuments(build, trees)));
  parentPort.postMessage({ 'zh-CN': catalogue('zh-CN'), en: catalogue('en') });
});`;

/** The next message of a thread. @throws its error, and an Error where it ends without a message */
const next = <T>(worker: Worker): Promise<T> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
    worker.once('exit', code => reject(new Error(`the pages were not rendered: ended with ${code}`)));
  });

/**
 * @param web the folder of the built pages
 * @throws ConfigError for phrases that the pages do not have or can't show
 */
const renderOwn = async (web: string, written: WrittenPhrases): Promise<OwnDocuments> => {
  const file = (ending: string) => join(web, 'prerender', `web.${ending}`);
  const build = await readFile(file('json'), 'utf8').catch(() => undefined);
  if (build === undefined)
    throw new ConfigError([
      'ROLLCALL_PHRASES is set, and the pages are not built: there is nothing to change.',
    ]);
  const worker = new Worker(thread, { eval: true, workerData: { module: pathToFileURL(file('mjs')).href } });
  try {
    const catalogues = await next<Readonly<Record<Language, Catalogue>>>(worker);
    const { trees, problems } = ownPhrases(written, catalogues);
    if (problems.length > 0) throw new ConfigError(problems.map(problem => `ROLLCALL_PHRASES: ${problem}`));
    const documents = next<OwnDocuments>(worker);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ build: JSON.parse(build) as unknown, trees });
    return await documents;
  } finally {
    await worker.terminate();
  }
};

/** Renders them. @throws ConfigError for phrases that the pages do not have or can't show */
export type RenderOwn = (written: WrittenPhrases) => Promise<OwnDocuments>;

/** Those in force, those that an operator tries, and those of the environment. */
const KEPT = 3;

/** Makes what renders them, and keeps the last ones: most changes of the settings leave the phrases. */
export const createOwnDocuments = (web: string, render: typeof renderOwn = renderOwn): RenderOwn => {
  const kept = new Map<string, Promise<OwnDocuments>>();
  return written => {
    const key = JSON.stringify(written);
    const own = kept.get(key) ?? render(web, written);
    // The one that was used last stands last.
    kept.delete(key);
    kept.set(key, own);
    for (const old of [...kept.keys()].slice(0, -KEPT)) kept.delete(old);
    // What is no fault of the phrases may be over at the next time.
    own.catch((error: unknown) => {
      if (!(error instanceof ConfigError) && kept.get(key) === own) kept.delete(key);
    });
    return own;
  };
};

/** Why the pages can't show the phrases; undefined: they can. They are rendered for that. */
export const phrasesProblem = async (
  render: RenderOwn,
  written: WrittenPhrases,
): Promise<string | undefined> => {
  try {
    await render(written);
    return undefined;
  } catch (error) {
    return error instanceof ConfigError ? error.problems[0] : (error as Error).message;
  }
};
