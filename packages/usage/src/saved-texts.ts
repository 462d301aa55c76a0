import type { BrowserEnvironment } from './browser-environment.ts';
import { COOKIE_AGE } from './limits.ts';
import type { Page, SavedTexts } from './page.ts';
import type { UsageParams } from './params.ts';

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
