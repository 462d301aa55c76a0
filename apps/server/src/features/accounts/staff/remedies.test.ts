import { randomUUID } from 'node:crypto';
import type { CallName } from '@rollcall/contract';
import { calls, signedIn } from '@rollcall/contract';
import type { ConsoleCallName } from '@rollcall/contract/console';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCK } from '../../../identity/sign-in-failures.ts';
import { type ConsoleArguments, type TestConsole, testConsole } from '../../console/testing/console.ts';
import { newPhone, outcomes, refusalOf } from '../testing.ts';
import { recordNotices } from '../testing/written-notices.ts';
import { newEmail } from '../testing/valid-requests.ts';

let context: TestConsole;
let noticesOf: Awaited<ReturnType<typeof recordNotices>>;
beforeAll(async () => {
  context = await testConsole({ ROLLCALL_CODE_DAILY_LIMIT: '2', ROLLCALL_PIDS: 'school, other' });
  noticesOf = await recordNotices(context.server.app.db);
});
afterAll(() => context?.stop());

const pid = 'school';
const PASSWORD = 'Correct-1';
const DAY = 24 * 3600 * 1000;
const ask = (name: CallName, body?: object, token?: string) =>
  context.server.ask(
    calls[name].method,
    calls[name].path,
    body,
    token ? { authorization: `Bearer ${token}` } : {},
  );
const join = async (year?: number) => {
  const phone = newPhone();
  await ask('sendSilentLoginCaptcha', { phone_number: phone, pid });
  const [captcha] = context.server.codes(phone);
  const body = { phone_number: phone, captcha, pid, agreement_ids: [1, 2, 3] };
  const { auth } = v.parse(signedIn, (await ask('loginSilently', body)).json?.data);
  const access = auth.token.access.token;
  if (year !== undefined) await ask('setAge', { birth_year: year }, access);
  return { id: auth.account_id, phone, access };
};
/** As an operator who has just proved who they are. */
const as = <N extends ConsoleCallName>(
  role: 'viewer' | 'support' | 'admin',
  name: N,
  args: Omit<ConsoleArguments<N>, 'cookie'>,
) => context.call(name, { ...args, cookie: context.cookies[role] });
const prove = () =>
  Promise.all(
    (['support', 'admin'] as const).map(role =>
      as(role, 'proveOperator', { body: { proof: { method: 'password', password: 'a long passphrase' } } }),
    ),
  );
const kindsOf = async (id: string) => (await noticesOf(id)).map(({ kind }) => kind);
const lastAct = async (id: string) => {
  const { items } = await as('admin', 'listAudit', { query: { subject: id } });
  return items.find(({ act }) => act !== 'people.view' && act !== 'people.diagnose');
};
const signIn = (identity: string, password = PASSWORD) =>
  ask('loginByAccount', { identity, password, pid, agreement_ids: [-1] });

describe('a wait', () => {
  it('after wrong passwords and codes ends, with a message and an entry of the audit log', async () => {
    await prove();
    const { id, phone, access } = await join();
    await ask('initPassword', { password: PASSWORD, confirm_password: PASSWORD }, access);
    context.server.now.move(120_000);
    const { db } = context.server.app;
    await db
      .insertInto('sign_in_failures')
      .values({
        identity: Buffer.from(id.replaceAll('-', ''), 'hex'),
        browser: '',
        failures: 1,
        consecutive: LOCK,
        last_failed_at: new Date(context.server.now()),
      })
      .execute();
    await ask('sendLoginCaptcha', { phone_number: phone, pid });
    const kinds = async () => {
      const { hindrances } = await as('support', 'getSignInDiagnosis', { query: { id } });
      return hindrances.map(({ kind }) => kind);
    };
    expect(await kinds()).toEqual(['password-locked', 'code-limit', 'code-wait']);
    expect((await signIn(phone)).status).toBe(429);
    const body = { id, reason: `${phone} called` };
    expect(await as('support', 'clearPersonWaits', { body })).toEqual({
      cleared: ['passwords', 'code-wait', 'code-limit'],
    });
    expect(await kinds()).toEqual([]);
    expect((await signIn(phone)).status).toBe(200);
    expect((await ask('sendLoginCaptcha', { phone_number: phone, pid })).status).toBe(200);
    expect(await kindsOf(id)).toContain('waits-cleared');
    const entry = await lastAct(id);
    expect(entry).toMatchObject({ act: 'people.clear-waits', after: { cleared: expect.any(Array) } });
    expect(JSON.stringify(entry)).not.toContain(phone);
  });

  it('that is none is not told of, and an old proof is not enough', async () => {
    await prove();
    const { id } = await join();
    context.server.now.move(120_000);
    const body = { id, reason: 'called' };
    expect(await as('support', 'clearPersonWaits', { body })).toEqual({ cleared: [] });
    expect(await kindsOf(id)).not.toContain('waits-cleared');
    context.server.now.move(5 * 60_000);
    expect((await refusalOf(as('support', 'clearPersonWaits', { body }))).refusal).toBe('ProofRequired');
  });
});

const sendLink = async (id: string) => {
  await as('support', 'sendPersonResetLink', { body: { id, to: 'phone' } });
  const sent = (await noticesOf(id)).filter(({ kind }) => kind === 'reset-link');
  const links = sent.map(({ take_back: link }) => link ?? '');
  expect(links.every(link => /^\/reset#[\w-]{16}$/.test(link))).toBe(true);
  return links.map(link => link.split('#')[1] ?? '');
};
const reset = (ticket: string | undefined, password = PASSWORD) =>
  ask('resetPassword', { ticket, password, confirm_password: password });

describe('a reset link', () => {
  it('goes to the own number, sets a password once, and is void after the next password', async () => {
    const { id, phone } = await join();
    const tokens = await sendLink(id);
    context.server.now.move(1000);
    expect((await reset(tokens[0])).status).toBe(200);
    expect((await reset(tokens[0])).json?.code).toBe('AC3_19');
    expect((await signIn(phone)).status).toBe(200);
    const [first, second] = [...(await sendLink(id)), ...(await sendLink(id))].filter(
      token => token !== tokens[0],
    );
    context.server.now.move(1000);
    expect((await reset(first, 'Another-2')).status).toBe(200);
    expect((await reset(second, 'Another-3')).json?.code).toBe('AC3_19');
    expect((await signIn(phone, 'Another-2')).status).toBe(200);
    expect(await lastAct(id)).toMatchObject({ act: 'people.send-reset-link', after: { to: 'phone' } });
  });
});

describe('a reset link without a sender', () => {
  it('is refused by name for that channel alone, and writes nothing', async () => {
    const school = await testConsole({
      ROLLCALL_SENDERS: 'smtp',
      ROLLCALL_SMTP_URL: 'smtp://127.0.0.1:1',
      ROLLCALL_SMTP_FROM: 'school@example.com',
    });
    try {
      const { db } = school.server.app;
      const cookie = school.cookies.support;
      const create = (body: { phone_number?: string; email?: string }) =>
        school.call('createPerson', { cookie, body: { pid: 'school', ...body } });
      const send = (id: string, to: 'phone' | 'email') =>
        school.call('sendPersonResetLink', { cookie, body: { id, to } });
      const links = () =>
        db.selectFrom('security_notices').select('kind').where('kind', '=', 'reset-link').execute();
      const { id } = await create({ phone_number: newPhone() });
      expect((await refusalOf(send(id, 'phone'))).refusal).toBe('NoSender');
      expect(await links()).toEqual([]);
      const { id: mailed } = await create({ email: newEmail() });
      await send(mailed, 'email');
      expect(await links()).toHaveLength(1);
    } finally {
      await school.stop();
    }
  });
});

describe('WeChat and QQ', () => {
  it('are unbound by an admin, told with a link that takes it back, and never the last way in', async () => {
    await prove();
    const { id, phone } = await join();
    const { db } = context.server.app;
    const identity = {
      account_id: id,
      appid: 'wx1',
      unionid: null,
      created_at: new Date(context.server.now()),
    };
    await db
      .insertInto('identities')
      .values({ ...identity, provider: 'wechat', subject: randomUUID() })
      .execute();
    const unbind = (provider: 'wechat' | 'qq') =>
      as('admin', 'unbindPersonIdentity', { body: { id, provider, reason: 'it is a friend’s' } });
    expect((await refusalOf(unbind('qq'))).refusal).toBe('IllegalOperation');
    await db.deleteFrom('identifiers').where('account_id', '=', id).execute();
    expect((await refusalOf(unbind('wechat'))).refusal).toBe('IllegalOperation');
    expect(await kindsOf(id)).not.toContain('wechat-unbound');
    const created_at = new Date(context.server.now() - 5 * DAY);
    await db
      .insertInto('identifiers')
      .values({ kind: 'phone', value: phone, account_id: id, created_at })
      .execute();
    await unbind('wechat');
    const told = (await noticesOf(id)).find(({ kind }) => kind === 'wechat-unbound');
    expect(told?.to).toBe(phone);
    expect(told?.take_back).toMatch(/^\/take-back\//);
    expect((await as('support', 'getPerson', { query: { id } })).bindings).toEqual([]);
    expect((await context.server.ask('POST', told?.take_back ?? '')).status).toBe(200);
    expect((await as('support', 'getPerson', { query: { id } })).bindings).toHaveLength(1);
  });
});

describe('a deletion', () => {
  it('is cancelled with a message; a guardian’s is not', async () => {
    const { id, access } = await join();
    await ask('requestDeletion', {}, access);
    const cancel = () => as('support', 'cancelPersonDeletion', { body: { id, reason: 'called' } });
    expect((await outcomes([cancel(), cancel()])).toSorted()).toEqual(['Conflict', 'ok']);
    expect((await as('support', 'getPerson', { query: { id } })).deletion_due_at).toBeNull();
    expect(await kindsOf(id)).toContain('deletion-cancelled');
    const { db, now } = context.server.app;
    const due = new Date(now() + DAY);
    await db.updateTable('accounts').set({ deletion_due_at: due }).where('id', '=', id).execute();
    await db
      .insertInto('guardianships')
      .values({
        account_id: id,
        phone: newPhone(),
        created_at: due,
        due_at: null,
        erase_at: due,
        language: 'en',
      })
      .execute();
    expect((await refusalOf(cancel())).refusal).toBe('IllegalOperation');
  });
});

describe('a name', () => {
  it('is corrected; a nickname that somebody has is refused', async () => {
    const [one, other] = [await join(), await join()];
    const correct = (body: object) =>
      as('support', 'correctPersonName', { body: { id: one.id, reason: 'misspelt', ...body } });
    await correct({ fullname: '李小明' });
    const person = await as('support', 'getPerson', { query: { id: one.id } });
    expect(person.fullname).toBe('李小明');
    expect(await kindsOf(one.id)).toContain('name-corrected');
    expect(JSON.stringify(await lastAct(one.id))).not.toContain('李小明');
    const { nickname } = await as('support', 'getPerson', { query: { id: other.id } });
    expect((await refusalOf(correct({ nickname }))).refusal).toBe('NicknameExists');
    expect((await refusalOf(correct({ fullname: '李小明' }))).refusal).toBe('Conflict');
    expect((await refusalOf(correct({ fullname: '李' }))).refusal).toBe('InvalidFullname');
    await correct({ fullname: '' });
    expect((await as('support', 'getPerson', { query: { id: one.id } })).fullname).toBeNull();
  });
});

describe('a new person', () => {
  /** The operator's language is not the person's. */
  const headers = { 'accept-language': 'en' };
  const create = (body: object) => as('support', 'createPerson', { body: { pid, ...body }, headers });

  it('gets an account, is told, and signs in by a code', async () => {
    await prove();
    const phone = newPhone();
    const { id } = await create({ phone_number: phone, fullname: '王小红' });
    const told = { kind: 'account-created', to: phone, language: 'zh-CN' };
    expect(await noticesOf(id)).toMatchObject([told]);
    expect((await as('support', 'getPerson', { query: { id } })).nickname).toMatch(/^学员/);
    await ask('sendLoginCaptcha', { phone_number: phone, pid });
    const [captcha] = context.server.codes(phone);
    const answer = await ask('loginByPhone', { phone_number: phone, captcha, pid, agreement_ids: [-1] });
    expect(v.parse(signedIn, answer.json?.data).auth.account_id).toBe(id);
    expect(await lastAct(id)).toMatchObject({ act: 'people.create', after: { pid, by: 'phone' } });
    expect((await outcomes([create({ phone_number: phone })])).at(0)).toBe('PhoneRegistered');
  });

  it('is created once, and not of a future year, an unknown site, or without a number and an address', async () => {
    await prove();
    const email = newEmail();
    const twice = await outcomes([create({ email }), create({ email })]);
    expect(twice.toSorted()).toEqual(['EmailRegistered', 'ok']);
    expect((await refusalOf(create({}))).detail.data).toEqual({ field: 'phone_number' });
    const both = create({ phone_number: newPhone(), email: newEmail() });
    expect((await refusalOf(both)).detail.data).toEqual({ field: 'email' });
    expect((await refusalOf(create({ email: newEmail(), birth_year: 2199 }))).refusal).toBe('FutureDate');
    expect((await refusalOf(create({ email: newEmail(), pid: 'nowhere' }))).refusal).toBe('IllegalPid');
  });

  it('who is under 14 waits for a guardian', async () => {
    await prove();
    const year = new Date(context.server.now()).getUTCFullYear() - 9;
    const { id } = await create({ phone_number: newPhone(), birth_year: year });
    // the time is in the message: nobody else tells it before the first sign-in
    expect(await noticesOf(id)).toMatchObject([{ kind: 'child-account-created' }]);
    expect((await refusalOf(as('support', 'getPerson', { query: { id } }))).refusal).toBe('ReasonRequired');
    await as('support', 'openChild', { body: { id, reason: 'enrolled just now' } });
    expect(await as('support', 'getPerson', { query: { id } })).toMatchObject({
      age: { birth_year: year, from: 'staff' },
      guardian: { state: 'none' },
    });
  });
});

/** A pupil of nine who named a guardian. */
const pupil = async () => {
  const person = await join(new Date(context.server.now()).getUTCFullYear() - 9);
  const guardian = newPhone();
  await context.server.app.db
    .updateTable('guardianships')
    .set({ phone: guardian, language: 'en' })
    .where('account_id', '=', person.id)
    .execute();
  await prove();
  return { ...person, guardian };
};
const decided = (
  { id, guardian }: { id: string; guardian: string },
  decision: 'consent' | 'withdraw' | 'refuse',
) =>
  context.server.app.db
    .insertInto('guardian_decisions')
    .values({
      account_id: id,
      phone: guardian,
      decision,
      agreements: '[]',
      decided_at: new Date(context.server.now()),
      address: '203.0.113.7',
      own_device: false,
    })
    .execute();

describe('somebody under 14', () => {
  it('whose wait for a guardian is over stays deleted', async () => {
    const { id } = await pupil();
    await as('support', 'openChild', { body: { id, reason: 'called' } });
    const { db, now } = context.server.app;
    const past = new Date(now() - 1000);
    await db.updateTable('accounts').set({ deletion_due_at: past }).where('id', '=', id).execute();
    await db.updateTable('guardianships').set({ due_at: past }).where('account_id', '=', id).execute();
    const cancel = () => as('support', 'cancelPersonDeletion', { body: { id, reason: 'called' } });
    expect((await refusalOf(cancel())).refusal).toBe('IllegalOperation');
    const later = new Date(now() + DAY);
    await db.updateTable('guardianships').set({ due_at: later }).where('account_id', '=', id).execute();
    expect(await cancel()).toEqual({});
  });

  it.each([
    ['a guardian who never consented is not told', [], 'person'],
    ['a guardian who withdrew is still told', ['consent', 'withdraw'], 'guardian'],
    ['who said "not my child" later is not told', ['consent', 'withdraw', 'refuse'], 'person'],
  ] as const)('%s', async (_, decisions, told) => {
    const child = await pupil();
    for (const decision of decisions) await decided(child, decision);
    const { id, guardian } = child;
    await as('support', 'openChild', { body: { id, reason: 'the guardian called' } });
    const before = (await noticesOf(id)).length;
    await as('support', 'correctPersonName', { body: { id, fullname: '李小明', reason: 'called' } });
    await as('support', 'sendPersonResetLink', { body: { id, to: 'phone' } });
    const sent = (await noticesOf(id)).slice(before);
    expect(sent.some(({ to }) => to === guardian)).toBe(told === 'guardian');
    expect(sent.find(({ kind }) => kind === 'name-corrected')?.to).toBe(
      told === 'guardian' ? guardian : null,
    );
  });

  it('is helped after a reason alone, and the guardian who consented is told instead', async () => {
    const child = await pupil();
    const { id, phone, guardian } = child;
    await decided(child, 'consent');
    const reason = 'called';
    const remedies = [
      () => as('support', 'correctPersonName', { body: { id, fullname: '李小明', reason } }),
      () => as('support', 'sendPersonResetLink', { body: { id, to: 'phone' } }),
      () => as('support', 'clearPersonWaits', { body: { id, reason } }),
      () => as('support', 'cancelPersonDeletion', { body: { id, reason } }),
      () => as('admin', 'unbindPersonIdentity', { body: { id, provider: 'qq', reason } }),
      () => as('admin', 'proposeNumberChange', { body: { id, phone_number: newPhone(), reason } }),
      () => as('support', 'getPersonTimeline', { query: { id } }),
    ];
    for (const remedy of remedies) expect((await refusalOf(remedy())).refusal).toBe('ReasonRequired');
    await as('support', 'openChild', { body: { id, reason: 'the guardian called' } });
    const before = (await noticesOf(id)).length;
    await remedies[0]?.();
    await remedies[1]?.();
    expect((await noticesOf(id)).slice(before)).toMatchObject([
      { kind: 'name-corrected', to: guardian, language: 'en' },
      { kind: 'reset-link', to: phone },
      { kind: 'reset-link-sent', to: guardian, language: 'en' },
    ]);
  });
});

describe('a reset link that was not used', () => {
  it('is over after a day, and is none of a blocked account or one without an address', async () => {
    const { id } = await join();
    const [token] = await sendLink(id);
    const body = { id, to: 'email' } as const;
    expect((await refusalOf(as('support', 'sendPersonResetLink', { body }))).refusal).toBe(
      'IllegalOperation',
    );
    await as('support', 'blockPerson', { body: { id, reason: 'shares answers' } });
    const again = as('support', 'sendPersonResetLink', { body: { id, to: 'phone' } });
    expect((await refusalOf(again)).refusal).toBe('IllegalOperation');
    await as('support', 'unblockPerson', { body: { id } });
    // Ends the operators' sessions, too.
    context.server.now.move(DAY);
    expect((await reset(token)).json?.code).toBe('AC3_19');
  });
});
