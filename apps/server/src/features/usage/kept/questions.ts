/** Operators' calls about saved questions. */
import { randomUUID } from 'node:crypto';
import { keptLimits } from '@rollcall/contract/console';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import {
  answered,
  auditedFields,
  deleteShared,
  type KeptContext,
  lockRevision,
  requireRoom,
  said,
  sharedWith,
  shown,
} from './shared.ts';

type Calls =
  | 'listSavedQuestions'
  | 'getSavedQuestion'
  | 'saveQuestion'
  | 'changeSavedQuestion'
  | 'deleteSavedQuestion';

export const savedQuestionHandlers = ({ db, now }: KeptContext): ConsoleHandlers<Calls> => {
  const read = () =>
    db
      .selectFrom('usage_questions as k')
      .leftJoin('operators as o', 'o.id', 'k.owner_id')
      .select([...said, ...shown, 'k.question']);
  return {
    listSavedQuestions: async ({ operator }) => {
      const rows = await read()
        .where('k.shared', 'in', sharedWith(operator.role))
        .orderBy('k.name')
        .orderBy('k.id')
        .execute();
      return { items: rows.map(answered) };
    },

    getSavedQuestion: async ({ query: { id }, operator }) => {
      const row = await read()
        .where('k.id', '=', id)
        .where(eb => eb.or([eb('k.by_link', '=', true), eb('k.shared', 'in', sharedWith(operator.role))]))
        .executeTakeFirst();
      if (!row) throw refuse('NotFound');
      return answered(row);
    },

    saveQuestion: ({ body, operator, audit }) =>
      transaction(db, async trx => {
        await requireRoom(trx, 'usage_questions', keptLimits.questions);
        const id = randomUUID();
        await trx
          .insertInto('usage_questions')
          .values({ ...body, id, owner_id: operator.id, changed_at: new Date(now()) })
          .execute();
        await audit(trx, { subject: id, after: auditedFields(body) });
        return { id, revision: 1 };
      }),

    changeSavedQuestion: ({ body: { id, revision, ...fields }, audit }) =>
      transaction(db, async trx => {
        const row = await lockRevision(trx, 'usage_questions', { id, revision });
        await trx
          .updateTable('usage_questions')
          .set({
            ...fields,
            template: row.name === fields.name ? row.template : null,
            revision: revision + 1,
            changed_at: new Date(now()),
          })
          .where('id', '=', id)
          .execute();
        // What was changed may be what failed.
        await trx
          .updateTable('question_alerts')
          .set({ next_at: new Date(now()) })
          .where('question_id', '=', id)
          .where('problem', 'is not', null)
          .execute();
        await audit(trx, { subject: id, before: auditedFields(row), after: auditedFields(fields) });
        return { id, revision: revision + 1 };
      }),

    deleteSavedQuestion: input => deleteShared(db, 'usage_questions', input),
  };
};
