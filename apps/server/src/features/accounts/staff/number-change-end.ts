/** How a change of a person's number by the school is told, and how it ends. */
import { randomBytes } from 'node:crypto';
import type { NumberChangeEnd } from '@rollcall/contract/console';
import type { Kysely, Selectable } from 'kysely';
import { languageOf } from '../../../identity/person-account.ts';
import type { NoticeKind } from '../../../messages/notice-kinds.ts';
import { type AccountNotice, notifyAccount } from '../../../messages/security-notices.ts';
import { sha256 } from '../../../platform/digest.ts';
import type { NumberChangesTable } from '../../../platform/database/tables/staff.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { maskPhone } from '../../../platform/mask.ts';
import { guardianToTell } from '../minors/guardian-to-tell.ts';

/** Bytes of a token, in base64url short enough for a variable of a text message's template. */
const TOKEN = 12;

export const CANCEL_PATH = '/number-change/';

interface Numbers {
  readonly accountId: string;
  /** The old number. */
  readonly from: string | null;
  /** The new number. */
  readonly to: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const linkTo = (takeBack: string | undefined) => (takeBack === undefined ? {} : { takeBack });

/** Tells both numbers, and of somebody under 14 the guardian; each once. @param links what a message to the old and the new number links to */
const tellNumbers = async (
  db: Kysely<Database>,
  { accountId, from, to, at }: Numbers,
  kind: NoticeKind,
  links: { readonly old?: string; readonly new?: string } = {},
): Promise<void> => {
  const guardian = await guardianToTell(db, { id: accountId, at });
  const language = await languageOf(db, accountId);
  const details = to === null ? {} : { value: maskPhone(to) };
  const notice = { accountId, kind, details, at };
  const recipients = new Map<string, Pick<AccountNotice, 'language' | 'details' | 'takeBack'>>();
  if (to !== null) recipients.set(to, { language, ...linkTo(links.new) });
  if (guardian)
    recipients.set(guardian.phone, {
      language: guardian.language,
      details: { ...details, child: true },
      ...linkTo(links.old),
    });
  if (from !== null) recipients.set(from, { language, ...linkTo(links.old) });
  for (const [number, own] of recipients)
    await notifyAccount(db, { ...notice, ...own, recipient: { channel: 'sms', to: number } });
  // Where there is no number to tell: by e-mail, and on the account page.
  if (from !== null || guardian) return;
  await notifyAccount(db, { ...notice, language, onPage: true, ...linkTo(links.old) });
};

/** Tells of an approved change immediately. @returns the digests of the tokens of the links that cancel it */
export const tellPlanned = async (
  db: Kysely<Database>,
  numbers: Numbers,
): Promise<{ readonly old_token: Buffer; readonly new_token: Buffer }> => {
  const [old, other] = [randomBytes(TOKEN).toString('base64url'), randomBytes(TOKEN).toString('base64url')];
  await tellNumbers(db, numbers, 'phone-change-planned', {
    old: CANCEL_PATH + old,
    new: CANCEL_PATH + other,
  });
  return { old_token: sha256(old), new_token: sha256(other) };
};

/**
 * Ends a change, within the transaction that holds its row: its links are void, and of its numbers the masks stay. One that was told
 * of and does not come is told of again.
 */
export const endChange = async (
  db: Kysely<Database>,
  change: Pick<Selectable<NumberChangesTable>, 'id' | 'account_id' | 'state' | 'old_number' | 'new_number'>,
  {
    state,
    by,
    at,
  }: {
    readonly state: 'done' | 'cancelled' | 'failed';
    readonly by: NumberChangeEnd | null;
    readonly at: number;
  },
): Promise<void> => {
  const { id, account_id: accountId, old_number: from, new_number: to } = change;
  await db
    .updateTable('number_changes')
    .set({
      state,
      ended_at: new Date(at),
      ended_by: by,
      old_number: from && maskPhone(from),
      new_number: to && maskPhone(to),
      old_token: null,
      new_token: null,
    })
    .where('id', '=', id)
    .execute();
  if (state !== 'done' && change.state === 'approved')
    await tellNumbers(db, { accountId, from, to, at }, 'phone-change-cancelled');
};
