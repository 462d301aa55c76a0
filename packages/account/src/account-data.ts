/** All that is kept of the account. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

/**
 * All that is kept of the caller's account, but for secrets, digests and what was reported of its use, which
 * `exportUsageData` gives. It needs a fresh proof, and is given ten times in 24 hours.
 *
 * @example const { account, changes } = await exportAccountData(auth, { language: 'zh-CN' });
 * @see `docs/data.md`
 */
export const exportAccountData: ClientMethod<typeof contract.exportAccountData> = method(
  contract.exportAccountData,
);
