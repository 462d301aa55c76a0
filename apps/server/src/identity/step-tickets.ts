/** Sign-ins that wait for their second step. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database/schema.ts';

/**
 * Ends the account's sign-ins that wait for their second step, in the transaction `db` that ends its sessions and holds
 * its row: an attacker may have proved their first step.
 */
export const endSteps = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  await db
    .deleteFrom('tickets')
    // Literals, as the index is of these uses only.
    .where(
      sql<boolean>`use in ('second-step', 'second-step-set-up') and subject ->> 'accountId' = ${accountId}`,
    )
    .execute();
};
