import type { EventKind, WireEvent } from '@rollcall/contract';
import type { BrowserEnvironment } from './browser-environment.ts';
import { type Drops, type Entry, serialise } from './entry.ts';
import { CONSENT, DROPPED, KIND_CONSENTS, LONGEST_DURATION, QUEUE } from './limits.ts';
import type { Page, Recorder } from './page.ts';

/** What the library says of itself. */
const isOwn = (kind: EventKind): boolean => kind === CONSENT || kind === DROPPED;

export const createRecorder = (page: Page, { Date }: BrowserEnvironment): Recorder => {
  const dropped: Drops = {};
  const stats = { accepted: 0, acknowledged: 0, withdrawn: 0, dropped };
  let unreported: Drops | undefined;
  let sequence = 0;
  const permits = ({ kind, facts }: Entry): boolean =>
    KIND_CONSENTS[kind].every(consent => page._isPermitted(facts, consent));
  return {
    _entries: [],
    _stats: () => ({
      ...stats,
      waiting: page._entries.length,
      unsaved: page._entries.filter(entry => !entry.saved).length,
    }),
    _make: (kind, key, { b, d, o } = {}, id = '') => ({
      id,
      kind,
      time: page._time(),
      facts: page._facts(),
      wire: {
        c: Date.now(),
        n: sequence++,
        e: key,
        k: kind || undefined,
        b: b && { ...b },
        d: d && Math.min(d, LONGEST_DURATION),
        o,
      } satisfies { [Name in keyof WireEvent]?: WireEvent[Name] | object | undefined },
      json: '',
      kept: id,
    }),
    _record(kind, key, details, id) {
      const entry = page._on && page._make(kind, key, details, id);
      if (!entry || !permits(entry)) return false;
      const hasCapacity = page._entries.length < QUEUE || isOwn(kind);
      page._count(hasCapacity ? 'accepted' : 'queue', kind);
      if (hasCapacity) page._entries.push(entry);
      return hasCapacity;
    },
    _process() {
      page._refreshConsents();
      // One report of drops at a time.
      if (
        unreported &&
        !page._entries.some(({ kind }) => kind === DROPPED) &&
        page._record(DROPPED, 'dropped', { b: unreported })
      )
        unreported = undefined;
      page._remove(entry => (permits(entry) ? entry.wire && serialise(entry, page._uuid) : 'withdrawn'));
      page._persistence?._save(page._entries);
    },
    _count(outcome, kind) {
      // Reports a drop too, when nothing else waits.
      page._schedule();
      if (!isOwn(kind))
        for (const counts of (outcome in stats ? [stats] : [dropped, (unreported ??= {})]) as Record<
          string,
          number
        >[])
          counts[outcome] = (counts[outcome] ?? 0) + 1;
    },
    _remove(outcomeOf) {
      const removed: Entry[] = [];
      page._entries = page._entries.filter(entry => {
        const outcome = outcomeOf(entry);
        if (outcome) {
          page._count(outcome, entry.kind);
          removed.push(entry);
        }
        return !outcome;
      });
      page._persistence?._clear(removed);
    },
  };
};
