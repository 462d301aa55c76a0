import { LOCK } from '../../identity/sign-in-failures.ts';
import { type CallName, calls, signedIn } from '@rollcall/contract';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPhone, outcomes, refusalOf } from '../accounts/testing.ts';
import type { TestAnswer } from '../../app/testing.ts';
import { type TestConsole, testConsole } from './testing/console.ts';

let context: TestConsole;
beforeAll(async () => {
  context = await testConsole({ ROLLCALL_CODE_DAILY_LIMIT: '3', ROLLCALL_PIDS: 'school,club' });
});
afterAll(() => context?.stop());

const pid = 'school';
const PASSWORD = 'Correct-1';
const pupil = (name: CallName, body?: object, token?: string): Promise<TestAnswer> =>
  context.server.ask(
    calls[name].method,
    calls[name].path,
    body,
    token ? { authorization: `Bearer ${token}` } : {},
  );

interface Pupil {
  id: string;
  phone: string;
  access: string;
}
/** An account with a number, and by default with a password. */
const join = async (options: { password?: boolean } = {}): Promise<Pupil> => {
  const phone = newPhone();
  await pupil('sendSilentLoginCaptcha', { phone_number: phone, pid });
  const [captcha] = context.server.codes(phone);
  const { json } = await pupil('loginSilently', {
    phone_number: phone,
    captcha,
    pid,
    agreement_ids: [1, 2, 3],
  });
  const { auth } = v.parse(signedIn, json?.data);
  const access = auth.token.access.token;
  if (options.password !== false) {
    await pupil('initPassword', { password: PASSWORD, confirm_password: PASSWORD }, access);
  }
  return { id: auth.account_id, phone, access };
};
const person = (id: string, role: 'viewer' | 'support' = 'support') =>
  context.call('getPerson', { cookie: context.cookies[role], query: { id } });
const block = (id: string, reason = 'shares answers') =>
  context.call('blockPerson', { cookie: context.cookies.support, body: { id, reason } });
const unblock = (id: string) =>
  context.call('unblockPerson', { cookie: context.cookies.support, body: { id } });
const profile = async (access: string) => (await pupil('getProfile', undefined, access)).status;
/** Lets the refusals of a moment ago be written. */
const failure = async (query: { id?: string; identity?: string }) => {
  await context.server.signInStatistics.flush();
  return context.call('getSignInDiagnosis', { cookie: context.cookies.support, query });
};
const kinds = ({ hindrances }: Awaited<ReturnType<typeof failure>>) => hindrances.map(({ kind }) => kind);

describe('a person in the console', () => {
  it('is shown with identifiers, sessions and signatures', async () => {
    const { id, phone } = await join();
    expect(await person(id)).toMatchObject({
      id,
      pid,
      phone_number: phone,
      email: null,
      username: null,
      has_password: true,
      bindings: [],
      blocked: null,
      deletion_due_at: null,
      sessions: [{ address: '127.0.0.1', created_at: context.server.now(), kind: 'other' }],
      signatures: ['user-agreement', 'privacy-policy', 'children-privacy'].map(code => ({
        code,
        version: 1,
        address: '127.0.0.1',
      })),
    });
    const { items } = await context.call('listPeople', {
      cookie: context.cookies.support,
      query: { q: phone },
    });
    expect(items).toMatchObject([{ id, phone_number: phone, blocked_at: null }]);
  });

  it('is shown masked to viewers', async () => {
    const { id, phone } = await join();
    const shown = await person(id, 'viewer');
    const masked = `${phone.slice(0, 3)}****${phone.slice(7)}`;
    expect(shown).toMatchObject({ phone_number: masked, sessions: [{ address: '127.0.0.*' }] });
    expect(JSON.stringify(shown)).not.toContain(phone);
    const { items } = await context.call('listPeople', {
      cookie: context.cookies.viewer,
      query: { q: id },
    });
    expect(items).toMatchObject([{ id, phone_number: masked }]);
    const byNumber = await context.call('listPeople', {
      cookie: context.cookies.viewer,
      query: { q: phone },
    });
    expect(byNumber.items).toEqual([]);
  });

  it('that is unknown is refused with NotFound', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    for (const ask of [person, block, unblock]) {
      expect((await refusalOf(ask(id))).refusal).toBe('NotFound');
    }
  });
});

describe('blocking an account', () => {
  it('ends the sessions, refuses sign-ins with the reason, and can be undone', async () => {
    const { id, access, phone } = await join();
    await block(id);
    expect(await profile(access)).toBe(401);
    const body = { identity: phone, password: PASSWORD, pid, agreement_ids: [-1] };
    expect((await pupil('loginByAccount', body)).json?.code).toBe('AC3_20');
    expect((await person(id)).blocked).toMatchObject({ reason: 'shares answers', at: context.server.now() });
    expect((await person(id)).sessions).toEqual([]);
    await unblock(id);
    expect((await person(id)).blocked).toBeNull();
    expect((await pupil('loginByAccount', body)).status).toBe(200);
  });

  it('by many operators at once is done once, with one entry in the audit log', async () => {
    const { id } = await join();
    const results = await outcomes(Array.from({ length: 5 }, () => block(id)));
    expect(results.toSorted()).toEqual(['Conflict', 'Conflict', 'Conflict', 'Conflict', 'ok']);
    const { items } = await context.call('listAudit', {
      cookie: context.cookies.admin,
      query: { subject: id },
    });
    expect(items).toMatchObject([
      {
        act: 'people.block',
        before: { blocked: false },
        after: { blocked: true, reason: 'shares answers', sessions_ended: 1 },
      },
    ]);
    expect((await outcomes([unblock(id), unblock(id)])).toSorted()).toEqual(['Conflict', 'ok']);
  });

  it('masks a phone number in the reason in the audit log', async () => {
    const { id, phone } = await join();
    await block(id, `asked by ${phone}`);
    expect((await person(id)).blocked?.reason).toBe(`asked by ${phone}`);
    await unblock(id);
    const { items } = await context.call('listAudit', {
      cookie: context.cookies.admin,
      query: { subject: id },
    });
    expect(items.map(({ act }) => act)).toEqual(['people.unblock', 'people.view', 'people.block']);
    expect(JSON.stringify(items)).not.toContain(phone);
  });

  it('needs a reason', async () => {
    const { id } = await join();
    for (const reason of ['', '   ', 'x'.repeat(501)]) {
      expect((await refusalOf(block(id, reason))).detail.data).toEqual({ field: 'reason' });
    }
  });
});

describe('the sessions of a person', () => {
  it('are ended one by one, for this person only', async () => {
    const [one, other] = [await join(), await join()];
    const [session] = (await person(one.id)).sessions;
    const end = (id: string) =>
      context.call('endPersonSession', {
        cookie: context.cookies.support,
        body: { id, session_id: session?.id ?? '' },
      });
    expect((await refusalOf(end(other.id))).refusal).toBe('NotFound');
    expect(await profile(one.access)).toBe(200);
    await end(one.id);
    expect(await profile(one.access)).toBe(401);
    expect((await refusalOf(end(one.id))).refusal).toBe('NotFound');
  });

  it('are ended all at once', async () => {
    const one = await join();
    const body = { identity: one.phone, password: PASSWORD, pid, agreement_ids: [-1] };
    await pupil('loginByAccount', body);
    const ended = await context.call('endPersonSessions', {
      cookie: context.cookies.support,
      body: { id: one.id },
    });
    expect(ended).toEqual({ ended: 2 });
    expect(await profile(one.access)).toBe(401);
  });
});

describe('the sign-in diagnosis', () => {
  it('reports that no account has the number', async () => {
    const phone = newPhone();
    await pupil('sendLoginCaptcha', { phone_number: phone, pid });
    const diagnosis = await failure({ identity: phone });
    expect(diagnosis).toMatchObject({
      id: null,
      hindrances: [{ kind: 'no-account', of: 'phone', until: null }],
    });
    expect(diagnosis.refusals).toEqual([
      {
        at: context.server.now(),
        call: 'sendLoginCaptcha',
        refusal: 'PhoneUnregistered',
        rule_required: false,
        rule: null,
        kind: 'phone',
        address: '127.0.0.1',
      },
    ]);
  });

  it('reports too many wrong passwords, until when, and the refusals', async () => {
    const { id, phone } = await join();
    context.server.now.move(120_000);
    const body = { identity: phone, password: 'Wrong-1', pid, agreement_ids: [-1] };
    for (let n = 0; n < 6; n += 1) await pupil('loginByAccount', body);
    const diagnosis = await failure({ id });
    expect(diagnosis.hindrances).toEqual([
      { kind: 'wrong-passwords', until: context.server.now() + 10_000, of: null },
    ]);
    expect(diagnosis.refusals.map(({ refusal }) => refusal)).toEqual([
      'TooManyAttempts',
      ...Array.from({ length: 5 }, () => 'WrongCredentials'),
    ]);
    expect(await failure({ identity: `${phone.slice(0, 3)}${phone.slice(3)} ` })).toEqual(diagnosis);
  });

  it('reports a hundred wrong passwords in a row, until a sign-in by code', async () => {
    const { id, phone } = await join();
    context.server.now.move(120_000);
    const last_failed_at = new Date(context.server.now() - 3_600_000);
    await context.server.app.db
      .insertInto('sign_in_failures')
      .values({
        identity: Buffer.from(id.replaceAll('-', ''), 'hex'),
        browser: '',
        failures: 1,
        consecutive: LOCK,
        last_failed_at,
      })
      .execute();
    expect((await failure({ id })).hindrances).toEqual([{ kind: 'password-locked', until: null, of: null }]);
    await pupil('sendLoginCaptcha', { phone_number: phone, pid });
    const [captcha = ''] = context.server.codes(phone);
    await pupil('loginByPhone', { phone_number: phone, captcha, pid, agreement_ids: [-1] });
    expect(kinds(await failure({ id }))).not.toContain('password-locked');
  });

  it('counts the wait for a code only where that code would let the person in', async () => {
    const { id, phone, access } = await join();
    context.server.now.move(120_000);
    await pupil('sendResetPasswordCaptcha', { phone_number: phone, pid });
    expect(context.server.codes(phone)).toHaveLength(2);
    expect(kinds(await failure({ id }))).toEqual([]);
    const unknown = newPhone();
    await pupil('sendCommonCaptcha', { phone_number: unknown, pid }, access);
    expect(kinds(await failure({ identity: unknown }))).toEqual(['no-account']);
    await pupil('sendRegisterCaptcha', { phone_number: unknown, pid });
    expect(kinds(await failure({ identity: unknown }))).toEqual(['no-account', 'code-wait']);
  });

  it('reports a deletion that is due, with its day', async () => {
    const { id, access } = await join();
    context.server.now.move(120_000);
    const answer = await pupil('requestDeletion', { password: PASSWORD }, access);
    expect(answer.status).toBe(200);
    const { hindrances } = await failure({ id });
    expect(hindrances).toEqual([
      {
        kind: 'deletion-due',
        until: (answer.json!.data as { deletion_due_at: number }).deletion_due_at,
        of: null,
      },
    ]);
  });

  it('reports agreements that wait for consent, until they are signed', async () => {
    const { id, phone, access } = await join();
    context.server.now.move(120_000);
    const { id: agreement } = await context.server.app.db
      .insertInto('agreements')
      .values({
        code: 'user-agreement',
        version: 99,
        pid: null,
        needs_signature: true,
        title: JSON.stringify({ 'zh-CN': '用户协议', en: 'User agreement' }),
        body: JSON.stringify({ 'zh-CN': '一', en: 'One' }),
        published_at: new Date(context.server.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(kinds(await failure({ identity: phone }))).toEqual(['agreements-unsigned']);
    await pupil('signAgreements', { agreement_ids: [agreement], pid }, access);
    expect(kinds(await failure({ id }))).toEqual([]);
    await context.server.app.db.deleteFrom('signatures').where('agreement_id', '=', agreement).execute();
    await context.server.app.db.deleteFrom('agreements').where('id', '=', agreement).execute();
  });

  it('reports no password, a code sent recently, the day’s codes used up, and a block', async () => {
    const { id, phone } = await join({ password: false });
    expect(kinds(await failure({ id }))).toEqual(['no-password', 'code-wait']);
    for (let n = 0; n < 3; n += 1) {
      context.server.now.move(60_000);
      await pupil('sendLoginCaptcha', { phone_number: phone, pid });
    }
    const diagnosis = await failure({ id });
    expect(kinds(diagnosis)).toEqual(['no-password', 'code-limit']);
    expect(diagnosis.refusals.map(({ refusal }) => refusal)).toEqual(['CaptchaLimitReached']);
    const body = { id, reason: 'shares answers' };
    await context.call('blockPerson', { cookie: await context.operator('support'), body });
    context.server.now.move(24 * 3_600_000);
    const support = await context.operator('support');
    const later = await context.call('getSignInDiagnosis', { cookie: support, query: { id } });
    expect(kinds(later)).toEqual(['blocked', 'no-password']);
  });

  it('keeps the last twenty failures of each kind, and nothing that was typed', async () => {
    const { server } = context;
    const support = await context.operator('support');
    const phone = newPhone();
    for (let n = 0; n < 25; n += 1) {
      await pupil('loginByPhone', { phone_number: phone, captcha: '123456', pid });
      if (n % 6 === 0) await server.signInStatistics.flush();
    }
    await server.signInStatistics.flush();
    const diagnosis = await context.call('getSignInDiagnosis', {
      cookie: support,
      query: { identity: phone },
    });
    expect(diagnosis.refusals).toHaveLength(20);
    const { rows } = await server.database.pool.query('select r::text from sign_in_refusals r');
    expect(JSON.stringify(rows)).not.toContain(phone);
    server.now.move(31 * 24 * 3_600_000);
    const later = await context.operator('support');
    const month = await context.call('getSignInDiagnosis', { cookie: later, query: { identity: phone } });
    expect(month.refusals).toEqual([]);
  });

  it('requires either an identity or an id', async () => {
    const cookie = await context.operator('support');
    const refused = await refusalOf(context.call('getSignInDiagnosis', { cookie, query: {} }));
    expect(refused.detail.data).toEqual({ field: 'identity' });
  });
});

it('lists the sites that the settings name', async () => {
  const { items } = await context.call('listSites', { cookie: await context.operator('viewer') });
  expect(items).toEqual(['school', 'club']);
});
