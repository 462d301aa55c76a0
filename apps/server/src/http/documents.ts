/** The HTML documents, read once and kept in memory as they are sent: each language, theme and encoding. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { type Language, languages, type Theme } from './language.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface Document {
  readonly body: Buffer;
  /** Quoted; another for each language, theme and encoding. */
  readonly etag: string;
}

const compress: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: promisify(brotliCompress) as (body: Buffer) => Promise<Buffer>,
  gzip: promisify(gzip) as (body: Buffer) => Promise<Buffer>,
  identity: async body => body,
};

/** The best encoding that Accept-Encoding allows: brotli, gzip, none. */
export const acceptedEncoding = (header: string | string[] | undefined): Encoding => {
  const allowed = new Set<string>();
  for (const part of String(header ?? '').split(',')) {
    const [name = '', weight = ''] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    if (!/^q=0(?:\.0*)?$/.test(weight)) allowed.add(name);
  }
  return allowed.has('br') ? 'br' : allowed.has('gzip') ? 'gzip' : 'identity';
};

export class Documents {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #made = new Map<string, Promise<Document>>();

  private constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  /**
   * Reads `<folder>/<page>.<language>.html`; files that are absent are no documents.
   * @param env stands in the first `data-env=""` of each, for the scripts to read
   */
  static async read(
    folder: string,
    env: string,
    names: readonly string[] = ['index', 'sign-in', 'sign-up', 'reset', 'oauth', 'account'],
  ): Promise<Documents> {
    const files = names.flatMap(name => languages.map(language => `${name}.${language}`));
    const texts = new Map<string, string>();
    await Promise.all(
      files.map(async file => {
        const text = await readFile(join(folder, `${file}.html`), 'utf8').catch(
          (error: NodeJS.ErrnoException) => {
            if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
            throw error;
          },
        );
        if (text !== undefined) texts.set(file, text.replace('data-env=""', `data-env="${env}"`));
      }),
    );
    return new Documents(texts);
  }

  /** The document as it is sent; the theme stands in the first `data-theme=""`. Undefined where there is no such page. */
  get(page: string, language: Language, theme: Theme, encoding: Encoding): Promise<Document> | undefined {
    const text = this.#texts.get(`${page}.${language}`);
    if (text === undefined) return undefined;
    const key = `${page}.${language}.${theme}.${encoding}`;
    const made = this.#made.get(key) ?? make(text, theme, encoding);
    this.#made.set(key, made);
    return made;
  }
}

const make = async (text: string, theme: Theme, encoding: Encoding): Promise<Document> => {
  const plain = Buffer.from(theme === '' ? text : text.replace('data-theme=""', `data-theme="${theme}"`));
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { body: await compress[encoding](plain), etag: `"${hash}-${encoding}"` };
};
