import { type CallName, calls, signedIn } from '@rollcall/contract';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteExpired, SESSION_MEMORY } from '../accounts/cleanup.ts';
import { newPhone, refusalOf } from '../accounts/testing.ts';
import { type TestConsole, testConsole } from './testing/console.ts';

let context: TestConsole;
beforeAll(async () => {
  context = await testConsole();
});
afterAll(() => context?.stop());

const pid = 'school';
const PASSWORD = 'Correct-1';
const ask = (name: CallName, body?: object, token?: string) =>
  context.server.ask(
    calls[name].method,
    calls[name].path,
    body,
    token ? { authorization: `Bearer ${token}` } : {},
  );
const join = async () => {
  const phone = newPhone();
  await ask('sendSilentLoginCaptcha', { phone_number: phone, pid });
  const [captcha] = context.server.codes(phone);
  const body = { phone_number: phone, captcha, pid, agreement_ids: [1, 2, 3] };
  const { auth } = v.parse(signedIn, (await ask('loginSilently', body)).json?.data);
  return { id: auth.account_id, phone, access: auth.token.access.token };
};
const timeline = async (query: {
  id: string;
  kind?: 'operator' | 'refusal';
  limit?: number;
  cursor?: string;
}) => {
  await context.server.signInStatistics.flush();
  return context.call('getPersonTimeline', { cookie: context.cookies.support, query });
};

describe('the timeline of a person', () => {
  it('has sign-ins, refusals, changes, messages, signatures and acts of operators, newest first', async () => {
    const { id, phone, access } = await join();
    const { now } = context.server;
    const start = now();
    now.move(60_000);
    await ask('initPassword', { password: PASSWORD, confirm_password: PASSWORD }, access);
    now.move(60_000);
    await ask('loginByAccount', { identity: phone, password: 'Wrong-1', pid, agreement_ids: [-1] });
    now.move(60_000);
    const body = { id, reason: 'shares answers' };
    await context.call('blockPerson', { cookie: context.cookies.support, body });
    // Looks are no acts.
    await context.call('getPerson', { cookie: context.cookies.support, query: { id } });
    const { items, next } = await timeline({ id });
    expect(next).toBeNull();
    const agreement = (title: string) => [0, 'agreement', title, null];
    expect(items.map(({ at, kind, what, by }) => [at - start, kind, what, by])).toEqual([
      [180_000, 'session-end', 'school', null],
      [180_000, 'operator', 'people.block', expect.any(String)],
      [120_000, 'refusal', 'WrongCredentials', 'loginByAccount'],
      [60_000, 'message', expect.stringContaining('密码'), null],
      [0, 'sign-in', 'code', null],
      [0, 'created', pid, null],
      agreement('儿童个人信息保护规则'),
      agreement('隐私政策'),
      agreement('用户协议'),
    ]);
    expect(items.find(({ kind }) => kind === 'agreement')?.detail).toBe('1');
    expect(items.find(({ kind }) => kind === 'operator')?.detail).toBe('shares answers');
    const { items: audited } = await context.call('listAudit', {
      cookie: context.cookies.admin,
      query: { subject: id, act: 'people.view' },
    });
    expect(audited).toHaveLength(1);
  });

  it('has the address of a sign-in for 30 days after its session has ended', async () => {
    const { id, access } = await join();
    const { app, now } = context.server;
    await ask('deleteTokens', undefined, access);
    const addresses = async (after: number) => {
      await deleteExpired(app.db, now() + after);
      const { items } = await timeline({ id });
      return items.filter(({ kind }) => kind === 'sign-in').map(({ address }) => address);
    };
    expect(await addresses(SESSION_MEMORY)).toEqual(['127.0.0.1']);
    expect(await addresses(SESSION_MEMORY + 1)).toEqual([]);
  });

  it('comes in pages that leave nothing out and repeat nothing, also of one moment', async () => {
    const { id } = await join();
    for (let n = 0; n < 3; n += 1) {
      const body = { id, reason: `${n}` };
      await context.call('blockPerson', { cookie: context.cookies.support, body });
      await context.call('unblockPerson', { cookie: context.cookies.support, body: { id } });
    }
    const { items: whole } = await timeline({ id });
    const paged = [];
    let cursor: string | undefined;
    do {
      const page = await timeline({ id, limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.items.length).toBeLessThanOrEqual(2);
      paged.push(...page.items);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(whole);
    expect(whole).toHaveLength(12);
    const other = await join();
    const page = await timeline({ id, limit: 2 });
    const foreign = timeline({ id: other.id, cursor: page.next ?? '' });
    expect((await refusalOf(foreign)).detail.data).toEqual({ field: 'cursor' });
  });

  it('shows one kind alone, whose pages are no others', async () => {
    const { id } = await join();
    for (const act of ['blockPerson', 'unblockPerson', 'blockPerson'] as const) {
      context.server.now.move(1000);
      const body = { id, reason: 'shares answers' };
      await context.call(act, { cookie: context.cookies.support, body });
    }
    const all = await timeline({ id });
    expect(new Set(all.items.map(({ kind }) => kind)).size).toBeGreaterThan(1);
    const first = await timeline({ id, kind: 'operator', limit: 2 });
    expect(first.items.map(({ what }) => what)).toEqual(['people.block', 'people.unblock']);
    const cursor = first.next ?? '';
    const rest = await timeline({ id, kind: 'operator', limit: 2, cursor });
    expect(rest.items.map(({ what }) => what)).toEqual(['people.block']);
    expect(rest.next).toBeNull();
    expect(await refusalOf(timeline({ id, limit: 2, cursor }))).toMatchObject({ refusal: 'InvalidRequest' });
  });

  it('is refused to viewers, and of nobody', async () => {
    const { id } = await join();
    const asViewer = context.call('getPersonTimeline', { cookie: context.cookies.viewer, query: { id } });
    expect((await refusalOf(asViewer)).refusal).toBe('RoleRequired');
    const nobody = timeline({ id: '00000000-0000-4000-8000-000000000000' });
    expect((await refusalOf(nobody)).refusal).toBe('NotFound');
  });
});
