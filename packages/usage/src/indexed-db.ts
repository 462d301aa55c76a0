import type { EventStore, StoredEntry } from './event-store.ts';

const NAME = 'entries';

/**
 * The store in IndexedDB. Ids are UUIDv7, so the order of the keys is the order of age.
 *
 * A write asks for nothing first and commits at once, so that it happens though the page ends in the same moment;
 * what is too much is taken out afterwards.
 *
 * @param most entries to keep; with an event's size at most 5000 that bounds the bytes
 */
export const indexedDbStore = (factory: IDBFactory, name: string, most: number): EventStore => {
  let opening: Promise<IDBDatabase> | undefined;
  const open = (): Promise<IDBDatabase> =>
    (opening ??= new Promise((resolve, reject) => {
      const request = factory.open(name, 1);
      const on = request.addEventListener.bind(request);
      on('upgradeneeded', () => request.result.createObjectStore(NAME, { keyPath: 'id' }));
      on('error', () => reject(request.error));
      on('success', () => {
        const database = request.result;
        // Whoever wants to delete the database may; it is opened anew when it is needed.
        database.addEventListener('versionchange', () => {
          database.close();
          opening = undefined;
        });
        resolve(database);
      });
    }));
  /** Runs `work` in one transaction; resolves when that is through. */
  const within = async <T>(
    mode: IDBTransactionMode,
    work: (entries: IDBObjectStore, transaction: IDBTransaction) => T,
  ): Promise<T> => {
    const transaction = (await open()).transaction(NAME, mode);
    return new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve(result));
      transaction.addEventListener('abort', () => reject(transaction.error));
      const result = work(transaction.objectStore(NAME), transaction);
    });
  };
  /** Visits the entries, oldest first, while `visit` says so. */
  const walk = (entries: IDBObjectStore, visit: (cursor: IDBCursorWithValue) => boolean): void => {
    const request = entries.openCursor();
    request.addEventListener('success', () => {
      if (request.result && visit(request.result)) request.result.continue();
    });
  };

  return {
    async put(fresh) {
      await within('readwrite', (entries, transaction) => {
        for (const entry of fresh) entries.put(entry);
        transaction.commit();
      });
      return within('readwrite', entries => {
        const dropped: StoredEntry[] = [];
        const count = entries.count();
        count.addEventListener('success', () => {
          let over = count.result - most;
          if (over <= 0) return;
          walk(entries, cursor => {
            dropped.push(cursor.value);
            cursor.delete();
            return --over > 0;
          });
        });
        return dropped;
      });
    },
    delete: ids =>
      within('readwrite', (entries, transaction) => {
        for (const id of ids) entries.delete(id);
        transaction.commit();
      }),
    leftovers: (alive, limit) =>
      within('readonly', entries => {
        const found: StoredEntry[] = [];
        walk(entries, ({ value }) => {
          if (!alive.has(value.owner)) found.push(value);
          return found.length < limit;
        });
        return found;
      }),
  };
};
