/**
 * The views that operators' SQL is asked of in ClickHouse: a database of their own, whose user reads nothing else. They run with the
 * rights of who makes them; the key of the hashes is in a table that their text names alone.
 */
import { flag } from '../../../events/store/columns.ts';
import { PATH_GAP } from '../../../events/store/counting.ts';
import { derivedColumns } from '../../../events/store/derived.ts';
import { eventsSelected, isExported, peopleSelected } from '../../../events/store/parquet-source.ts';
import type { SqlTables } from '../../../features/usage/sql/engine.ts';
import type { ClickHouse } from '../store/client.ts';
import { type Layout, named, onCluster, table } from '../store/ddl.ts';
import { parquetDialect } from '../store/parquet.ts';
import { peopleOf } from '../store/people.ts';
import { withoutErased } from '../store/waiting.ts';

/** The database of the views, beside that of the tables. */
export const sqlDatabase = (database: string): string => `${database}_sql`;

const texts = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, 'Nullable(String)']));
const facts = ['platform', 'language', 'network', 'resolution', 'library', ...derivedColumns];

/** Times are in UTC, days those of Beijing. */
export const sqlTables: SqlTables = {
  events: {
    time: "DateTime64(3, 'UTC')",
    day: 'Date',
    product: 'String',
    kind: 'String',
    key: 'String',
    duration: 'Nullable(Int64)',
    data: 'Nullable(String)',
    person: 'Nullable(String)',
    signed_in: 'Bool',
    ...texts(facts),
    ...Object.fromEntries(Object.keys(flag).map(name => [name, 'Bool'])),
    received: "DateTime64(3, 'UTC')",
    sequence: 'Int64',
    id: 'String',
  },
  sessions: {
    person: 'String',
    begun: "DateTime64(3, 'UTC')",
    ended: "DateTime64(3, 'UTC')",
    day: 'Date',
    events: 'UInt64',
    pages: 'UInt64',
    entry_page: 'Nullable(String)',
    exit_page: 'Nullable(String)',
  },
  people: {
    person: 'String',
    grade: 'Nullable(Int32)',
    signed_up: 'Date',
    site: 'Nullable(String)',
  },
};

const moment = (ms: string) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`;
const dayOf = (ms: string) => `toDate(fromUnixTimestamp64Milli(${ms}, 'Asia/Shanghai'))`;
const same = [...facts, ...Object.keys(flag)].join(', ');

/** SELECTs by the name of their view. @param key SQL of the key of the hashes @param database of the views */
const selects = (key: string, database: string): Readonly<Record<string, string>> => ({
  events: `SELECT ${moment('at')} AS time, ${dayOf('at')} AS day, product, kind, key, duration, data, person, signed_in, ${same},
      ${moment('came')} AS received, sequence, id
    FROM (SELECT * EXCEPT (time, received), time AS at, received AS came FROM (
      SELECT ${eventsSelected(key, parquetDialect)}
      FROM ${withoutErased(peopleOf(`(SELECT * FROM events WHERE ${isExported})`), [])}))`,
  sessions: `SELECT assumeNotNull(who) AS person, min(at) AS begun, max(at) AS ended, min(on) AS day, count() AS events,
      countIf(kind = 'view') AS pages, argMinOrNullIf(key, (at, sequence), kind = 'view') AS entry_page,
      argMaxOrNullIf(key, (at, sequence), kind = 'view') AS exit_page
    FROM (
      SELECT *, sum(first) OVER (PARTITION BY who ORDER BY at, sequence ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS number
      FROM (
        SELECT at, sequence, on, kind, key, who, before IS NULL OR toUnixTimestamp64Milli(at) - before > ${PATH_GAP} AS first
        FROM (
          SELECT time AS at, sequence, day AS on, kind, key, person AS who,
            lagInFrame(toNullable(toUnixTimestamp64Milli(time))) OVER (PARTITION BY person ORDER BY time, sequence
              ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS before
          FROM ${named(database)}.events WHERE person IS NOT NULL AND kind != 'leave'
        )
      )
    )
    GROUP BY who, number`,
  people: `SELECT assumeNotNull(person) AS person, grade, ${dayOf('signed_up')} AS signed_up, site
    FROM (SELECT ${peopleSelected(key, parquetDialect)} FROM (SELECT * FROM people))`,
});

/** SQL of the newest key. Without one it fails: hashes without a key are those that anyone can make. */
const newestKey = (database: string): string =>
  `(SELECT if(throwIf(newest = '', 'the key of the hashes is not here') = 0, newest, '')
    FROM (SELECT argMax(key, made) AS newest FROM ${named(database)}.sql_key))`;

/**
 * Makes the views as this release has them; repeated, it changes nothing.
 * @param key hexadecimal; people are named by a hash with it, whichever was before
 */
export const createSqlViews = async (store: ClickHouse, layout: Layout, key: string): Promise<void> => {
  const database = sqlDatabase(layout.database);
  await store.run(`CREATE DATABASE IF NOT EXISTS ${named(database)}${onCluster(layout)}`);
  const keys = table(
    {
      name: 'sql_key',
      columns: { key: 'String', made: 'Int64' },
      engine: 'ReplacingMergeTree',
      version: 'made',
      order: 'tuple()',
      shard: '0',
    },
    layout,
  );
  for (const statement of keys) await store.run(statement);
  const [kept] = await store.lookUp<{ newest: string; last: number }>(
    'SELECT argMax(key, made) AS newest, max(made) AS last FROM sql_key',
  );
  if (kept?.newest !== key) await store.insert('sql_key', ['key', 'made'], [[key, (kept?.last ?? 0) + 1]]);
  for (const [name, select] of Object.entries(selects(newestKey(layout.database), database)))
    await store.run(
      `CREATE OR REPLACE VIEW ${named(database)}.${name}${onCluster(layout)} DEFINER = CURRENT_USER SQL SECURITY DEFINER AS ${select}`,
    );
};
