/** For tests: for every call of the human verification, every refusal that it names, brought about. */
import type { CallName, RefusalName } from '@rollcall/contract';
import { newPhone } from '../../accounts/testing.ts';
import type { HttpAccounts, HttpArguments } from '../../accounts/testing/http.ts';
import type { Behaviour } from '../../../messages/testing/gateway.ts';
import { RULES_AT_ONCE } from '../rule-calls.ts';
import type { VendorName } from '../settings.ts';

type Cases = { [R in RefusalName]?: () => Promise<unknown> };

/** @param context read only while the tests run; @param good makes the valid request of a call. */
export const captchaCases = (
  context: () => HttpAccounts,
  good: (name: CallName) => Promise<HttpArguments>,
): { [N in CallName]?: Cases } => {
  const changed = async (name: CallName, change: object) => {
    const args = await good(name);
    return context().call(name, { ...args, body: { ...args.body, ...change } });
  };
  /** Succeeds, but for how the vendor behaves. */
  const behaving = (name: CallName, vendor: VendorName, behaviour: Behaviour) => async () => {
    const gateway = context().verificationVendors.at[vendor];
    const args = await good(name);
    gateway.behaviour = behaviour;
    try {
      return await context().call(name, args);
    } finally {
      gateway.behaviour = 'well';
    }
  };
  const rule = (name: CallName): Cases => ({
    CaptchaRuleError: () => changed(name, { scene: 'nowhere' }),
    TooManyAttempts: async () => {
      const identity = newPhone();
      for (let n = 0; n < RULES_AT_ONCE; n += 1) await changed(name, { identity });
      return changed(name, { identity });
    },
  });
  const register = (name: CallName): Cases => ({
    CaptchaRuleError: () => changed(name, { attempt: 'forged' }),
    CaptchaVendorConfig: behaving(name, 'geetest', { code: 'config' }),
    CaptchaVendorTimeout: behaving(name, 'geetest', 'cut'),
  });
  const check = (name: CallName, vendor: VendorName, failing: object): Cases => ({
    CaptchaRuleError: () => changed(name, { attempt: 'forged' }),
    CaptchaFailed: () => changed(name, failing),
    CaptchaVendorTimeout: behaving(name, vendor, 'page'),
    CaptchaVendorConfig: behaving(name, vendor, { code: 'config' }),
    CaptchaVendorError: behaving(name, vendor, { code: 'answer' }),
  });
  const geetest = (name: CallName): Cases => ({
    ...check(name, 'geetest', { geetest_validate: 'f'.repeat(32) }),
    CaptchaVendorConfig: () => changed(name, { appid: 'elsewhere' }),
  });
  const tencent = (name: CallName): Cases => ({
    ...check(name, 'tencent', { randomStr: '@other' }),
    CaptchaVendorError: () => changed(name, { tencentTicket: 'trerror_1001_190000001_1763712000' }),
  });

  return {
    getCaptchaRule: rule('getCaptchaRule'),
    getGraphRule: rule('getGraphRule'),
    registerGeetest: register('registerGeetest'),
    registerSlide: register('registerSlide'),
    checkGeetest: geetest('checkGeetest'),
    getGeetestTicket: geetest('getGeetestTicket'),
    checkTencent: tencent('checkTencent'),
    getWaterproofWallTicket: tencent('getWaterproofWallTicket'),
    checkNetease: check('checkNetease', 'netease', { validate: 'forged' }),
    checkNextdata: check('checkNextdata', 'nextdata', { rid: 'forged' }),
    checkAliyun: check('checkAliyun', 'aliyun', { token: 'forged' }),
    checkAltcha: {
      CaptchaRuleError: () => changed('checkAltcha', { attempt: 'forged' }),
      CaptchaFailed: () => changed('checkAltcha', { solution: { counter: 1, derivedKey: 'ab'.repeat(32) } }),
    },
  };
};
