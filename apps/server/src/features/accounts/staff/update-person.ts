/** Changes what an operator may change alone of a person beside the names: the grade, and the school's own fields. */
import type { Kysely } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { changeFieldValues } from '../../../identity/custom-fields/values.ts';
import { isGrade } from '../../../identity/grades.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { maskText } from '../../../platform/mask.ts';
import { refuse } from '../../../platform/refusal.ts';
import { lockPerson } from './person.ts';

export const updatePersonHandlers = ({
  db,
  now,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
}): ConsoleHandlers<'updatePerson'> => ({
  updatePerson: ({ body: { id, grade, fields = {}, reason }, operator, audit }) => {
    if (typeof grade === 'number' && !isGrade(grade))
      throw refuse('InvalidRequest', { data: { field: 'grade' } });
    return transaction(db, async trx => {
      await lockPerson(trx, { id, operatorId: operator.id, at: now() });
      const changed: string[] = [];
      if (grade !== undefined) {
        const { numUpdatedRows } = await trx
          .updateTable('accounts')
          .set({ grade })
          .where('id', '=', id)
          .where('grade', 'is distinct from', grade)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) changed.push('grade');
      }
      const may = operator.service
        ? () => true
        : ({ changed_by: by }: { changed_by: string[] }) => by.includes('staff');
      changed.push(...(await changeFieldValues(trx, { accountId: id, given: fields }, may)));
      // Entries outlive the account: what was changed, and not the values.
      await audit(trx, { subject: id, after: { changed, reason: maskText(reason) } });
      return {};
    });
  },
});
