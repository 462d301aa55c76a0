// An IndexedDB object has one listener here, and the shorter way to set it is 60 bytes of what people download.
/* oxlint-disable unicorn/prefer-add-event-listener */
import type { EventStore } from './event-store.ts';
import type { BrowserEnvironment } from './browser-environment.ts';

/**
 * The store in IndexedDB. A record's name is a UUIDv7 and its key, so the order of the keys is the order of age.
 *
 * A transaction waits for no result and commits immediately, so that it completes even if the page ends
 * in the same moment.
 */
export const indexedDbStore = (environment: BrowserEnvironment, name: string): EventStore => {
  let opening: Promise<IDBDatabase> | undefined;
  const open = (): Promise<IDBDatabase> =>
    (opening ??= new Promise((resolve, reject) => {
      // Rejects if IndexedDB is missing, or if reading the property throws.
      const request = environment.indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(name);
      request.onerror = reject;
      request.onsuccess = () => {
        const database = request.result;
        // Another page may delete the database; it is opened again when it is needed.
        database.onversionchange = database.onclose = () => {
          database.close();
          opening = undefined;
        };
        resolve(database);
      };
    }));
  /** Runs `work` in one transaction; resolves when it has completed. */
  const within = async <T>(work: (records: IDBObjectStore) => T): Promise<T> => {
    const transaction = (await open()).transaction(name, 'readwrite');
    const result = work(transaction.objectStore(name));
    transaction.commit();
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = reject;
    });
  };

  return {
    write: written =>
      within(records => {
        for (const [key, entries] of written)
          if (entries[0]) records.put(entries, key);
          else records.delete(key);
      }),
    read: async () => (await within(records => records.getAll())).result.flat(),
  };
};
