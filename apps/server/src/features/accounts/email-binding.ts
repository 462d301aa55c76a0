/** Binds an e-mail address to an account: for the call with the code, and for the link of the message. */
import type { Kysely } from 'kysely';
import type { Caller } from '../../http/handler.ts';
import type { Language } from '../../http/language.ts';
import { identifiersOf } from '../../identity/identifiers.ts';
import type { Database } from '../../platform/database/schema.ts';
import { maskEmail } from '../../platform/mask.ts';
import { beginChange } from './take-back.ts';

/** The address of an account; null where it has none. */
export const emailOf = async (db: Kysely<Database>, accountId: string): Promise<string | null> =>
  (await identifiersOf(db, accountId)).find(({ kind }) => kind === 'email')?.value ?? null;

export interface EmailBinding {
  readonly caller: Pick<Caller, 'accountId' | 'sessionId'>;
  readonly email: string;
  readonly language: Language;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Set where the proof was checked when the link was asked for. */
  readonly provedBefore?: true;
}

/**
 * Binds the address in the place of the one before. To be called in a transaction, and before what proved the address is used up.
 * @throws the refusals of `beginChange`, and the violation of `identifiers_value` where another account has the address.
 */
export const bindAddress = async (
  db: Kysely<Database>,
  { caller, email, language, at, provedBefore }: EmailBinding,
): Promise<void> => {
  const { accountId } = caller;
  const kind = (await emailOf(db, accountId)) === null ? 'email-added' : 'email-changed';
  const details = { value: maskEmail(email) };
  await beginChange(db, { caller, kind, language, at, details, ...(provedBefore ? { provedBefore } : {}) });
  const bound = { value: email, created_at: new Date(at) };
  await db
    .insertInto('identifiers')
    .values({ kind: 'email', account_id: accountId, ...bound })
    .onConflict(conflict => conflict.constraint('identifiers_account').doUpdateSet(bound))
    .execute();
};
