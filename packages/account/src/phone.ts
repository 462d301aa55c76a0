/** Binding and changing the phone number. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

/**
 * Sends a code to the number that an account without a number will bind.
 * @example const { retry_after } = await sendBindPhoneCaptcha(auth, { phone_number });
 * @see `docs/react.md`
 */
export const sendBindPhoneCaptcha: ClientMethod<typeof contract.sendBindPhoneCaptcha> = method(
  contract.sendBindPhoneCaptcha,
);
/**
 * Binds a phone number to an account that has none.
 * @example await bindPhone(auth, { phone_number, captcha: '123456' });
 * @see `docs/react.md`
 */
export const bindPhone: ClientMethod<typeof contract.bindPhone> = method(contract.bindPhone);
/**
 * Whether the number is bound, and whether to the caller.
 * @example const { bound, own } = await checkPhone(auth, { phone_number });
 * @see `docs/react.md`
 */
export const checkPhone: ClientMethod<typeof contract.checkPhone> = method(contract.checkPhone);
/**
 * Sends a code to the new number. The old number must be the account's.
 * @example await sendChangePhoneCaptcha(auth, { phone_number, old_phone_number });
 * @see `docs/react.md`
 */
export const sendChangePhoneCaptcha: ClientMethod<typeof contract.sendChangePhoneCaptcha> = method(
  contract.sendChangePhoneCaptcha,
);
/**
 * Replaces the account's phone number by the new one.
 * @example await changePhone(auth, { phone_number, captcha: '123456' });
 * @see `docs/react.md`
 */
export const changePhone: ClientMethod<typeof contract.changePhone> = method(contract.changePhone);
/**
 * Cancels the number that the school will add to the account, as `getPrivacy` shows it.
 * @example await cancelNewNumber(auth);
 * @see `docs/helping.md`
 */
export const cancelNewNumber: ClientMethod<typeof contract.cancelNewNumber> = method(
  contract.cancelNewNumber,
);
