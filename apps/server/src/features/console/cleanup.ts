/** Deletes what the console no longer shows: ended sessions, used links, old refusals and counts. Nothing relies on it. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { REFUSAL_MEMORY } from './refusal-keys.ts';
import type { OperatorSessions } from './sessions.ts';
import { boundRefusals } from './statistics-rows.ts';

/** Milliseconds that counts by the hour are kept: 400 days, so that a month can be held against the year before. */
export const COUNT_MEMORY = 400 * 24 * 3600 * 1000;

/** @param at milliseconds since 1970 */
export const deleteExpired = async (
  db: Kysely<Database>,
  sessions: Pick<OperatorSessions, 'sweep'>,
  at: number,
): Promise<void> => {
  await sessions.sweep(at);
  await db.deleteFrom('operator_links').where('expires_at', '<', new Date(at)).execute();
  await db
    .deleteFrom('sign_in_refusals')
    .where('at', '<', new Date(at - REFUSAL_MEMORY))
    .execute();
  await boundRefusals(db);
  await db
    .deleteFrom('message_failures')
    .where('at', '<', new Date(at - REFUSAL_MEMORY))
    .execute();
  for (const table of ['sign_in_counts', 'message_counts'] as const) {
    await db
      .deleteFrom(table)
      .where('hour', '<', new Date(at - COUNT_MEMORY))
      .execute();
  }
};
