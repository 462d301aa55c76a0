/**
 * Changes of a person's number by the school. It is how a pupil who lost the old number comes back, and how a thief who talks to the
 * school would come in: so one admin proposes, another approves, both numbers are told immediately, and for 72 hours
 * either can cancel.
 * `number-change-job.ts` does it then.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { checkEstablished } from '../../../identity/established-operators.ts';
import { findAccount, phoneOf } from '../../../identity/identifiers.ts';
import type { NumberChangesTable } from '../../../platform/database/tables/staff.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { uniqueViolation } from '../../../platform/database/unique-violation.ts';
import { maskPhone, maskText } from '../../../platform/mask.ts';
import { refuse } from '../../../platform/refusal.ts';
import { hasOtherWay } from '../../../identity/identities.ts';
import { endChange, tellPlanned } from './number-change-end.ts';
import { lockPerson } from './person.ts';

/** Milliseconds from the approval until it is done. */
export const NUMBER_CHANGE_WAIT = 72 * 3600 * 1000;

type Call = 'listOpenNumberChanges' | 'proposeNumberChange' | 'approveNumberChange' | 'cancelNumberChange';

type Row = Selectable<NumberChangesTable>;

const masked = (number: string | null): string | null => number && maskPhone(number);

/**
 * Checks that the change can be made, as things stand.
 * @throws the refusals PhoneBoundByOther, Conflict where it changes nothing, and IllegalOperation where nothing else would be left
 * to sign in with
 */
const checkPossible = async (
  db: Kysely<Database>,
  accountId: string,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): Promise<void> => {
  if (from === to) throw refuse('Conflict', { message: 'This is the number already.' });
  if (to !== null) {
    if (await findAccount(db, { kind: 'phone', value: to })) throw refuse('PhoneBoundByOther');
    return;
  }
  const { password_hash: hash } = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (!(await hasOtherWay(db, accountId, { without: 'phone', hasPassword: hash !== null })))
    throw refuse('IllegalOperation', { message: 'The number is the last way to sign in.' });
};

/** The open change of an account, locked. @throws the refusal Conflict where it is none any more */
const lockOpen = async (db: Kysely<Database>, id: string, changeId: string): Promise<Row> => {
  const row = await db
    .selectFrom('number_changes')
    .selectAll()
    .where('id', '=', changeId)
    .where('account_id', '=', id)
    .where('state', 'in', ['proposed', 'approved'])
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw refuse('Conflict');
  return row;
};

export const numberChangeHandlers = ({
  db,
  now,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
}): ConsoleHandlers<Call> => ({
  listOpenNumberChanges: async () => {
    const rows = await db
      .selectFrom('number_changes as c')
      .innerJoin('operators as p', 'p.id', 'c.proposed_by')
      .select(['c.id', 'c.account_id', 'c.state', 'p.name', 'c.proposed_at', 'c.due_at'])
      .where('c.state', 'in', ['proposed', 'approved'])
      .orderBy('c.proposed_at')
      .limit(200)
      .execute();
    return {
      items: rows.map(({ name, ...row }) => ({
        ...row,
        proposed_by: name,
        proposed_at: row.proposed_at.getTime(),
        due_at: row.due_at?.getTime() ?? null,
      })),
    };
  },

  proposeNumberChange: ({ body: { id, phone_number: to, reason }, operator, audit }) =>
    transaction(db, async trx => {
      const at = now();
      const { sample } = await lockPerson(trx, { id, operatorId: operator.id, at });
      // A real number would make it an account that somebody can sign in to.
      if (sample) throw refuse('IllegalOperation', { message: 'This person is sample data.' });
      const from = (await phoneOf(trx, id)) ?? null;
      await checkPossible(trx, id, { from, to });
      const row = await trx
        .insertInto('number_changes')
        .values({
          id: randomUUID(),
          account_id: id,
          old_number: from,
          new_number: to,
          state: 'proposed',
          reason,
          proposed_by: operator.id,
          proposed_at: new Date(at),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await audit(trx, {
        subject: id,
        before: { phone_number: masked(from) },
        after: { phone_number: masked(to), reason: maskText(reason) },
      });
      return { change_id: row.id };
    }).catch((error: unknown) => {
      throw uniqueViolation(error) === 'number_changes_open'
        ? refuse('Conflict', { message: 'A change of this number is proposed already.' })
        : error;
    }),

  approveNumberChange: ({ body: { id, change_id: changeId }, operator, audit }) =>
    transaction(db, async trx => {
      const at = now();
      await lockPerson(trx, { id, operatorId: operator.id, at });
      const change = await lockOpen(trx, id, changeId);
      if (change.state !== 'proposed') throw refuse('Conflict');
      if (change.proposed_by === operator.id)
        throw refuse('IllegalOperation', { message: 'Another admin has to approve it.' });
      // Who proposed too: an admin could make another one who proposes.
      await checkEstablished(trx, { ids: [operator.id, change.proposed_by], at });
      const { old_number: from, new_number: to } = change;
      if (((await phoneOf(trx, id)) ?? null) !== from) throw refuse('Conflict');
      await checkPossible(trx, id, { from, to });
      const due = new Date(at + NUMBER_CHANGE_WAIT);
      const tokens = await tellPlanned(trx, { accountId: id, from, to, at });
      await trx
        .updateTable('number_changes')
        .set({
          state: 'approved',
          approved_by: operator.id,
          approved_at: new Date(at),
          due_at: due,
          ...tokens,
        })
        .where('id', '=', changeId)
        .execute();
      await audit(trx, {
        subject: id,
        before: { phone_number: masked(from) },
        after: { phone_number: masked(to), due_at: due.getTime() },
      });
      return { due_at: due.getTime() };
    }),

  cancelNumberChange: ({ body: { id, change_id: changeId }, operator, audit }) =>
    transaction(db, async trx => {
      const at = now();
      await lockPerson(trx, { id, operatorId: operator.id, at });
      const change = await lockOpen(trx, id, changeId);
      await endChange(trx, change, { state: 'cancelled', by: 'operator', at });
      await audit(trx, { subject: id, before: { state: change.state }, after: { state: 'cancelled' } });
      return {};
    }),
});
