/** What every subject's handlers are given: everything that comes in from outside. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../app/config.ts';
import type { Database } from './database/schema.ts';
import type { Messages } from '../messages/messages.ts';

export interface App {
  readonly config: Config;
  readonly db: Kysely<Database>;
  /** Milliseconds since 1970. Every rule about time asks this clock, the database's own clock is never asked. */
  readonly now: () => number;
  readonly log: Logger;
  readonly messages: Messages;
}
