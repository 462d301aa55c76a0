/** For tests: for every call of the human verification, what it takes to succeed, made anew each time. */
import { createAltcha } from '../altcha.ts';
import { deriveKey } from '../../../platform/derive-key.ts';
import type { ValidRequests } from '../../accounts/testing/valid-requests.ts';
import type { HttpAccounts } from '../../accounts/testing/http.ts';
import { newPhone, PID } from '../../accounts/testing.ts';
import type { HumanVerificationCall } from '../human-verification.ts';
import { solve } from './solve.ts';
import { keys } from './vendors.ts';

type Room = Pick<HttpAccounts, 'attempt' | 'verificationVendors' | 'server'>;

export const verificationRequests = (room: Room): Pick<ValidRequests, HumanVerificationCall> => {
  const { pass } = room.verificationVendors;
  const rule = async () => ({
    body: {
      identity: newPhone(),
      scene: 'register',
      pid: PID,
      timestamp: Math.floor(room.server.now() / 1000),
    },
  });
  const register = async () => ({
    body: {
      appid: keys.geetest.id,
      attempt: await room.attempt({ rule: 'GEETEST', appid: keys.geetest.id }),
    },
  });
  const geetest = async () => {
    const challenge = 'c'.repeat(32);
    const appid = keys.geetest.id;
    const attempt = await room.attempt({ rule: 'GEETEST', appid, geetest: { challenge, success: 1 } });
    return { body: { ...pass.geetest(challenge), appid, attempt } };
  };
  const tencent = async () => {
    const appid = keys.tencent.appId;
    return { body: { ...pass.tencent(), appid, attempt: await room.attempt({ rule: 'TENCENT', appid }) } };
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
      return { body: { ...pass.netease(), appid, attempt: await room.attempt({ rule: 'NETEASE', appid }) } };
    },
    checkNextdata: async () => {
      const appid = keys.nextdata.organization;
      return {
        body: { ...pass.nextdata(), appid, attempt: await room.attempt({ rule: 'NEXTDATA', appid }) },
      };
    },
    checkAliyun: async () => {
      const appKey = keys.aliyun.appKey;
      const attempt = await room.attempt({ rule: 'ALIYUN', appid: appKey });
      return { body: { ...pass.aliyun(), appKey, scene: keys.aliyun.scene, attempt } };
    },
    checkAltcha: async () => {
      const attempt = await room.attempt({ rule: 'ALTCHA', appid: null });
      const { secret } = room.server.app.config;
      const challenge = await createAltcha(deriveKey(secret, 'captcha')).create(attempt, 'low');
      return { body: { challenge, solution: solve(challenge), attempt } };
    },
  };
};
