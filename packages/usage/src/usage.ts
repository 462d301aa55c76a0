import type { ConsentKind, EventKind } from '@rollcall/contract';
import { createClock } from './clock.ts';
import { changeConsents, type Grants, readConsents } from './consent.ts';
import { type Facts, gather } from './facts.ts';
import type { Keeper, Persistence } from './keeper.ts';
import { CLICK, CONSENT, CUSTOM, DROPPED, KEY, VIEW } from './limits.ts';
import type { Outside } from './outside.ts';
import type { UsageParams } from './params.ts';
import { createQueue, type DropReason, type Entry, serialise } from './queue.ts';
import { createSender } from './sender.ts';
import { cookieTexts, storageTexts } from './texts.ts';
import { createTimers } from './timers.ts';
import { uuidv7 } from './uuid.ts';

export interface Stats {
  /** Events that were taken: calls that returned true, and clicks. */
  readonly accepted: number;
  /** Events that the collector answered for, those left by earlier pages too. */
  readonly acknowledged: number;
  readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
  /** Events in memory that are not acknowledged. */
  readonly waiting: number;
  /** Those of them that a killed browser would take along: not yet in the store, or there is none. */
  readonly unsaved: number;
}

export interface Usage {
  /**
   * Records a custom event (with consent to `event`). `biz_data` is copied one level deep and serialised later, so
   * what it holds deeper must not be changed afterwards.
   *
   * @returns whether it was taken: false while switched off, without consent, or without a key of 1 to 128 characters
   */
  track(key: string, biz_data?: object): boolean;
  /** Records a page view (with consent to `view`), once for as long as the path stays. Default: this page's path. */
  page(path?: string): boolean;
  readonly timer: ReturnType<typeof createTimers>['api'];
  /** Who is signed in; undefined for nobody. Sent with later events, with consent to `user`. */
  setUser(id: string | undefined): void;
  readonly consent: {
    /** `version` names the words that were agreed to. */
    grant(kinds: readonly ConsentKind[], version: string): void;
    /** Also drops what was recorded under it and not yet sent. */
    withdraw(kinds: readonly ConsentKind[]): void;
    /** Each kind granted: the version, when (ms since 1970), and the grant's number. */
    granted(): Grants;
  };
  /** Sends what waits now; resolves when nothing waits, or an attempt failed. Never rejects. */
  flush(): Promise<void>;
  stats(): Stats;
  /** Sends the rest by beacon and lets go of the page. */
  close(): void;
}

/** An address in whatever an address service answers. */
const ADDRESS = /[\da-f:.]{7,45}/i;

/** Builds the reporting of one page; `index.ts` gives it IndexedDB, `core.ts` nothing. */
export const assemble = (
  { product_code, url, env = 'prod', heatmap = false, ip, domain, requestTimeout = 20_000 }: UsageParams,
  persistence: Persistence | undefined,
  outside: Outside,
): Usage => {
  const { document, performance, Date, Math, location } = outside;
  const warn = (text: string): void => outside.console.warn(text);
  const missing = product_code || product_code === 0 ? !url && 'url' : 'product code';
  if (missing) warn(`Please set ${missing}`);
  let on = !!document && !missing;

  const name = `usage.${env}.${product_code}`;
  // Untyped callers may leave the URL out: that is told above, and is no reason to throw.
  const base = missing ? '' : url.replace(/\/?$/, '/usage/v1/');
  const cookies = cookieTexts(outside, domain);
  const local = storageTexts(outside, 'localStorage', cookies);
  const clock = createClock(outside);
  const uuid = (): string => uuidv7(clock(), outside.crypto.getRandomValues(new Uint16Array(5)));
  const process = uuid();
  const life = new AbortController();
  let keeper: Keeper | undefined;
  let consentText = '';
  let consents = readConsents('');
  let facts: Facts | undefined;
  let user: string | undefined;
  /** The device's address, null while it has not been asked for. */
  let address: string | null | undefined = null;
  let sequence = 0;
  let path = '';
  let viewed = false;
  let draining = false;
  /** Whether the keeper is at work; before anybody agreed it has nothing to keep. */
  let started = false;
  /** Time that the tab was hidden, and since when it is, on the monotonic clock. */
  let hiddenFor = 0;
  let hiddenAt: number | undefined;

  const grants = (): Grants => consents.g;
  const readFacts = (): Facts =>
    (facts ??= gather(outside, grants(), process, user, address, () =>
      // Written again at each look, so that the 30 days count from the last.
      cookies(`${name}.uid`, cookies(`${name}.uid`) || uuid()),
    ));
  const make = (
    kind: EventKind,
    key: string,
    biz?: object,
    duration?: number,
    id?: string,
    open?: 1,
  ): Entry => ({
    id: (id ??= uuid()),
    kind,
    time: clock(),
    offset: sender.offset(),
    facts: readFacts(),
    wire: { i: id, c: Date.now(), n: sequence++, e: key, k: kind || undefined, b: biz, d: duration, o: open },
    json: '',
  });
  const add = (...event: Parameters<typeof make>): Entry | undefined => {
    const entry = on && make(...event);
    if (!entry || !queue.add(entry)) return undefined;
    if (!draining) {
      draining = true;
      (outside.requestIdleCallback ?? outside.setTimeout)(
        () => {
          draining = false;
          look();
        },
        // As an argument of `setTimeout` it counts as 0 ms.
        { timeout: 100 } as never,
      );
    }
    sender.wake();
    return entry;
  };
  const queue = createQueue(
    grants,
    entries => keeper?.save(entries),
    entries => keeper?.forget(entries),
    counts => add(DROPPED, 'dropped', counts),
  );
  const timers = createTimers(
    () => (hiddenAt ?? performance.now()) - hiddenFor,
    uuid,
    key => keyed(key) && !!grants().event,
    (key, { id }, duration, biz) => !!add(CUSTOM, key, biz && { ...biz }, duration, id),
  );
  const sketches = (): Entry[] =>
    [...timers.open]
      .map(([key, timer]) => make(CUSTOM, key, undefined, timers.spent(timer), timer.id, 1))
      .filter(entry => !serialise(entry));

  /** Looks at the consents, which other tabs change too, and brings what waits into line with them. */
  const look = (): boolean => {
    const text = local(`${name}.consent`);
    const changed = text !== consentText;
    if (changed) {
      const before = grants().event?.[2];
      consentText = text;
      consents = readConsents(text);
      facts = undefined;
      address = null;
      if (!grants().device) cookies(`${name}.uid`, '');
      if (before !== grants().event?.[2]) {
        keeper?.forget([...timers.open.values()]);
        timers.open.clear();
      }
      // The page that is looked at when consent is given counts from then.
      if (path && !viewed) view();
    }
    if (consents.r && !started) {
      started = true;
      keeper?.start();
    }
    queue.drain();
    return changed;
  };
  const change = (kinds: readonly ConsentKind[], version?: string): void => {
    if (!on) return;
    changeConsents(local, `${name}.consent`, kinds, Date.now(), uuid, version);
    if (look()) add(CONSENT, 'consent', consents);
  };
  /** Asks for the address, once for each consent; waiting events get it too. One that can't be had holds up nothing. */
  const findAddress = async (): Promise<void> => {
    const { device } = readFacts();
    if (!device || address !== null || ip === false) return;
    address = undefined;
    try {
      const found = ADDRESS.exec((await sender.ask(ip ?? `${base}ip`))[1])?.[0];
      // Whose consent was withdrawn while we asked, and given anew, is asked for again.
      if (address === undefined) (device as { ip?: string | undefined }).ip = address = found;
    } catch {}
  };
  const sender = createSender(
    outside,
    base,
    JSON.stringify({ device_type: 1, product_code, is_dev: env !== 'prod', heatmap }),
    requestTimeout,
    storageTexts(outside, 'sessionStorage', () => ''),
    `${name}.offset`,
    clock,
    grants,
    queue,
    look,
    findAddress,
  );
  const view = (): boolean => (viewed = !!add(VIEW, path));
  const keyed = (key: string): boolean => {
    const good = typeof key === 'string' && !!key && key.length <= KEY;
    if (!good) warn('Usage events need a key.');
    return good;
  };

  /** The page may be over: everything leaves it, by the store and by beacon. */
  const leave = (): void => {
    hiddenAt ??= performance.now();
    sender.beacon();
  };
  const stay = (): void => {
    if (hiddenAt !== undefined) hiddenFor += performance.now() - hiddenAt;
    hiddenAt = undefined;
    sender.shown();
  };
  /** The page is over, or goes to sleep, from which it may wake: what is measured after that is an event of its own. */
  const end = (): void => {
    hiddenAt ??= performance.now();
    for (const [key, timer] of timers.open) {
      const spent = timers.spent(timer);
      add(CUSTOM, key, undefined, spent, timer.id, 1);
      timer.id = uuid();
      timer.from += spent;
      if (timer.paused) timer.paused = 0;
    }
    leave();
    if (keeper) queue.take(keeper.has);
    keeper?.stop();
  };
  const listen = (
    target: Outside | NonNullable<typeof document>,
    type: string,
    heard: (event: never) => void,
  ): void =>
    // In the capturing phase, so that a page that stops a click does not hide it.
    target.addEventListener(type, heard, { capture: true, signal: life.signal });
  if (on && document) {
    keeper = persistence?.({ name, outside, queue, uuid, sketches, wake: sender.wake });
    look();
    listen(document, 'visibilitychange', () => (document.visibilityState === 'hidden' ? leave() : stay()));
    listen(outside, 'pagehide', end);
    listen(outside, 'pageshow', ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      started = false;
      look();
      stay();
      if (path) view();
    });
    listen(outside, 'online', () => sender.wake());
    listen(outside, 'storage', look);
    if (heatmap)
      listen(document, 'click', ({ pageX, pageY }: MouseEvent) => {
        const { scrollWidth: w, scrollHeight: h } = document.documentElement;
        add(CLICK, path || location.pathname, {
          x: Math.round((pageX / w) * 1000),
          y: Math.round(pageY),
          w,
          h,
        });
      });
  }

  return {
    track: (key, biz_data) => keyed(key) && !!add(CUSTOM, key, biz_data && { ...biz_data }),
    page(next = location.pathname) {
      if (next === path && viewed) return false;
      path = next;
      return view();
    },
    timer: timers.api,
    setUser(id) {
      user = id;
      facts = undefined;
    },
    consent: {
      grant: change,
      withdraw: kinds => change(kinds),
      granted: grants,
    },
    flush: async () => {
      if (on) await sender.flush();
    },
    stats: () => ({
      ...queue.stats,
      waiting: queue.list().length,
      unsaved: queue.list().filter(entry => !keeper?.has(entry)).length,
    }),
    close() {
      if (!on) return;
      end();
      on = false;
      life.abort();
    },
  };
};
