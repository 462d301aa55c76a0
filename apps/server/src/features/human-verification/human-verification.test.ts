/** The human verification over HTTP: what is asked for when, and what a ticket is worth. */
import { type CallName, calls, type CaptchaRule, headers } from '@rollcall/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type HttpAccounts, httpAccounts } from '../accounts/testing/http.ts';
import { newPhone, outcomes, PASSWORD, PID, refusalOf } from '../accounts/testing.ts';
import { RULES_LIFE } from './rules.ts';
import { solve } from './testing/solve.ts';
import { keys } from './testing/vendors.ts';
import { BREAK_AFTER, BREAK_FOR } from './vendor.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts({ ROLLCALL_CAPTCHA_TIMEOUT_MS: '20000', ROLLCALL_CODE_RETRY_SECONDS: '0' });
});
afterAll(() => context?.close());
beforeEach(() => setRule({ ask: 'by-risk' }));
afterEach(() => {
  for (const gateway of Object.values(context.verificationVendors.at)) gateway.behaviour = 'well';
  // Every breaker closes its own circuit again.
  context.server.now.move(2 * BREAK_FOR);
});

const pid = PID;
const setRule = async (
  row: { ask: 'by-risk' | 'always' | 'never'; providers?: string[]; limits?: object },
  scene = '*',
) => {
  const { ask, providers, limits = {} } = row;
  const values = {
    ask,
    limits: JSON.stringify(limits),
    providers: providers ? JSON.stringify(providers) : null,
    changed_at: new Date(context.server.now()),
  };
  await context.server.app.db
    .insertInto('captcha_rules')
    .values({ scene, ...values })
    .onConflict(conflict => conflict.column('scene').doUpdateSet(values))
    .execute();
  context.server.now.move(RULES_LIFE);
};

const rule = (identity: string, more: { scene?: string; deviceId?: string; main?: boolean } = {}) => {
  const { main, ...rest } = more;
  const timestamp = Math.floor(context.server.now() / 1000);
  const name = main ? 'getGraphRule' : 'getCaptchaRule';
  return context.call(name, { body: { identity, scene: 'register', pid, timestamp, ...rest } });
};
const send = (phone: string, ticket?: string, id?: string, name: CallName = 'sendRegisterCaptcha') =>
  context.call(name as 'sendRegisterCaptcha', {
    body: { phone_number: phone, pid },
    headers: {
      ...(ticket === undefined ? {} : { [headers.captchaTicket]: ticket }),
      ...(id === undefined ? {} : { [headers.captchaId]: id }),
    },
  });
const solved = async ({ attempt, challenge }: CaptchaRule) => {
  if (!challenge) throw new Error('The rule is not that of the built-in challenge.');
  return { body: { attempt, challenge, solution: solve(challenge) } };
};

/** Passes the challenge that the rule names, as a person in a browser does. */
const passed = async (
  issued: CaptchaRule,
  sent: Readonly<Record<string, string>> = {},
): Promise<{ ticket: string; appid?: string | undefined }> => {
  const { pass } = context.verificationVendors;
  const { attempt, appid = '' } = issued;
  const given = { appid, attempt };
  if (issued.rule === 'GEETEST') {
    const { challenge, success } = await context.call('registerGeetest', { body: given, headers: sent });
    expect(success).toBe(1);
    return context.call('checkGeetest', { body: { ...pass.geetest(challenge), ...given }, headers: sent });
  }
  if (issued.rule === 'TENCENT')
    return context.call('checkTencent', { body: { ...pass.tencent(), ...given }, headers: sent });
  if (issued.rule === 'NETEASE')
    return context.call('checkNetease', { body: { ...pass.netease(), ...given }, headers: sent });
  if (issued.rule === 'NEXTDATA')
    return context.call('checkNextdata', { body: { ...pass.nextdata(), ...given }, headers: sent });
  if (issued.rule === 'ALIYUN') {
    const body = { ...pass.aliyun(), appKey: appid, scene: issued.scene ?? '', attempt };
    return context.call('checkAliyun', { body, headers: sent });
  }
  return context.call('checkAltcha', { ...(await solved(issued)), headers: sent });
};

describe('at a low risk [4.risk]', () => {
  test('no challenge is asked for, with the rule or without', async () => {
    const phone = newPhone();
    const issued = await rule(phone);
    expect(issued).toEqual({ rule: 'DEFAULT', appid: 'rollcall', ticket: expect.any(String) });
    await send(phone, issued.ticket, issued.appid);
    await send(phone);
  });
  test('the ticket is one: used once, for this number, scene and pid', async () => {
    const phone = newPhone();
    const { ticket } = await rule(phone);
    expect(await refusalOf(send(newPhone(), ticket))).toMatchObject({ refusal: 'InvalidTicket' });
    await send(phone, ticket);
    expect(await refusalOf(send(phone, ticket))).toMatchObject({ refusal: 'InvalidTicket' });
  });
});

describe('where every call needs a challenge', () => {
  test('a call without a ticket, or with one of low risk, is refused', async () => {
    const phone = newPhone();
    const { ticket } = await rule(phone);
    await setRule({ ask: 'always' });
    for (const shown of [undefined, ticket]) {
      const refusal = await refusalOf(send(phone, shown));
      expect(refusal).toMatchObject({ refusal: 'InvalidTicket', detail: { data: { rule_required: true } } });
    }
  });

  test.each(['geetest', 'tencent', 'netease', 'nextdata', 'aliyun'] as const)(
    '%s: rule, pass, ticket, call; and nothing of it twice [3.captcha-rule 4.pass]',
    async name => {
      await setRule({ ask: 'always', providers: [name] });
      const phone = newPhone();
      const issued = await rule(phone);
      expect(issued).toMatchObject({ rule: name.toUpperCase(), attempt: expect.any(String) });
      const { ticket, appid } = await passed(issued);
      // GeeTest's answer alone has an appid, and its ticket alone needs it.
      expect(appid).toBe(name === 'geetest' ? issued.appid : undefined);
      // The attempt is used up.
      expect(await refusalOf(passed(issued))).toMatchObject({ refusal: 'CaptchaRuleError' });
      if (name === 'geetest')
        expect(await refusalOf(send(phone, ticket))).toMatchObject({ refusal: 'InvalidTicket' });
      await send(phone, ticket, appid);
      expect(await refusalOf(send(phone, ticket, appid))).toMatchObject({ refusal: 'InvalidTicket' });
    },
  );

  test.each(['geetest', 'tencent', 'netease', 'nextdata', 'aliyun', 'altcha'] as const)(
    "%s: the body as the specification has it is bound by the rule's cookie [7.checkGeetest 7.checkTencent 7.checkNextdata 7.checkNetease 7.checkAliyun]",
    async name => {
      await setRule({ ask: 'always', providers: name === 'altcha' ? [] : [name] });
      const phone = newPhone();
      const body = {
        identity: phone,
        scene: 'register',
        pid,
        timestamp: Math.floor(context.server.now() / 1000),
      };
      const { headers: answered, json } = await context.server.ask('POST', calls.getCaptchaRule.path, body, {
        'sec-fetch-site': 'same-origin',
      });
      const issued = json?.data as CaptchaRule;
      const set = answered.get('set-cookie') ?? '';
      expect(set).toMatch(/^rollcall_attempt=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
      // Another browser, without the cookie, has no attempt.
      expect(await refusalOf(passed(issued))).toMatchObject({ refusal: 'CaptchaRuleError' });
      const { ticket, appid } = await passed(issued, { cookie: set.split(';')[0] ?? '' });
      await send(phone, ticket, appid);
    },
  );

  test.each([
    [undefined, true],
    ['cross-site', true],
    ['same-origin', false],
    ['same-site', false],
    ['none', false],
  ])(
    'Sec-Fetch-Site %s: the attempt stands in the answer, beside the cookie: %s [3.captcha-rule]',
    async (site, told) => {
      for (const [providers, path] of [
        [['geetest'], calls.getCaptchaRule.path],
        [['geetest'], calls.getGraphRule.path],
        [[], calls.getCaptchaRule.path],
      ] as const) {
        await setRule({ ask: 'always', providers: [...providers] });
        const { headers: answered, json } = await context.server.ask(
          'POST',
          path,
          {
            identity: newPhone(),
            scene: 'register',
            pid,
            timestamp: Math.floor(context.server.now() / 1000),
          },
          site === undefined ? {} : { 'sec-fetch-site': site },
        );
        const issued = json?.data as CaptchaRule;
        expect(answered.get('set-cookie')).toContain('rollcall_attempt=');
        expect(issued.attempt !== undefined).toBe(told);
        expect(issued.appid).toBe(providers.length > 0 ? keys.geetest.id : 'rollcall');
      }
    },
  );

  test('two tabs of a browser solve their built-in challenges beside each other, each for its own number [4.altcha]', async () => {
    await setRule({ ask: 'always', providers: [] });
    let cookie = '';
    const begin = async () => {
      const phone = newPhone();
      const { headers: answered, json } = await context.server.ask(
        'POST',
        calls.getCaptchaRule.path,
        { identity: phone, scene: 'register', pid, timestamp: Math.floor(context.server.now() / 1000) },
        { 'sec-fetch-site': 'same-origin', cookie },
      );
      cookie = answered.get('set-cookie')?.split(';')[0] ?? '';
      return { phone, issued: json?.data as CaptchaRule };
    };
    const tabs = [await begin(), await begin()];
    for (const { phone, issued } of tabs) {
      const { ticket } = await passed(issued, { cookie });
      await send(phone, ticket, issued.appid);
    }
    for (let rules = 0; rules < 9; rules++) await begin();
    expect(cookie.split('.')).toHaveLength(4);
    cookie = 'rollcall_attempt=<script>.a b.';
    await begin();
    expect(cookie).toMatch(/^rollcall_attempt=[\w-]+$/);
  });

  test('the built-in challenge, where no vendor is named [4.altcha]', async () => {
    await setRule({ ask: 'always', providers: [] });
    const phone = newPhone();
    const issued = await rule(phone);
    expect(issued).toMatchObject({
      rule: 'ALTCHA',
      challenge: { parameters: { algorithm: 'PBKDF2/SHA-256' } },
    });
    const body = await solved(issued);
    const { ticket } = await context.call('checkAltcha', body);
    expect(await refusalOf(context.call('checkAltcha', body))).toMatchObject({ refusal: 'CaptchaRuleError' });
    await send(phone, ticket);
  });

  test('of 100 parallel uses an attempt gives one ticket, and a ticket passes one call [4.ticket-once]', async () => {
    await setRule({ ask: 'always', providers: [] });
    const phone = newPhone();
    const solution = await solved(await rule(phone));
    const tickets: string[] = [];
    const exchanges = Array.from({ length: 100 }, () =>
      context.call('checkAltcha', solution).then(({ ticket }) => tickets.push(ticket)),
    );
    expect((await outcomes(exchanges)).filter(outcome => outcome === 'ok')).toHaveLength(1);
    const uses = await outcomes(Array.from({ length: 100 }, () => send(phone, tickets[0])));
    expect(uses.filter(outcome => outcome === 'ok')).toHaveLength(1);
    expect(new Set(uses)).toEqual(new Set(['ok', 'InvalidTicket']));
  });

  test('a ticket for another number, scene or pid, or after five minutes, is refused [4.ticket-once]', async () => {
    await setRule({ ask: 'always', providers: ['tencent'] });
    const phone = newPhone();
    const fresh = async () => passed(await rule(phone));
    const refused = { refusal: 'InvalidTicket' };
    const one = await fresh();
    expect(await refusalOf(send(newPhone(), one.ticket, one.appid))).toMatchObject(refused);
    const silent = send(phone, one.ticket, one.appid, 'sendSilentLoginCaptcha');
    expect(await refusalOf(silent)).toMatchObject(refused);
    const elsewhere = context.call('sendRegisterCaptcha', {
      body: { phone_number: phone, pid: 'elsewhere' },
      headers: { [headers.captchaTicket]: one.ticket, [headers.captchaId]: one.appid ?? '' },
    });
    expect(await refusalOf(elsewhere)).toMatchObject(refused);
    // The refused calls did not use it up.
    await send(phone, one.ticket, one.appid);
    const late = await fresh();
    context.server.now.move(5 * 60_000);
    expect(await refusalOf(send(phone, late.ticket, late.appid))).toMatchObject(refused);
  });

  test('an attempt of one vendor is refused for another, and expires after ten minutes', async () => {
    await setRule({ ask: 'always', providers: ['tencent'] });
    const issued = await rule(newPhone());
    const { attempt } = issued;
    const other = { ...context.verificationVendors.pass.netease(), appid: keys.netease.captchaId, attempt };
    expect(await refusalOf(context.call('checkNetease', { body: other }))).toMatchObject({
      refusal: 'CaptchaRuleError',
    });
    context.server.now.move(10 * 60_000);
    expect(await refusalOf(passed(issued))).toMatchObject({ refusal: 'CaptchaRuleError' });
  });

  test('a disaster ticket is refused, and its attempt is deleted [4.offline-mode]', async () => {
    await setRule({ ask: 'always', providers: ['tencent'] });
    const issued = await rule(newPhone());
    const { attempt, appid = '' } = issued;
    const forged = { tencentTicket: `trerror_1001_${appid}_1`, randomStr: '@rnd', appid, attempt };
    expect(await refusalOf(context.call('checkTencent', { body: forged }))).toMatchObject({
      refusal: 'CaptchaVendorError',
    });
    expect(await refusalOf(passed(issued))).toMatchObject({ refusal: 'CaptchaRuleError' });
  });
});

describe('the choice of the vendor [4.next-vendor]', () => {
  test('follows the order that is set; the main backend has GeeTest and Tencent only', async () => {
    await setRule({ ask: 'always', providers: ['aliyun', 'tencent', 'geetest'] });
    expect(await rule(newPhone())).toMatchObject({
      rule: 'ALIYUN',
      appid: keys.aliyun.appKey,
      scene: 'nc_login',
    });
    expect(await rule(newPhone(), { main: true })).toMatchObject({ rule: 'TENCENT' });
    await setRule({ ask: 'always', providers: ['aliyun'] });
    expect(await rule(newPhone(), { main: true })).toMatchObject({ rule: 'ALTCHA' });
  });

  test('skips each vendor that is down or slow, and at last uses the built-in challenge', async () => {
    await setRule({ ask: 'always', providers: ['tencent', 'netease'] });
    const failing = async (wanted: string) => {
      for (let n = 0; n < BREAK_AFTER; n += 1) {
        const issued = await rule(newPhone());
        expect(issued.rule).toBe(wanted);
        expect(await refusalOf(passed(issued))).toMatchObject({ refusal: 'CaptchaVendorTimeout' });
      }
    };
    context.verificationVendors.at.tencent.behaviour = 'cut';
    await failing('TENCENT');
    context.verificationVendors.at.netease.behaviour = 'page';
    await failing('NETEASE');
    const phone = newPhone();
    const issued = await rule(phone);
    expect(issued.rule).toBe('ALTCHA');
    expect(await refusalOf(send(phone))).toMatchObject({ refusal: 'InvalidTicket' });
    await send(phone, (await passed(issued)).ticket);
    // Well again: one person tries it, and then everybody.
    context.verificationVendors.at.tencent.behaviour = 'well';
    context.server.now.move(BREAK_FOR);
    const first = await rule(newPhone());
    expect(first.rule).toBe('TENCENT');
    await passed(first);
    expect((await rule(newPhone())).rule).toBe('TENCENT');
    expect((await rule(newPhone())).rule).toBe('TENCENT');
  });

  test('skips a vendor whose challenge a client left unfinished twice, and raises the difficulty for it', async () => {
    await setRule({ ask: 'always', providers: ['nextdata'] });
    const phone = newPhone();
    expect([(await rule(phone)).rule, (await rule(phone)).rule]).toEqual(['NEXTDATA', 'NEXTDATA']);
    expect((await rule(phone)).rule).toBe('ALTCHA');
    expect((await rule(newPhone())).rule).toBe('NEXTDATA');
  });
});

describe('the risk [4.risk]', () => {
  test('many codes for one device cause a challenge, whichever numbers they are for', async () => {
    const deviceId = `device ${newPhone()}`;
    for (let n = 0; n < 20; n += 1) {
      const phone = newPhone();
      const { ticket } = await rule(phone, { deviceId });
      await send(phone, ticket);
    }
    expect((await rule(newPhone(), { deviceId })).rule).not.toBe('DEFAULT');
    expect((await rule(newPhone(), { deviceId: 'another' })).rule).toBe('DEFAULT');
  });

  test('tickets of low risk are refused once the risk has risen', async () => {
    const deviceId = `device ${newPhone()}`;
    const collected: [string, string | undefined][] = [];
    for (let n = 0; n < 30; n += 1) {
      const phone = newPhone();
      collected.push([phone, (await rule(phone, { deviceId })).ticket]);
    }
    const results: string[] = [];
    for (const [phone, ticket] of collected) results.push(...(await outcomes([send(phone, ticket)])));
    expect(results.filter(result => result === 'ok')).toHaveLength(20);
    expect(results.slice(20)).toEqual(Array.from({ length: 10 }, () => 'InvalidTicket'));
  });

  test('concurrent requests are judged like sequential ones', async () => {
    const limit = 5;
    await setRule({ ask: 'by-risk', limits: { requests: { identity: limit } } });
    const phone = newPhone();
    await outcomes(Array.from({ length: 40 }, () => send(phone)));
    const refused = await refusalOf(send(phone));
    expect(refused).toMatchObject({ refusal: 'InvalidTicket', detail: { data: { rule_required: true } } });
    // As many went through to the sending, and not one more.
    const sent = context.server.codes(phone).length;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThanOrEqual(limit);
  });

  test('a rule set to never asks for no challenge', async () => {
    await setRule({ ask: 'never' });
    const phone = newPhone();
    for (let n = 0; n < 9; n += 1) await send(phone);
    expect((await rule(phone)).rule).toBe('DEFAULT');
  });

  test('a malformed row is ignored, with a warning in the log', async () => {
    await setRule({ ask: 'always', providers: ['nobody'] });
    expect((await rule(newPhone())).rule).toBe('DEFAULT');
    expect(context.server.lines.some(line => line.includes('a captcha rule is malformed'))).toBe(true);
  });
});

describe('login/security [4.guarded-calls]', () => {
  const enter = (identity: string, password: string, ticket?: string) =>
    context.call('loginSecurely', {
      body: { identity, password, pid },
      headers: ticket === undefined ? {} : { [headers.captchaTicket]: ticket },
    });
  test('tickets of low risk do not lift the delay; a passed challenge does', async () => {
    await setRule({ ask: 'by-risk', providers: [] });
    const { phone: identity } = await context.member();
    const issued = await rule(identity, { scene: 'security' });
    expect(issued.rule).toBe('DEFAULT');
    for (let n = 0; n < 5; n += 1) {
      const plain = context.call('loginByAccount', { body: { identity, password: 'Wrong-1', pid } });
      expect(await refusalOf(plain)).toMatchObject({ refusal: 'WrongCredentials' });
    }
    expect(await refusalOf(enter(identity, PASSWORD, issued.ticket))).toMatchObject({
      refusal: 'InvalidTicket',
      detail: { data: { rule_required: true } },
    });
    const challenge = await rule(identity, { scene: 'security' });
    expect(challenge.rule).toBe('ALTCHA');
    const { ticket } = await passed(challenge);
    expect((await enter(identity, PASSWORD, ticket)).auth.account_id).toBeTypeOf('string');
    expect((await rule(identity, { scene: 'security' })).rule).toBe('DEFAULT');
  });

  test('where the rule is never, only a passed challenge lifts the delay', async () => {
    await setRule({ ask: 'never', providers: [] });
    const { phone: identity } = await context.member();
    for (let n = 0; n < 5; n += 1) {
      await refusalOf(context.call('loginByAccount', { body: { identity, password: 'Wrong-1', pid } }));
    }
    const issued = await rule(identity, { scene: 'security' });
    expect(issued.rule).toBe('ALTCHA');
    const { ticket } = await passed(issued);
    expect((await enter(identity, PASSWORD, ticket)).auth.account_id).toBeTypeOf('string');
  });

  test('50 tickets of low risk allow no more guesses than none', async () => {
    await setRule({ ask: 'by-risk', providers: [] });
    const { phone: identity } = await context.member();
    const collected = await Promise.all(
      Array.from({ length: 50 }, async () => (await rule(identity, { scene: 'security' })).ticket),
    );
    const guesses = await outcomes(collected.map(ticket => enter(identity, 'Wrong-1', ticket)));
    expect(guesses.filter(outcome => outcome === 'WrongCredentials').length).toBeLessThanOrEqual(5);
    expect(new Set(guesses)).toEqual(new Set(['WrongCredentials', 'InvalidTicket']));
  });
});

test('every call that sends a code is guarded [4.guarded-calls]', async () => {
  // With what makes each a good one, but for the ticket: see the refusals of the account calls. Here: the rows say so.
  const sending = Object.entries(calls).filter(([, call]) => 'sends' in call);
  expect(sending.length).toBeGreaterThan(9);
  for (const [, call] of sending) expect(call.refusals).toContain('InvalidTicket');
});
