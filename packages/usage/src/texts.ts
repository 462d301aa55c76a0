import type { Outside } from './outside.ts';

/** Reads a short text that outlives the page, or with a second argument writes it; '' stands for none. */
export type Texts = (name: string, text?: string) => string;

/** Cookies of 30 days on the shared domain (specification, section 9). */
export const cookieTexts =
  ({ document, location }: Outside, domain: string | undefined): Texts =>
  (name, text) => {
    const page = document as NonNullable<typeof document>;
    if (text !== undefined) {
      page.cookie = `${name}=${encodeURIComponent(text)};path=/;max-age=${text ? 2_592_000 : -1};samesite=lax${
        domain ? `;domain=${domain}` : ''
      }${location.protocol > 'http:' ? ';secure' : ''}`;
    }
    const found = page.cookie.split('; ').find(cookie => cookie.startsWith(`${name}=`)) ?? '';
    return decodeURIComponent(found.slice(name.length + 1));
  };

/** A storage may be missing, full, or forbidden, and then its very mention throws; `instead` takes over. */
export const storageTexts =
  (outside: Outside, which: 'localStorage' | 'sessionStorage', instead: Texts): Texts =>
  (name, text) => {
    try {
      if (text !== undefined) outside[which].setItem(name, text);
      return outside[which].getItem(name) ?? '';
    } catch {
      return instead(name, text);
    }
  };
