/** All that is kept of the account. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

export const exportAccountData: ClientMethod<typeof contract.exportAccountData> = method(
  contract.exportAccountData,
);
