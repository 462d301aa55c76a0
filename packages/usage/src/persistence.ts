import type { EventStore } from './event-store.ts';
import { type Entry, serialise } from './entry.ts';
import { indexedDbStore } from './indexed-db.ts';
import type { Persistence } from './keeper.ts';
import { AT_ONCE, CHECKPOINT, CUSTOM, LATER, MOST, SOON } from './limits.ts';

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
  (name, outside, [, list, count, offset, , wake], uuid, timers, make) => {
    const { locks } = outside.navigator;
    const [put, remove, leftovers] = store ?? indexedDbStore(outside, `${name}events`, most);
    /** Ids of what is written. */
    const saved = new Set<string>();
    /** Resolves once the others can see that this page lives; until then nothing of it is in the store. */
    let alive: Promise<unknown> = Promise.resolve();
    /** Names this life of the page; empty while it sleeps. */
    let owner = '';
    let abort: AbortController | undefined;

    const living = async (): Promise<ReadonlySet<string | undefined>> =>
      new Set([owner, ...((await locks?.query())?.held ?? []).map(lock => lock.name?.slice(name.length))]);
    const save = async (waiting: readonly Entry[]): Promise<void> => {
      const entries = waiting.filter(entry => entry.owner !== owner);
      for (const entry of entries) {
        entry.owner = owner;
        entry.offset ??= offset();
        // A timed event is written over what was sketched of it.
        saved.delete(entry.id);
      }
      if (entries[0])
        try {
          await alive;
          const dropped = await put(entries);
          for (const entry of entries) saved.add(entry.id);
          for (const entry of dropped) saved.delete(entry.id);
          // A living page still has its own in memory.
          for (const entry of dropped) if (!(await living()).has(entry.owner)) count('store', entry);
        } catch {
          // A store that is forbidden or full: the events stay in memory, and say so (`unsaved`).
        }
    };
    return [
      save,
      ids => {
        for (const id of ids) saved.delete(id);
        if (ids[0]) alive.then(() => remove(ids)).catch(() => {});
      },
      entry => saved.has(entry.id),
      () => {
        if (owner) return;
        owner = uuid();
        abort = new AbortController();
        const { signal } = abort;
        const lock = (part: string, work: () => void): void => {
          if (!locks) return work();
          locks
            .request(
              name + part,
              { signal },
              () =>
                new Promise(resolve => {
                  signal.addEventListener('abort', () => resolve());
                  work();
                }),
            )
            // It was called off while it waited.
            .catch(() => {});
        };
        /** Does `work` in turns of some ms, which it returns; undefined ends it. */
        const repeat = async (work: () => Promise<number | undefined>): Promise<void> => {
          const ms = await work().catch(() => LATER);
          if (ms) outside.setTimeout(() => void (signal.aborted || repeat(work)), ms);
        };
        alive = new Promise<void>(resolve => {
          lock(owner, resolve);
        });
        // Opens the store, for which a page that ends has no time.
        remove([]).catch(() => {});
        // Not at once: the page before may only now be on its way into the back-forward cache, where a lock that
        // somebody else wants would throw it out.
        outside.setTimeout(
          () =>
            lock(
              'recovery',
              () =>
                void repeat(async () => {
                  const found = list().length < AT_ONCE ? await leftovers(await living(), AT_ONCE) : [];
                  if (signal.aborted) return;
                  for (const entry of found) saved.add(entry.id);
                  // As the oldest; from the next look on they are this page's in the store too.
                  list([...found.filter(entry => !list().some(other => other.id === entry.id)), ...list()]);
                  if (found[0]) wake();
                  return locks && (found[0] ? SOON : LATER);
                }),
            ),
          SOON,
        );
        void repeat(async () => {
          void save(
            [...timers]
              .map(([key, [id, spent]]) => make(CUSTOM, key, undefined, spent(), id, 1))
              .filter(entry => !serialise(entry, uuid)),
          );
          return CHECKPOINT;
        });
      },
      () => {
        owner = '';
        abort?.abort();
      },
    ];
  };
