/** Over HTTP: a number without an account is proved first, and becomes an account once its person has agreed. */
import { headers } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCodeAt } from '../../../identity/second-factor/testing.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { stepsOf } from '../testing/valid-requests.ts';
import { DEMANDING, newPhone, outcomes, PASSWORD, PID, refusalOf, wrongCode } from '../testing.ts';

let context: HttpAccounts;
let steps: ReturnType<typeof stepsOf>;
beforeAll(async () => {
  context = await httpAccounts();
  steps = stepsOf(context);
});
afterAll(() => context?.close());

const pid = PID;
const ASK = { [headers.enrol]: 'ask' };
const MINUTE = 60_000;

const codeTo = async (phone: string, at = pid) => {
  await context.call('sendSilentLoginCaptcha', { body: { phone_number: phone, pid: at } });
  return { phone_number: phone, captcha: context.code(phone), pid: at };
};
const enrol = (ticket: string, more: { password?: string; agreement_ids?: number[] } = {}) =>
  context.call('enrolByPhone', { body: { ticket, agreement_ids: [-1], ...more } });
const accountsOf = async (phone: string) =>
  context.server.app.db
    .selectFrom('identifiers')
    .innerJoin('accounts', 'accounts.id', 'identifiers.account_id')
    .select(['accounts.id', 'accounts.pid', 'accounts.password_hash'])
    .where('identifiers.value', '=', phone)
    .execute();

describe('with X-Enrol: ask [3.enrolment]', () => {
  test('the right code makes no account; agreeing makes it, with what was agreed to', async () => {
    const phone = newPhone();
    const ticket = await steps.enrolmentTicket(phone);
    expect(await accountsOf(phone)).toEqual([]);
    const all = await context.call('getAgreements', { query: { pid } });
    const { auth } = await enrol(ticket, { agreement_ids: all.map(({ id }) => id) });
    expect(auth.created).toBe(true);
    const token = auth.token.access.token;
    expect(await accountsOf(phone)).toEqual([{ id: auth.account_id, pid, password_hash: null }]);
    expect(await context.call('getUnsignedAgreements', { token, query: { pid } })).toEqual([]);
    expect(await context.call('getPrivacy', { token })).toMatchObject({ has_password: false });
  });

  test('a password may come with it, and signs in', async () => {
    const phone = newPhone();
    const { auth } = await enrol(await steps.enrolmentTicket(phone), { password: PASSWORD });
    const again = await context.call('loginByAccount', {
      body: { identity: phone, password: PASSWORD, pid },
    });
    expect(again.auth.account_id).toBe(auth.account_id);
  });

  test('a password that holds the number is refused, and the ticket stays', async () => {
    const phone = newPhone();
    const ticket = await steps.enrolmentTicket(phone);
    expect(await outcomes([enrol(ticket, { password: phone })])).toEqual(['PasswordTooCommon']);
    expect(await outcomes([enrol(ticket)])).toEqual(['ok']);
  });

  test('a registered number signs in as without it', async () => {
    const { id, phone } = await context.visitor();
    context.server.now.move(MINUTE);
    const { auth } = await context.call('loginSilently', { body: await codeTo(phone), headers: ASK });
    expect(auth).toMatchObject({ account_id: id, created: false });
  });

  test('before the code is right, a registered and an unregistered number are answered alike', async () => {
    const { phone } = await context.visitor();
    context.server.now.move(MINUTE);
    const answers = [];
    for (const one of [phone, newPhone()]) {
      const body = await codeTo(one);
      const guess = { ...body, captcha: wrongCode(body.captcha) };
      const { refusal, message, detail } = await refusalOf(
        context.call('loginSilently', { body: guess, headers: ASK }),
      );
      answers.push({ refusal, message, detail });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.refusal).toBe('CaptchaMismatch');
  });

  test.each([
    ['the header is missing', {}, [-1]],
    ['it says something else', { [headers.enrol]: 'yes' }, [-1]],
    ['agreements are named', ASK, [1]],
  ] as const)('where %s, the account is made at once', async (_, headers, ids) => {
    const phone = newPhone();
    const body = { ...(await codeTo(phone)), agreement_ids: [...ids] };
    const { auth } = await context.call('loginSilently', { body, headers });
    expect(auth.created).toBe(true);
    expect(await accountsOf(phone)).toHaveLength(1);
  });
});

describe('the ticket [7.enrolByPhone]', () => {
  test('is made once for a code', async () => {
    const body = await codeTo(newPhone());
    const ends = await outcomes(
      Array.from({ length: 20 }, () => context.call('loginSilently', { body, headers: ASK })),
    );
    expect(ends.filter(end => end === 'EnrolmentRequired')).toHaveLength(1);
    expect(ends.filter(end => end === 'CaptchaMismatch')).toHaveLength(19);
  });

  test('of twenty that use it at once one wins', async () => {
    const phone = newPhone();
    const ticket = await steps.enrolmentTicket(phone);
    const ends = await outcomes(Array.from({ length: 20 }, () => enrol(ticket, { password: PASSWORD })));
    expect(ends.filter(end => end === 'ok')).toHaveLength(1);
    expect(ends.every(end => ['ok', 'WrongTicket', 'PhoneRegistered'].includes(end))).toBe(true);
    expect(await accountsOf(phone)).toHaveLength(1);
    expect(await outcomes([enrol(ticket)])).toEqual(['WrongTicket']);
  });

  test('two of one number: one makes the account, the other is told', async () => {
    const phone = newPhone();
    const first = await steps.enrolmentTicket(phone);
    context.server.now.move(MINUTE);
    const second = await steps.enrolmentTicket(phone);
    const ends = await outcomes([enrol(first), enrol(second)]);
    expect(ends.sort()).toEqual(['PhoneRegistered', 'ok']);
    expect(await accountsOf(phone)).toHaveLength(1);
  });

  test('ends after ten minutes', async () => {
    const [kept, late] = [await steps.enrolmentTicket(), await steps.enrolmentTicket()];
    context.server.now.move(10 * MINUTE - 1);
    expect(await outcomes([enrol(kept)])).toEqual(['ok']);
    context.server.now.move(1);
    expect(await outcomes([enrol(late)])).toEqual(['WrongTicket']);
  });

  test('is no other ticket, and no other ticket is one', async () => {
    const ticket = await steps.enrolmentTicket();
    const reset = { ticket, password: PASSWORD, confirm_password: PASSWORD };
    const phone = newPhone();
    await context.call('sendCommonCaptcha', { body: { phone_number: phone, pid } });
    const proved = await context.call('checkCommonCaptcha', {
      body: { phone_number: phone, captcha: context.code(phone) },
    });
    expect(
      await outcomes([
        context.call('resetPassword', { body: reset }),
        context.call('finishSetUp', { body: { ticket } }),
        enrol(proved.ticket),
      ]),
    ).toEqual(['WrongTicket', 'WrongTicket', 'WrongTicket']);
    expect(await accountsOf(phone)).toEqual([]);
  });
});

test('at a pid that demands a second factor, one is set up before the session begins [7.enrolByPhone]', async () => {
  const phone = newPhone();
  const refused = await refusalOf(enrol(await steps.enrolmentTicket(phone, DEMANDING)));
  expect(refused).toMatchObject({
    refusal: 'SecondFactorRequired',
    detail: { data: { setup: true, methods: [] } },
  });
  const [account] = await accountsOf(phone);
  expect(account?.pid).toBe(DEMANDING);
  const sessions = await context.server.app.db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', account?.id ?? '')
    .execute();
  expect(sessions).toEqual([]);
  const step_ticket = String(refused.detail.data?.ticket);
  const app = await context.call('startStepTotp', { body: { ticket: step_ticket } });
  const code = totpCodeAt(app.secret, context.server.now());
  const { ticket } = await context.call('addStepTotp', { body: { step_ticket, ticket: app.ticket, code } });
  expect((await context.call('finishSetUp', { body: { ticket } })).auth).toMatchObject({
    account_id: account?.id,
    created: true,
  });
});
