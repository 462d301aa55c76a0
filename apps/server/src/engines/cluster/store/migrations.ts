/**
 * The form of the database, recorded once it is reached. Statements may be repeated: ClickHouse has no transactions, so what was interrupted
 * is done again.
 */
import { type Layout, named, onCluster } from './ddl.ts';
import type { ClickHouse } from './client.ts';
import { StoreDamaged, StoreUnavailable } from '../../../events/store/errors.ts';
import { convert, FORM, FORM_BEFORE } from './forms.ts';
import { createTables } from './tables.ts';

const formOf = async (store: ClickHouse): Promise<number> => {
  const [row] = await store.lookUp<{ step: number }>('SELECT max(step) AS step FROM migrations');
  return row?.step ?? 0;
};

/** Whether the database has this server's form, so that a start need not wait for the maintenance lock. */
export const isCurrent = async (store: ClickHouse): Promise<boolean> => {
  try {
    return (await formOf(store)) === FORM;
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    // There is no database or no such table yet; any other fault comes again.
    return false;
  }
};

/**
 * Makes the tables, or converts those of the release before. Only one server does so at a time: the caller holds a lock.
 * @param server a connection without a database, which may not exist
 * @throws StoreDamaged where the database is of a later version, or of an earlier one than the release before
 */
export const migrate = async (server: ClickHouse, store: ClickHouse, layout: Layout): Promise<void> => {
  await server.run(`CREATE DATABASE IF NOT EXISTS ${named(layout.database)}${onCluster(layout)}`);
  const engine =
    layout.cluster === undefined
      ? 'MergeTree'
      : `ReplicatedMergeTree('/clickhouse/tables/all/${layout.database}/migrations', '{shard}-{replica}')`;
  await store.run(
    `CREATE TABLE IF NOT EXISTS migrations${onCluster(layout)} (step UInt32, at DateTime DEFAULT now()) ENGINE = ${engine} ORDER BY step`,
  );
  const form = await formOf(store);
  if (form === FORM) return;
  if (form !== 0 && (form < FORM_BEFORE || form > FORM))
    throw new StoreDamaged(
      `The database ${layout.database} of ClickHouse has the form ${form}, and this server knows the forms ${FORM_BEFORE} to ${FORM}. ${
        form > FORM
          ? 'Start the version that wrote it, or a later one.'
          : 'Start the release before this one first, which brings it up to date.'
      }`,
    );
  for (const statement of form === 0 ? createTables(layout) : convert(layout, form))
    await store.run(statement);
  await store.insert('migrations', ['step'], [[FORM]]);
};
