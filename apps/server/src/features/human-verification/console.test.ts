import { calls } from '@rollcall/contract';
import { verificationScenes } from '@rollcall/contract/console';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPhone, refusalOf } from '../accounts/testing.ts';
import { RULES_LIFE } from './rules.ts';
import { BREAK_AFTER, BREAK_FOR } from './vendor.ts';
import { type TestVerificationVendors, startVerificationVendors } from './testing/vendors.ts';
import { type TestConsole, testConsole } from '../console/testing/console.ts';

let vendors: TestVerificationVendors;
let context: TestConsole;
beforeAll(async () => {
  vendors = await startVerificationVendors();
  context = await testConsole(vendors.env);
});
afterAll(async () => {
  await context?.stop();
  await vendors?.close();
});

const rules = () => context.call('listVerificationRules', { cookie: context.cookies.viewer });
const ruleOf = async (scene: string) => (await rules()).rules.find(rule => rule.scene === scene);
const set = (body: object) =>
  context.call('setVerificationRule', {
    cookie: context.cookies.admin,
    body: { scene: 'login', ask: 'by-risk', providers: null, limits: {}, ...body } as never,
  });
const reset = (scene: 'login' | '*') =>
  context.call('resetVerificationRule', { cookie: context.cookies.admin, body: { scene } });
const send = async () => {
  const { path } = calls.sendSilentLoginCaptcha;
  return (await context.server.ask('POST', path, { phone_number: newPhone(), pid: 'school' })).json;
};

describe('the rules', () => {
  it('are shown for every scene, with what counts in the end', async () => {
    const { rules: all } = await rules();
    expect(all.map(rule => rule.scene)).toEqual([...verificationScenes]);
    expect(await ruleOf('login')).toEqual({
      scene: 'login',
      own: false,
      ask: 'by-risk',
      providers: null,
      limits: {},
      in_force: {
        requests: { identity: 8, device: 20, address: 200, prefix: null },
        failures: { identity: 3, device: 5, address: 60 },
      },
      changed_at: null,
    });
  });

  it('are set while the server runs, and take effect within ten seconds', async () => {
    await set({ scene: 'silence', ask: 'always' });
    context.server.now.move(RULES_LIFE);
    expect(await send()).toMatchObject({ code: 'GCAP_1', data: { rule_required: true } });
    await context.call('resetVerificationRule', {
      cookie: context.cookies.admin,
      body: { scene: 'silence' },
    });
    context.server.now.move(RULES_LIFE);
    expect(await send()).toHaveProperty('data.expires_in');
  });

  it('of a scene override the general ones, and a limit overrides the built-in one', async () => {
    await set({ scene: '*', ask: 'always', limits: { failures: { identity: 9 } } });
    expect(await ruleOf('login')).toMatchObject({
      own: false,
      ask: 'always',
      in_force: { failures: { identity: 9 } },
    });
    await set({ scene: 'login', ask: 'never', limits: { requests: { device: 7 } } });
    expect(await ruleOf('login')).toMatchObject({
      own: true,
      ask: 'never',
      limits: { requests: { device: 7 } },
      in_force: { requests: { device: 7, identity: 8 }, failures: { identity: 3 } },
    });
    // The sign-in after failures always asks at last.
    expect(await ruleOf('security')).toMatchObject({
      ask: 'always',
      in_force: { failures: { identity: 5 } },
    });
    await reset('login');
    await reset('*');
    expect((await refusalOf(reset('*'))).refusal).toBe('NotFound');
  });

  it.each([
    ['scene', { scene: 'nowhere' }],
    ['ask', { ask: 'sometimes' }],
    ['providers', { providers: ['recaptcha'] }],
    ['providers', { providers: ['geetest', 'geetest'] }],
    ['limits', { limits: { requests: { identity: 0 } } }],
    ['limits', { limits: { failures: { device: 1.5 } } }],
  ])('refuse a wrong %s, and stay as they are', async (field, wrong) => {
    const before = await rules();
    expect((await refusalOf(set(wrong))).detail.data).toEqual({ field });
    expect(await rules()).toEqual(before);
  });

  it('are written to the audit log', async () => {
    await set({ ask: 'always' });
    await reset('login');
    const { items } = await context.call('listAudit', {
      cookie: context.cookies.admin,
      query: { subject: 'login', limit: 2 },
    });
    expect(items).toMatchObject([
      { act: 'human-verification.reset-rule', before: { ask: 'always' }, after: { own: false } },
      { act: 'human-verification.set-rule', after: { ask: 'always' } },
    ]);
  });
});

describe("the vendors' health", () => {
  const health = async (name: string) =>
    (await context.call('getVerificationHealth', { cookie: context.cookies.viewer })).find(
      one => one.name === name,
    );

  it('lists which vendors work and which are skipped, and reading it changes nothing', async () => {
    // Nobody knows of a vendor that was never asked whether it works.
    expect(await health('netease')).toMatchObject({ state: 'unused', failures: 0, last_worked_at: null });
    const { createVendors } = await import('./vendors.ts');
    const { VendorError } = await import('../../platform/vendor-http.ts');
    const { now } = context.server;
    const own = createVendors(context.server.app.config.humanVerification, {
      now,
      log: context.server.app.log,
    });
    const fail = () =>
      own
        .ask('netease', () => Promise.reject(new VendorError('unavailable', 'timeout')))
        .catch(() => undefined);
    for (let n = 0; n < BREAK_AFTER; n += 1) await fail();
    const found = () => own.health().find(one => one.name === 'netease');
    expect(found()).toMatchObject({
      state: 'passed-over',
      failures: BREAK_AFTER,
      until: now() + BREAK_FOR,
      last_failed_at: now(),
      last_failure: 'timeout',
    });
    now.move(BREAK_FOR);
    expect(found()).toMatchObject({ state: 'well', until: null });
    expect(found()).toMatchObject({ state: 'well' });
    // The next person may try it; after that one it is passed over again until it worked.
    expect(own.serves('netease')).toBe(true);
    expect(own.serves('netease')).toBe(false);
    await own.ask('netease', async () => true);
    expect(found()).toMatchObject({ state: 'well', failures: 0, last_worked_at: now() });
    own.close();
  });
});

describe('the outcomes of challenges', () => {
  const counts = async (query: { from?: number; to?: number } = {}) => {
    await context.server.signInStatistics.flush();
    // The hour ends idle sessions.
    return context.call('getVerificationCounts', { cookie: await context.operator('viewer'), query });
  };

  it('are counted by provider and hour', async () => {
    const { signInStatistics, now } = context.server;
    const hour = Math.floor(now() / 3_600_000) * 3_600_000;
    signInStatistics.challenge('NETEASE', 'passed');
    signInStatistics.challenge('NETEASE', 'failed');
    signInStatistics.challenge('NETEASE', 'CaptchaVendorTimeout');
    await signInStatistics.flush();
    now.move(3_600_000);
    signInStatistics.challenge('NETEASE', 'passed');
    signInStatistics.challenge('ALTCHA', 'fault');
    expect((await counts()).rows).toEqual([
      { hour, provider: 'NETEASE', passed: 1, failed: 1, unjudged: 1 },
      { hour: hour + 3_600_000, provider: 'ALTCHA', passed: 0, failed: 0, unjudged: 1 },
      { hour: hour + 3_600_000, provider: 'NETEASE', passed: 1, failed: 0, unjudged: 0 },
    ]);
    expect((await counts({ to: hour })).rows).toEqual([]);
  });
});
