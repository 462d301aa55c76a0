/** Does the changes of numbers whose time has come, each once, however often the job is killed or runs twice. */
import type { Kysely, Selectable } from 'kysely';
import { PROPOSAL_LIFE } from '../../../identity/established-operators.ts';
import { findAccount, phoneOf } from '../../../identity/identifiers.ts';
import type { PastIdentifiers } from '../../../identity/past-identifiers.ts';
import { languageOf } from '../../../identity/person-account.ts';
import { endSessions } from '../../../identity/session-ends.ts';
import type { NumberChangeEnd } from '@rollcall/contract/console';
import { notifyAccount } from '../../../messages/security-notices.ts';
import type { NumberChangesTable } from '../../../platform/database/tables/staff.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { uniqueViolation } from '../../../platform/database/unique-violation.ts';
import { maskPhone } from '../../../platform/mask.ts';
import { hasOtherWay } from '../../../identity/identities.ts';
import { tellChange } from '../notices/take-back.ts';
import { endChange } from './number-change-end.ts';
import { tellGuardian } from './person.ts';

type Row = Selectable<NumberChangesTable>;

/** Changes that one run looks at. */
const BATCH = 100;

/** What stands in the way of a change whose time has come; undefined: nothing. */
const obstacleOf = async (db: Kysely<Database>, row: Row): Promise<NumberChangeEnd | undefined> => {
  const admins = await db
    .selectFrom('operators')
    .select('id')
    .where('id', 'in', [row.proposed_by, row.approved_by ?? row.proposed_by])
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .execute();
  if (admins.length !== 2) return 'not-admin';
  const { account_id: id, old_number: from, new_number: to } = row;
  if (((await phoneOf(db, id)) ?? null) !== from) return 'changed';
  if (to !== null) return (await findAccount(db, { kind: 'phone', value: to })) ? 'taken' : undefined;
  const { password_hash: hash } = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return (await hasOtherWay(db, id, { without: 'phone', hasPassword: hash !== null }))
    ? undefined
    : 'last-way';
};

const write = async (
  db: Kysely<Database>,
  { account_id: id, old_number: from, new_number: to }: Row,
  at: Date,
) => {
  const own = db.deleteFrom('identifiers').where('account_id', '=', id).where('kind', '=', 'phone');
  if (to === null) await own.execute();
  else if (from === null)
    await db
      .insertInto('identifiers')
      .values({ kind: 'phone', value: to, account_id: id, created_at: at })
      .execute();
  else
    await db
      .updateTable('identifiers')
      .set({ value: to, created_at: at })
      .where('account_id', '=', id)
      .where('kind', '=', 'phone')
      .execute();
};

/** Does one change, or ends it where it can't be done. */
const change = async (db: Kysely<Database>, pastIdentifiers: PastIdentifiers, id: string, time: number) =>
  transaction(db, async trx => {
    const found = await trx
      .selectFrom('number_changes')
      .select('account_id')
      .where('id', '=', id)
      .executeTakeFirst();
    // The account first, as all changes of how somebody signs in lock it.
    const account =
      found &&
      (await trx
        .selectFrom('accounts')
        .select('id')
        .where('id', '=', found.account_id)
        .forUpdate()
        .executeTakeFirst());
    const row =
      account &&
      (await trx
        .selectFrom('number_changes')
        .selectAll()
        .where('id', '=', id)
        .where('state', '=', 'approved')
        .where('due_at', '<=', new Date(time))
        .forUpdate()
        .executeTakeFirst());
    // Cancelled, done by another process, or gone with its account.
    if (!row) return;
    const obstacle = await obstacleOf(trx, row);
    if (obstacle !== undefined) {
      await endChange(trx, row, { state: 'failed', by: obstacle, at: time });
      return;
    }
    const { account_id: accountId, old_number: from, new_number: to } = row;
    const kind = to === null ? 'phone-removed' : from === null ? 'phone-added' : 'phone-changed';
    const details = { ...(to === null ? {} : { value: maskPhone(to) }), by: 'school' } as const;
    const notice = {
      accountId,
      kind,
      language: await languageOf(trx, accountId),
      at: time,
      details,
    } as const;
    await tellChange(trx, notice);
    if (to !== null) await notifyAccount(trx, { ...notice, recipient: { channel: 'sms', to } });
    await tellGuardian(trx, notice, [from, to]);
    await write(trx, row, new Date(time));
    if (from !== null)
      await pastIdentifiers.remember(trx, {
        accountId,
        identifiers: [{ kind: 'phone', value: from }],
        at: time,
      });
    // Who has the old number may be signed in by it.
    await endSessions(trx, { accountId, at: time, by: 'school' });
    await endChange(trx, row, { state: 'done', by: null, at: time });
  }).catch((error: unknown) => {
    // Taken by another account in this very moment: the next run finds it taken.
    if (uniqueViolation(error) !== 'identifiers_value') throw error;
  });

/** Ends the proposals that nobody approved in time. */
const endProposals = async (db: Kysely<Database>, at: number): Promise<void> => {
  const rows = await db
    .selectFrom('number_changes')
    .select('id')
    .where('state', '=', 'proposed')
    .where('proposed_at', '<', new Date(at - PROPOSAL_LIFE))
    .limit(BATCH)
    .execute();
  for (const { id } of rows)
    await transaction(db, async trx => {
      const row = await trx
        .selectFrom('number_changes')
        .selectAll()
        .where('id', '=', id)
        .where('state', '=', 'proposed')
        .forUpdate()
        .executeTakeFirst();
      if (row) await endChange(trx, row, { state: 'cancelled', by: 'not-approved', at });
    });
};

/** @param at milliseconds since 1970 */
export const changeNumbers = async (
  db: Kysely<Database>,
  pastIdentifiers: PastIdentifiers,
  at: number,
): Promise<void> => {
  await endProposals(db, at);
  const due = await db
    .selectFrom('number_changes')
    .select('id')
    .where('state', '=', 'approved')
    .where('due_at', '<=', new Date(at))
    .orderBy('due_at')
    .limit(BATCH)
    .execute();
  // One that fails keeps none of the others from their time; it is tried again with the next run.
  const errors: unknown[] = [];
  for (const { id } of due)
    await change(db, pastIdentifiers, id, at).catch((error: unknown) => {
      errors.push(error);
    });
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} changes of numbers failed`);
};
