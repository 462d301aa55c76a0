/** The HTML documents, read once and cached in memory, compressed, by language and theme. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PAGE_SETTINGS_ID, type PageSettings } from '@rollcall/contract';
import { type Language, languages, type Theme } from '../../http/language.ts';
import { nonceTemplate, type NonceTemplate } from '../../http/nonce.ts';
import { type Site, siteFoot } from '../../http/site-foot.ts';
import type { OwnDocuments } from './phrases/render-own.ts';

/**
 * Brotli is not supported: a brotli stream cannot be prepared before the nonce is known, and compressing each answer would
 * cost 20 times as much to save half a kilobyte.
 */
export type Encoding = 'gzip' | 'identity';

export interface Document {
  body(nonce: string): Buffer;
  /** ETag, quoted; differs by language, theme and encoding, and does not depend on the nonce. */
  readonly etag: string;
}

/** Chooses the encoding by Accept-Encoding. */
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

interface Prepared {
  readonly nonceTemplate: NonceTemplate;
  readonly hash: string;
}

export interface DocumentOptions {
  /** Names of the documents. */
  readonly names: readonly string[];
  /** What each document holds as JSON for its script; the name and the mark are written into its head, too. */
  readonly settings: PageSettings;
  /** The words of the foot. */
  readonly foot: Site['foot'];
  /** The documents with the school's own phrases, in the place of those in the folder. Undefined: it has none. */
  readonly own: OwnDocuments | undefined;
  /** Whether the sign-in page has a place for WeChat's QR code, from its first drawing on. */
  readonly wechatCode: boolean;
  /** Whether the pages' address can have passkeys, which none of an IP address can. */
  readonly passkeys: boolean;
  /** Path of a style sheet that follows the pages' own; undefined: none. */
  readonly theme: string | undefined;
  /** Where the files of `/static/` are served from, with a slash at its end. */
  readonly staticUrl: string;
  /** The Content-Security-Policy without nonce, part of the ETag: another policy invalidates cached documents. */
  readonly policy: string;
}

/** The names that the pages have before a school's own is set, as prerendered. */
const OWN_NAMES = '点名册|Rollcall';

/** Puts the school's name and mark into the title and the head, as the page's script renders them. */
const withBrand = (text: string, language: Language, { name, mark }: PageSettings): string => {
  const own = name?.[language];
  return text
    .replace(new RegExp(`(<title>[^<]*?)(?:${OWN_NAMES})(?=</title>)`), (whole, before: string) =>
      own === undefined ? whole : before + own,
    )
    .replace(
      /(<a [^>]*data-brand=""[^>]*>)(.*?)<span>([^<]*)<\/span>(?=<\/a>)/s,
      (_, link, seal, product) => {
        const picture = mark === undefined ? seal : `<img src="${mark.replaceAll('&', '&amp;')}" alt=""/>`;
        return `${link}${picture}<span>${own ?? product}</span>`;
      },
    );
};

/** Writes the foot, for which the pages have a place. */
const withFoot = (text: string, language: Language, site: Site): string =>
  text.replace(/(<footer [^>]*data-foot="">).*?(?=<\/footer>)/s, (_, open: string) =>
    open.concat(siteFoot(site, language)),
  );

/** The text with this server's settings. */
const withSettings = (
  text: string,
  page: string,
  language: Language,
  { settings, foot, wechatCode, passkeys, theme, staticUrl, own: replaced }: DocumentOptions,
): string => {
  const json = JSON.stringify({
    ...settings,
    words: page === 'console' ? undefined : replaced?.words[language],
  }).replaceAll('<', '\\u003c');
  const listed = [
    ...settings.ways.filter(way => way !== 'code' && way !== 'password'),
    ...(passkeys ? ['passkey'] : []),
  ];
  const kept = `${wechatCode ? ' data-qr=""' : ''}${listed.length > 0 ? ` data-ways="${listed.join(' ')}"` : ''}`;
  const placed = page === 'sign-in' ? text.replace('data-theme=""', `$&${kept}`) : text;
  const own = withFoot(withBrand(placed, language, settings), language, { ...settings, foot })
    .replace(`id="${PAGE_SETTINGS_ID}">{}</`, () => `id="${PAGE_SETTINGS_ID}">${json}</`)
    .replace('</head>', theme === undefined ? '</head>' : `<link rel="stylesheet" href="${theme}">\n</head>`);
  if (staticUrl === '/static/') return own;
  // Subresource integrity of another origin requires CORS.
  return own
    .replaceAll('"/static/', `"${staticUrl}`)
    .replaceAll(' integrity="', ' crossorigin="anonymous" integrity="');
};

/** The links of a form's page to the other forms. */
const FORM_LINKS = /(<a [^>]*href="\/(?:sign-in(?:\/email)?|sign-up|reset))(?=")/g;

/** A document of one answer. @param back a path of this site or a URL of a listed origin */
const carrying = (
  { nonceTemplate: document, hash }: Prepared,
  encoding: Encoding,
  back: string,
): Document => {
  const query = `?return=${encodeURIComponent(back)}`;
  return {
    body: nonce => {
      const text = document
        .plain(nonce)
        .toString()
        .replace(FORM_LINKS, link => link + query);
      return encoding === 'gzip' ? gzipSync(text) : Buffer.from(text);
    },
    etag: `"${createHash('sha256').update(hash).update(query).digest('base64url').slice(0, 22)}-${encoding}"`,
  };
};

/** What a page's first paint depends on, beside its settings. */
export interface Look {
  readonly language: Language;
  readonly theme: Theme;
  /** Whether several people use the browser. */
  readonly shared: boolean;
}

export class Documents {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #policy: string;
  readonly #cached = new Map<string, Prepared>();

  private constructor(texts: ReadonlyMap<string, string>, policy: string) {
    this.#texts = texts;
    this.#policy = policy;
  }

  /** Reads `<folder>/<page>.<language>.html`; missing files are skipped. */
  static async read(folder: string, options: DocumentOptions): Promise<Documents> {
    const files = options.names.flatMap(name => languages.map(language => ({ name, language })));
    const texts = new Map<string, string>();
    await Promise.all(
      files.map(async ({ name, language }) => {
        const file = `${name}.${language}`;
        const text =
          options.own?.html[file] ??
          (await readFile(join(folder, `${file}.html`), 'utf8').catch((error: NodeJS.ErrnoException) => {
            if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
            throw error;
          }));
        if (text !== undefined) texts.set(file, withSettings(text, name, language, options));
      }),
    );
    return new Documents(texts, options.policy);
  }

  /** A page as text, for one answer that fills in something of its own; undefined if there is no such page. */
  text(page: string, look: Look, nonce: string): string | undefined {
    return this.get(page, look, 'identity')?.body(nonce).toString();
  }

  /**
   * A page with its theme in the first `data-theme=""`, with `data-shared` beside it in a shared browser; undefined if there is
   * no such page.
   *
   * @param back the page that the person came for, which the links between the forms carry as the page's script has them
   */
  get(page: string, { language, theme, shared }: Look, encoding: Encoding, back = ''): Document | undefined {
    const text = this.#texts.get(`${page}.${language}`);
    if (text === undefined) return undefined;
    const key = `${page}.${language}.${theme}${shared ? '.shared' : ''}`;
    let cached = this.#cached.get(key);
    if (!cached) {
      const drawn = text.replace('data-theme=""', `data-theme="${theme}"${shared ? ' data-shared=""' : ''}`);
      const hash = createHash('sha256').update(drawn).update(this.#policy).digest('base64url').slice(0, 22);
      cached = { nonceTemplate: nonceTemplate(drawn), hash };
      this.#cached.set(key, cached);
    }
    const document = cached.nonceTemplate;
    if (back !== '') return carrying(cached, encoding, back);
    return {
      body: nonce => (encoding === 'gzip' ? document.gzip(nonce) : document.plain(nonce)),
      etag: `"${cached.hash}-${encoding}"`,
    };
  }
}
