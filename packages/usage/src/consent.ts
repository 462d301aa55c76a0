import type { BrowserEnvironment } from './browser-environment.ts';
import type { Consents } from './facts.ts';
import { CONSENT } from './limits.ts';
import type { Consent, Page } from './page.ts';

const none: Consents = { n: 0, g: {} };

export const createConsent = (page: Page, { Date }: BrowserEnvironment): Consent => {
  let saved = '';
  return {
    _consents: none,
    _refreshConsents() {
      if (!page._on) return false;
      const text = page._savedText('consent', 'localStorage');
      const changed = text !== saved;
      if (changed) {
        const before = page._consents.g;
        saved = text;
        page._consents = none;
        try {
          // URL-encoded, for a cookie may have to hold it.
          const read: Consents = JSON.parse(decodeURIComponent(text));
          if (read.r && read.g) page._consents = read;
        } catch {
          // Missing, or not written by this library.
        }
        const { g } = page._consents;
        page._resetFacts();
        // Not where it was never granted here: the id may be that of another of the domain's sites.
        if (before.device && !g.device) page._savedText('uid', '', '');
        if (before.event?.[2] !== g.event?.[2]) page._clearTimers();
        // The current page counts from the moment of consent.
        page._view();
      }
      // Without any consent there is nothing to keep.
      if (page._consents.r) page._persistence?._start();
      if (changed) page._process();
      return changed;
    },
    _changeConsents(kinds, version) {
      page._refreshConsents();
      let { r, n, g } = page._consents;
      // Without any consent, before and now, nothing is stored.
      if (page._on && (r || version)) {
        const at = Date.now();
        for (const kind of kinds)
          g = {
            ...g,
            [kind]: version ? [version, at, g[kind]?.[2] ?? (n = Math.max(n + 1, at))] : undefined,
          };
        page._savedText(
          'consent',
          'localStorage',
          encodeURIComponent(JSON.stringify({ r: r || page._uuid(), n, g })),
        );
        if (page._refreshConsents()) page._record(CONSENT, 'consent', { b: page._consents });
      }
    },
    // No grant has the number 0.
    _isPermitted: ({ grants }, kind) => page._consents.g[kind]?.[2] === (grants[kind]?.[2] ?? 0),
  };
};
