/** Each vendor against a server that works its signatures out again. */
import { createHash, createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LIMIT } from '../../../../../tools/testing/limits.ts';
import { readConfig } from '../../app/config.ts';
import { heldClock } from '../../app/testing.ts';
import { createAliyun } from './aliyun.ts';
import { createGeetest, type Geetest } from './geetest.ts';
import { createNetease } from './netease.ts';
import { createNextdata } from './nextdata.ts';
import type { HumanVerificationSettings, VendorName } from './settings.ts';
import { createTencent } from './tencent.ts';
import { type TestVerificationVendors, keys, startVerificationVendors } from './testing/vendors.ts';
import { VendorError } from '../../platform/vendor-http.ts';
import { BREAK_AFTER, BREAK_FOR, createBreaker } from './vendor.ts';

let vendors: TestVerificationVendors;
let settings: HumanVerificationSettings;
const passer = { ip: '192.0.2.7', name: 'somebody' };

const settingsWith = (env: Record<string, string> = {}): HumanVerificationSettings =>
  readConfig({ ROLLCALL_SECRET: 'tests-do-not-keep-this-0123456789-abcdef', ...vendors.env, ...env })
    .humanVerification;

beforeAll(async () => {
  vendors = await startVerificationVendors();
  settings = settingsWith();
});
afterAll(() => vendors?.close());
afterEach(() => {
  for (const gateway of Object.values(vendors.at)) gateway.behaviour = 'well';
  vendors.health = 'success';
});

const vendorErrorOf = (call: Promise<unknown>): Promise<VendorError> =>
  call.then(
    () => {
      throw new Error('The vendor judged.');
    },
    (error: unknown) => {
      if (error instanceof VendorError) return error;
      throw error;
    },
  );
const given = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('It is not configured.');
  return value;
};

/** A check of something that passes, each time again. */
const passing: Record<
  Exclude<VendorName, 'geetest'>,
  (from: HumanVerificationSettings, ms?: number) => () => Promise<boolean>
> = {
  tencent: (from, ms = LIMIT) => {
    const vendor = createTencent(given(from.tencent), ms);
    return () => vendor.check(vendors.pass.tencent(), passer);
  },
  netease: (from, ms = LIMIT) => {
    const vendor = createNetease(given(from.netease), ms);
    return () => vendor.check(vendors.pass.netease().validate, passer);
  },
  nextdata: (from, ms = LIMIT) => {
    const vendor = createNextdata(given(from.nextdata), ms);
    return () => vendor.check(vendors.pass.nextdata().rid, passer);
  },
  aliyun: (from, ms = LIMIT) => {
    const vendor = createAliyun(given(from.aliyun), ms);
    return () => vendor.check(vendors.pass.aliyun(), passer);
  },
};
const names = Object.keys(passing) as (keyof typeof passing)[];
const wrongKeys: Record<keyof typeof passing, Record<string, string>> = {
  tencent: { ROLLCALL_TENCENT_CAPTCHA_SECRET_KEY: 'other' },
  netease: { ROLLCALL_NETEASE_CAPTCHA_SECRET_KEY: 'other' },
  nextdata: { ROLLCALL_NEXTDATA_ACCESS_KEY: 'other' },
  aliyun: { ROLLCALL_ALIYUN_CAPTCHA_ACCESS_KEY_SECRET: 'other' },
};

describe.each(names)('%s', name => {
  test('accepts a passed challenge', async () => {
    expect(await passing[name](settings)()).toBe(true);
  });
  test('maps its error codes', async () => {
    const check = passing[name](settings);
    for (const [failure, kind] of [
      ['down', 'unavailable'],
      ['config', 'misconfigured'],
      ['answer', 'refused'],
    ] as const) {
      // Tencent's codes are numbers; 3 is none of those that mean a failure or a wrong key.
      const code = name === 'tencent' && failure === 'answer' ? '3' : failure;
      vendors.at[name].behaviour = { code };
      expect(await vendorErrorOf(check())).toMatchObject({ kind });
    }
  });
  test.each(['cut', 'page'] as const)('is down where it answers nothing of the kind: %s', async behaviour => {
    vendors.at[name].behaviour = behaviour;
    expect(await vendorErrorOf(passing[name](settings)())).toMatchObject({ kind: 'unavailable' });
  });
  test('is given up after the time-out', async () => {
    vendors.at[name].behaviour = 'hang';
    const check = passing[name](settings, 60);
    expect(await vendorErrorOf(check())).toMatchObject({ kind: 'unavailable', reason: 'timeout' });
    // The others share a pool of connections that stay open for the next call.
    if (name === 'tencent' || name === 'aliyun') await expect.poll(() => vendors.at[name].open()).toBe(0);
  });
  test('a wrong key is reported without showing it', async () => {
    const fault = await vendorErrorOf(passing[name](settingsWith(wrongKeys[name]))());
    expect(fault.kind).toBe('misconfigured');
    expect(JSON.stringify(fault) + fault.message).not.toMatch(/192\.0\.2|other|-key/);
  });
});

describe('a challenge that was not passed', () => {
  test('tencent', async () => {
    const vendor = createTencent(given(settings.tencent), LIMIT);
    const answer = vendors.pass.tencent();
    expect(await vendor.check({ ...answer, randomStr: '@x' }, passer)).toBe(false);
    expect(await vendor.check(answer, passer)).toBe(true);
    expect(await vendor.check(answer, passer)).toBe(false);
  });
  test('a disaster ticket is refused without a request to the vendor', async () => {
    const vendor = createTencent(given(settings.tencent), LIMIT);
    const before = vendors.at.tencent.requests.length;
    for (const tencentTicket of ['trerror_1001_1', 'TRERROR_1001_1', 'trerror_']) {
      const fault = await vendorErrorOf(vendor.check({ tencentTicket, randomStr: '@rnd' }, passer));
      expect(fault.kind).toBe('refused');
    }
    expect(vendors.at.tencent.requests.length).toBe(before);
  });
  test('netease, nextdata, aliyun', async () => {
    expect(await createNetease(given(settings.netease), LIMIT).check('x', passer)).toBe(false);
    expect(await createNextdata(given(settings.nextdata), LIMIT).check('x', passer)).toBe(false);
    const answer = { ...vendors.pass.aliyun(), token: 'x' };
    expect(await createAliyun(given(settings.aliyun), LIMIT).check(answer, passer)).toBe(false);
  });
});

describe('geetest', () => {
  const opened: Geetest[] = [];
  const open = (env: Record<string, string> = {}, ms = LIMIT): Geetest => {
    const geetest = createGeetest(given(settingsWith(env).geetest), ms);
    opened.push(geetest);
    return geetest;
  };
  afterEach(() => {
    for (const geetest of opened.splice(0)) geetest.close();
  });

  test('a passed challenge is accepted once, and for itself only', async () => {
    const geetest = open();
    const kept = await geetest.register(passer);
    expect(kept).toMatchObject({ success: 1, challenge: expect.stringMatching(/^[\da-f]{32}$/) });
    const pass = vendors.pass.geetest(kept.challenge);
    expect(await geetest.check({ kept: await geetest.register(passer), given: pass }, passer)).toBe(false);
    expect(await geetest.check({ kept, given: pass }, passer)).toBe(true);
    expect(await geetest.check({ kept, given: pass }, passer)).toBe(false);
  });

  test('a result that was not signed with the key causes no request', async () => {
    const geetest = open();
    const kept = await geetest.register(passer);
    const pass = { ...vendors.pass.geetest(kept.challenge), geetest_validate: 'f'.repeat(32) };
    const before = vendors.at.geetest.requests.length;
    expect(await geetest.check({ kept, given: pass }, passer)).toBe(false);
    expect(vendors.at.geetest.requests.length).toBe(before);
  });

  test.each([
    [
      'sha256',
      (challenge: string) =>
        createHash('sha256')
          .update(challenge + keys.geetest.key)
          .digest('hex'),
    ],
    [
      'hmac-sha256',
      (challenge: string) => createHmac('sha256', keys.geetest.key).update(challenge).digest('hex'),
    ],
  ] as const)('%s signs the challenge, and a pass passes', async (digest, sign) => {
    const geetest = open({ ROLLCALL_GEETEST_DIGEST: digest });
    const kept = await geetest.register(passer);
    expect(kept.challenge).toBe(sign(vendors.issued.at(-1) ?? ''));
    expect(await geetest.check({ kept, given: vendors.pass.geetest(kept.challenge) }, passer)).toBe(true);
  });

  test('while its status is down no result passes, not even one of its offline mode [4.offline-mode]', async () => {
    const geetest = open();
    vendors.health = 'fail';
    await geetest.look();
    expect(geetest.healthy()).toBe(false);
    const kept = await geetest.register(passer);
    expect(kept).toMatchObject({ success: 0, challenge: expect.stringMatching(/^[\da-f]{32}$/) });
    const offline = createHash('md5').update(kept.challenge).digest('hex');
    const forged = {
      geetest_challenge: kept.challenge,
      geetest_validate: offline,
      geetest_seccode: `${offline}|jordan`,
    };
    expect(await vendorErrorOf(geetest.check({ kept, given: forged }, passer))).toMatchObject({
      kind: 'unavailable',
    });
    vendors.health = 'success';
    await geetest.look();
    expect(geetest.healthy()).toBe(true);
  });

  test.each(['cut', 'page', 'hang'] as const)(
    'is unwell where its health is not told: %s',
    async behaviour => {
      const geetest = open({}, 60);
      vendors.at.geetest.behaviour = behaviour;
      await geetest.look();
      expect(geetest.healthy()).toBe(false);
      expect(await vendorErrorOf(createGeetest(given(settings.geetest), 60).register(passer))).toMatchObject({
        kind: 'unavailable',
      });
    },
  );
});

test('the circuit breaker opens after failures in a row, and allows one try at a time after its pause [4.next-vendor]', () => {
  const now = heldClock();
  const breaker = createBreaker(now);
  for (let n = 1; n < BREAK_AFTER; n += 1) breaker.failed();
  expect(breaker.allows()).toBe(true);
  breaker.worked();
  for (let n = 1; n < BREAK_AFTER; n += 1) breaker.failed();
  expect(breaker.allows()).toBe(true);
  breaker.failed();
  expect(breaker.allows()).toBe(false);
  now.move(BREAK_FOR);
  expect([breaker.allows(), breaker.allows()]).toEqual([true, false]);
  now.move(BREAK_FOR);
  expect(breaker.allows()).toBe(true);
  breaker.worked();
  expect([breaker.allows(), breaker.allows()]).toEqual([true, true]);
});
