/**
 * The form of the database, as numbered steps, each recorded once it is taken. Statements may be repeated: ClickHouse has no transactions, so
 * a step that was interrupted is taken again.
 */
import { newArchiveId } from './archive-statements.ts';
import { type Layout, named, onCluster } from './ddl.ts';
import type { ClickHouse } from './client.ts';
import { StoreDamaged, StoreUnavailable } from '../errors.ts';
import { forms } from './forms.ts';

/** Whether the database has every step, so that a start need not wait for an erasure. */
export const isCurrent = async (store: ClickHouse): Promise<boolean> => {
  try {
    const [row] = await store.lookUp<{ step: number }>('SELECT max(step) AS step FROM migrations');
    return row?.step === forms.length;
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    // There is no database or no such table yet; any other fault comes again.
    return false;
  }
};

/**
 * Takes the steps that the database lacks. Only one server does so at a time: the caller holds a lock.
 * @param server a connection without a database, which may not exist
 * @param ensureHeld rejects where the lock was lost
 * @throws StoreDamaged where the database is of a later version
 */
export const migrate = async (
  server: ClickHouse,
  store: ClickHouse,
  layout: Layout,
  ensureHeld: () => Promise<void> = async () => {},
): Promise<void> => {
  await server.run(`CREATE DATABASE IF NOT EXISTS ${named(layout.database)}${onCluster(layout)}`);
  const engine =
    layout.cluster === undefined
      ? 'MergeTree'
      : `ReplicatedMergeTree('/clickhouse/tables/all/${layout.database}/migrations', '{shard}-{replica}')`;
  await store.run(
    `CREATE TABLE IF NOT EXISTS migrations${onCluster(layout)} (step UInt32, at DateTime DEFAULT now()) ENGINE = ${engine} ORDER BY step`,
  );
  const [row] = await store.lookUp<{ step: number }>('SELECT max(step) AS step FROM migrations');
  const taken = row?.step ?? 0;
  if (taken > forms.length) {
    throw new StoreDamaged(
      `The database ${layout.database} of ClickHouse has the form ${taken}, and this server knows the form ${forms.length}. Start the version that wrote it, or a later one.`,
    );
  }
  for (const [index, step] of forms.entries()) {
    if (index < taken) continue;
    for (const statement of step(layout)) {
      // What adds rows of people must not run beside an erasure, which ends it if it goes on after this process has ended.
      const isInsert = statement.startsWith('INSERT');
      if (isInsert) await ensureHeld();
      await store.run(statement, isInsert ? { id: newArchiveId(layout) } : {});
    }
    await store.insert('migrations', ['step'], [[index + 1]]);
  }
};
