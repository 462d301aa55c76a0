/**
 * Leases of the jobs of the installation: of all processes on one database one runs a job at each interval. A lease ends by
 * itself, so another process takes over the run of one that died.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { JobLeasesTable } from '../database/tables/leases.ts';
import { transaction } from '../database/transaction.ts';

/** Milliseconds after which a lease that was not renewed ends, and between two renewals. */
export const LEASE = 30_000;
export const RENEW_EVERY = LEASE / 3;
/** Milliseconds until the next look at a row that another process has just locked. */
const LOCKED = 500;

export interface LeasedJob {
  readonly name: string;
  readonly everyMs: number;
  readonly firstMs?: number;
}

/** A run that this process has claimed. */
export interface ClaimedRun {
  /** Makes the lease last for LEASE from now. @returns false where another process has taken the run over */
  renew(): Promise<boolean>;
  /**
   * Ends the lease, and records how the run went and when the next one is due.
   * @param failed default: false
   * @returns milliseconds until then
   */
  finish(failed?: boolean): Promise<number>;
}

/** The run, or the milliseconds after which another look is worth it. */
export type Claim = ClaimedRun | { readonly waitMs: number };

export interface JobLeases {
  /** Claims the run of a job that is due, and that no living process has. */
  claim(job: LeasedJob): Promise<Claim>;
}

/** The database's time; a test holds it. */
export type DatabaseClock = () => RawBuilder<Date>;
export const databaseClock: DatabaseClock = () => sql<Date>`clock_timestamp()`;

type Row = Pick<Selectable<JobLeasesTable>, 'due_at' | 'started_at' | 'leased_until' | 'failing_since'> & {
  readonly at: Date;
};

/**
 * When a run is due and a lease ends (ms). A time beyond an interval, or a lease, from now was written by a clock that has been put
 * back since: it is cut to that.
 */
const timesOf = (row: Row, everyMs: number) => {
  const at = row.at.getTime();
  return {
    at,
    due: Math.min(row.due_at.getTime(), at + everyMs),
    until: row.leased_until && Math.min(row.leased_until.getTime(), at + LEASE),
  };
};

/** The next time of the schedule that begins with the start of this run. */
const nextDue = (row: Row, everyMs: number): number => {
  const at = row.at.getTime();
  const started = Math.min(row.started_at?.getTime() ?? at, at);
  return started + everyMs * Math.max(1, Math.ceil((at - started) / everyMs));
};

/** @param owner names this process; a random one by default */
export const createJobLeases = (
  db: Kysely<Database>,
  clock: DatabaseClock = databaseClock,
  owner: string = randomUUID(),
): JobLeases => {
  const known = new Set<string>();

  const addRow = async ({ name, firstMs = 0 }: LeasedJob): Promise<void> => {
    if (known.has(name)) return;
    await sql`
      insert into job_leases (name, due_at)
      values (${name}, ${clock()} + make_interval(secs => ${firstMs / 1000}::float8))
      on conflict (name) do nothing`.execute(db);
    known.add(name);
  };

  /** Locked; undefined where another process has it locked. @param ours only while this process has the lease */
  const lockRow = async (trx: Kysely<Database>, name: string, ours: boolean): Promise<Row | undefined> => {
    const own = ours ? sql`and owner = ${owner}::uuid` : sql``;
    const skip = ours ? sql`` : sql`skip locked`;
    const { rows } = await sql<Row>`
      select ${clock()} as at, due_at, started_at, leased_until, failing_since from job_leases
      where name = ${name} ${own} for update ${skip}`.execute(trx);
    return rows[0];
  };

  const set = (trx: Kysely<Database>, name: string, values: Partial<Omit<JobLeasesTable, 'name'>>) =>
    trx.updateTable('job_leases').set(values).where('name', '=', name).execute();

  const claimed = ({ name, everyMs }: LeasedJob): ClaimedRun => ({
    renew: () =>
      transaction(db, async trx => {
        const row = await lockRow(trx, name, true);
        if (!row) return false;
        await set(trx, name, { leased_until: new Date(row.at.getTime() + LEASE) });
        return true;
      }),
    finish: (failed = false) =>
      transaction(db, async trx => {
        const row = await lockRow(trx, name, true);
        if (!row) return LOCKED;
        const due = nextDue(row, everyMs);
        const failing_since = failed ? (row.failing_since ?? row.started_at) : null;
        await set(trx, name, { owner: null, leased_until: null, due_at: new Date(due), failing_since });
        return due - row.at.getTime();
      }),
  });

  return {
    claim: async job => {
      await addRow(job);
      return transaction(db, async trx => {
        const row = await lockRow(trx, job.name, false);
        if (!row) return { waitMs: LOCKED };
        const { at, due, until } = timesOf(row, job.everyMs);
        if (due <= at && (until === null || until <= at)) {
          const values = { owner, started_at: new Date(at), leased_until: new Date(at + LEASE) };
          await set(trx, job.name, values);
          return claimed(job);
        }
        if (due < row.due_at.getTime() || (until !== null && until < (row.leased_until?.getTime() ?? until)))
          await set(trx, job.name, {
            due_at: new Date(due),
            ...(until === null ? {} : { leased_until: new Date(until) }),
          });
        return { waitMs: Math.max(due, until ?? 0) - at };
      });
    },
  };
};
