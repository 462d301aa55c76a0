/** For tests: a browser of plain objects with a fake clock, and its beacons as the contract parses them. */
import { type Beacon, beaconLength, readBeacon } from '@rollcall/contract';
import type { BrowserEnvironment } from './browser-environment.ts';

type Listener = (event: Event) => void;

/** An XHR as far as the library touches one: the test says how it ends. */
export class TestXhr extends EventTarget {
  static sent: TestXhr[] = [];
  status = 0;
  opened: unknown[] = [];
  open(...args: unknown[]): void {
    this.opened = args;
    this.status = 0;
  }
  send(): void {
    TestXhr.sent.push(this);
    this.dispatchEvent(new Event('loadstart'));
  }
  end(type: 'load' | 'error' | 'timeout' | 'abort', status = 0): void {
    this.status = status;
    this.dispatchEvent(new Event(type));
    this.dispatchEvent(new Event('loadend'));
  }
}

export class TestPage {
  now = 0;
  readonly urls: string[] = [];
  readonly listeners = new Map<string, Set<Listener>>();
  #timers: { at: number; work: () => void }[] = [];
  readonly document = { hidden: false, readyState: 'complete' };
  readonly location = {
    href: 'https://school.example/lessons/42?token=secret#top',
    origin: 'https://school.example',
    pathname: '/lessons/42',
  };
  readonly browser: BrowserEnvironment & { fetch: typeof fetch };
  navigation: object[] = [];

  constructor(
    fetch: (input: unknown, init?: RequestInit) => Promise<unknown> = async () => ({ status: 200 }),
  ) {
    const { urls } = this;
    class Image {
      referrerPolicy = '';
      set src(url: string) {
        urls.push(url);
      }
    }
    // A class of its own for each page, since its methods are replaced.
    class Xhr extends TestXhr {
      override open(...args: unknown[]): void {
        super.open(...args);
      }
    }
    this.browser = {
      document: this.document,
      location: this.location,
      performance: { now: () => this.now, getEntriesByType: () => this.navigation },
      addEventListener: (type: string, listener: Listener) => {
        const set = this.listeners.get(type) ?? new Set();
        this.listeners.set(type, set.add(listener));
      },
      removeEventListener: (type: string, listener: Listener) => this.listeners.get(type)?.delete(listener),
      setTimeout: (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        this.#timers.push({ at: this.now + ms, work: () => work(...args) }),
      requestIdleCallback: (work: () => void) => this.#timers.push({ at: this.now, work }),
      Image,
      URL,
      URLSearchParams,
      XMLHttpRequest: Xhr,
      fetch,
    } as never;
  }

  /** Advances the clock by `ms` milliseconds and runs due timers. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      this.#timers.sort((a, b) => a.at - b.at);
      const next = this.#timers[0];
      if (!next || next.at > end) break;
      this.#timers.shift();
      this.now = Math.max(this.now, next.at);
      next.work();
    }
    this.now = end;
  }

  fire(type: string, event: object = {}): void {
    for (const listener of this.listeners.get(type) ?? [])
      listener({ type, target: this.browser, ...event } as never);
  }

  hide(): void {
    this.document.hidden = true;
    this.fire('visibilitychange');
  }

  /** The beacons that were sent; throws if the contract refuses one. */
  beacons(): Beacon[] {
    return this.urls.map(url => {
      if (url.length >= beaconLength.sent) throw new Error(`a URL of ${url.length} characters`);
      const beacon = readBeacon(url.slice(url.indexOf('?') + 1));
      if (typeof beacon === 'string') throw new Error(`the beacon's ${beacon} is wrong: ${url}`);
      return beacon;
    });
  }

  reports() {
    const beacons = this.beacons();
    if (beacons.some(({ malformed }) => malformed > 0)) throw new Error(`malformed: ${this.urls.join('\n')}`);
    return beacons.flatMap(({ reports }) => reports);
  }
}
