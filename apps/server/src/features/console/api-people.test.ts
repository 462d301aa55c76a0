/** People by key: read, made, changed, blocked, deleted; masked under 14; once under an Idempotency-Key; each act in the audit log. */
import { randomUUID } from 'node:crypto';
import { refusals, type RefusalName } from '@rollcall/contract';
import type { ApiCallName } from '@rollcall/contract/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../../../tools/testing/until.ts';
import type { TestAnswer } from '../../app/testing.ts';
import { newPhone } from '../accounts/testing.ts';
import { deleteDue, DELETION_WAIT } from '../accounts/data/deletion.ts';
import { type TestConsole, testConsole } from './testing/console.ts';
import { PURPOSE, type TestApi, testApi } from './testing/api.ts';

let pages: TestConsole;
let all: TestApi;
let masked: TestApi;
beforeAll(async () => {
  pages = await testConsole();
  const scopes = ['people:read', 'people:write', 'people:delete', 'sessions:write'] as const;
  masked = await testApi(pages, scopes);
  all = await testApi(pages, [...scopes, 'people:minors']);
});
afterAll(() => pages.stop());

const create = async (more: object = {}, api = masked) => {
  const phone = newPhone();
  const { id } = await api.call('createPerson', { body: { pid: 'school', phone_number: phone, ...more } });
  return { id, phone };
};
const nine = () => ({ birth_year: new Date(pages.server.now()).getUTCFullYear() - 9, fullname: '王小明' });
const expectRefused = async (answer: Promise<TestAnswer>, name: RefusalName) => {
  const { status, json } = await answer;
  expect({ status, code: json?.code }).toEqual({ status: refusals[name].status, code: refusals[name].code });
};
const entries = async (query: { operator_id?: string; subject?: string }) =>
  (await pages.call('listAudit', { cookie: pages.cookies.admin, query })).items;

test('a person is made, found, read, renamed, blocked, signed out, deleted and restored', async () => {
  const { id, phone } = await create({ fullname: '李雷' });
  expect(await masked.call('findPerson', { query: { identity: phone } })).toMatchObject({
    id,
    fullname: '李雷',
    phone_number: phone,
    child: false,
  });
  await masked.call('correctPersonName', { body: { id, fullname: '韩梅梅' } });
  await masked.call('blockPerson', { body: { id } });
  await expectRefused(masked.ask('blockPerson', { body: { id } }), 'Conflict');
  expect(await masked.call('getPerson', { query: { id } })).toMatchObject({
    fullname: '韩梅梅',
    blocked: { reason: PURPOSE, by: `token:${masked.name}` },
  });
  await masked.call('unblockPerson', { body: { id } });
  expect(await masked.call('endPersonSessions', { body: { id } })).toEqual({ ended: 0 });
  const { deletion_due_at: due } = await masked.call('deletePerson', { body: { id } });
  expect(due).toBe(pages.server.now() + DELETION_WAIT);
  await expectRefused(masked.ask('deletePerson', { body: { id } }), 'Conflict');
  await masked.call('cancelPersonDeletion', { body: { id } });
  expect(await masked.call('getPerson', { query: { id } })).toMatchObject({ deletion_due_at: null });
  const acts = (await entries({ subject: id })).toReversed();
  expect(acts.map(({ act }) => act)).toEqual([
    'people.create',
    'people.find',
    'people.correct-name',
    'people.block',
    'people.view',
    'people.unblock',
    'people.end-all-sessions',
    'people.delete',
    'people.cancel-deletion',
    'people.view',
  ]);
  for (const { operator_id: operator, operator_name: name, after } of acts) {
    expect({ operator, name }).toEqual({ operator: masked.id, name: `token:${masked.name}` });
    expect(after).toMatchObject({ reason: PURPOSE });
  }
  const { db } = pages.server.app;
  const told = await db.selectFrom('security_notices').select('kind').where('account_id', '=', id).execute();
  expect(told.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['account-created', 'name-corrected', 'deletion-requested', 'deletion-cancelled']),
  );
  await expectRefused(masked.ask('findPerson', { query: { identity: newPhone() } }), 'NotFound');
});

describe('somebody under 14', () => {
  test('is masked in each answer without people:minors, and not changed', async () => {
    const { id, phone } = await create(nine());
    // What operators wrote may name anybody.
    const cookie = pages.cookies.support;
    await pages.call('openChild', { cookie, body: { id, reason: 'a question' } });
    await pages.call('blockPerson', { cookie, body: { id, reason: '王小明 asked' } });
    const { id: operator } = await pages.call('getOperator', { cookie });
    await pages.server.app.db
      .insertInto('number_changes')
      .values({
        id: randomUUID(),
        account_id: id,
        state: 'cancelled',
        reason: '王小明 lost it',
        proposed_by: operator,
        proposed_at: new Date(pages.server.now()),
      })
      .execute();
    const answers = [
      await masked.call('listPeople'),
      await masked.call('listPersonChanges'),
      await masked.call('findPerson', { query: { identity: phone } }),
      await masked.call('getPerson', { query: { id } }),
    ];
    for (const answer of answers) {
      expect(JSON.stringify(answer)).toContain(id);
      for (const secret of [phone, '王小明', String(nine().birth_year)])
        expect(JSON.stringify(answer)).not.toContain(secret);
    }
    await expectRefused(
      masked.ask('correctPersonName', { body: { id, fullname: '王大明' } }),
      'ReasonRequired',
    );
    await expectRefused(masked.ask('deletePerson', { body: { id } }), 'ReasonRequired');
  });

  test('is shown with it, and the purpose is the reason of each look', async () => {
    const { id, phone } = await create(nine());
    for (const answer of [
      await all.call('listPeople'),
      await all.call('findPerson', { query: { identity: phone } }),
      await all.call('getPerson', { query: { id } }),
    ])
      for (const clear of [phone, '王小明']) expect(JSON.stringify(answer)).toContain(clear);
    await all.call('correctPersonName', { body: { id, fullname: '王大明' } });
    const acts = (await entries({ operator_id: all.id, subject: id })).toReversed();
    expect(acts.map(({ act }) => act)).toEqual([
      'people.find',
      'people.open-child',
      'people.view',
      'people.correct-name',
    ]);
    expect(acts.every(({ after }) => after?.['reason'] === PURPOSE)).toBe(true);
  });
});

test('a token of a person is active, and not once they are under 14 without a guardian’s consent', async () => {
  const accounts = '/tiger/v3/web/accounts';
  const body = { phone_number: newPhone(), pid: 'school' };
  await pages.server.ask('POST', `${accounts}/captcha/login/silence`, body);
  const [captcha] = pages.server.codes(body.phone_number);
  const signedIn = await pages.server.ask('POST', `${accounts}/phone/login/silence`, { ...body, captcha });
  const data = signedIn.json?.data as
    | {
        readonly auth: {
          readonly account_id: string;
          readonly token: { readonly access: { readonly token: string } };
        };
      }
    | undefined;
  const token = data?.auth.token.access.token ?? '';
  expect(await masked.call('introspectToken', { body: { token } })).toMatchObject({
    active: true,
    sub: data?.auth.account_id,
    pid: 'school',
  });
  const authorization = `Bearer ${token}`;
  const { birth_year } = nine();
  const aged = await pages.server.ask('POST', `${accounts}/age`, { birth_year }, { authorization });
  expect(aged.status).toBe(200);
  const inactive = { active: false, sub: null, pid: null, session_id: null };
  expect(await masked.call('introspectToken', { body: { token } })).toEqual(inactive);
  expect(await masked.call('introspectToken', { body: { token: 'x.y.z' } })).toEqual(inactive);
});

describe('an Idempotency-Key', () => {
  const under = (key: string) => ({ 'idempotency-key': key });

  /** Each write, with what it needs before; its second request would be refused, or change something again. */
  const writes: readonly (readonly [ApiCallName, (id: string) => Promise<object>])[] = [
    ['createPerson', async () => ({ pid: 'school', phone_number: newPhone() })],
    ['correctPersonName', async id => ({ id, fullname: '新名字' })],
    ['updatePerson', async id => ({ id, grade: 7 })],
    ['blockPerson', async id => ({ id })],
    [
      'unblockPerson',
      async id => {
        await masked.call('blockPerson', { body: { id } });
        return { id };
      },
    ],
    ['endPersonSessions', async id => ({ id })],
    ['deletePerson', async id => ({ id })],
    [
      'cancelPersonDeletion',
      async id => {
        await masked.call('deletePerson', { body: { id } });
        return { id };
      },
    ],
  ];
  test.each(writes)('%s is done once, however often it is sent', async (name, prepare) => {
    const { id } = await create();
    const body = (await prepare(id)) as never;
    const headers = under(randomUUID());
    const send = () => masked.ask(name, { body, headers });
    // Three at the same time, and one later.
    const first = await Promise.all([send(), send(), send()]);
    const answers = [...first, await send()];
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(
      answers.map(() => `200 ${answers[0]?.text}`),
    );
    expect(answers.filter(answer => !answer.headers.has('idempotency-replayed'))).toHaveLength(1);
    await expectRefused(
      masked.ask('blockPerson', { body: { id: randomUUID() }, headers }),
      'IdempotencyKeyReused',
    );
    // The key is this token's alone.
    const { status } = await all.ask('endPersonSessions', { body: { id }, headers });
    expect(status).toBe(200);
  });

  test('a refusal is not remembered, and changes nothing', async () => {
    const headers = under(randomUUID());
    const { id } = await create();
    await expectRefused(masked.ask('unblockPerson', { body: { id }, headers }), 'Conflict');
    await masked.call('blockPerson', { body: { id } });
    await masked.call('unblockPerson', { body: { id }, headers });
    await expectRefused(masked.ask('blockPerson', { body: { id }, headers: under('ä') }), 'InvalidRequest');
  });
});

describe('changes since a time', () => {
  const changesSince = async (since?: number) => {
    const items = [];
    let cursor: string | undefined;
    for (;;) {
      const query = {
        limit: 2,
        ...(since === undefined ? {} : { since }),
        ...(cursor === undefined ? {} : { cursor }),
      };
      const page = await masked.call('listPersonChanges', { query });
      items.push(...page.items);
      if (page.next === null) return { items, until: page.until };
      cursor = page.next;
    }
  };

  /** Changes are listed once no earlier transaction writes any more, such as one of a job. */
  const listed = (since: number | undefined, ids: readonly string[]) =>
    until(async () => {
      const page = await changesSince(since);
      return ids.every(id => page.items.some(item => item.id === id)) && page;
    });

  test('list each person who was made, changed or deleted, once', async () => {
    const people = await Promise.all([create(), create(), create()]);
    const [one, two, three] = people.map(({ id }) => id) as [string, string, string];
    const { until: since } = await listed(undefined, [one, two, three]);
    expect((await changesSince(since)).items).toEqual([]);
    await masked.call('blockPerson', { body: { id: one } });
    await masked.call('unblockPerson', { body: { id: one } });
    await masked.call('deletePerson', { body: { id: two } });
    const { db } = pages.server.app;
    await db
      .updateTable('accounts')
      .set({ deletion_due_at: new Date(0) })
      .where('id', '=', three)
      .execute();
    await deleteDue(db, { remove: async () => {} }, 1);
    const next = await listed(since, [one, two, three]);
    expect(next.items.map(({ id, person }) => [id, person?.id ?? null])).toEqual([
      [one, one],
      [two, two],
      [three, null],
    ]);
  });

  test('leave a trace where people are shown, and are refused from before deletions are listed', async () => {
    const quiet = await testApi(pages, ['people:read']);
    const { until: since } = await quiet.call('listPersonChanges', { query: { since: Date.now() } });
    expect((await quiet.call('listPersonChanges', { query: { since } })).items).toEqual([]);
    expect(await entries({ operator_id: quiet.id })).toEqual([]);
    const early = await quiet.ask('listPersonChanges', {
      query: { since: pages.server.now() - 91 * 24 * 3600 * 1000 },
    });
    expect(early.json).toMatchObject({ code: refusals.InvalidRequest.code, data: { field: 'since' } });
  });

  test('wait for a transaction that began to write before, and pass it over never', async () => {
    const { pool } = pages.server.database;
    const client = await pool.connect();
    const { id: late } = await create();
    const { until: since } = await listed(undefined, [late]);
    await client.query('begin');
    await client.query(
      "update accounts set nickname = nickname || 'x', nickname_key = nickname_key || 'x' where id = $1",
      [late],
    );
    const { id: early } = await create();
    const during = await changesSince(since);
    expect(during.items.map(({ id }) => id)).not.toContain(early);
    await client.query('commit');
    client.release();
    await listed(during.until, [late, early]);
  });
});

test('each answer tells the limit, and a request too many is refused with the time to wait', async () => {
  const slow = await testApi(pages, ['people:read'], { per_minute: 2 });
  const limits = ({ headers }: TestAnswer) =>
    ['limit', 'remaining', 'reset'].map(name => headers.get(`ratelimit-${name}`));
  expect(limits(await slow.ask('listPeople'))).toEqual(['2', '1', '60']);
  expect(limits(await slow.ask('blockPerson'))).toEqual(['2', '0', '60']);
  const refused = await slow.ask('listPeople');
  expect(limits(refused)).toEqual(['2', '0', '60']);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('60');
});

test('a token is refused in the request after it was ended, and the refusal is in the audit log', async () => {
  const short = await testApi(pages, ['people:read']);
  await short.call('listPeople');
  await pages.call('endServiceToken', { cookie: await pages.operator('admin'), body: { id: short.id } });
  await expectRefused(short.ask('listPeople'), 'ServiceTokenInvalid');
  await expectRefused(masked.ask('getUsageScope'), 'ScopeRequired');
  const query = { act: 'access.refused' };
  const { items } = await pages.call('listAudit', { cookie: pages.cookies.admin, query });
  expect(items.map(({ after }) => after?.['refusal'])).toEqual(
    expect.arrayContaining(['ServiceTokenInvalid', 'ScopeRequired']),
  );
});
