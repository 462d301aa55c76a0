/** The way back for a person who lost app and recovery codes, and what operators see of second factors. */
import { type CallName, calls, refusals, signedIn, totpSetup } from '@rollcall/contract';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FREE_GUESSES } from '../../identity/second-factor/guesses.ts';
import { totpCodeAt } from '../../identity/second-factor/testing.ts';
import { newPhone, outcomes, refusalOf } from '../accounts/testing.ts';
import { type TestConsole, testConsole } from './testing/console.ts';

const pid = 'school';
const PASSWORD = 'Correct-1';
let context: TestConsole;
let admin = '';

beforeAll(async () => {
  context = await testConsole();
});
afterAll(() => context?.stop());
beforeEach(async () => {
  admin = await context.operator('admin');
});

const pupil = (name: CallName, body?: object, token?: string) =>
  context.server.ask(
    calls[name].method,
    calls[name].path,
    body,
    token ? { authorization: `Bearer ${token}` } : {},
  );

/** A person with a password and an app, and the ticket of a second step. */
const withApp = async () => {
  const phone = newPhone();
  await pupil('sendSilentLoginCaptcha', { phone_number: phone, pid });
  const [captcha] = context.server.codes(phone);
  const { json } = await pupil('loginSilently', { phone_number: phone, captcha, pid });
  const { auth } = v.parse(signedIn, json?.data);
  const access = auth.token.access.token;
  await pupil('initPassword', { password: PASSWORD, confirm_password: PASSWORD }, access);
  const begun = v.parse(totpSetup, (await pupil('startTotp', {}, access)).json?.data);
  const code = totpCodeAt(begun.secret, context.server.now());
  await pupil('addTotp', { ticket: begun.ticket, code }, access);
  return { id: auth.account_id, phone, access };
};
const login = (phone: string) => pupil('loginByAccount', { identity: phone, password: PASSWORD, pid });
const reset = (id: string, reason = 'came with her mother and her pupil card', cookie = admin) =>
  context.call('resetPersonSecondFactor', { cookie, body: { id, reason } });
const entriesOf = async (subject: string) =>
  (await context.call('listAudit', { cookie: admin, query: { subject } })).items.filter(
    ({ act }) => act === 'people.reset-second-factor',
  );

describe("a person's lost second factor", () => {
  it('is removed by an admin: the password suffices again, sessions end, the person gets a message', async () => {
    const { id, phone, access } = await withApp();
    expect((await login(phone)).json?.code).toBe('RC_283');
    await reset(id);
    expect((await pupil('getProfile', undefined, access)).status).toBe(401);
    const { db } = context.server.app;
    for (const table of ['totp_secrets', 'passkeys', 'recovery_codes'] as const)
      expect(await db.selectFrom(table).selectAll().where('account_id', '=', id).execute()).toEqual([]);
    const { json, status } = await login(phone);
    expect(status).toBe(200);
    const token = v.parse(signedIn, json?.data).auth.token.access.token;
    const answer = await context.server.ask('GET', `${calls.getNotices.path}?language=zh-CN`, undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(answer.json?.data).toMatchObject([{ text: expect.stringContaining('移除了您账号的两步验证') }]);
    const notices = await db
      .selectFrom('security_notices')
      .select(['kind', 'channel'])
      .where('account_id', '=', id)
      .where('kind', '=', 'second-factor-removed')
      .orderBy('channel')
      .execute();
    // One is sent, one is shown at the next sign-in.
    expect(notices).toHaveLength(2);
    expect(notices[0]).toMatchObject({ channel: 'page' });
  });

  it('is not set up again by a sign-in that was at the second step while it was removed', async () => {
    const { id, phone } = await withApp();
    const { ticket } = v.parse(v.object({ ticket: v.string() }), (await login(phone)).json?.data);
    await reset(id);
    expect((await pupil('startStepTotp', { ticket })).json).toMatchObject({
      code: refusals.WrongTicket.code,
    });
  });

  it('stays removed if an earlier change is taken back', async () => {
    const { id, access } = await withApp();
    await pupil('setTwoStepVerification', { enabled: false }, access);
    const kept = async () => {
      const rows = await context.server.app.db
        .selectFrom('take_backs')
        .select('before')
        .where('account_id', '=', id)
        .execute();
      return rows.filter(({ before }) => JSON.stringify(before).includes('sealed_secret')).length;
    };
    expect(await kept()).toBe(1);
    await reset(id);
    expect(await kept()).toBe(0);
  });

  it('is removed with a reason, which the audit log has with numbers masked', async () => {
    const { id, phone } = await withApp();
    for (const reason of ['', '  ', 'x'.repeat(501)])
      expect((await refusalOf(reset(id, reason))).detail.data).toEqual({ field: 'reason' });
    expect(await entriesOf(id)).toEqual([]);
    await reset(id, `called from ${phone}`);
    const entries = await entriesOf(id);
    expect(entries).toMatchObject([
      {
        before: { second_factor: true },
        after: { second_factor: false, reason: expect.stringContaining('called from'), sessions_ended: 1 },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(phone);
  });

  it('is removed once by many operators at once, and refused if there is none', async () => {
    const { id } = await withApp();
    const results = await outcomes(Array.from({ length: 5 }, () => reset(id)));
    expect(results.toSorted()).toEqual(['Conflict', 'Conflict', 'Conflict', 'Conflict', 'ok']);
    expect(await entriesOf(id)).toHaveLength(1);
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect((await refusalOf(reset(nobody))).refusal).toBe('NotFound');
  });

  it('is removed neither by a lower role nor without a fresh proof', async () => {
    const { id, phone } = await withApp();
    const support = await context.operator('support');
    expect((await refusalOf(reset(id, 'please', support))).refusal).toBe('RoleRequired');
    context.server.now.move(5 * 60_000 + 1);
    expect((await refusalOf(reset(id))).refusal).toBe('ProofRequired');
    expect((await login(phone)).json?.code).toBe('RC_283');
  });
});

describe('operators looking at a person', () => {
  it('of every role see which second factors are set and since when, and nothing else', async () => {
    const { id } = await withApp();
    for (const role of ['viewer', 'support', 'admin'] as const) {
      const cookie = await context.operator(role);
      const person = await context.call('getPerson', { cookie, query: { id } });
      expect(person.second_factor_asked).toBe(true);
      expect(person.second_factors).toEqual([{ kind: 'totp', created_at: context.server.now() }]);
    }
  });

  it('see whether a second factor is required, and that wrong codes were typed', async () => {
    const { id, phone } = await withApp();
    const cookie = await context.operator('support');
    const kinds = async () => {
      const { hindrances } = await context.call('getSignInDiagnosis', { cookie, query: { id } });
      return hindrances.filter(({ kind }) => !kind.startsWith('code-') && kind !== 'agreements-unsigned');
    };
    const always = { until: null, of: null };
    expect(await kinds()).toEqual([{ kind: 'second-factor', ...always }]);
    const { ticket } = (await login(phone)).json!.data as { ticket: string };
    const guess = (proof: object) => pupil('finishSignIn', { ticket, proof });
    await guess({ method: 'recovery_code', code: '00000-00000' });
    for (let n = 0; n < FREE_GUESSES; n += 1) await guess({ method: 'totp', code: '000000' });
    expect(await kinds()).toEqual([
      { kind: 'second-factor', ...always },
      { kind: 'wrong-recovery-codes', ...always },
      { kind: 'wrong-app-codes', until: context.server.now() + 30_000, of: null },
    ]);
    await context.server.app.db
      .updateTable('second_factor_failures')
      .set({ failures: 100 })
      .where('account_id', '=', id)
      .where('method', '=', 'totp')
      .execute();
    expect(await kinds()).toContainEqual({ kind: 'app-codes-locked', ...always });
  });
});
