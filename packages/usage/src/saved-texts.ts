import type { BrowserEnvironment } from './browser-environment.ts';
import { COOKIE_AGE } from './limits.ts';
import type { Page } from './page.ts';
import type { UsageParams } from './params.ts';

export interface SavedTexts {
  /**
   * Reads a short text that outlives the page, or writes it; '' means none. It is kept in a storage, or where none
   * is named in a cookie of 30 days on the shared domain (specification, section 9). A storage may be missing, full, or
   * forbidden, and then its very mention throws: a cookie is used instead.
   *
   * @param text of characters that a cookie may hold as they are
   */
  _savedText(key: string, where: 'localStorage' | 'sessionStorage' | '', text?: string): string;
}

export const createSavedTexts = (
  page: Page,
  environment: BrowserEnvironment,
  params: UsageParams,
): SavedTexts => ({
  _savedText(key, where, text) {
    const document = environment.document as NonNullable<BrowserEnvironment['document']>;
    const name = page._prefix + key;
    try {
      // Without a name there is no such storage, which throws as a forbidden one does.
      const storage = environment[where as 'localStorage'];
      if (text !== undefined) storage.setItem(name, text);
      const found = storage.getItem(name);
      if (found) return found;
    } catch {
      if (text !== undefined)
        // Without a domain the cookie is for this host only. Read only here: finding the domain may itself take a cookie.
        document.cookie = `${name}=${text};path=/;max-age=${text ? COOKIE_AGE : -1};samesite=lax;domain=${params.domain ?? ''}${
          environment.location.protocol > 'http:' ? ';secure' : ''
        }`;
    }
    return `; ${document.cookie}`.split(`; ${name}=`)[1]?.split(';')[0] ?? '';
  },
});
