/** What each remedy of an operator begins and ends with. */
import type { Kysely } from 'kysely';
import { reasonToLook } from '../../../identity/child-access.ts';
import { languageOf, lockAccount } from '../../../identity/person-account.ts';
import type { NoticeKind } from '../../../messages/notice-kinds.ts';
import type { NoticeDetails } from '../../../messages/notices.ts';
import { type AccountNotice, notifyAccount } from '../../../messages/security-notices.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { isGuardians } from '../guardianships.ts';

/**
 * Locks the account for an operator's change.
 * @throws the refusals NotFound, and ReasonRequired where the person is under 14 and was not opened with a reason
 */
export const lockPerson = async (
  db: Kysely<Database>,
  look: { readonly id: string; readonly operatorId: string; readonly at: number },
) => {
  const account = await lockAccount(db, look.id);
  await reasonToLook(db, look);
  return account;
};

/**
 * The number of the guardian of somebody under 14, and the language of messages to it. One that withdrew the consent is told too; one
 * that the pupil only named may be a stranger's.
 * @returns undefined where there is none
 */
export const guardianToTell = async (
  db: Kysely<Database>,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<{ readonly phone: string; readonly language: 'zh-CN' | 'en' } | undefined> => {
  const row = await db
    .selectFrom('guardianships as g')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .select(['g.phone', 'g.language'])
    .where('g.account_id', '=', id)
    .where('a.child_until', '>', new Date(at))
    .where(isGuardians)
    .executeTakeFirst();
  return row && row.phone !== null ? { phone: row.phone, language: row.language } : undefined;
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
