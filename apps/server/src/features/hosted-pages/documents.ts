/** The HTML documents: read once, and kept in memory packed, for each language and theme. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languages, type Theme } from '../../http/language.ts';
import { nonceTemplate, type NonceTemplate } from '../../http/nonce.ts';

/**
 * Brotli is not among them: it can't be packed before the nonce is known, and packing for each answer would cost 20
 * times as much to save half a kilobyte.
 */
export type Encoding = 'gzip' | 'identity';

export interface Document {
  body(nonce: string): Buffer;
  /** Quoted; another for each language, theme and encoding, and the same under every nonce. */
  readonly etag: string;
}

/** The encoding that Accept-Encoding allows. */
export const acceptedEncoding = (header: string | string[] | undefined): Encoding => {
  for (const part of String(header ?? '').split(',')) {
    const [name = '', weight = ''] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    if (name === 'gzip' && !/^q=0(?:\.0*)?$/.test(weight)) return 'gzip';
  }
  return 'identity';
};

export interface DocumentOptions {
  /** Names of the documents. */
  readonly names: readonly string[];
  /** Stands in the first `data-env=""` of each, for the scripts to read. */
  readonly env: string;
  /** Whether mail can be sent: `data-mail` stands there too. */
  readonly mail: boolean;
  /** Where the files of `/static/` are served from, with a slash at its end. */
  readonly staticUrl: string;
  /** What comes with each document beside its text: where that is another, a kept document is no longer good. */
  readonly policy: string;
}

/** The text as this server sends it. */
const withSettings = (text: string, { env, mail, staticUrl }: DocumentOptions): string => {
  const own = text.replace('data-env=""', `data-env="${env}"${mail ? ' data-mail=""' : ''}`);
  if (staticUrl === '/static/') return own;
  // Of another origin only what it allows everybody can be checked for its integrity.
  return own
    .replaceAll('"/static/', `"${staticUrl}`)
    .replaceAll(' integrity="', ' crossorigin="anonymous" integrity="');
};

export class Documents {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #policy: string;
  readonly #cached = new Map<string, { readonly nonceTemplate: NonceTemplate; readonly hash: string }>();

  private constructor(texts: ReadonlyMap<string, string>, policy: string) {
    this.#texts = texts;
    this.#policy = policy;
  }

  /** Reads `<folder>/<page>.<language>.html`; files that are absent are no documents. */
  static async read(folder: string, options: DocumentOptions): Promise<Documents> {
    const files = options.names.flatMap(name => languages.map(language => `${name}.${language}`));
    const texts = new Map<string, string>();
    await Promise.all(
      files.map(async file => {
        const text = await readFile(join(folder, `${file}.html`), 'utf8').catch(
          (error: NodeJS.ErrnoException) => {
            if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
            throw error;
          },
        );
        if (text !== undefined) texts.set(file, withSettings(text, options));
      }),
    );
    return new Documents(texts, options.policy);
  }

  /** The theme stands in the first `data-theme=""`. Undefined where there is no such page. */
  get(page: string, language: Language, theme: Theme, encoding: Encoding): Document | undefined {
    const text = this.#texts.get(`${page}.${language}`);
    if (text === undefined) return undefined;
    const key = `${page}.${language}.${theme}`;
    let cached = this.#cached.get(key);
    if (!cached) {
      const themed = theme === '' ? text : text.replace('data-theme=""', `data-theme="${theme}"`);
      const hash = createHash('sha256').update(themed).update(this.#policy).digest('base64url').slice(0, 22);
      cached = { nonceTemplate: nonceTemplate(themed), hash };
      this.#cached.set(key, cached);
    }
    const document = cached.nonceTemplate;
    return {
      body: nonce => (encoding === 'gzip' ? document.gzip(nonce) : document.plain(nonce)),
      etag: `"${cached.hash}-${encoding}"`,
    };
  }
}
