/** From the beacon to what operators see: the whole server, over HTTP. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestConsole, testConsole } from '../console/testing/console.ts';
import { alertRule } from './testing/alert-rule.ts';

let web: string;
let tested: TestConsole;
let script: string;
const NAME = '12.abcdef012345.js';

beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'rollcall-web-'));
  await Promise.all(['static', 'pages', 'maps'].map(folder => mkdir(join(web, folder))));
  const { outputFiles } = await build({
    stdin: {
      contents: 'function lesson(value) {\n  return value.first.second;\n}\nlesson({});\n',
      sourcefile: 'src/lesson.ts',
      loader: 'ts',
    },
    minify: true,
    sourcemap: 'external',
    outfile: join(web, NAME),
    write: false,
  });
  script = outputFiles[1]?.text ?? '';
  await writeFile(join(web, 'static', NAME), script);
  await writeFile(join(web, 'maps', `${NAME}.map`), outputFiles[0]?.text ?? '');
  tested = await testConsole({
    ROLLCALL_WEB: web,
    // Nothing listens at the second one.
    ROLLCALL_ALERT_WEBHOOK_ORIGINS: 'https://hooks.school.example,http://127.0.0.1:1',
  });
});
afterAll(async () => {
  await tested?.stop();
  await rm(web, { recursive: true, force: true });
});

const beacon = (fields: string, release = 'r1') =>
  tested.server.ask('GET', `/monitor/v1.gif?p=school&v=${release}&u=%2Flessons%2F7${fields}`, undefined, {
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  });
const errorField = (message: string, count = 1) =>
  `&e=${count}!error!TypeError!${encodeURIComponent(message)}!${encodeURIComponent(`r@/static/${NAME}:1:${script.indexOf('.first') + 2}`)}`;
/** The store is a process of its own, which has to start first. */
const viewer = () => ({ cookie: tested.cookies.viewer });
const range = () => ({
  product: 'school',
  from: tested.server.now() - 3_600_000,
  to: tested.server.now() + 1000,
});
const metric = async (line: RegExp): Promise<number> => {
  const { text } = await tested.server.ask('GET', '/metrics');
  return Number(line.exec(text)?.[1] ?? Number.NaN);
};
const kept = () => metric(/^rollcall_monitor_reports_total (\d+)$/m);
const openGroups = async () =>
  (await tested.call('listErrorGroups', { ...viewer(), query: { product: 'school' } })).items;

test('a beacon is answered with one pixel that must not be cached [7.beacon]', async () => {
  const answer = await beacon('');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/gif');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.text.slice(0, 6)).toBe('GIF89a');
});

test.each([
  ['?p=%20&v=1&u=%2F', 400, 'product'],
  ['', 400, 'product'],
  ['?p=a&v=%20&u=%2F', 400, 'release'],
  ['?p=a&v=1&u=', 400, 'page'],
  [`?p=a&v=1&u=%2F&x=${'x'.repeat(5000)}`, 413, undefined],
])('refuses a malformed beacon by field: %s [7.beacon]', async (query, status, field) => {
  const answer = await tested.server.ask('GET', `/monitor/v1.gif${query}`);
  expect(answer.status).toBe(status);
  if (field) expect(answer.json?.data).toEqual({ field });
});

test('the console returns each kind of report [7.api-outcomes]', async () => {
  const before = await kept();
  await beacon(
    '&t=1!LCP!1234.5!navigate!3g&c=10!POST!%2Ftiger%2Fv3%2Fweb%2Faccounts%2Flogin!200!80&c=1!POST!%2Ftiger%2Fv3%2Fweb%2Faccounts%2Flogin!601!5' +
      `${errorField("Cannot read properties of undefined (reading 'second')", 3)}&f=1!chunk!%2Fstatic%2F13.0123456789ab.js!chunk%2013!timeout&f=1!nonsense`,
  );
  await expect.poll(kept).toBe(before + 5);
  expect(await metric(/reports_dropped_total\{reason="form"\} (\d+)/)).toBe(1);
  // Its pages reported no events.
  expect(await tested.call('listMonitorProducts', viewer())).toEqual({ items: ['school'], next: null });
  await expect
    .poll(async () => (await tested.call('getResourceFailures', { ...viewer(), query: range() })).resources)
    .toMatchObject([{ element: 'chunk', chunk: '13', count: 1, timeouts: 1, pages: ['/lessons/:id'] }]);
  expect((await tested.call('getCallHealth', { ...viewer(), query: range() })).calls).toMatchObject([
    { call: 'POST /tiger/v3/web/accounts/login', total: 11, succeeded: 10, failed: 1, p50: 80 },
  ]);
  expect(
    (await tested.call('getVitals', { ...viewer(), query: { ...range(), release: 'r1' } })).vitals,
  ).toMatchObject([{ page: '/lessons/:id', metric: 'LCP', p75: 1234.5, rating: 'good' }]);
  const narrowed = { ...range(), metric: 'LCP', page: '/lessons/:id', release: 'r1' } as const;
  const trend = async (device: 'phone' | 'desktop', network: '3g' | '4g') => {
    const query = { ...narrowed, device, network };
    const { points } = await tested.call('getVitalTrend', { ...viewer(), query });
    return points.filter(({ samples }) => samples > 0);
  };
  expect(await trend('phone', '3g')).toMatchObject([{ samples: 1, p50: 1234.5, p75: 1234.5, p95: 1234.5 }]);
  expect(await trend('desktop', '3g')).toEqual([]);
  expect(await trend('phone', '4g')).toEqual([]);
  const [group] = await openGroups();
  expect(group).toMatchObject({
    name: 'TypeError',
    count: 3,
    culprit: '? (src/lesson.ts:2)',
    status: 'open',
  });
  const { from, to } = range();
  const detail = await tested.call('getErrorGroup', {
    ...viewer(),
    query: { id: group?.id ?? '', from, to },
  });
  expect(detail.frames).toMatchObject([{ file: 'src/lesson.ts', line: 2, own: true, mapped: true }]);
  // A library that does not say which report is a page view's first.
  expect(detail).toMatchObject({ releases: [{ release: 'r1', count: 3, pages: 0 }], trail: [] });
  expect(detail.counts.reduce((sum, point) => sum + point.count, 0)).toBe(3);
  expect(detail.pages).toEqual([{ page: '/lessons/:id', count: 3 }]);
  const counts = (ids: string) =>
    tested.call('getErrorCounts', { ...viewer(), query: { product: 'school', ids } });
  const { groups } = await counts(`${'f'.repeat(32)},${group?.id},${group?.id}`);
  expect(groups).toEqual([{ id: group?.id, counts: expect.any(Array) }]);
  expect(groups[0]?.counts.at(-1)).toBe(3);
  for (const wrong of ['', 'x', `${group?.id},`, Array.from({ length: 201 }, () => group?.id).join(',')])
    await expect(counts(wrong)).rejects.toMatchObject({
      refusal: 'InvalidRequest',
      detail: { data: { field: 'ids' } },
    });
});

test('an error has the page views in which it occurred, by release, and what the newest did before', async () => {
  const trail = (what: string) =>
    encodeURIComponent(`900,/lessons/:id,error,RangeError\n400,/lessons/:id,${what}\n`);
  const error = (message: string, more = '', count = 1) =>
    `&e=${count}!error!RangeError!${encodeURIComponent(message)}!${more}`;
  // A page view with two messages of one group, and a later report of the same page view.
  await beacon(
    error('page 11 broke', `!${trail('GET,/a,200')}`, 2) + error('page 12 broke', `!${trail('GET,/a,200')}`),
    'p1',
  );
  await beacon(error('page 11 broke'), 'p1');
  await beacon(error('page 13 broke', `!${trail('POST,/grades,500')}`), 'p2');
  const query = { product: 'school', q: 'RangeError' };
  const found = async () => (await tested.call('listErrorGroups', { ...viewer(), query })).items;
  await expect.poll(async () => (await found())[0]?.count).toBe(5);
  const [group] = await found();
  expect(group).toMatchObject({ pages: 2, first_release: 'p1', last_release: 'p2' });
  const { from, to } = range();
  const detail = await tested.call('getErrorGroup', {
    ...viewer(),
    query: { id: group?.id ?? '', from, to },
  });
  expect(detail.trail).toEqual([{ page: '/lessons/:id', what: 'POST /grades 500', ago: 500 }]);
  expect(detail.releases.map(({ release, count, pages }) => [release, count, pages]).toSorted()).toEqual([
    ['p1', 4, 1],
    ['p2', 1, 1],
  ]);
  await tested.call('setErrorGroupStatus', {
    cookie: tested.cookies.admin,
    body: { id: group?.id ?? '', status: 'ignored' },
  });
});

test('a report from a newer release reopens a resolved error, one from an older release does not', async () => {
  const [group] = await openGroups();
  const id = group?.id ?? '';
  const set = (status: 'resolved' | 'open' | 'ignored', cookie = tested.cookies.admin) =>
    tested.call('setErrorGroupStatus', { cookie, body: { id, status } });
  await expect(set('resolved', tested.cookies.support)).rejects.toMatchObject({ refusal: 'RoleRequired' });
  tested.server.now.move(60_000);
  expect(await set('resolved')).toMatchObject({ status: 'resolved' });
  tested.server.now.move(60_000);
  await beacon(errorField("Cannot read properties of undefined (reading 'third')"), 'r1');
  await expect.poll(async () => (await openGroups())[0]?.count).toBe(4);
  expect((await openGroups())[0]).toMatchObject({ status: 'resolved', regressed_at: null });
  tested.server.now.move(60_000);
  await beacon(errorField("Cannot read properties of undefined (reading 'third')"), 'r2');
  await expect.poll(async () => (await openGroups())[0]?.status).toBe('open');
  expect((await openGroups())[0]).toMatchObject({
    regressed_at: tested.server.now(),
    first_release: 'r1',
    last_release: 'r2',
    count: 5,
  });
  expect(await set('ignored')).toMatchObject({ status: 'ignored' });
  const { items } = await tested.call('listAudit', {
    cookie: tested.cookies.admin,
    query: { act: 'monitor.error-status' },
  });
  expect(items[0]).toMatchObject({ subject: id, before: { status: 'open' }, after: { status: 'ignored' } });
  const listed = await tested.call('listErrorGroups', {
    ...viewer(),
    query: { product: 'school', status: 'open' },
  });
  expect(listed.items).toEqual([]);
});

test('an error that is older than the count of its page views says since when they are counted', async () => {
  const error = (more: string) => `&e=1!error!EvalError!${encodeURIComponent('old and new')}!${more}`;
  const trail = encodeURIComponent('900,/lessons/:id,error,EvalError\n');
  const query = { product: 'school', q: 'EvalError' };
  const found = async () => (await tested.call('listErrorGroups', { ...viewer(), query })).items[0];
  const began = tested.server.now();
  await beacon(error(''), 's1');
  await expect.poll(async () => (await found())?.count).toBe(1);
  expect(await found()).toMatchObject({ pages: 0, pages_since: null, first_seen: began });
  tested.server.now.move(60_000);
  await beacon(error(`!${trail}`), 's2');
  await expect.poll(async () => (await found())?.pages).toBe(1);
  tested.server.now.move(60_000);
  await beacon(error(`!${trail}`), 's2');
  await expect.poll(async () => (await found())?.pages).toBe(2);
  expect(await found()).toMatchObject({ count: 3, first_seen: began, pages_since: began + 60_000 });
  const { from, to } = range();
  const { releases } = await tested.call('getErrorGroup', {
    ...viewer(),
    query: { id: (await found())?.id ?? '', from, to },
  });
  expect(releases.map(({ release, pages, pages_since }) => [release, pages, pages_since]).toSorted()).toEqual(
    [
      ['s1', 0, null],
      ['s2', 2, began + 60_000],
    ],
  );
  await tested.call('setErrorGroupStatus', {
    cookie: tested.cookies.admin,
    body: { id: (await found())?.id ?? '', status: 'ignored' },
  });
});

test('an admin notes something at an error, which stays when it occurs again, and takes it away', async () => {
  await beacon('&e=1!caught!Noted!m!', 'r1');
  const found = async () =>
    (await tested.call('listErrorGroups', { ...viewer(), query: { product: 'school', q: 'Noted' } }))
      .items[0];
  await expect.poll(async () => (await found())?.count).toBe(1);
  const id = (await found())?.id ?? '';
  expect(await found()).toMatchObject({ note: null });
  const note = async (text: string, cookie = tested.cookies.admin, of = id) => {
    const noted_at = (await found())?.note?.at ?? null;
    return tested.call('setErrorGroupNote', { cookie, body: { id: of, note: text, noted_at } });
  };
  await expect(note('known', tested.cookies.support)).rejects.toMatchObject({ refusal: 'RoleRequired' });
  await expect(note('known', tested.cookies.admin, 'f'.repeat(32))).rejects.toMatchObject({
    refusal: 'NotFound',
  });
  for (const wrong of ['x'.repeat(501), 'bell\u0007', 'turned\u202E'])
    await expect(note(wrong)).rejects.toMatchObject({
      refusal: 'InvalidRequest',
      detail: { data: { field: 'note' } },
    });
  expect(await found()).toMatchObject({ note: null });

  const at = tested.server.now();
  const { note: written } = await note(` known, see 13800138000\nfixed in 1.2${'!'.repeat(464)} `);
  expect(written).toEqual({
    text: `known, see 13800138000\nfixed in 1.2${'!'.repeat(464)}`,
    by: 'first.admin',
    at,
  });
  await beacon('&e=1!caught!Noted!m!', 'r2');
  await expect.poll(async () => (await found())?.count).toBe(2);
  // viewers see no number
  expect(await found()).toMatchObject({
    note: { ...written, text: written?.text.replace('13800138000', '138****8000') },
  });
  expect(await note('fixed')).toMatchObject({ note: { text: 'fixed' } });
  const status = { cookie: tested.cookies.admin, body: { id, status: 'ignored' } } as const;
  expect(await tested.call('setErrorGroupStatus', status)).toMatchObject({ note: { text: 'fixed' } });
  expect(await note(' \n ')).toMatchObject({ note: null });
  expect(await found()).toMatchObject({ note: null });

  const { items } = await tested.call('listAudit', {
    cookie: tested.cookies.admin,
    query: { act: 'monitor.error-note' },
  });
  expect(items.filter(({ after }) => after !== null)).toMatchObject([
    { subject: id, before: { note: 'fixed' }, after: { note: null } },
    { subject: id, after: { note: 'fixed' } },
    { subject: id, before: { note: null } },
  ]);
  expect(JSON.stringify(items)).not.toContain('13800138000');
});

test('a note that another admin changed meanwhile is neither replaced nor removed', async () => {
  await beacon('&e=1!caught!NotedTwice!m!', 'r1');
  const found = async () =>
    (await tested.call('listErrorGroups', { ...viewer(), query: { product: 'school', q: 'NotedTwice' } }))
      .items[0];
  await expect.poll(async () => (await found())?.count).toBe(1);
  const id = (await found())?.id ?? '';
  const note = (text: string, noted_at: number | null) =>
    tested.call('setErrorGroupNote', { cookie: tested.cookies.admin, body: { id, note: text, noted_at } });
  const both = await Promise.allSettled([note('first', null), note('second', null)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { refusal: 'Conflict' } });

  const kept = (await found())?.note;
  for (const text of ['third', ''])
    for (const seen of [null, (kept?.at ?? 0) - 1])
      await expect(note(text, seen)).rejects.toMatchObject({ refusal: 'Conflict' });
  expect((await found())?.note).toEqual(kept);
  const changed = await note('fourth', kept?.at ?? null);
  expect(changed).toMatchObject({ note: { text: 'fourth' } });
  expect(await note('', changed.note?.at ?? null)).toMatchObject({ note: null });
  await expect(note('fifth', changed.note?.at ?? null)).rejects.toMatchObject({ refusal: 'Conflict' });
  // neither was a refused change written into the audit log
  const { items } = await tested.call('listAudit', {
    cookie: tested.cookies.admin,
    query: { act: 'monitor.error-note' },
  });
  expect(items.filter(({ subject, after }) => subject === id && after !== null)).toHaveLength(3);
});

test('lists the errors that are new in the newest release alone', async () => {
  const query = { product: 'school', newest: true };
  const found = async () => {
    const { items, newest_release } = await tested.call('listErrorGroups', { ...viewer(), query });
    return [newest_release, ...items.map(({ name }) => name)];
  };
  await beacon('&e=1!caught!NewInNine!m!', '2026.9');
  await expect.poll(found).toEqual(['2026.9', 'NewInNine']);
  // known in the release before
  await beacon('&e=1!caught!NewInNine!m!&e=1!caught!NewInTen!m!', '2026.10');
  await expect.poll(found).toEqual(['2026.10', 'NewInTen']);
  // an old page that is opened late
  await beacon('&e=1!caught!NewInEight!m!', '2026.8');
  const all = { product: 'school', q: 'NewIn', sort: 'count' } as const;
  const listed = () => tested.call('listErrorGroups', { ...viewer(), query: all });
  await expect.poll(async () => (await listed()).items.length).toBe(3);
  expect(await found()).toEqual(['2026.10', 'NewInTen']);
  const { items, newest_release } = await listed();
  expect(newest_release).toBe('2026.10');
  const { from, to } = range();
  const detail = { ...viewer(), query: { id: items[0]?.id ?? '', from, to } };
  expect(await tested.call('getErrorGroup', detail)).toMatchObject({ newest_release: '2026.10' });
  // a release without errors has none that are new
  await beacon('&t=1!LCP!1234.5!navigate', '2026.11');
  await expect.poll(found).toEqual(['2026.11']);
});

test('finds groups by a word of a page in the event store', async () => {
  await beacon('&e=1!caught!OnThatPage!m!');
  const find = async (q: string) =>
    (await tested.call('listErrorGroups', { ...viewer(), query: { product: 'school', q } })).items.map(
      ({ name }) => name,
    );
  await expect.poll(() => find('/lessons onthatpage')).toEqual(['OnThatPage']);
  expect(await find('/contests onthatpage')).toEqual([]);
});

test('admins write alert rules, every role reads them, and invalid rules are refused by field', async () => {
  const { cookies } = tested;
  const vital = { kind: 'vital', target: 'LCP', threshold: 4000 } as const;
  const body = { ...alertRule, ...vital, name: 'LCP is slow' };
  await expect(tested.call('createAlertRule', { cookie: cookies.viewer, body })).rejects.toMatchObject({
    refusal: 'RoleRequired',
  });
  await expect(
    tested.call('createAlertRule', { cookie: cookies.admin, body: { ...body, target: 'FID' } }),
  ).rejects.toMatchObject({
    refusal: 'InvalidRequest',
    detail: { data: { field: 'target' } },
  });
  const { id } = await tested.call('createAlertRule', { cookie: cookies.admin, body });
  const changed = await tested.call('changeAlertRule', {
    cookie: cookies.admin,
    body: { ...body, id, threshold: 2500 },
  });
  expect(changed).toMatchObject({ id, threshold: 2500, firing_since: null });
  // Beside those that a new school has.
  expect(await tested.call('listAlertRules', viewer())).toMatchObject({
    rules: [{ product: 'rollcall' }, {}, {}, changed],
    webhook: false,
    origins: [],
  });
  expect(await tested.call('listAlertEpisodes', { ...viewer(), query: { product: 'school' } })).toEqual({
    episodes: [],
  });
  await tested.call('deleteAlertRule', { cookie: cookies.admin, query: { id } });
  await expect(
    tested.call('deleteAlertRule', { cookie: cookies.admin, query: { id } }),
  ).rejects.toMatchObject({ refusal: 'NotFound' });
});

test('an admin, who alone is told the origins of webhooks, adds one and it is in the audit log', async () => {
  const { cookies } = tested;
  const of = async (cookie: string) => (await tested.call('listAlertRules', { cookie })).origins;
  expect(await of(cookies.viewer)).toEqual([]);
  expect(await of(cookies.admin)).toEqual(['https://hooks.school.example', 'http://127.0.0.1:1']);
  const webhook = { name: 'ours', kind: 'webhook' as const, secret: 'a-key-of-this-webhook' };
  const create = (url: string, cookie = cookies.admin) =>
    tested.call('createAlertChannel', { cookie, body: { ...webhook, url } });
  await expect(create('https://gateway.school.example/a')).rejects.toMatchObject({
    refusal: 'InvalidRequest',
    detail: { data: { field: 'url' } },
  });
  await expect(create('https://hooks.school.example/a', cookies.viewer)).rejects.toMatchObject({
    refusal: 'RoleRequired',
  });
  const channel = await create('https://hooks.school.example/alerts?token=of-the-webhook');
  expect(channel).toMatchObject({
    name: 'ours',
    kind: 'webhook',
    hint: 'hooks.school.example',
    signed: true,
  });
  const { channels } = await tested.call('listAlertChannels', viewer());
  expect(channels).toEqual([channel]);
  expect(JSON.stringify(channels)).not.toContain('of-the-webhook');
  const change = (cookie: string, id = channel.id) =>
    tested.call('changeAlertChannel', { cookie, body: { id, name: 'theirs', language: 'en' } });
  await expect(change(cookies.viewer)).rejects.toMatchObject({ refusal: 'RoleRequired' });
  await expect(change(cookies.admin, 999_999)).rejects.toMatchObject({ refusal: 'NotFound' });
  const changed = await change(cookies.admin);
  expect(changed).toEqual({ ...channel, name: 'theirs', language: 'en' });
  expect((await tested.call('listAlertChannels', viewer())).channels).toEqual([changed]);
  const { items } = await tested.call('listAudit', { cookie: cookies.admin, query: { act: 'monitor' } });
  expect(items.find(({ act }) => act === 'monitor.channel-change')).toMatchObject({
    before: { name: 'ours', language: 'zh-CN' },
    after: { name: 'theirs', language: 'en' },
  });
  await tested.call('deleteAlertChannel', { cookie: cookies.admin, query: { id: channel.id } });
});

test('a receiver is tested three times a minute, however many ask at once', async () => {
  const cookie = tested.cookies.admin;
  const body = { name: 'ours', kind: 'webhook' as const, secret: 'a-key-of-this-webhook' };
  const create = () =>
    tested.call('createAlertChannel', { cookie, body: { ...body, url: 'http://127.0.0.1:1/a' } });
  const [one, other] = [await create(), await create()];
  const testOf = (id: number) => tested.call('testAlertChannel', { cookie, body: { id } });
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => testOf(one.id)));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ reason: { refusal: 'TooManyAttempts' } });
  expect(await testOf(other.id)).toEqual({ failure: expect.any(String) });
  tested.server.now.move(61_000);
  expect(await testOf(one.id)).toEqual({ failure: expect.any(String) });
});

test('a query with a period that is too long or reversed is refused', async () => {
  const { from, to } = range();
  for (const query of [
    { product: 'school', from: to, to: from },
    { product: 'school', from: 0, to },
  ]) {
    await expect(tested.call('getCallHealth', { ...viewer(), query })).rejects.toMatchObject({
      refusal: 'InvalidRequest',
      detail: { data: { field: 'from' } },
    });
  }
});

test('serves no source map under any name', async () => {
  expect((await tested.server.ask('GET', `/static/${NAME}`)).status).toBe(200);
  for (const path of [
    `/static/${NAME}.map`,
    `/maps/${NAME}.map`,
    `/static/../maps/${NAME}.map`,
    `/static/%2e%2e/maps/${NAME}.map`,
  ]) {
    expect((await fetch(tested.server.url + path)).status, path).toBe(404);
  }
});

test('a rule is tested by an admin where its messages go; without a channel and a webhook there is nothing to test', async () => {
  const { cookies } = tested;
  const body = { ...alertRule, enabled: false };
  const { id } = await tested.call('createAlertRule', { cookie: cookies.admin, body });
  const testOf = (rule: number, cookie = cookies.admin) =>
    tested.call('testAlertRule', { cookie, body: { id: rule } });
  await expect(testOf(id)).rejects.toMatchObject({ refusal: 'IllegalOperation' });
  await expect(testOf(id + 1000)).rejects.toMatchObject({ refusal: 'NotFound' });
  await expect(testOf(id, cookies.support)).rejects.toMatchObject({ refusal: 'RoleRequired' });
  await tested.call('deleteAlertRule', { cookie: cookies.admin, query: { id } });
});
