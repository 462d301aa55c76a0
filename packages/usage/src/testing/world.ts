/** A world of devices, tabs and one collector under a clock that the test moves. */
import {
  checkData,
  checkEvent,
  isFacts,
  type WireData,
  type WireEvent,
  type WireFacts,
} from '@rollcall/contract';
import type { Entry } from '../entry.ts';
import type { EventStore } from '../event-store.ts';
import type { BrowserEnvironment, Locks } from '../browser-environment.ts';

/** The outcome of the next request: answered, or one of the failures. */
export type Fate = 'ok' | 'request lost' | 'answer lost' | 'late' | 503 | 413 | 500 | 'portal';

interface Due {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
  /** A killed tab's timers do not run; beacons and writes that it has started still complete. */
  readonly tab: Tab | undefined;
}

export interface Received extends WireEvent {
  readonly facts: WireFacts;
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 60; turn++) await Promise.resolve();
};

export class World {
  time = 1_700_000_000_000;
  /** Milliseconds by which the server's clock is ahead of the devices'. */
  serverAhead = 0;
  fates: Fate[] = [];
  /** Seconds in a 503's Retry-After. */
  retryAfter = 0;
  /** ms that a request and its answer take, each. */
  latency = 20;
  /** Every body that left a page. */
  readonly sent: string[] = [];
  /** The URL of every other request. */
  readonly requests: string[] = [];
  /** URLs that events were sent to, by request and by beacon. */
  readonly collectors: string[] = [];
  /** Every event that the collector took, once for each time it came. */
  readonly received: Received[] = [];
  readonly kept = new Map<string, Received>();
  /** Looks at every body as it leaves a page. */
  watch: (body: string) => void = () => {};
  refuse: (event: WireEvent) => string | undefined = () => undefined;
  /** Pages opened, each with random numbers of its own. */
  pages = 1;
  #due: Due[] = [];
  #order = 0;

  after(ms: number, work: () => void, tab?: Tab): Due {
    const due = { at: this.time + ms, order: this.#order++, work, tab };
    this.#due.push(due);
    return due;
  }
  cancel(due: unknown): void {
    this.#due = this.#due.filter(other => other !== due);
  }
  /** Lets `ms` pass, and everything happen that is due. */
  async pass(ms: number): Promise<void> {
    const until = this.time + ms;
    await turns();
    for (;;) {
      const next = this.#due
        .filter(({ at, tab }) => at <= until && !(tab && tab.asleep))
        .sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (!next) break;
      this.cancel(next);
      this.time = Math.max(this.time, next.at);
      if (!next.tab || next.tab.alive) next.work();
      await turns();
    }
    this.time = until;
  }
  /** The collector: takes a body, gives an answer. */
  take(body: string): { status: number; text: string } {
    const { alg, type, data } = JSON.parse(body) as { alg: number; type: number; data: WireData };
    if (alg !== 0 || type !== 0) throw new Error('alg, type');
    if (3 * body.length > 30_000) throw new Error('request too large');
    if (new TextEncoder().encode(body).length > 30_000) throw new Error('more bytes than counted');
    const checked = checkData(data);
    if (typeof checked === 'string') throw new Error(checked);
    if (!data.ext.every(facts => isFacts(facts))) throw new Error('ext');
    let accepted = 0;
    const refused: { id: string; why: string }[] = [];
    for (const event of data.body) {
      const wrong = checkEvent(event, data.ext.length);
      if (wrong) throw new Error(`${wrong}: ${JSON.stringify(event)}`);
      const why = this.refuse(event);
      if (why) {
        refused.push({ id: event.i, why });
        continue;
      }
      accepted++;
      const received = { ...event, facts: data.ext[event.x] as WireFacts };
      this.received.push(received);
      if (!this.kept.has(event.i)) this.kept.set(event.i, received);
    }
    return { status: 200, text: JSON.stringify({ data: { accepted, refused } }) };
  }
  /** The kept events of a kind, in order of arrival. */
  events(kind = 0): Received[] {
    return [...this.kept.values()].filter(({ k = 0 }) => k === kind);
  }
}

/** State that all tabs of a browser share. */
export class Device {
  readonly local = new Map<string, string>();
  cookies = new Map<string, string>();
  readonly records = new Map<string, readonly Entry[]>();
  readonly locks = new Map<string, { tab: Tab; grant: () => void }[]>();
  readonly tabs = new Set<Tab>();
  online = true;
  /** Milliseconds by which the device's clock is ahead of the world's. */
  clockAhead = 0;
  readonly world: World;
  constructor(world: World) {
    this.world = world;
  }

  /** How many entries the store holds. */
  get stored(): number {
    return [...this.records.values()].flat().length;
  }

  release(name: string, tab: Tab): void {
    const waiting = this.locks.get(name) ?? [];
    const held = waiting[0]?.tab === tab;
    this.locks.set(
      name,
      waiting.filter(({ tab: other }) => other !== tab),
    );
    if (held) this.locks.get(name)?.[0]?.grant();
  }
  /** The browser finishes a write that was requested, even if the tab dies. */
  store(tab: Tab): EventStore {
    let opened = false;
    const open = () =>
      new Promise<void>(resolve => {
        const ready = () => {
          opened = true;
          resolve();
        };
        this.world.after(10, ready, tab);
      });
    const act = <T>(work: () => T): Promise<T> =>
      new Promise(resolve => {
        if (!tab.alive) return;
        this.world.after(1, () => {
          const result = work();
          if (tab.alive) resolve(result);
        });
      });
    return {
      write: async records => {
        // A write before the store is open happens only if the page lives until it is.
        if (!opened) await open();
        const copies = structuredClone([...records]);
        await act(() => {
          for (const [name, entries] of copies)
            if (entries.length > 0) this.records.set(name, entries);
            else this.records.delete(name);
        });
      },
      read: () =>
        act(() =>
          [...this.records]
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .flatMap(([, entries]) => structuredClone([...entries])),
        ),
    };
  }
}

/** One page in one tab. */
export class Tab {
  alive = true;
  /** In the back-forward cache: nothing runs. */
  asleep = false;
  hidden = false;
  path = '/';
  /** What led to the page, and the query of its address. */
  referrer = '';
  search = '';
  /** Bytes that the browser still has under way for the ended or living page. */
  budget = 65_536;
  refuseBeacons = 0;
  readonly listeners = new Map<string, Set<(event: never) => void>>();
  readonly warnings: string[] = [];
  readonly device: Device;
  readonly session: Map<string, string>;
  readonly environment: BrowserEnvironment;
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0';
  constructor(device: Device, session = new Map<string, string>(), over: object = {}) {
    this.device = device;
    this.session = session;
    device.tabs.add(this);
    this.environment = Object.assign(environmentOf(this), over);
  }

  fire(type: string, event: object = {}): void {
    for (const heard of this.listeners.get(type) ?? []) heard(event as never);
  }
  hide(): void {
    if (this.hidden) return;
    this.hidden = true;
    this.fire('visibilitychange');
  }
  show(): void {
    if (!this.hidden) return;
    this.hidden = false;
    this.fire('visibilitychange');
  }
  /** The page ends as pages do: with its last events, and what its listeners do in promises. */
  async leave(): Promise<void> {
    // As HTML says: only then it is hidden.
    this.fire('pagehide', { persisted: false });
    this.hide();
    await turns();
    this.kill();
  }
  /** The page goes into the back-forward cache. */
  async sleep(): Promise<void> {
    this.fire('pagehide', { persisted: true });
    this.hide();
    await turns();
    this.asleep = true;
  }
  wake(): void {
    this.asleep = false;
    this.hidden = false;
    this.fire('pageshow', { persisted: true });
    this.fire('visibilitychange');
  }
  /** Kills the process: no event of the page fires. */
  kill(): void {
    this.alive = false;
    this.listeners.clear();
    this.device.tabs.delete(this);
    for (const name of this.device.locks.keys()) this.device.release(name, this);
  }

  /** Sends a body with the next planned outcome. */
  travel(
    body: string,
    outlives: boolean,
    answered: (status: number, text: string) => void,
    failed: () => void,
  ): void {
    const { world } = this.device;
    const fate = this.device.online ? (world.fates.shift() ?? 'ok') : 'request lost';
    world.sent.push(body);
    world.watch(body);
    const delay = fate === 'late' ? 30_000 : world.latency;
    if (fate === 'request lost') return void world.after(delay, failed, this);
    world.after(delay, () => {
      if (!outlives && !this.alive) return;
      if (fate === 503 || fate === 413 || fate === 500)
        return void world.after(delay, () => answered(fate, '{"code":"RC_54"}'), this);
      if (fate === 'portal')
        return void world.after(delay, () => answered(200, '<html>sign in</html>'), this);
      const { status, text } = world.take(body);
      world.after(delay, fate === 'answer lost' ? failed : () => answered(status, text), this);
    });
  }
}

/** What a tab's page sees of it. */
const environmentOf = (tab: Tab): BrowserEnvironment => {
  const { device, listeners } = tab;
  const { world } = device;
  const texts = (map: Map<string, string>) => {
    const storage = {
      getItem: (name: string) => map.get(name) ?? null,
      setItem: (name: string, text: string) => void map.set(name, text),
      removeItem: (name: string) => void map.delete(name),
    };
    // Its own keys are the names of what it holds.
    return new Proxy(storage, {
      ownKeys: () => [...map.keys()],
      getOwnPropertyDescriptor: (_, name) =>
        map.has(String(name)) ? { configurable: true, enumerable: true, value: '' } : undefined,
    });
  };
  const addEventListener = (type: string, heard: (event: never) => void) => {
    const set = listeners.get(type) ?? new Set();
    listeners.set(type, set.add(heard));
  };
  const began = world.time;
  let chance = (world.pages++ * 2_654_435_761) >>> 0;
  const next = () => (chance = (Math.imul(chance, 1_664_525) + 1_013_904_223) >>> 0);
  const locks: Locks = {
    request: (name, { signal }, work) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(new Error('aborted'));
          return;
        }
        const grant = () =>
          queueMicrotask(() => {
            if (!tab.alive || signal.aborted) return;
            void (async () => {
              await work();
              device.release(name, tab);
              resolve(undefined);
            })();
          });
        const waiting = device.locks.get(name) ?? [];
        device.locks.set(name, [...waiting, { tab, grant }]);
        if (waiting.length === 0) grant();
        signal.addEventListener('abort', () => {
          if (device.locks.get(name)?.[0]?.tab === tab) return;
          device.release(name, tab);
          reject(new Error('aborted'));
        });
      }),
    query: async () => ({
      held: [...device.locks].filter(([, waiting]) => waiting.length > 0).map(([name]) => ({ name })),
    }),
  };
  return {
    Date: { now: () => Math.floor(world.time + device.clockAhead) },
    performance: { now: () => world.time - began },
    Math: { random: () => next() / 2 ** 32 },
    setTimeout: (work, ms) => world.after(ms || 0, work, tab),
    requestIdleCallback: work => world.after(5, work, tab),
    // A fixed sequence, so that a run can be had again.
    crypto: {
      getRandomValues(numbers) {
        for (let index = 0; index < numbers.length; index++) numbers[index] = next() >>> 24;
        return numbers;
      },
    },
    AbortSignal: {
      timeout: ms => {
        const abort = new AbortController();
        world.after(ms, () => abort.abort(), tab);
        return abort.signal;
      },
    },
    fetch: (url, init) =>
      new Promise((resolve, reject) => {
        const failed = () => reject(new TypeError('Failed to fetch'));
        const headers = (name: string) =>
          name === 'Retry-After' && world.retryAfter ? `${world.retryAfter}` : null;
        const answered = (status: number, text: string) =>
          resolve({
            status,
            headers: { get: headers } as Headers,
            text: async () => text,
            json: async () => JSON.parse(text),
          });
        init.signal?.addEventListener('abort', failed);
        if (init.method === 'POST') {
          world.collectors.push(url);
          return tab.travel(init.body as string, !!init.keepalive, answered, failed);
        }
        world.requests.push(url);
        if (!device.online || world.fates[0] === 'request lost')
          return void world.after(world.latency, failed, tab);
        const now = world.time + world.latency + world.serverAhead;
        const text = /\/v1\/time\b/.test(url)
          ? JSON.stringify({ data: { now } })
          : /\/v1\/ip\b/.test(url)
            ? '{"data":{"ip":"203.0.113.7"}}'
            : '2001:db8::7\n';
        world.after(2 * world.latency, () => answered(200, text), tab);
      }),
    console: { warn: text => tab.warnings.push(text) },
    navigator: {
      get onLine() {
        return device.online;
      },
      get userAgent() {
        return tab.userAgent;
      },
      language: 'zh-CN',
      hardwareConcurrency: 8,
      webdriver: false,
      platform: 'Linux x86_64',
      connection: { effectiveType: '4g' },
      locks,
      sendBeacon: (url, body) => {
        world.collectors.push(url);
        const bytes = new TextEncoder().encode(body).length;
        if (tab.refuseBeacons > 0) {
          tab.refuseBeacons--;
          return false;
        }
        if (bytes > tab.budget) return false;
        tab.budget -= bytes;
        const done = () => {
          tab.budget += bytes;
        };
        tab.travel(body, true, done, done);
        return true;
      },
    },
    // The tests of the library give a store of their own.
    indexedDB: undefined as never,
    localStorage: texts(device.local),
    sessionStorage: texts(tab.session),
    document: {
      get cookie() {
        return [...device.cookies].map(([name, text]) => `${name}=${text}`).join('; ');
      },
      set cookie(line: string) {
        const [, name = '', text = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (line.includes('max-age=-')) device.cookies.delete(name);
        else device.cookies.set(name, text);
      },
      get hidden() {
        return tab.hidden;
      },
      get referrer() {
        return tab.referrer;
      },
      documentElement: { scrollWidth: 1000, scrollHeight: 5000 },
      addEventListener,
    },
    location: {
      get pathname() {
        return tab.path;
      },
      protocol: 'https:',
      host: 'school.example',
      get search() {
        return tab.search;
      },
    },
    screen: { width: 1920, height: 1080 },
    devicePixelRatio: 2,
    addEventListener,
  };
};
