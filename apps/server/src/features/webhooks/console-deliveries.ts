/** Admins' calls about the messages of a webhook: the list with the tries of each, and sending one again. */
import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refusal.ts';

/** Tries of a message that are shown. */
const TRIES = 30;

interface Try {
  readonly at: Date;
  readonly status: number | null;
  readonly failure: string | null;
  /** Milliseconds. */
  readonly duration: number;
}

/** By the columns that say it. */
const stateIs = {
  waiting: sql<boolean>`due_at is not null`,
  delivered: sql<boolean>`due_at is null and delivered_at is not null`,
  'given-up': sql<boolean>`due_at is null and delivered_at is null`,
} as const;

export const deliveryHandlers = ({
  db,
  now,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
}): ConsoleHandlers<'listWebhookDeliveries' | 'resendWebhook'> => {
  const triesOf = async (ids: readonly string[]) => {
    const found = new Map<string, Try[]>(ids.map(id => [id, []]));
    const { rows } = await sql<Try & { id: string }>`
      select d.id, t.at, t.status, t.failure, t.duration_ms as duration
      from unnest(${[...ids]}::uuid[]) d (id)
        cross join lateral (select * from webhook_tries where delivery_id = d.id order by place desc limit ${TRIES}) t
      order by t.place desc`.execute(db);
    for (const { id, ...one } of rows) found.get(id)?.push(one);
    return found;
  };

  return {
    listWebhookDeliveries: async ({ query: { id, state, limit, cursor }, cursors }) => {
      const pages = cursors(id, state ?? '');
      const after = pages.read(v.tuple([v.number()]), cursor);
      const endpoint = await db
        .selectFrom('webhook_endpoints')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst();
      if (!endpoint) throw refuse('NotFound');
      let rows = db
        .selectFrom('webhook_deliveries')
        .select(['id', 'place', 'type', 'account_id', 'created_at', 'due_at', 'delivered_at', 'given_up_at'])
        .where('endpoint_id', '=', id);
      if (state) rows = rows.where(stateIs[state]);
      if (after) rows = rows.where('place', '<', after[0]);
      const found = await rows
        .orderBy('place', 'desc')
        .limit(limit + 1)
        .execute();
      const tries = await triesOf(found.map(row => row.id));
      const at = now();
      return pages.pageOf(
        found,
        limit,
        ({ place }) => [place],
        row => ({
          id: row.id,
          type: row.type,
          account_id: row.account_id,
          created_at: row.created_at.getTime(),
          state: row.due_at
            ? ('waiting' as const)
            : row.delivered_at
              ? ('delivered' as const)
              : ('given-up' as const),
          next_at: row.due_at && row.due_at.getTime() > at ? row.due_at.getTime() : null,
          tries: (tries.get(row.id) ?? []).map(one => ({ ...one, at: one.at.getTime() })),
        }),
      );
    },

    resendWebhook: ({ body: { id }, audit }) =>
      transaction(db, async trx => {
        const row = await trx
          .selectFrom('webhook_deliveries as d')
          .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
          .select(['e.id', 'e.name', 'e.paused_at', 'd.type'])
          .where('d.id', '=', id)
          .forUpdate('d')
          .executeTakeFirst();
        if (!row) throw refuse('NotFound');
        if (row.paused_at) throw refuse('Conflict', { message: 'This webhook is paused; resume it first.' });
        await trx
          .updateTable('webhook_deliveries')
          .set({ due_at: sql<Date>`'epoch'`, attempts: 0, given_up_at: null })
          .where('id', '=', id)
          .execute();
        await audit(trx, { subject: row.id, after: { name: row.name, type: row.type } });
        return {};
      }),
  };
};
