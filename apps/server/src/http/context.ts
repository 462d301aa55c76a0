/** What every feature is given: the database, the clock, the log. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/schema.ts';

export interface AppContext {
  readonly db: Kysely<Database>;
  /** Milliseconds since 1970. Every rule about time asks this clock; the database's own clock is never asked. */
  readonly now: () => number;
  readonly log: Logger;
}
