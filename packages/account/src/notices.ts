/** Security messages on the account page. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { endsSession } from './effects.ts';
import { method } from './method.ts';

/**
 * Lists the security messages that the account page shows, the newest first.
 * @example const notices = await getNotices(auth, { language: 'zh-CN' });
 * @see `docs/security.md`
 */
export const getNotices: ClientMethod<typeof contract.getNotices> = method(contract.getNotices);
/**
 * Takes back the change that a security message tells of, up to 72 hours after it; ends every session.
 * @example const { complete } = await takeBackChange(auth, { id });
 * @see `docs/security.md`
 */
export const takeBackChange: ClientMethod<typeof contract.takeBackChange> = method(
  contract.takeBackChange,
  endsSession,
);
/**
 * Hides a security message from this session.
 * @example await dismissNotice(auth, { id });
 * @see `docs/security.md`
 */
export const dismissNotice: ClientMethod<typeof contract.dismissNotice> = method(contract.dismissNotice);
