/** Deletes expired sessions and links, and refusals, failures and counts beyond their retention. Correctness does not depend on it. */
import { type Kysely, sql } from 'kysely';
import { batchDelete } from '../../platform/database/batch-delete.ts';
import type { Database } from '../../platform/database/schema.ts';
import { REFUSAL_RETENTION } from './refusal-keys.ts';
import { DELETED_RETENTION } from './person-changes.ts';
import { ENDED_RETENTION } from './service-tokens.ts';
import { WRITE_RETENTION } from './write-once.ts';
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
  // The audit log has what they did under their names.
  const ended = new Date(at - ENDED_RETENTION);
  await db
    .deleteFrom('service_tokens')
    .where(eb => eb.or([eb('ended_at', '<', ended), eb('expires_at', '<', ended)]))
    .execute();
  await batchDelete(db, 'api_writes', sql`at < ${new Date(at - WRITE_RETENTION)}::timestamptz`);
  const deleted = new Date(at - DELETED_RETENTION);
  await batchDelete(db, 'account_changes', sql`deleted and changed_at < ${deleted}::timestamptz`);
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
