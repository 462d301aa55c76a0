/** afs 2018-01-12, AuthenticateSig. */
import { AWSC_PASS_MS, awscAccount, awscPass } from '../captcha/awsc.ts';
import type { Simulation } from '../simulation.ts';
import { AliyunRefusal } from './errors.ts';
import { needed } from './fields.ts';

/** @returns the answer's Code and Msg: 100 for a valid pass, which is redeemed by it. @throws AliyunRefusal */
export const authenticateSig = ({ config, captcha }: Simulation, params: URLSearchParams): object => {
  const challenges = captcha.aliyun;
  const pass = awscPass(needed(params, 'SessionId'), needed(params, 'Sig'));
  const token = needed(params, 'Token');
  const [appKey, scene] = [needed(params, 'AppKey'), needed(params, 'Scene')];
  needed(params, 'RemoteIp');
  if (!config.awscAppKeys.includes(appKey) || !config.awscScenes.includes(scene))
    throw new AliyunRefusal('400');
  const challenge = challenges.passed(pass);
  if (!challenge?.pass || challenge.account !== awscAccount(appKey, scene, token))
    throw new AliyunRefusal('900');
  if (challenges.redeem(challenge, challenge.pass.at, AWSC_PASS_MS) !== 'good')
    throw new AliyunRefusal('900');
  return { Code: 100, Msg: 'success' };
};
