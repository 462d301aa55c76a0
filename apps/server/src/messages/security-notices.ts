/**
 * Security messages to the person of an account. `notifyAccount` writes a row in the transaction of the change, so that
 * the message and the change are committed together and the answer waits for no vendor; `notice-delivery.ts` sends it.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Language } from '../http/language.ts';
import type { NoticeKind } from './notice-kinds.ts';
import type { NoticeDetails } from './notices.ts';
import type { Database } from '../platform/database/schema.ts';

/** Milliseconds that a message is kept and the account page shows it; at least as long as its link is valid. */
export const NOTICE_LIFE = 30 * 24 * 3600 * 1000;

export interface AccountNotice {
  readonly accountId: string;
  readonly kind: NoticeKind;
  /** The language of the request that made the change. */
  readonly language: Language;
  /** When it happened, milliseconds since 1970. */
  readonly at: number;
  /** What the text names; a number or an address only masked. */
  readonly details?: NoticeDetails;
  /**
   * A fixed recipient, such as the number before a change.
   * @default the account's number, else its e-mail address; for a change of one of these, the other one
   */
  readonly recipient?: { readonly channel: 'sms' | 'email'; readonly to: string };
  /** Shows it on the account page too, where a message is sent to a number or address. @default false */
  readonly onPage?: boolean;
  /** Path of a page that takes the change back, beginning with a slash; its token is deleted once it was sent. */
  readonly takeBack?: string;
}

/**
 * Writes a security message in the transaction `db` of the change. It goes by text message, else by e-mail, else to the
 * account page (`notices.ts`).
 * @returns the notice's id
 */
export const notifyAccount = async (db: Kysely<Database>, notice: AccountNotice): Promise<string> => {
  const { accountId, kind, language, at, details = {}, recipient, onPage, takeBack } = notice;
  const id = randomUUID();
  const row = {
    account_id: accountId,
    kind,
    details: JSON.stringify(details),
    language,
    recipient: recipient ? JSON.stringify(recipient) : null,
    take_back: takeBack ?? null,
    created_at: new Date(at),
  };
  await db
    .insertInto('security_notices')
    .values({ ...row, id, due_at: row.created_at })
    .execute();
  if (onPage)
    await db
      .insertInto('security_notices')
      .values({ ...row, id: randomUUID(), channel: 'page', due_at: null, recipient: null, take_back: null })
      .execute();
  return id;
};
