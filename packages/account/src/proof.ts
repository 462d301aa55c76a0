/**
 * Proving again who signed in. A change of how a person signs in that is refused with `server_code` RC_281 succeeds after
 * one of these.
 */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';
import { withWechatAppid } from './wechat-appid.ts';

/**
 * Lists the ways in which the caller can prove who they are; without any, the person signs in again.
 * @example const { ways } = await getProofWays(auth);
 * @see `docs/react.md`
 */
export const getProofWays: ClientMethod<typeof contract.getProofWays> = method(contract.getProofWays);
/**
 * Proves who the caller is by the password. Ten wrong ones in a row end the session.
 * @example const { proved_until } = await proveByPassword(auth, { password });
 * @see `docs/react.md`
 */
export const proveByPassword: ClientMethod<typeof contract.proveByPassword> = method(
  contract.proveByPassword,
);
/**
 * Sends a code to the caller's own number or address, to prove who the caller is; `voice` calls the number.
 * @example const { retry_after } = await sendProofCaptcha(auth, { way: 'phone' });
 * @see `docs/react.md`
 */
export const sendProofCaptcha: ClientMethod<typeof contract.sendProofCaptcha> = method(
  contract.sendProofCaptcha,
);
/**
 * Proves who the caller is by the code to the caller's own number or address.
 * @example const { proved_until } = await proveByCode(auth, { way: 'phone', captcha: '123456' });
 * @see `docs/react.md`
 */
export const proveByCode: ClientMethod<typeof contract.proveByCode> = method(contract.proveByCode);
/**
 * Proves who the caller is by an authorisation code of the caller's WeChat, where nothing else is bound.
 * @example const { proved_until } = await proveByWechat(auth, { code });
 * @see `docs/third-party.md`
 */
export const proveByWechat: ClientMethod<typeof contract.proveByWechat> = withWechatAppid(
  method(contract.proveByWechat),
);
/**
 * Proves who the caller is by an authorisation code of the caller's QQ, where nothing else is bound.
 * @example const { proved_until } = await proveByQq(auth, { code, redirect_uri });
 * @see `docs/third-party.md`
 */
export const proveByQq: ClientMethod<typeof contract.proveByQq> = method(contract.proveByQq);
