/** Sign-in with WeChat and QQ. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsIn } from './effects.ts';
import { method } from './method.ts';

export const getThirdParties: ClientMethod<typeof contract.getThirdParties> = method(
  contract.getThirdParties,
);
export const loginByWechat: ClientMethod<typeof contract.loginByWechat> = method(
  contract.loginByWechat,
  signsIn,
);
export const loginByQq: ClientMethod<typeof contract.loginByQq> = method(contract.loginByQq, signsIn);
export const sendOauthCaptcha: ClientMethod<typeof contract.sendOauthCaptcha> = method(
  contract.sendOauthCaptcha,
);
export const registerByThirdParty: ClientMethod<typeof contract.registerByThirdParty> = method(
  contract.registerByThirdParty,
  signsIn,
);
export const prepareThirdPartyBinding: ClientMethod<typeof contract.prepareThirdPartyBinding> = method(
  contract.prepareThirdPartyBinding,
);
export const bindThirdParty: ClientMethod<typeof contract.bindThirdParty> = method(contract.bindThirdParty);
export const bindWechat: ClientMethod<typeof contract.bindWechat> = method(contract.bindWechat);
export const unbindWechat: ClientMethod<typeof contract.unbindWechat> = method(contract.unbindWechat);
export const bindQq: ClientMethod<typeof contract.bindQq> = method(contract.bindQq);
export const unbindQq: ClientMethod<typeof contract.unbindQq> = method(contract.unbindQq);
