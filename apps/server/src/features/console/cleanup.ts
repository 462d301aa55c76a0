/** Deletes expired sessions and links, and refusals, failures and counts beyond their retention. Correctness does not depend on it. */
import { type Kysely, sql } from 'kysely';
import { batchDelete } from '../../platform/database/batch-delete.ts';
import type { Database } from '../../platform/database/schema.ts';
import { REFUSAL_RETENTION } from './refusal-keys.ts';
import type { OperatorSessions } from './sessions.ts';
import { deleteExcessRefusals } from './statistics-rows.ts';

/** Retention of hourly counts in ms: 400 days, so that a month can be compared with the same month a year before. */
export const COUNT_RETENTION = 400 * 24 * 3600 * 1000;

/** Retention of the counts by client in ms: 32 days, one more than an answer spans. */
export const CLIENT_RETENTION = 32 * 24 * 3600 * 1000;

/** @param at milliseconds since 1970 */
export const deleteExpired = async (
  db: Kysely<Database>,
  sessions: Pick<OperatorSessions, 'deleteExpired'>,
  at: number,
): Promise<void> => {
  await sessions.deleteExpired(at);
  await db.deleteFrom('operator_links').where('expires_at', '<', new Date(at)).execute();
  await batchDelete(db, 'sign_in_refusals', sql`at < ${new Date(at - REFUSAL_RETENTION)}::timestamptz`);
  await deleteExcessRefusals(db);
  await db
    .deleteFrom('message_failures')
    .where('at', '<', new Date(at - REFUSAL_RETENTION))
    .execute();
  await db
    .deleteFrom('sign_in_client_counts')
    .where('hour', '<', new Date(at - CLIENT_RETENTION))
    .execute();
  for (const table of ['sign_in_counts', 'message_counts', 'challenge_counts'] as const) {
    await db
      .deleteFrom(table)
      .where('hour', '<', new Date(at - COUNT_RETENTION))
      .execute();
  }
};
