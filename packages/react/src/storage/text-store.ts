/**
 * Stores short texts on the device: in localStorage, and where that is full or forbidden, in cookies of 30 days
 * on the shared parent domain (specification, section 9).
 */
import { browserEnvironment, cookieJar, type CookieJar, type BrowserEnvironment } from './cookie-jar.ts';
import { readPieces, removePieces, writePieces } from './pieces.ts';
import { sharedDomain } from './shared-domain.ts';

export interface TextStore {
  get(name: string): string | undefined;
  /** False where neither storage nor cookies accept it; an earlier text of this name is deleted then. */
  set(name: string, text: string): boolean;
  remove(name: string): void;
}

/** Names are letters, digits, `_` and `-`. */
const checked = (name: string): string => {
  if (/^[\w-]{1,40}$/.test(name)) return name;
  throw new RangeError(`"${name}" is no name to keep a text under.`);
};

/**
 * Makes a store of short texts that all sites of the shared domain read.
 *
 * @param environment gives the parts of the browser that are used; called on first use
 * @returns a store whose methods throw a RangeError for an invalid name, and nothing else
 * @example const store = createTextStore();
 * @see `docs/react.md`
 */
export function createTextStore(environment: () => BrowserEnvironment = browserEnvironment): TextStore {
  let found: { readonly around: BrowserEnvironment; readonly jar: CookieJar } | undefined;
  const parts = () => {
    if (!found) {
      const around = environment();
      found = { around, jar: cookieJar(around, sharedDomain(around)) };
    }
    return found;
  };
  /** The result of `work` on localStorage; undefined where that throws. */
  const stored = <T>(work: (storage: ReturnType<BrowserEnvironment['storage']>) => T): T | undefined => {
    try {
      return work(parts().around.storage());
    } catch {
      return undefined;
    }
  };
  return {
    get: name => {
      const key = checked(name);
      return stored(storage => storage.getItem(`rollcall.${key}`)) ?? readPieces(parts().jar, key);
    },
    set: (name, text) => {
      const key = checked(name);
      const held = stored(storage => {
        storage.setItem(`rollcall.${key}`, text);
        return storage.getItem(`rollcall.${key}`) === text;
      });
      if (held) {
        removePieces(parts().jar, key);
        return true;
      }
      // an older text in localStorage would be found before the newer one
      stored(storage => storage.removeItem(`rollcall.${key}`));
      return writePieces(parts().jar, key, text);
    },
    remove: name => {
      const key = checked(name);
      stored(storage => storage.removeItem(`rollcall.${key}`));
      removePieces(parts().jar, key);
    },
  };
}
