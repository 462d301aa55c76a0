/** Names prepared statements, so that PostgreSQL plans a query once per connection instead of at each call. */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/**
 * Maximum number of named texts. The code has a few hundred; further ones are generated at run time (lists of varying length)
 * and stay unnamed, so that connections do not collect plans without limit.
 */
const NAMES = 1000;

/** Wraps the pool for Kysely's dialect; queries are named by their text. */
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
      // Statements without parameters (begin, commit, rollback) are not worth a plan.
      const name = values.length > 0 ? nameOf(text) : undefined;
      return client.query({ ...(name === undefined ? {} : { name }), text, values: [...values] });
    };
    // Kysely's type also has cursor queries for streams, which we do not use.
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
