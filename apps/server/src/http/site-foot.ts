/** The foot of every page for people, the built ones included: the school's name, where to get help, the agreements, and the site's records. */
import type { PageSettings } from '@rollcall/contract';
import { escapeHtml } from './escape-html.ts';
import type { Words } from '../platform/words.ts';
import type { Language } from './language.ts';

/** Whose pages they are; undefined: Rollcall's. */
export type Site = Pick<PageSettings, 'name' | 'support' | 'records'> & {
  /** The school's own words of the foot. @default the usual ones */
  readonly foot?: Words<FootWords> | undefined;
  /** Colour of the main buttons, `#rrggbb`, on which white is legible. @default the usual one */
  readonly colour?: string | undefined;
};

const en = {
  /** The link to the agreements in force. */
  agreements: 'Terms and privacy',
  support: 'Contact the school',
};

export type FootWords = typeof en;

export const footWords: Words<FootWords> = {
  en,
  'zh-CN': { agreements: '用户协议与隐私政策', support: '联系学校' },
};

const link = (url: string, text: string, more = ''): string =>
  `<a href="${escapeHtml(url)}"${more}>${escapeHtml(text)}</a>`;

/** What stands in the foot, as HTML. */
export const siteFoot = (site: Site | undefined, language: Language): string => {
  const { support, agreements } = (site?.foot ?? footWords)[language];
  const name = site?.name?.[language];
  return [
    ...(name === undefined ? [] : [`<span>${escapeHtml(name)}</span>`]),
    link('/agreements', agreements),
    ...(site?.support === undefined ? [] : [link(site.support, support)]),
    ...(site?.records ?? []).map(([text, url]) => link(url, text, ' rel="noreferrer"')),
  ].join('\n');
};
