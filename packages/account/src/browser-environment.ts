import type { TokenStorage } from './token-storage.ts';

/** The members of XMLHttpRequest that this library uses. */
export type HttpRequest = Pick<
  XMLHttpRequest,
  | 'open'
  | 'send'
  | 'abort'
  | 'setRequestHeader'
  | 'withCredentials'
  | 'timeout'
  | 'status'
  | 'responseText'
  | 'onload'
  | 'onerror'
  | 'ontimeout'
  | 'onabort'
  | 'onloadend'
>;

/** Locks that all tabs of this origin share: the Web Locks API, or a replacement. */
export interface Locks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** A sign-out of the person's own, as tabs tell each other. */
export type SignOut = 'signed-out';

/** The browser APIs that the library uses. In a browser the defaults do; tests and servers replace them by `init`. */
export interface BrowserEnvironment {
  createRequest(): HttpRequest;
  /** The document's `cookie` property. */
  readonly page: { cookie: string };
  /** Whether the page was loaded over https. */
  secure(): boolean;
  /** Absent: tokens are stored in three cookies. */
  readonly storage?: TokenStorage | undefined;
  readonly locks: Locks;
  /**
   * Connects this tab with the other tabs of the same name.
   *
   * @param onMessage called with true when another tab announces a sign-in or a sign-out, with false when the storage
   *   may have changed without an announcement
   * @returns a function that announces a sign-in or a sign-out to the other tabs
   */
  joinTabs(name: string, onMessage: (announced: boolean, why?: SignOut) => void): (why?: SignOut) => void;
  /** The kind of network for the Net header, such as `4g`, or `unknown`. */
  net(): string;
  /** The page's language for the Accept-Language header, `zh` or `en`; undefined: the browser's own header is sent. */
  language(): string | undefined;
}

/** The environment of a browser. On a server it stores no tokens and sends no messages. */
export const browserEnvironment = (): BrowserEnvironment => {
  const page = typeof document === 'object' ? document : undefined;
  return {
    createRequest: () => new XMLHttpRequest(),
    page: page ?? {
      get cookie() {
        return '';
      },
      set cookie(_) {},
    },
    // A server serves many visitors, so it must not store tokens unless `storage` is given.
    storage: page ? undefined : { read: () => ({}), write() {}, clear() {} },
    secure: () => page?.location.protocol === 'https:',
    // Web Locks are missing over plain http. Two tabs may then exchange one refresh token: the server gives both the
    // same successor, and the second answer is dropped. The calls of one tab share an exchange in any case.
    locks: (page && navigator.locks) || { request: (_name, work) => work() },
    joinTabs: (name, onMessage) => {
      // Another origin on the same domain shares the cookies but not the channel: check when the page is looked at again.
      page?.addEventListener('visibilitychange', () => onMessage(false));
      // Windows beside each other stay visible.
      if (page) addEventListener('focus', () => onMessage(false));
      // A page comes back from the history; a page that was just loaded is shown, too.
      if (page) addEventListener('pageshow', ({ persisted }) => persisted && onMessage(false));
      const channel = page && globalThis.BroadcastChannel && new BroadcastChannel(name);
      channel?.addEventListener('message', ({ data }) =>
        onMessage(true, data === 'signed-out' ? data : undefined),
      );
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
      return why => channel?.postMessage(why ?? 0);
    },
    net: () =>
      (page && (navigator as { connection?: { effectiveType?: string } }).connection?.effectiveType) ||
      'unknown',
    language: () => /^(?:zh|en)\b/i.exec(page?.documentElement.lang ?? '')?.[0],
  };
};
