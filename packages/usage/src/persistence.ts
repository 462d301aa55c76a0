import type { EventStore } from './event-store.ts';
import { indexedDbStore } from './indexed-db.ts';
import type { Persistence } from './keeper.ts';

/** Entries that the store may hold by default: ordinarily under 2 MB, at the very most 13. */
const MOST = 2000;
/** So many leftovers are taken in at a time; they share the queue's 1000 with this page's own. */
const AT_ONCE = 500;
/** How soon to look for leftovers again, in ms: where something was found, and where nothing was. */
const SOON = 1000;
const LATER = 60_000;
/** How often open timers are written down, in ms: what a crash can take from their durations. */
const CHECKPOINT = 5000;

/**
 * Keeps events beyond the page's life, and sends what dead pages left.
 *
 * Each page life holds a lock under a name of its own, so that the others know it lives. One tab at a time holds the
 * lock of the recovery; when it goes, another one gets it. Both are let go of when the page goes to sleep, since a
 * lock would keep it out of the back-forward cache. Without Web Locks (plain http) nobody knows who lives: leftovers
 * are looked for once, at the start, and the collector's exact dedupe makes up for what two tabs send.
 *
 * @param store default: IndexedDB
 * @param most entries that IndexedDB may hold
 */
export const persistence =
  (store?: EventStore, most = MOST): Persistence =>
  ({ name, outside, queue, uuid, sketches, wake }) => {
    const { locks } = outside.navigator;
    const held = store ?? indexedDbStore(indexedDB, name, most);
    const saved = new Set<string>();
    /** Resolves once the others can see that this page lives; until then nothing of it is in the store. */
    let alive: Promise<unknown> = Promise.resolve();
    let owner = '';
    let abort = new AbortController();

    const living = async (): Promise<ReadonlySet<string | undefined>> =>
      new Set([
        owner,
        ...((await locks?.query())?.held ?? []).map(lock => lock.name?.slice(name.length + 1)),
      ]);
    const write = async (entries: Parameters<typeof keeper.save>[0], own: string): Promise<void> => {
      await alive;
      const dropped = await held.put(entries.map(entry => ({ ...entry, owner: own })));
      for (const { id } of entries) saved.add(id);
      if (!dropped[0]) return;
      for (const { id } of dropped) saved.delete(id);
      // A living page still has its own in memory.
      const pages = await living();
      for (const entry of dropped) if (!pages.has(entry.owner)) queue.drop('store', entry);
    };
    const keeper: ReturnType<Persistence> = {
      has: ({ id }) => saved.has(id),
      save(entries) {
        for (const { id } of entries) saved.delete(id);
        // A store that is forbidden or full: the events stay in memory, and say so (`unsaved`).
        if (entries[0]) write(entries, owner).catch(() => {});
      },
      forget(entries) {
        const ids = entries.map(({ id }) => id);
        for (const id of ids) saved.delete(id);
        if (ids[0]) alive.then(() => held.delete(ids)).catch(() => {});
      },
      start() {
        owner = uuid();
        abort = new AbortController();
        const { signal } = abort;
        const gone = new Promise<void>(resolve => {
          signal.addEventListener('abort', () => resolve());
        });
        /** Does `work` in turns of some ms, which it returns; undefined ends it. */
        const repeat = async (work: () => Promise<number | undefined>): Promise<void> => {
          const ms = await work().catch(() => LATER);
          if (ms && !signal.aborted) outside.setTimeout(() => void (signal.aborted || repeat(work)), ms);
        };
        const recover = async (): Promise<number | undefined> => {
          let found = 0;
          if (queue.list().length < AT_ONCE) {
            const entries = await held.leftovers(await living(), AT_ONCE);
            if (signal.aborted) return;
            found = entries.length;
            for (const { id } of entries) saved.add(id);
            queue.adopt(entries);
            if (found) wake();
          }
          return locks && (found ? SOON : LATER);
        };
        const lock = (part: string, work: () => void): void => {
          if (!locks) return work();
          locks
            .request(`${name}.${part}`, { signal }, () => {
              work();
              return gone;
            })
            // It was called off while it waited.
            .catch(() => {});
        };
        alive = new Promise<void>(resolve => {
          lock(owner, resolve);
        });
        lock('recovery', () => void repeat(recover));
        void repeat(async () => {
          keeper.save(sketches());
          return CHECKPOINT;
        });
      },
      stop: () => abort.abort(),
    };
    return keeper;
  };
