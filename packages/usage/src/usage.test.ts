import { checkEvent, type ConsentKind, consentKinds } from '@rollcall/contract';
import { expect, test } from 'vitest';
import { createUsage } from './core.ts';
import type { UsageParams } from './params.ts';
import { persistence } from './persistence.ts';
import { Device, Tab, World } from './testing/world.ts';
import { assemble } from './usage.ts';

const params = { product_code: 'school', url: 'https://api.school.example/' };
const set = (over: Partial<UsageParams> = {}, kinds: readonly ConsentKind[] = consentKinds, with_ = true) => {
  const world = new World();
  const device = new Device(world);
  const open = (session?: Map<string, string>) => {
    const tab = new Tab(device, session);
    const usage = assemble(
      { ...params, ...over },
      with_ ? persistence(device.store(tab)) : undefined,
      tab.outside,
    );
    return { tab, usage };
  };
  const first = open();
  if (kinds.length > 0) first.usage.consent.grant(kinds, '1');
  return { world, device, open, ...first };
};

test('without a product code or a URL it says so, and does nothing', async () => {
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
    expect([world.sent, world.asked]).toEqual([[], []]);
  }
  expect(set({ product_code: 0 }).tab.warnings).toEqual([]);
});

test('on a server it does nothing, and touches nothing', () => {
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

test('a key is required', () => {
  const { tab, usage } = set();
  for (const key of ['', undefined as never, 7 as never, 'x'.repeat(129)])
    expect(usage.track(key)).toBe(false);
  expect(usage.timer.start('')).toBe(false);
  expect(tab.warnings).toEqual(Array(5).fill('Usage events need a key.'));
});

test('the batch has the form of the specification, and every fact', async () => {
  const { world, device, tab, usage } = set({ env: 'dev', heatmap: true });
  usage.setUser('42');
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
  expect(world.asked).toContain('https://api.school.example/usage/v1/ip');
  expect(usage.stats()).toMatchObject({ accepted: 1, acknowledged: 1, waiting: 0, unsaved: 0 });
  expect(device.stored.size).toBe(0);
});

test('an outside service can be asked for the address, or nobody', async () => {
  const outside = set({ ip: 'https://ip.example/' });
  outside.usage.track('a');
  await outside.world.pass(1500);
  expect(outside.world.events()[0]?.facts.ip).toBe('2001:db8::7');
  const nobody = set({ ip: false });
  nobody.usage.track('a');
  await nobody.world.pass(1500);
  expect(nobody.world.events()[0]?.facts).not.toHaveProperty('ip');
  expect(nobody.world.asked.every(url => url.endsWith('/time'))).toBe(true);
});

test('bots are flagged, not dropped', async () => {
  const { world, tab, usage } = set({}, []);
  tab.userAgent = 'Mozilla/5.0 HeadlessChrome/130';
  usage.consent.grant(consentKinds, '1');
  usage.track('a');
  await world.pass(1500);
  expect(world.events()[0]?.facts.bot).toBe(1);
});

test('it sends every 500 ms, one batch at a time, and nothing while nothing waits', async () => {
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
  for (const [index, at] of sends.slice(1).entries())
    expect(at - (sends[index] as number)).toBeGreaterThanOrEqual(500);
  expect(world.events()).toHaveLength(300);
  await world.pass(60_000);
  expect(world.sent.length - before).toBe(sends.length);
});

test('at most 1000 wait: the oldest go first, are counted and reported', async () => {
  const { world, device, usage } = set();
  await world.pass(2000);
  device.online = false;
  for (let index = 0; index < 1200; index++) expect(usage.track('a', { index })).toBe(true);
  expect(usage.stats()).toMatchObject({ accepted: 1200, waiting: 1000, dropped: { queue: 200 } });
  device.online = true;
  await world.pass(60_000);
  const indexes = world.events().map(({ b }) => b?.['index']);
  expect(indexes).toHaveLength(1000);
  expect(Math.min(...(indexes as number[]))).toBe(200);
  expect(world.events(4).map(({ b }) => b)).toEqual([{ queue: 200 }]);
});

test('what may have arrived already is not what goes when the queue is full: no event is both dropped and kept', async () => {
  const { world, device, usage } = set({}, ['event'], false);
  await world.pass(2000);
  world.fates = ['answer lost'];
  for (let index = 0; index < 5; index++) usage.track('a', { index });
  await world.pass(600);
  expect(world.events()).toHaveLength(5);
  device.online = false;
  for (let index = 5; index < 1100; index++) usage.track('a', { index });
  device.online = true;
  await world.pass(60_000);
  expect(usage.stats()).toMatchObject({ accepted: 1100, acknowledged: 1000, dropped: { queue: 100 } });
  expect(world.events()).toHaveLength(1000);
});

test('an event over 5000 in size, or that is not JSON, is dropped, counted and reported', async () => {
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

test('what the collector refuses is dropped, not sent again', async () => {
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

test('503 with Retry-After is obeyed, also when the network comes back', async () => {
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

test('after failures it waits longer and longer, up to a minute', async () => {
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

test('a captive portal says 200 and has taken nothing', async () => {
  const { world, usage } = set();
  await world.pass(2000);
  world.fates = ['portal', 'portal'];
  usage.track('a');
  await world.pass(1000);
  expect(usage.stats().waiting).toBe(1);
  await world.pass(10_000);
  expect(world.events()).toHaveLength(1);
});

test('offline it is quiet, and sends when the network is back', async () => {
  const { world, device, tab, usage } = set();
  await world.pass(2000);
  device.online = false;
  const { sent, asked } = world;
  const before = [sent.length, asked.length];
  usage.track('a');
  tab.hide();
  tab.show();
  await world.pass(120_000);
  expect([sent.length, asked.length]).toEqual(before);
  device.online = true;
  tab.fire('online');
  await world.pass(600);
  expect(world.events()).toHaveLength(1);
});

test('page end gives what waits to beacons, also after refusals, within the shared 64 KiB', async () => {
  const { world, tab, usage } = set({}, ['event'], false);
  await world.pass(2000);
  for (let index = 0; index < 200; index++) usage.track('a', { index, text: 'x'.repeat(50) });
  tab.refuseBeacons = 2;
  await tab.leave();
  await world.pass(100);
  expect(world.events()).toHaveLength(200);
  expect(usage.stats().accepted).toBe(200);
});

test('what was under way in a request that outlives the page is not given to a beacon too', async () => {
  const { world, tab, usage } = set({}, ['event'], false);
  await world.pass(2000);
  usage.track('a');
  await world.pass(505);
  usage.track('b');
  await tab.leave();
  await world.pass(100);
  expect(world.received.filter(({ k }) => !k).map(({ e }) => e)).toEqual(['a', 'b']);
});

test('hidden and then ended is one page end, not two', async () => {
  const { world, tab, usage } = set();
  await world.pass(2000);
  usage.track('a');
  const { length } = world.sent;
  await tab.leave();
  expect(world.sent).toHaveLength(length + 1);
});

test('a page that goes on sends again what only a beacon had, and it counts once', async () => {
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
  await world.pass(200);
  expect(usage.stats().unsaved).toBe(0);
  tab.kill();
  device.online = true;
  const one = open();
  const two = open();
  await world.pass(10_000);
  expect(world.received.filter(({ k }) => !k)).toHaveLength(50);
  expect(world.events()).toHaveLength(50);
  expect(one.usage.stats().acknowledged + two.usage.stats().acknowledged).toBe(50);
  expect(device.stored.size).toBe(0);
});

test('the store is bounded: the oldest of dead pages go, are counted and reported', async () => {
  const { world, device, tab, usage, open } = set();
  await world.pass(2000);
  device.online = false;
  for (let index = 0; index < 20; index++) usage.track('a', { index });
  await world.pass(200);
  tab.kill();
  device.most = 20;
  const next = open();
  for (let index = 20; index < 30; index++) next.usage.track('a', { index });
  await world.pass(200);
  const lost = next.usage.stats().dropped.store ?? 0;
  expect(lost).toBeGreaterThan(5);
  device.online = true;
  next.tab.fire('online');
  await world.pass(5000);
  const indexes = world.events().map(({ b }) => b?.['index'] as number);
  expect(indexes.length + lost).toBeGreaterThanOrEqual(30);
  expect(indexes).toContain(29);
});

test('the back-forward cache: locks are let go of, the page view counts again, nothing is lost or doubled', async () => {
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

test('page views count once for each path, also under StrictMode, and from the moment of consent', async () => {
  const { world, tab, usage } = set({}, []);
  tab.path = '/start';
  expect(usage.page()).toBe(false);
  usage.consent.grant(['view'], '1');
  for (const path of ['/a', '/a', '/b', '/a', '/a']) usage.page(path);
  await world.pass(2000);
  expect(world.events(1).map(({ e }) => e)).toEqual(['/start', '/a', '/b', '/a']);
});

test('clicks are recorded only where the heatmap is set, with consent to event and view', async () => {
  for (const [heatmap, kinds, count] of [
    [true, ['event', 'view'], 1],
    [true, ['event'], 0],
    [true, ['view'], 0],
    [false, ['event', 'view'], 0],
  ] as const) {
    const { world, tab } = set({ heatmap }, kinds);
    tab.path = '/lesson';
    tab.fire('click', { pageX: 250, pageY: 1200.4 });
    await world.pass(2000);
    expect(world.events(2)).toHaveLength(count);
    if (count)
      expect(world.events(2)[0]).toMatchObject({ e: '/lesson', b: { x: 250, y: 1200, w: 1000, h: 5000 } });
  }
});

test('timed events: pause, resume, and the pause of a hidden tab; by the monotonic clock', async () => {
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
  expect(device.stored.size).toBe(0);
});

test('an open timer survives a crash as what was measured, once', async () => {
  const { world, tab, usage, open } = set();
  usage.timer.start('video');
  await world.pass(12_000);
  tab.kill();
  open();
  await world.pass(3000);
  expect(world.events()).toMatchObject([{ e: 'video', d: 10_000, o: 1 }]);
});

test('the server time: the fastest sample, once a session; a clock set back reorders nothing', async () => {
  const { world, device, tab, usage, open } = set();
  world.serverAhead = 300_000;
  usage.track('a');
  await world.pass(1000);
  device.clockAhead = -7_200_000;
  usage.track('b');
  await world.pass(1000);
  device.clockAhead = 0;
  const { length } = world.asked;
  await tab.leave();
  const next = open(tab.session);
  next.usage.track('c');
  await world.pass(1000);
  expect(world.asked.slice(length).filter(url => url.endsWith('/time'))).toEqual([]);
  const [a, b, c] = world.events();
  expect((a?.t ?? 0) - (a?.c ?? 0)).toBe(300_000);
  expect((b?.t ?? 0) - (b?.c ?? 0)).toBe(7_500_000);
  expect((c?.t ?? 0) - (c?.c ?? 0)).toBe(300_000);
  expect([a, b, c].map(event => event?.n)).toEqual([...[a, b].map(event => event?.n), c?.n]);
  expect((a?.t ?? 0) < (b?.t ?? 0) && (b?.t ?? 0) < (c?.t ?? 0)).toBe(true);
});

test('without a storage the consent is kept in a cookie, the events in memory', async () => {
  const world = new World();
  const device = new Device(world);
  const broken = {
    get localStorage(): never {
      throw new Error('SecurityError');
    },
  };
  const tab = new Tab(device);
  Object.defineProperty(
    tab.outside,
    'localStorage',
    Object.getOwnPropertyDescriptor(broken, 'localStorage') as object,
  );
  const store = { ...device.store(tab), put: () => Promise.reject(new Error('QuotaExceededError')) };
  const usage = assemble(params, persistence(store), tab.outside);
  usage.consent.grant(['event'], '1');
  usage.track('a');
  await world.pass(2000);
  expect(world.events()).toHaveLength(1);
  expect(Object.keys(usage.consent.granted())).toEqual(['event']);
  expect(device.cookies.has('usage.prod.school.consent')).toBe(true);
});

test('close sends the rest and lets go of everything', async () => {
  const { world, device, tab, usage } = set();
  await world.pass(2000);
  usage.track('a');
  usage.close();
  await world.pass(100);
  expect(world.events()).toHaveLength(1);
  expect([...tab.listeners.values()].every(({ size }) => size === 0)).toBe(true);
  expect([...device.locks.values()].every(held => held.length === 0)).toBe(true);
  expect(usage.track('b')).toBe(false);
  await world.pass(2000);
  expect(usage.stats().waiting).toBe(0);
  const { length } = world.sent;
  await world.pass(120_000);
  expect(world.sent).toHaveLength(length);
});

test('every event that was ever taken has the form of the contract', async () => {
  const { world, usage } = set();
  usage.page('/'.padEnd(2000, 'x'));
  usage.track('a');
  await world.pass(2000);
  expect(world.received.length).toBeGreaterThan(2);
  for (const event of world.received) expect(checkEvent(event, 99, 10)).toBeUndefined();
});
