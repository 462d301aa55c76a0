/** What keeps an account's password from being taken, for risk and for the console. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { deriveKey, type Secret } from '../platform/derive-key.ts';
import type { Identifier } from '../platform/identifier.ts';
import { areRecent, delayLeft, type Failures, LOCK, macOf } from './sign-in-failures.ts';

/** What keeps passwords from being taken, where the browser is not known. */
interface PasswordObstacles {
  /** Wrong ones of the last minutes. */
  readonly failures: number;
  /** Milliseconds until the next one is taken; 0: now. */
  readonly delay: number;
  readonly locked: boolean;
}

/** Reads the failures at the account of a name, or at the name where it has none. */
export const createPasswordObstacles = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly secret: Secret;
}): ((identity: Identifier) => Promise<PasswordObstacles>) => {
  const { db, now } = deps;
  const key = deriveKey(deps.secret, 'sign-in failures');
  return async identity => {
    const { rows } = await sql<Failures>`
      select failures, consecutive, last_failed_at from sign_in_failures
      where browser = '' and identity = coalesce(
        (select uuid_send(account_id) from identifiers where kind = ${identity.kind} and value = ${identity.value}),
        ${macOf(key, identity)}
      )`.execute(db);
    const [row] = rows;
    const at = now();
    return {
      failures: row && areRecent(row, at) ? row.failures : 0,
      delay: row ? delayLeft(row, at) : 0,
      locked: row !== undefined && row.consecutive >= LOCK,
    };
  };
};
