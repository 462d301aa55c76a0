/** What failed, what was refused, and who was looked at, is in the audit log. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyAudit } from './audit-verify.ts';
import { auditKeysOf } from './audit-keys.ts';
import { FAILURES_OF_NETWORK, writeCounted, writeFailure } from './audit-failures.ts';
import { cookiesOf, OPERATOR_PASSWORD, type TestConsole, testConsole } from './testing/console.ts';

const HOUR = 3_600_000;
const PHONE = '13987651234';
const EMAIL = 'lihua@school.example';
const ID = '5a6b7c8d-1111-4222-8333-444455556666';
let context: TestConsole;
beforeAll(async () => {
  context = await testConsole({ ROLLCALL_CONSOLE_IDLE_MINUTES: '1440' });
  const { db } = context.server.app;
  const at = new Date(context.server.now());
  await sql`insert into accounts (id, pid, created_at, nickname, nickname_key)
    values (${ID}, 'school', ${at}, 'li hua', 'li hua')`.execute(db);
  await sql`insert into identifiers (kind, value, account_id, created_at) values
    ('phone', ${PHONE}, ${ID}, ${at}), ('email', ${EMAIL}, ${ID}, ${at})`.execute(db);
});
afterAll(() => context?.stop());
beforeEach(() => context.server.now.move(HOUR / 10));

const since = () => context.server.now();
const entries = async (act: string, from = since()) =>
  (await context.call('listAudit', { cookie: context.cookies.admin, query: { act, from } })).items;

describe('the audit log of failures', () => {
  it('has operator, IP and refusal of a failed sign-in, and nothing that was typed', async () => {
    const body = { name: 'First.Admin', password: 'wrong-wrong-wrong' };
    const answer = await context.ask('signInOperator', { body });
    expect(answer.status).toBe(400);
    const { id } = await context.call('getOperator', { cookie: context.cookies.admin });
    const [entry, ...more] = await entries('access');
    expect(entry).toMatchObject({
      act: 'access.failed',
      operator_id: null,
      subject: id,
      after: { call: 'signInOperator', refusal: 'WrongCredentials' },
      address: '127.0.0.1',
      request_id: answer.headers.get('x-request-id'),
    });
    expect(more).toEqual([]);
    // A password typed into the name's field is not written anywhere.
    await context.ask('signInOperator', { body: { name: 'hunter2-hunter2', password: 'x' } });
    const unknown = await entries('access');
    expect(unknown).toHaveLength(2);
    expect(unknown[0]).toMatchObject({ subject: null });
    expect(JSON.stringify(unknown)).not.toContain('hunter2');
  });

  it("has failures of links and of the operator's own password", async () => {
    const password = 'a new long passphrase';
    await context.ask('setOperatorPassword', { body: { token: 'A'.repeat(43), password } });
    const cookie = await context.operator('viewer');
    await context.ask('changeOperatorPassword', { cookie, body: { old_password: 'wrong', password } });
    expect((await entries('access')).map(({ after }) => after)).toEqual([
      { call: 'changeOperatorPassword', refusal: 'WrongOldPassword' },
      { call: 'setOperatorPassword', refusal: 'LinkInvalid' },
    ]);
  });

  it('names operator and call of a request refused by role or origin', async () => {
    await context.ask('listOperators', { cookie: context.cookies.viewer });
    await context.ask('listOperators', {
      cookie: context.cookies.admin,
      headers: { origin: 'https://evil.example' },
    });
    const viewer = await context.call('getOperator', { cookie: context.cookies.viewer });
    expect(await entries('access')).toMatchObject([
      { act: 'access.refused', operator_id: null, after: { refusal: 'ForeignOrigin' } },
      {
        act: 'access.refused',
        operator_id: viewer.id,
        after: { call: 'listOperators', refusal: 'RoleRequired' },
      },
    ]);
  });

  it('counts failures in one entry after a hundred of a network in an hour', async () => {
    const { db } = context.server.app;
    context.server.now.move(HOUR - (context.server.now() % HOUR));
    const begun = since();
    const fail = (address: string) =>
      writeFailure(db, { act: 'access.failed', at: since(), address, requestId: 'r' });
    const host = (n: number) => `2001:db8:1:2${(n % 100).toString().padStart(2, '0')}::${n}`;
    await Promise.all(Array.from({ length: FAILURES_OF_NETWORK + 50 }, (_, n) => fail(host(n))));
    await fail('203.0.113.7');
    const { rows } = await sql<{ count: number }>`
      select count(*) from audit_log where at >= ${new Date(begun)} and act = 'access.failed'`.execute(db);
    expect(rows).toEqual([{ count: FAILURES_OF_NETWORK + 1 }]);
    await writeCounted(db, since());
    expect(await entries('access.counted', begun)).toEqual([]);
    context.server.now.move(HOUR);
    // Several servers write it once.
    await Promise.all([1, 2, 3].map(() => writeCounted(db, since())));
    expect(await entries('access.counted', begun)).toMatchObject([
      { address: '2001:db8:1:200::/56', after: { failures: 50, from: new Date(begun).toISOString() } },
    ]);
    expect(await db.selectFrom('audit_failures').selectAll().execute()).toEqual([]);
  });
});

describe('the audit log of views of people', () => {
  const look = (role: 'viewer' | 'support' | 'admin') => ({ cookie: context.cookies[role] });

  it('has one entry of one look, whatever the page asks, and names the person masked', async () => {
    const views = async () => {
      const { items } = await context.call('listAudit', { ...look('admin'), query: { subject: ID } });
      return items.map(({ act, person }) => ({ act, person }));
    };
    const one = { act: 'people.view', person: expect.stringMatching(/^.\*\* 139\*{4}1234$/u) as string };
    const page = (role: 'support' | 'admin') =>
      Promise.all([
        context.call('getPerson', { ...look(role), query: { id: ID } }),
        context.call('getSignInDiagnosis', { ...look(role), query: { id: ID } }),
        context.call('getPersonTimeline', { ...look(role), query: { id: ID } }),
      ]);
    await page('support');
    expect(await views()).toEqual([one]);
    context.server.now.move(60_000);
    await page('support');
    await page('admin');
    expect(await views()).toEqual([one, one, one]);
  });

  it('has the ids of people shown unmasked, and no number that was searched for', async () => {
    await context.call('listPeople', { ...look('support'), query: { q: PHONE } });
    await context.call('listPeople', { ...look('admin'), query: { q: EMAIL } });
    await context.call('listPeople', { ...look('admin'), query: { q: '1398765' } });
    await context.call('getPerson', { ...look('support'), query: { id: ID } });
    await context.call('getSignInDiagnosis', { ...look('support'), query: { identity: PHONE } });
    const found = await entries('people');
    expect(found.map(({ act, subject, after }) => ({ act, subject, after }))).toEqual([
      { act: 'people.diagnose', subject: ID, after: { search: '139****1234' } },
      { act: 'people.view', subject: ID, after: null },
      { act: 'people.list', subject: null, after: { search: '139****', people: [ID] } },
      { act: 'people.list', subject: null, after: { search: 'l***@school.example', people: [ID] } },
      { act: 'people.list', subject: null, after: { search: '139****1234', people: [ID] } },
    ]);
    const text = JSON.stringify(found);
    for (const secret of [PHONE, '1398765', EMAIL]) expect(text).not.toContain(secret);
  });

  it('has no entry for the masked view of a viewer', async () => {
    await context.call('listPeople', look('viewer'));
    await context.call('getPerson', { ...look('viewer'), query: { id: ID } });
    expect(await entries('people')).toEqual([]);
  });
});

it('all these entries form a whole hash chain', async () => {
  const body = { name: 'first.admin', password: OPERATOR_PASSWORD };
  const again = await context.ask('signInOperator', { body });
  expect(cookiesOf(again)).toContain('rollcall_console');
  const { app } = context.server;
  expect((await verifyAudit(app.db, auditKeysOf(app.config.secret))).faults).toEqual([]);
});
