/** Sign-in with WeChat and QQ. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsIn } from './effects.ts';
import { method } from './method.ts';

export const getThirdParties: ClientMethod<typeof contract.getThirdParties> = /* @__PURE__ */ method(
  contract.getThirdParties,
);
export const loginByWechat: ClientMethod<typeof contract.loginByWechat> = /* @__PURE__ */ method(
  contract.loginByWechat,
  signsIn,
);
export const loginByQq: ClientMethod<typeof contract.loginByQq> = /* @__PURE__ */ method(
  contract.loginByQq,
  signsIn,
);
export const sendOauthCaptcha: ClientMethod<typeof contract.sendOauthCaptcha> = /* @__PURE__ */ method(
  contract.sendOauthCaptcha,
);
export const registerByThirdParty: ClientMethod<typeof contract.registerByThirdParty> =
  /* @__PURE__ */ method(contract.registerByThirdParty, signsIn);
export const bindWechat: ClientMethod<typeof contract.bindWechat> = /* @__PURE__ */ method(
  contract.bindWechat,
);
export const unbindWechat: ClientMethod<typeof contract.unbindWechat> = /* @__PURE__ */ method(
  contract.unbindWechat,
);
export const bindQq: ClientMethod<typeof contract.bindQq> = /* @__PURE__ */ method(contract.bindQq);
export const unbindQq: ClientMethod<typeof contract.unbindQq> = /* @__PURE__ */ method(contract.unbindQq);
