/** The foot of every page for people: the school's name, where to get help, the agreements, and the site's records. */
import type { PageSettings } from '@rollcall/contract';
import { escapeHtml } from './escape-html.ts';
import type { Language } from './language.ts';

/** Whose pages they are; undefined: Rollcall's. */
export type Site = Pick<PageSettings, 'name' | 'support' | 'records'>;

const words: Readonly<Record<Language, { readonly support: string; readonly agreements: string }>> = {
  'zh-CN': { support: '联系学校', agreements: '用户协议与隐私政策' },
  en: { support: 'Contact the school', agreements: 'Terms and privacy' },
};

const link = (url: string, text: string, more = ''): string =>
  `<a href="${escapeHtml(url)}"${more}>${escapeHtml(text)}</a>`;

/** The links of the foot of a page that the server renders itself, as HTML. The hosted pages are prerendered with theirs. */
export const siteFoot = (site: Site | undefined, language: Language): string => {
  const { support, agreements } = words[language];
  const name = site?.name?.[language];
  return [
    ...(name === undefined ? [] : [`<span>${escapeHtml(name)}</span>`]),
    link('/agreements', agreements),
    ...(site?.support === undefined ? [] : [link(site.support, support)]),
    ...(site?.records ?? []).map(([text, url]) => link(url, text, ' rel="noreferrer"')),
  ].join('\n');
};
