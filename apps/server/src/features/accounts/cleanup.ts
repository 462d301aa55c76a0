/** Deletes expired sessions, codes, budgets, failures, tickets, security messages and known devices. Nothing relies on it; it keeps the tables small. */
import { type Kysely, sql } from 'kysely';
import { batchDelete } from '../../platform/database/batch-delete.ts';
import type { Database } from '../../platform/database/schema.ts';
import { CONVERSION_MEMORY } from './sessions/converted-sessions.ts';
import { KNOWN_DEVICE_LIFE } from './sessions/known-devices.ts';
import { BIRTH_YEAR_LIFE } from './minors/birth-years.ts';
import { NOTICE_LIFE } from '../../messages/security-notices.ts';
import { PAST_IDENTIFIER_LIFE } from '../../identity/past-identifiers.ts';
import { UNKNOWN_MEMORY } from '../../identity/sign-in-failures.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
/** Milliseconds that a session is kept once it is over. */
export const SESSION_MEMORY = 30 * DAY;

/** Deletes everything that is over at `at` (ms). @returns how many rows. */
export const deleteExpired = async (db: Kysely<Database>, at: number): Promise<number> => {
  const before = (ms: number) => sql`${new Date(at - ms)}::timestamptz`;
  let total = 0;
  for (const [table, over] of [
    // Until then the person's timeline tells from where it began, though a thief ended it.
    ['sessions', sql`expires_at < ${before(SESSION_MEMORY)}`],
    ['sessions', sql`ended_at < ${before(SESSION_MEMORY)}`],
    // The longest wait between two codes that can be configured.
    ['codes', sql`expires_at < ${before(HOUR)}`],
    ['budgets', sql`ends_at < ${before(0)}`],
    ['named_recipients', sql`ends_at < ${before(0)}`],
    // Those of an account never expire.
    ['sign_in_failures', sql`octet_length(identity) > 16 and last_failed_at < ${before(UNKNOWN_MEMORY)}`],
    ['window_counts', sql`ends_at < ${before(0)}`],
    ['security_notices', sql`created_at < ${before(NOTICE_LIFE)}`],
    ['known_devices', sql`last_used_at < ${before(KNOWN_DEVICE_LIFE)}`],
    ['converted_sessions', sql`converted_at < ${before(CONVERSION_MEMORY)}`],
    ['take_backs', sql`expires_at < ${before(0)}`],
    ['email_links', sql`expires_at < ${before(0)}`],
    // Those of numbers whose owner refused stay.
    ['guardian_numbers', sql`blocked_at is null and last_sent_at < ${before(180 * DAY)}`],
    ['said_years', sql`said_at < ${before(BIRTH_YEAR_LIFE)}`],
    ['past_identifiers', sql`changed_at < ${before(PAST_IDENTIFIER_LIFE)}`],
    ['number_changes', sql`ended_at < ${before(180 * DAY)}`],
    ['tickets', sql`expires_at < ${before(0)}`],
  ] as const) {
    total += await batchDelete(db, table, over);
  }
  return total;
};
