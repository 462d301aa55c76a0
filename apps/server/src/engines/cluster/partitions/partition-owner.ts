/**
 * Which partitions of the event log this process loads, where several processes do. A partition is owned by a lease in PostgreSQL, by
 * the database's clock: renewed at a third of its time, given up beyond a fair share, taken over when it ends after a death. One that
 * has ended is not renewed, but taken again by the first that comes. Each owner gets a greater number, by which what is left of an
 * earlier one is refused (`BatchRanges`).
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { FairShare, PartitionLease, ShareParts } from '../../../events/loader/share.ts';

/** Milliseconds of a lease. */
const LEASE = 15_000;

export interface PartitionOwnerOptions extends ShareParts {
  readonly db: Kysely<Database>;
  /** Of this process, and of no other. */
  readonly name: string;
  /** Milliseconds of a lease. @default 15000 */
  readonly leaseMs?: number;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** Resolves after so many milliseconds, or immediately when the signal says so; it never rejects. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface Held extends PartitionLease {
  readonly partition: number;
}

/** A share by leases. */
export const leasedShare =
  (options: Omit<PartitionOwnerOptions, keyof ShareParts | 'name'>): ((parts: ShareParts) => FairShare) =>
  parts =>
    new PartitionOwner({ ...options, ...parts, name: randomUUID() });

export class PartitionOwner implements FairShare {
  readonly #options: Required<PartitionOwnerOptions>;
  readonly #owned = new Map<number, Held>();
  /** Partitions that are being left. */
  readonly #leaving = new Map<number, Promise<void>>();
  readonly #closing = new AbortController();
  #lookAgain = new AbortController();
  /** When the leases were last renewed, by the process's monotonic clock. */
  #renewed = performance.now();
  readonly #running: Promise<void>;

  constructor(options: PartitionOwnerOptions) {
    this.#options = { leaseMs: LEASE, ...options };
    this.#running = this.#run();
  }

  /** The partitions that this process owns. */
  get owned(): readonly number[] {
    return [...this.#owned.keys()].sort((a, b) => a - b);
  }

  lost(partition: number, lease: number): void {
    if (this.#owned.get(partition)?.lease === lease) this.#owned.delete(partition);
    this.#lookAgain.abort();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#lookAgain.abort();
    await this.#running;
    await Promise.all(this.owned.map(partition => this.#leave(partition)));
    await Promise.all(this.#leaving.values());
    const { db, name, log } = this.#options;
    await sql`delete from usage_loaders where name = ${name}`
      .execute(db)
      .catch((error: unknown) => log.error({ err: error }, 'a loader could not say that it ends'));
  }

  async #run(): Promise<void> {
    const { leaseMs, log, pause } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      this.#lookAgain = new AbortController();
      const begun = performance.now();
      const answered = new AbortController();
      void this.#leaveWhenOver(answered.signal);
      try {
        await this.#look();
        this.#renewed = begun;
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'the leases of the event log could not be renewed');
      }
      if (!signal.aborted) await pause(leaseMs / 3, this.#lookAgain.signal);
      answered.abort();
    }
  }

  /** Stops loading once the leases are over, however long a renewal takes: others may own them then. What is under way is refused by its number. */
  async #leaveWhenOver(renewed: AbortSignal): Promise<void> {
    const { leaseMs, pause } = this.#options;
    // Until the next look begins, so that a look that fails is followed by another one before.
    const left = () => this.#renewed + leaseMs - performance.now();
    while (!renewed.aborted && left() > 0) await pause(left(), renewed);
    if (left() <= 0) for (const partition of this.owned) void this.#leave(partition);
  }

  async #look(): Promise<void> {
    const { name, identity } = this.#options;
    const log = await identity();
    const { held, share } = await this.#renew(log);
    const still = new Set(held.map(({ partition }) => partition));
    for (const { partition, log: of } of this.#owned.values())
      if (of !== log || !still.has(partition)) void this.#leave(partition);
    // One that could not be given up would be renewed for ever.
    for (const one of held)
      if (!this.#owned.has(one.partition) && !this.#leaving.has(one.partition)) await this.#release(one);
    const staying = held.filter(({ partition }) => this.#owned.has(partition));
    for (const { partition } of staying.slice(share)) void this.#leave(partition);
    // A partition that is being left counts until it is: a lease that this process held before is not taken twice.
    const room = share - this.#owned.size - this.#leaving.size;
    if (room <= 0 || this.#closing.signal.aborted) return;
    for (const held of await this.#take(room, log)) {
      const { partition, ...lease } = held;
      this.#owned.set(partition, held);
      this.#options.log.info(
        { partition, lease: lease.lease, loader: name },
        'a partition of the event log is loaded here now',
      );
      this.#options.onOwn(partition, lease);
    }
  }

  /** Says that this process is alive, and renews those of its leases that have not ended. */
  #renew(log: string): Promise<{ held: readonly Held[]; share: number }> {
    const { db, name, leaseMs, partitions } = this.#options;
    return transaction(db, async trx => {
      const until = sql`now() + ${leaseMs} * interval '1 millisecond'`;
      // What is further ahead was written by a clock that has since been put back.
      const latest = sql`now() + ${2 * leaseMs} * interval '1 millisecond'`;
      await sql`insert into usage_loaders (name, log, alive_until) values (${name}, ${log}, ${until})
        on conflict (name) do update set log = excluded.log, alive_until = excluded.alive_until`.execute(trx);
      await sql`delete from usage_loaders where alive_until < now() - interval '1 day'`.execute(trx);
      await sql`insert into usage_partitions (log, partition) select ${log}, generate_series(0, ${partitions - 1}::int)
        on conflict do nothing`.execute(trx);
      const { rows } = await sql<Held>`update usage_partitions set lease_until = ${until}
        where log = ${log} and lease_owner = ${name} and lease_until >= now() returning partition, lease, log`.execute(
        trx,
      );
      const { rows: loaders } = await sql<{ alive: number }>`
        select count(*) as alive from usage_loaders
        where log = ${log} and alive_until between now() and ${latest}`.execute(trx);
      const share = Math.ceil(partitions / Math.max(1, loaders[0]?.alive ?? 1));
      return { held: rows.toSorted((a, b) => a.partition - b.partition), share };
    });
  }

  /**
   * Takes so many partitions that nobody owns, or whose lease is over, or further ahead than a lease can be: the database's clock was put back.
   * None that is still being left here: two would load it.
   */
  async #take(count: number, log: string): Promise<readonly Held[]> {
    const { db, name, leaseMs, partitions } = this.#options;
    const leaving = [...this.#leaving.keys()];
    const { rows } = await sql<Held>`
      update usage_partitions set lease_owner = ${name}, lease = lease + 1,
        lease_until = now() + ${leaseMs} * interval '1 millisecond'
      where log = ${log} and partition in (
        select partition from usage_partitions
        where log = ${log} and partition < ${partitions} and partition <> all(${leaving}::int[]) and (lease_until is null
          or lease_until < now() or lease_until > now() + ${2 * leaseMs} * interval '1 millisecond')
        order by partition limit ${count} for update skip locked)
      returning partition, lease, log`.execute(db);
    return rows;
  }

  /** Stops loading a partition, and gives its lease up if it is still this process's. */
  #leave(partition: number): Promise<void> {
    const held = this.#owned.get(partition);
    if (held === undefined) return this.#leaving.get(partition) ?? Promise.resolve();
    this.#owned.delete(partition);
    const { log, onLeave } = this.#options;
    const left = (async () => {
      await onLeave(partition);
      await this.#release(held);
    })()
      .catch((error: unknown) => log.error({ err: error, partition }, 'a partition could not be given up'))
      .finally(() => this.#leaving.delete(partition));
    this.#leaving.set(partition, left);
    return left;
  }

  async #release({ partition, lease, log }: Held): Promise<void> {
    const { db, name } = this.#options;
    await sql`update usage_partitions set lease_owner = null, lease_until = null
      where log = ${log} and partition = ${partition} and lease_owner = ${name} and lease = ${lease}`.execute(
      db,
    );
  }
}
