/** For tests: for every call of the human verification, what it takes to succeed, made again each time. */
import { createAltcha } from '../altcha.ts';
import { deriveKeys } from '../../../platform/derive-key.ts';
import type { HttpAccounts, ValidRequests } from '../../accounts/testing/http.ts';
import { newPhone, PID } from '../../accounts/testing.ts';
import type { HumanVerificationCall } from '../human-verification.ts';
import { solve } from './solve.ts';
import { keys } from './vendors.ts';

type TestContext = Pick<HttpAccounts, 'attempt' | 'verificationVendors' | 'server'>;

export const verificationRequests = (context: TestContext): Pick<ValidRequests, HumanVerificationCall> => {
  const { pass } = context.verificationVendors;
  const rule = async () => ({
    body: {
      identity: newPhone(),
      scene: 'register',
      pid: PID,
      timestamp: Math.floor(context.server.now() / 1000),
    },
  });
  const register = async () => ({
    body: {
      appid: keys.geetest.id,
      attempt: await context.attempt({ rule: 'GEETEST', appid: keys.geetest.id }),
    },
  });
  const geetest = async () => {
    const challenge = 'c'.repeat(32);
    const appid = keys.geetest.id;
    const attempt = await context.attempt({ rule: 'GEETEST', appid, geetest: { challenge, success: 1 } });
    return { body: { ...pass.geetest(challenge), appid, attempt } };
  };
  const tencent = async () => {
    const appid = keys.tencent.appId;
    return { body: { ...pass.tencent(), appid, attempt: await context.attempt({ rule: 'TENCENT', appid }) } };
  };
  return {
    getCaptchaRule: rule,
    getGraphRule: rule,
    registerGeetest: register,
    registerSlide: register,
    checkGeetest: geetest,
    getGeetestTicket: geetest,
    checkTencent: tencent,
    getWaterproofWallTicket: tencent,
    checkNetease: async () => {
      const appid = keys.netease.captchaId;
      return {
        body: { ...pass.netease(), appid, attempt: await context.attempt({ rule: 'NETEASE', appid }) },
      };
    },
    checkNextdata: async () => {
      const appid = keys.nextdata.organization;
      return {
        body: { ...pass.nextdata(), appid, attempt: await context.attempt({ rule: 'NEXTDATA', appid }) },
      };
    },
    checkAliyun: async () => {
      const appKey = keys.aliyun.appKey;
      const attempt = await context.attempt({ rule: 'ALIYUN', appid: appKey });
      return { body: { ...pass.aliyun(), appKey, scene: keys.aliyun.scene, attempt } };
    },
    checkAltcha: async () => {
      const attempt = await context.attempt({ rule: 'ALTCHA', appid: null });
      const { secret } = context.server.app.config;
      const challenge = await createAltcha(deriveKeys(secret, 'captcha')).create(attempt, 'low');
      return { body: { challenge, solution: solve(challenge), attempt } };
    },
  };
};
