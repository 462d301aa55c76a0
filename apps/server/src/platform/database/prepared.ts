/**
 * The pool as Kysely uses it: prepared statements are named, waiting is bounded, and connections that lead to the wrong server or to none
 * are replaced.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { traced } from '../tracing.ts';
import { isAborted, isCutOff, isReadOnly, isStalePlan, PoolFull } from './errors.ts';

/**
 * Maximum number of named texts. The code has a few hundred; further ones are generated at run time (lists of varying length)
 * and stay unnamed, so that connections do not collect plans without limit.
 */
const NAMES = 1000;
/**
 * Callers that may wait for each connection; beyond, calls are refused immediately instead of after the pool's
 * timeout.
 */
const WAITING = 32;

export interface PoolLimits {
  /** Connections of the pool. */
  readonly connections: number;
  /** Milliseconds for the answer to one statement; longer than the server's own limit, for a server that is not there any more. */
  readonly answerMs: number;
}

/** Named by the first word, such as `select`. */
const spanOf = (text: string) => ({
  name: `SQL ${/\w+/.exec(text)?.[0].toLowerCase() ?? ''}`,
  kind: 'client' as const,
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
});

/** Wraps the pool for Kysely's dialect; queries are named by their text. */
export const forKysely = (pool: Pool, { connections, answerMs }: PoolLimits): PostgresPool => {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= NAMES) return known;
    return newName(text);
  };
  let named = 0;
  const newName = (text: string): string => {
    named += 1;
    const name = `q${named}`;
    names.set(text, name);
    return name;
  };

  /** Raised when a connection turns out to be useless: all that were opened before it are as well. */
  let generation = 0;
  const generations = new WeakMap<PoolClient, number>();
  const failures = new WeakMap<PoolClient, Error>();

  const watch = async <T>(client: PoolClient, answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      // After a fail-over the address leads to another server; a statement that has no answer blocks its connection.
      if (error instanceof Error && (isReadOnly(error) || isCutOff(error))) {
        if (generations.get(client) === generation) generation += 1;
        if (isCutOff(error)) failures.set(client, error);
      }
      throw error;
    }
  };

  const wrap = (client: PoolClient): PostgresPoolClient => {
    const query = async (text: string, values: readonly unknown[]) => {
      // A rollback would wait behind the statement that has no answer.
      const failure = failures.get(client);
      if (failure) throw failure;
      // Statements without parameters (begin, commit, rollback) are not worth a plan.
      const name = values.length > 0 ? nameOf(text) : undefined;
      const run = (as: string | undefined) => {
        const statement = { ...(as === undefined ? {} : { name: as }), text, values: [...values] };
        return watch(client, client.query({ ...statement, query_timeout: answerMs } as typeof statement));
      };
      const runPlanned = async () => {
        try {
          return await run(name);
        } catch (error) {
          if (!isStalePlan(error)) throw error;
          // By another name every connection plans it again. A transaction is over, and its caller begins it again
          // (`transaction`).
          const fresh = names.get(text) === name ? newName(text) : names.get(text);
          return run(fresh).catch((again: unknown) => Promise.reject(isAborted(again) ? error : again));
        }
      };
      return traced(() => spanOf(text), runPlanned);
    };
    const release = () => client.release(generations.get(client) !== generation || failures.has(client));
    // Kysely's type also has cursor queries for streams, which we do not use.
    return { query: query as unknown as PostgresPoolClient['query'], release };
  };

  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>();
  const connect = async (): Promise<PostgresPoolClient> => {
    for (;;) {
      if (pool.waitingCount >= connections * WAITING) throw new PoolFull();
      const client = await pool.connect();
      const known = generations.get(client);
      if (known === undefined) generations.set(client, generation);
      else if (known !== generation) {
        client.release(true);
        continue;
      }
      const own = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, own);
      return own;
    }
  };
  return { connect, end: () => pool.end() };
};
