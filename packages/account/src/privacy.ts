/** The identifiers and bindings that the account signs in with. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

export const getPrivacy: ClientMethod<typeof contract.getPrivacy> = method(contract.getPrivacy);
export const getOauths: ClientMethod<typeof contract.getOauths> = method(contract.getOauths);
