/** Sets an account's year of birth, with all that depends on it: by the person once, by the school's staff to correct it. */
import type { Kysely } from 'kysely';
import type { Language } from '../../http/language.ts';
import type { Database } from '../../platform/database/schema.ts';
import { childUntilYear, GUARDIAN_WAIT, type MinorsSettings } from './age.ts';

export interface BirthYear {
  readonly accountId: string;
  readonly year: number;
  readonly from: 'person' | 'staff';
  /** Of messages to the guardian. */
  readonly language: Language;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface BirthYearSet {
  /** Whether the person is under age. */
  readonly child: boolean;
  /** Whether the person has to wait for a guardian from now on. */
  readonly began: boolean;
  /** A guardian who consented and is not needed any more. */
  readonly guardian: { readonly phone: string; readonly language: Language } | undefined;
}

/**
 * Sets the year, within the transaction that holds the account's row. A person who turns out to be under age waits for a guardian
 * from now on; one who turns out to be of age needs none any more. The caller sends the messages.
 */
export const setBirthYear = async (
  db: Kysely<Database>,
  minors: MinorsSettings,
  { accountId, year, from, language, at }: BirthYear,
): Promise<BirthYearSet> => {
  const until = childUntilYear(year, minors.age);
  const child = until > at;
  const before = await db
    .selectFrom('accounts')
    .leftJoin('guardianships', 'guardianships.account_id', 'accounts.id')
    .select([
      'accounts.guarded_at',
      'accounts.deletion_due_at',
      'guardianships.erase_at',
      'guardianships.account_id',
      'guardianships.phone',
      'guardianships.language',
    ])
    .where('accounts.id', '=', accountId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('accounts')
    .set({
      birth_year: year,
      birth_year_from: from,
      child_until: child ? new Date(until) : null,
      // A consent counts for the guardianship that it was given in.
      ...(child && before.account_id !== null ? {} : { guarded_at: null }),
    })
    .where('id', '=', accountId)
    .execute();
  if (child && before.account_id === null) {
    await db
      .insertInto('guardianships')
      .values({
        account_id: accountId,
        phone: null,
        created_at: new Date(at),
        due_at: minors.mode === 'off' ? null : new Date(at + GUARDIAN_WAIT),
        language,
      })
      .execute();
  }
  const ended = !child && before.account_id !== null;
  if (ended) {
    await db.deleteFrom('guardianships').where('account_id', '=', accountId).execute();
    const { erase_at: erase, deletion_due_at: due } = before;
    // The guardian was none, and can't delete the account; an earlier request of the person's own stays.
    if (erase && due && due >= erase)
      await db.updateTable('accounts').set({ deletion_due_at: null }).where('id', '=', accountId).execute();
  }
  return {
    child,
    began: child && before.account_id === null,
    guardian:
      ended && before.guarded_at !== null && before.phone !== null
        ? { phone: before.phone, language: before.language ?? language }
        : undefined,
  };
};
