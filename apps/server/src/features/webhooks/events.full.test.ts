/** Which act makes which event: over the whole server, told to software that listens. */
import { type WebhookEventName, webhookEvents } from '@rollcall/contract/console';
import { webhookMessage } from '@rollcall/contract/api';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../platform/database/transaction.ts';
import { deleteDue } from '../accounts/data/deletion.ts';
import { newPhone, PASSWORD, PID } from '../accounts/testing.ts';
import { httpAccounts, type HttpAccounts } from '../accounts/testing/http.ts';
import { minorsSteps } from '../accounts/testing/minors.ts';
import { type TestConsole, testConsole } from '../console/testing/console.ts';
import { type Received, type Receiver, startReceiver } from './testing/receiver.ts';

let receiver: Receiver;
let accounts: HttpAccounts;
let pages: TestConsole;
beforeAll(async () => {
  receiver = await startReceiver();
  accounts = await httpAccounts({ ROLLCALL_WEBHOOK_ORIGINS: receiver.origin });
  pages = await testConsole({}, accounts.server);
  for (const personal of [false, true]) {
    const body = {
      name: personal ? 'Library' : 'Moodle',
      url: `${receiver.url}${personal ? '?personal' : ''}`,
      events: [...webhookEvents],
      personal,
    };
    await pages.call('createWebhook', { cookie: admin(), body });
  }
});
afterAll(async () => {
  await accounts?.close();
  await receiver?.close();
});

const admin = () => pages.cookies.admin;
const isPersonal = ({ data }: Received) => 'person' in data;
const next = (account: string, type: WebhookEventName, more: (message: Received) => boolean = () => true) =>
  receiver.next(m => m.data.account_id === account && m.type === type && !isPersonal(m) && more(m));
const changed = (account: string, ...names: string[]) =>
  next(account, 'account.updated', ({ data }) => data.changed?.join() === names.join());
/** What is written of an account for the first endpoint, in order. */
const toldOf = async (account: string) => {
  const { rows } = await sql<{ type: string; data: { changed?: string[] } }>`
    select d.type, d.data from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
    where d.account_id = ${account} and not e.personal order by d.place`.execute(accounts.server.app.db);
  return rows.map(({ type, data }) => data.changed?.join() ?? type);
};
const proved = async () => {
  const person = await accounts.member();
  const { auth } = await accounts.signIn(person.phone);
  return { ...person, access: auth.token.access.token };
};
const device = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

test('a sign-up is one event, as are several changes of one transaction', async () => {
  const { id, access } = await accounts.visitor();
  expect(await toldOf(id)).toEqual(['account.created']);
  await accounts.call('updateProfile', {
    token: access,
    body: { nickname: `王${id.slice(0, 6)}`, grade: 7 },
  });
  await changed(id, 'grade', 'nickname');
  await transaction(accounts.server.app.db, async trx => {
    await sql`update accounts set fullname = '王小明' where id = ${id}`.execute(trx);
    await sql`insert into identifiers (kind, value, account_id, created_at) values ('username', ${`u${id.slice(0, 8)}`}, ${id}, now())`.execute(
      trx,
    );
  });
  await changed(id, 'fullname', 'username');
});

test('a change of what one signs in with, and a password', async () => {
  const { id, access } = await accounts.visitor();
  await accounts.call('initPassword', {
    token: access,
    body: { password: PASSWORD, confirm_password: PASSWORD },
  });
  await changed(id, 'password');
  await sql`update identifiers set value = ${newPhone()} where account_id = ${id} and kind = 'phone'`.execute(
    accounts.server.app.db,
  );
  await changed(id, 'phone_number');
  expect(await toldOf(id)).toEqual(['account.created', 'password', 'phone_number']);
});

test('a value of a custom field', async () => {
  const { db } = accounts.server.app;
  const { id } = await accounts.visitor();
  const name = JSON.stringify({ 'zh-CN': '班级', en: 'Class' });
  await sql`insert into custom_fields (key, position, name, rule, required, seen_by, changed_by, claim)
    values ('class', 1, ${name}, '{"type":"text"}', false, '{}', '{}', false)`.execute(db);
  await sql`insert into account_fields (key, account_id, value) values ('class', ${id}, '"3"')`.execute(db);
  await changed(id, 'fields');
  await sql`delete from custom_fields`.execute(db);
  expect(await toldOf(id)).toEqual(['account.created', 'fields', 'fields']);
});

test('an operator creates, blocks and unblocks', async () => {
  const body = { pid: PID, phone_number: newPhone(), fullname: '李雷' };
  const { id } = await pages.call('createPerson', { cookie: admin(), body });
  await next(id, 'account.created');
  await pages.call('blockPerson', { cookie: admin(), body: { id, reason: 'lost' } });
  await next(id, 'account.blocked');
  await pages.call('unblockPerson', { cookie: admin(), body: { id } });
  await next(id, 'account.unblocked');
  expect(await toldOf(id)).toEqual(['account.created', 'account.blocked', 'account.unblocked']);
});

test('a deletion is told when it is asked for, cancelled, and done, without the person', async () => {
  const { id, access } = await proved();
  const { deletion_due_at: due } = await accounts.call('requestDeletion', {
    token: access,
    body: { password: PASSWORD },
  });
  const requested = await next(id, 'account.deletion_requested');
  expect(requested.data).toEqual({ account_id: id, deletion_due_at: due });
  await accounts.call('cancelDeletion', { token: access });
  await changed(id, 'deletion_due_at');
  await sql`update accounts set deletion_due_at = ${new Date(accounts.server.now())} where id = ${id}`.execute(
    accounts.server.app.db,
  );
  await deleteDue(accounts.server.app.db, { remove: async () => {} }, accounts.server.now());
  const deleted = await next(id, 'account.deleted');
  expect(deleted.data).toEqual({ account_id: id });
  const personal = await receiver.next(
    m => m.data.account_id === id && m.type === 'account.deleted' && isPersonal(m),
  );
  expect(personal.data['person']).toBeNull();
  // It is the last: what goes with the account is not told of.
  expect((await toldOf(id)).at(-1)).toBe('account.deleted');
});

test('a session on a new device, and its end', async () => {
  const { id, phone, access } = await accounts.member();
  accounts.server.now.move(2 * 60_000);
  const body = { identity: phone, password: PASSWORD, pid: PID };
  const { auth } = await accounts.call('loginByAccount', { body, headers: device });
  const created = await next(id, 'session.created');
  // Known by now.
  await accounts.call('loginByAccount', { body, headers: device });
  await accounts.call('deleteTokens', { token: auth.token.access.token });
  const ended = await next(id, 'session.ended');
  expect(ended.data).toEqual({ ...created.data, reason: 'signed-out' });
  await accounts.call('endOtherDevices', { token: access });
  await next(id, 'session.ended', ({ data }) => data['reason'] === 'device');
  expect((await toldOf(id)).filter(type => type === 'session.created')).toHaveLength(1);
});

test('a signed agreement', async () => {
  const { id, access } = await accounts.visitor();
  const [document] = await accounts.call('getAgreements', { query: {} });
  if (!document) throw new Error('There is no agreement.');
  const body = { agreement_ids: [document.id], pid: PID };
  await accounts.call('signAgreements', { token: access, body });
  await accounts.call('signAgreements', { token: access, body });
  const { data } = await next(id, 'agreement.signed');
  expect(data).toEqual({
    account_id: id,
    agreement_id: document.id,
    code: document.code,
    version: document.version,
  });
  expect((await toldOf(id)).filter(type => type === 'agreement.signed')).toHaveLength(1);
});

test('a guardian consents and withdraws; the pupil is masked as in the API', async () => {
  const { id, ticket, phone } = await minorsSteps(accounts).consented();
  await next(id, 'guardian.consented');
  const body = { ticket, account_id: id, decision: 'withdraw' } as const;
  await accounts.call('decideForChild', { body });
  await next(id, 'guardian.withdrawn');
  const personal = await receiver.next(
    m => m.data.account_id === id && m.type === 'guardian.withdrawn' && isPersonal(m),
  );
  expect(personal.data['person']).toMatchObject({ id, child: true, fullname: null });
  expect(personal.body).not.toContain(phone);
});

test('an act that is rolled back tells nobody', async () => {
  const { id } = await accounts.visitor();
  const undone = new Error('undone');
  await expect(
    transaction(accounts.server.app.db, async trx => {
      await sql`update accounts set blocked_at = now() where id = ${id}`.execute(trx);
      throw undone;
    }),
  ).rejects.toBe(undone);
  expect(await toldOf(id)).toEqual(['account.created']);
});

test('sample people are not told of', async () => {
  const { id } = await accounts.visitor();
  await sql`update accounts set sample = true where id = ${id}`.execute(accounts.server.app.db);
  await sql`update accounts set blocked_at = now() where id = ${id}`.execute(accounts.server.app.db);
  const { rows } =
    await sql`select from webhook_deliveries where account_id = ${id} and type = 'account.blocked'`.execute(
      accounts.server.app.db,
    );
  expect(rows).toEqual([]);
});

test('every event was told, in the form of the contract', () => {
  const told = new Set(receiver.messages.map(({ type }) => type));
  expect([...told].sort()).toEqual([...webhookEvents].sort());
  for (const { body } of receiver.messages)
    expect(v.safeParse(webhookMessage, JSON.parse(body)).issues).toBeUndefined();
});
