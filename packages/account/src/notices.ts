/** Security messages on the account page. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsOut } from './effects.ts';
import { method } from './method.ts';

export const getNotices: ClientMethod<typeof contract.getNotices> = method(contract.getNotices);
export const takeBackChange: ClientMethod<typeof contract.takeBackChange> = method(
  contract.takeBackChange,
  signsOut,
);
export const dismissNotice: ClientMethod<typeof contract.dismissNotice> = method(contract.dismissNotice);
