/**
 * For event stores that can't keep a batch and its position in one transaction: the position of each partition in PostgreSQL. The range
 * of a batch is recorded before the batch is inserted, so that after a sudden end a successor inserts exactly the same range again, and
 * the store recognises what it has of it.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Offset } from '../log/event-log.ts';
import { BatchGap, LeaseLost } from '../store/errors.ts';
import type { Batch, Position } from '../store/event-store.ts';

type Range = Pick<Batch, 'partition' | 'lease' | 'from' | 'to'>;

interface Row {
  readonly loaded_to: Offset;
  readonly batch_from: Offset | null;
  readonly batch_to: Offset | null;
  readonly lease: number;
}

export class BatchRanges {
  constructor(private readonly db: Kysely<Database>) {}

  async position(partition: number): Promise<Position> {
    const row = await this.db
      .selectFrom('usage_partitions')
      .select(['loaded_to', 'batch_from', 'batch_to'])
      .where('partition', '=', partition)
      .executeTakeFirst();
    if (!row) return { loadedTo: 0 };
    const { loaded_to: loadedTo, batch_from: from, batch_to: to } = row;
    return { loadedTo, ...(from === null || to === null ? {} : { unfinished: { from, to } }) };
  }

  /**
   * Records a batch that is about to be inserted; one that is recorded already stays.
   * @returns false if it lies before the position: it is stored
   * @throws BatchGap where the batch does not begin there, or another one is unfinished; LeaseLost
   */
  begin(range: Range): Promise<boolean> {
    const { partition, from, to } = range;
    return transaction(this.db, async within => {
      await sql`insert into usage_partitions (partition) values (${partition}) on conflict do nothing`.execute(
        within,
      );
      const { rows } = await sql<Row>`select loaded_to, batch_from, batch_to, lease from usage_partitions
        where partition = ${partition} for update`.execute(within);
      const [row] = rows;
      if (!row) throw new Error(`The partition ${partition} has no row.`);
      ensureOwned(row, range);
      if (to <= row.loaded_to) return false;
      if (from !== row.loaded_to)
        throw new BatchGap(`The batch holds ${from} to ${to}, but the store goes on at ${row.loaded_to}.`);
      if (row.batch_to === to) return true;
      if (row.batch_to !== null)
        throw new BatchGap(`The batch holds ${from} to ${to}, but one to ${row.batch_to} is unfinished.`);
      await sql`update usage_partitions set batch_from = ${from}, batch_to = ${to}
        where partition = ${partition}`.execute(within);
      return true;
    });
  }

  /** Moves the position behind a batch that is stored. @throws LeaseLost where another loader owns the partition by now */
  async finish(range: Range): Promise<void> {
    const { partition, from, to, lease } = range;
    const { rows } = await sql<{ partition: number }>`
      update usage_partitions set loaded_to = ${to}, batch_from = null, batch_to = null
      where partition = ${partition} and batch_from = ${from} and batch_to = ${to}
        and (${lease ?? null}::bigint is null or lease = ${lease ?? null}::bigint)
      returning partition`.execute(this.db);
    if (rows.length === 0)
      throw new LeaseLost(
        `The batch ${from} to ${to} of the partition ${partition} is another loader's now.`,
      );
  }

  /** Continues elsewhere, for a log that was restored; an unfinished batch is forgotten. */
  async moveTo(partition: number, offset: Offset): Promise<void> {
    await sql`
      insert into usage_partitions (partition, loaded_to) values (${partition}, ${offset})
      on conflict (partition) do update set loaded_to = excluded.loaded_to, batch_from = null, batch_to = null`.execute(
      this.db,
    );
  }
}

const ensureOwned = (row: Row, { partition, lease }: Range): void => {
  if (lease !== undefined && row.lease !== lease)
    throw new LeaseLost(
      `The partition ${partition} is leased to another loader (${row.lease}, not ${lease}).`,
    );
};
