/**
 * The part of `window` that this library uses. Nothing else is read, so that a test can pass its own: clocks,
 * timers, randomness, network, storage, locks, the document.
 */
export interface BrowserEnvironment {
  readonly Date: { now(): number };
  readonly performance: { now(): number };
  readonly Math: Pick<typeof Math, 'random'>;
  setTimeout(work: () => unknown, ms: number): unknown;
  readonly requestIdleCallback?: ((work: () => void, options: { timeout: number }) => unknown) | undefined;
  readonly crypto: { getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array };
  fetch(url: string, init: RequestInit): Promise<Pick<Response, 'status' | 'headers' | 'text' | 'json'>>;
  readonly AbortSignal: { timeout?(ms: number): AbortSignal };
  readonly console: { readonly warn: (text: string) => void };
  readonly navigator: Pick<
    Navigator,
    'onLine' | 'userAgent' | 'language' | 'hardwareConcurrency' | 'webdriver' | 'platform'
  > & {
    /** Can be switched off in some browsers. */
    sendBeacon?(url: string, body: string): boolean;
    readonly connection?: { readonly effectiveType?: string };
    /** Missing over plain http. */
    readonly locks?: Locks | undefined;
  };
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly indexedDB: IDBFactory;
  /** Missing on a server, where nothing is recorded. */
  readonly document?:
    | (EventSource & {
        cookie: string;
        readonly hidden: boolean;
        readonly referrer: string;
        readonly documentElement: { readonly scrollWidth: number; readonly scrollHeight: number };
      })
    | undefined;
  readonly location: Pick<Location, 'host' | 'pathname' | 'protocol' | 'search'>;
  readonly screen: { readonly width: number; readonly height: number };
  readonly devicePixelRatio: number;
  readonly addEventListener: EventSource['addEventListener'];
}

interface EventSource {
  addEventListener(type: string, listener: (event: never) => void, capture: true): void;
}

/** The part of Web Locks that this library uses; all tabs of an origin share them. */
export interface Locks {
  request(name: string, options: { signal: AbortSignal }, work: () => Promise<unknown>): Promise<unknown>;
  query(): Promise<{ held?: { name?: string }[] }>;
}
