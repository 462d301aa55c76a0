/** Dependencies of every feature: database, clock, log. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Connect } from '../platform/database/connection.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Hasher } from '../platform/hasher.ts';

export interface AppContext {
  readonly db: Kysely<Database>;
  /** Opens a connection outside the pool of `db`. */
  readonly connect: Connect;
  /** Milliseconds since 1970. All time rules use this clock, never the database's. */
  readonly now: () => number;
  readonly log: Logger;
  /** Hashes passwords; absent: argon2id. Tests, which hash often, have a quick one. */
  readonly hasher?: Hasher;
}
