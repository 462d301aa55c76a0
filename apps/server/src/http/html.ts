/** HTML pages that the server renders itself, without scripts, in both themes. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from './escape-html.ts';
import { type Language, type PageHeaders, pageLanguage, pageTheme, type Theme } from './language.ts';
import { contentSecurityPolicy } from './security.ts';
import { type Site, siteFoot } from './site-foot.ts';

const light = '--paper: #faf7f0; --ink: #1d2433; --rule: #cfc8b8; --link: #1f4e79; --error: #a3271a;';
const dark = '--paper: #10201c; --ink: #e9efe9; --rule: #39524a; --link: #9cc8e8; --error: #f2a192;';
/** Colours of the main button where the school has none of its own. */
const SEAL = { light: '#c23a22', dark: '#cf4329' };
const colours = (own: string | undefined): string => {
  const inLight = `${light} --seal: ${own ?? SEAL.light}; color-scheme: light;`;
  // A dark colour of a school's is hardly told from the dark paper: the button keeps an edge.
  const inDark = `${dark} --seal: ${own ?? SEAL.dark};${own === undefined ? '' : ' --edge: var(--ink);'} color-scheme: dark;`;
  return `
:root { ${inLight} }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${inDark} } }
:root[data-theme="dark"] { ${inDark} }`;
};
const style = `
body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
  font: 1rem/1.7 system-ui, "PingFang SC", "Noto Sans SC", "Microsoft YaHei", sans-serif; }
header, main { max-width: 44rem; margin: 0 auto; padding: 0 16px; }
header a { display: inline-block; padding: 20px 0 12px; font: 600 1.125rem/1.3 "Songti SC", "Noto Serif SC", "Noto Serif CJK SC", SimSun, Georgia, serif; letter-spacing: .04em; color: inherit;
  text-decoration: none; }
header a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
main { padding-bottom: 48px; }
h1 { margin-top: 12px; font: 600 1.5rem/1.3 "Songti SC", "Noto Serif SC", "Noto Serif CJK SC", SimSun, Georgia, serif; border-bottom: 1px solid var(--rule); padding-bottom: 12px; }
h2 { font-size: 1.125rem; margin-top: 2rem; }
a { color: var(--link); }
ol { list-style: none; padding: 0; }
li { border-bottom: 1px solid var(--rule); padding: 12px 0; }
p, li { text-wrap: pretty; }
li > a:only-child { display: inline-block; min-width: 44px; padding: 10px 0; }
b { font-size: 1.25rem; font-variant-numeric: tabular-nums; letter-spacing: .08em; }
small { opacity: .8; }
input, button { box-sizing: border-box; min-height: 44px; padding: 8px 16px; font: inherit; color: inherit; background: none;
  border: 1px solid var(--ink); border-radius: 3px; }
input { width: 8rem; margin-top: 8px; font-size: 1.25rem; letter-spacing: .2em; }
button { cursor: pointer; }
button.first { border-color: var(--edge, var(--seal)); background: var(--seal); color: #fff; font-weight: 600; }
[role=alert] { color: var(--error); }
footer { display: flex; flex-wrap: wrap; gap: 0 16px; max-width: 44rem; margin: 0 auto; padding: 0 16px 32px; font-size: .875rem; }
footer > * { padding: 10px 0; }`;

export interface PlainPage {
  readonly title: string;
  readonly language: Language;
  readonly theme: Theme;
  /** What search engines and previews of links show. @default none */
  readonly description?: string | undefined;
  /** HTML, already escaped. */
  readonly body: string;
  /** Whether no cache may keep it, because its address is a secret. @default false */
  readonly noStore?: boolean;
}

/**
 * A page in the language and the theme of its reader.
 * @param draw what it says in a language
 * @param asked the language of the URL; undefined: the reader's
 */
export const pageFor = (
  headers: PageHeaders,
  draw: (language: Language) => Omit<PlainPage, 'language' | 'theme'>,
  asked?: Language,
): PlainPage => {
  const language = asked ?? pageLanguage(headers);
  return { ...draw(language), language, theme: pageTheme(headers) };
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Whose pages the server's own pages are; undefined: Rollcall's. */
    site: Site | undefined;
  }
}

/** The seal of the hosted pages, in the document itself: the name of their file changes with each build. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="#c23a22" d="M5 4.5 31 3l27.5 1.5L60.5 6 61 33l-1 26-2 2-26 .5L6 61l-2.5-2L3 32l.6-26z"/><path fill="none" stroke="#faf7f0" stroke-width="4.5" d="M12 15h26M25 16 15 28l21-2M25 31v19M13 38h23M11 51l28-4M45 17v24M53 11v36q0 4-8 3"/></svg>',
)}`;

/** A nonce for a page of the server's own. */
export const newPageNonce = (): string => randomBytes(16).toString('base64');

/** The text of a page, its inline style under a nonce. @param site whose page it is; undefined: Rollcall's */
export const pageText = (
  { title, language, theme, description, body }: PlainPage,
  site: Site | undefined,
  nonce: string,
): string => {
  const name = site?.name?.[language] ?? (language === 'en' ? 'Rollcall' : '点名册');
  return `<!doctype html>
<html lang="${language}" data-theme="${theme}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>${description ? `<meta name="description" content="${escapeHtml(description)}">` : ''}
<link rel="icon" type="image/svg+xml" href="${ICON}"><style nonce="${nonce}">${colours(site?.colour)}${style}</style></head>
<body><header><a href="/">${escapeHtml(name)}</a></header>
<main><h1>${escapeHtml(title)}</h1>
${body}
</main><footer>${siteFoot(site, language)}</footer></body></html>
`;
};

/** Sends the page with its inline style under a nonce. */
export const sendPage = (reply: FastifyReply, page: PlainPage): FastifyReply => {
  const nonce = newPageNonce();
  return reply
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .header('cache-control', page.noStore ? 'no-store' : 'no-cache')
    .header('vary', 'Cookie, Accept-Language')
    .type('text/html; charset=utf-8')
    .send(pageText(page, reply.server.site, nonce));
};
