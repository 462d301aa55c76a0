import { type Entry, serialise } from './entry.ts';
import type { EventStore } from './event-store.ts';
import { indexedDbStore } from './indexed-db.ts';
import { AT_ONCE, CHECKPOINT, LATER, MOST, SOON } from './limits.ts';
import type { Persistence, SavedEntry } from './page.ts';

/**
 * Keeps events beyond the end of the page, and sends those of closed pages. Each page life holds a lock under a name of its
 * own, by which the others know that it lives. One tab at a time holds the lock of the recovery; when it goes, another one gets
 * it. Both are released when the page goes to sleep, since a lock would keep it out of the back-forward cache. Without Web
 * Locks (plain http) living pages are not known: leftovers are looked for once, at the start, and the collector's exact dedupe
 * makes up for what two tabs send. What is not in the store yet when a page ends goes to localStorage, where the next page life
 * finds it: that needs no time, and a page that begins a transaction on its way into the back-forward cache is thrown out.
 * Where localStorage is forbidden or full the store has to do.
 * @param store default: IndexedDB
 * @param most entries that the store may hold: beyond that leftovers are dropped, the oldest first, when they are looked for.
 * Nothing of a living page is dropped: it has 1000 at most, and counts on them
 * @example const keeping = persistence(undefined, 1000);
 * @see `docs/delivery.md`
 */
export const persistence =
  (store?: EventStore, most = MOST): Persistence =>
  (page, environment) => {
    const { _prefix: prefix, _uuid: uuid } = page;
    const { locks } = environment.navigator;
    const { write: put, read } = store ?? indexedDbStore(environment, `${prefix}records`);
    /** Resolves once other tabs can see that this page is open; until then it stores nothing. */
    let alive: Promise<unknown> = Promise.resolve();
    /** Id of the page from its start or restoration to its end; empty after it ended and in the back-forward cache. */
    let owner = '';
    let asleep = false;
    let abort: AbortController | undefined;

    /** Rewrites the records of `entries` with those of `present` that are theirs; what was never saved is in none. */
    const write = async (
      entries: readonly SavedEntry[],
      present: readonly Entry[] = page._entries,
    ): Promise<void> => {
      const records = [...new Set(entries.map(({ kept }) => kept))].filter(kept => kept);
      try {
        await alive;
        if (records[0])
          await put(records.map(record => [record, present.filter(({ kept }) => kept === record)]));
        for (const entry of entries) entry.saved = true;
      } catch {
        // A store that is forbidden or full: the events stay in memory, and count as `unsaved`.
      }
    };
    const save = (waiting: readonly Entry[]): unknown => {
      const entries = waiting.filter(entry => entry.owner !== owner && (owner || !entry.saved));
      if (!entries[0]) return;
      const record = uuid();
      for (const entry of entries) {
        entry.owner = owner;
        entry.offset ??= page._offset;
        entry.kept ||= record;
      }
      // Under a name of its own: tabs that end together see each other's writes late.
      if (!owner)
        try {
          return environment.localStorage.setItem(`${prefix}rest.${record}`, JSON.stringify(entries));
        } catch {}
      return write(entries, waiting);
    };
    /** Takes over the events of closed pages as the oldest; the next save stores them as this page's. */
    const take = (found: readonly Entry[], saved?: boolean): void => {
      for (const entry of found) {
        entry.owner = undefined;
        entry.saved = saved;
      }
      page._entries = [
        ...found.filter(entry => !page._entries.some(other => other.id === entry.id)),
        ...page._entries,
      ];
      if (found[0]) page._schedule();
    };
    /** Takes over what is in localStorage. Returns what closed pages left in the store, and how many entries are in it. */
    const findLeft = async (): Promise<[left: Entry[], many: number]> => {
      try {
        const storage = environment.localStorage;
        for (const key of Object.keys(storage))
          if (key.startsWith(`${prefix}rest`)) {
            take(JSON.parse(storage.getItem(key) as string));
            storage.removeItem(key);
          }
      } catch {}
      const kept = await read();
      const held = (await locks?.query())?.held;
      return [
        kept.filter(
          entry => entry.owner !== owner && !held?.some(lock => lock.name === prefix + entry.owner),
        ),
        kept.length,
      ];
    };
    /** The first so many entries, and the others of the last one's record. */
    const first = (entries: readonly Entry[], many: number): Entry[] =>
      entries.filter((entry, at) => at < many || entry.kept === entries[many - 1]?.kept);
    return {
      _save: save,
      _clear: write,
      _start() {
        if (owner || asleep) return;
        owner = uuid();
        abort = new AbortController();
        const { signal } = abort;
        const lock = (part: string, work: () => unknown): unknown => {
          if (!locks) return work();
          return (
            locks
              .request(
                prefix + part,
                { signal },
                () =>
                  new Promise<unknown>(resolve => {
                    signal.addEventListener('abort', resolve);
                    work();
                  }),
              )
              // It was called off while it waited.
              .catch(() => {})
          );
        };
        /** Repeats `work` after the ms that it returns; undefined ends it. */
        const repeat = async (work: () => Promise<number | undefined>): Promise<void> => {
          const ms = await work().catch(() => LATER);
          if (ms) environment.setTimeout(() => signal.aborted || repeat(work), ms);
        };
        alive = new Promise<void>(resolve => {
          lock(owner, resolve);
        });
        // Not immediately: the page before may only now be on its way into the back-forward cache, where a lock or a
        // transaction that another page waits for would throw it out.
        environment.setTimeout(() => {
          if (signal.aborted) return;
          void repeat(async () => {
            void save(page._drafts().filter(entry => !serialise(entry, uuid)));
            return CHECKPOINT;
          });
          lock('recovery', () =>
            repeat(async () => {
              const [left, many] = await findLeft();
              if (signal.aborted) return;
              const over = first(left, many - most);
              for (const { kind } of over) page._count('store', kind);
              void write(over, []);
              const found = first(left.slice(over.length), page._entries[AT_ONCE - 1] ? 0 : AT_ONCE);
              take(found, true);
              return locks && (found[0] ? SOON : LATER);
            }),
          );
        }, SOON);
      },
      async _takeLeft() {
        try {
          await new Promise<unknown>(resolve => environment.setTimeout(resolve as () => void, SOON));
          if (owner) take((await findLeft())[0], true);
        } catch {}
      },
      _stop() {
        asleep = true;
        owner = '';
        abort?.abort();
      },
      _wake() {
        asleep = false;
      },
    };
  };
