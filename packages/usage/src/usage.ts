import type { ConsentKind, EventKind } from '@rollcall/contract';
import type { Usage } from './api.ts';
import { type Consents, type Grants, none } from './consent.ts';
import { createDelivery } from './delivery.ts';
import type { Entry } from './entry.ts';
import type { DeviceFacts, Facts } from './facts.ts';
import type { Keeper, Persistence } from './keeper.ts';
import { CLICK, CONSENT, COOKIE_AGE, CUSTOM, DROPPED, KEY, VIEW } from './limits.ts';
import type { Outside } from './outside.ts';
import type { UsageParams } from './params.ts';
import { createTimers, type OpenTimers } from './timers.ts';

const BOT = /bot|crawl|spider|headless|lighthouse/i;

/** Builds the reporting of one page; `index.ts` gives it IndexedDB. */
export const assemble = (
  params: UsageParams,
  outside: Outside = globalThis as never,
  persistence?: Persistence,
): Usage => {
  const { product_code, url, env = 'prod', heatmap, ip, requestTimeout = 20_000 } = params;
  const { navigator, Date, location } = outside;
  // Missing on a server, where nothing below is reached.
  const page = outside.document as NonNullable<Outside['document']>;
  const now = (): number => outside.performance.now();
  const { warn } = outside.console;
  const missing = product_code || product_code === 0 ? !url && 'url' : 'product code';
  if (missing) warn(`Please set ${missing}`);
  let on = !!page && !missing;

  const name = `usage.${env}.${product_code}.`;
  // Untyped callers may leave the URL out: that is told above, and is no reason to throw.
  const base = url && url.replace(/\/?$/, '/usage/v1/');
  /** Timed events that are open: their ids, and how many ms they have measured. */
  const timers: OpenTimers = new Map();
  let anchor = 0;
  let consentText = '';
  let consents = none;
  let device: DeviceFacts | undefined;
  let facts: Facts | undefined;
  let user: string | undefined;
  let sequence = 0;
  let path = '';
  /** The path whose view was counted. */
  let viewed = '';
  /** Whether the page has ended, or is in the back-forward cache. */
  let asleep = false;
  /** How much longer the page has lived than it was visible, in ms, and while it is hidden how long it was visible. */
  let unseen = 0;
  let frozen: number | undefined;

  /**
   * ms since 1970. It runs with the monotonic clock, so that a device whose clock is set back reorders nothing; it
   * follows the device's clock forward, since the monotonic one stands still while a laptop sleeps.
   */
  const clock = (): number => {
    const ticks = now();
    anchor = Math.max(anchor, Date.now() - ticks);
    return Math.round(anchor + ticks);
  };
  /** ms; stands still while the tab is hidden, so that pauses every timer. */
  const visible = (): number => frozen ?? now() - unseen;
  /**
   * Reads a short text that outlives the page, or writes it; '' stands for none. It is kept in a storage, or where none
   * is named in a cookie of 30 days on the shared domain (specification, section 9). A storage may be missing, full, or
   * forbidden, and then its very mention throws: a cookie takes over.
   *
   * @param text of signs that a cookie may bear as they are
   */
  const texts = (key: string, where: 'localStorage' | 'sessionStorage' | '', text?: string): string => {
    try {
      // Without a name there is no such storage, which throws as a forbidden one does.
      const storage = outside[where as 'localStorage'];
      if (text !== undefined) storage.setItem(name + key, text);
      const found = storage.getItem(name + key);
      if (found) return found;
    } catch {
      if (text !== undefined)
        // Without a domain it is this host's alone. Asked for only here: to find one may itself take a cookie.
        page.cookie = `${name}${key}=${text};path=/;max-age=${text ? COOKIE_AGE : -1};samesite=lax;domain=${params.domain ?? ''}${
          location.protocol > 'http:' ? ';secure' : ''
        }`;
    }
    return `; ${page.cookie}`.split(`; ${name}${key}=`)[1]?.split(';')[0] ?? '';
  };
  /** A UUIDv7: 48 bits of the time, then 72 random ones, each four of them from one byte. */
  const uuid = (): string =>
    // With a 1 before the 48 bits, so that none of the twelve digits is missing.
    [2 ** 48 + clock(), ...outside.crypto.getRandomValues(new Uint8Array(18))]
      .map((number, at) => (at ? number & 15 : number).toString(16))
      .join('')
      .replace(/1(.{8})(....)(...)(...)/, '$1-$2-7$3-8$4-');
  const process = uuid();
  const grants = (): Grants => consents.g;
  /** What is known at this moment; each only with consent of its kind. */
  const readFacts = (): Facts => {
    const { g } = consents;
    if (g.device)
      device ??= {
        pf: navigator.platform,
        l: navigator.language,
        ua: navigator.userAgent.slice(0, 300),
        nt: navigator.connection?.effectiveType,
        dn: outside.devicePixelRatio,
        cpu: navigator.hardwareConcurrency,
        rs: `${outside.screen.width}x${outside.screen.height}`,
        // The cookie is written again at each look, so that its 30 days count from the last.
        d: texts('uid', '', texts('uid', '') || uuid()),
        bot: navigator.webdriver || BOT.test(navigator.userAgent) ? 1 : undefined,
      } as DeviceFacts;
    return (facts ??= {
      grants: g,
      app: g.app && { pi: process, lv: '0.1.0' },
      user: g.user && user && { u: user },
      device,
    });
  };
  const make = (kind: EventKind, key: string, biz?: object, duration?: number, id = '', open?: 1): Entry => ({
    id,
    kind,
    time: clock(),
    facts: readFacts(),
    wire: {
      c: Date.now(),
      n: sequence++,
      e: key,
      k: kind || undefined,
      b: biz && { ...biz },
      d: duration,
      o: open,
    },
    json: '',
    kept: id,
  });
  const record = (...event: Parameters<typeof make>): boolean => on && add(make(...event));

  /** Looks at the consents, which other tabs change too, and brings what waits into line with them. */
  const look = (): boolean => {
    if (!on) return false;
    const text = texts('consent', 'localStorage');
    const changed = text !== consentText;
    if (changed) {
      const before = grants();
      consentText = text;
      consents = none;
      try {
        // In the signs of a URL, for a cookie may have to hold it.
        const read: Consents = JSON.parse(decodeURIComponent(text));
        if (read.r && read.g) consents = read;
      } catch {
        // Never said, or not ours.
      }
      facts = device = undefined;
      // Not where it was never granted here: it may be that of another of the domain's sites.
      if (before.device && !grants().device) texts('uid', '', '');
      if (before.event?.[2] !== grants().event?.[2]) {
        forget?.([...timers.values()].map(([kept]) => ({ kept })));
        timers.clear();
      }
      // The page that is looked at when consent is given counts from then.
      view();
    }
    // Before anybody agreed there is nothing to keep, and what a lock does would wake a page that sleeps.
    if (consents.r && !asleep) start?.();
    if (changed) drain();
    return changed;
  };
  /**
   * Grants the kinds, or without a version withdraws them (specification, section 4). A new grant gets a new number,
   * greater than any before; a new version of a grant keeps its number.
   *
   * What is recorded under a grant bears its number and is never sent under another: what was withdrawn stays
   * withdrawn when consent is given anew.
   */
  const change = (kinds: readonly ConsentKind[], version?: string): void => {
    look();
    let { r, n, g } = consents;
    // Who never agreed and does not now leaves no trace.
    if (!on || (!r && !version)) return;
    const at = Date.now();
    for (const kind of kinds)
      g = {
        ...g,
        [kind]: version ? [version, at, g[kind]?.[2] ?? (n = Math.max(n + 1, at))] : undefined,
      };
    texts('consent', 'localStorage', encodeURIComponent(JSON.stringify({ r: r || uuid(), n, g })));
    if (look()) record(CONSENT, 'consent', consents);
  };
  const delivery = createDelivery(
    outside,
    now,
    base,
    JSON.stringify({ device_type: 1, product_code, is_dev: env !== 'prod', heatmap: !!heatmap }),
    requestTimeout,
    text => texts('offset', 'sessionStorage', text),
    clock,
    uuid,
    // No grant has the number 0.
    (facts, kind) => grants()[kind]?.[2] === (facts.grants[kind]?.[2] ?? 0),
    entries => save?.(entries),
    entries => forget?.(entries),
    counts => record(DROPPED, 'dropped', counts),
    look,
    // Asks for the address, once for each consent; waiting events get it too. One that can't be had holds up nothing.
    async () => {
      const asking = readFacts().device;
      if (!asking || 'ip' in asking || ip === false) return;
      asking.ip = undefined;
      try {
        asking.ip = /[\da-f:.]{7,45}/i.exec(await (await ask(ip ?? `${base}ip`)).text())?.[0];
      } catch {}
    },
  );
  const [stats, list, , , ask, , add, drain, flush, beacon, shown] = delivery;
  const [save, forget, start, stop]: Partial<Keeper> =
    (on && persistence?.(name, outside, delivery, uuid, timers, make)) || [];
  const view = (): boolean => path !== viewed && record(VIEW, path) && !!(viewed = path);
  const keyed = (key: string): boolean =>
    (typeof key === 'string' && !!key && key.length <= KEY) || (warn('Please set key'), false);

  /** The page may be over: everything leaves it, by the store and by beacon. */
  const leave = (): void => {
    frozen = visible();
    beacon();
  };
  /** The page is seen, or not any more: also at its start, for it may be opened in a tab behind. */
  const turn = (): void => {
    if (page.hidden) return leave();
    unseen = now() - visible();
    frozen = undefined;
    look();
    shown();
  };
  /** The page is over, or goes to sleep, from which it may wake: what is measured after that is an event of its own. */
  const end = (): void => {
    for (const [key, [id, spent]] of timers) {
      const told = spent();
      record(CUSTOM, key, undefined, told, id, 1);
      timers.set(key, [uuid(), () => spent() - told]);
    }
    asleep = true;
    stop?.();
    leave();
    list(list().filter(entry => !entry.saved));
    viewed = '';
  };
  const listen = (target: Outside | typeof page, type: string, heard: (event: never) => void): void =>
    // What is heard after the end is passed over: Safari 14 knows no signal to take a listener away by.
    target.addEventListener(type, event => on && heard(event), true);
  if (on) {
    turn();
    listen(page, 'visibilitychange', turn);
    listen(outside, 'pagehide', end);
    // At the page's beginning this does nothing; out of the back-forward cache it is looked at anew.
    listen(outside, 'pageshow', () => {
      asleep = false;
      turn();
      view();
    });
    listen(outside, 'storage', look);
    heatmap?.(outside, click => record(CLICK, path || location.pathname, click));
  }

  return {
    track: (key, biz_data) => keyed(key) && record(CUSTOM, key, biz_data),
    page(next = location.pathname) {
      path = next;
      return view();
    },
    timer: createTimers(
      timers,
      visible,
      uuid,
      key => keyed(key) && !!grants().event,
      (...event) => record(CUSTOM, ...event),
    ),
    setUser(id) {
      user = id;
      facts = undefined;
    },
    consent: {
      grant: change,
      withdraw: kinds => change(kinds),
      granted: grants,
    },
    flush,
    stats: () => ({
      ...stats,
      waiting: list().length,
      unsaved: list().filter(entry => !entry.saved).length,
    }),
    close() {
      end();
      on = false;
    },
  };
};
