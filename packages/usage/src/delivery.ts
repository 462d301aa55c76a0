import type { ConsentKind, EventsAnswer } from '@rollcall/contract';
import { type Drops, type Entry, type Outcome, serialise } from './entry.ts';
import type { Facts } from './facts.ts';
import {
  BRIEF,
  CLICK,
  CLOCK_TRIES,
  CONSENT,
  DROPPED,
  INTERVAL,
  LONGEST_PAUSE,
  LONGEST_WAIT,
  QUEUE,
  REQUEST,
  SAMPLES,
  VIEW,
} from './limits.ts';
import type { Outside } from './outside.ts';

/**
 * Holds what was recorded, at most 1000 events, and sends it: a batch every 500 ms (specification, section 9), one at
 * a time, each until it is answered. Records of consent and reports of what was dropped are never dropped
 * themselves, and not counted.
 *
 * The parts are given as a tuple, as elsewhere in this library: a property's name stands in what people download, a
 * variable's does not.
 *
 * @param now ms, monotonic
 * @param url the collector's `/usage/v1/`
 * @param meta the batch's `meta`, as JSON
 * @param timeout of a batch, in ms
 * @param session reads, or writes, the session's offset
 * @param clock ms since 1970 by the device
 * @param uuid makes an event's id
 * @param permitted whether what was recorded with these facts may be sent now
 * @param save keeps beyond the page's life those that it does not keep yet
 * @param forget no longer keeps them
 * @param report records how many were dropped; false where it can't
 * @param look brings the consents up to date
 * @param prepare runs before each attempt
 */
export const createDelivery = (
  outside: Outside,
  now: () => number,
  url: string,
  meta: string,
  timeout: number,
  session: (text?: string) => string,
  clock: () => number,
  uuid: () => string,
  permitted: (facts: Facts, kind: ConsentKind) => boolean,
  save: (entries: readonly Entry[]) => void,
  forget: (entries: readonly Entry[]) => void,
  report: (counts: Drops) => boolean,
  look: () => void,
  prepare: () => Promise<unknown>,
) => {
  const { navigator } = outside;
  const dropped: Drops = {};
  const stats = { accepted: 0, acknowledged: 0, withdrawn: 0, dropped };
  let list: Entry[] = [];
  let unreported: Drops | undefined;
  let offset: number | undefined;
  let failures = 0;
  let quietUntil = 0;
  /** Events in a request at most. */
  let most: number = QUEUE;
  let waking = false;
  let current: Promise<boolean> | undefined;

  const count = (what: Outcome | 'accepted', entry: Entry): void => {
    if (entry.kind < CONSENT)
      for (const counts of (what in stats ? [stats] : [dropped, (unreported ??= {})]) as Record<
        string,
        number
      >[])
        counts[what] = (counts[what] ?? 0) + 1;
  };
  /** Takes out, and no longer keeps, those that `why` gives an outcome for. */
  const remove = (why: (entry: Entry) => Outcome | false | undefined): void => {
    const gone: Entry[] = [];
    list = list.filter(entry => {
      const outcome = why(entry);
      if (outcome) {
        count(outcome, entry);
        gone.push(entry);
      }
      return !outcome;
    });
    forget(gone);
  };
  /** A click tells both what was done and where. */
  const permits = ({ kind, facts }: Entry): boolean =>
    (kind === VIEW || kind === CONSENT || permitted(facts, 'event')) &&
    ((kind !== VIEW && kind !== CLICK) || permitted(facts, 'view'));

  /** Asks the collector, or any other URL; throws where no answer comes in time. */
  const ask = (path: string, ms = BRIEF, init?: RequestInit) =>
    outside.fetch(path, { ...init, signal: outside.AbortSignal.timeout?.(ms) as AbortSignal });
  /** Serialises what came in, drops what may no longer be sent, and has the rest kept. */
  const drain = (): void => {
    look();
    // What was dropped is reported, one report at a time.
    if (unreported && !list.some(entry => entry.kind === DROPPED) && report(unreported))
      unreported = undefined;
    remove(entry => (permits(entry) ? entry.wire && serialise(entry, uuid) : 'withdrawn'));
    save(list);
  };
  const wake = (): void => {
    if (!waking)
      outside.setTimeout(
        () =>
          // What was recorded is serialised, kept and sent when nothing else is to do.
          (outside.requestIdleCallback ?? outside.setTimeout)(
            () => {
              waking = false;
              drain();
              void send();
            },
            // As an argument of `setTimeout` it counts as 0 ms.
            { timeout: INTERVAL } as never,
          ),
        INTERVAL,
      );
    waking = true;
  };
  /**
   * Finds the offset for the session: of three samples of the server's time the one that took the shortest way. From
   * then on all events have the same, so it reorders nothing.
   */
  const findOffset = async (): Promise<void> => {
    const kept = session();
    let best = Infinity;
    let found = +kept;
    try {
      for (let sample = kept ? SAMPLES : 0; sample < SAMPLES; sample++) {
        const start = now();
        const read = (await (await ask(`${url}time`)).json()).data.now;
        const took = now() - start;
        if (took < best) {
          best = took;
          found = Math.round(read + took / 2 - clock()) || 0;
        }
      }
    } catch (error) {
      if (failures < CLOCK_TRIES) throw error;
    }
    session(`${found}`);
    offset ??= found;
  };
  /**
   * Puts the first of `entries` into one request of at most 30000 (3 × JSON length, section 9) and at most `most`
   * events. Facts that several events share are sent once, and only those whose consent is in force. Gives the body,
   * and the entries that are in it.
   */
  const batch = (entries: readonly Entry[]): readonly [body: string, entries: Entry[]] => {
    const ext: string[] = [];
    const body: string[] = [];
    const write = (): string => `{"alg":0,"type":0,"data":{"meta":${meta},"ext":[${ext}],"body":[${body}]}}`;
    let size = write().length;
    for (const entry of entries.slice(0, most)) {
      const facts = JSON.stringify(
        Object.assign(
          {},
          ...(['app', 'user', 'device'] as const).map(
            kind => permitted(entry.facts, kind) && entry.facts[kind],
          ),
        ),
      );
      const x = ext.includes(facts) ? ext.indexOf(facts) : ext.length;
      const event = `${entry.json.slice(0, -1)},"t":${entry.time + (entry.offset ?? offset ?? 0)},"x":${x}}`;
      size += event.length + 1 + (ext[x] ? 0 : facts.length + 1);
      if (3 * size > REQUEST) break;
      ext[x] = facts;
      body.push(event);
    }
    return [write(), entries.slice(0, body.length)];
  };
  const mark = (entries: readonly Entry[], travels: boolean): void => {
    for (const entry of entries) entry.travels = travels;
  };
  const attempt = async (): Promise<boolean> => {
    if (!list[0] || !navigator.onLine || now() < quietUntil) return false;
    let wait = 0;
    try {
      if (offset === undefined) await findOffset();
      await prepare();
      drain();
      const [body, entries] = batch(list);
      if (!entries[0]) return false;
      // Outlives the page, out of 64 KiB that all its requests share; a second try may be what was too much for them.
      const keepalive = !failures;
      mark(entries, keepalive);
      const answer = await ask(`${url}events`, timeout, { method: 'POST', body, keepalive });
      if ([400, 413].includes(answer.status)) {
        // Too large, or one among them spoils the rest: halved until it stands alone.
        most = entries.length >> 1 || 1;
        if (!entries[1]) remove(entry => entry === entries[0] && 'size');
        return true;
      }
      wait = +(answer.headers.get('Retry-After') as string) * 1000 || 0;
      // Anything else than the collector's own answer is none: a captive portal says 200 too.
      const { data }: { data: EventsAnswer } = await answer.json();
      remove(
        entry =>
          entries.includes(entry) &&
          (data.refused.some(event => event.id === entry.id) ? 'refused' : 'acknowledged'),
      );
      failures = 0;
      most *= 2;
      return true;
    } catch {}
    mark(list, false);
    // Half fixed, half by chance, so that a school's pupils do not come back all at once.
    quietUntil =
      now() +
      (1 + outside.Math.random()) *
        Math.min(wait || Math.min((INTERVAL / 2) * 2 ** failures++, LONGEST_PAUSE), LONGEST_WAIT);
    return false;
  };
  const send = (): Promise<boolean> =>
    (current ??= attempt().finally(() => {
      current = undefined;
      // Also while it is quiet or offline, where looking costs next to nothing.
      if (list[0]) wake();
    }));

  return [
    stats,
    /** Gives what waits; with an argument that is what waits from now on. */
    (next = list): Entry[] => (list = next),
    count,
    (): number | undefined => offset,
    ask,
    wake,
    /** Takes an event in; false where there is no consent, or no room. */
    (entry: Entry): boolean => {
      if (!permits(entry)) return false;
      const room = list.length < QUEUE || entry.kind >= CONSENT;
      count(room ? 'accepted' : 'queue', entry);
      if (room) list.push(entry);
      wake();
      return room;
    },
    drain,
    /** Sends until nothing waits, or an attempt fails. */
    async (): Promise<void> => {
      while (await send());
    },
    /**
     * Gives everything that waits to beacons, but what travels already. A browser lets 64 KiB be under way, shared
     * with all requests that outlive the page; when it refuses, a smaller batch may still fit.
     */
    (): void => {
      drain();
      for (;;) {
        const waiting = list.filter(entry => !entry.travels);
        if (!waiting[0] || !most || !navigator.onLine) break;
        offset ??= +session();
        const [body, entries] = batch(waiting);
        if (navigator.sendBeacon?.(`${url}events`, body)) mark(entries, true);
        else most = entries.length >> 1;
      }
      most = QUEUE;
    },
    /** The page goes on: what only a beacon has is sent again, since nobody knows whether it came. */
    (): void => {
      mark(list, false);
      wake();
    },
  ] as const;
};
