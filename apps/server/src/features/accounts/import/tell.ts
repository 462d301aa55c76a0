/** Tells those whose account an import made, at the pace that was asked for; nobody otherwise. The budgets of messages hold. */
import type { Kysely } from 'kysely';
import { GUARDIAN_WAIT } from '../../../identity/minors/age.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';
import { sha256 } from '../../../platform/digest.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { GuardianLinks } from '../minors/guardian-links.ts';

const HOUR = 3_600_000;
/** Messages that one run writes for an import at most. */
const MOST = 2000;

/** @param at milliseconds since 1970 @returns how many were told */
export const tellNext = (
  db: Kysely<Database>,
  links: GuardianLinks,
  minors: boolean,
  id: string,
  at: number,
): Promise<number> =>
  transaction(db, async trx => {
    const row = await trx
      .selectFrom('imports')
      .select(['tell_hourly', 'told_to', 'run_at'])
      .where('id', '=', id)
      .where('state', 'in', ['running', 'done'])
      .forUpdate()
      .executeTakeFirst();
    const hourly = row?.tell_hourly;
    const from = row?.told_to ?? row?.run_at;
    if (!row || hourly === null || hourly === undefined || !from) return 0;
    const due = Math.min(MOST, Math.floor(((at - from.getTime()) * hourly) / HOUR));
    if (due <= 0) return 0;
    const people = await trx
      .selectFrom('import_rows as r')
      .innerJoin('accounts as a', 'a.id', 'r.account_id')
      .leftJoin('guardianships as g', 'g.account_id', 'a.id')
      .select(['r.row', 'a.id', 'a.child_until', 'g.phone', 'g.created_at', 'g.link'])
      .where('r.import_id', '=', id)
      .where('r.acted_at', 'is not', null)
      .where('r.told', '=', false)
      .where('r.fate', '=', 'make')
      .orderBy('r.row')
      .limit(due)
      .execute();
    for (const person of people) {
      const child = minors && person.child_until !== null && person.child_until.getTime() > at;
      await tellOne(trx, person.id, child, at);
      if (child && person.phone !== null && person.created_at && person.link === 0)
        await askGuardian(trx, links, { account_id: person.id, created_at: person.created_at, link: 1 }, at);
    }
    await trx
      .updateTable('import_rows')
      .set({ told: true })
      .where('import_id', '=', id)
      .where('row', 'in', [0, ...people.map(person => person.row)])
      .execute();
    // What was not used up is not saved: the pace holds after a pause too.
    const toldTo = people.length < due ? at : from.getTime() + (due * HOUR) / hourly;
    await trx
      .updateTable('imports')
      .set({ told_to: new Date(toldTo) })
      .where('id', '=', id)
      .execute();
    return people.length;
  });

const tellOne = async (db: Kysely<Database>, accountId: string, child: boolean, at: number) => {
  const reached = await db
    .selectFrom('identifiers')
    .select('kind')
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['phone', 'email'])
    .executeTakeFirst();
  if (!reached) return;
  // The message says how long it waits from now on.
  if (child)
    await db
      .updateTable('guardianships')
      .set({ due_at: new Date(at + GUARDIAN_WAIT) })
      .where('account_id', '=', accountId)
      .where('due_at', 'is not', null)
      .execute();
  const kind = child ? 'child-account-created' : 'account-created';
  await notifyAccount(db, { accountId, kind, language: 'zh-CN', at });
};

/** As the pupil does on the page (`pupil.ts`): whether it is sent depends on whose number it is. */
const askGuardian = async (
  db: Kysely<Database>,
  links: GuardianLinks,
  name: { readonly account_id: string; readonly created_at: Date; readonly link: number },
  at: number,
) => {
  await db
    .updateTable('guardianships')
    .set({
      link: name.link,
      link_at: new Date(at),
      link_hash: sha256(links.token(name)),
      wrong_codes: 0,
      send_at: new Date(at),
      send_attempts: 0,
    })
    .where('account_id', '=', name.account_id)
    .where('link', '=', 0)
    .execute();
};
