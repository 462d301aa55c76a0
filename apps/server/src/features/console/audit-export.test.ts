/** The export of the audit log as a file: who gets it, what is in it, and that refusals are entries. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusals } from '@rollcall/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../../app/start.ts';
import { testServer } from '../../app/testing.ts';
import { createLog } from '../../platform/log.ts';
import { cookiesOf, OPERATOR_PASSWORD, type TestConsole, testConsole } from './testing/console.ts';

let context: TestConsole;
beforeAll(async () => {
  context = await testConsole({ ROLLCALL_CONSOLE_IDLE_MINUTES: '1440' });
});
afterAll(() => context?.stop());
beforeEach(() => context.server.now.move(360_000));

const since = () => context.server.now();
/** Entries of the act since the test began. */
const entries = async (act: string) =>
  (await context.call('listAudit', { cookie: context.cookies.admin, query: { act, from: since() } })).items;

describe('an export of the audit log', () => {
  const exported = async (cookie: string, from: number | null = null, to: number | null = null) => {
    const proof = { method: 'password', password: OPERATOR_PASSWORD } as const;
    await context.call('proveOperator', { cookie, body: { proof } });
    return context.call('exportAudit', { cookie, body: { from, to } });
  };

  it('needs a fresh proof', async () => {
    const body = { from: null, to: null };
    const answer = await context.ask('exportAudit', { cookie: context.cookies.admin, body });
    expect(answer.status).toBe(403);
    expect(await entries('access')).toEqual([]);
  });

  it('has every entry as a line, oldest first, and is itself an entry', async () => {
    const { link } = await exported(context.cookies.admin);
    const headers = { cookie: context.cookies.admin };
    const file = await context.server.ask('GET', link, undefined, headers);
    expect(file.headers.get('content-type')).toContain('application/x-ndjson');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; .*\.jsonl"$/);
    const rows = file.text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as { id: number; act: string; hash: string });
    const { rows: kept } = await sql<{ id: number; hash: string }>`
      select id, encode(hash, 'hex') as hash from audit_log order by id`.execute(context.server.app.db);
    expect(rows.map(({ id, hash }) => ({ id, hash }))).toEqual(kept);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.at(-1)?.act).toBe('audit.export');
  });

  it('is not for an admin without the second factor that the school requires', async () => {
    const cookie = context.cookies.admin;
    const { link } = await exported(cookie);
    const env = { ROLLCALL_CONSOLE_SECOND_FACTOR: 'required' };
    const strict = await testServer({ env, now: context.server.now, beside: context.server });
    const { status, json } = await strict.ask('GET', link, undefined, { cookie, origin: strict.url });
    expect([status, json?.code]).toEqual([403, refusals.SecondFactorRequired.code]);
    await strict.stop();
  });

  it('of a period has only the entries of that period', async () => {
    const begun = since();
    await context.operator('viewer', 'in.the-period');
    const { link } = await exported(context.cookies.admin, begun, begun + 1);
    context.server.now.move(1);
    await context.operator('viewer', 'after.the-period');
    const { text } = await context.server.ask('GET', link, undefined, { cookie: context.cookies.admin });
    expect(text.split('\n').map(line => /"act":"([\w.]+)/.exec(line)?.[1])).toEqual([
      'operators.accept',
      'operators.prove',
      'audit.export',
      undefined,
    ]);
  });

  const get = async (cookie: string | undefined, link: string) =>
    (await context.server.ask('GET', link, undefined, cookie === undefined ? {} : { cookie })).status;

  it('can be downloaded by the requesting session only, for a minute', async () => {
    const { link } = await exported(context.cookies.admin);
    const body = { name: 'first.admin', password: OPERATOR_PASSWORD };
    const another = cookiesOf(await context.ask('signInOperator', { body }));
    expect(await get(undefined, link)).toBe(401);
    expect(await get(context.cookies.support, link)).toBe(403);
    expect(await get(await context.operator('admin'), link)).toBe(404);
    expect(await get(another, link)).toBe(404);
    expect(await get(context.cookies.admin, link.replace('until=1', 'until=2'))).toBe(404);
    expect(await get(context.cookies.admin, link)).toBe(200);
    context.server.now.move(60_000);
    expect(await get(context.cookies.admin, link)).toBe(404);
  });

  it('cannot be downloaded after its session ended', async () => {
    const cookie = await context.operator('admin');
    const { link } = await exported(cookie);
    expect(await get(cookie, link)).toBe(200);
    await context.call('signOutOperator', { cookie });
    expect(await get(cookie, link)).toBe(401);
  });

  it('that is refused is written to the audit log', async () => {
    const { link } = await exported(context.cookies.admin);
    context.server.now.move(60_000);
    const operatorOf = async (cookie: string) => (await context.call('getOperator', { cookie })).id;
    await get(context.cookies.support, link);
    await get(context.cookies.admin, link);
    expect(await entries('access')).toMatchObject([
      {
        act: 'access.refused',
        operator_id: await operatorOf(context.cookies.admin),
        after: { call: 'downloadAudit', refusal: 'NotFound' },
        address: '127.0.0.1',
      },
      {
        act: 'access.refused',
        operator_id: await operatorOf(context.cookies.support),
        after: { call: 'downloadAudit', refusal: 'RoleRequired' },
      },
    ]);
  });

  it("and a list's cursor are accepted by every server while the secret is changed", async () => {
    const { config } = context.server.app;
    const secret = { current: 'Kp7-another-secret-of-my-own-9876543-abc', previous: String(config.secret) };
    const data = await mkdtemp(join(tmpdir(), 'rollcall-export-'));
    const log = createLog(config, { write: () => {} });
    const second = await startServer({ ...config, data, secret }, { now: context.server.now, log });
    try {
      const headers = { cookie: context.cookies.admin };
      const { link } = await exported(context.cookies.admin);
      const { next } = await context.call('listAudit', { cookie: headers.cookie, query: { limit: 1 } });
      const cursor = encodeURIComponent(next ?? '');
      for (const path of [link, `/console/v1/audit?limit=1&cursor=${cursor}`])
        expect((await fetch(second.url + path, { headers })).status).toBe(200);
    } finally {
      await second.stop();
      await rm(data, { recursive: true, force: true, maxRetries: 3 });
    }
  });
});
