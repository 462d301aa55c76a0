/** Over HTTP: the security messages that the account page shows. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { deleteExpired } from '../cleanup.ts';
import { TAKE_BACK_LIFE } from './take-back.ts';
import { PASSWORD, PID, refusalOf } from '../testing.ts';
import { newUsername, showNotice } from '../testing/valid-requests.ts';
import type { NoticeKind } from '../../../messages/notice-kinds.ts';

const DAY = 24 * 3600_000;

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());

/** Writes a message as the delivery leaves it. */
const settled = async (
  accountId: string,
  kind: NoticeKind,
  more: { at?: number; channel?: 'sms' | 'page'; details?: object } = {},
): Promise<string> => {
  const { at = context.server.now(), channel = 'page', details = {} } = more;
  const id = randomUUID();
  await context.server.app.db
    .insertInto('security_notices')
    .values({
      id,
      account_id: accountId,
      kind,
      details: JSON.stringify(details),
      language: 'en',
      created_at: new Date(at),
      channel,
    })
    .execute();
  return id;
};
const list = (token: string, language: 'zh-CN' | 'en' = 'en') =>
  context.call('getNotices', { token, query: { language } });
const dismiss = (token: string, id: string) => context.call('dismissNotice', { token, body: { id } });

test('messages that could not be sent are listed to their person, newest first, in the language of the request', async () => {
  const [mine, other] = [await context.visitor(), await context.visitor()];
  const at = context.server.now();
  const details = { device: 'Windows 10 · Chrome 128', ip: '203.0.113.7' };
  const older = await settled(mine.id, 'qq-bound', { at: at - DAY });
  const newer = await settled(mine.id, 'new-device', { at, details });
  await settled(mine.id, 'password-changed', { channel: 'sms' });
  expect(await list(mine.access)).toEqual([
    {
      id: newer,
      text: 'Your account was used to sign in on a new device (Windows 10 · Chrome 128, IP 203.0.113.7)',
      at,
      take_back_until: null,
    },
    { id: older, text: 'QQ was connected to your account', at: at - DAY, take_back_until: null },
  ]);
  expect(await list(mine.access, 'zh-CN')).toMatchObject([
    { text: '您的账号在新设备上登录（Windows 10 · Chrome 128，IP 203.0.113.7）' },
    { text: '您的账号绑定了 QQ' },
  ]);
  expect(await list(other.access)).toEqual([]);
  expect(await refusalOf(list('wrong'))).toMatchObject({ refusal: 'TokenInvalid' });
});

test('a dismissed message is not listed again, and dismissing one of another account changes nothing', async () => {
  const [mine, other] = [await context.visitor(), await context.visitor()];
  const at = context.server.now();
  const id = await settled(mine.id, 'qq-bound', { at });
  const kept = await settled(mine.id, 'wechat-bound', { at });
  await settled(other.id, 'qq-bound', { at });
  await dismiss(other.access, id);
  expect(await list(mine.access)).toHaveLength(2);
  await dismiss(mine.access, id);
  await dismiss(mine.access, id);
  expect(await list(mine.access)).toMatchObject([{ id: kept }]);
  expect(await list(other.access)).toHaveLength(1);
});

test('a change that reached neither number nor address is shown once, and dismissed as one', async () => {
  const { id, access } = await context.visitor();
  const at = context.server.now();
  await settled(id, 'password-changed', { at });
  await settled(id, 'password-changed', { at });
  const listed = await list(access);
  expect(listed).toHaveLength(1);
  await dismiss(access, listed[0]?.id ?? '');
  expect(await list(access)).toEqual([]);
});

test('it is shown and kept for 30 days', async () => {
  const { id, access } = await context.visitor();
  const { now, app } = context.server;
  await settled(id, 'qq-bound', { at: now() - 30 * DAY + 60_000 });
  await settled(id, 'wechat-bound', { at: now() - 30 * DAY - 1 });
  expect(await list(access)).toMatchObject([{ text: 'QQ was connected to your account' }]);
  await deleteExpired(app.db, now());
  const rows = await app.db
    .selectFrom('security_notices')
    .select('kind')
    .where('account_id', '=', id)
    .execute();
  expect(rows).toEqual([{ kind: 'qq-bound' }]);
});

const usernames = (accountId: string) =>
  context.server.app.db
    .selectFrom('identifiers')
    .select('value')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'username')
    .execute();
/** A member with two sessions, one of which set a username; the message of that is shown on the page only. */
const changed = async () => {
  const person = await context.member();
  const body = { identity: person.phone, password: PASSWORD, pid: PID };
  const { auth } = await context.call('loginByAccount', { body });
  // The registration is a change, too.
  context.server.now.move(1);
  await context.call('setUsername', { token: person.access, body: { username: newUsername() } });
  return { ...person, other: auth.token.access.token, notice: await showNotice(context, person.id) };
};
const takeBack = (token: string, id: string) => context.call('takeBackChange', { token, body: { id } });

test('a session that dismisses a message hides it from itself alone', async () => {
  const { access, other, notice } = await changed();
  await dismiss(other, notice);
  expect(await list(other)).toEqual([]);
  expect(await list(access)).toMatchObject([{ id: notice }]);
});

test('a password that has replaced another one stays when an earlier change is taken back', async () => {
  const { id, access, notice, phone } = await changed();
  context.server.now.move(1);
  const password = 'Tree-house9';
  const body = { old_password: PASSWORD, password, confirm_password: password };
  await context.call('changePassword', { token: access, body });
  const signIn = (given: string) =>
    context.call('loginByAccount', { body: { identity: phone, password: given, pid: PID } });
  const { auth } = await signIn(password);
  await takeBack(auth.token.access.token, notice);
  expect(await usernames(id)).toEqual([]);
  await signIn(password);
  expect(await refusalOf(signIn(PASSWORD))).toMatchObject({ refusal: 'WrongCredentials' });
});

test('a change whose message was not delivered is taken back on the page, once, which ends every session', async () => {
  const { id, access, refresh, other, notice, phone } = await changed();
  const until = context.server.now() + TAKE_BACK_LIFE;
  expect(await list(other)).toMatchObject([{ id: notice, take_back_until: until }]);
  expect(await usernames(id)).toHaveLength(1);
  const stranger = await context.member();
  expect(await refusalOf(takeBack(stranger.access, notice))).toMatchObject({ refusal: 'NotFound' });
  const both = await Promise.allSettled([takeBack(other, notice), takeBack(other, notice)]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: { complete: true } }]);
  for (const token of [access, other])
    expect(await refusalOf(list(token))).toMatchObject({ refusal: 'TokenInvalid' });
  // no link of a message was opened
  expect(await refusalOf(context.call('refreshTokens', { body: { refresh_token: refresh } }))).toMatchObject({
    detail: { data: { reason: 'changed' } },
  });
  const body = { identity: phone, password: PASSWORD, pid: PID };
  await context.call('loginByAccount', { body });
  expect(await usernames(id)).toEqual([]);
});

test('a change is taken back with a fresh proof only, for 72 hours', async () => {
  const { phone, access, notice } = await changed();
  context.server.now.move(300_000);
  expect(await refusalOf(takeBack(access, notice))).toMatchObject({ refusal: 'ProofRequired' });
  context.server.now.move(TAKE_BACK_LIFE - 300_000);
  const body = { identity: phone, password: PASSWORD, pid: PID };
  const token = (await context.call('loginByAccount', { body })).auth.token.access.token;
  const shown = (await list(token)).find(({ id }) => id === notice);
  expect(shown?.take_back_until).toBeNull();
  expect(await refusalOf(takeBack(token, notice))).toMatchObject({ refusal: 'NotFound' });
});
