/** Sign-in with WeChat and QQ. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsIn } from './effects.ts';
import { method } from './method.ts';
import { withWechatAppid } from './wechat-appid.ts';

/**
 * The third parties that are configured for sign-in.
 * @example const parties = await getThirdParties(auth);
 * @see `docs/third-party.md`
 */
export const getThirdParties: ClientMethod<typeof contract.getThirdParties> = method(
  contract.getThirdParties,
);
/**
 * Signs in by a WeChat authorisation code; an unbound identity is refused with PhoneRequired.
 * @example await loginByWechat(auth, { code });
 * @see `docs/third-party.md`
 */
export const loginByWechat: ClientMethod<typeof contract.loginByWechat> = withWechatAppid(
  method(contract.loginByWechat, signsIn),
);
/**
 * Signs in by a QQ authorisation code; an unbound identity is refused with PhoneRequired.
 * @example await loginByQq(auth, { code, redirect_uri });
 * @see `docs/third-party.md`
 */
export const loginByQq: ClientMethod<typeof contract.loginByQq> = method(contract.loginByQq, signsIn);
/**
 * Sends a code to the phone number that will finish a third-party sign-in.
 * @example const { retry_after } = await sendOauthCaptcha(auth, { phone_number, oauth_ticket });
 * @see `docs/third-party.md`
 */
export const sendOauthCaptcha: ClientMethod<typeof contract.sendOauthCaptcha> = method(
  contract.sendOauthCaptcha,
);
/**
 * Finishes a third-party sign-in, with the account of a number or, without a code, a new one.
 * @example await registerByThirdParty(auth, { oauth_ticket, captcha: '123456' });
 * @see `docs/third-party.md`
 */
export const registerByThirdParty: ClientMethod<typeof contract.registerByThirdParty> = method(
  contract.registerByThirdParty,
  signsIn,
);
/**
 * Exchanges an authorisation code for a ticket that binds its identity to the caller.
 * @example const { bind_ticket } = await prepareThirdPartyBinding(auth, { provider: 'wechat', code });
 * @see `docs/third-party.md`
 */
export const prepareThirdPartyBinding: ClientMethod<typeof contract.prepareThirdPartyBinding> =
  withWechatAppid(method(contract.prepareThirdPartyBinding));
/**
 * Binds the identity of a ticket to the caller.
 * @example await bindThirdParty(auth, { bind_ticket });
 * @see `docs/third-party.md`
 */
export const bindThirdParty: ClientMethod<typeof contract.bindThirdParty> = method(contract.bindThirdParty);
/**
 * Binds the WeChat identity of an authorisation code to the caller.
 * @example await bindWechat(auth, { code });
 * @see `docs/third-party.md`
 */
export const bindWechat: ClientMethod<typeof contract.bindWechat> = withWechatAppid(
  method(contract.bindWechat),
);
/**
 * Unbinds WeChat, unless it is the last means to sign in.
 * @example await unbindWechat(auth);
 * @see `docs/third-party.md`
 */
export const unbindWechat: ClientMethod<typeof contract.unbindWechat> = method(contract.unbindWechat);
/**
 * Binds the QQ identity of an authorisation code to the caller.
 * @example await bindQq(auth, { code, redirect_uri });
 * @see `docs/third-party.md`
 */
export const bindQq: ClientMethod<typeof contract.bindQq> = method(contract.bindQq);
/**
 * Unbinds QQ, unless it is the last means to sign in.
 * @example await unbindQq(auth);
 * @see `docs/third-party.md`
 */
export const unbindQq: ClientMethod<typeof contract.unbindQq> = method(contract.unbindQq);
