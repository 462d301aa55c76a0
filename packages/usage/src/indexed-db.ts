// An IndexedDB object has one listener here, and the shorter way to set it is 60 bytes of what people download.
/* oxlint-disable unicorn/prefer-add-event-listener */
import type { Entry } from './entry.ts';
import type { EventStore } from './event-store.ts';
import { SLACK } from './limits.ts';
import type { Outside } from './outside.ts';

/**
 * The store in IndexedDB. Ids are UUIDv7, so the order of the keys is the order of age.
 *
 * A write asks for nothing first and commits at once, so that it happens though the page ends in the same moment;
 * what is too much is taken out afterwards.
 *
 * @param most entries to keep, and some hundred at most beyond; with an event's size at most 5000 that bounds the bytes
 */
export const indexedDbStore = (outside: Outside, name: string, most: number): EventStore => {
  /** Entries since the last count. */
  let written = SLACK;
  let opening: Promise<IDBDatabase> | undefined;
  const open = (): Promise<IDBDatabase> =>
    (opening ??= new Promise((resolve, reject) => {
      // Where there is none, or its very mention is forbidden, this rejects.
      const request = outside.indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(name, { keyPath: 'id' });
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const database = request.result;
        // Whoever wants to delete the database may; it is opened anew when it is needed.
        database.onversionchange = database.onclose = () => {
          database.close();
          opening = undefined;
        };
        resolve(database);
      };
    }));
  /** Runs `work` in one transaction; resolves when that is through. */
  const within = async <T>(
    work: (entries: IDBObjectStore, transaction: IDBTransaction) => T,
    mode: IDBTransactionMode = 'readwrite',
  ): Promise<T> => {
    const transaction = (await open()).transaction(name, mode);
    const result = work(transaction.objectStore(name), transaction);
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(transaction.error);
    });
  };
  /** Visits the entries, oldest first, while `visit` says so. */
  const walk = (entries: IDBObjectStore, visit: (cursor: IDBCursorWithValue) => boolean): void => {
    const request = entries.openCursor();
    request.onsuccess = () => {
      if (request.result && visit(request.result)) request.result.continue();
    };
  };

  return [
    async fresh => {
      await within((entries, transaction) => {
        for (const entry of fresh) entries.put(entry);
        transaction.commit();
      });
      // Counting costs as much as writing, so it is done at the first write, and then for each hundred entries.
      written += fresh.length;
      if (written < SLACK) return [];
      written = 0;
      return within(entries => {
        const dropped: Entry[] = [];
        const count = entries.count();
        count.onsuccess = () => {
          let over = count.result - most;
          if (over > 0)
            walk(entries, cursor => {
              dropped.push(cursor.value);
              cursor.delete();
              return --over > 0;
            });
        };
        return dropped;
      });
    },
    ids =>
      within((entries, transaction) => {
        for (const id of ids) entries.delete(id);
        transaction.commit();
      }),
    (alive, limit) =>
      within(entries => {
        const found: Entry[] = [];
        walk(entries, ({ value }) => {
          if (!alive.has(value.owner)) found.push(value);
          return found.length < limit;
        });
        return found;
      }, 'readonly'),
  ];
};
