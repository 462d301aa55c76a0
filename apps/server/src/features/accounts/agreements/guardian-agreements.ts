/** Tells guardians that a new version of the agreements waits for their consent. */
import { type Kysely, sql } from 'kysely';
import { notifyAccount } from '../../../messages/security-notices.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';

/** Guardians that one run tells. */
const BATCH = 100;
/** Guardianships that one transaction looks at, and transactions of one run. */
const [PAGE, PAGES] = [500, 100];
const HOUR = 3_600_000;
/** Milliseconds after a publication before guardians are told: documents that are published one after the other are one message. */
const SETTLED = HOUR;
/** A guardian gets one such message a day. */
const APART = 24 * HOUR;

interface Unchecked {
  readonly id: string;
  readonly phone: string | null;
  readonly language: 'zh-CN' | 'en';
  /** Whether something came into force that the guardian does not know. */
  readonly due: boolean;
}

/** Guardianships that were not looked at since the publication `newest`, without those that were told less than a day ago. */
const unchecked = async (trx: Kysely<Database>, newest: Date, at: number): Promise<Unchecked[]> => {
  // The expression of the index `guardianships_unchecked`.
  const checked = sql`coalesce(g.agreements_checked_at, '-infinity')`;
  const { rows } = await sql<Unchecked>`
    select a.id, g.phone, g.language,
      g.phone is not null and a.guarded_at is not null and not a.sample and coalesce(a.child_until > ${new Date(at)}::timestamptz, false)
        and exists (
          select from agreements n
          where n.needs_signature and (n.pid is null or n.pid = a.pid)
            and n.published_at <= ${newest}::timestamptz and n.published_at > coalesce(g.agreements_told_at, a.guarded_at)
        ) as due
    from guardianships g join accounts a on a.id = g.account_id
    where ${checked} < ${newest}::timestamptz
      and (g.agreements_told_at is null or g.agreements_told_at <= ${new Date(at - APART)}::timestamptz)
    order by ${checked} limit ${PAGE} for update of g skip locked`.execute(trx);
  return rows;
};

/** @returns how many guardians a page told, and whether others may be left */
const tellPage = async (
  trx: Kysely<Database>,
  { newest, at, most }: { readonly newest: Date; readonly at: number; readonly most: number },
): Promise<{ readonly told: number; readonly more: boolean }> => {
  const rows = await unchecked(trx, newest, at);
  const others = rows.filter(({ due }) => !due).map(({ id }) => id);
  if (others.length > 0)
    await trx
      .updateTable('guardianships')
      .set({ agreements_checked_at: newest })
      .where('account_id', 'in', others)
      .execute();
  // One message, however many pupils the guardian has.
  const guardians = new Map(rows.flatMap(row => (row.due && row.phone !== null ? [[row.phone, row]] : [])));
  const told = [...guardians].slice(0, most);
  for (const [phone, { id: accountId, language }] of told) {
    await trx
      .updateTable('guardianships')
      .set({ agreements_told_at: new Date(at), agreements_checked_at: newest })
      .where('phone', '=', phone)
      .execute();
    const recipient = { channel: 'sms', to: phone } as const;
    await notifyAccount(trx, { accountId, kind: 'guardian-agreements', language, at, recipient });
  }
  return { told: told.length, more: rows.length === PAGE };
};

/**
 * Writes one message to each guardian for whose pupils something came into force since they consented, or were told last: an hour
 * after it did, and once a day at most. Looks at each guardianship once for a publication, so that a run costs what is new.
 * @param at milliseconds since 1970
 * @returns how many guardians
 */
export const tellOfAgreements = async (db: Kysely<Database>, at: number): Promise<number> => {
  const { newest } = await db
    .selectFrom('agreements')
    .select(eb => eb.fn.max('published_at').as('newest'))
    .where('needs_signature', '=', true)
    .where('published_at', '<=', new Date(at - SETTLED))
    .executeTakeFirstOrThrow();
  if (newest === null) return 0;
  let sent = 0;
  for (let page = 0; page < PAGES && sent < BATCH; page += 1) {
    const { told, more } = await transaction(db, trx => tellPage(trx, { newest, at, most: BATCH - sent }));
    sent += told;
    if (!more) break;
  }
  return sent;
};
