/** Operators' calls about annotations. */
import { randomUUID } from 'node:crypto';
import { type Annotation, keptLimits } from '@rollcall/contract/console';
import { sql } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { SCHOOL_ZONE } from '../../../platform/school-zone.ts';
import { type KeptContext, requireRoom } from './shared.ts';

/** Annotations of an answer at most. */
const LISTED = 500;

const day = sql<string>`to_char(day, 'YYYY-MM-DD')`;

export const annotationHandlers = ({
  db,
  now,
}: KeptContext): ConsoleHandlers<'listAnnotations' | 'createAnnotation' | 'deleteAnnotation'> => ({
  listAnnotations: async ({ query: { from, to } }) => {
    // A release is of the day on which its first source map came.
    const { rows } = await sql<Omit<Annotation, 'created_at'> & { readonly created_at: Date }>`
      select id::text as id, to_char(day, 'YYYY-MM-DD') as day, text, null as product, created_by, created_at
      from usage_annotations where day >= ${from} and day <= ${to}
      union all
      select null, to_char(min(uploaded_at) at time zone ${SCHOOL_ZONE}::text, 'YYYY-MM-DD'), release, product, null, min(uploaded_at)
      from source_maps group by product, release
      having (min(uploaded_at) at time zone ${SCHOOL_ZONE}::text)::date between ${from} and ${to}
      order by day desc, created_at desc, id, text
      limit ${LISTED}`.execute(db);
    return {
      items: rows.toReversed().map(row => ({ ...row, created_at: row.created_at.getTime() })),
    };
  },

  createAnnotation: ({ body, operator, audit }) =>
    transaction(db, async trx => {
      await requireRoom(trx, 'usage_annotations', keptLimits.annotations);
      const id = randomUUID();
      await trx
        .insertInto('usage_annotations')
        .values({ ...body, id, created_by: operator.name, created_at: new Date(now()) })
        .execute();
      await audit(trx, { subject: id, after: body });
      return { id };
    }),

  deleteAnnotation: ({ body: { id }, audit }) =>
    transaction(db, async trx => {
      const row = await trx
        .deleteFrom('usage_annotations')
        .where('id', '=', id)
        .returning(['text', day.as('day')])
        .executeTakeFirst();
      if (!row) throw refuse('NotFound');
      await audit(trx, { subject: id, before: row });
      return {};
    }),
});
