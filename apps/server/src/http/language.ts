/** Language and theme of a page, by cookie and Accept-Language. */
export const languages = ['zh-CN', 'en'] as const;
export type Language = (typeof languages)[number];

/**
 * The first of our languages by Accept-Language (RFC 9110, 12.5.4): highest weight first, then the order written.
 * zh-CN where none is named.
 */
export const acceptedLanguage = (header: string | undefined): Language => {
  let best: Language = 'zh-CN';
  let weight = 0;
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const [range = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const language: Language | undefined = /^zh\b/.test(range)
      ? 'zh-CN'
      : /^en\b/.test(range)
        ? 'en'
        : undefined;
    const q = parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? '1';
    const wanted = Number(q);
    if (language && wanted > weight) {
      best = language;
      weight = wanted;
    }
  }
  return best;
};

/** A cookie's value as written; undefined where it is absent. */
export const readCookie = (header: string | undefined, name: string): string | undefined => {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
};

export interface PageHeaders {
  readonly cookie?: string | undefined;
  readonly 'accept-language'?: string | undefined;
}

/** The language of the cookie, else of Accept-Language. */
export const pageLanguage = (headers: PageHeaders): Language => {
  const chosen = readCookie(headers.cookie, 'rollcall_language');
  return languages.find(language => language === chosen) ?? acceptedLanguage(headers['accept-language']);
};

export type Theme = 'light' | 'dark' | '';

/** The theme of the cookie; empty: the system's. */
export const pageTheme = (headers: PageHeaders): Theme => {
  const chosen = readCookie(headers.cookie, 'rollcall_theme');
  return chosen === 'light' || chosen === 'dark' ? chosen : '';
};
