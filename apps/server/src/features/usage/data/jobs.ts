/** The work on exports and erasures: taken by one process, done in steps, resumed after an interruption. */
import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import { type DatabaseClock, databaseClock, LEASE } from '../../../platform/jobs/job-leases.ts';
import { batchDelete } from '../../../platform/database/batch-delete.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { CLEARED_WITHIN } from '../../../events/store/event-store.ts';
import { subjectOf } from '../../../events/loader/consents.ts';
import type { Subject } from '../../../events/record/subject.ts';
import type { UsageJobsTable } from '../../../platform/database/tables/usage.ts';

export type Job = Selectable<UsageJobsTable>;

const DAY = 24 * 3600 * 1000;
/** Milliseconds that an export can be downloaded. */
export const KEPT = 7 * DAY;
/** Milliseconds for which the row of an ended job is kept. */
const REMEMBERED = 90 * DAY;
/** Key of the advisory lock that is held while a job is taken. */
const TAKING = 7_201_643_021;
const KINDS: readonly Job['kind'][] = ['export', 'erasure'];

/** The same text as the index `usage_jobs_uncleared`. */
const uncleared = sql<boolean>`kind = 'erasure' and state = 'done' and cleared_at is null`;
/** The same text as the index `usage_jobs_overdue`. */
const ended = sql<boolean>`kind = 'export' and state in ('done', 'cancelled')`;

/** Thrown out of a step of a job that was cancelled. */
export class JobCancelled extends Error {}
/** Thrown out of a step of a job whose lease ended here, and that another process works on. */
export class JobTaken extends Error {}

const LEASE_TIME = sql`make_interval(secs => ${LEASE / 1000}::float8)`;

export const jobSubject = ({ subject_kind, subject }: Pick<Job, 'subject_kind' | 'subject'>): Subject =>
  subject_kind === 'user' ? { user: subject } : { device: subject };

export class Jobs {
  constructor(
    private readonly db: Kysely<Database>,
    private readonly now: () => number,
    /** Of leases. */
    private readonly clock: DatabaseClock = databaseClock,
    /** Names this process. */
    private readonly owner: string = randomUUID(),
  ) {}

  /**
   * Claims the next due job of the kinds, including those whose process died: their lease has ended, or was never made. Not while another
   * one of the same subject runs.
   */
  async take(kinds: readonly Job['kind'][] = KINDS): Promise<Job | undefined> {
    const at = new Date(this.now());
    const clock = this.clock();
    // A lease that ends later than one could was made by a clock that has been put back; its owner renews it.
    const leased = (job: string) =>
      sql<boolean>`coalesce(${sql.ref(`${job}.state`)} = 'running' and ${sql.ref(`${job}.leased_until`)} > ${clock}
        and ${sql.ref(`${job}.leased_until`)} <= ${clock} + 2 * ${LEASE_TIME}, false)`;
    return this.db.transaction().execute(async trx => {
      // Two processes that take concurrently would not see each other's subject.
      await sql`select pg_advisory_xact_lock(${TAKING})`.execute(trx);
      return trx
        .updateTable('usage_jobs')
        .set({
          state: 'running',
          tries: sql<number>`tries + 1`,
          owner: this.owner,
          leased_until: sql<Date>`${clock} + ${LEASE_TIME}`,
        })
        .where('id', '=', rows =>
          rows
            .selectFrom('usage_jobs as job')
            .select('job.id')
            .where('job.state', 'in', ['waiting', 'running'])
            .where('job.kind', 'in', kinds)
            .where('job.not_before', '<=', at)
            .where(eb => eb.not(leased('job')))
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('usage_jobs as other')
                    .select('other.id')
                    .whereRef('other.subject_kind', '=', 'job.subject_kind')
                    .whereRef('other.subject', '=', 'job.subject')
                    .whereRef('other.id', '<>', 'job.id')
                    .where('other.state', '=', 'running')
                    .where(leased('other')),
                ),
              ),
            )
            .orderBy('job.not_before')
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll()
        .executeTakeFirst();
    });
  }

  /** Makes the lease of a job last from now. @returns false where another process has taken the job */
  async renew(id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('usage_jobs')
      .set({ leased_until: sql<Date>`${this.clock()} + ${LEASE_TIME}` })
      .where('id', '=', id)
      .where('owner', '=', this.owner)
      .where('state', '=', 'running')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Locks the row of a job that this process works on. @throws JobTaken where another process has taken it */
  async hold(trx: Kysely<Database>, id: string): Promise<void> {
    const row = await trx
      .selectFrom('usage_jobs')
      .select('id')
      .where('id', '=', id)
      .where('owner', '=', this.owner)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new JobTaken();
  }

  /** Gives up the leases of this process, which stops: the next one goes on immediately. */
  async release(): Promise<void> {
    await this.db
      .updateTable('usage_jobs')
      .set({ owner: null, leased_until: null })
      .where('owner', '=', this.owner)
      .where('state', '=', 'running')
      .execute();
  }

  /**
   * Saves the progress of a job. @returns whether its cancellation was requested
   * @throws JobTaken where another process has taken it
   */
  async save(
    id: string,
    progress: Partial<Pick<Job, 'share' | 'events' | 'bytes' | 'reached'>>,
  ): Promise<boolean> {
    const row = await this.db
      .updateTable('usage_jobs')
      .set(progress)
      .where('id', '=', id)
      .where('owner', '=', this.owner)
      .returning('cancel_asked')
      .executeTakeFirst();
    if (!row) throw new JobTaken();
    return row.cancel_asked;
  }

  /** Saves the progress of a job. @throws JobCancelled if its cancellation was requested */
  async step(id: string, progress: Parameters<Jobs['save']>[1]): Promise<void> {
    if (await this.save(id, progress)) throw new JobCancelled();
  }

  async finish(
    id: string,
    state: 'done' | 'cancelled',
    result: Partial<Pick<Job, 'events' | 'bytes'>> = {},
  ): Promise<void> {
    const at = this.now();
    await this.db
      .updateTable('usage_jobs')
      .set({
        ...result,
        state,
        ...(state === 'done' ? { share: 1 } : {}),
        finished_at: new Date(at),
        expires_at: sql<Date | null>`case when kind = 'export' then ${new Date(at + KEPT)}::timestamptz end`,
        ...(state === 'done'
          ? {
              clear_by: sql<Date | null>`case when kind = 'erasure' then ${new Date(at + CLEARED_WITHIN)}::timestamptz end`,
            }
          : {}),
        owner: null,
        leased_until: null,
      })
      .where('id', '=', id)
      .where('owner', '=', this.owner)
      .execute();
  }

  /** Notes that the erasures which ended before then (ms since 1970) are gone from the disk. */
  async cleared(before: number): Promise<void> {
    await this.db
      .updateTable('usage_jobs')
      .set({ cleared_at: new Date(this.now()) })
      .where(uncleared)
      .where('finished_at', '<', new Date(before))
      .execute();
  }

  /** Seconds since the end of the first erasure that is still on the disk; 0 where there is none. */
  async unclearedFor(): Promise<number> {
    const row = await this.db
      .selectFrom('usage_jobs')
      .select('finished_at')
      .where(uncleared)
      .orderBy('finished_at')
      .limit(1)
      .executeTakeFirst();
    return row?.finished_at ? Math.max(0, this.now() - row.finished_at.getTime()) / 1000 : 0;
  }

  /** Postpones a failed job. */
  async putOff(id: string, ms: number): Promise<void> {
    await this.db
      .updateTable('usage_jobs')
      .set({ state: 'waiting', not_before: new Date(this.now() + ms), owner: null, leased_until: null })
      .where('id', '=', id)
      .where('owner', '=', this.owner)
      .where('state', '=', 'running')
      .execute();
  }

  /** Exports of a subject that may have files. */
  exportsOf(subject: Subject): Promise<Job[]> {
    const { kind, value } = subjectOf(subject);
    return this.db
      .selectFrom('usage_jobs')
      .selectAll()
      .where('kind', '=', 'export')
      .where('subject_kind', '=', kind)
      .where('subject', '=', value)
      .where('state', '!=', 'expired')
      .execute();
  }

  /** Expired exports that may have files, `limit` at most. */
  overdue(limit: number): Promise<Job[]> {
    return this.db
      .selectFrom('usage_jobs')
      .selectAll()
      .where(ended)
      .where('expires_at', '<=', new Date(this.now()))
      .limit(limit)
      .execute();
  }

  async expire(id: string): Promise<void> {
    await this.db.updateTable('usage_jobs').set({ state: 'expired' }).where('id', '=', id).execute();
  }

  async deleteOld(): Promise<void> {
    const before = new Date(this.now() - REMEMBERED);
    await batchDelete(
      this.db,
      'usage_jobs',
      sql`state in ('done', 'cancelled', 'expired') and finished_at < ${before}::timestamptz`,
    );
  }
}
