/** The configuration whose parts that operators can set are the newest ones, wherever it is read. */
import type { Config } from './config.ts';
import type { Storable } from './storable-settings.ts';

/** An object whose properties are read of the newest one. What keeps a property keeps its value of that time. */
const liveObject = <T extends object>(newest: () => T): T =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      Object.keys(newest()).map(key => [key, { enumerable: true, get: () => newest()[key as keyof T] }]),
    ),
  ) as T;

/** A tree of words, of which branches may be kept. */
const liveTree = <T extends object>(newest: () => T): T =>
  new Proxy({} as T, {
    get: (_, key) => {
      const value: unknown = Reflect.get(newest(), key);
      return typeof value === 'object' && value !== null
        ? liveTree(() => Reflect.get(newest(), key) as object)
        : value;
    },
    has: (_, key) => Reflect.has(newest(), key),
    ownKeys: () => Reflect.ownKeys(newest()),
    getOwnPropertyDescriptor: (_, key) => {
      const found = Reflect.getOwnPropertyDescriptor(newest(), key);
      return found && { ...found, configurable: true };
    },
  });

export const liveConfig = (config: Config, newest: () => Storable): Config => ({
  ...config,
  pages: liveObject(() => newest().pages),
  words: liveTree(() => newest().words),
  names: liveObject(() => newest().names),
  codes: liveObject(() => newest().codes),
  console: liveObject(() => newest().console),
  alertDefaults: liveObject(() => newest().alertDefaults),
  // Not of `...config`, which would read it now.
  get sharedNetworks() {
    return newest().sharedNetworks;
  },
});
