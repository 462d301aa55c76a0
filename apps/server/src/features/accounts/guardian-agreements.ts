/** Tells guardians that a new version of the agreements waits for their consent. */
import { type Kysely, sql } from 'kysely';
import { notifyAccount } from '../../messages/security-notices.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';

/** Guardians that one run tells. */
const BATCH = 100;
const HOUR = 3_600_000;
/** Milliseconds after a publication before guardians are told: documents that are published one after the other are one message. */
const SETTLED = HOUR;
/** A guardian gets one such message a day. */
const APART = 24 * HOUR;

/**
 * Writes one message to each guardian for whose pupils something came into force since they consented, or were told last: an hour
 * after it did, and once a day at most.
 * @param at milliseconds since 1970
 * @returns how many guardians
 */
export const tellOfAgreements = async (db: Kysely<Database>, at: number): Promise<number> => {
  const now = new Date(at);
  for (let sent = 0; ; sent += 1) {
    const more = await transaction(db, async within => {
      if (sent >= BATCH) return false;
      const due = await within
        .selectFrom('guardianships as g')
        .innerJoin('accounts as a', 'a.id', 'g.account_id')
        .select(['a.id', 'g.phone', 'g.language'])
        .where('g.phone', 'is not', null)
        .where('a.guarded_at', 'is not', null)
        .where('a.sample', '=', false)
        .where('a.child_until', '>', now)
        .where(eb =>
          eb.or([
            eb('g.agreements_told_at', 'is', null),
            eb('g.agreements_told_at', '<=', new Date(at - APART)),
          ]),
        )
        .where(
          sql<boolean>`exists (
            select from agreements n
            where n.needs_signature and (n.pid is null or n.pid = a.pid)
              and n.published_at <= ${new Date(at - SETTLED)} and n.published_at > coalesce(g.agreements_told_at, a.guarded_at)
          )`,
        )
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!due || due.phone === null) return false;
      // One message, however many pupils the guardian has.
      await within
        .updateTable('guardianships')
        .set({ agreements_told_at: now })
        .where('phone', '=', due.phone)
        .execute();
      const recipient = { channel: 'sms', to: due.phone } as const;
      const { id: accountId, language } = due;
      await notifyAccount(within, { accountId, kind: 'guardian-agreements', language, at, recipient });
      return true;
    });
    if (!more) return sent;
  }
};
