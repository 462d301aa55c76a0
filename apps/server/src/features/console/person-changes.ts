/** The changes of people since a time, for software that keeps a copy. */
import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ConsoleContext } from './context.ts';
import { personRowsOf } from './person-rows.ts';

/** How long deletions are listed, in ms. */
export const DELETED_RETENTION = 90 * 24 * 3600 * 1000;

const cursorForm = v.tuple([
  v.pipe(v.number(), v.safeInteger()),
  v.pipe(v.string(), v.regex(/^[\da-f-]{36}$/)),
]);

/**
 * The time, in ms, before which every change is committed and visible to later statements: when the oldest transaction began that writes now.
 * Later ones take a later time (`note_account_change`).
 */
const completeUntil = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ until: Date }>`
    select date_trunc('milliseconds', least(now(), min(xact_start))) as until from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null`.execute(db);
  return rows[0]?.until.getTime() ?? 0;
};

export const personChangeHandlers = ({
  db,
  now,
}: Pick<ConsoleContext, 'db' | 'now'>): ConsoleHandlers<'listPersonChanges'> => ({
  listPersonChanges: async ({ query: { since = 0, limit, cursor }, operator, cursors, audit }) => {
    // Without a time, a copy begins, which has nobody who was deleted.
    if (since > 0 && since < now() - DELETED_RETENTION)
      throw refuse('InvalidRequest', {
        message: 'Deletions are listed for 90 days: copy everybody again.',
        data: { field: 'since' },
      });
    const list = cursors('changes', String(since));
    const after = list.read(cursorForm, cursor);
    const until = await completeUntil(db);
    let rows = db
      .selectFrom('account_changes')
      .select(['account_id', 'changed_at'])
      .where('changed_at', '>=', new Date(since))
      .where('changed_at', '<', new Date(until))
      .orderBy('changed_at')
      .orderBy('account_id')
      .limit(limit + 1);
    if (after)
      rows = rows.where(
        sql<boolean>`(changed_at, account_id) > (${new Date(after[0])}::timestamptz, ${after[1]}::uuid)`,
      );
    const found = await rows.execute();
    const ids = found.slice(0, limit).map(row => row.account_id);
    const people = ids.length === 0 ? undefined : await personRowsOf(db, ids, { operator, at: now() });
    if (people) await audit(db, { after: { people: ids } });
    return {
      ...list.pageOf(
        found,
        limit,
        row => [row.changed_at.getTime(), row.account_id],
        row => ({
          id: row.account_id,
          changed_at: row.changed_at.getTime(),
          person: people?.get(row.account_id) ?? null,
        }),
      ),
      until,
    };
  },
});
