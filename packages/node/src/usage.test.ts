/** The reporter of a server: batches, order, what is sent again, what is dropped, and the end of the process. */
import { afterEach, expect, test, vi } from 'vitest';
import { createUsage, type ServerUsage, type UsageOptions } from './usage.ts';

interface Body {
  readonly product: string;
  readonly events: readonly { id: string; key: string; time: number; user?: string }[];
}

const open: ServerUsage[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const reporter = (answer: (body: Body) => Response | Promise<Response>, more: Partial<UsageOptions> = {}) => {
  const bodies: Body[] = [];
  const dropped: (readonly [number, string])[] = [];
  const usage = createUsage({
    url: 'https://accounts.school.example',
    token: 'rcst_test',
    product: 'school',
    now: () => 1_795_000_000_000,
    wait: async () => {},
    onDropped: (...what) => dropped.push(what),
    fetch: async (_, { body } = {}) => {
      const read = JSON.parse(body as string) as Body;
      bodies.push(read);
      return answer(read);
    },
    ...more,
  });
  open.push(usage);
  return { usage, bodies, dropped };
};
const kept = ({ events }: Body) => Response.json({ data: { accepted: events.length, refused: [] } });
const keysOf = (bodies: readonly Body[]) => bodies.flatMap(({ events }) => events.map(({ key }) => key));

test('events are sent in order, with ids of version 7 and the time of their recording', async () => {
  const { usage, bodies } = reporter(kept);
  usage.report({ key: 'a', user: 'u' });
  usage.report({ key: 'b', time: 5 });
  await usage.flush();
  expect(bodies).toHaveLength(1);
  const [a, b] = bodies[0]?.events ?? [];
  expect(a).toMatchObject({ key: 'a', user: 'u', time: 1_795_000_000_000 });
  expect(a?.id).toMatch(/^01a1ee56-5e00-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(b).toMatchObject({ key: 'b', time: 5 });
});

test('an event that is sent again keeps its id', async () => {
  let tries = 0;
  const { usage, bodies, dropped } = reporter(body =>
    (tries += 1) < 3 ? new Response('', { status: 503 }) : kept(body),
  );
  usage.report({ key: 'a' });
  await usage.flush();
  expect(bodies).toHaveLength(3);
  expect(new Set(bodies.map(({ events }) => events[0]?.id)).size).toBe(1);
  expect(dropped).toEqual([]);
});

test('a request has 200 events and 48 KiB at most', async () => {
  const { usage, bodies } = reporter(kept);
  for (let n = 0; n < 450; n += 1) usage.report({ key: String(n) });
  await usage.flush();
  expect(bodies.map(({ events }) => events.length)).toEqual([200, 200, 50]);
  expect(keysOf(bodies)).toEqual(Array.from({ length: 450 }, (_, n) => String(n)));
  const large = reporter(kept);
  for (let n = 0; n < 20; n += 1) large.usage.report({ key: 'large', data: { text: 'x'.repeat(10_000) } });
  await large.usage.flush();
  for (const body of large.bodies) expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(64 * 1024);
  expect(keysOf(large.bodies)).toHaveLength(20);
});

test('what is not kept is told: too many, refused by the server, or never answered', async () => {
  const full = reporter(kept, { queue: 2 });
  for (const key of ['a', 'b', 'c']) full.usage.report({ key });
  expect(full.dropped).toEqual([[1, 'queue']]);
  const old = reporter(({ events }) =>
    Response.json({ data: { accepted: 0, refused: [{ id: events[0]?.id, why: 'timestamp' }] } }),
  );
  old.usage.report({ key: 'a', time: 0 });
  await old.usage.flush();
  expect(old.dropped).toEqual([[1, 'timestamp']]);
  const lost = reporter(() => new Response('', { status: 500 }));
  for (let n = 0; n < 150; n += 1) lost.usage.report({ key: 'large', data: { text: 'x'.repeat(1000) } });
  await lost.usage.close();
  // The end does not wait for each batch.
  expect(lost.dropped).toEqual([[150, 'The server answered 500.']]);
  expect(lost.bodies).toHaveLength(4);
});

test('a wrong event is dropped when it is reported, and takes no other with it', async () => {
  const { usage, bodies, dropped } = reporter(kept);
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  usage.report({ key: 'a' });
  usage.report({ key: 'cycle', data: cycle });
  usage.report({ key: 'bigint', data: { n: 1n } });
  usage.report({ key: '' });
  usage.report({ key: 'user', user: 'x'.repeat(129) });
  usage.report({ key: 'duration', duration: -1 });
  usage.report({ key: 'size', data: { text: 'x'.repeat(50_000) } });
  const data = { score: 1 };
  usage.report({ key: 'b', data });
  data.score = 2;
  await usage.flush();
  expect(dropped.map(([, why]) => why)).toEqual(['data', 'data', 'key', 'user', 'duration', 'size']);
  expect(keysOf(bodies)).toEqual(['a', 'b']);
  expect(bodies[0]?.events[1]).toMatchObject({ data: { score: 1 } });
});

test('what a server that is away does not take is sent after a pause, in order', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let away = true;
    const { usage, bodies, dropped } = reporter(
      body => (away ? new Response('', { status: 502 }) : kept(body)),
      { retries: 0 },
    );
    usage.report({ key: 'a' });
    usage.report({ key: 'b' });
    await usage.flush();
    // However many come: the server is not asked again for each.
    for (let n = 0; n < 300; n += 1) usage.report({ key: 'c' });
    await vi.advanceTimersByTimeAsync(9_000);
    expect(bodies).toHaveLength(1);
    away = false;
    bodies.length = 0;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(keysOf(bodies)).toEqual(['a', 'b', ...Array.from({ length: 300 }, () => 'c')]);
    expect(dropped).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test('a listener that throws ends neither a report nor the flush', async () => {
  const { usage, bodies } = reporter(
    ({ events }) =>
      Response.json({ data: { accepted: 0, refused: [{ id: events[0]?.id, why: 'timestamp' }] } }),
    {
      onDropped: () => {
        throw new Error('of the listener');
      },
    },
  );
  usage.report({ key: '' });
  usage.report({ key: 'a' });
  await usage.flush();
  expect(keysOf(bodies)).toEqual(['a']);
});

test('what is recorded while a request is under way is sent too, and close waits for it', async () => {
  let answer: () => void = () => {};
  const { usage, bodies, dropped } = reporter(
    body => new Promise(resolve => (answer = () => resolve(kept(body)))),
  );
  usage.report({ key: 'a' });
  void usage.flush();
  await expect.poll(() => bodies.length).toBe(1);
  usage.report({ key: 'b' });
  const closed = usage.close();
  usage.report({ key: 'c' });
  answer();
  await expect.poll(() => bodies.length).toBe(2);
  answer();
  await closed;
  expect(keysOf(bodies)).toEqual(['a', 'b']);
  expect(dropped).toEqual([[1, 'closed']]);
});

test('the end of the event loop flushes; a closed reporter leaves no listener', async () => {
  const before = process.listenerCount('beforeExit');
  const { usage, bodies } = reporter(kept, { interval: 3_600_000 });
  usage.report({ key: 'last' });
  process.emit('beforeExit', 0);
  await expect.poll(() => keysOf(bodies)).toEqual(['last']);
  await usage.close();
  expect(process.listenerCount('beforeExit')).toBe(before);
});
