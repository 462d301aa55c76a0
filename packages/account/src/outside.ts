import type { TokenStorage } from './token-storage.ts';

/** What this library uses of an XMLHttpRequest. */
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

/** A lock that all tabs of this origin share. */
export interface Locks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Everything that comes in from outside. Tests and servers give their own; a browser needs none of it given. */
export interface Outside {
  createRequest(): HttpRequest;
  /** The document, as far as `document.cookie` goes. */
  readonly page: { cookie: string };
  /** Whether the page came over https. */
  secure(): boolean;
  /** Absent: the three cookies. */
  readonly storage?: TokenStorage | undefined;
  readonly locks: Locks;
  /**
   * Joins this tab to the others. `heard(true)` is called when another tab says that somebody signed in or out,
   * `heard(false)` when the storage may have changed unnoticed. Returns what tells the others.
   */
  joinTabs(name: string, heard: (told: boolean) => void): () => void;
  /** The kind of network, such as `4g`, or `unknown`. */
  net(): string;
}

/** What the browser gives. Nothing is touched before it is used; on a server nothing is held and nobody is told. */
export const browser = (): Outside => {
  const page = typeof document === 'object' ? document : undefined;
  return {
    createRequest: () => new XMLHttpRequest(),
    page: page ?? {
      // One server serves many visitors: it holds nobody's tokens, unless it is given a storage of its own.
      get cookie() {
        return '';
      },
      set cookie(_) {},
    },
    secure: () => page?.location.protocol === 'https:',
    // No Web Locks over plain http. Two tabs may then exchange one refresh token: the server gives both the same
    // successor, and the second answer finds the storage moved on. Within one tab the calls share an exchange anyway.
    locks: (page && navigator.locks) || { request: (_name, work) => work() },
    joinTabs: (name, heard) => {
      // A site of another origin on the same domain shares the cookies, not the channel: look when the tab is shown.
      page?.addEventListener('visibilitychange', () => heard(false));
      const channel = page && globalThis.BroadcastChannel && new BroadcastChannel(name);
      channel?.addEventListener('message', () => heard(true));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
      return () => channel?.postMessage(0);
    },
    net: () =>
      (page && (navigator as { connection?: { effectiveType?: string } }).connection?.effectiveType) ||
      'unknown',
  };
};
