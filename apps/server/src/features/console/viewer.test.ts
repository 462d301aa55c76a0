/** Every call that a viewer can make, over an installation with a number and an e-mail address in every place. */
import { type ConsoleCall, type ConsoleCallName, consoleCalls } from '@rollcall/contract/console';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../../../tools/testing/until.ts';
import { bodyOf, facts, newEvent } from '../usage/testing/batches.ts';
import { type TestConsole, testConsole } from './testing/console.ts';

const PHONE = '13987651234';
const EMAIL = 'lihua.secret@pupils.example';
const IP = '198.51.100.77';
const ID = '5a6b7c8d-1111-4222-8333-444455556666';
/** What no answer to a viewer may contain. */
const secrets = [PHONE, PHONE.slice(0, 7), EMAIL, IP, 'lihua.secret'];
const text = `call ${PHONE} or write to ${EMAIL}`;
const key = `lesson ${PHONE} ${EMAIL}`;
const page = `/pupils/${PHONE}/mail/${EMAIL}`;

let context: TestConsole;
let group: string;
let document: number;
let saved: string;
/** The store is a process of its own, which has to start first. */
const answerFor = (name: ConsoleCallName, query: object, role: 'viewer' | 'support' = 'viewer') =>
  context.ask(name, { cookie: context.cookies[role], query: query as never });

beforeAll(async () => {
  context = await testConsole();
  const { db } = context.server.app;
  const at = new Date(context.server.now());
  await sql`insert into accounts (id, pid, created_at, nickname, nickname_key, fullname, blocked_at)
    values (${ID}, 'school', ${at}, ${PHONE}, ${PHONE}, ${EMAIL}, ${at})`.execute(db);
  for (const [kind, value] of [
    ['phone', PHONE],
    ['email', EMAIL],
  ])
    await sql`insert into identifiers (kind, value, account_id, created_at)
      values (${kind}, ${value}, ${ID}, ${at})`.execute(db);
  await sql`insert into account_blocks (account_id, reason, operator_name) values (${ID}, ${text}, 'x')`.execute(
    db,
  );
  await sql`insert into message_failures (at, sender, channel, purpose, outcome, reason)
    values (${at}, 'aliyun', 'sms', 'login', 'failed', ${text})`.execute(db);
  await sql`insert into budgets (name, ends_at, spent, most)
    values (${`prefix|${PHONE.slice(0, 7)}`}, ${new Date(context.server.now() + 3_600_000)}, 1, 50)`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`
    insert into agreements (code, version, needs_signature, title, body, published_at)
    values ('rules', 1, true, '{"zh-CN":"a","en":"a"}', '{"zh-CN":"a","en":"a"}', ${at}) returning id`.execute(
    db,
  );
  document = rows[0]?.id ?? 0;
  await sql`insert into signatures (account_id, agreement_id, version, signed_at, address)
    values (${ID}, ${document}, 1, ${at}, ${IP})`.execute(db);

  const fields = [
    `e=1!error!TypeError!${encodeURIComponent(text)}!${encodeURIComponent(`at x@${page}:1:2`)}`,
    `c=1!GET!${encodeURIComponent(page)}!500!80`,
    `f=1!script!${encodeURIComponent(page)}!!error`,
    't=1!LCP!1234.5!navigate',
  ].join('&');
  await context.server.ask('GET', `/monitor/v1.gif?p=school&v=r1&u=${encodeURIComponent(page)}&${fields}`);
  const t = context.server.now();
  const events = [
    newEvent({ e: key, t, c: t, b: { contact: PHONE, mail: EMAIL } }),
    newEvent({ e: page, x: 1, t, c: t }),
  ];
  const posted = await fetch(`${context.server.url}/usage/v1/events`, {
    method: 'POST',
    body: bodyOf({ events, facts: [facts({ u: PHONE })] }),
    headers: { 'content-type': 'text/plain' },
  });
  if (!posted.ok) throw new Error(await posted.text());
  await until(async () => {
    const { items } = await context.call('listErrorGroups', {
      cookie: context.cookies.viewer,
      query: { product: 'school' },
    });
    const keys = await answerFor('listUsageKeys', {}, 'support');
    if (!items[0] || !keys.text.includes(PHONE)) throw new Error('what was reported is not there yet');
    group = items[0].id;
  });
  const questions = await context.call('listSavedQuestions', { cookie: context.cookies.viewer });
  saved = questions.items[0]?.id ?? '';
});
afterAll(() => context?.stop());

const range = () => ({
  product: 'school',
  from: context.server.now() - 60_000,
  to: context.server.now() + 60_000,
});
/** Queries of the calls that need one, or that can search for masked values. */
const queries: Partial<Record<ConsoleCallName, () => readonly object[]>> = {
  listPeople: () => [
    {},
    { q: PHONE },
    { q: '1398765' },
    { q: EMAIL },
    { q: 'lihua' },
    { sort: 'oldest' },
    { q: ID },
  ],
  getPerson: () => [{ id: ID }],
  listDocumentVersions: () => [{ code: 'rules' }],
  getDocumentVersion: () => [{ id: document }],
  getDraft: () => [{ code: 'rules' }],
  listSignatures: () => [{ id: document }],
  listErrorGroups: () => [{ product: 'school' }, { product: 'school', q: PHONE }],
  getErrorCounts: () => [{ product: 'school', ids: group }],
  getErrorGroup: () => [{ from: range().from, to: range().to, id: group }],
  listAlertEpisodes: () => [{ product: 'school' }],
  getCallHealth: () => [range()],
  getVitals: () => [range()],
  getVitalTrend: () => [{ ...range(), metric: 'LCP' }],
  getResourceFailures: () => [range()],
  listUsageKeys: () => [{}, { search: PHONE }, { search: '39876' }, { search: 'lihua' }],
  listUsageProperties: () => [{ key }, { key, kind: 'view' }],
  getUsageHeatmap: () => [{ page }],
  getSavedQuestion: () => [{ id: saved }],
  getDashboard: () => [{ front: true }],
  listAnnotations: () => [{ from: '2026-01-01', to: '2026-12-31' }],
  askUsageQuestion: () =>
    [
      { kind: 'trend', breakdowns: ['event.key', 'data.contact'] },
      { kind: 'time', breakdowns: ['data.mail'] },
      { kind: 'paths' },
      { kind: 'paths', page: { through: page } },
      {
        kind: 'funnel',
        series: [{ event: { kind: 'custom', key } }, { event: { kind: 'view', key: page } }],
        breakdowns: ['event.key', 'data.contact'],
      },
      { kind: 'retention', series: [{}, {}], breakdowns: ['data.contact'] },
      { kind: 'people', series: [{ event: { kind: 'custom', key } }] },
      { kind: 'trend', filter: { all: [{ property: 'data.contact', op: 'contains', value: '39876' }] } },
    ].map(asked => ({ question: JSON.stringify({ v: 1, ...asked }) })),
};
const viewerCalls = Object.entries<ConsoleCall>(consoleCalls)
  .filter(([, row]) => row.role === 'viewer' && row.method === 'GET')
  .map(([name]) => name as ConsoleCallName);

describe('a viewer', () => {
  it.each(viewerCalls)('gets masked data from %s', async name => {
    let answers = 0;
    for (const query of queries[name]?.() ?? [{}]) {
      const limited =
        'limit' in ((consoleCalls[name] as { query?: { entries?: object } }).query?.entries ?? {});
      for (const more of limited ? [{}, { limit: 1 }] : [{}]) {
        const answer = await answerFor(name, { ...query, ...more });
        expect([200, 404], answer.text).toContain(answer.status);
        if (answer.status === 200) answers += 1;
        const next = (answer.json?.data as { next?: string | null } | undefined)?.next ?? '';
        const shown = answer.text + Buffer.from(next, 'base64url').toString('latin1');
        for (const secret of secrets) expect(shown, JSON.stringify(query)).not.toContain(secret);
      }
    }
    if (name !== 'getDraft') expect(answers).toBeGreaterThan(0);
  });

  it('gets the masked number in each answer where support gets the whole number', async () => {
    const places: [ConsoleCallName, object][] = [
      ['listPeople', {}],
      ['getPerson', { id: ID }],
      ['listMessageFailures', {}],
      ['listSignatures', { id: document }],
      ['listUsageKeys', {}],
      ['listUsageProperties', { key }],
      [
        'askUsageQuestion',
        { question: JSON.stringify({ v: 1, kind: 'trend', breakdowns: ['data.contact'] }) },
      ],
    ];
    for (const [name, query] of places) {
      expect((await answerFor(name, query, 'support')).text, name).toContain(PHONE);
      if (name === 'listUsageProperties') continue;
      expect((await answerFor(name, query)).text, name).toContain('139****1234');
    }
  });

  it('finds no account and no event key by parts of a masked value', async () => {
    for (const q of [PHONE, '1398', '1234', EMAIL]) {
      const { items } = await context.call('listPeople', { cookie: context.cookies.viewer, query: { q } });
      expect(items).toEqual([]);
    }
    for (const search of ['3987', '7651234', 'lihua.s', 'lesson']) {
      const found = await context.call('listUsageKeys', {
        cookie: context.cookies.viewer,
        query: { search },
      });
      expect(found.keys).toEqual([]);
    }
    expect((await answerFor('listUsageProperties', { key })).json?.data).toMatchObject({ events: 0 });
    const counted = async (role: 'viewer' | 'support') => {
      const filter = { all: [{ property: 'data.contact', op: 'contains', value: '3987' }] };
      const question = JSON.stringify({ v: 1, kind: 'trend', filter });
      const { answer } = await context.call('askUsageQuestion', {
        cookie: context.cookies[role],
        query: { question },
      });
      return answer.kind === 'trend' ? answer.lines[0]?.total : undefined;
    };
    expect([await counted('viewer'), await counted('support')]).toEqual([0, 1]);
  });

  it('cannot use a cursor that another role was given', async () => {
    await context.server.app.db
      .insertInto('accounts')
      .values({
        id: 'aaaaaaaa-1111-4222-8333-444455556666',
        pid: 'school',
        created_at: new Date(context.server.now()),
        nickname: 'second',
        nickname_key: 'second',
      })
      .execute();
    const { next } = await context.call('listPeople', {
      cookie: context.cookies.support,
      query: { limit: 1 },
    });
    const answer = await answerFor('listPeople', { limit: 1, cursor: next });
    expect(answer.json).toMatchObject({ code: 'RC_400', data: { field: 'cursor' } });
    expect((await answerFor('listPeople', { limit: 1, cursor: next }, 'support')).status).toBe(200);
  });
});

it('error reports contain no phone number and no e-mail address, for any role', async () => {
  const { rows } = await sql<{ text: string }>`select g::text as text from error_groups g`.execute(
    context.server.app.db,
  );
  for (const secret of [PHONE, EMAIL]) expect(JSON.stringify(rows)).not.toContain(secret);
});
