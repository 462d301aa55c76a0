/**
 * For event stores that can't keep a batch and its position in one transaction: the position of each partition in PostgreSQL. The range
 * of a batch is recorded before the batch is inserted, so that after a sudden end a successor inserts exactly the same range again, and
 * the store recognises what it has of it.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Offset } from '../../../events/log/event-log.ts';
import { BatchGap, LeaseLost } from '../../../events/store/errors.ts';
import type { Batch, PlaceOwner, Position } from '../../../events/store/event-store.ts';

type Range = Pick<Batch, 'partition' | 'log' | 'lease' | 'from' | 'to' | 'digest'>;

interface Row {
  readonly loaded_to: Offset;
  readonly batch_from: Offset | null;
  readonly batch_to: Offset | null;
  readonly lease: number;
  readonly lease_over: boolean;
  readonly generation: number;
}

export class BatchRanges {
  constructor(private readonly db: Kysely<Database>) {}

  async position(partition: number, log = ''): Promise<Position> {
    const row = await this.db
      .selectFrom('usage_partitions')
      .select(['loaded_to', 'batch_from', 'batch_to', 'last_from', 'last_digest'])
      .where('log', '=', log)
      .where('partition', '=', partition)
      .executeTakeFirst();
    if (!row) return { loadedTo: 0 };
    const { loaded_to: loadedTo, batch_from: from, batch_to: to, last_from: last, last_digest: digest } = row;
    return {
      loadedTo,
      ...(from === null || to === null ? {} : { unfinished: { from, to } }),
      ...(last === null || digest === null ? {} : { last: { from: last, digest } }),
    };
  }

  /**
   * Records a batch that is about to be inserted; one that is recorded already stays.
   * @returns by what its blocks are recognised, which is the same each time that the range is loaded with the same records; undefined if it lies before the position: it is stored
   * @throws BatchGap where the batch does not begin there, or another one is unfinished; LeaseLost
   */
  async begin(range: Range): Promise<string | undefined> {
    const { partition, log = '', from, to, lease } = range;
    // Nearly every batch follows the one before.
    const { rows } = await sql<{ generation: number }>`
      update usage_partitions set batch_from = ${from}, batch_to = ${to}
      where log = ${log} and partition = ${partition} and loaded_to = ${from} and loaded_to < ${to} and batch_to is null
        and (${lease ?? null}::bigint is null
          or (lease = ${lease ?? null}::bigint and coalesce(lease_until >= now(), true)))
      returning generation`.execute(this.db);
    const [row] = rows;
    return row ? tokenOf(range, row.generation) : this.#beginAnew(range);
  }

  /** The first batch of a partition, one that was begun before, or one that is refused. */
  #beginAnew(range: Range): Promise<string | undefined> {
    const { partition, log = '', from, to } = range;
    return transaction(this.db, async trx => {
      await sql`insert into usage_partitions (log, partition) values (${log}, ${partition}) on conflict do nothing`.execute(
        trx,
      );
      const { rows } =
        await sql<Row>`select loaded_to, batch_from, batch_to, lease, coalesce(lease_until < now(), false) as lease_over, generation from usage_partitions
        where log = ${log} and partition = ${partition} for update`.execute(trx);
      const [row] = rows;
      if (!row) throw new Error(`The partition ${partition} has no row.`);
      ensureOwned(row, range);
      if (to <= row.loaded_to) return undefined;
      if (from !== row.loaded_to)
        throw new BatchGap(`The batch holds ${from} to ${to}, but the store goes on at ${row.loaded_to}.`);
      const token = tokenOf(range, row.generation);
      if (row.batch_to === to) return token;
      if (row.batch_to !== null)
        throw new BatchGap(`The batch holds ${from} to ${to}, but one to ${row.batch_to} is unfinished.`);
      await sql`update usage_partitions set batch_from = ${from}, batch_to = ${to}
        where log = ${log} and partition = ${partition}`.execute(trx);
      return token;
    });
  }

  /** Moves the position behind a batch that is stored. @throws LeaseLost where another loader owns the partition by now */
  async finish(range: Range): Promise<void> {
    const { partition, log = '', from, to, lease, digest = null } = range;
    const { rows } = await sql<{ partition: number }>`
      update usage_partitions set loaded_to = ${to}, batch_from = null, batch_to = null,
        last_digest = ${digest}, last_from = case when ${digest}::text is not null then ${from}::bigint end
      where log = ${log} and partition = ${partition} and batch_from = ${from} and batch_to = ${to}
        and (${lease ?? null}::bigint is null or lease = ${lease ?? null}::bigint)
      returning partition`.execute(this.db);
    if (rows.length === 0)
      throw new LeaseLost(
        `The batch ${from} to ${to} of the partition ${partition} is another loader's now.`,
      );
  }

  /**
   * Continues elsewhere, for a log that was restored; an unfinished batch is forgotten, and ranges that come again are others.
   * @throws LeaseLost where another loader owns the partition
   */
  async moveTo(partition: number, offset: Offset, { log = '', lease }: PlaceOwner = {}): Promise<void> {
    const { rows } = await sql<{ partition: number }>`
      insert into usage_partitions as place (log, partition, loaded_to) values (${log}, ${partition}, ${offset})
      on conflict (log, partition) do update set loaded_to = excluded.loaded_to, batch_from = null, batch_to = null,
        last_from = null, last_digest = null, generation = place.generation + 1
      where ${lease ?? null}::bigint is null or place.lease = ${lease ?? null}::bigint
      returning partition`.execute(this.db);
    if (rows.length === 0) throw new LeaseLost(`The partition ${partition} is leased to another loader.`);
  }
}

const tokenOf = ({ log = '', partition, from, to, digest = '' }: Range, generation: number): string =>
  `${log}:${generation}:${partition}:${from}:${to}:${digest}:`;

const ensureOwned = (row: Row, { partition, lease }: Range): void => {
  if (lease === undefined) return;
  if (row.lease !== lease)
    throw new LeaseLost(
      `The partition ${partition} is leased to another loader (${row.lease}, not ${lease}).`,
    );
  if (row.lease_over) throw new LeaseLost(`The lease ${lease} of the partition ${partition} is over.`);
};
