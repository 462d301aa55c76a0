/** For tests: a browser of plain objects with a clock that the test holds, and what it sent, read by the contract. */
import { type Beacon, beaconLength, readBeacon } from '@rollcall/contract';
import type { Outside } from './outside.ts';

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
  readonly addresses: string[] = [];
  readonly listeners = new Map<string, Set<Listener>>();
  #timers: { at: number; work: () => void }[] = [];
  readonly document = { visibilityState: 'visible', readyState: 'complete' };
  readonly location = {
    href: 'https://school.example/lessons/42?token=secret#top',
    origin: 'https://school.example',
    pathname: '/lessons/42',
  };
  readonly outside: Outside & { fetch: typeof fetch };
  navigation: object[] = [];

  constructor(
    fetch: (input: unknown, init?: RequestInit) => Promise<unknown> = async () => ({ status: 200 }),
  ) {
    const { addresses } = this;
    class Image {
      referrerPolicy = '';
      set src(address: string) {
        addresses.push(address);
      }
    }
    // A class of its own for each page, since its methods are replaced.
    class Xhr extends TestXhr {
      override open(...args: unknown[]): void {
        super.open(...args);
      }
    }
    this.outside = {
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

  /** Lets `ms` go by, and everything that falls due. */
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
      listener({ type, target: this.outside, ...event } as never);
  }

  hide(): void {
    this.document.visibilityState = 'hidden';
    this.fire('visibilitychange');
  }

  /** What was sent, read by the contract, which has to take all of it. */
  beacons(): Beacon[] {
    return this.addresses.map(address => {
      if (address.length >= beaconLength.sent) throw new Error(`an address of ${address.length} characters`);
      const beacon = readBeacon(address.slice(address.indexOf('?') + 1));
      if (typeof beacon === 'string') throw new Error(`the beacon's ${beacon} is wrong: ${address}`);
      return beacon;
    });
  }

  reports() {
    const beacons = this.beacons();
    if (beacons.some(({ malformed }) => malformed > 0))
      throw new Error(`malformed: ${this.addresses.join('\n')}`);
    return beacons.flatMap(({ reports }) => reports);
  }
}
