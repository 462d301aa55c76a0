/** Properties of the whole library, under random pages, networks and consents. */
import { type ConsentKind, consentKinds, type WireData } from '@rollcall/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heatmap } from './heatmap.ts';
import { persistence } from './persistence.ts';
import { Device, type Fate, Tab, World } from './testing/world.ts';
import type { Usage } from './api.ts';
import { assemble } from './usage.ts';

const params = { product_code: 'school', url: '/', heatmap };

/** Pages that come and go in the two tabs of one browser. */
class Browser {
  readonly world = new World();
  readonly device = new Device(this.world);
  readonly pages: { tab: Tab; usage: Usage }[] = [];
  /** Counts of the pages that are gone. */
  readonly all: Usage[] = [];
  constructor() {
    this.open(0);
    this.open(1);
  }
  open(slot: number): void {
    const tab = new Tab(this.device, this.pages[slot]?.tab.session);
    const usage = assemble(params, tab.environment, persistence(this.device.store(tab)));
    this.pages[slot] = { tab, usage };
    this.all.push(usage);
  }
  page(slot: number): { tab: Tab; usage: Usage } {
    return this.pages[slot] as { tab: Tab; usage: Usage };
  }
  async leave(slot: number): Promise<void> {
    const { tab } = this.page(slot);
    if (tab.asleep) tab.kill();
    else await tab.leave();
    this.open(slot);
  }
  /** Long enough for the longest pause and the next look for leftovers, with all well again. */
  async calm(): Promise<void> {
    this.world.fates = [];
    this.world.retryAfter = 0;
    this.device.online = true;
    for (const { tab } of this.pages) {
      if (tab.asleep) tab.wake();
      tab.show();
      tab.refuseBeacons = 0;
      tab.fire('online');
    }
    await this.world.pass(10 * 60_000);
  }
}

const slot = fc.nat(1);
const fate = fc.constantFrom<Fate>('request lost', 'answer lost', 'late', 503, 413, 500, 'portal');
type Act = (browser: Browser) => Promise<void> | void;

let index = 0;
const deliveryActs = fc.oneof<fc.Arbitrary<{ name: string; act: Act }>[]>(
  fc.tuple(slot, fc.integer({ min: 1, max: 40 })).map(([at, count]) => ({
    name: `track ${count} in ${at}`,
    act: ({ pages }) => {
      // A page in the back-forward cache does nothing.
      for (let done = 0; done < count && !pages[at]?.tab.asleep; done++)
        pages[at]?.usage.track('a', { index: index++ });
    },
  })),
  fc.constantFrom(0, 3, 25, 300, 510, 700, 3000, 40_000, 130_000).map(ms => ({
    name: `pass ${ms}`,
    act: ({ world }) => world.pass(ms),
  })),
  fc.array(fate, { minLength: 1, maxLength: 5 }).map(fates => ({
    name: `fates ${fates.join()}`,
    act: ({ world }) => void world.fates.push(...fates),
  })),
  fc.boolean().map(online => ({
    name: online ? 'online' : 'offline',
    act: ({ device, pages }) => {
      device.online = online;
      if (online) for (const { tab } of pages) if (!tab.asleep) tab.fire('online');
    },
  })),
  slot.map(at => ({ name: `leave ${at}`, act: browser => browser.leave(at) })),
  slot.map(at => ({
    name: `kill ${at}`,
    act: async browser => {
      // What is not in the store yet dies with the process: half a second's worth, and said so in the documentation.
      for (let turn = 0; turn < 40 && browser.page(at).usage.stats().unsaved > 0; turn++)
        await browser.world.pass(25);
      if (browser.page(at).tab.asleep) return;
      if (browser.page(at).usage.stats().unsaved > 0) throw new Error('never saved');
      browser.page(at).tab.kill();
      browser.open(at);
    },
  })),
  slot.map(at => ({
    name: `sleep ${at}`,
    act: async ({ pages }) => {
      if (!pages[at]?.tab.asleep) await pages[at]?.tab.sleep();
    },
  })),
  slot.map(at => ({
    name: `wake ${at}`,
    act: ({ pages }) => void (pages[at]?.tab.asleep && pages[at].tab.wake()),
  })),
  slot.map(at => ({
    name: `hide ${at}`,
    act: ({ pages }) => void (pages[at]?.tab.asleep || pages[at]?.tab.hide()),
  })),
  slot.map(at => ({
    name: `show ${at}`,
    act: ({ pages }) => void (pages[at]?.tab.asleep || pages[at]?.tab.show()),
  })),
  fc.tuple(slot, fc.nat(3)).map(([at, refuseBeacons]) => ({
    name: `refuse ${refuseBeacons} beacons`,
    act: ({ pages }) => void Object.assign(pages[at]?.tab ?? {}, { refuseBeacons }),
  })),
);

test('every event that track() accepted and no stated limit dropped reaches the collector exactly once [4.queue]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deliveryActs, { maxLength: 40 }), async acts => {
      const browser = new Browser();
      browser.page(0).usage.consent.grant(['event'], '1');
      await browser.world.pass(0);
      browser.page(1).tab.fire('storage');
      for (const { act } of acts) await act(browser);
      await browser.calm();
      const sum = (count: (stats: ReturnType<Usage['stats']>) => number): number =>
        browser.all.reduce((total, usage) => total + count(usage.stats()), 0);
      const taken = sum(({ accepted }) => accepted);
      const dropped = sum(({ dropped: by }) => Object.values(by).reduce((a, b) => a + b, 0));
      const events = browser.world.events();
      expect(events.length).toBe(taken - dropped);
      expect(new Set(events.map(({ b }) => b?.['index'])).size).toBe(events.length);
      // And what was dropped was reported.
      const reported = browser.world.events(4).flatMap(({ b }) => Object.values(b ?? {}) as number[]);
      expect(reported.reduce((a, b) => a + b, 0)).toBe(dropped);
      // Nothing is left behind, in memory or in the store.
      expect(browser.pages.map(({ usage }) => usage.stats().waiting)).toEqual([0, 0]);
      expect(browser.device.stored).toBe(0);
    }),
    { numRuns: 300 },
  );
});

const kinds = fc.uniqueArray(fc.constantFrom(...consentKinds), { minLength: 1 });
const factKind = (name: string): ConsentKind =>
  name === 'pi' || name === 'lv' ? 'app' : name === 'u' ? 'user' : 'device';

test('no event is sent whose kind is not granted or whose grant was withdrawn [4.consents 9.consents]', async () => {
  const act = fc.oneof<fc.Arbitrary<(browser: Consenting) => Promise<void> | void>[]>(
    fc.tuple(slot, kinds).map(
      ([at, chosen]) =>
        browser =>
          browser.grant(at, chosen),
    ),
    fc.tuple(slot, kinds).map(
      ([at, chosen]) =>
        browser =>
          browser.withdraw(at, chosen),
    ),
    slot.map(at => browser => browser.record(at)),
    slot.map(at => ({ pages, world }) => {
      const { usage, tab } = pages[at] as Browser['pages'][0];
      usage.timer.start('timed');
      tab.fire('click', { pageX: 1, pageY: 1 });
      usage.setUser(`user-${world.time}`);
    }),
    slot.map(
      at =>
        ({ pages }) =>
          void pages[at]?.usage.timer.end('timed'),
    ),
    slot.map(at => browser => browser.leave(at)),
    fc.constantFrom(0, 3, 510, 3000, 70_000).map(
      ms =>
        ({ world }) =>
          world.pass(ms),
    ),
    fate.map(
      next =>
        ({ world }) =>
          void world.fates.push(next),
    ),
  );
  class Consenting extends Browser {
    readonly granted = new Set<ConsentKind>();
    /** Marks of recorded events, and the kinds that they were recorded under. */
    readonly marks = new Map<string, ConsentKind[]>();
    readonly forbidden = new Set<string>();
    grant(at: number, chosen: readonly ConsentKind[]): void {
      for (const kind of chosen) this.granted.add(kind);
      this.page(at).usage.consent.grant(chosen, '1');
    }
    withdraw(at: number, chosen: readonly ConsentKind[]): void {
      for (const kind of chosen) this.granted.delete(kind);
      for (const [mark, needed] of this.marks) {
        if (needed.some(kind => chosen.includes(kind))) this.forbidden.add(mark);
      }
      const uid = this.device.cookies.get('usage.prod.school.uid');
      if (uid && chosen.includes('device')) this.forbidden.add(uid);
      this.page(at).usage.consent.withdraw(chosen);
    }
    record(at: number): void {
      const { usage } = this.page(at);
      const event = `mark-${this.marks.size}-`;
      if (usage.track(event)) this.marks.set(`"${event}"`, ['event']);
      const view = `/mark-${this.marks.size}-`;
      // The page that is still looked at when consent is given again may be clicked on.
      if (usage.page(view)) for (const k of [1, 5]) this.marks.set(`"${view}","k":${k}`, ['view']);
    }
    check(body: string): void {
      const { data } = JSON.parse(body) as { data: WireData };
      for (const facts of data.ext)
        for (const name of Object.keys(facts)) expect(this.granted).toContain(factKind(name));
      for (const { k = 0 } of data.body) {
        if (k === 0 || k === 2 || k === 4) expect(this.granted).toContain('event');
        if (k === 1 || k === 2 || k === 5) expect(this.granted).toContain('view');
      }
      for (const mark of this.forbidden) expect(body.includes(mark)).toBe(false);
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async acts => {
      const browser = new Consenting();
      browser.world.watch = body => browser.check(body);
      for (const one of acts) await one(browser);
      await browser.calm();
    }),
    { numRuns: 300 },
  );
});

test('without consent: no request, no storage, no cookie [4.consents]', async () => {
  const browser = new Browser();
  const { usage, tab } = browser.page(0);
  usage.setUser('7');
  for (const made of [usage.track('a'), usage.page('/a'), usage.timer.start('b'), usage.timer.end('b')])
    expect(made).toBe(false);
  tab.fire('click', { pageX: 1, pageY: 1 });
  usage.consent.withdraw(consentKinds);
  await usage.flush();
  await browser.leave(0);
  await browser.calm();
  const { world, device } = browser;
  expect([world.sent, world.requests]).toEqual([[], []]);
  expect([device.local.size, device.cookies.size, device.stored]).toEqual([0, 0, 0]);
  expect(browser.pages.map(page => page.tab.session.size)).toEqual([0, 0]);
});

test('no event is over 5000 and no request over 30000, for any content [9.sizes]', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 700 });
  const biz = fc.dictionary(text, fc.oneof(text, fc.double(), fc.array(text, { maxLength: 3 })), {
    maxKeys: 5,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 128 }), biz), { maxLength: 40 }),
      fc.boolean(),
      fc.string({ unit: 'binary' }),
      async (events, beacon, user) => {
        const browser = new Browser();
        const { usage, tab } = browser.page(0);
        usage.consent.grant(consentKinds, '1');
        usage.setUser(user);
        for (const [key, data] of events) usage.track(key, data);
        if (beacon) tab.hide();
        // The collector of this world throws at a batch that is too large or invalid by the contract.
        await browser.calm();
        const { accepted, dropped } = usage.stats();
        expect(accepted).toBe(events.length);
        expect(browser.world.events().length).toBe(accepted - (dropped.size ?? 0));
      },
    ),
    { numRuns: 100 },
  );
});
