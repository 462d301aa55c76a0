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
 * What is not in the store yet when a page ends goes to localStorage, where the next page life finds it: that needs no
 * time, and a page that begins a transaction on its way into the back-forward cache is thrown out. Where localStorage is
 * forbidden or full the store has to do.
 *
 * @param store default: IndexedDB
 * @param most entries that the store may hold: more are dropped, the oldest first, when leftovers are looked for
 */
export const persistence =
  (store?: EventStore, most = MOST): Persistence =>
  (name, outside, [, list, count, offset, , wake], uuid, timers, make) => {
    const { locks } = outside.navigator;
    const [put, remove, read] = store ?? indexedDbStore(outside, `${name}events`);
    /** Ids of what is written. */
    const saved = new Set<string>();
    /** Resolves once the others can see that this page lives; until then nothing of it is in the store. */
    let alive: Promise<unknown> = Promise.resolve();
    /** Names this life of the page; empty when it ends, and while it sleeps. */
    let owner = '';
    let abort: AbortController | undefined;

    /** Keeps them where it takes no time, under a name of their own: tabs that end together see each other's writes late. */
    const leave = (entries: readonly Entry[]): boolean => {
      try {
        outside.localStorage.setItem(`${name}rest.${uuid()}`, JSON.stringify(entries));
        return true;
      } catch {
        return false;
      }
    };
    const save = async (waiting: readonly Entry[]): Promise<void> => {
      const entries = waiting.filter(entry => entry.owner !== owner && (owner || !saved.has(entry.id)));
      for (const entry of entries) {
        entry.owner = owner;
        entry.offset ??= offset();
        // A timed event is written over what was sketched of it.
        saved.delete(entry.id);
      }
      if (entries[0] && (owner || !leave(entries)))
        try {
          await alive;
          await put(entries);
          for (const entry of entries) saved.add(entry.id);
        } catch {
          // A store that is forbidden or full: the events stay in memory, and say so (`unsaved`).
        }
    };
    /** Takes in what pages left, as the oldest; from the next look on they are this page's in the store too. */
    const take = (found: readonly Entry[]): void => {
      for (const entry of found) entry.owner = undefined;
      list([...found.filter(entry => !list().some(other => other.id === entry.id)), ...list()]);
      if (found[0]) wake();
    };
    const forget = (ids: readonly string[]): void => {
      for (const id of ids) saved.delete(id);
      if (ids[0]) alive.then(() => remove(ids)).catch(() => {});
    };
    return [
      save,
      forget,
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
                new Promise<unknown>(resolve => {
                  signal.addEventListener('abort', resolve);
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
        // Not at once: the page before may only now be on its way into the back-forward cache, where a lock or a
        // transaction that somebody else waits for would throw it out.
        outside.setTimeout(() => {
          if (signal.aborted) return;
          void repeat(async () => {
            void save(
              [...timers]
                .map(([key, [id, spent]]) => make(CUSTOM, key, undefined, spent(), id, 1))
                .filter(entry => !serialise(entry, uuid)),
            );
            return CHECKPOINT;
          });
          lock(
            'recovery',
            () =>
              void repeat(async () => {
                try {
                  const storage = outside.localStorage;
                  for (const key of Object.keys(storage))
                    if (key.startsWith(`${name}rest`)) {
                      take(JSON.parse(storage.getItem(key) as string));
                      storage.removeItem(key);
                    }
                } catch {}
                const kept = await read();
                const living = [
                  owner,
                  ...((await locks?.query())?.held?.map(lock => lock.name?.slice(name.length)) ?? []),
                ];
                if (signal.aborted) return;
                const over = kept.splice(0, Math.max(0, kept.length - most));
                const isLeft = (entry: Entry): boolean => !living.includes(entry.owner);
                // A living page still has its own in memory.
                for (const entry of over.filter(isLeft)) count('store', entry);
                forget(over.map(entry => entry.id));
                const found = kept.filter(isLeft).slice(0, list().length < AT_ONCE ? AT_ONCE : 0);
                for (const entry of found) saved.add(entry.id);
                take(found);
                return locks && (found[0] ? SOON : LATER);
              }),
          );
        }, SOON);
      },
      () => {
        owner = '';
        abort?.abort();
      },
    ];
  };
