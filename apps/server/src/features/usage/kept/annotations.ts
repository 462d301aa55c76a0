/** Operators' calls about annotations. */
import { randomUUID } from 'node:crypto';
import { keptLimits } from '@rollcall/contract/console';
import { sql } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { type KeptContext, requireRoom } from './shared.ts';

/** Annotations of an answer at most. */
const LISTED = 500;

const day = sql<string>`to_char(day, 'YYYY-MM-DD')`;

export const annotationHandlers = ({
  db,
  now,
}: KeptContext): ConsoleHandlers<'listAnnotations' | 'createAnnotation' | 'deleteAnnotation'> => ({
  listAnnotations: async ({ query: { from, to } }) => {
    const rows = await db
      .selectFrom('usage_annotations')
      .select(['id', 'text', 'created_by', 'created_at', day.as('on_day')])
      .where('day', '>=', from)
      .where('day', '<=', to)
      .orderBy('day', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(LISTED)
      .execute();
    return {
      items: rows
        .toReversed()
        .map(({ on_day, created_at, ...row }) => ({ ...row, day: on_day, created_at: created_at.getTime() })),
    };
  },

  createAnnotation: ({ body, operator, audit }) =>
    transaction(db, async within => {
      await requireRoom(within, 'usage_annotations', keptLimits.annotations);
      const id = randomUUID();
      await within
        .insertInto('usage_annotations')
        .values({ ...body, id, created_by: operator.name, created_at: new Date(now()) })
        .execute();
      await audit(within, { subject: id, after: body });
      return { id };
    }),

  deleteAnnotation: ({ body: { id }, audit }) =>
    transaction(db, async within => {
      const row = await within
        .deleteFrom('usage_annotations')
        .where('id', '=', id)
        .returning(['text', day.as('day')])
        .executeTakeFirst();
      if (!row) throw refuse('NotFound');
      await audit(within, { subject: id, before: row });
      return {};
    }),
});
