/** The operators' exports and erasures over HTTP, down to the files. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { UsageDataJob } from '@rollcall/contract/console';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refusalOf } from '../../accounts/testing.ts';
import { OPERATOR_PASSWORD, type TestConsole, testConsole } from '../../console/testing/console.ts';
import { bodyOf, facts, newEvent, newId } from '../testing/batches.ts';
import { CLEARED_WITHIN } from '../../../events/store/event-store.ts';
import { FolderQuarantine } from '../../../events/loader/folder-quarantine.ts';
import { eventAt } from '../../../events/store/testing/events.ts';
import { LINK_KEPT } from './download-links.ts';

let context: TestConsole;
beforeAll(async () => {
  context = await testConsole();
});
// The tests move the clock; exports and erasures need a fresh proof.
beforeEach(() =>
  context.call('proveOperator', {
    cookie: context.cookies.admin,
    body: { proof: { method: 'password', password: OPERATOR_PASSWORD } },
  }),
);
afterAll(() => context?.stop());

const report = async (device: string, ...keys: string[]) => {
  const body = bodyOf({ events: keys.map(e => newEvent({ e })), facts: [facts({ d: device })] });
  const headers = { 'content-type': 'text/plain' };
  const answer = await fetch(`${context.server.url}/usage/v1/events`, { method: 'POST', body, headers });
  expect(answer.status).toBe(200);
};
const start = (kind: 'export' | 'erasure', subject: string) =>
  context.call('startUsageData', {
    cookie: context.cookies.admin,
    body: { kind, subject_kind: 'device', subject },
  });
const listed = async (subject: string) =>
  (await context.call('listUsageData', { cookie: context.cookies.support, query: { subject } })).items;
const over = async ({ id, subject }: UsageDataJob): Promise<UsageDataJob> => {
  for (;;) {
    const job = (await listed(subject)).find(job => job.id === id);
    if (job?.finished_at) return job;
    await new Promise(resolve => setImmediate(resolve));
  }
};
test('lists the quarantine page by page to support, without personal data', async () => {
  const { cookies, server } = context;
  const quarantine = new FolderQuarantine(join(server.app.config.data, 'usage/quarantine'), server.now);
  const device = newId();
  const event = eventAt(server.now(), {
    device,
    user: 'pupil-4711',
    ip: '203.0.113.77',
    key: 'bad',
    data: { score: 1 },
  });
  const text = `b12345678{"data":{"ext":[{"d":"${device}"}`;
  await quarantine.add([
    { text, reason: 'no JSON' },
    { event, reason: 'out of range' },
  ]);
  const list = (cursor?: string) =>
    context.call('listUsageQuarantine', { cookie: cookies.support, query: { limit: 1, cursor } });
  const first = await list();
  expect(first).toMatchObject({
    total: 2,
    items: [
      {
        at: server.now(),
        kind: 'event',
        reason: 'out of range',
        id: event.id,
        product: 'school',
        key: 'bad',
      },
    ],
  });
  expect(JSON.parse(first.items[0]?.record ?? '')).toMatchObject({ key: 'bad', data: { score: 1 } });
  const second = await list(first.next ?? undefined);
  expect(second).toMatchObject({
    total: 2,
    items: [{ kind: 'unreadable', reason: 'no JSON', record: null }],
    next: null,
  });
  for (const personal of [device, 'pupil-4711', '203.0.113.77'])
    expect(JSON.stringify([first, second])).not.toContain(personal);
  expect(await refusalOf(list('WyJ4Il0'))).toMatchObject({ refusal: 'InvalidRequest' });
  const job = await start('erasure', device);
  await over(job);
  expect(await list()).toEqual({ total: 0, items: [], next: null });
});
const linkOf = (id: string) => context.call('linkUsageData', { cookie: context.cookies.admin, body: { id } });
const filesWith = async (text: string): Promise<string[]> => {
  const folder = join(context.server.app.config.data, 'usage');
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = names.filter(name => name.isFile()).map(name => join(name.parentPath, name.name));
  const has = await Promise.all(paths.map(async path => (await readFile(path)).includes(text)));
  return paths.filter((_, n) => has[n]);
};

test('exports the events of a device, links to the file for a limited time, and erases them', async () => {
  const [device, other] = [newId(), newId()];
  await report(device, 'one', 'two');
  await report(other, 'kept');
  const done = await over(await start('export', device));
  expect(done).toMatchObject({ state: 'done', events: 2, subject: device, asked_by: 'operator' });

  const { link, expires_at } = await linkOf(done.id);
  expect(expires_at).toBe(context.server.now() + LINK_KEPT);
  const file = await fetch(context.server.url + link);
  expect(file.status).toBe(200);
  const lines = gunzipSync(Buffer.from(await file.arrayBuffer())).toString();
  expect([lines.includes('"one"'), lines.includes('"two"'), lines.includes('"kept"')]).toEqual([
    true,
    true,
    false,
  ]);

  expect(await filesWith(device)).not.toEqual([]);
  context.server.now.move(1000);
  expect(await over(await start('erasure', device))).toMatchObject({
    state: 'done',
    events: 2,
    clear_by: context.server.now() + CLEARED_WITHIN,
    cleared_at: null,
  });
  // The store's file is rewritten at night.
  const store = join(context.server.app.config.data, 'usage/store');
  expect((await filesWith(device)).filter(path => !path.startsWith(store))).toEqual([]);
  expect(await filesWith(other)).not.toEqual([]);
  // the export went with it
  expect((await fetch(context.server.url + link)).status).toBe(404);
  expect((await listed(device)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'erasure done',
    'export expired',
  ]);
});

test('accepts an unchanged link for its own file, for ten minutes', async () => {
  const [first, second] = [newId(), newId()];
  const [one, two] = [await over(await start('export', first)), await over(await start('export', second))];
  const { link } = await linkOf(one.id);
  const status = async (path: string) => (await fetch(context.server.url + path)).status;
  expect(await status(link)).toBe(200);
  expect(await status(link.replace(one.id, two.id))).toBe(404);
  expect(await status(link.replace(/until=(\d)/, (_, digit) => `until=${Number(digit) + 1}`))).toBe(404);
  expect(await status(link.replace(/signature=.*/, 'signature=AAAA'))).toBe(404);
  expect(await status(link.replace(/&signature=.*/, ''))).toBe(401);
  context.server.now.move(LINK_KEPT);
  expect(await status(link)).toBe(404);
});

test('writes the operator to the audit log, and gives no link to a missing file', async () => {
  const device = newId();
  const job = await over(await start('erasure', device));
  const { items } = await context.call('listAudit', {
    cookie: context.cookies.admin,
    query: { subject: device },
  });
  expect(items).toMatchObject([
    { act: 'usage.begin-data-job', subject: device, after: { kind: 'erasure', subject_kind: 'device' } },
  ]);
  expect(await refusalOf(linkOf(job.id))).toMatchObject({ refusal: 'NotFound' });
  expect(await refusalOf(linkOf(newId()))).toMatchObject({ refusal: 'NotFound' });
  const cancel = context.call('cancelUsageData', { cookie: context.cookies.admin, body: { id: job.id } });
  // what is over stays as it is
  expect((await cancel).state).toBe('done');
});

test('lists all jobs page by page, newest first', async () => {
  const begun: string[] = [];
  for (let n = 0; n < 5; n++) begun.unshift((await start('export', newId())).id);
  const seen: string[] = [];
  for (let cursor: string | undefined, page = 0; page < 3; page++) {
    const { items, next } = await context.call('listUsageData', {
      cookie: context.cookies.support,
      query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) },
    });
    seen.push(...items.map(({ id }) => id));
    cursor = next ?? undefined;
  }
  // of one moment they come by their ids
  expect(new Set(seen).size).toBe(6);
  expect(begun.filter(id => seen.includes(id))).toHaveLength(5);
});
