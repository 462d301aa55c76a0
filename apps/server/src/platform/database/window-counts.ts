/** Sliding-window counts in PostgreSQL, one for all servers of an installation. */
import { type Kysely, sql } from 'kysely';
import { macOf } from '../digest.ts';
import type { Database } from './schema.ts';

export interface WindowCounts {
  /**
   * Counts one for each name. Concurrent requests are put in an order: each gets another number.
   * @returns the counts with this one, in the order of the names; 0 for an empty name, which is not counted.
   */
  add(names: readonly string[]): Promise<number[]>;
  /** The counts of the last window, interpolated from the current and the previous one, in the order of the names. */
  count(names: readonly string[]): Promise<number[]>;
}

interface Row {
  readonly name: Buffer;
  readonly period: string;
  readonly current: number;
  readonly previous: number;
}

/**
 * @param options.key keys the hashes under which names are stored
 * @param options.use distinguishes the names of one set of counts from those of others
 * @param options.windowMs length of the window in ms
 * @param options.now milliseconds since 1970
 */
export const createWindowCounts = (options: {
  readonly db: Kysely<Database>;
  readonly key: Buffer;
  readonly use: string;
  readonly windowMs: number;
  readonly now: () => number;
}): WindowCounts => {
  const { db, key, use, windowMs, now } = options;
  const hashOf = (name: string): Buffer => macOf(key, `${use}|${name}`);

  /** The hashes of the names in byte order, the order in which every statement locks rows. */
  const hashed = (names: readonly string[]) => {
    const hashes = new Map<string, Buffer>();
    for (const name of names) if (name) hashes.set(name, hashOf(name));
    return { hashes, sorted: [...hashes.values()].sort((a, b) => a.compare(b)) };
  };

  const countsOf = (names: readonly string[], hashes: ReadonlyMap<string, Buffer>, rows: readonly Row[]) => {
    const at = now();
    const period = Math.floor(at / windowMs);
    const left = 1 - (at % windowMs) / windowMs;
    const found = new Map(rows.map(row => [row.name.toString('base64'), row]));
    return names.map(name => {
      const row = found.get(hashes.get(name)?.toString('base64') ?? '');
      if (!row) return 0;
      const of = Number(row.period);
      if (of === period + 1 || of === period) return row.current + Math.floor(row.previous * left);
      return of === period - 1 ? Math.floor(row.current * left) : 0;
    });
  };

  return {
    add: async names => {
      const { hashes, sorted } = hashed(names);
      if (sorted.length === 0) return names.map(() => 0);
      const period = Math.floor(now() / windowMs);
      // A server whose clock is a little ahead may have begun the next period.
      const running = sql`c.period between ${period} and ${period + 1}`;
      const { rows } = await sql<Row>`
        insert into window_counts as c (name, period, current, previous, ends_at)
        select name, ${period}::bigint, 1, 0, ${new Date((period + 2) * windowMs)}::timestamptz
        from unnest(${sorted}::bytea[]) as name order by name
        on conflict (name) do update set
          period = case when ${running} then c.period else excluded.period end,
          current = case when ${running} then c.current + 1 else 1 end,
          previous = case
            when ${running} then c.previous
            when c.period = ${period - 1} then c.current
            else 0
          end,
          ends_at = greatest(c.ends_at, excluded.ends_at)
        returning name, period, current, previous`.execute(db);
      return countsOf(names, hashes, rows);
    },

    count: async names => {
      const { hashes, sorted } = hashed(names);
      if (sorted.length === 0) return names.map(() => 0);
      const { rows } = await sql<Row>`
        select name, period, current, previous from window_counts
        where name = any (${sorted}::bytea[])`.execute(db);
      return countsOf(names, hashes, rows);
    },
  };
};
