/** The identifiers and bindings that the account signs in with. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

/**
 * The means to sign in: masked phone number and e-mail address, username, whether a password is set, bindings.
 * @example const { has_password, requires } = await getPrivacy(auth);
 * @see `docs/react.md`
 */
export const getPrivacy: ClientMethod<typeof contract.getPrivacy> = method(contract.getPrivacy);
/**
 * The third-party accounts that are bound.
 * @example const { wechat, qq } = await getOauths(auth);
 * @see `docs/third-party.md`
 */
export const getOauths: ClientMethod<typeof contract.getOauths> = method(contract.getOauths);
