/** Named statements: PostgreSQL plans a query once for each connection, not at each call. */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/**
 * Different texts that are given names. Ours are a few hundred; past this many the texts must be made up at run time
 * (lists of other lengths, say), and stay unnamed, so that no connection collects plans for ever.
 */
const NAMES = 1000;

/** The pool as Kysely's dialect takes it, with every query of its connections named after its text. */
export const withNamedStatements = (pool: Pool): PostgresPool => {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= NAMES) return known;
    const name = `q${names.size}`;
    names.set(text, name);
    return name;
  };
  const named = (client: PoolClient): PostgresPoolClient => {
    const query = (text: string, values: readonly unknown[]) => {
      // begin, commit, rollback: there is nothing to plan.
      const name = values.length > 0 ? nameOf(text) : undefined;
      return client.query({ ...(name === undefined ? {} : { name }), text, values: [...values] });
    };
    // Kysely's type also has a query by cursor, for streams; the pool is not given one, so none is asked for.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
  };
  const connections = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = connections.get(client) ?? named(client);
      connections.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
};
