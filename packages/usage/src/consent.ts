import type { ConsentKind } from '@rollcall/contract';
import type { BrowserEnvironment } from './browser-environment.ts';
import type { Facts } from './identity.ts';
import { CONSENT } from './limits.ts';
import type { Page } from './page.ts';

/** One kind's grant: the version of the words agreed to, when (ms since 1970, device clock), and the grant's number. */
export type Grant = readonly [version: string, at: number, number: number];
export type Grants = { readonly [K in ConsentKind]?: Grant };

/** All consents; the `biz_data` of a `consent` event. */
export interface Consents {
  /** Names this record to the server; random, and sent with records of consent alone. Absent before the first consent. */
  readonly r?: string;
  /** The last grant's number. */
  readonly n: number;
  readonly g: Grants;
}

const none: Consents = { n: 0, g: {} };

/** The consents of this browser and product, shared by the tabs (specification, section 4). */
export interface Consent {
  _consents: Consents;
  /**
   * Reads the consents, which other tabs change too, and drops waiting events that they no longer allow. Returns whether they
   * changed.
   */
  _refreshConsents(): boolean;
  /**
   * Grants the kinds, or without a version withdraws them, and reports it. A new grant gets a new number, greater than any
   * before; a new version of a grant keeps its number.
   */
  _changeConsents(kinds: readonly ConsentKind[], version?: string): void;
  /**
   * Whether what was recorded with these facts may be sent now. It is never sent under another grant: what was withdrawn
   * stays withdrawn when consent is given anew.
   */
  _isPermitted(facts: Facts, kind: ConsentKind): boolean;
}

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
