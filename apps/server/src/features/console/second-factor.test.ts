/** Operators' second factors over HTTP: the second step, setting up, fresh proof, reset, and what the audit log says. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLink } from './one-time-links.ts';
import { refusalOf } from '../accounts/testing.ts';
import { testAuthenticator, totpCodeAt } from '../../identity/second-factor/testing.ts';
import { cookiesOf, OPERATOR_PASSWORD, type TestConsole, testConsole } from './testing/console.ts';

const STEP = 30_000;
const MINUTE = 60_000;
let context: TestConsole;
let serial = 0;
let name = '';
let cookie = '';

beforeAll(async () => {
  context = await testConsole();
});
afterAll(() => context?.stop());
beforeEach(async () => {
  name = `second-${(serial += 1)}`;
  cookie = await context.operator('viewer', name);
});

const signIn = () => context.ask('signInOperator', { body: { name, password: OPERATOR_PASSWORD } });
/** The ticket of the second step. */
const firstStep = async () => {
  const { status, json, headers } = await signIn();
  expect({ status, code: json?.code }).toEqual({ status: 403, code: 'RC_283' });
  expect(headers.getSetCookie()).toEqual([]);
  return json?.data as { ticket: string; methods: string[] };
};
const addApp = async (as = cookie) => {
  const { ticket, secret } = await context.call('startOperatorTotp', { cookie: as });
  const code = totpCodeAt(secret, context.server.now());
  const { recovery_codes: codes } = await context.call('addOperatorTotp', {
    cookie: as,
    body: { ticket, code },
  });
  context.server.now.move(STEP);
  return { secret, codes: codes ?? [] };
};
const codeOf = (secret: string) =>
  ({ method: 'totp', code: totpCodeAt(secret, context.server.now()) }) as const;
const enter = async (proof: object) =>
  context.ask('finishOperatorSignIn', {
    body: { ticket: (await firstStep()).ticket, proof: proof as never },
  });
const entries = async (act: string) => {
  const { items } = await context.call('listAudit', { cookie: context.cookies.admin, query: { act } });
  return items.filter(entry => entry.operator_name === name);
};

/** Entries of failed calls that concern the operator. */
const failures = async (call: string) => {
  const query = { act: 'access.failed' };
  const { items } = await context.call('listAudit', { cookie: context.cookies.admin, query });
  const { id } = await context.call('getOperator', { cookie });
  return items.filter(entry => entry.subject === id && entry.after?.call === call);
};

describe("an operator's second step", () => {
  it('is required after the password, with a ticket that is valid once', async () => {
    const { secret } = await addApp();
    const { ticket, methods } = await firstStep();
    expect(methods).toEqual(['totp', 'recovery_code']);
    const proof = codeOf(secret);
    const entered = await context.ask('finishOperatorSignIn', { body: { ticket, proof } });
    expect(entered.json?.data).toMatchObject({ name, role: 'viewer' });
    expect(await context.call('getOperator', { cookie: cookiesOf(entered) })).toMatchObject({ name });
    context.server.now.move(STEP);
    const again = context.call('finishOperatorSignIn', { body: { ticket, proof: codeOf(secret) } });
    expect(await refusalOf(again)).toMatchObject({ refusal: 'WrongTicket' });
    expect(await entries('operators.sign-in')).toMatchObject([{ after: { by: 'totp' } }]);
  });

  it('refuses wrong codes with an audit entry, and limits them', async () => {
    await addApp();
    const { ticket } = await firstStep();
    const wrong = () =>
      context.call('finishOperatorSignIn', { body: { ticket, proof: { method: 'totp', code: '000000' } } });
    for (let n = 0; n < 5; n += 1)
      expect(await refusalOf(wrong())).toMatchObject({ refusal: 'CaptchaMismatch' });
    expect(await refusalOf(wrong())).toMatchObject({
      refusal: 'TooManyAttempts',
      detail: { data: { retry_after: 30 } },
    });
    expect(await failures('finishOperatorSignIn')).toHaveLength(6);
  });

  it('accepts a recovery code once, and writes it to the audit log', async () => {
    const { codes } = await addApp();
    const proof = { method: 'recovery_code', code: codes[0] };
    expect((await enter(proof)).status).toBe(200);
    expect((await enter(proof)).json?.code).toBe('AC3_10');
    const [entry] = await entries('operators.sign-in');
    expect(entry?.after).toEqual({ by: 'recovery_code', recovery_codes_left: 9 });
  });

  it('ends after ten minutes, with a changed password, and with a disabled operator', async () => {
    const { secret } = await addApp();
    const ended = async (end: (ticket: string) => Promise<unknown>) => {
      const { ticket } = await firstStep();
      await end(ticket);
      const late = context.call('finishOperatorSignIn', { body: { ticket, proof: codeOf(secret) } });
      expect(await refusalOf(late)).toMatchObject({ refusal: 'WrongTicket' });
    };
    await ended(async () => context.server.now.move(10 * MINUTE));
    const { id } = await context.call('getOperator', { cookie });
    const { db } = context.server.app;
    await ended(() =>
      db.updateTable('operators').set({ disabled_at: new Date() }).where('id', '=', id).execute(),
    );
    await db.updateTable('operators').set({ disabled_at: null }).where('id', '=', id).execute();
    await ended(() =>
      context.call('changeOperatorPassword', {
        cookie,
        body: { old_password: OPERATOR_PASSWORD, password: 'another long phrase' },
      }),
    );
  });

  it('is required after a password link too', async () => {
    const { secret } = await addApp();
    const { id } = await context.call('getOperator', { cookie });
    const { link } = await createLink(context.server.app.db, {
      kind: 'password',
      role: 'viewer',
      operatorId: id,
      at: context.server.now(),
    });
    const password = 'a phrase after the link';
    const set = await context.ask('setOperatorPassword', {
      body: { token: link.split('#')[1] ?? '', password },
    });
    expect(set.json?.code).toBe('RC_283');
    expect(set.headers.getSetCookie()).toEqual([]);
    const { ticket } = (set.json?.data ?? {}) as { ticket: string };
    const entered = await context.ask('finishOperatorSignIn', { body: { ticket, proof: codeOf(secret) } });
    expect(entered.status).toBe(200);
  });
});

describe('a sign-in by password and second factor together', () => {
  const both = (proof: object, password = OPERATOR_PASSWORD, who = name) =>
    context.ask('signInOperator', { body: { name: who, password, proof: proof as never } });
  const wrongCode = { method: 'totp', code: '000000' };
  /** Somebody else's wrong passwords, until this browser is refused. */
  const shutOut = async () => {
    for (let n = 0; n < 6; n += 1)
      await context.ask('signInOperator', { body: { name, password: 'wrong password' } });
    expect((await signIn()).status).toBe(429);
  };

  it('lets in whom wrong passwords keep out of new browsers, and the browser is known then', async () => {
    const { secret } = await addApp();
    await shutOut();
    const answer = await both(codeOf(secret));
    expect(answer.status).toBe(200);
    expect((await entries('operators.sign-in'))[0]?.after).toEqual({ by: 'totp' });
    expect(
      (
        await context.ask('signInOperator', {
          cookie: cookiesOf(answer),
          body: { name, password: OPERATOR_PASSWORD },
        })
      ).json?.code,
    ).toBe('RC_283');
  });

  it('takes a recovery code, and each once', async () => {
    const { codes } = await addApp();
    const proof = { method: 'recovery_code', code: codes[0] };
    expect((await both(proof)).status).toBe(200);
    expect((await both(proof)).json?.code).toBe('AC3_2');
  });

  it('answers alike whatever is wrong, and spends codes of the factor beside a right password alone', async () => {
    const { secret } = await addApp();
    const answers = [
      await both(wrongCode),
      await both(codeOf(secret), 'wrong password'),
      await both(wrongCode, 'wrong password'),
      await both(wrongCode, OPERATOR_PASSWORD, 'nobody-here'),
      await both(wrongCode, OPERATOR_PASSWORD, 'first.admin'),
    ].map(({ status, json }) => ({ status, json: { ...json, request_id: '' } }));
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 400, json: { code: 'AC3_2' } });
    // Wrong passwords lock nobody's factor.
    for (let n = 0; n < 10; n += 1) await both(wrongCode, 'wrong password');
    expect((await both(codeOf(secret))).status).toBe(200);
  });

  it("keeps the factor's own limit, and says nothing of it", async () => {
    const { secret } = await addApp();
    for (let n = 0; n < 5; n += 1) expect((await both(wrongCode)).json?.code).toBe('AC3_2');
    // The right one is refused now, as the sixth of the second step would be.
    expect((await both(codeOf(secret))).json?.code).toBe('AC3_2');
    expect((await enter(codeOf(secret))).status).toBe(429);
    context.server.now.move(STEP);
    expect((await both(codeOf(secret))).status).toBe(200);
  });
});

describe("an operator's first second factor", () => {
  it('ends other sessions, and is written to the audit log', async () => {
    const other = cookiesOf(await signIn());
    const answered = context.call('getOperator', { cookie: other });
    expect(await answered).toMatchObject({ name });
    await addApp();
    expect(await refusalOf(context.call('getOperator', { cookie: other }))).toMatchObject({
      refusal: 'OperatorRequired',
    });
    expect(await context.call('getOperator', { cookie })).toMatchObject({ name });
    expect(await entries('operators.add-app')).toHaveLength(1);
  });

  it('can be removed if none is required', async () => {
    const { codes } = await addApp();
    const [code = ''] = codes;
    expect(await context.call('getOwnSecondFactors', { cookie })).toMatchObject({
      required: false,
      recovery_codes_left: 10,
    });
    await context.call('removeOperatorTotp', { cookie });
    expect(await context.call('getOwnSecondFactors', { cookie })).toMatchObject({
      totp: null,
      recovery_codes_left: 0,
    });
    expect((await signIn()).status).toBe(200);
    expect(await entries('operators.remove-app')).toHaveLength(1);
    expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  });
});

describe("an operator's fresh proof", () => {
  const invite = () => context.call('inviteOperator', { cookie, body: { role: 'viewer' } });
  beforeEach(async () => {
    name = `own-admin-${serial}`;
    cookie = await context.operator('admin', name);
  });

  it('is the sign-in for five minutes, then the password if no second factor is set', async () => {
    context.server.now.move(5 * MINUTE);
    await invite();
    context.server.now.move(1);
    expect(await refusalOf(invite())).toMatchObject({ refusal: 'ProofRequired' });
    expect(await context.call('challengeOperator', { cookie })).toEqual({
      methods: ['password'],
      passkey: null,
    });
    const prove = (password: string) =>
      context.call('proveOperator', { cookie, body: { proof: { method: 'password', password } } });
    expect(await refusalOf(prove('wrong password'))).toMatchObject({ refusal: 'WrongOldPassword' });
    expect(await failures('proveOperator')).toHaveLength(1);
    await prove(OPERATOR_PASSWORD);
    await invite();
    expect(await entries('operators.prove')).toMatchObject([{ after: { by: 'password' } }]);
  });

  it('is the second factor if one is set, not the password', async () => {
    const { secret } = await addApp();
    context.server.now.move(6 * MINUTE);
    expect(await refusalOf(invite())).toMatchObject({ refusal: 'ProofRequired' });
    const password = { method: 'password', password: OPERATOR_PASSWORD } as const;
    const byPassword = context.call('proveOperator', { cookie, body: { proof: password } });
    expect(await refusalOf(byPassword)).toMatchObject({ refusal: 'IllegalOperation' });
    await context.call('proveOperator', { cookie, body: { proof: codeOf(secret) } });
    await invite();
  });

  it('is required before export, erasure, publishing and more, after the input is checked', async () => {
    const { consoleCalls } = await import('@rollcall/contract/console');
    const guarded = Object.entries(consoleCalls).flatMap(([call, row]) => ('proof' in row ? [call] : []));
    expect(guarded).toEqual(
      expect.arrayContaining([
        'startUsageData',
        'linkUsageData',
        'publishDocument',
        'inviteOperator',
        'linkOperatorPassword',
        'changeOperatorRole',
        'resetOperatorSecondFactor',
        'startOperatorTotp',
        'removeOperatorTotp',
        'blockPerson',
        'setVerificationRule',
        'resetVerificationRule',
        'createAlertChannel',
      ]),
    );
    context.server.now.move(6 * MINUTE);
    const bad = await context.ask('inviteOperator', { cookie, body: { role: 'nobody' as never } });
    expect(bad.json).toMatchObject({ code: 'RC_400', data: { field: 'role' } });
  });

  it('is not extended by a clock that was put back', async () => {
    context.server.now.move(-6 * MINUTE);
    expect(await refusalOf(invite())).toMatchObject({ refusal: expect.stringMatching(/Required$/) });
    context.server.now.move(6 * MINUTE);
  });
});

describe("a reset of an operator's second factor by an admin", () => {
  it('removes the factors, ends sessions and links, and is written to the audit log', async () => {
    await addApp();
    const admin = await context.operator('admin');
    const { id } = await context.call('getOperator', { cookie });
    const { link } = await createLink(context.server.app.db, {
      kind: 'password',
      role: 'viewer',
      operatorId: id,
      at: context.server.now(),
    });
    await context.call('resetOperatorSecondFactor', { cookie: admin, body: { id } });
    expect(await refusalOf(context.call('getOperator', { cookie }))).toMatchObject({
      refusal: 'OperatorRequired',
    });
    const token = link.split('#')[1] ?? '';
    expect(await refusalOf(context.call('lookAtInvitation', { body: { token } }))).toMatchObject({
      refusal: 'LinkInvalid',
    });
    expect((await signIn()).status).toBe(200);
    const { items } = await context.call('listAudit', {
      cookie: context.cookies.admin,
      query: { act: 'operators.reset-second-factor' },
    });
    expect(items[0]).toMatchObject({ subject: id, before: { second_factor: true } });
  });

  it("is refused for the admin's own", async () => {
    const admin = await context.operator('admin');
    const { id } = await context.call('getOperator', { cookie: admin });
    const reset = context.call('resetOperatorSecondFactor', { cookie: admin, body: { id } });
    expect(await refusalOf(reset)).toMatchObject({ refusal: 'IllegalOperation' });
  });
});

describe('if operators must have a second factor,', () => {
  const origin = 'https://accounts.school.example';
  const headers = { origin };
  let strict: TestConsole;
  beforeAll(async () => {
    strict = await testConsole({ ROLLCALL_CONSOLE_SECOND_FACTOR: 'required', ROLLCALL_ISSUER: origin });
  });
  afterAll(() => strict?.stop());

  it('an operator without one can only set one up, and the last one cannot be removed', async () => {
    const { admin } = strict.cookies;
    for (const call of ['getOperator', 'getOverview', 'listOperators'] as const) {
      const { status, json } = await strict.ask(call, { cookie: admin });
      expect({ status, code: json?.code, data: json?.data }).toEqual({
        status: 403,
        code: 'RC_283',
        data: { setup: true },
      });
    }
    expect(await strict.call('getOwnSecondFactors', { cookie: admin })).toMatchObject({ required: true });
    const { ticket, secret } = await strict.call('startOperatorTotp', { cookie: admin });
    const code = totpCodeAt(secret, strict.server.now());
    await strict.call('addOperatorTotp', { cookie: admin, body: { ticket, code } });
    expect(await strict.call('getOperator', { cookie: admin })).toMatchObject({ role: 'admin' });
    expect(await refusalOf(strict.call('removeOperatorTotp', { cookie: admin }))).toMatchObject({
      refusal: 'IllegalOperation',
    });
    await strict.call('signOutOperator', { cookie: strict.cookies.support });
  });

  it('a passkey counts if it is of this origin and answers the challenge of this step', async () => {
    const own = await strict.operator('viewer', 'passkey.user');
    const authenticator = testAuthenticator({ origin, rpId: 'accounts.school.example' });
    const { ticket: setup, options } = await strict.call('startOperatorPasskey', { cookie: own, headers });
    const body = { ticket: setup, name: 'Laptop', response: authenticator.register(options) };
    const made = await strict.call('addOperatorPasskey', { cookie: own, headers, body });
    expect(made.recovery_codes).toHaveLength(10);

    const step = async () => {
      const given = { name: 'passkey.user', password: OPERATOR_PASSWORD };
      const { json } = await strict.ask('signInOperator', { body: given, headers });
      return json?.data as { ticket: string; methods: string[] };
    };
    const { ticket, methods } = await step();
    expect(methods).toEqual(['passkey', 'recovery_code']);
    const answer = async () => {
      const challenge = await strict.call('challengeOperatorSignIn', { body: { ticket }, headers });
      return {
        method: 'passkey',
        ticket: challenge.ticket,
        response: authenticator.assert(challenge.options),
      } as const;
    };
    const elsewhere = { ticket: (await step()).ticket, proof: await answer() };
    expect(await refusalOf(strict.call('finishOperatorSignIn', { body: elsewhere, headers }))).toMatchObject({
      refusal: 'WrongTicket',
    });
    const entered = await strict.ask('finishOperatorSignIn', {
      body: { ticket, proof: await answer() },
      headers,
    });
    expect(entered.status).toBe(200);
    expect(await strict.call('getOperator', { cookie: cookiesOf(entered) })).toMatchObject({
      role: 'viewer',
    });
  });

  it('the recovery link lets the only admin back in', async () => {
    const { link } = await createLink(strict.server.app.db, {
      kind: 'first-run',
      role: 'admin',
      recovery: true,
      at: strict.server.now(),
    });
    const body = { token: link.split('#')[1] ?? '', name: 'rescuer', password: OPERATOR_PASSWORD };
    const rescuer = cookiesOf(await strict.ask('createFirstOperator', { body }));
    const { ticket, secret } = await strict.call('startOperatorTotp', { cookie: rescuer });
    const code = totpCodeAt(secret, strict.server.now());
    await strict.call('addOperatorTotp', { cookie: rescuer, body: { ticket, code } });
    const operators = await strict.call('listOperators', { cookie: rescuer });
    const lost = operators.find(operator => operator.name === 'first.admin');
    expect(lost?.second_factor).toBe(true);
    await strict.call('resetOperatorSecondFactor', { cookie: rescuer, body: { id: lost?.id ?? '' } });
    const again = { name: 'First.Admin', password: OPERATOR_PASSWORD };
    expect((await strict.ask('signInOperator', { body: again })).status).toBe(200);
  });
});
