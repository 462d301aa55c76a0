import { checkEvent, type ConsentKind, consentKinds } from '@rollcall/contract';
import { expect, test } from 'vitest';
import { createUsage } from './core.ts';
import type { UsageParams } from './params.ts';
import { createUsage as createWhole } from './index.ts';
import { heatmap } from './heatmap.ts';
import { persistence } from './persistence.ts';
import { Device, Tab, World } from './testing/world.ts';
import { assemble } from './usage.ts';

const params = { product_code: 'school', url: 'https://api.school.example/' };
const set = (
  over: Partial<UsageParams> = {},
  kinds: readonly ConsentKind[] = consentKinds,
  with_ = true,
  most = 2000,
) => {
  const world = new World();
  const device = new Device(world);
  const open = (session?: Map<string, string>) => {
    const tab = new Tab(device, session);
    const usage = assemble(
      { ...params, ...over },
      tab.environment,
      with_ ? persistence(device.store(tab), most) : undefined,
    );
    return { tab, usage };
  };
  const first = open();
  if (kinds.length > 0) first.usage.consent.grant(kinds, '1');
  return { world, device, open, ...first };
};

test('without a product code or a URL it warns and does nothing [4.switched-off]', async () => {
  for (const [over, words] of [
    [{ product_code: '' }, 'Please set product code'],
    [{ product_code: undefined as never }, 'Please set product code'],
    [{ url: '' }, 'Please set url'],
    [{ url: undefined as never }, 'Please set url'],
  ] as const) {
    const { world, tab, usage } = set(over);
    expect(tab.warnings).toEqual([words]);
    expect(usage.track('a')).toBe(false);
    expect(usage.page()).toBe(false);
    expect(usage.timer.start('a')).toBe(false);
    await usage.flush();
    await tab.leave();
    await world.pass(10_000);
    expect([world.sent, world.requests]).toEqual([[], []]);
  }
  expect(set({ product_code: 0 }).tab.warnings).toEqual([]);
});

test('says once why it is off, however often it is created; another reason is said too [4.switched-off]', () => {
  const { environment, warnings } = new Tab(new Device(new World()));
  for (const url of ['', '', undefined as never]) createWhole({ product_code: 'school', url }, environment);
  expect(warnings).toEqual(['Please set url']);
  createWhole({ product_code: '', url: '' }, environment);
  expect(warnings).toEqual(['Please set url', 'Please set product code']);
});

test('on a server it does nothing, and reads no browser object', () => {
  const usage = createUsage(params, {
    Date,
    Math,
    performance: { now: () => 0 },
    crypto: globalThis.crypto,
    console: { warn: () => {} },
  } as never);
  usage.consent.grant(consentKinds, '1');
  usage.setUser('7');
  expect([usage.track('a'), usage.page('/a'), usage.timer.end('b')]).toEqual([false, false, false]);
  usage.close();
});

test('a key is required [5.event-key]', () => {
  const { tab, usage } = set();
  for (const key of ['', undefined as never, 7 as never, 'x'.repeat(129)])
    expect(usage.track(key)).toBe(false);
  expect(usage.timer.start('')).toBe(false);
  expect(tab.warnings).toEqual(Array(5).fill('Please set key'));
});

test('the batch has the form of the specification, with every fact [3.device 7.batch]', async () => {
  const { world, device, tab, usage } = set({ env: 'dev', heatmap });
  usage.setUser('42', 'proof');
  usage.track('lesson.open', { lesson: 7 });
  await world.pass(1500);
  const { alg, type, data } = JSON.parse(world.sent[0] as string);
  expect([alg, type, data.meta]).toEqual([
    0,
    0,
    { device_type: 1, product_code: 'school', is_dev: true, heatmap: true },
  ]);
  const [event] = world.events();
  expect(event).toMatchObject({ e: 'lesson.open', b: { lesson: 7 } });
  expect(event?.facts).toEqual({
    pi: expect.any(String),
    lv: '0.1.0',
    u: '42',
    up: 'proof',
    pf: 'Linux x86_64',
    l: 'zh-CN',
    ua: tab.userAgent,
    nt: '4g',
    dn: 2,
    cpu: 8,
    rs: '1920x1080',
    d: device.cookies.get('usage.dev.school.uid'),
    ip: '203.0.113.7',
  });
  expect(world.requests).toContain('https://api.school.example/usage/v1/ip?product_code=school');
  expect(usage.stats()).toMatchObject({ accepted: 1, acknowledged: 1, waiting: 0, unsaved: 0 });
  expect(device.stored).toBe(0);
});

test('every call has product code, pid and platform in its query, beacons too; absent ones are left out', async () => {
  const sent = async (over: object) => {
    const { world, tab, usage } = set(over);
    usage.track('a');
    await world.pass(1500);
    usage.track('b');
    await tab.leave();
    await world.pass(100);
    expect(world.collectors).toHaveLength(2);
    return new Set(
      [...world.collectors, ...world.requests]
        .map(url => new URL(url))
        .map(({ pathname, search }) => pathname + search),
    );
  };
  const calls = (query: string) =>
    new Set(['events', 'ip', 'time'].map(name => `/usage/v1/${name}?${query}`));
  expect(await sent({ pid: 'a&b', platform: 'web' })).toEqual(
    calls('product_code=school&pid=a%26b&platform=web'),
  );
  expect(await sent({})).toEqual(calls('product_code=school'));
});

test('the IP address can come from another service, or from none [7.ip]', async () => {
  const outside = set({ ip: 'https://ip.example/' });
  outside.usage.track('a');
  await outside.world.pass(1500);
  expect(outside.world.events()[0]?.facts.ip).toBe('2001:db8::7');
  const without = set({ ip: false });
  without.usage.track('a');
  await without.world.pass(1500);
  expect(without.world.events()[0]?.facts).not.toHaveProperty('ip');
  expect(without.world.requests.every(url => url.includes('/v1/time'))).toBe(true);
});

test('bots are flagged, not dropped', async () => {
  const { world, tab, usage } = set({}, []);
  tab.userAgent = 'Mozilla/5.0 HeadlessChrome/130';
  usage.consent.grant(consentKinds, '1');
  usage.track('a');
  await world.pass(1500);
  expect(world.events()[0]?.facts.bot).toBe(1);
});

test('it sends every 500 ms, one batch at a time, and nothing if no event waits [4.queue 9.interval]', async () => {
  const { world, usage } = set();
  await world.pass(1000);
  const before = world.sent.length;
  for (let index = 0; index < 300; index++) usage.track('a', { index, text: 'x'.repeat(100) });
  const sends: number[] = [];
  for (let step = 0; step < 60; step++) {
    const count = world.sent.length;
    await world.pass(100);
    if (world.sent.length > count) sends.push(world.time);
  }
  expect(sends.length).toBeGreaterThan(4);
  // In steps of 100 ms.
  const gaps = sends.slice(1).map((at, index) => at - (sends[index] as number));
  expect(gaps.filter(gap => gap < 500 || gap > 600)).toEqual([]);
  expect(world.events()).toHaveLength(300);
  await world.pass(60_000);
  expect(world.sent.length - before).toBe(sends.length);
});

test('at most 1000 events wait: further ones are refused, counted and reported [9.queue]', async () => {
  const { world, device, usage } = set();
  await world.pass(2000);
  device.online = false;
  const taken = Array.from({ length: 1200 }, (_, index) => usage.track('a', { index }));
  expect(taken.filter(Boolean)).toHaveLength(1000);
  expect(usage.stats()).toMatchObject({ accepted: 1000, waiting: 1000, dropped: { queue: 200 } });
  // A record of consent is stored nevertheless.
  usage.consent.withdraw(['user']);
  device.online = true;
  await world.pass(60_000);
  expect(world.events().map(({ b }) => b?.['index'])).toEqual(
    Array.from({ length: 1000 }, (_, index) => index),
  );
  expect(world.events(4).map(({ b }) => b)).toEqual([{ queue: 200 }]);
  expect(Object.keys(world.events(3).at(-1)?.b?.['g'] as object)).not.toContain('user');
  expect(usage.track('a')).toBe(true);
});

test('an event over 5000 in size, or that is not JSON, is dropped, counted and reported [9.sizes]', async () => {
  const { world, usage } = set();
  const circle: Record<string, unknown> = {};
  circle['itself'] = { circle };
  usage.track('big', { text: 'x'.repeat(1700) });
  usage.track('circle', circle);
  usage.track('bigint', { n: 1n });
  usage.track('good');
  await world.pass(3000);
  expect(usage.stats().dropped).toEqual({ size: 1, form: 2 });
  expect(world.events().map(({ e }) => e)).toEqual(['good']);
  expect(world.events(4).map(({ b }) => b)).toEqual([{ size: 1, form: 2 }]);
});

test('a drop is reported even if no other event follows', async () => {
  const { world, usage } = set();
  await world.pass(2000);
  world.fates = [413];
  usage.track('alone');
  await world.pass(2000);
  world.refuse = ({ e }) => (e === 'refused' ? 'e' : undefined);
  usage.track('refused');
  await world.pass(2000);
  expect(world.events(4).map(({ b }) => b)).toEqual([{ size: 1 }, { refused: 1 }]);
});

test('events that the collector refuses are dropped, not sent again', async () => {
  const { world, usage } = set();
  world.refuse = ({ e }) => (e === 'bad' ? 'key' : undefined);
  usage.track('bad');
  usage.track('good');
  await world.pass(5000);
  expect(usage.stats()).toMatchObject({ accepted: 2, acknowledged: 1, waiting: 0, dropped: { refused: 1 } });
});

test('a batch that is too large for the collector is halved, down to the one event that is', async () => {
  const { world, usage } = set({}, ['event'], false);
  await world.pass(2000);
  for (let index = 0; index < 8; index++) usage.track('a', { index });
  world.fates = [413, 413, 413, 413];
  await world.pass(20_000);
  expect(usage.stats()).toMatchObject({ accepted: 8, acknowledged: 7, dropped: { size: 1 } });
  expect(world.events()).toHaveLength(7);
});

test('it waits for the Retry-After of a 503, also if the network comes back earlier', async () => {
  const { world, tab, usage } = set();
  await world.pass(2000);
  world.retryAfter = 30;
  world.fates = [503];
  usage.track('a');
  await world.pass(1000);
  const { length } = world.sent;
  tab.fire('online');
  await usage.flush();
  await world.pass(28_000);
  expect(world.sent).toHaveLength(length);
  await world.pass(33_000);
  expect(world.events()).toHaveLength(1);
});

test('after failures it waits longer each time, up to a minute', async () => {
  const { world, usage } = set({}, ['event'], false);
  await world.pass(2000);
  world.fates = Array(40).fill('request lost');
  usage.track('a');
  const { length } = world.sent;
  await world.pass(10 * 60_000);
  const tries = world.sent.length - length;
  expect(tries).toBeGreaterThan(14);
  expect(tries).toBeLessThan(28);
});

test('a 200 from a captive portal does not count as accepted', async () => {
  const { world, usage } = set();
  await world.pass(2000);
  world.fates = ['portal', 'portal'];
  usage.track('a');
  await world.pass(1000);
  expect(usage.stats().waiting).toBe(1);
  await world.pass(10_000);
  expect(world.events()).toHaveLength(1);
});

test('offline it sends nothing, and continues when the network is back', async () => {
  const { world, device, tab, usage } = set();
  await world.pass(2000);
  device.online = false;
  const { sent, requests } = world;
  const before = [sent.length, requests.length];
  usage.track('a');
  tab.hide();
  tab.show();
  await world.pass(120_000);
  expect([sent.length, requests.length]).toEqual(before);
  device.online = true;
  tab.fire('online');
  await world.pass(600);
  expect(world.events()).toHaveLength(1);
});

test('page end sends waiting events by beacons, also after refusals, within the shared 64 KiB [4.page-end]', async () => {
  const { world, tab, usage } = set({}, ['event'], false);
  await world.pass(2000);
  for (let index = 0; index < 200; index++) usage.track('a', { index, text: 'x'.repeat(50) });
  tab.refuseBeacons = 2;
  await tab.leave();
  await world.pass(100);
  expect(world.events()).toHaveLength(200);
  expect(usage.stats().accepted).toBe(200);
});

test('unreadable data of a timed event throws at its start, and loses no other event at page end', async () => {
  const { world, tab, usage } = set({}, ['event'], false);
  let broken = false;
  const data = {
    get title() {
      if (broken) throw new Error('not readable');
      return 'a';
    },
  };
  usage.timer.start('video', data);
  await world.pass(2000);
  usage.track('before');
  broken = true;
  expect(() => usage.timer.start('next', data)).toThrow('not readable');
  await tab.leave();
  await world.pass(100);
  expect(world.events().map(({ e, b }) => [e, b])).toEqual([
    ['before', undefined],
    ['video', { title: 'a' }],
  ]);
});

test('events in a keepalive request at page end are not sent by a beacon too', async () => {
  const { world, tab, usage } = set({}, ['event'], false);
  await world.pass(2000);
  usage.track('a');
  await world.pass(505);
  usage.track('b');
  await tab.leave();
  await world.pass(100);
  expect(world.received.filter(({ k }) => !k).map(({ e }) => e)).toEqual(['a', 'b']);
});

test('hidden and then ended is one page end, not two [4.page-end]', async () => {
  const { world, tab, usage } = set();
  await world.pass(2000);
  usage.track('a');
  const { length } = world.sent;
  await tab.leave();
  expect(world.sent).toHaveLength(length + 1);
});

test('a page that continues sends the events of a beacon again, and they count once', async () => {
  const { world, tab, usage } = set();
  await world.pass(2000);
  usage.track('a');
  world.fates = ['request lost'];
  tab.hide();
  await world.pass(10);
  tab.show();
  await world.pass(2000);
  expect(world.events()).toHaveLength(1);
  expect(usage.stats()).toMatchObject({ acknowledged: 1, waiting: 0 });
});

test('events outlive the page, and one tab alone sends them on the next visit', async () => {
  const { world, device, tab, usage, open } = set();
  await world.pass(2000);
  device.online = false;
  for (let index = 0; index < 50; index++) usage.track('a', { index });
  await world.pass(600);
  expect(usage.stats().unsaved).toBe(0);
  tab.kill();
  device.online = true;
  const one = open();
  const two = open();
  await world.pass(10_000);
  expect(world.received.filter(({ k }) => !k)).toHaveLength(50);
  expect(world.events()).toHaveLength(50);
  expect(one.usage.stats().acknowledged + two.usage.stats().acknowledged).toBe(50);
  expect(device.stored).toBe(0);
});

test('storage is bounded: the oldest events of closed pages are dropped, counted and reported', async () => {
  const { world, device, usage, tab, open } = set({}, consentKinds, true, 530);
  await world.pass(2000);
  device.online = false;
  const dead = open();
  for (let index = 0; index < 20; index++) {
    dead.usage.track('dead', { index });
    await world.pass(600);
  }
  // Enough events of its own that it takes over no leftovers.
  for (let index = 0; index < 525; index++) usage.track('own', { index });
  await world.pass(600);
  expect(device.stored).toBe(545);
  dead.tab.kill();
  // Checked once a minute, by one page.
  await world.pass(60_000);
  // The report of that is kept too.
  expect(device.stored).toBe(531);
  const lost = usage.stats().dropped.store ?? 0;
  expect(lost).toBe(15);
  device.online = true;
  tab.fire('online');
  await world.pass(180_000);
  expect(world.events().filter(({ e }) => e === 'own')).toHaveLength(525);
  const late = world.events().filter(({ e }) => e === 'dead');
  expect(late.map(({ b }) => b?.['index'])).toEqual([15, 16, 17, 18, 19]);
  expect(world.events(4).map(({ b }) => b)).toEqual([{ store: 15 }]);
  expect(device.stored).toBe(0);
});

test('an open page keeps its own events in memory if storage is too small for them', async () => {
  const { world, device, usage } = set({}, consentKinds, true, 5);
  device.online = false;
  for (let index = 0; index < 20; index++) usage.track('a', { index });
  await world.pass(2000);
  // With the record of consent.
  expect(usage.stats()).toMatchObject({ waiting: 21, unsaved: 0, dropped: {} });
  expect(device.stored).toBe(21);
  device.online = true;
  await world.pass(5000);
  expect(world.events()).toHaveLength(20);
});

test('if storage is too small a page removes no events of another open page', async () => {
  const { world, device, tab, usage, open } = set({}, consentKinds, true, 5);
  await world.pass(2000);
  device.online = false;
  const other = open();
  for (let index = 0; index < 20; index++) other.usage.track('a', { index });
  // The first one looks once a minute.
  await world.pass(130_000);
  expect(device.stored).toBeGreaterThanOrEqual(20);
  expect(other.usage.stats()).toMatchObject({ unsaved: 0, dropped: {} });
  await other.tab.leave();
  device.online = true;
  tab.fire('online');
  await world.pass(180_000);
  // Entries of ended pages that did not fit are counted.
  expect(world.events().length + (usage.stats().dropped.store ?? 0)).toBe(20);
});

test('a page that ends before its storage is open loses nothing, even if its beacon is refused', async () => {
  const { world, device, tab, open } = set();
  await world.pass(3000);
  await tab.leave();
  device.online = false;
  for (let index = 0; index < 3; index++) {
    const brief = open();
    brief.usage.track('brief', { index });
    await world.pass(5);
    await brief.tab.leave();
    await world.pass(1000);
  }
  expect(device.stored).toBe(0);
  device.online = true;
  const next = open();
  await world.pass(3000);
  expect(world.events().map(({ b }) => b?.['index'])).toEqual(expect.arrayContaining([0, 1, 2]));
  expect(next.usage.stats()).toMatchObject({ acknowledged: 3, waiting: 0 });
  // Entries that were taken over are not found again.
  await next.tab.leave();
  const { length } = world.received;
  open();
  await world.pass(3000);
  expect(world.received).toHaveLength(length);
});

test('events that a page stored at its end, and still has after it is restored, count once', async () => {
  const { world, device, tab, open } = set();
  await world.pass(3000);
  await tab.leave();
  device.online = false;
  const brief = open();
  brief.usage.track('brief');
  await world.pass(5);
  await brief.tab.sleep();
  await world.pass(1000);
  device.online = true;
  const other = open();
  await world.pass(3000);
  expect(world.events()).toHaveLength(1);
  await other.tab.leave();
  brief.tab.wake();
  await world.pass(3000);
  expect(world.events()).toHaveLength(1);
  expect(brief.usage.stats()).toMatchObject({ waiting: 0 });
});

test('if storage is full, the events of a page that ends are kept elsewhere for the next one', async () => {
  const world = new World();
  const device = new Device(world);
  const open = () => {
    const tab = new Tab(device);
    const { read } = device.store(tab);
    const write = () => Promise.reject(new Error('QuotaExceededError'));
    return { tab, usage: assemble(params, tab.environment, persistence({ write, read })) };
  };
  const first = open();
  first.usage.consent.grant(['event'], '1');
  await world.pass(3000);
  device.online = false;
  for (const from of [0, 600]) {
    const page = from ? open() : first;
    for (let index = from; index < from + 600; index++) page.usage.track('a', { index });
    // What the one before left is taken in, and written down again with this page's own.
    await world.pass(1000);
    await page.tab.leave();
  }
  device.online = true;
  open();
  await world.pass(300_000);
  expect(world.events().map(({ b }) => b?.['index'])).toEqual(
    Array.from({ length: 1200 }, (_, index) => index),
  );
});

test('a new page writes nothing to storage in its first half second', async () => {
  // The page before may only then be on its way into the back-forward cache: a transaction that has to wait for one of
  // its own throws it out.
  const { world, device, tab, usage } = set({}, ['event']);
  await world.pass(3000);
  usage.timer.start('before');
  await tab.sleep();
  await world.pass(1000);
  const requested: string[] = [];
  const recorded =
    <A extends readonly unknown[], R>(name: string, work: (...given: A) => R) =>
    (...given: A): R => {
      requested.push(name);
      return work(...given);
    };
  const next = new Tab(device);
  const { write, read } = device.store(next);
  const reporting = assemble(
    params,
    next.environment,
    persistence({ write: recorded('write', write), read: recorded('read', read) }),
  );
  reporting.timer.start('lesson');
  reporting.track('a');
  await world.pass(499);
  expect(requested).toEqual([]);
  await world.pass(5000);
  expect(new Set(requested)).toEqual(new Set(['write', 'read']));
});

test('after a sign-out unsent events that name the person are sent once more, of closed pages too, and then dropped', async () => {
  const { world, tab, usage, open } = set();
  usage.setUser('1');
  usage.track('of a closed page');
  await world.pass(400);
  world.fates = Array<'request lost'>(20).fill('request lost');
  await tab.leave();
  const next = open();
  next.usage.track('of nobody');
  next.usage.setUser('1');
  next.usage.track('of this page');
  next.usage.setUser(undefined);
  const done = next.usage.forget();
  next.usage.setUser('2');
  next.usage.track('of the next person');
  await world.pass(5000);
  await done;
  await next.tab.leave();
  world.fates = [];
  open();
  await world.pass(120_000);
  expect(
    world
      .events()
      .map(({ e }) => e)
      .toSorted(),
  ).toEqual(['of nobody', 'of the next person']);

  // Where the collector answers, all of them arrive.
  const good = set();
  good.usage.setUser('1');
  good.usage.track('a');
  await good.tab.leave();
  const after = good.open();
  void after.usage.forget();
  await good.world.pass(5000);
  expect(good.world.events().map(({ e }) => e)).toEqual(['a']);
  expect(after.usage.stats().withdrawn).toBe(0);
});

test('the device has one cookie on all sites of the domain, and a site that never had consent leaves it alone [9.uid]', async () => {
  const world = new World();
  const shared = new Map<string, string>();
  const lines: string[] = [];
  let requested = 0;
  const site = () => {
    const device = new Device(world);
    device.cookies = shared;
    const tab = new Tab(device);
    const page = tab.environment.document as object;
    const cookie = Object.getOwnPropertyDescriptor(page, 'cookie');
    Object.defineProperty(page, 'cookie', {
      get: () => cookie?.get?.call(page),
      set(line: string) {
        lines.push(line);
        cookie?.set?.call(page, line);
      },
    });
    const own = {
      ...params,
      get domain() {
        requested++;
        return 'school.example';
      },
    };
    return { tab, usage: assemble(own, tab.environment) };
  };
  const a = site();
  const b = site();
  // Without consent the domain is not looked for.
  await world.pass(1000);
  expect(requested).toBe(0);
  a.usage.consent.grant(consentKinds, '1');
  b.usage.consent.grant(consentKinds, '1');
  a.usage.track('a');
  b.usage.track('b');
  await world.pass(3000);
  const [uid] = shared.values();
  expect(world.events().map(({ facts }) => facts.d)).toEqual([uid, uid]);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toContain(';domain=school.example;');
  // 30 days (specification, section 9).
  for (const line of lines) expect(line).toMatch(/;max-age=2592000(?:;|$)/);
  const c = site();
  c.usage.consent.grant(['view'], '1');
  c.usage.consent.withdraw(['view']);
  await world.pass(1000);
  expect([...shared.values()]).toEqual([uid]);
  b.usage.consent.withdraw(['device']);
  expect(shared.size).toBe(0);
});

test('in the back-forward cache locks are released, the page view counts again, and no event is lost or doubled', async () => {
  const { world, device, tab, usage, open } = set();
  usage.page('/a');
  await world.pass(2000);
  usage.track('before');
  await world.pass(100);
  world.fates = ['request lost'];
  await tab.sleep();
  await world.pass(0);
  expect([...device.locks.values()].every(held => held.length === 0)).toBe(true);
  const other = open();
  await world.pass(3000);
  expect(world.events().map(({ e }) => e)).toEqual(['before']);
  await other.tab.leave();
  tab.wake();
  usage.track('after');
  await world.pass(3000);
  expect(world.events().map(({ e }) => e)).toEqual(['before', 'after']);
  expect(world.events(1).map(({ e }) => e)).toEqual(['/a', '/a']);
  expect(usage.stats().waiting).toBe(0);
});

test('page views count once for each path, also under StrictMode, from the time of consent', async () => {
  const { world, tab, usage } = set({}, []);
  tab.path = '/start';
  expect(usage.page()).toBe(false);
  usage.consent.grant(['view'], '1');
  for (const path of ['/a', '/a', '/b', '/a', '/a']) usage.page(path);
  await world.pass(2000);
  expect(world.events(1).map(({ e }) => e)).toEqual(['/start', '/a', '/b', '/a']);
});

test('how long a page was visible is an event when its path changes and when it ends, hidden times left out [3.event]', async () => {
  const { world, tab, usage } = set();
  usage.page('/a');
  await world.pass(3000);
  usage.page('/a');
  tab.hide();
  await world.pass(10_000);
  tab.show();
  await world.pass(1000);
  usage.page('/b');
  await world.pass(2000);
  // A path that is passed over was not seen.
  usage.page('/c');
  usage.page('/d');
  await world.pass(500);
  await tab.leave();
  await world.pass(2000);
  expect(world.events(5)).toMatchObject([
    { e: '/a', d: 4000 },
    { e: '/b', d: 2000 },
    { e: '/d', d: 500 },
  ]);
  for (const { b, o } of world.events(5)) expect([b, o]).toEqual([undefined, undefined]);
  const order = [...world.kept.values()].filter(({ k }) => k === 1 || k === 5).map(({ e, k }) => `${e} ${k}`);
  expect(order).toEqual(['/a 1', '/a 5', '/b 1', '/b 5', '/c 1', '/d 1', '/d 5']);
});

test('a page that sleeps in the back-forward cache has ended; awake it counts again', async () => {
  const { world, tab, usage } = set();
  usage.page('/a');
  await world.pass(1000);
  await tab.sleep();
  await world.pass(60_000);
  tab.wake();
  await world.pass(2000);
  usage.close();
  await world.pass(2000);
  expect(world.events(5)).toMatchObject([
    { e: '/a', d: 1000 },
    { e: '/a', d: 2000 },
  ]);
  expect(usage.stats()).toMatchObject({ accepted: 4, acknowledged: 5, waiting: 0 });
});

test('a hidden page that is killed has told how long it was visible; a page that nobody saw tells nothing', async () => {
  const { world, device, tab, usage, open } = set();
  usage.page('/a');
  await world.pass(2000);
  // Shown again, it goes on.
  tab.hide();
  await world.pass(1000);
  tab.show();
  await world.pass(1000);
  tab.hide();
  await world.pass(10);
  tab.kill();
  const world2 = open();
  world2.tab.hide();
  world2.usage.page('/prerendered');
  await world.pass(5000);
  await world2.tab.leave();
  await world.pass(1000);
  open();
  await world.pass(3000);
  expect(world.events(5)).toMatchObject([{ e: '/a', d: 3000 }]);
  expect(device.stored).toBe(0);
});

test('two tabs tell each of its own page', async () => {
  const { world, usage, tab, open } = set();
  const other = open();
  usage.page('/a');
  other.usage.page('/a');
  await world.pass(1000);
  tab.hide();
  await world.pass(1000);
  await other.tab.leave();
  await tab.leave();
  await world.pass(2000);
  expect(
    world
      .events(5)
      .map(({ d }) => d)
      .toSorted(),
  ).toEqual([1000, 2000]);
});

test('no time without consent to views, or under an earlier one, is told [4.consents]', async () => {
  const { world, usage } = set({}, ['event']);
  usage.page('/a');
  await world.pass(1000);
  usage.consent.grant(['view'], '1');
  await world.pass(3000);
  usage.consent.withdraw(['view']);
  await world.pass(1000);
  usage.consent.grant(['view'], '1');
  await world.pass(1000);
  usage.page('/b');
  await world.pass(700);
  usage.close();
  await world.pass(2000);
  expect(world.events(5)).toMatchObject([{ e: '/b', d: 700 }]);
});

test('the first view of a page says where the visit came from, also where consent comes later', async () => {
  const { world, usage, tab, device } = set({}, []);
  const visit = async (referrer: string, search: string, ...paths: readonly string[]) => {
    const before = world.events(1).length;
    const next = new Tab(device);
    Object.assign(next, { referrer, search });
    const of = assemble(params, next.environment);
    for (const path of paths) of.page(path);
    next.search = '?utm_source=changed';
    of.consent.grant(['view'], '1');
    for (const path of paths) of.page(path);
    await next.leave();
    await world.pass(2000);
    return world
      .events(1)
      .slice(before)
      .map(({ e, b }) => [e, b]);
  };
  expect(
    await visit(
      'https://www.example.com:8080/a/b?q=secret',
      '?x=1&utm_source=%E5%BE%AE%E4%BF%A1&utm_medium=&utm_term=t',
      '/a',
      '/b',
    ),
  ).toEqual([
    // The path at the time of the consent.
    ['/b', { referrer: 'www.example.com:8080', utm_source: '微信' }],
    ['/a', undefined],
    ['/b', undefined],
  ]);
  usage.consent.withdraw(consentKinds);
  await tab.leave();
  // Of this site itself, and of none.
  expect(await visit('https://school.example/sign-in', '', '/c')).toEqual([['/c', undefined]]);
  expect(await visit('', '?', '/d')).toEqual([['/d', undefined]]);
});

test('a view stays within the size of an event, however long what led to it', async () => {
  const world = new World();
  const tab = new Tab(new Device(world));
  const long = encodeURIComponent('汉'.repeat(3000));
  tab.referrer = `https://${'x'.repeat(250)}/`;
  tab.search = `?utm_source=${long}&utm_medium=${long}&utm_campaign=${'%F0%9F%98%80'.repeat(99)}a`;
  const usage = assemble(params, tab.environment);
  usage.consent.grant(['view'], '1');
  expect(usage.page(`/${'p'.repeat(1023)}`)).toBe(true);
  await world.pass(2000);
  expect(world.events(1).map(({ b }) => Object.values(b ?? {}).map(text => String(text).length))).toEqual([
    [100, 100, 100, 100],
  ]);
  expect(usage.stats().dropped).toEqual({});
});

test('clicks are recorded only if the heatmap is configured, with consent to event and view', async () => {
  for (const [set_, kinds, count] of [
    [heatmap, ['event', 'view'], 1],
    [heatmap, ['event'], 0],
    [heatmap, ['view'], 0],
    [undefined, ['event', 'view'], 0],
  ] as const) {
    const { world, tab } = set({ heatmap: set_ }, kinds);
    tab.path = '/lesson';
    tab.fire('click', { pageX: 250, pageY: 1200.4 });
    await world.pass(2000);
    expect(world.events(2)).toHaveLength(count);
    if (count)
      expect(world.events(2)[0]).toMatchObject({ e: '/lesson', b: { x: 250, y: 1200, w: 1000, h: 5000 } });
  }
});

test('timed events pause and resume, also in a hidden tab, by the monotonic clock [3.event 4.timed-events]', async () => {
  const { world, device, tab, usage } = set();
  usage.timer.start('video');
  await world.pass(1000);
  usage.timer.pause('video');
  await world.pass(5000);
  usage.timer.resume('video');
  await world.pass(300);
  device.clockAhead = -3_600_000;
  tab.hide();
  await world.pass(60_000);
  tab.show();
  await world.pass(200);
  expect(usage.timer.end('video', { id: 1 })).toBe(true);
  expect(usage.timer.end('video')).toBe(false);
  await world.pass(2000);
  expect(world.events()).toMatchObject([{ e: 'video', d: 1500, b: { id: 1 } }]);
  expect(device.stored).toBe(0);
});

test('a page that was opened in a background tab measures from its first visibility [4.timed-events]', async () => {
  const world = new World();
  const tab = new Tab(new Device(world));
  tab.hidden = true;
  const usage = createUsage(params, tab.environment);
  usage.consent.grant(['event'], '1');
  usage.timer.start('video');
  await world.pass(5000);
  tab.show();
  await world.pass(300);
  usage.timer.end('video');
  await world.pass(2000);
  expect(world.events()).toMatchObject([{ e: 'video', d: 300 }]);
});

test('the sequence grows with every event of a process, whatever its kind', async () => {
  const { world, usage } = set();
  usage.track('a');
  usage.page('/a');
  await world.pass(2000);
  usage.track('b');
  await world.pass(2000);
  const sequence = [...world.kept.values()].map(({ n }) => n);
  expect(sequence).toEqual([...sequence].sort((one, other) => one - other));
  expect(new Set(sequence).size).toBe(4);
});

test('waits after failures are randomised, so that clients do not retry all at once', async () => {
  const pauses = new Set<number>();
  for (const chance of [0, 0.25, 0.5, 0.75]) {
    const { world, tab, usage } = set({ ip: false }, ['event'], false);
    Object.assign(tab.environment, { Math: { random: () => chance } });
    await world.pass(3000);
    world.fates = Array(5).fill('request lost');
    usage.track('a');
    const begun = world.time;
    while (world.events().length === 0) await world.pass(100);
    pauses.add(world.time - begun);
  }
  expect(pauses.size).toBeGreaterThan(2);
});

test('an open timer is reported once after a crash, with the time that was measured [4.timed-events]', async () => {
  const { world, tab, usage, open } = set();
  usage.timer.start('video');
  await world.pass(12_000);
  tab.kill();
  open();
  await world.pass(3000);
  expect(world.events()).toMatchObject([{ e: 'video', d: 11_000, o: 1 }]);
});

test('a timed event has its data after a page end and a crash; data given at its end take precedence', async () => {
  const { world, tab, usage, open } = set();
  usage.timer.start('video', { id: 1 });
  usage.timer.start('quiz', { id: 2 });
  await world.pass(1000);
  usage.timer.end('quiz', { id: 2, score: 9 });
  await tab.leave();
  await world.pass(1000);
  expect(world.events().map(({ e, b, o }) => [e, b, o])).toEqual([
    ['quiz', { id: 2, score: 9 }, undefined],
    ['video', { id: 1 }, 1],
  ]);

  const next = open();
  next.usage.timer.start('text', { id: 3 });
  await world.pass(12_000);
  next.tab.kill();
  open();
  await world.pass(3000);
  expect(world.events().slice(2)).toMatchObject([{ e: 'text', b: { id: 3 }, o: 1 }]);

  const last = open();
  last.usage.timer.start('image', { id: 4 });
  last.usage.timer.end('image');
  await world.pass(2000);
  expect(world.events().slice(3)).toMatchObject([{ e: 'image', b: { id: 4 } }]);
});

test('server time is the fastest sample, once a session; a clock set back does not reorder events [7.server-time]', async () => {
  const { world, device, tab, usage, open } = set();
  world.serverAhead = 300_000;
  usage.track('a');
  await world.pass(1000);
  device.clockAhead = -7_200_000;
  usage.track('b');
  await world.pass(1000);
  device.clockAhead = 0;
  const { length } = world.requests;
  await tab.leave();
  const next = open(tab.session);
  next.usage.track('c');
  await world.pass(1000);
  expect(world.requests.slice(length).filter(url => url.includes('/v1/time'))).toEqual([]);
  const [a, b, c] = world.events();
  expect((a?.t ?? 0) - (a?.c ?? 0)).toBe(300_000);
  expect((b?.t ?? 0) - (b?.c ?? 0)).toBe(7_500_000);
  expect((c?.t ?? 0) - (c?.c ?? 0)).toBe(300_000);
  expect([a, b, c].map(event => event?.n)).toEqual([...[a, b].map(event => event?.n), c?.n]);
  expect((a?.t ?? 0) < (b?.t ?? 0) && (b?.t ?? 0) < (c?.t ?? 0)).toBe(true);
});

test('without storage the consent is kept in a cookie, and events in memory', async () => {
  const world = new World();
  const device = new Device(world);
  const broken = {
    get localStorage(): never {
      throw new Error('SecurityError');
    },
  };
  const tab = new Tab(device);
  Object.defineProperty(
    tab.environment,
    'localStorage',
    Object.getOwnPropertyDescriptor(broken, 'localStorage') as object,
  );
  const { read } = device.store(tab);
  const write = () => Promise.reject(new Error('QuotaExceededError'));
  const usage = assemble(params, tab.environment, persistence({ write, read }));
  usage.consent.grant(['event'], '1');
  usage.track('a');
  await world.pass(2000);
  expect(world.events()).toHaveLength(1);
  expect(Object.keys(usage.consent.granted())).toEqual(['event']);
  expect(device.cookies.has('usage.prod.school.consent')).toBe(true);
});

test('a browser without IndexedDB reports too', async () => {
  const world = new World();
  const { environment } = new Tab(new Device(world));
  const usage = createWhole(params, environment);
  usage.consent.grant(['event'], '1');
  usage.track('a');
  await world.pass(2000);
  expect(world.events()).toHaveLength(1);
  expect(usage.stats()).toMatchObject({ acknowledged: 1, waiting: 0 });
});

test('consent is stored also if the storage is full', () => {
  const device = new Device(new World());
  const tab = new Tab(device);
  const setItem = (): void => {
    throw new Error('QuotaExceededError');
  };
  const full = Object.assign(Object.create(tab.environment), {
    localStorage: { ...tab.environment.localStorage, setItem },
  });
  const usage = createUsage(params, full);
  usage.consent.grant(['event'], '1');
  expect(usage.track('a')).toBe(true);
  usage.consent.withdraw(['event']);
  expect(usage.track('a')).toBe(false);
});

test("an unknown value in the consent's storage counts as no consent", () => {
  for (const text of ['%', '%7B', '{}', 'null', '{"r":"x"}']) {
    const device = new Device(new World());
    device.local.set('usage.prod.school.consent', text);
    const { environment } = new Tab(device);
    const usage = createUsage(params, environment);
    expect(usage.consent.granted()).toEqual({});
    expect(usage.track('a')).toBe(false);
  }
});

test('a grant without a version of the wording is ignored', () => {
  const { usage, device } = set({}, []);
  usage.consent.grant(['event'], '');
  expect(usage.consent.granted()).toEqual({});
  expect(device.local.size).toBe(0);
});

test("a page that ends at once does not fix the session's server time: the next page requests it", async () => {
  const { world, tab, usage, open } = set();
  world.serverAhead = 60_000;
  usage.track('a');
  await tab.leave();
  await world.pass(100);
  expect(world.events().map(({ c, t }) => t - c)).toEqual([0]);
  const next = open(tab.session);
  next.usage.track('b');
  await world.pass(1000);
  expect(world.events().map(({ c, t }) => t - c)).toEqual([0, 60_000]);
});

test('the fastest sample of the server time is used', async () => {
  const { world, usage } = set({ ip: false });
  world.serverAhead = 5000;
  world.latency = 400;
  usage.track('a');
  await world.pass(1000);
  world.latency = 10;
  await world.pass(5000);
  const [event] = world.events();
  expect((event?.t ?? 0) - (event?.c ?? 0)).toBe(5000);
  expect(world.requests.filter(url => url.includes('/v1/time'))).toHaveLength(3);
});

test('a collector that does not answer the time gets the events after two failures', async () => {
  const { world, tab, usage } = set({ ip: false });
  const { fetch } = tab.environment;
  const requested: string[] = [];
  Object.assign(tab.environment, {
    fetch: (url: string, init: RequestInit) => {
      requested.push(url);
      return url.includes('/v1/time') ? Promise.reject(new TypeError('no')) : fetch(url, init);
    },
  });
  usage.track('a');
  await world.pass(10_000);
  expect(requested.filter(url => url.includes('/v1/time'))).toHaveLength(3);
  expect(world.events().map(({ c, t }) => t - c)).toEqual([0]);
});

test('track() itself sends, stores and serialises nothing: this is done in idle time', async () => {
  const { world, device, usage } = set();
  await world.pass(2000);
  const before = [world.sent.length, world.requests.length, device.stored];
  let read = 0;
  const biz = {
    deep: {
      toJSON: () => {
        read++;
        return 1;
      },
    },
  };
  usage.track('a', biz);
  expect([world.sent.length, world.requests.length, device.stored]).toEqual(before);
  expect(read).toBe(0);
  await world.pass(600);
  expect(read).toBe(1);
});

test('no listener for `unload` or `beforeunload`, which would keep the page out of the back-forward cache', () => {
  const { tab } = set({ heatmap });
  expect([...tab.listeners.keys()].sort()).toEqual([
    'click',
    'pagehide',
    'pageshow',
    'storage',
    'visibilitychange',
  ]);
});

test('ids are UUIDv7 of the current time, also on a device whose clock is in 1970', async () => {
  const { world, device, open } = set();
  device.clockAhead = 5_000_000 - world.time;
  const { usage } = open();
  usage.track('a');
  await world.pass(2000);
  const id = world.events()[0]?.i ?? '';
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBeLessThan(5_010_000);
});

test('facts are those at the time of the event: a later sign-in is not in earlier events', async () => {
  const { world, usage } = set();
  usage.track('before');
  usage.setUser('7');
  usage.track('after');
  usage.setUser(undefined);
  usage.track('out');
  await world.pass(2000);
  expect(world.events().map(({ e, facts }) => [e, facts.u, facts.ip])).toEqual([
    ['before', undefined, '203.0.113.7'],
    ['after', '7', '203.0.113.7'],
    ['out', undefined, '203.0.113.7'],
  ]);
});

test('close sends the rest and releases locks, timers and listeners', async () => {
  const { world, device, tab, usage } = set();
  await world.pass(2000);
  usage.track('a');
  usage.close();
  await world.pass(100);
  expect(world.events()).toHaveLength(1);
  for (const type of tab.listeners.keys()) tab.fire(type, { persisted: true });
  expect([...device.locks.values()].every(held => held.length === 0)).toBe(true);
  expect(usage.track('b')).toBe(false);
  await world.pass(2000);
  expect(usage.stats().waiting).toBe(0);
  const { length } = world.sent;
  await world.pass(120_000);
  expect(world.sent).toHaveLength(length);
});

test('every accepted event has the form of the contract', async () => {
  const { world, usage } = set();
  usage.page('/'.padEnd(2000, 'x'));
  usage.track('a');
  await world.pass(2000);
  expect(world.received.length).toBeGreaterThan(2);
  for (const event of world.received) expect(checkEvent(event, 99, 10)).toBeUndefined();
});

test('values that the collector would refuse are cut to its bounds', async () => {
  const { world, usage } = set({}, ['event'], false);
  await world.pass(2000);
  usage.track('half \ud800', { text: '\0 \\u0000 \udc00 😀', '\udfff': 1 });
  usage.timer.start('long');
  await world.pass(31 * 86_400_000);
  usage.timer.end('long');
  await world.pass(2000);
  expect(world.events().map(({ e, b, d }) => ({ e, b, d }))).toEqual([
    { e: 'half ?', b: { text: '? \\u0000 ? 😀', '?': 1 }, d: undefined },
    { e: 'long', b: undefined, d: 30 * 86_400_000 },
  ]);
});

test('the coordinates of a click are clamped to the bounds', async () => {
  const { world, tab } = set({ heatmap });
  tab.fire('click', { pageX: 100, pageY: 1e300 });
  await world.pass(2000);
  expect(world.events(2).map(({ b }) => b)).toEqual([{ x: 100, y: 10_000_000, w: 1000, h: 5000 }]);
});
