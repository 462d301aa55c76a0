/** Every row of the console over HTTP: unauthorised and invalid requests are refused by name and change nothing. */
import { type ConsoleCall, type ConsoleCallName, consoleCalls, roles } from '@rollcall/contract/console';
import { refusals } from '@rollcall/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { TestAnswer } from '../../app/testing.ts';
import { OPERATOR_PASSWORD, type TestConsole, testConsole } from './testing/console.ts';

let context: TestConsole;
beforeAll(async () => {
  context = await testConsole();
});
afterAll(() => context?.stop());

/** Everything that the console can change. */
const tables = [
  'operators',
  'operator_links',
  'accounts',
  'identifiers',
  'number_changes',
  'account_blocks',
  'agreements',
  'agreement_drafts',
  'captcha_rules',
  'usage_jobs',
  'custom_fields',
  'account_fields',
  'usage_questions',
  'usage_dashboards',
  'usage_dashboard_tiles',
  'usage_cohorts',
  'usage_cohort_accounts',
  'usage_annotations',
  'usage_sql',
  'question_alerts',
  'dashboard_subscriptions',
  'dashboard_receivers',
  'settings',
  'webhook_endpoints',
  'webhook_deliveries',
];
const checksum = async (): Promise<string> => {
  const each = tables.map(
    name =>
      sql`(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${sql.table(name)} t)`,
  );
  // Failures are written, which is no change.
  const audit = sql`(select string_agg(id::text, '|' order by id) from audit_log where act not like 'access.%')`;
  const sessions = sql`(select string_agg(id::text, '|' order by id) from operator_sessions)`;
  const { rows } = await sql<{
    sum: string;
  }>`select concat_ws(' ', ${sql.join(each)}, ${audit}, ${sessions}) as sum`.execute(context.server.app.db);
  return rows[0]?.sum ?? '';
};

/** The refusal's name must be this one, and nothing may have changed. */
const expectRefused = async (
  answer: () => Promise<TestAnswer>,
  name: keyof typeof refusals,
): Promise<TestAnswer> => {
  const before = await checksum();
  const got = await answer();
  expect({ status: got.status, code: got.json?.code }).toEqual({
    status: refusals[name].status,
    code: refusals[name].code,
  });
  expect(await checksum()).toBe(before);
  expect(got.headers.getSetCookie()).toEqual([]);
  return got;
};

const entriesOf = (schema: ConsoleCall['body']): string[] =>
  schema && 'entries' in schema ? Object.keys(schema.entries as object) : [];

const rows = Object.entries<ConsoleCall>(consoleCalls) as [ConsoleCallName, ConsoleCall][];

describe.each(rows)('%s', (name, row) => {
  const cookie = (role: ConsoleCall['role']) => (role === 'none' ? undefined : context.cookies[role]);

  if (row.role !== 'none') {
    it('refuses a missing or made-up session', async () => {
      await expectRefused(() => context.ask(name), 'OperatorRequired');
      const headers = { cookie: `rollcall_console=${'A'.repeat(43)}` };
      await expectRefused(() => context.ask(name, { headers }), 'OperatorRequired');
    });
  }

  for (const role of roles) {
    if (row.role === 'none' || roles.indexOf(role) >= roles.indexOf(row.role)) continue;
    it(`refuses a ${role}`, async () => {
      await expectRefused(() => context.ask(name, { cookie: context.cookies[role] }), 'RoleRequired');
    });
  }

  it.each([
    ["another site's page", { origin: 'https://evil.example' }],
    ['a page of the same site', { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }],
    ['a page without an origin', { origin: 'null' }],
    ['what the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
  ])('refuses %s', async (_, headers) => {
    await expectRefused(() => context.ask(name, { cookie: context.cookies.admin, headers }), 'ForeignOrigin');
  });

  if (row.method !== 'GET') {
    it('refuses a call without an Origin header', async () => {
      const ask = () => context.server.ask(row.method, row.path, {}, { cookie: context.cookies.admin });
      await expectRefused(ask, 'ForeignOrigin');
    });
  }

  const body = entriesOf(row.body);
  if (body.length > 0) {
    it.each(body)('refuses a wrong %s by its name', async field => {
      for (const wrong of [{ [field]: { odd: 1 } }, { [field]: '\u0000' }]) {
        const answer = await context.ask(name, { cookie: cookie(row.role), body: wrong as never });
        expect(answer.status).toBe(400);
        // The first field that breaks its rule is named: this one, or one before it that is missing.
        expect(body).toContain((answer.json?.data as { field?: string } | undefined)?.field);
      }
    });
    it('refuses a body that is no object, and changes nothing', async () => {
      for (const odd of ['[]', '"text"', '{"a":', 'null']) {
        const before = await checksum();
        const headers = {
          ...(cookie(row.role) ? { cookie: cookie(row.role) ?? '' } : {}),
          origin: context.server.url,
        };
        const answer = await context.server.ask(row.method, row.path, odd, headers);
        expect(answer.status).toBe(400);
        expect(await checksum()).toBe(before);
      }
    });
  }

  if (body.length > 0) {
    it('answers or refuses any value of its fields, and never fails', async () => {
      const odd = fc.oneof(
        fc.constantFrom('\u0000', '\ud800', '', -1, 1e300, null, 2_147_483_648, 'x'.repeat(5000), [], [[]]),
        fc.constantFrom('*', 'login', 'always', 'admin', 'user-agreement', 'school', 0, true),
        fc.constantFrom('00000000-0000-4000-8000-000000000000', 'A'.repeat(43), OPERATOR_PASSWORD),
        fc.json({ maxDepth: 2 }).map(text => JSON.parse(text) as unknown),
      );
      const record = fc.record(Object.fromEntries(body.map(field => [field, odd])), { requiredKeys: [] });
      await fc.assert(
        fc.asyncProperty(record, async given => {
          const cookieHeader = cookie(row.role);
          const answer = await context.ask(name, { cookie: cookieHeader, body: given as never });
          expect(answer.status).toBeLessThan(500);
        }),
        { numRuns: 25 },
      );
    });
  }

  it('refuses a parameter that it does not take, by its name', async () => {
    const headers = { origin: context.server.url };
    const own = cookie(row.role);
    const answer = await context.server.ask(
      row.method,
      `${row.path}?of_no_call=1`,
      row.method === 'GET' || row.method === 'DELETE' ? undefined : {},
      own === undefined ? headers : { ...headers, cookie: own },
    );
    expect(answer.json).toMatchObject({ code: 'RC_400', data: { field: 'of_no_call' } });
  });

  const query = entriesOf(row.query);
  if (query.length > 0) {
    it.each(query)('answers or refuses an unusual %s in the query', async field => {
      for (const odd of ['\u0000', '-1', 'x'.repeat(700), '1e9']) {
        const answer = await context.ask(name, {
          cookie: cookie(row.role),
          query: { [field]: odd } as never,
        });
        expect(answer.status).toBeLessThan(500);
        const { field: named } = (answer.json?.data ?? {}) as { field?: string };
        if (answer.status === 400) expect(query).toContain(named);
      }
    });
    if (query.includes('cursor')) {
      it('refuses a malformed cursor', async () => {
        // An agreement's; others are UUIDs.
        const isUuid = ['getPersonTimeline', 'listImportFaults', 'listWebhookDeliveries'].includes(name);
        const id = isUuid ? '00000000-0000-4000-8000-000000000000' : 1;
        const needed = { id, code: 'user-agreement', product: 'school' };
        const own = Object.fromEntries(Object.entries(needed).filter(([key]) => query.includes(key)));
        for (const cursor of [
          'abc',
          Buffer.from('[{}]').toString('base64url'),
          Buffer.from('["x"]').toString('base64url'),
        ]) {
          const answer = await context.ask(name, {
            cookie: cookie(row.role),
            query: { ...own, cursor } as never,
          });
          expect(answer.json).toMatchObject({ code: 'RC_400', data: { field: 'cursor' } });
        }
      });
    }
  }
});

test('the console calls', () => {
  const places = rows.map(([, row]) => `${row.method} ${row.path}`);
  expect(new Set(places).size).toBe(places.length);
  for (const [name, row] of rows) {
    expect(row.path, name).toMatch(/^\/console\/v1\/[a-z/-]+$/);
    expect(
      row.refusals.every(refusal => refusal in refusals),
      name,
    ).toBe(true);
    if (row.method === 'GET') {
      expect(row.body, name).toBeUndefined();
      expect(row.act, name).toBeUndefined();
    }
    if (row.view !== undefined) {
      expect(row.method, name).toBe('GET');
      expect(row.view, name).toMatch(/^[a-z-]+\.[a-z-]+$/);
    }
    if (row.act !== undefined) expect(row.act, name).toMatch(/^[a-z-]+\.[a-z-]+$/);
    if (row.body)
      expect(
        v.safeParse(row.body, { nonsense: 1 }).issues?.map(issue => v.getDotPath(issue)) ?? [],
      ).not.toContain('nonsense');
  }
});

test('are all described in an OpenAPI document of their own', async () => {
  const { json } = await context.server.ask('GET', '/console/openapi.json');
  const paths = (json as unknown as { paths: Record<string, Record<string, { operationId: string }>> }).paths;
  const operations = Object.values(paths).flatMap(at => Object.values(at).map(one => one.operationId));
  expect(operations.sort()).toEqual(Object.keys(consoleCalls).sort());
});

test('none of these requests caused a fault', () => {
  expect(context.server.lines.filter(line => line.includes('"level":"error"'))).toEqual([]);
});
