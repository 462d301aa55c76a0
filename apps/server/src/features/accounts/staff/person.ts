/** What each remedy of an operator begins and ends with. */
import type { Kysely } from 'kysely';
import { reasonToLook } from '../../../identity/minors/child-access.ts';
import { languageOf, lockAccountExclusively } from '../../../identity/person-account.ts';
import type { NoticeKind } from '../../../messages/notice-kinds.ts';
import type { NoticeDetails } from '../../../messages/notices.ts';
import { type AccountNotice, notifyAccount } from '../../../messages/security-notices.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { guardianToTell } from '../minors/guardian-to-tell.ts';

/**
 * Locks the account for an operator's change.
 * @throws the refusals NotFound, and ReasonRequired where the person is under 14 and was not opened with a reason
 */
export const lockPerson = async (
  db: Kysely<Database>,
  look: { readonly id: string; readonly operatorId: string; readonly at: number },
) => {
  const account = await lockAccountExclusively(db, look.id);
  await reasonToLook(db, look);
  return account;
};

type ChildNotice = Pick<AccountNotice, 'accountId' | 'kind' | 'details' | 'at'>;

/**
 * Tells the guardian of somebody under 14 what an operator did.
 * @param except numbers that are told already
 * @returns whether there is a guardian
 */
export const tellGuardian = async (
  db: Kysely<Database>,
  notice: ChildNotice,
  except: readonly (string | null)[] = [],
): Promise<boolean> => {
  const guardian = await guardianToTell(db, { id: notice.accountId, at: notice.at });
  if (guardian && !except.includes(guardian.phone))
    await notifyAccount(db, {
      ...notice,
      details: { ...notice.details, child: true },
      language: guardian.language,
      recipient: { channel: 'sms', to: guardian.phone },
    });
  return guardian !== undefined;
};

export interface Told {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly details?: NoticeDetails;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Tells the person what an operator did, and shows it on their account page; of somebody under 14, the guardian is told instead. */
export const tellPerson = async (
  db: Kysely<Database>,
  { id, kind, details = {}, at }: Told,
): Promise<void> => {
  const notice = { accountId: id, kind, details, at };
  if (await tellGuardian(db, notice)) return;
  await notifyAccount(db, { ...notice, language: await languageOf(db, id), onPage: true });
};
