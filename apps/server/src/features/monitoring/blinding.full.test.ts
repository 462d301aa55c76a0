/** Over HTTP: a stranger who makes up errors and releases, to hide those of the pages. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteAttack } from '../../app/testing/attack-table.ts';
import { type TestConsole, testConsole } from '../console/testing/console.ts';
import { saveSourceMap } from './source-map-store.ts';

let context: TestConsole;
beforeAll(async () => {
  context = await testConsole({ ROLLCALL_TRUST_PROXY: 'loopback' });
});
afterAll(() => context?.stop());

let reports = 0;
const beacon = async (ip: string, release: string, names: readonly string[]): Promise<void> => {
  reports += names.length;
  const fields = names.map(name => `&e=1!error!${encodeURIComponent(name)}!text!`).join('');
  const query = `?p=school&v=${release}&u=%2Flessons${fields}`;
  const { status } = await context.server.ask('GET', `/monitor/v1.gif${query}`, undefined, {
    'x-forwarded-for': ip,
  });
  expect(status).toBe(200);
};
const kept = async () => {
  const { text } = await context.server.ask('GET', '/metrics');
  return Number(/^rollcall_monitor_reports_total (\d+)/m.exec(text)?.[1]);
};
const groupsOf = (name: string) =>
  context.server.app.db
    .selectFrom('error_groups')
    .select(['name', 'count', 'last_release'])
    .where('name', 'like', `${name}%`)
    .execute();
/** Names that share no group: a fingerprint has no digits. */
let made = 0;
const madeUp = () => Array.from({ length: 20 }, () => `Made${String.fromCodePoint(0x4e00 + (made += 1))}`);

test.each([
  ['25 beacons from one /24', 'one', (n: number) => `198.51.100.${n}`],
  ['25 beacons from one /48', 'two', (n: number) => `2001:db8:7:${n}::1`],
])('%s hide neither an error nor a release of the pages', async (name, mark, ip) => {
  const [before, othersBefore] = [await groupsOf('Made'), await groupsOf('others')];
  for (let n = 0; n < 25; n += 1) await beacon(ip(n), `${mark}-${n}`, madeUp());
  await beacon('203.0.113.9', `real-${mark}`, [`Real-${mark}`]);
  await expect.poll(kept).toBe(reports);
  const through = (await groupsOf('Made')).length - before.length;
  noteAttack({ attack: `${name}: new groups of errors`, tried: 500, through, may: 50 });
  expect(through).toBe(50);
  expect(await groupsOf('Real-')).toContainEqual({
    name: `Real-${mark}`,
    count: 1,
    last_release: `real-${mark}`,
  });
  const [others] = await groupsOf('others');
  expect((others?.count ?? 0) - (othersBefore[0]?.count ?? 0)).toBe(450);
});

test('many networks spend everything: errors are counted still, and an uploaded release keeps its name', async () => {
  await saveSourceMap(
    context.server.app.db,
    { product: 'school', release: 'uploaded' },
    '/a.js',
    '{}',
    context.server.now(),
  );
  for (let n = 0; n < 110; n += 1) await beacon(`10.${n}.0.1`, `many-${n}`, madeUp());
  const [before] = await groupsOf('others');
  await beacon('203.0.114.9', 'uploaded', ['Later']);
  await expect.poll(kept).toBe(reports);
  const [others] = await groupsOf('others');
  const through = others?.last_release === 'uploaded' ? 0 : 1;
  noteAttack({
    attack: 'made-up releases from 110 networks: the uploaded one is lost',
    tried: 110,
    through,
    may: 0,
  });
  expect(through).toBe(0);
  expect((others?.count ?? 0) > (before?.count ?? 0)).toBe(true);
});
