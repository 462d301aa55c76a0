/** `Idempotency-Key`: a request that is repeated under its key changes nothing again, and gets the answer of the first. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { uniqueViolation } from '../../platform/database/unique-violation.ts';
import { refuse } from '../../platform/refusal.ts';

/** How long a key is remembered at least, in ms. */
export const WRITE_RETENTION = 24 * 3600 * 1000;
const KEY = /^[!-~]{1,128}$/;

export interface WriteOnce {
  /**
   * The answer that the request got before; undefined: it has not been done.
   * @throws the refusal IdempotencyKeyReused if another request was done under the key
   */
  earlier(): Promise<unknown>;
  /**
   * Writes that it is done, in the transaction `trx` that does it. Of two at the same time the second waits for the first here, and then
   * violates the primary key: its transaction is undone.
   */
  done(trx: Kysely<Database>, answer: unknown): Promise<void>;
}

/** Whether an error says that the same request was done at the same time. */
export const isDoneAlready = (error: unknown): boolean => uniqueViolation(error) === 'api_writes_pkey';

/**
 * @param write.given the header
 * @param write.body the checked body
 * @param write.at milliseconds since 1970
 * @throws the refusal InvalidRequest of a malformed header
 */
export const writeOnce = (
  db: Kysely<Database>,
  write: {
    readonly tokenId: string;
    readonly given: string;
    readonly call: string;
    readonly body: unknown;
    readonly at: number;
  },
): WriteOnce => {
  const { tokenId, given: key, call, body, at } = write;
  if (!KEY.test(key)) throw refuse('InvalidRequest', { data: { field: 'Idempotency-Key' } });
  const digest = createHash('sha256')
    .update(JSON.stringify([call, body]))
    .digest();
  return {
    earlier: async () => {
      const row = await db
        .selectFrom('api_writes')
        .select(['digest', 'answer'])
        .where('token_id', '=', tokenId)
        .where('key', '=', key)
        .executeTakeFirst();
      if (row && !row.digest.equals(digest)) throw refuse('IdempotencyKeyReused');
      return row?.answer;
    },
    done: async (trx, answer) => {
      await trx
        .insertInto('api_writes')
        .values({ token_id: tokenId, key, digest, answer: JSON.stringify(answer), at: new Date(at) })
        .execute();
    },
  };
};
