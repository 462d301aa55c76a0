/** Codes to any phone number: the universal code, and codes by voice call. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { maySignIn } from './effects.ts';
import { method } from './method.ts';

/**
 * Sends a code to any number.
 * @example const { retry_after } = await sendCommonCaptcha(auth, { phone_number });
 * @see `docs/tokens.md`
 */
export const sendCommonCaptcha: ClientMethod<typeof contract.sendCommonCaptcha> = method(
  contract.sendCommonCaptcha,
);
/**
 * Exchanges the code for a ticket that proves the number (10 minutes, once).
 * @example const { ticket } = await checkCommonCaptcha(auth, { phone_number, captcha: '123456' });
 * @see `docs/tokens.md`
 */
export const checkCommonCaptcha: ClientMethod<typeof contract.checkCommonCaptcha> = method(
  contract.checkCommonCaptcha,
);

type SendVoiceCaptcha = ClientMethod<typeof contract.sendVoiceCaptcha>;
const sendToVisitor: SendVoiceCaptcha = method({ ...contract.sendVoiceCaptcha, token: 'none' }, maySignIn);
const sendToCaller: SendVoiceCaptcha = method({ ...contract.sendVoiceCaptcha, token: 'required' }, maySignIn);
/**
 * Sends the access token for the types BIND, CHANGE and UPDATE alone, as the calls for a text message do.
 * @example await sendVoiceCaptcha(auth, { phone_number, type: 'LOGIN' });
 * @see `docs/react.md`
 */
export const sendVoiceCaptcha: SendVoiceCaptcha = (auth, fields, options) =>
  (/^(?:bind|change|update)$/i.test(fields.type) ? sendToCaller : sendToVisitor)(auth, fields, options);
